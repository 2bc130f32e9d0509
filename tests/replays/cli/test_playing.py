"""`apnap play` and `apnap add`: through pipes, as programs and scripts use them."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.chance import DieRolled
from events.game import GameEnded
from events.identifiers import Seat
from events.log import EventLog
from events.rulings import Rewound, RulingMade
from events.stack import EffectCreated
from replays.cli import main
from replays.files import open_log, write_log
from replays.stores.plain_files import PlainFileStore
from tests.replays.cli.conftest import Run, data
from tests.replays.play.tables import game

PROGRAM = "from replays.cli import main; main()"
ROOT = Path(__file__).resolve().parents[3]
ANN, BOB = Seat("ann"), Seat("bob")
OPENING = ("1", "keep", "keep")

Play = Callable[..., Result]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fresh") / "game.apnap.jsonl"
    words = [
        "new",
        "--seat",
        "ann=division",
        "--seat",
        "bob=bears",
        "--seed",
        "1",
        "-o",
        str(path),
    ]
    assert CliRunner().invoke(main, words).exit_code == 0
    return path


@pytest.fixture
def log(fresh: Path, tmp_path: Path) -> str:
    return str(shutil.copy(fresh, tmp_path / "game.apnap.jsonl"))


@pytest.fixture
def play(log: str) -> Play:
    def invoke(*words: str, lines: tuple[str, ...] = ()) -> Result:
        text = "".join(f"{line}\n" for line in lines)
        return CliRunner().invoke(main, ["--lang", "en", "play", log, *words], input=text)

    return invoke


def test_a_script_plays_and_leaves_and_goes_on(play: Play, log: str) -> None:
    first = play(lines=(*OPENING, "pass until main1", "quit"))
    second = play(lines=("pass until main1",))

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "ann: choose who takes the first turn (CR 103.1)" in first.stdout
    assert "everything is written" in first.stderr
    assert "bob: act or pass (CR 117.1)" in second.stdout
    assert open_log(log)[-1].seq > 20


def test_no_hand_is_shown_to_another_player(play: Play) -> None:
    result = play(lines=(*OPENING, "quit"))
    before, _, after = result.stdout.partition("bob: keep or take a mulligan")

    assert "ann draws 7 cards: " in before
    assert "bob draws 7 cards\n" in before
    assert "bob keeps" in after


def test_what_is_not_accepted_is_told_and_shows_in_the_exit_code(play: Play, log: str) -> None:
    before = open_log(log)
    result = play(lines=("nonsense", '{"type": "PriorityPassed", "player": "bob"}'))

    assert result.exit_code == 1
    assert "[answer/unknown]" in result.stderr
    assert "[decision/not_asked]" in result.stderr
    assert open_log(log) == before


def test_seats_that_play_by_themselves_play_the_same_again(log: str, tmp_path: Path) -> None:
    other = str(shutil.copy(log, tmp_path / "other.apnap.jsonl"))
    for path in (log, other):
        words = ["play", path, "--auto", "all", "--seed", "3", "--turns", "3"]
        assert CliRunner().invoke(main, words).exit_code == 0

    assert open_log(log) == open_log(other)


def test_until_a_position(play: Play, run: Run, log: str) -> None:
    result = play("--auto", "all", "--seed", "1", "--until", "@t3.upkeep")

    assert result.exit_code == 0
    assert data(run("show", "--json", f"{log}@end"))["table"]["turn"]["phase"] == "beginning.upkeep"
    assert run("verify", log).exit_code == 1, "the game goes on"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--until", "@tea"], 2, "is no position"),
        (["--auto", "zoe"], 2, "nobody called 'zoe' plays"),
    ],
)
def test_bad_options(play: Play, words: list[str], code: int, told: str) -> None:
    result = play(*words)

    assert result.exit_code == code
    assert told in result.stderr


@pytest.mark.parametrize("command", ["play", "add"])
@pytest.mark.parametrize(
    ("content", "code"), [(None, 3), (b"4 Forest\n", 3), (b"", 3), (b"\x1f\x8b123", 3)]
)
def test_what_is_no_log(
    run: Run, tmp_path: Path, command: str, content: bytes | None, code: int
) -> None:
    path = tmp_path / "x.apnap.jsonl"
    if content is not None:
        path.write_bytes(content)
    words = [command, str(path)] + (['{"type": "X"}'] if command == "add" else [])

    assert run(*words).exit_code == code


def test_a_game_created_here_is_one_of_a_folder(log: str) -> None:
    with PlainFileStore(Path(log).parent) as store:
        assert store.games() == ("game",)
        assert len(store.load("game")) == 3


def test_in_japanese(log: str) -> None:
    result = CliRunner().invoke(main, ["--lang", "ja", "play", log], input="?\n")

    assert "先攻を決める (CR 103.1)" in result.stdout
    assert "すべて書き込み済みです" in result.stderr


def test_every_screen_has_its_json(play: Play) -> None:
    result = play("--json", lines=("1", "table", "{"))
    told = [json.loads(line) for line in result.stdout.splitlines()]

    assert all(one["schema_version"] == 1 for one in told)
    kinds = [next(name for name in one if name != "schema_version") for one in told]
    assert [kind for kind in kinds if kind != "record"] == [
        "question",
        "question",
        "table",
        "question",
        "refused",
        "question",
        "end",
    ]
    first = told[0]["question"]
    assert (first["player"], first["decisions"]) == ("ann", ["StartingPlayerChosen"])
    assert first["options"][0]["type"] == "StartingPlayerChosen"


def test_who_decides_for_a_controlled_player(tmp_path: Path) -> None:
    """CR 722.5: the player stays who they are; the question is put to who controls them."""
    made = game(ann={"hand": ["Forest"]})
    control = EffectCreated(
        effect=1,
        kind="control_player",
        player=Seat("bob"),
        objects=(Seat("ann"),),
        until="end_of_turn",
    )
    made.rule(control, by="judge")
    path = tmp_path / "borrowed.apnap.jsonl"
    write_log(made.events, path)

    told = CliRunner().invoke(main, ["--lang", "en", "play", str(path)], input="pass\n").output

    assert "bob decides for ann: act or pass (CR 117.1)" in told
    assert "bob: act or pass (CR 117.1)" in told
    assert open_log(path)[7].by == "bob"


def test_undo_through_a_pipe(play: Play, log: str) -> None:
    refused = play(lines=("1", "undo", "no", "quit"))
    result = play(lines=("undo", "yes", "quit"))

    assert "bob: do you agree? ann asks to go back to record 2 [yes/no]" in refused.stdout
    assert "bob does not agree; nothing is taken back" in refused.stdout
    assert "Back to record 2; agreed: ann and bob" in result.stdout
    assert open_log(log)[-1].event == Rewound(to=2, agreed=(ANN, BOB), why="take-back")


# -- killed ---------------------------------------------------------------------------------------


class Player:
    """A program that plays through pipes."""

    def __init__(self, log: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "--json", "play", log],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def question(self) -> tuple[dict[str, Any], int]:
        """Return the next question, and the number of the last record told before it."""
        last = 0
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told = json.loads(line)
            last = told["record"]["seq"] if "record" in told else last
            if "question" in told:
                return told["question"], last
        raise AssertionError("no question")

    def answer(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()


@pytest.fixture
def player(log: str) -> Iterator[Player]:
    made = Player(log)
    yield made
    made.kill()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_game_has_lost_nothing_that_was_told(player: Player, log: str) -> None:
    """Nothing is flushed at a kill: what has been told must have been written before."""
    player.question()
    for line in ("1", "keep", "keep"):
        player.answer(line)
        _, last = player.question()
    player.kill()
    game = open_log(log)

    assert len(game) >= last + 1
    assert [type(r.event).__name__ for r in game].count("MulliganDeclared") == 2
    assert not list(Path(log).parent.glob("*.pending"))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_game_is_taken_up_where_it_was(player: Player, play: Play, log: str) -> None:
    player.question()
    player.answer("1")
    player.question()
    player.kill()
    before = open_log(log)
    result = play(lines=("keep", "quit"))

    assert result.exit_code == 0
    assert open_log(log)[: len(before)] == before[:]
    assert len(open_log(log)) > len(before)


# -- add ------------------------------------------------------------------------------------------

START = '{"type": "StartingPlayerChosen", "player": "PLAYER", "starting_player": "bob"}'


@pytest.fixture
def start(log: str) -> str:
    """Return the first decision, by whoever the dice asked."""
    events = [record.event for record in open_log(log)]
    rolls = {one.player: one.value for one in events if isinstance(one, DieRolled)}
    return START.replace("PLAYER", max(rolls, key=lambda seat: rolls[seat]))


def test_add_appends_a_decision_and_what_follows(run: Run, log: str, start: str) -> None:
    told = data(run("add", log, start, "--json"))
    game = open_log(log)

    assert [row["seq"] for row in told["appended"]] == list(range(3, len(game)))
    assert told["appended"][0]["type"] == "StartingPlayerChosen"
    assert told["awaiting"][0]["player"] == "bob"
    assert "MulliganDeclared" in told["awaiting"][0]["decisions"]
    assert told["repeated"] is False


def test_add_reads_standard_input(log: str, start: str) -> None:
    result = CliRunner().invoke(main, ["add", log, "-"], input=start)

    assert result.exit_code == 0
    assert len(open_log(log)) > 3


def test_add_is_done_once_for_a_key(run: Run, log: str, start: str) -> None:
    first = data(run("add", log, start, "--key", "k1", "--json"))
    game = open_log(log)
    again = data(run("add", log, start, "--key", "k1", "--json"))
    other = run("add", log, start.replace("bob", "ann"), "--key", "k1")

    assert again["repeated"] is True
    assert again["appended"] == first["appended"]
    assert open_log(log) == game
    assert other.exit_code == 6
    assert "store/key_reused" in other.stderr


@pytest.mark.parametrize(
    ("decision", "code", "error"),
    [
        pytest.param(
            '{"type": "PriorityPassed", "player": "ann"}', 6, "decision/not_asked", id="early"
        ),
        pytest.param(START.replace("PLAYER", "LOSER"), 6, "", id="another-seat"),
        pytest.param(START.replace("PLAYER", "zoe"), 2, "usage/decision_player", id="nobody"),
        pytest.param(
            '{"type": "LandPlayed", "player": "ann", "card": "c999"}', 6, "", id="unknown-id"
        ),
        pytest.param(
            '{"type": "FlipCalled", "player": "ann", "flip": 99, "call": "heads"}',
            6,
            "",
            id="future",
        ),
        pytest.param(
            '{"type": "GameEnded", "result": "win"}', 2, "usage/decision_type", id="no-decision"
        ),
        pytest.param(
            '{"type": "MulliganDeclared", "player": "ann"}', 2, "usage/decision_field", id="field"
        ),
        pytest.param("not json", 2, "usage/json", id="no-json"),
        pytest.param("[]", 2, "usage/json", id="an-empty-list"),
    ],
)
def test_add_refuses_and_appends_nothing(  # noqa: PLR0913, PLR0917 - what is tried, and where
    run: Run, log: str, start: str, decision: str, code: int, error: str
) -> None:
    chooser = json.loads(start)["player"]
    loser = "bob" if chooser == "ann" else "ann"
    before = Path(log).read_bytes()
    result = run("add", log, decision.replace("LOSER", loser), "--json")
    told = json.loads(result.stderr)["error"]

    assert result.exit_code == told["exit"] == code
    assert error in told["code"]
    if code == 6:
        assert told["rule"]
    assert Path(log).read_bytes() == before


def test_what_is_illegal_can_be_recorded_as_reported(run: Run, log: str, start: str) -> None:
    wrong = START.replace("PLAYER", "bob" if json.loads(start)["player"] == "ann" else "ann")
    result = run("add", log, wrong, "--as-reported")
    game = open_log(log)

    assert result.exit_code == 0
    assert game[3].reported
    assert "[reported]" in result.stdout
    assert run("add", log, start, "--as-reported").exit_code == 0


def test_what_is_legal_is_not_flagged(run: Run, log: str, start: str) -> None:
    run("add", log, start, "--as-reported")

    assert not open_log(log)[3].reported


def test_rulings_and_notes(run: Run, log: str) -> None:
    assert run("add", log, "--ruling", "no harm done", "--about", "2").exit_code == 0
    assert run("add", log, "--note", "rain outside").exit_code == 0
    game = open_log(log)

    assert [(type(r.event).__name__, r.by) for r in game[3:]] == [
        ("RulingMade", "judge"),
        ("NoteAdded", "judge"),
    ]
    assert game[3].event == RulingMade(text="no harm done", about=2)


@pytest.mark.parametrize(
    "words",
    [[], ["{}", "--note", "x"], ["--ruling", "x", "--note", "y"], ["--note", "x", "--about", "99"]],
)
def test_exactly_one_thing_is_added(run: Run, log: str, words: list[str]) -> None:
    before: EventLog = open_log(log)

    assert run("add", log, *words).exit_code == 2
    assert open_log(log) == before


def test_time_called_during_mulligans_is_a_ruling_that_ends_the_game(
    tmp_path: Path, run: Run
) -> None:
    """MTR 2.3, 2.5: no new game begins once time is up, and no turns are added to one."""
    log = str(tmp_path / "game.apnap.jsonl")
    seats = ("--seat", "ann=bears", "--seat", "bob=bears", "--previous-loser", "ann")
    assert run("new", *seats, "-o", log).exit_code == 0
    chosen = '{"type": "StartingPlayerChosen", "player": "ann", "starting_player": "ann"}'
    assert run("add", log, chosen).exit_code == 0
    result = run("add", log, "--ruling", "Time is called.", "--time-called", "--json")

    assert data(result)["result"]["reason"] == "time"
    ended = open_log(log)[-1].event
    assert isinstance(ended, GameEnded)
    assert (ended.result, ended.reason) == ("unfinished", "time")
    assert run("add", log, "--note", "x", "--time-called").exit_code == 2
