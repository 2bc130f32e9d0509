"""The questions that an analyst puts to many games, each answered as far as the data allow."""

from collections.abc import Callable

from replays.analysis.answers import Answer, corrected
from replays.analysis.frameset import Frames
from replays.analysis.questions import beside, chance, hands, lengths, results, variants

QUESTIONS: dict[str, Callable[[Frames], list[Answer]]] = {
    "mulligans": hands.mulligans,
    "win_by_mulligans": results.win_by_mulligans,
    "play_draw": results.play_draw,
    "seat_bias": results.seat_bias,
    "keep_rate": hands.keep_rate,
    "policy": beside.policy,
    "free_mulligans": beside.free_mulligans,
    "powder": beside.powder,
    "sought": beside.sought,
    "hearing": hands.hearing,
    "shuffle": chance.shuffle,
    "positions": chance.positions,
    "flips": chance.flips,
    "divisions": variants.divisions,
    "contraptions": variants.contraptions,
    "length": lengths.length,
    "time": lengths.time,
    "variants": variants.variants,
}
"""Key -> what answers it. The correction for many questions at once comes on top."""


def answered(
    frames: Frames, wanted: tuple[str, ...] = (), *, correction: str = "holm"
) -> list[Answer]:
    """Return the answers to all questions, or to some, corrected for their number together."""
    found = [
        answer
        for name, ask in QUESTIONS.items()
        if not wanted or name in wanted
        for answer in ask(frames)
    ]
    return corrected(found, correction)
