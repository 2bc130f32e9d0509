"""What a reader does with a page, in a real browser: no error, no request, keys, clicks, links."""

import re
from typing import Any

import pytest

from events.vocabulary import Zone
from projections.divisions import divisions
from replays.game_log import GameLog
from replays.importers import ImportOptions, Source, import_source
from replays.positions import resolve
from tests.replays.games import whole_game
from tests.replays.importers.test_fuzz import MADE
from tests.replays.viewer import games
from tests.replays.viewer.conftest import PHONE, Opens
from tests.replays.viewer.pages import demo

GAME = demo()
DIVIDED = resolve(GAME, "divide:1")


def test_it_opens_at_the_end_or_where_the_link_says(opens: Opens) -> None:
    assert opens(GAME).at == len(GAME) - 1
    assert opens(GAME, "#at=42").at == 42
    assert opens(GAME, "#at=flip:2").at == resolve(GAME, "flip:2")


def test_keys_step_by_entry_turn_and_key_entry(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED)

    assert reader.press("ArrowRight", "ArrowRight", "ArrowLeft").at == DIVIDED + 1
    turn = GAME.tables[DIVIDED].turn.number
    assert reader.press("Shift+ArrowRight").at == resolve(GAME, f"t{turn + 1}")
    assert reader.press("Shift+ArrowLeft").at == resolve(GAME, f"t{turn}")
    assert reader.press("}").at == DIVIDED
    assert reader.press("{").at < DIVIDED
    assert reader.press("Home").at == 0
    assert reader.press("End").at == len(GAME) - 1


def test_buttons_rows_and_the_slider_move_too(opens: Opens) -> None:
    reader = opens(GAME, at=200)

    assert reader.click("[data-move=next]").at == 201
    assert reader.click("[data-move=previous]").at == 200
    assert reader.click("#entry-203").at == 203
    reader.tab.focus("#slider")
    assert reader.press("ArrowRight").at == 204
    reader.tab.focus("#list")
    assert reader.press("ArrowDown", "ArrowDown").at == 206
    assert reader.text("#entry-206 .text") == reader.text("#entry .told").partition(" ")[2]


def test_a_jump_can_be_taken_back(opens: Opens) -> None:
    reader = opens(GAME, "#at=10&tab=chance")

    reader.click(".scroll [data-at]:last-of-type >> nth=3")
    jumped = reader.at
    reader.tab.go_back()
    reader.settle()

    assert jumped != 10
    assert reader.at == 10


def test_a_moment_by_its_name(opens: Opens) -> None:
    reader = opens(GAME, at=5, alone=True)
    for name in ("t5.upkeep", "flip:2", "mull.2", "@42", "-3", "divide:1"):
        reader.press("g").tab.fill("#moment", name)

        assert reader.press("Enter").at == resolve(GAME, name), name


def test_a_moment_that_there_is_not(opens: Opens) -> None:
    reader = opens(GAME, at=5).press("g")
    reader.tab.fill("#moment", "flip:99")
    reader.press("Enter")

    assert "flip:99" in reader.text("#dialog [role=alert]")
    assert reader.press("Escape").at == 5


def test_the_link_leads_to_the_same_moment(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED).press("s", "F2", "ArrowRight")
    link = reader.link
    reader.open(f"#{link}")

    assert link.startswith(f"log=a&at={DIVIDED + 1}&seat=public&lang=ja")
    assert reader.at == DIVIDED + 1
    assert reader.tab.input_value("#seat") == "public"
    assert reader.text("#tab-why") == "理由"


def test_searching_and_filtering(opens: Opens) -> None:
    reader = opens(GAME, at=0).press("/")
    reader.tab.keyboard.type("pyrotechnics")
    reader.settle()
    first = reader.press("Enter").at
    second = reader.press("Enter").at

    found = re.findall(r"\d+", reader.text("#count"))
    assert 0 < int(found[0]) < int(found[1]) == len(GAME)
    assert 0 < first < second
    assert "Pyrotechnics" in reader.text("#entry")
    reader.press("Escape").open().click("#filter-divide")
    assert reader.count("#list [role=option]") == 2


def test_why_a_value_is_what_it_is(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED + 30)
    reader.tab.focus("[data-path='players.bob.life']")
    reader.press("w")
    expected = GAME.why("players.bob.life", DIVIDED + 30)

    assert expected.root is not None
    assert reader.text(".asked") == f"players.bob.life = {expected.value}"
    tree = reader.text("#pane .tree >> nth=0")
    assert tree.lstrip("▾ ").startswith(f"@{expected.root.seq}")
    assert {f"@{node.seq}" for node in expected.root.sources} <= set(re.findall(r"@\d+", tree))


