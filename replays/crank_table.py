"""Sprockets at the table without a game: who has what where, written as a log like any other.

Implements the Unstable FAQ as far as it can be followed without knowing any card. The log is a record
of what people did elsewhere; nothing in it is derived, so it stands as an imported one.
"""

from collections.abc import Iterator, Sequence
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from events.base import Event
from events.contraptions import (
    ContraptionAssembled,
    ContraptionCranked,
    ContraptionReassembled,
    ContraptionRevealed,
    ContraptionScrapped,
    CrankChosen,
    SprocketChosen,
)
from events.editions import latest, resolve
from events.errors import DataError
from events.game import FormatEntry, GameCreated, ImportEntry, SeatEntry
from events.identifiers import CardName, ObjectId, Seat, parse_seat
from events.log import EventLog
from events.records import FORMAT, Draft, author
from events.rules import Override
from events.rulings import Rewound
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardMoved
from machine.contraptions import (
    advanced,
    awaiting,
    check_cranked,
    check_sprocket,
    controlled,
    on_sprocket,
)
from machine.procedure import Asked, refuse
from projections.edit import minted
from projections.fold import apply, extend, fold
from projections.table import GameObject, Table
from replays.boundaries import standing
from replays.game_log import GameLog
from replays.session import Journal

CLIENT = "apnap crank"
MOST_SEATS = 8


class Done(Struct, frozen=True):
    """What an action has done: the first record it wrote, and what is asked now."""

    first: int
    asked: Asked


def new_table(seats: Sequence[str], *, day: str = "") -> EventLog:
    """Return the log of a table at which nothing has been assembled yet."""
    if not 1 <= len(seats) <= MOST_SEATS:
        raise DataError("usage/seats", f"from 1 to {MOST_SEATS} players sit at a table")
    if len(set(seats)) != len(seats):
        raise DataError("usage/seats", "two players have the same name")
    played = Override(switch="contraption.allowed", value="true", reason="un-cards are played")
    header = GameCreated(
        format=FORMAT,
        game=uuid4().hex,
        seats=tuple(SeatEntry(seat=parse_seat(seat)) for seat in seats),
        rules=resolve(day or latest().as_of, (played,)),
        play=FormatEntry(un_cards=True),
        imported=ImportEntry(client=CLIENT),
        procedure="contraptions",
    )
    return EventLog().append([Draft(event=header, by="apnap")])


