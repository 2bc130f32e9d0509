"""Instructions about turns, winning, counters, effects and numbers.

Implements CR 104, 122, 500.7-500.10, 611.2.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from events.base import Event
from events.game import PlayerLost, PlayerWon
from events.identifiers import ObjectId, Recipient, Seat
from events.instructions import (
    AddMana,
    AddPhases,
    Boost,
    ChooseNumber,
    ControlPlayer,
    ExtraTurn,
    GainControl,
    LoseGame,
    MoveCounters,
    Permit,
    PutCounters,
    RemoveCounters,
    Restrict,
    SkipTurn,
    WinGame,
)
from events.stack import EffectCreated, ManaAdded, ObjectsChosen, ValueChosen
from events.turns import ExtraPhasesCreated, ExtraTurnCreated, TurnSkipCreated
from events.vocabulary import LossReason
from events.zones import ControlChanged, CountersChanged
from machine.apnap_order import active_side, sharing_turns
from machine.chance import Chance
from machine.characteristics import permanent, power, toughness
from machine.choosing import Choosing
from machine.context import Context
from machine.executor import AtOnce, at_once, follows
from machine.golden_rules import is_prohibited
from machine.instructions.damage import recipients
from machine.procedure import NOBODY, Asked, ask
from projections.folds.game import unit_factor
from projections.sight import CONTROL

END_OF_TURN = "end_of_turn"


@at_once(WinGame)
def win_game(context: Context) -> tuple[Event, ...]:
    """CR 104.2b: a player wins, unless an effect says they can't."""
    winners = [
        seat
        for seat in context.players(context.instruction.who)
        if not is_prohibited(context.table, "win", seat)
    ]
    return context.finished(*(PlayerWon(player=seat) for seat in winners))


@at_once(LoseGame)
def lose_game(context: Context) -> tuple[Event, ...]:
    """CR 104.3e: players lose, unless an effect says they can't."""
    losers = [
        seat
        for seat in context.players(context.instruction.who)
        if not is_prohibited(context.table, "lose", seat)
    ]
    events = [PlayerLost(player=seat, reason=LossReason.EFFECT) for seat in losers]
    return context.finished(*events)


@at_once(ExtraTurn)
def extra_turn(context: Context) -> tuple[Event, ...]:
    """CR 500.7: an extra turn directly after this one."""
    return context.finished(*(ExtraTurnCreated(player=seat) for seat in _turn_takers(context)))


@at_once(SkipTurn)
def skip_turn(context: Context) -> tuple[Event, ...]:
    """CR 614.10: the next turn of a player is skipped."""
    return context.finished(*(TurnSkipCreated(player=seat) for seat in _turn_takers(context)))


def _turn_takers(context: Context) -> tuple[Seat, ...]:
    """CR 805.8: of players who share their turns, one; a team takes or skips one turn."""
    seats: list[Seat] = []
    for seat in context.players(context.instruction.who):
        if not set(seats) & set(sharing_turns(context.table, seat)):
            seats.append(seat)
    return tuple(seats)


@at_once(AddPhases)
def add_phases(context: Context) -> tuple[Event, ...]:
    """CR 500.8, 500.10a: phases are added; since 2024-06-07 steps "you get" only in one's own turn."""
    instruction: AddPhases = context.instruction
    table = context.table
    own = context.you in active_side(table)
    if instruction.steps_only and table.rules.turn.extra_steps_only_own_turn and not own:
        return context.finished(asked=1)
    added = ExtraPhasesCreated(
        after=instruction.after,
        phases=instruction.phases,
        steps_only=instruction.steps_only and table.rules.turn.added_step_makes_its_phase,
    )
    return context.finished(added)


@at_once(PutCounters)
def put_counters(context: Context) -> tuple[Event, ...]:
    """CR 122.1: counters on each object."""
    instruction: PutCounters = context.instruction
    amount = context.amount(instruction.amount)
    names = context.objects(instruction.on) if amount else ()
    return context.finished(
        *(CountersChanged(object=name, kind=instruction.counter, change=amount) for name in names)
    )


@at_once(RemoveCounters)
def remove_counters(context: Context) -> tuple[Event, ...]:
    """CR 122.1: as many counters as there are, up to the amount."""
    instruction: RemoveCounters = context.instruction
    amount = context.amount(instruction.amount)
    events = []
    for name in context.objects(instruction.on):
        have = context.table.objects[name].counters.get(instruction.counter, 0)
        if min(have, amount):
            change = -min(have, amount)
            events.append(CountersChanged(object=name, kind=instruction.counter, change=change))
    return context.finished(*events)


class MovesCounters(AtOnce):
    """Counters of one kind move from the first target to the second: which kind, its player says."""

    def __init__(self) -> None:
        super().__init__(move_counters)

    def awaiting(self, context: Context) -> Asked:
        """Ask where there is more than one kind."""
        if self.choosing(context) is None:
            return NOBODY
        return ask(context.you, "choose which counters to move", "608.2d", ObjectsChosen)

    def choosing(self, context: Context) -> Choosing | None:
        """Return the kinds there are, until one of them has been chosen."""
        kinds = tuple(sorted(_movable(context)))
        if len(kinds) < 2 or context.frame.chosen is not None:  # noqa: PLR2004 - a choice takes two
            return None
        return Choosing(player=context.you, among=kinds, what="of the kinds of counters on it")


