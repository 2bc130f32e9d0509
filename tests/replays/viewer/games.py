"""Games that pages are made of: native ones of every procedure, from seeds, and a real one."""

import random
from functools import cache
from pathlib import Path
from typing import Any

from events.game import DeckEntry, FormatEntry
from events.identifiers import CardName, Seat
from events.records import Draft
from events.rulings import NoteAdded, RulingMade
from machine.chance import seeded
from replays.autoplay import casual_choice, play_on, random_choice
from replays.game_log import GameLog
from replays.importers import import_files
from replays.new_game import Setup, header_draft, header_of
from replays.scenarios.running import run_file
from replays.session import fresh
from tests.samples import samples

LONG = 1_000
ANN, BOB = Seat("ann"), Seat("bob")
SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"

RIGGERS = {
    "Mountain": 17,
    "Steamflogger Boss": 4,
    "Apprentice Rigger": 4,
    "Night-Shift Rigger": 4,
    "Workshop Tourist": 4,
    "Quick Assembly": 4,
    "Moving Day": 3,
}
CONTRAPTIONS = (
    "Giant Fan",
    "Pebble Catapult",
    "Reading Lamp",
    "Tea Urn",
    "Conveyor of Parts",
    "Winding Key",
    "Bolt Press",
    "Leaky Boiler",
    "Looking-Glass Loom",
    "Rubber Stamp Mill",
)
FLIPPERS = {"Mountain": 17, "Krark's Thumb": 4, "Mijae Djinn": 8, "Goblin": 6, "Mana Clash": 5}


def deck(cards: dict[str, int], contraptions: tuple[str, ...] = ()) -> DeckEntry:
    """Return a deck."""
    main = tuple(CardName(name) for name, count in cards.items() for _ in range(count))
    return DeckEntry(main=main, contraptions=tuple(map(CardName, contraptions)))


def played(decks: dict[Seat, DeckEntry], seed: int, **setup: Any) -> GameLog:  # noqa: ANN401 - fields of Setup
    """Return the first thousand records of a game of casual players."""
    header, _ = header_of(Setup(decks=decks, game=f"game-{seed}", **setup))
    game = fresh(header_draft(header), chance=seeded(seed))
    choose = casual_choice(random.Random(seed))  # noqa: S311 - a seeded game
    play_on(game, choose, until=lambda _: len(game.events) > LONG)
    return game.log


@cache
def unstable() -> GameLog:
    """Return a game with Contraptions."""
    decks = {seat: deck(RIGGERS, CONTRAPTIONS) for seat in (ANN, BOB)}
    play = FormatEntry(un_cards=True, limited=True)
    return played(decks, 5, play=play, names={ANN: "Ann", BOB: "Bob"})


@cache
def flips() -> GameLog:
    """Return a game of coin flips."""
    decks = {seat: deck(FLIPPERS) for seat in (ANN, BOB)}
    return played(decks, 2, play=FormatEntry(limited=True), names={ANN: "Ann", BOB: "Bob"})


@cache
def bend_or_break() -> GameLog:
    """Return the three-player example of choices that begin again (CR 101.4d)."""
    outcomes = run_file(SCENARIOS / "golden_rules.yaml")
    found = next(one for one in outcomes if one.scenario.id == "R119-bend-or-break")
    assert found.log is not None
    return found.log


def arena() -> GameLog | None:
    """Return a real game that a player's client recorded, where this machine has one."""
    folder = samples()
    records = (
        sorted((folder / "arena-player-log" / "slim").glob("*standard-bo1*.gz")) if folder else []
    )
    if not records:
        return None
    report = import_files(records[:1])
    return GameLog(report.games[0].log, path="arena.apnap.jsonl")


def strange() -> GameLog:
    """Return a game whose every name is markup, or otherwise meant to break a page."""
    hostile = CardName(HOSTILE)
    decks = {seat: DeckEntry(main=(hostile,) * 20) for seat in (ANN, BOB)}
    names = {ANN: HOSTILE, BOB: "</script><script>alert(1)</script>"}
    header, _ = header_of(Setup(decks=decks, names=names, game="<b>game</b>"))
    game = fresh(header_draft(header), chance=seeded(1))
    play_on(game, random_choice(random.Random(1)), until=lambda _: len(game.events) > 60)  # noqa: S311
    note = NoteAdded(text=HOSTILE)
    ruling = RulingMade(text=HOSTILE, rules=("<i>",))
    drafts = [Draft(event=event, by="judge") for event in (note, ruling)]
    return GameLog(game.events.append(drafts), path="<img src=x>.apnap.jsonl")


HOSTILE = "<img src=x onerror=alert(1)>\"'&{{data}}</style></script>"
