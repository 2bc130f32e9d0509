"""Chance of a game told again: as it was recorded, as far as it is kept, then the plainest outcome."""

from collections import deque
from collections.abc import Container, Sequence
from typing import Any, TypeVar

from events.base import Event
from events.chance import DieRolled, RandomlyChosen
from events.coin_flips import CoinFlipped
from events.identifiers import ObjectId, Seat
from events.records import Record
from events.vocabulary import Face
from events.zones import ContraptionDeckShuffled, LibraryShuffled
from machine.running import Run
from projections.table import Table
from replays.cutting.rebinding import rebound
from replays.game_log import GameLog

E = TypeVar("E", bound=Event)
Shuffle = tuple[LibraryShuffled | ContraptionDeckShuffled, Table]
"""A recorded shuffle, and the table on which it was made."""


class Outcomes:
    """Chance as it was recorded, as far as it is kept, and then the plainest outcome.

    Each kind of outcome comes in its own order, for each player; a shuffle gives the same cards in
    the same order, whatever their ids are now.
    """

    def __init__(self, game: GameLog, records: Sequence[Record]) -> None:
        self.run: Run | None = None
        self._game = game
        self._kept: dict[tuple[str, str], list[Record]] = {}
        self._used: dict[tuple[str, str], int] = {}
        self._dice = 0
        for record in records:
            self._kept.setdefault(_outcome_key(record.event), []).append(record)

    def mark(self) -> tuple[dict[tuple[str, str], int], int]:
        """Return how far the outcomes are used up, to go on from there another time."""
        return dict(self._used), self._dice

    def resume(self, mark: tuple[dict[tuple[str, str], int], int]) -> None:
        """Go on from a mark."""
        self._used, self._dice = dict(mark[0]), mark[1]

    def _next(self, kind: type[E], player: str | None) -> tuple[E, Table] | None:
        """Return the next outcome of a kind, and the table on which it was recorded."""
        key = kind.__name__, str(player)
        kept, used = self._kept.get(key, []), self._used.get(key, 0)
        if used >= len(kept):
            return None
        self._used[key] = used + 1
        event: Any = kept[used].event
        return event, self._game.tables[kept[used].seq - 1]

    def shuffle(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> LibraryShuffled:
        """See ``machine.chance.Chance``."""
        order = self._ordered(self._next(LibraryShuffled, player), names)
        return LibraryShuffled(player=player, order=order, new=new)

    def shuffle_contraptions(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> ContraptionDeckShuffled:
        """See ``machine.chance.Chance``."""
        order = self._ordered(self._next(ContraptionDeckShuffled, player), names)
        return ContraptionDeckShuffled(player=player, order=order, new=new)

    def _ordered(self, found: "Shuffle | None", names: Sequence[ObjectId]) -> tuple[ObjectId, ...]:
        """Return ids so that their cards come as in a recorded shuffle; what is new comes last."""
        if found is None or self.run is None:
            return tuple(names)
        event, old = found
        if set(event.order) == set(names):
            return event.order
        cards = [_card(old, name) for name in event.order]
        waiting: dict[str | None, deque[ObjectId]] = {}
        for name in names:
            waiting.setdefault(_card(self.run.table, name), deque()).append(name)
        first = [waiting[card].popleft() for card in cards if waiting.get(card)]
        rest = set(names) - set(first)
        return (*first, *(name for name in names if name in rest))

    def coin(
        self, flip: int, coin: int, *, even_sides: int = 0, heads: Container[int] = frozenset()
    ) -> CoinFlipped:
        """See ``machine.chance.Chance``."""
        found = self._next(CoinFlipped, None)
        face = Face.HEADS if found is None else found[0].face
        if not even_sides:
            return CoinFlipped(flip=flip, coin=coin, face=face)
        shown = next(n for n in range(1, even_sides + 1) if (n in heads) is (face is Face.HEADS))
        return CoinFlipped(flip=flip, coin=coin, face=face, shown=shown)

    def die(self, player: Seat, sides: int, purpose: str) -> DieRolled:
        """See ``machine.chance.Chance``."""
        found = self._next(DieRolled, player)
        if found is not None and found[0].value <= sides:
            value = found[0].value
        else:
            value = sides - self._dice % sides  # each lower than the one before: no tie for ever
            self._dice += 1
        return DieRolled(player=player, sides=sides, value=value, purpose=purpose)

    def choose(
        self, purpose: str, among: Sequence[str], count: int, player: Seat | None = None
    ) -> RandomlyChosen:
        """See ``machine.chance.Chance``."""
        found = self._next(RandomlyChosen, player)
        wanted: list[str] = []
        if found is not None and self.run is not None:
            event, old = found
            wanted = [rebound(str(one), old, self.run.table) for one in event.chosen]
        chosen = [one for one in dict.fromkeys(wanted) if one in among]
        chosen += [one for one in among if one not in chosen]
        return RandomlyChosen(
            purpose=purpose,
            chosen=tuple(chosen[: min(count, len(among))]),
            among=tuple(among),
            player=player,
        )


def _outcome_key(event: Event) -> tuple[str, str]:
    player = None if isinstance(event, CoinFlipped) else getattr(event, "player", None)
    return type(event).__name__, str(player)


def _card(table: Table, name: str) -> str | None:
    thing = table.objects.get(ObjectId(name))
    return None if thing is None else thing.name
