"""What the rules say of one record of a log, at the table on which it was made.

A decision is asked of the referee, a consequence of re-derivation; of chance the rules allow whatever
can come up. Of an imported record nothing is re-derived: what it leaves out cannot be known.
"""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from events.base import Chance, Decision, Event
from events.errors import IllegalAction
from events.identifiers import Seat
from machine.referee import awaiting, check, legal_decisions
from projections.fold import apply
from projections.table import Table
from projections.timeline import line
from projections.viewers import JUDGE
from replays.catalogue import cited, joined, told
from replays.derivation import rederive
from replays.game_log import GameLog
from replays.outside import is_outside
from replays.play.words import said
from replays.translation import error_text, translated

MOST_TOLD = 5
"""Legal decisions that are told in words; of more than these, their number is unknown or large."""

MOST_LOOKED_AT = 60
"""Legal decisions that are looked through for those of one kind."""


class Judgement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether the rules allow a record where it stands."""

    seq: int
    allowed: bool | None
    """Absent where the record does not tell enough, or the rules have no say."""
    code: str = ""
    rule: str = ""
    reason: str = ""
    awaited: str = ""
    """Who had to decide what instead."""
    legal: tuple[str, ...] = ()
    """Some of what would have been legal, in words."""


def judged(log: GameLog, seq: int, *, lang: str = "en", seat: str = JUDGE) -> Judgement:
    """Return what the rules say of a record."""
    record = log.log[seq]
    event: Event = record.event
    if seq == 0 or is_outside(record) or seq <= log.header.given:
        return Judgement(seq=seq, allowed=None, reason=told(lang, "judged.outside", by=record.by))
    if isinstance(event, Decision):
        return _decision(log, seq, event, lang, seat)
    if log.header.imported is not None:
        return _imported(log, seq, lang)
    if isinstance(event, Chance):
        return Judgement(seq=seq, allowed=True, rule=event.rule, reason=told(lang, "judged.chance"))
    return _consequence(log, seq, event, lang)


def _decision(log: GameLog, seq: int, event: Decision, lang: str, seat: str) -> Judgement:
    table, by = log.tables[seq - 1], Seat(log.log[seq].by)
    refusal = refusal_of(table, event, by)
    if refusal is None:
        return Judgement(seq=seq, allowed=True, rule=event.rule, reason=told(lang, "judged.legal"))
    imported = log.header.imported is not None
    why = error_text(lang, refusal)
    reason = told(lang, "judged.imported_refusal", why=why)
    return Judgement(
        seq=seq,
        allowed=None if imported else False,
        code=refusal.code,
        rule=refusal.rule,
        reason=reason if imported else told(lang, "judged.refused", why=why),
        awaited=awaited(table, lang),
        legal=legal_instead(table, event, lang=lang, seat=seat),
    )


def refusal_of(table: Table, decision: Decision, by: Seat) -> IllegalAction | None:
    """Return why a decision is illegal on a table; nothing where it is legal."""
    try:
        check(table, decision, by if by in table.players else None)
    except IllegalAction as refusal:
        return refusal
    return None


def _imported(log: GameLog, seq: int, lang: str) -> Judgement:
    found = next((one for one in log.audit() if one.seq == seq), None)
    if found is None:
        return Judgement(seq=seq, allowed=None, reason=told(lang, "judged.imported"))
    return Judgement(
        seq=seq,
        allowed=False if found.severity == "error" else None,
        code=found.code,
        rule=found.rule,
        reason=translated(lang, found.message),
    )


def _consequence(log: GameLog, seq: int, event: Event, lang: str) -> Judgement:
    verdict = rederive(log.log[: seq + 1]).derived
    if verdict.ok:
        return Judgement(
            seq=seq, allowed=True, rule=event.rule, reason=told(lang, "judged.follows")
        )
    if verdict.seq == seq:
        reason = translated(lang, verdict.reason)
        return Judgement(seq=seq, allowed=False, code=verdict.code, rule=event.rule, reason=reason)
    reason = told(lang, "judged.after_divergence", seq=verdict.seq)
    return Judgement(seq=seq, allowed=None, code=verdict.code, reason=reason)


def awaited(table: Table, lang: str = "en") -> str:
    """Return who has to decide what on a table, in words."""
    asked = awaiting(table)
    if not asked:
        return told(lang, "judged.nobody_asked")
    parts = [
        told(
            lang,
            "judged.asked",
            player=one.player,
            what=said(lang, one.what),
            rule=cited(one.rule),
        )
        for one in asked
    ]
    return joined(lang, parts)


def legal_instead(
    table: Table, decision: Decision, *, lang: str = "en", seat: str = JUDGE
) -> tuple[str, ...]:
    """Return some decisions that would have been legal, of the same kind if there are any."""
    offered = list(islice(legal_decisions(table), MOST_LOOKED_AT))
    own = [one for one in offered if one.player == decision.player]
    same = [one for one in own if type(one) is type(decision)]
    return tuple(islice(_words(table, same or own or offered, lang, seat), MOST_TOLD))


def _words(table: Table, decisions: list[Decision], lang: str, seat: str) -> Iterator[str]:
    seen = set()
    for one in decisions:
        text = line(table, one, apply(table, one), lang=lang, seat=seat)
        if text and text not in seen:
            seen.add(text)
            yield text


MARKS = {True: "✓", False: "✗", None: "·"}


def judgement_lines(one: Judgement, lang: str) -> list[str]:
    """Return what the rules say of a record, in lines."""
    rule = f" ({cited(one.rule)})" if one.rule else ""
    code = f" [{one.code}]" if one.code else ""
    lines = [f"{MARKS[one.allowed]} {one.reason}{rule if one.allowed else ''}{code}"]
    if one.awaited:
        lines.append(told(lang, "judged.instead", what=one.awaited))
    lines += [told(lang, "judged.legal_now", what=text) for text in one.legal]
    return lines
