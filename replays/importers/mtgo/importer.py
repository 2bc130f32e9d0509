"""Magic Online's importer: from a binary match log to its games."""

import unicodedata
from collections.abc import Iterable, Iterator
from datetime import tzinfo

from replays.importers.mtgo.grammar import GRAMMAR
from replays.importers.mtgo.records import MAGIC, LogRecord, Reading, read_match_log
from replays.importers.mtgo.teller import MtgoTeller
from replays.importers.protocol import ImportOptions, Skipped, Tally, Telling, Told
from replays.importers.sources import Source
from replays.importers.text.entries import Entry
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence, TextReader, digest
from replays.importers.times import from_ticks, zone_named

CLIENT = "mtgo"
LARGEST = 64 * 1024 * 1024
"""Bytes of a match log: the largest met have some hundred thousand."""

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

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the games of a match log."""
        zone = zone_named(options.time_zone)
        reading = read_match_log(source.read(LARGEST))
        tally.lines = len(reading.records)

        def sentences(_counts: Tally) -> Iterator[Sentence]:
            return _sentences(reading.records, zone)

        match = digest(reading.head.match) if reading.head is not None else ""
        telling = Telling(source, READER.read(source, sentences, options, tally, match=match))
        yield from telling
        yield from _end(source, reading, telling, tally)
        yield from telling.nothing(NOTHING, "mtgo/no_game")


def _sentences(records: Iterable[LogRecord], zone: tzinfo) -> Iterator[Sentence]:
    for number, record in enumerate(records, 1):
        if text := _text(record):
            entry = Entry(line=number, part=record.offset, text=text)
            yield Sentence(entry=entry, text=text, ms=from_ticks(record.ticks, zone))


def _text(record: LogRecord) -> str:
    """Return a record's sentence; bytes that are no text are shown as such."""
    text = record.text.encode("utf-8", errors="replace").decode("utf-8").replace("\0", "").strip()
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _end(source: Source, reading: Reading, telling: Telling, tally: Tally) -> Iterator[Skipped]:
    """Say why not everything came out of a file."""
    if reading.damage:
        yield telling.stopped(reading.damage, "mtgo/damaged")
    elif reading.is_cut:
        telling.skipped += 1
        tally.cut_line(len(reading.records) + 1)
        reason = (
            f"record {len(reading.records) + 1}, at offset {reading.end}, is cut off while being "
            "written: if the match is still being played, import the file again after it"
        )
        yield Skipped(source=source.name, reason=reason, code="mtgo/cut")
