"""What follows in a phase-rs record: zones, steps, the stack, damage, life, flips, the end."""

from collections.abc import Callable, Mapping

from events.coin_flips import FlipIgnored, FlipInstructed, FlipLost, FlipWon
from events.damage import DamageDealt
from events.identifiers import ObjectId, Recipient
from events.turns import CardsDrawn, PermanentsUntapped
from events.vocabulary import DamageKind, LossReason, MoveReason, Phase, Zone
from events.zones import CountersChanged, LandPlayed, Tapped, TokenCreated, Untapped
from replays.importers.phase.game import PhaseGame
from replays.importers.phase.known import HAND, LIBRARY
from replays.importers.phase.wire import (
    MOST_AMOUNT,
    Data,
    integer,
    listed,
)
from replays.importers.telling import play

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


def _turn(game: PhaseGame, data: Data, _place: int) -> None:
    seat = game.seat(integer(data, "player_id"))
    if seat is not None:
        game.tale.turn(seat, integer(data, "turn_number", 0) or None)


def _phase(game: PhaseGame, data: Data, _place: int) -> None:
    """The first turn is not announced: it begins with its first step."""
    phase = PHASES.get(str(data.get("phase")))
    if phase is None:
        game.tale.tally.meet(f"phase {data.get('phase')}"[:60])
        return
    if game.tale.in_opening and game.tale.order:
        game.tale.turn(game.tale.order[0], 1)
        if phase is not Phase.UNTAP:
            game.tale.reach(Phase.UNTAP)
    if not game.tale.in_opening:
        game.tale.enter(phase)


def _drawn(game: PhaseGame, data: Data, _place: int) -> None:
    seat = game.seat(integer(data, "player_id"))
    thing = integer(data, "object_id")
    if seat is not None and thing >= 0:
        new = game.tale.things.anew(thing)
        game.tale.write(CardsDrawn(player=seat, count=1, cards=(new,)))
        game.tale.things.zones[new] = Zone.HAND


def _zone(game: PhaseGame, data: Data, place: int) -> None:
    number = integer(data, "object_id")
    start, target = ZONES.get(str(data.get("from"))), ZONES.get(str(data.get("to")))
    if number < 0 or target is None:
        return
    if start is Zone.LIBRARY and game.follows("CardDrawn", number, place):
        return  # the draw tells it
    if target is Zone.STACK:
        seat = game.owner(number) or game.tale.active
        if seat is not None:
            game.spell(number, seat)
        return
    _moved(game, number, start, target)


def _moved(game: PhaseGame, number: int, start: Zone | None, target: Zone) -> None:
    things = game.tale.things
    old = things.known(number)
    thing = old or things.anew(number)
    seat = game.owner(number)
    if start is Zone.STACK:
        play.leave_stack(game.tale, thing)
    if target is Zone.BATTLEFIELD and game.happens("LandPlayed", number) and seat is not None:
        game.tale.write(LandPlayed(player=seat, card=thing), by=seat)
    new = things.anew(number)
    play.move(
        game.tale,
        thing,
        target,
        new=new,
        reason=_reason(game, number, start, target),
        owner=seat if old is None and start is Zone.HAND else None,
        controller=seat if target is Zone.BATTLEFIELD else None,
    )
    if not target.is_hidden:
        play.identify(game.tale, new, game.names.get(number, ""), seat)


def _reason(game: PhaseGame, number: int, start: Zone | None, target: Zone) -> MoveReason:
    told = (
        ("LandPlayed", MoveReason.PLAYED),
        ("Discarded", MoveReason.DISCARDED),
        ("PermanentSacrificed", MoveReason.SACRIFICED),
        ("CreatureDestroyed", MoveReason.DESTROYED),
    )
    for kind, reason in told:
        if game.happens(kind, number):
            return reason
    return MoveReason.RESOLVED if start is Zone.STACK and target else MoveReason.UNKNOWN


def _pushed(game: PhaseGame, data: Data, place: int) -> None:
    """An ability is put on the stack: an activated one is told as such, a trigger by its effect."""
    number = integer(data, "object_id")
    if number < 0 or number == game.casting or game.tale.things.known(number) in game.tale.stack:
        return
    for event in game.action.events[place + 1 : place + 4]:
        if event.type == "AbilityActivated" and event.fields.get("kind") == "Normal":
            source = integer(event.fields, "source_id")
            seat = game.seat(integer(event.fields, "player_id"))
            if seat is not None and source >= 0:
                ability = play.activate(
                    game.tale, seat, game.thing(source), game.names.get(source, "")
                )
                game.tale.things.call(number, ability)
            return
    source = game.known.sources.get(number, -1)
    seat = game.owner(source)
    if seat is None:
        game.tale.tally.meet("a trigger whose source is not told")
        return
    ability = play.stack_trigger(game.tale, seat, game.thing(source), game.names.get(source, ""))
    game.tale.things.call(number, ability)


def _resolved(game: PhaseGame, data: Data, _place: int) -> None:
    thing = game.tale.things.known(integer(data, "object_id"))
    if thing is not None:
        play.leave_stack(game.tale, thing)


