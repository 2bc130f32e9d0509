"""How long games and decisions last, where some are cut off: by hand, and as published."""

import pytest

from replays.analysis import statistics
from tests.replays.analysis.rows import ask, found, look

for library in ("pyarrow", "scipy", "statsmodels"):
    pytest.importorskip(library, reason=f"{library} is not installed: make analysis")

WEEKS = (6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35)
ENDED = (1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0)


def test_the_remissions_of_freireich() -> None:
    """21 patients on 6-MP (Freireich and others 1963), in every textbook of survival analysis."""
    told = statistics.survival(WEEKS, list(map(bool, ENDED)))

    assert told is not None
    assert (told.n, told.ended, told.median) == (21, 9, 23)
    assert [round(share, 3) for _, _, share, _, _ in told.going] == [
        *(0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448),
    ]
    assert [left for _, left, *_ in told.going] == [21, 17, 15, 12, 11, 7, 6]
    assert told.high is None, "fewer than half are known to have ended"
    assert all(low < share < high for _, _, share, low, high in told.going)


def test_with_nothing_cut_off_it_is_the_plain_share() -> None:
    told = statistics.survival([1, 2, 3, 4], [True] * 4)

    assert told is not None
    assert [share for _, _, share, _, _ in told.going] == pytest.approx([0.75, 0.5, 0.25, 0])
    assert told.going[-1][3:] == (0, 0)


def test_nothing_that_ends_is_no_estimate() -> None:
    assert statistics.survival([1, 2], [False, False]) is None


def test_games_that_were_conceded_count_until_then() -> None:
    """Ten games: five end on turns 2, 4, 6, 8, 10; one is conceded on each turn between."""
    games = [
        {
            "game_id": f"g{turn}",
            "seats": 2,
            "turns": turn,
            "is_complete": turn != 9,
            "reason": "last_player",
        }
        for turn in range(1, 11)
    ]
    players = [
        {"game_id": f"g{turn}", "lost_by": "conceded" if turn % 2 and turn != 9 else "life"}
        for turn in range(1, 11)
    ]
    answers = ask("length", games=games, players=players)

    median = found(answers, "2 players", "median", "5 cut short")
    assert (median.n, median.value) == (10, 8)
    by_hand = {2: 8 / 9, 4: 8 / 9 * 6 / 7, 6: 8 / 9 * 6 / 7 * 4 / 5}
    by_hand[8] = by_hand[6] * 2 / 3
    for turn, share in by_hand.items():
        going = found(answers, "2 players", f"going on after turn {turn}")
        assert going.value == pytest.approx(share)
        assert going.n == 11 - turn
        assert going.low is not None
        assert going.high is not None
        assert 0 < going.low < share < going.high < 1
    assert found(answers, "2 players", "going on after turn 10").value == 0


@pytest.mark.parametrize(("reason", "cut"), [("life", 0), ("concession", 1), ("last_player", 1)])
def test_who_concedes_early_does_not_end_a_game_of_four(reason: str, cut: int) -> None:
    """It ends as the last one loses; where that is not told, the concession may have ended it."""
    usual = {"seats": 4, "is_complete": True}
    games = [
        usual | {"game_id": "a", "turns": 8, "reason": reason},
        usual | {"game_id": "b", "turns": 9, "reason": "life"},
    ]
    lost = ["conceded", "life", "life", None]
    players = [{"game_id": "a", "lost_by": one} for one in lost]
    answers = ask("length", games=games, players=players)

    assert answers[0].group == ("4 players", "median", f"{cut} cut short")


def test_times_of_declarations_and_of_what_concessions_cut_off() -> None:
    said = [
        look(
            declared_seq=n, declared="keep" if n % 4 else "mulligan", look=n // 10, order=1 + n % 2
        )
        for n in range(20)
    ]
    times = [
        {
            "game_id": "g",
            "seq": n,
            "type": "MulliganDeclared",
            "seconds": 1.0 + n // 10 + 10 * (n % 2),
        }
        for n in range(20)
    ]
    times += [{"game_id": "g", "seq": 30, "type": "Conceded", "seconds": 40.0}]
    answers = ask("time", mulligans=said, decisions=times)

    assert found(answers, "look 0").n == found(answers, "look 1").n == 10
    later = found(answers, "first to declare against later ones")
    assert later.p is not None
    assert later.p < 0.001
    any_decision = found(answers, "all decisions", "1 cut short")
    assert (any_decision.n, any_decision.value) == (21, 11)


def test_what_a_client_told_in_one_message_took_nobody_knows_how_long() -> None:
    times = [
        {"game_id": "g", "seq": n, "type": "MulliganDeclared", "seconds": float(n % 2 * 4)}
        for n in range(20)
    ]
    said = [look(declared_seq=n, declared="keep", order=2 - n % 2) for n in range(20)]
    imported = ask("time", games=[{"game_id": "g", "client": "arena"}], decisions=times)
    timed = ask("time", games=[{"game_id": "g"}], decisions=times, mulligans=said)

    assert (found(imported, "MulliganDeclared").n, found(imported, "MulliganDeclared").value) == (
        10,
        4,
    )
    assert found(timed, "MulliganDeclared").n == 20
    order = "first to declare against later ones"
    assert found(timed, order).n == 20
    games = [{"game_id": "g", "client": "arena"}]
    assert not [
        one
        for one in ask("time", games=games, decisions=times, mulligans=said)
        if order in one.group
    ], "clients ask all players at once"
