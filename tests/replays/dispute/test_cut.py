"""``cut``: shorter, legal, derived anew, and still the same value; also as a test of its own."""

import runpy
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.errors import DataError
from projections import paths
from projections.provenance import last_write
from projections.table import Table
from replays.as_test import as_test
from replays.cutting import Cut, cut
from replays.cutting.items import Item, items_of
from replays.cutting.minimising import Limits, minimised
from replays.cutting.retelling import Reached, Teller, Told
from replays.cutting.slices import dependents, makers
from replays.derivation import rederive
from replays.game_log import GameLog
from tests.replays.cli.conftest import Run, data
from tests.replays.dispute import logs
from tests.replays.games import whole_game

TRIES = 12


def tell(
    game: GameLog, items: Sequence[Item], reached: Reached, *, is_timely: bool = False
) -> Told | None:
    """Tell a game again with some items, and the outcomes among them."""
    outcomes = [record for item in items if item.kind == "chance" for record in item.records]
    last = len(game) - 1
    teller = Teller(game, outcomes, reached, name="again", last=last, is_timely=is_timely)
    return teller.tell([item for item in items if item.kind != "chance"], longest=len(game))


def check(found: Cut) -> None:
    """The log is derived and legal, and its last record writes the value."""
    derived = rederive(found.log.records)
    assert derived.derived.ok, derived.derived
    assert derived.legal.ok, derived.legal
    assert paths.get(found.game.tables[-1], found.path) == found.value
    write = last_write(found.game.tables, found.path, len(found.log) - 1)
    assert write is not None
    assert write.seq == len(found.log) - 1


@pytest.mark.parametrize("name", sorted(logs.DECKS))
@pytest.mark.parametrize("path", ["turn.number", "players.ann.life", "players.bob.lands_played"])
def test_a_game_is_cut_to_a_legal_one(name: str, path: str) -> None:
    game = logs.random_game(4, name, 220)
    at = len(game) - 1
    found = cut(game, path, at, tries=TRIES)
    if last_write(game.tables, path, at) is None:
        assert len(found.log) == 1
        return

    check(found)
    assert len(found.log) <= found.original <= len(game)
    assert found.value == paths.get(game.tables[at], path)


def test_an_object_is_found_again_under_its_new_id() -> None:
    game = logs.random_game(4, "plain", 220)
    at = len(game) - 1
    name = game.tables[at].battlefield[-1]
    found = cut(game, f"objects.{name}.zone", at, tries=TRIES)

    check(found)
    thing = found.game.tables[-1].objects[found.path.split(".")[1]]  # type: ignore[index]
    assert thing.card == game.tables[at].objects[name].card


def test_mulligans_that_do_not_matter_are_left_out() -> None:
    game = logs.demo()
    found = cut(game, "turn.number", 61, tries=60)

    check(found)
    names = [type(record.event).__name__ for record in found.log]
    assert "MulliganTaken" not in names
    assert len(found.log) < 62


@settings(max_examples=6, deadline=None, derandomize=True)
@given(seed=st.integers(0, 5), keep=st.floats(0.5, 1), name=st.sampled_from(sorted(logs.DECKS)))
def test_any_part_of_a_game_told_again_is_legal(seed: int, keep: float, name: str) -> None:
    game = logs.random_game(seed, name, 180)
    items = items_of(game, len(game) - 1)
    some = [item for item in items if item.kind == "chance"]
    some += [item for item in items if item.kind != "chance"][: int(len(items) * keep) : 2]
    told = tell(game, some, lambda _before, _event, after: after.turn.number >= 2)

    if told is None:  # a decision that is kept was about one that is not
        return
    derived = rederive(told.log.records)
    assert derived.derived.ok, derived.derived
    assert derived.legal.ok, derived.legal


@pytest.mark.parametrize("is_timely", [False, True])
def test_all_of_a_game_told_again_is_the_game(*, is_timely: bool) -> None:
    game = logs.random_game(3, "flips", 300)
    last = game.tables[-1]
    told = tell(
        game,
        items_of(game, len(game) - 1),
        lambda _before, _event, after: after.players == last.players and after.turn == last.turn,
        is_timely=is_timely,
    )

    assert told is not None
    assert [one.event for one in told.log[1:]] == [one.event for one in game.log[1 : len(told.log)]]


def test_another_telling_goes_on_from_where_it_parts() -> None:
    game = logs.random_game(4, "plain", 400)
    goal = game.tables[-1].turn.number
    items = [one for one in items_of(game, len(game) - 1) if one.kind != "chance"]
    outcomes = [one.records[0] for one in items_of(game, len(game) - 1) if one.kind == "chance"]

    def reached(_before: object, _event: object, after: Table) -> bool:
        return after.turn.number == goal

    def teller() -> Teller:
        return Teller(game, outcomes, reached, name="again", last=len(game) - 1)

    one = teller()
    whole = one.tell(items, longest=len(game))
    assert whole is not None
    for place in range(0, len(whole.items), 7):
        fewer = [*whole.items[:place], *whole.items[place + 1 :]]
        again, anew = one.tell(fewer, longest=len(game)), teller().tell(fewer, longest=len(game))
        assert (again is None) == (anew is None)
        assert again is None or anew is None or again.drafts == anew.drafts


def test_a_long_game_is_cut_down_within_the_limits() -> None:
    game = logs.random_game(4, "plain", 800)
    found = cut(game, "players.bob.life", len(game) - 1)

    check(found)
    assert found.is_done
    assert found.tries < 100
    assert len(found.log) <= 0.6 * found.original


