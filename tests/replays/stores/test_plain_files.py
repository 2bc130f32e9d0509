"""Plain files: every state a crash can leave, a full disk, locks, and files changed by others."""

import fcntl
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from events.errors import ApnapError, IntegrityError
from events.records import Draft
from events.rulings import NoteAdded
from replays.files import open_log
from replays.stores import pending
from replays.stores.plain_files import MOST_KEPT, PlainFileStore
from replays.stores.protocol import Durability
from tests.strategies import header


def notes(*texts: str) -> list[Draft]:
    return [Draft(event=NoteAdded(text=text), by="judge") for text in texts]


def opened(path: Path, *, patience: float = 10.0) -> PlainFileStore:
    return PlainFileStore(path, durability=Durability.OFF, patience=patience)


@pytest.fixture
def before(tmp_path: Path) -> bytes:
    """A store with one game of two records; its bytes."""
    with opened(tmp_path) as store:
        store.create(header())
        store.append("game", notes("a"), expected=1)
    return (tmp_path / "game.apnap.jsonl").read_bytes()


@pytest.fixture
def crash(tmp_path: Path, before: bytes) -> tuple[bytes, bytes]:
    """The log with one more batch, and the pending file that stood beside it."""
    kept: list[bytes] = []
    with pytest.MonkeyPatch.context() as patch, opened(tmp_path) as store:

        def keep(path: Path, at: int, data: bytes, *, sync: bool) -> None:
            write(path, at, data, sync=sync)
            kept.append(path.read_bytes())

        write = pending.write_pending
        patch.setattr("replays.stores.plain_files.write_pending", keep)
        store.append("game", notes("b", "c"), expected=2)
    after = (tmp_path / "game.apnap.jsonl").read_bytes()
    assert after.startswith(before)
    return after, kept[0]


def set_state(path: Path, log: bytes, batch: bytes) -> None:
    (path / "game.apnap.jsonl").write_bytes(log)
    (path / "game.pending").write_bytes(batch)


def test_a_complete_pending_batch_is_finished_wherever_its_writing_stopped(
    tmp_path: Path, before: bytes, crash: tuple[bytes, bytes]
) -> None:
    after, batch = crash
    for cut in range(len(before), len(after) + 1):
        set_state(tmp_path, after[:cut], batch)
        with capture_logs() as said, opened(tmp_path) as store:
            assert len(store.load("game")) == 4
        assert (tmp_path / "game.apnap.jsonl").read_bytes() == after
        assert not (tmp_path / "game.pending").exists()
        done = "pending_batch_found_written" if cut == len(after) else "pending_batch_finished"
        assert [(entry["event"], entry["records"]) for entry in said] == [(done, 2)]


def test_a_torn_pending_batch_is_dropped(
    tmp_path: Path, before: bytes, crash: tuple[bytes, bytes]
) -> None:
    for cut in range(len(crash[1])):
        set_state(tmp_path, before, crash[1][:cut])
        with capture_logs() as said, opened(tmp_path) as store:
            assert len(store.load("game")) == 2
        assert (tmp_path / "game.apnap.jsonl").read_bytes() == before
        assert not (tmp_path / "game.pending").exists()
        assert [entry["event"] for entry in said] == ["pending_batch_dropped"]


def test_a_store_that_is_open_finishes_another_ones_batch_too(
    tmp_path: Path, before: bytes, crash: tuple[bytes, bytes]
) -> None:
    set_state(tmp_path, before, b"")
    with opened(tmp_path) as store:
        store.load("game")
        set_state(tmp_path, before, crash[1])
        assert store.append("game", notes("d"), expected=4).length == 5


def test_a_pending_batch_that_does_not_fit_is_left_alone(
    tmp_path: Path, before: bytes, crash: tuple[bytes, bytes]
) -> None:
    for log in (before[:-5], before + b"other", before[:-1] + b"\n\n"):
        set_state(tmp_path, log, crash[1])
        with pytest.raises(IntegrityError) as caught:
            opened(tmp_path)
        assert caught.value.code == "store/pending"
        assert (tmp_path / "game.apnap.jsonl").read_bytes() == log
        assert (tmp_path / "game.pending").read_bytes() == crash[1]


def test_a_pending_batch_that_came_back_after_more_was_written_is_dropped(
    tmp_path: Path, crash: tuple[bytes, bytes]
) -> None:
    # A power cut can undo the removal of a name while what was written later stays.
    with opened(tmp_path) as store:
        store.append("game", notes("d"), expected=4)
    (tmp_path / "game.pending").write_bytes(crash[1])
    with opened(tmp_path) as store:
        assert len(store.load("game")) == 5


