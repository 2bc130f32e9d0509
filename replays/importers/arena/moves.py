"""Objects that change zones: draws, lands, spells, and every other way (CR 400.7)."""

from events.identifiers import Seat
from events.stack import SpellCast, SpellCopied, SpellCountered
from events.turns import CardsDrawn, HandSizeDiscarded
from events.vocabulary import LibraryPlace, MoveReason, Phase, Zone
from events.zones import CardMoved, LandPlayed, ObjectCeased, TokenCreated
from replays.importers.arena.context import Build
from replays.importers.arena.stack import end_spell
from replays.importers.arena.wire import Annotation

REASONS = {
    "PlayLand": MoveReason.PLAYED,
    "Resolve": MoveReason.RESOLVED,
    "Discard": MoveReason.DISCARDED,
    "Destroy": MoveReason.DESTROYED,
    "Sacrifice": MoveReason.SACRIFICED,
    "Exile": MoveReason.EXILED,
    "Warp": MoveReason.EXILED,
    "Foretell": MoveReason.EXILED,
    "Mill": MoveReason.MILLED,
    "Return": MoveReason.RETURNED,
    "Countered": MoveReason.COUNTERED,
    "Put": MoveReason.PUT,
    "Conjure": MoveReason.PUT,
    "Surveil": MoveReason.PUT,
    "ManifestLike": MoveReason.PUT,
    "Draft": MoveReason.PUT,
    "SBA_LegendRule": MoveReason.LEGEND_RULE,
}
"""The client's categories; those that begin with ``SBA_`` are state-based actions (CR 704)."""

_FACE_DOWN = frozenset({"ManifestLike", "Foretell"})


def object_changed(build: Build, annotation: Annotation) -> None:
    """Remember that an object is about to get a new id."""
    old, new = annotation.number("orig_id"), annotation.number("new_id")
    if old and new:
        build.alias[new] = old


def zone_transfer(build: Build, annotation: Annotation) -> None:
    """Write a change of zone."""
    new = annotation.affected
    old = build.alias.pop(new, new)
    category = annotation.text("category")
    target = annotation.number("zone_dest")
    if category == "Draw":
        _draw(build, old, new, target, annotation)
    elif category == "Copy":
        _copy(build, new, target)
    elif category == "CastSpell":
        _cast(build, old, new, target)
    else:
        _before(build, annotation, old, category)
        move(build, old, new, target, category=category, affector=annotation.affector_id)
        _after(build, annotation, old, category)


def _draw(build: Build, old: int, new: int, target: int, annotation: Annotation) -> None:
    seat = build.mirror.zone(target).owner_seat_id
    event = CardsDrawn(player=build.seat(seat), count=1, cards=build.ids((new,)))
    build.write(event, cause=build.cause(annotation.affector_id))
    _follow(build, old, new, target)


def _copy(build: Build, new: int, target: int) -> None:
    shown = build.mirror.things.get(new)
    if shown is None:
        return
    event = SpellCopied(
        object=build.id(new),
        original=build.id(shown.parent_id),
        player=build.seat(shown.controller_seat_id),
    )
    build.stacked[new] = build.write(event, cause=build.cause(shown.parent_id))
    build.known.stack.add(new)
    build.known.place(new, target)
    build.identify(new)


def _cast(build: Build, old: int, new: int, target: int) -> None:
    seat = build.controller_of(new) or build.controller_of(old) or build.active
    player = build.seat(seat)
    event = SpellCast(player=player, card=build.id(old), object=build.id(new))
    build.stacked[new] = build.write(event, by=player)
    build.known.stack.add(new)
    _follow(build, old, new, target)


def _before(build: Build, annotation: Annotation, old: int, category: str) -> None:
    """Write the decision or the act that the move follows from."""
    if category == "PlayLand":
        seat = build.controller_of(annotation.affected) or build.active
        player = build.seat(seat)
        build.write(LandPlayed(player=player, card=build.id(old)), by=player)
    elif category == "Countered":
        affector = annotation.affector_id
        source = build.id(affector) if affector and affector not in build.seats else None
        event = SpellCountered(object=build.id(old), source=source)
        build.write(event, cause=build.cause(affector))
    elif category == "Discard" and build.phase is Phase.CLEANUP and not annotation.affector_id:
        _discard_to_size(build, annotation)


