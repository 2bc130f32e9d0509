"""Audit of mulligans: who declares when, what is counted, bottomed, looked at, kept, used.

Implements CR 103.5, 103.6 as far as a record of any client shows it; codes are those with which the
referee refuses the same.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from events.abilities import MulliganAbility
from events.base import Event
from events.identifiers import ObjectId, Seat
from events.log import EventLog
from events.mulligans import (
    CardsBottomed,
    HandKept,
    LookChosen,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
    OpeningHandActionTaken,
)
from events.vocabulary import Phase, Zone
from events.zones import CardsLookedAt
from machine.characteristics import abilities, is_land
from machine.mulligan_kinds import (
    counted_after,
    free_mulligans,
    hand_after,
    in_order,
    kind_of,
    looks_after_keeping,
    progress_of,
    starting_size,
)
from projections.table import Table
from replays.audit.framework import Finding, Severity, audits

RULE = "103.5"
ACTION_RULE = "103.5b"
LOOK_RULE = "103.4"
OPENING_RULE = "103.6"


@audits("mulligans")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Check every declaration, mulligan, bottoming, keep, look and use of a card in hand."""
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        audit_one = _AUDITS.get(type(event))
        if audit_one is not None:
            yield from audit_one(seq, event, tables[seq - 1])


def _finding(seq: int, name: str, message: str, rule: str = RULE) -> Finding:
    return Finding(seq=seq, code=f"mulligan/{name}", rule=rule, message=message)


def _declaration(seq: int, event: MulliganDeclared, before: Table) -> Iterator[Finding]:
    seat, progress = event.player, progress_of(before)
    if seat in progress.kept:
        yield _finding(seq, "already_kept", f"{seat} declares again after keeping a hand")
    elif seat in progress.declared and kind_of(before).together:
        yield _finding(
            seq, "already_declared", f"{seat} declares twice in mulligan round {progress.round}"
        )
    elif first := _overtaken(before, seat):
        yield _finding(
            seq, "out_of_turn", f"{seat} declares before {first}, who comes first in turn order"
        )
    if late := _not_bottomed(before, seat):
        yield _late(seq, seat, late, before)
    if event.mulligan:
        yield from _no_right(seq, seat, before)


def _late(seq: int, seat: Seat, late: int, before: Table) -> Finding:
    """Tell of cards that are still in hand: as information where a client asks for them at the keep.

    CR 732.1: that is a shortcut; a hand kept with too many is found there.
    """
    if before.header.imported is None:
        return _finding(
            seq,
            "bottom_first",
            f"{seat} declares with {late} cards that have to go to the bottom first",
        )
    found = _finding(
        seq,
        "bottom_first",
        f"{seat} declares with {late} cards still to go to the bottom:"
        " this client deals at once, and asks for them at the keep",
    )
    return replace(found, severity=Severity.INFO)


def _no_right(seq: int, seat: Seat, before: Table) -> Iterator[Finding]:
    """Whether a mulligan was open at all: by its number, its kind, or the hand itself."""
    size, kind, progress = starting_size(before), kind_of(before), progress_of(before)
    if progress.counted.get(seat, 0) >= size:
        yield _finding(
            seq, "must_keep", f"{seat} has counted {size} mulligans and can take no more"
        )
    elif kind.new_hand == "none":
        yield _finding(seq, "must_keep", f"{seat} declares a mulligan where there is none")
    elif kind.shown and progress.taken.get(seat):
        yield _finding(seq, "must_keep", f"{seat} has redrawn once, which is all there is")
    elif kind.shown and not progress.revealed - {seat} and _is_mixed(before, seat):
        yield _finding(
            seq, "mixed_hand", f"{seat} redraws a hand that holds lands and other cards", "DAN.D10"
        )


def _is_mixed(before: Table, seat: Seat) -> bool:
    """Whether a hand of which every card is known holds lands and other cards."""
    player = before.players.get(seat)
    things = [before.objects.get(name) for name in player.hand] if player is not None else []
    lands = {is_land(before, thing) for thing in things if thing is not None and thing.card}
    return len(lands) > 1


