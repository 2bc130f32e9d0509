"""Audit of mulligans: who declares when, how many are counted, how many cards go to the bottom.

Implements CR 103.5 as far as a record of any client shows it.
"""

from collections.abc import Iterator, Sequence

from events.base import Event
from events.identifiers import Seat
from events.log import EventLog
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.vocabulary import Phase, Zone
from projections.table import MulliganProgress, Table
from replays.audit.framework import Finding, audits

IN_ROUNDS = frozenset({"london", "vancouver", "paris_simultaneous"})
"""Kinds of mulligan that all players declare before anybody takes one."""

ONE_FEWER_EACH = frozenset({"paris_sequential", "paris_simultaneous", "vancouver"})
"""Kinds whose new hand is smaller, so that nothing is bottomed."""

RULE = "103.5"
NOTHING = MulliganProgress()


@audits("mulligans")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Check every declaration, mulligan, bottoming and keep."""
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        before = tables[seq - 1]
        match event:
            case MulliganDeclared():
                yield from _declaration(seq, event, before)
            case MulliganTaken():
                yield from _taken(seq, event, before)
            case CardsBottomed():
                yield from _bottomed(seq, event, before)
            case HandKept():
                yield from _kept(seq, event, before)
            case _:
                pass


def _finding(seq: int, name: str, message: str) -> Finding:
    return Finding(seq=seq, code=f"mulligan/{name}", rule=RULE, message=message)


def _declaration(seq: int, event: MulliganDeclared, before: Table) -> Iterator[Finding]:
    seat, progress = event.player, before.mulligan or NOTHING
    if seat in progress.kept:
        yield _finding(seq, "already_kept", f"{seat} declares again after keeping a hand")
    elif seat in progress.declared and _in_rounds(before):
        yield _finding(
            seq, "declared_twice", f"{seat} declares twice in mulligan round {progress.round}"
        )
    elif _in_rounds(before) and (first := _overtaken(before, seat)):
        yield _finding(
            seq, "order", f"{seat} declares before {first}, who comes first in turn order"
        )
    size = before.header.play.starting_hand_size
    if event.mulligan and progress.counted.get(seat, 0) >= size:
        yield _finding(
            seq, "no_cards_left", f"{seat} has counted {size} mulligans and can take no more"
        )


def _in_rounds(table: Table) -> bool:
    return table.rules.mulligan.kind in IN_ROUNDS


def _overtaken(table: Table, seat: Seat) -> Seat | None:
    """Return a player who should have declared before ``seat`` in this round and has not."""
    progress = table.mulligan or NOTHING
    if seat not in table.turn_order or table.header.play.shared_team_turns:
        return None
    for other in table.turn_order[: table.turn_order.index(seat)]:
        is_done = other in progress.declared or other in progress.kept
        if not is_done and table.players[other].is_playing:
            return other
    return None


def _taken(seq: int, event: MulliganTaken, before: Table) -> Iterator[Finding]:
    seat, progress = event.player, before.mulligan or NOTHING
    if seat in progress.kept:
        yield _finding(seq, "taken_after_keep", f"{seat} takes a mulligan with a hand already kept")
    elif before.phase is not Phase.MULLIGAN_DECLARING and progress.declared.get(seat) is False:
        yield _finding(seq, "not_declared", f"{seat} takes a mulligan after declaring none")
    expected = progress.taken.get(seat, 0) + 1
    if event.number != expected:
        yield _finding(
            seq, "number", f"{seat}'s mulligan is numbered {event.number}, not {expected}"
        )
    counted = max(0, event.number - free_mulligans(before))
    if event.counted != counted:
        yield _finding(
            seq,
            "counted",
            f"{event.counted} of {seat}'s mulligans are counted; with "
            f"{free_mulligans(before)} free it should be {counted}",
        )


def free_mulligans(table: Table) -> int:
    """Return how many mulligans of each player are not counted (CR 103.5c)."""
    rules, play = table.rules.mulligan, table.header.play
    players = len(table.header.seats)
    multiplayer = players > 2  # noqa: PLR2004 - more than two players are many (CR 800.1)
    by_rule = {
        "none": False,
        "two_headed_giant": play.shared_team_turns,
        "multiplayer": multiplayer,
        "multiplayer_and_brawl": multiplayer or play.brawl,
    }
    return rules.free_extra + by_rule[rules.free_first]


def _bottomed(seq: int, event: CardsBottomed, before: Table) -> Iterator[Finding]:
    """CR 103.5: as many cards as mulligans were counted, out of a full new hand."""
    if before.rules.mulligan.kind != "london":
        return
    seat, progress = event.player, before.mulligan or NOTHING
    owed = min(progress.counted.get(seat, 0), before.header.play.starting_hand_size)
    count = len(event.cards) or event.count
    if count != owed:
        yield _finding(
            seq,
            "bottomed",
            f"{seat} puts {count} cards on the bottom after {owed} counted mulligans",
        )
    if len(set(event.cards)) != len(event.cards):
        yield _finding(seq, "bottomed_twice", f"{seat} puts the same card on the bottom twice")
    if seat not in before.players:
        return
    hand = before.players[seat].hand
    strangers = [card for card in event.cards if card not in hand]
    if strangers:
        told = ", ".join(strangers)
        yield _finding(seq, "bottomed_stranger", f"{seat} has no {told} in hand to put back")


def _kept(seq: int, event: HandKept, before: Table) -> Iterator[Finding]:
    seat, progress = event.player, before.mulligan or NOTHING
    kind = before.rules.mulligan.kind
    if kind != "london" and kind not in ONE_FEWER_EACH:
        return
    size = before.header.play.starting_hand_size
    expected = max(0, size - progress.counted.get(seat, 0))
    if event.size != expected:
        yield _finding(
            seq,
            "kept_size",
            f"{seat} keeps {event.size} cards; {size} less the counted mulligans is {expected}",
        )
    elif seat in before.players and (held := before.players[seat].size(Zone.HAND)) != event.size:
        yield _finding(seq, "kept_held", f"{seat} keeps {event.size} cards but holds {held}")
