"""What a policy comes to, exactly: every way a hand can be drawn, with its probability as a fraction.

Implements CR 103.5 through the same courses as ``replays.simulation.openings``: what follows a
declaration is the referee's; a shuffled library is a multiset, of which hands are drawn as
C(k, i) C(m, j) ... / C(n, d). Moments that differ in nothing that matters are taken together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from events.errors import DataError, LimitExceeded
from events.game import GameCreated, StartingPlayerChosen
from events.identifiers import Seat
from events.mulligans import LookChosen, LookedCardPlaced, MulliganDeclared
from replays.simulation.courses import Course, Node, Step, Unsuited, Way, like_bottomed, like_used
from replays.simulation.openings import Openings
from replays.simulation.piles import Pile
from replays.simulation.policies import Player, Policy

MOST_MOMENTS = 200_000
"""Different moments of one sum: beyond that a world is not small, and should be simulated."""

Counts = tuple[int, ...]
"""Cards of each kind."""


class Ending(Struct, frozen=True):
    """One way in which an opening can end, cards by the number of their kind, in its order."""

    hand: tuple[int, ...]
    taken: int = 0
    counted: int = 0
    powders: int = 0
    ahead: tuple[int, ...] = ()
    """The next cards of the library, as many as were asked for, in no order."""

    @property
    def size(self) -> int:
        """How many cards were kept."""
        return len(self.hand)


class Exact(Struct, frozen=True):
    """Every ending with its probability, and the kinds that its numbers mean."""

    pile: Pile
    endings: Mapping[Ending, Fraction]

    def chance(self, holds: Callable[[Ending], bool]) -> Fraction:
        """Return the probability of an event."""
        return sum((part for one, part in self.endings.items() if holds(one)), Fraction(0))

    def mean(self, value: Callable[[Ending], int]) -> Fraction:
        """Return an expectation."""
        return sum((value(one) * part for one, part in self.endings.items()), Fraction(0))


class _Moment(NamedTuple):
    """A moment of the opening, as far as the one player's cards matter."""

    node: Node
    hand: Counts
    rest: Counts
    """The library in random order, but for what is known of it."""
    under: Counts
    """Cards known to lie below all others."""
    top: int = -1
    """The kind of the top card, where it was looked at."""
    taken: int = 0
    counted: int = 0
    powders: int = 0


Changed = Iterator[tuple[_Moment, Fraction | None]]


def exactly(  # noqa: PLR0913 - each part of a sum is named
    header: GameCreated,
    seat: Seat,
    policy: Policy,
    *,
    apart: Sequence[str] = (),
    ahead: int = 0,
    dealt: int = 1,
) -> Exact:
    """Return what a policy of one seat comes to; all others keep their hands.

    Beside what the policy and the rules tell apart, cards named in ``apart`` are. Of several first
    hands ``dealt``, as clients do that smooth hands, the nearest to the deck's share of lands counts:
    no rule knows that, and later hands are plain ones. Raises
    ``LimitExceeded`` where there are too many ways, ``DataError`` where the rules played make an
    opening depend on its cards otherwise.
    """
    full = Openings(header, {seat: policy})
    whole, player = full.pile(seat), full.player(seat)
    named = {whole.kind(name) for name in apart}
    pile, _ = whole.merged(sorted({*player.apart, *named}))
    walk = _Enumeration(Course(header), seat, Player(policy, pile), ahead, dealt)
    try:
        return Exact(pile, walk.endings())
    except Unsuited as reason:
        raise DataError(
            "simulate/no_exact", f"under these rules there is no exact mode ({reason}): simulate"
        ) from None


