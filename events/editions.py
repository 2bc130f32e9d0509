"""The rules editions: which switches are in force on a day, folded from dated data.

Implements the history of CR 101, 103, 500, 510, 601.2d, 603, 608 and 705.
Nothing here decides a game; a switch changes by the data or by a named override, never silently.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import get_args

import msgspec
from msgspec import Struct, inspect, structs

from events.errors import DataError
from events.rules import DateQuality, Override, RulesOfPlay, SwitchGroup

SwitchValue = bool | int | str

FILE = "editions.toml"

HOUSE_SWITCHES = frozenset(
    {
        "flip.coins_per_replacement",
        "mulligan.free_extra",
        "contraption.allowed",
        "contraption.exile_goes_to",
        "contraption.extra_upkeep",
        "contraption.reassemble_to",
    }
)
"""Switches that no edition sets: what a table, a format or a client decides beyond the rules."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SURE_FIRST: tuple[DateQuality, ...] = ("printed", "bulletin", "file", "inferred")
_LIKENESS = 0.6
"""How alike two names must be, of 1, for one to be suggested in place of the other."""


class Setting(Struct, frozen=True, kw_only=True):
    """One switch as an edition sets it."""

    switch: str
    value: SwitchValue
    rule: str
    """The rule number it rests on in that edition; empty where none is known."""
    inferred: bool = False
    """No text of the edition states the value: it was concluded."""


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one source says."""

    source: str
    """A key of ``sources()``."""
    says: str


class Dispute(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Days on which sources disagree or are silent: what each says, and what is used here."""

    question: str
    first_day: str = msgspec.field(name="from")
    last_day: str = msgspec.field(name="to")
    """The last such day; empty while the question is open."""
    switches: tuple[str, ...]
    claims: tuple[Claim, ...]
    used: str

    def covers(self, day: str) -> bool:
        """Whether ``day`` is one of the days in question."""
        return self.first_day <= day and (not self.last_day or day <= self.last_day)


class Edition(Struct, frozen=True, kw_only=True):
    """One change of the rules: its first day, how well that is known, and what it sets."""

    first_day: str
    name: str
    date_quality: DateQuality
    sources: tuple[str, ...]
    """Keys of ``sources()``."""
    changes: tuple[Setting, ...]
    notes: tuple[str, ...] = ()
    disputes: tuple[Dispute, ...] = ()


class SwitchChange(Struct, frozen=True, kw_only=True):
    """A switch that differs between two days."""

    switch: str
    before: SwitchValue
    after: SwitchValue
    since: str
    """The first day of the edition that last set it, up to the later of the two days."""
    rule: str
    """The rule number it rests on in that edition; empty where none is known."""


