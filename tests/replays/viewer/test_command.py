"""``apnap view`` and what ``apnap serve`` refuses."""

import webbrowser
from pathlib import Path

import pytest

from replays.files import write_log
from replays.serve import listening
from tests.replays.cli.conftest import Run, broken, data, game, other, run  # noqa: F401 - fixtures
from tests.replays.games import whole_game
from tests.replays.viewer.unpacking import blocks, meta


def test_a_page_beside_the_log(run: Run, game: str) -> None:  # noqa: F811
    result = run("view", f"{game}@t2")
    page = Path(game).with_name("game.html")
    told = meta(page.read_text("utf-8"))

    assert result.exit_code == 0
    assert "game.html" in result.stderr
    assert not result.stdout
    assert told["viewer"] == "judge"
    assert whole_game().tables[told["at"]].turn.number == 2


def test_a_page_elsewhere_for_a_seat_in_japanese(run: Run, game: str, tmp_path: Path) -> None:  # noqa: F811
    page = tmp_path / "elsewhere.html"
    result = run("--seat", "ann", "--lang", "ja", "--json", "view", game, "-o", str(page), "--only")
    told = meta(page.read_text("utf-8"))

    assert data(result) == {
        "schema_version": 1,
        "file": str(page),
        "records": len(whole_game()),
        "at": len(whole_game()) - 1,
        "seat": "ann",
        "bytes": page.stat().st_size,
    }
    assert (told["viewer"], told["lang"]) == ("ann", "ja")
    assert told["logs"][0]["viewers"] == ["ann"]


def test_two_logs(run: Run, game: str, other: str, tmp_path: Path) -> None:  # noqa: F811
    page = tmp_path / "two.html"
    run("view", game, "--compare", other, "-o", str(page))

    assert blocks(page.read_text("utf-8"))["compare"]["judge"]["a"] is not None


def test_no_page_is_replaced_unasked(run: Run, game: str) -> None:  # noqa: F811
    page = Path(game).with_name("game.html")
    page.write_text("mine")

    assert run("view", game).exit_code == 6
    assert page.read_text() == "mine"
    assert run("view", game, "--overwrite").exit_code == 0


def test_a_damaged_log(run: Run, broken: str) -> None:  # noqa: F811
    assert run("view", broken).exit_code == 4
    assert run("view", broken, "--prefix").exit_code == 0


def test_a_seat_that_is_not_there(run: Run, game: str) -> None:  # noqa: F811
    assert run("--seat", "zoe", "view", game).exit_code == 2


def test_it_opens_a_browser(run: Run, game: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    run("view", game, "--open")

    assert opened == [Path(game).with_name("game.html").resolve().as_uri()]


def test_no_folder_no_server(run: Run, tmp_path: Path) -> None:  # noqa: F811
    assert run("serve", str(tmp_path / "none")).exit_code == 3


def test_an_address_that_is_taken(run: Run, tmp_path: Path) -> None:  # noqa: F811
    pytest.importorskip("uvicorn", reason="no server here: make browser")
    write_log(whole_game().log, tmp_path / "game.apnap.jsonl")
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        result = run("serve", str(tmp_path), "--port", str(port))

    assert result.exit_code != 0
    assert str(port) in result.stderr
