"""Which records had a part in a value, and which decisions are about what other decisions made."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from events.identifiers import ObjectId, is_object_id
from events.turns import CardsDrawn
from events.zones import LibraryShuffled
from projections.provenance import birth, last_write, lives, writes
from replays.cutting.items import Item
from replays.game_log import GameLog
from replays.provenance.links import Found, sources
from replays.provenance.seen import Evidence


def makers(game: GameLog, path: str, seq: int) -> frozenset[int]:
    """Return every record that had a part in a value: its writes, what led to each, and so on.

    Of each event also the records that made the objects it names.
    """
    evidence = Evidence(game)
    waiting = [one.seq for one in writes(game.tables, path, last=seq)]
    made: set[int] = set()
    while waiting:  # every record once
        here = waiting.pop()
        if here in made:
            continue
        made.add(here)
        waiting += _before(evidence, here)
    return frozenset(made)


def _before(evidence: Evidence, seq: int) -> Iterator[int]:
    record = evidence.record(seq)
    if record.cause is not None:
        yield record.cause
    for source in sources(evidence, seq):
        if isinstance(source, Found):
            yield source.seq
        elif (write := last_write(evidence.tables, source.path, source.at)) is not None:
            yield write.seq
    for name in sorted(_named(record.event)):
        born = birth(evidence.tables, name, seq - 1)
        if born:
            yield born


def _named(value: Any) -> set[ObjectId]:  # noqa: ANN401 - an event or a part of one
    """Return the ids that an event names; of a list as long as a library, none."""
    match value:
        case LibraryShuffled() | CardsDrawn():
            return set()
        case Struct():
            return {name for one in value.__struct_fields__ for name in _named(getattr(value, one))}
        case tuple():
            return {name for one in value for name in _named(one)}
        case str() if is_object_id(value):
            return {ObjectId(value)}
        case _:
            return set()


def dependents(game: GameLog, items: Sequence[Item]) -> Mapping[int, frozenset[int]]:
    """Return for each item those after it that name what it made: a land it played, a creature it cast.

    Items are named by their first records. What depends on a dependent is among them.
    """
    evidence = Evidence(game)
    homes = {record.seq: item.seq for item in items for record in item.records}
    after: dict[int, set[int]] = {item.seq: set() for item in items}
    needs: dict[int, set[int]] = {}
    for item in items:
        needs[item.seq] = {
            home
            for record in item.records
            for born in _born(evidence, record.seq)
            if (home := _home(game, homes, born)) is not None and home != item.seq
        }
        needs[item.seq] |= {far for near in needs[item.seq] for far in needs[near]}
        for one in needs[item.seq]:
            after[one].add(item.seq)
    return {seq: frozenset(them) for seq, them in after.items()}


def _born(evidence: Evidence, seq: int) -> Iterator[int]:
    """Yield the records with which the objects that an event names, and what they were, came to be."""
    for name in sorted(_named(evidence.record(seq).event)):
        for life in lives(evidence.tables, evidence.event, name, seq - 1):
            yield life.seq


def _home(game: GameLog, homes: Mapping[int, int], seq: int) -> int | None:
    """Return the item that led to a record, by its causes."""
    here: int | None = seq
    while here is not None and here not in homes:  # a cause comes before what it causes
        here = game.log[here].cause
    return None if here is None else homes[here]
