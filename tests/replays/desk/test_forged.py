"""Logs forged by somebody who makes the chain anew: the verdict or the audit that tells on them says so."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from events.base import Decision, Event
from events.damage import LifeChanged
from events.errors import DataError, IllegalAction
from events.game import GameCreated
from events.identifiers import CardName, Path, Seat
from events.records import Draft, Source
from events.rulings import Corrected, NoteAdded, Rewound, RulingMade
from replays.audit import Finding, Severity
from replays.game_log import GameLog
from tests.replays.desk.altered import chained, drafts_of
from tests.replays.dispute import logs

ANN, BOB = Seat("ann"), Seat("bob")
GAME = logs.demo()
LIFE = next(one.seq for one in GAME.log if isinstance(one.event, LifeChanged))
PASSED = max(one.seq for one in GAME.log[: LIFE - 1] if isinstance(one.event, Decision))
LAST = len(GAME) - 1

Forgery = Callable[[list[Draft]], None]


def _forged(forge: Forgery) -> GameLog:
    drafts = drafts_of(GAME)
    forge(drafts)
    return chained(drafts, "forged.apnap.jsonl")


def _framed(seq: int, **fields: object) -> Forgery:
    def forge(drafts: list[Draft]) -> None:
        drafts[seq] = replace(drafts[seq], **fields)

    return forge


def _appended(by: str, event: Event) -> Forgery:
    return lambda drafts: drafts.append(Draft(event=event, by=by))


def _header(**fields: object) -> Forgery:
    def forge(drafts: list[Draft]) -> None:
        drafts[0] = replace(drafts[0], event=replace(drafts[0].event, **fields))

    return forge


@pytest.mark.parametrize(
    ("seq", "forge"),
    [
        pytest.param(LIFE, _framed(LIFE, rule=("702.15",)), id="another-rule"),
        pytest.param(LIFE, _framed(LIFE, inferred=True), id="inferred"),
        pytest.param(LIFE, _framed(LIFE, source=Source(line=3)), id="a-source"),
        pytest.param(LIFE, _framed(LIFE, reported=True), id="a-consequence-as-reported"),
        pytest.param(PASSED, _framed(PASSED, cause=3), id="a-decision-that-something-led-to"),
        pytest.param(0, _framed(0, by="ann"), id="a-header-of-a-player"),
        pytest.param(0, _framed(0, cause=5), id="a-header-that-something-led-to"),
        pytest.param(1, _header(given=LAST), id="all-of-it-called-set-up"),
        pytest.param(1, _header(given=10_000), id="more-than-all-of-it-called-set-up"),
        pytest.param(LAST + 1, _appended("judge", Rewound(to=LAST + 1)), id="back-to-itself"),
        pytest.param(LAST + 1, _appended("judge", Rewound(to=9_999)), id="back-to-the-future"),
        pytest.param(LAST + 1, _appended("judge", Rewound(to=LIFE)), id="back-into-a-batch"),
    ],
)
def test_what_is_not_derived(seq: int, forge: Forgery) -> None:
    game = _forged(forge)

    found = game.verify()

    assert found.intact.ok, "whoever forged it has made the chain anew"
    assert (found.derived.ok, found.derived.seq) == (False, seq)
    told = [one for one in game.audit() if one.code == "derive/diverged"]
    assert [(one.seq, one.severity) for one in told] == [(seq, Severity.ERROR)]


def test_what_was_taken_back_is_not_come_back_to() -> None:
    def forge(drafts: list[Draft]) -> None:
        drafts += [Draft(event=Rewound(to=to), by="judge") for to in (PASSED - 1, LAST)]

    found = _forged(forge).verify()

    assert (found.derived.ok, found.derived.seq) == (False, LAST + 2)
    assert "has been taken back already" in found.derived.reason


def test_a_session_does_not_come_back_to_what_was_taken_back() -> None:
    game = logs.begun(5)
    first = len(game.events) - 1
    game.note("wait")
    game.rewind(first)

    with pytest.raises(DataError, match=f"record {first + 1} has been taken back already"):
        game.rewind(first + 1)


def test_a_set_up_hides_no_decision() -> None:
    def forge(drafts: list[Draft]) -> None:
        _header(given=PASSED)(drafts)
        drafts[1:] = [replace(one, by="apnap", cause=None) for one in drafts[1:]]

    found = _forged(forge).verify()

    first = next(one.seq for one in GAME.log if isinstance(one.event, Decision))
    assert (found.derived.ok, found.derived.seq) == (False, first)


@pytest.mark.parametrize("by", ["ann", "mallory", "chance", "rules", "import", ""])
@pytest.mark.parametrize(
    "event",
    [
        Corrected(path=Path("players.ann.life"), value=40),
        Rewound(to=PASSED - 1),
        RulingMade(text="bob loses"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_only_a_judge_sets_right_goes_back_and_rules(by: str, event: Event) -> None:
    game = _forged(_appended(by, event))

    legal = game.verify().legal

    assert (legal.ok, legal.seq, legal.code) == (False, LAST + 1, "record/author")
    assert (LAST + 1, "record/author", Severity.ERROR) in _told(game.audit())


@pytest.mark.parametrize(("by", "ok"), [("judge", True), ("bob", True), ("mallory", False)])
def test_players_and_judges_add_notes(by: str, ok: bool) -> None:  # noqa: FBT001 - a parameter
    game = _forged(_appended(by, NoteAdded(text="wait")))

    assert game.verify().legal.ok is ok
    assert (game.audit() == ()) is ok


def test_a_stranger_reports_nothing() -> None:
    legal = _forged(_framed(PASSED, by="mallory", reported=True)).verify().legal

    assert (legal.ok, legal.seq, legal.code) == (False, PASSED, "record/author")


def test_what_a_judge_entered_is_named() -> None:
    event = Corrected(path=Path("players.ann.life"), value=40)

    found = _forged(_appended("judge", event)).verify()

    assert found.derived.ok
    assert found.derived.code == "verify/outside"
    assert found.derived.reason == f"but for what came from outside the game: @{LAST + 1}"


def _told(found: tuple[Finding, ...]) -> list[tuple[int, str, Severity]]:
    return [(one.seq, one.code, one.severity) for one in found]


@pytest.mark.parametrize(
    ("code", "seq", "forge"),
    [
        pytest.param("record/time", PASSED, _framed(PASSED, at="yesterday"), id="time"),
        pytest.param("record/time", PASSED, _framed(PASSED, at="2026-02-30T25:00:00Z"), id="hour"),
        pytest.param(
            "record/about",
            LAST + 1,
            _appended("judge", NoteAdded(text="x", about=9_999)),
            id="about-nothing",
        ),
    ],
)
def test_what_the_audit_of_records_finds(code: str, seq: int, forge: Forgery) -> None:
    assert _told(_forged(forge).audit()) == [(seq, code, Severity.ERROR)]


def test_a_key_that_was_used_before() -> None:
    earlier = next(one.seq for one in GAME.log if isinstance(one.event, Decision))

    def forge(drafts: list[Draft]) -> None:
        _framed(earlier, id="k")(drafts)
        _framed(PASSED, id="k")(drafts)

    (found,) = _forged(forge).audit()

    assert (found.seq, found.code) == (PASSED, "record/key")
    assert found.message == f"the key 'k' was used before, at record {earlier}"


def test_rules_that_are_not_those_of_their_day() -> None:
    header = GAME.header
    assert isinstance(header, GameCreated)

    (found,) = _forged(_header(rules=replace(header.rules, as_of="2018-01-01"))).audit()

    assert (found.seq, found.code, found.severity) == (0, "header/rules", Severity.INFO)
    assert "these are not the rules of 2018-01-01: flip.classify_by" in found.message


def test_cards_that_are_defined_otherwise() -> None:
    cards = tuple(
        replace(one, cost="{0}") if one.name == CardName("Rolling Thunder") else one
        for one in GAME.header.cards
    )

    found = _forged(_header(cards=cards)).audit()

    told = [one.message for one in found if one.code == "header/cards"]
    assert told == ["cards are defined otherwise than here: Rolling Thunder"]


def test_a_session_takes_no_players_word_for_a_judges() -> None:
    game = logs.begun(5)
    before = len(game.events)

    with pytest.raises(IllegalAction, match="ann cannot enter RulingMade"):
        game.rule(RulingMade(text="I win"), by="ann")
    with pytest.raises(IllegalAction, match="bob cannot enter Rewound"):
        game.rewind(before - 1, by="bob")

    assert len(game.events) == before
    game.note("wait", by="ann")
    assert game.log.verify().legal.ok
