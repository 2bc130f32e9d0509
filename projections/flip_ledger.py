"""The flip ledger: every coin flip of a log, coin by coin, and what players have won and lost.

Implements CR 705 as a reading of logs, imported ones included; nothing here decides anything. What a
record does not tell, a call or a face, stays open.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from events.base import Event
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipDeviceAgreed,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipRepeated,
    FlipShown,
    FlipWon,
)
from events.identifiers import CardName, ObjectId, Seat
from events.records import Record
from events.turns import TurnBegan
from events.vocabulary import Face, FlipDevice, FlipOutcome
from projections.progress import ignored_once
from projections.standing import standing
from projections.table import Table


class Coin(Struct, frozen=True, kw_only=True):
    """One coin that came up, whether or not it counts."""

    coin: int
    face: Face
    shown: int = 0
    """The number a die came up with; 0 for a coin."""
    ignored: bool = False
    repeated: bool = False
    """Its flip was repeated, so that no coin of that toss counts."""

    @property
    def counts(self) -> bool:
        """Whether it is neither ignored nor flipped again."""
        return not self.ignored and not self.repeated


class FlipEntry(Struct, frozen=True, kw_only=True):
    """One flip, from the instruction to its meaning."""

    number: int
    """The how-manieth flip of the log, from 1."""
    flip: int
    """Its number in the log's own records."""
    seq: int
    """The record it began with."""
    turn: int = 0
    flipper: Seat | None = None
    """Absent where an imported record does not tell."""
    contested: bool | None = None
    """Whether it could be won; absent where nothing tells."""
    caller: Seat | None = None
    call: Face | None = None
    """Absent for a flip of faces alone, and where a record does not tell."""
    said: str = ""
    """``even`` or ``odd`` where a die was called so."""
    coins: tuple[Coin, ...] = ()
    outcome: FlipOutcome | None = None
    """Absent while it is under way, and where a record ends before it is over."""
    face: Face | None = None
    """The face that counts: the coin's own, or the one that an effect set."""
    forced: bool = False
    forced_by: ObjectId | None = None
    inferred: bool = False
    """No rule of its day says who wins: the outcome is a reading."""
    device: FlipDevice = FlipDevice.COIN
    batch: int = 0
    about: ObjectId | None = None
    source: ObjectId | None = None
    card: CardName | None = None
    """The card that had it flipped, where the tables of the log were at hand and tell it."""
    purpose: str = ""

    @property
    def kept(self) -> Coin | None:
        """The coin that counts, if exactly one is left."""
        left = [coin for coin in self.coins if coin.counts]
        return left[0] if len(left) == 1 else None


class FlipTotals(Struct, frozen=True, kw_only=True):
    """What the flips of one player came to. A coin that is ignored is still a coin that came up."""

    flips: int = 0
    won: int = 0
    lost: int = 0
    neither: int = 0
    """Faces alone: nobody could win."""
    open: int = 0
    """Not over, or not told."""
    coins: int = 0
    heads: int = 0
    tails: int = 0
    ignored: int = 0
    """Coins that did not count."""


E = TypeVar("E", bound=Event)
_Tell = Callable[["_Ledger", int, Any], None]
_TELLS: dict[type[Event], _Tell] = {}


def _tells(kind: type[E]) -> Callable[[Callable[["_Ledger", int, E], None]], None]:
    def register(tell: Callable[["_Ledger", int, E], None]) -> None:
        _TELLS[kind] = tell

    return register


class _Ledger:
    """A ledger in the making: entries by the number of their flip, in the order of their records."""

    def __init__(self, tables: Sequence[Table] | None) -> None:
        self.entries: dict[int, FlipEntry] = {}
        self.turn = 0
        self._tables = tables

    def card(self, seq: int, source: ObjectId | None) -> CardName | None:
        """Return the card of an object as it was at a record, or as it last was."""
        if source is None or self._tables is None:
            return None
        table = self._tables[seq]
        thing = table.objects.get(source) or table.last_known.get(source)
        return thing.name if thing is not None else None

    def edit(self, seq: int, flip: int, **changes: Any) -> None:  # noqa: ANN401 - fields of FlipEntry
        """Change an entry; one that nothing has instructed begins here."""
        entry = self.entries.get(flip)
        if entry is None:
            number = len(self.entries) + 1
            entry = FlipEntry(number=number, flip=flip, seq=seq, turn=self.turn)
        self.entries[flip] = replace(entry, **changes)

    def coins(self, flip: int) -> tuple[Coin, ...]:
        entry = self.entries.get(flip)
        return entry.coins if entry is not None else ()


def flip_ledger(
    records: Sequence[Record], tables: Sequence[Table] | None = None
) -> tuple[FlipEntry, ...]:
    """Return every flip of a log, in order. What was taken back is left out.

    ``tables`` are the tables after each record of the whole log: with them, flips know their card.
    """
    return _told(_Ledger(tables), standing(records))


