"""Taking mulligans: hands go back, libraries are shuffled, new hands drawn, cards put on the bottom.

Implements CR 103.5, and 103.4d of 2009-10-01 to 2016-01-15 (Commander's own mulligan).
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from events.base import Decision, Event
from events.identifiers import ObjectId, Seat
from events.mulligans import CardsBottomed, CardsSetAside, MulliganTaken
from events.vocabulary import LibraryPlace, MoveReason, Zone
from events.zones import CardMoved
from machine.chance import Chance
from machine.mulligan_kinds import (
    Step,
    counted_after,
    drawn_for,
    in_order,
    kind_of,
    owed_to_bottom,
    progress_of,
)
from machine.pregame import drawing
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.edit import minted
from projections.table import Table


def takers(table: Table) -> tuple[Seat, ...]:
    """Return who takes a mulligan in this round, in turn order."""
    progress = progress_of(table)
    return tuple(
        seat for seat in table.playing if progress.declared.get(seat) and seat not in progress.kept
    )


def steps(table: Table) -> Iterator[Step]:
    """All at the same time: hands go back, then libraries are shuffled, then new hands drawn."""
    progress, who = progress_of(table), takers(table)
    replaced = kind_of(table).new_hand == "replaced"
    if replaced and any(seat not in progress.set_aside for seat in who):
        return  # which cards are set aside is chosen first
    for seat in who:
        if seat not in progress.returned:
            yield take, seat
    for seat in who:
        if seat not in progress.shuffled and table.players[seat].library and not replaced:
            yield shuffle, seat
    for seat in who:
        if seat not in progress.drawn and drawn_for(table, seat):
            yield draw, seat


def awaiting(table: Table) -> Asked:
    """Who chooses cards to set aside, or to put on the bottom, as part of the mulligan."""
    progress, who = progress_of(table), takers(table)
    replaced = kind_of(table).new_hand == "replaced"
    for group in in_order(table):
        asked: Asked = NOBODY
        for seat in group:
            if seat in who and replaced and seat not in progress.set_aside:
                asked += ask(seat, "set cards aside", "103.4d", CardsSetAside)
            elif seat in who and owed_to_bottom(table, seat):
                asked += ask(seat, bottoming(table, seat), "103.5", CardsBottomed)
        if asked:
            return asked
    return NOBODY


def bottoming(table: Table, seat: Seat) -> str:
    """Return what a player has to do with cards of a new hand, in a few words."""
    count = owed_to_bottom(table, seat)
    return f"put {count} card{'s' if count > 1 else ''} on the bottom"


def take(table: Table, seat: Seat, _chance: Chance) -> tuple[Event, ...]:
    """The hand goes back into the library; of a partial Paris mulligan, some of it into exile."""
    progress = progress_of(table)
    number = progress.taken.get(seat, 0) + 1
    moves = _set_aside(table, progress.set_aside.get(seat, ()))
    taken = MulliganTaken(
        player=seat,
        number=number,
        counted=counted_after(table, number),
        set_aside=tuple(move.new for move in moves),
    )
    return (*moves, taken)


def _set_aside(table: Table, cards: tuple[ObjectId, ...]) -> tuple[CardMoved, ...]:
    """CR 103.4d of 2009-10-01 to 2016-01-15: exiled face down until the hand is kept."""
    return tuple(
        CardMoved(card=card, new=new, to=Zone.EXILE, reason=MoveReason.MULLIGAN, face_down=True)
        for card, new in zip(cards, minted(table, count=len(cards)), strict=True)
    )


def lying_aside(table: Table, seat: Seat) -> tuple[ObjectId, ...]:
    """Return the cards a player has set aside that still lie in exile."""
    aside = progress_of(table).aside.get(seat, ())
    return tuple(name for name in aside if name in table.exile)


def give_back(table: Table, seat: Seat, _chance: Chance) -> tuple[Event, ...]:
    """CR 103.4d of 2009-10-01 to 2016-01-15: with the keep, what lies aside goes into the library."""
    cards = lying_aside(table, seat)
    return tuple(
        CardMoved(
            card=card,
            new=new,
            to=Zone.LIBRARY,
            reason=MoveReason.MULLIGAN,
            place=LibraryPlace.BOTTOM,
        )
        for card, new in zip(cards, minted(table, count=len(cards)), strict=True)
    )


def shuffle(table: Table, seat: Seat, chance: Chance) -> tuple[Event, ...]:
    """CR 103.5: the library, with what has come back to it, is shuffled."""
    library = table.players[seat].library
    return (chance.shuffle(seat, library, minted(table, count=len(library))),)


def draw(table: Table, seat: Seat, _chance: Chance) -> tuple[Event, ...]:
    """CR 103.5: a new hand, as large as the kind of mulligan makes it."""
    return (drawing(table, seat, drawn_for(table, seat)),)


@checks(CardsBottomed)
def check_bottomed(table: Table, decision: CardsBottomed) -> None:
    """CR 103.5: different cards of the new hand, as many as mulligans were counted, in any order."""
    seat, cards = decision.player, decision.cards
    player, owed = table.players[seat], owed_to_bottom(table, seat)
    unseen = player.unseen.get(Zone.HAND.value, 0)
    count = decision.count if unseen and not cards else len(cards)
    what = f"{seat} cannot put {', '.join(cards) or decision.count} on the bottom"
    if decision.count and not cards and not unseen:
        because = "the cards have to be named"
        raise refuse("mulligan/bottom_count", what, "103.5", because, legal=player.hand)
    if count != owed:
        raise refuse(
            "mulligan/bottom_count",
            what,
            "103.5",
            f"it has to be {owed} card{'s' if owed != 1 else ''}",
            count=count,
            owed=owed,
        )
    if cards and decision.count:
        because = "the cards are named, so that nothing counts them"
        raise refuse("mulligan/bottom_count", what, "103.5", because, count=decision.count)
    if len(set(cards)) != len(cards):
        raise refuse("mulligan/bottom_twice", what, "103.5", "one card is named twice")
    strangers = tuple(name for name in cards if name not in player.hand)
    if strangers:
        raise refuse(
            "mulligan/bottom_stranger",
            what,
            "103.5",
            f"{', '.join(strangers)} is not in that hand",
            legal=player.hand,
        )


@offers(CardsBottomed)
def offer_bottoms(table: Table, player: Seat) -> Iterator[Decision]:
    """Every choice of cards in every order."""
    for cards in permutations(table.players[player].hand, owed_to_bottom(table, player)):
        yield CardsBottomed(player=player, cards=cards)


@checks(CardsSetAside)
def check_set_aside(table: Table, decision: CardsSetAside) -> None:
    """CR 103.4d of 2009-10-01 to 2016-01-15: any number of cards of the hand, at least one."""
    seat, cards = decision.player, decision.cards
    hand = table.players[seat].hand
    if not cards or len(set(cards)) != len(cards) or not set(cards) <= set(hand):
        raise refuse(
            "mulligan/set_aside",
            f"{seat} cannot set {', '.join(cards) or 'nothing'} aside",
            "103.4d",
            "it has to be one or more different cards of the hand",
            legal=hand,
        )


@offers(CardsSetAside)
def offer_set_aside(table: Table, player: Seat) -> Iterator[Decision]:
    """Every set of cards of the hand but the empty one."""
    hand = table.players[player].hand
    for count in range(1, len(hand) + 1):
        for cards in combinations(hand, count):
            yield CardsSetAside(player=player, cards=cards)
