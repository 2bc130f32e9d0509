"""What the events of a Cockatrice replay mean. The server knows no rules: what was typed, was done.

A die of two sides is a coin (1 heads, 2 tails) that nobody called. A mulligan is a container with a
context; the same button deals the first hand. Cards go back by a plain move.
"""

import json
from collections import Counter

from events.identifiers import CardName, ObjectId, Seat
from events.turns import CardsDrawn
from events.vocabulary import Face, MoveReason, Phase, Zone
from events.zones import CardsIdentified, LibraryShuffled
from replays.importers.cockatrice import replay as wire
from replays.importers.cockatrice.first_turn import FirstTurn
from replays.importers.cockatrice.replay import CockatriceEvent
from replays.importers.cockatrice.wire import Message
from replays.importers.telling import play
from replays.importers.telling.flips import loose_coin
from replays.importers.telling.opening import STARTING_HAND, Held
from replays.importers.telling.tale import Tale
from replays.importers.writer import CHANCE, IMPORT, Place

PHASES = (
    Phase.UNTAP,
    Phase.UPKEEP,
    Phase.DRAW,
    Phase.PRECOMBAT_MAIN,
    Phase.BEGINNING_OF_COMBAT,
    Phase.DECLARE_ATTACKERS,
    Phase.DECLARE_BLOCKERS,
    Phase.COMBAT_DAMAGE,
    Phase.END_OF_COMBAT,
    Phase.POSTCOMBAT_MAIN,
    Phase.END_STEP,
)
ZONES = {
    "deck": Zone.LIBRARY,
    "hand": Zone.HAND,
    "grave": Zone.GRAVEYARD,
    "rfg": Zone.EXILE,
    "table": Zone.BATTLEFIELD,
    "stack": Zone.STACK,
    "sb": Zone.SIDEBOARD,
}
COIN_SIDES = 2
MOST_VALUES = 1_000
"""Dice of one roll: the client's own limit is a hundred."""
MOST_LIFE = 1_000_000


