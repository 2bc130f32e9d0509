"""One opening, played by policies: its records, and what each player kept.

Implements CR 103.1-103.6 through ``replays.simulation.courses``; where the course of an opening
depends on its cards, the referee itself is asked at each decision.
"""

from collections.abc import Mapping, Sequence

from events.base import Decision
from events.errors import LimitExceeded
from events.game import GameCreated, StartingPlayerChosen
from events.identifiers import ObjectId, Seat
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
from machine import referee, running
from machine.chance import Chance
from machine.mulligan_kinds import counted_after, owed_to_bottom, progress_of, starting_size
from projections.fold import start
from projections.table import Table
from replays.simulation.chance import chance_of
from replays.simulation.courses import Course, Unsuited
from replays.simulation.kept import Kept, Opening
from replays.simulation.piles import Pile, pile_of
from replays.simulation.policies import Player, Policy
from replays.simulation.recurring import Recurring
from replays.simulation.walks import Walk

MOST_DECISIONS = 1_000
"""Decisions of one opening: a dozen rounds of eight players are a tenth of that."""


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
                return Walk(self._course, self._players, chance_of(seed, number)).opening()
            except Unsuited:  # its chance is used up, and drawn anew
                self._course = None
        return self.refereed(chance_of(seed, number))

    def refereed(self, chance: Chance) -> Opening:
        """Play one opening with the referee alone: the same, decision by decision."""
        batch = running.start(self._table, chance)
        drafts, table = list(batch.drafts), batch.table
        for _ in range(MOST_DECISIONS):
            asked = referee.awaiting(table) if table.phase.is_pregame else ()
            if not asked:
                tables = (batch.before, *batch.tables)
                last = next(one for one in reversed(tables) if one.phase.is_pregame)
                kept = tuple(self._kept(last, seat, drafts) for seat in last.turn_order)
                return Opening([Recurring(drafts, 1)], (), kept)
            decision = self.answer(table, asked[0].player, asked[0].decisions)
            batch = running.handle(table, (decision,), chance, seq=len(drafts) + 1)
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
