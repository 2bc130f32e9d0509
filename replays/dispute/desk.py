"""A dispute: two records of one game, their verdicts, where they part, and what the rules say there.

It tells what the records can tell and no more; what neither can know is said as well.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from events.errors import DataError
from replays.catalogue import told
from replays.diff import LogDiff, diff
from replays.dispute.judging import Judgement, judged
from replays.game_log import GameLog
from replays.positions import context_of
from replays.translation import error_text
from replays.verdicts import Verification
from replays.verify import verify


class Dispute(Struct, frozen=True, kw_only=True):
    """Everything that can be said about two records of one game."""

    a: Verification
    b: Verification
    diff: LogDiff
    when: str
    """The turn and step at which they part; empty where they do not."""
    judgement_a: Judgement | None
    """What the rules say of the first record's entry there; none where it has ended."""
    judgement_b: Judgement | None
    unknown: tuple[str, ...]
    """What nobody can know from these records."""

    @property
    def same(self) -> bool:
        """Whether both tell the same game."""
        return self.diff.first_divergence is None

    def to_plain(self) -> dict[str, Any]:
        """Return the dispute as a JSON object, but for the difference itself."""
        return {
            "verdicts": {"a": self.a.to_plain(), "b": self.b.to_plain()},
            "when": self.when,
            "judgements": {
                "a": msgspec.to_builtins(self.judgement_a),
                "b": msgspec.to_builtins(self.judgement_b),
            },
            "unknown": list(self.unknown),
        }


def dispute(a: GameLog, b: GameLog, *, lang: str = "en") -> Dispute:
    """Return what two records of one game agree on, and what the rules say where they part.

    Raises ``DataError`` for logs of different games: other seats, or neither the same game, nor the
    same match, nor a common beginning.
    """
    found = diff(a, b)
    check_one_game(a, b, found)
    parted = found.first_divergence
    seqs = parted.seqs if parted is not None else (None, None)
    before = (seqs[0] if seqs[0] is not None else len(a)) - 1
    return Dispute(
        a=verify(a),
        b=verify(b),
        diff=found,
        when="" if parted is None else context_of(a.tables[before]).label,
        judgement_a=None if seqs[0] is None else judged(a, seqs[0], lang=lang),
        judgement_b=None if seqs[1] is None else judged(b, seqs[1], lang=lang),
        unknown=tuple(_unknown(a, b, found, lang)),
    )


def check_one_game(a: GameLog, b: GameLog, found: LogDiff) -> None:
    """Raise unless two logs can be of one game."""
    seats = [sorted(entry.seat for entry in log.header.seats) for log in (a, b)]
    if seats[0] != seats[1]:
        raise DataError(
            "dispute/seats",
            f"these are different games: {', '.join(seats[0])} play in one, "
            f"{', '.join(seats[1])} in the other",
        )
    same_game = a.header.game == b.header.game
    branch = a.header.branch_of or b.header.branch_of
    same_match = a.header.match.match and a.header.match == b.header.match
    if not (same_game or branch or same_match or found.common > 1):
        raise DataError(
            "dispute/games",
            f"these are different games: {a.header.game} and {b.header.game} have no record in common",
        )


def _unknown(a: GameLog, b: GameLog, found: LogDiff, lang: str) -> Iterator[str]:
    for name, log in (("A", a), ("B", b)):
        yield from (
            told(lang, "dispute.of_record", name=name, what=what) for what in gaps(log, lang)
        )
    if found.first_divergence is not None:
        yield told(lang, "dispute.who_is_right")
    if found.header:
        fields = ", ".join(one.field for one in found.header)
        yield told(lang, "dispute.headers", fields=fields)


def gaps(log: GameLog, lang: str) -> Iterator[str]:
    """Yield what a record cannot show by its nature."""
    imported = log.header.imported
    if log.failure is not None:
        yield told(lang, "gaps.broken", count=len(log), why=error_text(lang, log.failure))
    if imported is not None:
        yield told(lang, "gaps.imported", client=imported.client)
        if imported.recorder:
            yield told(lang, "gaps.recorder", player=imported.recorder)
    inferred = sum(record.inferred for record in log.log)
    if inferred:
        yield told(lang, "gaps.inferred", count=inferred)
    unseen = sum(sum(player.unseen.values()) for player in log.tables[-1].players.values()) + sum(
        thing.card is None for thing in log.tables[-1].objects.values()
    )
    if unseen:
        yield told(lang, "gaps.unseen", count=unseen)
    if log.tables[-1].result is None:
        yield told(lang, "gaps.unfinished")
    if not any(record.at for record in log.log):
        yield told(lang, "gaps.no_times")
    yield told(lang, "gaps.table")
