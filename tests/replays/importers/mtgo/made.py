"""Made-up match logs of Magic Online: sentences of our own in the client's binary form."""

from collections.abc import Sequence
from datetime import datetime

from replays.importers.mtgo.records import Head, LogRecord, write_match_log

MATCH = "00000000-0000-0000-0000-000000000007"
BEGAN = datetime(2026, 1, 13, 15, 0)  # noqa: DTZ001 - a client's own clock
HEAD = Head(match=MATCH, again=MATCH, end=0)


def card(name: str, number: int) -> str:
    """Return a card as a sentence names it."""
    return f"@[{name}@:{2 * 77},{number}:@]"


def match_log(sentences: Sequence[str]) -> bytes:
    """Return a log with a sentence each second."""
    first = int((BEGAN - datetime(1, 1, 1)).total_seconds())  # noqa: DTZ001
    records = (
        LogRecord(offset=0, ticks=(first + second) * 10_000_000, text=text)
        for second, text in enumerate(sentences)
    )
    return write_match_log(HEAD, tuple(records))


def opening(first: str = "Ann", second: str = "Bob") -> list[str]:
    """Return what precedes the first turn of a first game."""
    return [
        f"@P{first} rolled a 5.",
        f"@P{second} rolled a 2.",
        f"@P@P{first} joined the game.",
        f"@P@P{second} joined the game.",
        f"@P{first} chooses to play first.",
        f"@P{second} begins the game with seven cards in hand.",
        f"@P{first} begins the game with seven cards in hand.",
    ]
