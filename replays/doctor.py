"""A check-up of this installation and of log files: what is broken, and what to do about it."""

import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from enum import StrEnum
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from events.editions import latest
from events.errors import ApnapError
from events.game import GameCreated, SeatEntry
from events.identifiers import Seat
from events.records import FORMAT, Draft
from replays.files import open_log, read_log, write_log
from replays.output import language
from replays.stores.protocol import Store
from replays.version import version

NEEDED = ("msgspec", "transitions", "structlog", "immutables", "click", "rich", "zstandard")
EXTRAS = ("polars", "pyarrow", "duckdb")
OLDEST_PYTHON = (3, 11)


class State(StrEnum):
    """How a check came out."""

    OK = "ok"
    NOTE = "note"
    BROKEN = "broken"


class Check(Struct, frozen=True, kw_only=True):
    """One check: what was looked at, how it came out, and what to do where it is not well."""

    name: str
    state: State
    found: str
    advice: str = ""


ADVICE = {
    "file/missing": "check the path; quote it if it has spaces",
    "file/not_a_log": "import it first, if it is another program's record: apnap import",
    "log/torn": "the writing was cut off; --prefix shows what comes before",
    "log/chain": "the file was changed after it was written; compare it with another copy",
    "log/sequence": "lines are missing or doubled; compare it with another copy",
    "log/not_canonical": "another program has rewritten the file; find the original",
    "log/format": "the log is newer than this program; update apnap",
    "data/event_type": "the log is newer than this program; update apnap",
}
"""Code of an error -> what to do about it; other errors say so themselves."""


def examine(logs: Iterable[str | Path] = ()) -> tuple[Check, ...]:
    """Return all checks: of this installation, then of the given logs."""
    return (*_installation(), *(_log(path) for path in logs))


def _installation() -> Iterator[Check]:
    yield _python()
    yield Check(name="apnap", state=State.OK, found=version())
    for name in NEEDED:
        yield _package(name)
    extras = [name for name in EXTRAS if find_spec(name) is not None]
    found = ", ".join(extras) or "none: pip install 'apnap[analysis]' adds them"
    yield Check(
        name="analysis libraries", state=State.NOTE if not extras else State.OK, found=found
    )
    yield _terminal()
    yield Check(name="language", state=State.OK, found=language())
    yield from _round_trips()


def _python() -> Check:
    found = f"{platform.python_version()} ({sys.executable})"
    if sys.version_info >= OLDEST_PYTHON:
        return Check(name="python", state=State.OK, found=found)
    wanted = ".".join(map(str, OLDEST_PYTHON))
    return Check(
        name="python", state=State.BROKEN, found=found, advice=f"install Python {wanted} or newer"
    )


def _package(name: str) -> Check:
    try:
        return Check(name=name, state=State.OK, found=installed(name))
    except PackageNotFoundError:
        return Check(
            name=name, state=State.BROKEN, found="not installed", advice=f"pip install {name}"
        )


def _terminal() -> Check:
    coding = (sys.stdout.encoding or "unknown").lower().replace("-", "")
    kind = "a terminal" if sys.stdout.isatty() else "no terminal"
    colour = "no colour (NO_COLOR)" if os.environ.get("NO_COLOR") else "colour where it can be seen"
    found = f"{kind}, {coding}, {colour}"
    if coding in ("utf8", "utf_8"):
        return Check(name="output", state=State.OK, found=found)
    advice = "set PYTHONUTF8=1, or a UTF-8 locale, to see names and signs right"
    return Check(name="output", state=State.BROKEN, found=found, advice=advice)


def _round_trips() -> Iterator[Check]:
    """Write and read again, in a folder of its own: as a file, and in every store."""
    from replays.log import configure
    from replays.stores.memory import MemoryStore
    from replays.stores.plain_files import PlainFileStore
    from replays.stores.sqlite import SQLiteStore

    configure()
    with tempfile.TemporaryDirectory(prefix="apnap-doctor-") as folder:
        place = Path(folder)
        yield _trip("log files", lambda: _file_trip(place / "game.apnap.jsonl"))
        yield _trip("store in memory", lambda: _store_trip(MemoryStore()))
        yield _trip("store in files", lambda: _store_trip(PlainFileStore(place / "games")))
        yield _trip("store in SQLite", lambda: _store_trip(SQLiteStore(place / "games.db")))


def _trip(name: str, work: Callable[[], bool]) -> Check:
    try:
        same = work()
    except (ApnapError, OSError) as error:
        advice = f"check free space and rights of {tempfile.gettempdir()}"
        return Check(name=name, state=State.BROKEN, found=str(error), advice=advice)
    if same:
        return Check(name=name, state=State.OK, found="written and read again, the same")
    return Check(
        name=name, state=State.BROKEN, found="not the same when read again", advice="report this"
    )


def _header() -> Draft:
    seats = (SeatEntry(seat=Seat("ann")), SeatEntry(seat=Seat("bob")))
    header = GameCreated(format=FORMAT, game="check-up", seats=seats, rules=latest())
    return Draft(event=header, by="apnap")


def _file_trip(path: Path) -> bool:
    from events.log import EventLog

    log = EventLog().append((_header(),))
    write_log(log, path)
    return open_log(path) == log


def _store_trip(store: "AbstractContextManager[Store]") -> bool:
    with store as opened:
        head = opened.create(_header()).head
        return opened.load("check-up").head == head


def _log(path: str | Path) -> Check:
    name = str(path)
    try:
        reading = read_log(path)
    except ApnapError as error:
        return _broken(name, error, 0)
    if reading.failure is not None:
        return _broken(name, reading.failure, len(reading.log))
    header = reading.log.header
    kind = "imported" if header.imported is not None else "native"
    seats = ", ".join(entry.seat for entry in header.seats)
    found = f"{len(reading.log)} records, {kind}, {seats}, rules of {header.rules.as_of}"
    return Check(name=name, state=State.OK, found=found)


def _broken(name: str, error: ApnapError, readable: int) -> Check:
    advice = ADVICE.get(error.code, f"apnap explain {error.code}")
    if error.code == "log/torn" and _waits(name):
        advice = "the rest waits in a file beside it: whoever adds to the log next finishes it"
    if readable:
        advice += f"; the first {readable} records can be read"
    message = error.message.removeprefix(f"{name}: ")
    return Check(name=name, state=State.BROKEN, found=f"{message} [{error.code}]", advice=advice)


def _waits(name: str) -> bool:
    """Whether the batch whose writing was cut off is still there."""
    from replays.stores.one_file import pending_of

    return pending_of(Path(name)).exists()
