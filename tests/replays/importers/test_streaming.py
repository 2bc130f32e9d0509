"""Games come out of a file one by one: memory holds the longest of them, not the file."""

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.records import Draft
from events.rulings import NoteAdded
from replays.files import open_log, write_log
from replays.importers import FileTally, ImportedGame, ImportOptions, Skipped, Source, stream
from replays.importers.text import reader
from replays.shelf import Shelf
from tests.replays.importers.made import imported
from tests.replays.importers.mtgo.made import match_log
from tests.replays.importers.test_fuzz import MADE, SENTENCES

FEW, MANY = 8, 48


def many(kind: str, times: int) -> bytes:
    """Return a record of several games."""
    data = MADE[kind]
    if kind == "mtgo":
        return match_log(SENTENCES * times)
    if kind == "17lands":
        head, *games = data.rstrip().split(b"\r\n")
        return b"\r\n".join([head, *games[:1] * times])
    if kind == "cockatrice-chat":
        data += b"\n[20:09:00] The game has been closed."
    return b"\n".join([data] * times)


def told(data: bytes, kind: str) -> Iterator[ImportedGame]:
    for one in stream(Source("record", data=data), ImportOptions(), format=kind):
        if isinstance(one, ImportedGame):
            yield one


def peak(data: bytes, kind: str) -> int:
    """Return how much memory an import needs at most, beside the record itself."""
    gc.collect()
    tracemalloc.start()
    for _game in told(data, kind):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most - 2 * len(data)


@pytest.mark.parametrize("kind", ["xmage", "forge", "cockatrice-chat", "phase", "17lands"])
def test_many_games_need_no_more_memory_than_few(kind: str) -> None:
    assert sum(1 for _ in told(many(kind, MANY), kind)) == MANY
    peak(many(kind, 2), kind)  # what is made once is made
    few, most = (peak(many(kind, times), kind) for times in (FEW, MANY))
    assert most < 1.5 * few


@pytest.mark.parametrize("kind", ["xmage", "forge", "cockatrice-chat", "mtgo"])
def test_a_game_without_end_stops_the_reading_and_says_where(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_SENTENCES", 5)
    report = list(stream(Source("record", data=many(kind, 2)), ImportOptions(), format=kind))
    reasons = [one.reason for one in report if isinstance(one, Skipped)]
    assert "it has more than 5 entries in one game (line " in reasons[0]
    assert any(isinstance(one, FileTally) for one in report)


def test_games_without_end_stop_the_reading_and_those_before_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reader, "MOST_GAMES", 3)
    report = list(stream(Source("record", data=many("forge", 5)), ImportOptions(), format="forge"))
    assert sum(isinstance(one, ImportedGame) for one in report) == 3
    (reason,) = [one.reason for one in report if isinstance(one, Skipped)]
    assert "it has more than 3 games (line " in reason
    assert "the 3 games before that were kept" in reason


@pytest.mark.parametrize("kind", ["mtgo", "cockatrice"])
def test_a_file_far_too_large_for_its_form_is_not_read_whole(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.write(MADE[kind])
        file.truncate(80 * 1024 * 1024)
    source = Source.of(path)
    assert len(source.read(1000)) == 1000
    assert "larger than 1,000 bytes" in source.failure


# -- the folder that logs are put into --------------------------------------------------------------


def game_of(data: bytes) -> ImportedGame:
    (game,) = imported(data).games
    return game


FORGE = MADE["forge"].splitlines(keepends=True)
SHORT = game_of(b"".join(FORGE[: len(FORGE) // 2]))
WHOLE = game_of(b"".join(FORGE))


def test_a_record_imported_again_changes_nothing(tmp_path: Path) -> None:
    first, again = (Shelf(tmp_path, overwrite=False) for _ in range(2))
    path = first.put(Path("a"), WHOLE)
    assert isinstance(path, Path)
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert again.put(Path("a"), WHOLE) == path
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert again.refused == 0


def test_a_record_that_has_grown_continues_its_log(tmp_path: Path) -> None:
    path = Shelf(tmp_path, overwrite=False).put(Path("a"), SHORT)
    assert isinstance(path, Path)
    before = path.read_bytes()
    assert Shelf(tmp_path, overwrite=False).put(Path("a"), WHOLE) == path
    assert path.read_bytes().startswith(before)
    assert open_log(path) == WHOLE.log


def test_what_somebody_added_to_a_log_stays(tmp_path: Path) -> None:
    path = Shelf(tmp_path, overwrite=False).put(Path("a"), WHOLE)
    assert isinstance(path, Path)
    noted = WHOLE.log.append([Draft(event=NoteAdded(text="seen"), by="judge")])
    write_log(noted, path, overwrite=True)
    assert Shelf(tmp_path, overwrite=False).put(Path("a"), WHOLE) == path
    assert open_log(path) == noted


@pytest.mark.parametrize("content", [b"mine", b""])
def test_another_file_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = Shelf(tmp_path, overwrite=False).put(Path("a"), WHOLE)
    assert isinstance(path, Path)
    path.write_bytes(content)
    shelf = Shelf(tmp_path, overwrite=False)
    told = shelf.put(Path("a"), WHOLE)
    assert isinstance(told, Skipped)
    assert "--overwrite" in told.reason
    assert path.read_bytes() == content
    assert shelf.refused == 1
    assert Shelf(tmp_path, overwrite=True).put(Path("a"), WHOLE) == path
    assert open_log(path) == WHOLE.log


def test_two_records_with_games_of_one_name_do_not_mix(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, overwrite=False)
    names = []
    for record, game in ((Path("a"), SHORT), (Path("b"), WHOLE), (Path("a"), WHOLE)):
        shelf.open(record)
        names.append(shelf.put(record, game))
    assert names[0] == names[2] != names[1]
    assert {str(path) for path in tmp_path.iterdir()} == {str(names[0]), str(names[1])}
    assert [len(open_log(path)) for path in sorted(tmp_path.iterdir())] == [len(WHOLE.log)] * 2
