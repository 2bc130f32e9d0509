"""The order of players: active player first, then the others in turn order.

Implements CR 101.4, 101.4e, 805.6.
"""

from collections.abc import Iterable, Mapping

from events.identifiers import Seat
from projections.table import Table


def ranks(table: Table) -> Mapping[Seat, int]:
    """Return seat -> place in APNAP order, from 0; who left keeps their place.

    CR 101.4e: before the first turn the starting player counts as active. CR 805.6: where teams
    share their turns, all players of a team have one place.
    """
    seats = _from_active(table)
    if not by_teams(table):
        return {seat: place for place, seat in enumerate(seats)}
    teams = tuple(dict.fromkeys(_side(table, seat) for seat in seats))
    return {seat: teams.index(_side(table, seat)) for seat in seats}


def by_teams(table: Table) -> bool:
    """Whether a team chooses as one: its players in any order (CR 805.6; 606.6c from 2005-08-01)."""
    return table.header.play.shared_team_turns and table.rules.golden.teams


def _from_active(table: Table) -> tuple[Seat, ...]:
    seats = table.turn_order
    first = table.active_player
    if first not in seats:
        return seats
    start = seats.index(first)
    return seats[start:] + seats[:start]


def _side(table: Table, seat: Seat) -> str:
    return table.players[seat].team or seat


def apnap(table: Table) -> tuple[Seat, ...]:
    """Return the players in the game in APNAP order; before the first turn, from the starting player."""
    seats = _from_active(table)
    if by_teams(table):
        seats = tuple(sorted(seats, key=ranks(table).__getitem__))
    return tuple(seat for seat in seats if table.players[seat].is_playing)


def first_of(table: Table, seats: Iterable[Seat], *, after: Seat | None = None) -> tuple[Seat, ...]:
    """Return who of some players comes first in APNAP order: one player, or several of one team.

    With ``after`` a pass goes on: only players at that player's place or behind it are meant.
    """
    place = ranks(table)
    start = place.get(after, 0) if after is not None else 0
    meant = frozenset(seats)
    waiting = [seat for seat in apnap(table) if seat in meant and place[seat] >= start]
    return tuple(seat for seat in waiting if place[seat] == place[waiting[0]])


def opponents(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return a player's opponents still in the game, in turn order from that player."""
    seats = table.turn_order
    start = seats.index(seat) + 1 if seat in seats else 0
    team = table.players[seat].team
    return tuple(
        other
        for other in seats[start:] + seats[:start]
        if other != seat
        and table.players[other].is_playing
        and not (team and table.players[other].team == team)
    )


def are_opponents(table: Table, one: Seat | None, other: Seat | None) -> bool:
    """Whether two players are opponents: different ones, and not of one team (CR 102.2, 102.3)."""
    if one is None or other is None or one == other:
        return one != other
    team = table.players[one].team if one in table.players else ""
    return not team or other not in table.players or table.players[other].team != team


def teammates(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the players of a player's team still in the game, that player included."""
    team = table.players[seat].team
    if not team:
        return (seat,)
    return tuple(other for other in table.playing if table.players[other].team == team)


def sharing_turns(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return who takes turns, wins and loses with a player, that player included (CR 805.4, 810.8a)."""
    return teammates(table, seat) if table.header.play.shared_team_turns else (seat,)


def active_side(table: Table) -> tuple[Seat, ...]:
    """Return who takes the current turn: one player, or a team with shared turns (CR 805.4)."""
    active = table.turn.active_player
    if active is None:
        return ()
    if table.header.play.shared_team_turns:
        return teammates(table, active)
    return (active,) if table.players[active].is_playing else ()


def player_count(table: Table) -> int:
    """Return how many players began the game: what free mulligans and first draws ask."""
    return len(table.header.seats)


def team_count(table: Table) -> int:
    """Return how many sides began the game."""
    return len({entry.team or entry.seat for entry in table.header.seats})
