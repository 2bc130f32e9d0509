"""Small worlds to simulate: decks by their cards, headers by their day, and the oracles."""

import json
from fractions import Fraction
from typing import Any

import pytest

from events.game import DeckEntry, FormatEntry, GameCreated
from events.identifiers import CardName, Seat
from replays.new_game import Setup, header_of
from replays.simulation.policies import Policy
from tests.samples import shared

ANN, BOB, CYD, DAN = SEATS = tuple(map(Seat, ("ann", "bob", "cyd", "dan")))
FOREST, KEY, POWDER, WURM = map(CardName, ("Forest", "Key", "Serum Powder", "Wurm"))

DAYS = {
    "original": "1995-01-01",
    "paris_sequential": "2006-12-01",
    "paris": "2012-01-01",
    "vancouver": "2017-01-01",
    "london": "2025-06-06",
}

FIND = Policy(wants=({KEY: 1},))
LANDS = {
    "vancouver": {7: (2, 5), 6: (2, 4), 5: (1, 4), 4: (0, 4)},
    "london": {7: (2, 5), 6: (2, 4), 5: (2, 4), 4: (0, 4)},
}


def deck(size: int = 60, **cards: int) -> DeckEntry:
    """Return a deck of some cards, filled up with one that is neither wanted nor a land."""
    main = [CardName(name.replace("_", " ")) for name, count in cards.items() for _ in range(count)]
    return DeckEntry(main=(*main, *(WURM,) * (size - len(main))))


def header(
    kind: str = "london",
    *,
    players: int = 2,
    cards: DeckEntry | None = None,
    **play: Any,  # noqa: ANN401
) -> GameCreated:
    """Return the header of a game in which everybody plays the same deck."""
    entry = cards if cards is not None else deck(Forest=24)
    setup = Setup(
        decks=dict.fromkeys(SEATS[:players], entry),
        rules=DAYS[kind],
        play=FormatEntry(**play),
        game="world",
    )
    return header_of(setup)[0]


def by_lands(kind: str) -> Policy:
    return Policy(lands=LANDS[kind], down_to=4)


def _oracles() -> dict[str, dict[str, Any]]:
    folder = shared("oracles")
    file = folder / "expected.json" if folder else None
    if file is None or not file.is_file():
        return {}
    return {one["name"]: one for one in json.loads(file.read_text(encoding="utf-8"))["values"]}


ORACLES = _oracles()


def oracle(name: str) -> Fraction:
    """Return an exact value of the shared oracles; skip where they are not here."""
    if name not in ORACLES:
        pytest.skip("no shared/oracles above this folder")
    return Fraction(ORACLES[name]["fraction"])
