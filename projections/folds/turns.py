"""Folds of turns, phases, priority and draws."""

from functools import lru_cache
from itertools import zip_longest

from immutables import Map
from msgspec.structs import replace

from events.identifiers import ObjectId, Seat
from events.turns import (
    CardsDrawn,
    DamageWoreOff,
    ExtraPhasesCreated,
    ExtraTurnCreated,
    HandSizeDiscarded,
    PermanentsUntapped,
    PhaseEntered,
    PriorityPassed,
    PriorityReceived,
    StepSkipped,
    TurnBasedActionDone,
    TurnBegan,
    TurnSkipCreated,
    TurnSkipped,
)
from events.vocabulary import TURN_PHASES, Phase, Zone
from projections.edit import (
    counted,
    drop_objects,
    edit_objects,
    edit_player,
    edited,
    less_unseen,
    more_unseen,
)
from projections.handlers import applies, nothing
from projections.progress import Combat, MulliganProgress
from projections.table import ExtraPhases, GameObject, Priority, Table, Turn

applies(HandSizeDiscarded)(nothing)

MULLIGAN_PHASES = frozenset(
    {
        Phase.OPENING_DRAW,
        Phase.MULLIGAN_DECLARING,
        Phase.MULLIGAN_TAKING,
        Phase.MULLIGAN_LOOKING,
        Phase.OPENING_HAND_ACTIONS,
    }
)
PRIORITY_MATTERS = frozenset({Phase.UPKEEP, Phase.CLEANUP})
"""Steps in which a later rule asks whether anybody has had priority yet."""

COMBAT_PHASES = frozenset(phase for phase in Phase if phase.phase == "combat")
DAMAGE_STEPS = frozenset({Phase.FIRST_STRIKE_DAMAGE, Phase.COMBAT_DAMAGE})


@applies(TurnBegan)
def _turn_began(table: Table, event: TurnBegan) -> Table:
    takers = _takers(table, event.player)
    with table.players.mutate() as players:
        for seat, player in table.players.items():
            players[seat] = replace(
                player,
                lands_played=0,
                flips_this_turn=0,
                cards_drawn_this_turn=0,
                last_turn=event.number if seat in takers else player.last_turn,
            )
        everyone = players.finish()
    last = table.turn.last_in_order if event.extra else event.player
    extra_turns = table.extra_turns
    if event.extra and extra_turns and extra_turns[-1] == event.player:
        extra_turns = extra_turns[:-1]
    return replace(
        table,
        players=everyone,
        extra_turns=extra_turns,
        last_known=Map(),
        mulligan=None,
        combat=None,
        turn=Turn(
            number=event.number,
            active_player=event.player,
            is_extra=event.extra,
            phase=table.turn.phase,
            done=frozenset({"began"}),
            last_in_order=last,
        ),
    )


def _takers(table: Table, seat: Seat) -> frozenset[Seat]:
    """Return who takes a turn: its player, with their team where turns are shared (CR 805.4)."""
    player = table.players.get(seat)
    if player is None or not player.team or not table.header.play.shared_team_turns:
        return frozenset({seat})
    return frozenset(one for one, other in table.players.items() if other.team == player.team)


@applies(PhaseEntered)
def _phase_entered(table: Table, event: PhaseEntered) -> Table:
    turn = _moved_on(table.turn, event.phase)
    mulligan = table.mulligan
    if event.phase in MULLIGAN_PHASES:
        mulligan = _mulligan_phase(mulligan or MulliganProgress(), event.phase)
    combat = table.combat
    if event.phase is Phase.BEGINNING_OF_COMBAT:
        combat = Combat()
    elif event.phase not in COMBAT_PHASES:
        combat = None
    elif combat is not None and event.phase in DAMAGE_STEPS:
        combat = replace(combat, assigned=(), damage_done=False)
    return replace(table, turn=turn, priority=Priority(), mulligan=mulligan, combat=combat)


