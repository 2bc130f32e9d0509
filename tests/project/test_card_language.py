"""Every word of the card language means something: what can be written on a card is followed."""

import ast
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct, structs

import machine
from events.abilities import REPLACEMENTS, AnyAbility, ReplacementAbility, TriggerOn
from events.instructions import AnyInstruction
from events.selectors import (
    Condition,
    Cost,
    CountOf,
    NumberWord,
    Permitted,
    Prohibited,
    Reference,
    Selector,
    Targets,
    Who,
)
from machine import triggers
from machine.instructions import EXECUTORS
from projections import folds

FOLDERS = tuple(Path(str(one.__file__)).parent for one in (machine, folds))
"""Where the packages lie that follow the language, in this checkout or installed."""

INSTRUCTIONS: tuple[type[Struct], ...] = typing.get_args(AnyInstruction)
ABILITIES: tuple[type[Struct], ...] = typing.get_args(AnyAbility)
WORDS: tuple[type[Struct], ...] = (Selector, Targets, CountOf, Condition, Cost)
STRUCTS = (*INSTRUCTIONS, *ABILITIES, *WORDS)


@cache
def trees() -> tuple[ast.Module, ...]:
    files = (path for folder in FOLDERS for path in sorted(folder.rglob("*.py")))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in files)


@cache
def attributes() -> frozenset[str]:
    """Return every attribute that the machine reads."""
    return frozenset(
        node.attr for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Attribute)
    )


@cache
def constants() -> frozenset[str]:
    """Return every string that the machine names, docstrings aside."""
    return frozenset(
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def names() -> frozenset[str]:
    """Return every name that the machine uses."""
    return frozenset(
        node.id for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Name)
    )


def literals(wanted: object) -> Iterator[str]:
    """Yield the words that a field may hold."""
    for inner in typing.get_args(wanted):
        if isinstance(inner, str):
            yield inner
        else:
            yield from literals(inner)


def test_every_instruction_has_an_executor() -> None:
    assert set(EXECUTORS) == set(INSTRUCTIONS)


@pytest.mark.parametrize("kind", ABILITIES, ids=lambda kind: kind.__name__)
def test_every_ability_is_asked_for(kind: type[Struct]) -> None:
    assert kind.__name__ in names()


@pytest.mark.parametrize("kind", STRUCTS, ids=lambda kind: kind.__name__)
def test_every_field_is_read(kind: type[Struct]) -> None:
    assert [field.name for field in structs.fields(kind) if field.name not in attributes()] == []


@pytest.mark.parametrize("kind", STRUCTS, ids=lambda kind: kind.__name__)
def test_every_word_of_a_field_is_known(kind: type[Struct]) -> None:
    words = {
        word
        for field in structs.fields(kind)
        for word in literals(field.type)
        if word and word != field.default
    }

    assert sorted(words - constants()) == []


@pytest.mark.parametrize(
    "wanted", [Who, Reference, NumberWord, Prohibited, Permitted], ids=lambda one: str(one)[:40]
)
def test_every_word_is_known(wanted: object) -> None:
    assert sorted(set(literals(wanted)) - constants() - {""}) == []


def test_every_trigger_can_happen() -> None:
    tree = ast.parse(Path(triggers.__file__).read_text(encoding="utf-8"))
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}

    assert sorted(set(typing.get_args(TriggerOn)) - told) == []


def test_every_replacement_replaces_something() -> None:
    replaced = {field.name: field.type for field in structs.fields(ReplacementAbility)}

    assert set(literals(replaced["replaces"])) == set(REPLACEMENTS)
    assert set(literals(replaced["how"])) == {how for many in REPLACEMENTS.values() for how in many}