class _EditionEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An edition as the data file writes it: dotted switch names are tables of tables."""

    first_day: str = msgspec.field(name="from")
    name: str
    date_quality: DateQuality
    sources: tuple[str, ...]
    set: dict[str, dict[str, SwitchValue]] = {}
    rules: dict[str, dict[str, str]] = {}
    inferred: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    disputes: tuple[Dispute, ...] = ()


class _EditionFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    edition: tuple[_EditionEntry, ...]


def editions() -> tuple[Edition, ...]:
    """Return all editions, oldest first; the first one stands for all days before the second."""
    return _load()


def edition_at(day: str) -> Edition:
    """Return the edition in force on ``day``."""
    _check_day(day)
    return [edition for edition in editions() if edition.first_day <= day][-1]


def resolve(
    day: str,
    overrides: Sequence[Override] = (),
    *,
    date_quality: DateQuality | None = None,
) -> RulesOfPlay:
    """Return all switches as they stand on ``day``, changed by ``overrides``.

    ``date_quality`` says how well the day itself is known, where a record does not print it; the
    less certain of it and the edition's own is kept.
    """
    edition = edition_at(day)
    values = {**_values_of(edition.first_day), **_overriding(overrides)}
    resolved = {
        "as_of": day,
        "edition": edition.first_day,
        "date_quality": _less_sure(edition.date_quality, date_quality or edition.date_quality),
        "overrides": msgspec.to_builtins(tuple(overrides)),
        **_grouped(values),
    }
    return msgspec.convert(resolved, RulesOfPlay)


def latest() -> RulesOfPlay:
    """Return the switches of the last edition, as of its first day."""
    return resolve(editions()[-1].first_day)


def diff(first_day: str, second_day: str) -> tuple[SwitchChange, ...]:
    """Return the switches that differ between two days, in the order of ``switch_names()``."""
    before = _values_of(edition_at(first_day).first_day)
    after = _values_of(edition_at(second_day).first_day)
    later = max(first_day, second_day)
    return tuple(
        _change(switch, before[switch], after[switch], later)
        for switch in switch_names()
        if switch in before and before[switch] != after[switch]
    )


def disputes_at(day: str) -> tuple[Dispute, ...]:
    """Return the questions that are open for ``day``, in the order of the data."""
    _check_day(day)
    disputes = (dispute for edition in editions() for dispute in edition.disputes)
    return tuple(dispute for dispute in disputes if dispute.covers(day))


@cache
def switch_names() -> tuple[str, ...]:
    """Return the names of all switches, ``group.field``, in the order of ``RulesOfPlay``."""
    return tuple(_switch_types())


@cache
def sources() -> Mapping[str, str]:
    """Return what the keys of the sources mean."""
    return MappingProxyType(_read_file().sources)


def value_of(rules: RulesOfPlay, switch: str) -> SwitchValue:
    """Return what a switch is under some rules. Raises ``DataError`` where there is no such switch."""
    check_switch(switch)
    group, _, name = switch.partition(".")
    value: SwitchValue = getattr(getattr(rules, group), name)
    return value


def spelled(value: object) -> str:
    """Return the value of a switch as people write it: ``true``, ``london``, ``2``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def allowed_values(switch: str) -> tuple[str, ...]:
    """Return what a switch may be set to: its words, or one phrase that describes them."""
    check_switch(switch)
    wanted = _switch_types()[switch]
    match inspect.type_info(wanted):
        case inspect.LiteralType():
            return get_args(wanted)
        case inspect.BoolType():
            return ("true", "false")
        case inspect.IntType(ge=least, le=most):
            return (f"a whole number from {least} to {most}",)
        case _:
            return ("any text",)


def _change(switch: str, before: SwitchValue, after: SwitchValue, day: str) -> SwitchChange:
    since, setting = [
        (edition.first_day, setting)
        for edition in editions()
        if edition.first_day <= day
        for setting in edition.changes
        if setting.switch == switch
    ][-1]
    return SwitchChange(switch=switch, before=before, after=after, since=since, rule=setting.rule)


def _overriding(overrides: Sequence[Override]) -> dict[str, SwitchValue]:
    """Return the overrides' values, refusing two for one switch: neither would be the plain one."""
    values: dict[str, SwitchValue] = {}
    for override in overrides:
        value = _value(override.switch, override.value, strict=False)
        if override.switch in values:
            raise DataError(
                "data/switch_twice",
                f"is overridden twice, to {values[override.switch]!r} and to {value!r}",
                field=override.switch,
            )
        values[override.switch] = value
    return values


@cache
def _values_of(first_day: str) -> Mapping[str, SwitchValue]:
    """Return every dated switch as it stands in the edition of ``first_day``."""
    return MappingProxyType(
        {
            setting.switch: setting.value
            for edition in editions()
            if edition.first_day <= first_day
            for setting in edition.changes
        }
    )


def _grouped(values: Mapping[str, SwitchValue]) -> dict[str, dict[str, SwitchValue]]:
    groups: dict[str, dict[str, SwitchValue]] = {}
    for switch, value in values.items():
        group, _, name = switch.partition(".")
        groups.setdefault(group, {})[name] = value
    return groups


def _less_sure(one: DateQuality, other: DateQuality) -> DateQuality:
    for quality in (one, other):
        if quality not in _SURE_FIRST:
            raise DataError(
                "data/date_quality",
                f"{quality!r} is no date quality: use one of {', '.join(get_args(DateQuality))}",
            )
    return max(one, other, key=_SURE_FIRST.index)


