"""Decklists as text: XMage's and Forge's .dck, Arena's export, .dec and Magic Workstation's .mwDeck."""

import re
from collections.abc import Iterator, Sequence

from events.errors import DataError
from replays.decklists.parsed import Decklist, Entry, Part, entry

Line = tuple[int, str]
"""Its number, from 1, and its text without spaces around it."""

_CARD = re.compile(r"(?P<count>\d+)x?\s+(?P<name>\S.*)", re.IGNORECASE)
_SIDE = re.compile(r"sb:\s*", re.IGNORECASE)
_BRACKETS = re.compile(r"(?P<count>\d+)\s+\[(?P<set>[^\]]*)\]\s*(?P<name>\S.*)")
_SECTION = re.compile(r"\[(?P<name>[a-z ]+)\]", re.IGNORECASE)
_PRINTING = re.compile(r"\s+\([A-Z0-9]{2,6}\)(?:\s+\S{1,8})?(?:\s+\*[A-Z]\*)?$")
_SKIPPED = re.compile(r"(?:NAME|AUTHOR|LAYOUT\b[^:]*):", re.IGNORECASE)
_COMMENT = ("//", "#")

SECTIONS = {
    "main": Part.MAIN,
    "deck": Part.MAIN,
    "sideboard": Part.SIDEBOARD,
    "commander": Part.COMMANDERS,
    "contraptions": Part.CONTRAPTIONS,
}
"""Parts by the names that Forge and Arena give them."""

LEFT_OUT = frozenset(
    {
        "avatar",
        "vanguard",
        "planes",
        "schemes",
        "conspiracy",
        "dungeon",
        "attractions",
        "companion",
        "about",
        "metadata",
        "general",
    }
)
"""Sections that are no part of a deck here. A companion stands in the sideboard as well."""

SHOWN = 40
"""Characters of a wrong line that an error shows."""


def read_text(text: str, file: str) -> Decklist:
    """Return the decklist of a text, or raise ``DataError`` with the first line that is none."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    kind = _kind([line for _, line in lines])
    if kind == "forge":
        return _forge(lines, file)
    return _plain(kind, lines, file)


def _kind(lines: Sequence[str]) -> str:
    """Tell which program's form it is by the lines that no other form has."""
    if any(
        match and match["name"].lower() in ("main", "metadata")
        for match in map(_SECTION.fullmatch, lines)
    ):
        return "forge"
    brackets = [match for line in lines if (match := _BRACKETS.fullmatch(_SIDE.sub("", line)))]
    if brackets:
        return "xmage" if any(":" in match["set"] for match in brackets) else "mwdeck"
    if any(_PRINTING.search(line) for line in lines) or any(
        line.lower() in SECTIONS for line in lines
    ):
        return "arena"
    marked = any(_SIDE.match(line) or line.startswith(_COMMENT) for line in lines)
    return "dec" if marked else "arena"


def _forge(lines: Sequence[Line], file: str) -> Decklist:
    """``[Main]`` and other sections of ``4 Name|SET``; keys and values are left alone."""
    entries: list[Entry] = []
    section = "metadata"
    for number, line in lines:
        if not line or line.startswith(_COMMENT):
            continue
        if match := _SECTION.fullmatch(line):
            section = match["name"].lower()
            if section not in SECTIONS and section not in LEFT_OUT:
                raise DataError(
                    "deck/section",
                    f"no part of a deck is called [{section}]",
                    file=file,
                    line=number,
                )
        elif section in SECTIONS:
            match = _CARD.fullmatch(line)
            if match is None:
                raise no_line(line, file, number)
            name = match["name"].partition("|")[0].removesuffix("+")
            entries.append(entry(match["count"], name, SECTIONS[section], file=file, line=number))
    return Decklist(format="forge", entries=tuple(entries))


def _plain(kind: str, lines: Sequence[Line], file: str) -> Decklist:
    groups = _groups(lines) if kind == "arena" else [lines]
    headed = any(line.lower() in (*SECTIONS, *LEFT_OUT) for _, line in lines)
    entries: list[Entry] = []
    two = 2
    for index, group in enumerate(groups):
        # without heads, what stands behind the one empty line is the sideboard
        side = not headed and len(groups) == two and index == 1
        entries += _group(group, Part.SIDEBOARD if side else Part.MAIN, file)
    unclear = not headed and len(groups) > two
    warning = f"{len(groups)} groups of lines without heads: all of it is taken as the main deck"
    return Decklist(format=kind, entries=tuple(entries), warnings=(warning,) if unclear else ())


def _groups(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines in groups, as empty lines part them."""
    groups: list[list[Line]] = [[]]
    for number, line in lines:
        if line:
            groups[-1].append((number, line))
        elif groups[-1]:
            groups.append([])
    return [group for group in groups if group]


def _group(lines: Sequence[Line], part: Part, file: str) -> Iterator[Entry]:
    """Yield the entries of some lines; heads such as ``Sideboard`` change the part."""
    section: Part | None = part
    for number, line in lines:
        if not line or line.startswith(_COMMENT) or _SKIPPED.match(line):
            continue
        head = line.lower().removesuffix(":")
        if head in SECTIONS or head in LEFT_OUT:
            section = SECTIONS.get(head)
        elif section is not None and _SIDE.sub("", line):
            yield _entry(line, section, file, number)


def _entry(line: str, part: Part, file: str, number: int) -> Entry:
    """Return the entry of ``4 Name``, ``4 [SET:1] Name`` or ``4 Name (SET) 1``, maybe after ``SB:``."""
    side = _SIDE.match(line)
    if side:
        line, part = line[side.end() :], Part.SIDEBOARD
    match = _BRACKETS.fullmatch(line) or _CARD.fullmatch(line)
    if match is None:
        raise no_line(line, file, number)
    return entry(match["count"], _PRINTING.sub("", match["name"]), part, file=file, line=number)


def no_line(line: str, file: str, number: int) -> DataError:
    """Return the error for a line that no format knows."""
    return DataError(
        "deck/line",
        f"this is no line of a decklist, such as `4 Forest`: {line[:SHOWN]!r}",
        file=file,
        line=number,
    )
