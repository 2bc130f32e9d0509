"""The reference of card definitions: what can be written in a card file, and what it means."""

from collections.abc import Iterable
from typing import get_args

from msgspec import Struct

from events import selectors
from events.abilities import REPLACEMENTS, AnyAbility
from events.cards import CardDefinition
from events.instructions import AnyInstruction, Instruction
from events.selectors import Condition, Cost, CountOf, Selector, Targets
from events_page import field_table
from markup import code, page, paragraphs, table
from scan import module_strings

INTRODUCTION = """\
A card file is TOML with one `[[card]]` table for each card; `apnap new --cards FILE` takes it. It says
facts: names, types, costs, and abilities as lists of instructions, followed in order. What is left out
has its default. An error names the file, the card and the field. See the project's own files in
`events/data/cards/` for examples of every mechanic."""

WORDS = ("Who", "Reference", "NumberWord", "Prohibited", "Permitted", "Keyword")
"""Sets of words that several fields take."""


def cards_page() -> str:
    """Return the page of the card language: cards, abilities, instructions, and the words in them."""
    return page(
        "Card files",
        INTRODUCTION,
        _struct("A card", CardDefinition),
        "## Abilities\n\nAn ability says what it is in `kind`.",
        *(_struct(f'kind = "{_tag(one)}"', one, level=3) for one in _kinds(AnyAbility)),
        _replacements(),
        "## Instructions\n\nAn instruction says what it does in `do`.",
        _struct("Every instruction", Instruction, level=3),
        *(_struct(f'do = "{_tag(one)}"', one, level=3) for one in _kinds(AnyInstruction)),
        "## What the fields hold",
        *(
            _struct(one.__name__, one, level=3)
            for one in (Selector, Targets, CountOf, Condition, Cost)
        ),
        _words(),
    )


def _kinds(union: object) -> Iterable[type[Struct]]:
    return get_args(union)


def _tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _struct(title: str, kind: type[Struct], *, level: int = 2) -> str:
    heading = f"{'#' * level} {title}"
    return "\n\n".join(
        part for part in (heading, paragraphs(kind.__doc__), field_table(kind)) if part
    )


def _replacements() -> str:
    rows = ((code(what), ", ".join(map(code, how))) for what, how in REPLACEMENTS.items())
    return "\n\n".join(
        ("What a replacement can replace, and how:", table(("replaces", "how"), rows))
    )


def _words() -> str:
    told = module_strings("events.selectors")
    rows = (
        (
            name,
            ", ".join(code(word) for word in get_args(getattr(selectors, name)) if word),
            told[name],
        )
        for name in WORDS
    )
    return "\n\n".join(("### Words", table(("type", "words", "meaning"), rows)))
