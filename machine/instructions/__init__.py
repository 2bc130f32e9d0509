"""What each instruction of a card does, one module per family; importing this registers them all."""

from machine.executor import EXECUTORS
from machine.instructions import (
    basic,
    cards,
    choices,
    contraptions,
    copies,
    damage,
    division,
    flips,
    libraries,
    ordering,
    spells,
    upkeep,
)

__all__ = [
    "EXECUTORS",
    "basic",
    "cards",
    "choices",
    "contraptions",
    "copies",
    "damage",
    "division",
    "flips",
    "libraries",
    "ordering",
    "spells",
    "upkeep",
]
