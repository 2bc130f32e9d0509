"""Events beside the game: rulings, corrections, take-backs, notes, and facts kept raw.

Implements CR 732, and what judges do at a table; nothing is ever deleted.
"""

from typing import ClassVar

from events.base import Consequence, Count, Decision, Integer
from events.identifiers import Path, Seat


class RulingMade(Consequence, frozen=True, kw_only=True, tag=True):
    """A judge rules."""

    rule: ClassVar[str] = "MTR.judge"

    text: str
    about: Count = 0
    """The record the ruling is about; 0 for the game as a whole."""
    rules: tuple[str, ...] = ()
    code: str = ""
    """What the ruling does to the game where that is a matter of form: ``time_called``."""


class Corrected(Consequence, frozen=True, kw_only=True, tag=True):
    """A judge sets a value of the table right."""

    rule: ClassVar[str] = "MTR.judge"

    path: Path
    value: str | Integer | bool
    why: str = ""


class Rewound(Consequence, frozen=True, kw_only=True, tag=True):
    """The game goes back to how it stood after an earlier record; what was undone stays in the log."""

    rule: ClassVar[str] = "MTR.backup"

    to: Count
    agreed: tuple[Seat, ...] = ()
    why: str = ""
    reflip: bool = False
    """Coins that were undone are tossed anew; otherwise the same flip, made again, has them again."""


class NoteAdded(Consequence, frozen=True, kw_only=True, tag=True):
    """Somebody writes something down; it changes nothing."""

    rule: ClassVar[str] = "MTR.notes"

    text: str
    about: Count = 0


class TakeBackAgreed(Decision, frozen=True, kw_only=True, tag=True):
    """A player agrees, or does not, to a take-back that was asked for."""

    rule: ClassVar[str] = "MTR.backup"

    player: Seat
    to: Count
    agreed: bool = True


class FactObserved(Consequence, frozen=True, kw_only=True, tag=True):
    """An imported record tells something that no other event says; it is kept as it was found."""

    rule: ClassVar[str] = "MTR.notes"

    kind: str
    data: str = ""
    """The client's own words, as JSON text."""
