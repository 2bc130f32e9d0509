"""Files that a client is still writing: read on from where they ended, logs continued."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.log import read
from replays.cli import main
from replays.cli.importing import FORMATS
from replays.files import open_log
from replays.importers import AUTO, IMPORTERS, ImportOptions, ImportReport, Source, import_source
from replays.importers.following import Growing, follow
from replays.shelf import Shelf
from tests.replays.importers.mtgo.made import match_log, opening
from tests.replays.importers.test_fuzz import FORGE, MADE

GAME = match_log(
    [*opening(), "@PTurn 1: Ann", "@PTurn 1: Bob", "@PBob has conceded from the game.", "@PAnn wins the game."]
)  # fmt: skip


def reading(source: Source) -> ImportReport:
    return import_source(source, ImportOptions())


def test_only_what_has_come_is_read(tmp_path: Path) -> None:
    path = tmp_path / "log.dat"
    file = Growing(path)
    assert file.more() is None
    for end in (10, 11, 11, 400, len(GAME)):
        path.write_bytes(GAME[:end])
        before = file.offset
        source = file.more()
        assert (source is None) == (before == end)
        assert file.offset == end
        if source is not None:
            assert source.read() == GAME[:end]


def test_a_file_begun_anew_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "Player.log"
    file = Growing(path)
    contents = (b"one\ntwo\nthree\n", b"four\n", b"fixe\n", b"fixe\nsix\n")
    for data in contents:
        path.write_bytes(data)
        source = file.more()
        assert source is not None or data == b"fixe\n"
        if source is not None:
            assert source.read() == data


def test_following_ends_when_told(tmp_path: Path) -> None:
    path = tmp_path / "log.dat"
    steps = iter([GAME[:300], GAME[:350], GAME[:350], GAME])

    def goes_on() -> bool:
        data = next(steps, None)
        if data is not None:
            path.write_bytes(data)
        return data is not None

    reports = list(follow([path], reading, goes_on=goes_on))
    assert [[game.complete for game in report.games] for _, report in reports] == [
        [False],
        [False],
        [True],
    ]


@pytest.mark.parametrize("kind", ["mtgo", "forge", "xmage", "phase"])
def test_a_log_that_grows_is_continued_not_replaced(kind: str, tmp_path: Path) -> None:
    """Every record once written stays, byte for byte, while the record of the game grows."""
    data = MADE[kind]
    shelf = Shelf(tmp_path / "games", overwrite=False)
    file = tmp_path / "record"
    written: dict[str, bytes] = {}
    continued = 0
    for end in range(len(data) // 3, len(data) + 1, max(1, len(data) // 40)):
        file.write_bytes(data[:end])
        report = import_source(Source("record", data=data[:end]), ImportOptions(), format=kind)
        shelf.open(file)
        for path in [shelf.put(file, game) for game in report.games]:
            if path is None:
                continue
            assert isinstance(path, Path)
            raw = path.read_bytes()
            assert read(raw.splitlines(keepends=True)).strict() in [
                game.log for game in report.games
            ]
            continued += raw.startswith(written.get(str(path), b"\0"))
            written[str(path)] = raw
    if kind != "phase":  # two lines alone: it never grows
        assert continued > 0


def test_the_command_follows_until_it_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.dat"
    steps = iter([GAME[:300], GAME])

    def sleep(_seconds: float) -> None:
        data = next(steps, None)
        if data is None:
            raise KeyboardInterrupt
        path.write_bytes(data)

    monkeypatch.setattr(time, "sleep", sleep)
    words = ["import", str(path), "-o", str(tmp_path / "games"), "--follow", "--json"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [[game["complete"] for game in one["games"]] for one in told] == [[False], [True]]
    assert open_log(told[-1]["games"][0]["log"]).header.imported is not None


Invoke = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Invoke:
    def invoke(text: str, *words: str) -> Result:
        path = tmp_path / "record.log"
        path.write_text(text)
        return CliRunner().invoke(
            main, ["import", str(path), "-o", str(tmp_path / "games"), "--overwrite", *words]
        )

    return invoke


def data(result: Result) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def test_the_command_knows_every_importer() -> None:
    names = (importer.name for importer in IMPORTERS)
    assert (AUTO, *names) == FORMATS


def test_lines_not_understood_are_counted_and_listed_on_request(run: Invoke) -> None:
    text = FORGE + "\nSomething: new \x1b[31m thing\n"
    assert data(run(text, "--json"))["not_understood"] == 1
    listed = data(run(text, "--json", "--unread"))["unread"]
    assert [(one["source"], one["line"]) for one in listed] == [
        ("record.log", FORGE.count("\n") + 2)
    ]
    plain = run(text, "--unread")
    assert "1 lines not understood" in plain.stderr
    assert "Something: new" in plain.stderr
    assert "\x1b" not in plain.stderr
    assert plain.exit_code == 0


@pytest.mark.parametrize(
    ("words", "code"), [(("--time-zone", "Moon/Sea"), 2), (("--day", "2024-13-01"), 2), (("--format", "x"), 2)]
)  # fmt: skip
def test_wrong_options_are_usage(run: Invoke, words: tuple[str, ...], code: int) -> None:
    assert run(FORGE, *words).exit_code == code


def test_the_day_decides_the_rules(run: Invoke) -> None:
    (game,) = data(run(FORGE, "--json", "--day", "2016-02-01"))["games"]
    assert open_log(game["log"]).header.rules.mulligan.kind == "vancouver"