def _overtaken(before: Table, seat: Seat) -> Seat | None:
    """Return a player who should have declared before ``seat`` and has not."""
    progress, together = progress_of(before), kind_of(before).together
    for group in in_order(before):
        if seat in group:
            return None
        for other in group:
            is_done = other in progress.kept or (together and other in progress.declared)
            if not is_done:
                return other
    return None


def _not_bottomed(before: Table, seat: Seat) -> int:
    """Return how many cards of a hand should be on the bottom by now (CR 103.5: before declaring)."""
    player = before.players.get(seat)
    if player is None or not kind_of(before).bottoms:
        return 0
    expected = max(0, starting_size(before) - progress_of(before).counted.get(seat, 0))
    return max(0, player.size(Zone.HAND) - expected)


def _taken(seq: int, event: MulliganTaken, before: Table) -> Iterator[Finding]:
    seat, progress = event.player, progress_of(before)
    if seat in progress.kept:
        yield _finding(seq, "taken_after_keep", f"{seat} takes a mulligan with a hand already kept")
    elif before.phase is not Phase.MULLIGAN_DECLARING and progress.declared.get(seat) is False:
        yield _finding(seq, "not_declared", f"{seat} takes a mulligan after declaring none")
    elif kind_of(before).together and (waiting := _undeclared(before)):
        yield _finding(seq, "taken_early", f"{seat} takes a mulligan before {waiting} has declared")
    expected = progress.taken.get(seat, 0) + 1
    if event.number != expected:
        yield _finding(
            seq, "number", f"{seat}'s mulligan is numbered {event.number}, not {expected}"
        )
    counted, free = counted_after(before, event.number), free_mulligans(before)
    if event.counted != counted:
        yield _finding(
            seq,
            "counted",
            f"{event.counted} of {seat}'s mulligans are counted; with {free} free it should be {counted}",
        )


def _undeclared(before: Table) -> Seat | None:
    """Return a player who has neither kept nor declared in a round in which somebody has."""
    progress = progress_of(before)
    if not progress.declared:
        return None  # a record that tells mulligans without declarations
    everybody = (seat for group in in_order(before) for seat in group)
    return next(
        (seat for seat in everybody if seat not in progress.kept and seat not in progress.declared),
        None,
    )


def _bottomed(seq: int, event: CardsBottomed, before: Table) -> Iterator[Finding]:
    """CR 103.5: as many cards as mulligans were counted, out of a full new hand, before declaring."""
    seat, progress = event.player, progress_of(before)
    if not kind_of(before).bottoms:
        return
    count = len(event.cards) or event.count
    owed = min(progress.counted.get(seat, 0), starting_size(before))
    if count != owed:
        yield _finding(
            seq,
            "bottom_count",
            f"{seat} puts {count} cards on the bottom after {owed} counted mulligans",
        )
    if seat in progress.kept or seat in progress.bottomed:
        when = "keeping" if seat in progress.kept else "having done so"
        yield _finding(seq, "bottom_late", f"{seat} puts cards on the bottom after {when}")
    elif before.phase is Phase.MULLIGAN_DECLARING and seat not in progress.returned:
        yield _finding(
            seq,
            "bottom_late",
            f"{seat} puts cards on the bottom once declarations have begun again",
        )
    if len(set(event.cards)) != len(event.cards):
        yield _finding(seq, "bottom_twice", f"{seat} puts the same card on the bottom twice")
    yield from _strangers(seq, event, before)


def _strangers(seq: int, event: CardsBottomed, before: Table) -> Iterator[Finding]:
    player = before.players.get(event.player)
    strangers = [card for card in event.cards if player is not None and card not in player.hand]
    if strangers:
        yield _finding(
            seq,
            "bottom_stranger",
            f"{event.player} has no {', '.join(strangers)} in hand to put back",
        )


