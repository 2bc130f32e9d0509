"""Effects that reach into a flip: more coins of which all but one are ignored, and set results.

Implements CR 614.1a, 614.5, 705.3.
"""

from collections.abc import Iterator

from events.abilities import ReplacementAbility
from events.errors import LimitExceeded
from events.identifiers import ObjectId, Seat
from machine.characteristics import abilities, permanents
from projections.progress import Flip
from projections.table import GameObject, Table

MOST_COINS = 4096
"""Coins of one batch: twelve replacements of one flip. More would be no game at a table, and a log
of a million records; the legend rule leaves a player one such permanent, as a rule."""


def replacements(
    table: Table, replaces: str, seat: Seat
) -> Iterator[tuple[GameObject, ReplacementAbility]]:
    """Yield what replaces something for a player, with its source, in timestamp order."""
    for thing in permanents(table):
        for ability in abilities(table, thing):
            if type(ability) is not ReplacementAbility or ability.replaces != replaces:
                continue
            if ability.who == "any" or thing.controller == seat:
                yield thing, ability


def coins_for(table: Table, flipper: Seat) -> int:
    """Return how many coins stand for one flip of a player.

    CR 614.5: each replacement has its one chance at every coin, those of the others included: k of
    them make 2^k coins. ``flip.coins_per_replacement`` for a table that counts 1 + k.
    """
    return coins_of(
        table,
        sum(ability.how == "two_ignore_one" for _, ability in replacements(table, "flip", flipper)),
    )


def coins_of(table: Table, copies: int) -> int:
    """Return how many coins stand for one flip under so many replacements."""
    if table.rules.flip.coins_per_replacement == "plus_one":
        return _bounded(copies + 1)
    return _bounded(1 << min(copies, MOST_COINS.bit_length()))


def _bounded(coins: int) -> int:
    """Return the coins of one flip or batch; raise ``LimitExceeded`` beyond what a table can toss."""
    if coins > MOST_COINS:
        raise LimitExceeded("limit/coins", f"more than {MOST_COINS} coins would be tossed at once")
    return coins


def check_batch(coins: Iterator[int]) -> None:
    """Raise ``LimitExceeded`` where all flips of a batch together need too many coins."""
    _bounded(sum(coins))


def forced_by(table: Table, flip: Flip) -> ObjectId | None:
    """Return what sets a flip to heads and won, whatever its coin shows (CR 705.3).

    The first set of coins of the turn: sets flipped before the effect was there count.
    """
    if not table.rules.flip.forced_results:
        return None
    for thing, ability in replacements(table, "flip_result", flip.flipper):
        if ability.how == "heads_and_won" and (flip.turn_set == 1 or not ability.first_each_turn):
            return thing.id
    return None
