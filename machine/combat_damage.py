"""Combat damage: who deals how much, how it is assigned, and that it is dealt all at once.

Implements CR 510, 702.2, 702.4, 702.7, 702.19, and the editions before: damage that used the stack
(until 2009-07-10) and the damage assignment order (2009-07-11 to 2024-11-07).

A decision is recorded only where there is a choice: a creature that can assign its damage in one
way alone does so by itself, and the damage that is dealt tells it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from events.base import Decision, Event
from events.combat import CombatDamageCompleted, CombatDamageStacked, Dealing
from events.division import Assignment, CombatDamageAssigned
from events.identifiers import ObjectId, Recipient, Seat
from events.stack import ResolutionEnded
from events.vocabulary import DamageKind, Phase, StackKind
from machine.assigning import Assigning, Dealer
from machine.damage import Packet, can_be_dealt, check_halves, deal, spoken
from machine.prevention import asked_about, tells_damage
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.edit import minted
from projections.folds.damage import in_units
from projections.folds.game import unit_factor
from projections.progress import StackItem
from projections.table import Table

DAMAGE_STEPS = frozenset({Phase.FIRST_STRIKE_DAMAGE, Phase.COMBAT_DAMAGE})


def is_due(table: Table) -> bool:
    """Whether the damage of this step has still to be assigned and dealt (CR 510.1-2)."""
    combat = table.combat
    return (
        table.phase in DAMAGE_STEPS
        and combat is not None
        and not combat.damage_done
        and not combat.stacked
    )


def awaiting(table: Table) -> Asked:
    """Ask for the next assignment (CR 510.1), then for what shields prevent (CR 615.7)."""
    if not is_due(table):
        return NOBODY
    assigning = Assigning(table)
    asked = assigning.next_choice()
    if asked is not None:
        what = f"assign the combat damage of {asked.creature}"
        return ask(asked.player, what, "510.1", CombatDamageAssigned)
    if table.rules.combat.damage_on_stack:
        return NOBODY
    return asked_about(table, packets_of(assigning))


def advance(table: Table) -> tuple[Event, ...]:
    """Return the damage, once all of it is assigned: dealt, or put on the stack until 2009-07-10."""
    if not is_due(table):
        return ()
    assigning = Assigning(table)
    packets = packets_of(assigning)
    dealers = tuple(dealer.creature for dealer in assigning.dealers)
    if packets and table.rules.combat.damage_on_stack:
        return (_stacked(table, packets, dealers),)
    return (*deal(table, packets), CombatDamageCompleted(dealers=dealers))


def packets_of(assigning: Assigning) -> tuple[Packet, ...]:
    """Return what every creature deals to each recipient."""
    return tuple(
        Packet(source=source, recipient=recipient, units=units, kind=DamageKind.COMBAT)
        for source, parts in assigning.complete().items()
        for recipient, units in parts.items()
        if units > 0 and can_be_dealt(assigning.table, recipient)
    )


@tells_damage
def about_to_be_dealt(table: Table) -> tuple[Packet, ...]:
    """Return the combat damage of this step, once all of it is assigned."""
    frame = table.resolution
    if frame is not None:
        is_combat = frame.item.kind is StackKind.COMBAT_DAMAGE
        return stacked_packets(table) if is_combat else ()
    if not is_due(table) or table.rules.combat.damage_on_stack:
        return ()
    assigning = Assigning(table)
    return () if assigning.next_choice() is not None else packets_of(assigning)


# -- damage on the stack, until 2009-07-10 ----------------------------------------------------------


def _stacked(
    table: Table, packets: tuple[Packet, ...], dealers: tuple[ObjectId, ...]
) -> CombatDamageStacked:
    """CR 310.4 of those years: it goes on the stack as one object that players may respond to."""
    factor = unit_factor(table.header)
    halves = any(packet.units % factor for packet in packets)
    scale = 1 if halves else factor
    return CombatDamageStacked(
        object=minted(table, "o")[0],
        damage=tuple(
            Dealing(packet.source, packet.recipient, packet.units // scale) for packet in packets
        ),
        dealers=dealers,
        halves=halves,
    )


def stacked_packets(table: Table) -> tuple[Packet, ...]:
    """Return the damage that lies on the stack: as assigned, whatever became of its sources."""
    combat = table.combat
    return tuple(
        Packet(source=source, recipient=part.recipient, units=part.amount, kind=DamageKind.COMBAT)
        for source, parts in (combat.stacked if combat is not None else ())
        for part in parts
        if can_be_dealt(table, part.recipient)
    )


def asked_resolving(table: Table) -> Asked:
    """Ask what shields prevent of the damage that comes from the stack."""
    return asked_about(table, stacked_packets(table))


def resolved(table: Table, item: StackItem) -> tuple[Event, ...]:
    """Return the damage dealt from the stack, and that it is no longer there."""
    if asked_resolving(table):
        return ()
    dealt = deal(table, stacked_packets(table))
    return (*dealt, CombatDamageCompleted(), ResolutionEnded(object=item.id))


# -- assigning -------------------------------------------------------------------------------------


@checks(CombatDamageAssigned)
def check_assigned(table: Table, decision: CombatDamageAssigned) -> None:
    """CR 510.1: all of a creature's damage, among those it fights, as its edition lets it."""
    what = f"{decision.player} cannot assign {decision.source}'s damage like this"
    assigning = Assigning(table)
    dealer = assigning.open_dealer(decision.source)
    if not is_due(table) or dealer is None or dealer.player != decision.player:
        waiting = tuple(one.creature for one in assigning.open if one.player == decision.player)
        because = "it has no damage to assign"
        raise refuse("combat/not_assigning", what, "510.1", because, legal=waiting)
    check_halves(table, what, halves=decision.halves)
    amounts = _amounts(table, decision)
    facts: dict[str, Any] = {"damage": dealer.units, "assigned": amounts}
    others = [name for name in amounts if name not in dealer.recipients]
    if others or len(amounts) != len(decision.assignments):
        because = f"it deals damage to {', '.join(dealer.recipients)}, each named once"
        raise refuse(
            "combat/recipient", what, dealer.rule, because, legal=dealer.recipients, **facts
        )
    if sum(amounts.values()) != dealer.units:
        units = spoken(table, dealer.units)
        because = f"it assigns {units}, no more and no less"
        raise refuse("combat/sum", what, "510.1a", because, **facts)
    lacking = assigning.lacking(dealer, amounts)
    if lacking:
        short = ", ".join(f"{one.name} lacks {spoken(table, n)}" for one, n in lacking.items())
        because = f"those before need lethal damage first: {short}"
        facts["lacking"] = {want.name: units for want, units in lacking.items()}
        raise refuse("combat/lethal", what, _rule_broken(dealer, amounts), because, **facts)


