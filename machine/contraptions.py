"""Contraptions: three sprockets, the CRANK! counter, and what a player decides about them.

Implements the Unstable FAQ; CR 701.45a: nothing of it means anything where un-cards are not played.
"""

from collections.abc import Iterator
from itertools import combinations, islice

from events.base import Decision, Event
from events.contraptions import (
    ContraptionAssembled,
    ContraptionCranked,
    CrankAdvanced,
    CrankChosen,
    SprocketChosen,
)
from events.identifiers import ObjectId, Seat
from events.vocabulary import SPROCKETS
from machine.apnap_order import active_side, apnap
from machine.characteristics import is_contraption, permanent, permanents
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.edit import minted
from projections.table import GameObject, Table

MOST_OFFERED = 1024
"""Sets of Contraptions to crank that are offered one by one: all there are of ten."""


def is_played(table: Table) -> bool:
    """Whether Contraptions mean anything in this game (CR 701.45a): the switch alone is asked."""
    return table.rules.contraption.allowed


def controlled(table: Table, seat: Seat) -> tuple[GameObject, ...]:
    """Return the assembled Contraptions that a player controls, in timestamp order."""
    return tuple(
        thing
        for thing in permanents(table)
        if thing.controller == seat and thing.assembled and is_contraption(table, thing)
    )


def on_sprocket(table: Table, seat: Seat, sprocket: int) -> tuple[ObjectId, ...]:
    """Return the Contraptions that a player has on one sprocket, in timestamp order."""
    return tuple(thing.id for thing in controlled(table, seat) if thing.sprocket == sprocket)


def next_sprocket(sprocket: int) -> int:
    """Return where a CRANK! counter goes from a sprocket: 1, 2, 3 and back to 1."""
    return SPROCKETS[sprocket % len(SPROCKETS)]


def advanced(table: Table, seat: Seat) -> CrankAdvanced:
    """Return that a player's CRANK! counter moves on: always one sprocket, in one direction."""
    before = table.players[seat].crank
    return CrankAdvanced(player=seat, before=before, sprocket=next_sprocket(before))


def turn_based(table: Table) -> tuple[Event, ...]:
    """Return the next CRANK! counter that moves as an upkeep begins.

    The exception that Contraptions make to CR 503.1: before anyone has priority, and before the
    upkeep's triggers are stacked, each active player who controls a Contraption moves the counter.
    """
    if not is_played(table) or "priority" in table.turn.done:
        return ()
    for seat in active_side(table):
        if not _has_moved(table, seat) and controlled(table, seat):
            return (advanced(table, seat),)
    return ()


def _has_moved(table: Table, seat: Seat) -> bool:
    """Whether the counter moved in this upkeep or, by another reading, in one of this turn."""
    if table.rules.contraption.extra_upkeep == "once_a_turn":
        return seat in table.turn.cranked
    return f"crank:{seat}" in table.turn.done


def awaiting(table: Table) -> Asked:
    """Who has to put a Contraption on a sprocket, or to choose which ones to crank."""
    card = table.revealed_contraption
    thing = table.objects.get(card) if card is not None else None
    if thing is not None and thing.owner is not None:
        what = f"put {thing.card or thing.id} on a sprocket"
        return ask(thing.owner, what, "UFAQ.assemble", ContraptionAssembled)
    homeless = _without_sprocket(table) if is_played(table) else None
    if homeless is not None and homeless.controller is not None:
        what = f"put {homeless.name or homeless.id} on one of your sprockets"
        return ask(homeless.controller, what, "UFAQ.control", SprocketChosen)
    if table.cranking is not None:
        return ask(table.cranking, "choose which Contraptions to crank", "UFAQ.crank", CrankChosen)
    return NOBODY


def _without_sprocket(table: Table) -> GameObject | None:
    """Return the next Contraption whose new controller has to choose; CR 101.4: in APNAP order."""
    waiting = [
        thing
        for thing in permanents(table)
        if thing.assembled and thing.sprocket not in SPROCKETS and is_contraption(table, thing)
    ]
    for seat in apnap(table) if waiting else ():
        for thing in waiting:
            if thing.controller == seat:
                return thing
    return None


def check_sprocket(sprocket: int, what: str, rule: str) -> None:
    """Refuse anything but the three sprockets there are."""
    if sprocket not in SPROCKETS:
        legal = tuple(f"sprocket {number}" for number in SPROCKETS)
        raise refuse(
            "contraption/no_sprocket", what, rule, f"there is no sprocket {sprocket}", legal=legal
        )


