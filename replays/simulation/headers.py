"""Headers of the games of a simulation: they differ in nothing but their ids and seeds."""

from msgspec.json import encode
from msgspec.structs import replace

from events.codec import hash_line
from events.game import ChanceScheme, GameCreated
from events.log import seal_batch
from events.records import NO_HASH
from replays.new_game import header_draft


def header_of_game(header: GameCreated, seed: str, number: int) -> GameCreated:
    """Return the header of one game of a simulation."""
    return _named(header, _game(header, number), _seed(seed, number))


def line_of(header: GameCreated) -> bytes:
    """Return the canonical line of a header, without its end."""
    return seal_batch((header_draft(header),), 0, NO_HASH).lines[0].removesuffix(b"\n")


class HeaderLines:
    """The canonical lines of the headers of many games, encoded once and cut where they differ."""

    __slots__ = ("_cut", "_header")

    def __init__(self, header: GameCreated) -> None:
        """Take from ``header`` what all games have in common."""
        self._header = header
        mark = hash_line(line_of(header))  # no text holds its own hash
        line = line_of(_named(header, f"{mark}-game", f"{mark}-seed"))
        before, _, rest = line.partition(encode(f"{mark}-seed"))  # in order of the keys
        between, _, after = rest.partition(encode(f"{mark}-game"))
        self._cut = before, between, after

    def line(self, seed: str, number: int) -> bytes:
        """Return ``line_of(header_of_game(header, seed, number))``."""
        before, between, after = self._cut
        game, own_seed = _game(self._header, number), _seed(seed, number)
        return before + encode(own_seed) + between + encode(game) + after


def _game(header: GameCreated, number: int) -> str:
    return f"{header.game}-{number:07d}"


def _seed(seed: str, number: int) -> str:
    return f"{seed}:{number}"


def _named(header: GameCreated, game: str, seed: str) -> GameCreated:
    return replace(header, game=game, chance=ChanceScheme(kind="seeded", seed=seed))
