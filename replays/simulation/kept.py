"""What an opening was: its records, and what each player kept."""

from collections.abc import Sequence

from msgspec import Struct

from events.game import GameCreated
from events.identifiers import Seat
from events.log import EventLog
from events.records import NO_HASH, Draft, Record
from replays.new_game import header_draft
from replays.simulation.headers import line_of
from replays.simulation.recurring import Chain, Part, chained, drafts_of


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

    __slots__ = ("_parts", "kept")

    def __init__(self, parts: Sequence[Part], kept: tuple[Kept, ...]) -> None:
        """Its records are made when they are asked for."""
        self._parts = parts
        self.kept = kept

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opening) and (self.drafts, self.kept) == (other.drafts, other.kept)

    def __hash__(self) -> int:
        return hash(self.kept)

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """Every record after the header, to be sealed."""
        return drafts_of(self._parts)

    def chain(self, first: bytes) -> Chain:
        """Return the lines and the hashes of the opening's log, after the line of its header."""
        return chained(first, self._parts)

    def log(self, header: GameCreated) -> EventLog:
        """Return the opening as a log, sealed."""
        hashes = self.chain(line_of(header)).hashes
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
                zip((header_draft(header), *self.drafts), (NO_HASH, *hashes[:-1]), strict=True)
            )
        )
        return EventLog(records, hashes[-1])
