"""Records of phase-rs: nothing is lost on the way, and what its engine accepted is legal here."""

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from events.card_files import known_cards
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipWon,
)
from events.damage import DamageDealt, LifeChanged
from events.division import DamageDivided
from events.mulligans import (
    CardsBottomed,
    HandKept,
    MulliganActionTaken,
    MulliganDeclared,
    MulliganTaken,
)
from events.stack import SpellCast
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import Face
from events.zones import LandPlayed, TokenCreated
from machine.coin_flips import check_ignored
from machine.dividing import check_shares
from machine.flip_effects import coins_for
from machine.procedure import CHECKS
from projections.fold import fold
from projections.progress import Flip
from projections.table import Table
from replays.importers import ImportedGame, import_files
from tests.replays.importers.made import check, each_sample, errors, events, imported, sample_files

SAMPLES = each_sample("phase-engine", "*.gz")
JSON = dict[str, Any]


@cache
def lines(path: Path) -> list[JSON]:
    with gzip.open(path) as stream:
        return [json.loads(line) for line in stream]


@cache
def game_of(path: Path) -> ImportedGame:
    report = import_files([path])
    assert report.skipped == ()
    assert report.files[0].tally.cut == 0
    (game,) = report.games
    return game


@cache
def tables_of(path: Path) -> tuple[Table, ...]:
    """Return the tables of a game with our own cards on them: the record has names alone."""
    return tuple(
        replace(table, cards=Map(known_cards().items())) for table in fold(game_of(path).log)
    )


@pytest.mark.parametrize("path", SAMPLES)
def test_counts_are_those_of_the_record(path: Path) -> None:
    told = Counter[str]()
    for line in lines(path):
        told.update(event["type"] for event in line["events"])
        told[line["action"]["type"]] += 1
        told[str(line["action"].get("data", {}).get("choice", {}).get("type"))] += 1
        bottoms = line["action"]["type"] == "SelectCards"
        told["bottom"] += bottoms and line["waiting_for"]["type"] == "MulliganDecision"
    found = Counter(type(event) for event in events(game_of(path)))
    expected = {
        TurnBegan: told["TurnStarted"] + 1,  # the first turn is not announced
        PhaseEntered: told["PhaseChanged"],
        HandKept: told["Keep"],
        MulliganTaken: told["Mulligan"],
        MulliganActionTaken: told["UseSerumPowder"],
        CardsBottomed: told["bottom"],
        FlipIgnored: told["SelectCoinFlips"],
        FlipInstructed: told["CoinFlipped"],
        DamageDealt: told["DamageDealt"],
        LifeChanged: told["LifeChanged"],
        SpellCast: told["SpellCast"],
        LandPlayed: told["LandPlayed"],
        TokenCreated: told["TokenCreated"],
    }
    inferred = sum(r.inferred for r in game_of(path).log if type(r.event) is PhaseEntered)
    found[PhaseEntered] -= inferred
    assert {kind: found[kind] for kind in expected} == expected
    assert found[FlipWon] + found[FlipLost] == told["CoinFlipped"]


@pytest.mark.parametrize("path", SAMPLES)
def test_no_rule_is_broken(path: Path) -> None:
    game = game_of(path)
    assert errors(game) == []
    check(game)
    assert game.complete


@pytest.mark.parametrize("path", SAMPLES)
def test_neither_face_nor_call_is_made_up(path: Path) -> None:
    game = game_of(path)
    assert events(game, CoinFlipped, FlipCalled) == []
    assert {event.face for event in events(game, FlipWon, FlipLost)} <= {None}


@pytest.mark.parametrize("path", SAMPLES)
def test_every_division_accepted_there_is_accepted_here(path: Path) -> None:
    """CR 601.2d: at least one for each target, all of it, one share a target."""
    for line in lines(path):
        if line["action"]["type"] != "DistributeAmong":
            continue
        waits, shares = line["waiting_for"]["data"], line["action"]["data"]["distribution"]
        assert [target for target, _ in shares] == waits["targets"]
        amounts = [amount for _, amount in shares]
        check_shares("it", waits["total"], amounts, minimum=(1,) * len(waits["targets"]))


@pytest.mark.parametrize("path", SAMPLES)
def test_the_divisions_of_spells_that_were_cast_are_in_the_log(path: Path) -> None:
    cast = 0
    for line in lines(path):
        is_cast = any(event["type"] == "SpellCast" for event in line["events"])
        cast += line["action"]["type"] == "DistributeAmong" and is_cast
    divided = events(game_of(path), DamageDivided)
    assert len(divided) >= cast  # where mana was paid by hand, the spell is cast a step later
    for event in divided:
        check_shares(event.player, event.amount, event.shares, minimum=(1,) * len(event.targets))


