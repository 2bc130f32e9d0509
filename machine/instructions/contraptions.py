"""Instructions of Contraptions: assembling, reassembling, one more crank.

Implements the Unstable FAQ; CR 614.5 for what doubles an assembly, CR 701.45a where it means nothing.
"""

from collections.abc import Iterator

from events.abilities import ReplacementAbility
from events.base import Decision, Event
from events.contraptions import ContraptionReassembled, ContraptionRevealed
from events.identifiers import ObjectId, Seat
from events.instructions import AdvanceCrank, Assemble, Reassemble
from events.selectors import Selector
from events.vocabulary import SPROCKETS
from machine.chance import Chance
from machine.characteristics import abilities, matches, permanents
from machine.context import Context
from machine.contraptions import advanced, check_sprocket, is_played
from machine.executor import AtOnce, follows
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from machine.programs import program_of
from projections.table import GameObject, Table

MOST_ASSEMBLED = 1_000_000
"""More than any Contraption deck holds, and as many as an event can count."""

EMPTY = "the Contraption deck is empty"


def without_meaning(table: Table) -> str:
    """Return why "assemble" means nothing, with the number that the day's rules say so under."""
    place = table.rules.contraption.assemble_location
    cited = "" if place == "none" else f" (CR {place}a)"
    return f"un-cards are not played, so it has no meaning{cited}"


def _nothing(context: Context) -> tuple[Event, ...]:
    return context.finished()


class Assembles(AtOnce):
    """Contraptions are turned up one by one; each gets its sprocket before the next is seen."""

    def __init__(self) -> None:
        super().__init__(_nothing)

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Turn up the next Contraption, or end with what was assembled and what could not be."""
        del chance
        table, seat = context.table, context.you
        if not is_played(table):
            return (context.done(0, skipped=1, why=without_meaning(table)),)
        left = table.to_assemble.get(seat)
        if left is None:
            wanted = context.amount(context.instruction.amount) * times(context)
            left = min(wanted, MOST_ASSEMBLED)
        deck = table.players[seat].contraption_deck
        if left and deck:
            name = table.objects[deck[0]].card
            return (ContraptionRevealed(player=seat, card=deck[0], name=name, remaining=left - 1),)
        made = len(context.frame.made)
        return (context.done(made, skipped=left, why=EMPTY if left else ""),)


follows(Assemble, Assembles())


def times(context: Context) -> int:
    """Return how many Contraptions take the place of each one (CR 614.5).

    Each replacement doubles, and each applies once: two of them make four, never more. They ask
    for the Rigger that assembles, so a spell that makes its controller assemble is not doubled.
    """
    instruction: Assemble = context.instruction
    rigger = context.source
    if not instruction.by_source or rigger is None:
        return 1
    doubling = sum(
        _applies(context.table, ability, thing, rigger)
        for thing in permanents(context.table)
        for ability in abilities(context.table, thing)
        if isinstance(ability, ReplacementAbility)
        and (ability.replaces, ability.how) == ("assemble", "twice")
    )
    return 1 << doubling


def _applies(
    table: Table, ability: ReplacementAbility, thing: GameObject, rigger: GameObject
) -> bool:
    if ability.who == "you" and rigger.controller != thing.controller:
        return False
    return matches(table, ability.among or Selector(), rigger, thing.controller, thing)


class Reassembles(AtOnce):
    """Each target is put on a sprocket of the player's choice; it stays the same object."""

    def __init__(self) -> None:
        super().__init__(_nothing)

    def awaiting(self, context: Context) -> Asked:
        """Ask for the next target's sprocket."""
        name = next(_waiting(context), None)
        if name is None:
            return NOBODY
        what = f"put {context.table.objects[name].name or name} on one of your sprockets"
        return ask(context.you, what, "UFAQ.reassemble", ContraptionReassembled)

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """All targets that are left have been put somewhere."""
        del chance
        wanted = len(context.item.targets.get(context.frame.instruction, ()))
        done = len(context.frame.through)
        return (context.done(done, skipped=max(0, wanted - done)),)


follows(Reassemble, Reassembles())


def _waiting(context: Context) -> Iterator[ObjectId]:
    """Return the targets that have not been put on a sprocket yet."""
    return (ObjectId(one) for one in context.targets() if one not in context.frame.through)


def _reassembling(table: Table) -> Context | None:
    """Return the instruction to reassemble that is being followed."""
    frame = table.resolution
    if frame is None:
        return None
    program = program_of(table, frame.item)
    if frame.instruction >= len(program):
        return None
    instruction = program[frame.instruction]
    return Context(table, frame, instruction) if isinstance(instruction, Reassemble) else None


@checks(ContraptionReassembled)
def check_reassembled(table: Table, decision: ContraptionReassembled) -> None:
    """Unstable FAQ: the target, on a sprocket of one's own: any, or another one by the switch."""
    what = f"{decision.player} cannot reassemble {decision.contraption}"
    context = _reassembling(table)
    name = next(_waiting(context), None) if context is not None else None
    if name is None or decision.contraption != name:
        raise refuse(
            "contraption/not_reassembled",
            what,
            "UFAQ.reassemble",
            f"{name or 'nothing'} is being reassembled",
            legal=(name,) if name else (),
        )
    check_sprocket(decision.sprocket, what, "UFAQ.reassemble")
    if decision.sprocket not in _sprockets(table, decision.player, name):
        raise refuse(
            "contraption/same_sprocket",
            what,
            "UFAQ.reassemble",
            f"it is on sprocket {decision.sprocket} already, and goes to another one",
        )


def _sprockets(table: Table, seat: str, name: ObjectId) -> tuple[int, ...]:
    """Return the sprockets a Contraption may be put on by reassembling it."""
    thing = table.objects[name]
    if table.rules.contraption.reassemble_to == "any" or thing.controller != seat:
        return SPROCKETS
    return tuple(sprocket for sprocket in SPROCKETS if sprocket != thing.sprocket)


@offers(ContraptionReassembled)
def offer_reassemblies(table: Table, player: Seat) -> Iterator[Decision]:
    """Each sprocket."""
    context = _reassembling(table)
    name = next(_waiting(context), None) if context is not None else None
    if name is None:
        return
    for sprocket in _sprockets(table, player, name):
        yield ContraptionReassembled(player=player, contraption=name, sprocket=sprocket)


class AdvancesCrank(AtOnce):
    """A CRANK! counter moves on at once, Contraptions or not; its player cranks what is there."""

    def __init__(self) -> None:
        super().__init__(_nothing)

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Move the next player's counter; who cranks is asked before the one after it."""
        del chance
        table, moved = context.table, context.frame.through
        if not is_played(table):
            return (context.done(0, skipped=1, why=without_meaning(table)),)
        for seat in context.players(context.instruction.who):
            if seat not in moved:
                return (advanced(table, seat),)
        return (context.done(len(moved)),)


follows(AdvanceCrank, AdvancesCrank())
