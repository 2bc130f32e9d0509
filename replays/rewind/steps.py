"""The steps of a backup: for one record, what is put back at the table, in words.

Read off the tables before and after it, so that no event is forgotten; what nobody touches at a
table (priority, numbers, what has been asked) has no step.
"""

from collections.abc import Callable, Iterator
from typing import Any

from immutables import Map

from events.identifiers import ObjectId, Seat
from events.turns import CardsDrawn
from events.vocabulary import Zone
from events.zones import ContraptionDeckShuffled, LibraryShuffled
from projections.identity import renamed
from projections.paths import ABSENT, Change, changes, counts_halves
from projections.progress import StackItem
from projections.table import GameObject, Table
from replays.catalogue import joined, told
from replays.rewind.scene import Undone
from replays.showing.parts import points

LOOKED_AT = ("players", "objects", "stack", "turn", "combat", "result", "effects", "shields")
"""Parts of a table of which something may have to be put back."""

NUMBERS = ("life", "crank", "lands_played", "turns_to_skip", "maximum_hand_size")
"""Numbers of a player that people keep at a table."""


def steps(undone: Undone, *, is_known: bool) -> Iterator[str]:
    """Yield what undoing a record takes; ``is_known``: all players know which cards it drew."""
    before, after = undone.before, undone.after
    if all(getattr(before, part) is getattr(after, part) for part in LOOKED_AT):
        return
    if isinstance(undone.event, CardsDrawn):
        yield from _drawn(undone, undone.event, is_known=is_known)
    elif isinstance(undone.event, LibraryShuffled | ContraptionDeckShuffled):
        player = undone.player(undone.event.player)
        yield told(undone.lang, "rewind.shuffled", player=player)
    else:
        yield from _moved(undone)
    yield from _stacked(undone)
    for change in changes(before, after):
        for single in _by_key(change):
            text = _change(undone, single)
            if text:
                yield text


def _by_key(change: Change) -> Iterator[Change]:
    """Yield one change for each key of a mapping that was, or has become, empty."""
    maps = [one if isinstance(one, Map) else Map() for one in (change.before, change.after)]
    if not any(maps):
        yield change
        return
    for key in sorted({*maps[0], *maps[1]}):
        one, other = maps[0].get(key, ABSENT), maps[1].get(key, ABSENT)
        yield Change(f"{change.path}.{key}", one, other, change.halves)


def _drawn(undone: Undone, event: CardsDrawn, *, is_known: bool) -> Iterator[str]:
    """What nobody but its player knows goes back as a random card of the hand."""
    count = len(event.cards) or event.count
    if not count:
        return
    player = undone.player(event.player)
    key = "rewind.drawn_known" if is_known and event.cards else "rewind.drawn"
    cards = joined(undone.lang, [undone.name(name) for name in event.cards])
    yield told(undone.lang, key, player=player, count=count, cards=cards)


def _moved(undone: Undone) -> Iterator[str]:
    """Yield each object that goes back where it was, came into being, or ceased to be."""
    before, after = undone.before.objects, undone.after.objects
    if before is after:
        return
    became = renamed(undone.event, undone.before)
    for old, new in became.items():
        one, other = before.get(old), after.get(new)
        if one is not None and other is not None and one.zone is not other.zone:
            yield from _back(undone, new, one, other.zone)
        elif one is not None and other is None and old not in after:
            yield from _back(undone, old, one, Zone.STACK)
    mentioned = {*became, *became.values()}
    for name in sorted({*before, *after} - mentioned):
        if name not in before:
            yield told(undone.lang, "rewind.came", thing=undone.name(name))
        elif name not in after:
            where = _where(undone, before[name])
            yield told(undone.lang, "rewind.ceased", thing=undone.name(name), zone=where)
            yield from _as_it_was(undone, name, before[name])
        elif before[name].zone is not after[name].zone:
            yield from _back(undone, name, before[name], after[name].zone)


def _back(undone: Undone, name: ObjectId, old: GameObject, zone: Zone) -> Iterator[str]:
    yield told(
        undone.lang,
        "rewind.moved",
        thing=undone.name(name),
        there=undone.word("zone", zone.value),
        back=_where(undone, old),
    )
    yield from _as_it_was(undone, name, old)


def _as_it_was(undone: Undone, name: ObjectId, old: GameObject) -> Iterator[str]:
    """Yield what a permanent that comes back onto the battlefield had there: sprocket, counters."""
    if old.zone is not Zone.BATTLEFIELD:
        return
    bare = GameObject(id=name, zone=old.zone, owner=old.owner, controller=old.owner)
    for field in OF_OBJECTS:
        then, now = getattr(old, field), getattr(bare, field)
        if then == now:
            continue
        path = f"objects.{name}.{field}"
        change = Change(path, then, now, counts_halves(undone.before, path))
        for single in _by_key(change):
            yield _change(undone, single)


