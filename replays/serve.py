"""``apnap serve``: the games of a folder in a browser, read only, also while they are played.

It answers this machine alone unless told otherwise, writes nothing, and tells no page more than its
viewer may know.
"""

import asyncio
import html
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from events.errors import ApnapError, DataError
from events.rulings import Rewound
from projections.viewers import JUDGE, PUBLIC
from replays.files import SUFFIX
from replays.showing.words import word
from replays.translation import error_text
from replays.viewer import Options, bundle, page_of
from replays.viewer.additions import additions
from replays.viewer.growing import Growing

ENDINGS = (SUFFIX, f"{SUFFIX}.gz", f"{SUFFIX}.zst")
LOOPBACK = "127.0.0.1"
BETWEEN_LOOKS = 0.5
"""Seconds between two looks at a log that somebody follows."""
MOST_LISTED = 1_000
MOST_KEPT = 16
"""Games kept in memory between two requests; the oldest goes first."""

HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Serving(Struct, frozen=True, kw_only=True):
    """What is served, and to whose eyes."""

    folder: Path
    viewer: str = JUDGE
    """Who looks; a judge may also look with everybody else's eyes."""
    lang: str = "en"
    hosts: tuple[str, ...] = (LOOPBACK, "localhost")
    """Names by which this server may be called: no other site can lead a browser here."""


class Folder:
    """The logs of a folder and of those in it, by the name that a page calls them."""

    def __init__(self, path: Path) -> None:
        """Take a folder; nothing is read yet."""
        self._path = path.resolve()
        self._kept: dict[str, Growing] = {}

    def names(self) -> list[str]:
        """Return the names of all logs, the last changed first."""
        found = [path for path in self._path.rglob("*") if path.name.endswith(ENDINGS)]
        found = [path for path in found if str(path).isprintable()]  # names that are text
        inside = [path for path in found if path.is_file() and self._is_inside(path)]
        inside.sort(key=lambda path: (-path.stat().st_mtime, path.name))
        return [path.relative_to(self._path).as_posix() for path in inside[:MOST_LISTED]]

    def _is_there(self, path: Path) -> bool:
        try:
            return self._is_inside(path) and path.is_file()
        except OSError:  # a name that no file can have
            return False

    def _is_inside(self, path: Path) -> bool:
        """Whether a file is in the folder, wherever links lead."""
        return path.resolve().is_relative_to(self._path)

    def log(self, name: str) -> Growing:
        """Return a log by its name; only what stands in the list can be had."""
        path = self._path / name.replace("\0", "")
        if not name.endswith(ENDINGS) or not self._is_there(path):
            raise DataError("file/missing", f"there is no log {name!r} here", file=name)
        growing = self._kept.pop(name, None) or Growing(path)
        self._kept[name] = growing
        for old in list(self._kept)[:-MOST_KEPT]:
            del self._kept[old]
        return growing


