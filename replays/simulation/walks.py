"""A walk: one opening along known courses, with its own shuffles, dice and hands.

Implements CR 103.1-103.6 by ``replays.simulation.courses``, which asks the referee.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from events.base import Decision
from events.game import StartingPlayerChosen
from events.identifiers import ObjectId, Seat
from events.mulligans import (
    LookChosen,
    LookedCardPlaced,
    MulliganDeclared,
)
from machine.pregame import DIE
from projections.folds.rulings import STARTING_PLAYER
from replays.simulation.chance import Swift
from replays.simulation.courses import (
    Course,
    Node,
    Step,
    Unsuited,
    Way,
    like_bottomed,
    like_used,
)
from replays.simulation.kept import Kept, Opening
from replays.simulation.policies import Player
from replays.simulation.recurring import Recurring, Value


class _Cards:
    """One player's cards during a walk: ids and kinds side by side."""

    __slots__ = ("counted", "hand", "ids", "library", "names", "powders", "taken")

    def __init__(self, ids: tuple[ObjectId, ...], library: tuple[int, ...]) -> None:
        self.ids = ids
        """The library's, from the top down."""
        self.library = library
        self.names: tuple[ObjectId, ...] = ()
        """The hand's ids."""
        self.hand: tuple[int, ...] = ()
        self.taken = 0
        self.counted = 0
        self.powders = 0