def test_what_is_done_has_no_decision_too_many() -> None:
    game = logs.random_game(3, "flips", 600)
    found = cut(game, "players.bob.life", len(game) - 1)
    again = cut(found.game, found.path, len(found.log) - 1)

    assert found.is_done
    assert len(again.log) == len(found.log)


def test_what_a_land_paid_for_goes_with_the_land() -> None:
    game = logs.random_game(4, "plain", 400)
    items = [one for one in items_of(game, len(game) - 1) if one.kind != "chance"]
    with_it = dependents(game, items)
    kinds = {one.seq: type(one.records[0].event).__name__ for one in items}
    land = next(seq for seq, kind in kinds.items() if kind == "LandPlayed" and with_it[seq])

    assert {kinds[seq] for seq in with_it[land]} & {"SpellCast", "AttackersDeclared"}
    assert min(with_it[land]) > land


def test_of_an_imported_log_what_made_the_value_is_kept() -> None:
    game = logs.arena()
    found = cut(game, "players.seat2.life", len(game) - 1)

    names = [type(record.event).__name__ for record in found.log]
    assert names[0] == "GameCreated"
    assert {"SpellCast", "TargetsChosen", "DamageDivided", "DamageDealt", "LifeChanged"} <= set(
        names
    )
    assert len(found.log) < len(game)
    assert paths.get(found.game.tables[-1], "players.seat2.life") == 17
    assert all(record.source for record in found.log[1:])


def test_a_made_record_of_many_events() -> None:
    game = whole_game()
    found = cut(game, "players.bob.life", len(game) - 1)

    assert found.value == 17
    assert len(found.log) == 2


def test_what_was_so_from_the_start_needs_the_header_alone() -> None:
    assert len(cut(logs.demo(), "header.game", 50).log) == 1


def test_a_limit_is_told() -> None:
    game = logs.random_game(4, "plain", 800)
    found = cut(game, "players.bob.life", len(game) - 1, tries=3)

    assert not found.is_done
    check(found)


def test_makers_lead_to_the_decisions() -> None:
    game = logs.demo()
    made = {type(game.log[seq].event).__name__ for seq in makers(game, "players.bob.life", 722)}

    assert {"SpellCast", "LandPlayed", "CostPaid", "AttackersDeclared", "FlipCalled"} <= made


@pytest.mark.parametrize("needed", [set(), {7}, {0, 99}, {3, 4, 5, 80}, set(range(0, 100, 9))])
def test_minimising_keeps_what_is_needed_and_nothing_else(needed: set[int]) -> None:
    kept: list[int] = list(range(100))

    def fits(some: Sequence[int]) -> bool:
        nonlocal kept
        if not needed <= set(some):
            return False
        kept = list(some)
        return True

    assert minimised(range(100), fits, Limits(100_000, 60))
    assert set(kept) == needed


@pytest.mark.parametrize("path", ["players.bob.lief", "objects.c9999", "players.cyd.life"])
def test_a_path_that_is_none_is_told(path: str) -> None:
    with pytest.raises(DataError, match="there is no"):
        cut(logs.demo(), path, 100)


def run_file(path: Path) -> None:
    runpy.run_path(str(path))["test_the_value"]()


def _native() -> Cut:
    game = logs.random_game(4, "flips", 220)
    return cut(game, "turn.number", len(game) - 1, tries=TRIES)


def _imported() -> Cut:
    game = logs.arena()
    return cut(game, "players.seat2.life", len(game) - 1)


@pytest.mark.parametrize("make", [_native, _imported])
def test_the_file_is_a_test_that_passes_and_can_fail(make: object, tmp_path: Path) -> None:
    found: Cut = make()  # type: ignore[operator]
    path = tmp_path / "test_cut_down.py"
    path.write_text(as_test(found), encoding="utf-8")
    run_file(path)

    path.write_text(as_test(found).replace(f'"{found.path}")) == ', f'"{found.path}")) == 1000 + '))
    with pytest.raises(AssertionError):
        run_file(path)


def test_the_command_writes_both_files(run: Run, demo_file: str, tmp_path: Path) -> None:
    log, test = tmp_path / "cut.apnap.jsonl", tmp_path / "test_cut.py"
    words = (
        "cut",
        f"{demo_file}@t2",
        "turn.number",
        "-o",
        str(log),
        "--pytest",
        str(test),
        "--json",
    )

    result = run(*words, "--tries", "20")

    told = data(result)
    assert result.exit_code == 0
    assert told["value"] == 2
    assert told["records"] < told["original"]
    assert run("verify", str(log)).stdout.count("✗") == 1  # it is not complete, and says so
    assert "def test_the_value" in test.read_text("utf-8")
    again = run(*words)
    assert again.exit_code == 6


def test_the_command_tells_what_it_kept(run: Run, game: str) -> None:
    english, japanese = (
        run("cut", game, "players.bob.life"),
        run("--lang", "ja", "cut", game, "players.bob.life"),
    )

    assert "2 of 49 records" in english.stdout
    assert "これ以上は省けません" in japanese.stdout


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["GAME", "players.bob.lief"], 2, "there is life"),
        (["GAME@t99", "players.bob.life"], 2, "nearest"),
        (["nothing.jsonl", "players.bob.life"], 3, "nothing.jsonl"),
        (["--seat", "ann", "GAME", "players.bob.life"], 2, "leave out --seat"),
    ],
)
def test_the_command_refuses(run: Run, game: str, words: list[str], code: int, text: str) -> None:
    result = run("cut", *(one.replace("GAME", game) for one in words))

    assert result.exit_code == code
    assert text in result.stderr


def test_a_log_can_be_cut_from_python() -> None:
    game = GameLog(logs.random_game(4, "plain", 220).log)
    assert repr(game.cut("turn.number", 40)).startswith("<Cut turn.number: ")