def application(serving: Serving) -> Any:  # noqa: ANN401 - Starlette's
    """Return the server as an ASGI application."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.routing import Route

    answers = _Answers(serving)
    refusals: dict[Any, Any] = {ApnapError: answers.refusal}
    return Starlette(
        routes=[
            Route("/", answers.listing),
            Route("/game/{name:path}", answers.game),
            Route("/tail/{name:path}", answers.tail),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(serving.hosts))],
        exception_handlers=refusals,
    )


class _Answers:
    """What the server answers."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._folder = Folder(serving.folder)

    async def listing(self, _request: Any) -> Any:  # noqa: ANN401 - Starlette's
        names = await asyncio.to_thread(self._folder.names)
        rows = "".join(
            f'<li><a href="/game/{quote(name)}">{html.escape(name)}</a></li>' for name in names
        )
        empty = html.escape(word(self._serving.lang, "nothing"))
        title = html.escape(f"apnap · {self._serving.folder.resolve().name}")
        body = f"<h1>{title}</h1>" + (f"<ul>{rows}</ul>" if rows else f"<p>{empty}</p>")
        return self._page(_framed(title, body, self._serving.lang), bundle.policy())

    async def game(self, request: Any) -> Any:  # noqa: ANN401 - Starlette's
        name = request.path_params["name"]
        viewer = request.query_params.get("seat", self._serving.viewer)
        page = await asyncio.to_thread(self._page_of, name, viewer)
        return self._page(page.html, page.policy)

    def _page_of(self, name: str, viewer: str) -> Any:  # noqa: ANN401 - a page
        game = self._folder.log(name).look()
        seats = self._allowed([str(entry.seat) for entry in game.header.seats], viewer)
        options = Options(
            viewer=viewer,
            lang=self._serving.lang,
            alone=True,
            seats=seats,
            live=f"/tail/{quote(name)}?seat={quote(viewer)}",
        )
        return page_of(game, options)

    def _allowed(self, seats: list[str], viewer: str) -> tuple[str, ...]:
        """Return whose eyes may be looked with, or raise where those asked for are not among them."""
        own = self._serving.viewer
        every = (JUDGE, PUBLIC, *seats) if own == JUDGE else tuple(dict.fromkeys((own, PUBLIC)))
        allowed = tuple(one for one in every if one in (JUDGE, PUBLIC, *seats))
        if viewer not in allowed:
            known = ", ".join(allowed)
            raise DataError("usage/seat", f"{viewer!r} cannot be looked with; there are {known}")
        return allowed

    async def tail(self, request: Any) -> Any:  # noqa: ANN401 - Starlette's
        from starlette.responses import StreamingResponse

        name = request.path_params["name"]
        viewer = request.query_params.get("seat", self._serving.viewer)
        after = request.headers.get("last-event-id", request.query_params.get("after", "0"))
        growing = self._folder.log(name)
        game = await asyncio.to_thread(growing.look)
        self._allowed([str(entry.seat) for entry in game.header.seats], viewer)
        since = int(after) + 1 if after.isdecimal() and len(after) < 10 else len(game)  # noqa: PLR2004 - bounded
        tail = followed(growing, viewer, since, request.is_disconnected)
        return StreamingResponse(tail, media_type="text/event-stream", headers=HEADERS)

    async def refusal(self, _request: Any, error: ApnapError) -> Any:  # noqa: ANN401 - Starlette's
        status = 404 if error.code == "file/missing" else 400
        text = html.escape(f"{error_text(self._serving.lang, error)} [{error.code}]")
        body = f'<p>{text}</p><p><a href="/">apnap</a></p>'
        return self._page(_framed("apnap", body, self._serving.lang), bundle.policy(), status)

    def _page(self, text: str, policy: str, status: int = 200) -> Any:  # noqa: ANN401 - Starlette's
        from starlette.responses import HTMLResponse

        headers = HEADERS | {"Content-Security-Policy": policy}
        return HTMLResponse(text, status_code=status, headers=headers)


def _framed(title: str, body: str, lang: str) -> str:
    style = bundle.asset("page.css")
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{style}</style></head>"
        f'<body><main class="plain">{body}</main></body></html>'
    )


async def followed(
    growing: Growing, viewer: str, since: int, is_gone: Callable[[], Any]
) -> AsyncIterator[str]:
    """Yield a message whenever records have come, until nobody listens any more.

    A file that began anew, or that cannot be read, has the page load anew.
    """
    times = growing.times
    while not await is_gone():
        try:
            game = await asyncio.to_thread(growing.look)
        except (OSError, ApnapError):
            yield _message("changed", "{}", since)
            return
        if growing.times != times or len(game) < since:
            yield _message("changed", "{}", since)
            return
        if any(isinstance(record.event, Rewound) for record in game.log[since:]):
            yield _message("changed", "{}", since)  # what was taken back is told otherwise now
            return
        if len(game) > since:
            for message in await asyncio.to_thread(additions, game, viewer, since):
                yield _message(
                    "grown", msgspec.json.encode(message).decode(), message["records"] - 1
                )
            since = len(game)
        else:
            yield ": nothing yet\n\n"
        await asyncio.sleep(BETWEEN_LOOKS)


def _message(kind: str, data: str, last: int) -> str:
    return f"event: {kind}\nid: {last}\ndata: {data}\n\n"


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address, or raise why it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen()  # whoever reads the address may call at once
    except OSError as error:
        bound.close()
        raise ApnapError("serve/address", f"{host}:{port}: {error.strerror}") from error
    return bound


def run(serving: Serving, bound: socket.socket) -> None:
    """Serve until interrupted."""
    import uvicorn

    config = uvicorn.Config(
        application(serving), log_level="warning", timeout_graceful_shutdown=1, server_header=False
    )
    uvicorn.Server(config).run(sockets=[bound])
