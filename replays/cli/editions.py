"""``editions``: which rules were in force on a day, and what changed between two days."""

from typing import Any

import click
import msgspec

from events import editions as dated
from replays.cli.options import command
from replays.meanings import of_edition
from replays.output import Screen
from replays.showing.words import word


@command("editions")
@click.option("--at", "day", metavar="DATE", help="Every switch as it stands on a day: 2019-07-12")
@click.option(
    "--diff",
    "days",
    nargs=2,
    metavar="D1 D2",
    help="The switches that differ between two days.",
)
def editions(screen: Screen, *, day: str | None, days: tuple[str, str] | None) -> None:
    """List the editions of the rules, or the switches in force on a day.

    A log pins its rules in its header; this tells what a new one would pin.
    """
    if day is not None and days is not None:
        raise click.UsageError("choose one of --at and --diff")
    if days is not None:
        _differences(screen, *days)
    elif day is not None:
        _at(screen, day)
    else:
        _all(screen)


def _all(screen: Screen) -> None:
    every = dated.editions()
    if screen.is_json:
        screen.data({"editions": [msgspec.to_builtins(one) for one in every]})
        return
    lang = screen.lang
    rows = (
        (
            one.first_day,
            word(lang, one.date_quality),
            str(len(one.changes)),
            of_edition(lang, one.name),
        )
        for one in every
    )
    words = ("first day", "source of the day", "changes", "name")
    screen.table([word(lang, one) for one in words], rows)


def _at(screen: Screen, day: str) -> None:
    rules = dated.resolve(day)
    plain: dict[str, Any] = msgspec.to_builtins(rules)
    if screen.is_json:
        questions = [msgspec.to_builtins(one) for one in dated.disputes_at(day)]
        screen.data({"at": day, "rules": plain, "disputes": questions})
        return
    screen.line(
        f"{word(screen.lang, 'rules of')} {rules.as_of}: {of_edition(screen.lang, rules.edition)}",
        style="heading",
    )
    rows = (
        (f"{group}.{name}", _shown(value))
        for group, switches in plain.items()
        if isinstance(switches, dict)
        for name, value in switches.items()
    )
    screen.table([word(screen.lang, "switch"), word(screen.lang, "value")], rows)
    for dispute in dated.disputes_at(day):
        screen.note(
            f"? {of_edition(screen.lang, dispute.question)}\n  {of_edition(screen.lang, dispute.used)}"
        )


def _differences(screen: Screen, first: str, second: str) -> None:
    found = dated.diff(first, second)
    if screen.is_json:
        screen.data(
            {"a": first, "b": second, "changes": [msgspec.to_builtins(one) for one in found]}
        )
        return
    lang = screen.lang
    words = ("switch", "before", "after", "since", "rule")
    rows = (
        (one.switch, _shown(one.before), _shown(one.after), one.since, one.rule) for one in found
    )
    screen.table([word(lang, one) for one in words], rows)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
