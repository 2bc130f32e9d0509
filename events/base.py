"""What every event has in common: frozen data with a nature, a rule and a visibility.

The names of the classes are the ``type`` in a log; fields left at their default are absent there.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from events.vocabulary import Nature

LARGEST = 2**53 - 1
"""The largest absolute integer of a log: what every JSON reader keeps exactly."""

Integer = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Sequence_ = Annotated[int, Meta(ge=0, le=LARGEST)]

NOBODY = "nobody"
"""As a visibility: no seat may know the field, not even the player who acts."""

PLAYER = "player"
"""As a visibility: the seat in the event's ``player`` field alone may know the field."""

NO_FIELDS: Mapping[str, str] = MappingProxyType({})


class Event(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=True,
    gc=False,
):
    """A fact of a game, as it stands in a log."""

    nature: ClassVar[Nature] = Nature.CONSEQUENCE
    rule: ClassVar[str] = ""
    """The rule number the event rests on; its gloss is in ``events.citations``."""
    since: ClassVar[int] = 1
    """The version of the log format in which the event appeared."""
    private: ClassVar[Mapping[str, str]] = NO_FIELDS
    """Fields not everybody may see: name of the field -> name of the field that holds the seat who may."""


class Decision(Event, frozen=True, kw_only=True, tag=True):
    """An event that a player makes: one thing a player says."""

    nature: ClassVar[Nature] = Nature.DECISION
    player: str


class Chance(Event, frozen=True, kw_only=True, tag=True):
    """An outcome that nobody chose: one draw."""

    nature: ClassVar[Nature] = Nature.CHANCE


class Consequence(Event, frozen=True, kw_only=True, tag=True):
    """What the rules demand: one thing a rule does."""
