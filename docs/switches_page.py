"""The reference of the rules switches: what each means, and what it has been since when."""

from events.editions import (
    HOUSE_SWITCHES,
    allowed_values,
    latest,
    spelled,
    switch_names,
    value_of,
)
from events.standing import history
from events.switches import LOCATION, meaning
from markup import cited, code, page, table

INTRODUCTION = """\
A procedure asks no date: it reads switches, which a log pins in its header. `apnap new --rules DATE` sets them as
they stood on a day, `--set SWITCH=VALUE` by hand; `apnap editions --at DATE` lists them, `apnap explain SWITCH` tells
what is told here. What is marked *inferred* is stated by no text of its time."""

HOUSE = "No edition sets it: it is {value} where nobody does."


def switches_page() -> str:
    """Return the page of all switches, group by group."""
    groups = dict.fromkeys(name.partition(".")[0] for name in switch_names())
    return page("Switches of the rules", INTRODUCTION, *map(_group, groups))


def _group(group: str) -> str:
    those = [name for name in switch_names() if name.startswith(f"{group}.")]
    return "\n\n".join((f"## {group}", *map(_switch, those)))


def _switch(name: str) -> str:
    told = meaning(name)
    values = ((code(value), told.values.get(value, "")) for value in allowed_values(name))
    rows = (
        (
            one.since,
            code(spelled(one.value)),
            cited(one.rule),
            "inferred" if one.inferred else "",
        )
        for one in history(name)
    )
    house = (
        HOUSE.format(value=code(spelled(value_of(latest(), name))))
        if name in HOUSE_SWITCHES
        else ""
    )
    parts = (
        f"### {name}",
        told.says,
        table(("value", "meaning"), values) if told.values else _plain(name),
        table(("since", "value", "rule", ""), rows),
        house,
    )
    return "\n\n".join(part for part in parts if part)


def _plain(name: str) -> str:
    return "" if name.endswith(LOCATION) else f"Values: {', '.join(allowed_values(name))}."
