"""One place that answers: may this player, or this object, do this now? With the chain of reasons.

Implements CR 101.1 and 101.2: a card beats a rule it contradicts, in that case alone; "can't" beats
"can"; conceding is beaten by nothing (CR 104.3a). Gaining and losing abilities is no contest of
that kind and never asks here (CR 101.2a).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeVar

from msgspec import Struct

from events.abilities import StaticAbility
from events.base import Decision
from events.combat import AttackersDeclared, BlockersDeclared
from events.identifiers import ObjectId, Seat
from events.stack import SpellCast
from machine.apnap_order import are_opponents, sharing_turns
from machine.characteristics import matches, statics
from projections.table import GameObject, Table

LANDS_A_TURN = 1
"""CR 305.2: a player normally plays one land in each of their turns."""

D = TypeVar("D", bound=Decision)


class Reason(Struct, frozen=True, kw_only=True):
    """One statement about an action: who makes it, and whether it allows or forbids."""

    allows: bool
    rule: str
    by: Literal["rule", "effect"] = "effect"
    source: ObjectId | None = None
    """The permanent, spell or effect that says so; absent for a rule of the game."""
    amount: int = 0
    says: str = ""
    """What is said, in a few words."""
    case: str = ""
    """What a rule's "can't" is about, such as a zone or a number: an effect's "may" answers only
    the case it is about (CR 101.1)."""


class Verdict(Struct, frozen=True, kw_only=True):
    """Whether something may be done now, and everything that speaks for or against it."""

    allowed: bool
    reasons: tuple[Reason, ...] = ()
    rule: str = ""
    """The rule that settles it."""
    against: Reason | None = None
    """The reason that nothing answers; absent where it is allowed, or nothing speaks for it."""
    unwritten: bool = False
    """The rules of the day do not say which of two wins: the later rule stands in."""


def weigh(table: Table, reasons: Iterable[Reason]) -> Verdict:
    """Return what reasons for and against an action come to.

    An effect's "can't" beats everything (CR 101.2). A rule's "can't" is beaten by an effect that
    says one may, about the same case (CR 101.1). What nothing allows is not allowed.
    """
    told = tuple(reasons)
    against = unanswered(told)
    if against is None:
        allowing = [one.rule for one in told if one.allows]
        beaten = any(not one.allows for one in told)
        rule = "101.1" if beaten else next(iter(allowing), "101.3")
        unwritten = beaten and _is_unclear(table)
        return Verdict(allowed=bool(allowing), reasons=told, rule=rule, unwritten=unwritten)
    contested = against.by == "effect" and any(one.by == "effect" and one.allows for one in told)
    unwritten = contested and not table.rules.golden.cant_beats_can
    return Verdict(
        allowed=False, reasons=told, rule=against.rule, against=against, unwritten=unwritten
    )


def _is_unclear(table: Table) -> bool:
    """Whether "can't beats can" is a rule of the day that does not say whose "can't" it means."""
    golden = table.rules.golden
    return golden.cant_beats_can and not golden.cant_rule_vs_effect


def unanswered(told: tuple[Reason, ...]) -> Reason | None:
    """Return the first "can't" that stands: an effect's, or a rule's that no effect contradicts."""
    answered = {one.case for one in told if one.by == "effect" and one.allows}
    forbidding = [one for one in told if not one.allows]
    effects = [one for one in forbidding if one.by == "effect"]
    rules = [one for one in forbidding if one.by == "rule" and one.case not in answered]
    return next(iter((*effects, *rules)), None)


# -- what effects say -------------------------------------------------------------------------------


def prohibitions(table: Table, action: str, subject: str) -> tuple[Reason, ...]:
    """Return every effect that says a player or object can't do something."""
    return tuple(_prohibitions(table, action, subject))


def _prohibitions(table: Table, action: str, subject: str) -> Iterator[Reason]:
    if action in AS_A_TEAM and subject in table.players:
        for seat in sharing_turns(table, Seat(subject)):
            yield from _stopping(table, action, seat)
    else:
        yield from _stopping(table, action, subject)


