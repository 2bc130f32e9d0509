"""XMage's importer: HTML or text, with turn and step on every line or without them."""

import re
from collections.abc import Iterator
from datetime import date

from replays.importers.protocol import ImportOptions, Tally, Telling, Told
from replays.importers.sources import Source
from replays.importers.text.clock import Clock
from replays.importers.text.entries import clean, entries
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence, TextReader
from replays.importers.times import zone_named
from replays.importers.xmage.game import step_told
from replays.importers.xmage.grammar import GRAMMAR, PREFIX
from replays.importers.xmage.teller import XmageTeller

CLIENT = "xmage"
_NAMED_DAY = re.compile(r"(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)[_-]\d{6}")
_SIGNS = re.compile(
    rb"(?:TURN|Turn) \d+(?: \(extra\))? for .+\(-?\d+(?:\[P:\d+\])? - "
    rb"| won the toss| decides to take mulligan|'s library is shuffled"
)
NO_GAME = (
    "it looks like a log of XMage, but no player is named in it as the client does: save the game "
    "log with the client's own option, or paste all of it"
)


def begins(fact: Fact, turns: int) -> bool:
    """Whether a sentence begins another game: a toss after turns were taken."""
    return turns > 0 and fact.kind == "toss"


READER = TextReader(
    client=CLIENT,
    grammar=GRAMMAR,
    begins=begins,
    teller=XmageTeller,
    prefix=step_told,
    phases="partly",
)


class XmageImporter:
    """Reads game logs of XMage."""

    @property
    def name(self) -> str:
        """The word that names the client."""
        return CLIENT

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so is a game log of XMage."""
        return _SIGNS.search(first_bytes) is not None

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the games of a log."""
        zone, day = zone_named(options.time_zone), day_named(source.name) or options.day

        def sentences(counts: Tally) -> Iterator[Sentence]:
            return _sentences(source, counts, Clock(day, zone))

        telling = Telling(source, READER.read(source, sentences, options, tally))
        yield from telling
        yield from telling.nothing(NO_GAME, "xmage/no_game")


def day_named(name: str) -> str:
    """Return the day in a file's name, as the client writes it; empty where there is none."""
    match = _NAMED_DAY.search(name)
    try:
        return date(*map(int, match.groups())).isoformat() if match else ""
    except ValueError:
        return ""


def _sentences(source: Source, tally: Tally, clock: Clock) -> Iterator[Sentence]:
    for entry in entries(source, tally):
        match = PREFIX.match(entry.text)
        if match is None:
            yield Sentence(entry=entry, text=entry.text, prefix=("", ""))
            continue
        turn, step = match["turn"] or "", match["step"] or ""
        text = clean(entry.text[match.end() :])
        yield Sentence(entry=entry, text=text, ms=clock.ms(match["time"]), prefix=(turn, step))
