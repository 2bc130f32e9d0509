"""Coins at a table where no game is being played with apnap: real flips in a log like any other.

Implements CR 705 through the referee itself: each flip is instructed from outside, and called, tossed,
chosen from and judged as in a game. Nothing is drawn where people toss their own coins.
"""

from typing import Literal
from uuid import uuid4

from msgspec.structs import replace

from events.coin_flips import (
    FlipCalled,
    FlipDeviceAnswered,
    FlipDeviceProposed,
    FlipIgnored,
    FlipInstructed,
)
from events.editions import latest, resolve
from events.errors import DataError
from events.game import ChanceScheme, GameCreated, SeatEntry
from events.identifiers import Seat, parse_seat
from events.log import EventLog
from events.records import FORMAT, Draft
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import Face, FlipDevice, FlipOutcome, Phase
from machine.chance import Chance
from machine.coin_flips import in_progress
from machine.flip_devices import face_said
from machine.flip_effects import check_batch, coins_of
from machine.flip_kinds import caller_of
from projections.flip_ledger import FlipEntry, flip_ledger
from projections.progress import Flip
from projections.table import Table
from replays.game_log import GameLog
from replays.session import Game, Journal

Said = Literal["even", "odd"]
"""What is called of a die, where nobody names heads."""

MOST_SEATS = 2
MOST_SIDES = 1000
MOST_REPLACEMENTS = 10
"""Copies of "flip two instead and ignore one": 1,024 coins for one flip."""


def new_table(
    seats: tuple[str, ...], *, day: str = "", real: bool = False, game: str = "", seed: str = ""
) -> EventLog:
    """Return the log of a table at which nothing has been flipped; ``real`` coins are typed in.

    What a ``seed`` throws is a ``game`` with a name of its own, the same each time.
    """
    if not 1 <= len(seats) <= MOST_SEATS or len(set(seats)) != len(seats):
        raise DataError("usage/seats", "one or two different players flip coins")
    names = tuple(parse_seat(seat) for seat in seats)
    setting = (
        TurnBegan(number=1, player=names[0]),
        PhaseEntered(phase=Phase.PRECOMBAT_MAIN),
    )
    header = GameCreated(
        format=FORMAT,
        game=game or uuid4().hex,
        seats=tuple(SeatEntry(seat=name) for name in names),
        rules=resolve(day or latest().as_of),
        chance=ChanceScheme(kind="physical" if real else "seeded" if seed else "system", seed=seed),
        procedure="coin_flips",
        given=len(setting),
    )
    return EventLog().append([Draft(event=event, by="apnap") for event in (header, *setting)])


