"""The order of players: active player first, then the others in turn order.

Implements CR 101.4, 101.4e, 805.6.
"""

from events.identifiers import Seat
from projections.table import Table


def apnap(table: Table) -> tuple[Seat, ...]:
    """Return the players in the game in APNAP order; before the first turn, from the starting player."""
    order = table.playing
    first = table.active_player
    if first is None:
        return order
    seats = table.turn_order
    if first not in seats:
        return order
    start = seats.index(first)
    return tuple(seat for seat in seats[start:] + seats[:start] if table.players[seat].is_playing)


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


def teammates(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the players of a player's team still in the game, that player included."""
    team = table.players[seat].team
    if not team:
        return (seat,)
    return tuple(other for other in table.playing if table.players[other].team == team)


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
