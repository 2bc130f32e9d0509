"""Instructions that copy permanents, and that put cards onto the battlefield.

Implements CR 707.2, 506.4, 400.7. A Contraption that gets there without being assembled does not stay:
``machine.state_based_actions``.
"""

from events.base import Event
from events.combat import RemovedFromCombat
from events.identifiers import CardName, ObjectId
from events.instructions import CopyPermanent, PutOntoBattlefield
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, CopyBecame, TokenCreated
from machine.characteristics import card_named, permanent, selected
from machine.context import Context
from machine.entering import is_tapped
from machine.executor import at_once
from projections.edit import minted
from projections.table import Table


@at_once(CopyPermanent)
def copy_permanent(context: Context) -> tuple[Event, ...]:
    """CR 707.2: what is copied is what the target is now, a copy included."""
    target = permanent(context.table, next(iter(context.targets()), None))
    if target is None or target.name is None:
        return context.finished(asked=1)  # CR 101.3: there is nothing to copy
    becomes = context.instruction.becomes
    if becomes is None:
        return context.finished(_token(context, target.id, target.name))
    changed = context.objects(becomes)
    became = [CopyBecame(object=name, copied=target.id, card=target.name) for name in changed]
    removed = _out_of_combat(context.table, changed, target.name)
    return (*became, *removed, context.done(len(became), skipped=int(not became)))


def _out_of_combat(
    table: Table, names: tuple[ObjectId, ...], card: CardName
) -> tuple[RemovedFromCombat, ...]:
    """CR 506.4: a fighting creature that is none any more, or an attacked planeswalker, is removed."""
    combat = table.combat
    if combat is None:
        return ()
    kinds = card_named(table, card).types
    fighting = {*combat.attackers, *combat.blockers}
    attacked = set(combat.attacking.values())
    stays = {
        *(fighting if "Creature" in kinds else ()),
        *(attacked if "Planeswalker" in kinds else ()),
    }
    leaving = (fighting | attacked) - stays
    return tuple(RemovedFromCombat(object=name) for name in names if name in leaving)


def _token(context: Context, original: ObjectId, card: CardName) -> TokenCreated:
    name = minted(context.table)[0]
    tapped = is_tapped(context.table, card)
    return TokenCreated(object=name, player=context.you, card=card, copy_of=original, tapped=tapped)


@at_once(PutOntoBattlefield)
def put_onto_battlefield(context: Context) -> tuple[Event, ...]:
    """Cards enter under their owners' control, all at once; a Contraption is not assembled by it."""
    table = context.table
    target = next(iter(context.players("target")), None)
    names = selected(table, context.instruction.what, context.you, context.source, target)
    new = minted(table, count=len(names))
    return context.finished(
        *(
            CardMoved(
                card=name,
                new=there,
                to=Zone.BATTLEFIELD,
                reason=MoveReason.PUT,
                tapped=is_tapped(table, table.objects[name].card),
            )
            for name, there in zip(names, new, strict=True)
        ),
        asked=1,
    )
