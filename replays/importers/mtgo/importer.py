"""Magic Online's importer: from a binary match log to its games."""

import unicodedata

from replays.importers.mtgo.grammar import GRAMMAR
from replays.importers.mtgo.records import MAGIC, LogRecord, Reading, read_match_log
from replays.importers.mtgo.teller import MtgoTeller
from replays.importers.protocol import Imported, ImportOptions, Skipped, Tally
from replays.importers.sources import Source
from replays.importers.text.entries import Entry
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence, TextReader, digest
from replays.importers.times import from_ticks, zone_named

CLIENT = "mtgo"

NOTHING = (
    "it is a match log of Magic Online, but no game was played in it: copy the file again once the "
    "match has begun"
)


def begins(fact: Fact, turns: int) -> bool:
    """Whether a sentence begins another game: the players join anew after turns were taken."""
    return turns > 0 and fact.kind in ("joined", "rolled")


READER = TextReader(
    client=CLIENT, grammar=GRAMMAR, begins=begins, teller=MtgoTeller, phases="untold"
)


class MtgoImporter:
    """Reads ``Match_GameLog_<id>.dat`` of Magic Online, packed or not, finished or still growing."""

    @property
    def name(self) -> str:
        """The word that names the client."""
        return CLIENT

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so is a match log of Magic Online."""
        return first_bytes.startswith(MAGIC)

    def read(self, source: Source, options: ImportOptions) -> Imported:
        """Return the games of a match log."""
        zone = zone_named(options.time_zone)
        tally = Tally()
        reading = read_match_log(source.read())
        tally.lines = len(reading.records)
        sentences = [
            Sentence(
                entry=Entry(line=number, part=record.offset, text=text),
                text=text,
                ms=from_ticks(record.ticks, zone),
            )
            for number, record in enumerate(reading.records, 1)
            if (text := _text(record))
        ]
        match = digest(reading.head.match) if reading.head is not None else ""
        imported = READER.read(source, sentences, options, tally, match=match)
        told = [*imported.skipped, *_told(source, reading, len(imported.games), tally)]
        return Imported(games=imported.games, skipped=tuple(told), tally=tally)


def _text(record: LogRecord) -> str:
    """Return a record's sentence; bytes that are no text are shown as such."""
    text = record.text.encode("utf-8", errors="replace").decode("utf-8").replace("\0", "").strip()
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _told(source: Source, reading: Reading, games: int, tally: Tally) -> list[Skipped]:
    """Say why nothing, or not everything, came out of a file."""
    told: list[Skipped] = []
    if source.failure:
        reason = f"{source.failure}; the {games} games before that were kept"
        told.append(Skipped(source=source.name, reason=reason, code="import/damaged"))
    if reading.damage:
        reason = f"{reading.damage}; the {games} games before that were kept"
        told.append(Skipped(source=source.name, reason=reason, code="mtgo/damaged"))
    elif reading.is_cut:
        tally.cut_line(len(reading.records) + 1)
        reason = (
            f"record {len(reading.records) + 1}, at offset {reading.end}, is cut off while being "
            "written: if the match is still being played, import the file again after it"
        )
        told.append(Skipped(source=source.name, reason=reason, code="mtgo/cut"))
    if not games and not told:
        told.append(Skipped(source=source.name, reason=NOTHING, code="mtgo/no_game"))
    return told