def _where(undone: Undone, thing: GameObject) -> str:
    zone = undone.word("zone", thing.zone.value)
    if not thing.zone.is_personal or thing.owner is None:
        return zone
    return told(undone.lang, "rewind.zone_of", player=undone.player(thing.owner), zone=zone)


def _stacked(undone: Undone) -> Iterator[str]:
    """Yield abilities and copies that leave the stack again, or come back onto it."""
    before, after = _items(undone.before), _items(undone.after)
    for name in after:
        if name not in before and ObjectId(name) not in undone.after.objects:
            yield told(undone.lang, "rewind.off_stack", thing=undone.name(name))
    resolving = undone.after.resolution
    for name in before:
        gone = name not in after and (resolving is None or resolving.item.id != name)
        if gone and ObjectId(name) not in undone.before.objects:
            yield told(undone.lang, "rewind.on_stack", thing=undone.name(name))


def _items(table: Table) -> dict[str, StackItem]:
    return {item.id: item for item in table.stack}


def _change(undone: Undone, change: Change) -> str:
    kind, *rest = change.path.split(".")
    if kind == "players":
        return _of_player(undone, Seat(rest[0]), rest[1:], change) if rest[1:] else ""
    if kind == "objects":
        return _of_object(undone, ObjectId(rest[0]), rest[1:], change) if rest[1:] else ""
    return _of_game(undone, kind, rest, change)


def _of_game(undone: Undone, kind: str, rest: list[str], change: Change) -> str:
    if kind == "turn" and rest[:1] in (["number"], ["phase"]):
        return _of_turn(undone, rest[0])
    if kind == "result" and change.before in (None, ABSENT):
        return told(undone.lang, "rewind.not_over")
    if kind == "combat" and change.path.endswith("_declared"):
        return told(undone.lang, f"rewind.{rest[-1]}")
    if kind in ("effects", "shields") and len(rest) == 1:
        came = change.before is ABSENT
        return told(undone.lang, "rewind.effect_ends" if came else "rewind.effect_again")
    return ""


def _of_player(undone: Undone, seat: Seat, names: list[str], change: Change) -> str:
    player, lang = undone.player(seat), undone.lang
    then, now = _numbers(change)
    values: dict[str, Any] = {"player": player, "now": now, "then": then}
    field = names[0]
    if field in NUMBERS:
        return told(lang, f"rewind.{field}", **values)
    if field == "counters" and len(names) == 2:  # noqa: PLR2004 - the field and the kind
        kind = undone.word("counter", names[1])
        return told(lang, "rewind.player_counters", kind=kind, **values)
    if field == "mana" and len(names) == 2:  # noqa: PLR2004 - the field and the colour
        return told(lang, "rewind.mana", kind=names[1], **values)
    if field == "is_playing":
        return told(lang, "rewind.is_playing", player=player) if change.before is True else ""
    return ""


def _numbers(change: Change) -> tuple[Any, Any]:
    """Return the values before and after, amounts as people write them; what is absent is none."""
    values = (0 if one is ABSENT else one for one in (change.before, change.after))
    then, now = (points(one, halves=True) if change.halves else one for one in values)
    return then, now


def _of_sprocket(change: Change) -> str:
    if not change.after:
        return "rewind.on_sprocket"
    return "rewind.sprocket" if change.before else "rewind.off_sprocket"


OF_OBJECTS: dict[str, Callable[[Change], str]] = {
    "tapped": lambda change: "rewind.tap" if change.before else "rewind.untap",
    "face_down": lambda change: "rewind.turn_down" if change.before else "rewind.turn_up",
    "damage": lambda _change: "rewind.damage",
    "sprocket": _of_sprocket,
    "counters": lambda _change: "rewind.counters",
    "controller": lambda _change: "rewind.controller",
    "attached_to": lambda change: "rewind.attached" if change.before else "rewind.detached",
}
"""Field of an object -> the message that puts it back."""


def _of_object(undone: Undone, name: ObjectId, names: list[str], change: Change) -> str:
    message = OF_OBJECTS.get(names[0])
    if message is None:
        return ""
    then, now = _numbers(change)
    if names[0] in ("controller", "attached_to") and isinstance(then, str):
        then = undone.name(then)
    values = {"thing": undone.name(name), "now": now, "then": then}
    kind = undone.word("counter", names[-1])
    return told(undone.lang, message(change), kind=kind, **values)


def _of_turn(undone: Undone, field: str) -> str:
    turn = undone.before.turn
    if field == "number" and turn.number:
        player = undone.player(turn.active_player or "")
        return told(undone.lang, "rewind.turn", number=turn.number, player=player)
    if field == "phase":
        phase = undone.word("phase", turn.phase.value)
        return told(undone.lang, "rewind.phase", phase=phase)
    return ""
