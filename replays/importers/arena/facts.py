"""What else the client's annotations tell: damage, life, tapping, counters, control, coins, facts kept raw."""

import msgspec

from events.coin_flips import CoinFlipped
from events.damage import DamageDealt, LifeChanged
from events.game import PlayerCountersChanged
from events.rulings import FactObserved
from events.turns import PermanentsUntapped
from events.vocabulary import DamageKind, Face, Phase
from events.zones import (
    Attached,
    CardsRevealed,
    ControlChanged,
    CountersChanged,
    LibraryOrdered,
    LibraryShuffled,
    Tapped,
    Untapped,
)
from replays.importers.arena.context import Build
from replays.importers.arena.wire import Annotation
from replays.importers.writer import CHANCE

COMBAT_DAMAGE = 1
COUNTERS = {1: "+1/+1", 2: "-1/-1"}
"""The client's counters whose meaning its own states show; others keep their number."""
LONGEST_FACT = 16 * 1024
"""Bytes of a fact kept raw, well below what one record may have."""


def damage_dealt(build: Build, annotation: Annotation) -> None:
    """Write damage."""
    source, target = annotation.affector_id, annotation.affected
    combat = annotation.number("type") == COMBAT_DAMAGE
    event = DamageDealt(
        recipient=build.recipient(target),
        amount=max(annotation.number("damage"), 0),
        source=build.id(source) if source and source not in build.seats else None,
        kind=DamageKind.COMBAT if combat else DamageKind.NONCOMBAT,
    )
    seq = build.write(event, cause=build.cause(source))
    build.damage = (source, target, seq)


def life_changed(build: Build, annotation: Annotation) -> None:
    """Write a change of a life total, due to the damage just before where that is what it came from."""
    seat, change = annotation.affected, annotation.number("life")
    life = build.known.life.get(seat, 0) + change
    build.known.life[seat] = life
    source, target, seq = build.damage
    by_damage = change < 0 and (source, target) == (annotation.affector_id, seat)
    cause = seq if by_damage else build.cause(annotation.affector_id)
    event = LifeChanged(player=build.seat(seat), change=change, life=life)
    build.write(event, cause=cause)


def tapped(build: Build, annotation: Annotation) -> None:
    """Write that a permanent is tapped or untapped."""
    thing = annotation.affected
    objects = build.ids((thing,))
    if annotation.number("tapped"):
        build.known.tapped.add(thing)
        build.write(Tapped(objects=objects), cause=build.cause(annotation.affector_id))
        return
    build.known.tapped.discard(thing)
    own = build.controller_of(thing) == build.active
    if build.phase is Phase.UNTAP and own and not annotation.affector_id:
        player = build.seat(build.active)
        build.write(PermanentsUntapped(player=player, objects=objects))
    else:
        build.write(Untapped(objects=objects), cause=build.cause(annotation.affector_id))


def counters_added(build: Build, annotation: Annotation) -> None:
    """Write counters put on a permanent or a player."""
    _counters(build, annotation, 1)


def counters_removed(build: Build, annotation: Annotation) -> None:
    """Write counters removed."""
    _counters(build, annotation, -1)


def _counters(build: Build, annotation: Annotation, sign: int) -> None:
    number = annotation.number("counter_type")
    kind = COUNTERS.get(number, f"arena:{number}")
    change = sign * annotation.number("transaction_amount", 1)
    thing, cause = annotation.affected, build.cause(annotation.affector_id)
    if thing in build.seats:
        event = PlayerCountersChanged(player=build.seat(thing), kind=kind, change=change)
        build.write(event, cause=cause)
    else:
        counters = CountersChanged(object=build.id(thing), kind=kind, change=change)
        build.write(counters, cause=cause)


def attached(build: Build, annotation: Annotation) -> None:
    """Write that a permanent is attached to another."""
    thing, target = annotation.affector_id, annotation.affected
    if thing and target and target not in build.seats:
        build.write(Attached(object=build.id(thing), to=build.id(target)))


