"""A game as rows are read off it: through whose eyes, under which names, how closely.

Implements CR 400.2 through ``projections.views``: what a seat may not know never reaches a row.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import overload

from msgspec import Struct

from events.base import Event
from events.cards import CardDefinition
from events.game import GameCreated
from events.identifiers import CardName, ObjectId, Seat
from events.records import Record
from events.vocabulary import MoveReason
from events.zones import CardMoved, CardsIdentified, CharacteristicsObserved
from projections.fold import fold
from projections.folds.game import table_of
from projections.standing import standing
from projections.table import Table
from projections.viewers import JUDGE, seat_of
from projections.views import seat_records, seat_view
from replays.analysis.masking import Mask
from replays.game_log import GameLog

KEPT_VIEWS = 64
"""Tables kept as a seat sees them: rows go through a game from one to the next."""


class View(Struct, frozen=True, kw_only=True):
    """How games are read."""

    seat: str = JUDGE
    """``judge``, ``public``, or a seat of the games."""
    names: bool = True
    """Keep the names of players, seats and games; otherwise they get pseudonyms."""
    salt: str = ""
    """What pseudonyms are made with; the same salt gives the same ones."""
    every: int = 25
    """One state for so many records; the last of each turn and of the game besides."""
    options: int = 32
    """Legal options of a decision that are listed; with 0 none is worked out."""

    @property
    def is_full(self) -> bool:
        """Whether the log can be had back from its events."""
        return self.seat == JUDGE and self.names


class SeenTables(Sequence[Table]):
    """Tables as a seat sees them, made when asked for."""

    def __init__(self, tables: Sequence[Table], seat: Seat | None) -> None:
        self._tables, self._seat = tables, seat
        self._made: OrderedDict[int, Table] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    @overload
    def __getitem__(self, index: int) -> Table: ...
    @overload
    def __getitem__(self, index: slice) -> list[Table]: ...
    def __getitem__(self, index: int | slice) -> Table | list[Table]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        made = self._made.get(place)
        if made is None:
            made = self._made[place] = seat_view(self._tables[place], self._seat)
            if len(self._made) > KEPT_VIEWS:
                self._made.popitem(last=False)
        return made

    def __iter__(self) -> Iterator[Table]:
        return (self[place] for place in range(len(self)))


class Reading:
    """One game, ready to be read into rows."""

    def __init__(self, game: GameLog, view: View | None = None) -> None:
        """Take a game, and how to look at it; ``usage/seat`` where it has no such seat."""
        self.game, self.view = game, view or View()
        records: tuple[Record, ...] = tuple(game.log)
        tables: Sequence[Table] = game.tables
        seat = self.view.seat
        if not self.view.names:
            mask = Mask(game.header, self.view.salt)
            records = mask.records(records)
            tables = fold(records)
            seat = mask.seats.get(seat, seat)
        self.records = records
        self.tables = tables
        self.viewer = seat

    @property
    def is_judge(self) -> bool:
        """Whether everything may be seen."""
        return self.viewer == JUDGE

    @property
    def eyes(self) -> Seat | None:
        """The seat that looks; none for the public."""
        return None if self.viewer == JUDGE else seat_of(self.viewer)

    def may_know(self, seat: str | None) -> bool:
        """Whether what a seat alone knows may be told."""
        return self.is_judge or (seat is not None and seat == self.viewer)

    @cached_property
    def header(self) -> GameCreated:
        """The header, as far as it may be seen."""
        event: Event = self.seen[0].event
        assert isinstance(event, GameCreated)  # noqa: S101 - the first record of every log
        return event

    @property
    def game_id(self) -> str:
        """The name under which the game stands in every table."""
        return self.header.game

    @cached_property
    def seen(self) -> tuple[Record, ...]:
        """The records that may be seen, each with its own number."""
        if self.is_judge:
            return self.records
        return tuple(seat_records(self.records, self.tables, self.eyes))

    @cached_property
    def undone(self) -> frozenset[int]:
        """The numbers of records that a take-back has undone."""
        return frozenset(range(len(self.records))) - {one.seq for one in standing(self.records)}

    @cached_property
    def standing(self) -> tuple[Record, ...]:
        """The records that may be seen and that no take-back has undone."""
        return tuple(record for record in self.seen if record.seq not in self.undone)

    @cached_property
    def seen_tables(self) -> Sequence[Table]:
        """The table after each record, as far as it may be seen."""
        return self.tables if self.is_judge else SeenTables(self.tables, self.eyes)

    @cached_property
    def definitions(self) -> Mapping[CardName, CardDefinition]:
        """The cards that the header defines, as far as it may be seen."""
        return table_of(self.header).cards

    @cached_property
    def lands(self) -> dict[CardName, bool]:
        """Card -> whether it is a land, of every card whose definition may be known."""
        known = {
            name: "Land" in card.types for name, card in self.definitions.items() if card.types
        }
        return self._observed_lands() | known

    def _observed_lands(self) -> dict[CardName, bool]:
        """Return what an imported record showed of cards that nobody here has defined."""
        found: dict[CardName, bool] = {}
        for record in self.seen:
            event: Event = record.event
            if isinstance(event, CharacteristicsObserved) and event.types:
                thing = self.seen_tables[record.seq].objects.get(event.object)
                if thing is not None and thing.card is not None:
                    found[thing.card] = "Land" in event.types
        return found

    @cached_property
    def identified(self) -> Mapping[ObjectId, CardName]:
        """Object -> its card, of those that an imported record names after it has told of them."""
        found: dict[ObjectId, CardName] = {}
        for record in self.seen:
            event: Event = record.event
            if isinstance(event, CardsIdentified):
                found.update(event.cards)
        return found

    @cached_property
    def observed_types(self) -> Mapping[ObjectId, tuple[str, ...]]:
        """Object -> its types, as an imported record showed them at first."""
        found: dict[ObjectId, tuple[str, ...]] = {}
        for record in self.seen:
            event: Event = record.event
            if isinstance(event, CharacteristicsObserved) and event.types:
                found.setdefault(event.object, event.types)
        return found

    @cached_property
    def played_lands(self) -> frozenset[ObjectId]:
        """Permanents that were played, which only a land is (CR 116.2a)."""
        return frozenset(
            record.event.new
            for record in self.seen
            if isinstance(record.event, CardMoved) and record.event.reason is MoveReason.PLAYED
        )

    def count_lands(self, names: Sequence[CardName | None]) -> int | None:
        """Return how many of some cards are lands; nothing where a card is unknown."""
        found = [self.lands.get(name) if name is not None else None for name in names]
        if any(one is None for one in found):
            return None
        return sum(1 for one in found if one)

    def costs_of_spells(self, names: Sequence[CardName | None]) -> tuple[str, ...] | None:
        """Return the costs of cards that are no lands; nothing where a card has no definition."""
        cards = self.definitions
        found = [cards.get(name) if name is not None else None for name in names]
        known = [card for card in found if card is not None and card.types]
        if len(known) < len(names):
            return None
        return tuple(card.cost for card in known if "Land" not in card.types)

    @cached_property
    def starting_seat(self) -> str | None:
        """Who took the first turn, as far as that is known."""
        last = self.tables[-1]
        return last.starting_player or next(
            (table.turn.active_player for table in self.tables if table.turn.number == 1), None
        )

    def on_play(self, seat: str) -> bool | None:
        """Return whether a seat took the first turn, alone or with its team (CR 805.4)."""
        starting = self.starting_seat
        if starting is None or seat == starting:
            return None if starting is None else True
        teams = {entry.seat: entry.team for entry in self.header.seats}
        is_shared = self.header.play.shared_team_turns and bool(teams.get(Seat(seat)))
        return is_shared and teams.get(Seat(seat)) == teams.get(Seat(starting))

    @cached_property
    def winners(self) -> tuple[Seat, ...] | None:
        """Who won; nothing where the end is not told."""
        result = self.tables[-1].result
        return None if result is None else result.winners

    def won(self, seat: str) -> bool | None:
        """Return whether a seat won; nothing for a draw, or where the end is not told."""
        if not self.winners:
            return None
        return seat in self.winners
