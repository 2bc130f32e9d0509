"""What the sources say of themselves: citations of rules, codes of errors, docs of fields.

Reads the text of the four packages and of ``apnap``, wherever they are installed; runs none of it.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

PACKAGES = ("events", "projections", "machine", "replays")
TOP_MODULE = "apnap"

_NUMBER = r"[1-9]\d{2}(?:\.\d+[a-z]?)?(?!\d)"
_CITED = re.compile(rf"\bCR\s+{_NUMBER}(?:(?:-|/|,\s+(?:and\s+)?|\s+and\s+|\s+to\s+){_NUMBER})*")
_RULE = re.compile(r"[1-9]\d{2}\.\d+[a-z]?|(?:UFAQ|UMECH|MTR|DAN)\.[A-Za-z0-9.]+")
_CODE = re.compile(r"[a-z][a-z_]*/[a-z][a-z_]*")
_RAISING = ("refus", "illegal", "error", "fail", "limit", "conflict")


@dataclass(frozen=True)
class Source:
    """One module: its dotted name, its place in the repository, its text and syntax tree."""

    module: str
    path: str
    text: str
    tree: ast.Module


@dataclass(frozen=True)
class FieldDoc:
    """One annotated field of a class, as it is written."""

    name: str
    type: str
    default: str
    doc: str


@dataclass(frozen=True)
class ErrorCode:
    """A code of an error, what is called with it, and where."""

    code: str
    callee: str
    path: str


@cache
def sources() -> tuple[Source, ...]:
    """Return every module of apnap, package by package from the facts upwards."""
    return tuple(_find())


def _find() -> Iterator[Source]:
    for package in PACKAGES:
        spec = find_spec(package)
        for place in (spec and spec.submodule_search_locations) or ():
            root = Path(place)
            for file in sorted(root.rglob("*.py")):
                yield _read(file, f"{package}/{file.relative_to(root).as_posix()}")
    spec = find_spec(TOP_MODULE)
    if spec and spec.origin:
        yield _read(Path(spec.origin), f"{TOP_MODULE}.py")


def _read(file: Path, path: str) -> Source:
    text = file.read_text(encoding="utf-8")
    module = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    return Source(module, path, text, ast.parse(text))


def cited_rules(source: Source) -> frozenset[str]:
    """Return the rule numbers and keys that a module cites: after "CR", or as a string alone."""
    after_cr = {
        number for found in _CITED.findall(source.text) for number in re.findall(_NUMBER, found)
    }
    alone = {text for text in _strings(source.tree) if _RULE.fullmatch(text)}
    return frozenset(after_cr | alone)


def _strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def error_codes(source: Source) -> Iterator[ErrorCode]:
    """Yield the literal codes with which a module raises, or calls what raises."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call):
            continue
        callee = ast.unparse(node.func).rpartition(".")[2]
        if not any(word in callee.lower() for word in _RAISING):
            continue
        given = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "code")]
        for value in given:
            text = value.value if isinstance(value, ast.Constant) else None
            if isinstance(text, str) and _CODE.fullmatch(text):
                yield ErrorCode(text, callee, source.path)


@cache
def module_strings(module: str) -> dict[str, str]:
    """Return the names that a module assigns, each with the string that follows it."""
    body = next((source.tree.body for source in sources() if source.module == module), [])
    return {
        statement.targets[0].id: _string(following)
        for statement, following in pairwise(body)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }


def class_fields(module: str, name: str) -> tuple[FieldDoc, ...]:
    """Return the fields that a class itself declares, each with the string that follows it."""
    for source in sources():
        if source.module != module:
            continue
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                return tuple(_fields(node))
    return ()


def _fields(node: ast.ClassDef) -> Iterator[FieldDoc]:
    for position, statement in enumerate(node.body):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        following = node.body[position + 1] if position + 1 < len(node.body) else None
        yield FieldDoc(
            statement.target.id,
            ast.unparse(statement.annotation),
            ast.unparse(statement.value) if statement.value else "",
            _string(following),
        )


def _string(statement: ast.stmt | None) -> str:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        text = statement.value.value
        return " ".join(text.split()) if isinstance(text, str) else ""
    return ""


def module_doc(module: str) -> str:
    """Return the docstring of a module, empty where it has none."""
    for source in sources():
        if source.module == module:
            return ast.get_docstring(source.tree) or ""
    return ""


def rule_order(rule: str) -> tuple[int, int, str]:
    """Return what rule numbers are sorted by: 103.5b before 103.10, words after numbers."""
    section, _, rest = rule.partition(".")
    if not section.isdigit():
        return (10**6, 0, rule)
    number = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return (int(section), int(number or 0), rest)
