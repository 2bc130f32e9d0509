"""Instructions that move, tap, destroy, create and draw.

Implements CR 111, 121, 701: what is no longer there is left out and counted (CR 101.3).
"""

from msgspec.structs import replace

from events.abilities import (
    CreateTokens,
    Destroy,
    DrawCards,
    Exile,
    PutOnLibrary,
    RemoveFromCombat,
    ReturnToHand,
    Sacrifice,
    Selector,
    ShuffleLibrary,
    TapObjects,
    UntapObjects,
)
from events.base import Event
from events.combat import RemovedFromCombat
from events.identifiers import ObjectId, Seat
from events.vocabulary import LibraryPlace, MoveReason, Zone
from events.zones import Tapped, TokenCreated, Untapped
from machine.chance import Chance
from machine.characteristics import has_keyword, permanent
from machine.context import Context
from machine.executor import AtOnce, Obstacle, at_once, follows
from machine.golden_rules import is_prohibited
from machine.moves import move_all
from machine.pregame import drawing
from projections.edit import minted
from projections.table import GameObject, Table


def things(context: Context, what: str | Selector) -> tuple[GameObject, ...]:
    """Return the permanents a reference means."""
    found = (permanent(context.table, name) for name in context.objects(what))
    return tuple(thing for thing in found if thing is not None)


def moved(
    context: Context,
    what: str | Selector,
    to: Zone,
    reason: MoveReason,
    place: LibraryPlace | None = None,
) -> tuple[Event, ...]:
    """Move everything a reference means to its owner's zone, at once."""
    moving = things(context, what)
    wanted = len(context.item.targets.get(context.frame.instruction, ())) if what == "targets" else 0
    events = move_all(context.table, moving, to, reason, place)
    return context.finished(*events, asked=max(wanted, len(events)))


@at_once(Destroy)
def destroy(context: Context) -> tuple[Event, ...]:
    """CR 701.8: permanents go to their owners' graveyards, unless they are indestructible."""
    hit = tuple(
        thing
        for thing in things(context, context.instruction.what)
        if not has_keyword(context.table, thing, "indestructible")
    )
    events = move_all(context.table, hit, Zone.GRAVEYARD, MoveReason.DESTROYED)
    return context.finished(*events)


@at_once(Exile)
def exile(context: Context) -> tuple[Event, ...]:
    """CR 701.13."""
    return moved(context, context.instruction.what, Zone.EXILE, MoveReason.EXILED)


@at_once(ReturnToHand)
def return_to_hand(context: Context) -> tuple[Event, ...]:
    """To the owners' hands."""
    return moved(context, context.instruction.what, Zone.HAND, MoveReason.RETURNED)


@at_once(PutOnLibrary)
def put_on_library(context: Context) -> tuple[Event, ...]:
    """Onto, or under, the owners' libraries."""
    place = LibraryPlace.BOTTOM if context.instruction.bottom else LibraryPlace.TOP
    return moved(context, context.instruction.what, Zone.LIBRARY, MoveReason.PUT, place)


@at_once(Sacrifice)
def sacrifice(context: Context) -> tuple[Event, ...]:
    """CR 701.21: only what its player controls."""
    mine = tuple(
        thing
        for thing in things(context, context.instruction.what)
        if thing.controller == context.you
    )
    events = move_all(context.table, mine, Zone.GRAVEYARD, MoveReason.SACRIFICED)
    return context.finished(*events, asked=1)


@at_once(TapObjects)
def tap(context: Context) -> tuple[Event, ...]:
    """CR 701.26a: only untapped permanents become tapped."""
    names = tuple(t.id for t in things(context, context.instruction.what) if not t.tapped)
    return context.finished(*((Tapped(objects=names),) if names else ()), asked=1)


@at_once(UntapObjects)
def untap(context: Context) -> tuple[Event, ...]:
    """CR 701.26b: only tapped permanents become untapped."""
    names = tuple(t.id for t in things(context, context.instruction.what) if t.tapped)
    return context.finished(*((Untapped(objects=names),) if names else ()), asked=1)