class CockatriceTeller:
    """Tells one replay."""

    def __init__(self, tale: Tale, life_counters: dict[tuple[int, int], int]) -> None:
        """Take (player, counter) -> value at the start of all counters of life."""
        self.tale = tale
        self._seats: dict[int, Seat] = {}
        self._life = life_counters
        self.first = FirstTurn(tale)
        self._dealt = self.first.dealt
        self._returned: Counter[Seat] = Counter()
        self._shuffled: dict[Seat, Place] = {}

    def seat_of(self, player: int, name: str = "") -> Seat | None:
        """Return a player's seat; a new one for a player who is named the first time."""
        if player not in self._seats and player >= 0:
            seat = self.tale.roster.add(name or f"player {player}")
            if seat is not None:
                self._seats[player] = seat
        return self._seats.get(player)

    def tell(self, event: CockatriceEvent) -> None:
        """Take in an event."""
        for player, name in wire.players_of(event):
            self.seat_of(player, name)
        if event.context == wire.CONTEXT_CONCEDE and event.begins:
            self._concede(event)
        reading = READINGS.get(event.kind)
        if reading is None or self.tale.decided:
            if reading is None and event.kind not in UNTOLD:
                self.tale.tally.meet(f"event {event.kind}")
            return
        if reading(self, event) is False:
            self.tale.tally.leave_unread(event.number, f"event {event.kind} of a player unknown")

    def finish(self) -> None:
        """Nothing waits to be told."""

    def _concede(self, event: CockatriceEvent) -> None:
        seat = self.seat_of(event.player)
        if seat is not None:
            self.tale.conceded(seat)

    # -- cards ------------------------------------------------------------------------------------------

    def draw(self, event: CockatriceEvent) -> bool:
        """Cards are drawn: a first hand or a mulligan's where the context says so."""
        seat, count = self.seat_of(event.player), event.body.signed(1)
        if seat is None or not 0 <= count <= 1_000:  # noqa: PLR2004 - more than any deck
            return False
        cards = [(one.signed(1, -1), one.text(2)) for one in event.body.messages(2)][:count]
        things = tuple(self.tale.things.anew((event.player, "hand", card)) for card, _ in cards)
        names = {
            thing: play.card_name(name)
            for thing, (_, name) in zip(things, cards, strict=True)
            if name
        }
        self.tale.things.zones.update(dict.fromkeys(things, Zone.HAND))
        self.tale.things.names.update(names)
        if self.tale.in_opening and event.context == wire.CONTEXT_MULLIGAN:
            self._hand(seat, count, things if len(things) == count else (), names)
            return True
        self.first.act()
        self.tale.write(CardsDrawn(player=seat, count=count, cards=things))
        if names:
            self.tale.write(CardsIdentified(cards=names))
        return True

    def _hand(
        self,
        seat: Seat,
        count: int,
        things: tuple[ObjectId, ...],
        names: dict[ObjectId, CardName],
    ) -> None:
        opening = self.tale.opening
        if self._dealt[seat]:
            self.tale.declared(seat, mulligan=True)
            opening.took(seat, self.tale.place, to=min(count, STARTING_HAND))
        self._dealt[seat] += 1
        self._returned[seat] = 0
        self.tale.dealt(seat, count, things)
        deal = opening.deal(seat)
        deal.shuffled = self._shuffled.pop(seat, deal.shuffled)
        if names and things:
            event = CardsIdentified(cards=names)
            deal.named = [Held(event=event, by=IMPORT, place=self.tale.place)]

    def shuffle(self, event: CockatriceEvent) -> bool:
        """A library is shuffled."""
        seat = self.seat_of(event.player)
        if seat is None:
            return False
        if not self.tale.in_opening:
            self.tale.write(LibraryShuffled(player=seat), by=CHANCE)
        elif event.context == wire.CONTEXT_MULLIGAN and self._dealt[seat]:
            self._shuffled[seat] = self.tale.place
        else:
            self.tale.shuffled(seat)
        return True

    def move(self, event: CockatriceEvent) -> bool:
        """A card is moved by hand."""
        body = event.body
        start, target = ZONES.get(body.text(4)), ZONES.get(body.text(7))
        owner = self.seat_of(body.signed(3, event.player))
        to_seat = self.seat_of(body.signed(6, event.player))
        if start is None or target is None or owner is None or to_seat is None:
            return start is None or target is None  # a zone of a custom kind says nothing
        if start is Zone.HAND and target not in (Zone.HAND, Zone.LIBRARY):
            self.first.act()
        if self.tale.in_opening:
            self._before_the_game(event, owner, start, target)
            return True
        if start is target and owner == to_seat:
            return True
        self._moved(event, start, target, owner, to_seat)
        return True

    def _before_the_game(
        self, event: CockatriceEvent, seat: Seat, start: Zone, target: Zone
    ) -> None:
        """Cards that go back of a new hand; those of a mulligan itself are part of it."""
        if event.context == wire.CONTEXT_MULLIGAN:
            return
        if start is Zone.HAND and target is Zone.LIBRARY and self._dealt[seat]:
            self.tale.bottomed(seat, 1)
            self._card_back(event, seat)
            self._returned[seat] += 1
            self.tale.opening.less(seat, self._returned[seat])

    def _card_back(self, event: CockatriceEvent, seat: Seat) -> None:
        """Which card went back, where the hand's cards are known; all of them, or only how many."""
        deal = self.tale.opening.deal(seat)
        card = event.body.signed(1, -1)
        thing = self.tale.things.known((event.body.signed(3, event.player), "hand", card))
        if thing in deal.cards and thing not in deal.bottom_cards and thing is not None:
            deal.bottom_cards = (*deal.bottom_cards, thing)
        if len(deal.bottom_cards) != deal.bottomed:
            deal.bottom_cards = ()

    def _moved(
        self, event: CockatriceEvent, start: Zone, target: Zone, owner: Seat, to_seat: Seat
    ) -> None:
        body, things = event.body, self.tale.things
        key = (body.signed(3, event.player), body.text(4), body.signed(1, -1))
        new_key = (
            body.signed(6, event.player),
            body.text(7),
            body.signed(10, body.signed(1, -1)),
        )
        old = things.known(key) if key[2] >= 0 else None
        thing = old or things.anew(("moved", event.number))
        new = things.anew(new_key if new_key[2] >= 0 else ("there", event.number))
        name = body.text(2)
        if start is Zone.STACK and thing in self.tale.stack:
            play.leave_stack(self.tale, thing, inferred=True)
        if target is Zone.STACK and start is Zone.HAND:
            play.cast(self.tale, owner, new, name, old=old)
            return
        if old is None and start is Zone.LIBRARY:
            things.zones.pop(thing, None)
        from_hand = owner if start is Zone.HAND and old is None else None
        play.move(
            self.tale,
            thing,
            target,
            new=new,
            reason=MoveReason.UNKNOWN,
            owner=from_hand,
            controller=to_seat if target is Zone.BATTLEFIELD else None,
        )
        hidden = target.is_hidden or body.number(11)
        if name and not hidden:
            play.identify(self.tale, new, name, owner)


