"""The entries of a page: one line for each record seen, and by which names people find it."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from events.base import Event
from events.identifiers import CardName
from events.records import Record
from events.turns import PhaseEntered
from projections.table import Table
from projections.timeline import LANGUAGES, mark
from replays.meanings import glossed
from replays.positions import context_of, occurrences, step_name, undone
from replays.viewer.seen import Seen

FLAGS = ("reported", "inferred", "undone")
"""What a record can be besides; the page tells it in words."""

OCCURRENCES = ("flip", "crank", "divide")


def columns(seen: Seen, first: int = 0, end: int | None = None) -> dict[str, Any]:
    """Return everything that a list of entries shows of some records, column by column."""
    records = list(seen.between(first, len(seen) if end is None else end))
    shown = {record.seq for record in seen.records}
    gone = undone(seen.game.log)
    return {
        "seqs": [record.seq for record in records],
        "types": _indexed([type(record.event).__name__ for record in records]),
        "by": _indexed([record.by for record in records]),
        "natures": _indexed([record.event.nature.value for record in records]),
        "when": _indexed([_when(seen, record) for record in records]),
        "turns": [seen.game.tables[record.seq].turn.number for record in records],
        "marks": _indexed([mark(record.event) or "" for record in records]),
        "causes": [record.cause if record.cause in shown else None for record in records],
        "rules": _indexed([" ".join(_rules(record)) for record in records]),
        "flags": _indexed([_flags(record, gone) for record in records]),
        "text": texts(seen, records),
    }


def texts(seen: Seen, records: Sequence[Record]) -> dict[str, list[str]]:
    """Return the lines of some records by language."""
    told = [seen.told(record) for record in records]
    return {lang: [one[lang] for one in told] for lang in LANGUAGES}


def differing(seen: Seen, first: Seen, known: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of another viewer: which there are, and lines other than the first one's.

    A line that is the same is 0.
    """
    place = {seq: number for number, seq in enumerate(known["seqs"])}
    records = [record for record in seen.records if record.seq in place]
    assert len(records) == len(seen.records), first.viewer  # noqa: S101 - nobody sees more
    told = texts(seen, records)
    for lang, lines in told.items():
        same = known["text"][lang]
        told[lang] = [
            0 if line == same[place[record.seq]] else line  # type: ignore[misc]
            for record, line in zip(records, lines, strict=True)
        ]
    return {"seqs": [record.seq for record in records], "text": told}


def _indexed(values: list[str]) -> dict[str, list[Any]]:
    """Return repeated words as a list of them and their places in it."""
    names = list(dict.fromkeys(values))
    places = {name: number for number, name in enumerate(names)}
    return {"names": names, "of": [places[value] for value in values]}


def _when(seen: Seen, record: Record) -> str:
    event: Event = record.event
    return context_of(seen.game.tables[record.seq], event).label


def _rules(record: Record) -> tuple[str, ...]:
    return record.rule or ((record.event.rule,) if record.event.rule else ())


def _flags(record: Record, gone: frozenset[int]) -> str:
    has = {"reported": record.reported, "inferred": record.inferred, "undone": record.seq in gone}
    return " ".join(name for name in FLAGS if has[name])


def glosses(seen: Seen) -> dict[str, dict[str, str]]:
    """Return what each rule that a record cites says, in our own words, by language."""
    cited = {rule for record in seen.records for rule in _rules(record)}
    return {rule: {lang: glossed(lang, rule) for lang in LANGUAGES} for rule in sorted(cited)}


def cards(tables: Sequence[Table]) -> dict[str, dict[str, Any]]:
    """Return what there is to know of each card that the viewer comes to know."""
    found: dict[CardName, dict[str, Any]] = {}
    last: object = None
    for table in tables:
        if table.cards is last:
            continue
        last = table.cards
        for name in table.cards:
            if name not in found:
                found[name] = _card(to_builtins(table.cards[name]))
    return {name: found[name] for name in sorted(found)}


SHOWN = ("cost", "supertypes", "types", "subtypes", "keywords", "power", "toughness", "loyalty")


def _card(definition: dict[str, Any]) -> dict[str, Any]:
    return {name: definition[name] for name in SHOWN if name in definition}


def places(seen: Seen) -> dict[str, int]:
    """Return what people call a moment (``t5``, ``t5.upkeep``, ``flip:3``) with its record.

    The same as ``replays.positions`` gives, as far as the viewer sees the record.
    """
    log = seen.game.log
    shown = {record.seq for record in seen.records}
    found = {"start": 0, "end": len(log) - 1} | dict(_turns(seen)) | dict(_rounds(seen))
    for family in OCCURRENCES:
        seqs = occurrences(log, family)
        found |= {f"{family}:{number}": seq for number, seq in enumerate(seqs, 1)}
    return {name: seq for name, seq in found.items() if seq in shown or name in ("start", "end")}


def _counting(seen: Seen, keys: Iterator[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the records of each turn or round: those that count, or all where none does."""
    gone = undone(seen.game.log)
    grouped: dict[int, list[int]] = {}
    for key, seq in keys:
        grouped.setdefault(key, []).append(seq)
    return {key: [seq for seq in seqs if seq not in gone] or seqs for key, seqs in grouped.items()}


def _turns(seen: Seen) -> Iterator[tuple[str, int]]:
    game = seen.game
    numbers = ((table.turn.number, seq) for seq, table in enumerate(game.tables))
    for number, seqs in _counting(seen, ((turn, seq) for turn, seq in numbers if turn)).items():
        yield f"t{number}", seqs[0]
        steps: dict[str, int] = {}
        for seq in seqs:
            event: Event = game.log[seq].event
            if isinstance(event, PhaseEntered):
                phase = event.phase
                for name in (step_name(phase), phase.value, phase.phase):
                    steps.setdefault(name, seq)
        yield from ((f"t{number}.{name}", seq) for name, seq in steps.items())


def _rounds(seen: Seen) -> Iterator[tuple[str, int]]:
    progress = ((table.mulligan, seq) for seq, table in enumerate(seen.game.tables))
    rounds = ((one.round, seq) for one, seq in progress if one is not None and one.round)
    for number, seqs in _counting(seen, rounds).items():
        yield f"mull.{number}", seqs[0]
