"""The table: the whole game as one frozen value, and what is under way on it.

Everything a rule or a reader may ask for is here; only ``projections.fold`` makes new tables.
"""

from collections.abc import Callable

from immutables import Map
from msgspec import Struct

from events.cards import CardDefinition
from events.game import GameCreated
from events.identifiers import CardName, ObjectId, Seat
from events.rules import RulesOfPlay
from events.vocabulary import (
    EndReason,
    GameResult,
    LossReason,
    Phase,
    Zone,
)
from projections.progress import (
    ChoiceRound,
    Combat,
    Device,
    Effect,
    Flip,
    MulliganProgress,
    Resolution,
    Shield,
    StackItem,
    TakenBack,
    WaitingTrigger,
)

NO_COUNTERS: Map[str, int] = Map()


class Observed(Struct, frozen=True, kw_only=True, gc=False):
    """What an imported record showed of an object whose card nobody here knows."""

    types: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None


class GameObject(Struct, frozen=True, kw_only=True, gc=False):
    """A card, token or copy in a zone; a new one for each change of zone (CR 400.7)."""

    id: ObjectId
    zone: Zone
    owner: Seat | None = None
    """Absent where an imported record does not tell."""
    controller: Seat | None = None
    card: CardName | None = None
    """The card it is; absent where nobody, or not the viewer, knows."""
    copied: CardName | None = None
    """The card it is a copy of, as long as it is one (CR 707.2)."""
    is_token: bool = False
    tapped: bool = False
    face_down: bool = False
    damage: int = 0
    """Marked damage; in halves in a game with halves."""
    deathtouched: bool = False
    """Some of the marked damage came from a source with deathtouch (CR 704.5h)."""
    counters: Map[str, int] = NO_COUNTERS
    attached_to: ObjectId | None = None
    sprocket: int = 0
    """The sprocket a Contraption is on; 0 for everything else."""
    assembled: bool = False
    """It came onto the battlefield by being assembled, or was reassembled since. On sprocket 0, it
    waits for its new controller to choose one."""
    controlled_since: int = 0
    """The turn in which its controller got it: with ``Player.last_turn``, what summoning sickness
    asks (CR 302.6)."""
    seen_by: frozenset[Seat] = frozenset()
    """Seats that know the card although it lies in a hidden zone."""
    observed: Observed | None = None

    @property
    def name(self) -> CardName | None:
        """The name it has now: that of what it copies, or its own."""
        return self.copied or self.card


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """One player: life, zones of their own, and what counts for them."""

    seat: Seat
    name: str = ""
    team: str = ""
    life: int = 20
    """In halves in a game with halves."""
    is_playing: bool = True
    """False once the player has lost or left."""
    lost: LossReason | None = None
    won: bool = False
    library: tuple[ObjectId, ...] = ()
    """From the top down."""
    hand: tuple[ObjectId, ...] = ()
    graveyard: tuple[ObjectId, ...] = ()
    """In the order in which the cards were put there."""
    sideboard: tuple[ObjectId, ...] = ()
    contraption_deck: tuple[ObjectId, ...] = ()
    scrapyard: tuple[ObjectId, ...] = ()
    unseen: Map[str, int] = NO_COUNTERS
    """Zone -> cards there that have no id in this table: unknown to its viewer or its record."""
    uncounted: frozenset[str] = frozenset()
    """Zones of which an imported record does not tell how many cards are there: some are known here."""
    counters: Map[str, int] = NO_COUNTERS
    mana: Map[str, int] = NO_COUNTERS
    """Colour letter (``C`` for colourless) -> unspent mana."""
    maximum_hand_size: int = 7
    lands_played: int = 0
    """This turn."""
    drew_from_empty: bool = False
    """Has tried to draw from an empty library since state-based actions were last checked."""
    crank: int = 3
    """The sprocket the player's CRANK! counter is on."""
    flips_this_turn: int = 0
    """Sets of coins flipped this turn: those of one instruction are one set (CR 705.3)."""
    cards_drawn_this_turn: int = 0
    turns_to_skip: int = 0
    last_turn: int = 0
    """The turn of theirs, or of their team, that began most recently; 0 before the first."""

    def size(self, zone: Zone) -> int:
        """Return how many cards the player has in one of their own zones, seen and unseen."""
        return len(getattr(self, zone.value)) + self.unseen.get(zone.value, 0)


class ExtraPhases(Struct, frozen=True, gc=False):
    """Phases or steps that were added after another one of this turn."""

    after: Phase
    phases: tuple[Phase, ...]
    steps_only: bool = False


class Turn(Struct, frozen=True, kw_only=True, gc=False):
    """The turn that is being taken; number 0 and no active player before the first."""

    number: int = 0
    active_player: Seat | None = None
    is_extra: bool = False
    phase: Phase = Phase.STARTING_PLAYER
    done: frozenset[str] = frozenset()
    """Turn-based actions already carried out in this step."""
    extra_phases: tuple[ExtraPhases, ...] = ()
    coming: tuple[Phase, ...] = ()
    """Added steps that follow directly, before the turn goes on after ``resume``."""
    resume: Phase | None = None
    steps_only: bool = False
    """The added steps come alone, without the rest of their phase (CR 500.10)."""
    combats: int = 0
    """Combat phases of this turn, the current one included."""
    cranked: frozenset[Seat] = frozenset()
    """Whose CRANK! counter has moved as an upkeep of this turn began."""
    last_in_order: Seat | None = None
    """The last player who took a turn that was not an extra one."""


