"""What the readers of one game share: its header, its records so far, the client's state, the log's."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from events.base import Event
from events.game import GameCreated
from events.identifiers import CardName, ObjectId, Recipient, Seat
from events.records import Draft, Source
from events.vocabulary import Phase, Zone
from replays.importers.arena.games import GameRecord
from replays.importers.arena.header import card_name, seat_name
from replays.importers.arena.known import ZONES, Known
from replays.importers.arena.mulligans import Opening
from replays.importers.arena.state import Mirror
from replays.importers.arena.wire import GameState, Thing
from replays.importers.protocol import Tally
from replays.importers.times import rfc3339
from replays.importers.writer import IMPORT, Place, Writer

CARDS = frozenset({"GameObjectType_Card", "GameObjectType_Token", "GameObjectType_Emblem"})
"""Types of objects that stand for themselves; the client's others are faces and markers of these."""
LEAST_CARD = 10
"""Card ids below it are the client's own stand-ins: a face-down card, a holder of effects."""


@dataclass(kw_only=True, eq=False)
class Build:
    """A game under construction."""

    record: GameRecord
    header: GameCreated
    tally: Tally
    cards: Mapping[int, str]
    activated: frozenset[int]
    """Abilities that somebody activated; all others triggered."""

    writer: Writer = field(init=False)
    mirror: Mirror = field(default_factory=Mirror)
    known: Known = field(default_factory=Known)
    seats: frozenset[int] = field(init=False)
    notes: list[str] = field(default_factory=list)

    original_opening: Opening = field(default_factory=Opening)
    opening: Opening | None = field(init=False)
    """What precedes the first turn, until it is written."""
    ended_in_opening: bool = False
    first_turn: tuple[int, Place] | None = None

    phase: Phase | None = None
    turns: int = 0
    active: int = 0
    attacked: bool = False
    """Attackers, and blockers, of this combat phase have been written."""
    blocked: bool = False
    over: bool = False
    conceded: set[int] = field(default_factory=set)
    conceding: Place | None = None
    """Where the recorder conceded while the opening was still being gathered."""
    entered: set[Phase] = field(default_factory=set)
    """Phases and steps that the turn has had."""
    losses: dict[int, str] = field(default_factory=dict)
    """Seat -> why the client says it loses."""
    flips: int = 0
    damage: tuple[int, int, int] = (0, 0, 0)
    """(Source, recipient, record) of the last damage: life lost directly after it is due to it."""

    triggers: int = 0
    waiting: dict[int, int] = field(default_factory=dict)
    """Abilities that have triggered and are not on the stack -> their trigger's number."""
    stacked: dict[int, int] = field(default_factory=dict)
    """Objects on the stack -> the record that put them there."""
    resolving: dict[int, int] = field(default_factory=dict)
    """Objects that resolve -> the record that says so."""
    ending: int = 0
    """A spell that has resolved and is still to be moved."""
    special: set[int] = field(default_factory=set)
    """Abilities that never use the stack: opening-hand actions."""
    targets: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """(Object, which of its targets) -> the targets last written."""
    divided: dict[int, int] = field(default_factory=dict)
    """Objects whose division is written -> the record."""
    dividing: int = 0
    """The object whose division the recorder is asked for."""
    activating: int = 0
    """The object whose ability the recorder has last activated."""
    grouping: str = ""
    """What the recorder is asked to sort cards for."""

    settled: Mirror | None = None
    """The client's state before what is being announced."""
    cancelled: bool = False
    """The recorder has cancelled since the last state."""
    anew: bool = False
    """All that the client shows is to be looked at, not only what the message lists."""
    annotation: int = 0
    """The highest annotation that has been read."""
    annotations_at: dict[int, int] = field(default_factory=dict)
    """State -> the highest annotation read by then."""

    state: GameState = field(default_factory=GameState)
    """The message that is being read; the next four are about it."""
    alias: dict[int, int] = field(default_factory=dict)
    tapping: frozenset[int] = frozenset()
    starting: frozenset[int] = frozenset()
    actions: dict[int, int] = field(default_factory=dict)
    reveals: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Write the header."""
        first = self.record.messages[0]
        place = self.place_of(first.line, 0, first.at)
        draft = Draft(event=self.header, by=IMPORT, at=place.at, source=place.source)
        self.writer = Writer(draft)
        self.opening = self.original_opening if self.record.from_start else None
        names = (entry.seat for entry in self.header.seats)
        self.seats = frozenset(int(name.removeprefix("seat")) for name in names)

    def write(
        self,
        event: Event,
        *,
        by: str = IMPORT,
        cause: int | None = None,
        inferred: bool = False,
        place: Place | None = None,
    ) -> int:
        """Add a record and return its number."""
        return self.writer.write(event, by=by, cause=cause, inferred=inferred, place=place)

    def place_of(self, line: int, message: int, ms: int) -> Place:
        """Return where and when a message was read."""
        return Place(Source(line=line, message=message), rfc3339(ms))

    def id(self, thing: int) -> ObjectId:
        """Return an object's id in the log: ``c12``, for an ability ``o12``."""
        return ObjectId(f"o{thing}" if thing in self.known.abilities else f"c{thing}")

    def ids(self, things: Iterable[int]) -> tuple[ObjectId, ...]:
        """Return several objects' ids in the log."""
        return tuple(self.id(thing) for thing in things)

    def recipient(self, thing: int) -> Recipient:
        """Return a seat's or an object's id: whatever can be a target."""
        return Recipient(seat_name(thing) if thing in self.seats else self.id(thing))

    def seat(self, number: int) -> Seat:
        """Return a seat's name."""
        return seat_name(number)

    def card(self, number: int) -> CardName:
        """Return a card's name."""
        return card_name(number, self.cards)

    def zone(self, number: int) -> Zone:
        """Return a zone of the client as the rules know it; ``NOWHERE`` for its own."""
        return ZONES.get(self.mirror.zone(number).type, Zone.NOWHERE)

    def controller_of(self, thing: int) -> int:
        """Return the seat number of an object's controller as the client shows it; 0 if it does not."""
        shown = self.mirror.things.get(thing)
        return shown.controller_seat_id if shown else 0

    def cause(self, affector: int) -> int | None:
        """Return the record to which something is due: the resolution of the object that does it."""
        return self.resolving.get(affector)

    def identify(self, thing: int) -> None:
        """Note what an object is, where the client shows it and the log does not say so yet."""
        shown = self.mirror.things.get(thing)
        if shown is None or not is_card(shown):
            return
        name = self.card(shown.grp_id)
        if self.known.names.get(thing) == name:
            return
        self.known.names[thing] = name
        self.writer.name(self.id(thing), name)
        self.known.since("name", thing, self.writer.last + 1)


def is_card(thing: Thing) -> bool:
    """Whether an object stands for itself and shows what it is."""
    return thing.type in CARDS and thing.grp_id >= LEAST_CARD
