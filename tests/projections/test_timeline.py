"""One line for each event, in both languages, for whoever looks."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from events.base import Event
from events.catalogue import EVENT_TYPES
from events.coin_flips import CoinFlipped, FlipWon
from events.contraptions import CrankAdvanced
from events.damage import LifeChanged
from events.division import DamageDivided
from events.game import FormatEntry
from events.identifiers import ObjectId, Seat
from events.mulligans import MulliganDeclared
from events.rulings import FactObserved, NoteAdded, RulingMade
from events.stack import SpellCast, TargetsChosen
from events.turns import CardsDrawn, PhaseEntered, PriorityPassed, TurnBegan
from events.vocabulary import Face, MoveReason, Phase, Zone
from events.zones import Attached, CardMoved, CardsLookedAt, LibraryShuffled
from projections.phrases import LANGUAGES, language
from projections.timeline import line, mark, phase_name
from projections.viewers import JUDGE, PUBLIC
from tests.projections.hidden import DECK, SIDEBOARD, game, places_seen
from tests.projections.makers import ANN, BOB, events_of, played, table_of
from tests.projections.situations import tables

C1, C11, C90 = ObjectId("c1"), ObjectId("c11"), ObjectId("c90")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_type_has_its_template(lang: str) -> None:
    assert set(language(lang).events) == set(EVENT_TYPES)


def test_both_languages_have_the_same_groups_of_words() -> None:
    english, japanese = language("en"), language("ja")

    assert english.words.keys() == japanese.words.keys()
    for group, words in english.words.items():
        assert words.keys() == japanese.words[group].keys(), group


def test_japanese_never_says_event() -> None:
    assert "イベント" not in str(language("ja").events) + str(language("ja").words)


def test_every_phase_and_zone_has_its_words() -> None:
    for lang in LANGUAGES:
        words = language(lang).words
        assert set(words["phase"]) == {phase.value for phase in Phase}
        assert set(words["zone"]) == {zone.value for zone in Zone}
        assert set(words["reason"]) == {reason.value for reason in MoveReason}
        assert phase_name(Phase.UPKEEP, lang) == words["phase"]["beginning.upkeep"]


@pytest.mark.parametrize("kind", EVENT_TYPES.values(), ids=EVENT_TYPES)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(data=st.data())
def test_every_event_is_one_line_for_everyone(kind: type[Event], data: DataObject) -> None:
    before = data.draw(tables())
    event = data.draw(events_of(kind))
    after = played(before, event)

    for lang in LANGUAGES:
        for seat in (JUDGE, ANN, None):
            told = line(before, event, after, lang=lang, seat=seat)
            assert "\n" not in told
            assert re.search(r"\{[a-z_.]+(:[a-z_]+)?\}", told.replace("{R}", "")) is None
            assert told or seat != JUDGE


@pytest.mark.parametrize("seat", [ANN, None])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_names_a_card_its_viewer_may_not_know(lang: str, seat: Seat | None) -> None:
    events, found = game(5)
    seen = {DECK[place] for place in places_seen(found, seat)}
    hidden = {*DECK, *SIDEBOARD} - seen
    told = "\n".join(
        line(found[max(0, number - 1)], event, found[number], lang=lang, seat=seat)
        for number, event in enumerate(events)
    )

    assert [name for name in hidden if re.search(rf"{name}\b", told)] == []
    assert any(name in told for name in seen)
    assert "secret" not in told


PYRO = SpellCast(player=ANN, card=C1, object=ObjectId("o95"))

LINES = [
    (
        LifeChanged(player=BOB, change=-3, life=9),
        "Bob: -3 life, now 9",
        "Bob: ライフ -3点、現在9点",
    ),
    (
        CardsDrawn(player=BOB, count=1, cards=(C90,)),
        "Bob draws a card: Bear (c90)",
        "Bobが1枚引く: 《Bear》(c90)",
    ),
    (CardsDrawn(player=ANN, count=7), "Ann draws 7 cards", "Annが7枚引く"),
    (
        CoinFlipped(flip=7, coin=1, face=Face.TAILS),
        "Flip 7: coin 1 comes up tails",
        "コイン投げ7: 1枚目は裏",
    ),
    (
        FlipWon(flip=7, player=ANN, face=Face.HEADS, forced=True),
        "Flip 7: Ann wins with heads, as an effect demands",
        "コイン投げ7: Annの勝ち（表）、効果による結果",  # noqa: RUF001 - Japanese
    ),
    (
        MulliganDeclared(player=ANN, mulligan=True),
        "Ann declares a mulligan",
        "Annがマリガンを宣言",
    ),
    (
        CrankAdvanced(player=ANN, before=3, sprocket=1),
        "Ann's CRANK! counter moves from sprocket 3 to 1",
        "Annの発動!カウンターが駆動輪3から1へ動く",
    ),
    (
        CardMoved(card=C1, new=C90, to=Zone.GRAVEYARD, reason=MoveReason.MILLED),
        "Ann: Bear (c1) from library to graveyard (milled)",
        "Ann: 《Bear》(c1): ライブラリーから墓地へ（切削）",  # noqa: RUF001 - Japanese
    ),
    (PYRO, "Ann casts Bear (c1)", "Annが《Bear》(c1)を唱える"),
    (PhaseEntered(phase=Phase.UPKEEP), "upkeep step", "アップキープ・ステップ"),
    (TurnBegan(number=3, player=BOB), "Turn 3: Bob", "第3ターン: Bob"),
    (
        Attached(object=C1),
        "Bear (c1) is attached to nothing",
        "《Bear》(c1)がはずれる",
    ),
    (
        TargetsChosen(player=ANN, object=ObjectId("o5"), targets=(BOB, C11)),
        "Ann chooses targets of o5: Bob and Bear (c11)",
        "Annがo5の対象を選ぶ: Bob、《Bear》(c11)",
    ),
    (
        DamageDivided(
            player=ANN, object=ObjectId("o5"), amount=4, shares=(3, 1), targets=(BOB, C11)
        ),
        "Ann divides 4 damage of o5: Bob → 3 and Bear (c11) → 1",
        "Annがo5のダメージ4点を割り振る: Bob→3、《Bear》(c11)→1",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("event", "english", "japanese"), LINES)
def test_lines_of_a_judge(event: Event, english: str, japanese: str) -> None:
    before = table_of()
    after = played(before, event)

    assert line(before, event, after) == english
    assert line(before, event, after, lang="ja") == japanese


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (CardsDrawn(player=BOB, count=1, cards=(C90,)), "Bob draws a card"),
        (CardsLookedAt(player=BOB, cards=(C11,)), "Bob looks at a card"),
        (LibraryShuffled(player=BOB, order=(C11,), new=(C90,)), "Bob shuffles their library"),
        (
            CardMoved(card=C11, new=C90, to=Zone.HAND),
            "Bob: a card from library to hand (reason unknown)",
        ),
        (
            CardMoved(card=C11, new=C90, to=Zone.BATTLEFIELD, face_down=True),
            "Bob: a face-down card (c90) from library to battlefield, face down (reason unknown)",
        ),
        (SpellCast(player=BOB, card=C11, object=C90), "Bob casts Bear (c90)"),
        (NoteAdded(text="Bob holds a Bear"), ""),
        (FactObserved(kind="timer"), ""),
    ],
)
def test_lines_of_another_seat(event: Event, told: str) -> None:
    before = table_of()

    assert line(before, event, played(before, event), seat=ANN) == told
    assert line(before, event, played(before, event), seat=PUBLIC) == told


def test_halves_are_told_as_halves() -> None:
    before = table_of(play=FormatEntry(un_cards=True))
    event = LifeChanged(player=BOB, change=-1, life=39, halves=True)

    assert line(before, event, played(before, event)) == "Bob: -½ life, now 19½"


def test_a_name_with_braces_stays_as_it_is() -> None:
    before = table_of()

    assert line(before, NoteAdded(text="{player:seat} [x]"), before) == "Note: {player:seat} [x]"


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (CoinFlipped(flip=1, coin=1, face=Face.HEADS), "flip"),
        (DamageDivided(player=ANN, object=C1, amount=1, shares=(1,)), "divide"),
        (MulliganDeclared(player=ANN, mulligan=True), "mulligan"),
        (CrankAdvanced(player=ANN, before=3, sprocket=1), "crank"),
        (RulingMade(text="so be it"), "ruling"),
        (TurnBegan(number=1, player=ANN), "turn"),
        (PriorityPassed(player=ANN), None),
    ],
)
def test_marks(event: Event, expected: str | None) -> None:
    assert mark(event) == expected
