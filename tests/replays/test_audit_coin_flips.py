"""The audit of coin flips, code by code: each log is one of a scenario, tampered with in one place.

Each is tampered with twice: as a log of apnap's own, and as one that was imported.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.base import Event
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipShown,
    FlipWon,
)
from events.game import Conceded, GameCreated, ImportEntry
from events.identifiers import Seat
from events.log import EventLog
from events.records import Draft
from events.stack import ResolutionBegan, TargetBecameIllegal
from events.vocabulary import Face
from projections.flip_ledger import flip_ledger
from projections.fold import fold
from replays.audit import audit
from replays.scenarios import Scenario, load_scenarios, run_scenario
from tests.replays.desk.games import FLIPPER, activate, at_flipper, game_from, submit_until

FOLDER = Path(__file__).parents[1] / "scenarios"
ANN, BOB = Seat("ann"), Seat("bob")

Change = Callable[[list[Draft]], None]


@cache
def scenarios(file: str) -> Mapping[str, Scenario]:
    return {one.id: one for one in load_scenarios(FOLDER / f"{file}.yaml")}


@cache
def drafts(file: str, name: str) -> tuple[Draft, ...]:
    """Return the entries of the game that a scenario plays."""
    played = run_scenario(scenarios(file)[name])
    assert played.ok, played.failures
    assert played.log is not None
    return tuple(
        Draft(event=record.event, by=record.by, cause=record.cause) for record in played.log.log
    )


def found(
    name: str, *changes: Change, imported: bool = False, file: str = "coin_flips"
) -> list[str]:
    """Return what the audit of flips finds in a scenario's log after some changes."""
    entries = list(drafts(file, name))
    for change in changes:
        change(entries)
    header = entries[0].event
    assert isinstance(header, GameCreated)
    if imported:
        header = replace(header, imported=ImportEntry(client="test"))
    log = EventLog().append([replace(entries[0], event=header), *entries[1:]])
    return [one.code for one in audit(log, fold(log), only=("coin_flips",))]


def place(entries: list[Draft], kind: type[Event], number: int = 1) -> int:
    """Return where the first event of a kind stands, or a later one."""
    return [n for n, one in enumerate(entries) if isinstance(one.event, kind)][number - 1]


def put(kind: type[Event], event: Event, number: int = 1) -> Change:
    """Put another event in the place of one."""

    def change(entries: list[Draft]) -> None:
        at = place(entries, kind, number)
        entries[at] = replace(entries[at], event=event)

    return change


def drop(kind: type[Event], number: int = 1) -> Change:
    """Leave an event out."""

    def change(entries: list[Draft]) -> None:
        del entries[place(entries, kind, number)]

    return change


def add(after: type[Event], *events: Event, by: str = "rules") -> Change:
    """Add events behind the first one of a kind."""

    def change(entries: list[Draft]) -> None:
        at = place(entries, after) + 1
        entries[at:at] = [Draft(event=event, by=by) for event in events]

    return change


def call_last(entries: list[Draft]) -> None:
    """Move the call behind the coin."""
    called = entries.pop(place(entries, FlipCalled))
    entries.insert(place(entries, CoinFlipped) + 1, called)


HEADS, TAILS = Face.HEADS, Face.TAILS
PLAIN = "R001-the-call-is-right"
FACES = "R005-heads-alone-wins-nothing"
THUMB = "R028-one-thumb-the-flipper-keeps-either-coin"
NO_TARGET = "R041-no-legal-target-no-flip"
OTHER_CALLS = "R020-the-other-player-calls-and-a-wrong-call-wins"


