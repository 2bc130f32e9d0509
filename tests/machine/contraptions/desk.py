"""Tables with Contraptions, set up as scenarios are, for tests that a scenario cannot express."""

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from events.base import Decision, Event
from events.card_files import known_cards
from events.game import DeckEntry, FormatEntry
from events.identifiers import CardName, ObjectId, Seat
from events.log import EventLog
from events.stack import AbilityActivated, CostPaid, SpellCast, TargetsChosen
from events.turns import PhaseEntered, PriorityPassed
from events.vocabulary import Phase
from events.zones import LandPlayed
from machine.chance import Scripted, seeded
from projections.table import Table
from replays.autoplay import Choose, play_on
from replays.new_game import Setup, header_draft, header_of
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Given
from replays.session import Game

ACTING = (LandPlayed, SpellCast, AbilityActivated)
RESTRAINT = 0.3
"""How often somebody who could act passes all the same."""

ANN, BOB = Seat("ann"), Seat("bob")
LIBRARY = ["Mountain*5"]
PLAIN = {"library": LIBRARY}
"""What a player has who has nothing else."""

CONTRAPTIONS = tuple(name for name, card in known_cards().items() if "Contraption" in card.subtypes)

SPELLS = (
    "Steamflogger Boss",
    "Quick Assembly",
    "Double Shift",
    "Rush Order",
    "Apprentice Rigger",
    "Night-Shift Rigger",
    "Moving Day",
    "Wind-Up Signal",
    "Bailiff's Visit",
    "Rust Bath",
    "Cold Storage",
    "Attic Raid",
    "Plaster Cast",
    "Wax Duplicate",
)


def deck(copies: int = 2, lands: int = 32) -> DeckEntry:
    """Return a deck that can do everything with Contraptions."""
    main = (*SPELLS * copies, *("Mountain",) * lands)
    return DeckEntry(main=tuple(CardName(name) for name in main), contraptions=CONTRAPTIONS)


def desk(
    players: Mapping[str, Mapping[str, Any]],
    *,
    phase: str = "main.precombat",
    begins: bool = False,
    **given: Any,  # noqa: ANN401 - whatever a scenario may be given
) -> tuple[Game, dict[str, ObjectId]]:
    """Return a game that goes on from a table, and the ids of its labelled cards."""
    switches = {"contraption.allowed": True, **given.pop("set", {})}
    turn = {"active": "ann", "phase": phase, "begins": begins}
    data = {"set": switches, "turn": turn, "players": players, **given}
    log, labels = Setting(msgspec.convert(data, Given, strict=False)).build()
    game = Game(log, chance=Scripted())
    if begins:
        game.rule(PhaseEntered(phase=Phase(phase)), by="apnap")
    else:
        game.begin()
    return game, labels


def events_of(game: Game) -> list[Event]:
    """Return everything that happened in the game, the table's setting included."""
    return [record.event for record in game.log]


def random_game(seed: int, *, turns: int, life: int = 60, cards: DeckEntry | None = None) -> Game:
    """Return an Unstable game of two players who decide at random, never to give up."""
    cards = cards or deck()
    setup = Setup(
        decks={ANN: cards, BOB: cards},
        play=FormatEntry(un_cards=True, starting_life=life),
        game=f"unstable-{seed}",
    )
    header, missing = header_of(setup)
    assert not missing
    game = Game(EventLog().append([header_draft(header)]), chance=seeded(seed))
    game.begin()
    play_on(game, eager(seed), until=lambda table: table.turn.number > turns)
    return game


def eager(seed: int) -> Choose:
    """Return a random player who likes to act: lands and spells before passing, lands for costs."""
    rng = random.Random(seed)  # noqa: S311 - no secret

    def choose(_table: Table, decisions: list[Decision]) -> Decision:
        passing = any(isinstance(one, PriorityPassed) for one in decisions)
        wanted = [one for one in decisions if isinstance(one, ACTING)] if passing else decisions
        if passing and (not wanted or rng.random() < RESTRAINT):
            return next(one for one in decisions if isinstance(one, PriorityPassed))
        return rng.choice(wanted)

    return choose


def on(
    sprocket: int, card: str = "Tea Urn", *, label: str = "", **more: str | bool
) -> dict[str, str | bool | int]:
    """Return a Contraption on a sprocket, as a table is set up with it."""
    named = {"as": label} if label else {}
    return {"card": card, "sprocket": sprocket, **named, **more}


def offered(game: Game, kind: type[Decision]) -> list[Decision]:
    """Return the legal decisions of one kind."""
    return [one for one in game.legal_decisions() if type(one) is kind]


def resolve(game: Game) -> None:
    """All pass once."""
    for _ in game.table.playing:
        holder = game.table.priority.holder
        assert holder is not None
        game.submit(PriorityPassed(player=holder))


def cast(game: Game, card: ObjectId, mana: str, *targets: ObjectId) -> None:
    """Announce a spell of ann's whole."""
    name = ObjectId(f"o{game.table.numbers.object}")
    chosen = (TargetsChosen(player=ANN, object=name, targets=targets),) if targets else ()
    spell = SpellCast(player=ANN, card=card)
    game.submit(spell, *chosen, CostPaid(player=ANN, object=name, mana=mana))
