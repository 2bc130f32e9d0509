"""How things on a table are called when it is drawn: cards, permanents, recipients, what is on a stack."""

from events.identifiers import is_object_id
from projections.progress import StackItem
from projections.table import GameObject, Table
from replays.showing.parts import points
from replays.showing.words import word


def title(thing: GameObject) -> str:
    """Return a card's name, or what is known of one that has none here."""
    if thing.name:
        return str(thing.name)
    types = thing.observed.types if thing.observed is not None else ()
    return f"{' '.join(types).lower()} {thing.id}" if types else thing.id


def described(table: Table, thing: GameObject, lang: str) -> str:
    """Return the state of a permanent: power and toughness, tapped, damage, counters."""
    told = [_size(table, thing)]
    flags = {
        "token": thing.is_token,
        "copy": thing.copied is not None,
        "tapped": thing.tapped,
        "face down": thing.face_down,
    }
    told += [word(lang, name) for name, is_so in flags.items() if is_so]
    if thing.damage:
        damage = points(thing.damage, halves=table.header.play.un_cards)
        told.append(f"{word(lang, 'damage')} {damage}")
    told += [f"{kind} x{count}" for kind, count in thing.counters.items() if count]
    if thing.attached_to:
        told.append(f"{word(lang, 'attached to')} {recipient(table, thing.attached_to)}")
    if thing.sprocket:
        told.append(f"{word(lang, 'sprocket')} {thing.sprocket}")
    return ", ".join(one for one in told if one)


def _size(table: Table, thing: GameObject) -> str:
    observed, card = thing.observed, table.cards.get(thing.name) if thing.name else None
    source = observed if observed is not None and observed.power is not None else card
    if source is None or source.power is None or source.toughness is None:
        return ""
    return f"{source.power}/{source.toughness}"


def recipient(table: Table, name: str) -> str:
    """Return a seat as it is, an object by its card and id."""
    thing = table.objects.get(name) if is_object_id(name) else None  # type: ignore[call-overload]
    if thing is None:
        item = next((one for one in table.stack if one.id == name), None)
        return f"{item.card} {name}" if item is not None and item.card else str(name)
    return f"{thing.name} {name}" if thing.name else str(name)


def item_title(table: Table, item: StackItem) -> str:
    """Return what an object on the stack is called: its card, or its source's."""
    source = table.objects.get(item.source) if item.source is not None else None
    name = item.card or (source.name if source is not None else None)
    return f"{name or item.kind} {item.id}"
