"""The names a scenario gives to its cards, followed through every change of id."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.base import Event
from events.errors import DataError
from events.identifiers import ObjectId, Seat, is_object_id
from projections.identity import renamed
from projections.table import Table

PLACES = ("graveyard", "library", "scrapyard", "contraption_deck", "sideboard")


class Labels:
    """Label -> the ids its card has had; the last one is the object it is now."""

    def __init__(self, first: Mapping[str, ObjectId]) -> None:
        self._ids: dict[str, list[ObjectId]] = {label: [name] for label, name in first.items()}

    def follow(self, event: Event, before: Table) -> None:
        """Take note of the ids that an event changes."""
        new = renamed(event, before)
        for ids in self._ids.values():
            if ids[-1] in new:
                ids.append(new[ids[-1]])

    def history(self, label: str) -> tuple[ObjectId, ...]:
        """Return every id a label has stood for; nothing for what is no label."""
        return tuple(self._ids.get(label, ()))

    def resolve(self, word: str, table: Table, player: Seat | None = None) -> str:
        """Return what a word of a scenario stands for: a seat, an id, or the object of that name."""
        if word in self._ids:
            return self._ids[word][-1]
        if word in table.players or is_object_id(word):
            return word
        if word == "stack" and table.stack:
            return table.stack[-1].id
        found = _by_name(word, table, player)
        if found is None:
            raise DataError("scenario/name", f"nothing here is called {word!r}")
        return found

    def resolve_all(self, value: Any, table: Table, player: Seat | None = None) -> Any:  # noqa: ANN401 - any YAML
        """Return a value with every label and card name in it replaced, deeply; other words stay."""
        if isinstance(value, str):
            try:
                return self.resolve(value, table, player)
            except DataError:
                return value
        if isinstance(value, Mapping):
            return {key: self.resolve_all(one, table, player) for key, one in value.items()}
        if isinstance(value, Sequence):
            return [self.resolve_all(one, table, player) for one in value]
        return value


def _by_name(word: str, table: Table, player: Seat | None) -> ObjectId | None:
    """Return an object by its card's name: one's own first, in hand before the battlefield."""
    for name in _in_order(table, player):
        thing = table.objects.get(name)
        if thing is not None and word in (thing.name, thing.card):
            return name
    return None


def _in_order(table: Table, player: Seat | None) -> Iterator[ObjectId]:
    """Yield every object where a reader would look for it: hands, stack, battlefield, the rest."""
    seats = [seat for seat in (player, *table.turn_order) if seat is not None]
    for seat in seats:
        yield from table.players[seat].hand
    yield from (item.id for item in reversed(table.stack))
    yield from sorted(table.battlefield, key=lambda name: table.objects[name].controller != player)
    yield from (*table.command, *table.exile)
    for seat in seats:
        for place in PLACES:
            yield from getattr(table.players[seat], place)
