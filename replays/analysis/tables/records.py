"""Events and outcomes of chance: the log itself as rows, from which it can be had back."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from events.base import Event
from events.chance import DieRolled, RandomlyChosen
from events.codec import encode_event
from events.coin_flips import CoinFlipped
from events.identifiers import Seat
from events.records import Record
from events.vocabulary import Nature
from events.zones import ContraptionDeckShuffled, LibraryShuffled
from replays.analysis.columns import Kind, Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.common import moment
from replays.positions import context_of


class EventRow(Row, frozen=True):
    """One record of a log. With names and for a judge, the log's bytes can be had back from these."""

    seq: Annotated[int, about("number of the record, from 0; gaps: records nobody here may see")]
    turn: Annotated[int | None, about("the turn it happens in; absent before the first")]
    phase: Annotated[str | None, about("phase or step after it")]
    active_seat: Annotated[str | None, about("the active player")]
    by: Annotated[str, about("a seat, chance, rules, judge, import or apnap")]
    seat: Annotated[str | None, about("the player the event is about, where it has one")]
    type: Annotated[str, about("type of the event")]
    family: Annotated[str, about("family of the event")]
    nature: Annotated[str, about("decision, chance or consequence")]
    rule: Annotated[str, about("rule the event rests on")]
    more_rules: Annotated[tuple[str, ...], about("rules the record itself cites besides")]
    cause: Annotated[int | None, about("record that led to this one")]
    at: Annotated[str | None, about("when, if told", Kind.TIME)]
    at_text: Annotated[
        str | None, about("that time as the log has it, where it is written otherwise", Kind.TEXT)
    ]
    batch_id: Annotated[str | None, about("key of a batch, on its first record", Kind.TEXT)]
    source_line: Annotated[int | None, about("line of an imported record's file")]
    source_message: Annotated[int | None, about("number of its message")]
    inferred: Annotated[bool, about("concluded by an importer, not seen")]
    reported: Annotated[bool, about("done although the rules forbid it")]
    taken_back: Annotated[bool, about("undone later")]
    event: Annotated[str, about("the whole event", Kind.JSON)]
    open: Annotated[str | None, about("openings of hidden values", Kind.JSON)]


@rows_of("events", EventRow)
def events(reading: Reading) -> Iterator[EventRow]:
    """Yield a row for each record that may be seen."""
    originals = _originals(reading)
    for record in reading.seen:
        event: Event = record.event
        when = context_of(reading.tables[record.seq], event)
        kind, at = type(event), moment(record.at)
        yield EventRow(
            game_id=reading.game_id,
            seq=record.seq,
            turn=when.turn,
            phase=when.phase and when.phase.value,
            active_seat=when.active_player,
            by=record.by,
            seat=getattr(event, "player", None),
            type=kind.__name__,
            family=kind.__module__.rpartition(".")[2],
            nature=event.nature.value,
            rule=event.rule,
            more_rules=record.rule,
            cause=record.cause,
            at=at,
            at_text=record.at if record.at and record.at != at else None,
            batch_id=record.id or None,
            source_line=record.source.line if record.source else None,
            source_message=record.source.message if record.source else None,
            inferred=record.inferred,
            reported=record.reported,
            taken_back=record.seq in reading.undone,
            event=originals.get(record.seq) or encode_event(event).decode(),
            open=_opened(record),
        )


def _opened(record: Record) -> str | None:
    if record.open is None:
        return None
    return msgspec.json.encode(record.open, order="sorted").decode()


def _originals(reading: Reading) -> dict[int, str]:
    """Return events as they stand in the log, where that is in an old version of theirs."""
    if not reading.view.is_full or not reading.game.log.has_originals:
        return {}
    found: dict[int, str] = {}
    for record, line in zip(reading.records, reading.game.log.lines(), strict=True):
        told: dict[str, Any] = msgspec.json.decode(line)
        text = msgspec.json.encode(told["event"], order="sorted")
        if text != encode_event(record.event):
            found[record.seq] = text.decode()
    return found


class Draw(Row, frozen=True):
    """One outcome of chance: a shuffle, a coin, a die, a random choice."""

    seq: Annotated[int, about("the record that tells it")]
    turn: Annotated[int | None, about("the turn; absent before the first")]
    kind: Annotated[str, about("shuffle, contraptions, coin, die or choice")]
    seat: Annotated[str | None, about("whose it is")]
    purpose: Annotated[str | None, about("what it decides")]
    among: Annotated[int | None, about("cards shuffled, sides, or things to choose from")]
    value: Annotated[str | None, about("what came: a face, a number, what was chosen")]
    repeats: Annotated[bool, about("a coin that was taken back and comes up again: not tossed")]
    taken_back: Annotated[bool, about("undone later")]
    chance_kind: Annotated[str, about("where the chance of this log comes from")]
    cause: Annotated[int | None, about("record that led to it")]


@rows_of("draws", Draw)
def draws(reading: Reading) -> Iterator[Draw]:
    """Yield a row for each outcome of chance."""
    kind = reading.header.chance.kind
    flippers = _flippers(reading)
    for record in reading.seen:
        event: Any = record.event
        if event.nature is Nature.CHANCE:
            yield _draw(reading, record, event, kind, flippers)


def _flippers(reading: Reading) -> dict[int, Seat]:
    from events.coin_flips import FlipInstructed

    return {
        record.event.flip: record.event.flipper
        for record in reading.seen
        if isinstance(record.event, FlipInstructed)
    }


def _draw(
    reading: Reading,
    record: Record,
    event: Any,  # noqa: ANN401 - any outcome of chance
    chance_kind: str,
    flippers: dict[int, Seat],
) -> Draw:
    turn = reading.tables[record.seq].turn.number or None
    seat, purpose, repeats = getattr(event, "player", None), None, False
    among: int | None = None
    value: str | None = None
    match event:
        case LibraryShuffled():
            kind, among = "shuffle", len(event.new) or None
        case ContraptionDeckShuffled():
            kind, among = "contraptions", len(event.new) or None
        case CoinFlipped():
            kind, value, repeats = "coin", event.face.value, bool(event.repeats)
            seat = event.player or flippers.get(event.flip)
            purpose, among = f"flip {event.flip} coin {event.coin}", 2
        case DieRolled():
            kind, among, value = "die", event.sides, str(event.value)
            purpose = event.purpose or None
        case RandomlyChosen():
            kind, among, value = "choice", len(event.among) or None, "|".join(event.chosen)
            purpose = event.purpose
        case _:
            kind = type(event).__name__
    return Draw(
        game_id=reading.game_id,
        seq=record.seq,
        turn=turn,
        kind=kind,
        seat=seat,
        purpose=purpose,
        among=among,
        value=value,
        repeats=repeats,
        taken_back=record.seq in reading.undone,
        chance_kind=chance_kind,
        cause=record.cause,
    )
