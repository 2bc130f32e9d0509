"""Pinned requirements: the same lists as in pyproject.toml, all hashed, from nowhere in particular."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDER = ROOT / "requirements"
NAMES = sorted(file.stem for file in FOLDER.glob("*.in"))
PIN = re.compile(r"^([a-z0-9._-]+)==\S+", re.MULTILINE)


def _asked(name: str) -> set[str]:
    """Return the lines of an .in file, without comments and references to others."""
    lines = (FOLDER / f"{name}.in").read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith(("#", "-r"))}


def _group(name: str) -> set[str]:
    group: Iterable[str | dict[str, str]] = PROJECT["dependency-groups"][name]
    return {entry for entry in group if isinstance(entry, str)}


def _pins(name: str) -> list[str]:
    """Return each pinned requirement with its hashes."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return [
        block for block in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE) if "==" in block
    ]


def test_what_apnap_needs_is_what_pyproject_says() -> None:
    assert _asked("runtime") == set(PROJECT["project"]["dependencies"])


def test_the_extra_for_analysis_is_what_pyproject_says() -> None:
    assert _asked("analysis") == set(PROJECT["project"]["optional-dependencies"]["analysis"])


@pytest.mark.parametrize("name", ["test", "dev", "bench", "browser", "lock"])
def test_groups_are_what_pyproject_says(name: str) -> None:
    assert _asked(name) == _group(name)


@pytest.mark.parametrize("name", NAMES)
def test_everything_asked_for_is_pinned(name: str) -> None:
    asked = {re.split(r"[<>=!~\[ ]", line)[0] for line in _asked(name)}
    pinned = set(PIN.findall((FOLDER / f"{name}.txt").read_text(encoding="utf-8")))

    assert sorted(asked - pinned) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_pin_is_hashed(name: str) -> None:
    assert [pin for pin in _pins(name) if "--hash=sha256:" not in pin] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_registry_is_named(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

    assert re.findall(r"://|--index-url|--find-links|--trusted-host", text) == []


@pytest.mark.parametrize("name", ["test", "runtime"])
def test_one_version_of_each_everywhere(name: str) -> None:
    everything = set(
        re.findall(r"^\S+==\S+", (FOLDER / "dev.txt").read_text("utf-8"), re.MULTILINE)
    )
    some = set(re.findall(r"^\S+==\S+", (FOLDER / f"{name}.txt").read_text("utf-8"), re.MULTILINE))

    assert sorted(some - everything) == []
