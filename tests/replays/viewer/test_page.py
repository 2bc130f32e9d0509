"""What a page is made of: its policy, its words, its data; and that the data is what the fold says."""

import base64
import hashlib
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from events.errors import ApnapError
from projections import paths
from projections.plain import to_plain
from replays.game_log import GameLog
from replays.positions import resolve
from replays.scan import open_game
from replays.viewer import bundle
from replays.viewer.frames import Frames, defaults, patches, plain_frame
from replays.viewer.seen import Seen
from tests.replays.games import whole_game
from tests.replays.viewer import games
from tests.replays.viewer.pages import demo, page
from tests.replays.viewer.unpacking import blocks, meta

GAMES = {"flips": games.flips, "unstable": games.unstable, "bend": games.bend_or_break}
FILES = resources.files("replays.viewer").joinpath("page")
KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
SCRIPTS = sorted(file.name for file in FILES.iterdir() if file.name.endswith(".js"))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_nothing_runs_but_what_the_policy_names() -> None:
    made = page(demo())
    scripts = re.findall(r'<script type="module">(.*?)</script>', made.html, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", made.html, re.DOTALL)

    assert f'content="{made.policy}"' in made.html
    assert [f"script-src {_hash(one)}" in made.policy for one in scripts] == [True]
    assert [f"style-src {_hash(one)}" in made.policy for one in styles] == [True]
    assert "default-src 'none'" in made.policy
    assert "connect-src" not in made.policy
    assert not re.search(r"<[^>]*\s(style|on\w+)=", re.sub(r"<script.*?</script>", "", made.html))


def test_nothing_is_fetched_from_anywhere() -> None:
    text = page(demo()).html

    assert not re.search(
        r"""(src|href)\s*=\s*["']?(?!#)""", re.sub(r"<script.*?</script>", "", text)
    )
    assert set(re.findall(r"https?://[^\s\"'`]+", text)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_is_in_the_page_once_behind_what_it_imports(name: str) -> None:
    script = bundle.script()
    place = script.index(f"// ---- {name}")
    imported = re.findall(r'from "\./(\w+)\.js"', bundle.asset(name))

    assert script.count(f"// ---- {name}\n") == 1
    assert all(script.index(f"// ---- {one}.js") < place for one in imported)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_never_reads_text_as_markup(name: str) -> None:
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\("
    )

    assert not re.search(forbidden, bundle.asset(name))


def test_every_word_of_the_page_is_there_in_both_languages() -> None:
    source = bundle.script() + bundle.asset("page.html") + bundle.asset("dialogs.js")
    named = set(re.findall(r'\bsay\("([a-z_]+)"', source))
    named |= set(re.findall(r'data-(?:say|label|hint)="([a-z_]+)"', source))
    named |= set(re.findall(r'"(keys_[a-z]+)"', source))
    words = bundle.words()

    assert sorted(named - set(words)) == []
    assert [key for key, word in words.items() if set(word) != {"en", "ja"}] == []
    for key, word in words.items():
        fields = {lang: set(re.findall(r"\{(\w+)\}", text)) for lang, text in word.items()}
        assert fields["en"] == fields["ja"], key


def test_modules_that_import_each_other_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "main.js": 'import { a } from "./other.js";\n',
        "other.js": 'import { b } from "./main.js";\n',
    }
    bundle.script.cache_clear()
    monkeypatch.setattr(bundle, "asset", files.__getitem__)
    with pytest.raises(ApnapError, match="main > other > main"):
        bundle.script()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", ["judge", "public", "ann"])
def test_frames_and_changes_give_every_table(name: str, viewer: str) -> None:
    game = GAMES[name]()
    seen = Seen(game, viewer)
    frames = Frames(seen.tables, game.tables, viewer)
    plain = plain_frame(frames[0])
    for seq in range(1, min(len(game), 400)):
        _apply(plain, patches(frames, seq))
        if seq % 40 == 0:
            assert _bare(_filled(plain)) == _bare(_filled(plain_frame(frames[seq]))), seq


def _apply(plain: dict[str, Any], changes: list[Any]) -> None:
    """Apply changes as the page does."""
    for steps, *value in changes:
        here: Any = plain
        for step in steps[:-1]:
            here = here.setdefault(step, {}) if isinstance(here, dict) else here[step]
        if value:
            if isinstance(here, list) and steps[-1] == len(here):
                here.append(value[0])
            else:
                here[steps[-1]] = value[0]
        elif isinstance(here, list):
            del here[steps[-1] :]
        else:
            del here[steps[-1]]


def _filled(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a frame with its parts' defaults filled in, as far as a page knows them."""
    told = dict(plain)
    for name, usual in defaults().items():
        part = plain[name]
        if part is None:
            continue
        depth, fields = usual["depth"], usual["fields"]
        if depth == 1:
            told[name] = fields | part
        elif isinstance(part, dict):
            told[name] = {key: fields | one for key, one in part.items()}
        else:
            told[name] = [fields | one for one in part]
    return told


def _bare(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return JSON without what is empty: as good as absent, wherever a page looks."""
    if isinstance(value, dict):
        return {key: _bare(one) for key, one in value.items() if one}
    return [_bare(one) for one in value] if isinstance(value, list | tuple) else value


def test_a_key_may_have_dots() -> None:
    game = games.strange()
    table = game.tables[-1]
    seat = table.turn_order[0]
    none = table.players[seat].counters.set("b", 1)
    before, after = (
        replace(table, players=table.players.set(seat, replace(table.players[seat], counters=one)))
        for one in (none, none.set("a.b", 1).set("a", 2))
    )
    frames = Frames([before, after], [before, after])

    assert patches(frames, 1) == [
        [["players", str(seat), "counters", "a"], 2],
        [["players", str(seat), "counters", "a.b"], 1],
    ]


@pytest.mark.parametrize("name", GAMES)
def test_moments_are_those_of_positions(name: str) -> None:
    game = GAMES[name]()
    places = blocks(page(game, alone=True).html)["a-judge-entries"]["places"]

    assert len(places) > 3
    for place in list(places)[:: max(1, len(places) // 40)]:
        assert places[place] == resolve(game, place), place


def test_entries_are_those_of_apnap_log() -> None:
    game = demo()
    told = blocks(page(game, alone=True).html)["a-judge-entries"]

    assert told["seqs"] == list(range(len(game)))
    words = told["types"]
    assert [words["names"][one] for one in words["of"]] == [type(r.event).__name__ for r in game]
    assert told["causes"] == [record.cause for record in game]


def test_links_are_those_of_why() -> None:
    game = demo()
    told = blocks(page(game, alone=True).html)
    links = [one for name, block in told.items() if "-chunk-" in name for one in block["links"]]
    for path in ("players.bob.life", "players.ann.library", "turn.phase"):
        root = game.why(path).root
        assert root is not None
        assert links[root.seq] == [
            [
                node.role,
                node.seq,
                *([node.path] if node.path else [node.between] if node.between else []),
            ]
            for node in root.sources
        ]


def test_another_viewers_lines_are_told_only_where_they_differ() -> None:
    told = blocks(page(demo()).html)
    other = told["a-ann-entries"]

    assert len(other["text"]["en"]) == len(other["seqs"])
    assert 0 < sum(line != 0 for line in other["text"]["en"]) < len(other["seqs"]) // 4


def test_compared_logs_have_their_difference() -> None:
    told = blocks(page(whole_game(), whole_game(life=15)).html)
    found = told["compare"]["judge"]

    assert found["a"] == found["b"]
    assert not found["same"]
    assert ["~", "players.bob.life", "17 → 15"] in found["changes"]
    assert told["compare"]["public"]["a"] == found["a"]


def test_a_broken_log_is_shown_up_to_its_break(tmp_path: Any) -> None:  # noqa: ANN401
    file = tmp_path / "broken.apnap.jsonl"
    lines = [line + b"\n" for line in whole_game().log.lines()]
    file.write_bytes(b"".join(lines[:30]) + b"{}\n")
    told = meta(page(open_game(file, prefix=True)).html)["logs"][0]

    assert told["records"] == 30
    assert "seq 30" in told["broken"]["en"]
    assert "記録30" in told["broken"]["ja"]


def test_what_a_notebook_shows_is_static_and_escaped() -> None:
    game: GameLog = games.strange()
    shown = game._repr_html_()
    table = game.tables[-1]._repr_html_() or ""

    assert "<script" not in shown + table
    assert "&lt;img" in shown
    assert "&lt;img" in table
    assert "library" in shown


def test_every_leaf_of_a_frame_is_a_leaf_of_the_table() -> None:
    table = demo().tables[-1]
    frame = plain_frame(Frames([table], [table])[0])

    assert frame["players"]["bob"]["life"] == table.players["bob"].life  # type: ignore[index]
    assert frame["objects"] == to_plain(table.objects)
    assert {name for name, _ in paths.walk(table)}


def test_verdicts_and_rules_are_told_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "begun.apnap.jsonl"
    lines = [line + b"\n" for line in whole_game().log.lines()]
    file.write_bytes(b"".join(lines[:30]))
    told = blocks(page(open_game(file), viewer="judge").html)
    verdict = told["a-judge-panes"]["verification"]["verdicts"]["complete"]

    assert verdict["reason"].startswith("the record stops at")
    assert KANA.search(verdict["ja"])
    assert all(KANA.search(one["ja"]) for one in told["a-judge-entries"]["glosses"].values())


def test_who_must_decide_is_told_in_both_languages() -> None:
    chunk = blocks(page(games.flips(), viewer="judge").html)["a-judge-chunk-0"]
    asked = [one for value in _under(chunk, "asking") for one in value]

    assert asked
    assert all(KANA.search(one["ja"]) for one in asked)


def _under(value: Any, name: str) -> Iterator[Any]:  # noqa: ANN401 - any JSON
    """Yield what stands under a name: in a frame, or as the last word of a change's path."""
    if isinstance(value, dict):
        yield from (one for key, one in value.items() if key == name)
        value = list(value.values())
    if isinstance(value, list):
        if value[:1] == [[name]]:
            yield from value[1:]
        for one in value:
            yield from _under(one, name)
