"""What a shell offers: positions, paths, seats, types, files; wherever a command takes them."""

import pytest
from click.shell_completion import ShellComplete

from replays.cli import main
from replays.cli.app import COMMANDS
from tests.replays.cli.conftest import Run


def offered(*words: str) -> list[str]:
    """Return what is offered for the last word; ``(files)`` where the shell looks for files."""
    complete = ShellComplete(main, {}, "apnap", "_APNAP_COMPLETE")
    found = complete.get_completions(list(words[:-1]), words[-1])
    return ["(files)" if one.type == "file" else one.value for one in found]


@pytest.mark.parametrize(
    "words",
    [
        ("show",),
        ("log",),
        ("why",),
        ("watch",),
        ("cut",),
        ("rewind",),
        ("report",),
        ("fork",),
        ("view",),
        ("explain",),
        ("find", "1"),
        ("bisect", "run", "true"),
        ("diff", "GAME"),
    ],
)
def test_positions(game: str, words: tuple[str, ...]) -> None:
    words = tuple(word.replace("GAME", game) for word in words)

    assert offered(*words, f"{game}@t1.up") == [f"{game}@t1.upkeep"]
    assert offered(*words, f"{game}@flip:") == [f"{game}@flip:1", f"{game}@flip:2"]
    assert offered(*words, f"{game}@start..mull.2") == [f"{game}@start..mull.2"]
    assert offered(*words, "ga") == ["(files)"]


@pytest.mark.parametrize("words", [("why",), ("watch",), ("cut",)])
def test_paths(game: str, words: tuple[str, ...]) -> None:
    assert offered(*words, game, "players.bob.li") == ["players.bob.life", "players.bob.library"]
    assert "players.ann" in offered(*words, game, "players.")
    assert offered("report", game, "--path", "turn.numb") == ["turn.number"]
    assert offered(*words, "nothing.jsonl", "players.") == []


def test_seats_and_types(game: str) -> None:
    assert offered("show", game, "--seat", "") == ["public", "ann", "bob", "judge"]
    assert offered("log", game, "--who", "b") == ["bob"]
    assert offered("log", game, "--type", "flipw") == ["FlipWon"]


@pytest.mark.parametrize(
    "words",
    [("verify",), ("audit",), ("dispute",), ("reconcile",), ("export",), ("import",), ("play",)],
)
def test_files(words: tuple[str, ...]) -> None:
    assert offered(*words, "ga") == ["(files)"]


def test_commands_and_scripts(run: Run) -> None:
    assert set(offered("")) == set(COMMANDS)
    for shell in ("bash", "zsh", "fish"):
        assert "_APNAP_COMPLETE" in run("completion", shell).stdout
