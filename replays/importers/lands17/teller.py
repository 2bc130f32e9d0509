"""What a row of 17Lands' replay data means. The user sits on ``seat1``; the opponent's hand is a count.

Every hand shown, mulligans, bottomed cards as a set, and what each turn held. The order within a
turn is not told: draws come first, then lands, then spells, then life totals.
"""

import json

from events.identifiers import CardName, ObjectId, Seat
from events.stack import ResolutionEnded
from events.turns import CardsDrawn
from events.vocabulary import LossReason, MoveReason, Zone
from events.zones import CardsIdentified
from replays.importers.lands17.rows import MOST_TURNS, Row, less
from replays.importers.protocol import ImportOptions
from replays.importers.telling import play
from replays.importers.telling.opening import STARTING_HAND, Held
from replays.importers.telling.tale import Tale
from replays.importers.writer import IMPORT

USER, OPPONENT = "user", "oppo"
ORDER_NOTE = "the order of what happened within a turn is not in the record"
SUMS = (
    "creatures_attacked",
    "creatures_blocked",
    "creatures_unblocked",
    "creatures_blocking",
    "oppo_combat_damage_taken",
    "user_combat_damage_taken",
    "user_creatures_killed_combat",
    "oppo_creatures_killed_combat",
    "user_creatures_killed_non_combat",
    "oppo_creatures_killed_non_combat",
    "user_mana_spent",
    "oppo_mana_spent",
    "user_abilities",
    "oppo_abilities",
    "cards_tutored",
)
"""Columns of a turn that are kept as they are: sums of damage, of mana, of creatures."""
MOST_MULLIGANS = 7


