"""Log files: plain, gzip and zstd, broken and hostile ones, and files that are no logs."""

import gzip
import os
import stat
import time
import tracemalloc
from pathlib import Path

import pytest
import zstandard

from events.errors import ApnapError, DataError
from events.log import EventLog
from events.records import Draft
from events.rulings import NoteAdded
from replays import files
from replays.files import open_log, read_log, write_log
from tests.strategies import header, lines_of

SUFFIXES = ["", ".gz", ".zst"]


def log_of(length: int = 50) -> EventLog:
    notes = [Draft(event=NoteAdded(text=f"note {n}"), by="judge") for n in range(1, length)]
    return EventLog().append([header(), *notes])


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def names(path: Path) -> list[str]:
    return [each.name for each in path.iterdir()]


def refusal(path: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        open_log(path)
    assert caught.value.file == str(path)
    assert str(path) in str(caught.value)
    return caught.value


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_written_log_is_read_again(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game.apnap.jsonl{suffix}"
    log = log_of()
    write_log(log, path)
    assert open_log(path).records == log.records
    assert open_log(str(path)) == log
    assert names(tmp_path) == [path.name]


def test_the_first_bytes_say_what_a_file_is_and_not_its_name(tmp_path: Path) -> None:
    plain = b"".join(lines_of(log_of()))
    for content in (plain, gzip.compress(plain), zstandard.compress(plain)):
        assert open_log(written(tmp_path / "game.txt", content)) == log_of()


def test_compressed_parts_follow_one_another(tmp_path: Path) -> None:
    lines = lines_of(log_of())
    for compress in (gzip.compress, zstandard.compress):
        parts = [b"".join(lines[:20]), b"", b"".join(lines[20:])]
        content = b"".join(map(compress, parts))
        assert open_log(written(tmp_path / "parts", content)) == log_of()


def test_the_same_log_is_the_same_file(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        for name in "ab":
            write_log(log_of(), tmp_path / f"{name}{suffix}")
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_no_file_is_overwritten_unasked(tmp_path: Path) -> None:
    path = written(tmp_path / "game.apnap.jsonl", b"precious")
    with pytest.raises(ApnapError) as caught:
        write_log(log_of(), path)
    assert caught.value.code == "file/exists"
    assert path.read_bytes() == b"precious"
    assert names(tmp_path) == [path.name]
    write_log(log_of(), path, overwrite=True)
    assert open_log(path) == log_of()


def test_no_file_is_overwritten_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "game.apnap.jsonl"
    write_log(log_of(), path)
    with pytest.raises(ApnapError) as caught:
        write_log(log_of(3), path)
    assert caught.value.code == "file/exists"
    assert open_log(path) == log_of()


def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ApnapError, match="No space left") as caught:
        write_log(log_of(), tmp_path / "game.apnap.jsonl")
    assert caught.value.code == "file/write"
    assert names(tmp_path) == []


def test_a_place_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ApnapError) as caught:
        write_log(log_of(), tmp_path / "none" / "game.apnap.jsonl")
    assert caught.value.code == "file/write"


def test_a_new_file_has_the_rights_of_new_files(tmp_path: Path) -> None:
    write_log(log_of(), tmp_path / "log")
    rights = [
        stat.S_IMODE(path.stat().st_mode)
        for path in (tmp_path / "log", written(tmp_path / "other", b""))
    ]
    assert rights[0] == rights[1]


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    bad = log_of().append([Draft(event=NoteAdded(text="e\u0301"), by="judge")])
    for log in (bad, EventLog()):
        with pytest.raises(DataError):
            write_log(log, tmp_path / "log")
    assert names(tmp_path) == []


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_damaged_log_is_its_valid_prefix(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game{suffix}"
    lines = lines_of(log_of())
    lines[30] = lines[30].replace(b"note", b"nota")
    write_log(log_of(), path)
    content = files._compressed(b"".join(lines), suffix)
    reading = read_log(written(path, content))
    assert len(reading.log) == 31
    assert reading.failure is not None
    assert (reading.failure.code, reading.failure.file) == ("log/chain", str(path))
    assert (reading.failure.line, reading.failure.seq) == (32, 31)


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_cut_of_a_compressed_log_is_told(tmp_path: Path, suffix: str) -> None:
    whole = files._compressed(b"".join(lines_of(log_of(4))), suffix)
    for cut in [*range(1, 40), *range(40, len(whole), 7), len(whole) - 1]:
        path = written(tmp_path / "cut", whole[:cut])
        assert refusal(path).code in {"file/truncated", "file/not_a_log", "file/compression"}


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_every_flipped_byte_of_a_compressed_log_is_told_or_harmless(
    tmp_path: Path, suffix: str
) -> None:
    log = log_of(4)
    whole = files._compressed(b"".join(lines_of(log)), suffix)
    for at in range(len(whole)):
        content = whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]
        try:
            reading = read_log(written(tmp_path / "flipped", content))
        except DataError:
            continue
        assert reading.failure is not None or reading.log == log


NO_LOGS = {
    "web page": (b"<!DOCTYPE html><html>", "web page"),
    "decklist": (b"4 Lightning Bolt\n20 Mountain\n", "decklist"),
    "Arena log": (b"[UnityCrossThreadLogger]10/5/2026 STATE CHANGED", "Arena"),
    "other JSON": (b'{"greToClientEvent":{}}\n', "JSON of another kind"),
    "list of JSON": (b'[{"a":1}]', "JSON of another kind"),
    "text": (b"Turn 1: Ann plays a Mountain.\n", "other text"),
    "binary": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
    "zip": (b"PK\x03\x04....", "unpack"),
    "xz": (b"\xfd7zXZ\0", "unpack"),
    "UTF-16": ("{}".encode("utf-16"), "UTF-16"),
    "SQLite": (b"SQLite format 3\0....", "store"),
    "compressed page": (gzip.compress(b"<html>"), "web page"),
}


@pytest.mark.parametrize(("content", "word"), NO_LOGS.values(), ids=NO_LOGS.keys())
def test_a_file_that_is_no_log_is_told_with_what_to_do(
    tmp_path: Path, content: bytes, word: str
) -> None:
    error = refusal(written(tmp_path / "thing", content))
    assert error.code == "file/not_a_log"
    assert word in error.message


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data.replace(b"\n", b"\r\n"), "log/not_canonical"),
        (lambda data: b"\xef\xbb\xbf" + data, "data/no_json"),
        (lambda data: data.replace(b'{"by":', b'{ "by":', 1), "file/not_a_log"),
        (lambda data: b"\n" + data, "data/no_json"),
        (lambda data: data + b"\n", "data/no_json"),
        (lambda data: data[:-1], "log/torn"),
        (lambda _: b"", "log/empty"),
    ],
    ids=["CRLF", "BOM", "space", "empty line first", "empty line last", "torn", "empty"],
)
def test_a_log_spoilt_by_an_editor_is_told(tmp_path: Path, change: object, code: str) -> None:
    content = change(b"".join(lines_of(log_of(3))))  # type: ignore[operator]
    assert refusal(written(tmp_path / "log", content)).code == code


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none").code == "file/missing"
    assert refusal(tmp_path).code == "file/directory"
    assert refusal(tmp_path / "none" / "none").code == "file/missing"


