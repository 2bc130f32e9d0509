"""Folds of mulligans and opening hands."""

from msgspec.structs import replace

from events.identifiers import ObjectId, Seat
from events.mulligans import (
    CardsBottomed,
    CardsSetAside,
    HandKept,
    HandRevealed,
    LookChosen,
    LookedCardPlaced,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
    OpeningHandActionsFinished,
    OpeningHandActionTaken,
)
from events.vocabulary import Zone
from projections.edit import (
    counted,
    drop_objects,
    edit_player,
    less_unseen,
    minted,
    more_unseen,
)
from projections.handlers import applies, nothing
from projections.progress import MulliganProgress
from projections.table import GameObject, Player, Table

applies(MulliganActionTaken)(nothing)


def _progress(table: Table) -> MulliganProgress:
    return table.mulligan or MulliganProgress(round=1)


@applies(MulliganDeclared)
def _declared(table: Table, event: MulliganDeclared) -> Table:
    progress = _progress(table)
    declared = progress.declared.set(event.player, event.mulligan)
    return replace(table, mulligan=replace(progress, declared=declared))


@applies(HandKept)
def _kept(table: Table, event: HandKept) -> Table:
    progress = _progress(table)
    kept = progress.kept.set(event.player, event.size)
    return replace(table, mulligan=replace(progress, kept=kept))


@applies(HandRevealed)
def _revealed(table: Table, event: HandRevealed) -> Table:
    progress = _progress(table)
    everybody = frozenset(table.turn_order)
    with table.objects.mutate() as objects:
        for name in event.cards:
            thing = objects.get(name)
            if thing is not None:
                objects[name] = replace(thing, seen_by=everybody)
        things = objects.finish()
    progress = replace(progress, revealed=progress.revealed | {event.player})
    return replace(table, objects=things, mulligan=progress)


@applies(MulliganTaken)
def _taken(table: Table, event: MulliganTaken) -> Table:
    """Put the hand under the library: its cards get new ids when the library is shuffled.

    For a partial Paris mulligan only the cards set aside have left the hand, and lie in exile.
    """
    seat, progress = event.player, _progress(table)
    player = table.players.get(seat)
    if player is None:
        return table
    aside, before = progress.aside, progress.before.set(seat, player.size(Zone.HAND))
    if event.set_aside:
        aside = aside.set(seat, (*aside.get(seat, ()), *event.set_aside))
    else:
        table = _hand_returned(table, player)
    progress = replace(
        progress,
        taken=progress.taken.set(seat, event.number),
        counted=progress.counted.set(seat, event.counted),
        before=before,
        returned=progress.returned | {seat},
        drawn=progress.drawn - {seat},
        bottomed=progress.bottomed - {seat},
        shuffled=progress.shuffled - {seat},
        aside=aside,
    )
    return replace(table, mulligan=progress)


def _hand_returned(table: Table, player: Player) -> Table:
    seat, back = player.seat, player.hand
    with table.objects.mutate() as objects:
        for name in back:
            thing = objects.get(name)
            if thing is not None:
                objects[name] = replace(thing, zone=Zone.LIBRARY)
        things = objects.finish()
    unseen = player.unseen.get(Zone.HAND.value, 0)
    table = replace(table, objects=things)
    table = edit_player(table, seat, hand=(), library=player.library + back)
    table = less_unseen(table, seat, Zone.HAND, unseen)
    return more_unseen(table, seat, Zone.LIBRARY, unseen)


@applies(CardsBottomed)
def _bottomed(table: Table, event: CardsBottomed) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    hidden = max(0, event.count - len(event.cards))
    names: tuple[ObjectId, ...] = ()
    if event.cards and not event.new and table.header.imported is not None:
        # nobody knows how many cards lie above them: to give them places would name the next draw
        table = drop_objects(table, event.cards)
        table = more_unseen(table, event.player, Zone.LIBRARY, len(event.cards))
    else:
        table, names = _under_library(table, event.player, event.cards, event.new)
    table = less_unseen(table, event.player, Zone.HAND, hidden)
    table = more_unseen(table, event.player, Zone.LIBRARY, hidden)
    progress = _progress(table)
    progress = replace(progress, bottomed=progress.bottomed | {event.player})
    return counted(replace(table, mulligan=progress), *names)


def _under_library(
    table: Table, seat: Seat, cards: tuple[ObjectId, ...], new: tuple[ObjectId, ...]
) -> tuple[Table, tuple[ObjectId, ...]]:
    """Move cards of a hand to the bottom of the library, under new ids where there are any."""
    names = new if len(new) == len(cards) else minted(table, count=len(cards))
    names = tuple(dict.fromkeys(names))
    known = [table.objects.get(old) for old in cards]
    table = drop_objects(table, (*cards, *names))
    things = {
        name: GameObject(
            id=name,
            zone=Zone.LIBRARY,
            owner=seat,
            controller=seat,
            card=thing.card if thing else None,
            seen_by=frozenset({seat}),
        )
        for name, thing in zip(names, known, strict=False)
    }
    table = replace(table, objects=table.objects.update(things))
    return edit_player(table, seat, library=table.players[seat].library + names), names


@applies(CardsSetAside)
def _set_aside(table: Table, event: CardsSetAside) -> Table:
    progress = _progress(table)
    aside = progress.set_aside.set(event.player, event.cards)
    return replace(table, mulligan=replace(progress, set_aside=aside))


@applies(LookChosen)
def _look(table: Table, event: LookChosen) -> Table:
    progress = _progress(table)
    looks = progress.looks.set(event.player, event.look)
    return replace(table, mulligan=replace(progress, looks=looks))


@applies(LookedCardPlaced)
def _placed(table: Table, event: LookedCardPlaced) -> Table:
    player = table.players.get(event.player)
    if player is not None and event.bottom and player.library:
        moved = (*player.library[1:], player.library[0])
        table = edit_player(table, event.player, library=moved)
    progress = _progress(table)
    placed = progress.placed | {event.player}
    return replace(table, mulligan=replace(progress, looking=None, placed=placed))


@applies(OpeningHandActionTaken)
def _opening_action(table: Table, event: OpeningHandActionTaken) -> Table:
    progress = _progress(table)
    return replace(table, mulligan=replace(progress, acted=(*progress.acted, event.card)))


@applies(OpeningHandActionsFinished)
def _opening_finished(table: Table, event: OpeningHandActionsFinished) -> Table:
    progress = _progress(table)
    finished = progress.finished | {event.player}
    return replace(table, mulligan=replace(progress, finished=finished))
