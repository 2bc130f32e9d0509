"""The mulligan history: every hand that a player has looked at, and what became of it.

Implements CR 103.5 as a reading of logs, imported ones included; nothing here decides anything. A
viewer reads the cards they may know, and of the others how many there were.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from events.base import Event
from events.identifiers import CardName, ObjectId, Seat
from events.mulligans import (
    CardsBottomed,
    HandKept,
    HandRevealed,
    LookChosen,
    LookedCardPlaced,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
)
from events.records import Record
from events.turns import CardsDrawn
from events.vocabulary import Zone
from events.zones import CardMoved
from projections.sight import Eyes
from projections.standing import standing
from projections.table import Table
from projections.viewers import JUDGE, seat_of

Cards = tuple[CardName | None, ...]
"""Cards by name; nothing where the viewer may not know which card it is."""


class Look(Struct, frozen=True, kw_only=True):
    """One hand of one player: how it came, what was done with it, what was declared."""

    seq: int
    """The record in which the hand came to be."""
    player: Seat
    number: int = 0
    """Mulligans taken before this hand; 0 for the first."""
    free: bool = False
    """The mulligan that led to it was not counted, or took no card."""
    counted: int = 0
    """Mulligans counted so far."""
    round: int = 0
    """The round of its declaration; 0 where nothing has been declared."""
    drawn: int = 0
    bottomed: Cards = ()
    """What went to the bottom before the declaration, the last card last."""
    exiled: tuple[Cards, ...] = ()
    """The hands exiled for it by cards that work at a declaration (CR 103.5b), one after another."""
    set_aside: Cards = ()
    """What a partial Paris mulligan set aside of the hand before."""
    hand: Cards = ()
    """The hand at the declaration, or as it is while nothing has been declared."""
    declared: Literal["", "keep", "mulligan", "forced"] = ""
    """``forced``: a hand that had to be kept, without a question."""
    revealed: bool = False
    looked: Literal["", "declined", "looking", "top", "bottom"] = ""
    """The look of Vancouver, after this hand was kept."""

    @property
    def size(self) -> int:
        """How many cards the hand had."""
        return len(self.hand)


class _Told(Struct, frozen=True):
    """An event with the tables around it, and with the viewer's eyes."""

    seq: int
    event: Any
    """Of the type that the function below is registered for."""
    before: Table
    after: Table
    viewer: Seat | str | None

    def cards(self, names: Sequence[ObjectId], count: int = 0) -> Cards:
        """Return cards as the viewer may know them, as many as there are."""
        told = tuple(self._card(name) for name in names)
        return told + (None,) * (count - len(told))

    def _card(self, name: ObjectId) -> CardName | None:
        if self.viewer != JUDGE:
            return Eyes(self.before, self.after, seat_of(self.viewer)).card(name)
        thing = self.after.objects.get(name) or self.before.objects.get(name)
        return thing.name if thing is not None else None

    def hand(self, table: Table, seat: Seat) -> Cards:
        player = table.players.get(seat)
        return () if player is None else self.cards(player.hand, player.size(Zone.HAND))


def mulligan_history(
    records: Sequence[Record], tables: Sequence[Table], viewer: Seat | str | None = JUDGE
) -> tuple[Look, ...]:
    """Return every hand of the opening, in the order in which they came to be.

    ``tables`` are the tables after each record. What was taken back is left out.
    """
    looks: list[Look] = []
    for record in standing(records):
        seq, event = record.seq, record.event
        before, after = tables[max(0, seq - 1)], tables[seq]
        if before.turn.number or not before.phase.is_pregame:
            continue
        tell = _TELLS.get(type(event))
        if tell is not None:
            tell(looks, _Told(seq, event, before, after, viewer))
    return tuple(looks)


def in_rounds(looks: Sequence[Look]) -> dict[int, dict[Seat, Look]]:
    """Return the looks as a grid: round of declarations -> seat -> the hand it was about."""
    grid: dict[int, dict[Seat, Look]] = {}
    for look in looks:
        grid.setdefault(look.round, {})[look.player] = look
    return grid


