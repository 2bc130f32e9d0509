"""State-based actions: checked whenever a player would get priority, all at once, until none apply.

Implements CR 704 as far as the procedures need it, and the checks that Contraptions add.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from events.base import Decision, Event
from events.game import PlayerLost
from events.identifiers import ObjectId, Seat
from events.vocabulary import LossReason, MoveReason, Phase, Zone
from events.zones import CountersChanged, LegendChosen, ObjectCeased
from machine.apnap_order import apnap
from machine.characteristics import (
    card_index,
    card_named,
    has_keyword,
    is_contraption,
    permanent,
    permanents,
    toughness,
    types,
)
from machine.golden_rules import is_prohibited
from machine.moves import leave_battlefield
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.edit import minted
from projections.table import GameObject, Player, Table

POISON = 10
"""CR 704.5c: so many poison counters lose the game."""


def advance(table: Table) -> tuple[Event, ...]:
    """Return all state-based actions that apply now, to be performed at once (CR 704.3)."""
    if legends_to_choose(table) is not None:
        return ()
    return (*_losses(table), *_all_deaths(table))


def awaiting(table: Table) -> Asked:
    """Who has to choose which of several legends to keep (CR 704.5j)."""
    if not card_index(table).legends or table.resolution is not None:
        return NOBODY
    if table.priority.holder is not None or table.turn.phase is Phase.UNTAP:
        return NOBODY  # CR 502.4, 704.3: nobody is about to get priority
    found = legends_to_choose(table)
    if found is None:
        return NOBODY
    return ask(found[0], "choose which legend to keep", "704.5j", LegendChosen)


def _losses(table: Table) -> list[Event]:
    """CR 704.5a-c."""
    players = table.players
    losses: list[Event] = []
    for seat in table.turn_order:
        player = players[seat]
        if player.lost is not None or not player.is_playing:
            continue
        reason = _losing(player)
        if reason is not None and not is_prohibited(table, "lose", seat):
            losses.append(PlayerLost(player=seat, reason=reason))
    return losses


def _losing(player: Player) -> LossReason | None:
    if player.life <= 0:
        return LossReason.LIFE
    if player.drew_from_empty:
        return LossReason.EMPTY_LIBRARY
    return LossReason.POISON if player.counters.get("poison", 0) >= POISON else None


_calm: list[Table | None] = [None]
"""The table on which nothing was last found to leave: passing changes nothing that is looked at."""


def _all_deaths(table: Table) -> tuple[Event, ...]:
    """Return what has to leave the battlefield, looking only where something has changed."""
    if _is_calm(table):
        return ()
    found = tuple(_deaths(table))
    if not found:
        _calm[0] = table
    return found


def _is_calm(table: Table) -> bool:
    """Whether all that is looked at is what was last found to need nothing."""
    known = _calm[0]
    return (
        known is not None
        and table.objects is known.objects
        and table.battlefield is known.battlefield
        and table.effects is known.effects
        and table.combat is known.combat
        and table.cards is known.cards
        and table.header is known.header
    )


def _deaths(table: Table) -> Iterator[Event]:
    """CR 704.5d-i, q: what cannot stay on the battlefield, and counters that cancel."""
    going: list[tuple[GameObject, MoveReason]] = []
    for thing in _at_risk(table):
        fate = _fate(table, thing)
        if fate is not None:
            going.append((thing, fate))
        elif thing.counters.get("+1/+1") and thing.counters.get("-1/-1"):
            pairs = min(thing.counters["+1/+1"], thing.counters["-1/-1"])
            yield CountersChanged(object=thing.id, kind="+1/+1", change=-pairs)
            yield CountersChanged(object=thing.id, kind="-1/-1", change=-pairs)
    if going:
        names = minted(table, count=len(going))
        for (thing, reason), new in zip(going, names, strict=True):
            yield leave_battlefield(table, thing, Zone.GRAVEYARD, new, reason)
    if table.has_tokens:
        yield from (ObjectCeased(object=name) for name in _homeless_tokens(table))


def _at_risk(table: Table) -> Iterable[GameObject]:
    """Return the permanents that may have to go: all but those that nothing has been done to."""
    index = card_index(table)
    if table.effects or index.with_statics:
        return permanents(table)
    objects, sturdy = table.objects, index.sturdy
    return [
        thing
        for name in table.battlefield
        if (thing := objects.get(name)) is not None
        and (
            thing.damage
            or thing.deathtouched
            or thing.counters
            or (thing.copied or thing.card) not in sturdy
        )
    ]


def _fate(table: Table, thing: GameObject) -> MoveReason | None:
    """Return why a permanent goes to its owner's graveyard, or nothing."""
    here = types(table, thing)
    if "Creature" in here and thing.observed is None:
        tough = toughness(table, thing)
        if tough <= 0:
            return MoveReason.STATE_BASED  # CR 704.5f
        if (thing.damage >= tough or thing.deathtouched) and not has_keyword(
            table, thing, "indestructible"
        ):
            return MoveReason.DESTROYED  # CR 704.5g, h
    if "Planeswalker" in here and not thing.counters.get("loyalty"):
        return MoveReason.STATE_BASED  # CR 704.5i
    if is_contraption(table, thing) and not thing.assembled:
        return MoveReason.SCRAPPED  # Unstable FAQ: entered without being assembled
    return None


