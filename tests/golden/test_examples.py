"""The examples kept as logs are what the referee makes of them today, and they are sound."""

from functools import cache
from pathlib import Path

import pytest

from replays.game_log import GameLog
from replays.scan import open_game
from tests.golden.make_examples import EXAMPLES, HERE, file_of, made

FILES = [file_of(group, name) for group, names in EXAMPLES.items() for name in names]
every_example = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])


@cache
def today() -> dict[Path, GameLog]:
    return dict(made())


def test_nothing_else_is_kept() -> None:
    kept = {path for group in EXAMPLES for path in (HERE / group).iterdir()}
    assert kept == set(FILES)


@every_example
def test_the_referee_plays_it_so_today(path: Path) -> None:
    """`python tests/golden/make_examples.py` writes them anew where the machine has changed."""
    lines = b"".join(line + b"\n" for line in today()[path].log.lines())
    assert path.read_bytes() == lines


@every_example
def test_it_is_intact_derived_again_and_legal(path: Path) -> None:
    game = open_game(path)
    found = game.verify()
    assert (found.intact.ok, found.derived.ok, found.legal.ok) == (True, True, True)
    assert game.audit() == ()
