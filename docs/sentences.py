"""The sentences that the sources tell people, as templates: what ``replays/data/messages`` has to hold.

``python docs/sentences.py`` prints those without Japanese, as entries to be completed.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from replays.play.words import japanese
from replays.translation import Parts, catalogues, taken_apart
from scan import Source, sources

FOLDER = "replays/data/messages"

NOT_TOLD = {
    "events.citations": "glosses, by their number in rules.ja.toml",
    "replays.as_test": "the source of a test",
    "replays.importers.cockatrice.chat": "how a program writes",
    "replays.analysis": "words of answers, in analysis.toml",
    "replays.showing.words": "words, beside their Japanese",
    "replays.catalogue": "sentences, by their key in desk.toml",
    "replays.play.words": "said in play, in play.ja.toml",
    "replays.stores.sqlite": "SQL",
    "replays.exporters.formats": "SQL",
    "replays.viewer.bundle": "told to who builds the page",
}
"""Modules, or packages with all in them, whose strings are looked up elsewhere or told to nobody."""

TRANSLATED_ELSEWHERE = frozenset(
    {"told", "word", "said", "_told", "option", "argument", "command", "Entry"}
)
"""Functions whose strings are keys of another catalogue, where another test finds them."""

FOR_PROGRAMS = frozenset({"compile", "NewType", "TypeVar", "getattr", "cast", "ValueError"})
"""Functions whose strings no reader of apnap's output sees."""

OF_OTHERS = frozenset(
    {
        "tiny leaders",
        "duel commander",
        "Turn: Turn",
        "(X is",
        "optional effect",
        "Serum Powder",
    }
)
"""Words of other programs' records, and names."""

_DEPTH = 2
"""A file of the catalogue holds the sentences of a folder so many levels down, with all in it."""

_SENTENCE = re.compile(r"[A-Za-z,'{}:;)] [A-Za-z{(]")
_WORD = re.compile(r"[a-z]{2}")
_SHORTEST = 3
"""Letters of the shortest word that stands for a fact: "top"."""

_NO_SENTENCE = re.compile(
    r"[<>=\\\n|]|://|^#(?! to)|^--\w+(?: \w+| \{\})?$|-src 'none'|^\w+(?:, \w*_\w+)+"
)
_COMMAND = re.compile(r"^(?:\{\}: )?apnap [a-z].*$")
_NAMED_FACT = re.compile(r"\{[a-z_]+\}")
"""A plain string that has one is filled in later."""


@dataclass(frozen=True)
class Sentence:
    """One sentence that a module tells: its fixed parts, names for its facts, where it stands."""

    parts: Parts
    names: tuple[str, ...]
    path: str
    line: int

    @property
    def english(self) -> str:
        """The sentence as the catalogue writes it."""
        fixed = [part.replace("{", "{{").replace("}", "}}") for part in self.parts]
        facts = [f"{{{name}}}" for name in self.names]
        return "".join(one + two for one, two in zip(fixed, [*facts, ""], strict=True))

    @property
    def file(self) -> str:
        """The file of the catalogue that it belongs into: one for each package and its parts."""
        folders = self.path.split("/")[:-1]
        return f"{FOLDER}/{'-'.join(folders[:_DEPTH]) or 'apnap'}.ja.toml"


def sentences(source: Source) -> Iterator[Sentence]:
    """Yield every sentence of a module, and every word that stands for a fact in one."""
    if any(f"{source.module}.".startswith(f"{one}.") for one in NOT_TOLD):
        return
    if source.module.endswith(".grammar"):  # how another program writes
        return
    for node, is_fact in _strings(source.tree, is_fact=False):
        parts, names = _taken(node)
        if _is_sentence(parts, is_fact=is_fact) and not _is_mixed(node, parts):
            bare = (parts[0].lstrip(), *parts[1:])
            bare = (*bare[:-1], bare[-1].rstrip())
            yield Sentence(bare, names, source.path, node.lineno)


