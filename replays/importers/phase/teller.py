"""What the actions and events of a phase-rs record mean, once the game has begun.

Calls and faces are not told: a flip has a result, and with Krark's Thumb a choice among results.
Mana is left out: its costs are not told apart.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from events.coin_flips import FlipIgnored, FlipInstructed, FlipLost, FlipWon
from events.damage import DamageDealt
from events.division import CountersDivided, DamageDivided
from events.identifiers import ObjectId, Recipient, Seat
from events.turns import CardsDrawn, PermanentsUntapped
from events.vocabulary import DamageKind, LossReason, MoveReason, Phase, Zone
from events.zones import CountersChanged, LandPlayed, LegendChosen, Tapped, TokenCreated, Untapped
from replays.importers.phase.known import HAND, LIBRARY, Known
from replays.importers.phase.opening import Hands
from replays.importers.phase.wire import (
    Action,
    Data,
    Typed,
    integer,
    listed,
    names_in,
    target_of,
)
from replays.importers.telling import play
from replays.importers.telling.tale import Tale

PHASES = {
    "Untap": Phase.UNTAP,
    "Upkeep": Phase.UPKEEP,
    "Draw": Phase.DRAW,
    "PreCombatMain": Phase.PRECOMBAT_MAIN,
    "BeginCombat": Phase.BEGINNING_OF_COMBAT,
    "DeclareAttackers": Phase.DECLARE_ATTACKERS,
    "DeclareBlockers": Phase.DECLARE_BLOCKERS,
    "FirstStrikeDamage": Phase.FIRST_STRIKE_DAMAGE,
    "CombatDamage": Phase.COMBAT_DAMAGE,
    "EndCombat": Phase.END_OF_COMBAT,
    "PostCombatMain": Phase.POSTCOMBAT_MAIN,
    "End": Phase.END_STEP,
    "Cleanup": Phase.CLEANUP,
}
ZONES = {
    HAND: Zone.HAND,
    LIBRARY: Zone.LIBRARY,
    "Battlefield": Zone.BATTLEFIELD,
    "Graveyard": Zone.GRAVEYARD,
    "Exile": Zone.EXILE,
    "Stack": Zone.STACK,
    "Command": Zone.COMMAND,
}
COUNTERS = {"Plus1Plus1": "+1/+1", "P1P1": "+1/+1", "Minus1Minus1": "-1/-1", "M1M1": "-1/-1"}
MOST_AMOUNT = 1_000_000
MOST_COINS = 64
DIVIDED: Mapping[str, type[DamageDivided | CountersDivided]] = {
    "Damage": DamageDivided,
    "Counters": CountersDivided,
}

Division = tuple[Seat, int, list[tuple[Any, int]], type[DamageDivided | CountersDivided]]


class PhaseTeller:
    """Tells one record."""

    def __init__(self, tale: Tale, known: Known) -> None:
        """Seat the players in turn order."""
        self.tale = tale
        self.known = known
        self.names: dict[int, str] = {}
        for player in sorted(known.players):
            tale.roster.add(f"Player {player + 1}")
        self.hands = Hands(tale, free_first=known.free_first)
        tale.order = tuple(seat for one in known.players if (seat := self.seat(one)))
        for player, cards in known.first_hands.items():
            seat = self.seat(player)
            if seat is not None:
                self.hands.first(seat, cards)
        self.divisions: dict[int, Division] = {}
        self.targets: dict[int, list[Any]] = {}
        self.casting = -1
        self.coins: tuple[int, ...] = ()
        self.ignored: tuple[int, ...] = ()
        self.action = Action(0, Typed())

    def seat(self, player: int) -> Seat | None:
        """Return a player's seat."""
        return self.tale.seat(f"Player {player + 1}")

    def owner(self, thing: int) -> Seat | None:
        """Return whose an object is, where the record tells."""
        return self.seat(self.known.owners.get(thing, -1))

    def thing(self, number: int) -> ObjectId:
        """Return an object's id."""
        return self.tale.things.id(number)

    def recipient(self, value: Any) -> Recipient | None:  # noqa: ANN401 - any JSON
        """Return a player or an object that a value names."""
        kind, number = target_of(value)
        if kind == "Player":
            return self.seat(number)
        return self.thing(number) if kind == "Object" and number >= 0 else None

    def tell(self, action: Action) -> None:
        """Take in one action and its events."""
        self.action = action
        for number, name in names_in(action.log):
            self.names[number] = name
        waits = action.waiting_for or Typed()
        seat = self.seat(action.actor if action.actor is not None else -1)
        if waits.type == "MulliganDecision" and self.tale.in_opening:
            if seat is not None:
                self.hands.tell(action, seat, self.names)
        elif seat is not None and not self.tale.decided:
            deciding = DECISIONS.get(action.action.type)
            if deciding is not None:
                deciding(self, action, seat)
        for place, event in enumerate(action.events):
            if not self.tale.decided or event.type in ("PlayerLost", "GameOver"):
                self._event(event, place)

    def _event(self, event: Typed, place: int) -> None:
        reading = EVENTS.get(event.type)
        if reading is not None:
            if not self.tale.in_opening or event.type in OPENING:
                reading(self, event.fields, place)
        elif event.type not in UNTOLD:
            self.tale.tally.meet(event.type)

    def happens(self, kind: str, thing: int) -> bool:
        """Whether the action's events tell something of an object."""
        return any(
            event.type == kind and integer(event.fields, "object_id") == thing
            for event in self.action.events
        )

    def follows(self, kind: str, thing: int, place: int) -> bool:
        """Whether an event follows within a few that tells something of an object."""
        return any(
            event.type == kind and integer(event.fields, "object_id") == thing
            for event in self.action.events[place + 1 : place + 4]
        )

    def spell(self, number: int, seat: Seat) -> None:
        """A card is on the stack: write its cast, its targets, its division."""
        old = self.tale.things.known(number)
        new = self.tale.things.anew(number)
        cause = play.cast(self.tale, seat, new, self.names.get(number, ""), old=old)
        division = self.divisions.pop(number, None)
        targets = self.targets.pop(number, [])
        if division is not None:
            targets = [target for target, _ in division[2]]
        recipients = [one for target in targets if (one := self.recipient(target)) is not None]
        play.choose_targets(self.tale, seat, new, recipients, cause)
        if division is not None and len(recipients) == len(division[2]):
            event = division[3](
                player=division[0],
                object=new,
                amount=division[1],
                shares=tuple(share for _, share in division[2]),
                targets=tuple(recipients),
            )
            self.tale.write(event, by=division[0], cause=cause)


