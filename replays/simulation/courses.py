"""Openings by their course: what the referee makes of each decision, asked once and used again.

Implements CR 103.1-103.6 by asking ``machine.referee``: the batch that follows a decision of the
opening depends on who decided what, not on which cards a shuffle brought where. It is computed once
for each course, on a real table, and reused with the game's own shuffles, dice and hands.
"""

from collections.abc import Callable, Mapping, Sequence
from sys import intern
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from events.base import Decision, Event
from events.chance import DieRolled
from events.game import GameCreated, StartingPlayerChosen
from events.identifiers import ObjectId, Seat
from events.mulligans import (
    CardsBottomed,
    CardsSetAside,
    HandRevealed,
    LookChosen,
    LookedCardPlaced,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
    OpeningHandActionTaken,
)
from events.records import Draft, draft
from events.turns import CardsDrawn
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, ContraptionDeckShuffled, LibraryShuffled
from machine import referee, running
from machine.chance import Branching, Drawn
from machine.mulligan_kinds import (
    counted_after,
    kind_of,
    owed_to_bottom,
    progress_of,
    starting_size,
)
from machine.pregame import DIE
from projections.fold import start
from projections.table import Table
from replays.simulation.recurring import Recurring

Act = Literal["", "shuffle", "draw", "return", "bottom", "exile", "show", "use", "top", "die"]
"""What a record of a course does with cards; nothing: it stands in every game of it as it is."""

Asks = Literal["start", "declare", "bottom", "look", "place", "other", "die", "over"]

UNSUITED = (CardsSetAside, OpeningHandActionTaken, ContraptionDeckShuffled)
"""What makes the course of an opening depend on its cards."""


class Step(Struct, frozen=True):
    """One record of a batch: as it is, or with whose cards it does what."""

    draft: Draft
    act: Act = ""
    seat: Seat = Seat("")
    count: int = 0
    ids: tuple[ObjectId, ...] = ()


OWN: Mapping[str, str] = {
    "shuffle": "order",
    "bottom": "cards",
    "exile": "card",
    "show": "cards",
    "use": "card",
    "die": "value",
}
"""Act -> the field of its event that is each game's own; the rest is the same in all games."""


class Way:
    """A batch, and where the opening stands after it."""

    __slots__ = ("acts", "batch", "then")

    def __init__(self, steps: Sequence[Step], then: "Node") -> None:
        """Keep the steps that do something with cards apart: a game has to look at no others.

        Where a field is empty, it is so in every game: their hands and libraries are as large.
        """
        own = {
            place: OWN[step.act]
            for place, step in enumerate(steps)
            if step.act in OWN and getattr(step.draft.event, OWN[step.act])
        }
        self.batch = Recurring([step.draft for step in steps], then.seq - len(steps), own)
        self.acts = tuple(step for step in steps if step.act)
        self.then = then


Key = tuple[object, ...]

FIRST_DIE = DIE // 2
"""What the first die of a course shows: there is room for more and for less on both sides."""


class Node:
    """A moment of an opening: who is asked what, and the ways that games have gone on from it."""

    __slots__ = ("asks", "counted", "next_size", "one_kind", "owed", "seat", "seq", "table", "ways")

    def __init__(self, table: Table, seq: int, *, rolling: Seat | None = None) -> None:
        """Note what is asked on a table; ``seq`` is the number of the next record.

        ``one_kind``: only a hand of nothing but lands, or of none, may be redrawn (the original
        rule, DAN.D10), since nobody else has shown one.
        """
        self.table, self.seq = table, seq
        self.ways: dict[Key, Way] = {}
        self.asks, self.seat = _asked(table, rolling)
        self.owed = owed_to_bottom(table, self.seat) if self.asks == "bottom" else 0
        taken = progress_of(table).taken.get(self.seat, 0)
        self.counted = counted_after(table, taken)
        self.next_size = starting_size(table) - counted_after(table, taken + 1)
        progress = progress_of(table)
        self.one_kind = kind_of(table).shown and not progress.revealed - {self.seat}


def _asked(table: Table, rolling: Seat | None) -> tuple[Asks, Seat]:
    if rolling is not None:
        return "die", rolling
    asked = () if table.turn.number else referee.awaiting(table)
    if not asked:
        return "over", Seat("")
    kinds = asked[0].decisions
    for kind, name in _ASKS.items():
        if kind in kinds:
            return name, asked[0].player
    return "other", asked[0].player


_ASKS: Mapping[type[Decision], Asks] = {
    StartingPlayerChosen: "start",
    MulliganDeclared: "declare",
    CardsBottomed: "bottom",
    LookChosen: "look",
    LookedCardPlaced: "place",
}


class _Rolling(Exception):
    """The next step of an opening is a die of this player."""

    def __init__(self, player: Seat, sides: int) -> None:
        super().__init__(player)
        self.player, self.sides = player, sides


class _Stopping(Branching):
    """Chance that stops where a die is rolled, and leaves every pile as it is."""

    def below(self, bound: int, purpose: str) -> int:
        del purpose
        return bound - 1

    def die(self, player: Seat, sides: int, purpose: str) -> DieRolled:
        del purpose
        raise _Rolling(player, sides)


class _Fixed(Drawn):
    """Chance with one die, for the one step that rolls it."""

    def __init__(self, value: int) -> None:
        self._value = value

    def below(self, bound: int, purpose: str) -> int:
        del bound, purpose
        return self._value - 1


