"""How an instruction is followed: one executor for each kind, registered by the class it follows.

Implements the frame of CR 608.2c-d and 101.3: what is impossible is left out and recorded.
"""

from collections.abc import Callable
from typing import Protocol

from events.base import Event
from events.instructions import Instruction
from machine.chance import Chance
from machine.context import Context
from machine.procedure import NOBODY, Asked

Obstacle = tuple[str, str] | None
"""(rule, reason) why a player cannot choose to do something, or nothing."""


class Executor(Protocol):
    """Follows one kind of instruction. It keeps nothing: all progress is on the table."""

    def awaiting(self, context: Context) -> Asked:
        """Return what the instruction asks of players now."""
        ...

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Return the next events; the last ones of the instruction end in ``InstructionDone``."""
        ...

    def obstacle(self, context: Context) -> Obstacle:
        """Return why a player may not choose to follow an optional instruction."""
        ...


class AtOnce:
    """An instruction that asks nobody anything and is done in one go."""

    def __init__(self, do: Callable[[Context], tuple[Event, ...]]) -> None:
        self._do = do

    def awaiting(self, context: Context) -> Asked:
        """Nobody is asked."""
        del context
        return NOBODY

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Do all of it."""
        del chance
        return self._do(context)

    def obstacle(self, context: Context) -> Obstacle:
        """Nothing stands against it."""
        del context
        return None


EXECUTORS: dict[type[Instruction], Executor] = {}


def at_once(
    kind: type[Instruction],
) -> Callable[[Callable[[Context], tuple[Event, ...]]], Callable[[Context], tuple[Event, ...]]]:
    """Register the decorated function as all that an instruction does."""

    def register(
        do: Callable[[Context], tuple[Event, ...]],
    ) -> Callable[[Context], tuple[Event, ...]]:
        follows(kind, AtOnce(do))
        return do

    return register


def follows(kind: type[Instruction], executor: Executor) -> None:
    """Register an executor for one kind of instruction."""
    if kind in EXECUTORS:
        raise ValueError(f"two executors follow {kind.__name__}")
    EXECUTORS[kind] = executor
