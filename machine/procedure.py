"""How the procedures plug into the referee: what is awaited, and one check for each decision.

A check is asked three ways: ``decide`` raises what it raises, ``legal_decisions`` keeps what passes
it, an audit reports what it refuses.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec import Struct

from events.base import Decision
from events.errors import IllegalAction
from events.identifiers import Seat
from projections.table import Table

D = TypeVar("D", bound=Decision)
Check = Callable[[Table, Any], None]
Offer = Callable[[Table, Seat], Iterator[Decision]]

CHECKS: dict[type[Decision], Check] = {}
OFFERS: dict[type[Decision], Offer] = {}
REASONS: dict[type[Decision], Check] = {}


class Awaiting(Struct, frozen=True, kw_only=True):
    """Who must decide what: one player and the kinds of decision that would answer."""

    player: Seat
    decisions: tuple[type[Decision], ...]
    what: str
    """What is asked, in a few words."""
    rule: str
    by: Seat | None = None
    """Who decides in the player's place, where another player controls them (CR 722.5)."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the decisions' types."""
        return tuple(kind.__name__ for kind in self.decisions)


Asked = tuple[Awaiting, ...]
NOBODY: Asked = ()


def ask(player: Seat, what: str, rule: str, *decisions: type[Decision]) -> Asked:
    """Return that one player is asked for one of some decisions."""
    return (Awaiting(player=player, decisions=decisions, what=what, rule=rule),)


def checks(kind: type[D]) -> Callable[[Callable[[Table, D], None]], Callable[[Table, D], None]]:
    """Register the decorated function as the check of one kind of decision."""

    def register(check: Callable[[Table, D], None]) -> Callable[[Table, D], None]:
        if kind in CHECKS:
            raise ValueError(f"two checks for {kind.__name__}")
        CHECKS[kind] = check
        return check

    return register


def explains(kind: type[D]) -> Callable[[Callable[[Table, D], None]], Callable[[Table, D], None]]:
    """Register the decorated function as what says why a kind of decision is not asked for now.

    It may raise a more telling refusal than "nobody asked"; it never lets a decision pass.
    """

    def register(explain: Callable[[Table, D], None]) -> Callable[[Table, D], None]:
        if kind in REASONS:
            raise ValueError(f"two explanations for {kind.__name__}")
        REASONS[kind] = explain
        return explain

    return register


def offers(kind: type[D]) -> Callable[[Offer], Offer]:
    """Register the decorated function as what proposes decisions of one kind to a player.

    It may propose what the check refuses; ``legal_decisions`` keeps only what passes.
    """

    def register(offer: Offer) -> Offer:
        if kind in OFFERS:
            raise ValueError(f"two offers for {kind.__name__}")
        OFFERS[kind] = offer
        return offer

    return register


def is_legal(table: Table, decision: Decision) -> bool:
    """Whether the check of a decision's kind lets it pass."""
    try:
        CHECKS[type(decision)](table, decision)
    except IllegalAction:
        return False
    return True


def refuse(
    code: str,
    what: str,
    rule: str,
    because: str = "",
    *,
    legal: tuple[str, ...] = (),
    **facts: object,
) -> IllegalAction:
    """Return the refusal of a decision, ready to raise: who and what, rule, facts, what is legal."""
    return IllegalAction(code, what, rule=rule, facts=facts, because=because, legal=legal)
