"""The sprocket board: what each player has where, what the next upkeep brings, what was cranked.

Implements the Unstable FAQ as a reading of tables and logs; nothing here decides anything.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from events.base import Event
from events.contraptions import ContraptionCranked, CrankAdvanced
from events.identifiers import CardName, ObjectId, Seat
from events.records import Record
from events.vocabulary import SPROCKETS
from projections.standing import standing
from projections.table import GameObject, Player, Table


class OnSprocket(Struct, frozen=True, kw_only=True):
    """A Contraption, as the board shows it."""

    id: ObjectId
    name: CardName | None
    tapped: bool = False
    owner: Seat | None = None
    """Its owner, where that is not the player who has it."""
    copy_of: CardName | None = None
    """What it is a copy of at the moment; a copy of something else is not cranked."""
    can_be_cranked: bool = True


class SprocketRow(Struct, frozen=True, kw_only=True):
    """One sprocket of a player."""

    sprocket: int
    contraptions: tuple[OnSprocket, ...]
    has_counter: bool = False
    """The CRANK! counter is here."""
    is_next: bool = False
    """The counter comes here in its player's next upkeep, if they then control a Contraption."""


class PlayerBoard(Struct, frozen=True, kw_only=True):
    """One player's three sprockets, with the deck and the scrapyard beside them."""

    seat: Seat
    crank: int
    sprockets: tuple[SprocketRow, ...]
    will_advance: bool
    """The player controls a Contraption, so that the counter moves in their next upkeep."""
    deck: int
    """Cards in the Contraption deck."""
    scrapyard: tuple[CardName | None, ...]
    unplaced: tuple[OnSprocket, ...] = ()
    """Contraptions for which their new controller has yet to choose a sprocket."""

    @property
    def preview(self) -> tuple[OnSprocket, ...]:
        """What may be cranked in the next upkeep, as the board is now; nothing if it stays still."""
        if not self.will_advance:
            return ()
        coming = next(row for row in self.sprockets if row.is_next)
        return tuple(one for one in coming.contraptions if one.can_be_cranked)


class CrankEntry(Struct, frozen=True, kw_only=True):
    """One move of a CRANK! counter, and what was cranked there."""

    seq: int
    """The record that moved the counter."""
    turn: int
    player: Seat
    before: int
    sprocket: int
    by_effect: bool
    """It moved because something resolved, not because an upkeep began."""
    cranked: tuple[tuple[ObjectId, CardName | None], ...] = ()


def board(table: Table, seats: Iterable[Seat] = ()) -> tuple[PlayerBoard, ...]:
    """Return the boards of some seats, or of all who play with Contraptions, in turn order."""
    wanted = tuple(seats)
    boards = (_board(table, table.players[seat]) for seat in table.turn_order)
    return tuple(one for one in boards if one.seat in wanted or (not wanted and _has_any(one)))


def _has_any(one: PlayerBoard) -> bool:
    return bool(one.deck or one.scrapyard or one.unplaced) or any(
        row.contraptions for row in one.sprockets
    )


def _board(table: Table, player: Player) -> PlayerBoard:
    things = [
        thing
        for name in table.battlefield
        if (thing := table.objects[name]).controller == player.seat and thing.assembled
    ]
    after = SPROCKETS[player.crank % len(SPROCKETS)]
    rows = tuple(
        SprocketRow(
            sprocket=number,
            contraptions=tuple(_shown(table, one) for one in things if one.sprocket == number),
            has_counter=number == player.crank,
            is_next=number == after,
        )
        for number in SPROCKETS
    )
    return PlayerBoard(
        seat=player.seat,
        crank=player.crank,
        sprockets=rows,
        will_advance=any(is_contraption(table, thing) for thing in things),
        deck=len(player.contraption_deck) + player.unseen.get("contraption_deck", 0),
        scrapyard=tuple(table.objects[name].card for name in player.scrapyard),
        unplaced=tuple(_shown(table, one) for one in things if one.sprocket not in SPROCKETS),
    )


def _shown(table: Table, thing: GameObject) -> OnSprocket:
    return OnSprocket(
        id=thing.id,
        name=thing.card,
        tapped=thing.tapped,
        owner=thing.owner if thing.owner != thing.controller else None,
        copy_of=thing.copied,
        can_be_cranked=is_contraption(table, thing),
    )


def is_contraption(table: Table, thing: GameObject) -> bool:
    """Whether something on a sprocket is a Contraption now; a card nobody defined is believed."""
    card = table.cards.get(thing.name) if thing.name is not None else None
    return card is None or "Contraption" in card.subtypes


def crank_history(
    records: Sequence[Record], tables: Sequence[Table], seat: Seat | None = None
) -> tuple[CrankEntry, ...]:
    """Return every move of one player's counter, or of all; what was rewound is not among them."""
    entries: list[CrankEntry] = []
    for record in standing(records):
        event: Event = record.event
        if isinstance(event, CrankAdvanced):
            entries.append(_entry(record.seq, event, tables))
        elif isinstance(event, ContraptionCranked):
            _add(entries, event, tables[record.seq])
    return tuple(one for one in entries if seat is None or one.player == seat)


def _entry(seq: int, event: CrankAdvanced, tables: Sequence[Table]) -> CrankEntry:
    before = tables[max(0, seq - 1)]
    return CrankEntry(
        seq=seq,
        turn=before.turn.number,
        player=event.player,
        before=event.before,
        sprocket=event.sprocket,
        by_effect=event.by_effect or before.resolution is not None,
    )


def _add(entries: list[CrankEntry], event: ContraptionCranked, table: Table) -> None:
    """Write what was cranked under the player's last move, where there is one."""
    for place in reversed(range(len(entries))):
        last = entries[place]
        if last.player == event.player:
            thing = table.objects.get(event.contraption)
            name = thing.name if thing is not None else None
            cranked = (*last.cranked, (event.contraption, name))
            entries[place] = replace(last, cranked=cranked)
            return


def board_rows(one: PlayerBoard) -> Iterator[tuple[str, str, str]]:
    """Yield a player's board as rows of words: mark, sprocket, Contraptions. For any drawing."""
    for row in one.sprockets:
        mark = "⚙" if row.has_counter else "→" if row.is_next and one.will_advance else ""
        yield mark, str(row.sprocket), ", ".join(titled(one, thing) for thing in row.contraptions)


def titled(one: PlayerBoard, thing: OnSprocket) -> str:
    """Return what a Contraption on a player's board is called: with its id where two are alike."""
    alike = [
        other for row in one.sprockets for other in row.contraptions if other.name == thing.name
    ]
    told = str(thing.name or thing.id)
    if thing.name and len(alike) > 1:
        told = f"{told} {thing.id}"
    if thing.copy_of:
        told = f"{told} (copy of {thing.copy_of})"
    if thing.tapped:
        told = f"{told} (tapped)"
    return f"{told} (owner {thing.owner})" if thing.owner else told