@cache
def _load() -> tuple[Edition, ...]:
    """Build the editions of the data file, carrying the locations along for the rule numbers."""
    in_force: dict[str, SwitchValue] = {}
    built: list[Edition] = []
    for entry in _read_file().edition:
        in_force |= _settings(entry)
        built.append(_edition(entry, in_force))
    return tuple(built)


@cache
def _read_file() -> _EditionFile:
    text = resources.files("events").joinpath("data", FILE).read_text(encoding="utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), _EditionFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError("data/editions", str(error), file=FILE) from error


def _edition(entry: _EditionEntry, in_force: Mapping[str, SwitchValue]) -> Edition:
    rules = {
        f"{group}.{name}": rule
        for group, fields in entry.rules.items()
        for name, rule in fields.items()
    }
    changes = tuple(
        Setting(
            switch=switch,
            value=value,
            rule=rules.get(switch) or _location(switch, in_force),
            inferred=switch in entry.inferred,
        )
        for switch, value in _settings(entry).items()
    )
    return Edition(
        first_day=entry.first_day,
        name=entry.name,
        date_quality=entry.date_quality,
        sources=entry.sources,
        changes=changes,
        notes=entry.notes,
        disputes=entry.disputes,
    )


def _settings(entry: _EditionEntry) -> dict[str, SwitchValue]:
    return {
        f"{group}.{name}": _value(f"{group}.{name}", value, strict=True)
        for group, fields in entry.set.items()
        for name, value in fields.items()
    }


def _location(switch: str, in_force: Mapping[str, SwitchValue]) -> str:
    """Return where the rules speak of a switch: its own value if a location, or its group's."""
    group, _, name = switch.partition(".")
    place = switch if name.endswith("location") else f"{group}.location"
    location = in_force.get(place, "none")
    return "" if location == "none" else str(location)


@cache
def _switch_types() -> Mapping[str, object]:
    return MappingProxyType(
        {
            f"{group.name}.{field.name}": field.type
            for group in structs.fields(RulesOfPlay)
            if isinstance(group.type, type) and issubclass(group.type, SwitchGroup)
            for field in structs.fields(group.type)
        }
    )


def _value(switch: str, value: SwitchValue, *, strict: bool) -> SwitchValue:
    """Return ``value`` in the type of its switch; text stands for it where not ``strict``."""
    check_switch(switch)
    wanted: object = _switch_types()[switch]
    try:
        converted: SwitchValue = msgspec.convert(value, type=wanted, strict=strict)
    except msgspec.ValidationError as error:
        allowed = ", ".join(one if " " in one else repr(one) for one in allowed_values(switch))
        raise DataError(
            "data/switch_value", f"cannot be {value!r}; allowed: {allowed}", field=switch
        ) from error
    return converted


def check_switch(switch: str) -> None:
    """Raise ``DataError`` with the nearest names unless there is a switch of that name."""
    if switch in switch_names():
        return
    near = sorted(switch_names(), key=lambda name: _likeness(switch, name), reverse=True)
    near = [name for name in near[:3] if _likeness(switch, name) >= _LIKENESS]
    groups = dict.fromkeys(name.partition(".")[0] for name in switch_names())
    hint = f"nearest: {', '.join(near)}" if near else f"the groups are {', '.join(groups)}"
    raise DataError("data/switch", f"there is no switch {switch!r}; {hint}")


def _likeness(asked: str, name: str) -> float:
    """Return how alike two names are, of 1, whether or not the group was written."""
    field = name.partition(".")[2]
    return max(SequenceMatcher(None, asked, known).ratio() for known in (name, field))


def _check_day(day: str) -> None:
    try:
        valid = bool(_DAY.fullmatch(day)) and bool(date.fromisoformat(day))
    except ValueError:
        valid = False
    if not valid:
        raise DataError(
            "data/day", f"{day!r} is no day: write year, month and day as in 2019-07-12"
        )
