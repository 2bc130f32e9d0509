"""Instructions about libraries: drawing, shuffling, searching.

Implements CR 121, 701.23, 701.24. What a library lacks is left out (CR 101.3).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from events.base import Event
from events.identifiers import ObjectId, Seat
from events.instructions import DrawCards, SearchLibrary, ShuffleLibrary
from events.stack import MayChosen, ObjectsChosen
from events.turns import CardsDrawn
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, CardsLookedAt
from machine.chance import Chance
from machine.characteristics import matches
from machine.choosing import Choosing
from machine.context import Context, followed
from machine.executor import AtOnce, Obstacle, follows
from machine.golden_rules import Reason, argues, is_prohibited, prohibitions
from machine.instructions.ordering import looking
from machine.pregame import drawing
from machine.procedure import NOBODY, Asked, ask
from projections.edit import minted
from projections.table import Table

# -- drawing ----------------------------------------------------------------------------------------


class Draws(AtOnce):
    """CR 121.2: each player draws all their cards, one by one, in APNAP order."""

    def __init__(self) -> None:
        super().__init__(self._draw)

    @staticmethod
    def _draw(context: Context) -> tuple[Event, ...]:
        """Draw one card after another; a player who can't draw draws none (CR 101.2)."""
        amount = context.amount(context.instruction.amount)
        seats = context.players(context.instruction.who)
        drawn: list[CardsDrawn] = []
        table = context.table
        for seat in seats:
            if is_prohibited(context.table, "draw", seat):
                continue
            for _ in range(amount):
                drawn.append(drawing(table, seat, 1))
                table = _after(table, drawn[-1].count, seat)
        done = sum(event.count for event in drawn)
        return (*drawn, context.done(done, skipped=amount * len(seats) - done))

    def obstacle(self, context: Context) -> Obstacle:
        """CR 121.3: an empty library is no obstacle to an optional draw, a "can't draw" is one."""
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
    """The table with so many cards fewer in a library: the next id and card are the next ones."""
    player = table.players[seat]
    numbers = replace(table.numbers, object=table.numbers.object + drawn)
    left = replace(player, library=player.library[drawn:])
    return replace(table, players=table.players.set(seat, left), numbers=numbers)


follows(DrawCards, Draws())


# -- shuffling --------------------------------------------------------------------------------------


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


# -- searching --------------------------------------------------------------------------------------


class Searches(AtOnce):
    """CR 701.23: look at a library, take a card, shuffle; who seeks a kind of card may fail to find.

    CR 101.4: of several players, one after the other in APNAP order.
    """

    def __init__(self) -> None:
        super().__init__(_nobody_searches)

    def awaiting(self, context: Context) -> Asked:
        """Ask for a card; also where none fits, because not to be asked would tell that."""
        choosing = self.choosing(context)
        if choosing is None:
            return NOBODY
        return ask(choosing.player, "find a card", "701.23", ObjectsChosen)

    def choosing(self, context: Context) -> Choosing | None:
        """One card of the library; none has to be found where a kind of card is sought."""
        seat = searcher(context)
        if seat is None or not _has_looked(context, seat) or context.frame.chosen is not None:
            return None
        return Choosing(
            player=seat,
            among=_found(context, seat),
            least=0 if context.instruction.among is not None else 1,
            rule="701.23",
            what="of the cards in the library that fit",
        )

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Look; then, once a card is chosen, take it and shuffle what is left."""
        seat = searcher(context)
        if seat is None:
            return super().run(context, chance)
        library = context.table.players[seat].library
        if context.frame.chosen is None:
            return (CardsLookedAt(player=seat, cards=library),)
        taken = tuple(card for card in library if card in context.frame.chosen)
        left = tuple(card for card in library if card not in taken)
        new, *shuffled = minted(context.table, count=1 + len(left))
        moves = tuple(
            CardMoved(card=card, new=new, to=Zone.HAND, reason=MoveReason.SEARCHED)
            for card in taken
        )
        shuffle = chance.shuffle(seat, left, tuple(shuffled))
        if searcher(context, after=seat) is not None:
            return (*moves, shuffle)
        done = len(context.frame.made) + len(taken)
        skipped = max(0, _wanted(context) - done)
        return (*moves, shuffle, context.done(done, skipped=skipped))


def _nobody_searches(context: Context) -> tuple[Event, ...]:
    """CR 101.3: there is no library to search, or nobody left to do it."""
    done = len(context.frame.made)
    return (context.done(done, skipped=max(1, _wanted(context) - done)),)


def _wanted(context: Context) -> int:
    return len(context.players(context.instruction.who))


def searcher(context: Context, *, after: Seat | None = None) -> Seat | None:
    """Return who searches their library now, or the next one ``after`` that player."""
    players = context.table.players
    over = {*context.frame.through, after}
    seats = context.players(context.instruction.who)
    return next((seat for seat in seats if seat not in over and players[seat].library), None)


def _has_looked(context: Context, seat: Seat) -> bool:
    """Whether the player who searches, and not only one before them, knows the library."""
    table = context.table
    library = table.players[seat].library
    return context.frame.looked and all(seat in table.objects[card].seen_by for card in library)


def _found(context: Context, seat: Seat) -> tuple[ObjectId, ...]:
    table, among = context.table, context.instruction.among
    library = table.players[seat].library
    if among is None:
        return library
    sought = replace(among, zone=Zone.LIBRARY)
    return tuple(card for card in library if matches(table, sought, table.objects[card], seat))


follows(SearchLibrary, Searches())


# -- what is said for and against -------------------------------------------------------------------


@argues(ObjectsChosen)
def argue_search(table: Table, decision: ObjectsChosen) -> Iterator[Reason]:
    """CR 101.1: searching a library is looking at it."""
    context = followed(table, SearchLibrary)
    return iter(()) if context is None else looking(context, decision.player)


@argues(MayChosen)
def argue_optional(table: Table, decision: MayChosen) -> Iterator[Reason]:
    """CR 121.3, 101.2: an optional draw may be chosen, unless an effect says one can't draw."""
    context = followed(table, DrawCards)
    if context is None or not decision.accepted:
        return
    says = f"what resolves says that {decision.player} may do it"
    yield Reason(allows=True, rule="101.1", source=context.item.id, says=says)
    for seat in context.players(context.instruction.who):
        yield from prohibitions(table, "draw", seat)
