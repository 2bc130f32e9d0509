"""Log files: opening them plain or compressed, within bounds, and writing them whole or not at all.

A log file is ``.apnap.jsonl``, also ``.apnap.jsonl.gz`` or ``.zst``; its first bytes say which.
"""

import gzip
import io
import os
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import zstandard

from events.codec import LONGEST_HEADER, LONGEST_LINE
from events.errors import ApnapError, DataError
from events.log import EventLog, Reading, locate, read

SUFFIX = ".apnap.jsonl"

LARGEST_FILE = 256 * 1024 * 1024
"""Bytes of a log, decompressed: a million records of the usual size, more than any game has."""

LARGEST_WINDOW = 128 * 1024 * 1024
"""Bytes that a zstd frame may make a reader keep: the format's own usual limit."""

SIP = 256
"""Bytes of zstd input taken at once: four can become 128 KiB, so that a sip is at most 8 MiB."""

BUFFER = 128 * 1024
"""Decompressed bytes kept at once, so that most lines cost no call of the decompressor."""

GLANCE = 512
"""Bytes looked at to say what a file is that is no log."""

_BROKEN = (EOFError, OSError, zlib.error, zstandard.ZstdError)
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_FOREIGN = (
    (b"SQLite format 3\0", "a SQLite database: open it as a store"),
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"BZh", "compressed with bzip2: unpack it first"),
    (b"\xfd7zXZ", "compressed with xz: unpack it first"),
    (b"\xff\xfe", "text in UTF-16: a log is in UTF-8"),
    (b"\xfe\xff", "text in UTF-16: a log is in UTF-8"),
)
_RECORD = tuple(b'{"%b":' % name for name in (b"at", b"by", b"cause", b"event", b"seq"))
_ADVICE = "`apnap import` reads the records of other programs"
_TEXTS = (
    ((b"<",), f"a web page or XML: {_ADVICE}; save the record itself, not the page that shows it"),
    ((b"{", b"[{", b"[\n"), f"JSON of another kind: {_ADVICE}"),
    ((b"[UnityCrossThreadLogger]", b"[Client GRE]", b"DETAILED LOGS"), f"an Arena log: {_ADVICE}"),
    (
        tuple(b"%d" % digit for digit in range(1, 10)),
        "text that begins like a decklist: `apnap new` takes decklists, `apnap import` records",
    ),
    ((b"",), f"other text: {_ADVICE}"),
)


def read_log(path: str | Path) -> Reading:
    """Read a log file: its valid prefix, and what stopped the reader, if anything did.

    Raises ``DataError`` where there is nothing to read: no file, or a file that is no log.
    """
    with _opened(Path(path)) as stream:
        return read(bounded_lines(stream), file=str(path))


def open_log(path: str | Path) -> EventLog:
    """Return the log of a file, or raise what is wrong with it: ``DataError``, with its place."""
    return read_log(path).strict()


def write_log(log: EventLog, path: str | Path, *, overwrite: bool = False) -> None:
    """Write a log to a new file, compressed if its name ends in ``.gz`` or ``.zst``.

    The file appears whole or not at all. Raises ``ApnapError`` ``file/exists`` where there is one
    already and ``overwrite`` was not asked for; what could not be read again is not written.
    """
    path = Path(path)
    lines = [line + b"\n" for line in log.lines()]
    read(lines, file=str(path)).strict()
    data = _compressed(b"".join(lines), path.suffix)
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}.tmp")
    try:
        _write_new(temporary, data)
        _put_in_place(temporary, path, overwrite=overwrite)
        sync_directory(path.parent)
    except OSError as error:
        raise ApnapError("file/write", f"{path}: it was not written ({error.strerror})") from error
    finally:
        temporary.unlink(missing_ok=True)


def bounded_lines(stream: io.BufferedIOBase, *, header: bool = True) -> Iterator[bytes]:
    """Yield a log's lines, of which no end is waited for longer than a record may be.

    Raises ``DataError`` where a bound is passed or the compressed data is broken.
    """
    left = LARGEST_FILE
    limit = LONGEST_HEADER if header else LONGEST_LINE
    rest = b""
    while piece := _next_piece(stream):
        lines = io.BytesIO(rest + piece[:left]).readlines()
        rest = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        yield from lines
        left -= len(piece)
        if left < 0:
            raise DataError("file/too_large", f"a log has at most {LARGEST_FILE:,} bytes")
        if lines:
            limit = LONGEST_LINE
        if len(rest) > limit:
            raise DataError(
                "data/line_too_long", f"a line of more than {limit:,} bytes is no record"
            )
    if rest:
        yield rest


