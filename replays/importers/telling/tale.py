"""A game as a record tells it: what is said of it becomes records of a log, in the rules' order."""

import json
import unicodedata
from typing import Literal

from msgspec import Struct

from events.base import Event
from events.chance import DieRolled, RandomlyChosen
from events.damage import LifeChanged
from events.game import Conceded, FormatEntry, GameCreated, GameEnded, PlayerLost
from events.identifiers import ObjectId, Seat
from events.log import EventLog
from events.records import Draft, Source
from events.rulings import FactObserved
from events.stack import ResolutionEnded
from events.turns import DamageWoreOff, PhaseEntered, TurnBegan
from events.vocabulary import EndReason, GameResult, LossReason, Phase
from replays.importers.extra_phases import extra_phase
from replays.importers.protocol import ImportedGame, ImportOptions, Tally
from replays.importers.telling.header import Setting, header_of
from replays.importers.telling.opening import Held, Opening
from replays.importers.telling.opening_records import write_opening
from replays.importers.telling.roster import Roster
from replays.importers.telling.things import Things
from replays.importers.times import rfc3339
from replays.importers.writer import CHANCE, IMPORT, NOWHERE, Place, Writer

STARTING_PLAYER = "starting_player"
LONGEST_FACT = 2_000
"""Characters of a fact kept as found: far below what a record may have."""
MOST_TURNS = 10_000
"""A turn number beyond it is no turn number."""

ENDINGS = {
    LossReason.LIFE: EndReason.LIFE,
    LossReason.POISON: EndReason.POISON,
    LossReason.EMPTY_LIBRARY: EndReason.EMPTY_LIBRARY,
    LossReason.CONCEDED: EndReason.CONCESSION,
    LossReason.EFFECT: EndReason.EFFECT,
    LossReason.TIMEOUT: EndReason.TIMEOUT,
}
"""Why a game of two is over, by why one of them has lost."""


Phases = Literal["told", "partly", "untold"]
"""Whether a record names every phase and step, those in which something happens, or none.

In the last two the untap step is inferred with each turn (CR 501.1, 502); in the last one also what
a fact shows: a draw, a land, an attack.
"""


class Game(Struct, frozen=True, kw_only=True):
    """Which game of which record is told."""

    client: str
    file: str
    match: str
    number: int = 1
    day: str = ""
    """The day of the record, if it tells one."""
    client_version: str = ""
    previous_loser: Seat | None = None
    phases: Phases = "told"


