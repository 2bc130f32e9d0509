"""Opening decklists: a file within bounds, its form told by its content, or a deck that ships with apnap."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from events.errors import DataError
from replays.decklists.parsed import MOST_CARDS, Decklist
from replays.decklists.text_formats import read_text
from replays.decklists.xml_formats import read_xml

FORMATS = ("xmage", "forge", "mtgo", "cockatrice", "arena", "dec", "mwdeck", "octgn")

LARGEST = 1024 * 1024
"""Bytes of a decklist: the longest has some ten thousand."""

BUNDLED_SUFFIX = ".dec"
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def bundled_decks() -> tuple[str, ...]:
    """Return the names of the decks that ship with apnap."""
    folder = resources.files("replays") / "data" / "decks"
    names = (one.name for one in folder.iterdir())
    return tuple(
        sorted(n.removesuffix(BUNDLED_SUFFIX) for n in names if n.endswith(BUNDLED_SUFFIX))
    )


def open_decklist(deck: str) -> Decklist:
    """Return the decklist of a file, or of a deck that ships with apnap.

    Raises ``DataError`` where there is none, or something else; a file wins over a bundled name.
    """
    path = Path(deck)
    if not path.exists() and deck in bundled_decks():
        file = resources.files("replays").joinpath(f"data/decks/{deck}{BUNDLED_SUFFIX}")
        return read_decklist(file.read_bytes(), f"{deck}{BUNDLED_SUFFIX}")
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError):
            known = ", ".join(bundled_decks())
            why = f"there is no such file; decks that ship with apnap: {known}"
            raise DataError("file/missing", why, file=deck) from None
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError("file/unreadable", f"it cannot be read ({reason})", file=deck) from error
    return read_decklist(data, deck)


def read_decklist(data: bytes, file: str) -> Decklist:
    """Return the decklist that some bytes are, or raise ``DataError`` naming file and line."""
    if len(data) > LARGEST:
        raise DataError("deck/too_large", f"a decklist has at most {LARGEST:,} bytes", file=file)
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    is_xml = start == b"<" or (data[:2] in (b"\xff\xfe", b"\xfe\xff") and b"<" in data[:4])
    found = read_xml(data, file) if is_xml else read_text(_decoded(data, file), file)
    if not found.entries:
        raise DataError("deck/empty", f"no cards are in it; {_what_is_read()}", file=file)
    total = sum(one.count for one in found.entries)
    if total > MOST_CARDS:
        raise DataError(
            "deck/too_many_cards", f"{total} cards are too many: at most {MOST_CARDS}", file=file
        )
    return found


def _what_is_read() -> str:
    return f"decklists of these kinds are read: {', '.join(FORMATS)}"


def _decoded(data: bytes, file: str) -> str:
    """Return the text of some bytes: Unicode where it is that, else the old Western encoding."""
    encodings = [name for mark, name in _MARKS if data.startswith(mark)] or ["utf-8", "cp1252"]
    for text in _attempts(data, encodings):
        if "\0" not in text:
            return text
    raise DataError("deck/binary", f"this is no text; {_what_is_read()}", file=file)


def _attempts(data: bytes, encodings: list[str]) -> Iterator[str]:
    for encoding in encodings:
        try:
            yield data.decode(encoding)
        except UnicodeDecodeError:
            continue