class Course:
    """All courses that openings of one header have taken so far."""

    def __init__(self, header: GameCreated) -> None:
        """Begin at a header; nothing is computed yet."""
        self.header = header
        self.first = start(header)
        self._root: Way | None = None

    @property
    def root(self) -> Way:
        """What happens before anybody decides, or rolls a die."""
        if self._root is None:
            run = running.Run(self.first, _Stopping(), 1)
            self._root = self._settled(run, self.first)
        return self._root

    def way(self, node: Node, key: Key, decide: Callable[[Table], Decision]) -> Way:
        """Return what follows a decision that the rules allow.

        ``key`` tells all of the decision that what follows depends on; ``decide`` makes one like it
        on the table of this course, whose hands hold other cards.
        """
        way = node.ways.get(key)
        if way is None:
            way = node.ways[key] = self._decided(node, decide(node.table))
        return way

    def rolled(self, node: Node, compared: int, earlier: int) -> Way:
        """Return what follows a die that is more, less or no other than the best of its round.

        ``earlier`` dice of the round have been rolled.
        """
        key = (earlier, compared)
        way = node.ways.get(key)
        if way is None:
            values = [value for _, value in node.table.rolls[len(node.table.rolls) - earlier :]]
            value = max(values) + compared if values else FIRST_DIE
            run = running.Run(node.table, _Stopping(), node.seq)
            run.emit(referee.advance(node.table, _Fixed(value)), node.seq - 1)
            way = node.ways[key] = self._settled(run, node.table)
        return way

    def _decided(self, node: Node, decision: Decision) -> Way:
        run = running.Run(node.table, _Stopping(), node.seq)
        run.accept(draft(decision))
        return self._way(run, node.table, Node(run.table, run.next_seq))

    def _settled(self, run: running.Run, before: Table) -> Way:
        """Return the way of a run that goes on by itself, up to a decision or a die."""
        rolling: Seat | None = None
        for _ in range(running.MOST_STEPS):
            try:
                events = referee.advance(run.table, _Stopping())
            except _Rolling as die:
                rolling = die.player
                break
            if not events:
                break
            run.emit(events, run.next_seq - 1)
        return self._way(run, before, Node(run.table, run.next_seq, rolling=rolling))

    @staticmethod
    def _way(run: running.Run, before: Table, then: Node) -> Way:
        tables = (before, *run.tables)
        steps = tuple(
            _step(entry, tables[place], tables[place + 1]) for place, entry in enumerate(run.drafts)
        )
        return Way(steps, then)


def like_used(table: Table, node: Node) -> MulliganActionTaken:
    """Return a use of a card of the hand on a course's table."""
    return MulliganActionTaken(player=node.seat, card=table.players[node.seat].hand[0])


def like_bottomed(table: Table, node: Node) -> CardsBottomed:
    """Return a decision to bottom as many cards as a node asks for, of the hand on a course's table."""
    hand = table.players[node.seat].hand
    return CardsBottomed(player=node.seat, cards=hand[len(hand) - node.owed :])


def _step(entry: Draft, before: Table, after: Table) -> Step:
    event: Any = entry.event
    tell = _STEPS.get(type(event))
    if isinstance(event, UNSUITED) or _sets_aside(event):
        raise Unsuited(type(event).__name__)
    if tell is None:
        return Step(entry)
    step = tell(entry, event, before, after)
    return replace(
        step, ids=tuple(map(intern, step.ids))
    )  # one string for all courses: less memory


def _sets_aside(event: Event) -> bool:
    if isinstance(event, MulliganTaken):
        return bool(event.set_aside)
    return isinstance(event, CardMoved) and event.reason is not MoveReason.MULLIGAN


class Unsuited(Exception):
    """The course of this opening depends on its cards: only the referee itself can play it."""


def _shuffled(entry: Draft, event: LibraryShuffled, _before: Table, _after: Table) -> Step:
    return Step(entry, "shuffle", event.player, len(event.new), event.new)


def _drawn(entry: Draft, event: CardsDrawn, _before: Table, _after: Table) -> Step:
    return Step(entry, "draw", event.player, event.count, event.cards)


def _returned(entry: Draft, event: MulliganTaken, _before: Table, _after: Table) -> Step:
    return Step(entry, "return", event.player)


def _bottomed(entry: Draft, event: CardsBottomed, _before: Table, after: Table) -> Step:
    count = len(event.cards)
    library = after.players[event.player].library
    return Step(entry, "bottom", event.player, count, library[len(library) - count :])


def _used(entry: Draft, event: MulliganActionTaken, _before: Table, _after: Table) -> Step:
    return Step(entry, "use", event.player)


def _exiled(entry: Draft, event: CardMoved, before: Table, _after: Table) -> Step:
    owner = next(
        (seat for seat in before.turn_order if event.card in before.players[seat].hand), None
    )
    if event.to is not Zone.EXILE or owner is None or event.face_down:
        raise Unsuited(type(event).__name__)
    return Step(entry, "exile", owner)


def _showed(entry: Draft, event: HandRevealed, _before: Table, _after: Table) -> Step:
    return Step(entry, "show", event.player)


def _placed(entry: Draft, event: LookedCardPlaced, _before: Table, _after: Table) -> Step:
    return Step(entry, "top" if event.bottom else "", event.player)


def _rolled(entry: Draft, event: DieRolled, _before: Table, _after: Table) -> Step:
    return Step(entry, "die", event.player)


_STEPS: dict[type[Event], Callable[[Draft, Any, Table, Table], Step]] = {
    LibraryShuffled: _shuffled,
    CardsDrawn: _drawn,
    MulliganTaken: _returned,
    CardsBottomed: _bottomed,
    MulliganActionTaken: _used,
    CardMoved: _exiled,
    HandRevealed: _showed,
    LookedCardPlaced: _placed,
    DieRolled: _rolled,
}
