"""Games for the dispute desk: coins at will, random games, and one that a judge is called to."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from events.base import Decision
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipDeviceAnswered,
    FlipDeviceProposed,
    FlipIgnored,
)
from events.identifiers import ObjectId, Seat
from events.stack import AbilityActivated, CostPaid
from events.turns import PriorityPassed
from events.vocabulary import Face, FlipDevice
from machine.chance import seeded
from projections.table import Table
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Given
from replays.session import Game

ANN, BOB = Seat("ann"), Seat("bob")
MOST = 60

THUMB = {
    "name": "Thumb",
    "types": ["Artifact"],
    "abilities": [{"kind": "replacement", "replaces": "flip", "how": "two_ignore_one"}],
}
FLIPPER = {
    "name": "Flipper",
    "types": ["Artifact"],
    "abilities": [
        {"kind": "activated", "cost": {}, "program": [{"do": "flip_coins", "asks": "winner"}]}
    ],
}


def game_from(
    players: Mapping[str, Mapping[str, Any]],
    seed: int,
    **given: Any,  # noqa: ANN401 - fields of Given
) -> Game:
    """Return a game at its first decision, from a table as scenarios describe it."""
    data = {"players": players, "turn": {"active": "ann"}, **given}
    log, _ = Setting(msgspec.convert(data, Given, strict=False)).build()
    game = Game(log, draws=lambda at: seeded(f"{seed}:{at}"))
    game.begin()
    return game


def at_flipper(seed: int, *, thumbs: int = 0, sides: int = 0) -> Game:
    """Return a game in which ann can flip for nothing, with as many Thumbs as wanted."""
    mine = ["Flipper as flipper", *("Thumb",) * thumbs]
    game = game_from(
        {
            "ann": {"battlefield": mine, "library": ["Bear*20"]},
            "bob": {"library": ["Bear*20"]},
        },
        seed,
        cards=[THUMB, FLIPPER],
    )
    if sides:
        game.submit(*activate(game))
        submit_until(game, FlipCalled)
        game.submit(
            FlipDeviceProposed(
                player=ANN, device=FlipDevice.DIE_EVEN_ODD, sides=sides, heads="even"
            )
        )
        game.submit(FlipDeviceAnswered(player=BOB, accepted=True))
    else:
        game.submit(*activate(game))
    return game


def activate(game: Game) -> tuple[Decision, ...]:
    """Return the announcement of the flipper's ability."""
    table = game.table
    source = next(name for name in table.battlefield if table.objects[name].card == "Flipper")
    return (
        AbilityActivated(player=ANN, source=source),
        CostPaid(player=ANN, object=ObjectId(f"o{table.numbers.object}")),
    )


def submit_until(game: Game, kind: type[Decision]) -> None:
    """Pass priority until some decision is asked for."""
    for _ in range(MOST):
        if kind in game.awaiting[0].decisions:
            return
        game.submit(PriorityPassed(player=game.awaiting[0].player))
    raise AssertionError(kind)


def submit_all(game: Game, call: Face, *, until: type[Decision] | None = None) -> None:
    """Pass, call and keep a coin until the flip is over; begin one where the stack is empty."""
    if not game.table.stack and game.table.resolution is None:
        game.submit(*activate(game))
    for _ in range(MOST):
        asked = game.awaiting[0]
        if until in asked.decisions or (not game.table.stack and game.table.resolution is None):
            return
        if PriorityPassed in asked.decisions:
            game.submit(PriorityPassed(player=asked.player))
        elif FlipCalled in asked.decisions:
            flip = next(one for one in game.table.flips if one.call is None and not one.coins)
            game.submit(FlipCalled(player=asked.player, flip=flip.flip, call=call))
        else:
            assert FlipIgnored in asked.decisions
            game.submit(next(iter(game.legal_decisions())))
    raise AssertionError("the flip does not end")


def pass_until(game: Game, reached: Callable[[Table], bool]) -> None:
    """Do as little as possible until a table is reached."""
    for _ in range(MOST):
        if reached(game.table):
            return
        seat, kinds = game.awaiting[0].player, game.awaiting[0].decisions
        if PriorityPassed in kinds:
            game.submit(PriorityPassed(player=seat))
        else:
            game.submit(next(iter(game.legal_decisions())))
    raise AssertionError("that table is not reached")


def coins(game: Game) -> list[CoinFlipped]:
    """Return every coin of a game, in order."""
    return [one.event for one in game.events if isinstance(one.event, CoinFlipped)]


def faces(game: Game) -> list[Face]:
    """Return the face of every coin of a game, in order."""
    return [one.face for one in coins(game)]
