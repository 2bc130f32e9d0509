"""The state machine of a game: pregame, the phases and steps of each turn, the end.

Implements CR 103, 500-514. It never holds a game: a throw-away cursor is put where the table
stands, fires, and is read; only the fold writes a table's phase. Where a turn asks at every step
what comes next, the machine's edges are asked which one is open, and none is fired.
"""

from collections.abc import Callable, Iterator
from functools import cache

from msgspec import Struct
from transitions import Machine

from events.turns import PhaseEntered
from events.vocabulary import TURN_PHASES, Phase
from machine.characteristics import has_keyword, permanent
from machine.mulligan_kinds import lookers
from projections.folds.turns import following
from projections.table import Table

Guard = Callable[[Table], bool]

PROCEED = "proceed"
"""The trigger that takes a game to its next phase."""

FINISH = "finish"
"""The trigger that ends a game from wherever it is (CR 104.1)."""


class Edge(Struct, frozen=True):
    """One way from a phase to another: when it is open, and which rule makes it so."""

    trigger: str
    source: Phase
    dest: Phase
    rule: str
    guard: Guard
    kind: str = "plain"
    """``plain``; ``skip`` where steps between are left out; ``added`` for extra phases and steps."""


def always(_table: Table) -> bool:
    """Open whenever the trigger is fired."""
    return True


def shuffles_first(table: Table) -> bool:
    """Before 2020-07-03 decks were shuffled before anyone chose who starts (CR 103.1-103.3)."""
    return table.rules.pregame.order == "shuffle_then_starting_player"


def chooses_first(table: Table) -> bool:
    """Since 2020-07-03 the starting player is chosen first (CR 103.1-103.3)."""
    return not shuffles_first(table)


def somebody_mulligans(table: Table) -> bool:
    """CR 103.5: a player who has not kept has declared a mulligan in this round."""
    progress = table.mulligan
    return progress is not None and any(
        progress.declared.get(seat) and seat not in progress.kept for seat in table.playing
    )


def somebody_declares(table: Table) -> bool:
    """CR 103.5: somebody has neither kept nor left, so another round follows."""
    progress = table.mulligan
    return progress is None or any(seat not in progress.kept for seat in table.playing)


def somebody_looks(table: Table) -> bool:
    """CR 103.4 of 2015-09-26 to 2019-07-11: a player kept fewer cards than the starting size."""
    return bool(lookers(table))


def all_kept_and_look(table: Table) -> bool:
    """Vancouver: all have kept, and somebody may look before anything else is done."""
    return _all_kept(table) and somebody_looks(table) and not acts_before_looking(table)


def all_kept(table: Table) -> bool:
    """CR 103.6: all have kept, and no look has to come first."""
    return _all_kept(table) and (not somebody_looks(table) or acts_before_looking(table))


def acts_before_looking(table: Table) -> bool:
    """Until 2015-09-25 opening-hand actions wait for kept hands alone (CR 103.5)."""
    return table.rules.pregame.opening_hand_waits_for == "hands_kept"


def acts_after_looking(table: Table) -> bool:
    """Since 2015-09-26 opening-hand actions wait for the looks too (CR 103.5)."""
    return not acts_before_looking(table)


def still_to_look(table: Table) -> bool:
    """Until 2015-09-25, where a table plays with looks: they come after the opening-hand actions."""
    progress = table.mulligan
    chosen = progress is not None and bool(progress.looks)
    return acts_before_looking(table) and somebody_looks(table) and not chosen


def nothing_to_look_at(table: Table) -> bool:
    """CR 103.8: no look is left, so the first turn begins."""
    return not still_to_look(table)


def _all_kept(table: Table) -> bool:
    return not somebody_mulligans(table) and not somebody_declares(table)


def has_attackers(table: Table) -> bool:
    """CR 508.8: something was declared as an attacker, whether or not it still attacks."""
    return table.combat is not None and (table.combat.has_attacked or bool(table.combat.attackers))


def no_attackers(table: Table) -> bool:
    """CR 508.8: nothing was declared as an attacker, so blockers and damage are skipped."""
    return not has_attackers(table)


def has_first_strikers(table: Table) -> bool:
    """CR 510.4: a creature in combat has first strike or double strike."""
    combat = table.combat
    if combat is None:
        return False
    return any(
        has_keyword(table, thing, "first_strike") or has_keyword(table, thing, "double_strike")
        for name in (*combat.attackers, *combat.blockers)
        if (thing := permanent(table, name)) is not None
    )


def no_first_strikers(table: Table) -> bool:
    """CR 510.4: there is one combat damage step."""
    return not has_first_strikers(table)


