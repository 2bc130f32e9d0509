"""The table drawn: every procedure under way has its place."""

import pytest

from events.base import Event
from events.choices import ChoiceMade, ChoicesOpened
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipWon,
)
from events.combat import Attack, AttackersDeclared, Block, BlockersDeclared
from events.identifiers import CardName, ObjectId, Recipient, Seat
from events.stack import ResolutionBegan, SpellCast, TargetsChosen
from events.turns import PhaseEntered
from events.vocabulary import Face, Phase, Zone
from events.zones import CardMoved, CardsIdentified, CharacteristicsObserved, Tapped
from replays.showing.drawing import parts
from replays.showing.naming import recipient
from replays.showing.parts import points
from tests.replays.games import ANN, BOB, HAND, OPENING, division, game_of, header

SPELL = ObjectId("o50")
BEAR, OGRE = ObjectId("c60"), ObjectId("c62")
CAST: tuple[Event, ...] = (
    *OPENING,
    CardsIdentified(cards={HAND[0]: CardName("Pyrotechnics")}),
    SpellCast(player=ANN, card=HAND[0], object=SPELL),
    TargetsChosen(player=ANN, object=SPELL, targets=(Recipient("bob"), Recipient("ann"))),
    division(3, 1, amount=4),
)
CREATURES: tuple[Event, ...] = (
    CardMoved(card=ObjectId("c59"), new=BEAR, to=Zone.BATTLEFIELD, owner=ANN),
    CharacteristicsObserved(object=BEAR, types=("Creature",), power=2, toughness=2),
    CardsIdentified(cards={BEAR: CardName("Runeclaw Bear")}),
    CardMoved(card=ObjectId("c61"), new=OGRE, to=Zone.BATTLEFIELD, owner=BOB),
    CharacteristicsObserved(object=OGRE, types=("Creature",), power=3, toughness=3),
)


def _drawn(*events: Event, lang: str = "en") -> str:
    game = game_of(*events)
    lines = []
    for part in parts(game.tables[-1], lang, before=game.tables[-2]):
        lines += [part.title, *("  ".join(row) for row in part.rows)]
    return "\n".join(lines)


def test_a_spell_with_its_targets_and_shares() -> None:
    text = _drawn(*CAST)

    assert "stack (top first)" in text
    assert "~Pyrotechnics o50  ann  → bob 3, ann 1" in text


def test_what_resolves_and_where_it_is() -> None:
    text = _drawn(*CAST, ResolutionBegan(object=SPELL))

    assert "resolving" in text
    assert "instruction 1" in text


def test_permanents_with_what_is_known_of_them() -> None:
    text = _drawn(*CREATURES, Tapped(objects=(BEAR,)))

    assert "ann  ~Runeclaw Bear  2/2, tapped  c60" in text
    assert "bob  creature c62  3/3  c62" in text


def test_a_permanent_that_left_is_shown_once_more_with_its_sign() -> None:
    text = _drawn(*CREATURES, CardMoved(card=BEAR, new=ObjectId("c70"), to=Zone.GRAVEYARD))

    assert "ann  -Runeclaw Bear" in text
    assert "+Runeclaw Bear" in text, "it is new in the graveyard"


def test_combat() -> None:
    text = _drawn(
        *CREATURES,
        PhaseEntered(phase=Phase.BEGINNING_OF_COMBAT),
        AttackersDeclared(player=ANN, attacks=(Attack(BEAR, Recipient("bob")),)),
        BlockersDeclared(player=BOB, blocks=(Block(OGRE, BEAR),)),
    )

    assert "Runeclaw Bear c60  → bob  c62" in text


def test_simultaneous_choices() -> None:
    text = _drawn(
        ChoicesOpened(round=1, players=(ANN, BOB), kind="opponent"),
        ChoiceMade(player=ANN, round=1, picks=("bob",)),
    )

    assert "ann  an opponent  bob" in text
    assert "bob  an opponent  open" in text


def test_in_japanese() -> None:
    assert "スタック (上から)" in _drawn(*CAST, lang="ja")


@pytest.mark.parametrize(
    ("units", "halves", "expected"),
    [
        (7, False, "7"),
        (7, True, "3½"),
        (1, True, "½"),
        (-1, True, "-½"),
        (0, True, "0"),
        (-8, True, "-4"),
    ],
)
def test_halves(units: int, halves: bool, expected: str) -> None:  # noqa: FBT001 - a parameter
    assert points(units, halves=halves) == expected


def test_a_recipient_is_a_seat_a_card_or_an_id() -> None:
    table = game_of(*CREATURES, first=header()).tables[-1]

    assert [recipient(table, name) for name in ("bob", "c60", "c62", "c99")] == [
        "bob",
        "Runeclaw Bear c60",
        "c62",
        "c99",
    ]


def _flip(flip: int, *, caller: Seat | None, coins: int = 1) -> FlipInstructed:
    return FlipInstructed(
        flip=flip, flipper=ANN, contested=caller is not None, caller=caller, coins=coins, about=BEAR
    )


@pytest.mark.parametrize(
    ("events", "row"),
    [
        (
            (
                _flip(1, caller=BOB),
                FlipCalled(player=BOB, flip=1, call=Face.HEADS),
                CoinFlipped(flip=1, coin=1, face=Face.HEADS),
                FlipLost(flip=1, player=ANN, face=Face.HEADS),
            ),
            "1 ann  Runeclaw Bear c60  called heads (bob)  heads  lost",
        ),
        (
            (
                _flip(1, caller=ANN, coins=2),
                FlipCalled(player=ANN, flip=1, call=Face.HEADS),
                CoinFlipped(flip=1, coin=1, face=Face.TAILS, shown=3),
                CoinFlipped(flip=1, coin=2, face=Face.TAILS, shown=5),
                FlipIgnored(player=ANN, flip=1, coins=(1,)),
                FlipWon(flip=1, player=ANN, face=Face.HEADS, forced=True),
            ),
            "1 ann  Runeclaw Bear c60  called heads  (tails 3) tails 5  won, heads (set by an effect)",
        ),
    ],
    ids=["somebody-else-calls", "a-die-and-a-set-result"],
)
def test_a_flip_is_drawn_with_all_that_makes_its_outcome(
    events: tuple[Event, ...], row: str
) -> None:
    assert row in _drawn(*CREATURES, *events)


def test_a_set_result_is_drawn_in_japanese() -> None:
    won = FlipWon(flip=1, player=ANN, face=Face.HEADS, forced=True)

    assert "勝ち, 表 (効果による)" in _drawn(_flip(1, caller=None), won, lang="ja")