class _Enumeration:
    """A sum over all ways, moment by moment in the order of their records."""

    def __init__(self, course: Course, seat: Seat, player: Player, ahead: int, dealt: int) -> None:
        self._course, self._seat, self._player = course, seat, player
        self._ahead, self._dealt = ahead, dealt
        self._changes = {**_CHANGES, "draw": self._drawn_first} if dealt > 1 else _CHANGES
        self._ready: dict[int, dict[_Moment, Fraction]] = {}
        """Number of the next record -> moments, which never lead back to an earlier number."""
        self._taking: dict[int, tuple[Way, dict[_Moment, Fraction]]] = {}
        """Batches that moments are about to go on with."""
        self._ended: dict[Ending, Fraction] = {}

    def endings(self) -> dict[Ending, Fraction]:
        nothing = (0,) * len(self._player.pile.names)
        counts = self._player.pile.counts()
        root = self._course.root
        self._take(_Moment(root.then, nothing, nothing, counts), root, Fraction(1))
        self._follow()
        left = MOST_MOMENTS
        while self._ready:  # each pass spends some of what is left
            moments = self._ready.pop(min(self._ready))
            left -= len(moments)
            if left < 0:
                raise LimitExceeded(
                    "limit/moments", f"more than {MOST_MOMENTS:,} ways: simulate instead"
                )
            for moment, weight in moments.items():
                self._go_on(moment, weight)
            self._follow()
        return self._ended

    def _go_on(self, moment: _Moment, weight: Fraction) -> None:
        node = moment.node
        match node.asks:
            case "over":
                self._end(moment, weight)
            case "die":  # who starts makes no difference here: the first to roll rolls highest
                first = not node.table.rolls
                way = self._course.rolled(node, 1 if first else -1, len(node.table.rolls))
                self._take(moment, way, weight)
            case "start":
                chosen = StartingPlayerChosen(player=node.seat, starting_player=node.seat)
                self._take(moment, self._course.way(node, ("start",), lambda _: chosen), weight)
            case "declare":
                self._declare(moment, weight)
            case "bottom":
                self._bottom(moment, weight)
            case "look":
                look = LookChosen(player=node.seat, look=True)
                way = self._course.way(node, ("look",), lambda _: look)
                self._look(moment, way, weight)
            case "place":
                self._place(moment, weight)
            case _:
                raise Unsuited(node.asks)

    def _declare(self, moment: _Moment, weight: Fraction) -> None:
        node, hand = moment.node, expanded(moment.hand)
        if node.seat == self._seat and self._uses_powder(node, hand):
            way = self._course.way(node, ("use",), lambda at: like_used(at, node))
            self._take(moment._replace(powders=moment.powders + 1), way, weight)
            return
        mulligan = node.seat == self._seat and self._mulligans(node, hand)
        made = MulliganDeclared(player=node.seat, mulligan=mulligan)
        self._take(moment, self._course.way(node, (mulligan,), lambda _: made), weight)

    def _uses_powder(self, node: Node, hand: Sequence[int]) -> bool:
        if node.table.rules.mulligan.action_window == "none":
            return False
        return self._player.powder(hand) is not None

    def _mulligans(self, node: Node, hand: Sequence[int]) -> bool:
        if self._player.keeps(hand, next_size=node.next_size):
            return False
        lands = {self._player.pile.lands[kind] for kind in hand}
        return not node.one_kind or len(lands) == 1

    def _bottom(self, moment: _Moment, weight: Fraction) -> None:
        node = moment.node
        way = self._course.way(node, ("bottom",), lambda at: like_bottomed(at, node))
        if node.seat == self._seat:
            hand = expanded(moment.hand)
            gone = [hand[place] for place in self._player.bottoms(hand, node.owed)]
            away = tuple(gone.count(kind) for kind in range(len(moment.hand)))
            moment = moment._replace(hand=_less(moment.hand, away), under=_more(moment.under, away))
        self._take(moment, way, weight)

    def _look(self, moment: _Moment, way: Way, weight: Fraction) -> None:
        if moment.node.seat != self._seat:
            self._take(moment, way, weight)
            return
        total = sum(moment.rest)
        for kind, count in enumerate(moment.rest):
            if count:
                one = tuple(int(number == kind) for number in range(len(moment.rest)))
                seen = moment._replace(rest=_less(moment.rest, one), top=kind)
                self._take(seen, way, weight * Fraction(count, total))

    def _place(self, moment: _Moment, weight: Fraction) -> None:
        node, bottom = moment.node, False
        if node.seat == self._seat:
            bottom = self._player.bottoms_top(expanded(moment.hand), moment.top)
            if bottom:
                one = tuple(int(number == moment.top) for number in range(len(moment.rest)))
                moment = moment._replace(under=_more(moment.under, one), top=-1)
        made = LookedCardPlaced(player=node.seat, bottom=bottom)
        self._take(moment, self._course.way(node, (bottom,), lambda _: made), weight)

    def _take(self, moment: _Moment, way: Way, weight: Fraction) -> None:
        """Put a moment among those that go on with a batch."""
        _, taking = self._taking.setdefault(id(way), (way, {}))
        _add(taking, moment._replace(node=way.then), weight)

    def _follow(self) -> None:
        """Do what the batches do with the player's cards; a draw goes every way it can.

        Moments that a shuffle makes alike are taken together before anything is drawn.
        """
        for way, moments in self._taking.values():
            found = moments
            for step in way.acts:
                if step.seat == self._seat and step.act in _CHANGES:
                    found = _changed(found, step, self._changes[step.act])
            ready = self._ready.setdefault(way.then.seq, {})
            for moment, weight in found.items():
                _add(ready, moment, weight)
        self._taking.clear()

    def _drawn_first(self, moment: _Moment, step: Step) -> Changed:
        """Draw the nearest of several first hands; later ones are drawn plainly."""
        if moment.taken or moment.powders:
            yield from _drawn(moment, step)
            return
        for counts, share in nearest(moment.rest, step.count, self._player.pile.lands, self._dealt):
            yield moment._replace(hand=counts, rest=_less(moment.rest, counts)), share

    def _end(self, moment: _Moment, weight: Fraction) -> None:
        hand = expanded(moment.hand)
        for ahead, share in self._next_cards(moment):
            ending = Ending(hand, moment.taken, moment.counted, moment.powders, ahead)
            self._ended[ending] = self._ended.get(ending, Fraction(0)) + weight * share

    def _next_cards(self, moment: _Moment) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        known = (moment.top,) if moment.top >= 0 and self._ahead else ()
        for counts, share in draws(moment.rest, self._ahead - len(known)):
            yield tuple(sorted((*known, *expanded(counts)))), share