def _moved_on(turn: Turn, phase: Phase) -> Turn:
    """Return the turn in its next phase, with added phases that have been reached used up."""
    combats = turn.combats + (phase is Phase.BEGINNING_OF_COMBAT)
    moved = replace(turn, phase=phase, done=frozenset(), combats=combats)
    if not (turn.extra_phases or turn.coming or turn.resume):
        return moved
    added = [extra for extra in turn.extra_phases if extra.after is turn.phase]
    if added and added[-1].phases[:1] == (phase,):
        return _added(turn, moved, added)
    if turn.coming[:1] == (phase,):
        return replace(moved, coming=turn.coming[1:])
    if turn.resume is phase and not turn.coming:
        return replace(moved, resume=None, steps_only=False)
    return moved


def _added(turn: Turn, moved: Turn, added: list[ExtraPhases]) -> Turn:
    """CR 500.8: all that was added after the same phase follows, the most recently added first."""
    coming = tuple(phase for extra in reversed(added) for phase in extra.phases)
    return replace(
        moved,
        extra_phases=tuple(extra for extra in turn.extra_phases if extra not in added),
        coming=coming[1:] + turn.coming,
        resume=turn.resume or following(turn.phase),
        steps_only=added[-1].steps_only,
    )


def following(phase: Phase) -> Phase | None:
    """Return the step that follows in every turn (CR 500.1); none after cleanup."""
    if phase not in TURN_PHASES or phase is TURN_PHASES[-1]:
        return None
    return TURN_PHASES[TURN_PHASES.index(phase) + 1]


def _mulligan_phase(progress: MulliganProgress, phase: Phase) -> MulliganProgress:
    if phase is not Phase.MULLIGAN_DECLARING:
        return progress
    return replace(
        progress,
        round=progress.round + 1,
        declared=Map(),
        drawn=frozenset(),
        bottomed=frozenset(),
        returned=frozenset(),
        shuffled=frozenset(),
        set_aside=Map(),
    )


@applies(StepSkipped)
def _step_skipped(table: Table, event: StepSkipped) -> Table:
    turn = table.turn
    if turn.coming and turn.coming[0] is event.phase:
        return replace(table, turn=replace(turn, coming=turn.coming[1:]))
    if turn.resume is event.phase:
        turn = replace(turn, resume=following(event.phase))
    mark = f"skipped:{event.phase.value}"
    return replace(table, turn=replace(turn, done=turn.done | {mark}))


@applies(TurnSkipped)
def _turn_skipped(table: Table, event: TurnSkipped) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    table = edit_player(table, event.player, turns_to_skip=max(0, player.turns_to_skip - 1))
    if table.extra_turns and table.extra_turns[-1] in _takers(table, event.player):
        return replace(table, extra_turns=table.extra_turns[:-1])
    return replace(table, turn=replace(table.turn, last_in_order=event.player))


@applies(TurnSkipCreated)
def _turn_skip_created(table: Table, event: TurnSkipCreated) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    return edit_player(table, event.player, turns_to_skip=player.turns_to_skip + event.count)


@applies(ExtraTurnCreated)
def _extra_turn(table: Table, event: ExtraTurnCreated) -> Table:
    return replace(table, extra_turns=(*table.extra_turns, event.player))


@applies(ExtraPhasesCreated)
def _extra_phases(table: Table, event: ExtraPhasesCreated) -> Table:
    extra = (*table.turn.extra_phases, ExtraPhases(event.after, event.phases, event.steps_only))
    return replace(table, turn=replace(table.turn, extra_phases=extra))


@applies(PermanentsUntapped)
def _untapped(table: Table, event: PermanentsUntapped) -> Table:
    return _done(edit_objects(table, event.objects, tapped=False), "untap")


@applies(TurnBasedActionDone)
def _action_done(table: Table, event: TurnBasedActionDone) -> Table:
    whose = "" if event.player is None else f":{event.player}"
    return _done(table, f"{event.action}{whose}")