def control_changed(build: Build, annotation: Annotation) -> None:
    """Write that a permanent has another controller."""
    thing = annotation.affected
    controller = build.controller_of(thing)
    if controller and build.known.controllers.get(thing) != controller:
        build.known.controllers[thing] = controller
        event = ControlChanged(object=build.id(thing), controller=build.seat(controller))
        build.write(event, cause=build.cause(annotation.affector_id))


def shuffled(build: Build, annotation: Annotation) -> None:
    """Write a shuffle of a whole library; part of one is put right by its new count and ids."""
    seat = annotation.affected
    library = build.mirror.zone_of("ZoneType_Library", seat)
    old, new = annotation.numbers("OldIds"), annotation.numbers("NewIds")
    if not new or set(old) != set(build.known.members.get(library.zone_id, ())):
        raw(build, annotation)
        return
    event = LibraryShuffled(player=build.seat(seat), new=build.ids(new))
    build.write(event, by=CHANCE, cause=build.cause(annotation.affector_id))
    build.known.fill(library.zone_id, new)


def scried(build: Build, annotation: Annotation) -> None:
    """Write where a player put the cards they looked at."""
    top, bottom = annotation.numbers("topIds"), annotation.numbers("bottomIds")
    looked = (*top, *bottom)
    zone = build.known.where.get(looked[0], 0) if looked else 0
    if not zone:
        return
    player = build.seat(build.mirror.zone(zone).owner_seat_id)
    event = LibraryOrdered(player=player, top=build.ids(top), bottom=build.ids(bottom))
    build.write(event, by=player, cause=build.cause(annotation.affector_id))
    rest = [thing for thing in build.known.members[zone] if thing not in looked]
    build.known.fill(zone, [*top, *rest, *bottom])


def revealed(build: Build, annotation: Annotation) -> None:
    """Note that a card is shown; which one is looked up when the message has been read."""
    build.reveals.append(annotation.affected)


def write_reveals(build: Build) -> None:
    """Write the cards that were shown, where the client shows them in their place as well."""
    markers, build.reveals = build.reveals, []
    shown: set[int] = set()
    for marker in markers:
        copy = build.mirror.things.get(marker)
        if copy is None:
            continue
        same = [
            card
            for card in build.mirror.ids(copy.zone_id)
            if card not in shown
            and (thing := build.mirror.things.get(card)) is not None
            and thing.grp_id == copy.grp_id
        ]
        player = build.seat(copy.owner_seat_id)
        if same:
            shown.add(same[0])
            build.write(CardsRevealed(player=player, cards=build.ids(same[:1])))
        else:
            data = {"card": build.card(copy.grp_id), "player": player}
            _fact(build, "RevealedCardCreated", msgspec.json.encode(data))


def coin_flipped(build: Build, annotation: Annotation) -> None:
    """Write a coin's face where a detail says it in a word; no record met has this annotation."""
    words = {word.lower() for one in annotation.details for word in one.value_string}
    faces = words & {face.value for face in Face}
    if len(faces) != 1:
        raw(build, annotation)
        return
    build.flips += 1
    affector = annotation.affector_id if annotation.affector_id in build.seats else 0
    seat = affector or (annotation.affected if annotation.affected in build.seats else 0)
    event = CoinFlipped(
        flip=build.flips,
        coin=1,
        face=Face(faces.pop()),
        player=build.seat(seat) if seat else None,
    )
    build.write(event, by=CHANCE)


def lost(build: Build, annotation: Annotation) -> None:
    """Remember why a player loses: the result that follows does not say it."""
    build.losses[annotation.affected] = annotation.text("reason")


def raw(build: Build, annotation: Annotation) -> None:
    """Keep a fact as the client told it."""
    kind = annotation.type[0].removeprefix("AnnotationType_") if annotation.type else "?"
    build.tally.meet(kind)
    _fact(build, kind, msgspec.json.encode(annotation, order="sorted"))


def _fact(build: Build, kind: str, data: bytes) -> None:
    if len(data) <= LONGEST_FACT:
        build.write(FactObserved(kind=kind, data=data.decode()))
