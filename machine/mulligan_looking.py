"""The look of the Vancouver mulligan: once all have kept, one card for each small hand.

Implements CR 103.4 of 2015-09-26 to 2019-07-11. It is no scry.
"""

from collections.abc import Iterator

from events.base import Decision, Event
from events.identifiers import Seat
from events.mulligans import LookChosen, LookedCardPlaced
from events.zones import CardsLookedAt
from machine.chance import Chance
from machine.mulligan_kinds import Step, hand_size, in_order, lookers, progress_of
from machine.procedure import NOBODY, Asked, ask, checks, explains, offers, refuse
from projections.table import Table


def steps(table: Table) -> Iterator[Step]:
    """Yield the looks that have been chosen and not been taken."""
    progress = progress_of(table)
    for seat in lookers(table):
        if progress.looks.get(seat) and seat not in progress.placed and progress.looking != seat:
            yield look, seat


def look(table: Table, seat: Seat, _chance: Chance) -> tuple[Event, ...]:
    """The player looks at the top card of their library."""
    return (CardsLookedAt(player=seat, cards=table.players[seat].library[:1], count=1),)


def awaiting(table: Table) -> Asked:
    """CR 103.4 of 2015-09-26: after all have kept, in turn order, one look for each small hand."""
    progress = progress_of(table)
    looking = progress.looking
    if looking in table.playing and looking not in progress.placed and looking is not None:
        return ask(
            looking, "leave the card on top or put it on the bottom", "103.4", LookedCardPlaced
        )
    waiting = [seat for seat in lookers(table) if seat not in progress.looks]
    for group in in_order(table):
        asked: Asked = NOBODY
        for seat in group:
            if seat in waiting:
                asked += ask(seat, "look at the top card, or not", "103.4", LookChosen)
        if asked:
            return asked
    return NOBODY


@checks(LookChosen)
def check_look(table: Table, decision: LookChosen) -> None:
    """CR 103.4 of 2015-09-26: once, and only with fewer cards than the starting size."""
    seat, progress = decision.player, progress_of(table)
    what = f"{seat} cannot look at the top card"
    if seat not in lookers(table):
        kept = progress.kept.get(seat, hand_size(table, seat))
        raise refuse(
            "mulligan/no_look",
            what,
            "103.4",
            "only who kept fewer cards than the starting hand size looks",
            kept=kept,
        )
    if seat in progress.looks:
        raise refuse("mulligan/looked_already", what, "103.4", "that is chosen once")


explains(LookChosen)(check_look)


@offers(LookChosen)
def offer_looks(_table: Table, player: Seat) -> Iterator[Decision]:
    """Look, or do not."""
    yield LookChosen(player=player, look=True)
    yield LookChosen(player=player, look=False)


@checks(LookedCardPlaced)
def check_placed(table: Table, decision: LookedCardPlaced) -> None:
    """CR 103.4 of 2015-09-26: the card looked at stays or goes to the bottom."""
    if progress_of(table).looking != decision.player:
        raise refuse(
            "mulligan/not_looking",
            f"{decision.player} cannot place a card",
            "103.4",
            "that player is not looking at one",
        )


@offers(LookedCardPlaced)
def offer_places(_table: Table, player: Seat) -> Iterator[Decision]:
    """Leave it on top, or put it on the bottom."""
    yield LookedCardPlaced(player=player, bottom=False)
    yield LookedCardPlaced(player=player, bottom=True)
