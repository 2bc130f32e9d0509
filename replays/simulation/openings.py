"""One opening, played by policies: its records, and what each player kept.

Implements CR 103.1-103.6 through ``replays.simulation.courses``; where the course of an opening
depends on its cards, the referee itself is asked at each decision.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from events.base import Decision
from events.errors import LimitExceeded
from events.game import GameCreated, StartingPlayerChosen
from events.identifiers import ObjectId, Seat
from events.log import EventLog
from events.mulligans import (
    CardsBottomed,
    CardsSetAside,
    LookChosen,
    LookedCardPlaced,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
    OpeningHandActionsFinished,
)
from events.records import Draft
from events.vocabulary import MoveReason
from events.zones import CardMoved, LibraryShuffled
from machine import referee
from machine.chance import Chance
from machine.mulligan_kinds import counted_after, owed_to_bottom, progress_of, starting_size
from machine.pregame import DIE
from projections.fold import start
from projections.folds.rulings import STARTING_PLAYER
from projections.table import Table
from replays.simulation.chance import chance_of
from replays.simulation.courses import Course, Node, Step, Unsuited, Way
from replays.simulation.piles import Pile, pile_of
from replays.simulation.policies import Player, Policy

MOST_DECISIONS = 1_000
"""Decisions of one opening: a dozen rounds of eight players are a tenth of that."""


class Kept(Struct, frozen=True, gc=False):
    """How one player's opening ended: cards by the number of their kind."""

    seat: Seat
    hand: tuple[int, ...]
    library: tuple[int, ...]
    """From the top down."""
    taken: int
    """Mulligans, free ones included."""
    counted: int
    on_play: bool
    powders: int = 0
    """Hands exiled with a card that can do so."""


class Opening(Struct, frozen=True):
    """One opening: every record after the header, and what each player kept, in turn order."""

    drafts: tuple[Draft, ...]
    kept: tuple[Kept, ...]

    def log(self, header: GameCreated) -> EventLog:
        """Return the opening as a log, sealed."""
        return EventLog().append([Draft(event=header, by="apnap"), *self.drafts])


