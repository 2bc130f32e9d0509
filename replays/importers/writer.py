"""The records of one game while they are put together: numbered, dated, each with its source."""

from msgspec import Struct

from events.base import Event
from events.identifiers import CardName, ObjectId
from events.records import Draft, Source
from events.turns import CardsDrawn, PermanentsUntapped
from events.zones import CardsIdentified, Tapped, Untapped
from replays.importers.times import rfc3339

IMPORT = "import"
CHANCE = "chance"

_GROUPED: tuple[type[Event], ...] = (CardsDrawn, PermanentsUntapped, Tapped, Untapped)
"""Events that join with a directly preceding one of the same kind: one act in several annotations."""


class Place(Struct, frozen=True, gc=False):
    """Where and when something was read."""

    source: Source
    at: str


NOWHERE = Place(Source(line=0), "")


class Writer:
    """Collects drafts; the number of a draft is the ``seq`` its record will have."""

    def __init__(self, header: Draft) -> None:
        """Begin with the header: record 0."""
        self.drafts: list[Draft] = [header]
        self.place = NOWHERE
        self.marks: dict[int, int] = {}
        """Number of a state -> the last record that belongs to it or to what preceded it."""
        self._names: dict[ObjectId, CardName] = {}
        self._joinable = False

    @property
    def last(self) -> int:
        """The number of the last record."""
        return len(self.drafts) - 1

    def move_to(self, line: int, message: int, ms: int) -> None:
        """Say which message is being read: what follows was read there."""
        self.place = Place(Source(line=line, message=message), rfc3339(ms))
        self._joinable = False

    def write(  # noqa: PLR0913 - what a record says of itself
        self,
        event: Event,
        *,
        by: str = IMPORT,
        cause: int | None = None,
        inferred: bool = False,
        reported: bool = False,
        place: Place | None = None,
    ) -> int:
        """Add a record and return its number."""
        if self._joinable and isinstance(event, _GROUPED):
            joined = _joined(self.drafts[-1], event, cause)
            if joined is not None:
                self.drafts[-1] = joined
                return self.last
        self.name_all()
        where = place or self.place
        self.drafts.append(
            Draft(
                event=event,
                by=by,
                cause=cause,
                at=where.at,
                source=where.source,
                inferred=inferred,
                reported=reported,
            )
        )
        self._joinable = place is None and isinstance(event, _GROUPED)
        return self.last

    def name(self, thing: ObjectId, card: CardName) -> None:
        """Note what an object is; it is written before the next record that is no part of a group."""
        self._names[thing] = card

    def name_all(self) -> None:
        """Write what is noted."""
        if not self._names:
            return
        names, self._names = self._names, {}
        self.write(CardsIdentified(cards=dict(sorted(names.items()))))

    def mark(self, state: int) -> None:
        """Remember the last record of a state."""
        self.name_all()
        self.marks[state] = self.last


def _joined(draft: Draft, event: Event, cause: int | None) -> Draft | None:
    """Return the draft with the event added to its own, or nothing where the two are separate."""
    before: Event = draft.event
    if type(before) is not type(event) or draft.cause != cause:
        return None
    both: Event
    match before, event:
        case CardsDrawn(), CardsDrawn() if before.player == event.player:
            both = CardsDrawn(
                player=before.player,
                count=before.count + event.count,
                cards=before.cards + event.cards,
            )
        case PermanentsUntapped(), PermanentsUntapped() if before.player == event.player:
            both = PermanentsUntapped(player=before.player, objects=before.objects + event.objects)
        case Tapped(), Tapped():
            both = Tapped(objects=before.objects + event.objects)
        case Untapped(), Untapped():
            both = Untapped(objects=before.objects + event.objects)
        case _:
            return None
    return Draft(
        event=both,
        by=draft.by,
        cause=draft.cause,
        at=draft.at,
        source=draft.source,
        inferred=draft.inferred,
    )
