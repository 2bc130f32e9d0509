"""Random games: decks with every card there is, every way of seating players, every edition's rules."""

import random
from collections.abc import Iterator

from events.abilities import ManaAbility
from events.base import Decision
from events.card_files import known_cards
from events.cards import CardDefinition
from events.game import ChanceScheme, DeckEntry, FormatEntry
from events.identifiers import CardName, Seat
from events.log import EventLog
from machine.chance import seeded
from projections.table import Table
from replays.autoplay import Choose, casual_choice, play_one, random_choice
from replays.new_game import Setup, header_draft, header_of
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Given, PlayerGiven, TurnGiven
from replays.session import Game

PRISM = CardDefinition(
    name=CardName("Prism"),
    types=("Land",),
    abilities=(ManaAbility(mana=("{W}", "{U}", "{B}", "{R}", "{G}")),),
)
"""A land for every colour, so that every card can be cast."""

LANDS = 18
SPELLS = 26
CONTRAPTIONS = 15

EDITIONS = {
    "paris-one-by-one-two-players": "2000-01-01",
    "one-opponent-calls": "2005-09-01",
    "damage-on-the-stack": "2008-01-01",
    "paris-together": "2009-10-01",
    "at-least-one-if-able": "2012-01-01",
    "vancouver": "2016-06-01",
    "plain-flips-have-no-winner": "2018-09-01",
    "london": "2020-06-01",
    "default-winner": "2023-01-01",
    "no-damage-order": "2024-12-01",
    "forced-results": "2025-07-01",
    "division-before-cost": "2026-06-19",
}
"""A day of each row of the table of editions."""

SEATINGS: dict[str, tuple[str, ...]] = {
    "two": ("", ""),
    "three": ("", "", ""),
    "four": ("", "", "", ""),
    "five": ("", "", "", "", ""),
    "two-teams": ("red", "blue", "red", "blue"),
    "two-teams-in-shared-turns": ("red", "red", "blue", "blue"),
}
"""Teams by seat; none where each plays for themselves."""


def dice(seed: int | str) -> random.Random:
    """Return a generator for choices in tests."""
    return random.Random(seed)  # noqa: S311 - nothing here is secret


def new_game(edition: str, seating: str, seed: int, *, un_cards: bool = False) -> Game:
    """Return a game with random decks."""
    rng = dice(f"{edition}:{seating}:{seed}")
    teams = SEATINGS[seating]
    seats = [Seat(name) for name in ("ann", "bob", "cyd", "dan", "eve")[: len(teams)]]
    setup = Setup(
        decks={seat: random_deck(rng, un_cards=un_cards) for seat in seats},
        teams={seat: team for seat, team in zip(seats, teams, strict=True) if team},
        rules=EDITIONS[edition],
        play=FormatEntry(
            limited=True,
            un_cards=un_cards,
            shared_team_turns="shared" in seating,
            shared_life="shared" in seating,
            starting_life=12,
        ),
        cards={PRISM.name: PRISM},
        chance=ChanceScheme(kind="seeded", seed=str(seed)),
        game=f"{edition}.{seating}.{seed}",
    )
    header, missing = header_of(setup)
    assert not missing
    game = Game(EventLog().append([header_draft(header)]), draws=lambda at: seeded(f"{seed}:{at}"))
    game.begin()
    return game


def middle_game(edition: str, seating: str, seed: int, *, un_cards: bool = False) -> Game:
    """Return a game in its third turn: lands and creatures on the battlefield, hands of any cards."""
    rng = dice(f"middle:{edition}:{seating}:{seed}")
    teams = SEATINGS[seating]
    seats = ("ann", "bob", "cyd", "dan", "eve")[: len(teams)]
    players = {
        seat: _in_the_middle(random_deck(rng, un_cards=un_cards), team)
        for seat, team in zip(seats, teams, strict=True)
    }
    given = Given(
        players=players,
        edition=EDITIONS[edition],
        play=FormatEntry(
            limited=True,
            un_cards=un_cards,
            shared_team_turns="shared" in seating,
            shared_life="shared" in seating,
            starting_life=12,
        ),
        turn=TurnGiven(number=3, active="ann"),
        cards=({"name": "Prism", "types": ["Land"], "abilities": [PRISM_MANA]},),
    )
    log, _ = Setting(given).build()
    game = Game(log, draws=lambda at: seeded(f"{seed}:{at}"))
    game.begin()
    return game


PRISM_MANA = {"kind": "mana", "mana": ["{W}", "{U}", "{B}", "{R}", "{G}"]}


def _in_the_middle(deck: DeckEntry, team: str) -> PlayerGiven:
    lands, others = deck.main[:LANDS], deck.main[LANDS:]
    known = known_cards()
    fighters = [card for card in others if "Creature" in known[card].types]
    rest = [card for card in others if "Creature" not in known[card].types]
    return PlayerGiven(
        team=team,
        battlefield=(*lands[:7], *fighters[:3]),
        hand=tuple((fighters[3:] + rest)[-7:]),
        library=(*lands[7:], *fighters[3:], *rest),
        graveyard=tuple(fighters[:2]),
        contraptions=deck.contraptions,
    )


def random_deck(rng: random.Random, *, un_cards: bool) -> DeckEntry:
    """Return a deck of lands and any cards; with un-cards a Contraption deck as well."""
    cards = [card for card in known_cards().values() if not card.is_token]
    contraptions = sorted(card.name for card in cards if "Contraption" in card.subtypes)
    others = sorted(card.name for card in cards if "Contraption" not in card.subtypes)
    return DeckEntry(
        main=(PRISM.name,) * LANDS + tuple(rng.choices(others, k=SPELLS)),
        contraptions=tuple(rng.sample(contraptions, CONTRAPTIONS)) if un_cards else (),
    )


WILD = 0.1
"""How often a player takes any decision at all."""


def player(rng: random.Random) -> Choose:
    """Return a player that mostly does something sensible, and sometimes anything."""
    casual, wild = casual_choice(rng), random_choice(rng)

    def choose(table: Table, decisions: list[Decision]) -> Decision:
        chooses = wild if rng.random() < WILD else casual
        return chooses(table, decisions)

    return choose


def played(game: Game, seed: int, *, decisions: int) -> Iterator[Game]:
    """Play so many decisions, or to the end; yield the game before each of them."""
    choose = player(dice(seed))
    for _ in range(decisions):
        if game.table.result is not None:
            return
        yield game
        play_one(game, choose)
