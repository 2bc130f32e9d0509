"""Cards that work any time their owner could mulligan, and the shortcut before another mulligan.

Implements CR 103.5b and, for the shortcut, 732.1.
"""

from collections.abc import Iterator

from events.abilities import MulliganAbility
from events.base import Decision, Event
from events.identifiers import ObjectId, Seat
from events.mulligans import CardsBottomed, MulliganActionTaken
from events.turns import CardsDrawn
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardMoved
from machine.characteristics import abilities
from machine.mulligan_declaring import deciding
from machine.mulligan_kinds import (
    counted_after,
    must_keep,
    owed_to_bottom,
    progress_of,
    starting_size,
)
from machine.mulligan_taking import bottoming
from machine.procedure import checks, explains, offers, refuse
from projections.edit import minted
from projections.table import Table


def usable(table: Table, seat: Seat) -> tuple[ObjectId, ...]:
    """Return the cards of a hand that work any time their owner could mulligan."""
    return tuple(name for name in table.players[seat].hand if _works(table, name))


def _works(table: Table, name: ObjectId) -> bool:
    thing = table.objects.get(name)
    return thing is not None and any(
        isinstance(ability, MulliganAbility) for ability in abilities(table, thing)
    )


@checks(MulliganActionTaken)
def check_action(table: Table, decision: MulliganActionTaken) -> None:
    """CR 103.5b: at one's moment to declare, with the card in hand, when one could take a mulligan."""
    why_no_action(table, decision)
    seat = decision.player
    what = f"{seat} cannot use {decision.card}"
    if must_keep(table, seat):
        raise refuse("mulligan/must_keep", what, "103.5b", "no mulligan could be taken")
    if decision.card not in usable(table, seat):
        raise refuse(
            "mulligan/no_action",
            what,
            "103.5b",
            "it is no card in hand that works when one could mulligan",
            legal=usable(table, seat),
        )


@explains(MulliganActionTaken)
def why_no_action(table: Table, decision: MulliganActionTaken) -> None:
    """CR 103.5, 103.5b: never before the bottoming that belongs to a mulligan, nor after declaring."""
    seat = decision.player
    what = f"{seat} cannot use {decision.card}"
    if table.rules.mulligan.action_window == "none":
        raise refuse(
            "mulligan/no_action_window", what, "103.5b", "no card works like that under these rules"
        )
    if owed_to_bottom(table, seat):
        raise refuse(
            "mulligan/bottom_first",
            what,
            "103.5",
            f"{bottoming(table, seat)} first: that is part of the mulligan",
            legal=("CardsBottomed",),
        )
    if table.phase is Phase.MULLIGAN_DECLARING and seat not in deciding(table):
        raise refuse(
            "mulligan/out_of_turn",
            what,
            "103.5b",
            "only as one is about to declare",
            legal=deciding(table),
        )


@offers(MulliganActionTaken)
def offer_actions(table: Table, player: Seat) -> Iterator[Decision]:
    """Each card in hand that works now."""
    for name in usable(table, player):
        yield MulliganActionTaken(player=player, card=name)


def after_action(table: Table, decision: MulliganActionTaken) -> tuple[Event, ...]:
    """CR 103.5b: the whole hand is exiled face up, and as many cards drawn; it is no mulligan."""
    player = table.players[decision.player]
    hand = player.hand  # counted before anything moves
    have = min(len(hand), player.size(Zone.LIBRARY))
    new = minted(table, count=len(hand) + have)
    moves = (
        CardMoved(card=card, new=name, to=Zone.EXILE, reason=MoveReason.MULLIGAN)
        for card, name in zip(hand, new, strict=False)
    )
    drawn = CardsDrawn(
        player=player.seat, count=have, cards=new[len(hand) :], missing=len(hand) - have
    )
    return (*moves, drawn)


def may_skip_bottoming(table: Table, seat: Seat) -> bool:
    """Whether a player who will mulligan again may leave the choice of bottomed cards to the table.

    A shortcut (CR 732.1): only where another mulligan is open and no card in hand could be used
    at the declaration, so that which cards go to the bottom changes nothing before the shuffle.
    """
    owed = owed_to_bottom(table, seat)
    progress = progress_of(table)
    another = counted_after(table, progress.taken.get(seat, 0)) < starting_size(table)
    leaves_a_hand = owed < table.players[seat].size(Zone.HAND)
    if not (owed and another and leaves_a_hand and table.phase is Phase.MULLIGAN_TAKING):
        return False
    return table.rules.mulligan.action_window == "none" or not usable(table, seat)


def shortcut_bottoming(table: Table, seat: Seat) -> CardsBottomed | None:
    """Return the decision that the shortcut stands for: which cards, so that a log can be replayed."""
    if not may_skip_bottoming(table, seat):
        return None
    hand = table.players[seat].hand
    return CardsBottomed(player=seat, cards=hand[len(hand) - owed_to_bottom(table, seat) :])
