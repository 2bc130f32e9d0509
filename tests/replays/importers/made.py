"""What tests of importers share: a file's games read from bytes, and lines about their logs."""

from pathlib import Path
from typing import Any

import pytest

from events.base import Event
from events.log import read
from projections.consistency import faults
from projections.fold import fold
from replays.audit import Severity, audit
from replays.importers import ImportedGame, ImportOptions, ImportReport, Source, import_source
from tests.samples import WHY, samples


def imported(data: bytes | str, name: str = "record", **options: Any) -> ImportReport:  # noqa: ANN401 - fields of ImportOptions
    """Import bytes, as what they are recognised to be."""
    raw = data.encode() if isinstance(data, str) else data
    return import_source(Source(name, data=raw), ImportOptions(**options))


def events(game: ImportedGame, *kinds: type[Event]) -> list[Any]:
    """Return the events of a game, or only those of some types."""
    found: list[Any] = [record.event for record in game.log]
    return [event for event in found if not kinds or isinstance(event, kinds)]


def inferred(game: ImportedGame, kind: type[Event]) -> list[bool]:
    """Return of each event of a type whether it was inferred."""
    return [record.inferred for record in game.log if type(record.event) is kind]


def errors(game: ImportedGame) -> list[str]:
    """Return what an audit calls an error, each as one line."""
    found = audit(game.log, fold(game.log))
    return [f"{one.seq} {one.code}" for one in found if one.severity is Severity.ERROR]


def check(game: ImportedGame) -> None:
    """Check what holds of every imported log, whatever the record: it can be read again, and folded."""
    lines = [line + b"\n" for line in game.log.lines()]
    assert read(lines).strict().head == game.log.head
    for table in fold(game.log):
        assert faults(table) == ()


def sample_files(folder: str, pattern: str = "*") -> list[Path]:
    """Return the real records of a client, where a machine has them."""
    root = samples()
    return sorted((root / folder).glob(pattern)) if root is not None else []


def each_sample(folder: str, pattern: str = "*") -> list[Any]:
    """Return the real records of a client as parameters; one that is skipped where there are none."""
    files = sample_files(folder, pattern)
    if not files:
        return [pytest.param(None, marks=pytest.mark.skip(reason=WHY))]
    return [pytest.param(file, id=file.name) for file in files]
