"""Choices that several players make at once: who is asked next, what opens more, when it is over.

Implements CR 101.4-101.4e, 805.6. A round is a set of open choices on the table; who chooses is
computed from it. What may be picked, and what a pick opens, the instruction's executor tells.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

from events.base import Decision, Event
from events.choices import (
    ChoiceMade,
    ChoiceOpened,
    ChoicesCompleted,
    ChoicesOpened,
    ChoicesRestarted,
    ChoicesRevealed,
)
from events.identifiers import ObjectId, Seat
from events.zones import CardsRevealed
from machine.apnap_order import by_teams, first_of, ranks
from machine.chance import Chance
from machine.choosing import Choosing, check_picks, picks_of
from machine.context import Context, followed
from machine.executor import EXECUTORS, AtOnce
from machine.procedure import NOBODY, Asked, Awaiting, checks, offers, refuse
from projections.folds.choices import answered_by
from projections.progress import ChoiceRound, OpenChoice
from projections.table import Table

TWO_PLAYERS = 2


class Rounds(AtOnce, ABC):
    """An executor whose instruction has players choose together, in one round or several."""

    def __init__(self) -> None:
        super().__init__(self.act)

    @abstractmethod
    def act(self, context: Context) -> tuple[Event, ...]:
        """Return what happens at once when all has been chosen, and the instruction's end."""

    @abstractmethod
    def open(self, context: Context) -> tuple[Event, ...]:
        """Return what opens the next round, or nothing where all has been chosen."""

    def picks(self, context: Context, one: OpenChoice) -> Choosing:
        """Return what a player may pick for an open choice: by default one of its options."""
        del context
        return _option(one)

    def leads_to(self, context: Context, choice: ChoiceRound) -> tuple[ChoiceOpened, ...]:
        """Return the choices that what was chosen opens, those of them that are not there yet."""
        del context, choice
        return ()

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Open the next round, or act."""
        del chance
        return self.open(context) or self.act(context)


def _option(one: OpenChoice) -> Choosing:
    return Choosing(player=one.player, among=one.options, rule="101.4", what="of the options")


def opening(
    table: Table,
    kind: str,
    players: tuple[Seat, ...],
    *,
    hidden: bool = False,
    options: Mapping[Seat, tuple[str, ...]] | None = None,
) -> ChoicesOpened:
    """Return the beginning of a round; picks from a hidden zone lie face down (CR 101.4a).

    No rule of before 2008-02-01 lets them lie face down, none of before 2005-08-01 speaks of more
    than two players.
    """
    golden = table.rules.golden
    written = golden.order == "all_players_turn_order" or len(table.turn_order) <= TWO_PLAYERS
    return ChoicesOpened(
        round=table.numbers.round,
        players=players,
        kind=kind,
        hidden=hidden and golden.hidden_choices_face_down,
        options=dict(options or {}),
        unwritten=not written,
    )


def _executor(table: Table) -> tuple[Context, Rounds] | None:
    """Return the instruction for which players choose, and its executor; nothing outside of one."""
    context = followed(table)
    executor = EXECUTORS.get(type(context.instruction)) if context is not None else None
    if context is None or not isinstance(executor, Rounds):
        return None
    return context, executor


def choosing(table: Table, one: OpenChoice) -> Choosing:
    """Return what a player may pick for one of their open choices."""
    found = _executor(table)
    return found[1].picks(found[0], one) if found is not None else _option(one)


def under_way(table: Table) -> ChoiceRound | None:
    """Return the round in progress, or nothing."""
    choice = table.choice
    return None if choice is None or choice.completed else choice


def choosers(table: Table, choice: ChoiceRound) -> tuple[Seat, ...]:
    """Return who may choose now: the first player in order with an open choice, or their team.

    CR 101.4: the order goes on from who chose last, and begins at the active player after a
    restart. CR 805.6: players of one team choose in any order.
    """
    return first_of(table, (one.player for one in choice.open), after=choice.turn_of)


def awaiting(table: Table) -> Asked:
    """Who has to choose: one player, or all of a team that shares its turns (CR 805.6)."""
    choice = under_way(table)
    if choice is None or advance(table):
        return NOBODY
    rule = "805.6" if by_teams(table) else "101.4"
    return tuple(
        Awaiting(player=seat, decisions=(ChoiceMade,), what=_what(choice, seat), rule=rule)
        for seat in choosers(table, choice)
    )


WORDS = {
    "pick": "choose cards",
    "separate": "separate permanents into two piles",
    "opponent": "name an opponent",
    "pile": "choose a pile",
}
"""What is asked, by the kind of an open choice."""


def _what(choice: ChoiceRound, seat: Seat) -> str:
    own = [one for one in choice.open if one.player == seat]
    return " and ".join(
        f"{WORDS.get(one.kind, 'choose')}{f' of {one.about}' if one.about else ''}" for one in own
    )


def advance(table: Table) -> tuple[Event, ...]:
    """Return what the choices made so far lead to, before anybody chooses on."""
    choice = under_way(table)
    if choice is None:
        return ()
    return _shown(table, choice) or _opened(table, choice) or _go_on(table, choice)


def _shown(table: Table, choice: ChoiceRound) -> tuple[Event, ...]:
    """CR 101.4b: what does not lie face down is known to all as soon as it is chosen."""
    everybody = frozenset(table.turn_order)
    for made in choice.made:
        picked = () if made.hidden else (table.objects.get(ObjectId(one)) for one in made.picks)
        unknown = tuple(
            thing.id
            for thing in picked
            if thing is not None and thing.zone.is_hidden and not everybody <= thing.seen_by
        )
        if unknown:
            return (CardsRevealed(player=made.player, cards=unknown),)
    return ()


def _opened(table: Table, choice: ChoiceRound) -> tuple[Event, ...]:
    """CR 101.4c: choices that come up meanwhile join those that are open."""
    found = _executor(table)
    return found[1].leads_to(found[0], choice) if found is not None else ()


def _go_on(table: Table, choice: ChoiceRound) -> tuple[Event, ...]:
    number = choice.opened.round
    if _restarts(table, choice):
        unwritten = not table.rules.golden.restart_on_new_choice
        return (ChoicesRestarted(round=number, unwritten=unwritten),)
    if choosers(table, choice):
        return ()
    if choice.opened.hidden and not choice.revealed:
        return (ChoicesRevealed(round=number, picks=_face_down(choice)),)
    return (ChoicesCompleted(round=number),)


def _restarts(table: Table, choice: ChoiceRound) -> bool:
    """CR 101.4d: a player whom the pass has gone by has something to choose after all.

    Before 2009-07-11 no rule tells when: the pass under way is finished first.
    """
    last = choice.turn_of
    place = ranks(table)
    if last is None or all(place[one.player] >= place.get(last, 0) for one in _open(table, choice)):
        return False
    return table.rules.golden.restart_on_new_choice or not choosers(table, choice)


def _open(table: Table, choice: ChoiceRound) -> tuple[OpenChoice, ...]:
    return tuple(one for one in choice.open if one.player in table.playing)


def _face_down(choice: ChoiceRound) -> dict[Seat, tuple[str, ...]]:
    picks: dict[Seat, tuple[str, ...]] = {}
    for made in choice.made:
        if made.hidden:
            picks[made.player] = (*picks.get(made.player, ()), *made.picks)
    return picks


@checks(ChoiceMade)
def check_choice(table: Table, decision: ChoiceMade) -> None:
    """CR 101.4: one of one's open choices, when the order has come to one, with picks that it allows."""
    choice = under_way(table)
    seat = decision.player
    what = f"{seat} cannot make that choice"
    if choice is None or decision.round != choice.opened.round:
        raise refuse("choice/no_round", what, "101.4", "no such round of choices is open")
    one = answered_by(choice, decision)
    if one is None:
        own = tuple(
            f"about {one.about}" if one.about else one.kind
            for one in choice.open
            if one.player == seat
        )
        raise refuse(
            "choice/not_open", what, "101.4c", "nothing of that is open to them", legal=own
        )
    first = choosers(table, choice)
    if seat not in first:
        rule = "805.6" if by_teams(table) else "101.4"
        raise refuse(
            "choice/order", what, rule, f"{' and '.join(first)} chooses first", legal=first
        )
    if decision.hidden != choice.opened.hidden:
        because = "it lies face down" if choice.opened.hidden else "it is made openly"
        raise refuse("choice/face_down", what, "101.4a", because, hidden=choice.opened.hidden)
    if decision.count:  # only in what others see of a choice that lies face down
        because = "the picks are named, so that nothing counts them"
        raise refuse("choice/count", what, "101.4a", because, count=decision.count)
    check_picks("choice/picks", choosing(table, one), decision.picks)


@offers(ChoiceMade)
def offer_choices(table: Table, player: Seat) -> Iterator[Decision]:
    """Every set of picks for each of the player's open choices."""
    choice = under_way(table)
    if choice is None:
        return
    for one in choice.open:
        if one.player != player:
            continue
        for picks in picks_of(choosing(table, one)):
            yield ChoiceMade(
                player=player,
                round=choice.opened.round,
                picks=picks,
                about=one.about,
                hidden=choice.opened.hidden,
            )
