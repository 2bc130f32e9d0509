"""Tables of many kinds, in the middle of things, for properties that must hold on every one."""

from functools import cache

from hypothesis import strategies as st

from events.choices import ChoiceMade, ChoicesOpened
from events.coin_flips import CoinFlipped, FlipCalled, FlipInstructed
from events.combat import Attack, AttackersDeclared, Block, BlockersDeclared
from events.division import DamageDivided
from events.identifiers import ObjectId, Recipient
from events.mulligans import MulliganDeclared, MulliganTaken
from events.stack import AbilityStacked, AbilityTriggered, ResolutionBegan, SpellCast, TargetsChosen
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.vocabulary import Face, Phase, Zone
from events.zones import CardMoved, CardsIdentified, TokenCreated, ZoneCountObserved
from projections.fold import start
from projections.table import Table
from tests.projections.hidden import game
from tests.projections.makers import ANN, BEAR, BOB, PYROTECHNICS, TABLES, played


def tables() -> st.SearchStrategy[Table]:
    """Return tables at their start and in the middle of a game, native and imported."""
    return st.sampled_from(_tables())


@cache
def _tables() -> list[Table]:
    fresh = {name: start(header) for name, header in TABLES.items()}
    native = fresh["two players"]
    fighting = _fighting(native)
    return [
        *fresh.values(),
        *game(1)[1][::6],
        _imported(fresh["imported"]),
        fighting,
        _resolving(fighting),
        _choosing(fresh["with Contraptions"]),
    ]


def _fighting(table: Table) -> Table:
    """Ann's bear attacks bob, and his token blocks it; a coin is in the air."""
    c1, c11, c90, c91 = map(ObjectId, ("c1", "c11", "c30", "c31"))
    return played(
        table,
        TurnBegan(number=1, player=ANN),
        CardMoved(card=c1, new=c90, to=Zone.BATTLEFIELD),
        TokenCreated(object=c91, player=BOB, card=BEAR),
        PhaseEntered(phase=Phase.BEGINNING_OF_COMBAT),
        AttackersDeclared(player=ANN, attacks=(Attack(c90, Recipient("bob")),)),
        BlockersDeclared(player=BOB, blocks=(Block(c91, c90),)),
        AbilityTriggered(trigger=1, player=ANN, source=c90, card=BEAR, about=(c91, c11)),
        FlipInstructed(flip=1, flipper=ANN, contested=True, caller=ANN, coins=2, source=c90),
        FlipCalled(player=ANN, flip=1, call=Face.HEADS),
        CoinFlipped(flip=1, coin=1, face=Face.TAILS),
    )


def _resolving(table: Table) -> Table:
    """Pyrotechnics resolves over a trigger."""
    o50 = ObjectId("o50")
    return played(
        table,
        AbilityStacked(player=ANN, object=ObjectId("o51"), trigger=1, card=PYROTECHNICS),
        SpellCast(player=BOB, card=ObjectId("c12"), object=o50),
        TargetsChosen(player=BOB, object=o50, targets=(Recipient("ann"), Recipient("c30"))),
        DamageDivided(player=BOB, object=o50, amount=4, shares=(3, 1)),
        ResolutionBegan(object=o50),
    )


def _choosing(table: Table) -> Table:
    return played(
        table,
        PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
        MulliganDeclared(player=ANN, mulligan=True),
        MulliganTaken(player=ANN, number=1, counted=0),
        CardsDrawn(player=ANN, count=2, cards=(ObjectId("c50"), ObjectId("c51"))),
        ChoicesOpened(round=1, players=(ANN, BOB), kind="pick", hidden=True),
        ChoiceMade(player=ANN, round=1, picks=("c50",), hidden=True),
    )


def _imported(table: Table) -> Table:
    return played(
        table,
        ZoneCountObserved(
            player=ANN, zone=Zone.HAND, count=3, cards=(ObjectId("c1"), ObjectId("c2"))
        ),
        ZoneCountObserved(player=BOB, zone=Zone.HAND, count=7),
        ZoneCountObserved(player=BOB, zone=Zone.LIBRARY, count=53),
        CardsIdentified(cards={ObjectId("c1"): BEAR}),
        TurnBegan(number=1, player=ANN),
    )
