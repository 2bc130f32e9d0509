"""A store of one log: any name, any folder, the same promises as a folder of logs."""

import gzip
import os
from pathlib import Path

import pytest

from events.errors import ConflictError, DataError, IntegrityError
from events.records import draft
from events.rulings import NoteAdded
from replays.doctor import examine
from replays.files import open_log, write_log
from replays.stores.one_file import OneFileStore, pending_of
from replays.stores.pending import write_pending
from replays.stores.plain_files import PlainFileStore
from tests.replays.games import whole_game

NOTE = draft(NoteAdded(text="later"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "a game of ours.jsonl"
    write_log(whole_game().log, file)
    return file


def test_a_log_of_any_name_is_appended_to(path: Path) -> None:
    length = len(open_log(path))
    with OneFileStore(path) as store:
        (game,) = store.games()
        appended = store.append(game, [NOTE], expected=length)

    assert game == "test"
    assert appended.first_seq == length
    assert open_log(path)[-1].event == NOTE.event
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_two_writers_do_not_write_over_each_other(path: Path) -> None:
    length = len(open_log(path))
    with OneFileStore(path) as one, OneFileStore(path) as other:
        one.load("test")
        other.load("test")
        one.append("test", [NOTE], expected=length)
        with pytest.raises(ConflictError) as error:
            other.append("test", [NOTE], expected=length)

    assert (error.value.code, error.value.actual) == ("store/conflict", length + 1)


def test_a_batch_that_a_dead_process_left_is_finished(path: Path) -> None:
    """What is pending beside the file is looked for under the file's own name."""
    length = len(open_log(path))
    whole = path.read_bytes()
    with OneFileStore(path) as store:
        store.append("test", [NOTE], expected=length)
    added = path.read_bytes()[len(whole) :]
    os.truncate(path, len(whole) + 10)
    write_pending(path.with_name(f"{path.name}.pending"), len(whole), added, sync=True)
    assert "the rest waits in a file beside it" in examine([path])[-1].advice
    with OneFileStore(path) as store:
        assert store.games() == ("test",)
        assert len(store.load("test")) == length + 1


def test_a_batch_waits_in_one_place_whatever_link_leads_to_the_log(
    path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    link = tmp_path_factory.mktemp("links") / "link.apnap.jsonl"
    link.symlink_to(path)

    assert pending_of(link) == pending_of(path)
    assert pending_of(link).parent == path.parent.resolve()


def test_pending_batches_of_other_games_are_left_alone(path: Path) -> None:
    other = path.with_name("other.pending")
    other.write_bytes(b"torn")
    with OneFileStore(path) as store:
        store.load("test")

    assert other.read_bytes() == b"torn"


def test_a_log_that_is_called_like_its_game_is_one_of_the_folder_too(tmp_path: Path) -> None:
    file = tmp_path / "test.apnap.jsonl"
    write_log(whole_game().log, file)
    with OneFileStore(file) as one:
        one.append("test", [NOTE], expected=len(open_log(file)))
    with PlainFileStore(tmp_path) as folder:
        assert folder.load("test") == open_log(file)


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_a_compressed_log_is_refused_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(gzip.compress(b"".join(line + b"\n" for line in whole_game().log.lines())))
    with pytest.raises(DataError, match="unpack it first"):
        OneFileStore(file)


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "none.apnap.jsonl"
    with pytest.raises(DataError) as error:
        OneFileStore(file)

    assert error.value.code == "file/missing"
    assert not file.exists()


def test_a_broken_log_is_not_appended_to(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"face":"tails"', b'"face":"heads"', 1))
    with OneFileStore(path) as store, pytest.raises(IntegrityError):
        store.load("test")
