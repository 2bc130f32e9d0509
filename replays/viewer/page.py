"""A page put together: a game's data for each viewer, packed, beside the scripts that show it."""

import base64
import html
import json
import zlib
from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, to_builtins
from msgspec.structs import asdict

from projections.phrases import language
from projections.timeline import LANGUAGES
from projections.viewers import JUDGE, seat_of
from projections.views import header_view
from replays.files import in_text
from replays.game_log import GameLog
from replays.showing.words import word
from replays.translation import error_text
from replays.viewer import bundle, entries
from replays.viewer.chunks import chunks_of
from replays.viewer.comparing import compared
from replays.viewer.frames import defaults
from replays.viewer.panes import panes
from replays.viewer.seen import Seen, viewers_of
from replays.viewer.static import game_html

VERSION = 1
"""The version of the data within a page."""

COMPRESSION = 9


class Page(Struct, frozen=True, kw_only=True):
    """A finished page and the policy it declares."""

    html: str
    policy: str


class Options(Struct, frozen=True, kw_only=True):
    """How a page opens, and what is in it."""

    at: int | None = None
    viewer: str = JUDGE
    lang: str = "en"
    alone: bool = False
    """Only this viewer, not also those who know less."""
    live: str = ""
    """Where the page's own server tells what is added; empty for a page in a file."""
    seats: tuple[str, ...] = ()
    """Viewers whose pages that server has; empty where the page has all it offers."""


def page_of(
    game: GameLog, options: Options | None = None, *, compare: GameLog | None = None
) -> Page:
    """Return the page of a game, for one viewer and all who know no more."""
    wanted = options or Options()
    games = {"a": _named(game)} if compare is None else {"a": _named(game), "b": _named(compare)}
    seens = {key: _seens(one, wanted) for key, one in games.items()}
    packed: dict[str, Any] = {}
    logs = [_log(key, seen, packed) for key, seen in seens.items()]
    if compare is not None:
        found = zip(seens["a"], seens["b"], strict=False)
        packed["compare"] = {one.viewer: compared(one, other) for one, other in found}
    meta = {
        "version": VERSION,
        "logs": logs,
        "viewer": wanted.viewer,
        "lang": wanted.lang,
        "at": len(game) - 1 if wanted.at is None else wanted.at,
        "compare": compare is not None,
        "live": wanted.live,
        "seats": list(wanted.seats) or None,
        "defaults": defaults(),
    }
    packed["words"] = _words(packed)
    policy = bundle.policy(connects=bool(wanted.live))
    text = bundle.filled(
        lang=wanted.lang,
        title=html.escape(_title(games["a"])),
        policy=policy,
        style=bundle.asset("page.css"),
        script=bundle.script(),
        meta=_quoted(meta),
        data="\n".join(_blocks(packed)),
        static=game_html(games["a"], wanted.viewer, wanted.lang),
    )
    return Page(html=text, policy=policy)


def _named(game: GameLog) -> GameLog:
    """Return a game whose file's name a page can hold."""
    name = in_text(game.path)
    if name == game.path:
        return game
    named = copy(game)
    named.path = name
    return named


def _title(game: GameLog) -> str:
    names = ", ".join(entry.name or entry.seat for entry in game.header.seats)
    return f"{names} · {Path(game.path).name or game.header.game}"


def _seens(game: GameLog, options: Options) -> tuple[Seen, ...]:
    viewers = (options.viewer,) if options.alone else viewers_of(game, options.viewer)
    return tuple(Seen(game, viewer) for viewer in viewers)


def _log(key: str, seens: Sequence[Seen], packed: dict[str, Any]) -> dict[str, Any]:
    """Pack the blocks of one game, and return what a page has to know of it at once."""
    starts = []
    for number, chunks in enumerate(chunks_of(seens)):
        starts.append(chunks[0]["start"])
        for seen, chunk in zip(seens, chunks, strict=True):
            packed[f"{key}-{seen.viewer}-chunk-{number}"] = chunk
    first, *others = seens
    known = entries.columns(first)
    packed[f"{key}-{first.viewer}-entries"] = known | names(first)
    for other in others:
        packed[f"{key}-{other.viewer}-entries"] = entries.differing(other, first, known)
    for seen in seens:
        packed[f"{key}-{seen.viewer}-panes"] = panes(seen)
    return described(key, first) | {"viewers": [seen.viewer for seen in seens], "chunks": starts}


def _words(packed: dict[str, Any]) -> dict[str, Any]:
    """Return all words that a page speaks: its own, the game's, and the roles of its links."""
    chunks = (block for name, block in packed.items() if "-chunk-" in name)
    linked = (links for chunk in chunks for links in chunk["links"] if links)
    roles = sorted({link[0] for links in linked for link in links})
    return {
        "page": bundle.words(),
        "terms": {lang: language(lang).words for lang in LANGUAGES},
        "roles": {role: {lang: word(lang, role) for lang in LANGUAGES} for role in roles},
    }


def names(seen: Seen) -> dict[str, Any]:
    """Return what entries and tables refer to: cards, rules, places."""
    return {
        "cards": entries.cards(seen.tables),
        "glosses": entries.glosses(seen),
        "places": entries.places(seen),
    }


def described(key: str, seen: Seen) -> dict[str, Any]:
    """Return what a page tells of a game besides its records."""
    game = seen.game
    header = game.header
    if not seen.is_judge:
        header = header_view(header, seat_of(seen.viewer))
    return {
        "key": key,
        "name": Path(game.path).name or header.game,
        "game": header.game,
        "records": len(game),
        "seats": [asdict(entry) for entry in header.seats],
        "rules": header.rules.as_of,
        "halves": header.play.un_cards,
        "client": header.imported.client if header.imported is not None else "",
        "match": to_builtins(header.match),
        "broken": _broken(game),
    }


def _broken(game: GameLog) -> dict[str, str]:
    """Return where the log breaks off, by language; empty where it is whole."""
    if game.failure is None:
        return {}
    return {lang: error_text(lang, game.failure) for lang in LANGUAGES}


def pack(value: Any) -> str:  # noqa: ANN401 - any JSON
    """Return JSON as a page unpacks it: deflated, in base64."""
    return base64.b64encode(zlib.compress(msgspec.json.encode(value), COMPRESSION)).decode()


def _blocks(packed: dict[str, Any]) -> Iterator[str]:
    for name, value in packed.items():
        yield f'<script type="text/plain" id="{html.escape(name)}">{pack(value)}</script>'


def _quoted(value: Any) -> str:  # noqa: ANN401 - any JSON
    """Return JSON that can stand within a script element: no markup begins or ends in it."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
