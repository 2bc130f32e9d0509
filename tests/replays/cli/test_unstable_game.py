"""A whole Unstable game, played by `apnap play --auto`, and all that can be asked about it."""

import csv
from pathlib import Path

from events.contraptions import ContraptionAssembled, ContraptionReassembled
from events.vocabulary import SPROCKETS
from projections.sprocket_board import crank_history
from replays.game_log import GameLog
from replays.scan import open_game
from tests.machine.contraptions.wanted import WANTED, seen
from tests.replays.cli.conftest import Run, data

SEEDS = ("13", "9", "3", "6", "1")
"""Games that are tried until everything has happened in one; the first should do."""

TURNS = 10


def auto(run: Run, folder: Path, seed: str) -> str:
    """Return the log of a game of two seats that play by themselves to its end."""
    log = str(folder / f"unstable-{seed}.apnap.jsonl")
    seats = ("--seat", "ann=contraptions", "--seat", "bob=contraptions", "--un-cards")
    assert run("new", *seats, "--life", "10", "--seed", seed, "-o", log).exit_code == 0
    assert run("play", log, "--auto", "all", "--seed", seed).exit_code == 0
    return log


def test_a_whole_unstable_game_by_auto(run: Run, tmp_path: Path) -> None:
    missing: dict[str, list[str]] = {}
    for seed in SEEDS:
        log = auto(run, tmp_path, seed)
        game = open_game(log)
        missing[seed] = sorted(set(WANTED) - seen(game))
        if not missing[seed] and game.tables[-1].turn.number >= TURNS:
            break
    assert not missing[seed], missing

    assert_cranked_on_all_sprockets(game)
    assert_sound(run, log)
    assert_exported(run, log, tmp_path / "tables", game)


def assert_cranked_on_all_sprockets(game: GameLog) -> None:
    """Ten turns at least, in which something was cranked on each sprocket; to the end of the game."""
    last = game.tables[-1]
    assert last.result is not None
    assert last.turn.number >= TURNS
    entries = crank_history(tuple(game.log), game.tables)
    assert {one.sprocket for one in entries if one.cranked} == set(SPROCKETS)


def assert_sound(run: Run, log: str) -> None:
    """Intact, complete, derived again from its decisions and chance, legal; nothing to find."""
    told = data(run("verify", "--json", log))
    verdicts = {
        name: told["verdicts"][name]["ok"] for name in ("intact", "complete", "derived", "legal")
    }
    assert verdicts == dict.fromkeys(verdicts, True)
    audited = run("audit", log)
    assert audited.exit_code == 0, audited.stdout


def assert_exported(run: Run, log: str, folder: Path, game: GameLog) -> None:
    """As tables, with a row for each move of a counter and each Contraption put on a sprocket."""
    words = ("--names", "--format", "csv", "--engine", "serial", "--options", "0")
    assert run("export", log, *words, "-o", str(folder)).exit_code == 0
    entries = crank_history(tuple(game.log), game.tables)
    moved = rows_of(folder / "cranks.csv")
    assert [int(row["seq"]) for row in moved] == [one.seq for one in entries]
    assert [int(row["cranked"]) for row in moved] == [len(one.cranked) for one in entries]
    placed = rows_of(folder / "assemblies.csv")
    kinds = (ContraptionAssembled, ContraptionReassembled)
    assert len(placed) == sum(isinstance(record.event, kinds) for record in game.log)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