@pytest.mark.parametrize(
    "path", ["turn.phase", "players.ann.hand", "priority.holder", "objects.c1"]
)
def test_the_last_write_is_the_one_that_why_tells(opens: Opens, path: str) -> None:
    for at in (150, 700):
        write = GAME.last_write(path, at)
        reader = opens(GAME, f"#at={at}&tab=why&why={path}", alone=True)

        if write is None:
            assert "from the start" in reader.text("#pane")
        else:
            told = reader.text("#pane .tree >> nth=0").lstrip("▾▸ ")
            assert told.startswith(f"@{write.seq} ")


def test_a_value_that_never_was(opens: Opens) -> None:
    reader = opens(GAME, "#tab=why&why=players.zoe.life")

    assert "there is no such value" in reader.text("#pane")


def test_changed_values_have_a_sign_and_say_what_they_were(opens: Opens) -> None:
    life = next(seq for seq in range(len(GAME)) if type(GAME[seq].event).__name__ == "LifeChanged")
    reader = opens(GAME, at=life)
    changed = reader.tab.locator(".value.changed[data-path$='.life']")

    assert changed.inner_text().startswith("~")
    assert "was 20" in changed.get_attribute("title")
    assert "changed" in changed.get_attribute("aria-label")


def test_other_eyes_see_less(opens: Opens) -> None:
    reader = opens(GAME, at=300)
    judge = reader.text("#table")
    reader.press("s", "s")
    ann = reader.text("#table")

    assert "Elephant" in judge
    assert reader.tab.input_value("#seat") == "ann"
    assert "Elephant" not in ann
    assert "unknown" in ann


def test_a_hand_can_be_closed_and_stays_closed(opens: Opens) -> None:
    reader = opens(GAME, at=300).click("[aria-label=Bob] summary")
    reader.press("ArrowRight")

    assert not reader.tab.locator("[aria-label=Bob] details >> nth=0").get_attribute("open")


def test_two_languages(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED, lang="ja", alone=True)
    japanese = reader.text("#entry .told")
    reader.press("F2")

    assert reader.tab.get_attribute("html", "lang") == "en"
    assert "割り振" in japanese
    assert "divides" in reader.text("#entry .told")


def test_panes(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED, alone=True)
    panes = {
        "record": "DamageDivided",
        "chance": "Flip 1",
        "mulligans": "to the bottom",
        "divisions": "Announced",
        "checks": "derived",
        "sprockets": "no Contraptions",
        "notes": "Your note",
    }
    for tab, shown in panes.items():
        assert shown in reader.click(f"#tab-{tab}").text("#pane"), tab
        assert reader.tab.get_attribute(f"#tab-{tab}", "aria-selected") == "true"


def test_contraptions_on_their_sprockets(opens: Opens) -> None:
    game = games.unstable()
    reader = opens(game, "#at=crank:9&tab=sprockets", alone=True)
    board = game.tables[resolve(game, "crank:9")]
    seat = next(seat for seat, row in board.sprockets.items() if any(row.values()))
    names = {board.objects[name].name for row in board.sprockets[seat].values() for name in row}

    assert "CRANK! counter" in reader.text("#table .sprocket.here >> nth=0")
    assert all(str(name) in reader.text("#pane") for name in names)


def test_a_value_in_halves_is_told_in_points(opens: Opens) -> None:
    path = "players.bob.life"
    write = games.unstable().last_write(path)
    assert write is not None
    reader = opens(games.unstable(), f"#at={write.seq}&tab=why&why={path}", alone=True)

    assert (write.before, write.after) == (34, 28)
    assert reader.text(".asked") == f"{path} = 14"
    assert reader.text("#pane .change >> nth=0") == "17 → 14"
    reader.click("#tab-record")
    assert f"{path} 17 → 14" in reader.text("#pane .changes")


def test_choices_of_three_players(opens: Opens) -> None:
    game = games.bend_or_break()
    restarted = [r.seq for r in game if type(r.event).__name__ == "ChoicesRestarted"]
    reader = opens(game, at=restarted[-1])

    assert "still to choose" in reader.text(".procedures")
    assert reader.count(".player") == 3


def test_two_logs_side_by_side(opens: Opens) -> None:
    reader = opens(whole_game(), "#tab=compare", compare=whole_game(life=15))
    parting = reader.text(".parting")

    assert "now 17" in parting
    assert "now 15" in parting
    box = reader.tab.locator(".parting").bounding_box()
    pane = reader.tab.locator("#pane").bounding_box()
    assert abs(box["y"] + box["height"] / 2 - pane["y"] - pane["height"] / 2) < pane["height"] / 3
    reader.click(".parting .side >> nth=1")
    assert "now 15" in reader.text("#entry")
    assert reader.tab.evaluate("document.body.dataset.log") == "b"
    reader.press("c")
    assert reader.tab.evaluate("document.body.dataset.log") == "a"


