"""Forge's importer: oldest line first or newest first, one game or a whole simulation."""

from collections.abc import Iterable, Iterator

from replays.importers.forge.grammar import GRAMMAR
from replays.importers.forge.teller import ForgeTeller
from replays.importers.protocol import ImportOptions, Tally, Telling, Told
from replays.importers.sources import Source
from replays.importers.text.entries import Entry, entries
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence, TextReader

CLIENT = "forge"
_ORDER = ("Turn", "Mulligan")
"""Kinds of lines, in the order in which a log has them that begins with its end."""
LONGEST_NUMBER = 5
"""Digits of a turn's number: no game has as many."""
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

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the games of a log."""
        is_reversed = is_newest_first(entries(source, Tally()))

        def sentences(counts: Tally) -> Iterator[Sentence]:
            lines: Iterable[Entry] = entries(source, counts)
            for entry in reversed(list(lines)) if is_reversed else lines:
                yield Sentence(entry=entry, text=entry.text)

        telling = Telling(source, READER.read(source, sentences, options, tally))
        yield from telling
        yield from telling.nothing(NO_GAME, "forge/no_game")


def is_newest_first(lines: Iterable[Entry]) -> bool:
    """Whether a log was saved with its newest line first, as the desktop client can.

    Turn numbers fall where it is so; with one turn alone, its mulligans stand below it.
    """
    turns = falls = before = 0
    order: dict[str, None] = {}
    for line in lines:
        kind, _, rest = line.text.partition(":")
        if kind in _ORDER:
            order.setdefault(kind)
        number = rest.removeprefix(" Turn ").partition(" ")[0]
        if kind == "Turn" and number.isdecimal() and len(number) <= LONGEST_NUMBER:
            turns += 1
            falls += int(number) < before
            before = int(number)
    if turns > 1:
        return falls > (turns - 1) / 2
    return turns == 1 and tuple(order) == _ORDER