def _discard_to_size(build: Build, annotation: Annotation) -> None:
    """CR 514.1: all cards of the discard are one decision, written at the first of them."""
    cards: list[int] = []
    owner = build.mirror.zone(annotation.number("zone_dest")).owner_seat_id
    renamed = {
        one.number("new_id"): one.number("orig_id")
        for one in build.state.annotations
        if "AnnotationType_ObjectIdChanged" in one.type
    }
    for one in build.state.annotations:
        if one.text("category") != "Discard" or one.affector_id:
            continue
        if build.mirror.zone(one.number("zone_dest")).owner_seat_id == owner:
            cards.append(renamed.get(one.affected, one.affected))
    if renamed.get(annotation.affected, annotation.affected) != cards[0]:
        return
    player = build.seat(owner)
    build.write(HandSizeDiscarded(player=player, cards=build.ids(cards)), by=player)


def _after(build: Build, annotation: Annotation, old: int, category: str) -> None:
    """Write what ends with the move: a spell that has resolved, been countered, or come to nothing."""
    if old not in build.known.stack:
        return
    build.known.stack.discard(old)
    if category == "Resolve" or old == build.ending:
        end_spell(build, old)
    elif category == "nil" and not annotation.affector_id:
        end_spell(build, old, resolved=False)


def move(  # noqa: PLR0913 - a move has as many parts
    build: Build,
    old: int,
    new: int,
    target: int,
    *,
    category: str = "",
    affector: int = 0,
    inferred: bool = False,
) -> None:
    """Write that an object moves to a zone."""
    zone = build.zone(target)
    shown = build.mirror.things.get(new)
    owner = shown.owner_seat_id if shown else build.mirror.zone(target).owner_seat_id
    event = CardMoved(
        card=build.id(old),
        new=build.id(new),
        to=zone,
        reason=_reason(category),
        owner=build.seat(owner) if owner and _is_new(build, old) else None,
        controller=_controller(build, new, zone, owner),
        place=_place(build, new, target) if zone is Zone.LIBRARY else None,
        tapped=zone is Zone.BATTLEFIELD
        and shown is not None
        and shown.is_tapped
        and new not in build.tapping,
        face_down=category in _FACE_DOWN,
    )
    build.write(event, cause=build.cause(affector), inferred=inferred)
    build.known.ownerless.discard(old)
    if not owner:
        build.known.ownerless.add(new)
    _follow(build, old, new, target)
    if event.tapped:
        build.known.tapped.add(new)
    if zone is Zone.BATTLEFIELD and shown is not None:
        build.known.controllers[new] = shown.controller_seat_id


def _is_new(build: Build, thing: int) -> bool:
    """Whether the log does not say yet whose an object is."""
    return thing not in build.known.where or thing in build.known.ownerless


def _reason(category: str) -> MoveReason:
    if category.startswith("SBA_") and category not in REASONS:
        return MoveReason.STATE_BASED
    return REASONS.get(category, MoveReason.UNKNOWN)


def _controller(build: Build, new: int, zone: Zone, owner: int) -> Seat | None:
    controller = build.controller_of(new)
    if zone is not Zone.BATTLEFIELD or controller in (0, owner):
        return None
    return build.seat(controller)


def _place(build: Build, new: int, target: int) -> LibraryPlace | None:
    library = build.mirror.ids(target)
    if library[:1] == (new,):
        return LibraryPlace.TOP
    return LibraryPlace.BOTTOM if library[-1:] == (new,) else None


def _follow(build: Build, old: int, new: int, target: int) -> None:
    """Keep account of a move: the new object is the same card under another id."""
    known = build.known
    known.remove(old)
    zone = build.zone(target)
    if zone is Zone.NOWHERE:
        return
    on_top = zone is Zone.LIBRARY and build.mirror.ids(target)[:1] == (new,)
    known.place(new, target, index=0 if on_top else None)
    name = known.names.get(old)
    if name is not None:
        known.names.setdefault(new, name)
    build.identify(new)


def token_created(build: Build, annotation: Annotation) -> None:
    """Write that a token enters the battlefield."""
    token = annotation.affected
    shown = build.mirror.things.get(token)
    owner = shown.owner_seat_id if shown else build.active
    name = build.card(shown.grp_id if shown else 0)
    event = TokenCreated(
        object=build.id(token),
        player=build.seat(owner),
        card=name,
        tapped=shown is not None and shown.is_tapped and token not in build.tapping,
    )
    seq = build.write(event, cause=build.cause(annotation.affector_id))
    known = build.known
    known.place(token, build.mirror.zone_of("ZoneType_Battlefield").zone_id)
    known.names[token] = name
    known.since("name", token, seq)
    known.controllers[token] = owner
    if event.tapped:
        known.tapped.add(token)


def token_deleted(build: Build, annotation: Annotation) -> None:
    """Write that a token has ceased to exist (CR 704.5d)."""
    token = annotation.affected
    build.write(ObjectCeased(object=build.id(token)))
    build.known.remove(token)
