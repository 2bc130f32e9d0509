"""The words of answers, in English and Japanese: ``replays/data/analysis.toml``."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

_NUMBER = re.compile(r"\d+")
_ONE = re.compile(r"^1 ([a-z ]+)s$")


@cache
def _words() -> dict[str, Any]:
    text = files("replays").joinpath("data/analysis.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def title(question: str, lang: str) -> str:
    """Return the title of a question."""
    return _pair("titles", question, lang)


def about(question: str, lang: str) -> str:
    """Return what a reader should know of a question's numbers."""
    return _pair("about", question, lang)


def heading(name: str, lang: str) -> str:
    """Return the heading of a column, or another word of the page."""
    return _pair("headings", name, lang)


def _pair(section: str, name: str, lang: str) -> str:
    pair: tuple[str, str] = _words()[section][name]
    return pair[lang == "ja"]


def span(low: str, high: str, lang: str) -> str:
    """Return from where to where something goes."""
    return f"{low}から{high}" if lang == "ja" else f"{low} to {high}"


def counted(games: int, skipped: int, lang: str) -> str:
    """Return how many games there are, and how many inputs could not be read."""
    if lang == "ja":
        return f"{games:,}{heading('games', lang)}・{heading('skipped', lang)}{skipped:,}件"
    return f"{games:,} {heading('games', lang)} · {skipped:,} {heading('skipped', lang)}"


def label(text: str, lang: str) -> str:
    """Return a word of a group in a language; what nobody has translated stays as it is."""
    if lang != "ja":
        return _ONE.sub(r"1 \1", text)
    words: dict[str, str] = _words()["words"]
    if text in words:
        return words[text]
    numbers = _NUMBER.findall(text)
    found = words.get(_NUMBER.sub("#", text))
    if found is not None:
        for number in numbers:
            found = found.replace("#", number, 1)
        return found
    first, _, rest = text.partition(" ")
    named = words.get(f"# {rest}")
    return named.replace("#", first, 1) if named is not None else text


def labels(group: tuple[str, ...], lang: str) -> str:
    """Return a whole group in a language."""
    return " · ".join(label(one, lang) for one in group)


def has_label(text: str) -> bool:
    """Whether a word has a Japanese form."""
    words = _words()["words"]
    return text in words or _NUMBER.sub("#", text) in words
