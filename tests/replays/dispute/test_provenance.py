"""Who last wrote a value: as a comparison of all neighbouring tables finds it."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.errors import DataError
from events.identifiers import ObjectId
from projections import paths
from projections.paths import ABSENT
from projections.provenance import Write, birth, held, last_write, lives, writes
from projections.table import Table
from replays.game_log import GameLog
from replays.importers import import_files
from tests.replays.dispute import logs
from tests.replays.games import whole_game
from tests.samples import WHY, samples

FEW = settings(max_examples=8, deadline=None, derandomize=True)


def value(table: Table, path: str) -> object:
    try:
        return paths.get(table, path)
    except DataError:
        return ABSENT


def by_comparison(game: GameLog, path: str, at: int) -> Write | None:
    for seq in range(at, 0, -1):
        before, after = value(game.tables[seq - 1], path), value(game.tables[seq], path)
        if before != after:
            return Write(seq, path, before, after)
    return None


def some_paths(game: GameLog, at: int, rng: random.Random, count: int) -> Iterator[str]:
    """Yield paths to leaves, to what holds them, and to what is computed."""
    leaves = [path for path, _ in paths.walk(game.tables[at]) if not path.startswith("header")]
    for path in rng.sample(leaves, min(count, len(leaves))):
        yield path
        yield path.rpartition(".")[0] or path
    yield from ("phase", "playing", "sprockets.ann.2", "active_player")


def check_some(game: GameLog, seed: int, count: int = 2) -> None:
    rng = random.Random(seed)  # noqa: S311 - seeded on purpose
    at = rng.randrange(min(len(game), 300))
    there = rng.randrange(len(game))
    for path in some_paths(game, there, rng, count):
        assert last_write(game.tables, path, at) == by_comparison(game, path, at), (path, at)


@FEW
@given(
    seed=st.integers(0, 5), look=st.integers(0, 10_000), name=st.sampled_from(sorted(logs.DECKS))
)
def test_the_last_write_is_that_of_a_comparison(seed: int, look: int, name: str) -> None:
    check_some(logs.random_game(seed, name), look)


@pytest.mark.parametrize("make", [logs.demo, logs.arena, whole_game], ids=["demo", "arena", "made"])
def test_it_is_so_in_other_logs(make: object) -> None:
    game = make()  # type: ignore[operator]
    for look in range(4):
        check_some(game, look)


@pytest.mark.skipif(samples() is None, reason=WHY)
def test_it_is_so_in_a_real_record() -> None:
    folder = samples()
    assert folder is not None
    records = (folder / "arena-player-log" / "slim").glob("*.gz")
    report = import_files([min(records, key=lambda one: one.stat().st_size)])
    for game in report.games[:1]:
        for look in range(4):
            check_some(GameLog(game.log), look)


@FEW
@given(seed=st.integers(0, 3), look=st.integers(0, 10_000))
def test_all_writes_are_those_of_a_comparison(seed: int, look: int) -> None:
    game = logs.random_game(seed)
    rng = random.Random(look)  # noqa: S311 - seeded on purpose
    first = rng.randrange(len(game) // 2)
    last = rng.randrange(first, len(game))
    path = rng.choice(["players.ann.life", "battlefield", "turn.phase", "players.bob.hand"])

    found = [write.seq for write in writes(game.tables, path, first, last)]

    expected = [
        seq
        for seq in range(max(1, first), last + 1)
        if value(game.tables[seq - 1], path) != value(game.tables[seq], path)
    ]
    assert found == expected


def test_a_value_of_the_start_was_never_written() -> None:
    assert last_write(logs.demo().tables, "header.game", 40) is None


def test_what_came_and_went() -> None:
    game = whole_game()
    there = [seq for seq, table in enumerate(game.tables) if "c21" in table.objects]

    write = last_write(game.tables, "objects.c21", len(game) - 1)

    assert write is not None
    assert write.seq == there[-1] + 1
    assert write.after is ABSENT
    assert held(game.tables, "objects.c21.zone", len(game) - 1) == there[-1]
    assert held(game.tables, "objects.c999", len(game) - 1) is None


def test_the_lives_of_a_permanent_lead_back_to_the_library() -> None:
    game = logs.random_game(2)
    table = game.tables[-1]
    name = table.battlefield[-1]

    found = list(lives(game.tables, lambda seq: game.log[seq].event, name, len(game) - 1))

    assert found[0].id == name
    assert [one.earlier for one in found[:-1]] == [one.id for one in found[1:]]
    assert found[-1].earlier is None
    assert found[-1].seq == 0
    cards = {game.tables[one.seq].objects[one.id].card for one in found}
    assert cards == {table.objects[name].card}


def test_an_object_is_born_where_it_first_is() -> None:
    game = logs.demo()
    name = game.tables[-1].battlefield[0]
    born = birth(game.tables, name, len(game) - 1)

    assert born is not None
    assert name in game.tables[born].objects
    assert name not in game.tables[born - 1].objects
    assert birth(game.tables, ObjectId("c9999"), 10) is None