def _movable(context: Context) -> dict[str, int]:
    """Return the counters that can move; none unless both targets are there (CR 122.5)."""
    names = [ObjectId(name) for name in context.targets()]
    if len(names) < 2 or permanent(context.table, names[1]) is None:  # noqa: PLR2004 - from one to another
        return {}
    first = permanent(context.table, names[0])
    return dict(first.counters) if first is not None else {}


def move_counters(context: Context) -> tuple[Event, ...]:
    """CR 122.5, 101.3: as many as there are, up to the amount; without both targets nothing moves."""
    there = _movable(context)
    if not there:
        return context.finished(asked=1)
    kind = next(iter(context.frame.chosen or sorted(there)))
    amount = min(context.amount(context.instruction.amount), there.get(kind, 0))
    if not amount:
        return context.finished(asked=1)
    first, second = (ObjectId(name) for name in context.targets()[:2])
    return context.finished(
        CountersChanged(object=first, kind=kind, change=-amount),
        CountersChanged(object=second, kind=kind, change=amount),
    )


follows(MoveCounters, MovesCounters())


def effect(
    context: Context, kind: str, objects: tuple[Recipient, ...], **more: int
) -> EffectCreated:
    """Return that an effect begins which lasts until the end of the turn."""
    return EffectCreated(
        effect=context.table.numbers.effect,
        kind=kind,
        player=context.you,
        objects=objects,
        source=context.item.source,
        card=context.item.card,
        until=END_OF_TURN,
        **more,
    )


@at_once(Boost)
def boost(context: Context) -> tuple[Event, ...]:
    """CR 611.2c: the objects are fixed when the effect begins."""
    instruction: Boost = context.instruction
    names: tuple[Recipient, ...] = context.objects(instruction.what)
    if not names:
        return context.finished(asked=1)
    return context.finished(*_boosts(context, instruction, names))


def _boosts(
    context: Context, instruction: Boost, names: tuple[Recipient, ...]
) -> Iterator[EffectCreated]:
    number = context.table.numbers.effect
    if instruction.power or instruction.toughness:
        yield effect(context, "boost", names, value=instruction.power, other=instruction.toughness)
        number += 1
    for made in _doublings(context, names) if instruction.doubled else ():
        yield replace(made, effect=number)
        number += 1
    for place, keyword in enumerate(instruction.keywords):
        made = effect(context, f"keyword:{keyword}", names)
        yield EffectCreated(
            effect=number + place,
            kind=made.kind,
            player=made.player,
            objects=names,
            source=made.source,
            card=made.card,
            until=END_OF_TURN,
        )


def _doublings(context: Context, names: tuple[Recipient, ...]) -> Iterator[EffectCreated]:
    """CR 701.10b: a creature gets +X/+Y, where X and Y are its power and toughness now."""
    factor = unit_factor(context.table.header)
    for name in names:
        thing = permanent(context.table, name)
        if thing is not None:
            value = power(context.table, thing) // factor
            other = toughness(context.table, thing) // factor
            yield effect(context, "boost", (name,), value=value, other=other)


@at_once(Restrict)
def restrict(context: Context) -> tuple[Event, ...]:
    """CR 101.2: something can't be done until end of turn."""
    instruction: Restrict = context.instruction
    subjects = recipients(context, instruction.what)
    if not subjects:
        return context.finished(asked=1)
    return context.finished(effect(context, f"restrict:{instruction.action}", subjects))


@at_once(Permit)
def permit(context: Context) -> tuple[Event, ...]:
    """CR 101.1: something may be done more often until end of turn."""
    instruction: Permit = context.instruction
    seats = context.players(instruction.who)
    made = effect(context, f"permit:{instruction.action}", seats, value=instruction.amount)
    return context.finished(made)


@at_once(ControlPlayer)
def control_player(context: Context) -> tuple[Event, ...]:
    """CR 722.1: the player stays who they are; their decisions are made by another.

    CR 805.8: of a player whose team shares its turns, the whole team's.
    """
    named = context.players(context.instruction.who)
    if not named:
        return context.finished(asked=1)
    seats = dict.fromkeys(one for seat in named for one in sharing_turns(context.table, seat))
    return context.finished(effect(context, CONTROL, tuple(seats)))


@at_once(GainControl)
def gain_control(context: Context) -> tuple[Event, ...]:
    """The controller of what resolves gains control of permanents."""
    names = context.objects(context.instruction.what)
    return context.finished(
        *(ControlChanged(object=name, controller=context.you) for name in names)
    )


@at_once(AddMana)
def add_mana(context: Context) -> tuple[Event, ...]:
    """CR 106.4: mana that a spell or ability adds."""
    return context.finished(ManaAdded(player=context.you, mana=context.instruction.mana))


class ChoosesNumber(AtOnce):
    """A number is chosen while the object resolves; later instructions read it."""

    def __init__(self) -> None:
        super().__init__(lambda context: context.finished())

    def awaiting(self, context: Context) -> Asked:
        """Ask until the number is there."""
        if "chosen" in context.frame.values:
            return ()
        return ask(context.you, "choose a number", "608.2d", ValueChosen)

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """The number has been chosen."""
        del chance
        return (context.done(1),)


follows(ChooseNumber, ChoosesNumber())
