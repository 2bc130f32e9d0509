"""Small games made by hand, for tests of what is done with logs."""

from collections.abc import Iterable

from events.base import Event
from events.chance import DieRolled
from events.coin_flips import CoinFlipped, FlipCalled, FlipIgnored, FlipInstructed, FlipWon
from events.damage import LifeChanged
from events.division import DamageDivided
from events.editions import resolve
from events.game import (
    Conceded,
    FormatEntry,
    GameCreated,
    GameEnded,
    ImportEntry,
    SeatEntry,
    StartingPlayerChosen,
)
from events.identifiers import ObjectId, Recipient, Seat
from events.log import EventLog
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.records import FORMAT, Draft, draft
from events.rulings import NoteAdded
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.vocabulary import EndReason, Face, GameResult, Phase
from replays.game_log import GameLog

ANN, BOB = Seat("ann"), Seat("bob")
HAND = tuple(ObjectId(f"c{n}") for n in range(1, 8))
NEW_HAND = tuple(ObjectId(f"c{n}") for n in range(21, 28))
BOB_HAND = tuple(ObjectId(f"c{n}") for n in range(11, 18))


def header(
    *, game: str = "test", imported: bool = True, play: FormatEntry | None = None
) -> GameCreated:
    return GameCreated(
        format=FORMAT,
        game=game,
        seats=(SeatEntry(seat=ANN, name="Ann"), SeatEntry(seat=BOB)),
        rules=resolve("2025-06-06"),
        play=play or FormatEntry(),
        imported=ImportEntry(client="test") if imported else None,
    )


def log_of(*events: Event, first: GameCreated | None = None) -> EventLog:
    """Return the log of a header and some events, each by its own author."""
    return EventLog().append(
        [Draft(event=first or header(), by="apnap"), *(draft(event) for event in events)]
    )


def game_of(*events: Event, first: GameCreated | None = None) -> GameLog:
    return GameLog(log_of(*events, first=first), path="test.apnap.jsonl")


def entered(*phases: Phase) -> list[Event]:
    return [PhaseEntered(phase=phase) for phase in phases]


OPENING: tuple[Event, ...] = (
    DieRolled(player=ANN, sides=20, value=14),
    StartingPlayerChosen(player=ANN, starting_player=ANN),
    PhaseEntered(phase=Phase.SHUFFLING),
    PhaseEntered(phase=Phase.OPENING_DRAW),
    CardsDrawn(player=ANN, count=7, cards=HAND),
    CardsDrawn(player=BOB, count=7, cards=BOB_HAND),
)

MULLIGANS: tuple[Event, ...] = (
    PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
    MulliganDeclared(player=ANN, mulligan=True),
    MulliganDeclared(player=BOB, mulligan=False),
    HandKept(player=BOB, size=7),
    PhaseEntered(phase=Phase.MULLIGAN_TAKING),
    MulliganTaken(player=ANN, number=1, counted=1),
    CardsDrawn(player=ANN, count=7, cards=NEW_HAND),
    CardsBottomed(player=ANN, cards=NEW_HAND[:1], new=(ObjectId("c31"),)),
    PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
    MulliganDeclared(player=ANN, mulligan=False),
    HandKept(player=ANN, size=6),
    PhaseEntered(phase=Phase.OPENING_HAND_ACTIONS),
)


def flip(number: int) -> tuple[Event, ...]:
    """Return a flip under one replacement: two coins, one of them ignored."""
    return (
        FlipInstructed(flip=number, flipper=ANN, contested=True, caller=ANN, coins=2),
        FlipCalled(player=ANN, flip=number, call=Face.HEADS),
        CoinFlipped(flip=number, coin=1, face=Face.TAILS),
        CoinFlipped(flip=number, coin=2, face=Face.HEADS),
        FlipIgnored(player=ANN, flip=number, coins=(1,)),
        FlipWon(flip=number, player=ANN, face=Face.HEADS),
    )


def division(*shares: int, amount: int) -> DamageDivided:
    targets = tuple(Recipient(name) for name in ("bob", "ann", "c99")[: len(shares)])
    return DamageDivided(
        player=ANN, object=ObjectId("o50"), amount=amount, shares=shares, targets=targets
    )


def turn(number: int, player: Seat, *during: Event) -> Iterable[Event]:
    """Return a turn without attackers; ``during`` happens in its first main phase."""
    yield TurnBegan(number=number, player=player)
    yield from entered(Phase.UNTAP, Phase.UPKEEP, Phase.DRAW, Phase.PRECOMBAT_MAIN)
    yield from during
    yield from entered(
        Phase.BEGINNING_OF_COMBAT,
        Phase.DECLARE_ATTACKERS,
        Phase.END_OF_COMBAT,
        Phase.POSTCOMBAT_MAIN,
        Phase.END_STEP,
        Phase.CLEANUP,
    )


ENDING: tuple[Event, ...] = (
    TurnBegan(number=3, player=ANN),
    PhaseEntered(phase=Phase.UNTAP),
    Conceded(player=BOB),
    GameEnded(result=GameResult.WIN, winners=(ANN,), reason=EndReason.CONCESSION),
)


def whole_game(*, name: str = "test", life: int = 17) -> GameLog:
    """Return a game of three turns: a mulligan, two flips, a division, a concession."""
    return game_of(
        *OPENING,
        *MULLIGANS,
        *turn(1, ANN, *flip(1), division(3, 1, amount=4)),
        *turn(2, BOB, *flip(2), LifeChanged(player=BOB, change=life - 20, life=life)),
        *ENDING,
        NoteAdded(text="bob had to catch a train"),
        first=header(game=name),
    )
