"""Turns, phases and steps, and the declarations of combat that belong to its steps (CR 500-511)."""

from events.turns import DamageWoreOff, PhaseEntered, TurnBegan
from events.vocabulary import Phase
from replays.importers.arena import combat, facts, opening
from replays.importers.arena.context import Build
from replays.importers.arena.wire import Annotation, GameState, TurnInfo
from replays.importers.extra_phases import extra_phase

NEW_TURN = "AnnotationType_NewTurnStarted"
STEP = "AnnotationType_PhaseOrStepModified"
PHASES = {
    (1, 1): Phase.UNTAP,
    (1, 2): Phase.UPKEEP,
    (1, 3): Phase.DRAW,
    (2, 0): Phase.PRECOMBAT_MAIN,
    (3, 0): Phase.BEGINNING_OF_COMBAT,
    (3, 4): Phase.BEGINNING_OF_COMBAT,
    (3, 5): Phase.DECLARE_ATTACKERS,
    (3, 6): Phase.DECLARE_BLOCKERS,
    (3, 11): Phase.FIRST_STRIKE_DAMAGE,
    (3, 7): Phase.COMBAT_DAMAGE,
    (3, 8): Phase.END_OF_COMBAT,
    (4, 0): Phase.POSTCOMBAT_MAIN,
    (5, 0): Phase.END_STEP,
    (5, 9): Phase.END_STEP,
    (5, 10): Phase.CLEANUP,
}
"""The client's (phase, step); (1, 0) says only that a beginning phase has begun."""

SHOWN_PHASES = {
    ("Phase_Beginning", "Step_Untap"): Phase.UNTAP,
    ("Phase_Beginning", "Step_Upkeep"): Phase.UPKEEP,
    ("Phase_Beginning", "Step_Draw"): Phase.DRAW,
    ("Phase_Main1", ""): Phase.PRECOMBAT_MAIN,
    ("Phase_Combat", "Step_BeginCombat"): Phase.BEGINNING_OF_COMBAT,
    ("Phase_Combat", "Step_DeclareAttack"): Phase.DECLARE_ATTACKERS,
    ("Phase_Combat", "Step_DeclareBlock"): Phase.DECLARE_BLOCKERS,
    ("Phase_Combat", "Step_FirstStrikeDamage"): Phase.FIRST_STRIKE_DAMAGE,
    ("Phase_Combat", "Step_CombatDamage"): Phase.COMBAT_DAMAGE,
    ("Phase_Combat", "Step_EndCombat"): Phase.END_OF_COMBAT,
    ("Phase_Main2", ""): Phase.POSTCOMBAT_MAIN,
    ("Phase_Ending", "Step_End"): Phase.END_STEP,
    ("Phase_Ending", "Step_Cleanup"): Phase.CLEANUP,
}
"""The same as a state names them: read only where a record begins, or goes back, in the middle."""

FIGHTING = frozenset(
    {
        Phase.DECLARE_ATTACKERS,
        Phase.DECLARE_BLOCKERS,
        Phase.FIRST_STRIKE_DAMAGE,
        Phase.COMBAT_DAMAGE,
    }
)


def catch_up(build: Build, state: GameState) -> None:
    """After missing states: write the turn and the phase that are shown and were never announced."""
    turn, phase = build.mirror.turn, shown_phase(build.mirror.turn)
    kinds = {kind for one in state.annotations for kind in one.type}
    if build.opening is not None or NEW_TURN in kinds:
        return
    if turn.active_player and turn.turn_number > build.turns:
        build.turns, build.active = turn.turn_number, turn.active_player
        build.attacked = build.blocked = False
        build.entered.clear()
        began = TurnBegan(number=build.turns, player=build.seat(build.active))
        build.write(began, inferred=True)
    if phase is not None and phase != build.phase and STEP not in kinds:
        build.phase = phase
        build.write(PhaseEntered(phase=phase), inferred=True)


def shown_phase(turn: TurnInfo) -> Phase | None:
    """Return the phase a state names; nothing where it names none of a turn."""
    return SHOWN_PHASES.get((turn.phase, turn.step))


def declare(build: Build) -> None:
    """Write attackers and blockers that are shown now, while they fight."""
    if build.phase in FIGHTING:
        combat.declarations(build)


def new_turn(build: Build, annotation: Annotation) -> None:
    """Write that a turn begins."""
    seat = annotation.affected
    extra = seat == build.active
    turn = build.mirror.turn
    build.turns = turn.turn_number if turn.active_player == seat else build.turns + 1
    build.turns, build.active = max(build.turns, 1), seat
    build.attacked = build.blocked = False
    build.entered.clear()
    build.write(TurnBegan(number=build.turns, player=build.seat(seat), extra=extra))


def phase_entered(build: Build, annotation: Annotation) -> None:
    """Write that the game moves on to a phase or step."""
    opening.begin_first_turn(build)
    step = (annotation.number("phase"), annotation.number("step"))
    phase = PHASES.get(step)
    if phase is None:
        if step != (1, 0):
            facts.raw(build, annotation)
        return
    extra = extra_phase(build.entered, build.phase, phase)
    if extra is not None:
        build.write(extra, inferred=True)
    build.phase = phase
    build.entered.add(phase)
    build.write(PhaseEntered(phase=phase))
    if phase is Phase.CLEANUP:
        build.write(DamageWoreOff(), inferred=True)
    if phase not in FIGHTING:
        build.attacked = build.blocked = False
    declare(build)
