"""Decklists in XML: Magic Online's .dek in both forms, Cockatrice's .cod, OCTGN's .o8d."""

from collections.abc import Callable, Iterator

from events.errors import DataError
from replays.decklists.markup import Element, parse
from replays.decklists.parsed import Decklist, Entry, Part, entry

MAGIC_IN_OCTGN = "a6c8d2e8-7cd8-11dd-8f94-e62b56d89593"
"""The number of the game in OCTGN, whose decklists are those of many games."""

NUMBERED = "mtgo:{}"
"""What a card is called of which a list gives Magic Online's number alone."""


def read_xml(data: bytes, file: str) -> Decklist:
    """Return the decklist of an XML document, or raise ``DataError``."""
    root = parse(data, file)
    readers: dict[str, tuple[str, Callable[[Element, str], Iterator[Entry]]]] = {
        "cockatrice_deck": ("cockatrice", _cockatrice),
        "deck": ("octgn", _octgn),
    }
    if any(one.tag in ("cards", "item") and _number(one) for one in root.children):
        readers["deck"] = ("mtgo", _mtgo)
    if root.tag not in readers:
        raise DataError(
            "deck/unknown_xml",
            f"this XML is no decklist: it begins with <{root.tag[:40]}>",
            file=file,
            line=root.line,
        )
    name, reader = readers[root.tag]
    entries = tuple(reader(root, file))
    numbers = sum(one.name.startswith(NUMBERED.format("")) for one in entries)
    warning = f"{numbers} lines give Magic Online's numbers without names"
    return Decklist(format=name, entries=entries, warnings=(warning,) if numbers else ())


def _number(element: Element) -> str:
    return element.attributes.get("catid", "")


def _mtgo(root: Element, file: str) -> Iterator[Entry]:
    """``<Cards CatID Quantity Sideboard Name>``, or ``<Item CatId Quantity IsSideboard>``."""
    for one in root.children:
        if one.tag not in ("cards", "item"):
            continue
        values = one.attributes
        side = values.get("sideboard", values.get("issideboard", "")).strip().lower() == "true"
        yield entry(
            values.get("quantity", ""),
            values.get("name") or NUMBERED.format(_number(one)),
            Part.SIDEBOARD if side else Part.MAIN,
            file=file,
            line=one.line,
        )


def _cockatrice(root: Element, file: str) -> Iterator[Entry]:
    """Zones ``main`` and ``side``; tokens are no part of a deck."""
    zones = {"main": Part.MAIN, "side": Part.SIDEBOARD}
    for zone in root.children:
        part = zones.get(zone.attributes.get("name", "").lower())
        if zone.tag != "zone" or part is None:
            continue
        for card in zone.children:
            if card.tag == "card":
                count = card.attributes.get("number", "1")
                name = card.attributes.get("name", "")
                yield entry(count, name, part, file=file, line=card.line)


def _octgn(root: Element, file: str) -> Iterator[Entry]:
    """Sections by name; a list that names another game is refused."""
    game = root.attributes.get("game", MAGIC_IN_OCTGN).lower()
    if game != MAGIC_IN_OCTGN:
        raise DataError(
            "deck/other_game",
            "this is an OCTGN decklist of another game",
            file=file,
            line=root.line,
        )
    sections = {"sideboard": Part.SIDEBOARD, "command zone": Part.COMMANDERS}
    for section in root.children:
        part = sections.get(section.attributes.get("name", "").strip().lower(), Part.MAIN)
        for card in section.children:
            if card.tag == "card":
                count = card.attributes.get("qty", "1")
                yield entry(count, card.text, part, file=file, line=card.line)