# -- what players decide ---------------------------------------------------------------------------


def _cast(self: PhaseTeller, action: Action, _seat: Seat) -> None:
    self.casting = integer(action.action.fields, "object_id")
    self.targets[self.casting] = []
    self.divisions.pop(self.casting, None)


def _target(self: PhaseTeller, action: Action, _seat: Seat) -> None:
    if self.casting >= 0:
        self.targets.setdefault(self.casting, []).append(action.action.fields.get("target"))


def _cancel(self: PhaseTeller, _action: Action, _seat: Seat) -> None:
    self.divisions.pop(self.casting, None)
    self.targets.pop(self.casting, None)
    self.casting = -1


def _distribute(self: PhaseTeller, action: Action, seat: Seat) -> None:
    """CR 601.2d: the division is announced before the spell is complete."""
    waits = (action.waiting_for or Typed()).fields
    pairs = [
        (pair[0], pair[1])
        for pair in listed(action.action.fields, "distribution")
        if isinstance(pair, list)
        and len(pair) == 2  # noqa: PLR2004 - target and amount
        and isinstance(pair[1], int)
        and 0 <= pair[1] <= MOST_AMOUNT
    ]
    unit = waits.get("unit")
    kind = DIVIDED.get(unit.get("type", "") if isinstance(unit, dict) else "")
    total = integer(waits, "total", sum(share for _, share in pairs))
    if kind is not None and pairs and self.casting >= 0 and 0 <= total <= MOST_AMOUNT:
        self.divisions[self.casting] = (seat, total, pairs, kind)


