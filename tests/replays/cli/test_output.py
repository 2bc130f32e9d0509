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
