"""A quick opening is the referee's own: record for record, under every rule and with every card."""

import pytest

from events.game import DeckEntry
from events.log import read
from events.mulligans import CardsBottomed, MulliganActionTaken, MulliganTaken
from machine.chance import seeded
from replays.game_log import GameLog
from replays.simulation.chance import Swift, chance_of
from replays.simulation.openings import Opening, Openings
from replays.simulation.policies import Policy
from tests.replays.simulation.worlds import ANN, DAYS, FIND, SEATS, by_lands, deck, header

GAMES = 8
PLAIN, POWDERS = deck(Forest=24, Key=4), deck(Forest=20, Key=4, Serum_Powder=4)


@pytest.mark.parametrize("kind", DAYS)
@pytest.mark.parametrize("players", [2, 3, pytest.param(4, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("cards", "policy"),
    [
        pytest.param(PLAIN, by_lands("london"), id="lands"),
        pytest.param(PLAIN, FIND, id="find"),
        pytest.param(POWDERS, FIND, id="powders"),
    ],
)
def test_a_quick_opening_is_what_the_referee_makes_of_it(
    kind: str, players: int, cards: DeckEntry, policy: Policy
) -> None:
    openings = Openings(header(kind, players=players, cards=cards), dict.fromkeys(SEATS, policy))
    for number in range(GAMES):
        quick = openings.play(kind, number)
        assert quick == openings.refereed(chance_of(kind, number))
    assert openings.is_quick


@pytest.mark.parametrize("kind", DAYS)
def test_a_quick_opening_is_a_log_that_can_be_derived(kind: str) -> None:
    first = header(kind, cards=POWDERS)
    openings = Openings(first, dict.fromkeys(SEATS, FIND))
    for number in range(4):
        log = openings.play("log", number).log(first)
        game = GameLog(log)
        assert read([line + b"\n" for line in log.lines()]).strict() == log
        assert game.verify().verdicts["derived"].ok
        assert game.audit() == ()


def test_cards_that_ask_for_more_leave_the_opening_to_the_referee() -> None:
    openings = Openings(header("paris", cards=PLAIN, commander=True), dict.fromkeys(SEATS, FIND))

    played = openings.play("partial", 0)

    assert not openings.is_quick
    assert played == openings.refereed(chance_of("partial", 0))


def test_london_bottoms_inside_each_mulligan() -> None:
    openings = Openings(header(cards=deck(Key=1)), {ANN: FIND})
    played = (openings.play("x", number) for number in range(50))
    opening = next(one for one in played if one.kept[0].taken > 1 and one.kept[0].seat == ANN)
    mine = [
        type(one.event).__name__
        for one in opening.drafts
        if isinstance(one.event, MulliganTaken | CardsBottomed) and one.event.player == ANN
    ]

    assert mine[:4] == ["MulliganTaken", "CardsBottomed", "MulliganTaken", "CardsBottomed"]


def test_a_powder_is_no_mulligan() -> None:
    openings = Openings(header(cards=deck(Key=4, Serum_Powder=30)), {ANN: FIND})
    played = [openings.play("p", number) for number in range(40)]
    used = [kept for one in played if _exiles(one) for kept in one.kept if kept.seat == ANN]

    assert used
    assert any(kept.powders and not kept.taken and len(kept.hand) == 7 for kept in used)


def _exiles(opening: Opening) -> bool:
    return any(isinstance(one.event, MulliganActionTaken) for one in opening.drafts)


def test_the_swift_shuffle_is_the_machines() -> None:
    names = tuple(f"c{number}" for number in range(60))
    quick, plain = Swift("seed"), seeded("seed")
    for _ in range(5):
        assert quick.permutation(names, "x") == plain.permutation(names, "x")  # type: ignore[arg-type]
    assert quick.below(20, "die") == plain.below(20, "die")


def test_the_same_seed_gives_the_same_opening() -> None:
    openings = Openings(header(), dict.fromkeys(SEATS, by_lands("london")))

    assert openings.play("s", 7) == openings.play("s", 7)
    assert openings.play("s", 7) != openings.play("s", 8)
