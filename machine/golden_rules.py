"""One place that answers: may this player, or this object, do this now?

Implements CR 101.1 and 101.2: a card beats a rule it contradicts, "can't" beats "can",
and conceding is beaten by nothing (CR 104.3a, in ``machine.ending``).
"""

from collections.abc import Iterator

from msgspec import Struct

from events.abilities import StaticAbility
from events.identifiers import ObjectId, Seat
from machine.characteristics import statics
from projections.table import Table

LANDS_A_TURN = 1
"""CR 305.2: a player normally plays one land in each of their turns."""


class Reason(Struct, frozen=True, kw_only=True):
    """One statement about an action: who makes it, and whether it allows or forbids."""

    allows: bool
    rule: str
    source: ObjectId | None = None
    """The permanent or effect that says so; absent for a rule of the game."""
    amount: int = 0


def prohibitions(table: Table, action: str, subject: str) -> tuple[Reason, ...]:
    """Return every effect that says a player or object can't do something."""
    return tuple(_prohibitions(table, action, subject))


def _prohibitions(table: Table, action: str, subject: str) -> Iterator[Reason]:
    for effect in table.effects:
        if effect.kind == f"restrict:{action}" and subject in effect.objects:
            yield Reason(allows=False, rule="101.2", source=effect.source)
    for source, ability in statics(table):
        if ability.restrict == action and _about(table, ability, source.controller, subject):
            yield Reason(allows=False, rule="101.2", source=source.id)


def permissions(table: Table, action: str, subject: str) -> tuple[Reason, ...]:
    """Return every effect that says a player may do something, or do it more often."""
    return tuple(_permissions(table, action, subject))


def _permissions(table: Table, action: str, subject: str) -> Iterator[Reason]:
    for effect in table.effects:
        if effect.kind == f"permit:{action}" and subject in effect.objects:
            yield Reason(allows=True, rule="101.1", source=effect.source, amount=effect.value)
    for source, ability in statics(table):
        if ability.permit == action and _about(table, ability, source.controller, subject):
            yield Reason(allows=True, rule="101.1", source=source.id, amount=ability.amount)


def _about(table: Table, ability: StaticAbility, controller: Seat | None, subject: str) -> bool:
    if subject not in table.players:
        return subject in table.objects and ability.to is None
    match ability.who:
        case "you":
            return subject == controller
        case "opponents":
            return subject != controller
        case _:
            return True


def is_prohibited(table: Table, action: str, subject: str) -> bool:
    """Whether an effect's "can't" stops a player or object: it beats every permission (CR 101.2)."""
    return next(_prohibitions(table, action, subject), None) is not None


def lands_allowed(table: Table, seat: Seat) -> int:
    """Return how many lands a player may play this turn (CR 305.2)."""
    extra = sum(reason.amount for reason in _permissions(table, "play_land", seat))
    return LANDS_A_TURN + extra
