"""A tree of reasons as people read it: text with branches, text without drawings, static HTML."""

import html
from collections.abc import Callable, Iterator
from typing import Any

from replays.provenance.tree import Node, Why
from replays.showing.parts import points

Word = Callable[[str], str]
LONGEST = 60
"""Characters of a value that a line shows; JSON has all of it."""

BRANCH, LAST, ALONG, OVER = "├─ ", "└─ ", "│  ", "   "


def english(text: str) -> str:
    """Return a word as it is."""
    return text


def lines(why: Why, *, word: Word = english, plain: bool = False) -> Iterator[str]:
    """Yield the lines of a tree; without drawings, two spaces for each level."""
    yield headline(why, word)
    if why.root is None:
        yield f"  {word('so from the start')}"
    else:
        yield _line(why.root, word)
        yield from _below(why.root, "", word, plain=plain)
    for title, nodes in (("earlier values", why.earlier), ("earlier lives", why.lives)):
        if nodes:
            yield f"{word(title)}:"
            yield from (f"  {_line(node, word)}" for node in nodes)


def headline(why: Why, word: Word = english) -> str:
    """Return the value that is asked about, and when."""
    value = word("absent") if why.is_absent else short(why.value, halves=why.halves)
    unseen = f" ({why.unseen} {word('unseen')})" if why.unseen else ""
    return f"{why.path} = {value}{unseen}  @{why.at}"


def _below(node: Node, before: str, word: Word, *, plain: bool) -> Iterator[str]:
    for number, one in enumerate(node.sources):
        is_last = number == len(node.sources) - 1 and not node.more
        mark, deeper = (LAST, OVER) if is_last else (BRANCH, ALONG)
        if plain:
            mark, deeper = "  ", "  "
        yield f"{before}{mark}{_line(one, word)}"
        yield from _below(one, before + deeper, word, plain=plain)
    if node.more:
        mark = "  " if plain else LAST
        yield f"{before}{mark}… {node.more} {word('more: --depth shows them')}"


def _line(node: Node, word: Word) -> str:
    parts = [f"{word(node.role)}:" if node.role != "wrote" else "", f"@{node.seq}"]
    if not node.type:
        return " ".join([*filter(None, parts), word("hidden from this seat")])
    parts += [node.when, f"{node.text} [{node.type}]", _values(node), _rules(node)]
    notes = (("reported", node.reported), ("inferred", node.inferred), ("see above", node.shown))
    parts += [f"({word(name)})" for name, holds in notes if holds]
    return " ".join(part for part in parts if part)


def _values(node: Node) -> str:
    if not node.path:
        return ""
    then, now = (short(one, halves=node.halves) for one in (node.before, node.after))
    return f"{node.path} {then} → {now}"


def _rules(node: Node) -> str:
    named = (one if one[:1].isalpha() else f"CR {one}" for one in node.rule)
    told = ", ".join(named)
    return f"({told})" if told else ""


def short(value: Any, *, halves: bool = False) -> str:  # noqa: ANN401 - any plain value
    """Return a plain value in few characters; ``halves`` where it counts halves of points."""
    match value:
        case int() if halves:
            text = points(value, halves=True)
        case None:
            text = "-"
        case bool():
            text = str(value).lower()
        case dict():
            named = value.get("name") or value.get("card") or value.get("id")
            text = str(named) if named else f"{{{', '.join(map(str, value))}}}"
        case list():
            text = " ".join(map(short, value)) or "-"
        case _:
            text = str(value) or "-"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def to_html(why: Why, word: Word = english) -> str:
    """Return a static tree for notebooks: nested lists that open and close."""
    parts = [f"<strong>{html.escape(headline(why, word))}</strong>"]
    if why.root is None:
        parts.append(f"<ul><li>{html.escape(word('so from the start'))}</li></ul>")
    else:
        parts.append(_list((why.root,), word))
    for title, nodes in (("earlier values", why.earlier), ("earlier lives", why.lives)):
        if nodes:
            parts.append(f"<em>{html.escape(word(title))}</em>{_list(nodes, word)}")
    return f'<div class="apnap-why">{"".join(parts)}</div>'


def _list(nodes: tuple[Node, ...], word: Word) -> str:
    return f"<ul>{''.join(_item(node, word) for node in nodes)}</ul>"


def _item(node: Node, word: Word) -> str:
    text = html.escape(_line(node, word))
    if node.sources:
        inner = _list(node.sources, word)
        return f"<li><details open><summary>{text}</summary>{inner}</details></li>"
    return f"<li>{text}{f' … {node.more}' if node.more else ''}</li>"
