"""A quick opening is the referee's own: record for record, under every rule and with every card."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from events.codec import encode
from events.editions import editions
from events.game import DeckEntry
from events.log import EventLog, read
from events.mulligans import CardsBottomed, MulliganActionTaken, MulliganTaken
from events.records import NO_HASH, Record
from machine.chance import seeded
from replays.game_log import GameLog
from replays.new_game import header_draft
from replays.simulation.chance import Swift, chance_of
from replays.simulation.headers import HeaderLines, header_of_game
from replays.simulation.kept import Opening
from replays.simulation.openings import Openings
from replays.simulation.policies import Policy
from tests.replays.simulation.worlds import ANN, BOB, DAYS, FIND, KEY, SEATS, by_lands, deck, header

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
        check_same(openings, kind, number)
    assert openings.is_quick


def check_same(openings: Openings, seed: str, number: int) -> None:
    """Compare a quick opening with the referee's, which ``events.log`` seals: to the last byte."""
    quick, slow = openings.play(seed, number), openings.refereed(chance_of(seed, number))
    first = header_of_game(openings.header, seed, number)
    sealed = EventLog().append([header_draft(first), *slow.drafts])
    chain = quick.chain(HeaderLines(openings.header).line(seed, number))

    assert quick == slow
    assert chain.lines == list(sealed.lines())
    assert chain.head == sealed.head
    assert quick.log(first).records == sealed.records
    assert quick.log(first) == slow.log(first) == sealed


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_quick_opening_is_what_the_referee_makes_of_it(data: st.DataObject) -> None:
    day = data.draw(st.sampled_from([edition.first_day for edition in editions()]))
    counts = {
        name: data.draw(st.integers(0, 20), label=name)
        for name in ("Forest", "Key", "Serum_Powder")
    }
    cards = deck(data.draw(st.integers(1, 70), label="size"), Wurm=1, **counts)
    least = data.draw(st.integers(0, 4), label="lands")
    policy = Policy(
        lands=dict.fromkeys((7, 6, 5), (least, least + 1)),
        wants=({KEY: 1},) if counts["Key"] else (),
        down_to=data.draw(st.integers(0, 7), label="down_to"),
        powder=data.draw(st.sampled_from(("always", "never"))),
        bottom_powders=data.draw(st.sampled_from(("first", "last"))),
        land_target=data.draw(st.integers(0, 7), label="target"),
    )
    players = data.draw(st.integers(2, 3), label="players")
    play = data.draw(st.sampled_from(({}, {}, {"commander": True}, {"brawl": True})))
    world = header(day, players=players, cards=cards, **play)
    openings = Openings(world, {ANN: policy, BOB: policy})

    seed = data.draw(st.text(max_size=8), label="seed")
    for number in range(3):  # the later ones find courses that are known
        check_same(openings, seed, number)


@given(st.text(max_size=20), st.integers(0, 100_000_000), st.text(min_size=1, max_size=20))
def test_the_line_of_a_header_is_its_canonical_one(seed: str, number: int, game: str) -> None:
    first = replace(header(cards=deck(7, Forest=7)), game=game)

    assert HeaderLines(first).line(seed, number) == encode(
        Record(seq=0, by="apnap", event=header_of_game(first, seed, number), prev=NO_HASH)
    )


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

    openings.play("partial", 0)

    assert not openings.is_quick
    check_same(openings, "partial", 0)


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