def expanded(counts: Counts) -> tuple[int, ...]:
    """Return the cards that counts tell of, in the order of their kinds."""
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


@cache
def draws(counts: Counts, number: int) -> tuple[tuple[Counts, Fraction], ...]:
    """Return every way to draw so many cards of a shuffled pile, with its probability."""
    total = comb(sum(counts), number)
    return tuple((way, Fraction(ways, total)) for way, ways in _ways(counts, number))


@cache
def nearest(
    counts: Counts, number: int, lands: tuple[bool, ...], hands: int
) -> tuple[tuple[Counts, Fraction], ...]:
    """Return every way to draw a hand, of several drawn apart the one nearest to the deck's lands.

    Hands as near as each other are taken with even chances.
    """
    wanted = Fraction(number * _lands(counts, lands), sum(counts))
    ways = [
        (hand, share, abs(_lands(hand, lands) - wanted)) for hand, share in draws(counts, number)
    ]
    found = []
    for off in {off for _, _, off in ways}:
        alike = sum((share for _, share, one in ways if one == off), Fraction(0))
        further = sum((share for _, share, one in ways if one > off), Fraction(0))
        best = (alike + further) ** hands - further**hands
        found += [(hand, share / alike * best) for hand, share, one in ways if one == off]
    return tuple(sorted(found))


def _lands(counts: Counts, lands: tuple[bool, ...]) -> int:
    return sum(count for count, is_land in zip(counts, lands, strict=True) if is_land)


def _ways(counts: Counts, number: int) -> Iterator[tuple[Counts, int]]:
    if not counts:
        if number == 0:
            yield (), 1
        return
    left = sum(counts[1:])
    for some in range(max(0, number - left), min(counts[0], number) + 1):
        for others, ways in _ways(counts[1:], number - some):
            yield (some, *others), comb(counts[0], some) * ways


def _more(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _less(one: Counts, other: Counts) -> Counts:
    return tuple(a - b for a, b in zip(one, other, strict=True))


T = TypeVar("T")


def _add(found: dict[T, Fraction], one: T, weight: Fraction) -> None:
    known = found.get(one)
    found[one] = weight if known is None else known + weight


def _changed(
    moments: Mapping[_Moment, Fraction], step: Step, change: Callable[[_Moment, Step], Changed]
) -> dict[_Moment, Fraction]:
    """Return what a step makes of some moments; those that are alike then are one."""
    found: dict[_Moment, Fraction] = {}
    for moment, weight in moments.items():
        for after, share in change(moment, step):
            _add(found, after, weight if share is None else weight * share)
    return found


def _shuffled(moment: _Moment, _step: Step) -> Changed:
    none = (0,) * len(moment.rest)
    yield moment._replace(rest=_more(moment.rest, moment.under), under=none), None


def _returned(moment: _Moment, step: Step) -> Changed:
    none = (0,) * len(moment.hand)
    under = _more(moment.under, moment.hand)
    event: Any = step.draft.event
    yield (
        moment._replace(hand=none, under=under, taken=event.number, counted=event.counted),
        None,
    )


def _exiled(moment: _Moment, _step: Step) -> Changed:
    yield moment._replace(hand=(0,) * len(moment.hand)), None


def _drawn(moment: _Moment, step: Step) -> Changed:
    if step.count > sum(moment.rest):
        raise LimitExceeded("limit/library", "the library is too small to be drawn from at random")
    for counts, share in draws(moment.rest, step.count):
        hand = _more(moment.hand, counts)
        yield moment._replace(hand=hand, rest=_less(moment.rest, counts)), share


_CHANGES: Mapping[str, Callable[[_Moment, Step], Changed]] = {
    "shuffle": _shuffled,
    "return": _returned,
    "exile": _exiled,
    "draw": _drawn,
}
"""What steps do with the cards of the one player; of other steps, whoever asked knows already."""
