"""Coins that were taken back: the same flip, made again, comes up as it did.

Nobody gets another chance by going back. A flip is the same where its player, its card and its
purpose are, in the turn in which it was made; a ruling may have coins tossed anew instead.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from projections.progress import Flip, KeptCoin, KeptFlip, TakenBack
from projections.table import Table

Coin = tuple[int, KeptCoin]
"""The flip that was taken back, and one of its coins."""


def taken_back(tables: Sequence[Table], to: int, *, reflip: bool = False) -> TakenBack:
    """Return what is left of everything after a record, once it is taken back."""
    now = tables[-1].taken_back
    if reflip:
        return TakenBack(times=now.times + 1, released_at=len(tables))
    kept: dict[int, KeptFlip] = {}
    first = max(to, now.released_at)
    for seq in range(first + 1, len(tables)):
        before, after = tables[seq - 1], tables[seq]
        if before.flips is not after.flips and _goes_on(before, after):
            _note(kept, before, after)
    flips = tuple(kept[number] for number in sorted(kept) if kept[number].coins)
    return TakenBack(times=now.times + 1, flips=flips, released_at=now.released_at)


def _goes_on(before: Table, after: Table) -> bool:
    return before.taken_back.times == after.taken_back.times


def _note(kept: dict[int, KeptFlip], before: Table, after: Table) -> None:
    """Keep a coin that has come up between two tables; what it repeated is kept no longer."""
    known = {flip.flip: flip for flip in before.flips}
    for flip in after.flips:
        old = known.get(flip.flip)
        if old is None or len(flip.coins) != len(old.coins) + 1:
            continue
        entry = kept.get(flip.flip) or _entry(after, flip)
        shown = flip.shown[-1] if len(flip.shown) > len(old.shown) else 0
        kept[flip.flip] = replace(entry, coins=(*entry.coins, KeptCoin(flip.coins[-1], shown)))
        for number in _repeated(before, after):
            if number in kept:
                kept[number] = replace(kept[number], coins=kept[number].coins[1:])


def _repeated(before: Table, after: Table) -> Iterator[int]:
    left = {one.flip: len(one.coins) for one in after.taken_back.flips}
    for one in before.taken_back.flips:
        if left.get(one.flip, 0) < len(one.coins):
            yield one.flip


def _entry(table: Table, flip: Flip) -> KeptFlip:
    return KeptFlip(
        flip=flip.flip,
        flipper=flip.flipper,
        card=_card(table, flip),
        purpose=flip.purpose,
        device=flip.device,
        sides=table.device.sides,
        heads=table.device.heads,
        turn=table.turn.number,
    )


def _card(table: Table, flip: Flip) -> str:
    """Return the name of what has a flip made: of a permanent, or of what resolves."""
    if flip.source is None:
        return ""
    thing = table.objects.get(flip.source) or table.last_known.get(flip.source)
    if thing is not None and thing.name:
        return thing.name
    items = [*table.stack, *([table.resolution.item] if table.resolution else [])]
    for item in items:
        if flip.source in (item.id, item.source) and item.card:
            return item.card
    return ""


def kept_coins(table: Table, batch: Sequence[Flip]) -> Mapping[int, Iterator[Coin]]:
    """Return for each flip of a batch the coins it has again, in the order they are to come up."""
    left = [one for one in table.taken_back.flips if _may_come_again(table, one)]
    given: dict[int, Iterator[Coin]] = {}
    for flip in batch:
        found = next((one for one in left if one.flip == flip.flip), None) or next(
            (one for one in left if _is_same(table, flip, one)), None
        )
        if found is not None:
            left.remove(found)
        given[flip.flip] = _coins(found)
    return given


def _coins(kept: KeptFlip | None) -> Iterator[Coin]:
    if kept is not None:
        for coin in kept.coins:
            yield kept.flip, coin


def _may_come_again(table: Table, kept: KeptFlip) -> bool:
    """Whether it was made in this turn, and with what is flipped now."""
    device = table.device
    flipped = (device.device, device.sides, device.heads)
    return kept.turn == table.turn.number and flipped == (kept.device, kept.sides, kept.heads)


def _is_same(table: Table, flip: Flip, kept: KeptFlip) -> bool:
    return (
        flip.flipper == kept.flipper
        and flip.purpose == kept.purpose
        and _card(table, flip) == kept.card
    )


def came_again(table: Table, number: int) -> Table:
    """Return the table with one coin fewer to come up again."""
    flips = []
    for one in table.taken_back.flips:
        coins = one.coins[1:] if one.flip == number else one.coins
        if coins:
            flips.append(replace(one, coins=coins))
    return replace(table, taken_back=replace(table.taken_back, flips=tuple(flips)))
