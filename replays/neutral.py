"""Neutral names: what a player of an imported record is called whose name is not told."""

from events.game import GameCreated, SeatEntry


def neutral_name(seat: str) -> str:
    """Return the name of a seat's player: it says which seat, not who."""
    return f"Player {seat.removeprefix('seat')}"


def told_name(header: GameCreated, entry: SeatEntry) -> str:
    """Return a player's name; empty where an import has nothing but the seat for one."""
    is_neutral = header.imported is not None and entry.name == neutral_name(entry.seat)
    return "" if is_neutral else entry.name
