"""No message lacks its Japanese: the desk's catalogue, the command line's words, what play says."""

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest

from replays.catalogue import cited, joined, messages, told
from replays.play.words import japanese
from replays.showing.words import JAPANESE
from scan import Source, sources

KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
SHELL = [source for source in sources() if source.module.startswith("replays.")]
BUILT = {
    "rewind.class_": ("free", "consent", "judge"),
    "rewind.": (
        "life", "crank", "lands_played", "turns_to_skip", "maximum_hand_size",
        "attackers_declared", "blockers_declared",
    ),
    "report.heading_": (
        "question", "answer", "facts", "table", "options", "ruling", "cannot", "verify",
        "records", "parting",
    ),
}  # fmt: skip
"""The beginning of a key that is put together -> how it can end."""

VERDICTS = ("intact", "complete", "derived", "legal")
"""Words that a loop over names looks up."""


def _calls(source: Source, name: str) -> Iterator[list[ast.expr]]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name:
            yield node.args


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", messages())
def test_every_message_says_the_same_in_both_languages(key: str) -> None:
    entry = messages()[key]

    assert set(entry) == {"en", "ja"}
    assert _fields(entry["en"]) == _fields(entry["ja"]) or key.startswith("verdict.")
    assert key == "judged.refused" or KANA.search(entry["ja"]) or "{" in entry["ja"]
    assert "イベント" not in entry["ja"], "a record is 記録"


def _keys() -> set[str]:
    """Return every key that the sources ask for, or write down to ask for it later."""
    found: set[str] = set()
    for source in SHELL:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
        for values in _calls(source, "_told"):
            texts = [one for part in values for one in ast.walk(part)]
            found |= {
                f"report.{one.value}"
                for one in texts
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            }
    found |= {f"verdict.{code.replace('/', '_')}" for code in found if "/" in code}
    for start, ends in BUILT.items():
        found |= {f"{start}{end}" for end in ends}
    for key in ("allowed", "forbidden", "untold"):
        found |= {f"report.{key}", f"report.{key}_bare"}
    return found


def test_every_message_is_asked_for() -> None:
    assert sorted(set(messages()) - _keys()) == []


@pytest.mark.parametrize("source", SHELL, ids=lambda source: source.module)
def test_every_message_that_is_asked_for_is_there(source: Source) -> None:
    keys = [
        one.value
        for values in _calls(source, "told")
        for one in values[1:2]
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and "." in one.value
    ]
    assert [key for key in keys if key not in messages()] == []


@pytest.mark.parametrize("source", SHELL, ids=lambda source: source.module)
def test_every_word_has_its_japanese(source: Source) -> None:
    words = {
        one.value
        for values in _calls(source, "word")
        for part in values[1:]
        for one in ast.walk(part)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }
    assert sorted(one for one in words if one not in JAPANESE and one not in NAMES) == []
    assert all(name in JAPANESE for name in VERDICTS)


NAMES = frozenset({"seq", "zone", "phase", "counter", "name", "player", "by", "text", "lang"})
"""What stands in a call of ``word`` to find a word, and is none."""


@pytest.mark.parametrize("source", SHELL, ids=lambda source: source.module)
def test_everything_said_in_play_has_its_japanese(source: Source) -> None:
    texts = {
        one.value
        for values in _calls(source, "said")
        for one in values[1:2]
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }
    assert sorted(texts - set(japanese())) == []


def test_lists_and_rules() -> None:
    assert joined("en", ["a", "b", "c"]) == "a, b and c"
    assert joined("ja", ["a", "b"]) == "a、b"
    assert joined("en", []) == joined("ja", []) == ""
    assert (cited("705.2"), cited("MTR.backup")) == ("CR 705.2", "MTR.backup")
    assert told("ja", "pads.same") == "2つのメモは一致しています"
    with pytest.raises(KeyError):
        told("en", "pads.unknown")