def _kept(seq: int, event: HandKept, before: Table) -> Iterator[Finding]:
    seat, kind = event.player, kind_of(before)
    if kind.new_hand not in ("fewer", "full") or kind.shown:
        return
    size, expected = starting_size(before), hand_after(before, seat)
    if event.size != expected and not _is_short(before, seat):
        yield _finding(
            seq,
            "kept_size",
            f"{seat} keeps {event.size} cards; {size} less the counted mulligans is {expected}",
        )
    elif seat in before.players and (held := before.players[seat].size(Zone.HAND)) != event.size:
        yield _finding(seq, "kept_held", f"{seat} keeps {event.size} cards but holds {held}")


def _is_short(before: Table, seat: Seat) -> bool:
    """Whether a player's library had too few cards for a full hand."""
    player = before.players.get(seat)
    return player is not None and player.drew_from_empty


def _look(seq: int, event: LookChosen, before: Table) -> Iterator[Finding]:
    if event.player in progress_of(before).looks:
        yield _finding(seq, "looked_already", f"{event.player} looks a second time", LOOK_RULE)
    if event.look:
        yield from _no_look(seq, event.player, before)


def _looked(seq: int, event: CardsLookedAt, before: Table) -> Iterator[Finding]:
    """A look that a record tells without the choice before it."""
    before_the_game = before.phase.is_pregame and not before.turn.number
    if before_the_game and event.player not in progress_of(before).looks:
        yield from _no_look(seq, event.player, before)


def _no_look(seq: int, seat: Seat, before: Table) -> Iterator[Finding]:
    kept, size = progress_of(before).kept, starting_size(before)
    if not looks_after_keeping(before):
        yield _finding(seq, "no_look", f"{seat} looks, which these rules do not have", LOOK_RULE)
    elif kept.get(seat, size) >= size:
        yield _finding(
            seq, "no_look", f"{seat} looks at the top card without a smaller hand for it", LOOK_RULE
        )
    elif any(other not in kept for other in before.playing):
        yield _finding(seq, "look_early", f"{seat} looks before all have kept", LOOK_RULE)


def _action(seq: int, event: MulliganActionTaken, before: Table) -> Iterator[Finding]:
    """CR 103.5b: at one's moment to declare, and after what has to go to the bottom."""
    seat, progress = event.player, progress_of(before)
    what = f"{seat} uses {event.card}"
    if seat in progress.kept:
        yield _finding(seq, "already_kept", f"{what} after keeping a hand", ACTION_RULE)
    elif late := _not_bottomed(before, seat):
        yield _finding(seq, "bottom_first", f"{what} before {late} cards have gone to the bottom")
    elif seat in progress.declared:
        yield _finding(seq, "out_of_turn", f"{what} after declaring", ACTION_RULE)
    if before.rules.mulligan.action_window == "none":
        yield _finding(
            seq,
            "no_action_window",
            f"{what}: no card works like that under these rules",
            ACTION_RULE,
        )
    if not _may_work(before, event.card):
        yield _finding(
            seq, "no_action", f"{what}, which does not work when one could mulligan", ACTION_RULE
        )


def _may_work(before: Table, card: ObjectId) -> bool:
    """Whether a card works when its owner could mulligan, as far as anybody knows what it is."""
    thing = before.objects.get(card)
    if thing is None or thing.name is None or thing.name not in before.cards:
        return True
    return any(isinstance(one, MulliganAbility) for one in abilities(before, thing))


def _opening_action(seq: int, event: OpeningHandActionTaken, before: Table) -> Iterator[Finding]:
    waiting = [seat for seat in before.playing if seat not in progress_of(before).kept]
    if waiting and before.phase.is_pregame:
        yield Finding(
            seq=seq,
            code="opening_hand/too_early",
            rule=OPENING_RULE,
            message=f"{event.player} uses {event.card} before {waiting[0]} has kept a hand",
        )


_AUDITS: dict[type[Event], Callable[[int, Any, Table], Iterator[Finding]]] = {
    MulliganDeclared: _declaration,
    MulliganTaken: _taken,
    CardsBottomed: _bottomed,
    HandKept: _kept,
    LookChosen: _look,
    CardsLookedAt: _looked,
    MulliganActionTaken: _action,
    OpeningHandActionTaken: _opening_action,
}
