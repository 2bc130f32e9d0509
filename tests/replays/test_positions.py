"""Positions: every form names its record, and what is not there is told with what is."""

import pytest

from events.errors import DataError
from events.mulligans import MulliganDeclared
from events.rulings import Rewound
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import Phase
from replays.game_log import GameLog
from replays.positions import context_of, resolve, resolve_range, split, step_name, undone
from tests.replays.games import ANN, ENDING, MULLIGANS, OPENING, game_of, turn, whole_game

GAME = whole_game()


def _event(position: str) -> object:
    return GAME.log[resolve(GAME, position)].event


@pytest.mark.parametrize(
    ("position", "seq"),
    [
        ("@start", 0),
        ("start", 0),
        ("@0", 0),
        ("@42", 42),
        ("@end", len(GAME) - 1),
        ("@-1", len(GAME) - 1),
        ("@-3", len(GAME) - 3),
        (f"@-{len(GAME)}", 0),
    ],
)
def test_numbers(position: str, seq: int) -> None:
    assert resolve(GAME, position) == seq


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("@t1", TurnBegan(number=1, player=ANN)),
        ("@t2.upkeep", PhaseEntered(phase=Phase.UPKEEP)),
        ("@t2.beginning.upkeep", PhaseEntered(phase=Phase.UPKEEP)),
        ("@t2.end", PhaseEntered(phase=Phase.END_STEP)),
        ("@t2.combat.end", PhaseEntered(phase=Phase.END_OF_COMBAT)),
        ("@t2.combat", PhaseEntered(phase=Phase.BEGINNING_OF_COMBAT)),
        ("@t2.main", PhaseEntered(phase=Phase.PRECOMBAT_MAIN)),
        ("@t2.cleanup", PhaseEntered(phase=Phase.CLEANUP)),
        ("@mull.1", MULLIGANS[0]),
        ("@mull.2", PhaseEntered(phase=Phase.MULLIGAN_DECLARING)),
    ],
)
def test_turns_steps_and_rounds(position: str, expected: object) -> None:
    assert _event(position) == expected


def test_a_step_is_that_of_its_own_turn() -> None:
    seq = resolve(GAME, "@t2.cleanup")

    assert GAME.tables[seq].turn.number == 2


def test_the_second_round_is_the_second_one() -> None:
    seq = resolve(GAME, "@mull.2")

    assert GAME.log[seq + 1].event == MulliganDeclared(player=ANN, mulligan=False)


@pytest.mark.parametrize(
    ("position", "kind"),
    [("@flip:2", "FlipInstructed"), ("@divide:1", "DamageDivided")],
)
def test_occurrences_of_a_family(position: str, kind: str) -> None:
    assert type(_event(position)).__name__ == kind


def test_a_hash_prefix_names_its_record() -> None:
    for seq in (0, 5, len(GAME) - 2):
        assert resolve(GAME, f"@h:{GAME.log[seq + 1].prev[:12]}") == seq
    assert resolve(GAME, f"@h:{GAME.head}") == len(GAME) - 1


def test_spans_include_both_ends() -> None:
    assert resolve_range(GAME, "@3..7") == (3, 7)
    assert resolve_range(GAME, "t1..t2") == (resolve(GAME, "t1"), resolve(GAME, "t2"))
    assert resolve_range(GAME, "..") == (0, len(GAME) - 1)
    assert resolve_range(GAME, "t2..") == (resolve(GAME, "t2"), len(GAME) - 1)
    assert resolve_range(GAME, "@5") == (5, 5)


@pytest.mark.parametrize(
    ("position", "code", "hint"),
    [
        ("@999", "position/range", "nearest: @"),
        ("@-999", "position/range", "nearest: @start"),
        ("@t9", "position/turn", "nearest: @t3"),
        ("@t0", "position/turn", "@mull.1"),
        ("@t3.upkeep", "position/step", "nearest: @t3.untap"),
        ("@mull.3", "position/round", "@mull.1, @mull.2"),
        ("@flip:3", "position/flip", "nearest: @flip:2"),
        ("@flip:0", "position/flip", "nearest: @flip:1"),
        ("@crank:1", "position/crank", "no crank at all"),
        ("@divide:2", "position/divide", "nearest: @divide:1"),
        ("@h:zz", "position/unknown", "@h:7c1e"),
        ("@h:", "position/unknown", "@h:7c1e"),
        (f"@h:{'0' * 64}", "position/hash", "nearest: @end"),
        ("@upkeep", "position/unknown", "@t5.upkeep"),
        ("", "position/unknown", "@42"),
        ("@t5.", "position/unknown", "@t5"),
    ],
)
def test_what_is_not_there_names_what_is(position: str, code: str, hint: str) -> None:
    with pytest.raises(DataError) as caught:
        resolve(GAME, position)

    assert caught.value.code == code
    assert hint in caught.value.message


