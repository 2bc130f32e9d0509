"""Divisions and their shares, as they were announced and as they came.

Implements CR 601.2d and 608.2b as a reading: ``projections.divisions``.
"""

from collections.abc import Iterator
from typing import Annotated
from weakref import WeakKeyDictionary

from projections.divisions import Division, divisions
from replays.analysis.columns import Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.turns import DIVISIONS


class DivisionRow(Row, frozen=True):
    """One amount divided, from its announcement to its end."""

    seq: Annotated[int, about("record that announced it, or made the copy")]
    turn: Annotated[int | None, about("the turn; absent before the first")]
    seat: Annotated[str, about("who divided")]
    object: Annotated[str, about("the spell or ability")]
    instruction: Annotated[int, about("which of its instructions")]
    card: Annotated[str | None, about("its card")]
    kind: Annotated[str, about("damage, counters or prevention")]
    amount: Annotated[int, about("in whole points")]
    unit: Annotated[str, about("the smallest share, in points: 1, or 1/2 in an un-game")]
    targets: Annotated[int, about("how many got a share")]
    on_resolution: Annotated[bool, about("made while its object resolved")]
    copy_of: Annotated[str | None, about("the object whose division it repeats")]
    is_over: Annotated[bool, about("it has had its effect, or lost it")]
    received: Annotated[int, about("what all together got, in units")]
    lost: Annotated[int, about("what nobody got, in units: shares of illegal targets")]


class ShareRow(Row, frozen=True):
    """One share of a division: what its target was to get, and got. In units of the division."""

    seq: Annotated[int, about("record of the division")]
    object: Annotated[str, about("the spell or ability")]
    instruction: Annotated[int, about("which of its instructions")]
    slot: Annotated[int, about("which target, from 1")]
    target: Annotated[str, about("a seat or an object, as changed targets are now")]
    announced: Annotated[int, about("announced share")]
    received: Annotated[int, about("damage dealt, counters put, prevention given")]
    prevented: Annotated[int, about("damage of it that was prevented")]
    lost: Annotated[int, about("what nobody got")]


_KNOWN: WeakKeyDictionary[Reading, tuple[Division, ...]] = WeakKeyDictionary()


def _divisions(reading: Reading) -> tuple[Division, ...]:
    found = _KNOWN.get(reading)
    if found is None:
        some = any(isinstance(record.event, DIVISIONS) for record in reading.seen)
        found = divisions(reading.seen, reading.seen_tables) if some else ()
        _KNOWN[reading] = found
    return found


@rows_of("divisions", DivisionRow)
def division_rows(reading: Reading) -> Iterator[DivisionRow]:
    """Yield a row for each division."""
    for one in _divisions(reading):
        yield DivisionRow(
            game_id=reading.game_id,
            seq=one.seq,
            turn=reading.tables[one.seq].turn.number or None,
            seat=one.player,
            object=one.object,
            instruction=one.instruction,
            card=one.card,
            kind=one.kind.value,
            amount=one.amount,
            unit=one.unit.value,
            targets=len(one.shares),
            on_resolution=one.on_resolution,
            copy_of=one.copy_of,
            is_over=one.is_over,
            received=one.received,
            lost=one.lost,
        )


@rows_of("shares", ShareRow)
def share_rows(reading: Reading) -> Iterator[ShareRow]:
    """Yield a row for each share of each division."""
    for one in _divisions(reading):
        for slot, share in enumerate(one.shares, 1):
            yield ShareRow(
                game_id=reading.game_id,
                seq=one.seq,
                object=one.object,
                instruction=one.instruction,
                slot=slot,
                target=share.target,
                announced=share.announced,
                received=share.received,
                prevented=share.prevented,
                lost=share.lost,
            )
