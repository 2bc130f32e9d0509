"""Positions: how people name a moment of a game, and which record each name means.

``@42 @start @end @-3 @t5 @t5.upkeep @mull.2 @flip:3 @crank:2 @divide:1 @h:7c1e``, and ``A..B``.
The turn and step of a record are what the table says after it, so that nothing is in turn 0.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple, Protocol

from events.base import Event
from events.coin_flips import CoinFlipped, FlipInstructed
from events.contraptions import CrankAdvanced
from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.errors import DataError
from events.identifiers import Seat
from events.log import EventLog
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import Phase
from projections.standing import standing
from projections.table import Table

FORMS = "@42, @start, @end, @-3, @t5, @t5.upkeep, @mull.2, @flip:3, @crank:2, @divide:1, @h:7c1e"
"""Every form, as an error shows it."""

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_TURN = re.compile(r"t([0-9]{1,6})(?:\.([a-z_.]+))?")
_ROUND = re.compile(r"mull\.([0-9]{1,6})")
_NTH = re.compile(r"(flip|crank|divide):([0-9]{1,6})")
_HASH = re.compile(r"h:([0-9a-f]{1,64})")
_MOST_SHOWN = 12
"""How many valid positions an error lists at most."""

DIVISIONS = (DamageDivided, CountersDivided, PreventionDivided)


class Game(Protocol):
    """What a position is looked up in: a log and the table after each of its records."""

    @property
    def log(self) -> EventLog:
        """The records."""
        ...

    @property
    def tables(self) -> Sequence[Table]:
        """The table after each record."""
        ...


class Context(NamedTuple):
    """When a record is: the turn, or none before the first, its player, and the phase or step."""

    turn: int | None
    active_player: Seat | None
    phase: Phase | None
    """None where a turn has begun and its first step has not."""

    @property
    def label(self) -> str:
        """``t5.upkeep``; before the first turn the phase alone."""
        step = "" if self.phase is None else step_name(self.phase)
        return step if self.turn is None else f"t{self.turn}.{step}".rstrip(".")


def context_of(table: Table, event: Event | None = None) -> Context:
    """Return when a table is; with the event that led to it, also between a turn and its steps."""
    turn = table.turn
    phase = None if isinstance(event, TurnBegan) else turn.phase
    return Context(turn.number or None, turn.active_player, phase)


_TWICE = ("beginning", "end")
"""Names that a step of combat shares with another part of a turn."""


def step_name(phase: Phase) -> str:
    """Return the name of a step in a position: the shortest that means no other one."""
    shared = phase.phase == "combat" and phase.step in _TWICE
    return phase.value if shared or phase.phase == "mulligan" else phase.step


def _is_named(phase: Phase, name: str) -> bool:
    return name in (phase.value, step_name(phase), phase.phase)


def resolve(game: Game, text: str) -> int:
    """Return the number of the record that a position names, with or without ``@``.

    Raises ``DataError`` with the nearest positions there are.
    """
    name = text.strip().removeprefix("@")
    length = len(game.log)
    if name in ("start", "end"):
        return 0 if name == "start" else length - 1
    if _NUMBER.fullmatch(name):
        return _by_number(int(name), length)
    forms: tuple[tuple[re.Pattern[str], Callable[[Game, re.Match[str]], int]], ...] = (
        (_TURN, _by_turn),
        (_ROUND, _by_round),
        (_NTH, _by_occurrence),
        (_HASH, _by_hash),
    )
    for pattern, find in forms:
        if match := pattern.fullmatch(name):
            return find(game, match)
    raise DataError("position/unknown", _no_form(game, text, name))


def _no_form(game: Game, text: str, name: str) -> str:
    first, dots, last = name.partition("..")
    if dots:
        ends = ", ".join(f"@{end}" for end in (first, last) if end)
        return f"{text!r} is a span; one position is wanted here: {ends or '@end'}"
    near = get_close_matches(name, list(named(game)), n=3, cutoff=0.6)
    nearest = f"nearest: {', '.join(f'@{one}' for one in near)}; " if near else ""
    return f"{text!r} is no position; {nearest}there are {FORMS}, and A..B"


def named(game: Game) -> Iterator[str]:
    """Yield every position of a log that has a name of its own: turns, steps, rounds, occurrences."""
    yield from ("start", "end")
    begun = (
        context_of(table, record.event).label
        for record, table in zip(game.log, game.tables, strict=True)
        if isinstance(record.event, TurnBegan | PhaseEntered)
    )
    yield from (label for label in dict.fromkeys(begun) if label[1:2].isdecimal())
    rounds = (table.mulligan.round for table in game.tables if table.mulligan is not None)
    yield from (f"mull.{number}" for number in dict.fromkeys(rounds) if number)
    for family in ("flip", "crank", "divide"):
        count = len(occurrences(game.log, family))
        yield from (f"{family}:{number}" for number in range(1, count + 1))


def resolve_range(game: Game, text: str) -> tuple[int, int]:
    """Return the first and last record of ``A..B``; an end left out is that of the log."""
    first, dots, last = text.strip().removeprefix("@").partition("..")
    if not dots:
        only = resolve(game, first)
        return only, only
    begin, end = resolve(game, first or "start"), resolve(game, last or "end")
    if begin > end:
        raise DataError(
            "position/order", f"{text!r} runs backwards, from {begin} to {end}; try {last}..{first}"
        )
    return begin, end


def split(text: str) -> tuple[str, str]:
    """Return ``LOG@POSITION`` as its two parts; the second is empty where there is none."""
    path, at, position = text.rpartition("@")
    if not at or "/" in position or "\\" in position:
        return text, ""
    return path, position


def undone(log: EventLog) -> frozenset[int]:
    """Return the records that a later take-back undid: they happened, but no longer count."""
    left = {record.seq for record in standing(log)}
    return frozenset(record.seq for record in log if record.seq not in left)


def record_hash(log: EventLog, seq: int) -> str:
    """Return the hash of a record: what the next one names, or the log's head."""
    return log.head if seq == len(log) - 1 else str(log[seq + 1].prev)


