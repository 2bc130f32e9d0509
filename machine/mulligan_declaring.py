"""Declaring: who keeps, who takes a mulligan, and which hands have become final.

Implements CR 103.5, 103.5d, and the original mulligan.
"""

from collections.abc import Iterator

from events.base import Decision, Event
from events.identifiers import Seat
from events.mulligans import (
    CardsBottomed,
    HandKept,
    HandRevealed,
    MulliganActionTaken,
    MulliganDeclared,
)
from events.vocabulary import Phase
from machine.chance import Chance
from machine.characteristics import is_land
from machine.mulligan_kinds import (
    Step,
    hand_size,
    in_order,
    kind_of,
    must_keep,
    owed_to_bottom,
    progress_of,
)
from machine.mulligan_taking import bottoming, give_back, lying_aside, shuffle
from machine.procedure import NOBODY, Asked, ask, checks, explains, offers, refuse
from projections.table import Table


def deciding(table: Table) -> tuple[Seat, ...]:
    """Return whose moment to declare it is: one player, or the players of a team (CR 103.5d).

    Where each finishes before the next decides, nobody's while one has a mulligan to take.
    """
    progress, together = progress_of(table), kind_of(table).together
    for group in in_order(table):
        open_ = tuple(seat for seat in group if seat not in progress.kept)
        undeclared = tuple(seat for seat in open_ if seat not in progress.declared)
        if undeclared:
            return undeclared
        if not together and any(progress.declared.get(seat) for seat in open_):
            return ()
    return ()


def awaiting(table: Table) -> Asked:
    """Who has to declare; where more cards are dealt than kept, who has to bottom some first."""
    asked: Asked = NOBODY
    for seat in deciding(table):
        if owed_to_bottom(table, seat):
            asked += ask(seat, bottoming(table, seat), "103.5", CardsBottomed)
        else:
            asked += ask(
                seat, "keep or take a mulligan", "103.5", MulliganDeclared, MulliganActionTaken
            )
    return asked


def steps(table: Table) -> Iterator[Step]:
    """Yield what happens by itself between declarations: hands shown, kept, made whole again."""
    progress = progress_of(table)
    for seat in table.playing:
        if progress.declared.get(seat) and _has_to_show(table, seat):
            yield show, seat
    for seat in table.playing:
        if _is_keeping(table, seat):
            yield keep, seat
    for seat in table.playing:
        if seat in progress.kept and seat in progress.aside:
            yield (give_back if lying_aside(table, seat) else shuffle), seat


def keep(table: Table, seat: Seat, _chance: Chance) -> tuple[Event, ...]:
    """CR 103.5: the hand becomes the player's opening hand, for good."""
    return (HandKept(player=seat, size=hand_size(table, seat)),)


def show(table: Table, seat: Seat, _chance: Chance) -> tuple[Event, ...]:
    """The original rule: the hand that is redrawn is shown to all players."""
    return (HandRevealed(player=seat, cards=table.players[seat].hand),)


def _is_keeping(table: Table, seat: Seat) -> bool:
    """Whether a hand has become final: its player has said so, or has no other choice."""
    progress = progress_of(table)
    if seat in progress.kept:
        return False
    if progress.declared.get(seat) is False:
        return not kind_of(table).shown or _has_declined_for_good(table, seat)
    if seat not in deciding(table):
        return False
    return must_keep(table, seat) and not owed_to_bottom(table, seat)


# The original rule (DAN.D10): a hand without lands, or of nothing else, is shown and redrawn; when
# one player has done so the others may redraw as well. Read here: once a player in all.


def _callers(table: Table, seat: Seat) -> frozenset[Seat]:
    return progress_of(table).revealed - {seat}


def _has_to_show(table: Table, seat: Seat) -> bool:
    """Who redraws because another has done so shows nothing."""
    shown = kind_of(table).shown and seat not in progress_of(table).kept
    return shown and seat not in progress_of(table).revealed and not _callers(table, seat)


def _has_declined_for_good(table: Table, seat: Seat) -> bool:
    """Whether a player declined after another had shown a hand, or nobody shows one any more."""
    progress, order = progress_of(table), table.playing
    if not deciding(table) and not any(progress.declared.get(other) for other in order):
        return True
    return any(
        not progress.declared.get(other)  # shown in an earlier round
        or other not in order
        or order.index(other) < order.index(seat)
        for other in _callers(table, seat)
    )


def shows_one_kind(table: Table, seat: Seat) -> bool:
    """Whether a hand holds lands alone, or none; any land is a land, and no cards are no such hand."""
    player = table.players[seat]
    lands = [is_land(table, table.objects[name]) for name in player.hand if name in table.objects]
    return bool(lands) and len(set(lands)) == 1


@checks(MulliganDeclared)
def check_declared(table: Table, decision: MulliganDeclared) -> None:
    """CR 103.5: at one's moment, keep, or take a mulligan as long as the kind of mulligan allows it."""
    why_not_declared(table, decision)
    if not decision.mulligan:
        return
    seat, kind = decision.player, kind_of(table)
    if must_keep(table, seat):
        raise refuse(
            "mulligan/must_keep",
            f"{seat} cannot take a mulligan",
            "103.5",
            "the hand there is has to be kept",
            legal=("keep",),
            hand=hand_size(table, seat),
            taken=progress_of(table).taken.get(seat, 0),
        )
    if kind.shown and not _callers(table, seat) and not shows_one_kind(table, seat):
        raise refuse(
            "mulligan/mixed_hand",
            f"{seat} cannot redraw",
            "DAN.D10",
            "only a hand with no land, or of nothing but lands, may be shown and redrawn",
            legal=("keep",),
        )


@explains(MulliganDeclared)
def why_not_declared(table: Table, decision: MulliganDeclared) -> None:
    """CR 103.5: in turn order, once a round; a hand that is kept is kept for good."""
    seat, progress = decision.player, progress_of(table)
    what = f"{seat} cannot {'take a mulligan' if decision.mulligan else 'keep'}"
    if seat in progress.kept:
        raise refuse(
            "mulligan/already_kept",
            what,
            "103.5",
            f"the opening hand of {progress.kept[seat]} is kept",
        )
    if table.phase is Phase.MULLIGAN_TAKING and owed_to_bottom(table, seat):
        raise refuse(
            "mulligan/bottom_first",
            what,
            "103.5",
            f"{bottoming(table, seat)} first",
            legal=("CardsBottomed",),
        )
    if table.phase is not Phase.MULLIGAN_DECLARING:
        return
    if seat in progress.declared:
        raise refuse("mulligan/already_declared", what, "103.5", "that is declared for this round")
    now = deciding(table)
    if seat not in now:
        raise refuse(
            "mulligan/out_of_turn",
            what,
            "103.5",
            f"{' or '.join(now)} declares first" if now else "a mulligan is being taken",
            legal=now,
        )


@offers(MulliganDeclared)
def offer_declarations(_table: Table, player: Seat) -> Iterator[Decision]:
    """Keep, or take a mulligan."""
    yield MulliganDeclared(player=player, mulligan=False)
    yield MulliganDeclared(player=player, mulligan=True)
