"""What may be done with a kept opening hand, player by player, before the first turn.

Implements CR 103.6, 103.6a, 103.6b, 103.8.
"""

from collections.abc import Iterator

from events.abilities import OpeningHandAbility
from events.base import Decision, Event
from events.identifiers import ObjectId, Seat
from events.mulligans import OpeningHandActionsFinished, OpeningHandActionTaken
from events.stack import EffectCreated
from events.turns import TurnBegan
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardMoved, CardsRevealed, CountersChanged
from machine.characteristics import abilities
from machine.conditions import holds_for
from machine.mulligan_kinds import in_order, progress_of
from machine.procedure import NOBODY, Asked, ask, checks, explains, offers, refuse
from projections.edit import minted
from projections.table import Table

FIRST_UPKEEP = "delayed:upkeep"
"""The kind of effect that waits for the next upkeep to begin: before the first turn, the first one."""


def awaiting(table: Table) -> Asked:
    """CR 103.6: the starting player does all of theirs, one at a time, then the next in turn order.

    Everybody is asked where any card of the game has such an action, so that being asked tells
    nothing about a hand; nobody is where none has.
    """
    if "began" in table.turn.done or not _is_any_in_the_game(table):
        return NOBODY
    finished = progress_of(table).finished
    for group in in_order(table):
        asked: Asked = NOBODY
        for seat in group:
            if seat not in finished and table.players[seat].size(Zone.HAND):
                asked += ask(
                    seat,
                    "take opening-hand actions, or finish",
                    "103.6",
                    OpeningHandActionsFinished,
                    OpeningHandActionTaken,
                )
        if asked:
            return asked
    return NOBODY


def first_turn(table: Table) -> tuple[Event, ...]:
    """CR 103.8: the starting player takes the first turn; the next in order if that player has left."""
    return (TurnBegan(number=1, player=table.playing[0]),) if table.playing else ()


def _is_any_in_the_game(table: Table) -> bool:
    return any(
        isinstance(ability, OpeningHandAbility) and _is_in_force(table, ability)
        for card in table.header.cards
        for ability in card.abilities
    )


def _is_in_force(table: Table, ability: OpeningHandAbility) -> bool:
    """By edition: none before 2007-07-13; only beginning in play until 2011-04-30; then any."""
    match table.rules.pregame.opening_hand_actions:
        case "none":
            return False
        case "begin_in_play_only":
            return ability.action == "begin_on_battlefield"
        case _:
            return True


def action_of(table: Table, name: ObjectId) -> tuple[int, OpeningHandAbility] | None:
    """Return what may be done with a card in an opening hand, and which ability of it that is."""
    thing = table.objects.get(name)
    if thing is None or thing.zone is not Zone.HAND:
        return None
    for index, ability in enumerate(abilities(table, thing)):
        if isinstance(ability, OpeningHandAbility) and _is_in_force(table, ability):
            return index, ability
    return None


@checks(OpeningHandActionTaken)
def check_action(table: Table, decision: OpeningHandActionTaken) -> None:
    """CR 103.6: a card of one's own opening hand that has such an action, once each."""
    seat, hand = decision.player, table.players[decision.player].hand
    what = f"{seat} cannot use {decision.card} from an opening hand"
    found = action_of(table, decision.card) if decision.card in hand else None
    if found is None:
        raise refuse(
            "opening_hand/no_action",
            what,
            "103.6",
            "it is no card of that hand with an opening-hand action",
        )
    if decision.card in progress_of(table).acted:
        raise refuse("opening_hand/once", what, "103.6b", "it has been revealed; once is enough")
    _, ability = found
    if not holds_for(table, ability.only_if, table.objects[decision.card]):
        raise refuse("opening_hand/condition", what, "103.6a", "what the card asks for is not so")
    _check_exile(table, decision, ability, what)


def _check_exile(
    table: Table, decision: OpeningHandActionTaken, ability: OpeningHandAbility, what: str
) -> None:
    """CR 101.3: a card is exiled for it where the card says so, if there is another one in hand."""
    others = _others(table, decision.player, decision.card)
    if not ability.exile_from_hand or not others:
        if decision.exiled is not None:
            raise refuse("opening_hand/exile", what, "103.6a", "no card is exiled for it")
    elif decision.exiled not in others:
        raise refuse(
            "opening_hand/exile",
            what,
            "103.6a",
            "another card of the hand has to be exiled",
            legal=others,
        )


def _others(table: Table, seat: Seat, card: ObjectId) -> tuple[ObjectId, ...]:
    return tuple(name for name in table.players[seat].hand if name != card)


@explains(OpeningHandActionTaken)
def why_not_now(table: Table, decision: OpeningHandActionTaken) -> None:
    """CR 103.6: only after all mulligans and looks, in turn order, before the first turn."""
    what = f"{decision.player} cannot use {decision.card} from an opening hand"
    if table.phase.is_pregame and table.phase is not Phase.OPENING_HAND_ACTIONS:
        raise refuse("opening_hand/too_early", what, "103.6", "the mulligans are not over")
    if table.phase is not Phase.OPENING_HAND_ACTIONS:
        raise refuse("opening_hand/too_late", what, "103.6", "the first turn has begun")
    if decision.player in progress_of(table).finished:
        raise refuse("opening_hand/finished", what, "103.6", "that player has finished")


@checks(OpeningHandActionsFinished)
def check_finished(_table: Table, _decision: OpeningHandActionsFinished) -> None:
    """CR 103.6: nobody has to do anything with an opening hand."""


@offers(OpeningHandActionsFinished)
def offer_finish(_table: Table, player: Seat) -> Iterator[Decision]:
    """Finish."""
    yield OpeningHandActionsFinished(player=player)


@offers(OpeningHandActionTaken)
def offer_actions(table: Table, player: Seat) -> Iterator[Decision]:
    """Each card with an action, with each card that could be exiled for it."""
    for name in table.players[player].hand:
        found = action_of(table, name)
        if found is None:
            continue
        others = _others(table, player, name) if found[1].exile_from_hand else ()
        for exiled in others or (None,):
            yield OpeningHandActionTaken(player=player, card=name, exiled=exiled)


def after_action(table: Table, decision: OpeningHandActionTaken) -> tuple[Event, ...]:
    """Return what an opening-hand action does: the card begins on the battlefield, or is revealed."""
    found = action_of(table, decision.card)
    if found is None:
        return ()
    index, ability = found
    if ability.action == "reveal":
        return _revealed(table, decision, index)
    return _begun(table, decision, ability)


def _begun(
    table: Table, decision: OpeningHandActionTaken, ability: OpeningHandAbility
) -> tuple[Event, ...]:
    here, away = minted(table, count=2)
    reason = MoveReason.OPENING_HAND
    events: list[Event] = [
        CardMoved(card=decision.card, new=here, to=Zone.BATTLEFIELD, reason=reason)
    ]
    if ability.counters:
        events.append(CountersChanged(object=here, kind=ability.counters, change=1))
    if decision.exiled is not None:
        events.append(CardMoved(card=decision.exiled, new=away, to=Zone.EXILE, reason=reason))
    return tuple(events)


def _revealed(table: Table, decision: OpeningHandActionTaken, index: int) -> tuple[Event, ...]:
    """CR 103.6b, 603.7: it is shown, and what it promises waits for the first upkeep."""
    seat, name = decision.player, decision.card
    effect = EffectCreated(
        effect=table.numbers.effect,
        kind=FIRST_UPKEEP,
        player=seat,
        source=name,
        card=table.objects[name].name,
        ability=index,
        until="first_upkeep",
    )
    return (CardsRevealed(player=seat, cards=(name,)), effect)