def _keep_coins(self: PhaseTeller, action: Action, _seat: Seat) -> None:
    """Krark's Thumb: of several results one is kept (CR 614.1a); the flip is told by its event."""
    results = listed((action.waiting_for or Typed()).fields, "results")[:MOST_COINS]
    kept = {one for one in listed(action.action.fields, "keep_indices") if isinstance(one, int)}
    self.coins = tuple(range(1, len(results) + 1))
    self.ignored = tuple(coin for coin in self.coins if coin - 1 not in kept)


def _legend(self: PhaseTeller, action: Action, seat: Seat) -> None:
    keep = integer(action.action.fields, "keep")
    if keep >= 0:
        self.tale.write(LegendChosen(player=seat, keep=self.thing(keep)), by=seat)


def _optional(self: PhaseTeller, action: Action, seat: Seat) -> None:
    accept = action.action.fields.get("accept")
    data = {"player": seat, "accept": accept is True}
    self.tale.fact("optional effect", json.dumps(data))


DECISIONS: Mapping[str, Callable[[PhaseTeller, Action, Seat], None]] = {
    "CastSpell": _cast,
    "ChooseTarget": _target,
    "CancelCast": _cancel,
    "DistributeAmong": _distribute,
    "SelectCoinFlips": _keep_coins,
    "ChooseLegend": _legend,
    "DecideOptionalEffect": _optional,
}


# -- what follows -----------------------------------------------------------------------------------


def _turn(self: PhaseTeller, data: Data, _place: int) -> None:
    seat = self.seat(integer(data, "player_id"))
    if seat is not None:
        self.tale.turn(seat, integer(data, "turn_number", 0) or None)


def _phase(self: PhaseTeller, data: Data, _place: int) -> None:
    """The first turn is not announced: it begins with its first step."""
    phase = PHASES.get(str(data.get("phase")))
    if phase is None:
        self.tale.tally.meet(f"phase {data.get('phase')}"[:60])
        return
    if self.tale.in_opening and self.tale.order:
        self.tale.turn(self.tale.order[0], 1)
        if phase is not Phase.UNTAP:
            self.tale.reach(Phase.UNTAP)
    if not self.tale.in_opening:
        self.tale.enter(phase)


def _drawn(self: PhaseTeller, data: Data, _place: int) -> None:
    seat = self.seat(integer(data, "player_id"))
    thing = integer(data, "object_id")
    if seat is not None and thing >= 0:
        new = self.tale.things.anew(thing)
        self.tale.write(CardsDrawn(player=seat, count=1, cards=(new,)))
        self.tale.things.zones[new] = Zone.HAND


def _zone(self: PhaseTeller, data: Data, place: int) -> None:
    number = integer(data, "object_id")
    start, target = ZONES.get(str(data.get("from"))), ZONES.get(str(data.get("to")))
    if number < 0 or target is None:
        return
    if start is Zone.LIBRARY and self.follows("CardDrawn", number, place):
        return  # the draw tells it
    if target is Zone.STACK:
        seat = self.owner(number) or self.tale.active
        if seat is not None:
            self.spell(number, seat)
        return
    _moved(self, number, start, target)


def _moved(self: PhaseTeller, number: int, start: Zone | None, target: Zone) -> None:
    things = self.tale.things
    old = things.known(number)
    thing = old or things.anew(number)
    seat = self.owner(number)
    if start is Zone.STACK:
        play.leave_stack(self.tale, thing)
    if target is Zone.BATTLEFIELD and self.happens("LandPlayed", number) and seat is not None:
        self.tale.write(LandPlayed(player=seat, card=thing), by=seat)
    new = things.anew(number)
    play.move(
        self.tale,
        thing,
        target,
        new=new,
        reason=_reason(self, number, start, target),
        owner=seat if old is None and start is Zone.HAND else None,
        controller=seat if target is Zone.BATTLEFIELD else None,
    )
    if not target.is_hidden:
        play.identify(self.tale, new, self.names.get(number, ""), seat)