def _done(table: Table, action: str) -> Table:
    return replace(table, turn=replace(table.turn, done=table.turn.done | {action}))


@applies(DamageWoreOff)
def _wore_off(table: Table, _event: DamageWoreOff) -> Table:
    """CR 514.2: damage and "until end of turn" end at the same time."""
    things = map(table.objects.get, table.battlefield)
    hurt = [thing.id for thing in things if thing and (thing.damage or thing.deathtouched)]
    table = edit_objects(table, hurt, damage=0, deathtouched=False)
    return replace(
        _done(table, "wear_off"),
        effects=tuple(one for one in table.effects if one.until != "end_of_turn"),
        shields=(),
    )


@applies(PriorityReceived)
def _priority(table: Table, event: PriorityReceived) -> Table:
    if table.turn.phase in PRIORITY_MATTERS:
        table = _done(table, "priority")
    priority = table.priority
    passed = priority.passed if priority.next == event.player else ()  # handed on by who left
    table = replace(table, priority=Priority(event.player, passed))
    for seat, player in table.players.items():
        if player.drew_from_empty:  # CR 704.5b: whoever has not lost yet does not
            table = edit_player(table, seat, drew_from_empty=False)
    return table


@applies(PriorityPassed)
def _passed(table: Table, event: PriorityPassed) -> Table:
    """CR 117.3d: priority goes to the next player in turn order; after all passed, to nobody.

    CR 805.5: where teams share their turns, to who has not passed of the same team first.
    """
    passed = (*table.priority.passed, event.player)
    return replace(table, priority=Priority(_next_to_act(table, event.player, passed), passed))


@lru_cache(maxsize=256)
def _round_from(order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """Return everybody once round the table, from the seat after one; nobody if that is not there."""
    if seat not in order:
        return ()
    first = order.index(seat) + 1
    return order[first:] + order[:first]


def _next_to_act(table: Table, seat: Seat, passed: tuple[Seat, ...]) -> Seat | None:
    coming = _round_from(table.turn_order, seat)
    if table.header.play.shared_team_turns:
        team = _takers(table, seat)
        coming = tuple(sorted(coming, key=lambda other: other not in team))
    for other in coming:
        if other not in passed and table.players[other].is_playing:
            return other
    return None


@applies(CardsDrawn)
def _drawn(table: Table, event: CardsDrawn) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    known = min(len(player.library), event.count)
    taken, left = player.library[:known], player.library[known:]
    new = event.cards if len(event.cards) < 2 else tuple(dict.fromkeys(event.cards))  # noqa: PLR2004 - no two
    old = [table.objects.get(name) for name in taken]
    objects = table.objects
    for name in taken:
        objects = objects.delete(name)
    players = edited(table.players, event.player, library=left)
    table = drop_objects(replace(table, objects=objects, players=players), new)
    player = table.players[event.player]
    objects = table.objects
    for name, thing in zip_longest(new, old[: len(new)]):
        objects = objects.set(name, _in_hand(thing, name, event.player))
    players = edited(
        table.players,
        event.player,
        hand=player.hand + new,
        drew_from_empty=player.drew_from_empty or event.missing > 0,
        cards_drawn_this_turn=player.cards_drawn_this_turn + event.count,
    )
    table = replace(table, objects=objects, players=players)
    table = less_unseen(table, event.player, Zone.LIBRARY, event.count - known)
    table = more_unseen(table, event.player, Zone.HAND, event.count - len(new))
    if table.turn.phase is Phase.DRAW and table.resolution is None:
        table = _done(table, "draw")
    if table.mulligan is not None:
        progress = replace(table.mulligan, drawn=table.mulligan.drawn | {event.player})
        table = replace(table, mulligan=progress)
    return counted(table, *new)


def _in_hand(old: GameObject | None, name: ObjectId, seat: Seat) -> GameObject:
    return GameObject(
        id=name,
        zone=Zone.HAND,
        owner=seat,
        controller=seat,
        card=old.card if old else None,
        seen_by=frozenset({seat}),
    )
