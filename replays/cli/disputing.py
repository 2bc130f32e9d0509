"""``dispute``: two records of one game, where they part, and what the rules say there."""

from pathlib import Path
from typing import Any

import click

from events.errors import DataError
from projections.viewers import JUDGE
from replays.catalogue import told
from replays.cli.checking import draw_verdicts
from replays.cli.comparing import plain_diff
from replays.cli.completing import complete_file
from replays.cli.errors import Exit
from replays.cli.exporting import write_new
from replays.cli.inputs import warn_of_break
from replays.cli.looking import row_of
from replays.cli.options import command
from replays.dispute.desk import Dispute
from replays.dispute.desk import dispute as find
from replays.dispute.judging import Judgement, judgement_lines
from replays.game_log import GameLog
from replays.output import Screen
from replays.scan import open_game
from replays.showing import changes
from replays.showing.words import word


@command("dispute")
@click.argument("a", metavar="A", shell_complete=complete_file)
@click.argument("b", metavar="B", shell_complete=complete_file)
@click.option("--report", metavar="FILE", help="Also write a page: FILE.html, .md or .txt.")
@click.option("--overwrite", is_flag=True, help="Replace a file that is there.")
def dispute(screen: Screen, a: str, b: str, *, report: str | None, overwrite: bool) -> None:
    """Compare two records of one game, and say what the rules allow where they part.

    Ids, times and the order of what happens at once are no difference. Exit code 1 where the
    records part.
    """
    one, other = open_game(a, prefix=True), open_game(b, prefix=True)
    for game in (one, other):
        warn_of_break(game, screen)
    if screen.settings.seat != JUDGE:
        raise DataError(
            "usage/seat", "a dispute is for a judge: it compares all that both records tell"
        )
    found = find(one, other, lang=screen.lang)
    if screen.is_json:
        told_ = {"kind": "dispute", **found.to_plain(), "diff": plain_diff(found.diff, one, other)}
        screen.data(told_)
    else:
        _draw(screen, found, one, other)
    if report is not None:
        _write(screen, report, found, one, other, overwrite=overwrite)
    raise click.exceptions.Exit(Exit.DONE if found.same else Exit.FINDINGS)


def _write(  # noqa: PLR0913 - two logs, what is found in them, and where it goes
    screen: Screen, name: str, found: Dispute, a: GameLog, b: GameLog, *, overwrite: bool
) -> None:
    from replays.reports.disputes import dispute_page
    from replays.reports.forms import form_of, written

    page = dispute_page(found, a, b, screen.lang)
    text = written([page], form_of(name))
    write_new(Path(name), [text.encode()], overwrite=overwrite)
    screen.note(told(screen.lang, "dispute.written", file=name))


def _draw(screen: Screen, found: Dispute, a: GameLog, b: GameLog) -> None:
    lang = screen.lang
    for name, verification in (("A", found.a), ("B", found.b)):
        screen.line(name, style="heading")
        draw_verdicts(screen, verification)
    parted = found.diff.first_divergence
    if parted is None:
        screen.line(told(lang, "dispute.same", count=found.diff.common), style="good")
    else:
        when = found.when or "-"
        text = told(lang, "dispute.parts", count=found.diff.common, when=when)
        screen.line(text, style="heading")
        if found.diff.renamed:
            screen.line(f"  {told(lang, 'dispute.renamed')}")
        _entry(screen, "A", a, parted.seqs[0], found.judgement_a)
        _entry(screen, "B", b, parted.seqs[1], found.judgement_b)
        changes.draw(screen, found.diff.changes, indent="  ")
    screen.line(told(lang, "dispute.unknown"), style="heading")
    for one in found.unknown:
        screen.line(f"  · {one}")


def _entry(
    screen: Screen, name: str, game: GameLog, seq: int | None, judgement: Judgement | None
) -> None:
    if seq is None or judgement is None:
        screen.line(f"  {name}  {word(screen.lang, 'ends here')}")
        return
    row = row_of(game, seq, screen.lang, screen.settings.seat)
    text = word(screen.lang, "hidden from this seat") if row is None else _row(row)
    screen.line(f"  {name}  @{seq} {text}")
    for one in judgement_lines(judgement, screen.lang):
        screen.line(f"     {one}")


def _row(row: dict[str, Any]) -> str:
    return f"{row['by']}: {row['text']} [{row['type']}]"
