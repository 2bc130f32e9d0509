"""The procedures under way, as parts of a table's drawing.

Stack and resolution, combat, mulligans, coin flips, choices, Contraptions, the result.
"""

from collections.abc import Iterator

from events.identifiers import Seat
from events.vocabulary import DivisionUnit
from projections.phrases import language
from projections.progress import Flip, MulliganProgress, StackItem
from projections.sprocket_board import board, board_rows
from projections.table import Table
from replays.showing.naming import item_title, recipient
from replays.showing.parts import Part, points
from replays.showing.words import word


def procedures(table: Table, lang: str, before: Table | None) -> Iterator[Part]:
    """Yield a part for each procedure that has something to show."""
    every = (
        _stack(table, lang, before),
        _resolution(table, lang),
        _combat(table, lang),
        _mulligans(table, lang),
        _flips(table, lang),
        _choices(table, lang),
        _sprockets(table, lang),
        _result(table, lang),
    )
    yield from (part for part in every if part.rows)


def _stack(table: Table, lang: str, before: Table | None) -> Part:
    old = {item.id: item for item in before.stack} if before is not None else {}
    rows = []
    for item in reversed(table.stack):
        sign = "" if before is None or old.get(item.id) == item else "~" if item.id in old else "+"
        rows.append((f"{sign}{item_title(table, item)}", item.controller, _targets(table, item)))
    now = {item.id for item in table.stack}
    gone = [item for name, item in old.items() if name not in now]
    rows += [(f"-{item_title(table, item)}", item.controller, "") for item in gone]
    heading = f"{word(lang, 'stack')} ({word(lang, 'top first')})"
    return Part(heading, ("", "", ""), tuple(rows))


def _targets(table: Table, item: StackItem) -> str:
    """Return the targets with their shares: ``→ bob 3, Bear c40 1``."""
    told = []
    halves = item.unit is DivisionUnit.HALF
    for instruction, targets in sorted(item.targets.items()):
        shares = item.shares.get(instruction, ())
        for slot, target in enumerate(targets):
            share = f" {points(shares[slot], halves=halves)}" if slot < len(shares) else ""
            told.append(f"{recipient(table, target)}{share}")
    if item.x is not None:
        told.append(f"X = {item.x}")
    return f"→ {', '.join(told)}" if told else ""


def _resolution(table: Table, lang: str) -> Part:
    resolution = table.resolution
    if resolution is None:
        return Part("", (), ())
    where = f"{word(lang, 'instruction')} {resolution.instruction + 1}"
    row = (item_title(table, resolution.item), where, _targets(table, resolution.item))
    return Part(word(lang, "resolving"), ("", "", ""), (row,))


def _combat(table: Table, lang: str) -> Part:
    combat = table.combat
    if combat is None or not combat.attackers:
        return Part("", (), ())
    rows = []
    assigned, halves = dict(combat.assigned), table.header.play.un_cards
    for attacker in combat.attackers:
        blockers = combat.blocks.get(attacker, ())
        told = ", ".join(recipient(table, name) for name in blockers) or word(lang, "unblocked")
        dealt = ", ".join(
            f"{recipient(table, part.recipient)} {points(part.amount, halves=halves)}"
            for part in assigned.get(attacker, ())
        )
        target = combat.attacking.get(attacker)
        rows.append(
            (
                recipient(table, attacker),
                f"→ {recipient(table, target)}" if target else "",
                told,
                dealt,
            )
        )
    words = ("", "attacks", "blocked by", "damage")
    return Part(word(lang, "combat"), tuple(word(lang, one) for one in words), tuple(rows))


def _mulligans(table: Table, lang: str) -> Part:
    progress = table.mulligan
    if progress is None or not (progress.round or progress.kept):
        return Part("", (), ())
    rows = tuple((seat, *_strip(progress, seat, lang)) for seat in table.turn_order)
    heading = f"{word(lang, 'mulligans')}, {word(lang, 'round')} {progress.round}"
    return Part(heading, ("", "", ""), rows)


