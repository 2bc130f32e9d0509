"""Cranks and assembled Contraptions.

Implements the Unstable FAQ as a reading: ``projections.sprocket_board``.
"""

from collections.abc import Iterator
from typing import Annotated

from events.base import Event
from events.contraptions import ContraptionAssembled, ContraptionReassembled
from projections.sprocket_board import crank_history
from replays.analysis.columns import Row, about, rows_of
from replays.analysis.reading import Reading


class Crank(Row, frozen=True):
    """One move of a CRANK! counter, and what was cranked there."""

    seq: Annotated[int, about("record that moved the counter")]
    turn: Annotated[int, about("turn")]
    seat: Annotated[str, about("whose counter")]
    before: Annotated[int, about("sprocket it came from")]
    sprocket: Annotated[int, about("sprocket it came to")]
    by_effect: Annotated[bool, about("it moved because something resolved, not at an upkeep")]
    there: Annotated[int, about("Contraptions of the player on that sprocket")]
    cranked: Annotated[int, about("how many of them were cranked")]
    cards: Annotated[tuple[str, ...], about("those, by name")]


class Assembly(Row, frozen=True):
    """One Contraption put on a sprocket: assembled, or reassembled."""

    seq: Annotated[int, about("record of it")]
    turn: Annotated[int, about("turn")]
    seat: Annotated[str, about("who chose the sprocket")]
    card: Annotated[str | None, about("the Contraption")]
    sprocket: Annotated[int, about("the sprocket chosen")]
    again: Annotated[bool, about("it was on the battlefield before: reassembled")]


@rows_of("cranks", Crank)
def cranks(reading: Reading) -> Iterator[Crank]:
    """Yield a row for each move of a counter."""
    for entry in crank_history(reading.seen, reading.seen_tables):
        board = reading.tables[entry.seq].sprockets.get(entry.player, {})
        yield Crank(
            game_id=reading.game_id,
            seq=entry.seq,
            turn=entry.turn,
            seat=entry.player,
            before=entry.before,
            sprocket=entry.sprocket,
            by_effect=entry.by_effect,
            there=len(board.get(entry.sprocket, ())),
            cranked=len(entry.cranked),
            cards=tuple(name for _, name in entry.cranked if name is not None),
        )


@rows_of("assemblies", Assembly)
def assemblies(reading: Reading) -> Iterator[Assembly]:
    """Yield a row for each Contraption put on a sprocket."""
    for record in reading.standing:
        event: Event = record.event
        if not isinstance(event, ContraptionAssembled | ContraptionReassembled):
            continue
        again = isinstance(event, ContraptionReassembled)
        name = event.contraption if isinstance(event, ContraptionReassembled) else event.card
        thing = reading.seen_tables[record.seq - 1].objects.get(name)
        yield Assembly(
            game_id=reading.game_id,
            seq=record.seq,
            turn=reading.tables[record.seq].turn.number,
            seat=event.player,
            card=thing.card if thing is not None else None,
            sprocket=event.sprocket,
            again=again,
        )
