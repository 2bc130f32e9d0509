"""``stats``: what many games say, in tables and on one page of plots; and how many it takes to say it."""

import re
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from events.errors import DataError
from replays.analysis.answers import CORRECTIONS, Answer
from replays.batch import engine_named
from replays.cli.completing import complete_file
from replays.cli.errors import Exit
from replays.cli.exporting import engine_option, scheduler_option, workers_option, write_new
from replays.cli.options import command
from replays.output import Screen, progress
from replays.showing.words import word

KEYS = (
    "mulligans, win_by_mulligans, play_draw, seat_bias, keep_rate, policy, free_mulligans, powder, "
    "sought, hearing, shuffle, positions, flips, divisions, contraptions, length, time, variants"
)

_SAMPLE = re.compile(r"(\d{1,2}(?:\.\d+)?)(?:([:/])(\d{1,2}(?:\.\d+)?))?")


@command("stats")
@click.argument("logs", metavar="LOG|FOLDER|PATTERN…", nargs=-1, shell_complete=complete_file)
@click.option("--only", metavar="QUESTION,…", default="", help=f"Only some questions: {KEYS}.")
@click.option(
    "--want",
    "wants",
    metavar="CARD[+CARD]",
    multiple=True,
    help="Cards that kept hands are asked for, beside the exact chance to find them.",
)
@click.option(
    "--down-to",
    type=click.IntRange(0, 7),
    metavar="N",
    default=1,
    show_default=True,
    help="The smallest hand to which they are looked for.",
)
@click.option(
    "--correction",
    type=click.Choice(tuple(CORRECTIONS)),
    default="holm",
    show_default=True,
    help="How p-values are corrected for their number; the second one is for exploring.",
)
@click.option(
    "--sample",
    metavar="60,75/50,59:46",
    default="",
    help="Say how many games show 60 % beside 50, 75 % beside 50, or 59 and 46 % in two groups.",
)
@click.option("--html", metavar="FILE", help="Write one page of plots, readable offline.")
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there.")
@engine_option
@workers_option
@scheduler_option
def stats(screen: Screen, logs: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401 - click's own
    """Say what many games tell of mulligans, flips, seats and time; each number with n and interval.

    Takes logs, or a folder that `apnap export` wrote as Parquet. Every test is corrected for the
    number of tests; no number accuses anybody. With --sample, no logs: how many it takes.
    """
    if options["sample"]:
        _tell_samples(screen, options["sample"])
        return
    if not logs:
        raise DataError("usage/logs", "give logs, or a folder that apnap export wrote as Parquet")
    _ask(screen, logs, options)


def _ask(screen: Screen, logs: tuple[str, ...], options: dict[str, Any]) -> None:
    from replays.analysis.charts import page
    from replays.analysis.frameset import frames_of
    from replays.analysis.questions import QUESTIONS, answered
    from replays.exporters.many import inputs

    wanted, sought = _wanted(options["only"]), _sought(options["wants"], options["down_to"])
    runner = engine_named(
        options["engine"], workers=options["workers"] or 0, scheduler=options["scheduler"]
    )
    try:
        with progress(word(screen.lang, "games"), len(inputs(logs))) as bar:
            frames = frames_of(logs, runner, seat=screen.settings.seat, advance=bar.advance)
    finally:
        runner.close()
    if not frames.games:
        raise DataError("stats/no_games", "none of these is a log that can be read")
    asked = replace(frames, sought=sought)
    with progress(word(screen.lang, "adding up"), None):
        answers = answered(asked, wanted, correction=options["correction"])
    if options["html"] is not None:
        text = page(answers, lang=screen.lang, games=frames.games, skipped=len(frames.skipped))
        write_new(Path(options["html"]), [text.encode()], overwrite=options["overwrite"])
    _tell(screen, answers, frames.games)
    if frames.namesakes:
        screen.note(
            f"games with the name of another one: {frames.namesakes}; what joins tables is wrong "
            "for them"
        )
    told = {one.question for one in answers}
    unanswered = ", ".join(name for name in wanted or QUESTIONS if name not in told)
    if frames.missing and unanswered:
        missing = ", ".join(frames.missing)
        screen.note(f"no answer to {unanswered}: this export has no {missing}")
    for one in frames.skipped:
        screen.note(f"  {one.path}: {one.reason}")
    if frames.skipped:
        raise click.exceptions.Exit(Exit.FINDINGS)


def _wanted(only: str) -> tuple[str, ...]:
    from replays.analysis.questions import QUESTIONS

    wanted = tuple(name.strip() for name in only.split(",") if name.strip())
    for name in wanted:
        if name not in QUESTIONS:
            known = ", ".join(QUESTIONS)
            raise DataError("stats/question", f"no question is called {name!r}; there are {known}")
    return wanted


def _sought(wants: tuple[str, ...], down_to: int) -> Any:  # noqa: ANN401 - what is sought
    from events.card_files import known_cards
    from events.identifiers import CardName
    from replays.analysis.expectations import Sought
    from replays.simulation.policies import want_of

    names = {name.casefold(): name for name in known_cards()} if wants else {}
    lines = tuple(
        tuple(
            (CardName(names.get(name.casefold(), name)), count)
            for name, count in want_of(text).items()
        )
        for text in wants
    )
    return Sought(lines=lines, down_to=down_to)


def _tell_samples(screen: Screen, text: str) -> None:
    """Write how many games show each difference."""
    from replays.analysis.power import needed_beside, needed_each
    from replays.analysis.words import heading

    rows: list[dict[str, Any]] = []
    for part in text.split(","):
        found = _SAMPLE.fullmatch(part.strip())
        share = float(found[1]) / 100 if found else 0.0
        beside = float(found[3]) / 100 if found and found[3] else 0.5
        if not 0 < share < 1 or not 0 < beside < 1 or share == beside:
            raise DataError(
                "usage/sample",
                f"--sample {part.strip()!r}: write 60 (beside 50 %), 75/50 (beside 50 %), or 59:46 "
                "(in two groups), in per cent between 0 and 100, two different ones",
            )
        groups = 2 if found and found[2] == ":" else 1
        count = needed_each if groups > 1 else needed_beside
        rows.append(
            {"share": share, "beside": beside, "groups": groups, "games": count(share, beside)}
        )
    if screen.is_json:
        screen.data({"level": 0.05, "power": 0.8, "samples": rows})
        return
    heads = [heading(name, screen.lang) for name in ("value", "beside", "groups", "needed")]
    cells = [
        (
            f"{100 * row['share']:.1f} %",
            f"{100 * row['beside']:.1f} %",
            f"{row['groups']}",
            f"{row['games']:,}",
        )
        for row in rows
    ]
    screen.table(heads, cells, title=heading("power", screen.lang))


def _tell(screen: Screen, answers: list[Answer], games: int) -> None:
    from itertools import groupby

    from replays.analysis.charts import table
    from replays.analysis.words import about, heading, title

    if screen.is_json:
        screen.data({"games": games, "answers": msgspec.to_builtins(answers)})
        return
    for question, some in groupby(answers, key=lambda one: one.question):
        heads, rows = table(some, screen.lang)
        screen.table(heads, rows, title=title(question, screen.lang), names=True)
        screen.line(f"  {about(question, screen.lang)}", style="faint")
        screen.line()
    screen.line(heading("shown_means", screen.lang))
    screen.line(heading("no_verdict", screen.lang))