class RowTeller:
    """Tells one row."""

    def __init__(self, tale: Tale, row: Row, options: ImportOptions) -> None:
        """Seat the user and the opponent."""
        self.tale, self.row, self._options = tale, row, options
        self.user = tale.roster.add(USER) or Seat("seat1")
        self.opponent = tale.roster.add(OPPONENT) or Seat("seat2")
        tale.recorder = self.user
        tale.notes.append(ORDER_NOTE)
        self._hand: dict[int, list[ObjectId]] = {}
        """Card -> what the user holds of it."""

    def tell(self) -> None:
        """Tell the whole game."""
        row, tale = self.row, self.tale
        on_play = row.truth("on_play")
        first = self.user if on_play is not False else self.opponent
        if on_play is not None:
            tale.opening.first, tale.opening.first_at = first, tale.place
        second = self.opponent if first == self.user else self.user
        tale.order = (first, second)
        self._own_hands()
        self._other_hand()
        for number in range(1, MOST_TURNS + 1):
            for seat in tale.order:
                self._turn(seat, number)
        self._end()

    def card(self, number: int) -> CardName:
        """Return a card's name, or a stand-in with the client's id."""
        return play.card_name(self._options.cards.get(number) or f"grp:{number}")

    # -- hands --------------------------------------------------------------------------------------

    def _own_hands(self) -> None:
        row, tale = self.row, self.tale
        hands = [row.cards(f"candidate_hand_{number}") for number in range(1, 8)]
        hands = [hand for hand in hands if hand]
        taken = row.number("num_mulligans")
        count = max(0, min(len(hands) - 1 if taken is None else taken, MOST_MULLIGANS))
        kept = row.cards("opening_hand")
        held: list[list[ObjectId]] = []
        for number in range(count + 1):
            if number:
                tale.declared(self.user, mulligan=True, to=STARTING_HAND - number)
            held.append(self._dealt(hands[number] if number < len(hands) else ()))
        if kept or hands:
            tale.kept(self.user, len(kept) if kept else None)
        self._bottom(hands[count] if count < len(hands) else (), kept, held[-1])

    def _dealt(self, hand: tuple[int, ...]) -> list[ObjectId]:
        tale = self.tale
        things = [tale.things.mint("c") for _ in hand]
        if hand:
            tale.dealt(self.user, len(hand), tuple(things))
            names = {thing: self.card(card) for thing, card in zip(things, hand, strict=True)}
            deal = tale.opening.deal(self.user)
            event = CardsIdentified(cards=names)
            deal.named = [Held(event=event, by=IMPORT, place=tale.place)]
            tale.things.zones.update(dict.fromkeys(things, Zone.HAND))
            tale.things.names.update(names)
        return things

    def _bottom(self, shown: tuple[int, ...], kept: tuple[int, ...], held: list[ObjectId]) -> None:
        """The last hand shown, less the hand kept, went to the bottom: which, but in no order."""
        for card, thing in zip(shown, held, strict=False):
            self._hand.setdefault(card, []).append(thing)
        back = less(shown, kept) if kept else ()
        if not back:
            return
        deal = self.tale.opening.deal(self.user)
        deal.bottom_cards = tuple(self._hand[card].pop() for card in back)
        deal.bottomed, deal.bottomed_at = len(back), self.tale.place
        deal.bottom_inferred = True

    def _other_hand(self) -> None:
        taken = min(self.row.number("opp_num_mulligans") or 0, MOST_MULLIGANS)
        for number in range(1, taken + 1):
            self.tale.declared(self.opponent, mulligan=True, to=STARTING_HAND - number)
        self.tale.kept(self.opponent)

    # -- turns --------------------------------------------------------------------------------------

    def _turn(self, seat: Seat, number: int) -> None:
        side = USER if seat == self.user else OPPONENT
        prefix = f"{side}_turn_{number}_"
        row, tale = self.row, self.tale
        if not any(row.text(f"{prefix}eot_{one}_life") for one in (USER, OPPONENT)):
            return
        total = row.number("num_turns")
        if total is not None and number > total:
            return
        place = tale.order.index(seat)
        tale.turn(seat, 2 * (number - 1) + place + 1)
        self._draws(seat, prefix)
        for card in row.cards(f"{prefix}cards_discarded"):
            self._leave(seat, card, Zone.GRAVEYARD, MoveReason.DISCARDED)
        for card in row.cards(f"{prefix}lands_played"):
            thing = self._take(seat, card)
            play.play_land(tale, seat, thing, self.card(card))
        self._spells(seat, prefix)
        sums = {
            name: value
            for name in SUMS
            if (value := row.text(prefix + name)) not in ("", "0.0", "0")
        }
        if sums:
            data = json.dumps({"turn": seat} | sums)
            tale.fact("turn sums", data[:2_000])
        for other, word in ((self.user, USER), (self.opponent, OPPONENT)):
            life = row.number(f"{prefix}eot_{word}_life")
            if life is not None:
                tale.life_is(other, life, inferred=True)

    def _draws(self, seat: Seat, prefix: str) -> None:
        tale = self.tale
        if seat != self.user:
            count = self.row.number(f"{prefix}cards_drawn")
            if count is not None and 0 < count < 100:  # noqa: PLR2004 - more than any deck
                tale.write(CardsDrawn(player=seat, count=count))
            return
        cards = self.row.cards(f"{prefix}cards_drawn")
        things = tuple(tale.things.mint("c") for _ in cards)
        if not things:
            return
        names = {thing: self.card(card) for thing, card in zip(things, cards, strict=True)}
        tale.write(CardsDrawn(player=seat, count=len(things), cards=things))
        tale.write(CardsIdentified(cards=names))
        tale.things.zones.update(dict.fromkeys(things, Zone.HAND))
        tale.things.names.update(names)
        for card, thing in zip(cards, things, strict=True):
            self._hand.setdefault(card, []).append(thing)

    def _take(self, seat: Seat, card: int) -> ObjectId:
        """Return a card that leaves a hand: one the user is known to hold, or an unseen one."""
        known = self._hand.get(card) if seat == self.user else None
        return known.pop() if known else self.tale.things.mint("c")

    def _leave(self, seat: Seat, card: int, zone: Zone, reason: MoveReason) -> None:
        thing = self._take(seat, card)
        unseen = thing not in self.tale.things.zones
        play.move(
            self.tale,
            thing,
            zone,
            reason=reason,
            owner=seat if unseen else None,
            card=self.card(card),
        )

    def _spells(self, seat: Seat, prefix: str) -> None:
        """Creatures and other permanents of the turn's player; instants and sorceries of both."""
        cast = [
            (seat, card)
            for column in ("creatures_cast", "non_creatures_cast")
            for card in self.row.cards(prefix + column)
        ]
        for other, word in ((self.user, USER), (self.opponent, OPPONENT)):
            column = f"{prefix}{word}_instants_sorceries_cast"
            cast += [(other, card) for card in self.row.cards(column)]
        for player, card in cast:
            old = self._take(player, card)
            known = old in self.tale.things.zones
            new = self.tale.things.mint("c") if known else old
            play.cast(self.tale, player, new, self.card(card), old=old if known else None)
            self.tale.stack.remove(new)
            self.tale.write(ResolutionEnded(object=new), inferred=True)
            self.tale.things.zones[new] = Zone.NOWHERE

    def _end(self) -> None:
        won = self.row.truth("won")
        if won is None:
            return
        loser = self.opponent if won else self.user
        life = self.tale.life.get(loser, 1)
        self.tale.loses(loser, LossReason.LIFE if life <= 0 else LossReason.UNKNOWN)
        self.tale.wins(self.user if won else self.opponent)
