"""XML read within bounds and without surprises: no entities, no document types, no deep nesting.

Expat does the reading; whatever could make a small file large, or reach beyond it, is refused.
"""

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from msgspec import Struct

from events.errors import DataError

DEEPEST = 8
"""Levels of elements: a decklist has three."""

MOST_ELEMENTS = 5_000
"""Elements of a document: one for each different card, and a few around them."""


class Element(Struct, kw_only=True):
    """An element: its name without any namespace, its attributes by lower-case name, its text."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list["Element"] = []

    def walk(self) -> Iterator["Element"]:
        """Yield the element and everything in it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(data: bytes, file: str) -> Element:
    """Return the root of a document, or raise ``DataError`` with the line where it goes wrong."""
    return _Reader(file).read(data)


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._open: list[Element] = []
        self._root: Element | None = None
        self._count = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.EntityDeclHandler = self._refuse_entity
        self._parser.ExternalEntityRefHandler = self._refuse_entity

    def read(self, data: bytes) -> Element:
        try:
            self._parser.Parse(data, True)  # noqa: FBT003 - expat's signature
        except expat.ExpatError as error:
            raise DataError(
                "deck/xml",
                f"this is broken XML: {expat.ErrorString(error.code)}",
                file=self._file,
                line=error.lineno,
            ) from error
        assert self._root is not None  # noqa: S101 - expat refuses a document without a root
        return self._root

    def _refused(self, why: str) -> DataError:
        line = self._parser.CurrentLineNumber
        return DataError("deck/xml_refused", why, file=self._file, line=line)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise self._refused(f"a decklist has at most {MOST_ELEMENTS:,} elements")
        if len(self._open) >= DEEPEST:
            raise self._refused(f"elements are nested more than {DEEPEST} deep")
        made = Element(
            tag=tag.rpartition(":")[2].lower(),
            attributes={name.lower(): value for name, value in attributes.items()},
            line=self._parser.CurrentLineNumber,
        )
        if self._open:
            self._open[-1].children.append(made)
        else:
            self._root = made
        self._open.append(made)

    def _end(self, _tag: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if self._open:
            self._open[-1].text += text

    def _refuse_doctype(self, *_: Any) -> None:  # noqa: ANN401 - expat's signature
        raise self._refused("a decklist has no document type, and none is read")

    def _refuse_entity(self, *_: Any) -> int:  # noqa: ANN401 - expat's signature
        raise self._refused("entities are not read")
