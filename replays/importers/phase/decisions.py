"""What players decide in a phase-rs record: casts, targets, divisions, coins to keep (CR 601.2, 614.1a)."""

import json
from collections.abc import Callable, Mapping

from events.division import CountersDivided, DamageDivided
from events.identifiers import Seat
from events.zones import LegendChosen
from replays.importers.phase.game import PhaseGame
from replays.importers.phase.wire import (
    MOST_AMOUNT,
    Action,
    Typed,
    integer,
    listed,
)

MOST_COINS = 64
DIVIDED: Mapping[str, type[DamageDivided | CountersDivided]] = {
    "Damage": DamageDivided,
    "Counters": CountersDivided,
}


def _cast(game: PhaseGame, action: Action, _seat: Seat) -> None:
    game.casting = integer(action.action.fields, "object_id")
    game.targets[game.casting] = []
    game.divisions.pop(game.casting, None)


def _target(game: PhaseGame, action: Action, _seat: Seat) -> None:
    if game.casting >= 0:
        game.targets.setdefault(game.casting, []).append(action.action.fields.get("target"))


def _cancel(game: PhaseGame, _action: Action, _seat: Seat) -> None:
    game.divisions.pop(game.casting, None)
    game.targets.pop(game.casting, None)
    game.casting = -1


def _distribute(game: PhaseGame, action: Action, seat: Seat) -> None:
    """CR 601.2d: the division is announced before the spell is complete."""
    waits = (action.waiting_for or Typed()).fields
    pairs = [
        (pair[0], pair[1])
        for pair in listed(action.action.fields, "distribution")
        if isinstance(pair, list)
        and len(pair) == 2  # noqa: PLR2004 - target and amount
        and isinstance(pair[1], int)
        and 0 <= pair[1] <= MOST_AMOUNT
    ]
    unit = waits.get("unit")
    kind = DIVIDED.get(unit.get("type", "") if isinstance(unit, dict) else "")
    total = integer(waits, "total", sum(share for _, share in pairs))
    if kind is not None and pairs and game.casting >= 0 and 0 <= total <= MOST_AMOUNT:
        game.divisions[game.casting] = (seat, total, pairs, kind)


def _keep_coins(game: PhaseGame, action: Action, _seat: Seat) -> None:
    """Krark's Thumb: of several results one is kept (CR 614.1a); the flip is told by its event."""
    results = listed((action.waiting_for or Typed()).fields, "results")[:MOST_COINS]
    kept = {one for one in listed(action.action.fields, "keep_indices") if isinstance(one, int)}
    game.coins = tuple(range(1, len(results) + 1))
    game.ignored = tuple(coin for coin in game.coins if coin - 1 not in kept)


def _legend(game: PhaseGame, action: Action, seat: Seat) -> None:
    keep = integer(action.action.fields, "keep")
    if keep >= 0:
        game.tale.write(LegendChosen(player=seat, keep=game.thing(keep)), by=seat)


def _optional(game: PhaseGame, action: Action, seat: Seat) -> None:
    accept = action.action.fields.get("accept")
    data = {"player": seat, "accept": accept is True}
    game.tale.fact("optional effect", json.dumps(data))


DECISIONS: Mapping[str, Callable[[PhaseGame, Action, Seat], None]] = {
    "CastSpell": _cast,
    "ChooseTarget": _target,
    "CancelCast": _cancel,
    "DistributeAmong": _distribute,
    "SelectCoinFlips": _keep_coins,
    "ChooseLegend": _legend,
    "DecideOptionalEffect": _optional,
}