@at_once(RemoveFromCombat)
def remove_from_combat(context: Context) -> tuple[Event, ...]:
    """CR 506.4: a creature in combat stops attacking or blocking."""
    instruction: RemoveFromCombat = context.instruction
    combat = context.table.combat
    if combat is None:
        return context.finished(asked=1)
    names = [
        name
        for name in context.objects(instruction.what)
        if name in combat.attacking or name in combat.blockers
    ]
    events = [
        RemovedFromCombat(
            object=name, unblocks=_only_by(context.table, name) if instruction.unblocks else ()
        )
        for name in names
    ]
    return context.finished(*events, asked=1)


def _only_by(table: Table, blocker: ObjectId) -> tuple[ObjectId, ...]:
    """The attackers that nothing else has blocked."""
    combat = table.combat
    if combat is None:
        return ()
    return tuple(
        attacker
        for attacker in combat.attackers
        if combat.blocks.get(attacker) == (blocker,)
    )


@at_once(CreateTokens)
def create_tokens(context: Context) -> tuple[Event, ...]:
    """CR 111.1: each token is an object of its own."""
    instruction: CreateTokens = context.instruction
    seats = [
        seat
        for seat in context.players(instruction.who)
        for _ in range(context.amount(instruction.amount))
    ]
    names = minted(context.table, count=len(seats))
    return context.finished(
        *(
            TokenCreated(object=name, player=seat, card=instruction.token)
            for name, seat in zip(names, seats, strict=True)
        )
    )


class Draws(AtOnce):
    """CR 121.2: each player draws all their cards, one by one, in APNAP order."""

    def __init__(self) -> None:
        super().__init__(self._draw)

    @staticmethod
    def _draw(context: Context) -> tuple[Event, ...]:
        """Draw one card after another; a player who can't draw draws none (CR 101.2)."""
        instruction: DrawCards = context.instruction
        amount = context.amount(instruction.amount)
        events: list[Event] = []
        table = context.table
        seats = context.players(instruction.who)
        for seat in seats:
            if is_prohibited(context.table, "draw", seat):
                continue
            for _ in range(amount):
                event = drawing(table, seat, 1)
                events.append(event)
                table = _after(table, event.count, seat)
        return context.finished(*events, asked=amount * len(seats))

    def obstacle(self, context: Context) -> Obstacle:
        """CR 121.3: an optional draw cannot be chosen by a player who can't draw."""
        draw = context.table.rules.draw
        for seat in context.players(context.instruction.who):
            prohibited = is_prohibited(context.table, "draw", seat)
            if prohibited and draw.cant_draw_blocks_optional_draw:
                return "121.3", f"an effect says that {seat} can't draw cards"
            empty = not context.table.players[seat].size(Zone.LIBRARY)
            if empty and not draw.empty_library_optional_draw:
                return "121.3", f"{seat}'s library is empty"
        return None


def _after(table: Table, drawn: int, seat: Seat) -> Table:
    """The table with one card fewer in a library, so that the next id and card are the next ones."""
    player = table.players[seat]
    numbers = replace(table.numbers, object=table.numbers.object + drawn)
    left = replace(player, library=player.library[drawn:])
    return replace(table, players=table.players.set(seat, left), numbers=numbers)


follows(DrawCards, Draws())


class Shuffles(AtOnce):
    """CR 701.24: libraries are shuffled, one after the other in APNAP order."""

    def __init__(self) -> None:
        super().__init__(lambda context: context.finished())

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Shuffle each library."""
        events: list[Event] = []
        first = 0
        for seat in context.players(context.instruction.who):
            library = context.table.players[seat].library
            new = minted(context.table, count=first + len(library))[first:]
            first += len(library)
            events.append(chance.shuffle(seat, library, new))
        return context.finished(*events)


follows(ShuffleLibrary, Shuffles())


