"""What commands write: data to standard output, everything else to standard error.

A command computes a plain value; here it becomes JSON, plain text or a drawing. Colour never
carries meaning alone and is left out where nobody can see it.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, TextIO, get_args

import msgspec
from msgspec import Struct

from projections.viewers import JUDGE

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import ProgressColumn

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

Unit = Literal["things", "bytes"]
"""What a progress bar counts."""

SCHEMA_VERSION = 1
"""The version of every JSON object that commands write; raised when one loses or changes a field."""

UNSEEN_WIDTH = 120
"""Columns of a drawing that goes to a file or a pipe, where nobody says how wide it is."""


class Settings(Struct, frozen=True, kw_only=True):
    """The global options of one run."""

    lang: Language = "en"
    json: bool = False
    plain: bool = False
    seat: str = JUDGE


def language(environment: dict[str, str] | None = None) -> Language:
    """Return the language of the environment's locale, as far as apnap speaks it."""
    names = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := names.get(name):
            return "ja" if value.lower().startswith("ja") else "en"
    return "en"


def colourless(stream: TextIO) -> bool:
    """Whether escape codes must be left out: not a terminal, or NO_COLOR is set."""
    return bool(os.environ.get("NO_COLOR")) or not stream.isatty()


def write(text: str, stream: TextIO | None = None) -> None:
    """Write one line, to standard output unless told otherwise."""
    (stream or sys.stdout).write(f"{text}\n")


def _json(value: dict[str, Any]) -> str:
    """Return JSON on one line. A file's name that is no text stands there as Python reads it again."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":"))


class Screen:
    """Where a command writes to."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @property
    def lang(self) -> Language:
        """The language of what people read."""
        return self.settings.lang

    @property
    def is_json(self) -> bool:
        """Whether JSON was asked for."""
        return self.settings.json

    def data(self, value: dict[str, Any], *, stream: TextIO | None = None) -> None:
        """Write one JSON object on one line, with its schema version first."""
        write(_json({"schema_version": SCHEMA_VERSION} | value), stream)

    def line(self, text: str = "", *, style: str = "") -> None:
        """Write one line of text, never wrapped; ``style`` only where it can be seen."""
        if style and not self.settings.plain and not colourless(sys.stdout):
            import click

            text = click.style(text, **_STYLES[style])
        write(text)

    def say(self, text: str, *, style: str = "") -> None:
        """Write a sentence in the language of the run."""
        self.line(self.told(text), style=style)

    def note(self, text: str) -> None:
        """Tell people something beside the data, in the language of the run."""
        write(self.told(text), sys.stderr)

    def told(self, text: str) -> str:
        """Return a sentence in the language of the run."""
        if self.lang == "en":
            return text
        from replays.translation import translated

        return translated(self.lang, text)

    def draw(self, thing: "RenderableType") -> None:
        """Write a drawing."""
        console = self._console()
        with console.capture() as captured:
            console.print(thing)
        for line in captured.get().splitlines():
            write(line.rstrip())

    def table(
        self,
        headings: Sequence[str],
        rows: Iterable[Sequence[str]],
        *,
        title: str = "",
        names: bool = False,
    ) -> None:
        """Write a table: drawn, or with tabs where ``--plain`` was asked for.

        Without any heading, the rows stand alone. With ``names`` in the first column, it is folded
        where the table is too wide, and numbers are not.
        """
        if title:
            self.line(title, style="heading")
        if not self.settings.plain:
            self.draw(_drawn(headings, rows, room=self._console().width if names else 0))
            return
        for row in (headings, *rows) if any(headings) else rows:
            write("\t".join(row))

    def _console(self) -> "Console":
        from rich.console import Console

        bare = colourless(sys.stdout)
        return Console(
            file=sys.stdout,
            width=None if sys.stdout.isatty() else UNSEEN_WIDTH,
            color_system=None if bare or self.settings.plain else "auto",
            highlight=False,
            emoji=False,
            markup=False,
        )


