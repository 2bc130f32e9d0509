"""Before the first turn: who starts, shuffling, opening hands.

Implements CR 103.1-103.5, 103.8.
"""

from collections.abc import Iterator

from events.base import Decision, Event
from events.game import StartingPlayerChosen
from events.identifiers import Seat
from events.turns import CardsDrawn
from events.vocabulary import Phase, Zone
from machine.apnap_order import sharing_turns
from machine.chance import Chance
from machine.mulligan_kinds import dealt_size
from machine.phases import follow
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.edit import minted
from projections.folds.rulings import STARTING_PLAYER
from projections.table import Table

DIE = 20
"""The sides of the die that decides who chooses; ties are rolled again among the tied."""


def chooser(table: Table) -> Seat | None:
    """Return who names the starting player, or nothing while dice have still to decide (CR 103.1)."""
    match = table.header.match
    for seat in (match.previous_loser, match.previous_chooser):
        if seat is not None and seat in table.playing:
            return seat
    contenders, waiting = _contenders(table)
    return contenders[0] if len(contenders) == 1 and not waiting else None


def _contenders(table: Table) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return who is still in the roll-off, and who of them has yet to roll."""
    contenders = table.playing
    rolls = [roll for roll in table.rolls if roll[0] in contenders]
    while len(contenders) > 1:  # each pass uses up rolls, of which there are finitely many
        round_ = rolls[: len(contenders)]
        if len(round_) < len(contenders):
            return contenders, contenders[len(round_) :]
        del rolls[: len(contenders)]
        best = max(value for _, value in round_)
        contenders = tuple(seat for seat, value in round_ if value == best)
    return contenders, ()


def startable(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return whom the chooser may name: anybody (CR 103.1).

    To 2001-07-22 a random method picks who starts (CR 101.2); only the last loser chooses freely.
    Of a team that shares its turns the player in the first of its seats (CR 103.1a, 805.2).
    """
    if _is_by_dice(table):
        return (seat,)
    order = table.playing
    neighbour = dict(zip(order, order[-1:] + order[:-1], strict=True))
    return (
        tuple(
            one
            for one in order
            if neighbour[one] == one or neighbour[one] not in sharing_turns(table, one)
        )
        or order
    )


def _is_by_dice(table: Table) -> bool:
    """Whether a random method picks who starts, and nobody chooses."""
    match = table.header.match
    has_chooser = {match.previous_loser, match.previous_chooser} & set(table.playing)
    return not has_chooser and table.rules.pregame.start_chooser == "unspecified"


@checks(StartingPlayerChosen)
def check_starting_player(table: Table, decision: StartingPlayerChosen) -> None:
    """CR 103.1: the player who won the random method, or lost the last game, names who starts."""
    who = chooser(table)
    if decision.player != who:
        raise refuse(
            "start/not_chooser",
            f"{decision.player} cannot choose the starting player",
            "103.1",
            f"{who} chooses",
            legal=("StartingPlayerChosen",) if who else (),
        )
    named = startable(table, decision.player)
    if decision.starting_player not in table.playing:
        raise refuse(
            "start/unknown_player",
            f"{decision.starting_player} cannot start",
            "103.1",
            "that is no player of this game",
            legal=named,
        )
    what = f"{decision.player} cannot choose {decision.starting_player} to start"
    if decision.starting_player not in named and _is_by_dice(table):
        because = "the random method decides who starts, and no more"
        raise refuse("start/random_method", what, "103.1", because, legal=named)
    if decision.starting_player not in named:
        because = "a team starts, and the player in the first of its seats stands for it"
        raise refuse("start/not_the_first", what, "103.1a", because, legal=named)


@offers(StartingPlayerChosen)
def offer_starting_player(table: Table, player: Seat) -> Iterator[Decision]:
    """Any player who may be named."""
    for seat in startable(table, player):
        yield StartingPlayerChosen(player=player, starting_player=seat)


def awaiting(table: Table) -> Asked:
    """The chooser is asked once the dice, or the last game, have told who that is."""
    if table.phase is not Phase.STARTING_PLAYER or table.starting_player is not None:
        return NOBODY
    who = chooser(table)
    if who is None:
        return NOBODY
    return ask(who, "choose who takes the first turn", "103.1", StartingPlayerChosen)


def advance(table: Table, chance: Chance) -> tuple[Event, ...]:
    """Return the next automatic step of the pregame procedure up to the opening hands."""
    match table.phase:
        case Phase.STARTING_PLAYER:
            return _roll(table, chance) or _proceed(table)
        case Phase.SHUFFLING:
            return _shuffle(table, chance) or _proceed(table)
        case Phase.OPENING_DRAW:
            return _draw(table) or _proceed(table)
        case _:
            return ()


def _proceed(table: Table) -> tuple[Event, ...]:
    entered = follow(table)
    return () if entered is None else (entered,)


def _roll(table: Table, chance: Chance) -> tuple[Event, ...]:
    if table.starting_player is not None or chooser(table) is not None:
        return ()
    _, waiting = _contenders(table)
    return (chance.die(waiting[0], DIE, STARTING_PLAYER),)


def _shuffle(table: Table, chance: Chance) -> tuple[Event, ...]:
    for seat in table.playing:
        player = table.players[seat]
        if player.library and f"library:{seat}" not in table.turn.done:
            new = minted(table, count=len(player.library))
            return (chance.shuffle(seat, player.library, new),)
        if player.contraption_deck and f"contraptions:{seat}" not in table.turn.done:
            new = minted(table, count=len(player.contraption_deck))
            return (chance.shuffle_contraptions(seat, player.contraption_deck, new),)
    return ()


def _draw(table: Table) -> tuple[Event, ...]:
    drawn = table.mulligan.drawn if table.mulligan is not None else frozenset[Seat]()
    for seat in table.playing:
        if seat not in drawn:
            return (drawing(table, seat, dealt_size(table)),)
    return ()


def drawing(table: Table, seat: Seat, count: int, *, beyond: int = 0) -> CardsDrawn:
    """Return that a player draws so many cards, or as many as the library has (CR 121.4).

    ``beyond`` are ids that other events of the same batch use.
    """
    have = min(count, table.players[seat].size(Zone.LIBRARY))
    cards = minted(table, count=beyond + have)[beyond:]
    return CardsDrawn(player=seat, count=have, cards=cards, missing=count - have)