def _change(looks: list[Look], seat: Seat, told: _Told, **changes: object) -> None:
    """Change the last hand of a player; a record that begins in the middle has had none so far."""
    for place in range(len(looks) - 1, -1, -1):
        if looks[place].player == seat:
            looks[place] = replace(looks[place], **changes)
            return
    looks.append(replace(Look(seq=told.seq, player=seat), **changes))


def _last(looks: list[Look], seat: Seat) -> Look | None:
    return next((look for look in reversed(looks) if look.player == seat), None)


def _drawn(looks: list[Look], told: _Told) -> None:
    event = told.event
    seat, hand = event.player, told.hand(told.after, event.player)
    last = _last(looks, seat)
    drawn = event.count + (last.drawn if last is not None and not last.exiled else 0)
    _change(looks, seat, told, drawn=drawn, hand=hand)


def _taken(looks: list[Look], told: _Told) -> None:
    event = told.event
    last = _last(looks, event.player)
    aside = told.cards(event.set_aside)
    looks.append(
        Look(
            seq=told.seq,
            player=event.player,
            number=event.number,
            counted=event.counted,
            free=event.counted == (last.counted if last is not None else 0),
            set_aside=aside,
            hand=told.hand(told.after, event.player),
        )
    )


def _bottomed(looks: list[Look], told: _Told) -> None:
    event = told.event
    cards = told.cards(event.cards, event.count)
    hand = told.hand(told.after, event.player)
    _change(looks, event.player, told, bottomed=cards, hand=hand)


def _action(looks: list[Look], told: _Told) -> None:
    event = told.event
    last = _last(looks, event.player)
    before = last.exiled if last is not None else ()
    _change(looks, event.player, told, exiled=(*before, ()), drawn=0)


def _exiled(looks: list[Look], told: _Told) -> None:
    """The cards of an exiled hand, one move each, face up: everybody may know them from then on."""
    event = told.event
    thing = told.before.objects.get(event.card)
    owner = event.owner or (thing.owner if thing is not None else None)
    last = _last(looks, owner) if owner is not None else None
    if event.to is Zone.EXILE and owner is not None and last is not None and last.exiled:
        *before, hand = last.exiled
        hand = (*hand, *told.cards((event.new,)))
        _change(looks, owner, told, exiled=(*before, hand))


def _declared(looks: list[Look], told: _Told) -> None:
    event = told.event
    progress = told.before.mulligan
    _change(
        looks,
        event.player,
        told,
        declared="mulligan" if event.mulligan else "keep",
        round=progress.round if progress is not None else 1,
        hand=told.hand(told.before, event.player),
    )


def _kept(looks: list[Look], told: _Told) -> None:
    event = told.event
    last = _last(looks, event.player)
    if last is not None and last.declared:
        return
    progress = told.before.mulligan
    number = progress.round if progress is not None else 1
    hand = told.hand(told.before, event.player)
    _change(looks, event.player, told, declared="forced", round=number, hand=hand)


def _revealed(looks: list[Look], told: _Told) -> None:
    event = told.event
    hand = told.hand(told.after, event.player)
    _change(looks, event.player, told, revealed=True, hand=hand)


def _looked(looks: list[Look], told: _Told) -> None:
    event = told.event
    _change(looks, event.player, told, looked="looking" if event.look else "declined")


def _placed(looks: list[Look], told: _Told) -> None:
    event = told.event
    _change(looks, event.player, told, looked="bottom" if event.bottom else "top")


_TELLS: dict[type[Event], Callable[[list[Look], _Told], None]] = {
    CardsDrawn: _drawn,
    MulliganTaken: _taken,
    CardsBottomed: _bottomed,
    MulliganActionTaken: _action,
    CardMoved: _exiled,
    MulliganDeclared: _declared,
    HandKept: _kept,
    HandRevealed: _revealed,
    LookChosen: _looked,
    LookedCardPlaced: _placed,
}