def _reason(self: PhaseTeller, number: int, start: Zone | None, target: Zone) -> MoveReason:
    told = (
        ("LandPlayed", MoveReason.PLAYED),
        ("Discarded", MoveReason.DISCARDED),
        ("PermanentSacrificed", MoveReason.SACRIFICED),
        ("CreatureDestroyed", MoveReason.DESTROYED),
    )
    for kind, reason in told:
        if self.happens(kind, number):
            return reason
    return MoveReason.RESOLVED if start is Zone.STACK and target else MoveReason.UNKNOWN


def _pushed(self: PhaseTeller, data: Data, place: int) -> None:
    """An ability is put on the stack: an activated one is told as such, a trigger by its effect."""
    number = integer(data, "object_id")
    if number < 0 or number == self.casting or self.tale.things.known(number) in self.tale.stack:
        return
    for event in self.action.events[place + 1 : place + 4]:
        if event.type == "AbilityActivated" and event.fields.get("kind") == "Normal":
            source = integer(event.fields, "source_id")
            seat = self.seat(integer(event.fields, "player_id"))
            if seat is not None and source >= 0:
                ability = play.activate(
                    self.tale, seat, self.thing(source), self.names.get(source, "")
                )
                self.tale.things.call(number, ability)
            return
    source = self.known.sources.get(number, -1)
    seat = self.owner(source)
    if seat is None:
        self.tale.tally.meet("a trigger whose source is not told")
        return
    ability = play.stack_trigger(self.tale, seat, self.thing(source), self.names.get(source, ""))
    self.tale.things.call(number, ability)


def _resolved(self: PhaseTeller, data: Data, _place: int) -> None:
    thing = self.tale.things.known(integer(data, "object_id"))
    if thing is not None:
        play.leave_stack(self.tale, thing)


def _damage(self: PhaseTeller, data: Data, _place: int) -> None:
    target, source = self.recipient(data.get("target")), integer(data, "source_id")
    amount = integer(data, "amount", 0)
    if target is None or not 0 <= amount <= MOST_AMOUNT:
        return
    combat = data.get("is_combat") is True
    event = DamageDealt(
        recipient=target,
        amount=amount,
        source=self.tale.things.known(source),
        kind=DamageKind.COMBAT if combat else DamageKind.NONCOMBAT,
    )
    self.tale.write(event)


def _life(self: PhaseTeller, data: Data, _place: int) -> None:
    seat, total = self.seat(integer(data, "player_id")), data.get("new_total")
    if seat is not None and isinstance(total, int) and abs(total) <= MOST_AMOUNT:
        self.tale.life_is(seat, total)


def _flipped(self: PhaseTeller, data: Data, _place: int) -> None:
    """CR 705.2: whether the flip was won, and which coins were ignored; no face, no call."""
    seat, won = self.seat(integer(data, "player_id")), data.get("won")
    coins, ignored, self.coins, self.ignored = self.coins, self.ignored, (), ()
    if seat is None or not isinstance(won, bool):
        return
    self.tale.flips += 1
    number = self.tale.flips
    instructed = FlipInstructed(
        flip=number, flipper=seat, contested=True, coins=max(1, len(coins)), batch=number
    )
    cause = self.tale.write(instructed, inferred=True)
    if ignored:
        event = FlipIgnored(player=seat, flip=number, coins=ignored)
        self.tale.write(event, by=seat, cause=cause)
    kind = FlipWon if won else FlipLost
    self.tale.write(kind(flip=number, player=seat))


def _tapped(self: PhaseTeller, data: Data, _place: int) -> None:
    thing = self.tale.things.known(integer(data, "object_id"))
    if thing is not None:
        self.tale.write(Tapped(objects=(thing,)))


def _untapped(self: PhaseTeller, data: Data, _place: int) -> None:
    thing, active = self.tale.things.known(integer(data, "object_id")), self.tale.active
    if thing is None:
        return
    if self.tale.phase is Phase.UNTAP and active is not None:
        self.tale.write(PermanentsUntapped(player=active, objects=(thing,)))
    else:
        self.tale.write(Untapped(objects=(thing,)))


