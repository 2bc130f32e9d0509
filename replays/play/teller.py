"""What a dialogue says and asks, and who says it: the door between a game and a screen or a pipe."""

from typing import Protocol

from msgspec import Struct

from events.base import Decision
from events.errors import ApnapError
from events.identifiers import Seat
from events.stack import ManaAbilityActivated
from projections.table import Table
from replays.play.questions import Question, Split, legal_of, split_of
from replays.session import Game


class Asking(Struct, frozen=True, kw_only=True):
    """A question as it is put: on which table, with what has been announced so far."""

    question: Question
    table: Table
    made: tuple[Decision, ...] = ()
    given: tuple[int, ...] = ()
    """Shares of a split that are settled."""
    again: bool = False
    """The same question was put just before, and its answer was not one."""

    @property
    def split(self) -> Split | None:
        """The split that is asked for, where the answers are too many to list."""
        return split_of(self.question) if self.question.is_long else None


class Teller(Protocol):
    """Who shows things to people and brings their answers."""

    def records(self, game: Game, first: int, seat: Seat | None) -> None:
        """Tell what happened from a record on, as a seat may see it."""
        ...

    def asks(self, asking: Asking) -> str | None:
        """Put a question and return the answer's line, or nothing where there is no more input."""
        ...

    def confirms(self, seat: Seat, what: str) -> bool:
        """Ask a seat whether it agrees."""
        ...

    def hands_over(self, seat: Seat) -> bool:
        """Say that somebody else comes to the screen; return whether they did."""
        ...

    def refused(self, error: ApnapError) -> None:
        """Tell why something was not accepted; nothing has been written."""
        ...

    def says(self, what: str, **values: object) -> None:
        """Remark something."""
        ...

    def shows(self, what: str, game: Game, asking: Asking, argument: str) -> None:
        """Show what a command asks for: the table, the hand, the log, mana, what is legal, help."""
        ...


def mana_abilities(asking: Asking) -> tuple[Decision, ...]:
    """Return the mana abilities a player could activate now."""
    seat = asking.question.player
    return tuple(legal_of(asking.table, seat, ManaAbilityActivated))