def _stopping(table: Table, action: str, subject: str) -> Iterator[Reason]:
    says = f"an effect says that {subject} can't {_words(action)}"
    for effect in table.effects:
        if effect.kind == f"restrict:{action}" and subject in effect.objects:
            yield Reason(allows=False, rule="101.2", source=effect.source, says=says)
    for source, ability in statics(table):
        if ability.restrict == action and _about(table, ability, source, subject):
            yield Reason(allows=False, rule="101.2", source=source.id, says=says)


def permissions(table: Table, action: str, subject: str, case: str = "") -> tuple[Reason, ...]:
    """Return every effect that says a player may do something, or do it more often."""
    return tuple(_permissions(table, action, subject, case))


def _permissions(table: Table, action: str, subject: str, case: str = "") -> Iterator[Reason]:
    says = f"an effect says that {subject} may {_words(action)}"
    for effect in table.effects:
        if effect.kind == f"permit:{action}" and subject in effect.objects:
            yield _allowing(effect.source, effect.value, says, case)
    for source, ability in statics(table):
        if ability.permit == action and _about(table, ability, source, subject):
            yield _allowing(source.id, ability.amount, says, case)


def _allowing(source: ObjectId | None, amount: int, says: str, case: str) -> Reason:
    return Reason(allows=True, rule="101.1", source=source, amount=amount, says=says, case=case)


AS_A_TEAM = frozenset({"lose", "win"})
"""What players who share their turns do as a team: whom an effect stops stops them all (CR 810.8a)."""

WORDS = {
    "play_land": "play lands",
    "play_land_from_graveyard": "play lands from the graveyard",
    "draw": "draw cards",
    "cast": "cast spells",
    "lose": "lose the game",
    "win": "win the game",
}
"""An action in the words of a reason, where they are not the action's own name."""


def _words(action: str) -> str:
    return WORDS.get(action, action.replace("_", " "))


def _about(table: Table, ability: StaticAbility, source: GameObject, subject: str) -> bool:
    """Whether a static ability speaks of a player, or of an object: those it selects, or itself."""
    thing = table.objects.get(ObjectId(subject))
    if thing is not None:
        if ability.to is None:
            return thing.id == source.id
        return matches(table, ability.to, thing, source.controller, source)
    match ability.who:
        case "you":
            return subject == source.controller
        case "opponents":
            return are_opponents(table, source.controller, Seat(subject))
        case _:
            return subject in table.players


def is_prohibited(table: Table, action: str, subject: str) -> bool:
    """Whether an effect's "can't" stops a player or object: it beats every permission (CR 101.2)."""
    return next(_prohibitions(table, action, subject), None) is not None


def lands_allowed(table: Table, seat: Seat) -> int:
    """Return how many lands a player may play this turn (CR 305.2)."""
    extra = sum(reason.amount for reason in _permissions(table, "play_land", seat))
    return LANDS_A_TURN + extra


# -- the whole argument -----------------------------------------------------------------------------

Argument = Callable[[Table, D], Iterator[Reason]]

ARGUMENTS: dict[type[Decision], Callable[[Table, Decision], Iterator[Reason]]] = {}
"""Decision -> what rules and effects say about it, where more is to be told than its check tells."""


def argues(kind: type[D]) -> Callable[[Argument[D]], Argument[D]]:
    """Register the decorated function as what is said for and against one kind of decision."""

    def register(argument: Argument[D]) -> Argument[D]:
        ARGUMENTS[kind] = argument  # type: ignore[assignment]  # it is asked about its kind alone
        return argument

    return register


@argues(SpellCast)
def _casting(table: Table, decision: SpellCast) -> Iterator[Reason]:
    yield from _said(table, "cast", decision.player)


@argues(AttackersDeclared)
def _attacking(table: Table, decision: AttackersDeclared) -> Iterator[Reason]:
    for attack in decision.attacks:
        yield from _said(table, "attack", attack.attacker)


@argues(BlockersDeclared)
def _blocking(table: Table, decision: BlockersDeclared) -> Iterator[Reason]:
    for block in decision.blocks:
        yield from _said(table, "block", block.blocker)


def _said(table: Table, action: str, subject: str) -> Iterator[Reason]:
    yield from _permissions(table, action, subject)
    yield from _prohibitions(table, action, subject)