def test_notes_stay_in_the_link(opens: Opens) -> None:
    reader = opens(GAME, at=30).press("n")
    reader.tab.fill("#note", "Was this legal? これは?")
    reader.click("#pane form [type=submit]")
    link = reader.link
    reader.open(f"#{link}")

    assert "notes=" in link
    assert "Was this legal? これは?" in reader.text("#pane .notes")
    assert "✎" in reader.text("#entry-30")
    reader.click("#pane .notes button >> nth=1")
    assert "notes=" not in reader.link


def test_notes_can_be_saved_and_read_again(opens: Opens, tmp_path: Any) -> None:  # noqa: ANN401
    reader = opens(GAME, at=30).press("n")
    reader.tab.fill("#note", "<b>mine</b>")
    reader.click("#pane form [type=submit]")
    with reader.tab.expect_download() as saving:
        reader.tab.click("text=Save notes")
    saving.value.save_as(tmp_path / "notes.json")
    reader.open("#tab=notes")
    reader.tab.set_input_files("#pane [type=file]", tmp_path / "notes.json")
    reader.tab.wait_for_selector("#pane .notes")

    assert "<b>mine</b>" in reader.text("#pane .notes")


@pytest.mark.parametrize(
    "link", ["#at=9999&seat=zoe&lang=xx&tab=none&log=q&notes=!!", "#at=x&why=..&q=%00"]
)
def test_a_link_that_nobody_wrote_leads_somewhere_all_the_same(opens: Opens, link: str) -> None:
    assert opens(GAME, link).at in range(len(GAME))


def test_a_phone_shows_one_panel_at_a_time(opens: Opens) -> None:
    reader = opens(GAME, at=DIVIDED, size=PHONE)

    def visible() -> list[str]:
        panels = ("list-view", "table-view", "detail-view")
        return [name for name in panels if reader.tab.is_visible(f".panel.{name}")]

    assert visible() == ["table-view"]
    reader.click("#show-list-view")
    assert visible() == ["list-view"]
    reader.click("#show-table-view").click("[data-path='players.bob.life']")
    assert visible() == ["detail-view"]
    assert reader.tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_strange_names_are_text(opens: Opens) -> None:
    game = games.strange()
    reader = opens(game, at=len(game) - 1)
    for tab in ("record", "why", "mulligans", "checks", "chance"):
        reader.click(f"#tab-{tab}")
        assert reader.count("#app img, #app script, #app b > script") == 0

    assert games.HOSTILE in reader.text("#entry")
    assert games.HOSTILE in reader.text("#table")


def test_a_real_game(opens: Opens) -> None:
    game = games.arena()
    if game is None:
        pytest.skip("no real records here: put them in shared/samples, or set APNAP_SAMPLES")
    reader = opens(game, at=0, alone=True)
    for _ in range(3):
        reader.press("Shift+ArrowRight", "}")

    assert reader.at > 0
    assert reader.count(".player") == 2


def test_the_frames_of_the_page_are_those_of_the_fold(opens: Opens) -> None:
    """Every number of the table, at many moments, read from the page as it draws them."""
    game: GameLog = games.flips()
    reader = opens(game, at=0, alone=True)
    for at in (7, 300, 299, len(game) - 1):
        reader.tab.evaluate("(at) => { location.hash = `#at=${at}`; }", at)
        reader.settle()
        table = game.tables[at]
        for seat, player in table.players.items():
            figures = f"[data-path='players.{seat}.%s']"
            assert reader.text(figures % "life").lstrip("~") == str(player.life)
            assert reader.text(figures % "hand").lstrip("~") == str(len(player.hand))
            assert reader.text(figures % "library").lstrip("~") == str(len(player.library))


@pytest.mark.parametrize("kind", MADE)
def test_a_game_of_every_client(opens: Opens, kind: str) -> None:
    """What a record tells is shown, and what it does not tell is not made up."""
    (imported,) = import_source(
        Source("record", data=MADE[kind]), ImportOptions(), format=kind
    ).games[:1]
    game = GameLog(imported.log)
    reader = opens(game, alone=True)
    for _ in range(2):
        reader.press("Shift+ArrowLeft", "{")

    assert reader.count(".player") == len(game.header.seats)
    reader.press("End")
    for seat, player in game.tables[-1].players.items():
        told = "?" if player.uncounted else str(player.size(Zone.LIBRARY))
        assert reader.text(f"[data-path='players.{seat}.library']").lstrip("~") == told
    assert "imported" in reader.click("#tab-checks").text("#pane")


def test_a_target_keeps_its_name_in_the_divisions(opens: Opens) -> None:
    """At the end of the game the creature is gone; what the division did to it is not."""
    (told,) = [one for one in divisions(GAME.log.records, GAME.tables) if one.seq == DIVIDED]
    text = opens(GAME, "#tab=divisions", alone=True).text("#pane section >> nth=0")

    assert told.is_over
    assert "Bear" in text
    assert "c241" in text
