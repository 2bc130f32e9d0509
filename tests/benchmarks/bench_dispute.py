"""The dispute desk on a long log: any position, why a value is what it is, and where something holds."""

import random
import time
from collections.abc import Callable, Iterator

from projections.fold import final
from projections.provenance import last_write
from replays.game_log import GameLog
from replays.provenance import why
from replays.search.find import find_first
from tests.benchmarks.games import long_log
from tests.benchmarks.timing import Row, best, percentile, rate

LOOKS = 400
PATHS = ("players.ann.life", "players.bob.hand", "battlefield", "turn.phase", "starting_player")


def rows() -> Iterator[Row]:
    """Yield the measurements."""
    game = GameLog(long_log())
    game.at("end")  # fold once: what a user of a position has already paid for
    (rebuild,) = best(lambda: final(game.log), rounds=3)
    chosen = random.Random(2).sample(range(len(game)), LOOKS)  # noqa: S311
    yield _looks("back to any record by its number", lambda seq, _: game.at(seq), chosen, rebuild)
    yield _looks(
        "the last write of a value, from any record",
        lambda seq, path: last_write(game.tables, path, seq),
        chosen,
        rebuild,
    )
    yield _looks(
        "why a value, from any record", lambda seq, path: why(game, path, seq), chosen, rebuild
    )
    (searched,) = best(lambda: find_first(game, "players.ann.life < 0", 0, len(game) - 1), rounds=3)
    yield Row(
        what="an expression at every record",
        ours=rate(len(game), searched, "records"),
        peer=f"rebuilding from the start: {rate(len(game), rebuild)}",
        ratio=rebuild / searched,
    )


def _looks(what: str, look: Callable[[int, str], object], chosen: list[int], rebuild: float) -> Row:
    """Return how long the slowest but few of some looks take, beside one rebuilding."""
    taken = []
    for number, seq in enumerate(chosen):
        begun = time.perf_counter()
        look(seq, PATHS[number % len(PATHS)])
        taken.append(time.perf_counter() - begun)
    late, middle = percentile(taken, 0.99), percentile(taken, 0.5)
    return Row(
        what=f"{what}, 99 of 100 looks",
        ours=f"{late * 1e3:,.3f} ms (half of them {middle * 1e3:,.3f} ms)",
        peer=f"rebuilding from the start: {rebuild * 1e3:,.1f} ms",
        ratio=rebuild / late,
        aim=40 if "number" in what else None,
    )