class Priority(Struct, frozen=True, gc=False):
    """Who may act, and who has passed in succession since somebody last did (CR 117)."""

    holder: Seat | None = None
    passed: tuple[Seat, ...] = ()
    next: Seat | None = None
    """Who gets it once state-based actions and triggers are done: whoever just acted (CR 117.3c)."""


class Result(Struct, frozen=True, kw_only=True, gc=False):
    """How the game ended."""

    result: GameResult
    winners: tuple[Seat, ...] = ()
    reason: EndReason = EndReason.UNKNOWN


class Numbers(Struct, frozen=True, kw_only=True, gc=False):
    """Counters over the whole game: what the next one of each kind will be numbered."""

    object: int = 1
    flip: int = 1
    batch: int = 1
    round: int = 1
    trigger: int = 1
    effect: int = 1
    shield: int = 1


_drawings: "list[Callable[[Table], str]]" = []
"""What draws a table as HTML, for notebooks: the shell has it, and says so here."""


def drawn_by(draw: "Callable[[Table], str]") -> None:
    """Have tables drawn as HTML by a function from outside."""
    _drawings.append(draw)


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """The whole game as it stands after some record of its log."""

    header: GameCreated
    rules: RulesOfPlay
    cards: Map[CardName, CardDefinition] = Map()
    turn_order: tuple[Seat, ...] = ()
    """All seats, in turn order from the starting player once there is one."""
    starting_player: Seat | None = None
    players: Map[Seat, Player] = Map()
    objects: Map[ObjectId, GameObject] = Map()
    battlefield: tuple[ObjectId, ...] = ()
    """In the order of their timestamps (CR 613.7)."""
    exile: tuple[ObjectId, ...] = ()
    command: tuple[ObjectId, ...] = ()
    stack: tuple[StackItem, ...] = ()
    """The last is on top."""
    turn: Turn = Turn()
    extra_turns: tuple[Seat, ...] = ()
    """The last is taken first (CR 500.7)."""
    priority: Priority = Priority()
    mulligan: MulliganProgress | None = None
    flips: tuple[Flip, ...] = ()
    """The flips of the batch in progress or, while an object resolves, all it has made."""
    device: Device = Device()
    device_proposal: Device | None = None
    """What a player proposes to flip instead, until all have answered."""
    choice: ChoiceRound | None = None
    resolution: Resolution | None = None
    combat: Combat | None = None
    triggers: tuple[WaitingTrigger, ...] = ()
    trigger_order: tuple[int, ...] = ()
    """The order one player has chosen for their waiting triggers."""
    effects: tuple[Effect, ...] = ()
    shields: tuple[Shield, ...] = ()
    preventing: Map[int, tuple[tuple[ObjectId, int], ...]] = Map()
    """Shield -> (source, units): what it will prevent of damage about to be dealt at once, where
    its player had a choice (CR 615.7)."""
    revealed_contraption: ObjectId | None = None
    """The Contraption that has been turned up and waits for a sprocket."""
    to_assemble: Map[Seat, int] = Map()
    """How many more Contraptions the instruction under way has a player assemble."""
    cranking: Seat | None = None
    """Who has yet to choose which Contraptions to crank."""
    draw_offer: Seat | None = None
    draw_accepted: frozenset[Seat] = frozenset()
    result: Result | None = None
    has_tokens: bool = False
    """A token has been created in this game."""
    time_called: bool = False
    """A judge has called time."""
    rolls: tuple[tuple[Seat, int], ...] = ()
    """Dice rolled for who chooses the starting player, in order."""
    numbers: Numbers = Numbers()
    taken_back: TakenBack = TakenBack()
    last_known: Map[ObjectId, GameObject] = Map()
    """Objects that left the battlefield this turn, as they last existed there (CR 608.2h)."""

    @property
    def phase(self) -> Phase:
        """The phase or step the game is in."""
        return self.turn.phase

    @property
    def active_player(self) -> Seat | None:
        """Whose turn it is; before the first turn the starting player, where the rules say so."""
        if self.turn.active_player is not None:
            return self.turn.active_player
        return self.starting_player if self.rules.pregame.starting_player_is_active else None

    def player(self, seat: Seat) -> Player:
        """Return a seat's player; raises ``KeyError`` for a seat that is not in the game."""
        return self.players[seat]

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats still in the game, in turn order."""
        players = self.players
        return tuple([seat for seat in self.turn_order if players[seat].is_playing])

    @property
    def sprockets(self) -> dict[Seat, dict[int, tuple[ObjectId, ...]]]:
        """Seat -> sprocket -> the Contraptions its player has on it."""
        board: dict[Seat, dict[int, tuple[ObjectId, ...]]] = {
            seat: {1: (), 2: (), 3: ()} for seat in self.turn_order
        }
        for name in self.battlefield:
            thing = self.objects[name]
            if thing.sprocket and thing.controller in board:
                row = board[thing.controller]
                row[thing.sprocket] = (*row.get(thing.sprocket, ()), name)
        return board

    def _repr_html_(self) -> str | None:
        """Return the table as static HTML for notebooks, where the shell is there to draw it."""
        return _drawings[-1](self) if _drawings else None
