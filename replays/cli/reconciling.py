"""``reconcile``: two life pads, or a pad and a log: the first total on which they differ."""

from pathlib import Path
from typing import Any

import click
import msgspec

from events.errors import DataError
from replays.catalogue import joined, told
from replays.cli.completing import complete_file
from replays.cli.errors import Exit
from replays.cli.options import command
from replays.dispute.pads import Entry, Pad, PadDifference, Reconciled, pad_of, read_pad
from replays.dispute.pads import reconcile as compare
from replays.files import SUFFIX
from replays.output import Screen
from replays.scan import open_game

LARGEST = 1_000_000
"""Bytes of a pad at most."""


@command("reconcile")
@click.argument("a", metavar="PAD", shell_complete=complete_file)
@click.argument("b", metavar="PAD|LOG", shell_complete=complete_file)
def reconcile(screen: Screen, a: str, b: str) -> None:
    """Find the first total on which two life pads differ; a log can stand for one of them.

    A pad has a line for each change: `t5 bob 12`, `bob -3`, `bob 20 -> 17`, `t6` for what follows;
    `start bob 25` where somebody does not begin at 20. Words behind are a comment, and so is a line
    that begins with #.
    """
    found = compare(_pad(screen, a), _pad(screen, b))
    if screen.is_json:
        screen.data({"kind": "pads", **msgspec.to_builtins(found)})
    else:
        _draw(screen, found)
    raise click.exceptions.Exit(Exit.DONE if found.same else Exit.FINDINGS)


def _pad(screen: Screen, name: str) -> Pad:
    if SUFFIX in Path(name).name:
        return pad_of(open_game(name))
    try:
        if Path(name).stat().st_size > LARGEST:
            raise DataError("pad/long", f"a pad has at most {LARGEST:,} bytes", file=name)
        text = Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        missing = isinstance(error, FileNotFoundError)
        why = "there is no such file" if missing else "it cannot be read as text"
        raise DataError("file/missing" if missing else "file/unreadable", why, file=name) from error
    pad = read_pad(text.splitlines(), name)
    if pad.unread:
        lines = joined(screen.lang, [str(line) for line in pad.unread])
        screen.note(told(screen.lang, "pads.unread", file=name, lines=lines))
    return pad


def _draw(screen: Screen, found: Reconciled) -> None:
    lang = screen.lang
    if found.first is None:
        screen.line(told(lang, "pads.same"), style="good")
    else:
        screen.line(told(lang, "pads.differ"), style="heading")
        for one in (found.first, *found.others):
            for text in difference_lines(one, lang):
                screen.line(f"  {text}")
    for name, only in (("A", found.only_a), ("B", found.only_b)):
        if only:
            screen.line(told(lang, "pads.only", pad=name, players=joined(lang, [*only])))
    for text in found.merged:
        screen.line(told(lang, "pads.merged", what=text))
    for player, (a, b) in found.totals.items():
        screen.line(told(lang, "pads.totals", player=player, a=a, b=b))


def difference_lines(one: PadDifference, lang: str) -> list[str]:
    """Return the first difference about a player, in lines."""
    when: Any = one.turn if one.turn is not None else "?"
    if one.begin is not None:
        a, b = one.begin
        lines = [told(lang, "pads.begin", player=one.player, a=a, b=b)]
    else:
        lines = [told(lang, "pads.first", player=one.player, turn=when, agreed=one.agreed)]
    for name, entry in (("A", one.a), ("B", one.b)):
        lines.append(f"  {name}  {_entry(entry, lang)}")
    if one.a is not None and one.b is not None and one.a.total != one.b.total:
        lines.append(told(lang, "pads.apart", count=abs(one.a.total - one.b.total)))
    return lines


def _entry(entry: Entry | None, lang: str) -> str:
    if entry is None:
        return told(lang, "pads.no_entry")
    return told(lang, "pads.entry", line=entry.line, text=entry.text, total=entry.total)
