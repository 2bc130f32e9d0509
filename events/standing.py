"""The switches as they stand on a day, each with the edition and the rule number it rests on.

Implements the history of CR 101, 103, 500, 510, 601.2d, 603, 608 and 705, for people who ask for it.
"""

from msgspec import Struct

from events.editions import (
    Setting,
    SwitchValue,
    check_switch,
    edition_at,
    editions,
    resolve,
    switch_names,
    value_of,
)
from events.rules import RulesOfPlay


class Standing(Struct, frozen=True, kw_only=True):
    """A switch as it stands on a day, and what it rests on."""

    switch: str
    value: SwitchValue
    since: str = ""
    """The first day of the edition that set it; empty for what no edition sets."""
    rule: str = ""
    """The rule number it rests on in that edition; empty where none is known."""
    inferred: bool = False
    """No text of the edition states the value: it was concluded."""


def standing(day: str) -> tuple[Standing, ...]:
    """Return every switch as it stands on ``day`` with what it rests on, in the order of the names."""
    last = edition_at(day).first_day
    set_by = {
        setting.switch: (edition.first_day, setting)
        for edition in editions()
        if edition.first_day <= last
        for setting in edition.changes
    }
    rules = resolve(day)
    return tuple(
        _set(*set_by[switch]) if switch in set_by else _of_a_house(switch, rules)
        for switch in switch_names()
    )


def history(switch: str) -> tuple[Standing, ...]:
    """Return what editions have set a switch to, oldest first; nothing where no edition sets it."""
    check_switch(switch)
    return tuple(
        _set(edition.first_day, setting)
        for edition in editions()
        for setting in edition.changes
        if setting.switch == switch
    )


def _set(since: str, setting: Setting) -> Standing:
    return Standing(
        switch=setting.switch,
        value=setting.value,
        since=since,
        rule=setting.rule,
        inferred=setting.inferred,
    )


def _of_a_house(switch: str, rules: RulesOfPlay) -> Standing:
    """Return a switch that no edition sets: what a table, a format or a client decides."""
    return Standing(switch=switch, value=value_of(rules, switch))
