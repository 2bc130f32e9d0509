"""What an opening was: its records, and what each player kept."""

from collections.abc import Sequence
from itertools import chain

from msgspec import Struct

from events.codec import hash_line
from events.game import GameCreated
from events.identifiers import Seat
from events.log import EventLog
from events.records import NO_HASH, Draft, Record
from replays.new_game import header_draft
from replays.simulation.headers import line_of
from replays.simulation.recurring import Chain, Recurring, Value, chained


class Kept(Struct, frozen=True, gc=False):
    """How one player's opening ended: cards by the number of their kind."""

    seat: Seat
    hand: tuple[int, ...]
    library: tuple[int, ...]
    """From the top down."""
    taken: int
    """Mulligans, free ones included."""
    counted: int
    on_play: bool
    powders: int = 0
    """Hands exiled with a card that can do so."""


class Opening:
    """One opening: every record after the header, and what each player kept, in turn order."""

    __slots__ = ("_batches", "_values", "kept")

    def __init__(
        self, batches: Sequence[Recurring], values: Sequence[Value], kept: tuple[Kept, ...]
    ) -> None:
        """Records are made when they are asked for: of batches, and the opening's own values in them."""
        self._batches, self._values = batches, values
        self.kept = kept

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opening) and (self.drafts, self.kept) == (other.drafts, other.kept)

    def __hash__(self) -> int:
        return hash(self.kept)

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """Every record after the header, to be sealed."""
        values = iter(self._values)
        return tuple(chain.from_iterable(batch.filled(values) for batch in self._batches))

    def chain(self, first: bytes) -> Chain:
        """Return the lines of the opening's log after that of its header, and the last hash."""
        return chained(first, self._batches, iter(self._values))

    def log(self, header: GameCreated) -> EventLog:
        """Return the opening as a log, sealed."""
        lines, head = self.chain(line_of(header))
        hashes = (NO_HASH, *map(hash_line, lines[:-1]))
        records = tuple(
            Record(
                seq=seq,
                by=entry.by,
                event=entry.event,
                prev=prev,
                cause=entry.cause,
                rule=entry.rule,
            )
            for seq, (entry, prev) in enumerate(
                zip((header_draft(header), *self.drafts), hashes, strict=True)
            )
        )
        return EventLog(records, head)
