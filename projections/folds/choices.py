"""Folds of simultaneous choices."""

from msgspec.structs import replace

from events.choices import (
    ChoiceMade,
    ChoiceOpened,
    ChoicesCompleted,
    ChoicesOpened,
    ChoicesRestarted,
    ChoicesRevealed,
)
from projections.edit import shown
from projections.handlers import applies
from projections.progress import ChoiceRound, MadeChoice, OpenChoice
from projections.table import Table


@applies(ChoicesOpened)
def _opened(table: Table, event: ChoicesOpened) -> Table:
    waiting = tuple(
        OpenChoice(player=seat, kind=event.kind, options=event.options.get(seat, ()))
        for seat in event.players
    )
    before = table.choice
    earlier = (*before.earlier, *before.made) if before is not None and before.completed else ()
    numbers = replace(table.numbers, round=max(table.numbers.round, event.round + 1))
    choice = ChoiceRound(opened=event, open=waiting, earlier=earlier)
    return replace(table, choice=choice, numbers=numbers)


@applies(ChoiceOpened)
def _one_more(table: Table, event: ChoiceOpened) -> Table:
    if table.choice is None:
        return table
    new = OpenChoice(player=event.player, kind=event.kind, about=event.about, options=event.options)
    return replace(table, choice=replace(table.choice, open=(*table.choice.open, new)))


def answered_by(choice: ChoiceRound, event: ChoiceMade) -> OpenChoice | None:
    """Return which of a player's open choices a decision answers.

    It is the one about what the decision names; without a name, their first one.
    """
    own = tuple(one for one in choice.open if one.player == event.player)
    named = tuple(one for one in own if one.about == event.about)
    return next(iter(named or (() if event.about else own)), None)


@applies(ChoiceMade)
def _made(table: Table, event: ChoiceMade) -> Table:
    choice = table.choice
    if choice is None:
        return table
    answered = answered_by(choice, event)
    made = MadeChoice(
        player=event.player,
        kind=answered.kind if answered else choice.opened.kind,
        about=answered.about if answered else event.about,
        picks=event.picks,
        count=event.count or len(event.picks),
        hidden=event.hidden,
    )
    choice = replace(
        choice,
        open=tuple(one for one in choice.open if one is not answered),
        made=(*choice.made, made),
        restarted=False,
        turn_of=event.player,
    )
    return replace(table, choice=choice)


@applies(ChoicesRestarted)
def _restarted(table: Table, _event: ChoicesRestarted) -> Table:
    if table.choice is None:
        return table
    return replace(table, choice=replace(table.choice, restarted=True, turn_of=None))


@applies(ChoicesRevealed)
def _revealed(table: Table, event: ChoicesRevealed) -> Table:
    picks = [pick for seat in event.picks for pick in event.picks[seat]]
    choice = table.choice
    if choice is not None:
        picks += [pick for one in choice.made if one.hidden for pick in one.picks]
        made = tuple(replace(one, hidden=False) for one in choice.made)
        table = replace(table, choice=replace(choice, made=made, revealed=True))
    return shown(table, picks, frozenset(table.turn_order))


@applies(ChoicesCompleted)
def _completed(table: Table, _event: ChoicesCompleted) -> Table:
    if table.choice is None:
        return table
    return replace(table, choice=replace(table.choice, open=(), completed=True))
