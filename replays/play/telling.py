"""How options, parts and moments are told to the player who is asked."""

from collections.abc import Iterable

from events.base import Decision, Event
from events.combat import Attack, Block
from events.identifiers import Seat
from events.stack import (
    AbilityActivated,
    InstructionDone,
    ResolutionBegan,
    SpellCast,
    StackingCompleted,
)
from events.turns import PriorityReceived, TurnBasedActionDone
from machine.characteristics import card_named
from projections.fold import apply
from projections.naming import Scene, name_of
from projections.phrases import language
from projections.sight import Eyes
from projections.table import Table
from projections.timeline import line, phase_name

QUIET: tuple[type[Event], ...] = (
    PriorityReceived,
    StackingCompleted,
    ResolutionBegan,
    InstructionDone,
    TurnBasedActionDone,
)
"""Events that a player at the table need not be told: ``apnap log`` has them."""


def told_option(table: Table, decision: Decision, lang: str) -> str:
    """Return a legal decision as the player who may make it reads it."""
    text = line(table, decision, apply(table, decision), lang=lang, seat=decision.player)
    if isinstance(decision, SpellCast):
        thing = table.objects.get(decision.card)
        cost = card_named(table, thing.card).cost if thing is not None else ""
        return f"{text} {cost}".rstrip()
    if isinstance(decision, AbilityActivated) and decision.ability:
        return f"{text} #{decision.ability + 1}"
    return text


def told_name(table: Table, name: str, seat: Seat | None, lang: str) -> str:
    """Return a seat's or an object's name as a player may know it."""
    scene = Scene(
        event=table.header,
        before=table,
        after=table,
        eyes=Eyes(table, table, seat),
        words=language(lang).words,
    )
    return name_of(scene, name)


def told_part(table: Table, decision: Decision, field: str, part: object, lang: str) -> str:
    """Return one part of a decision: a card, an attack, a block, a coin, a trigger."""
    seat = Seat(decision.player)
    match part:
        case Attack():
            pair = (part.attacker, part.defender)
        case Block():
            pair = (part.blocker, part.attacker)
        case str():
            return told_name(table, part, seat, lang)
        case int():
            return _numbered(table, field, part, lang)
        case _:
            return str(part)
    return " → ".join(told_name(table, one, seat, lang) for one in pair)


def _numbered(table: Table, field: str, number: int, lang: str) -> str:
    """Return what a number stands for: a coin's face, or the card of a trigger."""
    if field == "coins":
        flip = next((one for one in reversed(table.flips) if one.outcome is None), None)
        if flip is not None and number <= len(flip.coins):
            return language(lang).words["face"][flip.coins[number - 1].value]
    found = next((one for one in table.triggers if one.trigger == number), None)
    if found is None:
        return str(number)
    about = ", ".join(told_name(table, name, None, lang) for name in found.about)
    return f"{found.card or found.source or number}{f' ({about})' if about else ''}"


def told_moment(table: Table, lang: str) -> str:
    """Return when it is: ``turn 3, precombat main phase``, or the phase before the first turn."""
    phase = phase_name(table.phase.value, lang)
    return f"t{table.turn.number} {phase}" if table.turn.number else phase


def told_hand(table: Table, seat: Seat) -> str:
    """Return the cards of a hand, equal ones together."""
    names = [
        table.objects[one].name or "?" for one in table.players[seat].hand if one in table.objects
    ]
    return ", ".join(_counted(names))


def _counted(names: Iterable[str]) -> Iterable[str]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return (f"{name} x{number}" if number > 1 else name for name, number in counts.items())


def told_stack(table: Table, seat: Seat | None, lang: str) -> str:
    """Return what lies on the stack, from the top."""
    return ", ".join(told_name(table, item.id, seat, lang) for item in reversed(table.stack))


def is_quiet(event: Event) -> bool:
    """Whether a player at the table need not be told of an event."""
    return isinstance(event, QUIET)
