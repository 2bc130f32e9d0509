"""``explain LOG@POS DECISION``: may this be decided now, and what speaks for and against it."""

from typing import Any, NoReturn

import click
from msgspec import to_builtins

from events.base import Decision
from events.citations import gloss
from events.errors import DataError
from events.identifiers import ObjectId, Seat, parse_seat
from machine.golden_rules import Reason, Verdict
from machine.verdicts import reasons
from projections.sight import looks_through
from projections.table import Table
from projections.viewers import JUDGE, seat_of
from projections.views import can_tell
from replays.catalogue import cited
from replays.cli.errors import Exit
from replays.cli.inputs import open_at
from replays.meanings import glossed
from replays.output import Screen
from replays.play.answers import decisions_of, known_seat
from replays.showing.seats import checked_seat
from replays.showing.words import word


def argue(screen: Screen, place: str, text: str, by: str | None) -> NoReturn:
    """Tell whether a decision may be made at a position of a log, with every reason; then end."""
    game, seq = open_at(place)
    table = game.tables[seq]
    seat = checked_seat(game, screen.settings.seat)
    decision = _decision(text, table)
    if seat != JUDGE and decision.player not in looks_through(table, Seat(seat)):
        raise DataError("usage/seat", f"{seat} may not know what {decision.player} could do")
    maker = parse_seat(by) if by else None
    verdict = reasons(table, decision, maker)
    told = {
        "kind": "decision",
        "topic": place,
        "record": seq,
        "decision": to_builtins(decision),
        "by": maker or decision.player,
        "allowed": verdict.allowed,
        "rule": verdict.rule,
        "gloss": gloss(verdict.rule),
        "unwritten": verdict.unwritten,
        "reasons": [_plain(one, verdict, table, seat) for one in verdict.reasons],
    }
    if screen.is_json:
        screen.data(told)
    else:
        _draw(screen, told)
    raise click.exceptions.Exit(Exit.DONE if verdict.allowed else Exit.FINDINGS)


def _decision(text: str, table: Table) -> Decision:
    made = decisions_of(text)
    if len(made) != 1:
        raise DataError("usage/decision", "one decision is explained at a time")
    known_seat(made[0], table)
    return made[0]


def _plain(one: Reason, verdict: Verdict, table: Table, seat: str) -> dict[str, Any]:
    told = {
        "allows": one.allows,
        "by": one.by,
        "rule": one.rule,
        "source": one.source,
        "card": _card(table, one.source, None if seat == JUDGE else seat_of(seat), seat),
        "says": one.says,
        "decides": one is verdict.against,
    }
    return {name: value for name, value in told.items() if value is not None}


def _card(table: Table, source: ObjectId | None, viewer: Seat | None, seat: str) -> str | None:
    """Return the name of what says so, where the viewer may know it."""
    thing = table.objects.get(source) if source else None
    if thing is None or not (seat == JUDGE or can_tell(table, thing, viewer)):
        return None
    return thing.name


def _draw(screen: Screen, told: dict[str, Any]) -> None:
    lang = screen.lang
    made = told["decision"]
    answer = word(lang, "allowed" if told["allowed"] else "not allowed")
    screen.line(f"{made['player']}: {made['type']} @{told['record']}: {answer}", style="heading")
    screen.line(f"  {cited(told['rule'])}: {glossed(lang, told['rule'])}")
    if told["unwritten"]:
        screen.line(f"  {word(lang, 'the rules of that day do not say')}")
    for one in told["reasons"]:
        sign = "+" if one["allows"] else "-"
        name = " ".join(filter(None, (one.get("card"), one.get("source"))))
        source = name or word(lang, "rule")
        mark = f"  <- {word(lang, 'decides')}" if one["decides"] else ""
        screen.line(f"  {sign} {one['rule']:<8} {source}: {screen.told(one['says'])}{mark}")