def test_a_game_whose_header_was_never_written_does_not_exist(tmp_path: Path) -> None:
    (tmp_path / "game.apnap.jsonl").write_bytes(b"")
    with opened(tmp_path) as store:
        assert store.games() == ()
        with pytest.raises(ApnapError) as caught:
            store.load("game")
        assert caught.value.code == "store/no_game"
        assert store.create(header()).length == 1


@contextmanager
def disk_full_at(size: int) -> Iterator[None]:
    """Let no file grow beyond ``size`` bytes: what is written up to there stays, as on a disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_leaves_everything_as_it_was(
    tmp_path: Path, before: bytes, crash: tuple[bytes, bytes]
) -> None:
    set_state(tmp_path, before, b"")
    with opened(tmp_path) as store:
        log = store.load("game")
        for room in (0, len(before), len(before) + 100, len(crash[0]) - 1):
            with disk_full_at(room), pytest.raises(ApnapError) as caught:
                store.append("game", notes("b", "c"), expected=2)
            assert caught.value.code == "store/write"
            assert (tmp_path / "game.apnap.jsonl").read_bytes() == before
            assert not (tmp_path / "game.pending").exists()
            assert store.load("game") == log
        store.append("game", notes("b", "c"), expected=2)
    assert (tmp_path / "game.apnap.jsonl").read_bytes() == crash[0]


def test_a_header_that_does_not_fit_on_the_disk_makes_no_game(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with disk_full_at(100), pytest.raises(ApnapError):
            store.create(header())
        assert store.games() == ()
        assert store.create(header()).length == 1


@pytest.mark.usefixtures("before")
def test_a_log_held_by_another_is_busy(tmp_path: Path) -> None:
    with (tmp_path / "game.apnap.jsonl").open("rb") as other, opened(tmp_path, patience=0) as store:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(ApnapError) as caught:
            store.append("game", notes("b"), expected=2)
        assert caught.value.code == "store/busy"
        fcntl.flock(other, fcntl.LOCK_UN)
        assert store.append("game", notes("b"), expected=2).length == 3


def test_a_torn_log_is_told_and_not_appended_to(tmp_path: Path, before: bytes) -> None:
    (tmp_path / "game.apnap.jsonl").write_bytes(before[:-3])
    with opened(tmp_path) as store:
        for act in (
            lambda: store.load("game"),
            lambda: store.append("game", notes("b"), expected=2),
        ):
            with pytest.raises(IntegrityError) as caught:
                act()
            assert caught.value.code == "log/torn"
            assert caught.value.file == str(tmp_path / "game.apnap.jsonl")
    assert (tmp_path / "game.apnap.jsonl").read_bytes() == before[:-3]


def test_a_change_behind_the_stores_back_is_found_on_loading(tmp_path: Path, before: bytes) -> None:
    path = tmp_path / "game.apnap.jsonl"
    with opened(tmp_path) as store:
        store.load("game")
        status = path.stat()
        path.write_bytes(before.replace(b'"ann"', b'"anna"', 1).replace(b'"g', b'"', 1))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        with pytest.raises(IntegrityError):
            store.load("game")


@pytest.mark.usefixtures("before")
def test_a_log_under_another_games_name_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.apnap.jsonl").rename(tmp_path / "other.apnap.jsonl")
    with opened(tmp_path) as store, pytest.raises(ApnapError) as caught:
        store.load("other")
    assert caught.value.code == "store/wrong_game"


@pytest.mark.usefixtures("before")
def test_a_log_replaced_by_a_shorter_one_is_read_anew(tmp_path: Path) -> None:
    with opened(tmp_path / "b") as other:
        other.create(header())
    with opened(tmp_path) as store:
        assert len(store.read("game", 0)) == 2
        (tmp_path / "b" / "game.apnap.jsonl").replace(tmp_path / "game.apnap.jsonl")
        assert store.append("game", notes("c"), expected=1).length == 2


def test_a_stored_log_is_a_log_file(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create(header("a/b"))
        assert open_log(tmp_path / "a%2Fb.apnap.jsonl") == store.load("a/b")


def test_only_some_logs_are_kept_in_memory(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for number in range(MOST_KEPT + 5):
            store.create(header(f"game {number}"))
        assert len(store._held) == MOST_KEPT
        assert store.append("game 0", notes("a"), expected=1).length == 2


def test_a_directory_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ApnapError) as caught:
        opened(tmp_path / "file" / "store")
    assert caught.value.code == "store/write"
