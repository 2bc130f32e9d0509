"""The folder that imported games are put into: written once, continued while their record grows.

A log that is there already is never replaced unasked: where the record has more of the same game,
what is new is added to it.
"""

from collections import Counter
from itertools import islice
from pathlib import Path

from msgspec import Struct

from events.errors import ApnapError
from events.log import EventLog
from replays.files import SUFFIX, open_log, write_log
from replays.importers import ImportedGame, Skipped, log_name


class _Known(Struct, frozen=True):
    """What a file of the folder has: how many records, and the head of their chain."""

    length: int
    head: str

    def begins(self, log: EventLog) -> bool:
        """Whether a log begins with these records."""
        return self.length <= len(log) and log.prefix(self.length).head == self.head


class Shelf:
    """A folder of logs, and what has been put there."""

    def __init__(self, folder: Path, *, overwrite: bool) -> None:
        """Make the folder."""
        self._folder = folder
        self._overwrite = overwrite
        self._places: dict[tuple[Path, str, int], Path] = {}
        """(Record, name, which game of that name in it) -> its log."""
        self._seen: Counter[str] = Counter()
        self._known: dict[Path, _Known] = {}
        self.refused = 0
        """Games for which another log is in the way."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            told = f"{folder}: it cannot be made ({error.strerror})"
            raise ApnapError("file/write", told) from error

    def open(self, record: Path) -> None:
        """Begin to read a record, for the first time or again."""
        del record
        self._seen.clear()

    def put(self, record: Path, game: ImportedGame) -> Path | Skipped | None:
        """Return where a game of the record is now; nothing if it is as before; or why it is not there."""
        name = log_name(game)
        self._seen[name] += 1
        path = self._place(record, name, self._seen[name])
        try:
            return path if self._write(game.log, path) else None
        except ApnapError as error:
            if error.code != "file/exists":
                raise
            self.refused += 1
            reason = (
                f"{path}: there is another log already, which was left as it is: take another "
                "folder, or --overwrite"
            )
            return Skipped(source=game.source, reason=reason, code=error.code)

    def _place(self, record: Path, name: str, number: int) -> Path:
        """Return the path of a game: its name, with a number where other games have the same."""
        key = (record, name, number)
        if key not in self._places:
            same = sum(other == name for _, other, _ in self._places) + 1
            ending = f"-{same}{SUFFIX}" if same > 1 else SUFFIX
            self._places[key] = self._folder / f"{name.removesuffix(SUFFIX)}{ending}"
        return self._places[key]

    def _write(self, log: EventLog, path: Path) -> bool:
        """Make a file have a log's records; return whether there is something new to tell."""
        before = self._known.get(path)
        now = _Known(len(log), log.head)
        if before == now:
            return False
        there = before or (None if self._overwrite else _there(path, log))
        if there is None:
            write_log(log, path, overwrite=self._overwrite)
        elif there.begins(log):
            _append(log, there.length, path)
        elif before is not None:
            write_log(log, path, overwrite=True)
        self._known[path] = now
        return True


def _there(path: Path, log: EventLog) -> _Known | None:
    """Return what a file has of a log: its beginning, or all of it where it has even more.

    ``file/exists`` where it is anything else.
    """
    if not path.exists():
        return None
    try:
        there = open_log(path)
    except ApnapError:
        raise ApnapError("file/exists", f"{path}: there is a file already") from None
    shared = min(len(there), len(log))
    if there.prefix(shared).head != log.prefix(shared).head:
        raise ApnapError("file/exists", f"{path}: there is a file already")
    return _Known(shared, log.prefix(shared).head)


def _append(log: EventLog, length: int, path: Path) -> None:
    """Write the records of a log that a file does not have yet."""
    lines = b"".join(line + b"\n" for line in islice(log.lines(), length, None))
    if not lines:
        return
    try:
        with path.open("ab") as file:
            file.write(lines)
    except OSError as error:
        raise ApnapError("file/write", f"{path}: it was not written ({error.strerror})") from error
