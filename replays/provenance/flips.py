"""What flips rest on, and what rests on flips: the effects that reach into them, what counts them.

Implements CR 614.1a and 705.3 for the effects, 608.2c for instructions that ask how flips came out.
"""

from collections.abc import Iterator

from events.coin_flips import FlipInstructed, FlipLost, FlipShown, FlipWon
from events.instructions import Instruction
from events.selectors import CountOf
from events.stack import ResolutionBegan
from machine.conditions import flips_of
from machine.flip_effects import replacements
from machine.flip_kinds import REFERRING, WINNER_WORDS
from machine.programs import program_of
from projections.table import Table
from replays.provenance.links import MOST_OF_ONE_KIND, Found, Moment, Read, Source

COUNTED = frozenset({"wins", "losses", "heads", "tails"})


def doubling(moment: Moment, event: FlipInstructed) -> Iterator[Source]:
    """CR 614.1a: of more coins than one, lead back to the effects that make them."""
    at = max(0, moment.seq - 1)
    if event.coins > 1:
        for thing, _ in replacements(moment.evidence.tables[at], "flip", event.flipper):
            yield Read("effect", f"objects.{thing.id}.zone", at)


def forcing(moment: Moment, event: FlipWon | FlipLost | FlipShown) -> Iterator[Source]:
    """CR 705.3: of a set result, lead back to what sets it."""
    if event.forced and event.source is not None:
        yield Read("effect", f"objects.{event.source}.zone", max(0, moment.seq - 1))


def asked_for(moment: Moment) -> Iterator[Source]:
    """Lead back to the flips of a resolution whose outcome its instruction asks for."""
    wanted = _asked_for(moment.evidence.tables[max(0, moment.seq - 1)])
    if not wanted:
        return
    found: list[int] = []
    for seq, event in moment.back(FlipWon, FlipLost, FlipShown, ResolutionBegan):
        if isinstance(event, ResolutionBegan) or len(found) == MOST_OF_ONE_KIND:
            break
        if event.flip in wanted:
            found.append(seq)
    yield from (Found("flip", seq) for seq in reversed(found))


def _asked_for(table: Table) -> frozenset[int]:
    """Return the flips that the instruction under way reads: all of its resolution's, or the last."""
    frame = table.resolution
    flips = flips_of(table, frame) if frame is not None and frame.flips else ()
    if frame is None or not flips:
        return frozenset()
    program = program_of(table, frame.item)
    if frame.instruction >= len(program):
        return frozenset()
    instruction = program[frame.instruction]
    if _counts(instruction):
        return frozenset(flip.flip for flip in flips)
    if getattr(instruction, "each_tails", False):
        return frozenset(flip.flip for flip in flips if flip.batch == flips[-1].batch)
    is_last = instruction.when is not None and instruction.when.flip is not None
    return frozenset({flips[-1].flip}) if is_last else frozenset()


def _counts(instruction: Instruction) -> bool:
    if instruction.when is not None and instruction.when.wins_at_least:
        return True
    values = (getattr(instruction, name) for name in instruction.__struct_fields__)
    if any(isinstance(value, CountOf) and value.value in COUNTED for value in values):
        return True
    return any(getattr(instruction, name, None) in WINNER_WORDS for name in REFERRING)
