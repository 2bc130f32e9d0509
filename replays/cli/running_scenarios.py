"""``scenario``: files that say what follows from what are run, and what does not follow is told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from events.errors import ApnapError
from replays.cli.completing import complete_file
from replays.cli.errors import Exit, exit_code, plain_error, severest, told_error
from replays.cli.options import command
from replays.files import SUFFIX, write_log
from replays.output import Screen, progress
from replays.scenarios import Outcome, load_scenarios, run_scenario
from replays.showing.words import word


@command("scenario")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=complete_file)
@click.option("--log", "folder", metavar="DIR", help="Write each scenario's log into this folder.")
@click.option("--overwrite", is_flag=True, help="Replace logs that are already there.")
def scenario(
    screen: Screen, files: tuple[str, ...], *, folder: str | None, overwrite: bool
) -> None:
    """Run scenario files: given a table, when these decisions are made, then this follows.

    One line for each scenario; what failed stands below it. Exit code 1 where one failed.
    """
    codes = [Exit.DONE]
    passed = failed = 0
    for file in files:
        try:
            outcomes = list(_run(file, screen))
        except ApnapError as error:
            codes.append(exit_code(error))
            _tell_error(screen, file, error)
            continue
        if folder is not None:
            _write_logs(outcomes, Path(folder), Path(file), overwrite=overwrite)
        good = sum(outcome.ok for outcome in outcomes)
        passed, failed = passed + good, failed + len(outcomes) - good
        _tell(screen, file, outcomes)
    if not screen.is_json:
        screen.say(f"{passed} as expected, {failed} not")
    codes.append(Exit.FINDINGS if failed else Exit.DONE)
    raise click.exceptions.Exit(severest(codes))


def _run(file: str, screen: Screen) -> Iterator[Outcome]:
    scenarios = load_scenarios(Path(file))
    with progress(word(screen.lang, "checking"), len(scenarios)) as bar:
        for one in scenarios:
            yield run_scenario(one)
            bar.advance()


def _tell(screen: Screen, file: str, outcomes: list[Outcome]) -> None:
    if screen.is_json:
        screen.data({"file": file, "scenarios": [_plain(outcome) for outcome in outcomes]})
        return
    screen.line(file, style="heading")
    for outcome in outcomes:
        sign, style = ("✓", "good") if outcome.ok else ("✗", "bad")
        screen.line(f"  {sign} {outcome.scenario.id} ({outcome.scenario.rule})", style=style)
        for failure in outcome.failures:
            screen.say(f"      {failure}")


def _plain(outcome: Outcome) -> dict[str, Any]:
    return {
        "id": outcome.scenario.id,
        "rule": outcome.scenario.rule,
        "ok": outcome.ok,
        "failures": list(outcome.failures),
    }


def _tell_error(screen: Screen, file: str, error: ApnapError) -> None:
    if screen.is_json:
        screen.data({"file": file, "error": plain_error(error)})
    else:
        screen.note(f"apnap: {told_error(error, screen.settings)}")


def _write_logs(outcomes: list[Outcome], folder: Path, file: Path, *, overwrite: bool) -> None:
    """Write the log of each scenario that got as far as having one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ApnapError("file/write", f"{folder}: it cannot be made ({error.strerror})") from error
    for outcome in outcomes:
        if outcome.log is not None:
            path = folder / f"{file.stem}.{outcome.scenario.id}{SUFFIX}"
            write_log(outcome.log.log, path, overwrite=overwrite)
