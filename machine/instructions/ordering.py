"""Instructions after which somebody orders cards of a library: looking at the top, putting cards there.

Implements CR 401.2, 401.4, 608.2d. Whose library it is decides who orders, not whose spell it is.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import permutations

from msgspec import Struct

from events.base import Decision, Event
from events.identifiers import ObjectId, Seat
from events.instructions import LookAndOrder, PutOnLibrary
from events.vocabulary import LibraryPlace, MoveReason, Zone
from events.zones import CardsLookedAt, LibraryOrdered
from machine.apnap_order import apnap
from machine.choosing import Choosing, check_picks
from machine.context import Context, followed
from machine.executor import AtOnce, follows
from machine.golden_rules import Reason, argues
from machine.instructions.cards import things
from machine.moves import move_all
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.table import Table

SEVERAL = 2
"""Fewer cards have no order to choose."""


class Ordering(Struct, frozen=True):
    """Who orders which cards of their library, and at which end of it."""

    player: Seat
    cards: tuple[ObjectId, ...]
    rule: str
    on_bottom: bool = False


class Orders(AtOnce, ABC):
    """An executor whose instruction ends once all orders it asks for are made."""

    @abstractmethod
    def orderings(self, context: Context) -> tuple[Ordering, ...]:
        """Return all that has to be ordered, in the order in which it is asked for."""

    def next(self, context: Context) -> Ordering | None:
        """Return what has to be ordered now."""
        through = context.frame.through
        return next((one for one in self.orderings(context) if one.player not in through), None)

    def awaiting(self, context: Context) -> Asked:
        """Ask the next one."""
        found = self.next(context)
        if found is None:
            return NOBODY
        return ask(found.player, "put cards of a library in order", found.rule, LibraryOrdered)


class LooksAndOrders(Orders):
    """CR 401.2 forbids looking at a library; the instruction says otherwise, for its cards alone."""

    def __init__(self) -> None:
        super().__init__(self._look)

    def orderings(self, context: Context) -> tuple[Ordering, ...]:
        """The cards that have been looked at."""
        cards = _on_top(context)
        if not context.frame.looked or len(cards) < SEVERAL:
            return ()
        return (Ordering(context.you, cards, "608.2d"),)

    @staticmethod
    def _look(context: Context) -> tuple[Event, ...]:
        """Look; a single card, or none, goes back as it lay."""
        cards = _on_top(context)
        if cards and not context.frame.looked:
            return (CardsLookedAt(player=context.you, cards=cards),)
        amount = context.amount(context.instruction.amount)
        return (context.done(len(cards), skipped=amount - len(cards)),)


def _on_top(context: Context) -> tuple[ObjectId, ...]:
    """Return the cards on top that an instruction means, as many as there are."""
    amount = context.amount(context.instruction.amount)
    return context.table.players[context.you].library[:amount]


follows(LookAndOrder, LooksAndOrders())


class PutsOnLibrary(Orders):
    """Cards go to their owners' libraries at once; each owner of several orders theirs (CR 401.4)."""

    def __init__(self) -> None:
        super().__init__(self._put)

    def orderings(self, context: Context) -> tuple[Ordering, ...]:
        """The cards of each owner that have come to one library, in APNAP order of the owners."""
        players = context.table.players
        found = (
            Ordering(
                seat,
                tuple(card for card in players[seat].library if card in context.frame.made),
                "401.4",
                context.instruction.bottom,
            )
            for seat in apnap(context.table)
        )
        return tuple(one for one in found if len(one.cards) >= SEVERAL)

    @staticmethod
    def _put(context: Context) -> tuple[Event, ...]:
        """Move them; the instruction ends here unless an owner has something to order."""
        frame, what = context.frame, context.instruction.what
        wanted = len(context.item.targets.get(frame.instruction, ())) if what == "targets" else 0
        if frame.made:
            return (context.done(len(frame.made), skipped=max(0, wanted - len(frame.made))),)
        moving = things(context, what)
        place = LibraryPlace.BOTTOM if context.instruction.bottom else LibraryPlace.TOP
        moves = move_all(context.table, moving, Zone.LIBRARY, MoveReason.PUT, place)
        owners = [thing.owner for thing in moving]
        if len(set(owners)) < len(owners):
            return moves
        return context.finished(*moves, asked=max(wanted, len(moves)))


follows(PutOnLibrary, PutsOnLibrary())


def asked(table: Table) -> Ordering | None:
    """Return who has to order which cards now."""
    context = followed(table)
    if context is None:
        return None
    match context.instruction:
        case LookAndOrder():
            return LooksAndOrders().next(context)
        case PutOnLibrary():
            return PutsOnLibrary().next(context)
        case _:
            return None


@checks(LibraryOrdered)
def check_ordered(table: Table, decision: LibraryOrdered) -> None:
    """CR 401.4, 608.2d: exactly the cards that are asked about go back, in any order."""
    found = asked(table)
    if found is None or found.player != decision.player:
        raise refuse(
            "library/nothing_to_order",
            f"{decision.player} cannot order cards of a library",
            "401.2",
            "nothing that resolves lets them",
        )
    here, there = decision.top, decision.bottom
    if found.on_bottom:
        here, there = there, here
    number = len(found.cards)
    every = Choosing(
        player=found.player,
        among=found.cards,
        least=number,
        most=number,
        rule=found.rule,
        what="of the cards it is about",
    )
    check_picks("library/order", every, here)
    if decision.count_top or decision.count_bottom:  # only in what others see of it
        raise refuse(
            "library/count",
            f"{decision.player} cannot order cards of a library",
            found.rule,
            "the cards are named, so that nothing counts them",
        )
    if there:
        raise refuse(
            "library/order",
            f"{decision.player} cannot put cards at the other end of the library",
            found.rule,
            f"they go on {'the bottom' if found.on_bottom else 'top'}",
        )


@offers(LibraryOrdered)
def offer_orders(table: Table, player: Seat) -> Iterator[Decision]:
    """Every order."""
    found = asked(table)
    for order in permutations(found.cards) if found is not None else ():
        if found is not None and found.on_bottom:
            yield LibraryOrdered(player=player, bottom=order)
        else:
            yield LibraryOrdered(player=player, top=order)


@argues(LibraryOrdered)
def argue_order(table: Table, decision: LibraryOrdered) -> Iterator[Reason]:
    """CR 101.1: the rules forbid it, and what resolves allows it for the cards it is about."""
    return looking(followed(table), decision.player)


def looking(context: Context | None, seat: Seat) -> Iterator[Reason]:
    """Yield what is said about looking at a library: a rule's "can't", and what resolves."""
    case = "library"
    says = "nobody looks at a library or changes the order of its cards"
    yield Reason(allows=False, rule="401.2", by="rule", says=says, case=case)
    if context is not None and (context.frame.looked or asked(context.table) is not None):
        says = f"what resolves has {seat} deal with cards of a library"
        yield Reason(allows=True, rule="101.1", source=context.item.id, says=says, case=case)
