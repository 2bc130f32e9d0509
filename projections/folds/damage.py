"""Folds of damage and life."""

from msgspec.structs import replace

from events.damage import DamageDealt, DamagePrevented, LifeChanged, RemovedDamage
from events.identifiers import ObjectId, Seat
from projections.edit import edit_object, edit_player
from projections.folds.game import unit_factor
from projections.handlers import applies
from projections.table import Table


def in_units(table: Table, amount: int, *, halves: bool) -> int:
    """Return an amount in the units of this game: halves where un-cards are played."""
    factor = unit_factor(table.header)
    return amount if halves and factor > 1 else amount * factor


def sharing_life(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return whose life total a player's is: their own, or that of the whole team (CR 810.9)."""
    player = table.players.get(seat)
    if player is None or not player.team or not table.header.play.shared_life:
        return (seat,)
    return tuple(one for one in table.turn_order if table.players[one].team == player.team)


@applies(DamageDealt)
def _dealt(table: Table, event: DamageDealt) -> Table:
    """Damage marks a permanent; what it does to a player's life is an event of its own."""
    name = ObjectId(event.recipient)
    thing = table.objects.get(name)
    if thing is None:
        return table
    marked = thing.damage + in_units(table, event.amount, halves=event.halves)
    return edit_object(
        table,
        name,
        damage=marked,
        deathtouched=thing.deathtouched or (event.deathtouch and event.amount > 0),
    )


@applies(DamagePrevented)
def _prevented(table: Table, event: DamagePrevented) -> Table:
    units = in_units(table, event.amount, halves=event.halves)
    shields = tuple(
        replace(one, amount=max(0, one.amount - units)) if one.shield == event.shield else one
        for one in table.shields
    )
    return replace(table, shields=tuple(one for one in shields if one.amount))


@applies(LifeChanged)
def _life(table: Table, event: LifeChanged) -> Table:
    life = in_units(table, event.life, halves=event.halves)
    for seat in sharing_life(table, event.player):
        table = edit_player(table, seat, life=life)
    return table


@applies(RemovedDamage)
def _removed(table: Table, event: RemovedDamage) -> Table:
    thing = table.objects.get(event.object)
    if thing is None:
        return table
    left = max(0, thing.damage - event.amount)
    return edit_object(
        table, event.object, damage=left, deathtouched=thing.deathtouched and left > 0
    )
