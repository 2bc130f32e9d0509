"""Everybody can read a page: checked by axe, in both schemes, on both sizes; keyboard alone is enough."""

from typing import Any

import pytest

from replays.positions import resolve
from tests.replays.games import whole_game
from tests.replays.viewer import games
from tests.replays.viewer.conftest import DESK, PHONE, WHY, Opens
from tests.replays.viewer.pages import demo

GAME = demo()
DIVIDED = resolve(GAME, "divide:1")
GRAVE = ("serious", "critical")
PANES = ("why", "record", "chance", "mulligans", "sprockets", "divisions", "checks", "notes")


def _violations(tab: Any) -> list[str]:  # noqa: ANN401 - Playwright's
    """Return what axe finds to be seriously wrong, with where it is."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason=WHY)
    found = axe.Axe().run(tab).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(("scheme", "panes"), [("light", PANES), ("dark", ("why", "chance"))])
def test_panes_on_a_desk(opens: Opens, scheme: str, panes: tuple[str, ...]) -> None:
    reader = opens(GAME, f"#at={DIVIDED}&why=players.bob.life", scheme=scheme)
    found = {pane: _violations(reader.click(f"#tab-{pane}").tab) for pane in panes}

    assert {pane: wrong for pane, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    ("view", "scheme"), [("list-view", "dark"), ("table-view", "light"), ("detail-view", "dark")]
)
def test_panels_on_a_phone(opens: Opens, view: str, scheme: str) -> None:
    reader = opens(games.unstable(), "#at=crank:9&lang=ja", size=PHONE, scheme=scheme, alone=True)
    reader.click(f"#show-{view}")

    assert _violations(reader.tab) == []


@pytest.mark.parametrize("key", ["?", "g"])
def test_dialogs(opens: Opens, key: str) -> None:
    assert _violations(opens(GAME, at=5).press(key).tab) == []


def test_two_logs(opens: Opens) -> None:
    reader = opens(whole_game(), "#tab=compare", compare=whole_game(life=15))

    assert _violations(reader.tab) == []


def test_the_keyboard_reaches_everything_and_leaves_it_again(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED, size=DESK)
    reached = set()
    for _ in range(70):
        reader.tab.keyboard.press("Tab")
        reached.add(
            reader.tab.evaluate(
                "document.activeElement.closest('.panel, .bar, .timeline')?.className"
            )
        )
        reached.add(reader.tab.evaluate("document.activeElement.id"))

    assert {
        "bar",
        "timeline",
        "panel list-view",
        "panel table-view",
        "panel detail-view",
    } <= reached
    assert {"seat", "language", "help", "slider", "search", "list", "tab-why", "pane"} <= reached


def test_each_step_is_announced(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED).press("ArrowRight")

    assert reader.text("#announce").startswith(f"@{DIVIDED + 1} ")
    assert reader.tab.get_attribute("#list", "aria-activedescendant") == f"entry-{DIVIDED + 1}"
    assert "t9" in reader.tab.get_attribute("#slider", "aria-valuetext")


def test_the_focus_stays_where_it_was(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED)
    reader.tab.focus("[data-path='players.bob.life']")
    reader.press("ArrowRight", "ArrowRight")

    assert reader.tab.evaluate("document.activeElement.dataset.path") == "players.bob.life"


def test_nothing_moves_by_itself(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED).press("ArrowRight")

    assert reader.tab.evaluate("document.getAnimations().length") == 0