def _next_piece(stream: io.BufferedIOBase) -> bytes:
    """Return what comes next, at most ``BUFFER`` bytes; a later fault costs nothing read before."""
    try:
        return stream.read1(BUFFER)
    except _BROKEN as error:
        raise _broken(error) from error


def _broken(error: Exception) -> DataError:
    if isinstance(error, EOFError):
        return DataError("file/truncated", "the compressed data breaks off")
    if isinstance(error, OSError) and error.errno:
        return DataError("file/unreadable", f"it cannot be read ({error.strerror})")
    return DataError("file/compression", f"the compressed data is broken ({error})")


@contextmanager
def _opened(path: Path) -> Iterator[io.BufferedIOBase]:
    """Open a file by what its first bytes say it is."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise DataError("file/missing", "there is no such file", file=str(path)) from None
    except IsADirectoryError:
        raise DataError("file/directory", "this is a directory", file=str(path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(
            "file/unreadable", f"it cannot be opened ({reason})", file=str(path)
        ) from error
    with file:
        try:
            stream = _decompressed(file)
            _check_kind(stream.peek(GLANCE)[:GLANCE])
        except _BROKEN as error:
            raise locate(_broken(error), file=str(path)) from error
        except DataError as error:
            raise locate(error, file=str(path)) from error
        yield stream


def _decompressed(file: io.BufferedReader) -> io.BufferedReader:
    magic = file.peek(4)[:4]
    if magic.startswith(_GZIP):
        return io.BufferedReader(gzip.GzipFile(fileobj=file), BUFFER)
    if magic == _ZSTD:
        return io.BufferedReader(_ZstdFile(file), BUFFER)
    return file


class _ZstdFile(io.RawIOBase):
    """A zstd file as it is read: in small sips, and with an error where it breaks off."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._frames = zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW)
        self._frame = self._frames.decompressobj()
        self._fresh = True
        self._piece = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._piece:
            sip = self._frame.unused_data if self._frame.eof else b""
            sip = sip or self._file.read(SIP)
            if self._frame.eof and sip:
                self._frame = self._frames.decompressobj()
                self._fresh = True
            if not sip:
                if self._frame.eof or self._fresh:
                    return 0
                raise EOFError
            self._fresh = False
            self._piece = memoryview(self._frame.decompress(sip))
        count = min(len(buffer), len(self._piece))
        buffer[:count] = self._piece[:count]
        self._piece = self._piece[count:]
        return count


def _check_kind(start: bytes) -> None:
    """Raise ``DataError`` with what to do about a file that cannot be a log."""
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    foreign = [kind for magic, kind in _FOREIGN if start.startswith(magic)]
    if not foreign and (not text or text.startswith(_RECORD)):
        return
    if not foreign and b"\0" in start:
        foreign = ["binary data: is it the right file?"]
    kinds = foreign or [kind for signs, kind in _TEXTS if text.startswith(signs)]
    raise DataError("file/not_a_log", f"this is no game log, but {kinds[0]}")


def _compressed(data: bytes, suffix: str) -> bytes:
    if suffix == ".gz":
        return gzip.compress(data, mtime=0)
    if suffix == ".zst":
        return zstandard.ZstdCompressor(write_checksum=True).compress(data)
    return data


def _write_new(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _put_in_place(temporary: Path, path: Path, *, overwrite: bool) -> None:
    if overwrite:
        temporary.replace(path)
        return
    try:
        path.hardlink_to(temporary)  # unlike a rename, it never takes another file's place
    except FileExistsError:
        raise _exists(path) from None
    except OSError:  # a file system without links
        if path.exists():
            raise _exists(path) from None
        temporary.rename(path)


def _exists(path: Path) -> ApnapError:
    return ApnapError("file/exists", f"{path}: there is a file already; it was left as it is")


def in_text(path: str) -> str:
    """Return a file's name as text: on some systems it may hold bytes that are none."""
    return os.fsencode(path).decode("utf-8", "replace")


def sync_directory(path: Path) -> None:
    """Make the names in a directory survive a power cut, where the system can do that."""
    if os.name != "posix":
        return
    directory = os.open(path, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
