"""Audit of phases and steps: each one entered is asked of the state machine.

Implements CR 103 and 500-514. An imported record leaves out what the machine's guards ask for
(keywords, effects that add phases): there, what the facts could explain is information, no error.
"""

from collections.abc import Iterator, Sequence

from events.base import Event
from events.log import EventLog
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import TURN_PHASES, Phase
from machine.phases import edges_between, open_edge
from projections.table import Table
from replays.audit.framework import Finding, Severity, audits

UNSEEN = frozenset({"has_first_strikers", "no_first_strikers"})
"""Guards that ask for keywords, which an imported record does not tell."""


@audits("phases")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Ask the machine about every phase entered, and about every turn's number and player."""
    if log.header.procedure:
        return  # no game is played: nothing tells what lies between the steps that are recorded
    imported = log.header.imported is not None
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        before = tables[seq - 1]
        if isinstance(event, TurnBegan):
            yield from _turn(seq, event, before, imported=imported)
        elif isinstance(event, PhaseEntered) and not _is_open(log, before, event.phase, seq):
            yield from _closed(seq, before, event.phase, imported=imported)


def _is_open(log: EventLog, before: Table, entered: Phase, seq: int) -> bool:
    """Whether the machine knows a way; the first record may name the phase that a log begins in.

    So may the first one after a table was set up: no way of the game led to that table.
    """
    if open_edge(before, entered) is not None:
        return True
    given = log.header.given
    return seq == given + 1 and (given > 0 or entered is before.phase)


def _closed(seq: int, before: Table, entered: Phase, *, imported: bool) -> Iterator[Finding]:
    edges = [edge for edge in edges_between(before.phase, entered) if edge.kind == "plain"]
    guards = [edge.guard.__name__ for edge in edges]
    if imported and (UNSEEN.intersection(guards) or _skips_first_draw(before, entered)):
        return
    excused = imported and (bool(edges) or _could_be(before.phase, entered))
    why = f"only when {guards[0].replace('_', ' ')}" if guards else "no way leads there"
    yield Finding(
        seq=seq,
        code="phase/not_open" if edges else "phase/no_way",
        rule=edges[0].rule if edges else "500.1",
        severity=Severity.INFO if excused else Severity.ERROR,
        message=f"from {before.phase} to {entered}: {why}",
    )


def _skips_first_draw(before: Table, entered: Phase) -> bool:
    """CR 103.8: the first turn has no draw step in a game of two."""
    first = before.turn.number == 1 and before.phase is Phase.UPKEEP
    return first and entered is Phase.PRECOMBAT_MAIN


def _could_be(leaving: Phase, entered: Phase) -> bool:
    """Whether facts that an imported record does not tell could explain a passage.

    Steps are skipped and turns cut short (CR 500.11), combat comes again (CR 500.8), a record
    begins in the middle; but nothing leads back before the first turn, or out of a game's end.
    """
    if entered.is_pregame:
        return leaving.is_pregame
    if leaving is Phase.GAME_OVER:
        return False
    if leaving.is_pregame or entered is Phase.GAME_OVER:
        return True
    forward = TURN_PHASES.index(entered) > TURN_PHASES.index(leaving)
    return forward or entered.phase in ("combat", "main") or entered is Phase.UNTAP


def _turn(seq: int, event: TurnBegan, before: Table, *, imported: bool) -> Iterator[Finding]:
    expected = before.turn.number + 1
    if event.number != expected:
        gap = imported and event.number > expected  # the record leaves turns out
        yield Finding(
            seq=seq,
            code="phase/turn_number",
            rule="500.1",
            severity=Severity.INFO if gap else Severity.ERROR,
            message=f"turn {event.number} begins after turn {expected - 1}",
        )
    seat = event.player
    if seat not in before.players or not before.players[seat].is_playing:
        yield Finding(
            seq=seq,
            code="phase/turn_player",
            rule="102.1",
            message=f"a turn begins for {seat}, who is not in the game",
        )
