"""What is written where: progress on a patient terminal, logs on standard error, JSON on one line."""

import io
import json

import pytest

from replays.log import configure, logger
from replays.output import Progress, Screen, Settings, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_on_a_terminal_however_little_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(Progress, "PATIENCE", 3600.0)
    bar = Progress("reading", 10)

    bar.advance()
    early = terminal.getvalue()
    bar.open()  # as the timer does, when the work has taken its second
    bar.advance()
    bar.close()
    shown = terminal.getvalue()
    bar.open()  # as a timer does that comes too late

    assert early == ""
    assert "reading" in shown
    assert "2/10" in shown
    assert terminal.getvalue() == shown


def test_progress_is_taken_away_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)

    def fail() -> None:
        with progress("reading", None) as bar:
            bar.open()
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()

    assert terminal.getvalue().endswith("\x1b[2K")


def test_progress_never_shows_for_short_work_or_in_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Progress, "PATIENCE", 0.0)

    with progress("reading", 3) as bar:
        for _ in range(3):
            bar.advance()

    assert capsys.readouterr() == ("", "")


def test_a_wide_table_folds_names_and_keeps_numbers_in_one_piece(
    capsys: pytest.CaptureFixture[str],
) -> None:
    heads = ["group", "n", "value", "interval", "expected", "shows", "test", "p", "p corrected"]
    row = [
        "odds of winning after a mulligan · player, deck and turn order alike",
        *("1,234", "100.0 %", "100.0 % to 100.0 %", "50.0 %", "12.5 %"),
        *("Cochran-Armitage z -1.89", "< 0.0001", "0.5897"),
    ]
    Screen(Settings()).table(heads, [row], names=True)
    lines = capsys.readouterr().out.splitlines()

    assert max(map(len, lines)) <= 120
    (first,) = [line for line in lines if "1,234" in line]
    assert all(cell in first for cell in (*row[1:6], *row[7:]))
    assert "".join(line[2:16].strip() for line in lines[2:]).replace(" ", "").startswith("oddsof")


@pytest.mark.parametrize("names", [True, False])
def test_a_table_that_cannot_fit_loses_nothing(
    names: bool,  # noqa: FBT001 - a parameter
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = [f"{place:x}" * 19 for place in range(10)]
    Screen(Settings()).table([f"h{place}" for place in range(10)], [row], names=names)
    shown = "".join(capsys.readouterr().out.split())

    assert all(shown.count(f"{place:x}") >= 19 for place in range(10))


def test_the_shells_own_log_is_json_away_from_the_data() -> None:
    stream = io.StringIO()
    configure(stream=stream, level="info")

    logger().info("file_skipped", source="a.log")
    logger().debug("line_read", line=3)

    assert [json.loads(line) for line in stream.getvalue().splitlines()] == [
        {"event": "file_skipped", "level": "info", "source": "a.log"}
    ]
    configure()


def test_warnings_alone_are_logged_unless_asked_for() -> None:
    stream = io.StringIO()
    configure(stream=stream, level="")

    logger().info("file_skipped")

    assert stream.getvalue() == ""
    configure()


def test_data_is_one_line_with_its_version_first(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(Settings(json=True)).data({"word": "駆動輪"})

    assert capsys.readouterr().out == '{"schema_version":1,"word":"駆動輪"}\n'
