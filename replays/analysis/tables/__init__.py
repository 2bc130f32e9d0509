"""The tables, each with the reader of its rows; importing this registers all of them."""

from replays.analysis.tables import (
    coin_flips,
    contraptions,
    decisions,
    division,
    games,
    lands17,
    mulligans,
    players,
    records,
    states,
    turns,
)

__all__ = [
    "coin_flips",
    "contraptions",
    "decisions",
    "division",
    "games",
    "lands17",
    "mulligans",
    "players",
    "records",
    "states",
    "turns",
]
