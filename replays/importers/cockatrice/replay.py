"""What a ``.cor`` replay consists of: field numbers of Cockatrice's messages, and who takes part.

The replay is one message: game, then containers of events with the seconds since its start.
"""

from collections.abc import Iterator

from msgspec import Struct

from replays.importers.cockatrice.wire import Field, Message, WireError, fields

GAME_INFO, CONTAINERS = 2, 3
CONTAINER_EVENTS, CONTAINER_CONTEXT, CONTAINER_SECONDS = 2, 3, 4
PLAYER = 1

JOIN, LEAVE, STATE, SAY = 1000, 1001, 1005, 1009
CREATE_COUNTER, SET_COUNTER, DRAW, REVEAL, SHUFFLE = 2002, 2003, 2005, 2006, 2007
ROLL_DIE, MOVE_CARD, TOKEN, ATTRIBUTE = 2008, 2009, 2013, 2014
ACTIVE_PLAYER, ACTIVE_PHASE, REVERSE_TURN = 2016, 2017, 2021
CONTEXT_CONCEDE, CONTEXT_MULLIGAN = 1001, 1005

START_TIME = 51
EARLIEST, LATEST = 1_230_768_000, 4_102_444_800
"""Seconds since 1970 between which a game can have been played: 2009 to 2099."""

MOST_EVENTS = 500_000
"""Events of one replay: a long evening has some ten thousands."""


class CockatriceEvent(Struct, frozen=True, kw_only=True):
    """One event: who, what kind, its message; with its container's context and time."""

    number: int
    """Which event of the replay it is, from 1."""
    player: int
    kind: int
    body: Message
    seconds: int
    context: int
    """The kind of context of its container; 0 for none."""
    context_value: int
    begins: bool
    """It is the first event of its container."""
    broken: bool = False
    """A part of it cannot be read."""


class Replay:
    """The parts of one replay; ``failure`` says what stopped the reading, if anything did."""

    def __init__(self, data: bytes) -> None:
        """Nothing is read before it is asked for."""
        self._data = data
        self.failure = ""
        self.start = 0
        """Seconds since 1970 at which the game was made; 0 where it is not told."""

    def events(self) -> Iterator[CockatriceEvent]:
        """Yield the events in order, up to the first that cannot be read."""
        number = 0
        try:
            for field in fields(self._data):
                if field.number == GAME_INFO and isinstance(field.value, bytes):
                    self._start(Message(field.value))
                if field.number != CONTAINERS or not isinstance(field.value, bytes):
                    continue
                for event in _container(field, number):
                    number = event.number
                    yield event
                if number > MOST_EVENTS:
                    self.failure = f"it has more than {MOST_EVENTS:,} events"
                    return
        except WireError as error:
            self.failure = f"event {number + 1} cannot be read: {error}"

    def _start(self, game: Message) -> None:
        told = game.number(START_TIME)
        self.start = told if EARLIEST < told < LATEST else 0


def _container(field: Field, before: int) -> Iterator[CockatriceEvent]:
    assert isinstance(field.value, bytes)  # noqa: S101 - asked before
    container = Message(field.value)
    context = container.message(CONTAINER_CONTEXT)
    kind = next((one for one in context if one >= 1000), 0) if context is not None else 0  # noqa: PLR2004 - extensions begin there
    inside = context.message(kind) if context is not None and kind else None
    for place, event in enumerate(container.messages(CONTAINER_EVENTS)):
        what = next((one for one in event if one >= 1000), 0)  # noqa: PLR2004 - extensions begin there
        body = event.message(what) or Message(b"")
        yield CockatriceEvent(
            number=before + place + 1,
            player=event.signed(PLAYER, -1),
            kind=what,
            body=body,
            seconds=container.number(CONTAINER_SECONDS),
            context=kind,
            context_value=inside.number(1) if inside is not None else 0,
            begins=place == 0,
            broken=event.broken or body.broken,
        )


def players_of(event: CockatriceEvent) -> Iterator[tuple[int, str]]:
    """Yield (number, name) of the players an event names; who only watches is none."""
    if event.kind == JOIN:
        found = [event.body.message(1)]
    elif event.kind == STATE:
        found = [one.message(1) for one in event.body.messages(1)]
    else:
        return
    for properties in found:
        user = properties.message(2) if properties is not None else None
        if properties is not None and not properties.number(3):
            yield properties.signed(1), user.text(1) if user is not None else ""
