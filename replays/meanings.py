"""What rules, records and editions mean, in the reader's language: ``replays/data/meanings.ja.toml``.

The English stands where it is made: glosses in ``events.citations``, summaries in the docstrings of
events, editions and switches in their data. Numbers and names of types are never translated.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal, cast

from events.citations import GLOSSES, gloss
from events.switches import meaning

Kind = Literal["rules", "events", "editions", "switches"]


@cache
def _japanese() -> Mapping[Kind, Mapping[str, str]]:
    file = resources.files("replays").joinpath("data/meanings.ja.toml")
    return cast("Mapping[Kind, Mapping[str, str]]", tomllib.loads(file.read_text(encoding="utf-8")))


def japanese(kind: Kind) -> Mapping[str, str]:
    """Return what is translated of one kind: number, name or English text -> Japanese."""
    return _japanese()[kind]


def glossed(lang: str, rule: str) -> str:
    """Return what a rule says, in our own words; that of the rule it is a part of, where it has none."""
    if lang != "ja":
        return gloss(rule)
    number = rule.removeprefix("CR ").strip()
    whole = number.rstrip("abcdefghijklmnopqrstuvwxyz")
    section = number.partition(".")[0]
    known = next((one for one in (number, whole, section) if one in GLOSSES), number)
    return japanese("rules").get(known, gloss(rule))


def summary(lang: str, name: str, english: str) -> str:
    """Return what a type of record tells."""
    return japanese("events").get(name, english) if lang == "ja" else english


def of_edition(lang: str, text: str) -> str:
    """Return the name of an edition, a question sources disagree on, what each says, what is used."""
    return japanese("editions").get(text, text) if lang == "ja" else text


def of_switch(lang: str, switch: str, value: str = "") -> str:
    """Return what a switch means, or one of its values; empty for a value that says it itself."""
    told = meaning(switch)
    english = told.values.get(value, "") if value else told.says
    if lang != "ja":
        return english
    return japanese("switches").get(f"{switch}={value}" if value else switch, english)
