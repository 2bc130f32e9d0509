"""17Lands' importer: one game for each row of the public replay data."""

from collections.abc import Iterator
from datetime import date

from events.game import FormatEntry
from replays.importers.lands17.rows import FIRST_COLUMNS, Row, rows
from replays.importers.lands17.teller import RowTeller
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
from replays.importers.text.reader import digest, guarded

CLIENT = "17lands"
MOST_GAMES = 2_000
"""Games of one file: the published files have hundreds of thousands, more than memory holds."""
NO_GAME = "it has the columns of 17Lands' replay data, but no row: take a file with games in it"


class Lands17Importer:
    """Reads replay data of 17Lands, packed or not."""

    @property
    def name(self) -> str:
        """The word that names the source of the data."""
        return CLIENT

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so is replay data of 17Lands."""
        begun = first_bytes.removeprefix(b"\xef\xbb\xbf")
        return begun.startswith(FIRST_COLUMNS)

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the games of a file, at most ``MOST_GAMES``."""
        telling = Telling(source, _told(source, options, tally))
        yield from telling
        if tally.cut:
            places = ", ".join(str(line) for line in tally.cut_at)
            reason = f"{tally.cut} rows are cut off or have other columns (line {places})"
            yield Skipped(source=source.name, reason=reason, code="17lands/cut")
        else:
            yield from telling.nothing(NO_GAME, "17lands/no_game")


def _told(source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
    for number, row in enumerate(rows(source, tally)):
        if number == MOST_GAMES:
            reason = (
                f"only its first {MOST_GAMES:,} games were imported (up to line {row.line - 1}): "
                "cut the file into pieces, each with the first line, for more"
            )
            yield Skipped(source=source.name, reason=reason, code="17lands/too_many")
            return
        yield _built(row, source, options, tally)


def _built(
    row: Row, source: Source, options: ImportOptions, tally: Tally
) -> ImportedGame | Skipped:
    """Return the game of a row; its draft's id is the user's, so that a stand-in goes into the log."""
    identity = (row.text("draft_id"), row.text("build_index"), row.text("match_number"))
    where = Game(
        client=CLIENT,
        file=source.name,
        match=digest(*identity),
        number=max(1, min(row.number("game_number") or 1, 100)),
        day=_day(row.text("game_time")) or _day(row.text("draft_time")),
        phases="partly",
    )
    tale = Tale(where, options, tally)
    tale.play = FormatEntry(limited=True)

    def tell() -> ImportedGame:
        tale.read_at(row.line)
        RowTeller(tale, row, options).tell()
        tally.messages += 1
        return tale.finish()

    return guarded(where, tell)


def _day(text: str) -> str:
    """Return the day of a time such as ``2026-01-01 00:10:00``; empty where it is none."""
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError:
        return ""