def test_a_short_hash_prefix_that_means_several_says_how_many() -> None:
    first = sorted(record.prev[0] for record in GAME.log[1:])
    several = next(one for one in first if _count(one) > 1)

    with pytest.raises(DataError, match="hashes begin with"):
        resolve(GAME, f"@h:{several}")


def _count(prefix: str) -> int:
    return sum(record.prev.startswith(prefix) for record in GAME.log[1:])


def test_a_span_that_runs_backwards_says_so() -> None:
    with pytest.raises(DataError, match=r"runs backwards.*t1\.\.t2") as caught:
        resolve_range(GAME, "t2..t1")

    assert caught.value.code == "position/order"


def test_a_concession_in_turn_three_is_in_turn_three() -> None:
    conceded = next(r.seq for r in GAME.log if type(r.event).__name__ == "Conceded")

    assert context_of(GAME.tables[conceded]).turn == 3
    assert context_of(GAME.tables[-1]).turn == 3, "nor does the end of a game lose the turn"


def test_before_the_first_turn_there_is_none() -> None:
    when = context_of(GAME.at("mull.1"))

    assert when.turn is None
    assert when.label == "mulligan.declaring"


def test_between_a_turn_and_its_first_step_there_is_no_step() -> None:
    seq = resolve(GAME, "t2")

    when = context_of(GAME.tables[seq], GAME.log[seq].event)

    assert (when.turn, when.phase, when.label) == (2, None, "t2")


def test_every_step_has_a_name_of_its_own() -> None:
    names = [step_name(phase) for phase in Phase]

    assert len(set(names)) == len(names)


def test_every_label_is_a_position() -> None:
    for seq in range(resolve(GAME, "t1"), resolve(GAME, "t3.untap")):
        when = context_of(GAME.tables[seq], GAME.log[seq].event)
        assert resolve(GAME, when.label) <= seq


def test_a_turn_that_was_taken_back_gives_way_to_the_one_that_counts() -> None:
    before = [*OPENING, *MULLIGANS]
    game = game_of(*before, *turn(1, ANN), Rewound(to=len(before)), *turn(1, ANN), *ENDING)
    rewound = len(before) + len(list(turn(1, ANN))) + 1

    assert resolve(game, "t1") == rewound + 1
    assert undone(game.log) == frozenset(range(len(before) + 1, rewound))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("game.apnap.jsonl@t5", ("game.apnap.jsonl", "t5")),
        ("game.apnap.jsonl", ("game.apnap.jsonl", "")),
        ("me@home/game.jsonl", ("me@home/game.jsonl", "")),
        ("me@home/game.jsonl@flip:3", ("me@home/game.jsonl", "flip:3")),
        ("game@t1..t2", ("game", "t1..t2")),
    ],
)
def test_a_log_and_its_position_are_told_apart(text: str, parts: tuple[str, str]) -> None:
    assert split(text) == parts


def test_a_log_that_is_only_a_header_has_its_positions() -> None:
    game = game_of()

    assert resolve(game, "start") == resolve(game, "end") == resolve(game, "-1") == 0
    with pytest.raises(DataError, match="did not reach its first"):
        resolve(game, "t1")


def test_numbers_need_no_table() -> None:
    game = GameLog(GAME.log)

    assert resolve(game, "-1") == len(GAME) - 1
    assert game._tables._known == []


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("flop:1", "@flip:1"), ("tt1", "@t1"), ("T1.upkeep", "@t1.upkeep"), ("strat", "@start")],
)
def test_what_is_no_position_is_told_with_the_nearest(wrong: str, near: str) -> None:
    with pytest.raises(DataError, match=f"is no position; nearest: .*{near}.*; there are"):
        GAME.seq(wrong)


def test_a_step_with_a_typo_is_told_with_the_nearest_first() -> None:
    with pytest.raises(DataError, match=r"has no upkep; nearest: @t1\.upkeep"):
        GAME.seq("t1.upkep")


def test_a_span_is_no_position() -> None:
    with pytest.raises(DataError, match="is a span; one position is wanted here: @t1, @t3"):
        GAME.seq("t1..t3")
