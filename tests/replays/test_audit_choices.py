"""The audit of choices made at once: logs that a game left, and the same logs tampered with."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.base import Event
from events.choices import ChoiceMade, ChoicesCompleted, ChoicesRevealed
from events.game import GameCreated, ImportEntry
from events.identifiers import ObjectId, Seat
from events.log import EventLog
from events.records import Draft
from events.turns import PriorityReceived
from events.vocabulary import Zone
from events.zones import CardMoved, CardsRevealed, Tapped
from replays.audit import Finding, audit
from replays.game_log import GameLog
from replays.scenarios import load_scenarios, run_scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "golden_rules.yaml"
SKEINS = "R117-face-down-in-order-then-together"
SHOW = "R118-unseen-by-later-choosers-then-together"
BEND = "R119-bend-or-break"
TEAMS = "R124-team-by-team"
ANN = Seat("ann")

Events = list[Event]
Change = Callable[[Events], Events]


@cache
def told(scenario: str) -> GameLog:
    found = next(one for one in load_scenarios(SCENARIOS) if one.id == scenario)
    game = run_scenario(found).log
    assert game is not None
    return game


def tampered(scenario: str, change: Change, *, imported: bool = False) -> GameLog:
    """Return a scenario's log with its events changed, chained anew."""
    events = change([record.event for record in told(scenario).log])
    first = events[0]
    assert isinstance(first, GameCreated)
    if imported:
        events[0] = replace(first, imported=ImportEntry(client="test"))
    drafts = [Draft(event=event, by=str(getattr(event, "player", "rules"))) for event in events[1:]]
    return GameLog(EventLog().append([Draft(event=events[0], by="apnap"), *drafts]))


def findings(game: GameLog, *only: str) -> list[Finding]:
    return list(audit(game.log, game.tables, only=only or ["choices"]))


def codes(game: GameLog, *only: str) -> list[str]:
    return [one.code for one in findings(game, *only)]


def place(events: Sequence[Event], kind: type[Event], number: int = 0) -> int:
    return [n for n, event in enumerate(events) if isinstance(event, kind)][number]


def unchanged(events: Events) -> Events:
    return events


@pytest.mark.parametrize("scenario", [SKEINS, SHOW, BEND, TEAMS, "R117-openly-before-2008-02"])
def test_a_game_by_the_rules_has_no_finding(scenario: str) -> None:
    assert codes(told(scenario), "choices", "decisions") == []
    assert codes(tampered(scenario, unchanged)) == []
    assert codes(tampered(scenario, unchanged, imported=True)) == []


def swapped(events: Events) -> Events:
    """The second player chooses before the first."""
    first, second = place(events, ChoiceMade, 0), place(events, ChoiceMade, 1)
    events[first], events[second] = events[second], events[first]
    return events


@pytest.mark.parametrize("scenario", [SKEINS, SHOW, BEND])
def test_101_4_choices_out_of_order(scenario: str) -> None:
    assert codes(tampered(scenario, swapped, imported=True)) == ["choice/order"]
    native = tampered(scenario, swapped)
    assert "decision/not_asked" in codes(native, "decisions")
    assert codes(native) == [], "told once, by the audit of decisions"


def test_805_6_a_team_out_of_order() -> None:
    def other_team_first(events: Events) -> Events:
        last = events.pop(place(events, ChoiceMade, 2))
        events.insert(place(events, ChoiceMade), last)
        return events

    (found,) = findings(tampered(TEAMS, other_team_first, imported=True))
    assert (found.code, found.rule) == ("choice/order", "805.6")
    assert "cyd" in found.message


def test_101_4d_no_restart() -> None:
    """Who is named after the order has gone by them chooses at once, before the pass goes on."""

    def pass_goes_on(events: Events) -> Events:
        judged, named = place(events, ChoiceMade, 5), place(events, ChoiceMade, 6)
        events[judged], events[named] = events[named], events[judged]
        return events

    assert codes(tampered(BEND, pass_goes_on, imported=True))[:1] == ["choice/order"]
    assert "decision/not_asked" in codes(tampered(BEND, pass_goes_on), "decisions")


def first_pick(events: Sequence[Event]) -> ObjectId:
    made = events[place(events, ChoiceMade)]
    assert isinstance(made, ChoiceMade)
    return ObjectId(made.picks[0])


def revealed(events: Events) -> Events:
    shown = CardsRevealed(player=ANN, cards=(first_pick(events),))
    events.insert(place(events, ChoiceMade) + 1, shown)
    return events


def turned_up_early(events: Events) -> Events:
    events.insert(place(events, ChoiceMade, 1), events.pop(place(events, ChoicesRevealed)))
    return events


def moved_early(events: Events) -> Events:
    """Each player's card is put down as soon as it is chosen."""
    move = events.pop(next(n for n, one in enumerate(events) if is_put(one)))
    events.insert(place(events, ChoiceMade) + 1, move)
    return events


def is_put(event: Event) -> bool:
    return isinstance(event, CardMoved) and event.to is Zone.BATTLEFIELD and event.reason == "put"


def openly(events: Events) -> Events:
    here = place(events, ChoiceMade)
    made = events[here]
    assert isinstance(made, ChoiceMade)
    events[here] = replace(made, hidden=False)
    return events


def completed_early(events: Events) -> Events:
    events.insert(place(events, ChoiceMade, 1), events.pop(place(events, ChoicesCompleted)))
    return events


@pytest.mark.parametrize(
    ("scenario", "change", "expected"),
    [
        pytest.param(SHOW, revealed, ["choice/leaked"], id="101.4a-shown"),
        pytest.param(SKEINS, revealed, ["choice/leaked"], id="101.4a-shown-skeins"),
        pytest.param(SHOW, turned_up_early, ["choice/leaked"], id="101.4a-turned-up"),
        pytest.param(
            SHOW, moved_early, ["choice/leaked", "choice/one_by_one"], id="101.4-put-down-at-once"
        ),
        pytest.param(SKEINS, completed_early, ["choice/incomplete"], id="101.4-not-all-chose"),
    ],
)
def test_101_4a_what_lies_face_down_is_shown(
    scenario: str, change: Change, expected: list[str]
) -> None:
    assert codes(tampered(scenario, change)) == expected


def test_101_4a_chosen_openly_what_lies_face_down() -> None:
    assert codes(tampered(SHOW, openly), "decisions")[0] == "choice/face_down"


def test_101_4_what_was_chosen_together_happens_one_after_another() -> None:
    def in_turns(events: Events) -> Events:
        first = next(n for n, one in enumerate(events) if is_put(one))
        events.insert(first + 1, PriorityReceived(player=ANN))
        return events

    assert codes(tampered(SHOW, in_turns)) == ["choice/one_by_one"]


def test_101_4_a_pile_is_tapped_before_all_have_chosen() -> None:
    def tapped(events: Events) -> Events:
        last = place(events, ChoiceMade, 7)
        events.insert(last, Tapped(objects=(first_pick(events),)))
        return events

    assert codes(tampered(BEND, tapped)) == ["choice/one_by_one"]
