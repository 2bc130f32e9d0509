"""Files as users have them: damaged, hostile, empty, of another kind; and what is said of each."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from events.errors import DataError
from events.identifiers import Seat
from replays.importers import (
    ImportOptions,
    ImportReport,
    Source,
    import_files,
    import_source,
    log_name,
    sources,
)
from tests.replays.importers.arena.conftest import MadeLog

FINISHED = MadeLog().begin().keep(1).keep(2).play().over(winner=1, reason="ResultReason_Game")


MARK = b"DETAILED LOGS: ENABLED\n"


def read(data: bytes, options: ImportOptions = ImportOptions()) -> ImportReport:  # noqa: B008 - it is frozen
    return import_source(Source("Player.log", data=data), options)


@pytest.mark.parametrize(
    ("data", "code", "advice"),
    [
        (b"", "import/unreadable", "empty"),
        (b"once upon a time\n", "import/unknown_format", "--format"),
        (b"DETAILED LOGS: DISABLED\nMTGA_Data\n", "arena/detailed_logs_disabled", "tick"),
        (b"DETAILED LOGS: ENABLED\n", "arena/no_game", "Player-prev.log"),
        (gzip.compress(MARK + b"\n" * 20_000_000), "import/damaged", "times its size"),
        (gzip.compress(MARK + b"x" * 20_000_000), "import/damaged", "times its size"),
        (gzip.compress(MARK)[:10] + b"\xff" * 40, "import/unreadable", "damaged"),
        (gzip.compress(MARK)[:8], "import/unreadable", "cut off"),
    ],
    ids=[
        "empty",
        "no_log",
        "not_detailed",
        "no_game",
        "bomb_of_lines",
        "bomb_of_one_line",
        "damaged",
        "cut_off",
    ],
)
def test_a_file_of_no_use_is_told(data: bytes, code: str, advice: str) -> None:
    report = read(data)
    assert not report.games
    assert [skipped.code for skipped in report.skipped] == [code]
    assert advice in report.skipped[0].reason


def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LONGEST_LINE", 1_000)
    report = read(MARK + b"x" * 2_000)
    assert [skipped.code for skipped in report.skipped] == ["import/damaged"]
    assert "line 2 has no end" in report.skipped[0].reason


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
def test_packed_or_not_it_is_the_same(pack: Callable[[bytes], bytes]) -> None:
    report = read(pack(FINISHED.data))
    assert not report.skipped
    assert report.games[0].log == read(FINISHED.data).games[0].log


def test_a_line_cut_while_being_written_is_counted() -> None:
    whole = FINISHED.data
    report = read(whole[: len(whole) - 40])
    assert [skipped.code for skipped in report.skipped] == ["arena/cut"]
    assert report.files[0].tally.cut == 1
    assert len(report.games) == 1
    assert not report.games[0].complete


def test_a_packed_file_cut_off_keeps_its_games() -> None:
    junk = "\n".join(str(number**7) for number in range(20_000)).encode()
    packed = gzip.compress(FINISHED.data + junk)
    report = read(packed[: len(packed) - 50])
    assert len(report.games) == 1
    assert report.games[0].complete
    assert [skipped.code for skipped in report.skipped] == ["import/damaged"]


def test_noise_inside_a_clients_block_is_left_out() -> None:
    made = MadeLog().begin().keep(1).keep(2).play()
    noisy = made.data.replace(b'  "requestId": 1,\n', b'  "requestId": 1,\nBootstrap:Awake()\n')
    assert noisy != made.data
    report = read(noisy)
    assert not report.skipped
    events = [record.event for record in report.games[0].log]
    assert events[1:] == made.events()[1:]


def test_a_game_whose_beginning_is_elsewhere_is_told() -> None:
    made = MadeLog().begin().keep(1).keep(2).play()
    play = next(number for number, line in enumerate(made.lines) if "GameStage_Play" in line)
    report = read("\n".join([made.lines[0], *made.lines[play:], ""]).encode())
    assert [skipped.code for skipped in report.skipped] == ["arena/no_beginning"]
    assert "Player-prev.log" in report.skipped[0].reason


def test_nobody_is_named_unless_wanted() -> None:
    private = (b"ADA77", b"BEN88", b"ACCOUNT77", b"HOST.EXAMPLE")
    plain = b"".join(read(FINISHED.data).games[0].log.lines())
    assert [name for name in private if name in plain] == []
    named = read(FINISHED.data, ImportOptions(keep_names=True)).games[0]
    assert [entry.name for entry in named.header.seats] == ["ADA77", "BEN88"]


def test_cards_get_their_names_from_a_table() -> None:
    named = read(FINISHED.data, ImportOptions(cards={51: "Bear", 53: "Cafe\u0301"})).games[0]
    deck = named.header.decks[Seat("seat1")]
    assert (deck.main, deck.sideboard) == (("Bear", "grp:52"), ("Caf\u00e9",))


def test_several_files_and_their_progress(tmp_path: Path) -> None:
    good, bad = tmp_path / "Player.log", tmp_path / "notes.txt"
    good.write_bytes(FINISHED.data)
    bad.write_text("nothing\n")
    told: list[tuple[str, int, int]] = []
    paths = [good, bad, tmp_path / "absent.log"]
    report = import_files(paths, progress=lambda *parts: told.append(parts))
    assert told == [("Player.log", 0, 3), ("notes.txt", 1, 3), ("absent.log", 2, 3)]
    assert [log_name(game) for game in report.games] == ["arena-madematc-g1.apnap.jsonl"]
    assert [skipped.source for skipped in report.skipped] == ["notes.txt", "absent.log"]
    assert "no such file" in report.skipped[1].reason
    entry = report.games[0].header.imported
    assert entry is not None
    assert entry.file == "Player.log"


def test_an_importer_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DataError, match="there are auto, arena"):
        import_files([], format="x")


def test_a_format_said_is_not_detected() -> None:
    source = Source("x.log", data=b"no marks here\n")
    report = import_source(source, ImportOptions(), format="arena")
    assert [skipped.code for skipped in report.skipped] == ["arena/no_game"]


@pytest.mark.parametrize("size", [1, 7, 100, 1000, 5000])
def test_any_beginning_of_a_log_can_be_read(size: int) -> None:
    """No prefix of a log makes the import fail: it grows while the client runs."""
    data = FINISHED.data
    for end in range(0, len(data), max(size, len(data) // 12)):
        read(data[:end])
