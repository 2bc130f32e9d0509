"""Pseudonyms: a log in which nobody who played can be recognised by a name.

Seats are numbered in turn order of the header, players and games have keyed digests, and free text is
left out. The same salt gives the same digests, so that one player's games stay together.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from events.base import Event
from events.coin_flips import FlipDeviceAgreed, FlipDeviceProposed
from events.game import GameCreated, PlayerRenamed
from events.identifiers import Seat
from events.records import Record
from events.rulings import Corrected, FactObserved, NoteAdded, Rewound, RulingMade
from machine.flip_devices import DICE
from replays.neutral import told_name

FREE_TEXT: Mapping[type[Event], str] = {
    NoteAdded: "text",
    RulingMade: "text",
    Rewound: "why",
    FactObserved: "data",
}
"""Events with words of people or of a client: the field that holds them is emptied."""

S = TypeVar("S", bound=Struct)


def digest(salt: str, kind: str, text: str) -> str:
    """Return the pseudonym of a name; nobody without the salt can try names out on it."""
    return hmac.new(salt.encode(), f"{kind}:{text}".encode(), hashlib.sha256).hexdigest()[:16]


class Mask:
    """The pseudonyms of one game."""

    def __init__(self, header: GameCreated, salt: str) -> None:
        """Number the seats; digests come from the salt."""
        self._salt = salt
        self.seats: dict[str, str] = {
            entry.seat: f"seat{number}" for number, entry in enumerate(header.seats, 1)
        }

    def name(self, name: str) -> str:
        """Return the pseudonym of a player's name; empty for none."""
        return f"player_{digest(self._salt, 'player', name)}" if name else ""

    def records(self, records: Sequence[Record]) -> tuple[Record, ...]:
        """Return the records of a log with pseudonyms; their hashes mean nothing any more."""
        return tuple(self._record(record) for record in records)

    def _record(self, record: Record) -> Record:
        event: Event = record.event
        by = self.seats.get(record.by, record.by)
        masked = self._event(event)
        if masked is event and by == record.by and not record.id:
            return record
        return replace(record, event=masked, by=by, id="")

    def _event(self, event: Event) -> Event:
        if isinstance(event, GameCreated):
            return self._header(event)
        field = FREE_TEXT.get(type(event))
        if field is not None:
            event = replace(event, **{field: ""})
        if isinstance(event, PlayerRenamed):
            event = replace(event, name=self.name(event.name))
        if isinstance(event, FlipDeviceProposed | FlipDeviceAgreed) and event.device not in DICE:
            event = replace(event, heads=event.heads and digest(self._salt, "heads", event.heads))
        if isinstance(event, Corrected):
            path = ".".join(self.seats.get(part, part) for part in event.path.split("."))
            event = replace(event, path=path, why="")
        return self._struct(event)

    def _header(self, header: GameCreated) -> GameCreated:
        teams = list(dict.fromkeys(entry.team for entry in header.seats if entry.team))
        seats = tuple(
            replace(
                entry,
                seat=Seat(self.seats[entry.seat]),
                name=self.name(told_name(header, entry)),
                team=f"team{teams.index(entry.team) + 1}" if entry.team else "",
            )
            for entry in header.seats
        )
        match, imported = header.match, header.imported
        return replace(
            header,
            game=digest(self._salt, "game", header.game),
            seats=seats,
            decks={Seat(self.seats[seat]): deck for seat, deck in header.decks.items()},
            match=self._struct(
                replace(match, match=match.match and digest(self._salt, "match", match.match))
            ),
            imported=imported and self._struct(replace(imported, file="")),
        )

    def _struct(self, value: S) -> S:
        changes = {}
        for name in value.__struct_fields__:
            old = getattr(value, name)
            new = self._value(old)
            if new is not old:
                changes[name] = new
        return replace(value, **changes) if changes else value

    def _value(self, value: Any) -> Any:  # noqa: ANN401 - any value of the log
        """Return a value in which seats have their numbers; no word of the game is a plain string."""
        kind = type(value)
        if kind is str:
            return self.seats.get(value, value)
        if kind is tuple:
            new = tuple([self._value(one) for one in value])
            return new if any(a is not b for a, b in zip(new, value, strict=True)) else value
        if kind is dict:
            return {self._value(key): self._value(one) for key, one in value.items()}
        return self._struct(value) if isinstance(value, Struct) else value