class FlipTable:
    """Flips one after another, each carried through by the referee."""

    def __init__(
        self, log: EventLog, *, journal: Journal | None = None, chance: Chance | None = None
    ) -> None:
        """Go on with a log of this kind; raise ``DataError`` for a game's own."""
        header = log.header
        if header.decks or header.imported is not None or len(header.seats) > MOST_SEATS:
            raise DataError(
                "flip/other_log",
                "this is the log of a game, which flips its own coins: `apnap play`",
            )
        self._game = Game(log, journal=journal, chance=chance)
        self._game.begin()

    @property
    def log(self) -> GameLog:
        """The log so far."""
        return self._game.log

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._game.table

    @property
    def is_real(self) -> bool:
        """Whether the players toss coins of their own."""
        return self.log.header.chance.kind == "physical"

    def seat(self, name: str) -> Seat:
        """Return the seat of a name; the first one for no name."""
        seats = self.table.turn_order
        if not name:
            return seats[0]
        if name not in seats:
            raise DataError(
                "usage/seat", f"nobody called {name!r} flips here; there are {', '.join(seats)}"
            )
        return Seat(name)

    def propose(self, proposal: FlipDeviceProposed) -> Seat | None:
        """Propose what to flip; return who has to agree, if anybody."""
        self._game.submit(proposal)
        return self.to_agree

    @property
    def to_agree(self) -> Seat | None:
        """Who has to agree to what was proposed."""
        asked = self._game.awaiting
        kinds = asked[0].decisions if asked else ()
        return asked[0].player if FlipDeviceAnswered in kinds else None

    def agree(self, seat: Seat, *, accepted: bool) -> None:
        """Answer what was proposed."""
        self._game.submit(FlipDeviceAnswered(player=seat, accepted=accepted))

    def begin(
        self, seat: Seat, *, times: int = 1, thumbs: int = 0, contested: bool = True
    ) -> tuple[Flip, ...]:
        """Instruct flips that are made at once; those of faces alone are over unless a coin is ignored.

        Raises ``LimitExceeded`` for more coins than a table can toss at once.
        """
        table = self.table
        number, coins = table.numbers.flip, coins_of(table, thumbs)
        check_batch(coins for _ in range(times))
        caller = caller_of(table, seat) if contested else None
        flips = (
            FlipInstructed(
                flip=number + place,
                flipper=seat,
                contested=contested,
                caller=caller,
                coins=coins,
                batch=table.numbers.batch,
                device=table.device.device,
            )
            for place in range(times)
        )
        self._game.rule(*flips, by="apnap")
        return tuple(flip for flip in self.table.flips if flip.flip >= number)

    @property
    def uncalled(self) -> Flip | None:
        """The first flip at the table that has still to be called."""
        return next((flip for flip in self.at_once if flip.contested and flip.call is None), None)

    @property
    def at_once(self) -> tuple[Flip, ...]:
        """The flips made at once that are not over: all are called before the first coin comes up."""
        return in_progress(self.table)

    @property
    def unkept(self) -> Flip | None:
        """The first flip at the table of whose coins all but one have still to be ignored."""
        return next((flip for flip in self.at_once if flip.coins and flip.kept is None), None)

    def call(self, flip: Flip, face: Face | Said) -> Flip:
        """Call it, by face or by a die's numbers; once all made at once are called, coins come up."""
        caller = flip.caller or flip.flipper
        said: Said | Literal[""] = "" if isinstance(face, Face) else face
        called = face if isinstance(face, Face) else face_said(self.table.device, face)
        if called is None:
            raise DataError("usage/call", f"{said} is called only of a die: --device d6")
        self._game.submit(FlipCalled(player=caller, flip=flip.flip, call=called, said=said))
        return self._now(flip.flip)

    def keep(self, flip: Flip, coin: int) -> Flip:
        """Keep one of the coins that came up, and ignore the others."""
        others = tuple(one for one in range(1, flip.wanted + 1) if one != coin)
        self._game.submit(FlipIgnored(player=flip.flipper, flip=flip.flip, coins=others))
        return self._now(flip.flip)

    def _now(self, number: int) -> Flip:
        return next(flip for flip in self.table.flips if flip.flip == number)

    def entries(self) -> tuple[FlipEntry, ...]:
        """Return every flip of the log."""
        return flip_ledger(tuple(self.log))

    def entries_of(self, batch: int) -> tuple[FlipEntry, ...]:
        """Return the flips of one batch, of the last one without reading the whole log."""
        log = self._game.events
        first = len(log)
        for seq in range(len(log) - 1, 0, -1):  # back to where the batch begins
            event = log[seq].event
            if isinstance(event, FlipInstructed):
                if event.batch < batch:
                    break
                first = seq
        turn = self.table.turn.number
        return tuple(
            replace(entry, number=entry.flip, turn=turn)
            for entry in flip_ledger(tuple(log[first:]))
            if entry.batch == batch
        )


def choices(flip: Flip) -> tuple[int, ...]:
    """Return the coins worth choosing from: the first of each face that came up."""
    return tuple(flip.coins.index(face) + 1 for face in Face if face in flip.coins)


def outcome_of(flip: Flip, face: Face) -> FlipOutcome:
    """Return what a flip comes to if a coin with this face counts."""
    if not flip.contested:
        return FlipOutcome.NONE
    right = face is flip.call
    won = right if flip.caller in (None, flip.flipper) else not right
    return FlipOutcome.WON if won else FlipOutcome.LOST


def device_of(text: str, player: Seat, *, no_coin: bool = False) -> FlipDeviceProposed:
    """Return a device as people write it: ``coin``, ``d6``, ``d6:1,2,3``, ``cards:NAME``, ``other:NAME``.

    A die without numbers is read as even and odd; ``coin:NAME`` names a side of an unclear coin.
    """
    kind, _, heads = text.partition(":")
    if kind == "coin":
        return FlipDeviceProposed(
            player=player, device=FlipDevice.COIN, heads=heads, unclear=bool(heads)
        )
    if kind == "cards":
        return FlipDeviceProposed(player=player, device=FlipDevice.TWO_CARDS, heads=heads)
    if kind == "other":
        return FlipDeviceProposed(player=player, device=FlipDevice.OTHER, heads=heads)
    sides = kind.removeprefix("d")
    is_number = sides.isascii() and sides.isdecimal()
    if kind == sides or not is_number or not 1 <= int(sides) <= MOST_SIDES:
        raise DataError(
            "usage/device",
            f"{text!r} is none of coin, d6, d6:1,2,3, cards:NAME and other:NAME",
        )
    numbers = bool(heads) and heads not in ("even", "odd")
    return FlipDeviceProposed(
        player=player,
        device=FlipDevice.DIE_MAPPED if numbers else FlipDevice.DIE_EVEN_ODD,
        sides=int(sides),
        heads=heads or "even",
        no_coin=no_coin,
    )
