"""``diff``: two logs, or two positions of one."""

from collections import Counter
from typing import Any

import click
import msgspec

from projections.viewers import JUDGE
from replays.catalogue import told
from replays.cli.completing import complete_log
from replays.cli.errors import Exit
from replays.cli.inputs import open_at
from replays.cli.looking import row_of
from replays.cli.options import command
from replays.diff import LogDiff, between, plain_record
from replays.diff import diff as compare
from replays.dispute.judging import Judgement, judged, judgement_lines
from replays.game_log import GameLog
from replays.output import Screen
from replays.positions import split
from replays.showing import changes
from replays.showing.seats import checked_seat, seen_table
from replays.showing.words import word


@command("diff")
@click.argument("a", metavar="LOG[@POSITION]", shell_complete=complete_log)
@click.argument("b", metavar="LOG[@POSITION]", shell_complete=complete_log)
def diff(screen: Screen, a: str, b: str) -> None:
    """Compare two logs, or two positions; exit code 1 where they differ.

    Two logs: how far they tell the same, the first record where they part, what is different on the
    table then, and which of the two entries the rules allow. Times, hashes, ids and the order of
    what happens at once are no difference. Two positions: every value that differs.
    """
    one, one_seq = open_at(a)
    other, other_seq = open_at(b)
    if split(a)[1] or split(b)[1]:
        differs = _positions(screen, (one, one_seq), (other, other_seq))
    else:
        differs = _logs(screen, one, other)
    raise click.exceptions.Exit(Exit.FINDINGS if differs else Exit.DONE)


def _positions(screen: Screen, a: tuple[GameLog, int], b: tuple[GameLog, int]) -> bool:
    """Compare the tables after two records."""
    tables = []
    for game, seq in (a, b):
        seat = checked_seat(game, screen.settings.seat)
        tables.append(seen_table(game.tables[seq], seat))
    found = between(tables[0], tables[1])
    if screen.is_json:
        both = [{"log": game.path, "seq": seq} for game, seq in (a, b)]
        changed = [changes.plain(one) for one in found]
        screen.data({"kind": "positions", "a": both[0], "b": both[1], "changes": changed})
        return bool(found)
    if not found:
        screen.line(word(screen.lang, "nothing changed"))
    changes.draw(screen, found)
    return bool(found)


def _logs(screen: Screen, a: GameLog, b: GameLog) -> bool:
    seat = screen.settings.seat
    for game in (a, b):
        checked_seat(game, seat)
    found = compare(a, b, seat=seat)
    if screen.is_json:
        plain = plain_diff(found, a, b, seat)
        if seat == JUDGE:
            plain["allowed"] = {name: one and one.allowed for name, one in _judged(found, a, b)}
        screen.data(plain)
    else:
        _draw(screen, found, a, b)
    return not found.same


def _judged(
    found: LogDiff, a: GameLog, b: GameLog, lang: str = "en"
) -> list[tuple[str, Judgement | None]]:
    """Return what the rules say of either entry at which two logs part."""
    parted = found.first_divergence
    seqs = (None, None) if parted is None else parted.seqs
    return [
        (name, None if seq is None else judged(log, seq, lang=lang))
        for name, log, seq in (("a", a, seqs[0]), ("b", b, seqs[1]))
    ]


def plain_diff(found: LogDiff, a: GameLog, b: GameLog, seat: str = JUDGE) -> dict[str, Any]:
    """Return the difference of two logs as a JSON object, with no more than a viewer may know."""
    parted = found.first_divergence
    divergence = parted and {
        "seq": parted.seq,
        "seqs": list(parted.seqs),
        "a": plain_record(a, parted.seqs[0], seat),
        "b": plain_record(b, parted.seqs[1], seat),
    }
    return {
        "kind": "logs",
        "a": found.a,
        "b": found.b,
        "same": found.same,
        "common": found.common,
        "renamed": found.renamed,
        "header": [msgspec.to_builtins(one) for one in found.header],
        "first_divergence": divergence,
        "changes": [changes.plain(one) for one in found.changes],
    }


def _draw(screen: Screen, found: LogDiff, a: GameLog, b: GameLog) -> None:
    lang = screen.lang
    if found.same:
        screen.line(
            f"✓ {word(lang, 'the same')}: {found.common} {word(lang, 'records')}", style="good"
        )
        return
    for one in found.header:
        screen.line(f"{word(lang, 'header')} {one.field}")
        for name, text in zip("ab", _apart(one.a, one.b), strict=True):
            screen.line(f"  {name}  {text}")
    screen.line(f"{word(lang, 'common')}: {found.common} {word(lang, 'records')}")
    parted = found.first_divergence
    if parted is None:
        return
    screen.line(f"{word(lang, 'first divergence')}: @{parted.seq}", style="heading")
    judgements = dict(_judged(found, a, b, lang))
    for name, game, seq in (("a", a, parted.seqs[0]), ("b", b, parted.seqs[1])):
        screen.line(f"  {name}  {_told(game, seq, screen)}")
        judgement = judgements[name]
        if judgement is not None and screen.settings.seat == JUDGE:
            screen.line(f"     {judgement_lines(judgement, lang)[0]}")
    if found.common <= 1 and found.header:
        screen.note(told(lang, "diff.strangers", a=a.header.game, b=b.header.game))
        return
    changes.draw(screen, found.changes, indent="  ")


def _told(game: GameLog, seq: int | None, screen: Screen) -> str:
    if seq is None:
        return word(screen.lang, "ends here")
    row = row_of(game, seq, screen.lang, screen.settings.seat)
    if row is None:
        return word(screen.lang, "hidden from this seat")
    return f"@{seq}  {row['when']}  {row['by']}  {row['text']} [{row['type']}]"


LONGEST_VALUE = 160
"""Characters of a header's value that are shown; --json has them all."""


def _apart(a: object, b: object) -> tuple[str, str]:
    """Return two values as people read them; of lists what only one of them has."""
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        one, other = Counter(map(_label, a)), Counter(map(_label, b))
        if one != other:
            return _counted(one - other), _counted(other - one)
    return _short(a), _short(b)


def _label(value: object) -> str:
    """Return what a thing in a list is called: a card, a seat."""
    if not isinstance(value, dict):
        return _short(value)
    return str(value.get("name") or value.get("seat") or _short(value))


def _counted(things: Counter[str]) -> str:
    told = (f"{count} {thing}" if count > 1 else thing for thing, count in sorted(things.items()))
    return _cut(", ".join(told) or "-")


def _short(value: object) -> str:
    if value is None:
        return "-"
    return _cut(value if isinstance(value, str) else msgspec.json.encode(value).decode())


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
