"""The pictures of the guide to the viewer: `python tests/replays/viewer/screenshots.py` takes them anew."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from replays.viewer import Options, page_of  # noqa: E402 - behind the path
from tests.replays.viewer import games  # noqa: E402
from tests.replays.viewer.conftest import ARGUMENTS, PHONE, chromium  # noqa: E402

FOLDER = ROOT / "docs" / "guides" / "viewer"
DESK = {"width": 1280, "height": 720}
SHOTS = (
    ("contraptions", games.unstable, "#at=crank:10&tab=sprockets", DESK, "light"),
    ("coin-flips", games.flips, "#at=flip:9&tab=chance", DESK, "dark"),
    ("bend-or-break", games.bend_or_break, "#at=33&tab=why", DESK, "light"),
    ("phone", games.bend_or_break, "#at=30&lang=ja", PHONE, "light"),
)


def main() -> None:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, game, link, size, scheme in SHOTS:
            file = Path(folder, f"{name}.html")
            file.write_text(page_of(game(), Options()).html, encoding="utf-8")
            context = browser.new_context(viewport=size, color_scheme=scheme)
            tab = context.new_page()
            tab.goto(file.as_uri() + link)
            tab.wait_for_selector("body[data-ready]")
            tab.screenshot(path=FOLDER / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
