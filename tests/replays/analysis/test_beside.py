"""Opening hands beside what the rules lead to, exactly: the same numbers as everywhere else."""

from typing import Any

import pytest

from events.identifiers import CardName
from replays.analysis.expectations import Sought
from replays.analysis.statistics import binomial
from tests.replays.analysis.rows import ask, ask_for, found, look
from tests.replays.simulation.worlds import oracle

for library in ("pyarrow", "scipy", "statsmodels"):
    pytest.importorskip(library, reason=f"{library} is not installed: make analysis")

LONDON, PARIS, VANCOUVER = "2025-06-06", "2012-01-01", "2017-01-01"
KINDS = {LONDON: "london", PARIS: "paris_simultaneous", VANCOUVER: "vancouver"}
KEY = CardName("Key")


def game(number: int, day: str = LONDON, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    usual = {
        "game_id": f"g{number}",
        "seats": 2,
        "rules_as_of": day,
        "mulligan_kind": KINDS[day],
        "starting_hand_size": 7,
    }
    return usual | fields


def player(number: int, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    usual = {"game_id": f"g{number}", "deck_size": 60, "deck_lands": 24, "kept_size": 7}
    return usual | fields


@pytest.mark.parametrize(
    ("day", "name"), [(LONDON, "kept_size_london_60_24"), (VANCOUVER, "kept_size_vancouver_60_24")]
)
def test_the_size_that_the_plain_policy_keeps(day: str, name: str) -> None:
    answers = ask(
        "policy",
        games=[game(n, day) for n in range(10)],
        players=[player(n, kept_size=7 - n % 2) for n in range(10)],
    )
    size = found(answers, "all players", "hand size")

    assert (size.value, size.n) == (6.5, 10)
    assert size.expected == pytest.approx(float(oracle(name)), rel=1e-12)
    assert size.low is not None
    assert size.low < 6.5


def test_each_player_is_compared_who_has_hands_enough() -> None:
    """Ann gives up half of her hands of seven, bob none; cyd has too few to say anything."""
    names = ["ann"] * 30 + ["bob"] * 20 + ["cyd"] * 5
    rows = [
        player(n, seat="s", player=name, kept_size=6 if name == "ann" and n % 2 else 7)
        for n, name in enumerate(names)
    ]
    hands = [
        look(
            game_id=f"g{n}",
            seat="s",
            lands=3,
            declared="mulligan" if name == "ann" and n % 2 else "keep",
        )
        for n, name in enumerate(names)
    ]
    games = [game(n) for n in range(len(names))]
    answers = ask("policy", games=games, players=rows, mulligans=hands)

    assert [one.group[0] for one in answers] == ["all players", "ann", "bob"] * 2
    ann = found(answers, "ann", "first hands given up")
    assert (ann.value, ann.n) == (0.5, 30)
    chance = float(1 - oracle("open7_60_24_lands_2to5"))
    assert ann.expected == pytest.approx(chance)
    assert ann.p == pytest.approx(binomial(15, 30, chance).p)
    assert found(answers, "ann", "hand size").value == 6.5
    assert found(answers, "bob", "hand size").value == 7


def test_free_mulligans_of_commander() -> None:
    """37 lands of 99, four players: 6.953 cards kept by the plain policy."""
    seats: dict[str, Any] = {"seats": 4, "free_mulligans": 1, "commander": True}
    answers = ask(
        "free_mulligans",
        games=[game(n, **seats) for n in range(8)],
        players=[
            player(
                n,
                deck_size=99,
                deck_lands=37,
                mulligans=n % 4,
                mulligans_counted=max(0, n % 4 - 1),
                kept_size=7 - max(0, n % 4 - 1),
            )
            for n in range(8)
        ],
    )
    deck = "37 lands of 99"

    assert found(answers, "mulligans not counted").value == 0.75
    assert found(answers, "mulligans counted").value == 0.75
    size = found(answers, deck, "hand size")
    assert size.value == 6.25
    assert size.expected == pytest.approx(float(oracle("kept_size_london_99_37_free")), rel=1e-12)
    used = found(answers, deck, "used")
    assert (used.value, used.test) == (0.75, "binomial")
    assert used.expected == pytest.approx(1 - float(oracle("open7_99_37_lands_2to5")))


POWDERS = ["4 Key", "52 Other", "4 Serum Powder"]


@pytest.mark.parametrize(
    ("day", "percent", "name"),
    [(PARIS, 94.168, None), (LONDON, 99.253, "powder_london_always")],
)
def test_powders_beside_94_168_and_99_253(day: str, percent: float, name: str | None) -> None:
    answers = ask_for(
        Sought(lines=(((KEY, 1),),)),
        games=[game(n, day) for n in range(100)],
        players=[
            player(
                n,
                deck=POWDERS,
                opening_hand=["Other"] * 6 + ["key" if n < 90 else "Other"],
                kept_size=7,
            )
            for n in range(100)
        ],
    )
    (answer,) = answers

    assert answer.group == (KINDS[day], "4 Key + 4 Serum Powder", "decks of 60", "down to 1")
    assert (answer.value, answer.n) == (0.9, 100)
    assert answer.expected is not None
    assert round(100 * answer.expected, 3) == percent
    if name:
        assert answer.expected == pytest.approx(float(oracle(name)), rel=1e-12)
    assert answer.p == pytest.approx(binomial(90, 100, answer.expected).p)


def test_what_a_deck_cannot_hold_is_not_looked_for() -> None:
    """Two lines; one deck has cards for one of them, another for none, a third is not known."""
    lines = (((KEY, 1),), ((CardName("Tower"), 1), (CardName("Mine"), 1)))
    answers = ask_for(
        Sought(lines=lines, down_to=4),
        games=[game(n) for n in range(3)],
        players=[
            player(
                0, deck=["4 Key", "56 Other"], opening_hand=["Key"] + ["Other"] * 3, kept_size=4
            ),
            player(1, deck=["60 Other"], opening_hand=["Other"] * 7),
            player(2, opening_hand=["Key"] * 7),
        ],
    )
    (answer,) = answers

    assert (answer.n, answer.value) == (1, 1)
    assert answer.group[1:] == ("4 Key", "decks of 60", "down to 4")
    assert answer.expected == pytest.approx(0.869967, abs=1e-6)


def test_a_hand_not_all_known_or_of_no_card_tells_nothing_or_no() -> None:
    deck = ["60 Key"]
    games = [game(n) for n in range(2)]
    goal = Sought(lines=(((KEY, 1),),))
    half_known = [player(0, deck=deck, opening_hand=["Key"], kept_size=7)]
    empty = [player(1, deck=deck, opening_hand=[], kept_size=0)]

    assert ask_for(goal, games=games, players=half_known) == []
    (answer,) = ask_for(goal, games=games, players=empty)
    assert answer.value == 0, "a look kept at no card is no success"


def test_nothing_sought_is_nothing_found() -> None:
    games, players = [game(0)], [player(0, deck=POWDERS, opening_hand=["Key"] * 7)]

    assert ask_for(Sought(), games=games, players=players) == []