@checks(ContraptionAssembled)
def check_assembled(table: Table, decision: ContraptionAssembled) -> None:
    """Unstable FAQ: the Contraption that was turned up goes on any sprocket; there is no cap."""
    what = f"{decision.player} cannot assemble {decision.card}"
    if decision.card != table.revealed_contraption:
        waiting = table.revealed_contraption
        raise refuse(
            "contraption/not_revealed",
            what,
            "UFAQ.assemble",
            f"{waiting or 'no Contraption'} has been turned up",
            legal=(waiting,) if waiting else (),
        )
    if decision.new not in (None, minted(table)[0]):
        because = f"its id on the battlefield is {minted(table)[0]}"
        raise refuse("contraption/id", what, "400.7", because)
    check_sprocket(decision.sprocket, what, "UFAQ.assemble")


@offers(ContraptionAssembled)
def offer_assemblies(table: Table, player: Seat) -> Iterator[Decision]:
    """Each sprocket."""
    card = table.revealed_contraption
    if card is None:
        return
    for sprocket in SPROCKETS:
        yield ContraptionAssembled(player=player, card=card, sprocket=sprocket)


@checks(SprocketChosen)
def check_sprocket_chosen(table: Table, decision: SprocketChosen) -> None:
    """Unstable FAQ is silent: the new controller of a Contraption chooses any of their sprockets."""
    what = f"{decision.player} cannot put {decision.contraption} on a sprocket"
    waiting = _without_sprocket(table)
    if waiting is None or waiting.id != decision.contraption:
        raise refuse(
            "contraption/has_sprocket",
            what,
            "UFAQ.control",
            f"{waiting.id if waiting else 'no Contraption'} waits for a sprocket",
            legal=(waiting.id,) if waiting else (),
        )
    check_sprocket(decision.sprocket, what, "UFAQ.control")


@offers(SprocketChosen)
def offer_sprockets(table: Table, player: Seat) -> Iterator[Decision]:
    """Each sprocket."""
    waiting = _without_sprocket(table)
    if waiting is None:
        return
    for sprocket in SPROCKETS:
        yield SprocketChosen(player=player, contraption=waiting.id, sprocket=sprocket)


@checks(CrankChosen)
def check_cranked(table: Table, decision: CrankChosen) -> None:
    """Unstable FAQ: any, all or none of the player's Contraptions where the counter is."""
    seat = decision.player
    what = f"{seat} cannot crank {', '.join(decision.contraptions) or 'nothing'}"
    sprocket = table.players[seat].crank
    there = on_sprocket(table, seat, sprocket)
    wrong = [name for name in decision.contraptions if name not in there]
    if wrong:
        raise refuse(
            "contraption/not_on_sprocket",
            what,
            "UFAQ.crank",
            f"{_where(table, seat, wrong[0])}; the CRANK! counter is on sprocket {sprocket}",
            legal=there,
            sprocket=sprocket,
        )
    if len(set(decision.contraptions)) != len(decision.contraptions):
        raise refuse("contraption/twice", what, "UFAQ.crank", "each is cranked once", legal=there)


def _where(table: Table, seat: Seat, name: ObjectId) -> str:
    thing = permanent(table, name)
    if thing is None or not is_contraption(table, thing):
        return f"{name} is no Contraption on the battlefield"
    if thing.controller != seat:
        return f"{name} is {thing.controller}'s"
    return f"{name} is on sprocket {thing.sprocket}"


@offers(CrankChosen)
def offer_cranks(table: Table, player: Seat) -> Iterator[Decision]:
    """All of them first, which is what most people want, then fewer and fewer, none at the end."""
    there = on_sprocket(table, player, table.players[player].crank)
    every = (some for size in range(len(there), -1, -1) for some in combinations(there, size))
    for some in islice(every, MOST_OFFERED):
        yield CrankChosen(player=player, contraptions=some)


def after_cranked(table: Table, decision: CrankChosen) -> tuple[Event, ...]:
    """Return the cranking of each Contraption that was chosen; abilities trigger from it."""
    sprocket = table.players[Seat(decision.player)].crank
    return tuple(
        ContraptionCranked(player=Seat(decision.player), contraption=name, sprocket=sprocket)
        for name in decision.contraptions
    )