def _damage(game: PhaseGame, data: Data, _place: int) -> None:
    target, source = game.recipient(data.get("target")), integer(data, "source_id")
    amount = integer(data, "amount", 0)
    if target is None or not 0 <= amount <= MOST_AMOUNT:
        return
    combat = data.get("is_combat") is True
    event = DamageDealt(
        recipient=target,
        amount=amount,
        source=game.tale.things.known(source),
        kind=DamageKind.COMBAT if combat else DamageKind.NONCOMBAT,
    )
    game.tale.write(event)


def _life(game: PhaseGame, data: Data, _place: int) -> None:
    seat, total = game.seat(integer(data, "player_id")), data.get("new_total")
    if seat is not None and isinstance(total, int) and abs(total) <= MOST_AMOUNT:
        game.tale.life_is(seat, total)


def _flipped(game: PhaseGame, data: Data, _place: int) -> None:
    """CR 705.2: whether the flip was won, and which coins were ignored; no face, no call."""
    seat, won = game.seat(integer(data, "player_id")), data.get("won")
    coins, ignored, game.coins, game.ignored = game.coins, game.ignored, (), ()
    if seat is None or not isinstance(won, bool):
        return
    game.tale.flips += 1
    number = game.tale.flips
    instructed = FlipInstructed(
        flip=number, flipper=seat, contested=True, coins=max(1, len(coins)), batch=number
    )
    cause = game.tale.write(instructed, inferred=True)
    if ignored:
        event = FlipIgnored(player=seat, flip=number, coins=ignored)
        game.tale.write(event, by=seat, cause=cause)
    kind = FlipWon if won else FlipLost
    game.tale.write(kind(flip=number, player=seat))


def _tapped(game: PhaseGame, data: Data, _place: int) -> None:
    thing = game.tale.things.known(integer(data, "object_id"))
    if thing is not None:
        game.tale.write(Tapped(objects=(thing,)))


def _untapped(game: PhaseGame, data: Data, _place: int) -> None:
    thing, active = game.tale.things.known(integer(data, "object_id")), game.tale.active
    if thing is None:
        return
    if game.tale.phase is Phase.UNTAP and active is not None:
        game.tale.write(PermanentsUntapped(player=active, objects=(thing,)))
    else:
        game.tale.write(Untapped(objects=(thing,)))


def _token(game: PhaseGame, data: Data, _place: int) -> None:
    number, name = integer(data, "object_id"), str(data.get("name", ""))
    seat = game.owner(integer(data, "source_id"))
    if seat is None or number < 0 or not name:
        return
    game.known.owners.setdefault(number, game.known.owners[integer(data, "source_id")])
    thing = game.tale.things.anew(number)
    card = play.card_name(name)
    game.tale.write(TokenCreated(object=thing, player=seat, card=card))
    game.tale.things.zones[thing] = Zone.BATTLEFIELD
    game.tale.things.names[thing] = card


def _counter(game: PhaseGame, data: Data, sign: int) -> None:
    thing = game.tale.things.known(integer(data, "object_id"))
    kind, count = play.card_name(str(data.get("counter_type", ""))), integer(data, "count", 1)
    if thing is not None and kind and 0 < count <= MOST_AMOUNT:
        event = CountersChanged(object=thing, kind=COUNTERS.get(kind, kind), change=sign * count)
        game.tale.write(event)


def _counter_added(game: PhaseGame, data: Data, _place: int) -> None:
    _counter(game, data, 1)


def _counter_removed(game: PhaseGame, data: Data, _place: int) -> None:
    _counter(game, data, -1)


def _attackers(game: PhaseGame, data: Data, _place: int) -> None:
    attacks: list[tuple[ObjectId, Recipient]] = []
    for pair in listed(data, "attacks"):
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], int):  # noqa: PLR2004
            defender = game.recipient(pair[1])
            if defender is not None:
                attacks.append((game.thing(pair[0]), defender))
    if attacks and game.tale.active is not None:
        play.attack(game.tale, game.tale.active, attacks)


def _blockers(game: PhaseGame, data: Data, _place: int) -> None:
    blocks = [
        (game.thing(pair[0]), game.thing(pair[1]))
        for pair in listed(data, "assignments")
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(one, int) for one in pair)  # noqa: PLR2004
    ]
    others = [seat for seat in game.tale.playing if seat != game.tale.active]
    if len(others) == 1:
        play.block(game.tale, others[0], blocks)


def _lost(game: PhaseGame, data: Data, _place: int) -> None:
    seat = game.seat(integer(data, "player_id"))
    if seat is not None:
        life = game.tale.life.get(seat, 1)
        game.tale.loses(seat, LossReason.LIFE if life <= 0 else LossReason.UNKNOWN)


def _over(game: PhaseGame, data: Data, _place: int) -> None:
    seat = game.seat(integer(data, "winner"))
    if seat is not None:
        game.tale.wins(seat)
    else:
        game.tale.draws()


EVENTS: Mapping[str, Callable[[PhaseGame, Data, int], None]] = {
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
