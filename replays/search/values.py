"""What expressions do with values: look into them, compare them, calculate; within bounds.

Nothing here reaches an attribute that is not a field of frozen data.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from events.base import LARGEST, Event
from events.errors import DataError, LimitExceeded
from projections.paths import ABSENT, children
from projections.provenance import part
from projections.table import Table

MOST_STEPS = 100_000
"""Elements that one evaluation may look at."""

MOST_STEPS_ALTOGETHER = 20_000_000
"""Elements that one search may look at, over all its records."""


class Place(Struct, frozen=True):
    """What an expression is evaluated on: a record, the table after it and the one before."""

    seq: int
    by: str
    event: Event | None
    table: Table
    before: Table | None


class Scope:
    """One evaluation: where it is, what names are bound, and how much it may still look at."""

    def __init__(self, place: Place, budget: "Budget") -> None:
        self.place = place
        self.bound: dict[str, Any] = {}
        self._budget = budget
        self._left = MOST_STEPS

    def spend(self, column: int, count: int = 1) -> None:
        """Count elements looked at; raise where the evaluation has become too large."""
        self._left -= count
        self._budget.left -= count
        if self._left < 0 or self._budget.left < 0:
            raise LimitExceeded(
                "limit/expression",
                f"column {column}: the expression looks at too much: over "
                f"{MOST_STEPS:,} elements of one table, or {MOST_STEPS_ALTOGETHER:,} altogether",
            )


class Budget:
    """How many elements a whole search may still look at."""

    def __init__(self) -> None:
        self.left = MOST_STEPS_ALTOGETHER


def error(text: str, column: int) -> DataError:
    """Return what is wrong with an expression, and where."""
    return DataError("usage/expression", f"column {column}: {text}", field="EXPR")


def check_name(name: str, known: tuple[str, ...], what: str, column: int) -> None:
    """Raise with the nearest names unless a name is known."""
    if name in known:
        return
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"; there is {', '.join(near)}" if near else f"; there are {', '.join(known[:12])} …"
    raise error(f"there is no {what} {name!r}{hint}", column)


def member(value: Any, name: str, column: int) -> Any:  # noqa: ANN401 - any value of a table
    """Return what stands under a name in a value; none where nothing does."""
    if isinstance(value, Event) and name == "type":
        return type(value).__name__
    found = part(value, name)
    if found is not ABSENT:
        return found
    if isinstance(value, Struct) and not isinstance(value, Event):
        check_name(name, children(value), "field", column)
    if isinstance(value, str | int):
        raise error(f"{_told(value)} has no {name}", column)
    return None


def elements(value: Any, column: int) -> Iterator[Any]:  # noqa: ANN401 - any value
    """Yield what is in a collection: of a mapping its values, in the order of their keys."""
    match value:
        case None:
            return
        case Mapping():
            yield from (value[key] for key in sorted(value))
        case tuple():
            yield from value
        case frozenset():
            yield from sorted(value)
        case _:
            raise error(f"{_told(value)} is no collection", column)


def aggregated(function: str, values: Iterator[Any], column: int) -> Any:  # noqa: ANN401
    """Return what a function makes of values."""
    match function:
        case "any":
            return any(bool(one) for one in values)
        case "all":
            return all(bool(one) for one in values)
        case "count":
            return sum(1 for one in values if one)
        case "len":
            return sum(1 for _ in values)
        case "sum":
            total: Any = 0
            for one in values:
                total = calculated("+", total, one, column)
            return total
        case _:
            found = tuple(one for one in values if one is not None)
            _check_alike(found, column)
            return (min if function == "min" else max)(found, default=None)


def _check_alike(values: tuple[Any, ...], column: int) -> None:
    if not (
        all(isinstance(one, int) for one in values) or all(isinstance(one, str) for one in values)
    ):
        raise error("only numbers, or only words, have a least and a greatest", column)


def compared(sign: str, left: Any, right: Any, scope: Scope, column: int) -> bool:  # noqa: ANN401
    """Return whether a comparison holds; none is never less nor greater."""
    match sign:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "in" | "not in":
            return _is_in(left, right, scope, column) is (sign == "in")
    if left is None or right is None:
        return False
    both_numbers = isinstance(left, int) and isinstance(right, int)
    if not both_numbers and not (isinstance(left, str) and isinstance(right, str)):
        raise error(f"{_told(left)} and {_told(right)} have no order", column)
    return _ordered(sign, left, right)


def _ordered(sign: str, left: Any, right: Any) -> bool:  # noqa: ANN401 - two numbers or two words
    match sign:
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case _:
            return bool(left >= right)


def _is_in(left: Any, right: Any, scope: Scope, column: int) -> bool:  # noqa: ANN401
    match right:
        case None:
            return False
        case str():
            return isinstance(left, str) and left in right
        case Mapping():
            return part(right, str(left)) is not ABSENT
        case tuple() | frozenset():
            scope.spend(column, len(right))
            return any(one == left for one in right)
        case _:
            raise error(f"nothing can be in {_told(right)}", column)


def calculated(sign: str, left: Any, right: Any, column: int) -> Any:  # noqa: ANN401
    """Return the value of a calculation; none with anything is none."""
    if left is None or right is None:
        return None
    if not isinstance(left, int) or not isinstance(right, int):
        raise error(f"{_told(left)} {sign} {_told(right)} is no calculation with numbers", column)
    if sign in ("//", "%") and not right:
        raise error("nothing can be divided by zero", column)
    match sign:
        case "+":
            value = left + right
        case "-":
            value = left - right
        case "*":
            value = left * right
        case "//":
            value = left // right
        case _:
            value = left % right
    if abs(value) > LARGEST:
        raise error("the number has become too large", column)
    return value


def _told(value: Any) -> str:  # noqa: ANN401 - any value
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(int(value))
        case str():
            return repr(str(value))
        case Mapping() | tuple() | frozenset():
            return "a collection"
        case _:
            return f"a {type(value).__name__}"
