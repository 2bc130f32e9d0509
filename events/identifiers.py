"""Identifiers of seats, objects and games: their form, and how to tell them apart.

An object id reveals nothing about its card: ids are minted anew with each change of zone (CR 400.7).
"""

import re
from typing import NewType, TypeAlias

from events.errors import DataError
from events.vocabulary import RESERVED_AUTHORS

Seat = NewType("Seat", str)
"""A player's place at the table: two or more of ``a-z 0-9 _``, never of the form of an object id."""

ObjectId = NewType("ObjectId", str)
"""One letter and digits: ``c231`` a card or permanent, ``o12`` an object on the stack."""

CardName = NewType("CardName", str)
"""A card's name, or an importer's stand-in such as ``grp:12345``."""

Recipient: TypeAlias = str
"""A seat or an object id: whatever can be a target or be dealt damage."""

Path = NewType("Path", str)
"""A dotted place in a table: ``players.bob.life``."""

_SEAT = re.compile(r"[a-z][a-z_][a-z0-9_]{0,22}")
_OBJECT = re.compile(r"[a-z][0-9]{1,9}")


def is_object_id(text: str) -> bool:
    """Whether ``text`` has the form of an object id and so cannot be a seat."""
    return text[:1].isalpha() and text[1:].isdecimal()


def parse_seat(text: str) -> Seat:
    """Return ``text`` as a seat, or raise ``DataError`` with what a seat looks like."""
    if not _SEAT.fullmatch(text) or text in RESERVED_AUTHORS:
        raise DataError(
            "data/seat",
            f"{text!r} cannot name a seat: use two to 24 of a-z, 0-9 and _, "
            f"starting with two letters, and none of {', '.join(sorted(RESERVED_AUTHORS))}",
        )
    return Seat(text)


def parse_object_id(text: str) -> ObjectId:
    """Return ``text`` as an object id, or raise ``DataError``."""
    if not _OBJECT.fullmatch(text):
        raise DataError("data/object_id", f"{text!r} is no object id: one letter and digits")
    return ObjectId(text)
