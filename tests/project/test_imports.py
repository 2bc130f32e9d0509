"""Imports go one way: events <- projections <- machine <- replays <- apnap."""

import ast
import sys
from collections.abc import Iterator

import pytest

from scan import PACKAGES, TOP_MODULE, Source, sources

ALLOWED = {
    "events": {"msgspec"},
    "projections": {"msgspec", "immutables", "events"},
    "machine": {"msgspec", "immutables", "events", "projections"},
}
"""Package -> what it may import besides the standard library and itself."""

IMPURE = {"asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket"}
IMPURE |= {"sqlite3", "subprocess", "threading", "time"}
"""What the rules may not reach for: input, output, clocks, logs, chance of their own."""

CHANCE_DOOR = "machine/chance.py"
PHASES = "machine/phases.py"


def _imports(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield source.module
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def _roots(source: Source) -> set[str]:
    return {name.partition(".")[0] for name in _imports(source)}


def _of(*packages: str) -> list[object]:
    found = [source for source in sources() if source.module.partition(".")[0] in packages]
    return [pytest.param(source, id=source.path) for source in found]


@pytest.mark.parametrize("source", _of("events", "projections", "machine"))
def test_only_what_lies_below_is_imported(source: Source) -> None:
    package = source.module.partition(".")[0]
    allowed = ALLOWED[package] | {package} | sys.stdlib_module_names
    if source.path == PHASES:
        allowed |= {"transitions"}

    assert sorted(_roots(source) - allowed) == []


@pytest.mark.parametrize("source", _of(*PACKAGES))
def test_nothing_imports_the_top_module(source: Source) -> None:
    assert TOP_MODULE not in _roots(source)


@pytest.mark.parametrize("source", _of("replays"))
def test_the_shell_leaves_the_phase_library_alone(source: Source) -> None:
    assert "transitions" not in _roots(source)


@pytest.mark.parametrize("source", _of("projections", "machine"))
def test_folds_and_rules_are_pure(source: Source) -> None:
    allowed = {"random", "secrets"} if source.path == CHANCE_DOOR else set()

    assert sorted(_roots(source) & IMPURE - allowed) == []


def test_every_package_is_found() -> None:
    assert {source.module.partition(".")[0] for source in sources()} >= set(PACKAGES)