def _strings(tree: ast.AST, *, is_fact: bool) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the strings under a node that somebody may read, outermost first."""
    for node in _read_parts(tree):
        if isinstance(node, ast.JoinedStr):
            yield node, is_fact
            for value in node.values:
                if isinstance(value, ast.FormattedValue):
                    yield from _strings(ast.Expression(value.value), is_fact=True)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node, is_fact
        else:
            yield from _strings(node, is_fact=is_fact)


def _read_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node without docstrings, annotations and keys of other catalogues."""
    for name, field in ast.iter_fields(node):
        if name in {"annotation", "returns", "slice"}:
            continue
        for one in field if isinstance(field, list) else [field]:
            if not isinstance(one, ast.AST) or _is_bare(one):
                continue
            if isinstance(one, ast.Call) and _callee(one) in TRANSLATED_ELSEWHERE | FOR_PROGRAMS:
                continue
            yield one


def _is_bare(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _callee(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _taken(node: ast.expr) -> tuple[Parts, tuple[str, ...]]:
    """Return a string's fixed parts, and a name for each fact, after what is filled in."""
    whole = _text(node)
    if _NAMED_FACT.search(whole):
        return taken_apart(whole)
    parts, names = [whole], list[str]()
    for value in node.values if isinstance(node, ast.JoinedStr) else ():
        if isinstance(value, ast.FormattedValue):
            names.append(_fact_name(value.value, names))
            parts.append("")
        parts[-1] += _text(value)
    return tuple(parts), tuple(names)


def _text(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _fact_name(node: ast.expr, taken: list[str]) -> str:
    words = re.findall(r"\b[a-z_]+\b", re.sub(r"'[^']*'", "", ast.unparse(node)))
    known = [one.strip("_") for one in words if one.strip("_") not in _NO_NAMES]
    name = known[-1] if known else "fact"
    number = sum(one.rstrip("0123456789") == name for one in taken)
    return f"{name}{number + 1}" if number else name


_NO_NAMES = frozenset(
    {
        "",
        "join",
        "list",
        "sorted",
        "or",
        "and",
        "if",
        "else",
        "len",
        "value",
        "map",
        "str",
        "in",
        "for",
        "not",
        "decision",
        "event",
        "self",
        "table",
        "get",
        "is",
    }
)


def _is_mixed(node: ast.expr, parts: Parts) -> bool:
    """Whether a string is put together of words that are looked up, and none of its own."""
    calls = (one for one in ast.walk(node) if isinstance(one, ast.Call))
    looked_up = any(_callee(one) in TRANSLATED_ELSEWHERE for one in calls)
    return looked_up and not any(map(_SENTENCE.search, parts))


def _is_sentence(parts: Parts, *, is_fact: bool) -> bool:
    text = _COMMAND.sub("", "{}".join(parts))
    fixed = "".join(parts)
    if _NO_SENTENCE.search(text) or not _WORD.search(fixed):
        return False
    if text.strip() in OF_OTHERS:
        return False
    return bool(_SENTENCE.search(text)) or (is_fact and text.isalpha() and len(text) >= _SHORTEST)


@cache
def every() -> tuple[Sentence, ...]:
    """Return the sentences of all modules."""
    return tuple(one for source in sources() for one in sentences(source))


def untold() -> Iterator[Sentence]:
    """Yield the sentences that the catalogue lacks, each once."""
    known = {one.parts for _, some in catalogues() for one in some}
    known |= {taken_apart(text)[0] for text in japanese() if _NAMED_FACT.search(text)}
    for one in every():
        if one.parts not in known:
            known.add(one.parts)
            yield one


def main() -> None:
    """Print what lacks its Japanese."""
    for one in untold():
        print(f"# {one.path}:{one.line}, into {one.file}")
        print(f'{toml_text(one.english)} = ""\n')


def toml_text(text: str) -> str:
    """Return a string as TOML writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    main()
