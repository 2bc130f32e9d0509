"""A real browser for the pages: Debian's chromium, driven without any network; skipped where absent."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from replays.game_log import GameLog
from tests.replays.viewer.pages import page as page_of_game

WHY = "no chromium here: apt install chromium, then make browser"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESK = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}


def chromium() -> str | None:
    """Return where the browser is."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    driver = pytest.importorskip("playwright.sync_api", reason=WHY)
    program = chromium()
    if program is None:
        pytest.skip(WHY)
    with driver.sync_playwright() as started:
        running = started.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield running
        running.close()


class Reader:
    """Somebody who reads a page; what goes wrong meanwhile is kept."""

    def __init__(self, tab: Any) -> None:  # noqa: ANN401 - Playwright's
        self.tab = tab
        self.address = ""
        self.wrong: list[str] = []
        tab.on("console", self._heard)
        tab.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        tab.on("request", lambda request: self._asked(request.url))
        tab.on("dialog", lambda dialog: self.wrong.append(f"dialog: {dialog.message}"))

    def _heard(self, message: Any) -> None:  # noqa: ANN401 - Playwright's
        if message.type in ("error", "warning"):
            self.wrong.append(f"console: {message.text}")

    def _asked(self, url: str) -> None:
        if url != "about:blank" and not url.startswith((self.address, "blob:")):
            self.wrong.append(f"request: {url}")

    def open(self, link: str = "") -> "Reader":
        """Open the page at a link, anew."""
        self.tab.goto("about:blank")
        self.tab.goto(self.address + link)
        self.tab.wait_for_selector("body[data-ready]")
        return self

    def press(self, *keys: str) -> "Reader":
        for key in keys:
            self.tab.keyboard.press(key)
            self.settle()
        return self

    def click(self, selector: str) -> "Reader":
        self.tab.click(selector)
        self.settle()
        return self

    def settle(self) -> None:
        """Wait until what was asked for is drawn: two frames, and every block unpacked."""
        self.tab.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))"
        )

    def text(self, selector: str) -> str:
        found: str = self.tab.inner_text(selector)
        return found

    def count(self, selector: str) -> int:
        found: int = self.tab.locator(selector).count()
        return found

    @property
    def at(self) -> int:
        """The record the reader stands on."""
        return int(self.text("#where").split()[0].removeprefix("@"))

    @property
    def link(self) -> str:
        """The part of the link behind the page, as it is once the reader pauses."""
        self.tab.wait_for_timeout(260)
        return str(self.tab.url).partition("#")[2]


Opens = Callable[..., Reader]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Make the page of a game, once for all tests that want it."""
    folder = tmp_path_factory.mktemp("pages")
    made: dict[int, Path] = {}

    def page(game: GameLog, compare: GameLog | None, **options: Any) -> Path:  # noqa: ANN401 - fields of Options
        told = page_of_game(game, compare, **options)
        if id(told) not in made:
            made[id(told)] = folder / f"page{len(made)}.html"
            made[id(told)].write_text(told.html, encoding="utf-8")
        return made[id(told)]

    return page


@pytest.fixture(scope="session")
def readers(browser: Any) -> Callable[..., Reader]:  # noqa: ANN401 - Playwright's
    """Give a reader a screen of some size, without a network; those of one size share it."""
    known: dict[tuple[object, ...], Reader] = {}

    def reader(size: dict[str, int], scheme: str) -> Reader:
        key = (*size.items(), scheme)
        if key not in known:
            context = browser.new_context(
                viewport=size, color_scheme=scheme, offline=True, reduced_motion="reduce"
            )
            known[key] = Reader(context.new_page())
        return known[key]

    return reader


@pytest.fixture
def opens(readers: Callable[..., Reader], pages: Callable[..., Path]) -> Iterator[Opens]:
    """Open the page of a game in a browser; nothing may go wrong until the test is over."""
    used: list[Reader] = []

    def open_page(  # noqa: PLR0913 - how a page is made, and how it is looked at
        game: GameLog,
        link: str = "",
        *,
        at: int | None = None,
        compare: GameLog | None = None,
        size: dict[str, int] = DESK,
        scheme: str = "light",
        **options: Any,  # noqa: ANN401 - fields of Options
    ) -> Reader:
        reader = readers(size, scheme)
        if reader not in used:
            used.append(reader)
            reader.wrong.clear()
        reader.address = pages(game, compare, **options).as_uri()
        return reader.open(link or ("" if at is None else f"#at={at}"))

    yield open_page
    assert [one for reader in used for one in reader.wrong] == []
