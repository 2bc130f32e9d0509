"""phase-rs' importer: from JSON Lines to the game, or the games where several follow each other."""

from collections.abc import Iterable, Iterator, Sequence

from replays.importers.phase.known import known_of
from replays.importers.phase.teller import PhaseTeller
from replays.importers.phase.wire import Read, actions
from replays.importers.protocol import (
    ImportedGame,
    ImportOptions,
    Skipped,
    Tally,
    Telling,
    Told,
)
from replays.importers.sources import Source
from replays.importers.telling.tale import Game, Tale
from replays.importers.text.reader import MOST_GAMES, digest, guarded

CLIENT = "phase"
_SIGNS = (b'"seq"', b'"action"', b'"waiting_for"')
MOST_ACTIONS = 20_000
"""Actions of one game: the longest met have some thousands."""
NO_GAME = "it looks like a record of phase-rs, but no player declares anything in it: record it from the start"


class PhaseImporter:
    """Reads records of phase-rs and its Python package."""

    @property
    def name(self) -> str:
        """The word that names the client."""
        return CLIENT

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so is a record of phase-rs."""
        begun = first_bytes.lstrip(b"\xef\xbb\xbf \r\n\t")
        return begun.startswith(b"{") and all(sign in first_bytes for sign in _SIGNS)

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the games of a record."""
        telling = Telling(source, _told(source, options, tally))
        yield from telling
        if tally.cut:
            places = ", ".join(str(line) for line in tally.cut_at)
            reason = f"{tally.cut} lines cannot be read (line {places}): what they said is missing"
            yield Skipped(source=source.name, reason=reason, code="phase/cut")


def _told(source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
    games = _games(actions(source, tally), source, tally)
    for number, record in enumerate(games, 1):
        yield _built(record, number, source, options, tally)


def _games(record: Iterable[Read], source: Source, tally: Tally) -> Iterator[list[Read]]:
    """Yield the actions of each game: number 0 begins one; another that does not rise is told twice."""
    game: list[Read] = []
    games = 0
    for read in record:
        if game and read.action.seq <= game[-1].action.seq:
            if read.action.seq or len(game) == 1:
                tally.repeat("action")
                continue
            yield game
            game = []
            games += 1
        if games == MOST_GAMES or len(game) >= MOST_ACTIONS:
            bound = f"{MOST_GAMES:,} games" if games == MOST_GAMES else f"{MOST_ACTIONS:,} actions"
            source.failure = f"it has more than {bound} (line {read.line})"
            return
        game.append(read)
    if game:
        yield game


def _built(
    record: Sequence[Read], number: int, source: Source, options: ImportOptions, tally: Tally
) -> ImportedGame | Skipped:
    where = Game(client=CLIENT, file=source.name, match=digest(source.name), number=number)
    known = known_of(record)
    if not known.players:
        return Skipped(source=source.name, reason=NO_GAME, code="phase/no_game")
    tale = Tale(where, options, tally)

    def tell() -> ImportedGame:
        teller = PhaseTeller(tale, known)
        for read in record:
            tale.read_at(read.line, max(0, read.action.seq))
            teller.tell(read.action)
            tally.messages += 1
        return tale.finish()

    return guarded(where, tell)