def test_a_name_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path / "a\0b").code == "file/unreadable"
    assert refusal(tmp_path / ("x" * 300)).code == "file/unreadable"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that cannot be read")
def test_a_file_that_the_disk_does_not_give_is_told() -> None:
    error = refusal(Path("/proc/self/mem"))

    assert error.code == "file/unreadable"
    assert error.reason == "it cannot be read (Input/output error)"


BOMBS = {
    "one line, gzip": gzip.compress(b'{"by":"' + b"x" * 50_000_000),
    "one line, zstd": zstandard.compress(b'{"by":"' + b"x" * 200_000_000),
    "many empty lines, zstd": zstandard.compress(b'{"by":"x"}\n' + b"\n" * 200_000_000),
    "empty frames, zstd": zstandard.compress(b"") * 20_000,
    "compressed twice": gzip.compress(gzip.compress(b"\0" * 50_000_000)),
}


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_refused_in_bounded_time_and_memory(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path / "bomb", content)
    tracemalloc.start()
    try:
        began = time.process_time()
        refusal(path)
        spent = time.process_time() - began
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64 * 1024 * 1024
    assert spent < 10, "some seconds at most, on any machine"


def test_a_log_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for suffix in SUFFIXES:
        write_log(log_of(), tmp_path / f"log{suffix}")
    monkeypatch.setattr(files, "LARGEST_FILE", 4000)
    for suffix in SUFFIXES:
        reading = read_log(tmp_path / f"log{suffix}")
        assert reading.failure is not None
        assert reading.failure.code == "file/too_large"
        assert len(reading.log) > 1


def test_a_window_too_large_for_a_reader_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST_WINDOW", 1024)
    data = b"".join(lines_of(log_of(500)))
    path = written(tmp_path / "log", zstandard.ZstdCompressor().compress(data))
    assert refusal(path).code == "file/compression"
