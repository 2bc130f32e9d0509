"""What must hold of every table: each object in one place, each place of objects that exist.

Implements CR 400.1 (an object is in exactly one zone) as a check of the fold itself, not of play.
"""

from collections import Counter
from collections.abc import Iterator

from events.identifiers import ObjectId, Seat
from events.vocabulary import PERSONAL_ZONES, Zone
from projections.edit import SHARED_ZONES
from projections.table import Table

Place = tuple[Zone, Seat | None]


def faults(table: Table) -> tuple[str, ...]:
    """Return what is wrong with the table, one sentence each; nothing where it is sound."""
    return (
        *_misplaced(table),
        *_unlisted(table),
        *_stack(table),
        *_counts(table),
        *_numbers(table),
        *_turn(table),
    )


def places(table: Table) -> Iterator[tuple[ObjectId, Place]]:
    """Yield every object id that a zone lists, with the zone and whose it is."""
    for zone in sorted(SHARED_ZONES):
        for name in getattr(table, zone.value):
            yield name, (zone, None)
    for seat, player in table.players.items():
        for zone in sorted(PERSONAL_ZONES):
            for name in getattr(player, zone.value):
                yield name, (zone, seat)


def _misplaced(table: Table) -> Iterator[str]:
    """Find ids in a zone that name no object, an object of another zone, or of another player."""
    for name, (zone, seat) in places(table):
        thing = table.objects.get(name)
        if thing is None:
            yield f"{name} is listed in {zone}, but there is no such object"
        elif thing.zone is not zone:
            yield f"{name} is listed in {zone}, but says that it is in {thing.zone}"
        elif seat is not None and thing.owner != seat:
            yield f"{name} is listed in {seat}'s {zone}, but its owner is {thing.owner}"


def _unlisted(table: Table) -> Iterator[str]:
    """Find objects that are in no zone's list, or in more than one place."""
    listed = Counter(name for name, _ in places(table))
    listed.update(item.id for item in table.stack if item.id in table.objects)
    for name, thing in table.objects.items():
        if thing.id != name:
            yield f"{name} is the object {thing.id}"
        elif listed[name] > 1:
            yield f"{name} is in {listed[name]} places"
        elif not listed[name] and _belongs_somewhere(table, name):
            yield f"{name} says that it is in {thing.zone}, which does not list it"


def _belongs_somewhere(table: Table, name: ObjectId) -> bool:
    """Whether an object's zone has a list: an unknown owner's hand has none (imported games)."""
    thing = table.objects[name]
    if thing.zone is Zone.NOWHERE:
        return False
    return not thing.zone.is_personal or thing.owner in table.players


def _stack(table: Table) -> Iterator[str]:
    for item in table.stack:
        thing = table.objects.get(item.id)
        if thing is not None and thing.zone is not Zone.STACK:
            yield f"{item.id} is on the stack, but says that it is in {thing.zone}"
    for name, count in Counter(item.id for item in table.stack).items():
        if count > 1:
            yield f"{name} is on the stack {count} times"


def _counts(table: Table) -> Iterator[str]:
    for seat, player in table.players.items():
        for zone, count in player.unseen.items():
            if count < 0:
                yield f"{seat} has {count} unknown cards in {zone}"
        for kind, count in (*player.counters.items(), *player.mana.items()):
            if count < 0:
                yield f"{seat} has {count} of {kind}"
    for name, thing in table.objects.items():
        if thing.damage < 0 or any(count < 0 for count in thing.counters.values()):
            yield f"{name} has less than no damage or counters"


def _numbers(table: Table) -> Iterator[str]:
    """Find numbers that would be given twice."""
    numbers = table.numbers
    highest = max((int(name[1:]) for name in table.objects if name[1:].isdecimal()), default=0)
    if highest >= numbers.object:
        yield f"object number {numbers.object} has been given: there is {highest}"
    if any(flip.flip >= numbers.flip for flip in table.flips):
        yield f"flip number {numbers.flip} has been given"
    if any(effect.effect >= numbers.effect for effect in table.effects):
        yield f"effect number {numbers.effect} has been given"
    if any(shield.shield >= numbers.shield for shield in table.shields):
        yield f"shield number {numbers.shield} has been given"
    if any(one.trigger >= numbers.trigger for one in table.triggers):
        yield f"trigger number {numbers.trigger} has been given"


def _turn(table: Table) -> Iterator[str]:
    if frozenset(table.turn_order) != frozenset(table.players):
        yield "the turn order and the players are not the same seats"
    for seat, player in table.players.items():
        if player.seat != seat:
            yield f"{seat} is the player {player.seat}"
