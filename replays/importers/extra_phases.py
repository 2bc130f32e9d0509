"""Phases that a turn has twice: a record shows that they came, and nothing of what created them.

Implements CR 500.8 as far as it can be inferred: an extra phase follows the end of another one.
"""

from collections.abc import Collection

from events.turns import ExtraPhasesCreated
from events.vocabulary import Phase

AFTER = {
    Phase.UNTAP: frozenset({Phase.POSTCOMBAT_MAIN}),
    Phase.BEGINNING_OF_COMBAT: frozenset({Phase.END_OF_COMBAT, Phase.POSTCOMBAT_MAIN}),
    Phase.POSTCOMBAT_MAIN: frozenset({Phase.END_OF_COMBAT}),
}
"""First step of a phase that effects add -> last steps of the phases after which they add it."""


def extra_phase(
    entered: Collection[Phase], before: Phase | None, phase: Phase
) -> ExtraPhasesCreated | None:
    """Return what must have been created for a phase to come again, where it begins after another's end.

    ``entered`` are the phases and steps that the turn has had.
    """
    if before is None or before not in AFTER.get(phase, ()) or phase not in entered:
        return None
    return ExtraPhasesCreated(after=before, phases=(phase,))
