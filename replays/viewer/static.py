"""The static parts of a page, as plain HTML without scripts: for notebooks, and for reading without them.

A game is a list of what is known of it; a table is drawn as ``apnap show`` draws it.
"""

import html
from collections.abc import Iterable, Sequence

from projections.table import Table
from projections.viewers import JUDGE, seat_of
from projections.views import seat_view
from replays.game_log import GameLog
from replays.positions import context_of
from replays.showing.drawing import parts
from replays.showing.words import word

MOST_CELLS = 400
"""Characters of a cell that are shown."""


def table_html(table: Table, lang: str = "en") -> str:
    """Return a table as HTML: its parts as ``apnap show`` has them."""
    when = context_of(table)
    head = f"<p><b>{html.escape(when.label)}</b> · {html.escape(table.rules.as_of)}</p>"
    body = "".join(_part(one.title, one.headings, one.rows) for one in parts(table, lang))
    return f'<div class="apnap-table">{head}{body}</div>'


def game_html(game: GameLog, viewer: str = JUDGE, lang: str = "en") -> str:
    """Return what is known of a game as HTML, and its last table for one viewer."""
    if not len(game):
        return f"<p>{html.escape(repr(game))}</p>"
    last = game.tables[-1]
    table = last if viewer == JUDGE else seat_view(last, seat_of(viewer))
    rows = [
        (word(lang, "game"), game.header.game),
        (word(lang, "player"), ", ".join(_seats(game))),
        (word(lang, "rules of"), game.header.rules.as_of),
        (word(lang, "records"), str(len(game))),
        (word(lang, "turns"), str(last.turn.number)),
        (word(lang, "result"), last.result.result.value if last.result else "-"),
    ]
    if viewer == JUDGE:  # a hash would let a seat try out what it may not know
        rows.append((word(lang, "head"), game.head))
    return f'<div class="apnap-game">{_part("", (), rows)}{table_html(table, lang)}</div>'


def _seats(game: GameLog) -> Iterable[str]:
    return (f"{one.seat} {one.name}".strip() for one in game.header.seats)


def _part(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    caption = f"<caption>{html.escape(title)}</caption>" if title else ""
    head = "".join(f"<th>{html.escape(one)}</th>" for one in headings) if any(headings) else ""
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table>{caption}{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def _cell(text: str) -> str:
    shown = text if len(text) <= MOST_CELLS else f"{text[:MOST_CELLS]}…"
    return f"<td>{html.escape(shown)}</td>"
