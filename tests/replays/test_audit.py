"""The audit: for each rule a game that keeps it, and one that breaks it."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from events.base import Event
from events.citations import GLOSSES
from events.coin_flips import CoinFlipped, FlipCalled, FlipIgnored, FlipLost
from events.damage import LifeChanged
from events.division import Assignment, CombatDamageAssigned
from events.game import FormatEntry
from events.identifiers import ObjectId, Recipient
from events.log import EventLog
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.records import Draft, draft
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.vocabulary import DivisionUnit, Face, Phase, Zone
from events.zones import CardMoved, CharacteristicsObserved
from projections.table import Table
from replays.audit import CHECKS, Finding, Severity, audit, tables
from replays.audit.framework import audits
from replays.game_log import GameLog
from tests.replays.desk.altered import chained, drafts_of
from tests.replays.dispute import logs
from tests.replays.games import (
    ANN,
    BOB,
    HAND,
    MULLIGANS,
    NEW_HAND,
    OPENING,
    division,
    entered,
    flip,
    game_of,
    header,
    log_of,
    turn,
    whole_game,
)

DECLARING = PhaseEntered(phase=Phase.MULLIGAN_DECLARING)


def _codes(events: Sequence[Event], *, play: FormatEntry | None = None) -> list[str]:
    found = game_of(*events, first=header(play=play)).audit()
    return [one.code for one in found if one.severity is Severity.ERROR]


def _opened(*events: Event) -> list[Event]:
    return [*OPENING, DECLARING, *events]


def test_a_game_by_the_rules_has_no_finding() -> None:
    assert whole_game().audit() == ()


def _declares(player: str, mulligan: bool) -> MulliganDeclared:  # noqa: FBT001 - a test's shorthand
    return MulliganDeclared(player=ANN if player == "ann" else BOB, mulligan=mulligan)


def _keeps(player: str, size: int = 7) -> tuple[Event, ...]:
    kept = HandKept(player=ANN if player == "ann" else BOB, size=size)
    return (_declares(player, mulligan=False), kept)


@pytest.mark.parametrize(
    ("code", "events"),
    [
        pytest.param(
            "mulligan/already_kept",
            _opened(*_keeps("ann"), _declares("ann", mulligan=True)),
            id="103.5-declares-after-keeping",
        ),
        pytest.param(
            "mulligan/already_declared",
            _opened(_declares("ann", mulligan=True), _declares("ann", mulligan=True)),
            id="103.5-declares-twice",
        ),
        pytest.param(
            "mulligan/out_of_turn", _opened(_declares("bob", mulligan=True)), id="103.5-turn-order"
        ),
        pytest.param(
            "mulligan/taken_after_keep",
            _opened(*_keeps("ann"), MulliganTaken(player=ANN, number=1, counted=1)),
            id="103.5-takes-after-keeping",
        ),
        pytest.param(
            "mulligan/number",
            _opened(
                _declares("ann", mulligan=True), MulliganTaken(player=ANN, number=2, counted=2)
            ),
            id="103.5-number",
        ),
        pytest.param(
            "mulligan/counted",
            _opened(
                _declares("ann", mulligan=True), MulliganTaken(player=ANN, number=1, counted=0)
            ),
            id="103.5c-counted",
        ),
        pytest.param("mulligan/kept_size", _opened(*_keeps("ann", size=6)), id="103.5-kept-size"),
        pytest.param(
            "mulligan/bottom_count",
            [*OPENING, *MULLIGANS[:7], CardsBottomed(player=ANN, count=2)],
            id="103.5-bottoms-too-many",
        ),
        pytest.param(
            "mulligan/bottom_stranger",
            [*OPENING, *MULLIGANS[:7], CardsBottomed(player=ANN, cards=HAND[:1])],
            id="103.5-bottoms-a-card-not-in-hand",
        ),
        pytest.param(
            "mulligan/bottom_twice",
            [*OPENING, *MULLIGANS[:7], CardsBottomed(player=ANN, cards=NEW_HAND[:1] * 2)],
            id="103.5-bottoms-a-card-twice",
        ),
    ],
)
def test_mulligans(code: str, events: list[Event]) -> None:
    assert code in _codes(events)


def test_the_first_mulligan_is_free_in_brawl() -> None:
    events = [
        *_opened(_declares("ann", mulligan=True), *_keeps("bob")),
        MulliganTaken(player=ANN, number=1, counted=0),
        CardsDrawn(player=ANN, count=7, cards=NEW_HAND),
        DECLARING,
        *_keeps("ann", size=7),
    ]

    assert _codes(events, play=FormatEntry(brawl=True)) == []
    assert "mulligan/counted" in _codes(events)


def test_after_seven_mulligans_no_hand_is_left() -> None:
    events: list[Event] = list(OPENING)
    for number in range(1, 8):
        events += [
            DECLARING,
            _declares("ann", mulligan=True),
            *([] if number > 1 else _keeps("bob")),
            MulliganTaken(player=ANN, number=number, counted=number),
            CardsDrawn(player=ANN, count=7),
            CardsBottomed(player=ANN, count=number),
        ]

    assert _codes(events) == []
    assert _codes([*events, DECLARING, *_keeps("ann", size=0)]) == []
    assert "mulligan/must_keep" in _codes([*events, DECLARING, _declares("ann", mulligan=True)])


@pytest.mark.parametrize(
    ("shares", "amount", "codes"),
    [
        pytest.param((3, 1), 4, [], id="601.2d-all-of-it"),
        pytest.param((4,), 4, [], id="601.2d-one-target"),
        pytest.param((), 0, [], id="601.2d-no-target"),
        pytest.param((3, 2), 4, ["division/sum"], id="601.2d-too-much"),
        pytest.param((4, 0), 4, ["division/nothing"], id="601.2d-nothing-for-one"),
    ],
)
def test_divisions(shares: tuple[int, ...], amount: int, codes: list[str]) -> None:
    assert _codes([division(*shares, amount=amount)]) == codes


def test_halves_are_counted_in_an_un_game() -> None:
    halves = replace(division(3, 5, amount=4), unit=DivisionUnit.HALF)

    assert _codes([halves]) == []


def test_a_share_for_each_target() -> None:
    assert "division/slots" in _codes(
        [replace(division(3, 1, amount=4), targets=(Recipient("bob"),))]
    )


CREATURE = ObjectId("c60")
FIGHTER: tuple[Event, ...] = (
    CardMoved(card=ObjectId("c59"), new=CREATURE, to=Zone.BATTLEFIELD, owner=ANN),
    CharacteristicsObserved(object=CREATURE, types=("Creature",), power=3, toughness=3),
)


@pytest.mark.parametrize(
    ("amounts", "codes"),
    [
        pytest.param({"c70": 3, "c71": 0}, [], id="510.1c-zero-is-legal"),
        pytest.param({"c70": 2}, ["combat/assigned_sum"], id="510.1a-all-of-its-power"),
    ],
)
def test_combat_damage(amounts: dict[str, int], codes: list[str]) -> None:
    parts = tuple(Assignment(Recipient(name), amount) for name, amount in amounts.items())
    assigned = CombatDamageAssigned(player=ANN, source=CREATURE, assignments=parts)

    assert _codes([*FIGHTER, assigned]) == codes


@pytest.mark.parametrize(
    ("code", "number", "instead"),
    [
        pytest.param(
            "flip/called_late", 4, FlipCalled(player=ANN, flip=1, call=Face.TAILS), id="705.2-late"
        ),
        pytest.param(
            "flip/caller", 1, FlipCalled(player=BOB, flip=1, call=Face.HEADS), id="705.2-caller"
        ),
        pytest.param(
            "flip/not_called", 1, CoinFlipped(flip=1, coin=1, face=Face.HEADS), id="705.2-uncalled"
        ),
        pytest.param(
            "flip/ignored", 4, FlipIgnored(player=ANN, flip=1, coins=(1, 2)), id="614.1a-none-left"
        ),
        pytest.param(
            "flip/outcome", 5, FlipLost(flip=1, player=ANN, face=Face.HEADS), id="705.2-outcome"
        ),
        pytest.param(
            "flip/too_many_coins", 4, CoinFlipped(flip=1, coin=3, face=Face.HEADS), id="614.5"
        ),
    ],
)
def test_coin_flips(code: str, number: int, instead: Event) -> None:
    events = list(flip(1))
    events[number] = instead

    assert code in _codes(events)


@pytest.mark.parametrize("imported", [True, False])
def test_a_step_that_nothing_leads_to(imported: bool) -> None:  # noqa: FBT001 - a parameter
    events = [*OPENING, *MULLIGANS, TurnBegan(number=1, player=ANN)]
    events += entered(Phase.UNTAP, Phase.UPKEEP, Phase.UNTAP, Phase.SHUFFLING)

    found = game_of(*events, first=header(imported=imported)).audit()

    wrong = [one.message for one in found if one.severity is Severity.ERROR]
    assert "from beginning.untap to pregame.shuffling: no way leads there" in wrong


def test_a_step_left_out_is_an_error_in_a_native_log_and_odd_in_an_imported_one() -> None:
    events = [*OPENING, *MULLIGANS, *turn(1, ANN), TurnBegan(number=2, player=BOB)]
    events += entered(Phase.UNTAP, Phase.DRAW)

    def last(*, imported: bool) -> Finding:
        return game_of(*events, first=header(imported=imported)).audit()[-1]

    assert last(imported=True).severity is Severity.INFO
    assert last(imported=False).severity is Severity.ERROR
    assert last(imported=False).code == "phase/no_way"


def test_a_turn_number_that_was_there_before() -> None:
    events = [*OPENING, *MULLIGANS, *turn(1, ANN), TurnBegan(number=1, player=BOB)]

    assert _codes(events) == ["phase/turn_number"]


def test_a_fault_of_the_table_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def faults(table: Table) -> tuple[str, ...]:
        return ("ann has too many cards",) if table.players[ANN].hand else ()

    monkeypatch.setattr(tables, "faults", faults)

    found = game_of(*OPENING, *MULLIGANS[:2]).audit()

    assert [(one.seq, one.code) for one in found] == [(5, "table/inconsistent")]


def test_what_was_recorded_as_reported_is_information() -> None:
    first = [Draft(event=header(), by="apnap"), *map(draft, OPENING), draft(DECLARING)]
    wrong = Draft(event=_declares("bob", mulligan=True), by="judge", reported=True)
    log = EventLog().append([*first, wrong])

    (found,) = GameLog(log).audit()

    assert found.severity is Severity.INFO
    assert found.message.endswith("(recorded as reported)")


def test_findings_come_in_the_order_of_records_and_name_a_rule_with_a_gloss() -> None:
    events = [*_opened(_declares("bob", mulligan=True)), division(4, 0, amount=4), *FIGHTER]

    found = game_of(*events).audit()

    assert [one.seq for one in found] == sorted(one.seq for one in found)
    assert all(one.rule in GLOSSES for one in found)


def test_one_check_alone() -> None:
    log = log_of(division(4, 0, amount=4), *_opened(_declares("bob", mulligan=True)))
    game = GameLog(log)

    found = audit(log, game.tables, only=["divisions"])

    assert [one.code for one in found] == ["division/nothing"]


def test_an_empty_log_has_no_findings() -> None:
    assert audit(EventLog(), []) == ()


def test_a_check_has_a_name_of_its_own() -> None:
    assert set(CHECKS) == {
        "phases",
        "mulligans",
        "choices",
        "consequences",
        "coin_flips",
        "divisions",
        "contraptions",
        "combat",
        "tables",
        "decisions",
        "records",
        "headers",
    }
    with pytest.raises(ValueError, match="two checks are called combat"):
        audits("combat")(lambda _log, _tables: ())


def test_a_consequence_that_does_not_follow_is_told_with_what_does() -> None:
    game = logs.random_game(4, "plain", 800)
    seq = next(
        one.seq for one in game.log if isinstance(one.event, LifeChanged) and one.event.change < 0
    )
    drafts = drafts_of(game)
    right = drafts[seq].event
    assert isinstance(right, LifeChanged)
    drafts[seq] = replace(drafts[seq], event=replace(right, life=right.life + 1))

    (found,) = chained(drafts, "altered").audit()

    assert (found.seq, found.code, found.rule) == (seq, "derive/diverged", "119.3")
    assert found.follows == right
    assert audit(game.log, game.tables, only=["consequences"]) == ()
