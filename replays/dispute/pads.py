"""Life pads, typed as they were written: what each player noted, and where two pads first differ.

One entry a line: ``t5 bob 12`` (bob is at 12 in turn 5), ``bob -3``, ``bob 20 -> 17``, ``t6`` alone for
what follows. Words behind are a comment, and so is a line that begins with ``#``. Signs may be any
dash; colons, equals signs and commas count as blanks; ``12½`` and ``12.5`` are halves of an un-game; a
pad begins at 20 unless ``start 40`` or ``start bob 25`` says otherwise.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from events.errors import DataError
from projections.folds.game import unit_factor
from projections.table import Table
from replays.boundaries import standing
from replays.game_log import GameLog

START = 20
MOST_LINES = 5_000
LONGEST_LINE = 500
LONGEST_NUMBER = 6
MOST_NAMED = 8
"""Players that an error names at most."""
MERGED = 4
"""So many changes of one pad may be written as one in the other, within the same turn."""

_TURN = re.compile(r"(?:t|turn|ターン|第)\s?([0-9]{1,4})(?:ターン)?\.?", re.IGNORECASE)
_NUMBER = re.compile(rf"[+-]?(?:[0-9]{{1,{LONGEST_NUMBER}}}(?:½|\.[05])?|½)")
_DASHES = str.maketrans("−–—‐‑－＋０１２３４５６７８９", "------+0123456789")  # noqa: RUF001 - what people type


Points = int | float
"""Points of life; a float only where there is a half."""


class Entry(Struct, frozen=True, kw_only=True):
    """What a line of a pad says: whose total became what, and when."""

    line: int
    text: str
    player: str
    total: Points
    turn: int | None = None


class Pad(Struct, frozen=True, kw_only=True):
    """A pad that has been read; lines that say nothing of a total are listed, never lost."""

    name: str
    entries: tuple[Entry, ...]
    start: dict[str, Points]
    unread: tuple[int, ...] = ()

    def of(self, player: str) -> tuple[Entry, ...]:
        """Return the entries about one player."""
        return tuple(one for one in self.entries if one.player == player)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody the pad has an entry about, in the order of their first."""
        return tuple(dict.fromkeys(one.player for one in self.entries))