class CrankTable:
    """The sprockets of a table, and what can be done with them."""

    def __init__(self, log: EventLog, journal: Journal) -> None:
        """Go on with a log of this kind; raise ``DataError`` for another one."""
        imported = log.header.imported
        if imported is None or imported.client != CLIENT:
            raise DataError(
                "crank/other_log",
                "this is the log of a game, which keeps its own sprockets: `apnap play` goes on with it",
            )
        self._journal = journal
        self._log = log
        self._tables = fold(log)

    @property
    def log(self) -> GameLog:
        """The log so far."""
        return GameLog(self._log)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._tables[-1]

    @property
    def asked(self) -> Asked:
        """Who has to choose what to crank, or a sprocket."""
        return awaiting(self.table)

    def seat(self, name: str) -> Seat:
        """Return the seat of a name, or raise with those that there are."""
        if name not in self.table.players:
            known = ", ".join(self.table.turn_order)
            raise DataError("usage/seat", f"nobody called {name!r} is here; there are {known}")
        return Seat(name)

    def contraption(self, word: str) -> GameObject:
        """Return the one Contraption in play that a word names: its id, its name, or its beginning."""
        things = [self.table.objects[name] for name in self.table.battlefield]
        exact = [one for one in things if word == one.id or word.lower() == _name(one).lower()]
        found = exact or [one for one in things if _name(one).lower().startswith(word.lower())]
        if len(found) == 1:
            return found[0]
        if not found:
            known = ", ".join(_name(one) for one in things) or "none"
            raise DataError("usage/contraption", f"no {word!r} is in play; there are: {known}")
        both = ", ".join(f"{_name(one)} {one.id} ({one.controller}'s)" for one in found)
        raise DataError("usage/contraption", f"{word!r} may be {both}: name its id")

    # -- actions ----------------------------------------------------------------------------------

    def assemble(self, seat: Seat, sprocket: int, name: str) -> Done:
        """A Contraption is turned up and put on a sprocket."""
        check_sprocket(sprocket, f"{seat} cannot assemble {name}", "UFAQ.assemble")
        self._check_decided(f"{seat} cannot assemble {name}")
        (card,) = minted(self.table)
        revealed = ContraptionRevealed(player=seat, card=card, name=CardName(name))
        return self._write(
            revealed, ContraptionAssembled(player=seat, card=card, sprocket=sprocket)
        )

    def next_turn(self, seat: Seat | None = None) -> Done:
        """The upkeep of the next player, or of the one named, begins; a counter may move."""
        self._check_decided("the next upkeep cannot begin")
        player = seat or self._next_seat()
        began = TurnBegan(number=self.table.turn.number + 1, player=player)
        steps = (PhaseEntered(phase=Phase.UNTAP), PhaseEntered(phase=Phase.UPKEEP))
        moved = (advanced(self.table, player),) if controlled(self.table, player) else ()
        return self._write(began, *steps, *moved)

    def advance(self, seat: Seat) -> Done:
        """A counter moves once more because something says so, whatever its player has there."""
        self._check_decided(f"{seat}'s CRANK! counter cannot move")
        return self._write(replace(advanced(self.table, seat), by_effect=True))

    def _check_decided(self, what: str) -> None:
        """Refuse what comes after a choice before it is made: what is cranked was there before."""
        for waiting in self.asked:
            raise refuse(
                "contraption/undecided",
                what,
                "UFAQ.crank",
                f"{waiting.player} has to {waiting.what}",
                legal=("crank all", "crank none", "crank NAME"),
            )

    def _next_seat(self) -> Seat:
        order, last = self.table.turn_order, self.table.turn.active_player
        place = order.index(last) + 1 if last in order else 0
        return order[place % len(order)]

    def crank(self, words: Sequence[str]) -> Done:
        """The player whose counter has moved cranks ``all``, ``none``, or what is named."""
        seat = self.table.cranking
        if seat is None:
            raise refuse(
                "contraption/not_asked",
                "nothing can be cranked",
                "UFAQ.crank",
                "no CRANK! counter has just come to a sprocket with Contraptions",
                legal=("next",),
            )
        there = on_sprocket(self.table, seat, self.table.players[seat].crank)
        if [word.lower() for word in words] in (["all"], ["none"]):
            chosen = there if words[0].lower() == "all" else ()
        else:
            chosen = tuple(self._among(there, word) for word in words)
        decision = CrankChosen(player=seat, contraptions=chosen)
        check_cranked(self.table, decision)
        return self._write(decision, *self._cranked(seat, chosen))

    def _among(self, there: Sequence[ObjectId], word: str) -> ObjectId:
        """Return what a word names, among the Contraptions on the sprocket first."""
        mine = [
            name
            for name in there
            if _name(self.table.objects[name]).lower().startswith(word.lower())
        ]
        return mine[0] if len(mine) == 1 else self.contraption(word).id

    def _cranked(self, seat: Seat, names: Sequence[ObjectId]) -> Iterator[Event]:
        sprocket = self.table.players[seat].crank
        for name in names:
            yield ContraptionCranked(player=seat, contraption=name, sprocket=sprocket)

    def scrap(self, word: str) -> Done:
        """A Contraption leaves for its owner's scrapyard."""
        thing = self.contraption(word)
        owner = thing.owner or Seat("")
        (new,) = minted(self.table)
        return self._write(ContraptionScrapped(player=owner, contraption=thing.id, new=new))

    def exile(self, word: str) -> Done:
        """A Contraption is exiled: that is no scrapyard."""
        thing = self.contraption(word)
        (new,) = minted(self.table)
        return self._write(
            CardMoved(card=thing.id, new=new, to=Zone.EXILE, reason=MoveReason.EXILED)
        )

    def move(self, word: str, sprocket: int, seat: Seat | None = None) -> Done:
        """A Contraption is reassembled: onto a sprocket of its player, or of another one."""
        thing = self.contraption(word)
        player = seat or thing.controller or Seat("")
        what = f"{player} cannot reassemble {_name(thing)}"
        check_sprocket(sprocket, what, "UFAQ.reassemble")
        if not thing.sprocket:
            return self._write(
                SprocketChosen(player=player, contraption=thing.id, sprocket=sprocket)
            )
        return self._write(
            ContraptionReassembled(player=player, contraption=thing.id, sprocket=sprocket)
        )

    def undo(self) -> Done:
        """Take the last action back that still stands; it stays in the log."""
        log = self._log
        first = next(
            (
                seq
                for seq in reversed(standing(log))
                if seq and log[seq].cause is None and not isinstance(log[seq].event, Rewound)
            ),
            0,
        )
        if not first:
            raise refuse("crank/nothing_to_undo", "nothing can be undone", "MTR.backup")
        return self._write(Rewound(to=first - 1))

    def _write(self, *events: Event) -> Done:
        """Append one action as one batch; what follows its first event was caused by it."""
        first = len(self._log)
        events = (*events, *self._answered(events))
        drafts = [
            Draft(event=event, by=_by(event), cause=first if place else None)
            for place, event in enumerate(events)
        ]
        self._log = self._journal.append(drafts, expected=first, key="")
        extend(self._tables, events)
        return Done(first, self.asked)

    def _answered(self, events: Sequence[Event]) -> Iterator[Event]:
        """Yield that nothing is cranked, where an action takes away all that could have been."""
        table = self.table
        for event in events:
            table = apply(table, event)
        seat = self.table.cranking
        if seat is None or table.cranking != seat:
            return
        if not on_sprocket(table, seat, table.players[seat].crank):
            yield CrankChosen(player=seat, contraptions=())


def _by(event: Event) -> str:
    return "apnap" if isinstance(event, Rewound) else author(event)


def _name(thing: GameObject) -> str:
    return str(thing.card or thing.id)
