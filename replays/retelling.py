"""A game told again with some of its decisions and outcomes left out, and everything that follows anew.

Ids and numbers are another game's, so a decision is carried over by what it is about: the same card in
the same place. Where the game asks for something that is left out, the plainest answer is given.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from events.base import Chance as ChanceEvent
from events.base import Decision, Event
from events.chance import DieRolled, RandomlyChosen
from events.coin_flips import CoinFlipped
from events.combat import AttackersDeclared, BlockersDeclared
from events.errors import IllegalAction, LimitExceeded
from events.game import Conceded, DrawOffered, GameCreated
from events.identifiers import ObjectId, Seat, is_object_id
from events.log import EventLog
from events.mulligans import MulliganDeclared
from events.records import Draft, Record
from events.rulings import Rewound
from events.turns import PriorityPassed
from events.vocabulary import Face
from events.zones import ContraptionDeckShuffled, LibraryShuffled
from machine.announcing import drafted
from machine.referee import Run, awaiting, check, legal_decisions
from projections.fold import apply, start
from projections.table import Numbers, Table
from replays.boundaries import begins_batch, standing
from replays.game_log import GameLog
from replays.outside import is_outside

E = TypeVar("E", bound=Event)
Shuffle = tuple[LibraryShuffled | ContraptionDeckShuffled, Table]
"""A recorded shuffle, and the table on which it was made."""

MOST_WAITING = 160
"""Plain answers before a decision that is not yet legal is left out: some turns of passing."""

Reached = Callable[[Table, Event, Table], bool]
"""Whether an event that takes one table to the next brings about what is looked for."""

NUMBERED = {
    "flip": "flip",
    "round": "round",
    "shield": "shield",
    "effect": "effect",
    "trigger": "trigger",
    "order": "trigger",
}
"""Fields of decisions that hold numbers of the game -> which of its counters gave them."""


class Item(Struct, frozen=True):
    """One thing that can be left out: a decision with all that belongs to it, or one outcome."""

    kind: Literal["decisions", "chance", "outside"]
    records: tuple[Record, ...]

    @property
    def seq(self) -> int:
        """The number of its first record in the original."""
        return self.records[0].seq


def items_of(game: GameLog, at: int) -> tuple[Item, ...]:
    """Return what a game up to a record was made from, without what was taken back."""
    log, tables = game.log, game.tables
    items: list[Item] = []
    for seq in standing(log[: at + 1]):
        record = log[seq]
        event: Event = record.event
        if seq <= game.header.given or isinstance(event, Rewound):
            continue
        if isinstance(event, ChanceEvent):
            items.append(Item("chance", (record,)))
        elif is_outside(record):
            items.append(Item("outside", (record,)))
        elif isinstance(event, Decision) and record.cause is None:
            together = bool(items) and not begins_batch(log, tables, seq)
            place = _last_decisions(items) if together else None
            if place is None:
                items.append(Item("decisions", (record,)))
            else:
                items[place] = Item("decisions", (*items[place].records, record))
    return tuple(items)


def _last_decisions(items: Sequence[Item]) -> int | None:
    places = (place for place in reversed(range(len(items))) if items[place].kind == "decisions")
    return next(places, None)


class Told(Struct, frozen=True):
    """A game told again, up to where what was looked for came about."""

    log: EventLog
    before: Table
    table: Table


class Ended(Exception):
    """What was looked for has come about."""


class Watching(Run):
    """A run of the referee that ends with the record that brings about what is looked for."""

    def __init__(self, table: Table, outcomes: "Outcomes", seq: int, reached: Reached) -> None:
        super().__init__(table, outcomes, seq)
        outcomes.run = self
        self._reached = reached

    def add(self, entry: Draft) -> None:
        """Add an event; what it leads to at once comes after it, and may never be needed."""
        event: Event = entry.event
        if self._reached(self.table, event, apply(self.table, event)):
            self.drafts.append(entry)
            self.tables.append(apply(self.table, event))
            raise Ended
        super().add(entry)


def tell(game: GameLog, items: Sequence[Item], reached: Reached, *, name: str) -> Told | None:
    """Return a game told again with some items alone; nothing where they do not lead there."""
    header = replace(game.header, game=name, branch_of="")
    given = [_as_draft(record) for record in game.log[1 : 1 + game.header.given]]
    table = start(header)
    for one in given:
        table = apply(table, one.event)
    outcomes = Outcomes(game, items)
    run = Watching(table, outcomes, 1 + len(given), reached)
    try:
        run.settle()
        for item in items:
            if item.kind != "chance":
                _carry_over(game, run, item)
    except Ended:
        return _told(header, given, run, table)
    except (LimitExceeded, IllegalAction):
        return None
    return None


def _told(header: GameCreated, given: Sequence[Draft], run: Watching, first: Table) -> Told:
    drafts = [Draft(event=header, by="apnap"), *given, *run.drafts]
    before = run.tables[-2] if len(run.tables) > 1 else first
    return Told(EventLog().append(drafts), before, run.tables[-1])


def _as_draft(record: Record) -> Draft:
    fields = {name: getattr(record, name) for name in Draft.__struct_fields__}
    return Draft(**fields)


def _carry_over(game: GameLog, run: Watching, item: Item) -> None:
    """Make an item happen as soon as it may, or leave it out where that never comes."""
    for _ in range(MOST_WAITING):
        if _is_possible(game, run, item):
            _make(game, run, item)
            return
        plain = plain_answer(run.table)
        if plain is None:
            return
        run.decide(plain)


def _is_possible(game: GameLog, run: Watching, item: Item) -> bool:
    first = item.records[0]
    if item.kind == "outside" or first.reported:
        return True
    return all(_is_legal(table, event) for table, event in _rehearsed(game, run, item))


def _rehearsed(game: GameLog, run: Watching, item: Item) -> Iterator[tuple[Table, Decision]]:
    """Yield each decision of an item with the table on which it would be made, while they fit."""
    trial = Run(run.table, Outcomes(game, ()), run.next_seq)
    for number, record in enumerate(item.records):
        if number and drafted(trial.table) is None:
            return
        decision = carried(game, record, trial.table)
        yield trial.table, decision
        if len(item.records) > 1:
            trial.decide(decision)


def _is_legal(table: Table, decision: Decision) -> bool:
    try:
        check(table, decision)
    except IllegalAction:
        return False
    return True


def _make(game: GameLog, run: Watching, item: Item) -> None:
    for number, record in enumerate(item.records):
        if item.kind == "outside":
            event = rebound(record.event, game.tables[record.seq - 1], run.table)
            run.add(Draft(event=event, by=record.by))
            run.settle()
        elif record.reported:
            decision = carried(game, record, run.table)
            run.accept(Draft(event=decision, by=decision.player, reported=True))
        elif not number or drafted(run.table) is not None:
            run.decide(carried(game, record, run.table))


def plain_answer(table: Table) -> Decision | None:
    """Return the least that answers what is asked: pass, keep, attack with nothing, the first offered."""
    asked = awaiting(table)
    if not asked:
        return None
    one = asked[0]
    least: dict[type[Decision], Decision] = {
        PriorityPassed: PriorityPassed(player=one.player),
        MulliganDeclared: MulliganDeclared(player=one.player, mulligan=False),
        AttackersDeclared: AttackersDeclared(player=one.player),
        BlockersDeclared: BlockersDeclared(player=one.player),
    }
    for kind, decision in least.items():
        if kind in one.decisions and _is_legal(table, decision):
            return decision
    offered = (
        decision
        for decision in legal_decisions(table)
        if not isinstance(decision, Conceded | DrawOffered)
    )
    return next(offered, None)


def carried(game: GameLog, record: Record, table: Table) -> Decision:
    """Return a recorded decision as one about the same things on another table."""
    decision: Decision = rebound(record.event, game.tables[record.seq - 1], table)
    return decision


def rebound(value: Any, old: Table, new: Table) -> Any:  # noqa: ANN401 - an event or a part of one
    """Return a value with the ids and numbers of one table replaced by those of another."""
    match value:
        case Struct():
            told = {name: getattr(value, name) for name in value.__struct_fields__}
            return replace(
                value, **{name: _field(name, one, old, new) for name, one in told.items()}
            )
        case tuple():
            return tuple(rebound(one, old, new) for one in value)
        case dict():
            return {rebound(key, old, new): rebound(one, old, new) for key, one in value.items()}
        case str() if type(value) is str and is_object_id(value):
            return counterpart(ObjectId(value), old, new)
        case _:
            return value


def _field(name: str, value: Any, old: Table, new: Table) -> Any:  # noqa: ANN401 - a field's value
    counter = NUMBERED.get(name)
    if counter is None:
        return rebound(value, old, new)
    away = _number(new.numbers, counter) - _number(old.numbers, counter)
    if isinstance(value, tuple):
        if not all(isinstance(one, int) for one in value):
            return rebound(value, old, new)
        return tuple(max(1, one + away) for one in value)
    return max(1, value + away) if isinstance(value, int) and value else value


def _number(numbers: Numbers, counter: str) -> int:
    number: int = getattr(numbers, counter)
    return number


def counterpart(name: ObjectId, old: Table, new: Table) -> ObjectId:
    """Return the object of another table that stands where one stood: the same card in the same place.

    What is not on the table yet keeps its distance from the next id.
    """
    thing = old.objects.get(name)
    if thing is None:
        return _unborn(name, old, new)
    wanted = _alike(old, name)
    place = wanted.index(name)
    found = [
        other.id
        for other in new.objects.values()
        if (other.zone, other.owner, other.controller, other.name)
        == (thing.zone, thing.owner, thing.controller, thing.name)
    ]
    ordered = _alike(new, min(found, key=_age)) if found else []
    return ordered[min(place, len(ordered) - 1)] if ordered else name


def _alike(table: Table, name: ObjectId) -> list[ObjectId]:
    """Return all objects that stand where one stands and are the same card, the oldest first."""
    thing = table.objects[name]
    key = (thing.zone, thing.owner, thing.controller, thing.name)
    alike = (
        other.id
        for other in table.objects.values()
        if (other.zone, other.owner, other.controller, other.name) == key
    )
    return sorted(alike, key=_age)


def _age(name: ObjectId) -> tuple[int, str]:
    return int(name[1:]), name


def _unborn(name: ObjectId, old: Table, new: Table) -> ObjectId:
    for place, item in enumerate(reversed(old.stack)):
        if item.id == name:
            depth = len(new.stack) - 1 - place
            return new.stack[depth].id if depth >= 0 else name
    number = int(name[1:]) - old.numbers.object + new.numbers.object
    return ObjectId(f"{name[0]}{max(1, number)}")


class Outcomes:
    """Chance as it was recorded, as far as it is kept, and then the plainest outcome.

    Each kind of outcome comes in its own order, for each player; a shuffle gives the same cards in
    the same order, whatever their ids are now.
    """

    def __init__(self, game: GameLog, items: Sequence[Item]) -> None:
        self.run: Run | None = None
        self._game = game
        self._left: dict[tuple[str, str], deque[Record]] = {}
        self._dice = 0
        for item in items:
            if item.kind == "chance":
                key = _outcome_key(item.records[0].event)
                self._left.setdefault(key, deque()).append(item.records[0])

    def _next(self, kind: type[E], player: str | None) -> tuple[E, Table] | None:
        """Return the next outcome of a kind, and the table on which it was recorded."""
        left = self._left.get((kind.__name__, str(player)))
        if not left:
            return None
        record = left.popleft()
        event: Any = record.event
        return event, self._game.tables[record.seq - 1]

    def shuffle(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> LibraryShuffled:
        """See ``machine.chance.Chance``."""
        order = self._ordered(self._next(LibraryShuffled, player), names)
        return LibraryShuffled(player=player, order=order, new=new)

    def shuffle_contraptions(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> ContraptionDeckShuffled:
        """See ``machine.chance.Chance``."""
        order = self._ordered(self._next(ContraptionDeckShuffled, player), names)
        return ContraptionDeckShuffled(player=player, order=order, new=new)

    def _ordered(self, found: "Shuffle | None", names: Sequence[ObjectId]) -> tuple[ObjectId, ...]:
        """Return ids so that their cards come as in a recorded shuffle; what is new comes last."""
        if found is None or self.run is None:
            return tuple(names)
        event, old = found
        if set(event.order) == set(names):
            return event.order
        cards = [_card(old, name) for name in event.order]
        waiting: dict[str | None, deque[ObjectId]] = {}
        for name in names:
            waiting.setdefault(_card(self.run.table, name), deque()).append(name)
        first = [waiting[card].popleft() for card in cards if waiting.get(card)]
        rest = set(names) - set(first)
        return (*first, *(name for name in names if name in rest))

    def coin(
        self, flip: int, coin: int, *, even_sides: int = 0, heads: frozenset[int] = frozenset()
    ) -> CoinFlipped:
        """See ``machine.chance.Chance``."""
        found = self._next(CoinFlipped, None)
        face = Face.HEADS if found is None else found[0].face
        if not even_sides:
            return CoinFlipped(flip=flip, coin=coin, face=face)
        shown = next(n for n in range(1, even_sides + 1) if (n in heads) is (face is Face.HEADS))
        return CoinFlipped(flip=flip, coin=coin, face=face, shown=shown)

    def die(self, player: Seat, sides: int, purpose: str) -> DieRolled:
        """See ``machine.chance.Chance``."""
        found = self._next(DieRolled, player)
        if found is not None and found[0].value <= sides:
            value = found[0].value
        else:
            value = sides - self._dice % sides  # each lower than the one before: no tie for ever
            self._dice += 1
        return DieRolled(player=player, sides=sides, value=value, purpose=purpose)

    def choose(
        self, purpose: str, among: Sequence[str], count: int, player: Seat | None = None
    ) -> RandomlyChosen:
        """See ``machine.chance.Chance``."""
        found = self._next(RandomlyChosen, player)
        wanted: list[str] = []
        if found is not None and self.run is not None:
            event, old = found
            wanted = [rebound(str(one), old, self.run.table) for one in event.chosen]
        chosen = [one for one in dict.fromkeys(wanted) if one in among]
        chosen += [one for one in among if one not in chosen]
        return RandomlyChosen(
            purpose=purpose,
            chosen=tuple(chosen[: min(count, len(among))]),
            among=tuple(among),
            player=player,
        )


def _outcome_key(event: Event) -> tuple[str, str]:
    player = None if isinstance(event, CoinFlipped) else getattr(event, "player", None)
    return type(event).__name__, str(player)


def _card(table: Table, name: str) -> str | None:
    thing = table.objects.get(ObjectId(name))
    return None if thing is None else thing.name
