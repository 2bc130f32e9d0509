"""What the stable codes of errors and findings mean: read from the installed source itself.

So no list of codes can be out of date. A code is a string ``family/name`` with which something is
raised or reported; the text beside it says when.
"""

import ast
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from re import compile as pattern

from msgspec import Struct

PACKAGES = ("events", "projections", "machine", "replays")
CODE = pattern(r"[a-z_]+/[a-z_]+")


class Meaning(Struct, frozen=True, kw_only=True):
    """One place where a code is used: the kind of error, what it says, the module."""

    code: str
    kind: str
    says: str
    """With … for what differs from case to case."""
    module: str


def meanings(code: str) -> tuple[Meaning, ...]:
    """Return every place that uses a code."""
    name = code.rpartition("/")[2]
    found = [
        meaning
        for module, text in _sources(f'"{name}"', f'"{code}"')
        for meaning in _in_module(module, text)
        if meaning.code == code
    ]
    return tuple(found)


def known_codes() -> tuple[str, ...]:
    """Return every literal code, sorted."""
    return tuple(
        sorted(
            {meaning.code for module, text in _sources("/") for meaning in _in_module(module, text)}
        )
    )


def _sources(*wanted: str) -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        spec = find_spec(package)
        for place in (spec and spec.submodule_search_locations) or ():
            root = Path(place)
            for file in sorted(root.rglob("*.py")):
                text = file.read_text(encoding="utf-8")
                if any(one in text for one in wanted):
                    name = f"{package}/{file.relative_to(root).as_posix()}"
                    yield name.removesuffix(".py").replace("/", "."), text


def _in_module(module: str, text: str) -> Iterator[Meaning]:
    tree = ast.parse(text)
    family = _family(tree)
    helpers = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        words = [*node.args, *(word.value for word in node.keywords)]
        code = _code(words, family, node)
        if code is None:
            continue
        says = max((_said(value, helpers) for value in words), key=len, default="")
        yield Meaning(code=code, kind=_kind(node), says=says, module=module)


def _family(tree: ast.Module) -> str:
    """Return the family of a module whose helper puts it before every name: ``flip/{name}``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and node.values:
            first = node.values[0]
            if isinstance(first, ast.Constant) and str(first.value).endswith("/"):
                return str(first.value)
    return ""


def _code(words: list[ast.expr], family: str, node: ast.Call) -> str | None:
    texts = [w.value for w in words if isinstance(w, ast.Constant) and isinstance(w.value, str)]
    whole = [text for text in texts if CODE.fullmatch(text)]
    if whole:
        return whole[0]
    helper = isinstance(node.func, ast.Name) and node.func.id == "_finding"
    return f"{family}{texts[0]}" if helper and family and texts else None


def _kind(node: ast.Call) -> str:
    name = ast.unparse(node.func).rpartition(".")[2]
    return "Finding" if name == "_finding" else name


Helpers = Mapping[str, ast.FunctionDef]


def _said(value: ast.expr, helpers: Helpers) -> str:
    """Return a text with … for its parts that are computed; empty where it is no sentence."""
    match value:
        case ast.Constant(value=str(text)):
            return text if " " in text else ""
        case ast.JoinedStr(values=parts):
            known = (str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
            return "".join(known)
        case ast.IfExp():
            return _said(value.body, helpers) or _said(value.orelse, helpers)
        case ast.Call(func=ast.Name(id=name)) if name in helpers:
            returned = (node for node in ast.walk(helpers[name]) if isinstance(node, ast.Return))
            texts = (_said(node.value, {}) for node in returned if node.value is not None)
            return "\n".join(text for text in texts if text)
        case _:
            return ""
