"""The objects of a record: the client's own names for them, and the ids they have in the log."""

from collections.abc import Hashable

from events.identifiers import CardName, ObjectId
from events.vocabulary import Zone


class Things:
    """Ids by the client's keys, minted in the order of sight; what the log says of each."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._ids: dict[Hashable, ObjectId] = {}
        self._next = 1
        self.zones: dict[ObjectId, Zone] = {}
        """Where each object is that the log has met."""
        self.names: dict[ObjectId, CardName] = {}
        """What the log has said that they are."""

    def id(self, key: Hashable) -> ObjectId:
        """Return an object's id; a new one the first time."""
        return self._ids[key] if key in self._ids else self.anew(key)

    def anew(self, key: Hashable, letter: str = "c") -> ObjectId:
        """Return a new id for an object that has changed zones, or has never been seen."""
        self._ids[key] = made = ObjectId(f"{letter}{self._next}")
        self._next += 1
        return made

    def mint(self, letter: str = "o") -> ObjectId:
        """Return a new id for something that the client has no name for."""
        return self.anew((letter, self._next), letter)

    def call(self, key: Hashable, thing: ObjectId) -> None:
        """Say by which key the client names an object that has its id already."""
        self._ids[key] = thing

    def known(self, key: Hashable) -> ObjectId | None:
        """Return the id of an object that has been seen."""
        return self._ids.get(key)

    def zone(self, thing: ObjectId) -> Zone | None:
        """Return where an object is, as far as the log says."""
        return self.zones.get(thing)