class Tale:
    """A game under construction: say what the record says, in its order."""

    def __init__(self, game: Game, options: ImportOptions, tally: Tally) -> None:
        """Begin before the first turn, with nobody seated."""
        self.game = game
        self.options = options
        self.tally = tally
        self.roster = Roster(keep_names=options.keep_names)
        self.things = Things()
        self.opening = Opening()
        self.play = FormatEntry()
        self.recorder: Seat | None = None
        self.place = NOWHERE
        self.notes: list[str] = []
        self.order: tuple[Seat, ...] = ()
        """The turn order, once it is known."""
        self.turns = 0
        self.active: Seat | None = None
        self.phase: Phase | None = None
        self.stack: list[ObjectId] = []
        self.life: dict[Seat, int] = {}
        self.flips = 0
        self.lost: dict[Seat, LossReason] = {}
        self.over = False
        self._from_start = True
        self._entered: set[Phase] = set()
        """Phases and steps that the turn has had."""
        self._began_at = NOWHERE
        self._held: list[Held] = []
        self._writer: Writer | None = None
        self._header: GameCreated | None = None

    # -- who and where ----------------------------------------------------------------------------

    def read_at(self, line: int, message: int = 0, ms: int = 0) -> None:
        """Say where the next facts are read."""
        self.place = Place(Source(line=line, message=message), rfc3339(ms))
        if self._began_at is NOWHERE:
            self._began_at = self.place
            self.opening.began = self.place

    def seat(self, name: str) -> Seat | None:
        """Return a player's seat by the client's name of them."""
        return self.roster.seat(name)

    @property
    def in_opening(self) -> bool:
        """Whether the first turn has not begun."""
        return self._writer is None

    @property
    def header(self) -> GameCreated:
        """The header, once the opening is being written."""
        assert self._header is not None  # noqa: S101 - asked for by what writes the opening
        return self._header

    @property
    def playing(self) -> list[Seat]:
        """Who has not lost."""
        return [seat for seat in self.order or self.roster.seats if seat not in self.lost]

    @property
    def decided(self) -> bool:
        """Whether the game is over, or only one player is left."""
        return self.over or (bool(self.lost) and len(self.playing) <= 1)

    # -- records ----------------------------------------------------------------------------------

    def write(  # noqa: PLR0913 - what a record says of itself
        self,
        event: Event,
        *,
        by: str = IMPORT,
        cause: int | None = None,
        inferred: bool = False,
        reported: bool = False,
        place: Place | None = None,
    ) -> int | None:
        """Add a record, or hold it back until the opening is written; return its number."""
        where = place or self.place
        if self._writer is None:
            held = Held(event=event, by=by, place=where, inferred=inferred, reported=reported)
            self._held.append(held)
            return None
        return self._writer.write(
            event, by=by, cause=cause, inferred=inferred, reported=reported, place=where
        )

    def fact(self, kind: str, data: str = "") -> None:
        """Keep a fact that no event says; ``data`` is JSON without names of players."""
        self.tally.meet(kind)
        self.write(FactObserved(kind=kind, data=unicodedata.normalize("NFC", data)))

    def keep(self, kind: str, seat: Seat | None = None, text: str = "") -> None:
        """Keep what no event says in the record's words; names of players become seats."""
        for name in sorted(self.roster.names, key=len, reverse=True):
            text = text.replace(name, str(self.seat(name)))
        data = {"player": seat or "", "text": text}
        told = json.dumps({key: one for key, one in data.items() if one}, ensure_ascii=False)
        if len(told) <= LONGEST_FACT:
            self.fact(kind, told)

    # -- the opening ------------------------------------------------------------------------------

    def rolled(self, seat: Seat, sides: int, value: int, purpose: str = STARTING_PLAYER) -> None:
        """A player rolls a die: for who starts, if it is said so and the game has not begun."""
        if not 1 <= value <= sides:
            return
        if not self.in_opening:
            self.write(DieRolled(player=seat, sides=sides, value=value), by=CHANCE)
            return
        event = DieRolled(player=seat, sides=sides, value=value, purpose=purpose)
        self.opening.rolls.append(Held(event=event, by=CHANCE, place=self.place))

    def drawn_by_lot(self, seat: Seat) -> None:
        """CR 103.1: somebody may choose who starts, by a method of chance that is not told."""
        event = RandomlyChosen(purpose=STARTING_PLAYER, chosen=(seat,))
        self.opening.rolls.append(Held(event=event, by=CHANCE, place=self.place))

    def shuffled(self, seat: Seat) -> None:
        """A library is shuffled before the first turn."""
        opening = self.opening.of(seat)
        if opening.mulligans:
            self.opening.deal(seat).shuffled = self.place
        else:
            self.opening.shuffles.setdefault(seat, self.place)

    def dealt(self, seat: Seat, count: int, cards: tuple[ObjectId, ...] = ()) -> None:
        """A hand is dealt before the first turn: the first one, or that of the newest mulligan."""
        deal = self.opening.deal(seat)
        deal.place, deal.count, deal.cards = self.place, count, cards

    def declared(self, seat: Seat, *, mulligan: bool, to: int | None = None) -> bool:
        """A player says whether they mulligan."""
        return self.opening.declare(seat, self.place, mulligan=mulligan, to=to)

    def bottomed(self, seat: Seat, count: int) -> None:
        """A player has put cards of a new hand back."""
        deal = self.opening.deal(seat)
        deal.bottomed, deal.bottomed_at = deal.bottomed + count, self.place

    def kept(self, seat: Seat, size: int | None = None) -> None:
        """A player keeps a hand."""
        self.opening.declare(seat, self.place, mulligan=False)
        opening = self.opening.of(seat)
        opening.size, opening.kept_at = size, self.place

    def begin(self, first: Seat | None, *, began: bool) -> None:
        """End the opening: the header and all that precedes the first turn can be written."""
        if self._writer is not None:
            return
        self._from_start = self.opening.told
        opening = self.opening
        if opening.chosen is not None:
            opening.first = opening.chosen[1]
        elif first is not None:
            opening.first, opening.first_at = first, self.place
        if not self.order:
            self.order = self._turn_order(opening.first)
        setting = Setting(
            client=self.game.client,
            file=self.game.file,
            match=self.game.match,
            number=self.game.number,
            seats=self.roster.entries(self.order),
            day=self.game.day or day_of_place(self._began_at) or self.options.day,
            play=self.play,
            recorder=self.recorder,
            client_version=self.game.client_version,
            previous_loser=self.game.previous_loser,
        )
        self._header = header_of(setting, opening)
        began_at = self._began_at
        draft = Draft(event=self._header, by=IMPORT, at=began_at.at, source=began_at.source)
        self._writer = Writer(draft)
        self.life = dict.fromkeys(self.order, self.play.starting_life) | self.life
        write_opening(self, began=began)
        held, self._held = self._held, []
        for one in held:
            self.write(
                one.event, by=one.by, place=one.place, inferred=one.inferred, reported=one.reported
            )

    def _turn_order(self, first: Seat | None) -> tuple[Seat, ...]:
        """Return the seats from the starting player on, otherwise as the record names them."""
        seats = self.roster.seats
        at = seats.index(first) if first in seats else 0
        return seats[at:] + seats[:at]

    # -- turns ------------------------------------------------------------------------------------

    def turn(self, seat: Seat, number: int | None = None, *, extra: bool = False) -> None:
        """A turn begins; ``number`` is the record's own, if it counts over all players."""
        if self.decided:
            return
        self.begin(seat, began=True)
        self.empty_stack()
        expected = self.turns + 1
        if number is None or not expected <= number <= MOST_TURNS:
            number = expected
        if number > expected:
            lacking = f"turns {expected} to {number - 1} are" if number - expected > 1 else ""
            self.notes.append(f"{lacking or f'turn {expected} is'} not in the record")
            self._from_start = self._from_start and self.turns > 0
        again = number == expected and seat == self.active and len(self.playing) > 1
        self.turns, self.active, self.phase = number, seat, None
        self._entered.clear()
        self.write(TurnBegan(number=number, player=seat, extra=extra or again))
        if self.game.phases != "told":
            self.reach(Phase.UNTAP)

    def enter(self, phase: Phase, *, inferred: bool = False) -> None:
        """The game moves on to a phase or step."""
        if self.decided:
            return
        self.empty_stack()
        extra = extra_phase(self._entered, self.phase, phase)
        if extra is not None:
            self.write(extra, inferred=True)
        self.phase = phase
        self._entered.add(phase)
        self.write(PhaseEntered(phase=phase), inferred=inferred)
        if phase is Phase.CLEANUP:
            self.write(DamageWoreOff(), inferred=True)

    def reach(self, phase: Phase) -> None:
        """The game has got to a phase or step, as a fact shows that can only happen there."""
        if self.phase is not phase:
            self.enter(phase, inferred=True)

    def empty_stack(self) -> None:
        """CR 500.2: no step ends before everything on the stack has left it."""
        for thing in reversed(self.stack):
            self.write(ResolutionEnded(object=thing), inferred=True)
        self.stack.clear()

    def life_is(self, seat: Seat, total: int, *, inferred: bool = False) -> None:
        """A player's life total is told."""
        change = total - self.life.get(seat, self.play.starting_life)
        if change:
            self.life[seat] = total
            event = LifeChanged(player=seat, change=change, life=total)
            self.write(event, inferred=inferred)

    def life_changes(self, seat: Seat, change: int) -> None:
        """A player gains or loses life: by how much is told, the total follows."""
        self.life_is(seat, self.life.get(seat, self.play.starting_life) + change)

    # -- the end ----------------------------------------------------------------------------------

    def conceded(self, seat: Seat) -> None:
        """A player concedes."""
        if self.decided or seat in self.lost:
            return
        self.begin(None, began=False)
        cause = self.write(Conceded(player=seat), by=seat)
        self._lose(seat, LossReason.CONCEDED, cause=cause, inferred=True)

    def loses(self, seat: Seat, reason: LossReason = LossReason.UNKNOWN) -> None:
        """A player loses."""
        if not self.over and seat not in self.lost:
            self.begin(None, began=False)
            self._lose(seat, reason)

    def _lose(
        self, seat: Seat, reason: LossReason, *, cause: int | None = None, inferred: bool = False
    ) -> None:
        self.lost[seat] = reason
        self.write(PlayerLost(player=seat, reason=reason), cause=cause, inferred=inferred)

    def wins(self, seat: Seat) -> None:
        """The record says that the game is over, and who has won."""
        if self.over:
            return
        self.begin(None, began=False)
        for other in self.playing:
            if other != seat:
                self._lose(other, LossReason.UNKNOWN, inferred=True)
        self._end((seat,))

    def draws(self) -> None:
        """The record says that the game is a draw."""
        if not self.over:
            self.begin(None, began=False)
            self._end(())

    def _end(self, winners: tuple[Seat, ...], *, inferred: bool = False) -> None:
        self.over = True
        reasons = {ENDINGS.get(reason, EndReason.UNKNOWN) for reason in self.lost.values()}
        reason = reasons.pop() if len(reasons) == 1 else EndReason.LAST_PLAYER
        event = GameEnded(
            result=GameResult.WIN if winners else GameResult.DRAW,
            winners=winners,
            reason=reason if winners else EndReason.UNKNOWN,
        )
        self.write(event, inferred=inferred)

    def finish(self) -> ImportedGame:
        """Return the game; CR 104.2a: a player who is the last one left has won."""
        self.begin(None, began=False)
        if not self.over and self.decided and len(self.roster) > 1:
            self._end(tuple(self.playing), inferred=True)
        assert self._writer is not None  # noqa: S101 - the game has been begun
        self._writer.name_all()
        return ImportedGame(
            log=EventLog().append(self._writer.drafts),
            source=self.game.file,
            complete=self.over,
            from_start=self._from_start,
            notes=tuple(self.notes),
        )


def day_of_place(place: Place) -> str:
    """Return the day on which something was read, if its time is known."""
    return place.at[:10]
