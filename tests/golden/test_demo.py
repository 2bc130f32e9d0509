"""The game that ships with apnap is what its script plays, and it is sound."""

from pathlib import Path

from replays.demo import demo_bytes, demo_game
from tests.golden.make_demo import make


def test_the_bundled_game_is_what_the_referee_makes_of_the_script() -> None:
    """`python tests/golden/make_demo.py` writes it anew where the machine has changed."""
    lines = b"".join(line + b"\n" for line in make().log.lines())

    assert demo_bytes() == lines


def test_it_verifies_and_has_everything_in_it() -> None:
    game = demo_game()
    types = {type(record.event).__name__ for record in game}

    assert game.verify().ok
    assert game.audit() == ()
    assert types >= {
        "MulliganTaken",
        "CardsBottomed",
        "FlipIgnored",
        "FlipWon",
        "FlipLost",
        "DamageDivided",
        "BlockersDeclared",
        "TokenCreated",
        "GameEnded",
    }


def test_it_is_no_larger_than_a_game() -> None:
    file = Path(__file__).resolve().parents[2] / "replays" / "data" / "demo.apnap.jsonl"

    assert not file.exists() or file.stat().st_size < 200_000
