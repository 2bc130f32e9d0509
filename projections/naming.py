"""Names for people: seats, objects and cards as a viewer may know them.

Implements CR 400.2, 708.5: what the viewer may not know is a card without a name.
"""

from collections.abc import Mapping

from msgspec import Struct

from events.base import Event
from events.identifiers import ObjectId, Seat
from events.vocabulary import StackKind
from projections.progress import StackItem
from projections.sight import UNKNOWN, Eyes
from projections.table import Table

Words = Mapping[str, Mapping[str, str]]
"""Group -> word of the log -> what people read: phases, zones, faces, and phrases of names."""


class Scene(Struct, frozen=True, kw_only=True):
    """An event as it is told: the tables around it, who looks, and in which words."""

    event: Event
    before: Table
    after: Table
    eyes: Eyes | None
    """Absent for a judge, who sees all."""
    words: Words


def seat_name(scene: Scene, seat: str) -> str:
    """Return the name people read for a seat."""
    player = scene.after.players.get(Seat(seat))
    return player.name or player.seat if player is not None else str(seat)


def name_of(scene: Scene, name: str) -> str:
    """Return a seat's or an object's name: ``Bear (c40)``, ``an unknown card (c41)``, ``Ann``."""
    if name in scene.after.players:
        return seat_name(scene, name)
    phrases = scene.words["names"]
    if name == UNKNOWN:
        return phrases["card"]
    card = card_of(scene, name)
    if card is not None:
        return phrases["object"].format(card=card_name(scene, card), id=name)
    item = _item(scene, name)
    if item is not None:
        return _item_name(scene, item)
    thing = scene.after.objects.get(ObjectId(name)) or scene.before.objects.get(ObjectId(name))
    if thing is None:
        return str(name)
    return phrases["face_down" if thing.face_down else "unknown"].format(id=name)


def card_name(scene: Scene, card: str) -> str:
    """Return a card's name as the language marks it."""
    return scene.words["names"]["title"].format(card=card)


def card_of(scene: Scene, name: str) -> str | None:
    """Return the card's name where the viewer may know it."""
    known = ObjectId(name)
    if scene.eyes is not None:
        card = scene.eyes.card(known)
        if card is not None or known in scene.after.objects or known in scene.before.objects:
            return card
    for table in (scene.after, scene.before):
        thing = table.objects.get(known)
        if thing is not None and thing.name:
            return thing.name
    thing = scene.after.last_known.get(known)
    if thing is None or (scene.eyes is not None and thing.face_down):
        return None
    return thing.name


def _item(scene: Scene, name: str) -> StackItem | None:
    """Find a spell or ability on the stack, or the one that resolves."""
    for table in (scene.after, scene.before):
        for item in table.stack:
            if item.id == name:
                return item
        if table.resolution is not None and table.resolution.item.id == name:
            return table.resolution.item
    return None


def _item_name(scene: Scene, item: StackItem) -> str:
    phrases = scene.words["names"]
    if item.kind is StackKind.COMBAT_DAMAGE:
        return phrases["combat_damage"].format(id=item.id)
    if item.id in scene.after.objects or item.id in scene.before.objects:
        return phrases["unknown"].format(id=item.id)
    if item.card is None:
        return phrases["ability"].format(id=item.id)
    phrase = "object" if item.kind is StackKind.SPELL else "ability_of"
    phrase = "copy" if item.is_copy else phrase
    return phrases[phrase].format(card=card_name(scene, item.card), id=item.id)