class Openings:
    """Openings of one header, one after another, by a policy for each seat."""

    def __init__(self, header: GameCreated, policies: Mapping[Seat, Policy]) -> None:
        """Seats without a policy keep every hand."""
        self.header = header
        self._table = start(header)
        self._piles = {
            seat: pile_of(deck.main, self._table.cards) for seat, deck in header.decks.items()
        }
        self._players = {
            seat: Player(policies.get(seat, Policy()), pile) for seat, pile in self._piles.items()
        }
        self._course: Course | None = Course(header)

    def pile(self, seat: Seat) -> Pile:
        """Return a seat's deck as policies see it."""
        return self._piles[seat]

    def player(self, seat: Seat) -> Player:
        """Return a seat's policy with its deck."""
        return self._players[seat]

    @property
    def is_quick(self) -> bool:
        """Whether courses are reused; otherwise every opening is the referee's from end to end."""
        return self._course is not None

    def play(self, seed: str, number: int) -> Opening:
        """Play one opening of a simulation to the beginning of the first turn."""
        if self._course is not None:
            try:
                chance = chance_of(seed, number)
                return _Walk(self._course, self._players, chance).opening()
            except Unsuited:  # its chance is used up, and drawn anew
                self._course = None
        return self.refereed(chance_of(seed, number))

    def refereed(self, chance: Chance) -> Opening:
        """Play one opening with the referee alone: the same, decision by decision."""
        batch = referee.start(self._table, chance)
        drafts, table = list(batch.drafts), batch.table
        for _ in range(MOST_DECISIONS):
            asked = referee.awaiting(table) if table.phase.is_pregame else ()
            if not asked:
                kept = tuple(self._kept(table, seat, drafts) for seat in table.turn_order)
                return Opening(tuple(drafts), kept)
            decision = self.answer(table, asked[0].player, asked[0].decisions)
            batch = referee.handle(table, (decision,), chance, seq=len(drafts) + 1)
            drafts += batch.drafts
            table = batch.table
        raise LimitExceeded("limit/decisions", f"an opening with {MOST_DECISIONS} decisions")

    def answer(  # noqa: PLR0911 - one question after another
        self, table: Table, seat: Seat, asked: Sequence[type[Decision]]
    ) -> Decision:
        """Return what a seat's policy decides on a real table."""
        player, names = self._players[seat], table.players[seat].hand
        hand = self._kinds(table, seat, names)
        if StartingPlayerChosen in asked:
            return StartingPlayerChosen(player=seat, starting_player=seat)
        if MulliganDeclared in asked:
            return self._declared(table, seat, names, hand)
        if CardsBottomed in asked:
            owed = owed_to_bottom(table, seat)
            places = player.bottoms(hand, owed)
            return CardsBottomed(player=seat, cards=tuple(names[place] for place in places))
        if LookChosen in asked:
            return LookChosen(player=seat, look=True)
        if LookedCardPlaced in asked:
            (top,) = self._kinds(table, seat, table.players[seat].library[:1])
            return LookedCardPlaced(player=seat, bottom=player.bottoms_top(hand, top))
        if CardsSetAside in asked:
            return CardsSetAside(player=seat, cards=names)
        return OpeningHandActionsFinished(player=seat)

    def _declared(
        self, table: Table, seat: Seat, names: Sequence[ObjectId], hand: Sequence[int]
    ) -> Decision:
        player = self._players[seat]
        place = player.powder(hand)
        if place is not None and table.rules.mulligan.action_window != "none":
            return MulliganActionTaken(player=seat, card=names[place])
        after = counted_after(table, progress_of(table).taken.get(seat, 0) + 1)
        keeps = player.keeps(hand, next_size=starting_size(table) - after)
        redraw = MulliganDeclared(player=seat, mulligan=True)
        if keeps or not referee.is_allowed(table, redraw):
            return MulliganDeclared(player=seat, mulligan=False)
        return redraw

    def _kinds(self, table: Table, seat: Seat, names: Sequence[ObjectId]) -> tuple[int, ...]:
        pile = self._piles[seat]
        number = {name: place for place, name in enumerate(pile.names)}
        cards = (table.objects[name].card for name in names)
        return tuple(number[card] for card in cards if card is not None)

    def _kept(self, table: Table, seat: Seat, drafts: Sequence[Draft]) -> Kept:
        player = table.players[seat]
        events = [one.event for one in drafts]
        taken = [one for one in events if isinstance(one, MulliganTaken) and one.player == seat]
        used = [one for one in events if isinstance(one, MulliganActionTaken)]
        return Kept(
            seat=seat,
            hand=self._kinds(table, seat, player.hand),
            library=self._kinds(table, seat, player.library),
            taken=taken[-1].number if taken else 0,
            counted=taken[-1].counted if taken else 0,
            on_play=table.turn_order[0] == seat,
            powders=sum(one.player == seat for one in used),
        )


class _Cards:
    """One player's cards during a walk: ids and kinds side by side."""

    __slots__ = ("counted", "hand", "ids", "library", "names", "powders", "taken")

    def __init__(self, ids: Sequence[ObjectId], kinds: Sequence[int]) -> None:
        self.ids: list[ObjectId] = list(ids)
        """The library's, from the top down."""
        self.library: list[int] = list(kinds)
        self.names: list[ObjectId] = []
        """The hand's ids."""
        self.hand: list[int] = []
        self.taken = 0
        self.counted = 0
        self.powders = 0


