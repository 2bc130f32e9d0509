"""One contract for every store: what it must do, whatever it keeps its logs in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from events.errors import ApnapError, ConflictError, DataError
from events.log import EventLog, read
from events.records import Draft
from events.rulings import NoteAdded
from replays.stores.memory import MemoryStore
from replays.stores.plain_files import PlainFileStore
from replays.stores.protocol import Appended, Durability, Store
from replays.stores.sqlite import SQLiteStore
from tests import strategies
from tests.strategies import header, lines_of

MAKERS: dict[str, Callable[[Path], Store]] = {
    "memory": lambda _: MemoryStore(),
    "sqlite": lambda path: SQLiteStore(path / "games.db", durability=Durability.OFF),
    "files": lambda path: PlainFileStore(path / "games", durability=Durability.OFF),
}
LASTING = [name for name in MAKERS if name != "memory"]


def notes(*texts: str) -> list[Draft]:
    return [Draft(event=NoteAdded(text=text), by="judge") for text in texts]


@pytest.fixture(params=MAKERS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with MAKERS[request.param](tmp_path) as made:
        yield made


def refused(code: str, act: Callable[[], object]) -> ApnapError:
    with pytest.raises(ApnapError) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def test_a_game_begins_with_its_header(store: Store) -> None:
    done = store.create(header())
    log = store.load("game")
    assert done == Appended(0, 1, log.head)
    assert log == EventLog().append([header()])
    assert store.games() == ("game",)


def test_a_batch_is_the_end_of_its_log(store: Store) -> None:
    store.create(header())
    done = store.append("game", notes("a", "b"), expected=1)
    expected = EventLog().append([header(), *notes("a", "b")])
    assert done == Appended(1, 3, expected.head)
    assert store.load("game") == expected
    assert store.load("game").records == expected.records


def test_a_log_of_a_store_is_a_log(store: Store) -> None:
    store.create(header())
    store.append("game", notes("zażółć", "日本語", "a\nb\0c", '"'), expected=1)
    log = store.load("game")
    assert read(lines_of(log)).strict() == log


def test_records_are_read_from_any_place(store: Store) -> None:
    store.create(header())
    store.append("game", notes("a", "b"), expected=1)
    log = store.load("game")
    assert [store.read("game", start) for start in range(4)] == [log[start:] for start in range(4)]
    for start in (-1, 4):
        refused("position/range", lambda start=start: store.read("game", start))  # type: ignore[misc]


@pytest.mark.parametrize("expected", [-1, 0, 1, 3, 4, 10**9])
def test_only_the_exact_length_may_be_expected(store: Store, expected: int) -> None:
    store.create(header())
    store.append("game", notes("a"), expected=1)
    before = store.load("game")
    error = refused("store/conflict", lambda: store.append("game", notes("b"), expected=expected))
    assert isinstance(error, ConflictError)
    assert (error.expected, error.actual) == (expected, 2)
    assert store.load("game") == before


def test_the_same_key_with_the_same_content_is_acknowledged_again(store: Store) -> None:
    store.create(header())
    first = store.append("game", notes("a", "b"), expected=1, key="k1")
    assert store.load("game")[1].id == "k1"
    store.append("game", notes("c"), expected=3)
    before = store.load("game")
    # Whatever length is expected: the key is decided first.
    for expected in (1, 3, 4, 99):
        again = store.append("game", notes("a", "b"), expected=expected, key="k1")
        assert again == msgspec.structs.replace(first, repeated=True)
    assert store.load("game") == before


def test_asking_again_later_is_the_same_content(store: Store) -> None:
    def at(time: str) -> list[Draft]:
        return [msgspec.structs.replace(entry, at=time) for entry in notes("a")]

    store.create(header())
    store.append("game", at("2026-11-30T12:00:00.000Z"), expected=1, key="k1")
    again = store.append("game", at("2026-11-30T12:00:05.000Z"), expected=1, key="k1")
    assert again.repeated


@pytest.mark.parametrize(
    "other",
    [
        notes("b"),
        notes("a", "c"),
        notes("a", "b", "c"),
        [msgspec.structs.replace(notes("a")[0], by="ann"), *notes("b")],
        [msgspec.structs.replace(notes("a")[0], cause=0), *notes("b")],
    ],
    ids=["another", "another second", "more", "another author", "another cause"],
)
def test_the_same_key_with_other_content_is_a_conflict(store: Store, other: list[Draft]) -> None:
    store.create(header())
    store.append("game", notes("a", "b"), expected=1, key="k1")
    before = store.load("game")
    for expected in (1, 3):
        error = refused(
            "store/key_reused",
            lambda expected=expected: store.append("game", other, expected=expected, key="k1"),  # type: ignore[misc]
        )
        assert isinstance(error, ConflictError)
    assert store.load("game") == before


def test_a_key_is_one_games_own(store: Store) -> None:
    for game in ("one", "two"):
        store.create(header(game))
        assert not store.append(game, notes(game), expected=1, key="k").repeated


def test_a_key_comes_once_within_a_batch_too(store: Store) -> None:
    def named(*keys: str) -> list[Draft]:
        return [msgspec.structs.replace(notes(key)[0], id=key) for key in keys]

    store.create(header())
    store.append("game", named("a", "b"), expected=1)
    assert [record.id for record in store.read("game", 1)] == ["a", "b"]
    assert store.append("game", named("b"), expected=0).first_seq == 2
    for batch in (named("c", "c"), named("c", "b"), named("c", "d", "d")):
        refused("store/key_reused", lambda batch=batch: store.append("game", batch, expected=3))  # type: ignore[misc]
    assert len(store.load("game")) == 3


def test_a_game_is_created_once(store: Store) -> None:
    store.create(header())
    error = refused("store/game_exists", lambda: store.create(header()))
    assert isinstance(error, ConflictError)
    assert (error.expected, error.actual) == (0, 1)


def test_a_game_created_with_a_key_is_acknowledged_again(store: Store) -> None:
    first = msgspec.structs.replace(header(), id="k0")
    done = store.create(first)
    store.append("game", notes("a"), expected=1)
    assert store.create(first) == msgspec.structs.replace(done, repeated=True)
    other = msgspec.structs.replace(header(seats=("ann", "cid")), id="k0")
    refused("store/key_reused", lambda: store.create(other))


def test_a_game_begins_with_nothing_else(store: Store) -> None:
    refused("log/no_header", lambda: store.create(notes("a")[0]))
    refused("log/seats", lambda: store.create(header(seats=())))
    assert store.games() == ()


def test_a_game_that_is_not_there_is_told(store: Store) -> None:
    for act in (
        lambda: store.load("none"),
        lambda: store.read("none", 0),
        lambda: store.append("none", notes("a"), expected=0),
        lambda: store.append("none", notes("a"), expected=0, key="k"),
    ):
        error = refused("store/no_game", act)
        assert isinstance(error, DataError)
    assert store.games() == ()


def test_a_batch_has_at_least_one_record(store: Store) -> None:
    store.create(header())
    refused("store/empty_batch", lambda: store.append("game", [], expected=1))


UNREADABLE = {
    "lone surrogate": (NoteAdded(text="\ud800"), "data/field"),
    "not NFC": (NoteAdded(text="e\u0301"), "log/not_canonical"),
    "too long": (NoteAdded(text="x" * 70_000), "data/line_too_long"),
    "number too large": (NoteAdded(text="", about=10**400), "data/field"),
    "float": (NoteAdded(text="", about=1.5), "data/field"),  # type: ignore[arg-type]
    "no text": (NoteAdded(text=None), "data/field"),  # type: ignore[arg-type]
    "no data at all": (NoteAdded(text=object()), "data/field"),  # type: ignore[arg-type]
    "header": (header().event, "log/second_header"),
}


@pytest.mark.parametrize(("event", "code"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_could_not_be_read_again_is_not_stored(
    store: Store, event: NoteAdded, code: str
) -> None:
    store.create(header())
    before = store.load("game")
    batch = [*notes("a"), Draft(event=event, by="judge"), *notes("b")]
    refused(code, lambda: store.append("game", batch, expected=1))
    assert store.load("game") == before
    assert store.append("game", notes("a"), expected=1).length == 2


def test_what_leads_to_itself_is_not_stored(store: Store) -> None:
    store.create(header())
    later = msgspec.structs.replace(notes("b")[0], cause=2)
    refused("log/cause", lambda: store.append("game", [*notes("a"), later], expected=1))
    assert len(store.load("game")) == 1


@pytest.mark.parametrize(
    "game", ["a b/c", "..", ".", "con:1", "日本", "%2F", "a.apnap.jsonl", "x" * 200, "A", "\0\n"]
)
def test_any_id_may_name_a_game(store: Store, game: str) -> None:
    store.create(header(game))
    store.append(game, notes("a"), expected=1)
    assert store.games() == (game,)
    assert store.load(game).header.game == game


@pytest.mark.parametrize("game", ["", "x" * 201, "日" * 30, "\ud800"], ids=len)
def test_an_id_that_no_file_could_have_is_refused(store: Store, game: str) -> None:
    refused("store/game_name", lambda: store.create(header(game)))


def test_games_are_sorted(store: Store) -> None:
    for game in ("b", "a", "c"):
        store.create(header(game))
    assert store.games() == ("a", "b", "c")


def test_a_closed_store_says_so(store: Store) -> None:
    store.create(header())
    store.close()
    store.close()
    for act in (
        store.games,
        lambda: store.load("game"),
        lambda: store.read("game", 0),
        lambda: store.create(header("other")),
        lambda: store.append("game", notes("a"), expected=1),
        store.__enter__,
    ):
        refused("store/closed", act)


@pytest.mark.parametrize("name", LASTING)
def test_what_is_stored_is_there_next_time(name: str, tmp_path: Path) -> None:
    with MAKERS[name](tmp_path) as store:
        store.create(header())
        store.append("game", notes("a", "b"), expected=1, key="k")
        before = store.load("game")
    with MAKERS[name](tmp_path) as store:
        assert store.load("game") == before
        assert store.append("game", notes("a", "b"), expected=1, key="k").repeated
        assert store.append("game", notes("c"), expected=3).length == 4


@pytest.mark.parametrize("name", LASTING)
def test_of_two_writers_one_wins(name: str, tmp_path: Path) -> None:
    with MAKERS[name](tmp_path) as ann, MAKERS[name](tmp_path) as bob:
        ann.create(header())
        assert bob.append("game", notes("bob"), expected=1).length == 2
        refused("store/conflict", lambda: ann.append("game", notes("ann"), expected=1))
        assert ann.append("game", notes("ann"), expected=2).length == 3
        assert ann.load("game") == bob.load("game")


@pytest.mark.parametrize("durability", Durability)
@pytest.mark.parametrize("kind", [SQLiteStore, PlainFileStore])
def test_every_durability_keeps_the_contract(
    kind: type[SQLiteStore | PlainFileStore], durability: Durability, tmp_path: Path
) -> None:
    with kind(tmp_path / "store", durability=durability) as store:
        store.create(header())
        assert store.append("game", notes("a"), expected=1).length == 2


class StoreAgainstModel(RuleBasedStateMachine):
    """Any sequence of calls gives the same answers as a dictionary of lists."""

    name: str
    path: Path

    def __init__(self) -> None:
        super().__init__()
        StoreAgainstModel.count += 1
        self.where = self.path / str(StoreAgainstModel.count)
        self.where.mkdir()
        self.store = MAKERS[self.name](self.where)
        self.logs: dict[str, EventLog] = {}
        self.batches: dict[tuple[str, str], tuple[list[Draft], Appended]] = {}

    count = 0

    @initialize()
    def begin(self) -> None:
        self.create("one")

    @rule(game=st.sampled_from(["one", "two"]))
    def create(self, game: str) -> None:
        if game in self.logs:
            refused("store/game_exists", lambda: self.store.create(header(game)))
            return
        self.logs[game] = EventLog().append([header(game)])
        assert self.store.create(header(game)) == Appended(0, 1, self.logs[game].head)

    @rule(
        game=st.sampled_from(["one", "two"]),
        batch=st.lists(st.sampled_from("ab"), min_size=1, max_size=2),
        off=st.sampled_from([0, 0, 0, -1, 1]),
        key=st.sampled_from(["", "", "k1", "k2"]),
    )
    def append(self, game: str, batch: list[str], off: int, key: str) -> None:
        drafts, log = notes(*batch), self.logs.get(game)
        expected = (0 if log is None else len(log)) + off

        def act() -> Appended:
            return self.store.append(game, drafts, expected=expected, key=key)

        known = self.batches.get((game, key))
        if log is None:
            refused("store/no_game", act)
        elif known is not None:
            self.again(game, known, drafts, act)
        elif off:
            refused("store/conflict", act)
        else:
            longer = log.append([msgspec.structs.replace(drafts[0], id=key), *drafts[1:]])
            done = act()
            assert done == Appended(len(log), len(longer), longer.head)
            self.logs[game] = longer
            if key:
                self.batches[game, key] = (drafts, done)

    def again(
        self,
        game: str,
        known: tuple[list[Draft], Appended],
        drafts: list[Draft],
        act: Callable[[], Appended],
    ) -> None:
        first = known[1].first_seq
        there = [record.event for record in self.logs[game][first : first + len(drafts)]]
        if there == [entry.event for entry in drafts]:
            done = act()
            assert done.repeated
            assert done.first_seq == first
            assert done.head == self.logs[game].prefix(done.length).head
        else:
            refused("store/key_reused", act)

    @rule()
    def open_again(self) -> None:
        if self.name != "memory":
            self.store.close()
            self.store = MAKERS[self.name](self.where)

    @invariant()
    def holds_what_was_acknowledged(self) -> None:
        assert self.store.games() == tuple(sorted(self.logs))
        for game, log in self.logs.items():
            assert self.store.load(game).records == log.records

    def teardown(self) -> None:
        self.store.close()


@pytest.mark.parametrize("name", MAKERS)
def test_any_sequence_of_calls_agrees_with_the_model(name: str, tmp_path: Path) -> None:
    machine = type("Machine", (StoreAgainstModel,), {"name": name, "path": tmp_path})
    run_state_machine_as_test(
        machine, settings=settings(strategies.examples(20), stateful_step_count=20)
    )
