"""From the messages of one game to its log."""

from events.log import EventLog
from events.rulings import FactObserved
from replays.importers.arena import opening
from replays.importers.arena.answers import read_answer
from replays.importers.arena.context import Build
from replays.importers.arena.framing import Message
from replays.importers.arena.games import GameRecord
from replays.importers.arena.header import Setting, header_of
from replays.importers.arena.stack import ACTIVATE
from replays.importers.arena.states import read_state
from replays.importers.arena.wire import ClientMessage, GameState, GreMessage
from replays.importers.protocol import ImportedGame, ImportOptions, Tally


def build_game(record: GameRecord, file: str, options: ImportOptions, tally: Tally) -> ImportedGame:
    """Return a game's log."""
    build = _started(record, file, options, tally)
    for message in record.messages:
        if build.over:
            break
        build.writer.move_to(message.line, _number(message), message.at)
        if isinstance(message.body, GreMessage):
            _server(build, message.body)
        elif isinstance(message.body, ClientMessage):
            read_answer(build, message.body)
    if build.opening is not None:
        build.ended_in_opening = True
        opening.write_opening(build, began=False)
    build.writer.name_all()
    return ImportedGame(
        log=EventLog().append(build.writer.drafts),
        source=file,
        complete=build.over,
        from_start=record.from_start,
        notes=tuple(build.notes),
    )


def _started(record: GameRecord, file: str, options: ImportOptions, tally: Tally) -> Build:
    """Look ahead for what the header and the first records need, and begin."""
    states = [
        message.body.state
        for message in record.messages
        if isinstance(message.body, GreMessage) and message.body.state is not None
    ]
    setting = Setting(
        file=file,
        first=_starting_player(states) if record.from_start else 0,
        keep_names=options.keep_names,
        cards=options.cards,
        day_ms=next((one.at for one in record.messages if one.at), 0),
    )
    header = header_of(record, states[0], setting)
    return Build(
        record=record,
        header=header,
        tally=tally,
        cards=options.cards,
        activated=_activated(states),
    )


def _starting_player(states: list[GameState]) -> int:
    """Return the seat that is active first; 0 where the record stops before."""
    turns = (state.turn_info.active_player for state in states if state.turn_info is not None)
    return next((seat for seat in turns if seat), 0)


def _activated(states: list[GameState]) -> frozenset[int]:
    """Return the abilities somebody activates: the client says so only after their announcement."""
    return frozenset(
        annotation.affected
        for state in states
        for annotation in state.annotations
        if "AnnotationType_UserActionTaken" in annotation.type
        and annotation.number("actionType") == ACTIVATE
    )


def _number(message: Message) -> int:
    body = message.body
    if isinstance(body, GreMessage):
        return body.msg_id
    return body.resp_id if isinstance(body, ClientMessage) else 0


def _server(build: Build, body: GreMessage) -> None:
    if body.state is not None:
        read_state(build, body.state)
    elif body.mulligan_req is not None and build.opening is not None:
        build.opening.unanswered = build.writer.place
    elif body.edictal_message is not None and body.edictal_message.edict_message is not None:
        edict = body.edictal_message.edict_message
        build.write(FactObserved(kind="EdictalMessage", data=f'"{edict.type}"'))
    elif body.distribution_req is not None:
        build.dividing = body.distribution_req.source_id
    elif body.group_req is not None:
        build.grouping = body.group_req.context
