"""Commands that the texts name exist: targets of make, verbs of the program."""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ("README.md", "CONTRIBUTING.md", "docs/start.md", "docs/concepts.md", ".ci/run")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE))
PHONY = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)[0].split()

HAS_PROGRAM = bool(find_spec("apnap"))
"""False only while the packages are tried out without the module beside them."""

MADE = re.compile(r"(?:`|^\$ )make (?:[A-Z]+=\S+ )?([a-z-]+)|^step ([a-z-]+)", re.MULTILINE)
VERB = re.compile(r"^\$ (?:\.venv/bin/)?apnap (?:--\S+ )*([a-z]+)", re.MULTILINE)


@pytest.mark.parametrize("text", TEXTS)
def test_named_targets_of_make_exist(text: str) -> None:
    named = {a or b for a, b in MADE.findall((ROOT / text).read_text(encoding="utf-8"))}

    assert sorted(named - TARGETS) == []


@pytest.mark.parametrize("target", PHONY)
def test_every_target_says_what_it_does(target: str) -> None:
    assert re.search(rf"^{target}:.*## \S", MAKEFILE, re.MULTILINE)


def test_the_four_commands_are_there() -> None:
    assert {"demo", "test", "check", "bench"} <= TARGETS


@pytest.mark.skipif(not HAS_PROGRAM, reason="no top module, no program")
@pytest.mark.parametrize("text", TEXTS)
def test_named_verbs_of_the_program_exist(text: str) -> None:
    main = import_module("replays.cli").main
    named = set(VERB.findall((ROOT / text).read_text(encoding="utf-8")))

    assert isinstance(main, click.Group)
    assert sorted(named - set(main.list_commands(click.Context(main)))) == []
