"""Files to import: opened packed or not, read line by line within declared bounds.

A damaged or hostile file (cut off, a line without end, a bomb) stops the reading and says why;
what was read before stays usable.
"""

import gzip
import io
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import zstandard

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line: a client's longest messages have about one million."""

LARGEST_FILE = 2 * 1024 * 1024 * 1024
"""Bytes of a file once unpacked: the largest records have about fifty million."""

MOST_PACKED = 300
"""How many times larger than its packed form a file may become: records reach about thirty."""

SMALL = 1024 * 1024
"""Unpacked bytes below which nobody asks how well they were packed."""

CHUNK = 4 * 1024 * 1024
FIRST_BYTES = 64 * 1024
"""Bytes that detection looks at."""

Reader = Callable[[int], bytes]

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"


class Source:
    """One file or stream to import; ``failure`` tells afterwards what stopped the reading, if anything did."""

    def __init__(self, name: str, path: Path | None = None, data: bytes | None = None) -> None:
        """Take a file by its path, or bytes already in memory."""
        self.name = name
        self.failure = ""
        self.done = 0
        """How many of its packed bytes have been read: of a large file, how far the import is."""
        self._path = path
        self._data = data

    @classmethod
    def of(cls, path: Path | str) -> "Source":
        """Return a file as a source: only the base of its name is ever kept in a log."""
        path = Path(path)
        # a log is UTF-8 in Unicode's form NFC; file names need not be
        name = path.name.encode("utf-8", errors="replace").decode()
        name = unicodedata.normalize("NFC", name)
        return cls(name, path=path)

    def first_bytes(self, count: int = FIRST_BYTES) -> bytes:
        """Return how the file begins, unpacked; as much of it as can be read."""
        begun = b""
        for chunk in self._chunks(count):
            begun += chunk
            if len(begun) >= count:
                break
        return begun[:count]

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield every line without its end, numbered from 1."""
        number = 0
        tail = b""
        for chunk in self._chunks(CHUNK):
            *whole, tail = (tail + chunk).split(b"\n")
            for line in whole:
                number += 1
                yield number, line
            if len(tail) > LONGEST_LINE:
                self.failure = f"line {number + 1} has no end within {LONGEST_LINE:,} bytes"
                return
        if tail:
            yield number + 1, tail

    def read(self, most: int = LARGEST_FILE) -> bytes:
        """Return the file unpacked, at most so many bytes: for formats that are not made of lines."""
        data = bytearray()
        for chunk in self._chunks(CHUNK):
            data += chunk
            if len(data) > most:
                del data[most:]
                self.failure = f"it is larger than {most:,} bytes, which no such record is"
                break
        return bytes(data)

    def _chunks(self, size: int) -> Iterator[bytes]:
        """Yield the unpacked bytes; stop with a ``failure`` where they cannot or must not be read."""
        self.failure = ""
        try:
            with self._packed() as packed:
                yield from self._bounded(_unpacking(packed), packed, size)
        except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
            self.failure = _why(error)

    def _bounded(self, read: Reader, packed: BinaryIO, size: int) -> Iterator[bytes]:
        total = 0
        while chunk := read(size):
            total += len(chunk)
            if total > LARGEST_FILE:
                self.failure = f"it unpacks to more than {LARGEST_FILE:,} bytes"
                return
            if total > SMALL and total // max(packed.tell(), 1) > MOST_PACKED:
                self.failure = f"it unpacks to more than {MOST_PACKED} times its size"
                return
            self.done = packed.tell()
            yield chunk

    def _packed(self) -> BinaryIO:
        if self._path is not None:
            return self._path.open("rb")
        return io.BytesIO(self._data or b"")


def _unpacking(packed: BinaryIO) -> Reader:
    """Return what reads a file unpacked, as far as it can be: what precedes a cut is not lost."""
    magic = packed.read(4)
    packed.seek(0)
    if magic.startswith(_GZIP):
        return gzip.GzipFile(fileobj=packed).read1
    if magic == _ZSTD:
        stream = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
        return stream.read
    return packed.read


def _why(error: Exception) -> str:
    known: tuple[tuple[type[Exception], str], ...] = (
        (FileNotFoundError, "there is no such file"),
        (IsADirectoryError, "it is a folder, not a file"),
        (PermissionError, "you may not read it"),
        (EOFError, "its packed data are cut off"),
        (gzip.BadGzipFile, "its packed data are damaged"),
        (zlib.error, "its packed data are damaged"),
        (zstandard.ZstdError, "its packed data are damaged"),
    )
    for kind, reason in known:
        if isinstance(error, kind):
            return reason
    return "it cannot be read"
