"""The same decisions and chance under Paris, Vancouver and London: three logs that differ as they should.

The guide to mulligans (``docs/guides/mulligans.md``) shows these logs.
"""

from pathlib import Path

import pytest

from mulligans_page import DAYS, mulligans_page, opening
from tests.machine.mulligans.playing import kinds_of

ANN_KEEPS = ["MulliganDeclared", "HandKept"]
REDRAW = ["MulliganDeclared", "PhaseEntered", "MulliganTaken", "LibraryShuffled", "CardsDrawn"]
AGAIN = ["PhaseEntered"]
BOB_KEEPS = ["MulliganDeclared", "HandKept"]
LOOK = ["PhaseEntered", "LookChosen", "CardsLookedAt", "LookedCardPlaced"]

GOLDEN = {
    "Paris": [*ANN_KEEPS, *(REDRAW + AGAIN) * 2, *BOB_KEEPS, *AGAIN],
    "Vancouver": [*ANN_KEEPS, *(REDRAW + AGAIN) * 2, *BOB_KEEPS, *LOOK, *AGAIN],
    "London": [
        *ANN_KEEPS,
        *[*REDRAW, "CardsBottomed", *AGAIN] * 2,
        *BOB_KEEPS,
        *AGAIN,
    ],
}
DRAWN = {"Paris": [6, 5], "Vancouver": [6, 5], "London": [7, 7]}


@pytest.mark.parametrize("name", DAYS)
def test_the_log_of_each_kind(name: str) -> None:
    events = opening(DAYS[name])

    assert kinds_of(events) == GOLDEN[name]
    assert [
        getattr(event, "count", None) for event in events if "Drawn" in kinds_of([event])[0]
    ] == (DRAWN[name])


def test_vancouver_is_paris_until_all_have_kept() -> None:
    paris, vancouver = (kinds_of(opening(DAYS[name])) for name in ("Paris", "Vancouver"))
    same = len(paris) - 1

    assert paris[:same] == vancouver[:same]


def test_the_guide_shows_them() -> None:
    root = next(folder for folder in Path(__file__).resolve().parents if (folder / "docs").is_dir())
    guide = root / "docs" / "guides" / "mulligans.md"

    assert guide.read_text(encoding="utf-8") == mulligans_page()
