"""From the bytes of a record to messages with their line numbers.

A raw log is text of many programs: only three kinds of lines are decoded, the server's one-line
JSON, the client's indented blocks, and the slim form with one message a line.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from replays.importers.arena import wire
from replays.importers.protocol import Tally
from replays.importers.sources import Source
from replays.importers.times import milliseconds

LARGEST_LINE = 2**31
"""Largest line number that a message can be said to come from."""

LONGEST_BLOCK = 20_000
"""Lines of a client's block; those met have some hundreds."""

HEADER = b"[UnityCrossThreadLogger]"
_TO_SERVER = b"to Match: "
_ANSWER = b"clienttogremessage"
_SERVER_KEYS = (b'"greToClientEvent"', b'"matchGameRoomStateChangedEvent"')
_KEY_WITHIN = 2_000
"""Bytes of a line within which the server writes what the line holds."""

Body = wire.GreMessage | wire.ClientMessage | wire.RoomEvent


class Message(Struct, frozen=True, kw_only=True, gc=False):
    """A message with the line it was read on and the time it was sent, in ms since 1970."""

    line: int
    at: int
    body: Body


class Framing:
    """Reads the messages of one source; tells afterwards what it met."""

    def __init__(self, source: Source, tally: Tally) -> None:
        """Count what is met into a tally."""
        self.source = source
        self.tally = tally
        self.detailed: bool | None = None
        """What the log itself says of its detailed messages; ``None`` where it is silent."""
        self._block: list[bytes] | None = None
        self._block_line = 0

    def messages(self) -> Iterator[Message]:
        """Yield the messages in the order of the record."""
        for number, line in self.source.lines():
            self.tally.lines = number
            if self._block is not None and self._continues(self._block, line):
                yield from self._finished(self._block)
            else:
                yield from self._line(number, line)
        if self._block is not None:
            self._end_block()

    def _line(self, number: int, line: bytes) -> Iterator[Message]:
        start = line[:1]
        if start == b"{":
            yield from self._json_line(number, line)
        elif start == b"[" and line.startswith(HEADER):
            if _TO_SERVER in line and line.rstrip().lower().endswith(_ANSWER):
                self._block, self._block_line = [], number + 1
        elif start == b"D" and line.startswith(b"DETAILED LOGS:"):
            self.detailed = b"ENABLED" in line

    def _json_line(self, number: int, line: bytes) -> Iterator[Message]:
        if line.startswith((b'{"line":', b'{"line" :')):
            yield from self._slim_line(number, line)
            return
        head = line[:_KEY_WITHIN]
        if not any(key in head for key in _SERVER_KEYS):
            return
        try:
            server = wire.server_line(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self.tally.cut_line(number)
            return
        at = milliseconds(server.timestamp)
        if server.gre_to_client_event is not None:
            for message in server.gre_to_client_event.gre_to_client_messages:
                yield Message(line=number, at=at, body=message)
        if server.match_game_room_state_changed_event is not None:
            yield Message(line=number, at=at, body=server.match_game_room_state_changed_event)

    def _slim_line(self, number: int, line: bytes) -> Iterator[Message]:
        try:
            slim = wire.slim_line(line)
            body: Body
            if slim.dir == "gre":
                body = wire.gre_message(slim.msg)
            elif slim.dir == "client":
                body = wire.client_message(slim.msg)
            elif slim.dir == "room":
                body = wire.room_event(slim.msg)
            else:
                return
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self.tally.cut_line(number)
            return
        told = slim.line if 0 < slim.line <= LARGEST_LINE else number
        yield Message(line=told, at=milliseconds(slim.ts), body=body)

    def _continues(self, block: list[bytes], line: bytes) -> bool:
        """Take a line into the client's block, or tell that it does not belong there."""
        if not block and line[:1] != b"{":
            self._block = None
            return False
        if line.startswith(HEADER) or len(block) > LONGEST_BLOCK:
            self._end_block()
            return False
        block.append(line)
        return True

    def _finished(self, block: list[bytes]) -> Iterator[Message]:
        """Yield the block's answer once its last line is there."""
        last = block[-1].rstrip()
        if last != b"}" and not (len(block) == 1 and last.endswith(b"}")):
            return
        self._block = None
        clean = [line for line in block if _is_json_part(line)]
        for text in (b"\n".join(block), b"\n".join(clean)):
            try:
                answer = wire.client_block(text)
                payload = answer.payload
                if isinstance(payload, str):
                    payload = wire.client_message(payload.encode())
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                continue
            yield Message(line=self._block_line, at=milliseconds(answer.timestamp), body=payload)
            return
        self.tally.cut_line(self._block_line)

    def _end_block(self) -> None:
        """Count a block that never ended."""
        self._block = None
        self.tally.cut_line(self._block_line)


def _is_json_part(line: bytes) -> bool:
    """Whether a line can be part of an indented object: other programs write between its lines."""
    return line[:1] in {b"{", b"}", b" ", b"\t"}
