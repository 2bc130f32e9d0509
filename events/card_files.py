"""Card definition files: the project's own, and those that users bring.

A file is TOML with one ``[[card]]`` table per card; errors name the file, the card and the field.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from events.abilities import ActivatedAbility, CumulativeUpkeep, SpellAbility, every_program
from events.cards import CardDefinition
from events.errors import DataError
from events.identifiers import CardName
from events.instructions import PayOrSacrifice, Reflip
from events.selectors import Cost

REFERENCE = "docs/reference/cards.md"

PAID_FOR_SPELLS = ("mana", "sacrifice", "life", "number")
PAID_FOR_ABILITIES = ("mana", "tap", "sacrifice_self", "sacrifice", "life", "number")
PAID_FOR_REFLIPS = ("mana", "tap")
PAID_AT_UPKEEP = ("mana", "life", "flips")
"""What a cost can ask for, by what it is paid for (CR 601.2h, 602.2b, 702.24a): nothing of the rest
would ever be asked."""


@cache
def known_cards() -> Mapping[CardName, CardDefinition]:
    """Return every card that the project defines, by name."""
    folder = files("events") / "data" / "cards"
    found: dict[CardName, CardDefinition] = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            _add(found, read_cards(file.read_text(encoding="utf-8"), file.name), file.name)
    return found


def _add(found: dict[CardName, CardDefinition], cards: Iterable[CardDefinition], file: str) -> None:
    for card in cards:
        if card.name in found:
            raise DataError("cards/twice", f"{card.name} is defined twice", file=file)
        found[card.name] = card


def read_cards(text: str, file: str) -> tuple[CardDefinition, ...]:
    """Return the cards of a definition file's text; raise ``DataError`` naming card and field."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError("cards/no_toml", f"this is no TOML: {error}", file=file) from error
    unknown = set(data) - {"card"}
    if unknown or not isinstance(data.get("card"), list):
        raise DataError(
            "cards/shape", "a card file holds [[card]] tables and nothing else", file=file
        )
    return tuple(_card(fields, file, number) for number, fields in enumerate(data["card"], 1))


def _card(fields: Any, file: str, number: int) -> CardDefinition:  # noqa: ANN401 - any TOML
    try:
        card = msgspec.convert(fields, CardDefinition)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `")
        name = fields.get("name", f"card {number}") if isinstance(fields, dict) else str(number)
        field = place.rstrip("`").removeprefix("$.") or "card"
        says = f"{name}: {reason}; what a card file may say stands in {REFERENCE}"
        raise DataError("cards/field", says, file=file, field=field) from error
    for cost, paid in _costs(card):
        wrong = [part for part in _parts(cost) if part not in paid]
        if wrong:
            says = f"{card.name}: such a cost has no {', '.join(wrong)}; it has {', '.join(paid)}"
            raise DataError("cards/cost", says, file=file, field="cost")
    return card


def _costs(card: CardDefinition) -> Iterator[tuple[Cost, tuple[str, ...]]]:
    """Yield each cost that a card has, with what such a cost can ask for."""
    for ability in card.abilities:
        program = every_program(ability)
        match ability:
            case SpellAbility(cost=Cost() as cost):
                yield cost, PAID_FOR_SPELLS
            case ActivatedAbility(cost=cost):
                again = any(isinstance(one, Reflip) for one in program)
                yield cost, PAID_FOR_REFLIPS if again else PAID_FOR_ABILITIES
            case CumulativeUpkeep(cost=cost):
                yield cost, PAID_AT_UPKEEP
        yield from (
            (one.cost, PAID_AT_UPKEEP) for one in program if isinstance(one, PayOrSacrifice)
        )


def _parts(cost: Cost) -> Iterator[str]:
    free = Cost()
    return (name for name in cost.__struct_fields__ if getattr(cost, name) != getattr(free, name))


def cards_named(
    names: Iterable[CardName], own: Mapping[CardName, CardDefinition] | None = None
) -> tuple[tuple[CardDefinition, ...], tuple[CardName, ...]]:
    """Return the definitions of some cards and of the tokens they make, and the names nobody defined.

    ``own`` are a user's definitions, which win over the project's.
    """
    everything = {**known_cards(), **(own or {})}
    wanted = sorted(set(names))
    found: dict[CardName, CardDefinition] = {}
    missing = tuple(name for name in wanted if name not in everything)
    waiting = [name for name in wanted if name in everything]
    while waiting:  # every name is added once
        name = waiting.pop()
        if name in found:
            continue
        found[name] = everything[name]
        waiting += [token for token in tokens_of(everything[name]) if token in everything]
    return tuple(found[name] for name in sorted(found)), missing


def tokens_of(card: CardDefinition) -> tuple[CardName, ...]:
    """Return the names of the tokens that a card creates."""
    programs = (every_program(ability) for ability in card.abilities)
    return tuple(
        instruction.token
        for program in programs
        for instruction in program
        if hasattr(instruction, "token")
    )
