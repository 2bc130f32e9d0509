"""What holds of every flip in games of random legal play, on several editions."""

import random
from collections import Counter

import pytest

from events.base import Event
from events.coin_flips import CoinFlipped, FlipCalled, FlipIgnored, FlipLost, FlipWon
from events.game import DeckEntry, FormatEntry
from events.identifiers import CardName, Seat
from events.log import EventLog
from events.stack import AbilityTriggered
from events.vocabulary import Face, FlipOutcome
from machine.chance import seeded
from projections.consistency import faults
from projections.flip_ledger import flip_ledger, flip_totals
from replays.autoplay import casual_choice, play_on
from replays.derivation import rederive
from replays.new_game import Setup, header_draft, header_of
from replays.session import Game
from tests.machine.coin_flips.desk import ANN, BOB, CYD

CARDS = (
    "Fighting Chance",
    "Chance Encounter",
    "Karplusan Minotaur",
    "Tavern Scoundrel",
    "Krark's Thumb",
    "Goblin Bookie",
    "Mijae Djinn",
    "Ydwen Efreet",
    "Bottle of Suleiman",
    "Mana Clash",
    "Okaun, Eye of Chaos",
    "Plain Flip",
    "Faces Flip",
    "Contested Flip",
    "Five Flips",
    "Everybody Flips",
    "Flip Until Stopped",
    "Flip At Their Peril",
)
DECK = DeckEntry(main=tuple(map(CardName, (*CARDS * 2, *("Mountain",) * 26))))
DAYS = ("2001-09-01", "2005-09-01", "2010-09-01", "2019-01-01", "2023-01-01", "2026-01-01")
TURNS = 9


@pytest.fixture(scope="module", params=enumerate(DAYS), ids=lambda found: found[1])
def game(request: pytest.FixtureRequest) -> Game:
    number, day = request.param
    seats = (ANN, BOB, CYD)[: 2 + number % 2]
    setup = Setup(
        decks=dict.fromkeys(seats, DECK),
        rules=day,
        play=FormatEntry(un_cards=number % 2 == 0, starting_life=40),
        game=f"flips-{day}",
    )
    header, missing = header_of(setup)
    assert not missing
    made = Game(EventLog().append([header_draft(header)]), chance=seeded(number))
    made.begin()
    choose = casual_choice(random.Random(number))  # noqa: S311 - no secret
    play_on(made, choose, until=lambda table: table.turn.number > TURNS)
    return made


def test_every_flip_ends_in_one_way(game: Game) -> None:
    entries = [
        one for one in flip_ledger(game.log.log.records, game.log.tables) if one.outcome is not None
    ]

    assert len(entries) > 3, "otherwise the test shows nothing"
    for entry in entries:
        assert entry.kept is not None
        assert entry.flipper is not None
        assert entry.card in CARDS
        if entry.forced:
            assert entry.outcome is FlipOutcome.WON
        elif entry.contested:
            right = entry.call is entry.kept.face
            won = right if entry.caller == entry.flipper else not right
            assert entry.outcome is (FlipOutcome.WON if won else FlipOutcome.LOST)
            assert entry.face is entry.kept.face
        else:
            assert entry.outcome is FlipOutcome.NONE
            assert (entry.call, entry.caller) == (None, None)


def events_of(game: Game) -> list[Event]:
    return [record.event for record in game.log]


def test_every_call_precedes_the_coins_of_its_flip(game: Game) -> None:
    tossed: set[int] = set()
    for event in events_of(game):
        if isinstance(event, CoinFlipped):
            tossed.add(event.flip)
        elif isinstance(event, FlipCalled):
            assert event.flip not in tossed


def test_a_coin_by_itself_triggers_nothing(game: Game) -> None:
    """Neither a coin nor the choice of one: only what a flip comes to."""
    events = events_of(game)
    for event, record in zip(events, game.log, strict=True):
        if isinstance(event, AbilityTriggered) and record.cause is not None:
            assert not isinstance(events[record.cause], CoinFlipped | FlipIgnored)


def test_luck_counters_come_from_ones_own_won_flips_alone(game: Game) -> None:
    won: Counter[Seat] = Counter()
    for event, table in zip(events_of(game), game.log.tables, strict=True):
        if isinstance(event, FlipWon):
            won[event.player] += 1
        for thing in table.objects.values():
            luck = thing.counters.get("luck", 0)
            if luck:
                assert thing.controller is not None
                assert luck <= won[thing.controller]


def test_the_game_is_sound_and_derived_again(game: Game) -> None:
    found = rederive(game.log.log.records)

    assert not faults(game.table)
    assert found.derived.ok, found.derived
    assert found.legal.ok, found.legal


def test_the_totals_are_those_of_the_events(game: Game) -> None:
    events = events_of(game)
    totals = flip_totals(flip_ledger(game.log.log.records)).values()
    faces = Counter(event.face for event in events if isinstance(event, CoinFlipped))

    assert sum(one.heads for one in totals) == faces[Face.HEADS]
    assert sum(one.tails for one in totals) == faces[Face.TAILS]
    assert sum(one.won for one in totals) == sum(isinstance(one, FlipWon) for one in events)
    assert sum(one.lost for one in totals) == sum(isinstance(one, FlipLost) for one in events)
