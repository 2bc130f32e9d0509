"""The expressions of ``find``: small, safe, bounded; they read tables and nothing of Python's own.

    players.bob.life < 9 and turn.number > 3
    any(thing.tapped for thing in objects if thing.zone == "battlefield")
    event.type == "LifeChanged" and event.life < before.players.bob.life

A name leads to a field of a table, or to ``seq``, ``by``, ``event`` and ``before``, the table of the
record before. What is not there is ``none``; a field that no such value can have is an error.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from events.base import LARGEST
from events.catalogue import EVENT_TYPES
from projections.paths import ABSENT, COMPUTED, children
from projections.provenance import part
from projections.table import Table
from replays.search.values import (
    Budget,
    Place,
    Scope,
    aggregated,
    calculated,
    check_name,
    compared,
    elements,
    error,
    member,
)

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

LONGEST = 2_000
"""Characters of an expression."""

DEEPEST = 40
"""Levels of an expression: parentheses within parentheses, names after names."""

LITERALS: Final[Mapping[str, Any]] = {
    "true": True,
    "false": False,
    "none": None,
    "True": True,
    "False": False,
    "None": None,
}
BESIDE = ("seq", "by", "event", "before")
"""Names beside the fields of a table."""

ROOTS = (*Table.__struct_fields__, *COMPUTED, *BESIDE)
FUNCTIONS = ("any", "all", "count", "len", "min", "max", "sum", "keys")


Compiled = Callable[[Scope], Any]


class Expression:
    """An expression that has been read and can be evaluated on many places."""

    def __init__(self, text: str) -> None:
        """Read an expression; raises ``DataError`` with the column where it is none."""
        self.text = text
        self.paths: dict[str, bool] = {}
        """Every path it names as a whole -> whether some table has had a value there."""
        self._budget = Budget()
        self._run = Compiler(self).compile(_parsed(text))

    def __call__(self, place: Place) -> Any:  # noqa: ANN401 - any value of an expression
        """Return the value at a place."""
        return self._run(Scope(place, self._budget))

    def holds(self, place: Place) -> bool:
        """Whether it is true at a place: not none, not false, not zero, not empty."""
        return bool(self(place))

    def never_there(self) -> tuple[str, ...]:
        """Return the players, objects and cards that are named and that no table so far has had."""
        return tuple(path for path, found in self.paths.items() if not found and _is_named(path))


def _is_named(path: str) -> bool:
    root, _, name = path.partition(".")
    return root in ("players", "objects", "cards", "sprockets") and "." not in name


def _parsed(text: str) -> "Tree[Token]":
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput

    if len(text) > LONGEST:
        raise error(f"the expression has {len(text):,} characters; at most {LONGEST:,}", LONGEST)
    if not text.strip():
        raise error("the expression is empty; try players.ann.life < 9", 1)
    try:
        tree = _parser().parse(text)
    except UnexpectedEOF as found:
        raise error("the expression ends too early", len(text) + 1) from found
    except UnexpectedCharacters as found:
        column = found.column
        sign = text[column - 1 : column]
        raise error(f"{sign!r} cannot stand here", column) from found
    except UnexpectedInput as found:
        raise error(_unexpected(found), _column(found, text)) from found
    _check_depth(tree)
    return tree


def _unexpected(found: Any) -> str:  # noqa: ANN401 - an error of the parser
    token = getattr(found, "token", None)
    if token is None or not str(token):
        return "the expression ends too early"
    return f"{str(token)!r} cannot stand here"


def _column(found: Any, text: str) -> int:  # noqa: ANN401 - an error of the parser
    column = getattr(found, "column", None)
    ends = not str(getattr(found, "token", ""))
    return len(text) + 1 if ends or not isinstance(column, int) or column < 1 else column


@cache
def _parser() -> "Lark":
    from lark import Lark

    grammar = resources.files("replays").joinpath("data/expressions.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=False)


def _check_depth(tree: "Tree[Token]") -> None:
    from lark import Tree

    waiting: list[tuple[Any, int]] = [(tree, 1)]
    while waiting:  # every node of a tree of at most LONGEST characters, once
        node, depth = waiting.pop()
        if depth > DEEPEST:
            raise error(f"the expression has over {DEEPEST} levels", _at(node))
        if isinstance(node, Tree):
            waiting += [(child, depth + 1) for child in node.children]


def _at(node: Any) -> int:  # noqa: ANN401 - a tree or a token
    meta = getattr(node, "meta", node)
    column = getattr(meta, "column", 1)
    return column if isinstance(column, int) else 1


def _check_types(terms: Sequence[Any]) -> None:
    """Raise where ``event.type`` is compared with a word that no event has for its type."""
    if not any(_is_event_type(term) for term in terms):
        return
    for term in terms:
        texts = term.children if term.data == "listed" else (term,)
        for text in texts:
            if getattr(text, "data", "") == "text":
                check_name(str(text.children[0])[1:-1], tuple(EVENT_TYPES), "type", _at(text))


def _is_event_type(node: Any) -> bool:  # noqa: ANN401 - a tree
    if node.data != "member" or str(node.children[1]) != "type":
        return False
    inner = node.children[0]
    return bool(inner.data == "name" and str(inner.children[0]) == "event")


class Compiler:
    """Turns the tree of an expression into functions."""

    def __init__(self, expression: Expression) -> None:
        self._expression = expression
        self._bound: list[str] = []

    def compile(self, node: Any) -> Compiled:  # noqa: ANN401 - a tree
        """Return the function of a node."""
        make: Callable[[Any], Compiled] = getattr(self, f"_{node.data}")
        return make(node)

    def _either(self, node: Any) -> Compiled:  # noqa: ANN401
        parts = [self.compile(child) for child in node.children]
        return lambda scope: any(bool(one(scope)) for one in parts)

    def _both(self, node: Any) -> Compiled:  # noqa: ANN401
        parts = [self.compile(child) for child in node.children]
        return lambda scope: all(bool(one(scope)) for one in parts)

    def _negation(self, node: Any) -> Compiled:  # noqa: ANN401
        inner = self.compile(node.children[0])
        return lambda scope: not inner(scope)

    def _comparison(self, node: Any) -> Compiled:  # noqa: ANN401
        """Compile ``a < b <= c``: each pair in order, all of which must hold."""
        terms = [self.compile(child) for child in node.children[::2]]
        if "event" not in self._bound:
            _check_types(node.children[::2])
        orders = [(" ".join(str(sign).split()), _at(sign)) for sign in node.children[1::2]]

        def run(scope: Scope) -> bool:
            left = terms[0](scope)
            for (sign, column), term in zip(orders, terms[1:], strict=True):
                right = term(scope)
                if not compared(sign, left, right, scope, column):
                    return False
                left = right
            return True

        return run

    def _total(self, node: Any) -> Compiled:  # noqa: ANN401
        terms = [self.compile(child) for child in node.children[::2]]
        signs = [(str(sign), _at(sign)) for sign in node.children[1::2]]

        def run(scope: Scope) -> Any:  # noqa: ANN401 - a number or none
            value = terms[0](scope)
            for (sign, column), term in zip(signs, terms[1:], strict=True):
                value = calculated(sign, value, term(scope), column)
            return value

        return run

    _product = _total

    def _minus(self, node: Any) -> Compiled:  # noqa: ANN401
        inner, column = self.compile(node.children[0]), _at(node)
        return lambda scope: calculated("-", 0, inner(scope), column)

    def _number(self, node: Any) -> Compiled:  # noqa: ANN401
        digits = str(node.children[0])
        if len(digits) > len(str(LARGEST)) or int(digits) > LARGEST:
            raise error("the number is too large", _at(node))
        number = int(digits)
        return lambda _scope: number

    def _text(self, node: Any) -> Compiled:  # noqa: ANN401
        text = str(node.children[0])[1:-1]
        return lambda _scope: text

    def _listed(self, node: Any) -> Compiled:  # noqa: ANN401
        parts = [self.compile(child) for child in node.children]
        return lambda scope: tuple(one(scope) for one in parts)

    def _name(self, node: Any) -> Compiled:  # noqa: ANN401
        name = str(node.children[0])
        if name in self._bound:
            return lambda scope: scope.bound[name]
        if name in LITERALS:
            value = LITERALS[name]
            return lambda _scope: value
        check_name(name, ROOTS, "name", _at(node))
        self._note(name)
        if name in BESIDE:
            return lambda scope: getattr(scope.place, name)
        return lambda scope: getattr(scope.place.table, name)

    def _member(self, node: Any) -> Compiled:  # noqa: ANN401
        inner = self.compile(node.children[0])
        name, column = str(node.children[1]), _at(node.children[1])
        if name.startswith("_"):
            raise error(f"no value has a field {name}", column)
        path = self._path(node)
        known = self._expression.paths

        def run(scope: Scope) -> Any:  # noqa: ANN401 - any value of a table
            value = member(inner(scope), name, column)
            if path and value is not None:
                known[path] = True
            return value

        if path:
            self._note(path)
        return run

    def _item(self, node: Any) -> Compiled:  # noqa: ANN401
        inner, key = self.compile(node.children[0]), self.compile(node.children[1])
        column = _at(node.children[1])

        def run(scope: Scope) -> Any:  # noqa: ANN401 - any value of a table
            value, name = inner(scope), key(scope)
            if isinstance(value, Struct):
                raise error("only collections have [ ]; fields stand after a dot", column)
            found = ABSENT if name is None else part(value, str(name))
            return None if found is ABSENT else found

        return run

    def _over(self, node: Any) -> Compiled:  # noqa: ANN401
        """Compile ``any(body for name in collection if condition)``."""
        function, body, name, source, *conditions = node.children
        column = _at(function)
        check_name(str(function), FUNCTIONS[:-1], "function", column)
        collection = self.compile(source)
        bound = str(name)
        if bound in LITERALS or bound.startswith("_"):
            raise error(f"{bound} cannot be a name of its own", _at(name))
        self._bound.append(bound)
        value = self.compile(body)
        wanted = [self.compile(one) for one in conditions]
        self._bound.pop()

        def values(scope: Scope) -> Iterator[Any]:
            outer = scope.bound.get(bound)
            try:
                for element in elements(collection(scope), column):
                    scope.spend(column)
                    scope.bound[bound] = element
                    if all(bool(one(scope)) for one in wanted):
                        yield value(scope)
            finally:
                scope.bound[bound] = outer

        return lambda scope: aggregated(str(function), values(scope), column)

    def _call(self, node: Any) -> Compiled:  # noqa: ANN401
        function, *arguments = node.children
        name, column = str(function), _at(function)
        check_name(name, FUNCTIONS, "function", column)
        if len(arguments) != 1:
            raise error(f"{name} takes one collection: {name}(…)", column)
        inner = self.compile(arguments[0])

        def run(scope: Scope) -> Any:  # noqa: ANN401 - a number, a truth or keys
            value = inner(scope)
            if name == "keys":
                return tuple(children(value))
            if name == "len" and isinstance(value, str):
                return len(value)
            found = tuple(elements(value, column))
            scope.spend(column, len(found))
            return aggregated(name, iter(found), column)

        return run

    def _path(self, node: Any) -> str:  # noqa: ANN401
        """Return the path that a chain of names is, where it begins at a field of a table."""
        names: list[str] = []
        while node.data == "member":  # a chain is at most DEEPEST long
            names.append(str(node.children[1]))
            node = node.children[0]
        if node.data != "name":
            return ""
        root = str(node.children[0])
        if root in self._bound or root in BESIDE or root in LITERALS:
            return ""
        return ".".join((root, *reversed(names)))

    def _note(self, path: str) -> None:
        if "." in path:
            self._expression.paths.setdefault(path, False)
