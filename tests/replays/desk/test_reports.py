"""Reports: one page in three forms and two languages, harmless whatever people are called."""

import json
import random
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.coin_flips import FlipCalled
from events.vocabulary import Face
from replays.catalogue import told
from replays.demo import demo_bytes, demo_game
from replays.game_log import GameLog
from replays.reports.forms import FORMS, form_of, written
from replays.reports.moments import find, moment_page
from replays.reports.safe import for_chat, markdown, plain
from replays.reports.summary import LONGEST, summary
from tests.machine.random_games import new_game, played
from tests.replays.cli.conftest import Run, data
from tests.replays.desk.altered import chained, drafts_of
from tests.replays.desk.games import BOB, at_flipper, submit_until
from tests.replays.games import whole_game

GAME = demo_game()
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> `$x$` | [a](javascript:b) @everyone "
    "\u202e\x1b[31m {lang} {0}"
)
SECTIONS = ("question", "answer", "facts", "table", "options", "ruling", "cannot", "verify")
CHROMIUM = shutil.which("chromium")


class Tags(HTMLParser):
    """Collects what an HTML file is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    return tags


def renamed_players(game: GameLog, name: str) -> GameLog:
    drafts = drafts_of(game)
    seats = tuple(replace(one, name=f"{name}{one.seat}") for one in game.header.seats)
    drafts[0] = replace(drafts[0], event=replace(game.header, seats=seats))
    return chained(drafts, "game.apnap.jsonl")


def page(game: GameLog, seq: int, form: str = "txt", lang: str = "en", **more: str) -> str:
    return written([moment_page(find(game, seq, **more), lang)], form)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("form", FORMS)
def test_a_page_has_every_part(form: str, lang: str) -> None:
    text = page(GAME, GAME.seq("flip:2") + 3, form, lang, path="players.bob.life", question="Why?")
    shown = text if form != "html" else parsed(text).text

    places = [shown.lower().find(told(lang, f"report.heading_{key}").lower()) for key in SECTIONS]
    assert -1 not in places
    assert places == sorted(places)
    assert GAME.head in text
    assert "Why?" in text
    assert "players.bob.life" in text


def test_both_languages_stand_side_by_side() -> None:
    found = find(GAME, 300)
    html = written([moment_page(found, lang) for lang in ("en", "ja")], "html")

    assert html.count("<article") == 2
    assert '<article lang="en">' in html
    assert '<article lang="ja">' in html
    assert 'class="both"' in html


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_word_of_a_stranger_does_anything(lang: str) -> None:
    game = renamed_players(GAME, HOSTILE)
    seq = game.seq("flip:2")
    html = page(game, seq, "html", lang, question=HOSTILE, answer=HOSTILE)
    tags = parsed(html)

    assert set(tags.tags) <= {
        "html", "head", "meta", "title", "style", "body", "main", "article", "section", "h1", "h2",
        "p", "ul", "ol", "li", "div", "table", "thead", "tbody", "tr", "th", "td", "pre",
    }  # fmt: skip
    assert not [
        name for name, _ in tags.attributes if name.startswith("on") or name in ("src", "href")
    ]
    assert "<script>alert(1)</script>" in tags.text
    assert "\u202e" not in html
    assert "\x1b" not in html


def test_nothing_is_loaded_and_no_script_may_run() -> None:
    html = page(GAME, 300, "html")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)

    assert policy is not None
    assert style is not None
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    told_policy = policy[1].replace("&#x27;", "'")
    assert told_policy.startswith("default-src 'none'")
    assert f"style-src 'sha256-{digest}'" in told_policy
    assert "unsafe" not in html
    assert not re.search(r"https?://|url\(|@import|<script|<link", html)


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here to look at a page with")
@pytest.mark.parametrize("both", [False, True])
def test_a_browser_shows_the_page_with_its_style(tmp_path: Path, both: bool) -> None:  # noqa: FBT001
    file = tmp_path / "page.html"
    found = find(renamed_players(GAME, "<b>"), 300, question=HOSTILE)
    pages = [moment_page(found, lang) for lang in (("en", "ja") if both else ("en",))]
    file.write_text(written(pages, "html"), encoding="utf-8")
    command = [
        str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu",
        f"--user-data-dir={tmp_path / 'profile'}", f"--screenshot={tmp_path / 'page.png'}",
        "--dump-dom", file.as_uri(),
    ]  # fmt: skip
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    assert "&lt;script&gt;alert(1)" in ended.stdout
    assert "Refused to apply" not in ended.stderr
    assert (tmp_path / "page.png").stat().st_size > 5_000


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("seed", range(12))
def test_a_summary_fits_and_calls_nobody(seed: int, lang: str) -> None:
    rng = random.Random(seed)  # noqa: S311 - which record
    game = renamed_players(GAME, "@everyone <@123> " * (seed % 4))
    long = "@here " + "x" * rng.randrange(3000)
    text = summary(find(game, rng.randrange(len(game)), question=long, answer=long), lang)

    assert len(text) <= LONGEST
    assert "@everyone" not in text
    assert "@here" not in text
    assert "<@" not in text
    assert game.head[:16] in text


def test_a_page_of_a_seat_tells_nothing_hidden() -> None:
    game = new_game("london", "two", 2)
    for _ in played(game, 2, decisions=12):
        pass
    log = game.log
    table = log.tables[-1]
    for form in FORMS:
        for seq in range(1, len(log), 5):
            text = page(log, seq, form, seat="public", path="")
            assert log.head not in text
            cards = {table.objects[name].card for name in table.players[BOB].library}
            assert not [name for name in cards if name and f"{name} (c" in text]


def test_the_answer_to_what_was_reported() -> None:

    game = at_flipper(1)
    submit_until(game, FlipCalled)
    seq = len(game.events)
    game.report(FlipCalled(player=BOB, flip=1, call=Face.HEADS))
    game.ruling("ann calls; the flip stands", about=seq)
    text = page(game.log, seq)

    assert "recorded as reported" in text
    assert "The rules do not allow it (CR 705.2)" in text
    assert "ann had to call heads or tails" in text
    assert "ann calls; the flip stands" in text
    assert "申告どおり" in page(game.log, seq, lang="ja")


def test_an_imported_record_says_what_it_cannot_show() -> None:
    text = page(whole_game(), 20)

    assert "imported from test" in text
    assert "nothing of it is re-derived" in text


@pytest.mark.parametrize("seed", range(4))
def test_a_page_for_every_record_of_random_games(seed: int) -> None:
    game = new_game("london", "three", seed, un_cards=True)
    for _ in played(game, seed, decisions=20):
        pass
    for seq in range(0, len(game.events), 6):
        for lang in ("en", "ja"):
            for form in FORMS:
                assert page(game.log, seq, form, lang)


def test_harmless_text() -> None:
    assert plain("a\u202eb\x00\x1b[1m \n c") == "ab[1m c"
    assert markdown("# *a* [b](c) <i> | 1") == r"\# \*a\* \[b\]\(c\) \<i\> \| 1"
    assert markdown("1. a & b") == r"1\. a &amp; b"
    assert markdown("- a") == r"\- a"
    assert for_chat("@here `x` <@5> @231") == "(at)here 'x' <(at)5> @231"


@pytest.mark.parametrize(
    ("name", "form"), [("a.html", "html"), ("a.HTM", "html"), ("a.md", "md"), ("a.txt", "txt")]
)
def test_forms(name: str, form: str) -> None:
    assert form_of(name) == form


def test_the_command(run: Run, tmp_path: Path) -> None:
    log, out = tmp_path / "demo.apnap.jsonl", tmp_path / "report.html"
    log.write_bytes(demo_bytes())

    assert run("report", f"{log}@t5", "-o", str(out)).exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run("report", f"{log}@t5", "-o", str(out)).exit_code == 6
    assert run("report", f"{log}@t5", "-o", str(out), "--both", "--overwrite").exit_code == 0
    assert len(run("report", f"{log}@t5", "--summary").stdout) <= LONGEST + 1
    assert data(run("report", f"{log}@t5", "--json"))["pages"][0]["lang"] == "en"
    assert "報告書" in run("report", f"{log}@t5", LANG="ja_JP.UTF-8").stdout
    assert run("report", f"{log}@t99").exit_code == 2
    refused = run("report", f"{log}@t5", "--path", "players.bob.lief", "--json")
    assert refused.exit_code == 2
    assert "life" in json.loads(refused.stderr)["error"]["message"]
    assert run("report", f"{log}@t5", "-o", str(tmp_path / "a.pdf")).exit_code == 2
    assert run("report", f"{log}@t5", "--seat", "zoe").exit_code == 2
