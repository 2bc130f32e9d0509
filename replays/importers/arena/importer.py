"""Arena's importer: from a file to its games, and what to tell the user of the rest."""

from collections.abc import Iterator

from events.errors import DataError
from events.log import read
from replays.importers.arena.build import build_game
from replays.importers.arena.framing import Framing
from replays.importers.arena.games import GameRecord, Games
from replays.importers.protocol import (
    ImportedGame,
    ImportOptions,
    Skipped,
    Tally,
    Telling,
    Told,
)
from replays.importers.sources import Source

_MARKS = (
    b"[UnityCrossThreadLogger]",
    b"greToClientEvent",
    b"matchGameRoomStateChangedEvent",
    b"GREMessageType_",
    b"DETAILED LOGS:",
    b"MTGA_Data",
)

DISABLED = (
    "it holds no games because Arena's detailed logs are off: in Arena, open Options, then Account, "
    'tick "Detailed Logs (Plugin Support)", restart Arena, play, and import the new Player.log'
)
NO_GAME = (
    "it is an Arena log, but no game was played in it: Arena starts a new Player.log each time it "
    "is started, so try Player-prev.log beside it"
)
NOTHING = "it is empty: Arena writes Player.log while it runs, so copy the file after a game"


class ArenaImporter:
    """Reads ``Player.log`` of Magic: The Gathering Arena, packed or not."""

    @property
    def name(self) -> str:
        """The word that names the client."""
        return "arena"

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so comes from Arena."""
        return any(mark in first_bytes for mark in _MARKS)

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the games of a log; a game with a defect of its own does not stop the others."""
        framing = Framing(source, tally)
        games = Games(source.name, tally)
        telling = Telling(source, _games(framing, games, source, options))
        yield from telling
        yield from _end(source, framing, telling)


def _games(
    framing: Framing, games: Games, source: Source, options: ImportOptions
) -> Iterator[Told]:
    for record in games.sort(framing.messages()):
        yield _built(record, source.name, options, framing.tally)
    yield from games.skipped


def _built(
    record: GameRecord, file: str, options: ImportOptions, tally: Tally
) -> ImportedGame | Skipped:
    """Return a game that can be read again, or what is wrong with it."""
    match = f"game {record.number} of match {record.match[:8]}"
    try:
        game = build_game(record, file, options, tally)
        read(line + b"\n" for line in game.log.lines()).strict()
    except DataError as error:
        what = f"{match} cannot be written as a log: {error}"
    except (LookupError, ValueError, TypeError) as error:
        what = f"{match} holds something unexpected ({type(error).__name__}: {error})"
    else:
        return game
    reason = f"{what}; please report it together with the file"
    return Skipped(source=file, reason=reason, code="arena/unexpected")


def _end(source: Source, framing: Framing, telling: Telling) -> Iterator[Skipped]:
    """Say why nothing, or not everything, came out of a file."""
    nothing = not telling.games and not telling.skipped
    tally = framing.tally
    if tally.cut:
        places = ", ".join(str(line) for line in tally.cut_at)
        reason = (
            f"{tally.cut} messages were cut off while being written (line {places}): "
            "what they said is missing; if the game was still running, import the file again after it"
        )
        yield Skipped(source=source.name, reason=reason, code="arena/cut")
    if nothing:
        yield _nothing_in(source, framing)


def _nothing_in(source: Source, framing: Framing) -> Skipped:
    if not framing.tally.lines:
        return Skipped(source=source.name, reason=NOTHING, code="import/empty")
    if framing.detailed is False:
        return Skipped(source=source.name, reason=DISABLED, code="arena/detailed_logs_disabled")
    return Skipped(source=source.name, reason=NO_GAME, code="arena/no_game")
