"""SQLite: foreign, newer, damaged, full and busy databases."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from events.errors import ApnapError, ConflictError, DataError, IntegrityError, VersionError
from events.records import Draft
from events.rulings import NoteAdded
from replays.stores.protocol import Durability
from replays.stores.sqlite import LONGEST_WAL, SCHEMA, SQLiteStore
from tests.strategies import header


def notes(*texts: str) -> list[Draft]:
    return [Draft(event=NoteAdded(text=text), by="judge") for text in texts]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with one game of three records."""
    path = tmp_path / "games.db"
    with SQLiteStore(path, durability=Durability.OFF) as store:
        store.create(header())
        store.append("game", notes("a", "b"), expected=1, key="k")
    return path


def execute(path: Path, *statements: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database, database:
        return [database.execute(statement).fetchone() for statement in statements]


def test_a_row_holds_a_canonical_line_that_sql_can_ask(path: Path) -> None:
    rows = execute(
        path,
        "SELECT count(*) FROM records WHERE game = (SELECT id FROM games WHERE name = 'game')",
        "SELECT seq, key, json_extract(line, '$.event.text') FROM records WHERE seq = 1",
        "PRAGMA user_version",
        "PRAGMA journal_mode",
    )
    assert rows == [(3,), (1, "k", "a"), (SCHEMA,), ("wal",)]


@pytest.mark.parametrize(
    ("durability", "number"), [(Durability.FULL, 2), (Durability.NORMAL, 1), (Durability.OFF, 0)]
)
def test_a_durability_is_sqlites_synchronous(
    path: Path, durability: Durability, number: int
) -> None:
    with SQLiteStore(path, durability=durability) as store:
        assert store._one("PRAGMA synchronous") == number


@pytest.mark.parametrize("version", [SCHEMA - 1, SCHEMA + 1])
def test_a_store_of_another_version_is_refused(path: Path, version: int) -> None:
    execute(path, f"PRAGMA user_version = {version}")
    with pytest.raises(VersionError) as caught:
        SQLiteStore(path)
    assert caught.value.code == "store/version"


@pytest.mark.parametrize("statement", ["CREATE TABLE other (a)", "PRAGMA application_id = 5"])
def test_another_programs_database_is_refused_and_left_alone(
    tmp_path: Path, statement: str
) -> None:
    path = tmp_path / "other.db"
    execute(path, statement)
    content = path.read_bytes()
    with pytest.raises(DataError) as caught:
        SQLiteStore(path)
    assert caught.value.code == "store/foreign"
    assert path.read_bytes() == content


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(b"4 Lightning Bolt\n" * 100)
    with pytest.raises(DataError) as caught:
        SQLiteStore(path)
    assert caught.value.code == "store/foreign"


def test_a_place_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        SQLiteStore(tmp_path / "none" / "games.db")
    assert caught.value.code == "store/unreadable"


@pytest.mark.parametrize(
    ("statement", "seq"),
    [
        ("UPDATE records SET line = replace(line, '\"a\"', '\"z\"') WHERE seq = 1", 2),
        ("UPDATE records SET line = line || ' ' WHERE seq = 1", 1),
        ("UPDATE records SET line = CAST(x'ff' AS TEXT) WHERE seq = 1", 1),
        ("DELETE FROM records WHERE seq = 1", 1),
        ("DELETE FROM records WHERE seq = 0", 0),
    ],
)
def test_a_changed_row_is_found_on_loading(path: Path, statement: str, seq: int) -> None:
    execute(path, statement)
    with SQLiteStore(path) as store, pytest.raises(DataError) as caught:
        store.load("game")
    assert caught.value.seq == seq
    assert caught.value.file == f"{path}:game"


def test_a_changed_row_is_found_on_reading_on(path: Path) -> None:
    execute(path, "UPDATE records SET line = replace(line, '\"a\"', '\"z\"') WHERE seq = 1")
    with SQLiteStore(path) as store, pytest.raises(IntegrityError):
        store.read("game", 2)


def test_a_full_disk_leaves_everything_as_it_was(path: Path) -> None:
    with SQLiteStore(path) as store:
        before = store.load("game")
        pages = store._one("PRAGMA page_count")
        store._one(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ApnapError) as caught:
            store.append("game", notes(*["x" * 2000] * 20), expected=3)
        assert caught.value.code == "store/write"
        assert store.load("game") == before
        store._one(f"PRAGMA max_page_count = {pages + 100}")
        assert store.append("game", notes(*["x" * 2000] * 20), expected=3).length == 23


def test_a_store_held_by_another_writer_is_busy_and_can_be_read(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with SQLiteStore(path, patience=0) as store:
            with pytest.raises(ApnapError) as caught:
                store.append("game", notes("c"), expected=3)
            assert caught.value.code == "store/busy"
            assert len(store.load("game")) == 3
            other.execute("ROLLBACK")
            assert store.append("game", notes("c"), expected=3).length == 4


def statements_of(store: SQLiteStore, act: Callable[[], object]) -> list[str]:
    said: list[str] = []
    store._database.set_trace_callback(said.append)
    act()
    store._database.set_trace_callback(None)
    return [statement.split(" (")[0] for statement in said]


def test_the_end_of_a_log_is_remembered_until_another_connection_writes(path: Path) -> None:
    with SQLiteStore(path) as store, SQLiteStore(path) as other:
        store.append("game", notes("c"), expected=3)
        said = statements_of(store, lambda: store.append("game", notes("d"), expected=4))
        assert said == ["BEGIN IMMEDIATE", "PRAGMA data_version", "INSERT INTO records", "COMMIT"]
        other.append("game", notes("e"), expected=5)
        with pytest.raises(ConflictError) as caught:
            store.append("game", notes("f"), expected=5)
        assert caught.value.actual == 6
        assert store.append("game", notes("f"), expected=6).head == other.load("game").head


def test_an_end_that_was_cut_off_behind_the_stores_back_is_read_anew(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.append("game", notes("c", "d"), expected=3)
        execute(path, "DELETE FROM records WHERE seq = 4")
        assert store.append("game", notes("e"), expected=4).head == store.load("game").head


def test_nothing_is_remembered_of_a_batch_that_failed(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.append("game", notes("c"), expected=3)
        store._one(f"PRAGMA max_page_count = {store._one('PRAGMA page_count')}")
        with pytest.raises(ApnapError):
            store.append("game", notes(*["x" * 2000] * 20), expected=4)
        assert store.append("game", notes("d"), expected=4).head == store.load("game").head


def test_the_write_ahead_log_is_written_over_and_stays_short(path: Path) -> None:
    with SQLiteStore(path, durability=Durability.OFF) as store:
        for number in range(3, 603, 2):
            store.append("game", notes("x" * 1000, "y" * 1000), expected=number)
        page = store._one("PRAGMA page_size")
        written = Path(f"{path}-wal").stat().st_size / page
        assert LONGEST_WAL <= written < LONGEST_WAL * 1.2
        assert len(store.load("game")) == 603


def test_a_record_belongs_to_a_game_and_is_found_by_its_place(path: Path) -> None:
    with SQLiteStore(path) as store:
        with pytest.raises(sqlite3.IntegrityError):
            store._run("INSERT INTO records (place, line) VALUES (9 << 32, 'x')")
        for statement in ("SELECT seq, line FROM records", "SELECT line || char(10) FROM records"):
            said: list[str] = []
            store._database.set_trace_callback(said.append)
            store.append("game", notes("c"), expected=len(store.load("game")))
            store._database.set_trace_callback(None)
            (query,) = [each for each in said if each.startswith(statement)]
            assert b"rowid>? AND rowid<?" in store._run(f"EXPLAIN QUERY PLAN {query}").fetchone()[3]
