"""What holds of every division, whatever is divided, copied, redirected, prevented or lost."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from events.base import Event
from events.card_files import known_cards
from events.combat import BlockersDeclared
from events.division import CombatDamageAssigned
from events.editions import resolve
from events.game import DeckEntry, FormatEntry
from events.identifiers import CardName, Seat
from events.log import EventLog
from events.stack import SpellCopied, TargetsChanged
from events.vocabulary import DivisionKind, DivisionUnit
from machine.chance import seeded
from projections.consistency import faults
from projections.divisions import Division, divisions
from replays.autoplay import casual_choice, play_on
from replays.derivation import rederive
from replays.new_game import Setup, header_draft, header_of
from replays.session import Game
from tests.machine.division.desk import ERAS

DIVIDERS = (
    "Pyrotechnics",
    "Rolling Thunder",
    "Jaws of Stone",
    "Remedy",
    "Elven Rite",
    "Liquid Fire",
    "Ember Sower",
    "Shrapnel Ogre",
    "Second Echo",
    "Crossed Signposts",
    "Falling Cinders",
    "Magmatic Core",
    "Master of the Wild Hunt",
    "Smoke and Ropes",
    "Gentle Rain",
)
FIGHTERS = ("Elephant", "Wurm", "Viper", "Knight", "Drake", "Goblin")
COPIES, LANDS, TURNS = 2, 26, 16
GAMES = [
    *((edition, 2, False) for edition in ERAS),
    (ERAS[-1], 3, False),
    (ERAS[-1], 2, True),
    (ERAS[2], 2, True),
]


def cheap(name: str) -> str:
    """Return a card's cost in these games: one red mana, and X where it has one."""
    return "{X}{R}" if "X" in known_cards()[CardName(name)].cost else "{R}"


def setup(edition: str, players: int, *, un_cards: bool) -> Setup:
    names = [CardName(name) for name in (*DIVIDERS, *FIGHTERS)]
    main = (*names * COPIES, *(CardName("Mountain"),) * LANDS)
    seats = [Seat(name) for name in ("ann", "bob", "cyd")[:players]]
    return Setup(
        decks=dict.fromkeys(seats, DeckEntry(main=main)),
        rules=edition,
        play=FormatEntry(un_cards=un_cards, starting_life=40),
        cards={name: replace(known_cards()[name], cost=cheap(name)) for name in names},
        game=f"dividing-{edition}",
    )


@cache
def played(edition: str, players: int, *, un_cards: bool, seed: int = 1) -> Game:
    """Return some turns of players who divide and fight at random."""
    header, missing = header_of(setup(edition, players, un_cards=un_cards))
    assert not missing
    game = Game(EventLog().append([header_draft(header)]), chance=seeded(seed))
    game.begin()
    rng = random.Random(seed)  # noqa: S311 - no secret
    play_on(game, casual_choice(rng), until=lambda table: table.turn.number > TURNS)
    return game


@pytest.fixture(scope="module", params=GAMES, ids=str)
def game(request: pytest.FixtureRequest) -> Game:
    edition, players, un_cards = request.param
    return played(edition, players, un_cards=un_cards)


def found(game: Game) -> tuple[Division, ...]:
    return divisions(tuple(game.events), game.tables)


def test_shares_are_all_of_it_and_one_each(game: Game) -> None:
    rules = resolve(game.table.rules.as_of).divide
    seen = found(game)
    assert seen
    for division in seen:
        units = division.amount * (2 if division.unit is DivisionUnit.HALF else 1)
        assert sum(share.announced for share in division.shares) in (units, 0)
        if rules.minimum_one == "objects_and_players":
            assert all(share.announced for share in division.shares)


def test_nobody_gets_more_than_their_share(game: Game) -> None:
    for division in found(game):
        for share in division.shares:
            assert share.received + share.prevented + share.lost <= share.announced
            if share.is_over:
                assert share.received + share.prevented + share.lost == share.announced


def test_a_copy_has_the_shares_of_its_original(game: Game) -> None:
    by_key = {(one.object, one.instruction): one for one in found(game)}
    for copy in by_key.values():
        if copy.copy_of is not None:
            original = by_key[copy.copy_of, copy.instruction]
            told = [share.announced for share in original.shares]
            assert [share.announced for share in copy.shares] == told
            assert (copy.amount, copy.unit) == (original.amount, original.unit)


def test_the_log_follows_from_its_decisions(game: Game) -> None:
    verdict = rederive(game.log).derived
    assert verdict.ok, verdict
    assert not faults(game.table)


def test_combat_damage_is_dealt_by_creatures_that_fight(game: Game) -> None:
    """CR 510.1: a creature's assignment is its power, all of it, once in a step."""
    for seq, record in enumerate(game.events):
        event: Event = record.event
        if isinstance(event, CombatDamageAssigned):
            before = game.tables[seq - 1].combat
            assert before is not None
            assert event.source in (*before.attackers, *before.blockers)
            assert event.source not in {source for source, _ in before.assigned}


def test_everything_happens_somewhere() -> None:
    """The games above meet what they are there for."""
    kinds: Counter[str] = Counter()
    for edition, players, un_cards in GAMES:
        game = played(edition, players, un_cards=un_cards)
        kinds.update(_happened(game))
    for kind in (*DivisionKind, "copied", "changed", "blocked", "assigned"):
        assert kinds[kind], (kind, kinds)


def _happened(game: Game) -> Iterator[str]:
    for division in found(game):
        yield division.kind.value
    for record in game.events:
        event: Event = record.event
        match event:
            case SpellCopied():
                yield "copied"
            case TargetsChanged():
                yield "changed"
            case BlockersDeclared(blocks=blocks) if blocks:
                yield "blocked"
            case CombatDamageAssigned():
                yield "assigned"
            case _:
                pass
