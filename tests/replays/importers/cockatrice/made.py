"""A writer of made-up ``.cor`` replays: messages by their field numbers, with no meaning of their own."""

from __future__ import annotations


def varint(value: int) -> bytes:
    """Return a number, seven bits a byte from the lowest on."""
    value &= 0xFFFF_FFFF_FFFF_FFFF
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def unsigned(number: int, value: int) -> bytes:
    """Return a field that is an unsigned number or a truth value."""
    return varint(number << 3) + varint(value)


def signed(number: int, value: int) -> bytes:
    """Return a field that is a signed number (zigzag)."""
    return unsigned(number, (value << 1) ^ (value >> 63))


def data(number: int, value: bytes | str) -> bytes:
    """Return a field that is a text or a message."""
    raw = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(raw)) + raw


class Made:
    """A replay, container by container."""

    def __init__(self, *, start: int = 1_750_000_000) -> None:
        self.start = start
        self.seconds = 0
        self.containers: list[bytes] = []

    def add(self, *happened: bytes, context: bytes = b"") -> Made:
        self.seconds += 1
        body = unsigned(1, 7) + b"".join(data(2, one) for one in happened)
        body += (data(3, context) if context else b"") + unsigned(4, self.seconds)
        self.containers.append(body)
        return self

    def join(self, player: int, name: str, *, spectator: bool = False) -> Made:
        properties = signed(1, player) + data(2, data(1, name)) + unsigned(3, int(spectator))
        return self.add(event(player, 1000, data(1, properties)))

    def state(self, names: dict[int, str], *, active: int, life: int = 20) -> Made:
        """The game starts: who plays, the counters of life, who is active."""
        players = b""
        for player, name in names.items():
            counter = signed(1, 0) + data(2, "life") + signed(5, life)
            properties = signed(1, player) + data(2, data(1, name))
            players += data(1, data(1, properties) + data(4, counter))
        return self.add(event(-1, 1005, players + unsigned(2, 1) + signed(3, active)))

    def hand(self, player: int, count: int = 7, *, back: int = 0) -> Made:
        """The mulligan button: hand back (nothing at first), shuffle, draw."""
        happened = [move(player, 10 + card, "hand", "deck") for card in range(back)]
        happened.append(event(player, 2007, b""))
        cards = b"".join(data(2, signed(1, 20 + card)) for card in range(count))
        happened.append(event(player, 2005, signed(1, count) + cards))
        return self.add(*happened, context=data(1005, unsigned(1, count)))

    def turn(self, player: int) -> Made:
        return self.add(event(player, 2016, signed(1, player)))

    def phase(self, number: int) -> Made:
        return self.add(event(-1, 2017, signed(1, number)))

    def die(self, player: int, sides: int, *values: int) -> Made:
        body = unsigned(1, sides) + unsigned(2, values[0])
        if len(values) > 1:
            body = unsigned(1, sides) + data(3, b"".join(map(varint, values)))
        return self.add(event(player, 2008, body))

    def bytes(self) -> bytes:
        """Return the whole replay."""
        game = signed(3, 7) + unsigned(51, self.start)
        replay = unsigned(1, 99) + data(2, game)
        replay += b"".join(data(3, container) for container in self.containers)
        return replay + unsigned(4, self.seconds)


def event(player: int, kind: int, body: bytes) -> bytes:
    return signed(1, player) + data(kind, body)


def move(  # noqa: PLR0913 - a move has as many parts
    player: int, card: int, start: str, target: str, *, name: str = "", new: int = -1
) -> bytes:
    body = signed(1, card) + (data(2, name) if name else b"")
    body += signed(3, player) + data(4, start) + signed(6, player) + data(7, target)
    return event(player, 2009, body + signed(10, new))


def whole() -> bytes:
    """Return a game of two: a mulligan, a card put back, coins, phases, a concession."""
    made = Made().join(0, "Ann").join(1, "Ben (2)").join(9, "Watcher", spectator=True)
    made.state({0: "Ann", 1: "Ben (2)"}, active=0)
    made.die(0, 20, 4).die(1, 20, 17).turn(1)
    made.hand(0).hand(1).hand(1, back=7)
    made.add(move(1, 20, "hand", "deck"))
    made.phase(3).add(move(1, 21, "hand", "table", name="Mountain", new=60))
    made.die(1, 2, 1, 2, 1)
    made.turn(0).phase(2).add(
        event(0, 2005, signed(1, 1) + data(2, signed(1, 90) + data(2, "Bear")))
    )
    made.phase(3).add(move(0, 90, "hand", "stack", name="Bear", new=91))
    made.add(move(0, 91, "stack", "table", name="Bear", new=92))
    made.add(event(1, 2003, signed(1, 0) + signed(2, 18)))
    made.add(event(1, 1009, data(1, "gg")), context=data(1001, b""))
    return made.bytes()
