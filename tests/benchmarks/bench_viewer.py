"""Pages of games: their size for each event, and how soon a browser shows and steps through a long one."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from events.log import EventLog
from replays.demo import demo_game
from replays.game_log import GameLog
from replays.viewer import Options, page_of
from tests.benchmarks.games import long_log, whole_games
from tests.benchmarks.timing import Row, percentile, rate
from tests.replays.viewer.conftest import ARGUMENTS, chromium

STEPS = 60
"""Steps, and jumps anywhere, that are timed."""

FRAME = 1000 / 60
"""Milliseconds of one picture on a usual screen."""

PAINTS = "performance.getEntriesByType('paint').at(-1).startTime"
PRESS = """(seq) => new Promise((done) => {
  const begun = performance.now();
  const where = document.getElementById("where");
  const watch = new MutationObserver(() => {
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - begun));
  });
  watch.observe(where, { childList: true });
  if (seq === null) document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  else location.hash = `#at=${seq}`;
})"""


def rows() -> Iterator[Row]:
    """Yield the measurements."""
    for name, log in (("the demo game", demo_game().log), ("a whole game", whole_games()[0])):
        yield _size(name, log)[0]
    row, page = _size("a long game", long_log())
    yield row
    program = chromium()
    if program is None:
        yield Row(what="in a browser", ours="not measured", peer="no chromium here")
        return
    yield from _in_browser(program, page, len(long_log()))


def _size(name: str, log: EventLog) -> tuple[Row, str]:
    """Return what a page of a game weighs beside its log, with the views of all seats or of the judge."""
    game = GameLog(log)
    begun = time.perf_counter()
    page = page_of(game, Options(alone=True)).html
    taken = time.perf_counter() - begun
    bare = len(page_of(GameLog(log.prefix(1)), Options(alone=True)).html)
    whole = sum(len(line) + 1 for line in log.lines())
    row = Row(
        what=f"page of {name}, {len(log):,} events",
        ours=f"{(len(page) - bare) / len(log):.0f} bytes/event and {bare:,}; {rate(len(log), taken)}",
        peer=f"the log: {whole / len(log):.0f} bytes/event",
        ratio=whole / len(page),
    )
    return row, page


def _in_browser(program: str, page: str, length: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder, "page.html")
        file.write_text(page, encoding="utf-8")
        browser = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        tab = browser.new_page(viewport={"width": 1400, "height": 900})
        tab.goto(file.as_uri())
        tab.wait_for_selector("body[data-ready]")
        ready = tab.evaluate("performance.now()")
        yield Row(
            what=f"opening {length:,} events in Chromium",
            ours=f"first paint {tab.evaluate(PAINTS):.0f} ms, ready {ready:.0f} ms",
            peer="",
        )
        yield _moves("a step", tab, [None] * STEPS)
        places = [number * 7_919 % length for number in range(1, STEPS + 1)]
        yield _moves("a jump anywhere", tab, places)
        browser.close()


def _moves(what: str, tab: Any, places: Sequence[int | None]) -> Row:  # noqa: ANN401 - Playwright's
    taken = [tab.evaluate(PRESS, place) for place in places]
    usual, slow = percentile(taken, 0.5), percentile(taken, 0.95)
    return Row(
        what=what,
        ours=f"median {usual:.0f} ms, 95 % within {slow:.0f} ms",
        peer=f"a picture every {FRAME:.0f} ms",
    )
