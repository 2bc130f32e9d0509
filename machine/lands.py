"""Playing lands: what rules and effects say for and against it, and the move itself.

Implements CR 116.2a, 305. A land is played, not cast: it does not use the stack.
"""

from collections.abc import Iterator

from events.base import Decision, Event
from events.identifiers import Seat
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, LandPlayed
from machine.announcing import is_sorcery_time
from machine.apnap_order import active_side
from machine.characteristics import card_named
from machine.entering import is_tapped
from machine.golden_rules import (
    LANDS_A_TURN,
    Reason,
    argues,
    lands_allowed,
    permissions,
    prohibitions,
    weigh,
)
from machine.procedure import checks, offers, refuse
from projections.edit import minted
from projections.table import GameObject, Table

FROM_GRAVEYARD = "play_land_from_graveyard"
"""The permission that contradicts CR 305.1, by which a land is played from hand."""


@checks(LandPlayed)
def check_land(table: Table, decision: LandPlayed) -> None:
    """CR 305, 101.1, 101.2: what the rules allow or a card allows against them, and no effect forbids."""
    against = weigh(table, argument(table, decision)).against
    if against is None:
        return
    raise refuse(
        f"land/{against.case or 'prohibited'}",
        f"{decision.player} cannot play {decision.card} as a land",
        against.rule,
        against.says,
        allowed=lands_allowed(table, decision.player),
    )


@argues(LandPlayed)
def argument(table: Table, decision: LandPlayed) -> Iterator[Reason]:
    """Yield everything that speaks for or against playing a card as a land now."""
    seat = decision.player
    card = table.objects.get(decision.card)
    yield from _from_where(table, seat, card)
    if card is not None and _is_theirs(card, seat) and not _is_land(table, card):
        yield _rule("305.1", "it is no land", "no_land")
    if not is_sorcery_time(table, seat):
        rule = "305.1" if seat in active_side(table) else "305.3"
        yield _rule(rule, "that takes their own main phase and an empty stack", "timing")
    yield from _how_many(table, seat)
    yield from prohibitions(table, "play_land", seat)


def _rule(rule: str, says: str, case: str) -> Reason:
    return Reason(allows=False, rule=rule, by="rule", says=says, case=case)


def _is_theirs(card: GameObject, seat: Seat) -> bool:
    """Whether the player may look at it where it lies: of other cards nothing is told."""
    return card.owner == seat and card.zone in (Zone.HAND, Zone.GRAVEYARD)


def _is_land(table: Table, card: GameObject) -> bool:
    return "Land" in card_named(table, card.card).types


def _from_where(table: Table, seat: Seat, card: GameObject | None) -> Iterator[Reason]:
    zone = card.zone if card is not None and _is_theirs(card, seat) else Zone.NOWHERE
    if zone is Zone.HAND:
        says = "the active player plays a land from hand, once in each of their turns"
        yield Reason(allows=True, rule="116.2a", by="rule", says=says)
        return
    yield _rule("305.1", "it is not in their hand", "not_in_hand")
    if zone is Zone.GRAVEYARD:
        yield from permissions(table, FROM_GRAVEYARD, seat, "not_in_hand")


def _how_many(table: Table, seat: Seat) -> Iterator[Reason]:
    played, allowed = table.players[seat].lands_played, lands_allowed(table, seat)
    if played >= LANDS_A_TURN:
        yield _rule("305.2", f"{played} of {allowed} are played this turn", "number")
    answers = "number" if LANDS_A_TURN <= played < allowed else "other"
    yield from permissions(table, "play_land", seat, answers)


@offers(LandPlayed)
def offer_lands(table: Table, player: Seat) -> Iterator[Decision]:
    """Each card in hand, and in the graveyard where an effect speaks of it."""
    cards = table.players[player].hand
    if permissions(table, FROM_GRAVEYARD, player):
        cards += table.players[player].graveyard
    for card in cards:
        yield LandPlayed(player=player, card=card)


def after_land(table: Table, decision: LandPlayed) -> tuple[Event, ...]:
    """Return the move of a land that was played (CR 116.2a: it does not use the stack)."""
    card = table.objects.get(decision.card)
    return (
        CardMoved(
            card=decision.card,
            new=minted(table)[0],
            to=Zone.BATTLEFIELD,
            reason=MoveReason.PLAYED,
            tapped=card is not None and is_tapped(table, card.card),
        ),
    )
