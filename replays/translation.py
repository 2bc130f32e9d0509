"""What apnap tells people, in Japanese: ``replays/data/messages``, English sentence by sentence.

The core writes English with the facts in their places. Here a sentence is recognised by the English
template that it was made of, and its facts, translated as well, go into the Japanese template.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from importlib import resources
from itertools import starmap
from string import Formatter

from events.errors import ApnapError, DataError, IllegalAction
from replays.catalogue import cited, joined

REMEMBERED = 4096
"""Sentences whose Japanese is kept: the same few are told again and again."""

Parts = tuple[str, ...]
"""A template without the names of its facts: what stands before, between and after them."""


_ANYTHING, _IN_ONE_WORD = "(.*?)", r"('[^']*'|[\w.@-]+(?:,\d+)*)"


class Template:
    """A sentence with named facts, in both languages; ``{fact:word}`` is one word."""

    def __init__(self, english: str, japanese: str) -> None:
        self.english, self.japanese = english, japanese
        self.parts, self.names = taken_apart(english)
        self.rarest = max(self.parts, key=len)
        """The longest fixed part: what does not hold it is another sentence."""
        self._patterns = [
            _IN_ONE_WORD if spec == "word" else _ANYTHING
            for _, name, spec, _ in Formatter().parse(english)
            if name is not None
        ]

    @property
    def is_fixed(self) -> bool:
        """Whether the sentence has no facts."""
        return not self.names

    @property
    def weight(self) -> int:
        """How much of the sentence is fixed: where several fit, the heaviest is meant."""
        return sum(map(len, self.parts))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = map(re.escape, self.parts)
        pairs = zip(parts, [*self._patterns, ""], strict=True)
        return re.compile("".join(map("".join, pairs)), re.DOTALL)

    def facts(self, text: str) -> Mapping[str, str] | None:
        """Return the facts with which the template makes a text; nothing where it cannot."""
        found = self._pattern.fullmatch(text)
        return dict(zip(self.names, found.groups(), strict=True)) if found else None

    def told(self, facts: Mapping[str, str]) -> str:
        """Return the Japanese sentence with its facts, those in words translated as well."""
        return self.japanese.format_map({name: _japanese(one) for name, one in facts.items()})


def taken_apart(template: str) -> tuple[Parts, tuple[str, ...]]:
    """Return the fixed parts of a template and the names of its facts: one part more than names."""
    parts, names = [""], []
    for text, name, _, _ in Formatter().parse(template):
        parts[-1] += text
        if name is not None:
            names.append(name)
            parts.append("")
    return tuple(parts), tuple(names)


def catalogues() -> Iterator[tuple[str, tuple[Template, ...]]]:
    """Yield the name of every file of the catalogue with its templates."""
    folder = resources.files("replays").joinpath("data", "messages")
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        entries = tomllib.loads(file.read_text(encoding="utf-8"))["said"]
        yield file.name, tuple(starmap(Template, entries.items()))


@cache
def _fixed() -> Mapping[str, str]:
    every = (one for _, some in catalogues() for one in some if one.is_fixed)
    return {one.parts[0]: one.japanese.format_map({}) for one in every}


@cache
def _open() -> tuple[Template, ...]:
    every = [one for _, some in catalogues() for one in some if not one.is_fixed]
    return tuple(sorted(every, key=lambda one: (-one.weight, len(one.names))))


def translated(lang: str, text: str) -> str:
    """Return a sentence in a language; in English where the catalogue does not have it."""
    return _japanese(text) if lang == "ja" else text


@lru_cache(maxsize=REMEMBERED)
def _japanese(text: str) -> str:
    """Return a sentence in Japanese; facts are shorter than what they stand in, so it ends."""
    bare = text.strip()
    if not bare:
        return text
    before, _, after = text.partition(bare)
    return f"{before}{_recognised(bare)}{after}"


def _recognised(text: str) -> str:
    if (fixed := _fixed().get(text)) is not None:
        return fixed
    if refusal := _REFUSAL.fullmatch(text):
        return _refused(*refusal.groups())
    if " " not in text:
        return text
    for template in _open():
        if template.rarest in text and (facts := template.facts(text)) is not None:
            return template.told(facts)
    return _piece_by_piece(text)


def _piece_by_piece(text: str) -> str:
    """Return a text that several sentences were put into, each of them told in Japanese."""
    for sign, japanese in _BETWEEN.items():
        if sign not in text:
            continue
        pieces = text.split(sign, 1)
        if (told := [_japanese(one) for one in pieces]) != pieces:
            return japanese.join(told)
    if rule := _RULE.search(text):
        return f"{_japanese(text[: rule.start()].rstrip())} {rule[0]}"
    if _NAMES.fullmatch(text):
        return text.replace(" and ", "と").replace(" or ", "か")
    return text


_BETWEEN = {"; ": "; ", ": ": ": ", ", ": "、"}
_RULE = re.compile(r"\([^()]+\)$")
_NAMES = re.compile(r"\w+(?: (?:and|or) \w+)+")
_REFUSAL = re.compile(
    r"(.+?) \(((?:CR \d|[A-Z]+\.)[\w.]+)\): (.+?)(?:; legal now: (.+))?", re.DOTALL
)
"""A refusal as one text: who and what, the rule, why, what is legal."""


def _refused(what: str, rule: str, because: str | None, legal: str | None) -> str:
    text = f"{_japanese(what)} ({rule})"
    if because:
        text += f": {_japanese(because)}"
    if legal:
        text += f"。いまできること: {joined('ja', [_japanese(one) for one in legal.split(', ')])}"
    return text


def error_text(lang: str, error: ApnapError) -> str:
    """Return an error as people read it: where or who and what, the rule, why, what is legal."""
    if lang != "ja":
        return error.message
    if isinstance(error, IllegalAction):
        return _refused(error.what, cited(error.rule), error.because, ", ".join(error.legal))
    if isinstance(error, DataError):
        return _with_place(error)
    return _japanese(error.message)


def _with_place(error: DataError) -> str:
    places = (
        error.file,
        error.line and f"{error.line}行目",
        None if error.seq is None else f"記録{error.seq}",
        error.field,
    )
    where = "、".join(str(place) for place in places if place)
    reason = _japanese(error.reason)
    return f"{where}: {reason}" if where else reason
