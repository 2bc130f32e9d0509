"""The sentences of the dispute desk, in English and Japanese: ``replays/data/desk.toml``.

A message is asked for by its key; what it is about is filled in. No message lacks a language.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def messages() -> Mapping[str, Mapping[str, str]]:
    """Return key -> language -> sentence; a key is ``section.name``."""
    text = resources.files("replays").joinpath("data/desk.toml").read_text(encoding="utf-8")
    return {
        f"{section}.{name}": entry
        for section, entries in tomllib.loads(text).items()
        for name, entry in entries.items()
    }


def told(lang: str, key: str, **values: object) -> str:
    """Return a message in a language, with its values; raises ``KeyError`` for no message."""
    return messages()[key][lang].format_map(values)


def joined(lang: str, words: "tuple[str, ...] | list[str]") -> str:
    """Return words as a list in a language."""
    if lang == "ja":
        return "、".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def cited(rule: str) -> str:
    """Return a rule as it is cited: ``CR 705.2``; other rule books name themselves."""
    return f"CR {rule}" if rule[:1].isdigit() else rule
