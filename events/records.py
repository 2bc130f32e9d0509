"""The record: one line of a log, an event with its number, its author and its place in the chain.

The bytes are fixed by the log format, version 1: canonical JSON, SHA-256 chain.
"""

from typing import Annotated

from msgspec import Meta, Struct

from events.base import Event, Sequence_
from events.catalogue import AnyEvent
from events.vocabulary import Nature

FORMAT = 1
"""The version of the log format that this program writes."""

NO_HASH = "0" * 64
"""The ``prev`` of a header: nothing comes before it."""

Hash = Annotated[str, Meta(min_length=64, max_length=64)]


class Source(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where an imported fact was read: the line of the file, and the message's own number."""

    line: Sequence_
    message: Sequence_ = 0


class Draft(Struct, frozen=True, kw_only=True, gc=False):
    """An event on its way into a log: everything of a record but its number and its hash."""

    event: AnyEvent
    by: str
    cause: int | None = None
    rule: tuple[str, ...] = ()
    id: str = ""
    at: str = ""
    source: Source | None = None
    inferred: bool = False
    reported: bool = False


class Record(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """One line of a log. Fields left at their default are absent from the line."""

    seq: Sequence_
    """Gapless from 0: the number people quote, and the version a store checks."""
    by: str
    """A seat, or ``chance``, ``rules``, ``judge``, ``import``, ``apnap``."""
    event: AnyEvent
    prev: Hash
    """SHA-256 of the record before."""
    cause: Sequence_ | None = None
    """The record that led to this one."""
    rule: tuple[str, ...] = ()
    """Rule numbers, where the catalogue's own citation is not enough."""
    id: str = ""
    """The idempotency key of a batch, on its first record."""
    at: str = ""
    """When, RFC 3339 UTC; for people alone."""
    source: Source | None = None
    inferred: bool = False
    """Concluded by an importer, not seen in its source."""
    reported: bool = False
    """The players did it although the rules forbid it."""
    open: dict[str, str] | None = None
    """Openings of hidden values; not part of the hash."""


def author(event: Event) -> str:
    """Return who is responsible for a native event: its player, chance, or the rules."""
    if event.nature is Nature.DECISION:
        return str(event.player)  # type: ignore[attr-defined]
    return "chance" if event.nature is Nature.CHANCE else "rules"


def draft(event: Event, *, cause: int | None = None, rule: tuple[str, ...] = ()) -> Draft:
    """Return a native event as a draft with its own author."""
    return Draft(event=event, by=author(event), cause=cause, rule=rule)


def as_draft(record: Record) -> Draft:
    """Return a record as a draft again, to be numbered and chained anew."""
    return Draft(**{name: getattr(record, name) for name in Draft.__struct_fields__})
