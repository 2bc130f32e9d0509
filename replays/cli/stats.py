"""``stats``: what many games say, in tables and on one page of plots."""

from pathlib import Path

import click
import msgspec

from events.errors import DataError
from replays.analysis.answers import Answer
from replays.batch import engine_named
from replays.cli.completing import complete_file
from replays.cli.errors import Exit
from replays.cli.exporting import engine_option, scheduler_option, workers_option, write_new
from replays.cli.options import command
from replays.output import Screen, progress
from replays.showing.words import word

KEYS = (
    "mulligans, win_by_mulligans, play_draw, seat_bias, keep_rate, policy, free_mulligans, powder, "
    "hearing, shuffle, positions, flips, divisions, contraptions, time, variants"
)


@command("stats")
@click.argument(
    "logs", metavar="LOG|FOLDER|PATTERN…", nargs=-1, required=True, shell_complete=complete_file
)
@click.option("--only", metavar="QUESTION,…", default="", help=f"Only some questions: {KEYS}.")
@click.option("--html", metavar="FILE", help="Write one page of plots, readable offline.")
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there.")
@engine_option
@workers_option
@scheduler_option
def stats(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    logs: tuple[str, ...],
    *,
    only: str,
    html: str | None,
    overwrite: bool,
    engine: str,
    workers: int | None,
    scheduler: str,
) -> None:
    """Say what many games tell of mulligans, flips, seats and time; each number with n and interval.

    Takes logs, or a folder that `apnap export` wrote as Parquet. Every test is corrected for the
    number of tests; no number accuses anybody.
    """
    from replays.analysis.charts import page
    from replays.analysis.frameset import frames_of
    from replays.analysis.questions import answered
    from replays.exporters.many import inputs

    wanted = _wanted(only)
    runner = engine_named(engine, workers=workers or 0, scheduler=scheduler)
    try:
        with progress(word(screen.lang, "games"), len(inputs(logs))) as bar:
            frames = frames_of(logs, runner, seat=screen.settings.seat, advance=bar.advance)
    finally:
        runner.close()
    if not frames.games:
        raise DataError("stats/no_games", "none of these is a log that can be read")
    answers = answered(frames, wanted)
    if html is not None:
        text = page(answers, lang=screen.lang, games=frames.games, skipped=len(frames.skipped))
        write_new(Path(html), [text.encode()], overwrite=overwrite)
    _tell(screen, answers, frames.games)
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


def _tell(screen: Screen, answers: list[Answer], games: int) -> None:
    from itertools import groupby

    from replays.analysis.charts import HEADINGS, columns
    from replays.analysis.words import about, heading, title

    if screen.is_json:
        screen.data({"games": games, "answers": msgspec.to_builtins(answers)})
        return
    heads = [heading(name, screen.lang) for name in HEADINGS]
    for question, some in groupby(answers, key=lambda one: one.question):
        rows = [columns(one, screen.lang) for one in some]
        screen.table(heads, rows, title=title(question, screen.lang))
        screen.line(f"  {about(question, screen.lang)}", style="faint")
        screen.line()
    screen.line(heading("no_verdict", screen.lang))
