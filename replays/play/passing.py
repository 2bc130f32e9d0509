"""Passing on and on: until a step, a turn, or until what lies on the stack has resolved.

Every pass is a decision of its own in the log (CR 117.3d); a standing order only saves typing.
"""

import re
from collections.abc import Callable

from events.errors import DataError
from events.identifiers import Seat
from events.vocabulary import TURN_PHASES, Phase
from machine.apnap_order import active_side
from projections.table import Table

Reached = Callable[[Table], bool]

STEPS: dict[str, tuple[Phase, ...]] = {
    "main": (Phase.PRECOMBAT_MAIN, Phase.POSTCOMBAT_MAIN),
    "main1": (Phase.PRECOMBAT_MAIN,),
    "main2": (Phase.POSTCOMBAT_MAIN,),
    "combat": (Phase.BEGINNING_OF_COMBAT,),
    "attackers": (Phase.DECLARE_ATTACKERS,),
    "blockers": (Phase.DECLARE_BLOCKERS,),
    "end": (Phase.END_STEP,),
    **{phase.step: (phase,) for phase in TURN_PHASES if phase.step not in ("beginning", "end")},
    **{phase.value: (phase,) for phase in TURN_PHASES},
}
"""Words for steps; ``combat.beginning`` and the like mean that step alone."""

WORDS = "turn, my turn, resolve, upkeep, draw, main, combat, blockers, main2, end, t5, t5.upkeep"
"""Examples of what one can pass until, as an error shows them."""

MOST_TURNS = 2
"""Turns after which a step that does not come is given up: each turn has nearly all of them."""

_TURN = re.compile(r"t([0-9]{1,6})(?:\.([a-z_.0-9]+))?")


def until(word: str, seat: Seat, table: Table) -> Reached:
    """Return whether a table has reached what a word names, seen from where it was said.

    Raises ``DataError`` where the word names nothing.
    """
    number, phase, size = table.turn.number, table.phase, len(table.stack)
    if word in ("turn", "next turn"):
        return lambda now: now.turn.number > number
    if word == "my turn":
        return lambda now: now.turn.number > number and seat in active_side(now)
    if word == "resolve":
        return lambda now: len(now.stack) < size or not now.stack
    if match := _TURN.fullmatch(word):
        return _turn(int(match[1]), match[2])
    phases = STEPS.get(word)
    if phases is None:
        raise DataError("pass/until", f"{word!r} is nothing to pass until, such as {WORDS}")
    return lambda now: (
        (now.phase in phases and (now.phase, now.turn.number) != (phase, number))
        or now.turn.number > number + MOST_TURNS
    )


def _turn(number: int, step: str | None) -> Reached:
    phases = TURN_PHASES if step is None else STEPS.get(step)
    if phases is None:
        raise DataError("pass/until", f"no step is called {step!r}, such as {WORDS}")
    first = min(TURN_PHASES.index(phase) for phase in phases)

    def reached(now: Table) -> bool:
        if now.turn.number != number or not now.phase.is_turn:
            return now.turn.number > number
        return TURN_PHASES.index(now.phase) >= first

    return reached


class Standing:
    """The standing orders of a table: who passes until what, and what interrupts that."""

    def __init__(self) -> None:
        self._orders: dict[Seat, tuple[Reached, tuple[str, ...]]] = {}

    def order(self, seat: Seat, reached: Reached, table: Table) -> None:
        """Let a player pass until something is reached."""
        self._orders[seat] = (reached, _of_others(table, seat))

    def passes(self, seat: Seat, table: Table) -> bool:
        """Whether a player passes now; an order that is over, or interrupted, is forgotten.

        What somebody else puts on the stack meanwhile interrupts it.
        """
        order = self._orders.get(seat)
        if order is None:
            return False
        reached, known = order
        if not reached(table) and set(_of_others(table, seat)) <= set(known):
            return True
        del self._orders[seat]
        return False

    def clear(self) -> None:
        """Forget all orders."""
        self._orders.clear()


def _of_others(table: Table, seat: Seat) -> tuple[str, ...]:
    return tuple(item.id for item in table.stack if item.controller != seat)