def _die(self: CockatriceTeller, event: CockatriceEvent) -> bool:
    """A die, or a coin: heads is 1; nobody calls anything there."""
    seat = self.seat_of(event.player)
    self.first.act_if_dealt()
    sides = event.body.number(1)
    values = event.body.numbers(3) or [event.body.number(2)]
    if seat is None or sides < 1:
        return False
    for value in values[:MOST_VALUES]:
        if sides == COIN_SIDES and value in (1, 2):
            face = Face.HEADS if value == 1 else Face.TAILS
            loose_coin(self.tale, seat, face, value)
        elif sides <= 1_000_000:  # noqa: PLR2004 - no die has as many
            self.tale.rolled(seat, sides, value, purpose="")
    return True


def _active_player(self: CockatriceTeller, event: CockatriceEvent) -> bool:
    seat = self.seat_of(event.body.signed(1, -1))
    if seat is None:
        return event.body.signed(1, -1) < 0
    self.first.active(seat)
    return True


def _active_phase(self: CockatriceTeller, event: CockatriceEvent) -> None:
    number = event.body.signed(1, -1)
    if not 0 <= number < len(PHASES):
        return
    phase = PHASES[number]
    if phase is not Phase.UNTAP:
        self.first.act()
    if not self.tale.in_opening and phase is not self.tale.phase:
        self.tale.enter(phase)


def _state(self: CockatriceTeller, event: CockatriceEvent) -> None:
    """A whole state: sent to who joins late, and as the game begins."""
    active = self.seat_of(event.body.signed(3, -1))
    started = event.body.number(2)
    if active is not None and started and self.tale.in_opening:
        self.first.active(active)


def _counter(self: CockatriceTeller, event: CockatriceEvent) -> bool:
    seat = self.seat_of(event.player)
    counter, value = (event.player, event.body.signed(1)), event.body.signed(2)
    if seat is None:
        return False
    if counter in self._life and abs(value) <= MOST_LIFE:
        self.tale.life_is(seat, value)
    return True


def _token(self: CockatriceTeller, event: CockatriceEvent) -> bool:
    seat = self.seat_of(event.player)
    if seat is None:
        return False
    data = json.dumps({"player": seat, "name": event.body.text(3)[:200]}, ensure_ascii=False)
    self.tale.fact("token", data)
    return True


READINGS = {
    wire.DRAW: CockatriceTeller.draw,
    wire.SHUFFLE: CockatriceTeller.shuffle,
    wire.MOVE_CARD: CockatriceTeller.move,
    wire.ROLL_DIE: _die,
    wire.ACTIVE_PLAYER: _active_player,
    wire.ACTIVE_PHASE: _active_phase,
    wire.STATE: _state,
    wire.SET_COUNTER: _counter,
    wire.TOKEN: _token,
}
UNTOLD = frozenset(
    {wire.JOIN, wire.LEAVE, wire.SAY, wire.REVEAL, wire.CREATE_COUNTER, wire.ATTRIBUTE, 1007, 0}
)
"""Kinds of events that say nothing of the game here: who comes and goes, what people say."""


def life_counters(event: CockatriceEvent) -> dict[tuple[int, int], int]:
    """Return the counters called life that an event shows: (player, counter) -> value."""
    found: dict[tuple[int, int], int] = {}
    if event.kind == wire.STATE:
        for player in event.body.messages(1):
            properties = player.message(1)
            if properties is not None:
                for counter in player.messages(4):
                    _life_counter(found, properties.signed(1), counter)
    elif event.kind == wire.CREATE_COUNTER:
        counter_ = event.body.message(1)
        if counter_ is not None:
            _life_counter(found, event.player, counter_)
    return found


def _life_counter(found: dict[tuple[int, int], int], player: int, counter: Message) -> None:
    if counter.text(2).lower() == "life":
        found[player, counter.signed(1)] = counter.signed(5)
