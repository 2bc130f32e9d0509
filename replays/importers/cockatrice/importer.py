"""Cockatrice's importer of ``.cor`` replays."""

from collections.abc import Iterator

from events.game import FormatEntry
from replays.importers.cockatrice.replay import Replay
from replays.importers.cockatrice.teller import (
    MOST_LIFE,
    CockatriceTeller,
    life_counters,
)
from replays.importers.cockatrice.wire import WireError, varint
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

CLIENT = "cockatrice"
LARGEST = 64 * 1024 * 1024
"""Bytes of a replay: long evenings have some hundred thousand."""
_ID_KEY = 0x08
_GAME_KEY = 0x12
NO_GAME = (
    "it is a replay of Cockatrice, but nothing was played in it: nobody drew a hand or took a turn"
)


class CockatriceImporter:
    """Reads ``.cor`` replays of Cockatrice."""

    @property
    def name(self) -> str:
        """The word that names the client."""
        return CLIENT

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so is a replay: its number, then its game, as messages."""
        if not first_bytes or first_bytes[0] != _ID_KEY:
            return False
        try:
            _, offset = varint(first_bytes, 1)
            length, after = varint(first_bytes, offset + 1)
        except WireError:
            return False
        follows = after + length
        is_game = first_bytes[offset : offset + 1] == bytes((_GAME_KEY,)) and length > 0
        return is_game and (follows >= len(first_bytes) or first_bytes[follows] in (0x1A, 0x20))

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the game of a replay."""
        replay = Replay(source.read(LARGEST))
        telling = Telling(source, iter((_read(replay, source, options, tally),)))
        yield from telling
        if replay.failure and not source.failure:
            yield telling.stopped(replay.failure, "import/damaged")
        if tally.cut:
            places = ", ".join(str(number) for number in tally.cut_at)
            reason = f"{tally.cut} events cannot be read whole (event {places}): a part is missing"
            yield Skipped(source=source.name, reason=reason, code="cockatrice/cut")


def _read(
    replay: Replay, source: Source, options: ImportOptions, tally: Tally
) -> ImportedGame | Skipped:
    events = list(replay.events())
    tally.lines = len(events)
    where = Game(client=CLIENT, file=source.name, match=digest(source.name), phases="partly")
    tale = Tale(where, options, tally)
    nothing = Skipped(source=source.name, reason=NO_GAME, code="cockatrice/no_game")
    counters: dict[tuple[int, int], int] = {}
    for event in events:
        for counter, value in life_counters(event).items():
            counters.setdefault(counter, value)
    lives = set(counters.values())
    if len(lives) == 1 and 0 < (life := lives.pop()) <= MOST_LIFE:
        tale.play = FormatEntry(starting_life=life)

    def tell() -> ImportedGame | Skipped:
        teller = CockatriceTeller(tale, counters)
        for event in events:
            ms = (replay.start + event.seconds) * 1000 if replay.start else 0
            tale.read_at(event.number, event.kind, ms)
            if event.broken:
                tally.cut_line(event.number)
            teller.tell(event)
            tally.messages += 1
        if not len(tale.roster):
            return nothing
        return tale.finish()

    return guarded(where, tell)