def another_cleanup(table: Table) -> bool:
    """CR 514.3a: players had priority in this cleanup step, so another one follows."""
    return "priority" in table.turn.done


def turn_over(table: Table) -> bool:
    """CR 514.3: nothing happened in cleanup; the turn is over."""
    return not another_cleanup(table)


_PREGAME: tuple[tuple[Phase, Phase, str, Guard], ...] = (
    (Phase.STARTING_PLAYER, Phase.SHUFFLING, "103.3", chooses_first),
    (Phase.STARTING_PLAYER, Phase.OPENING_DRAW, "103.5", shuffles_first),
    (Phase.SHUFFLING, Phase.STARTING_PLAYER, "103.1", shuffles_first),
    (Phase.SHUFFLING, Phase.OPENING_DRAW, "103.5", chooses_first),
    (Phase.OPENING_DRAW, Phase.MULLIGAN_DECLARING, "103.5", always),
    (Phase.MULLIGAN_DECLARING, Phase.MULLIGAN_TAKING, "103.5", somebody_mulligans),
    (Phase.MULLIGAN_DECLARING, Phase.MULLIGAN_LOOKING, "103.5", all_kept_and_look),
    (Phase.MULLIGAN_DECLARING, Phase.OPENING_HAND_ACTIONS, "103.6", all_kept),
    (Phase.MULLIGAN_TAKING, Phase.MULLIGAN_DECLARING, "103.5", somebody_declares),
    (Phase.MULLIGAN_TAKING, Phase.MULLIGAN_LOOKING, "103.5", all_kept_and_look),
    (Phase.MULLIGAN_TAKING, Phase.OPENING_HAND_ACTIONS, "103.6", all_kept),
    (Phase.MULLIGAN_LOOKING, Phase.OPENING_HAND_ACTIONS, "103.6", acts_after_looking),
    (Phase.MULLIGAN_LOOKING, Phase.UNTAP, "103.8", acts_before_looking),
    (Phase.OPENING_HAND_ACTIONS, Phase.MULLIGAN_LOOKING, "103.5", still_to_look),
    (Phase.OPENING_HAND_ACTIONS, Phase.UNTAP, "103.8", nothing_to_look_at),
)

_TURN: tuple[tuple[Phase, Phase, str, Guard], ...] = (
    (Phase.UNTAP, Phase.UPKEEP, "500.3", always),
    (Phase.UPKEEP, Phase.DRAW, "500.2", always),
    (Phase.DRAW, Phase.PRECOMBAT_MAIN, "500.2", always),
    (Phase.PRECOMBAT_MAIN, Phase.BEGINNING_OF_COMBAT, "500.2", always),
    (Phase.BEGINNING_OF_COMBAT, Phase.DECLARE_ATTACKERS, "500.2", always),
    (Phase.DECLARE_ATTACKERS, Phase.DECLARE_BLOCKERS, "500.2", has_attackers),
    (Phase.DECLARE_ATTACKERS, Phase.END_OF_COMBAT, "508.8", no_attackers),
    (Phase.DECLARE_BLOCKERS, Phase.FIRST_STRIKE_DAMAGE, "510.4", has_first_strikers),
    (Phase.DECLARE_BLOCKERS, Phase.COMBAT_DAMAGE, "500.2", no_first_strikers),
    (Phase.FIRST_STRIKE_DAMAGE, Phase.COMBAT_DAMAGE, "510.4", always),
    (Phase.COMBAT_DAMAGE, Phase.END_OF_COMBAT, "500.2", always),
    (Phase.END_OF_COMBAT, Phase.POSTCOMBAT_MAIN, "500.2", always),
    (Phase.POSTCOMBAT_MAIN, Phase.END_STEP, "500.2", always),
    (Phase.END_STEP, Phase.CLEANUP, "500.2", always),
    (Phase.CLEANUP, Phase.CLEANUP, "514.3a", another_cleanup),
    (Phase.CLEANUP, Phase.UNTAP, "514.3", turn_over),
)
"""The edges of a turn without skips and additions."""


SKIPPED = {phase: f"skipped:{phase.value}" for phase in Phase}
"""What a turn notes as done when a phase or step is skipped."""


def is_skipped(table: Table, phase: Phase) -> bool:
    """CR 500.11: the phase or step ahead has been skipped."""
    return SKIPPED[phase] in table.turn.done


