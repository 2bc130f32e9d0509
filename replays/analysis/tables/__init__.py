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

ORDER = (
    "games",
    "players",
    "turns",
    "events",
    "decisions",
    "draws",
    "mulligans",
    "flips",
    "coins",
    "divisions",
    "shares",
    "cranks",
    "assemblies",
    "states",
    "turns_17lands",
)
"""The tables from the whole to the parts: as the data dictionary has them."""