def _token(self: PhaseTeller, data: Data, _place: int) -> None:
    number, name = integer(data, "object_id"), str(data.get("name", ""))
    seat = self.owner(integer(data, "source_id"))
    if seat is None or number < 0 or not name:
        return
    self.known.owners.setdefault(number, self.known.owners[integer(data, "source_id")])
    thing = self.tale.things.anew(number)
    card = play.card_name(name)
    self.tale.write(TokenCreated(object=thing, player=seat, card=card))
    self.tale.things.zones[thing] = Zone.BATTLEFIELD
    self.tale.things.names[thing] = card


def _counter(self: PhaseTeller, data: Data, sign: int) -> None:
    thing = self.tale.things.known(integer(data, "object_id"))
    kind, count = str(data.get("counter_type", ""))[:60], integer(data, "count", 1)
    if thing is not None and kind and 0 < count <= MOST_AMOUNT:
        event = CountersChanged(object=thing, kind=COUNTERS.get(kind, kind), change=sign * count)
        self.tale.write(event)


def _counter_added(self: PhaseTeller, data: Data, _place: int) -> None:
    _counter(self, data, 1)


def _counter_removed(self: PhaseTeller, data: Data, _place: int) -> None:
    _counter(self, data, -1)


def _attackers(self: PhaseTeller, data: Data, _place: int) -> None:
    attacks: list[tuple[ObjectId, Recipient]] = []
    for pair in listed(data, "attacks"):
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], int):  # noqa: PLR2004
            defender = self.recipient(pair[1])
            if defender is not None:
                attacks.append((self.thing(pair[0]), defender))
    if attacks and self.tale.active is not None:
        play.attack(self.tale, self.tale.active, attacks)


def _blockers(self: PhaseTeller, data: Data, _place: int) -> None:
    blocks = [
        (self.thing(pair[0]), self.thing(pair[1]))
        for pair in listed(data, "assignments")
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(one, int) for one in pair)  # noqa: PLR2004
    ]
    others = [seat for seat in self.tale.playing if seat != self.tale.active]
    if len(others) == 1:
        play.block(self.tale, others[0], blocks)


def _lost(self: PhaseTeller, data: Data, _place: int) -> None:
    seat = self.seat(integer(data, "player_id"))
    if seat is not None:
        life = self.tale.life.get(seat, 1)
        self.tale.loses(seat, LossReason.LIFE if life <= 0 else LossReason.UNKNOWN)


def _over(self: PhaseTeller, data: Data, _place: int) -> None:
    seat = self.seat(integer(data, "winner"))
    if seat is not None:
        self.tale.wins(seat)
    else:
        self.tale.draws()


EVENTS: Mapping[str, Callable[[PhaseTeller, Data, int], None]] = {
    "TurnStarted": _turn,
    "PhaseChanged": _phase,
    "CardDrawn": _drawn,
    "ZoneChanged": _zone,
    "StackPushed": _pushed,
    "StackResolved": _resolved,
    "DamageDealt": _damage,
    "LifeChanged": _life,
    "CoinFlipped": _flipped,
    "PermanentTapped": _tapped,
    "PermanentUntapped": _untapped,
    "TokenCreated": _token,
    "CounterAdded": _counter_added,
    "CounterRemoved": _counter_removed,
    "AttackersDeclared": _attackers,
    "BlockersDeclared": _blockers,
    "PlayerLost": _lost,
    "GameOver": _over,
}
OPENING = frozenset({"PhaseChanged", "TurnStarted", "PlayerLost", "GameOver"})
UNTOLD = frozenset(
    {
        "PriorityPassed",
        "AbilityActivated",
        "ManaAdded",
        "ManaAbilityProduced",
        "TappedForMana",
        "EffectResolved",
        "PlayerPerformedAction",
        "SpellCast",
        "ManaExpended",
        "LandPlayed",
        "BecomesTarget",
        "CrimeCommitted",
        "CombatDamageDealtToPlayer",
        "PermanentSacrificed",
        "CreatureDestroyed",
        "ReplacementApplied",
        "CardsDrawn",
        "Discarded",
        "PlayerEliminated",
        "DamageCleared",
        "ManaPoolEmptied",
    }
)
"""Events that say again what another one says, or what no table here keeps."""
