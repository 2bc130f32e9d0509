"""Damage being dealt: to whom, what it leads to, and what prevents it.

Implements CR 119.3a, 120.3, 615.
"""

from events.base import Event
from events.damage import DamageDealt, LifeChanged
from events.identifiers import ObjectId, Recipient, Seat
from events.vocabulary import DamageKind
from machine.characteristics import has_keyword
from projections.folds.damage import in_units
from projections.table import Table


def damage_event(  # noqa: PLR0913 - damage has a source, a recipient, an amount and a kind
    table: Table,
    source: ObjectId | None,
    recipient: Recipient,
    amount: int,
    *,
    kind: DamageKind = DamageKind.NONCOMBAT,
    halves: bool = False,
) -> DamageDealt:
    """Return that a source deals damage; ``amount`` in whole points, or in halves."""
    thing = table.objects.get(source) or table.last_known.get(source) if source else None
    deadly = thing is not None and has_keyword(table, thing, "deathtouch")
    return DamageDealt(
        recipient=recipient,
        amount=amount,
        source=source,
        kind=kind,
        halves=halves,
        deathtouch=deadly,
    )


def result_of(table: Table, event: DamageDealt) -> tuple[Event, ...]:
    """Return what damage does to a player: the loss of that much life (CR 120.3a)."""
    player = table.players.get(Seat(event.recipient))
    if player is None or not event.amount or table.header.imported is not None:
        return ()
    lost = in_units(table, event.amount, halves=event.halves)
    halves = table.header.play.un_cards
    return (
        LifeChanged(
            player=player.seat, change=-lost, life=player.life - lost, halves=halves
        ),
    )
