"""What each instruction of a card does, one module per family; importing this registers them all."""

from machine.executor import EXECUTORS
from machine.instructions import basic, cards, contraptions, copies, damage

__all__ = ["EXECUTORS", "basic", "cards", "contraptions", "copies", "damage"]
