"""From the bytes of a text log to its entries: one sentence each, without markup, with its line."""

import html
import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

from replays.importers.protocol import Tally
from replays.importers.sources import Source

LONGEST_ENTRY = 8_000
"""Characters of one sentence: the longest that clients write have about two thousand."""
MOST_ENTRIES = 2_000_000
"""Sentences of one file: a night of simulated games has some hundred thousands."""
MOST_ON_A_LINE = 100_000
"""Entries on one line of markup: a whole log can be one line."""

_BREAK = re.compile(r"<(?:br|/p|/div|/li|/tr)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z!][^<>]{0,1000}>")
_SPACE = re.compile(r"[\s\u00a0]+")
BOM = "\ufeff"


class Entry(Struct, frozen=True, kw_only=True, gc=False):
    """One sentence of a log."""

    line: int
    part: int
    """Which one of its line, from 1; 0 where the line has only one."""
    text: str


def entries(source: Source, tally: Tally) -> Iterator[Entry]:
    """Yield the sentences of a file, at most ``MOST_ENTRIES``; count what is too long to be one."""
    count = 0
    for number, raw in source.lines():
        tally.lines = number
        for entry in _of_line(number, raw.decode("utf-8", errors="replace"), tally):
            count += 1
            if count > MOST_ENTRIES:
                source.failure = f"it has more than {MOST_ENTRIES:,} entries (line {number})"
                return
            yield entry


def _of_line(number: int, line: str, tally: Tally) -> Iterator[Entry]:
    pieces = _BREAK.split(line, MOST_ON_A_LINE) if "<" in line else [line]
    part = 0
    for piece in pieces:
        if len(piece) > 4 * LONGEST_ENTRY:
            tally.leave_unread(number, piece[:LONGEST_ENTRY])
            continue
        text = clean(piece)
        if not text:
            continue
        part += 1
        if len(text) > LONGEST_ENTRY:
            tally.leave_unread(number, text)
        else:
            yield Entry(line=number, part=part if len(pieces) > 1 else 0, text=text)


def clean(text: str) -> str:
    """Return a sentence without markup and doubled spaces; a lone ``<`` stays what it is."""
    if "<" in text:
        text = _TAG.sub("", text)
    if "&" in text:
        text = html.unescape(text)
    text = _SPACE.sub(" ", text).strip(f" {BOM}")
    return text if text.isascii() else unicodedata.normalize("NFC", text)