def _homeless_tokens(table: Table) -> tuple[ObjectId, ...]:
    """CR 704.5d: tokens anywhere but on the battlefield."""
    return tuple(
        name
        for seat in table.turn_order
        for zone in (Zone.GRAVEYARD, Zone.HAND, Zone.LIBRARY, Zone.SCRAPYARD)
        for name in getattr(table.players[seat], zone.value)
        if (thing := table.objects.get(name)) is not None and thing.is_token
    ) + tuple(name for name in table.exile if table.objects[name].is_token)


def legends_to_choose(table: Table) -> tuple[Seat, tuple[ObjectId, ...]] | None:
    """Return a player with several legends of one name, and those; in APNAP order (CR 704.5j)."""
    if not card_index(table).legends:
        return None
    groups: dict[tuple[Seat, str], list[ObjectId]] = defaultdict(list)
    for thing in permanents(table):
        card = card_named(table, thing.name)
        if "Legendary" in card.supertypes and thing.controller is not None:
            groups[thing.controller, card.name].append(thing.id)
    for seat in apnap(table):
        for (controller, _), names in groups.items():
            if controller == seat and len(names) > 1:
                return seat, tuple(names)
    return None


@checks(LegendChosen)
def check_legend(table: Table, decision: LegendChosen) -> None:
    """CR 704.5j: one of the legends that share a name is kept."""
    found = legends_to_choose(table)
    if found is None or found[0] != decision.player or decision.keep not in found[1]:
        raise refuse(
            "legend/not_one_of_them",
            f"{decision.player} cannot keep {decision.keep}",
            "704.5j",
            "it is not one of several legends of the same name",
            legal=tuple(found[1]) if found else (),
        )


@offers(LegendChosen)
def offer_legends(table: Table, player: Seat) -> Iterator[Decision]:
    """Keep each of them."""
    found = legends_to_choose(table)
    for name in found[1] if found else ():
        yield LegendChosen(player=player, keep=name)


def after_legend(table: Table, decision: LegendChosen) -> tuple[Event, ...]:
    """Return the moves of the legends that were not kept."""
    found = legends_to_choose(table)
    others = [name for name in found[1] if name != decision.keep] if found else []
    things = [thing for name in others if (thing := permanent(table, name)) is not None]
    names = minted(table, count=len(things))
    return tuple(
        leave_battlefield(table, thing, Zone.GRAVEYARD, new, MoveReason.LEGEND_RULE)
        for thing, new in zip(things, names, strict=True)
    )