class Reader:
    """Reads a pad line by line, keeping the turn and every total."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._turn: int | None = None
        self._start: dict[str, Points] = {}
        self._usual: Points = START
        self._totals: dict[str, Points] = {}
        self._entries: list[Entry] = []
        self._unread: list[int] = []

    def read(self, lines: Iterable[str]) -> Pad:
        """Return the pad; raises ``DataError`` for what is no pad at all."""
        for number, raw in enumerate(lines, 1):
            if number > MOST_LINES:
                raise DataError(
                    "pad/long", f"a pad has at most {MOST_LINES} lines", file=self._name
                )
            if len(raw) > LONGEST_LINE:
                raise DataError("pad/line", "this line is too long", file=self._name, line=number)
            text = raw.strip().lstrip("\ufeff")
            if text and not text.startswith("#"):
                self._line(number, text)
        if not self._entries:
            raise DataError(
                "pad/empty",
                "no line says a total, such as `t5 bob 12` or `bob -3`",
                file=self._name,
            )
        start = {one: self._start.get(one, self._usual) for one in self._totals}
        return Pad(
            name=self._name,
            entries=tuple(self._entries),
            start=start,
            unread=tuple(self._unread),
        )

    def _line(self, number: int, text: str) -> None:
        plain = text.translate(_DASHES).replace("->", " > ").replace("→", " > ")
        words = re.sub(r"[:=,]", " ", plain).split()
        if not words:
            self._unread.append(number)
            return
        if match := _TURN.fullmatch(words[0]):
            self._turn = int(match[1])
            words = words[1:]
        if not words:
            return
        if words[0].lower() == "start":
            self._starts(number, words[1:])
            return
        if len(words) == 1 or _NUMBER.fullmatch(words[0]):
            self._unread.append(number)
            return
        self._change(number, text, words[0].lower(), words[1:])

    def _starts(self, number: int, words: list[str]) -> None:
        values = [word for word in words if _NUMBER.fullmatch(word)]
        names = [word.lower() for word in words if word not in values]
        if len(values) != 1 or len(names) > 1:
            self._unread.append(number)
        elif names:
            self._start[names[0]] = self._totals[names[0]] = _points(values[0])
        else:
            self._usual = _points(values[0])

    def _change(self, number: int, text: str, player: str, words: list[str]) -> None:
        at = next((place for place, word in enumerate(words) if _NUMBER.fullmatch(word)), None)
        if at is None:
            self._unread.append(number)
            return
        value = words[at]
        follows = words[at + 1 : at + 3]
        now = self._totals.get(player, self._start.get(player, self._usual))
        change = _points(value)
        totals = [_whole(now + change) if value[0] in "+-" else change]
        if len(follows) == 2 and follows[0] == ">" and _NUMBER.fullmatch(follows[1]):  # noqa: PLR2004
            totals.append(_points(follows[1]))  # and the one before it, if no line has told of that
        self._totals[player] = totals[-1]
        self._entries += [
            Entry(line=number, text=text, player=player, total=total, turn=self._turn)
            for total in (totals[-1:] if totals[0] == now else totals)
        ]


def _points(text: str) -> Points:
    """Return a number as it is written: ``12``, ``-1½``, ``12.5``."""
    return _whole(float(re.sub(r"^([+-]?)\.", r"\g<1>0.", text.replace("½", ".5"))))


def _whole(value: float) -> Points:
    return int(value) if value == int(value) else value


def read_pad(lines: Iterable[str], name: str = "") -> Pad:
    """Return a life pad."""
    return Reader(name).read(lines)


def pad_of(game: GameLog) -> Pad:
    """Return every change of a total that still counts as a pad: its lines are the numbers of records.

    What was taken back is left out, as on paper; what a judge set right is there.
    """
    units = unit_factor(game.header)
    start = _totals(game.tables[0], units)
    entries, last, totals = [], game.tables[0].players, dict(start)
    for seq in standing(game.log):
        table = game.tables[seq]
        if table.players is last:
            continue
        last = table.players
        for player, total in _totals(table, units).items():
            before, totals[player] = totals[player], total
            if total != before:
                text = f"{player} {_whole(total - before):+}"
                turn = table.turn.number or None
                entries.append(Entry(line=seq, text=text, player=player, total=total, turn=turn))
    return Pad(name=game.path, entries=tuple(entries), start=start)


def _totals(table: Table, units: int) -> dict[str, Points]:
    players = table.players
    return {str(seat): _whole(players[seat].life / units) for seat in table.turn_order}


class PadDifference(Struct, frozen=True, kw_only=True):
    """The first entries that do not agree; none where a pad has no further one, or none in that turn."""

    player: str
    agreed: Points | None
    """The last total on which both pads agree; none where they begin with different ones."""
    turn: int | None
    a: Entry | None
    b: Entry | None
    begin: tuple[Points, Points] | None = None
    """What the pads begin with, where that differs."""


class Reconciled(Struct, frozen=True, kw_only=True):
    """Two pads side by side."""

    a: str
    b: str
    same: bool
    first: PadDifference | None
    others: tuple[PadDifference, ...]
    """The first difference of each further player."""
    merged: tuple[str, ...]
    """Where one pad wrote several changes as one: no difference."""
    only_a: tuple[str, ...]
    """Players of whom the other pad has no entry."""
    only_b: tuple[str, ...]
    totals: dict[str, tuple[Points, Points]]
    """Player -> the last total of each pad."""


def _few(names: Sequence[str]) -> str:
    """Return names in a line; of many the first ones."""
    more = " …" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def reconcile(a: Pad, b: Pad) -> Reconciled:
    """Return where two pads first differ; what one of them wrote in fewer lines is no difference."""
    both = [player for player in a.players if player in b.players]
    if not both:
        raise DataError(
            "pad/players",
            f"the pads have no player in common: {_few(a.players)} and {_few(b.players)}",
        )
    merged: list[str] = []
    found = [one for player in both if (one := _first(a, b, player, merged)) is not None]
    found.sort(key=_place)
    return Reconciled(
        a=a.name,
        b=b.name,
        same=not found,
        first=found[0] if found else None,
        others=tuple(found[1:]),
        merged=tuple(merged),
        only_a=tuple(one for one in a.players if one not in b.players),
        only_b=tuple(one for one in b.players if one not in a.players),
        totals={player: (a.of(player)[-1].total, b.of(player)[-1].total) for player in both},
    )


def _place(one: PadDifference) -> tuple[int, int]:
    entry = one.a or one.b
    return (one.turn or 0, entry.line if entry else 0)


def _first(a: Pad, b: Pad, player: str, merged: list[str]) -> PadDifference | None:
    one, other = list(_changes(a, player)), list(_changes(b, player))
    agreed = a.start[player]
    if agreed != b.start[player]:
        first = _difference(player, None, one[0] if one else None, other[0] if other else None)
        return replace(first, begin=(agreed, b.start[player]))
    i = j = 0
    while i < len(one) and j < len(other):  # each round takes an entry of either pad
        steps = _meet(one[i : i + MERGED], other[j : j + MERGED])
        if steps is None:
            return _difference(player, agreed, *_alone(one[i], other[j]))
        if steps != (1, 1):
            lines = ", ".join(str(entry.line) for entry in one[i : i + steps[0]])
            there = ", ".join(str(entry.line) for entry in other[j : j + steps[1]])
            merged.append(f"{player}: A {lines} = B {there}")
        i, j = i + steps[0], j + steps[1]
        agreed = one[i - 1].total
    if i == len(one) and j == len(other):
        return None
    return _difference(
        player, agreed, one[i] if i < len(one) else None, other[j] if j < len(other) else None
    )


def _alone(a: Entry, b: Entry) -> tuple[Entry | None, Entry | None]:
    """Return two entries that disagree; of different turns, the earlier one has none beside it."""
    if a.turn is None or b.turn is None or a.turn == b.turn:
        return a, b
    return (a, None) if a.turn < b.turn else (None, b)


def _changes(pad: Pad, player: str) -> Iterator[Entry]:
    """Yield the entries with which a total became another one."""
    now = pad.start[player]
    for entry in pad.of(player):
        if entry.total != now:
            now = entry.total
            yield entry


def _meet(one: list[Entry], other: list[Entry]) -> tuple[int, int] | None:
    """Return after how many entries of each both have the same total, within a turn."""
    ways = sorted(
        ((i, j) for i in range(1, len(one) + 1) for j in range(1, len(other) + 1)), key=sum
    )
    for i, j in ways:
        if 1 in (i, j) and one[i - 1].total == other[j - 1].total and _one_turn(one[:i], other[:j]):
            return i, j
    return None


def _one_turn(one: list[Entry], other: list[Entry]) -> bool:
    turns = {entry.turn for entry in (*one, *other)} - {None}
    return len(turns) <= 1


def _difference(
    player: str, agreed: Points | None, a: Entry | None, b: Entry | None
) -> PadDifference:
    turns = [entry.turn for entry in (a, b) if entry is not None and entry.turn is not None]
    return PadDifference(player=player, agreed=agreed, turn=min(turns, default=None), a=a, b=b)
