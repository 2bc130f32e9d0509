"""What a page is made of, in whatever form it is written."""

from msgspec import Struct


class Text(Struct, frozen=True):
    """A paragraph."""

    text: str


class Items(Struct, frozen=True):
    """A list; numbered where the order matters."""

    items: tuple[str, ...]
    numbered: bool = False


class Rows(Struct, frozen=True):
    """A table with its headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Code(Struct, frozen=True):
    """A line to type, or a hash."""

    text: str


Block = Text | Items | Rows | Code


class Section(Struct, frozen=True):
    """A heading and what stands under it."""

    title: str
    blocks: tuple[Block, ...]


class Page(Struct, frozen=True):
    """One page in one language."""

    lang: str
    title: str
    sections: tuple[Section, ...]
