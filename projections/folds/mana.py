"""Folds of mana: into a player's pool and out of it (CR 106)."""

from immutables import Map
from msgspec.structs import replace

from events.mana import symbols
from events.stack import CostPaid, ManaAbilityActivated, ManaAdded, ManaEmptied
from projections.edit import edit_objects, edit_player, tally
from projections.folds.stack import edit_item
from projections.handlers import applies
from projections.table import Priority, Table


def spend(pool: Map[str, int], mana: str) -> Map[str, int]:
    """Return a mana pool without the mana that was spent, never below none."""
    for symbol in symbols(mana):
        pool = tally(pool, symbol, -1)
    return pool


@applies(CostPaid)
def _paid(table: Table, event: CostPaid) -> Table:
    player = table.players.get(event.player)
    if player is not None and event.mana:
        table = edit_player(table, event.player, mana=spend(player.mana, event.mana))
    table = edit_objects(table, event.tapped, tapped=True)
    frame = table.resolution
    if frame is not None and frame.item.id == event.object:
        return replace(table, resolution=replace(frame, paid=True))
    return edit_item(
        table,
        event.object,
        lambda item: replace(item, paid=True, sacrificed=event.sacrificed),
    )


@applies(ManaAbilityActivated)
def _mana_ability(table: Table, event: ManaAbilityActivated) -> Table:
    priority = table.priority
    if priority.holder is not None and (priority.passed or priority.next):
        priority = Priority(priority.holder)
    objects = table.objects
    source = objects.get(event.source)
    if source is not None:
        objects = objects.set(event.source, replace(source, tapped=True))
    players = table.players
    player = players.get(event.player)
    if player is not None:
        mana = _gained(player.mana, event.mana)
        players = players.set(event.player, replace(player, mana=mana))
    return replace(table, objects=objects, players=players, priority=priority)


@applies(ManaAdded)
def _mana(table: Table, event: ManaAdded) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    return edit_player(table, event.player, mana=_gained(player.mana, event.mana))


def _gained(pool: Map[str, int], mana: str) -> Map[str, int]:
    for symbol in symbols(mana):
        pool = pool.set(symbol, pool.get(symbol, 0) + 1)
    return pool


@applies(ManaEmptied)
def _emptied(table: Table, event: ManaEmptied) -> Table:
    return edit_player(table, event.player, mana=Map())
