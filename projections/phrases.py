"""Templates of sentences: how ``{field:helper}`` and ``[optional parts]`` become text.

A part in square brackets is left out where one of its fields has nothing to tell. Helpers turn
values into words; a helper that is a group of words or units in the language file looks them up.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct

from events.vocabulary import DivisionUnit
from projections.naming import Scene, card_name, name_of, seat_name

Template = str | Mapping[str, str]
Helper = Callable[[Scene, Any], str]


class Language(Struct, frozen=True):
    """A language file: a template for each event type, words, and units that count things."""

    events: Mapping[str, Template]
    words: Mapping[str, Mapping[str, str]]
    units: Mapping[str, tuple[str, str]]
    """Unit -> phrase for one and for several."""


_PART = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{([a-z_.]+)(?::([a-z_]+))?\}")


@cache
def language(lang: str) -> Language:
    """Return a language's templates and words; raises ``KeyError`` for one there is none of."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    file = resources.files("projections").joinpath("data", f"timeline.{lang}.toml")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    units = {name: (one, many) for name, (one, many) in data["units"].items()}
    return Language(data["events"], data["words"], units)


LANGUAGES = ("en", "ja")


def sentence(told: Language, scene: Scene, values: Callable[[str], Any]) -> str:
    """Return an event as a sentence; ``values`` gives what stands at a field's name."""
    kind = type(scene.event).__name__
    template = told.events.get(kind, kind)
    if not isinstance(template, str):
        case = _plain(values(template["by"]))
        template = template[case] if case in template else template["other"]
    optional = _PART.sub(lambda part: _optional(told, scene, values, part.group(1)), template)
    return _filled(told, scene, values, optional)


def _optional(told: Language, scene: Scene, values: Callable[[str], Any], part: str) -> str:
    if all(values(field.group(1)) for field in _FIELD.finditer(part)):
        return _filled(told, scene, values, part).replace("{", "{{")
    return ""


def _filled(told: Language, scene: Scene, values: Callable[[str], Any], text: str) -> str:
    """Put words in the place of fields; braces that a name brought along stay as they are."""
    pieces = text.split("{{")
    filled = (
        _FIELD.sub(
            lambda field: _worded(told, scene, field.group(2) or "text", values(field.group(1))),
            piece,
        )
        for piece in pieces
    )
    return "{".join(filled)


def _worded(told: Language, scene: Scene, helper: str, value: Any) -> str:  # noqa: ANN401
    if helper in HELPERS:
        return HELPERS[helper](scene, value)
    if helper in told.units:
        one, many = told.units[helper]
        return (one if value == 1 else many).format(value)
    word = _plain(value)
    return told.words[helper].get(word, word)


def _plain(value: Any) -> str:  # noqa: ANN401 - any value of an event
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def listed(scene: Scene, words: Iterable[str]) -> str:
    """Return words as a list in the language: ``a, b and c``."""
    parts = list(words)
    joints = scene.words["joints"]
    if not parts:
        return joints["none"]
    if len(parts) == 1:
        return parts[0]
    return joints["comma"].join(parts[:-1]) + joints["and"] + parts[-1]


def _halves(scene: Scene, value: int) -> str:
    """Return an amount, of which some events say that it counts halves."""
    event = scene.event
    unit = getattr(event, "unit", DivisionUnit.ONE)
    if not getattr(event, "halves", False) and unit is DivisionUnit.ONE:
        return str(value)
    sign, whole = ("-" if value < 0 else ""), abs(value) // 2
    half = "½" if abs(value) % 2 else ""
    return f"{sign}{whole if whole or not half else ''}{half}"


def _signed(scene: Scene, value: int) -> str:
    told = _halves(scene, value)
    return f"+{told}" if value > 0 else told


def _pairs(scene: Scene, value: Iterable[tuple[str, Any]]) -> str:
    """Return pairs such as attacker and defender, or recipient and share."""
    phrase = scene.words["joints"]["pair"]
    return listed(
        scene,
        (
            phrase.format(
                name_of(scene, one),
                name_of(scene, other) if isinstance(other, str) else _halves(scene, other),
            )
            for one, other in value
        ),
    )


HELPERS: dict[str, Helper] = {
    "text": lambda _scene, value: " ".join(_plain(value).split()),
    "when": lambda _scene, _value: "",
    "number": lambda _scene, value: str(value),
    "amount": _halves,
    "signed": _signed,
    "seat": seat_name,
    "seats": lambda scene, value: listed(scene, (seat_name(scene, one) for one in value)),
    "object": name_of,
    "objects": lambda scene, value: listed(scene, (name_of(scene, one) for one in value)),
    "card": card_name,
    "card_list": lambda scene, value: listed(scene, (card_name(scene, one) for one in value)),
    "words_list": lambda scene, value: listed(scene, (_plain(one) for one in value)),
    "phases": lambda scene, value: listed(
        scene, (scene.words["phase"].get(str(one), str(one)) for one in value)
    ),
    "pairs": _pairs,
}
"""Helper -> how it tells a value. ``when`` tells nothing: it only lets an optional part stand."""