def every_toss(records: Iterable[Record]) -> tuple[FlipEntry, ...]:
    """Return every flip of a log with each coin that was tossed for it, those taken back among them.

    A coin that came up again because it was taken back was tossed once, and stands here once.
    """
    return _told(_Ledger(None), (record for record in records if not _came_again(record)))


def _came_again(record: Record) -> bool:
    return isinstance(record.event, CoinFlipped) and record.event.repeats > 0


def _told(ledger: _Ledger, records: Iterable[Record]) -> tuple[FlipEntry, ...]:
    for record in records:
        event = record.event
        tell = _TELLS.get(type(event))
        if tell is not None:
            tell(ledger, record.seq, event)
    return tuple(ledger.entries.values())


@_tells(TurnBegan)
def _turn(ledger: _Ledger, _seq: int, event: TurnBegan) -> None:
    ledger.turn = event.number


@_tells(FlipInstructed)
def _instructed(ledger: _Ledger, seq: int, event: FlipInstructed) -> None:
    ledger.edit(
        seq,
        event.flip,
        flipper=event.flipper,
        contested=event.contested,
        caller=event.caller,
        device=event.device,
        batch=event.batch,
        about=event.about,
        source=event.source,
        card=ledger.card(seq, event.source),
        purpose=event.purpose,
    )


@_tells(FlipCalled)
def _called(ledger: _Ledger, seq: int, event: FlipCalled) -> None:
    ledger.edit(seq, event.flip, call=event.call, said=event.said, caller=event.player)


@_tells(CoinFlipped)
def _flipped(ledger: _Ledger, seq: int, event: CoinFlipped) -> None:
    coin = Coin(coin=event.coin, face=event.face, shown=event.shown)
    known = {} if event.player is None else {"flipper": event.player}
    ledger.edit(seq, event.flip, coins=(*ledger.coins(event.flip), coin), **known)


@_tells(FlipIgnored)
def _ignored(ledger: _Ledger, seq: int, event: FlipIgnored) -> None:
    known = ledger.coins(event.flip)
    there = {one.coin for one in known if not one.repeated}
    before = {one.coin for one in known if one.ignored and not one.repeated}
    ignored = ignored_once(event.coins, before, there)
    coins = tuple(
        one if one.repeated else replace(one, ignored=one.coin in ignored) for one in known
    )
    ledger.edit(seq, event.flip, coins=coins)


@_tells(FlipRepeated)
def _repeated(ledger: _Ledger, seq: int, event: FlipRepeated) -> None:
    coins = tuple(replace(one, repeated=True) for one in ledger.coins(event.flip))
    ledger.edit(seq, event.flip, coins=coins, outcome=None, face=None, forced=False)


@_tells(FlipDeviceAgreed)
def _agreed(ledger: _Ledger, _seq: int, event: FlipDeviceAgreed) -> None:
    """Flips that have been instructed and not tossed are made with what is agreed on."""
    for flip, entry in ledger.entries.items():
        if entry.outcome is None and not entry.coins:
            ledger.entries[flip] = replace(entry, device=event.device)


@_tells(FlipWon)
def _won(ledger: _Ledger, seq: int, event: FlipWon) -> None:
    _over(ledger, seq, event, FlipOutcome.WON)
    ledger.edit(seq, event.flip, inferred=event.inferred)


@_tells(FlipLost)
def _lost(ledger: _Ledger, seq: int, event: FlipLost) -> None:
    _over(ledger, seq, event, FlipOutcome.LOST)
    ledger.edit(seq, event.flip, inferred=event.inferred)


@_tells(FlipShown)
def _shown(ledger: _Ledger, seq: int, event: FlipShown) -> None:
    _over(ledger, seq, event, FlipOutcome.NONE)


def _over(
    ledger: _Ledger, seq: int, event: FlipWon | FlipLost | FlipShown, outcome: FlipOutcome
) -> None:
    ledger.edit(
        seq,
        event.flip,
        flipper=event.player,
        outcome=outcome,
        face=event.face,
        forced=event.forced,
        forced_by=event.source,
    )


def flip_totals(entries: Iterable[FlipEntry]) -> dict[Seat | None, FlipTotals]:
    """Return the totals of each player who has flipped, in the order of their first flips."""
    totals: dict[Seat | None, FlipTotals] = {}
    for entry in entries:
        totals[entry.flipper] = _plus(totals.get(entry.flipper, FlipTotals()), entry)
    return totals


def _plus(totals: FlipTotals, entry: FlipEntry) -> FlipTotals:
    heads = sum(coin.face is Face.HEADS for coin in entry.coins)
    return FlipTotals(
        flips=totals.flips + 1,
        won=totals.won + (entry.outcome is FlipOutcome.WON),
        lost=totals.lost + (entry.outcome is FlipOutcome.LOST),
        neither=totals.neither + (entry.outcome is FlipOutcome.NONE),
        open=totals.open + (entry.outcome is None),
        coins=totals.coins + len(entry.coins),
        heads=totals.heads + heads,
        tails=totals.tails + len(entry.coins) - heads,
        ignored=totals.ignored + sum(not coin.counts for coin in entry.coins),
    )