@pytest.mark.parametrize("imported", [False, True], ids=["native", "imported"])
@pytest.mark.parametrize(
    ("code", "name", "changes"),
    [
        pytest.param("flip/called_late", PLAIN, [call_last], id="a-call-after-the-result"),
        pytest.param("flip/not_called", PLAIN, [drop(FlipCalled)], id="a-coin-nobody-called"),
        pytest.param(
            "flip/caller",
            PLAIN,
            [put(FlipCalled, FlipCalled(player=BOB, flip=1, call=HEADS))],
            id="the-opponent-calls",
        ),
        pytest.param(
            "flip/caller",
            OTHER_CALLS,
            [put(FlipCalled, FlipCalled(player=ANN, flip=1, call=TAILS))],
            id="the-flipper-calls-in-2004",
        ),
        pytest.param(
            "flip/no_winner",
            FACES,
            [put(FlipShown, FlipWon(flip=1, player=ANN, face=HEADS))],
            id="a-winner-where-there-is-none",
        ),
        pytest.param(
            "flip/no_winner",
            FACES,
            [put(FlipShown, FlipLost(flip=1, player=ANN, face=HEADS))],
            id="a-loser-where-there-is-none",
        ),
        pytest.param(
            "flip/ignored_counts",
            THUMB,
            [put(FlipWon, FlipLost(flip=1, player=ANN, face=TAILS))],
            id="the-ignored-coin-lost",
        ),
        pytest.param(
            "flip/ignored_counts",
            THUMB,
            [put(FlipIgnored, FlipIgnored(player=ANN, flip=1, coins=(2,)))],
            id="the-ignored-coin-won",
        ),
        pytest.param("flip/ignored", THUMB, [drop(FlipIgnored)], id="two-coins-count"),
        pytest.param(
            "flip/ignored",
            THUMB,
            [put(FlipIgnored, FlipIgnored(player=ANN, flip=1, coins=(1, 2)))],
            id="no-coin-counts",
        ),
        pytest.param(
            "flip/not_the_flipper",
            PLAIN,
            [put(FlipWon, FlipLost(flip=1, player=BOB, face=HEADS))],
            id="the-opponent-loses",
        ),
        pytest.param(
            "flip/not_the_flipper",
            "R002-the-call-is-wrong",
            [put(FlipLost, FlipWon(flip=1, player=BOB, face=HEADS))],
            id="the-opponent-wins",
        ),
        pytest.param(
            "flip/outcome",
            PLAIN,
            [put(FlipWon, FlipLost(flip=1, player=ANN, face=HEADS))],
            id="a-right-call-lost",
        ),
        pytest.param(
            "flip/too_few_coins", THUMB, [drop(CoinFlipped), drop(FlipIgnored)], id="one-coin-short"
        ),
        pytest.param(
            "flip/too_many_coins",
            PLAIN,
            [add(CoinFlipped, CoinFlipped(flip=1, coin=2, face=TAILS), by="chance")],
            id="one-coin-too-many",
        ),
        pytest.param(
            "flip/no_legal_target",
            NO_TARGET,
            [
                add(
                    TargetBecameIllegal,
                    FlipInstructed(flip=1, flipper=ANN, contested=False),
                    CoinFlipped(flip=1, coin=1, face=HEADS),
                )
            ],
            id="a-coin-although-all-targets-are-illegal",
        ),
        pytest.param(
            "flip/no_legal_target",
            NO_TARGET,
            [
                drop(TargetBecameIllegal),
                add(
                    ResolutionBegan,
                    FlipInstructed(flip=1, flipper=ANN, contested=False),
                    CoinFlipped(flip=1, coin=1, face=HEADS),
                ),
            ],
            id="the-same-and-nothing-said-of-the-target",
        ),
        pytest.param(
            "flip/forced",
            "no-set-results-before-there-was-a-rule",
            [put(FlipLost, FlipWon(flip=1, player=ANN, face=HEADS, forced=True))],
            id="a-set-result-before-2025-06-06",
        ),
    ],
)
def test_a_tampered_log_is_found(
    code: str, name: str, changes: list[Change], *, imported: bool
) -> None:
    assert found(name, imported=imported) == []
    assert code in found(name, *changes, imported=imported)


@pytest.mark.parametrize(
    ("name", "coins"), [(PLAIN, 2), (THUMB, 1), (THUMB, 4)], ids=["no-thumb", "one", "two-of-one"]
)
def test_coins_that_no_effect_makes(name: str, coins: int) -> None:
    """How many coins a flip has is known only where every permanent is: in a log of apnap's own."""

    def other_number(entries: list[Draft]) -> None:
        at = place(entries, FlipInstructed)
        event = entries[at].event
        assert isinstance(event, FlipInstructed)
        entries[at] = replace(entries[at], event=replace(event, coins=coins))

    assert "flip/coins" in found(name, other_number)
    assert "flip/coins" not in found(name, other_number, imported=True)


def test_the_opponent_is_to_call_where_flippers_do() -> None:
    def other_caller(entries: list[Draft]) -> None:
        at = place(entries, FlipInstructed)
        event = entries[at].event
        assert isinstance(event, FlipInstructed)
        entries[at] = replace(entries[at], event=replace(event, caller=BOB))

    assert found(PLAIN, other_caller)[0] == "flip/caller"


@pytest.mark.parametrize("file", ["coin_flips", "coin_vectors"])
def test_no_scenario_has_a_finding(file: str) -> None:
    for name in scenarios(file):
        assert found(name, file=file) == [], name


def test_another_opponent_who_calls_for_one_that_has_left_is_no_finding() -> None:
    game = game_from(
        {"ann": {"battlefield": ["Flipper"]}, "bob": {}, "cyd": {}},
        1,
        cards=[FLIPPER],
        edition="2005-09-01",
    )
    game.submit(*activate(game))
    submit_until(game, FlipCalled)
    game.submit(Conceded(player=BOB))
    game.submit(FlipCalled(player=Seat("cyd"), flip=1, call=Face.HEADS))

    assert any(isinstance(record.event, FlipWon | FlipLost) for record in game.events)
    assert audit(game.events, game.tables, only=("coin_flips",)) == ()


@pytest.mark.parametrize("wrong", [(), (1, 2), (7,), (2, 1, 2)])
@pytest.mark.parametrize("early", [False, True])
def test_a_wrong_choice_that_was_recorded_as_reported_is_put_right_by_the_next(
    wrong: tuple[int, ...], *, early: bool
) -> None:
    """614.1a: the game goes on, one coin counts, and the audit names the wrong choice alone."""
    game = at_flipper(3, thumbs=1)
    submit_until(game, FlipCalled)
    if early:
        game.report(FlipIgnored(player=ANN, flip=1, coins=wrong))
    game.submit(FlipCalled(player=ANN, flip=1, call=Face.HEADS))
    if not early:
        game.report(FlipIgnored(player=ANN, flip=1, coins=wrong))
    game.submit(FlipIgnored(player=ANN, flip=1, coins=(1,)))
    (entry,) = flip_ledger(game.events.records)
    faulty = {one.seq for one in audit(game.events, game.tables, only=("coin_flips",))}

    assert entry.outcome is not None
    assert entry.kept is not None
    assert entry.kept.coin == 2
    assert faulty <= {one.seq for one in game.events if one.reported}
