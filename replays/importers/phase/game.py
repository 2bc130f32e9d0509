"""A game of phase-rs while it is told: its objects, and a spell while it is being cast."""

from typing import Any

from events.division import CountersDivided, DamageDivided
from events.identifiers import ObjectId, Recipient, Seat
from replays.importers.phase.known import Known
from replays.importers.phase.opening import Hands
from replays.importers.phase.wire import (
    Action,
    Typed,
    integer,
    target_of,
)
from replays.importers.telling import play
from replays.importers.telling.tale import Tale

Division = tuple[Seat, int, list[tuple[Any, int]], type[DamageDivided | CountersDivided]]


class PhaseGame:
    """A game under way: names, owners, what is announced and not yet on the stack."""

    def __init__(self, tale: Tale, known: Known) -> None:
        """Seat the players in turn order."""
        self.tale = tale
        self.known = known
        self.names: dict[int, str] = {}
        for player in sorted(known.players):
            tale.roster.add(f"Player {player + 1}")
        self.hands = Hands(tale, free_first=known.free_first)
        tale.order = tuple(seat for one in known.players if (seat := self.seat(one)))
        for player, cards in known.first_hands.items():
            seat = self.seat(player)
            if seat is not None:
                self.hands.first(seat, cards)
        self.divisions: dict[int, Division] = {}
        self.targets: dict[int, list[Any]] = {}
        self.casting = -1
        self.coins: tuple[int, ...] = ()
        self.ignored: tuple[int, ...] = ()
        self.action = Action(0, Typed())

    def seat(self, player: int) -> Seat | None:
        """Return a player's seat."""
        return self.tale.seat(f"Player {player + 1}")

    def owner(self, thing: int) -> Seat | None:
        """Return whose an object is, where the record tells."""
        return self.seat(self.known.owners.get(thing, -1))

    def thing(self, number: int) -> ObjectId:
        """Return an object's id."""
        return self.tale.things.id(number)

    def recipient(self, value: Any) -> Recipient | None:  # noqa: ANN401 - any JSON
        """Return a player or an object that a value names."""
        kind, number = target_of(value)
        if kind == "Player":
            return self.seat(number)
        return self.thing(number) if kind == "Object" and number >= 0 else None

    def happens(self, kind: str, thing: int) -> bool:
        """Whether the action's events tell something of an object."""
        return any(
            event.type == kind and integer(event.fields, "object_id") == thing
            for event in self.action.events
        )

    def follows(self, kind: str, thing: int, place: int) -> bool:
        """Whether an event follows within a few that tells something of an object."""
        return any(
            event.type == kind and integer(event.fields, "object_id") == thing
            for event in self.action.events[place + 1 : place + 4]
        )

    def spell(self, number: int, seat: Seat) -> None:
        """A card is on the stack: write its cast, its targets, its division."""
        old = self.tale.things.known(number)
        new = self.tale.things.anew(number)
        cause = play.cast(self.tale, seat, new, self.names.get(number, ""), old=old)
        division = self.divisions.pop(number, None)
        targets = self.targets.pop(number, [])
        if division is not None:
            targets = [target for target, _ in division[2]]
        recipients = [one for target in targets if (one := self.recipient(target)) is not None]
        play.choose_targets(self.tale, seat, new, recipients, cause)
        if division is not None and len(recipients) == len(division[2]):
            event = division[3](
                player=division[0],
                object=new,
                amount=division[1],
                shares=tuple(share for _, share in division[2]),
                targets=tuple(recipients),
            )
            self.tale.write(event, by=division[0], cause=cause)
