"""What an object is now: its name, types, power and toughness, keywords, after all effects.

Implements CR 109.3, 613 as far as the procedures need it: boosts and granted keywords.
"""

from collections.abc import Iterator

from immutables import Map
from msgspec import Struct

from events.abilities import (
    AnyAbility,
    CrankAbility,
    CumulativeUpkeep,
    StaticAbility,
    TriggeredAbility,
)
from events.cards import CardDefinition
from events.identifiers import CardName, ObjectId, Seat
from events.selectors import Keyword, Selector
from events.vocabulary import Zone
from machine.apnap_order import are_opponents
from projections.progress import StackItem
from projections.table import GameObject, Table

UNKNOWN = CardDefinition(name=CardName(""))
"""What is assumed of a card nobody defined: no types, no abilities."""


def definition(table: Table, thing: GameObject) -> CardDefinition:
    """Return the definition of what an object is now: what it copies, or its own card."""
    if thing.face_down:
        return UNKNOWN
    return card_named(table, thing.copied or thing.card)


def card_named(table: Table, name: CardName | None) -> CardDefinition:
    """Return a card's definition; an unknown one has no types and no abilities."""
    if name is None:
        return UNKNOWN
    found = table.cards.get(name)
    return found if found is not None else CardDefinition(name=name)


def abilities(table: Table, thing: GameObject) -> tuple[AnyAbility, ...]:
    """Return the abilities an object has, in printed order."""
    return definition(table, thing).abilities


def types(table: Table, thing: GameObject) -> tuple[str, ...]:
    """Return an object's card types; an imported object's are those that were observed."""
    known = definition(table, thing).types
    if not known and thing.observed is not None:
        return thing.observed.types
    return known


def subtypes(table: Table, thing: GameObject) -> tuple[str, ...]:
    """Return an object's subtypes."""
    return definition(table, thing).subtypes


def is_creature(table: Table, thing: GameObject) -> bool:
    """Whether an object is a creature."""
    return "Creature" in types(table, thing)


def is_land(table: Table, thing: GameObject) -> bool:
    """Whether an object is a land."""
    return "Land" in types(table, thing)


def is_contraption(table: Table, thing: GameObject) -> bool:
    """Whether an object is a Contraption, by its card or by what it copies.

    A card nobody defined is one where it was assembled: it came from a Contraption deck.
    """
    if thing.assembled and thing.name is not None and thing.name not in table.cards:
        return True
    return "Contraption" in subtypes(table, thing)


def is_contraption_card(table: Table, thing: GameObject) -> bool:
    """Whether the physical card is a Contraption, whatever it copies at the moment."""
    if thing.assembled and thing.card is not None and thing.card not in table.cards:
        return True
    return not thing.is_token and "Contraption" in card_named(table, thing.card).subtypes


def power(table: Table, thing: GameObject) -> int:
    """Return an object's power, in units of the game."""
    return _boosted(table, thing, "power")


def toughness(table: Table, thing: GameObject) -> int:
    """Return an object's toughness, in units of the game."""
    return _boosted(table, thing, "toughness")


def _boosted(table: Table, thing: GameObject, which: str) -> int:
    base = getattr(definition(table, thing), which)
    if base is None and thing.observed is not None:
        base = getattr(thing.observed, which)
    total = base or 0
    if thing.counters:
        total += thing.counters.get("+1/+1", 0) - thing.counters.get("-1/-1", 0)
    for effect in table.effects:
        if effect.kind == "boost" and thing.id in effect.objects:
            total += effect.value if which == "power" else effect.other
    for source, ability in statics(table):
        if ability.to is not None and matches(table, ability.to, thing, source.controller, source):
            total += getattr(ability, which)
    return total * 2 if table.header.play.un_cards else total


def has_keyword(table: Table, thing: GameObject, keyword: Keyword) -> bool:
    """Whether an object has a keyword, printed or granted."""
    if keyword in definition(table, thing).keywords:
        return True
    if any(
        effect.kind == f"keyword:{keyword}" and thing.id in effect.objects
        for effect in table.effects
    ):
        return True
    return any(
        ability.to is not None
        and keyword in ability.keywords
        and matches(table, ability.to, thing, source.controller, source)
        for source, ability in statics(table)
    )


def statics(table: Table) -> Iterator[tuple[GameObject, StaticAbility]]:
    """Yield the static abilities of all permanents, with their sources, in timestamp order."""
    named = card_index(table).with_statics
    if not named:
        return
    for thing in permanents(table):
        if thing.name not in named:
            continue
        for ability in abilities(table, thing):
            if type(ability) is StaticAbility:
                yield thing, ability


class CardIndex(Struct, frozen=True):
    """Which cards of a game have abilities of a kind: what lets most questions be answered at once."""

    with_statics: frozenset[CardName]
    with_triggers: frozenset[CardName]
    legends: frozenset[CardName]
    sturdy: frozenset[CardName]
    """Cards that stay on the battlefield as long as nothing is done to them."""