class _Walk:
    """One opening along the courses that are known, with its own chance."""

    def __init__(self, course: Course, players: Mapping[Seat, Player], chance: Chance) -> None:
        self._course = course
        self._players = players
        self._chance: Any = chance
        self._cards = {
            seat: _Cards(course.first.players[seat].library, player.pile.cards)
            for seat, player in players.items()
        }
        self._drafts: list[Draft] = []
        self._rolls: list[tuple[Seat, int]] = []

    def opening(self) -> Opening:
        """Walk to the first turn."""
        node = self._take(self._course.root, None)
        while node.asks != "over":  # each pass is a decision or a die; the referee has its bounds
            node = self._next(node)
        order = node.table.turn_order
        kept = tuple(self._kept(seat, on_play=seat == order[0]) for seat in order)
        return Opening(tuple(self._drafts), kept)

    def _kept(self, seat: Seat, *, on_play: bool) -> Kept:
        cards = self._cards[seat]
        return Kept(
            seat=seat,
            hand=tuple(cards.hand),
            library=tuple(cards.library),
            taken=cards.taken,
            counted=cards.counted,
            on_play=on_play,
            powders=cards.powders,
        )

    def _next(self, node: Node) -> Node:
        match node.asks:
            case "declare":
                return self._declare(node)
            case "bottom":
                return self._bottom(node)
            case "look":
                decision = LookChosen(player=node.seat, look=True)
                return self._same(node, "look", decision)
            case "place":
                cards = self._cards[node.seat]
                bottom = self._players[node.seat].bottoms_top(cards.hand, cards.library[0])
                return self._same(node, bottom, LookedCardPlaced(player=node.seat, bottom=bottom))
            case "start":
                chosen = StartingPlayerChosen(player=node.seat, starting_player=node.seat)
                return self._same(node, "start", chosen)
            case "die":
                return self._roll(node)
            case _:
                raise Unsuited(node.asks)

    def _same(self, node: Node, key: object, decision: Decision) -> Node:
        return self._take(self._course.way(node, (key,), lambda _: decision), decision)

    def _declare(self, node: Node) -> Node:
        player, cards = self._players[node.seat], self._cards[node.seat]
        hand = cards.hand
        place = player.powder(hand)
        if place is not None and node.table.rules.mulligan.action_window != "none":
            used = MulliganActionTaken(player=node.seat, card=cards.names[place])
            cards.powders += 1
            way = self._course.way(
                node,
                ("use",),
                lambda at: MulliganActionTaken(
                    player=node.seat, card=at.players[node.seat].hand[0]
                ),
            )
            return self._take(way, used)
        mulligan = not player.keeps(hand, next_size=node.next_size)
        if mulligan and node.one_kind:  # DAN.D10: only a hand of one sort may be shown
            lands = {player.pile.lands[kind] for kind in hand}
            mulligan = len(lands) == 1
        known = node.ways.get((mulligan,))
        if known is None:
            made = MulliganDeclared(player=node.seat, mulligan=mulligan)
            known = self._course.way(node, (mulligan,), lambda _: made)
        return self._take(known, None)

    def _bottom(self, node: Node) -> Node:
        player, cards = self._players[node.seat], self._cards[node.seat]
        places = player.bottoms(cards.hand, node.owed)
        made = CardsBottomed(player=node.seat, cards=tuple(cards.names[place] for place in places))
        way = self._course.way(node, ("bottom",), lambda at: like_bottomed(at, node))
        return self._take(way, made, places)

    def _roll(self, node: Node) -> Node:
        """CR 103.1: a die each; what matters is how it compares with the best of its round."""
        rolls = self._rolls
        rolled = self._chance.die(node.seat, DIE, STARTING_PLAYER)
        earlier = [value for seat, value in rolls]
        if node.seat in {seat for seat, _ in rolls}:  # a new round among the tied
            rolls.clear()
            earlier = []
        best = max(earlier, default=0)
        compared = (rolled.value > best) - (rolled.value < best)
        rolls.append((node.seat, rolled.value))
        return self._take(self._course.rolled(node, compared, len(earlier)), rolled)

    def _take(
        self,
        way: Way,
        decision: Any,  # noqa: ANN401 - any decision
        places: Sequence[int] = (),
    ) -> Node:
        """Write the records of a batch, with this game's cards in them."""
        drafts = self._drafts
        for step in way.steps:
            if step.act == "":
                drafts.append(step.draft)
            else:
                _ACTS[step.act](self, step, decision, places)
        return way.then

    def _shuffle(self, step: Step, _decision: Decision, _places: Sequence[int]) -> None:
        cards = self._cards[step.seat]
        count, ids, kinds = step.count, cards.ids, cards.library
        order = self._chance.permutation(range(count), f"shuffle {step.seat}")
        names = tuple([ids[place] for place in order])
        event = LibraryShuffled(player=step.seat, order=names, new=step.ids)
        cards.library = [kinds[place] for place in order]
        cards.ids = list(step.ids)
        self._drafts.append(_with(step.draft, event))

    def _draw(self, step: Step, _decision: Decision, _places: Sequence[int]) -> None:
        cards, count = self._cards[step.seat], step.count
        cards.hand += cards.library[:count]
        cards.names += step.ids
        del cards.library[:count], cards.ids[:count]
        self._drafts.append(step.draft)

    def _return(self, step: Step, _decision: Decision, _places: Sequence[int]) -> None:
        cards = self._cards[step.seat]
        event = cast("Any", step.draft.event)
        cards.library += cards.hand
        cards.ids += cards.names
        cards.hand, cards.names = [], []
        cards.taken, cards.counted = event.number, event.counted
        self._drafts.append(step.draft)

    def _bottomed(self, step: Step, decision: Decision, places: Sequence[int]) -> None:
        cards = self._cards[step.seat]
        cards.library += [cards.hand[place] for place in places]
        cards.ids += step.ids
        gone = set(places)
        stay = [place for place in range(len(cards.hand)) if place not in gone]
        cards.names = [cards.names[place] for place in stay]
        cards.hand = [cards.hand[place] for place in stay]
        self._drafts.append(_with(step.draft, decision))

    def _use(self, step: Step, decision: Decision, _places: Sequence[int]) -> None:
        self._drafts.append(_with(step.draft, decision))

    def _exile(self, step: Step, _decision: Decision, _places: Sequence[int]) -> None:
        cards = self._cards[step.seat]
        event = cast("CardMoved", step.draft.event)
        cards.hand.pop(0)
        moved = CardMoved(
            card=cards.names.pop(0), new=event.new, to=event.to, reason=MoveReason.MULLIGAN
        )
        self._drafts.append(_with(step.draft, moved))

    def _show(self, step: Step, _decision: Decision, _places: Sequence[int]) -> None:
        event = cast("Any", step.draft.event)
        shown = replace(event, cards=tuple(self._cards[step.seat].names))
        self._drafts.append(_with(step.draft, shown))

    def _top(self, step: Step, _decision: Decision, _places: Sequence[int]) -> None:
        cards = self._cards[step.seat]
        cards.library.append(cards.library.pop(0))
        cards.ids.append(cards.ids.pop(0))
        self._drafts.append(step.draft)

    def _die(self, step: Step, decision: Decision, _places: Sequence[int]) -> None:
        self._drafts.append(_with(step.draft, decision))


_ACTS: Mapping[str, Any] = {
    "shuffle": _Walk._shuffle,  # noqa: SLF001 - its own
    "draw": _Walk._draw,  # noqa: SLF001
    "return": _Walk._return,  # noqa: SLF001
    "bottom": _Walk._bottomed,  # noqa: SLF001
    "use": _Walk._use,  # noqa: SLF001
    "exile": _Walk._exile,  # noqa: SLF001
    "show": _Walk._show,  # noqa: SLF001
    "top": _Walk._top,  # noqa: SLF001
    "die": _Walk._die,  # noqa: SLF001
}


def like_bottomed(table: Table, node: Node) -> CardsBottomed:
    """Return a decision to bottom as many cards as a node asks for, of the hand on a course's table."""
    hand = table.players[node.seat].hand
    return CardsBottomed(player=node.seat, cards=hand[len(hand) - node.owed :])


def _with(entry: Draft, event: Any) -> Draft:  # noqa: ANN401 - any event
    return Draft(event=event, by=entry.by, cause=entry.cause)
