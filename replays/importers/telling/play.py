"""What happens in a told game with objects: cards played, cast, moved, named, attacking, blocking.

Implements CR 400.7, 508, 509, 601, 602, 603 as far as a record of facts shows them. An object that
acts from the battlefield without having been seen there is put there, marked as inferred.
"""

import unicodedata
from collections.abc import Sequence

from events.combat import Attack, AttackersDeclared, Block, BlockersDeclared
from events.identifiers import CardName, ObjectId, Recipient, Seat
from events.stack import (
    AbilityActivated,
    AbilityStacked,
    ResolutionEnded,
    SpellCast,
    SpellCountered,
    TargetsChosen,
    ValueChosen,
)
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardMoved, CardsIdentified, LandPlayed
from replays.importers.telling.tale import Tale

LONGEST_CARD = 200
"""Characters of a card's name: the longest has 141."""


def card_name(text: str) -> CardName:
    """Return a card's name as logs have it."""
    return CardName(unicodedata.normalize("NFC", text.strip())[:LONGEST_CARD])


def identify(tale: Tale, thing: ObjectId, card: str, owner: Seat | None = None) -> None:
    """Say what an object is, once; only what lies somewhere on the table can be named."""
    name = card_name(card)
    if not name or thing not in tale.things.zones or tale.things.names.get(thing) == name:
        return
    tale.things.names[thing] = name
    tale.write(CardsIdentified(cards={thing: name}, owner=owner))


def move(  # noqa: PLR0913 - a move has as many parts
    tale: Tale,
    thing: ObjectId,
    to: Zone,
    *,
    new: ObjectId | None = None,
    reason: MoveReason = MoveReason.UNKNOWN,
    owner: Seat | None = None,
    controller: Seat | None = None,
    card: str = "",
    inferred: bool = False,
    cause: int | None = None,
) -> None:
    """An object changes zones. ``owner`` says that an unseen card of this player's hand does."""
    things = tale.things
    event = CardMoved(
        card=thing,
        new=new or thing,
        to=to,
        reason=reason,
        owner=owner,
        controller=controller,
    )
    tale.write(event, inferred=inferred, cause=cause)
    name = things.names.pop(thing, None)
    things.zones.pop(thing, None)
    if to is Zone.NOWHERE:
        return
    things.zones[event.new] = to
    if name is not None:
        things.names[event.new] = name
    if card:
        identify(tale, event.new, card, owner)


def on_battlefield(tale: Tale, thing: ObjectId, card: str, controller: Seat | None) -> None:
    """An object does what only a permanent can do: it is on the battlefield."""
    if tale.things.zone(thing) is not Zone.BATTLEFIELD:
        if thing in tale.stack:
            leave_stack(tale, thing, inferred=True)
        move(tale, thing, Zone.BATTLEFIELD, controller=controller, card=card, inferred=True)
    else:
        identify(tale, thing, card)


def play_land(tale: Tale, seat: Seat, thing: ObjectId, card: str) -> None:
    """A player plays a land from hand."""
    if tale.game.phases == "untold":
        reach_main(tale)
    tale.write(LandPlayed(player=seat, card=thing), by=seat)
    move(tale, thing, Zone.BATTLEFIELD, reason=MoveReason.PLAYED, owner=seat, card=card)


def reach_main(tale: Tale) -> None:
    """CR 305.1: a land is played in a main phase; after combat it is the second one."""
    if tale.phase in (Phase.PRECOMBAT_MAIN, Phase.POSTCOMBAT_MAIN):
        return
    fought = tale.phase is not None and tale.phase.phase == "combat"
    tale.reach(Phase.POSTCOMBAT_MAIN if fought else Phase.PRECOMBAT_MAIN)


def cast(
    tale: Tale, seat: Seat, thing: ObjectId, card: str, *, old: ObjectId | None = None
) -> int | None:
    """A player casts a spell; ``old`` is the card's id where it was before."""
    things = tale.things
    if thing in tale.stack:
        leave_stack(tale, thing, inferred=True)
    seq = tale.write(SpellCast(player=seat, card=old or thing, object=thing), by=seat)
    tale.stack.append(thing)
    things.zones[thing] = Zone.STACK
    if old is not None:
        things.zones.pop(old, None)
        if (known := things.names.pop(old, None)) is not None:
            things.names[thing] = known
    identify(tale, thing, card)
    return seq


def activate(tale: Tale, seat: Seat, source: ObjectId, card: str) -> ObjectId:
    """A player activates an ability; return what is on the stack for it."""
    ability = tale.things.mint()
    known = source in tale.things.zones
    event = AbilityActivated(
        player=seat,
        source=source,
        object=ability,
        card=None if known else card_name(card) or None,
    )
    tale.write(event, by=seat)
    tale.stack.append(ability)
    return ability


def stack_trigger(tale: Tale, seat: Seat, source: ObjectId | None, card: str) -> ObjectId:
    """A triggered ability is put on the stack; return what is there for it."""
    ability = tale.things.mint()
    event = AbilityStacked(player=seat, object=ability, source=source, card=card_name(card) or None)
    tale.write(event)
    tale.stack.append(ability)
    return ability


def choose_targets(
    tale: Tale, seat: Seat, thing: ObjectId, targets: Sequence[Recipient], cause: int | None = None
) -> None:
    """A player announces targets."""
    if targets:
        event = TargetsChosen(player=seat, object=thing, targets=tuple(targets))
        tale.write(event, by=seat, cause=cause)


def choose_value(tale: Tale, seat: Seat, thing: ObjectId, value: int) -> None:
    """A player announces the value of X."""
    tale.write(ValueChosen(player=seat, object=thing, value=value), by=seat)


def leave_stack(
    tale: Tale, thing: ObjectId, *, resolved: bool = True, inferred: bool = False
) -> None:
    """A spell or ability has left the stack by resolving, or for want of a legal target."""
    if thing in tale.stack:
        tale.stack.remove(thing)
        tale.write(ResolutionEnded(object=thing, resolved=resolved), inferred=inferred)
        if thing in tale.things.zones:
            tale.things.zones[thing] = Zone.NOWHERE


def counter(tale: Tale, thing: ObjectId) -> None:
    """A spell or ability is countered; where a card goes is told apart, or not at all."""
    if thing in tale.stack:
        tale.write(SpellCountered(object=thing))
        leave_stack(tale, thing, resolved=False, inferred=True)


def attack(tale: Tale, seat: Seat, attacks: Sequence[tuple[ObjectId, Recipient]]) -> None:
    """The active player declares attackers."""
    if tale.game.phases == "untold" and tale.phase is not Phase.DECLARE_ATTACKERS:
        tale.reach(Phase.BEGINNING_OF_COMBAT)
        tale.reach(Phase.DECLARE_ATTACKERS)
    pairs = tuple(Attack(attacker, defender) for attacker, defender in attacks)
    tale.write(AttackersDeclared(player=seat, attacks=pairs), by=seat)


def block(tale: Tale, seat: Seat, blocks: Sequence[tuple[ObjectId, ObjectId]]) -> None:
    """A defending player declares blockers; none, where the record says so."""
    if tale.game.phases == "untold":
        tale.reach(Phase.DECLARE_BLOCKERS)
    pairs = tuple(Block(blocker, attacker) for blocker, attacker in blocks)
    tale.write(BlockersDeclared(player=seat, blocks=pairs), by=seat)
