"""The write-ahead of a plain file's next batch: written whole before its log is touched.

A file ``<game>.pending`` holds one line of JSON, then the bytes of the batch.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog
from msgspec import Struct

from events.errors import IntegrityError
from replays.files import sync_directory

_log = structlog.get_logger()


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a batch belongs in its log, and the hash that tells whether it is all there."""

    at: int
    sha256: str


def write_pending(path: Path, at: int, data: bytes, *, sync: bool) -> None:
    """Write down that ``data`` is about to be written at ``at``."""
    head = msgspec.json.encode(_Head(at, hashlib.sha256(data).hexdigest()))
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        write_all(file, head + b"\n" + data, 0)
        if sync:
            os.fsync(file)
    finally:
        os.close(file)
    if sync:
        sync_directory(path.parent)


def write_all(file: int, data: bytes, at: int) -> None:
    """Write all of ``data`` at a place in an open file."""
    view = memoryview(data)
    while view:
        count = os.pwrite(file, view, at)
        view, at = view[count:], at + count


def undo(path: Path, file: int, at: int) -> None:
    """Make a log end at ``at`` again, and forget the batch that was pending."""
    with suppress(OSError):
        os.ftruncate(file, at)
    try:
        path.unlink(missing_ok=True)
    except OSError:
        os.truncate(path, 0)  # torn, so that nobody finishes what was refused


def recover(path: Path, file: int) -> None:
    """Finish the batch that a dead process left pending, or drop it if it never was complete.

    Raises ``IntegrityError`` where it is complete and the log does not end where it belongs.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return
    batch = _parse(content)
    if batch is None:
        _log.warning("pending_batch_dropped", file=str(path), size=len(content), reason="torn")
    else:
        at, data = batch
        _finish(path, file, at, data)
    path.unlink()


def _finish(path: Path, file: int, at: int, data: bytes) -> None:
    there = os.pread(file, len(data), at)
    size = os.fstat(file).st_size
    if there == data:
        _log.info("pending_batch_found_written", file=str(path), records=data.count(b"\n"))
        return
    if size != at + len(there) or not data.startswith(there):
        raise IntegrityError(
            "store/pending",
            "a batch was left half written, and its log does not end where it belongs; "
            "keep both files and compare them with a copy",
            file=str(path),
        )
    write_all(file, data, at)
    os.fsync(file)
    _log.warning(
        "pending_batch_finished", file=str(path), records=data.count(b"\n"), bytes_found=len(there)
    )


def _parse(content: bytes) -> tuple[int, bytes] | None:
    """Return where a pending batch belongs and its bytes, or nothing if they are not complete."""
    line, _, data = content.partition(b"\n")
    try:
        head = msgspec.json.decode(line, type=_Head)
    except msgspec.MsgspecError:
        return None
    complete = bool(data) and hashlib.sha256(data).hexdigest() == head.sha256
    return (head.at, data) if complete else None
