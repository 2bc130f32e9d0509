"""Whether two records tell the same: under any ids, in any order of what happens at once.

Where one of the logs is imported, what it does not tell is no difference.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from events.base import Event
from events.coin_flips import CoinFlipped, FlipIgnored
from events.identifiers import is_object_id
from projections.identity import renamed as became
from replays.dispute.groups import ORDERED, group, is_quiet
from replays.dispute.names import OBJECT, Names, card_of
from replays.game_log import GameLog

NUMBERED = ("flip", "batch", "round", "trigger", "effect", "shield", "repeats")
"""Fields that number things of a game, by what they number."""

LISTS_OF_NUMBERS = {"triggers": "trigger", "order": "trigger"}
"""Fields that list such numbers."""

ANY_ORDER = {
    "Tapped": "objects",
    "Untapped": "objects",
    "PermanentsUntapped": "objects",
    "CardsRevealed": "cards",
    "CardsDrawn": "cards",
    "HandRevealed": "cards",
    "CrankChosen": "contraptions",
    "DiscardChosen": "cards",
    "HandSizeDiscarded": "cards",
    "CardsSetAside": "cards",
    "AttackersDeclared": "attacks",
    "BlockersDeclared": "blocks",
    "CombatDamageAssigned": "assignments",
    "FlipIgnored": "coins",
}
"""Event type -> its list in which the order says nothing."""

MINTED = {
    "SpellCast": "object",
    "AbilityActivated": "object",
    "ContraptionAssembled": "new",
    "CardsBottomed": "new",
}
"""Event type -> the new ids that it may leave to the fold: they follow from what it says."""

PAIRED = ("DamageDivided", "CountersDivided", "PreventionDivided")
"""Events whose shares belong to their targets, in whatever order they are written."""


class Parting(Struct, frozen=True):
    """The first records of two logs that do not tell the same; none where a log has ended."""

    a: int | None
    b: int | None


class Matcher:
    """Goes through two logs together and finds out which names mean the same."""

    def __init__(self, a: GameLog, b: GameLog, start: int) -> None:
        """Begin behind the records that are the same to the letter: ``start`` of them."""
        self._a, self._b = a, b
        self._start = start
        self.names = Names()
        self._lenient = a.header.imported is not None or b.header.imported is not None
        one, other = a.tables[start - 1], b.tables[start - 1]
        for name in sorted({*one.objects, *(item.id for item in one.stack), *one.last_known}):
            if card_of(one, name) == card_of(other, name):
                self.names.bind(OBJECT, name, name)

    def parting(self) -> Parting | None:
        """Return where the logs part; nothing where they tell the same game."""
        i = j = self._start
        left_a: list[int] = []
        left_b: list[int] = []
        while True:  # each round takes at least one record of a log
            i, j = _told(self._a, i), _told(self._b, j)
            ends = i >= len(self._a), j >= len(self._b)
            if all(ends) and not left_a and not left_b:
                return None
            if not left_a:
                if ends[0]:
                    return Parting(None, left_b[0] if left_b else j)
                left_a = group(self._a, i)
                i = left_a[-1] + 1
            if not left_b:
                if ends[1]:
                    return Parting(left_a[0], None)
                left_b = group(self._b, j)
                j = left_b[-1] + 1
            left_a, left_b = self._without_pairs(left_a, left_b)
            if left_a and left_b:
                return Parting(left_a[0], left_b[0])

    def _without_pairs(self, a: list[int], b: list[int]) -> tuple[list[int], list[int]]:
        """Match what can be matched, the first with the first that fits; return what is left."""
        left_a, left_b = [], list(b)
        for seq in a:
            ordered = isinstance(self._a.log[seq].event, ORDERED)
            for other in left_b:
                if self.same(seq, other):
                    left_b.remove(other)
                    break
                if ordered and type(self._b.log[other].event) is type(self._a.log[seq].event):
                    left_a.append(seq)
                    break
            else:
                left_a.append(seq)
        return left_a, left_b

    def same(self, a: int, b: int) -> bool:
        """Whether two records tell the same; if so, their names mean the same from now on."""
        one, other = self._a.log[a], self._b.log[b]
        if type(one.event) is not type(other.event):
            return False
        if one.reported != other.reported:
            return False
        if one.by != other.by and "import" not in (one.by, other.by):
            return False
        mark = self.names.mark
        comparison = Comparison(self, a, b)
        if comparison.events(one.event, other.event):
            self._follow(a, b)
            return True
        self.names.back_to(mark)
        return False

    def _follow(self, a: int, b: int) -> None:
        """Bind what objects have become, and what has come onto the stack without being named."""
        one, other = self._a.tables[a - 1], self._b.tables[b - 1]
        news = became(self._b.log[b].event, other)
        known = {self.names.first(OBJECT, old): new for old, new in news.items()}
        for old, new in became(self._a.log[a].event, one).items():
            if old in known:
                self.names.bind(OBJECT, new, known[old])
        stacks = self._a.tables[a].stack, self._b.tables[b].stack
        if len(stacks[0]) > len(one.stack) and len(stacks[1]) > len(other.stack):
            self.names.bind(OBJECT, stacks[0][-1].id, stacks[1][-1].id)

    def bind_objects(self, one: str, other: str, a: int, b: int) -> bool:
        """Let two objects be one card, unless they are known to be different cards."""
        if not self.names.knows(OBJECT, one, other):
            cards = self._card(self._a, a, one), self._card(self._b, b, other)
            if None not in cards and cards[0] != cards[1]:
                return False
            if None in cards and cards != (None, None) and not self._lenient:
                return False
        return self.names.bind(OBJECT, one, other)

    def _card(self, log: GameLog, seq: int, name: str) -> str | None:
        return card_of(log.tables[seq], name) or card_of(log.tables[seq - 1], name)

    @property
    def is_lenient(self) -> bool:
        """Whether what one record leaves out is no difference."""
        return self._lenient


def _told(log: GameLog, seq: int) -> int:
    """Return the next record, from one on, that tells something of the game."""
    while seq < len(log) and is_quiet(log.log[seq].event):
        seq += 1
    return seq


class Comparison:
    """Compares two events field by field."""

    def __init__(self, matcher: Matcher, a: int, b: int) -> None:
        self._matcher = matcher
        self._a, self._b = a, b
        self._flips = ("", "")

    def events(self, one: Event, other: Event) -> bool:
        """Whether two events of one type tell the same."""
        kind = type(one).__name__
        coins = (CoinFlipped, FlipIgnored)
        if isinstance(one, coins) and isinstance(other, coins):
            self._flips = f"{one.flip}:", f"{other.flip}:"
        a, b = _fields(one, kind), _fields(other, kind)
        names = a.keys() | b.keys()
        if self._matcher.is_lenient:
            names = a.keys() & b.keys()
        return all(self._field(kind, name, a.get(name), b.get(name)) for name in sorted(names))

    def _field(self, kind: str, name: str, one: Any, other: Any) -> bool:  # noqa: ANN401
        if ANY_ORDER.get(kind) == name or name == "pairs":
            return self._in_any_order(name, one or (), other or ())
        return self._value(name, one, other)

    def _in_any_order(self, name: str, one: Any, other: Any) -> bool:  # noqa: ANN401
        if len(one) != len(other):
            return False
        left = list(other)
        for part in one:
            for candidate in left:
                mark = self._matcher.names.mark
                if self._value(name, part, candidate):
                    left.remove(candidate)
                    break
                self._matcher.names.back_to(mark)
            else:
                return False
        return True

    def _value(self, name: str, one: Any, other: Any) -> bool:  # noqa: ANN401 - any plain value
        match one, other:
            case dict(), dict():
                return one.keys() == other.keys() and all(
                    self._value(key, one[key], other[key]) for key in sorted(one)
                )
            case ((list() | tuple()), (list() | tuple())):
                name = LISTS_OF_NUMBERS.get(name, name)
                return len(one) == len(other) and all(
                    self._value(name, x, y) for x, y in zip(one, other, strict=True)
                )
            case str(), str() if is_object_id(one) and is_object_id(other):
                return self._matcher.bind_objects(one, other, self._a, self._b)
            case int(), int() if not isinstance(one, bool):
                return self._number(name, one, other)
            case _:
                return bool(one == other)

    def _number(self, name: str, one: int, other: int) -> bool:
        if name in ("coin", "coins") and self._flips[0]:
            a, b = self._flips
            return self._matcher.names.bind("coin", f"{a}{one}", f"{b}{other}")
        kind = "flip" if name == "repeats" else name
        if kind in NUMBERED and one and other:
            return self._matcher.names.bind(kind, str(one), str(other))
        return one == other


def _fields(event: Event, kind: str) -> dict[str, Any]:
    """Return the fields of an event that are told, the shares of a division with their targets."""
    fields = dict(_plain(event))
    fields.pop(MINTED.get(kind, ""), None)
    if kind in PAIRED and len(fields.get("targets", ())) == len(fields.get("shares", ())):
        targets, shares = fields.pop("targets", ()), fields.pop("shares", ())
        fields["pairs"] = [list(pair) for pair in zip(targets, shares, strict=True)]
    return fields


def _plain(event: Event) -> Iterator[tuple[str, Any]]:
    plain = msgspec.to_builtins(event)
    yield from ((name, value) for name, value in plain.items() if name != "type")
