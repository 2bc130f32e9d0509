"""After each message: what the client shows and the log does not say yet.

Most of it is the first sight of things; the rest puts right what a missing message has left open.
"""

from events.damage import LifeChanged
from events.rulings import FactObserved, Rewound
from events.vocabulary import Zone
from events.zones import (
    CharacteristicsObserved,
    ControlChanged,
    ObjectCeased,
    Tapped,
    Untapped,
    ZoneCountObserved,
)
from replays.importers.arena.context import Build, is_card
from replays.importers.arena.known import ZONES, look_of
from replays.importers.arena.moves import move
from replays.importers.arena.wire import Thing, ZoneState


def reconcile(build: Build) -> None:
    """Write what a state shows beyond its annotations."""
    differing = [zone for zone in _changed(build) if _differs(build, zone)]
    for zone in differing:
        if not ZONES[zone.type].is_personal:
            _leave(build, zone)
    for zone in differing:
        if not ZONES[zone.type].is_personal:
            _arrive(build, zone)
    for zone in differing:
        if ZONES[zone.type].is_personal and _differs(build, zone):
            _count(build, zone)
    _look_at(build)
    _lives(build)


def _changed(build: Build) -> list[ZoneState]:
    """Return the zones to compare: those the state lists, and those the records have changed."""
    touched, build.known.touched = build.known.touched, set()
    listed = [zone for zone in build.state.zones if zone.type in ZONES]
    others = touched - {zone.zone_id for zone in listed}
    return listed + [
        build.mirror.zone(zone) for zone in sorted(others) if build.mirror.zone(zone).type in ZONES
    ]


def _differs(build: Build, zone: ZoneState) -> bool:
    known = build.known.members.get(zone.zone_id, [])
    shown = zone.object_instance_ids
    if ZONES[zone.type] is Zone.LIBRARY:
        return tuple(known) != shown
    return len(known) != len(shown) or set(known) != set(shown)


def _leave(build: Build, zone: ZoneState) -> None:
    """Take away what the client no longer shows in a zone that all players share."""
    shown = set(zone.object_instance_ids)
    for thing in list(build.known.members.get(zone.zone_id, ())):
        if thing in shown:
            continue
        build.known.remove(thing)
        build.known.stack.discard(thing)
        if _is_elsewhere(build, thing, zone.zone_id):
            continue
        build.write(ObjectCeased(object=build.id(thing)), inferred=True)


def _is_elsewhere(build: Build, thing: int, zone: int) -> bool:
    shown = build.mirror.things.get(thing)
    if shown is None or shown.zone_id == zone:
        return False
    return thing in build.mirror.ids(shown.zone_id) and build.zone(shown.zone_id) != Zone.NOWHERE


def _arrive(build: Build, zone: ZoneState) -> None:
    """Put there what the client shows and no annotation brought."""
    known = set(build.known.members.get(zone.zone_id, ()))
    for thing in zone.object_instance_ids:
        shown = build.mirror.things.get(thing)
        if thing in known or thing in build.known.abilities:
            continue
        if ZONES[zone.type] is Zone.STACK and (shown is None or not is_card(shown)):
            continue
        move(build, thing, thing, zone.zone_id, inferred=True)


def _count(build: Build, zone: ZoneState) -> None:
    """Say anew which cards lie in a player's own zone."""
    things = zone.object_instance_ids
    event = ZoneCountObserved(
        player=build.seat(zone.owner_seat_id),
        zone=ZONES[zone.type],
        count=len(things),
        cards=build.ids(things),
    )
    seq = build.write(event)
    for thing in things:
        if thing not in build.known.where:
            build.known.names.pop(thing, None)
            build.known.since("place", thing, seq)
    build.known.fill(zone.zone_id, things)


def _look_at(build: Build) -> None:
    """Write names, looks, tapping and control of what the state shows, where they are news."""
    battlefield = build.mirror.zone_of("ZoneType_Battlefield").zone_id
    taps: list[int] = []
    untaps: list[int] = []
    things = build.mirror.things.values() if build.anew else build.state.game_objects
    build.anew = False
    for thing in things:
        number = thing.instance_id
        place = build.known.where.get(number)
        if place is None:
            continue
        build.identify(number)
        if place != battlefield:
            continue
        _look(build, thing)
        if thing.is_tapped != (number in build.known.tapped):
            (taps if thing.is_tapped else untaps).append(number)
        _control(build, thing)
    if taps:
        build.known.tapped.update(taps)
        build.write(Tapped(objects=build.ids(taps)), inferred=True)
    if untaps:
        build.known.tapped.difference_update(untaps)
        build.write(Untapped(objects=build.ids(untaps)), inferred=True)


def _look(build: Build, thing: Thing) -> None:
    look, controllers = look_of(thing), build.known.controllers
    if build.known.looks.get(thing.instance_id) == look:
        return
    build.known.looks[thing.instance_id] = look
    seen = thing.instance_id in controllers
    event = CharacteristicsObserved(
        object=build.id(thing.instance_id),
        types=look.types,
        power=look.power,
        toughness=look.toughness,
        controller=None if seen else build.seat(thing.controller_seat_id),
    )
    controllers[thing.instance_id] = controllers.get(thing.instance_id, thing.controller_seat_id)
    build.known.since("look", thing.instance_id, build.write(event))


def _control(build: Build, thing: Thing) -> None:
    known = build.known.controllers.setdefault(thing.instance_id, thing.controller_seat_id)
    if known == thing.controller_seat_id:
        return
    build.known.controllers[thing.instance_id] = thing.controller_seat_id
    controller = build.seat(thing.controller_seat_id)
    event = ControlChanged(object=build.id(thing.instance_id), controller=controller)
    build.write(event, inferred=True)


def _lives(build: Build) -> None:
    for player in build.state.players:
        seat = player.system_seat_number
        known = build.known.life.get(seat)
        if known is None or known == player.life_total:
            continue
        build.known.life[seat] = player.life_total
        change = player.life_total - known
        event = LifeChanged(player=build.seat(seat), change=change, life=player.life_total)
        build.write(event, inferred=True)


def back_to(build: Build, state: int, *, inferred: bool = False) -> None:
    """Write that the client took back what followed a state, which the mirror shows already (CR 732)."""
    to = build.writer.marks.get(state)
    if to is None:
        build.write(FactObserved(kind="GameStateUpdate_Undo"))
        build.known.back_to(build.mirror, -1)
        return
    if to < build.writer.last:
        build.write(Rewound(to=to, why="taken back in the client"), inferred=inferred)
    build.known.back_to(build.mirror, to)
    for thing, seq in list(build.stacked.items()):
        if seq > to:
            _forget(build, thing)
    build.annotation = build.annotations_at.get(state, 0)


def _forget(build: Build, thing: int) -> None:
    """Forget what was announced for an object that never came to be; its id will be used again."""
    del build.stacked[thing]
    build.resolving.pop(thing, None)
    build.divided.pop(thing, None)
    for key in [key for key in build.targets if key[0] == thing]:
        del build.targets[key]
