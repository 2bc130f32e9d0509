"""Rows of tables of which only what matters is told, and questions put to them."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from replays.analysis.answers import Answer
from replays.analysis.columns import Kind, table_named
from replays.analysis.expectations import Sought
from replays.analysis.frameset import ASKED, Frames
from replays.analysis.questions import answered
from replays.batch.needs import needed

Tables = dict[str, list[dict[str, Any]]]

EMPTY: Mapping[Kind, Any] = {
    Kind.INTEGER: 0,
    Kind.NUMBER: 0.0,
    Kind.TRUTH: False,
    Kind.WORDS: [],
    Kind.INTEGERS: [],
}


def frames(**tables: Sequence[Mapping[str, Any]]) -> Frames:
    """Return frames of rows of which only what matters is told."""
    return Frames({name: _table(name, tables.get(name, ())) for name in ASKED})


def _table(name: str, rows: Sequence[Mapping[str, Any]]) -> Any:  # noqa: ANN401 - pyarrow's
    columns = table_named(name).columns
    return needed("pyarrow").table(
        {
            one.name: [
                row.get(one.name, None if one.optional else EMPTY.get(one.kind, "")) for row in rows
            ]
            for one in columns
        }
    )


def found(answers: list[Answer], *group: str) -> Answer:
    """Return the answer of a group."""
    return next(one for one in answers if one.group == group)


def ask(name: str, **tables: Sequence[Mapping[str, Any]]) -> list[Answer]:
    """Put one question to some rows."""
    return answered(frames(**tables), (name,))


def ask_for(sought: Sought, **tables: Sequence[Mapping[str, Any]]) -> list[Answer]:
    """Ask for cards in the hands kept of some rows."""
    return answered(replace(frames(**tables), sought=sought), ("sought",))


def of_two(number: int, *, won: bool, mulligans: int = 0, game_number: int = 1) -> dict[str, Any]:
    """Return a game of two and its players' rows: the starting player's result and mulligans."""
    name = f"g{number}"
    row = {"game_id": name, "won": won, "on_play": True, "mulligans": mulligans, "position": 1}
    other = {"game_id": name, "won": not won, "on_play": False, "mulligans": 0, "position": 2}
    return {
        "games": {"game_id": name, "seats": 2, "game_number": game_number},
        "players": [row | {"kept_size": 7 - mulligans}, other | {"kept_size": 7}],
    }


def league(*some: dict[str, Any]) -> Tables:
    """Return the tables of some games."""
    return {
        "games": [one["games"] for one in some],
        "players": [row for one in some for row in one["players"]],
    }


def look(**fields: Any) -> dict[str, Any]:  # noqa: ANN401 - columns of a row
    """Return a hand of a deck of 60 with 24 lands."""
    usual = {"game_id": "g", "size": 7, "drawn": 7, "deck_size": 60, "deck_lands": 24}
    return usual | fields
