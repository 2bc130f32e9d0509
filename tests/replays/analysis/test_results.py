"""Questions about who wins, answered on games whose answer is known."""

from typing import Any

import pytest

from tests.replays.analysis.rows import ask, found, league, of_two

for library in ("pyarrow", "scipy", "statsmodels"):
    pytest.importorskip(library, reason=f"{library} is not installed: make analysis")


def test_play_and_draw_in_first_games_alone() -> None:
    games = [of_two(n, won=n < 60) for n in range(100)]
    games += [of_two(n, won=False, game_number=2) for n in range(100, 110)]
    answers = ask("play_draw", **league(*games))

    first = found(answers, "first games")
    assert (first.n, first.value, first.expected) == (100, 0.6, 0.5)
    assert first.p == pytest.approx(0.056888, abs=1e-5)
    assert found(answers, "later games").value == 0


def test_later_games_are_told_apart_by_who_had_lost() -> None:
    """Ann begins. In ten games she had lost the last one, and wins seven; in five bob had."""
    games = []
    for n in range(15):
        game = of_two(n, won=n < 7, game_number=2)
        game["games"]["previous_loser"] = "ann" if n < 10 else "bob"
        for row in game["players"]:
            row["seat"] = "ann" if row["on_play"] else "bob"
        games.append(game)
    answers = ask("play_draw", **league(*games))

    loser = found(answers, "the last game's loser begins")
    assert (loser.n, loser.value) == (10, 0.7)
    winner = found(answers, "the last game's winner begins")
    assert (winner.n, winner.value) == (5, 0)
    assert winner.p == pytest.approx(2 / 2**5)


def test_wins_after_a_mulligan_among_games_alike() -> None:
    """A strong player takes few mulligans, a weak one many; within each they change nothing."""
    games: list[dict[str, Any]] = []
    for name, wins, of in (("strong", 8, 10), ("weak", 2, 10)):
        for mulligans in (0, 1):
            times = {"strong": (4, 1), "weak": (1, 4)}[name][mulligans]
            for n in range(of * times):
                game = of_two(len(games), won=n % of < wins, mulligans=mulligans)
                game["players"][0]["player"] = name
                games.append(game)
    answers = ask("win_by_mulligans", **league(*games))

    alike = found(answers, "odds of winning after a mulligan", "player, deck and turn order alike")
    assert alike.value == pytest.approx(1)
    assert (alike.n, alike.test) == (100, "Mantel-Haenszel")
    assert found(answers, "odds of the starting player", "own mulligans").value < 0.4  # type: ignore[operator]


def test_wins_by_mulligans() -> None:
    games = [of_two(n, won=n % 2 == 0) for n in range(100)]
    games += [of_two(n, won=n % 4 == 0, mulligans=1) for n in range(100, 200)]
    answers = ask("win_by_mulligans", **league(*games))

    assert found(answers, "on the play", "0 mulligans").value == 0.5
    one = found(answers, "on the play", "1 mulligans")
    assert (one.value, one.test) == (0.25, "two-proportion z")
    assert found(answers, "on the play", "kept 6").value == 0.25
    assert found(answers, "on the play", "trend").statistic == pytest.approx(-3.6515, abs=1e-3)
    odds = found(answers, "odds of the starting player", "own mulligans")
    assert odds.value == pytest.approx(1 / 3, rel=1e-4)


def test_three_mulligans_and_seven_are_told_as_three_or_more() -> None:
    games = [of_two(n, won=False, mulligans=number) for n, number in enumerate((2, 3, 7))]
    answers = ask("win_by_mulligans", **league(*games))

    assert found(answers, "on the play", "2 mulligans").n == 1
    assert found(answers, "on the play", "3 mulligans or more").n == 2


def test_mulligans_on_both_sides() -> None:
    answers = ask("mulligans", **league(*(of_two(n, won=True, mulligans=n % 2) for n in range(20))))

    assert found(answers, "on the play", "mulligans").value == 0.5
    assert found(answers, "on the draw", "kept 7").value == 1


def test_teams_have_no_seats_that_win() -> None:
    """Two of four win together: no four places of equal chance, each once."""
    rows = [
        {"game_id": "g", "position": place, "won": place < 3, "team": "a" if place < 3 else "b"}
        for place in range(1, 5)
    ]

    assert ask("seat_bias", games=[{"game_id": "g", "seats": 4}], players=rows) == []


def test_seats_of_a_pod() -> None:
    wins = [1] * 54 + [2] * 60 + [3] * 42 + [4] * 43
    answers = ask(
        "seat_bias",
        games=[{"game_id": f"g{n}", "seats": 4} for n in range(len(wins))],
        players=[
            {"game_id": f"g{n}", "position": place, "won": place == seat}
            for n, seat in enumerate(wins)
            for place in range(1, 5)
        ],
    )

    assert found(answers, "4 players", "seat 2").value == 60 / 199
    assert found(answers, "4 players", "all seats alike").p == pytest.approx(0.204, abs=0.0005)
