"""Mulligans of a phase-rs record: taken one player at a time there, in rounds here (CR 103.5).

A Serum Powder after k mulligans makes its player put k cards back first, then exile the rest.
"""

from events.base import Event
from events.identifiers import CardName, ObjectId, Seat
from events.mulligans import MulliganActionTaken
from events.turns import CardsDrawn
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, CardsIdentified
from replays.importers.phase.known import HAND, LIBRARY
from replays.importers.phase.wire import Action, Typed, integer, listed
from replays.importers.telling.opening import STARTING_HAND, Held
from replays.importers.telling.play import card_name
from replays.importers.telling.tale import Tale
from replays.importers.writer import IMPORT

SERUM_POWDER = CardName("Serum Powder")
KEEP, MULLIGAN, POWDER = "Keep", "Mulligan", "UseSerumPowder"


class Hands:
    """The hands of the opening, by the engine's ids."""

    def __init__(self, tale: Tale, *, free_first: bool) -> None:
        """Begin before anybody has declared."""
        self._tale = tale
        self._free = int(free_first)
        self._powder: dict[Seat, int] = {}

    def first(self, seat: Seat, cards: tuple[int, ...]) -> None:
        """Take in the first hand, where the record shows it afterwards."""
        deal = self._tale.opening.deal(seat)
        deal.cards = tuple(self._tale.things.anew(card) for card in cards)

    def tell(self, action: Action, seat: Seat, names: dict[int, str]) -> None:
        """Take in one step of a player."""
        choice = action.action.fields.get("choice")
        kind = choice.get("type") if isinstance(choice, dict) else None
        if action.action.type == "SelectCards":
            self._bottom(action, seat)
        elif kind == KEEP:
            self._tale.kept(seat)
        elif kind == MULLIGAN:
            self._mulligan(action, seat)
        elif kind == POWDER and isinstance(choice, dict):
            data = choice.get("data")
            self._powder[seat] = integer(data if isinstance(data, dict) else {}, "object_id")
        if seat in self._powder and any(_moves(action, HAND, "Exile")):
            self._use(action, seat, self._powder.pop(seat), names)

    def _mulligan(self, action: Action, seat: Seat) -> None:
        number = self._tale.opening.of(seat).mulligans + 1
        counted = max(0, number - self._free)
        to = max(0, STARTING_HAND - counted)
        if self._tale.declared(seat, mulligan=True, to=to):
            drawn = tuple(_moves(action, LIBRARY, HAND))
            cards = tuple(self._tale.things.anew(card) for card in drawn)
            self._tale.dealt(seat, len(cards), cards)

    def _bottom(self, action: Action, seat: Seat) -> None:
        things = self._tale.things
        back = [one for one in listed(action.action.fields, "cards") if isinstance(one, int)]
        if not back or len(back) > STARTING_HAND:
            return
        self._tale.bottomed(seat, len(back))
        deal = self._tale.opening.deal(seat)
        deal.bottom_cards = tuple(things.id(card) for card in back)

    def _use(self, action: Action, seat: Seat, card: int, names: dict[int, str]) -> None:
        """CR 103.5b: the hand is exiled face up, and as many cards are drawn."""
        things = self._tale.things
        gone = list(_moves(action, HAND, "Exile"))
        shown = CardsIdentified(cards={things.id(card): SERUM_POWDER})
        self._hold(seat, shown)
        event = MulliganActionTaken(player=seat, card=things.id(card))
        self._hold(seat, event, by=seat)
        exiled: dict[int, ObjectId] = {}
        for one in gone:
            old = things.id(one)
            exiled[one] = new = things.anew(one)
            move = CardMoved(card=old, new=new, to=Zone.EXILE, reason=MoveReason.MULLIGAN)
            self._hold(seat, move)
            things.zones[new] = Zone.EXILE
        known = {new: card_name(names[one]) for one, new in exiled.items() if names.get(one)}
        if known:
            things.names.update(known)
            self._hold(seat, CardsIdentified(cards=known))
        drawn = tuple(things.anew(one) for one in _moves(action, LIBRARY, HAND))
        self._hold(seat, CardsDrawn(player=seat, count=len(drawn), cards=drawn))

    def _hold(self, seat: Seat, event: Event, by: str = IMPORT) -> None:
        opening = self._tale.opening.of(seat)
        held = Held(event=event, by=by, place=self._tale.place)
        opening.actions.setdefault(len(opening.declared), []).append(held)


def _moves(action: Action, start: str, target: str) -> list[int]:
    """Return the objects that an action's events move from one zone to another."""
    return [
        integer(event.fields, "object_id")
        for event in action.events
        if _is_move(event, start, target)
    ]


def _is_move(event: Typed, start: str, target: str) -> bool:
    data = event.fields
    return event.type == "ZoneChanged" and data.get("from") == start and data.get("to") == target