def _strip(progress: MulliganProgress, seat: Seat, lang: str) -> tuple[str, str]:
    taken = progress.taken.get(seat, 0)
    past = " ".join("M" * taken) + (" " if taken else "")
    if seat in progress.kept:
        return f"{past}K", f"{word(lang, 'kept')} {progress.kept[seat]}"
    if seat in progress.declared:
        mulligan = progress.declared[seat]
        return f"{past}{'M?' if mulligan else 'K?'}", word(lang, "mulligan" if mulligan else "keep")
    return f"{past}…", ""


def _flips(table: Table, lang: str) -> Part:
    rows = tuple(_flip(table, flip, lang) for flip in table.flips)
    return Part(word(lang, "flips"), ("", "", "", "", ""), rows)


def _flip(table: Table, flip: Flip, lang: str) -> tuple[str, ...]:
    """Draw a flip: who flips, about what, what was called and by whom else, coins, and its meaning."""
    coins = [_coin(flip, number, lang) for number in range(1, len(flip.coins) + 1)]
    call = f"{word(lang, 'called')} {word(lang, flip.call.value)}" if flip.call else ""
    if flip.call and flip.caller not in (None, flip.flipper):
        call += f" ({flip.caller})"
    outcome = "" if flip.outcome is None else word(lang, flip.outcome.value)
    if flip.forced and flip.face is not None:
        outcome += f", {word(lang, flip.face.value)} ({word(lang, 'set by an effect')})"
    about = "" if flip.about is None else recipient(table, flip.about)
    return (f"{flip.flip} {flip.flipper}", about, call, " ".join(coins) or "…", outcome)


def _coin(flip: Flip, number: int, lang: str) -> str:
    """Draw a coin, or a die with what it shows; in brackets if it is ignored."""
    told = word(lang, flip.coins[number - 1].value)
    if number <= len(flip.shown):
        told += f" {flip.shown[number - 1]}"
    return f"({told})" if number in flip.ignored else told


def _choices(table: Table, lang: str) -> Part:
    """Draw the round of choices under way: what was chosen, and what is still to be chosen."""
    choice = table.choice
    if choice is None:
        return Part("", (), ())
    kinds = language(lang).words["choice"]
    made = [
        (
            one.player,
            kinds.get(one.kind, one.kind),
            ", ".join(recipient(table, pick) for pick in one.picks) or f"? ({one.count})",
        )
        for one in choice.made
    ]
    still = [(one.player, kinds.get(one.kind, one.kind), word(lang, "open")) for one in choice.open]
    return Part(word(lang, "choices"), ("", "", ""), (*made, *still))


def _sprockets(table: Table, lang: str) -> Part:
    """Draw everybody's three sprockets, and where the next upkeep takes the CRANK! counter."""
    rows: list[tuple[str, str, str]] = []
    for one in board(table):
        marked = ((mark or " ", number, told) for mark, number, told in board_rows(one))
        rows += [(one.seat, f"{mark} {number}", told) for mark, number, told in marked]
        if one.unplaced:
            waiting = ", ".join(str(thing.name or thing.id) for thing in one.unplaced)
            rows.append((one.seat, "  ?", waiting))
        piles = f"{word(lang, 'Contraption deck')}: {one.deck}"
        if one.scrapyard:
            names = ", ".join(str(name) for name in one.scrapyard)
            piles = f"{piles} · {word(lang, 'scrapyard')}: {names}"
        rows.append((one.seat, "", piles))
    counter, coming = word(lang, "CRANK! counter"), word(lang, "next upkeep")
    return Part(f"{word(lang, 'sprocket')} (⚙ {counter}, → {coming})", ("", "", ""), tuple(rows))


def _result(table: Table, lang: str) -> Part:
    result = table.result
    if result is None:
        return Part("", (), ())
    winners = ", ".join(result.winners)
    return Part(
        word(lang, "result"), ("", "", ""), ((result.result.value, winners, result.reason.value),)
    )
