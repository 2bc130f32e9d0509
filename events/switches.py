"""What the switches of ``events.rules`` mean, each of them and each of its values: from data."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from events.editions import check_switch

FILE = "switches.toml"

LOCATION = "location"
"""How the names of those switches end that only say where the rules of the day have a thing."""


class Meaning(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a switch is about and, where it is set to a word, what each word means.

    Of a switch that is true or false it is said what it means that it is true.
    """

    says: str
    values: dict[str, str] = {}


@cache
def _read_file() -> tuple[str, Mapping[str, Mapping[str, Meaning]]]:
    text = resources.files("events").joinpath("data", FILE).read_text(encoding="utf-8")
    groups = tomllib.loads(text)
    location = msgspec.convert(groups.pop(LOCATION), str)
    return location, msgspec.convert(groups, dict[str, dict[str, Meaning]])


def meaning(switch: str) -> Meaning:
    """Return what a switch means. Raises ``DataError`` where there is none of that name."""
    check_switch(switch)
    location, groups = _read_file()
    group, _, name = switch.partition(".")
    return groups.get(group, {}).get(name) or Meaning(says=location)


def described() -> tuple[str, ...]:
    """Return the names of all switches that the file describes."""
    return tuple(f"{group}.{name}" for group, those in _read_file()[1].items() for name in those)
