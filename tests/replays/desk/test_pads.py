"""Life pads: how people write them, and the first total on which two differ."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import DataError
from events.identifiers import Path as Path_
from events.rulings import Corrected
from replays.boundaries import is_boundary
from replays.demo import demo_bytes, demo_game
from replays.dispute.pads import Pad, pad_of, read_pad, reconcile
from replays.session import Game
from tests.replays.cli.conftest import Run, data
from tests.replays.desk.games import BOB


def pad(*lines: str) -> Pad:
    return read_pad(lines, "pad")


@pytest.mark.parametrize(
    ("lines", "totals"),
    [
        pytest.param(["t5 bob 12"], [("bob", 12, 5)], id="a-total-and-its-turn"),
        pytest.param(["bob -3"], [("bob", 17, None)], id="a-change"),
        pytest.param(["bob −3", "Bob: +1"], [("bob", 17, None), ("bob", 18, None)], id="any-dash"),  # noqa: RUF001
        pytest.param(["bob 20 -> 17"], [("bob", 17, None)], id="an-arrow"),
        pytest.param(["bob 18 -> 17"], [("bob", 18, None), ("bob", 17, None)], id="an-arrow-from-elsewhere"),
        pytest.param(["bob 20→17 bolt"], [("bob", 17, None)], id="another-arrow-and-a-comment"),
        pytest.param(["T3", "bob=14", "ann -2"], [("bob", 14, 3), ("ann", 18, 3)], id="a-turn-for-all"),
        pytest.param(["start 40", "ann -1"], [("ann", 39, None)], id="another-start"),
        pytest.param(["start ann 25", "ann -1", "bob -1"], [("ann", 24, None), ("bob", 19, None)], id="starts"),
        pytest.param(["第3ターン bob \uff11\uff12"], [("bob", 12, 3)], id="in-japanese"),
        pytest.param(["bob -30"], [("bob", -10, None)], id="below-nothing"),
    ],
)  # fmt: skip
def test_a_line_says_whose_total_became_what(
    lines: list[str], totals: list[tuple[str, int, int | None]]
) -> None:
    assert [(one.player, one.total, one.turn) for one in pad(*lines).entries] == totals


def test_what_says_nothing_is_listed() -> None:
    assert pad(":", "bob -3").unread == (1,)
    read = pad("# a comment", "", "bob", "12 bob", "bob twelve", "bob -3", "start", "start a b 3")

    assert read.unread == (3, 4, 5, 7, 8)
    assert len(read.entries) == 1


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([], "pad/empty"),
        (["# nothing"], "pad/empty"),
        (["bob " + "9" * 600], "pad/line"),
        (["bob -1"] * 6000, "pad/long"),
    ],
)
def test_what_is_no_pad(lines: list[str], code: str) -> None:
    with pytest.raises(DataError) as refused:
        pad(*lines)
    assert refused.value.code == code


@given(st.lists(st.text(max_size=40), max_size=8))
def test_no_text_breaks_the_reader(lines: list[str]) -> None:
    try:
        read = pad(*lines)
    except DataError:
        return
    assert read.entries


def test_the_first_difference() -> None:
    found = reconcile(
        pad("t1 bob -3", "t2 ann -1", "t3 bob -2", "t4 ann -5"),
        pad("t1 bob 17", "t2 ann 19", "t3 bob -3", "t4 ann -4"),
    )

    assert not found.same
    assert found.first is not None
    assert (found.first.player, found.first.turn, found.first.agreed) == ("bob", 3, 17)
    assert (found.first.a and found.first.a.total, found.first.b and found.first.b.total) == (
        15,
        14,
    )
    assert [one.player for one in found.others] == ["ann"]
    assert found.totals == {"bob": (15, 14), "ann": (14, 15)}


def test_several_changes_written_as_one_are_no_difference() -> None:
    found = reconcile(pad("t2 bob -3", "t2 bob -1", "bob -2"), pad("t2 bob -4", "bob 14"))

    assert found.same
    assert found.merged == ("bob: A 1, 2 = B 1",)


def test_another_turn_keeps_them_apart() -> None:
    assert not reconcile(pad("t2 bob -3", "t3 bob -1"), pad("t2 bob -4")).same


def test_what_one_pad_leaves_out_stands_alone() -> None:
    found = reconcile(pad("t9 bob -2", "t9 bob -6", "t11 bob -6"), pad("t9 bob -2", "t11 bob -6"))

    assert found.first is not None
    assert (found.first.turn, found.first.agreed) == (9, 18)
    assert found.first.a is not None
    assert found.first.b is None


def test_an_entry_more_is_a_difference() -> None:
    found = reconcile(pad("bob -3", "bob -3"), pad("bob -3"))

    assert found.first is not None
    assert found.first.b is None
    assert found.first.agreed == 17


def test_the_order_of_players_is_no_difference() -> None:
    assert reconcile(pad("bob -3", "ann -1"), pad("ann -1", "bob -3")).same


def test_pads_of_other_people() -> None:
    with pytest.raises(DataError, match="no player in common"):
        reconcile(pad("bob -3"), pad("cyd -3"))


def test_pads_that_begin_with_different_totals(run: Run, tmp_path: Path) -> None:
    found = reconcile(pad("start bob 40", "bob -3"), pad("bob 37"))
    assert found.first is not None
    assert (found.first.agreed, found.first.begin) == (None, (40, 20))

    one, other = tmp_path / "a.txt", tmp_path / "b.txt"
    one.write_text("start bob 40\nbob -3\n", encoding="utf-8")
    other.write_text("bob 37\n", encoding="utf-8")
    told = run("reconcile", str(one), str(other)).stdout
    assert "bob: the pads begin with different totals, A with 40 and B with 20; then" in told
    assert "0 apart" not in told


def test_a_log_tells_what_still_counts_and_what_a_judge_set_right() -> None:
    game = Game(demo_game().log)
    last = next(one for one in reversed(pad_of(game.log).entries) if one.player == "bob")
    before = next(
        seq
        for seq in range(last.line - 1, 0, -1)
        if is_boundary(game.events, game.tables, seq) and game.tables[seq].result is None
    )
    total = game.tables[before].players[BOB].life

    game.rewind(before)
    rewound = pad_of(game.log).of("bob")[-1].total
    game.rule(Corrected(path=Path_("players.bob.life"), value=total + 3))
    corrected = pad_of(game.log).of("bob")[-1]

    assert rewound == total != last.total
    assert (corrected.total, corrected.text) == (total + 3, "bob +3")


def test_a_log_stands_for_a_pad() -> None:
    game = demo_game()
    own = pad_of(game)
    lines = [f"t{one.turn} {one.player} {one.total}" for one in own.entries]

    assert own.entries
    assert reconcile(own, pad(*lines)).same
    lines[2] += "0"
    assert reconcile(own, pad(*lines)).first is not None


def test_the_command(run: Run, tmp_path: Path) -> None:
    one, other, log = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "demo.apnap.jsonl"
    one.write_text("t9 bob 10\n", encoding="utf-8")
    other.write_text("t9 bob 9\nsomething\n", encoding="utf-8-sig")
    log.write_bytes(demo_bytes())

    result = run("reconcile", "--json", str(one), str(other))

    assert result.exit_code == 1
    assert data(result)["first"]["player"] == "bob"
    assert "lines without a total: 2" in result.stderr
    assert "They" not in run("reconcile", str(one), str(one)).stdout
    assert run("reconcile", str(one), str(one)).exit_code == 0
    assert "食い違" in run("--lang", "ja", "reconcile", str(one), str(other)).stdout
    assert run("reconcile", str(one), str(log)).exit_code == 1
    assert run("reconcile", str(one), str(tmp_path / "none.txt")).exit_code == 3
    binary = tmp_path / "c.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    assert run("reconcile", str(one), str(binary)).exit_code == 3
