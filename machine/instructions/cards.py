"""Instructions that move, tap, destroy and create.

Implements CR 111, 701: what is no longer there is left out and counted (CR 101.3).
"""

from events.base import Event
from events.combat import RemovedFromCombat
from events.identifiers import ObjectId
from events.instructions import (
    CreateTokens,
    Destroy,
    Exile,
    RemoveFromCombat,
    ReturnToHand,
    Sacrifice,
    TapObjects,
    UntapObjects,
)
from events.selectors import Selector
from events.vocabulary import MoveReason, Zone
from events.zones import Tapped, TokenCreated, Untapped
from machine.characteristics import has_keyword, permanent
from machine.context import Context
from machine.entering import is_tapped
from machine.executor import at_once
from machine.moves import move_all
from projections.edit import minted
from projections.table import GameObject, Table


def things(context: Context, what: str | Selector) -> tuple[GameObject, ...]:
    """Return the permanents a reference means."""
    found = (permanent(context.table, name) for name in context.objects(what))
    return tuple(thing for thing in found if thing is not None)


def moved(
    context: Context,
    what: str | Selector,
    to: Zone,
    reason: MoveReason,
    *,
    also: tuple[GameObject, ...] = (),
) -> tuple[Event, ...]:
    """Move everything a reference means to its owner's zone, at once; ``also`` what is no permanent."""
    moving = (*things(context, what), *also)
    wanted = (
        len(context.item.targets.get(context.frame.instruction, ())) if what == "targets" else 0
    )
    events = move_all(context.table, moving, to, reason)
    return context.finished(*events, asked=max(wanted, len(events)))


@at_once(Destroy)
def destroy(context: Context) -> tuple[Event, ...]:
    """CR 701.8: permanents go to their owners' graveyards, unless they are indestructible."""
    hit = tuple(
        thing
        for thing in things(context, context.instruction.what)
        if not has_keyword(context.table, thing, "indestructible")
    )
    events = move_all(context.table, hit, Zone.GRAVEYARD, MoveReason.DESTROYED)
    return context.finished(*events)


@at_once(Exile)
def exile(context: Context) -> tuple[Event, ...]:
    """CR 701.13."""
    return moved(context, context.instruction.what, Zone.EXILE, MoveReason.EXILED)


@at_once(ReturnToHand)
def return_to_hand(context: Context) -> tuple[Event, ...]:
    """To the owners' hands: permanents, and spells that leave the stack unresolved (CR 400.7)."""
    what = context.instruction.what
    return moved(context, what, Zone.HAND, MoveReason.RETURNED, also=_spells(context, what))


def _spells(context: Context, what: str | Selector) -> tuple[GameObject, ...]:
    """Return the cards on the stack that are meant, as targets or by a trigger; a copy has no card."""
    named = {"targets": context.every_target(), "triggered": context.item.about}
    names = named.get(what, ()) if isinstance(what, str) else ()
    found = (context.table.objects.get(ObjectId(name)) for name in names)
    return tuple(thing for thing in found if thing is not None and thing.zone is Zone.STACK)


@at_once(Sacrifice)
def sacrifice(context: Context) -> tuple[Event, ...]:
    """CR 701.21: only what its player controls."""
    mine = tuple(
        thing
        for thing in things(context, context.instruction.what)
        if thing.controller == context.you
    )
    events = move_all(context.table, mine, Zone.GRAVEYARD, MoveReason.SACRIFICED)
    return context.finished(*events, asked=1)


@at_once(TapObjects)
def tap(context: Context) -> tuple[Event, ...]:
    """CR 701.26a: only untapped permanents become tapped."""
    names = tuple(t.id for t in things(context, context.instruction.what) if not t.tapped)
    return context.finished(*((Tapped(objects=names),) if names else ()), asked=1)


@at_once(UntapObjects)
def untap(context: Context) -> tuple[Event, ...]:
    """CR 701.26b: only tapped permanents become untapped."""
    names = tuple(t.id for t in things(context, context.instruction.what) if t.tapped)
    return context.finished(*((Untapped(objects=names),) if names else ()), asked=1)


@at_once(RemoveFromCombat)
def remove_from_combat(context: Context) -> tuple[Event, ...]:
    """CR 506.4: a creature in combat stops attacking or blocking."""
    instruction: RemoveFromCombat = context.instruction
    combat = context.table.combat
    if combat is None:
        return context.finished(asked=1)
    names = [
        name
        for name in context.objects(instruction.what)
        if name in combat.attacking or name in combat.blockers
    ]
    events = [
        RemovedFromCombat(
            object=name, unblocks=_only_by(context.table, name) if instruction.unblocks else ()
        )
        for name in names
    ]
    return context.finished(*events, asked=1)


def _only_by(table: Table, blocker: ObjectId) -> tuple[ObjectId, ...]:
    """The attackers that nothing else has blocked."""
    combat = table.combat
    if combat is None:
        return ()
    return tuple(
        attacker for attacker in combat.attackers if combat.blocks.get(attacker) == (blocker,)
    )


@at_once(CreateTokens)
def create_tokens(context: Context) -> tuple[Event, ...]:
    """CR 111.1: each token is an object of its own."""
    instruction: CreateTokens = context.instruction
    seats = [
        seat
        for seat in context.players(instruction.who)
        for _ in range(context.amount(instruction.amount))
    ]
    names = minted(context.table, count=len(seats))
    return context.finished(
        *(
            TokenCreated(
                object=name,
                player=seat,
                card=instruction.token,
                tapped=is_tapped(context.table, instruction.token),
            )
            for name, seat in zip(names, seats, strict=True)
        )
    )
