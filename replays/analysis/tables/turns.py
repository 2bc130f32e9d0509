"""Turns: one row each."""

from collections.abc import Iterator
from typing import Annotated

from events.base import Event
from events.coin_flips import FlipInstructed
from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.records import Record
from events.stack import AbilityActivated, SpellCast
from events.turns import TurnBegan
from events.vocabulary import Nature
from replays.analysis.columns import Kind, Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.common import moment, seconds_between

DIVISIONS = (DamageDivided, CountersDivided, PreventionDivided)


class Turn(Row, frozen=True):
    """One turn: whose it was, and how much happened in it that was not taken back."""

    turn: Annotated[int, about("counted over all players, from 1")]
    seat: Annotated[str, about("the active player")]
    own_turn: Annotated[int, about("the how-manieth turn of that player, from 1")]
    extra: Annotated[bool, about("an extra turn")]
    first_seq: Annotated[int, about("the record it began with")]
    last_seq: Annotated[int, about("its last record that may be seen")]
    records: Annotated[int, about("records of it that may be seen")]
    decisions: Annotated[int, about("decisions among them")]
    spells: Annotated[int, about("spells cast, by any player")]
    abilities: Annotated[int, about("abilities activated, by any player")]
    flips: Annotated[int, about("coin flips instructed")]
    divisions: Annotated[int, about("amounts divided")]
    began_at: Annotated[str | None, about("time of its first record, if told", Kind.TIME)]
    seconds: Annotated[float | None, about("to its last record with a time")]


@rows_of("turns", Turn)
def turns(reading: Reading) -> Iterator[Turn]:
    """Yield a row for each turn that has begun and was not taken back."""
    groups: dict[int, list[Record]] = {}
    for record in reading.standing:
        groups.setdefault(reading.tables[record.seq].turn.number, []).append(record)
    own: dict[str, int] = {}
    for number in sorted(groups):
        event = groups[number][0].event
        if isinstance(event, TurnBegan):
            own[event.player] = own.get(event.player, 0) + 1
            yield _row(reading, groups[number], event, own[event.player])


def _row(reading: Reading, records: list[Record], began: TurnBegan, own_turn: int) -> Turn:
    events: list[Event] = [record.event for record in records]
    times = [at for record in records if (at := moment(record.at))]
    return Turn(
        game_id=reading.game_id,
        turn=began.number,
        seat=began.player,
        own_turn=own_turn,
        extra=began.extra,
        first_seq=records[0].seq,
        last_seq=records[-1].seq,
        records=len(records),
        decisions=sum(event.nature is Nature.DECISION for event in events),
        spells=sum(isinstance(event, SpellCast) for event in events),
        abilities=sum(isinstance(event, AbilityActivated) for event in events),
        flips=sum(isinstance(event, FlipInstructed) for event in events),
        divisions=sum(isinstance(event, DIVISIONS) for event in events),
        began_at=times[0] if times else None,
        seconds=seconds_between(times[0], times[-1]) if times else None,
    )
