"""The opening of a game, gathered as the client tells it and sorted into the rules' rounds.

Implements CR 103.5: all declarations of a round in turn order, then all its mulligans. The client
deals a new hand at once and asks for the bottom cards at the keep; here they stand inside the last
mulligan. Earlier mulligans have none, since nobody was asked for any.
"""

from msgspec import Struct

from events.identifiers import CardName
from replays.importers.arena.state import Mirror
from replays.importers.arena.wire import GameState, PlayerState, ZoneState
from replays.importers.writer import Place

ASKED = "ClientMessageType_MulliganResp"
CHOOSING = "ClientMessageType_ChooseStartingPlayerResp"
MOST_MULLIGANS = 7
"""After as many that count no hand is left to keep, and nobody is asked (CR 103.5)."""


class Declared(Struct, frozen=True, kw_only=True):
    """A seat said whether it mulligans; inferred where only its consequence was seen."""

    mulligan: bool
    place: Place
    inferred: bool = False


class Dealt(Struct, kw_only=True):
    """A hand as it was dealt, and what was put back of it."""

    place: Place
    hand: tuple[int, ...]
    """In the order in which the cards were drawn."""
    library: tuple[int, ...]
    names: dict[int, CardName] = {}
    bottomed: list[tuple[int, int]] = []
    """(id in hand, id in the library), in the order in which they were put there."""
    bottomed_at: Place | None = None


class SeatOpening(Struct, kw_only=True):
    """One seat's opening."""

    seat: int
    declared: list[Declared] = []
    dealt: list[Dealt] = []
    asked: bool = False

    @property
    def mulligans(self) -> int:
        """How many mulligans the seat has declared."""
        return sum(one.mulligan for one in self.declared)

    @property
    def kept(self) -> bool:
        """Whether the seat has said that it keeps."""
        return bool(self.declared) and not self.declared[-1].mulligan


class Opening:
    """What has been seen of a game before its first turn."""

    def __init__(self) -> None:
        """Begin with no seat."""
        self.seats: dict[int, SeatOpening] = {}
        self.libraries: dict[int, tuple[int, ...]] = {}
        """The libraries before anything was drawn."""
        self.began: Place | None = None
        self.chooser = 0
        """The seat that was asked who starts; 0 where that was not seen."""
        self.chosen: tuple[int, Place] | None = None
        """The recorder's own answer to that."""
        self.first = 0
        """The starting player; 0 while unknown."""
        self.first_at: Place | None = None
        self.turn: tuple[int, Place] | None = None
        """The first turn, which the client announces before the mulligans."""
        self.unanswered: Place | None = None
        """A question to the recorder whether to keep, that has no answer yet."""

    def take(self, state: GameState, mirror: Mirror, place: Place) -> None:
        """Take in a state that precedes the first turn; ``mirror`` has it already."""
        if self.began is None:
            self.began = place
        if state.turn_info is not None and state.turn_info.active_player and not self.first:
            self.first, self.first_at = state.turn_info.active_player, place
        for player in state.players:
            self._follow(player, mirror, place)
        if not any(one.dealt for one in self.seats.values()):
            self._first_deal(mirror, place)

    def _follow(self, player: PlayerState, mirror: Mirror, place: Place) -> None:
        """Conclude from a player's state what the player has declared."""
        seat = player.system_seat_number
        opening = self.seats.setdefault(seat, SeatOpening(seat=seat, declared=[], dealt=[]))
        if player.pending_message_type == CHOOSING and not self.chooser:
            self.chooser = seat
        asks = player.pending_message_type == ASKED
        while opening.mulligans < player.mulligan_count:
            opening.declared.append(Declared(mulligan=True, place=place, inferred=True))
        if opening.dealt and player.mulligan_count >= len(opening.dealt):
            opening.dealt.append(deal_of(seat, mirror, place))
        elif opening.asked and not asks and not opening.kept:
            opening.declared.append(Declared(mulligan=False, place=place, inferred=True))
        opening.asked = asks

    def _first_deal(self, mirror: Mirror, place: Place) -> None:
        for seat, opening in self.seats.items():
            library = mirror.zone_of("ZoneType_Library", seat).object_instance_ids
            if mirror.zone_of("ZoneType_Hand", seat).object_instance_ids:
                opening.dealt.append(deal_of(seat, mirror, place))
            else:
                self.libraries[seat] = library

    def declare(self, seat: int, place: Place, *, mulligan: bool) -> None:
        """Take in the recorder's own answer."""
        opening = self.seats.setdefault(seat, SeatOpening(seat=seat, declared=[], dealt=[]))
        self.unanswered = None
        if not opening.kept:
            opening.declared.append(Declared(mulligan=mulligan, place=place))

    def bottom(self, library: ZoneState, old: int, new: int, place: Place) -> None:
        """Take in a card that a seat puts from its hand under its library."""
        opening = self.seats.get(library.owner_seat_id)
        if opening is None or not opening.dealt:
            return
        deal = opening.dealt[-1]
        deal.bottomed.append((old, new))
        deal.bottomed_at = deal.bottomed_at or place

    def finish(self, place: Place) -> None:
        """The first turn begins: whoever has not said so has kept."""
        for opening in self.seats.values():
            if not opening.kept and opening.mulligans < MOST_MULLIGANS:
                opening.declared.append(Declared(mulligan=False, place=place, inferred=True))

    def order(self) -> list[SeatOpening]:
        """Return the seats in turn order."""
        return sorted(self.seats.values(), key=lambda one: (one.seat != self.first, one.seat))


def deal_of(seat: int, mirror: Mirror, place: Place) -> Dealt:
    """Return a seat's hand and library as a state shows them; the newest card stands first in a hand."""
    hand = mirror.zone_of("ZoneType_Hand", seat).object_instance_ids
    return Dealt(
        place=place,
        hand=tuple(reversed(hand)),
        library=mirror.zone_of("ZoneType_Library", seat).object_instance_ids,
        bottomed=[],
    )
