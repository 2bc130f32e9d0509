"""Commands in Japanese: what went well and what was refused, without a sentence in English."""

import re
from pathlib import Path

import pytest

from events.errors import ConflictError, DataError, IllegalAction
from replays.translation import error_text, translated
from tests.replays.cli.conftest import Run

ENGLISH = re.compile(r"(?<![\w.{\"'`/-])[a-z]{2,} (?!apnap)[a-z]{2,}(?![\w.=:/-])")
"""Two words in a row that are no path, option or value."""

NOTE = "bob had to catch a train"
"""What somebody has written into the game."""

COMMAND_LINE = re.compile(r"(?:pip install|apnap [a-z]+|`[^`]*`|--[a-z-]+|\[[a-z_/]+\])[^、。\n]*")
"""Command lines and codes, which are never translated."""

WELL = (
    "demo",
    "verify GAME",
    "audit GAME",
    "doctor GAME",
    "fairness GAME",
    "show GAME",
    "log GAME",
    "why GAME players.ann.life",
    "watch GAME players.ann.life",
    "rewind GAME@20 --plan",
    "diff GAME OTHER",
    "dispute GAME OTHER",
    "divide 5 ann bob",
    "editions",
    "editions --at 2018-07-01",
    "editions --diff 2018-01-01 2020-01-01",
    "explain 705.2",
    "explain 601",
    "explain FlipCalled",
    "explain position/range",
    "find --all turn.number>1 GAME",
    "verify BROKEN",
    "audit --prefix BROKEN",
)

BADLY = (
    "verfy",
    "verify",
    "verify --foo GAME",
    "verify nothing.jsonl",
    "verify BROKEN",
    "audit BROKEN",
    "show GAME@t99",
    "show GAME@9999",
    "show GAME@foo",
    "show GAME@7..3",
    "show GAME --seat zoe",
    "why GAME players.ann.lif",
    "watch GAME objects.x9",
    "find --all players.ann.life< GAME",
    "find --all players.__class__ GAME",
    "find --all 1/0>1 GAME",
    "log GAME --type Nothing",
    "diff GAME nothing.jsonl",
    "divide 1 ann bob",
    "divide 5 ann bob --shares 9,1",
    "editions --at 2019",
    "explain FlipCaled",
    "glossary nonsense",
    "rewind GAME@20 --apply",
    "new -o x.apnap.jsonl --seat ann=nope",
    "import GAME --format nope",
    "bisect --expr turn.number>99 GAME",
)


@pytest.fixture
def files(game: str, other: str, broken: str) -> dict[str, str]:
    """Return what stands for files in a command line."""
    return {"GAME": game, "OTHER": other, "BROKEN": broken}


def _words(line: str, files: dict[str, str]) -> list[str]:
    for name, path in files.items():
        line = line.replace(name, path)
    return line.split()


def _english(text: str, files: dict[str, str]) -> list[str]:
    for path in (*files.values(), NOTE):
        text = text.replace(path, "")
    return ENGLISH.findall(COMMAND_LINE.sub("", text))


@pytest.mark.parametrize("line", [*WELL, *BADLY])
def test_a_command_tells_no_sentence_in_english(
    run: Run, files: dict[str, str], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("--lang", "ja", *_words(line, files))

    assert _english(ended.output, files) == []
    assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", ended.output)
    if line in BADLY:
        assert ended.exit_code not in (0, 70)


@pytest.mark.parametrize("line", BADLY[::6])
def test_the_option_and_the_locale_tell_the_same(
    run: Run, files: dict[str, str], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = _words(line, files)
    chosen = run("--lang", "ja", *words)

    assert run(*words, LANG="ja_JP.UTF-8").output == chosen.output
    assert run(*words, "--lang=ja").output == chosen.output
    assert run(*words).output != chosen.output


def test_json_stays_english(run: Run, game: str) -> None:
    words = ("--json", "show", f"{game}@t99")

    assert run("--lang", "ja", *words).output == run(*words).output


REFUSAL = IllegalAction(
    "mulligan/must_keep",
    "ann cannot take a mulligan",
    rule="103.5",
    because="the hand there is has to be kept",
    legal=("keep",),
)

TOLD = {
    "a refusal": (
        REFUSAL,
        (
            "annはマリガンを行えません (CR 103.5): いまの手札をキープしなければなりません。"
            "いまできること: キープする"
        ),
    ),
    "a refusal by another book": (
        IllegalAction("deck/no_contraption", "ann cannot concede", rule="UFAQ.deck"),
        "annは投了できません (UFAQ.deck)",
    ),
    "a place in a file": (
        DataError("data/no_record", "there is no such file", file="a.jsonl", line=3, seq=2),
        "a.jsonl、3行目、記録2: そのファイルはありません",
    ),
    "something in the way": (
        ConflictError(
            "store/game_exists", "the game 'g' exists already, with 3 records", expected=0, actual=3
        ),
        "ゲーム'g'はすでにあり、記録は3件です",
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_an_error_is_told_in_both_languages(name: str) -> None:
    error, japanese = TOLD[name]

    assert error_text("en", error) == error.message
    assert error_text("ja", error) == japanese


SENTENCES = {
    "ann has to put 2 cards on the bottom": "annがすべきこと: カード2枚をライブラリーの一番下に置く",
    "nobody has priority": "優先権を持っているプレイヤーはいません",
    "ann and bob chooses first": "先に選ぶのはannとbobです",
    "Sword of Fire and Ice": "Sword of Fire and Ice",
    "  audit: nothing found": "  監査: 指摘なし",
    REFUSAL.message: error_text("ja", REFUSAL),
}


@pytest.mark.parametrize("english", SENTENCES)
def test_a_sentence_is_recognised_with_its_facts(english: str) -> None:
    assert translated("ja", english) == SENTENCES[english]
