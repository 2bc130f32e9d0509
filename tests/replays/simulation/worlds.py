"""Small worlds to simulate: decks by their cards, headers by their day, and the oracles."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from events.game import DeckEntry, FormatEntry, GameCreated
from events.identifiers import CardName, Seat
from replays.new_game import Setup, header_of
from replays.simulation.exact import Exact, exactly
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
    """Return the header of a game in which everybody plays the same deck; ``kind`` may be a day."""
    entry = cards if cards is not None else deck(Forest=24)
    setup = Setup(
        decks=dict.fromkeys(SEATS[:players], entry),
        rules=DAYS.get(kind, kind),
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


# Tron: three of a kind of land, or two and a map, as alternatives.

T, P, M, MAP, PAYOFF, CHROMATIC, SCRYING = map(
    CardName, ("Tower", "Plant", "Mine", "Map", "Payoff", "Chromatic", "Scrying")
)
THREE = ({T: 1, P: 1, M: 1}, {T: 1, P: 1, MAP: 1}, {T: 1, M: 1, MAP: 1}, {P: 1, M: 1, MAP: 1})
PAID = (
    *({**want, PAYOFF: 1} for want in THREE),
    *({a: 1, b: 1, CHROMATIC: 1, SCRYING: 1, PAYOFF: 1} for a, b in ((T, P), (T, M), (P, M))),
)


def lines(found: Exact, wants: tuple[Mapping[CardName, int], ...]) -> Fraction:
    numbers = [{found.pile.kind(name): count for name, count in want.items()} for want in wants]
    return found.chance(
        lambda one: any(
            all(one.hand.count(kind) >= count for kind, count in want.items()) for want in numbers
        )
    )


@cache
def tron(kind: str, floor: int) -> Exact:
    cards = deck(Tower=4, Plant=4, Mine=4, Map=4, Payoff=8, Chromatic=8, Scrying=4)
    return exactly(header(kind, cards=cards), ANN, Policy(wants=PAID, down_to=floor))