class Walk:
    """One opening along the courses that are known, with its own chance."""

    __slots__ = ("_batches", "_cards", "_chance", "_course", "_players", "_rolls", "_values")

    def __init__(
        self,
        course: Course,
        players: Mapping[Seat, Player],
        chance: Swift,
    ) -> None:
        """Stand before the first record."""
        self._course = course
        self._players = players
        self._chance = chance
        self._cards = {
            seat: _Cards(course.first.players[seat].library, player.pile.cards)
            for seat, player in players.items()
        }
        self._batches: list[Recurring] = []
        self._values: list[Value] = []
        self._rolls: dict[Seat, int] = {}

    def opening(self) -> Opening:
        """Walk to the first turn."""
        node = self._take(self._course.root)
        while node.asks != "over":  # each pass is a decision or a die; the referee has its bounds
            node = _ASKED[node.asks](self, node)
        order = node.table.turn_order
        kept = tuple([self._kept(seat, on_play=seat == order[0]) for seat in order])
        return Opening(self._batches, self._values, kept)

    def _kept(self, seat: Seat, *, on_play: bool) -> Kept:
        cards = self._cards[seat]
        return Kept(
            seat=seat,
            hand=cards.hand,
            library=cards.library,
            taken=cards.taken,
            counted=cards.counted,
            on_play=on_play,
            powders=cards.powders,
        )

    def _start(self, node: Node) -> Node:
        chosen = StartingPlayerChosen(player=node.seat, starting_player=node.seat)
        return self._same(node, "start", chosen)

    def _look(self, node: Node) -> Node:
        return self._same(node, "look", LookChosen(player=node.seat, look=True))

    def _place(self, node: Node) -> Node:
        cards = self._cards[node.seat]
        bottom = self._players[node.seat].bottoms_top(cards.hand, cards.library[0])
        return self._same(node, bottom, LookedCardPlaced(player=node.seat, bottom=bottom))

    def _same(self, node: Node, key: object, decision: Decision) -> Node:
        return self._take(self._course.way(node, (key,), lambda _: decision))

    def _declare(self, node: Node) -> Node:
        player, cards = self._players[node.seat], self._cards[node.seat]
        hand = cards.hand
        place = player.powder(hand)
        if place is not None and node.table.rules.mulligan.action_window != "none":
            cards.powders += 1
            way = self._course.way(node, ("use",), lambda at: like_used(at, node))
            return self._take(way, cards.names[place])
        mulligan = not player.keeps(hand, next_size=node.next_size)
        if mulligan and node.one_kind:  # DAN.D10: only a hand of one sort may be shown
            lands = {player.pile.lands[kind] for kind in hand}
            mulligan = len(lands) == 1
        known = node.ways.get((mulligan,))
        if known is None:
            made = MulliganDeclared(player=node.seat, mulligan=mulligan)
            known = self._course.way(node, (mulligan,), lambda _: made)
        return self._take(known)

    def _bottom(self, node: Node) -> Node:
        player, cards = self._players[node.seat], self._cards[node.seat]
        places = player.bottoms(cards.hand, node.owed)
        way = self._course.way(node, ("bottom",), lambda at: like_bottomed(at, node))
        return self._take(way, tuple([cards.names[place] for place in places]), places)

    def _roll(self, node: Node) -> Node:
        """CR 103.1: a die each; what matters is how it compares with the best of its round."""
        rolls = self._rolls
        value = self._chance.die(node.seat, DIE, STARTING_PLAYER).value
        if node.seat in rolls:  # a new round among the tied
            rolls.clear()
        earlier = len(rolls)
        best = max(rolls.values()) if rolls else 0
        compared = (value > best) - (value < best)
        rolls[node.seat] = value
        return self._take(self._course.rolled(node, compared, earlier), value)

    def _other(self, node: Node) -> Node:
        raise Unsuited(node.asks)

    def _take(self, way: Way, own: Value = None, places: Sequence[int] = ()) -> Node:
        """Note a batch, with what happens in it to this game's cards.

        ``own`` is what the game has of its own in the decision, or the die, that the batch begins with.
        """
        self._batches.append(way.batch)
        for step in way.acts:
            value = _ACTS[step.act](self, step, own, places)
            if value:
                self._values.append(value)
        return way.then

    def _shuffle(self, step: Step, _own: Value, _places: Sequence[int]) -> Value:
        cards = self._cards[step.seat]
        order = self._chance.permutation(range(step.count), "shuffle")
        names = cards.ids
        if len(order) > 1:
            arranged = itemgetter(*order)
            names, cards.library = arranged(names), arranged(cards.library)
        cards.ids = step.ids
        return names

    def _draw(self, step: Step, _own: Value, _places: Sequence[int]) -> None:
        cards, count = self._cards[step.seat], step.count
        cards.hand += cards.library[:count]
        cards.names += step.ids
        cards.library, cards.ids = cards.library[count:], cards.ids[count:]

    def _return(self, step: Step, _own: Value, _places: Sequence[int]) -> None:
        cards = self._cards[step.seat]
        cards.library += cards.hand
        cards.ids += cards.names
        cards.hand = cards.names = ()
        event: Any = step.draft.event
        cards.taken, cards.counted = event.number, event.counted

    def _bottomed(self, step: Step, own: Value, places: Sequence[int]) -> Value:
        cards = self._cards[step.seat]
        hand, names = cards.hand, cards.names
        cards.library += tuple([hand[place] for place in places])
        cards.ids += step.ids
        stay = [place for place in range(len(hand)) if place not in places]
        cards.hand = tuple([hand[place] for place in stay])
        cards.names = tuple([names[place] for place in stay])
        return own

    def _own(self, _step: Step, own: Value, _places: Sequence[int]) -> Value:
        return own

    def _exile(self, step: Step, _own: Value, _places: Sequence[int]) -> Value:
        cards = self._cards[step.seat]
        card, *names = cards.names
        cards.names, cards.hand = tuple(names), cards.hand[1:]
        return card

    def _show(self, step: Step, _own: Value, _places: Sequence[int]) -> Value:
        return self._cards[step.seat].names

    def _top(self, step: Step, _own: Value, _places: Sequence[int]) -> None:
        cards = self._cards[step.seat]
        cards.library = cards.library[1:] + cards.library[:1]
        cards.ids = cards.ids[1:] + cards.ids[:1]


_ASKED: Mapping[str, Callable[[Walk, Node], Node]] = {
    "start": Walk._start,  # noqa: SLF001 - its own
    "declare": Walk._declare,  # noqa: SLF001
    "bottom": Walk._bottom,  # noqa: SLF001
    "look": Walk._look,  # noqa: SLF001
    "place": Walk._place,  # noqa: SLF001
    "die": Walk._roll,  # noqa: SLF001
    "other": Walk._other,  # noqa: SLF001
}

_ACTS: Mapping[str, Any] = {
    "shuffle": Walk._shuffle,  # noqa: SLF001
    "draw": Walk._draw,  # noqa: SLF001
    "return": Walk._return,  # noqa: SLF001
    "bottom": Walk._bottomed,  # noqa: SLF001
    "use": Walk._own,  # noqa: SLF001
    "exile": Walk._exile,  # noqa: SLF001
    "show": Walk._show,  # noqa: SLF001
    "top": Walk._top,  # noqa: SLF001
    "die": Walk._own,  # noqa: SLF001
}
