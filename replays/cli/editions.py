"""``editions``: which rules were in force on a day, and what changed between two days."""

import click
import msgspec

from events import editions as dated
from events.editions import spelled
from events.standing import standing
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

    A log pins its rules in its header; this tells what a new one would pin. `apnap explain SWITCH`
    says what a switch and its values mean.
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
    switches, disputes = standing(day), dated.disputes_at(day)
    if screen.is_json:
        screen.data(
            {
                "at": day,
                "rules": msgspec.to_builtins(rules),
                "switches": [msgspec.to_builtins(one) for one in switches],
                "disputes": [msgspec.to_builtins(one) for one in disputes],
            }
        )
        return
    lang, edition = screen.lang, dated.edition_at(day)
    name = of_edition(lang, edition.name)
    quality = word(lang, edition.date_quality)
    heading = f"{word(lang, 'rules of')} {day}: {name}, {edition.first_day} ({quality})"
    screen.line(heading, style="heading")
    rows = (
        (
            one.switch,
            spelled(one.value),
            one.since,
            one.rule,
            word(lang, "inferred") if one.inferred else "",
        )
        for one in switches
    )
    screen.table([word(lang, one) for one in ("switch", "value", "since", "rule", "")], rows)
    for dispute in disputes:
        _tell(screen, dispute)


def _tell(screen: Screen, dispute: dated.Dispute) -> None:
    """Tell a question on which sources disagree: what each says, and what is used here."""
    screen.line(f"? {of_edition(screen.lang, dispute.question)}")
    for claim in dispute.claims:
        says = of_edition(screen.lang, claim.says)
        screen.line(f"    {claim.source}: {says}")
    screen.line(f"  > {of_edition(screen.lang, dispute.used)}")


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
        (one.switch, spelled(one.before), spelled(one.after), one.since, one.rule) for one in found
    )
    screen.table([word(lang, one) for one in words], rows)
    changed = {one.switch for one in found}
    disputes = dict.fromkeys((*dated.disputes_at(first), *dated.disputes_at(second)))
    for dispute in disputes:
        if changed & set(dispute.switches):
            _tell(screen, dispute)
