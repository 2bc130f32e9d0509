"""Every switch of the rules decides something: it is read where the game is played or looked at."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import machine
import projections
import replays
from events.editions import HOUSE_SWITCHES, allowed_values, editions, switch_names
from events.errors import DataError
from events.switches import described, meaning

READERS = tuple(Path(str(one.__file__)).parent for one in (machine, projections, replays))
"""Where the packages lie that read switches, in this checkout or installed."""

LOCATIONS = tuple(name for name in switch_names() if name.endswith("location"))
"""Where the rules of the day speak of a thing. They decide nothing: they are what people look up."""

DECIDING = tuple(name for name in switch_names() if name not in LOCATIONS)


@cache
def read_switches() -> frozenset[str]:
    """Return every ``group.field`` that is read as an attribute anywhere but in ``events``."""
    files = (path for folder in READERS for path in sorted(folder.rglob("*.py")))
    return frozenset(name for path in files for name in _attributes(path))


def _attributes(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    groups = dict(_named(tree))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        owner = node.value
        if isinstance(owner, ast.Attribute):
            yield f"{owner.attr}.{node.attr}"
        elif isinstance(owner, ast.Name) and owner.id in groups:
            yield f"{groups[owner.id]}.{node.attr}"


def _named(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield (name, group) of each name that a module gives to a group of switches."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute(attr=group)):
                yield name, group
            case ast.arg(arg=name, annotation=ast.Name(id=kind)) if kind.endswith("Rules"):
                yield name, kind.removesuffix("Rules").lower()


@pytest.mark.parametrize("switch", DECIDING)
def test_a_switch_is_read(switch: str) -> None:
    assert switch in read_switches()


@pytest.mark.parametrize("switch", LOCATIONS)
def test_a_location_is_what_a_change_of_the_rules_cites(switch: str) -> None:
    settings = [one for edition in editions() for one in edition.changes if one.switch == switch]

    assert settings
    assert {one.rule or "none" for one in settings} == {str(one.value) for one in settings}


@pytest.mark.parametrize("switch", [name for name in DECIDING if name not in HOUSE_SWITCHES])
def test_a_dated_switch_has_had_more_than_one_value(switch: str) -> None:
    """What never changed is no switch."""
    values = {
        one.value for edition in editions() for one in edition.changes if one.switch == switch
    }

    assert len(values) > 1


@pytest.mark.parametrize("switch", DECIDING)
def test_a_switch_says_what_it_and_its_values_mean(switch: str) -> None:
    told, values = meaning(switch), allowed_values(switch)
    is_word = not {"true", "false"} & set(values) and " " not in values[0]

    assert switch in described()
    assert told.says.endswith(".")
    assert list(told.values) == (list(values) if is_word else [])


def test_nothing_is_described_that_is_no_switch() -> None:
    assert not set(described()) - set(switch_names())


def test_a_location_decides_nothing_and_says_so() -> None:
    assert "Nothing is decided" in meaning("mulligan.location").says


def test_a_switch_that_is_none_is_told_with_the_nearest() -> None:
    with pytest.raises(DataError, match=r"nearest: mulligan\.kind"):
        meaning("mulligan.kid")