def card_index(table: Table) -> CardIndex:
    """Return the index of a game's cards, made once for each game: its definitions never change."""
    cards, index = _indexed[0]
    if cards is not table.cards:
        index = _index(table.cards)
        _indexed[0] = (table.cards, index)
    return index


def _index(cards: Map[CardName, CardDefinition]) -> CardIndex:
    def having(*kinds: type[AnyAbility]) -> frozenset[CardName]:
        return frozenset(
            card.name
            for card in cards.values()
            if any(isinstance(ability, kinds) for ability in card.abilities)
        )

    return CardIndex(
        with_statics=having(StaticAbility),
        with_triggers=having(TriggeredAbility, CrankAbility, CumulativeUpkeep),
        legends=frozenset(card.name for card in cards.values() if "Legendary" in card.supertypes),
        sturdy=frozenset(card.name for card in cards.values() if _is_sturdy(card)),
    )


_indexed: list[tuple[Map[CardName, CardDefinition], CardIndex]] = [(Map(), _index(Map()))]
"""The cards asked about last, and their index."""


def _is_sturdy(card: CardDefinition) -> bool:
    if "Planeswalker" in card.types or "Contraption" in card.subtypes:
        return False
    return "Creature" not in card.types or (card.toughness or 0) > 0


def permanents(table: Table) -> Iterator[GameObject]:
    """Yield the objects on the battlefield, in timestamp order."""
    objects = table.objects
    for name in table.battlefield:
        thing = objects.get(name)
        if thing is not None:
            yield thing


def permanent(table: Table, name: str | None) -> GameObject | None:
    """Return an object that is on the battlefield, or nothing."""
    thing = table.objects.get(ObjectId(name)) if name else None
    return thing if thing is not None and thing.zone is Zone.BATTLEFIELD else None


def matches(  # noqa: PLR0911, PLR0913, PLR0917 - one plain question after another
    table: Table,
    selector: Selector,
    thing: GameObject,
    controller: Seat | None,
    source: GameObject | None = None,
    target: Seat | None = None,
) -> bool:
    """Whether a selector, read by the controller of its source, means an object."""
    if thing.zone is not selector.zone:
        return False
    if selector.other and source is not None and thing.id == source.id:
        return False
    if not _belongs(table, selector, thing, controller, target):
        return False
    if selector.types and not set(selector.types) & set(types(table, thing)):
        return False
    if selector.not_types and set(selector.not_types) & set(types(table, thing)):
        return False
    if selector.subtypes and not set(selector.subtypes) & set(subtypes(table, thing)):
        return False
    if selector.contraption is not None and is_contraption(table, thing) != selector.contraption:
        return False
    return _stands(table, selector, thing)


def _belongs(
    table: Table,
    selector: Selector,
    thing: GameObject,
    controller: Seat | None,
    target: Seat | None,
) -> bool:
    match selector.whose:
        case "you":
            return thing.controller == controller
        case "opponents":
            return are_opponents(table, controller, thing.controller)
        case "target" | "event_player":
            return thing.controller == target
        case _:
            return True


def _stands(table: Table, selector: Selector, thing: GameObject) -> bool:
    """The conditions that change from moment to moment: tapped, token, in combat."""
    if selector.tapped is not None and thing.tapped != selector.tapped:
        return False
    if selector.token is not None and thing.is_token != selector.token:
        return False
    combat = table.combat
    if selector.attacking is not None:
        attacking = combat is not None and thing.id in combat.attacking
        if attacking != selector.attacking:
            return False
    if selector.blocking is not None:
        blocking = combat is not None and thing.id in combat.blockers
        return blocking == selector.blocking
    return True


def selected(
    table: Table,
    selector: Selector,
    controller: Seat | None,
    source: GameObject | None = None,
    target: Seat | None = None,
) -> tuple[ObjectId, ...]:
    """Return the objects a selector means, in the order of their zone."""
    here = selector.zone is Zone.BATTLEFIELD
    things = permanents(table) if here else _in_zone(table, selector.zone)
    return tuple(
        thing.id for thing in things if matches(table, selector, thing, controller, source, target)
    )


def _in_zone(table: Table, zone: Zone) -> Iterator[GameObject]:
    for seat in table.turn_order:
        for name in getattr(table.players[seat], zone.value, ()):
            thing = table.objects.get(name)
            if thing is not None:
                yield thing
    if zone in (Zone.EXILE, Zone.COMMAND):
        yield from (table.objects[name] for name in getattr(table, zone.value))
    if zone is Zone.STACK:
        for item in table.stack:
            thing = table.objects.get(item.id)
            if thing is not None:
                yield thing


def source_of(table: Table, item: StackItem) -> GameObject | None:
    """Return the object an item on the stack comes from, as it is or as it last was (CR 608.2h)."""
    name = item.source or item.id
    return table.objects.get(name) or table.last_known.get(name)
