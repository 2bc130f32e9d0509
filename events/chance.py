"""Events of chance that belong to no procedure of their own: dice and random choices.

Implements CR 103.1, 706, 701.9b.
"""

from typing import ClassVar

from events.base import Chance, Number
from events.identifiers import Recipient, Seat


class DieRolled(Chance, frozen=True, kw_only=True, tag=True):
    """A player rolls a die."""

    rule: ClassVar[str] = "706.1"

    player: Seat
    sides: Number
    value: Number
    purpose: str = ""


class RandomlyChosen(Chance, frozen=True, kw_only=True, tag=True):
    """Something is chosen at random among several."""

    rule: ClassVar[str] = "701.9b"

    purpose: str
    chosen: tuple[Recipient, ...]
    among: tuple[Recipient, ...] = ()
    player: Seat | None = None