@pytest.mark.parametrize("path", SAMPLES)
def test_every_choice_among_coins_is_accepted_here(path: Path) -> None:
    """CR 614.1a: all coins but one are ignored, whichever it is."""
    faces = {True: Face.HEADS, False: Face.TAILS}
    before = tables_of(path)[0]
    for line in lines(path):
        if line["action"]["type"] != "SelectCoinFlips":
            continue
        waits, kept = line["waiting_for"]["data"], line["action"]["data"]["keep_indices"]
        assert (waits["keep_count"], len(kept)) == (1, 1)
        coins = tuple(faces[result] for result in waits["results"])
        seat = before.turn_order[0]
        flip = Flip(flip=1, flipper=seat, wanted=len(coins), coins=coins, call=Face.HEADS)
        ignored = tuple(coin for coin in range(1, len(coins) + 1) if coin - 1 not in kept)
        event = FlipIgnored(player=seat, flip=1, coins=ignored)
        check_ignored(replace(before, flips=(flip,)), event)


@pytest.mark.parametrize("path", SAMPLES)
def test_as_many_coins_are_tossed_there_as_here(path: Path) -> None:
    """CR 614.5: two for each copy of an effect that replaces a flip, on the table of that moment."""
    tables = tables_of(path)
    for record in game_of(path).log:
        event: Any = record.event
        if isinstance(event, FlipInstructed):
            assert coins_for(tables[record.seq - 1], event.flipper) == event.coins


@pytest.mark.parametrize("path", SAMPLES)
def test_every_step_of_the_mulligans_is_legal_here(path: Path) -> None:
    """CR 103.5, 103.5b: declarations, cards put back, a Serum Powder after k mulligans.

    One disagreement, of order alone: the engine takes mulligans one player at a time and asks for
    the bottom cards at the keep, or before a Powder. Here they stand in rounds, inside the mulligan
    (CR 103.5); cards that another mulligan made needless to choose are not bottomed (CR 732.1).
    """
    tables = tables_of(path)
    for record in game_of(path).log:
        event: Any = record.event
        if isinstance(event, MulliganDeclared | MulliganActionTaken | CardsBottomed):
            CHECKS[type(event)](tables[record.seq - 1], event)


def test_what_the_records_have_altogether() -> None:
    files = sample_files("phase-engine", "*.gz")
    if not files:
        pytest.skip("no samples here")
    found = Counter(type(event) for path in files for event in events(game_of(path)))
    for kind in (FlipInstructed, FlipIgnored, DamageDivided, MulliganTaken, MulliganActionTaken):
        assert found[kind] > 0


def made(*actions: JSON) -> str:
    return "\n".join(
        json.dumps({"seq": number, "events": []} | one) for number, one in enumerate(actions)
    )


WAITS = {
    "type": "MulliganDecision",
    "data": {"pending": [{"player": 0}, {"player": 1}], "free_first_mulligan": False},
}
KEEP = {"type": "MulliganDecision", "data": {"choice": {"type": "Keep"}}}
BEGIN = (
    {"actor": 0, "waiting_for": WAITS, "action": KEEP},
    {
        "actor": 1,
        "waiting_for": WAITS,
        "action": KEEP,
        "events": [{"type": "PhaseChanged", "data": {"phase": "Upkeep"}}],
    },
)


def test_actions_told_twice_are_counted_once() -> None:
    text = made(*BEGIN)
    report = imported(text + "\n" + text.splitlines()[-1])
    assert report.files[0].tally.repeated == {"action": 1}
    assert len(report.games) == 1


def test_two_records_in_one_file_are_two_games() -> None:
    assert len(imported(made(*BEGIN) + "\n" + made(*BEGIN)).games) == 2


@pytest.mark.parametrize(
    "line", ["{", '{"seq": "x"}', "[]", "null", '{"seq": 5, "action": {"type": 3}}', "\x00"]
)
def test_lines_that_are_none_are_told_with_their_place(line: str) -> None:
    report = imported(made(*BEGIN) + "\n" + line)
    assert [one.code for one in report.skipped] == ["phase/cut"]
    assert "line 3" in report.skipped[0].reason
    assert len(report.games) == 1


@pytest.mark.parametrize(
    "event",
    [
        {"type": "LifeChanged", "data": {"player_id": 0, "new_total": 10**30}},
        {"type": "DamageDealt", "data": {"target": {"Player": "x"}, "amount": -4}},
        {"type": "ZoneChanged", "data": {"object_id": None, "from": "Hand", "to": "Nowhere"}},
        {"type": "CoinFlipped", "data": {"player_id": 7, "won": "yes"}},
        {
            "type": "AttackersDeclared",
            "data": {"attacks": [[1], [1, 2, 3], "x", [5, {"Player": 1}]]},
        },
        {"type": "TurnStarted", "data": {"player_id": 1, "turn_number": -3}},
        {"type": "TokenCreated", "data": []},
        {"type": "SomethingNew", "data": {"a": 1}},
    ],
    ids=lambda event: event["type"],
)
def test_facts_of_another_shape_do_no_harm(event: JSON) -> None:
    passing = {"type": "PassPriority"}
    text = made(*BEGIN, {"actor": 0, "waiting_for": None, "action": passing, "events": [event]})
    report = imported(text)
    assert [one.code for one in report.skipped] == []
    check(report.games[0])