def added_next(table: Table) -> Phase | None:
    """Return the added phase or step that comes now, or where the turn goes on after the last."""
    turn = table.turn
    if turn.resume is None and not turn.extra_phases:
        return None
    added = [extra for extra in turn.extra_phases if extra.after is turn.phase and extra.phases]
    if added:
        return added[-1].phases[0]  # CR 500.8: the most recently created comes first
    if turn.resume is None or not (turn.steps_only or _ends_its_phase(table)):
        return None
    return turn.coming[0] if turn.coming else turn.resume


def _ends_its_phase(table: Table) -> bool:
    phase = table.turn.phase
    after = following(phase)
    return after is None or after.phase != phase.phase or after.phase == "main"


def _nothing_added(guard: Guard, dest: Phase) -> Guard:
    def open_(table: Table) -> bool:
        return added_next(table) is None and not is_skipped(table, dest) and guard(table)

    open_.__doc__ = guard.__doc__
    open_.__name__ = guard.__name__
    return open_


def _added(dest: Phase) -> Guard:
    def added(table: Table) -> bool:
        return added_next(table) is dest

    added.__doc__ = "CR 500.8: an added phase or step comes now, or the turn goes on after one."
    return added


def _skips_to(source: Phase, dest: Phase) -> Guard:
    between = TURN_PHASES[TURN_PHASES.index(source) + 1 : TURN_PHASES.index(dest)]

    def skips(table: Table) -> bool:
        return (
            bool(between)
            and added_next(table) is None
            and not is_skipped(table, dest)
            and all(is_skipped(table, phase) for phase in between)
        )

    skips.__doc__ = "CR 500.11: every step between is skipped, as though it did not exist."
    return skips


def _generate() -> Iterator[Edge]:
    for source, dest, rule, guard in _PREGAME:
        yield Edge(PROCEED, source, dest, rule, guard)
    for source, dest, rule, guard in _TURN:
        yield Edge(PROCEED, source, dest, rule, _nothing_added(guard, dest))
    for source in TURN_PHASES:
        for dest in TURN_PHASES[TURN_PHASES.index(source) + 2 :]:
            yield Edge(PROCEED, source, dest, "500.11", _skips_to(source, dest), "skip")
    for source in TURN_PHASES:
        for dest in TURN_PHASES:
            yield Edge(PROCEED, source, dest, "500.8", _added(dest), "added")
    for source in Phase:
        if source is not Phase.GAME_OVER:
            yield Edge(FINISH, source, Phase.GAME_OVER, "104.1", always)


@cache
def edges() -> tuple[Edge, ...]:
    """Return every edge of the machine, in the order in which they are tried."""
    return tuple(_generate())


class Cursor:
    """A throw-away place in the machine; it holds no game."""

    __slots__ = ("state",)

    def __init__(self, phase: Phase) -> None:
        self.state = phase.name


@cache
def machine() -> Machine:
    """Return the machine itself: one for all games, without a model of its own."""
    return Machine(
        model=[],
        states=[phase.name for phase in Phase],
        initial=Phase.STARTING_PLAYER.name,
        transitions=[
            {
                "trigger": edge.trigger,
                "source": edge.source.name,
                "dest": edge.dest.name,
                "conditions": edge.guard,
            }
            for edge in edges()
        ],
        auto_transitions=False,
        ignore_invalid_triggers=True,
    )


def follow(table: Table, trigger: str = PROCEED) -> PhaseEntered | None:
    """Return the event that takes a table along the first open edge, or nothing."""
    cursor = Cursor(table.phase)
    if not machine().events[trigger].trigger(cursor, table):
        return None
    return PhaseEntered(phase=Phase[cursor.state])


def next_phase(table: Table, trigger: str = PROCEED) -> Phase | None:
    """Return where ``follow`` would lead, without firing anything; nothing if no edge is open."""
    for guard, dest in _ways(trigger, table.turn.phase):
        if guard(table):
            return dest
    return None


@cache
def _ways(trigger: str, source: Phase) -> tuple[tuple[Guard, Phase], ...]:
    """Return the edges of a trigger from a phase, in the order in which the machine tries them."""
    return tuple(
        (edge.guard, edge.dest)
        for edge in edges()
        if edge.trigger == trigger and edge.source is source
    )


@cache
def edges_between(source: Phase, dest: Phase) -> tuple[Edge, ...]:
    """Return all edges from one phase to another, whatever their guards say."""
    return tuple(edge for edge in edges() if edge.source is source and edge.dest is dest)


def open_edge(table: Table, dest: Phase) -> Edge | None:
    """Return the edge that takes a table to a phase now, or nothing: what an audit asks."""
    return next((edge for edge in edges_between(table.phase, dest) if edge.guard(table)), None)
