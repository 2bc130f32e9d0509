"""What an instruction sees while it is followed: the table, its frame, and whom its words mean."""

from typing import Any

from events.base import Event
from events.identifiers import ObjectId, Recipient, Seat
from events.selectors import Amount, Selector
from events.stack import InstructionDone
from events.vocabulary import FlipOutcome
from machine.amounts import amount_of
from machine.apnap_order import apnap, opponents
from machine.characteristics import permanent, selected, source_of
from machine.conditions import flips_of
from machine.programs import program_of
from machine.targets import legal_targets
from projections.progress import Resolution, StackItem
from projections.table import GameObject, Table


class Context:
    """One instruction of an object that resolves, on the table as it is."""

    __slots__ = ("frame", "instruction", "item", "table")

    def __init__(self, table: Table, frame: Resolution, instruction: Any) -> None:  # noqa: ANN401 - any instruction; its executor knows which
        self.table = table
        self.frame = frame
        self.instruction = instruction
        self.item: StackItem = frame.item

    @property
    def you(self) -> Seat:
        """The controller of what resolves."""
        return self.item.controller

    @property
    def source(self) -> GameObject | None:
        """The object the ability comes from, as it is or last was; the spell itself for a spell."""
        return source_of(self.table, self.item)

    @property
    def source_id(self) -> ObjectId:
        """The id of what deals damage and the like: the source of an ability, or the spell."""
        return self.item.source or self.item.id

    def amount(self, amount: Amount) -> int:
        """Return an amount, read now."""
        return amount_of(self.table, amount, self.item)

    def targets(self) -> tuple[Recipient, ...]:
        """Return the instruction's targets that are still legal."""
        return tuple(target for _, target in legal_targets(self.table, self.frame.instruction))

    def players(self, who: str) -> tuple[Seat, ...]:
        """Return the players a word means, in APNAP order where there are several."""
        table = self.table
        match who:
            case "you":
                return (self.you,) if table.players[self.you].is_playing else ()
            case "each":
                return apnap(table)
            case "opponents":
                mine = set(opponents(table, self.you))
                return tuple(seat for seat in apnap(table) if seat in mine)
            case "active":
                active = table.turn.active_player
                return (active,) if active in table.playing and active else ()
            case _:
                return self._named(who)

    def _named(self, who: str) -> tuple[Seat, ...]:
        """Players known from targets, from the event that triggered, or from the source."""
        source = self.source
        match who:
            case "target":
                found = [one for one in self.every_target() if one in self.table.players]
            case "target_controller":
                found = [self._controller(one) for one in self._known_targets()]
            case "event_player":
                found = [one for one in self.item.about if one in self.table.players]
            case "owner":
                found = [source.owner if source is not None and source.owner else self.you]
            case _:
                found = []
        return tuple(seat for seat in apnap(self.table) if seat in found)

    def every_target(self) -> tuple[Recipient, ...]:
        """Return the legal targets of this instruction, or of the nearest one before it that has any."""
        for index in range(self.frame.instruction, -1, -1):
            if index in self.item.targets:
                return tuple(target for _, target in legal_targets(self.table, index))
        return ()

    def _known_targets(self) -> tuple[Recipient, ...]:
        """Return the targets of which something may still be known: the illegal ones by edition.

        CR 608.2b: from 2015-07-17 nothing is known of a target that has become illegal.
        """
        if self.table.rules.resolve.illegal_target_info == "may_not_be_used":
            return self.every_target()
        return self.announced_targets()

    def announced_targets(self) -> tuple[Recipient, ...]:
        """Return the targets as they were announced, whether or not they are still there."""
        for index in range(self.frame.instruction, -1, -1):
            if index in self.item.targets:
                return self.item.targets[index]
        return ()

    def _controller(self, name: Recipient) -> Recipient:
        thing = self.table.objects.get(ObjectId(name)) or self.table.last_known.get(ObjectId(name))
        return thing.controller if thing is not None and thing.controller else ""

    def objects(self, what: str | Selector) -> tuple[ObjectId, ...]:
        """Return the objects a reference or a selector means, those that are still there."""
        if isinstance(what, Selector):
            target = next(iter(self.players("target")), None)
            player = next(iter(self.players("event_player")), None)
            whose = player if what.whose == "event_player" else target
            return selected(self.table, what, self.you, self.source, whose)
        names = self._referred(what)
        return tuple(ObjectId(name) for name in names if permanent(self.table, name) is not None)

    def _referred(self, what: str) -> tuple[Recipient, ...]:  # noqa: PLR0911 - one word after another
        match what:
            case "self":
                return (self.source_id,)
            case "targets":
                return self.every_target()
            case "triggered":
                return self.item.about
            case "chosen":
                return self.frame.chosen or ()
            case "made":
                return self.frame.made or self.frame.made_before
            case "attached":
                source = self.source
                return (source.attached_to,) if source and source.attached_to else ()
            case _:
                return self._flipped(FlipOutcome(what))

    def _flipped(self, outcome: FlipOutcome) -> tuple[Recipient, ...]:
        flips = flips_of(self.table, self.frame)
        return tuple(flip.about for flip in flips if flip.about and flip.outcome is outcome)

    def done(self, done: int = 1, *, skipped: int = 0, why: str = "") -> InstructionDone:
        """Return the event that ends this instruction, with what was done and left out."""
        return InstructionDone(
            object=self.item.id,
            instruction=self.frame.instruction,
            done=done,
            skipped=skipped,
            why=why,
            unwritten=skipped > 0 and not self.table.rules.golden.impossible_part_ignored,
        )

    def finished(self, *events: Event, asked: int | None = None) -> tuple[Event, ...]:
        """Return what an instruction does at once, and its end; ``asked`` counts what it wanted."""
        skipped = max(0, asked - len(events)) if asked is not None else 0
        return (*events, self.done(len(events), skipped=skipped))


def followed(table: Table, kind: type | None = None) -> Context | None:
    """Return the instruction under way, if any is, and is of the kind that is asked for."""
    frame = table.resolution
    program = program_of(table, frame.item) if frame is not None else ()
    if frame is None or frame.lost_targets or frame.instruction >= len(program):
        return None
    instruction = program[frame.instruction]
    return Context(table, frame, instruction) if kind in (None, type(instruction)) else None
