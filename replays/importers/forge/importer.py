"""Forge's importer: oldest line first or newest first, one game or a whole simulation."""

from collections.abc import Sequence
from itertools import pairwise

from replays.importers.forge.grammar import GRAMMAR
from replays.importers.forge.teller import ForgeTeller
from replays.importers.protocol import Imported, ImportOptions, Skipped, Tally
from replays.importers.sources import Source
from replays.importers.text.entries import Entry, entries
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence, TextReader

CLIENT = "forge"
_TURN = "Turn: Turn "
_SIGNS = (b"Turn: Turn ", b"\nMulligan: ", b"\nPhase: ", b"\nAdd To Stack: ")
NO_GAME = (
    "it looks like a log of Forge, but no player and no turn is in it: save the whole log of the "
    "game, or the whole output of a simulation"
)


def begins(fact: Fact, turns: int) -> bool:
    """Whether a line begins another game: mulligans, a heading or a first turn after turns."""
    if not turns:
        return False
    is_first = fact.kind == "turn" and fact["number"] == "1"
    return is_first or fact.kind in ("mulligans", "keeps", "format")


READER = TextReader(client=CLIENT, grammar=GRAMMAR, begins=begins, teller=ForgeTeller)


class ForgeImporter:
    """Reads game logs of Forge."""

    @property
    def name(self) -> str:
        """The word that names the client."""
        return CLIENT

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so is a game log of Forge."""
        begun = b"\n" + first_bytes
        return sum(sign in begun for sign in _SIGNS) > 1 or first_bytes.startswith(b"Mulligan: ")

    def read(self, source: Source, options: ImportOptions) -> Imported:
        """Return the games of a log."""
        tally = Tally()
        lines = list(entries(source, tally))
        if is_newest_first(lines):
            lines.reverse()
        sentences = (Sentence(entry=entry, text=entry.text) for entry in lines)
        imported = READER.read(source, sentences, options, tally)
        told = list(imported.skipped)
        if source.failure:
            reason = f"{source.failure}; the {len(imported.games)} games before that were kept"
            told.append(Skipped(source=source.name, reason=reason, code="import/damaged"))
        elif not imported.games and not told:
            told.append(Skipped(source=source.name, reason=NO_GAME, code="forge/no_game"))
        return Imported(games=imported.games, skipped=tuple(told), tally=tally)


def is_newest_first(lines: Sequence[Entry]) -> bool:
    """Whether a log was saved with its newest line first, as the desktop client can.

    Turn numbers fall where it is so; with one turn alone, its phases stand above it.
    """
    turns = [
        int(number)
        for line in lines
        if line.text.startswith(_TURN)
        and (number := line.text.removeprefix(_TURN).partition(" ")[0]).isdecimal()
        and len(number) < 6  # noqa: PLR2004 - no game has as many turns
    ]
    falls = sum(after < before for before, after in pairwise(turns))
    if len(turns) > 1:
        return falls > (len(turns) - 1) / 2
    kinds = [line.text.partition(":")[0] for line in lines]
    if not turns or "Mulligan" not in kinds:
        return False
    return kinds.index("Mulligan") > kinds.index("Turn")
