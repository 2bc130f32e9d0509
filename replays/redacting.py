"""Redacting: a log fit to be shown to others, without names, and without what a seat may not know.

Implements CR 400.2 through ``projections.views``. The result is a log of its own, with its own chain:
of everything it verifies like any other; of one seat's knowledge it reads like an imported record.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from events.base import Event
from events.game import GameCreated, ImportEntry, PlayerRenamed
from events.identifiers import CardName, ObjectId
from events.log import EventLog
from events.records import Draft, Record, as_draft
from events.rulings import NoteAdded, Rewound, RulingMade, TakeBackAgreed
from events.vocabulary import PERSONAL_ZONES
from events.zones import CardsIdentified, ZoneCountObserved
from projections import fold
from projections.table import Table
from projections.viewers import JUDGE, check_viewer
from replays.analysis.reading import Reading, View
from replays.game_log import GameLog

CLIENT = "apnap"
"""Whose record a log of one seat's knowledge is."""

NUMBERS: dict[type[Event], str] = {
    NoteAdded: "about",
    Rewound: "to",
    RulingMade: "about",
    TakeBackAgreed: "to",
}
"""Events that name a record by its number: the field that does."""


def redacted(
    game: GameLog, *, seat: str = JUDGE, names: bool = False, times: bool = False, salt: str
) -> EventLog:
    """Return a log for others to read.

    Without ``names`` players are numbered seats, games and matches get digests made with ``salt``, and
    free text is emptied; without ``times`` nobody learns when. For a ``seat``, or ``public``, what it
    may not know is absent: nothing in such a log can be re-derived. Raises ``usage/seat`` where the
    game has no such seat.
    """
    check_viewer(game.header, seat)
    reading = Reading(game, View(seat=seat, names=names, salt=salt))
    drafts = _whole(reading) if reading.is_judge else _SeatLog(reading).drafts()
    kept = drafts if names else map(_nameless, drafts)
    return EventLog().append(one if times else replace(one, at="") for one in kept)


def _whole(reading: Reading) -> Iterator[Draft]:
    for record in reading.records:
        event: Event = record.event
        if isinstance(event, GameCreated):
            event = replace(event, branch_of="")
        yield replace(as_draft(record), event=event)


def _nameless(draft: Draft) -> Draft:
    """Return a draft in which players are called by their seats."""
    event: Event = draft.event
    if isinstance(event, PlayerRenamed):
        event = replace(event, name="")
    if isinstance(event, GameCreated):
        event = replace(event, seats=tuple(replace(one, name="") for one in event.seats))
    return replace(draft, event=event)


class _SeatLog:
    """The log of what one seat learns: its records, and after each what it can see besides.

    Events lose what a seat may not know, so that their fold knows less than the seat does: which
    cards it drew, how many others hold. Those facts are added, as inferred ones.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._tables: list[Table] = []
        self._numbers: dict[int, int] = {}

    def drafts(self) -> Iterator[Draft]:
        for record in self._reading.seen:
            yield self._add(self._told(record))
            cause = self._numbers[record.seq] = len(self._tables) - 1
            for fact in self._missing(self._reading.seen_tables[record.seq]):
                yield self._add(Draft(event=fact, by="import", cause=cause, inferred=True))

    def _add(self, draft: Draft) -> Draft:
        event: Event = draft.event
        if isinstance(event, GameCreated):
            self._tables.append(fold.start(event))
        else:
            fold.extend(self._tables, [event])
        return draft

    def _told(self, record: Record) -> Draft:
        event: Event = record.event
        if isinstance(event, GameCreated):
            whose = ImportEntry(client=CLIENT, recorder=self._reading.eyes)
            event = replace(event, imported=event.imported or whose)
        field = NUMBERS.get(type(event))
        if field is not None:
            event = replace(event, **{field: self._number(getattr(event, field))})
        cause = None if record.cause is None else self._number(record.cause)
        return replace(as_draft(record), event=event, cause=cause)

    def _number(self, seq: int) -> int:
        """Return the new number of a record, or of the last one before it that is told."""
        return next((self._numbers[one] for one in range(seq, -1, -1) if one in self._numbers), 0)

    def _missing(self, seen: Table) -> Iterator[Event]:
        """Yield what the seat sees and the fold so far does not tell: sizes of zones, then cards."""
        for name, player in sorted(seen.players.items()):
            for zone in sorted(PERSONAL_ZONES):
                told = self._tables[-1].players[name]
                ids: tuple[ObjectId, ...] = getattr(player, zone.value)
                if ids != getattr(told, zone.value) or player.size(zone) != told.size(zone):
                    yield ZoneCountObserved(
                        player=name, zone=zone, count=player.size(zone), cards=ids
                    )
        told_cards = self._tables[-1].objects
        cards: dict[ObjectId, CardName] = {
            name: thing.card
            for name, thing in sorted(seen.objects.items())
            if thing.card is not None and name in told_cards and told_cards[name].card != thing.card
        }
        if cards:
            yield CardsIdentified(cards=cards)
