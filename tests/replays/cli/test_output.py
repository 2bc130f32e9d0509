"""What is written where: progress on a patient terminal, logs on standard error, JSON on one line."""

import io
import json

import pytest

from replays.log import configure, logger
from replays.output import Progress, Screen, Settings, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_on_a_terminal_once_the_work_has_taken_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    bar = Progress("reading", 10)
    bar._clock = iter([bar._begun + 0.5, bar._begun + 1.5]).__next__

    bar.advance()
    early = terminal.getvalue()
    bar.advance()
    bar.close()

    assert early == ""
    assert "reading" in terminal.getvalue()


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