def _by_number(number: int, length: int) -> int:
    seq = number if number >= 0 else length + number
    if 0 <= seq < length:
        return seq
    nearest = "@start" if seq < 0 else f"@{length - 1}"
    raise DataError(
        "position/range",
        f"there is no record {number}: the log has 0 to {length - 1}; nearest: {nearest}",
    )


def _by_turn(game: Game, match: re.Match[str]) -> int:
    number, step = int(match[1]), match[2]
    seqs = [seq for seq, table in enumerate(game.tables) if table.turn.number == number]
    if not number or not seqs:
        raise DataError("position/turn", _no_turn(game, number))
    counting = _counting(game.log, seqs)
    if step is None:
        return counting[0]
    entered = [(seq, phase) for seq in counting if (phase := _entered(game.log, seq))]
    for seq, phase in entered:
        if _is_named(phase, step):
            return seq
    steps = _nearest_first(
        f"t{number}.{step}", [f"t{number}.{step_name(phase)}" for _, phase in entered]
    )
    raise DataError(
        "position/step",
        f"turn {number} has no {step}; nearest: "
        f"{', '.join(f'@{one}' for one in steps) or f'@t{number}'}",
    )


def _nearest_first(wanted: str, names: Sequence[str]) -> list[str]:
    """Return names without repeats: those most like the wanted one, then the others in their order."""
    near = get_close_matches(wanted, list(dict.fromkeys(names)), n=3, cutoff=0.7)
    return list(dict.fromkeys((*near, *names)))


def _no_turn(game: Game, number: int) -> str:
    turns = sorted({table.turn.number for table in game.tables} - {0})
    if not number:
        return "there is no turn 0: before the first turn, use @start or @mull.1"
    if not turns:
        return f"there is no turn {number}: the game did not reach its first; nearest: @end"
    near = min(turns, key=lambda turn: (abs(turn - number), turn))
    return f"there is no turn {number}: the game has {turns[0]} to {turns[-1]}; nearest: @t{near}"


def _counting(log: EventLog, seqs: list[int]) -> list[int]:
    """Return those records that were not undone, or all where none is left."""
    gone = undone(log)
    return [seq for seq in seqs if seq not in gone] or seqs


def _entered(log: EventLog, seq: int) -> Phase | None:
    event: Event = log[seq].event
    return event.phase if isinstance(event, PhaseEntered) else None


def _by_round(game: Game, match: re.Match[str]) -> int:
    number = int(match[1])
    rounds: dict[int, list[int]] = {}
    for seq, table in enumerate(game.tables):
        if table.mulligan is not None and table.mulligan.round:
            rounds.setdefault(table.mulligan.round, []).append(seq)
    if number in rounds:
        return _counting(game.log, rounds[number])[0]
    have = ", ".join(f"@mull.{one}" for one in sorted(rounds)[:_MOST_SHOWN]) or "@start"
    raise DataError("position/round", f"there is no mulligan round {number}; nearest: {have}")


def _by_occurrence(game: Game, match: re.Match[str]) -> int:
    family, number = match[1], int(match[2])
    seqs = occurrences(game.log, family)
    if 1 <= number <= len(seqs):
        return seqs[number - 1]
    raise DataError(f"position/{family}", _no_occurrence(family, number, len(seqs)))


def _no_occurrence(family: str, number: int, count: int) -> str:
    if not count:
        return f"there is no {family}:{number}: the log has no {family} at all; nearest: @start"
    near = min(max(number, 1), count)
    return f"there is no {family}:{number}: the log has {count}; nearest: @{family}:{near}"


def occurrences(log: EventLog, family: str) -> list[int]:
    """Return the records with which each flip, crank or division of a log begins."""
    if family == "flip":
        return list(_flips(log))
    kinds = DIVISIONS if family == "divide" else (CrankAdvanced,)
    return [record.seq for record in log if isinstance(record.event, kinds)]


def _flips(log: EventLog) -> Iterator[int]:
    """Yield where each flip begins: instructed, or in an imported log its first coin."""
    begun: set[int] = set()
    for record in log:
        event: Event = record.event
        if isinstance(event, FlipInstructed | CoinFlipped) and event.flip not in begun:
            begun.add(event.flip)
            yield record.seq


def _by_hash(game: Game, match: re.Match[str]) -> int:
    prefix = match[1]
    log = game.log
    found = [seq for seq in range(len(log)) if record_hash(log, seq).startswith(prefix)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise DataError("position/hash", f"no record's hash begins with {prefix}; nearest: @end")
    shown = ", ".join(f"@h:{record_hash(log, seq)[: len(prefix) + 4]}" for seq in found[:3])
    raise DataError("position/hash", f"{len(found)} hashes begin with {prefix}: {shown} …")