_STYLES: dict[str, dict[str, Any]] = {
    "heading": {"bold": True},
    "good": {"fg": "green"},
    "bad": {"fg": "red", "bold": True},
    "faint": {"dim": True},
}


NARROWEST = 12
"""Columns below which no name of a row, and no other text, is folded to keep numbers in one piece."""
NUMBER_WIDTH = 20
"""Columns of a number or an interval, at most."""
INDENT = 2


def _drawn(
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, room: int = 0
) -> "RenderableType":
    """Return a drawing of a table; with ``room`` for it, its numbers are not folded if they fit."""
    from rich.box import SIMPLE_HEAD
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    headed = any(headings)
    gap = 2 if room else 3
    table = Table(
        box=SIMPLE_HEAD if headed else None,
        show_header=headed,
        show_edge=False,
        pad_edge=False,
        padding=(0, gap, 0, 0),
    )
    cells = [tuple(map(Text, row)) for row in rows]
    widths = [
        max(Text(heading).cell_len, *(row[place].cell_len for row in cells), 0)
        for place, heading in enumerate(headings)
    ]
    whole = [bool(place) and width <= NUMBER_WIDTH for place, width in enumerate(widths)]
    taken = sum(
        gap + 1 + (width if one else min(width, NARROWEST))
        for one, width in zip(whole, widths, strict=True)
    )
    fits = bool(room) and taken <= room - INDENT
    for heading, one, width in zip(headings, whole, widths, strict=True):
        least = width if one else min(width, NARROWEST)
        table.add_column(
            heading, overflow="fold", no_wrap=fits and one, min_width=least if fits else None
        )
    for row in cells:
        table.add_row(*row)
    return Padding(table, (0, 0, 0, INDENT))


@contextmanager
def progress(label: str, total: int | None, *, unit: Unit = "things") -> Iterator["Progress"]:
    """Show a bar on standard error, on a terminal only, once the work has taken a second."""
    bar = Progress(label, total, unit=unit)
    try:
        yield bar
    finally:
        bar.close()


class Progress:
    """A progress bar that appears only for work of over a second, whatever is done of it by then."""

    PATIENCE = 1.0

    def __init__(self, label: str, total: int | None, *, unit: Unit = "things") -> None:
        """Begin to wait; without a total nobody knows how much is left."""
        from threading import Lock, Timer

        self._label, self._total, self._unit = label, total, unit
        self._done = 0
        self._bar: Any = None
        self._timer: Timer | None = None
        self._lock = Lock()
        if sys.stderr.isatty():
            self._timer = Timer(self.PATIENCE, self.open)
            self._timer.daemon = True
            self._timer.start()

    def advance(self, count: int = 1) -> None:
        """Say that some more of the work is done."""
        self.reach(self._done + count)

    def reach(self, done: int) -> None:
        """Say how much of the work is done."""
        with self._lock:
            self._done = done
            if self._bar is not None:
                self._bar.update(self._task, completed=done)

    def open(self) -> None:
        """Draw the bar; what commands write to standard output stays there."""
        from rich.console import Console
        from rich.progress import Progress as Bar

        with self._lock:
            if self._timer is None or self._bar is not None:
                return
            self._bar = Bar(
                *_bar_columns(self._unit),
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=sys.stdout.isatty(),
            )
            self._task = self._bar.add_task(
                self._label, total=self._total or None, completed=self._done
            )
            self._bar.start()

    def close(self) -> None:
        """Take the bar away."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._bar is not None:
                self._bar.stop()
                self._bar = None


def _bar_columns(unit: Unit) -> "Sequence[ProgressColumn]":
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    done = DownloadColumn() if unit == "bytes" else MofNCompleteColumn()
    return (
        TextColumn("{task.description}"),
        BarColumn(),
        done,
        TimeElapsedColumn(),
        TextColumn("·"),
        TimeRemainingColumn(),
    )