def _rule_broken(dealer: Dealer, amounts: Mapping[Recipient, int]) -> str:
    """Return the rule that wants enough on those before the last that is assigned damage."""
    behind = dealer.reach(amounts) - len(dealer.fought)
    return "510.1c" if behind < 1 else "702.19b" if behind == 1 else "702.19c"


def _amounts(table: Table, decision: CombatDamageAssigned) -> dict[Recipient, int]:
    return {
        part.recipient: in_units(table, part.amount, halves=decision.halves)
        for part in decision.assignments
    }


@offers(CombatDamageAssigned)
def offer_assignments(table: Table, player: Seat) -> Iterator[Decision]:
    """Every assignment of the next creature's damage, as much as possible on the first before.

    Where each is checked by itself, those of every creature: it matters who comes first.
    """
    assigning = Assigning(table)
    dealers = [one for one in assigning.choices() if one.player == player]
    for dealer in dealers if assigning.is_one_by_one else dealers[:1]:
        for amounts in assigning.possible(dealer):
            yield assignment(table, dealer, amounts)


def assignment(table: Table, dealer: Dealer, amounts: tuple[int, ...]) -> CombatDamageAssigned:
    """Return the decision that assigns a creature's damage in its recipients' order, in units."""
    factor = unit_factor(table.header)
    halves = any(units % factor for units in amounts)
    scale = 1 if halves else factor
    return CombatDamageAssigned(
        player=dealer.player,
        source=dealer.creature,
        assignments=tuple(
            Assignment(recipient, units // scale)
            for recipient, units in zip(dealer.recipients, amounts, strict=True)
        ),
        halves=halves,
    )
