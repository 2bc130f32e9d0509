"""What every importer is: it recognises a client's record and turns it into event logs.

An importer never writes to disk, never invents, and never fails on a bad file: it tells what it
could not use, and what the user can do about it. It yields each game as soon as it is whole, so that
no file needs more memory than its longest game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from events.game import GameCreated
from events.log import EventLog
from replays.importers.sources import Source

MOST_UNREAD = 1_000
"""Lines kept that were not understood, to be listed on request."""

LONGEST_UNREAD = 200
"""Characters kept of each of them."""

MOST_PLACES = 20
"""Line numbers kept of what could not be read: enough to look, bounded for a broken file."""


class ImportOptions(Struct, frozen=True, kw_only=True):
    """What the user wants of an import."""

    cards: Mapping[int, str] = {}
    """The client's card id -> the card's name; ids not in it stay ``grp:12345``."""
    keep_names: bool = False
    """Keep the players' names as the client shows them, instead of neutral ones."""
    time_zone: str = "UTC"
    """The zone of a client's local times, by its name in the time zone database."""
    day: str = ""
    """``YYYY-MM-DD``: when a record was made that does not tell its day."""


class ImportedGame(Struct, frozen=True, kw_only=True):
    """One game of a record, as an event log."""

    log: EventLog
    source: str
    """The base name of the file it was read from."""
    complete: bool = True
    """Its end was observed; otherwise the record stops before it."""
    from_start: bool = True
    """Its beginning was observed; otherwise the record begins in the middle of the game."""
    notes: tuple[str, ...] = ()
    """What a reader should know of how it was read: gaps, lines that were cut."""

    @property
    def header(self) -> GameCreated:
        """The header of its log."""
        return self.log.header


class Skipped(Struct, frozen=True, kw_only=True):
    """Something that was not imported, and why: the reason tells the user what to do."""

    source: str
    reason: str
    code: str = "import/skipped"


class Unread(Struct, frozen=True, kw_only=True):
    """A line that was not understood. It may name players: it is shown, never written into a log."""

    line: int
    text: str


class Tally(Struct, kw_only=True):
    """What a reader met in one file."""

    lines: int = 0
    messages: int = 0
    """Messages that were understood and used."""
    cut: int = 0
    """Messages that could not be read because a part of them is missing."""
    cut_at: list[int] = []
    """The first of their line numbers."""
    orphaned: int = 0
    """Messages of a game whose beginning is not in the file."""
    unknown: dict[str, int] = {}
    """Kinds of facts that no event says, kept raw or left out -> how often."""

    repeated: dict[str, int] = {}
    """Kinds of facts that the record tells twice -> how often: a log has them once."""

    not_understood: int = 0
    """Lines that no rule of the client's grammar reads."""
    unread: list[Unread] = []
    """The first of them."""

    def leave_unread(self, line: int, text: str) -> None:
        """Count a line that was not understood."""
        self.not_understood += 1
        if len(self.unread) < MOST_UNREAD:
            self.unread.append(Unread(line=line, text=text[:LONGEST_UNREAD]))

    def cut_line(self, line: int) -> None:
        """Count a message that could not be read."""
        self.cut += 1
        if len(self.cut_at) < MOST_PLACES:
            self.cut_at.append(line)

    def repeat(self, kind: str) -> None:
        """Count a fact that the record tells again."""
        self.repeated[kind] = self.repeated.get(kind, 0) + 1

    def meet(self, kind: str) -> None:
        """Count a kind of fact that no event says."""
        self.unknown[kind] = self.unknown.get(kind, 0) + 1


Told = ImportedGame | Skipped
"""What an importer yields: a game, or something that it could not use."""


class Telling:
    """Passes on what is told of a file and counts it, for what there is to say at its end."""

    def __init__(self, source: Source, told: Iterable[Told]) -> None:
        """Take what is told while the file is read."""
        self._source = source
        self._told = told
        self.games = 0
        self.skipped = 0

    def __iter__(self) -> Iterator[Told]:
        for one in self._told:
            self.games += isinstance(one, ImportedGame)
            self.skipped += isinstance(one, Skipped)
            yield one
        if self._source.failure:
            yield self.stopped(self._source.failure, "import/damaged")

    def stopped(self, why: str, code: str) -> Skipped:
        """Say what stopped the reading, and what there is in spite of it."""
        self.skipped += 1
        games = f"the {self.games} games" if self.games != 1 else "the game"
        reason = f"{why}; {games} before that were kept" if self.games else why
        return Skipped(source=self._source.name, reason=reason, code=code)

    def nothing(self, reason: str, code: str) -> Iterator[Skipped]:
        """Say that there is no game, unless it has been said why."""
        if not self.games and not self.skipped:
            yield Skipped(source=self._source.name, reason=reason, code=code)


class Importer(Protocol):
    """A reader of one client's records."""

    @property
    def name(self) -> str:
        """The word that names it: what ``--format`` takes and a header's ``client`` says."""

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so, unpacked, is one of this client's records."""

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the games of a file, and what could not be used of it; ``tally`` counts meanwhile."""


class FileTally(Struct, frozen=True, kw_only=True):
    """The tally of one file of an import."""

    source: str
    format: str
    games: int
    tally: Tally


class ImportReport(Struct, frozen=True, kw_only=True):
    """What an import of several files gave."""

    games: tuple[ImportedGame, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    files: tuple[FileTally, ...] = ()


def merged(reports: Sequence[ImportReport]) -> ImportReport:
    """Return several reports as one, in order."""
    return ImportReport(
        games=tuple(game for report in reports for game in report.games),
        skipped=tuple(entry for report in reports for entry in report.skipped),
        files=tuple(entry for report in reports for entry in report.files),
    )
