"""The table: the whole game as one frozen value, and what is under way on it.

Everything a rule or a reader may ask for is here; only ``projections.fold`` makes new tables.
"""

from immutables import Map
from msgspec import Struct

from events.cards import CardDefinition
from events.choices import ChoicesOpened
from events.division import Assignment
from events.game import GameCreated
from events.identifiers import CardName, ObjectId, Recipient, Seat
from events.rules import RulesOfPlay
from events.vocabulary import (
    DivisionUnit,
    EndReason,
    Face,
    FlipDevice,
    FlipOutcome,
    GameResult,
    LossReason,
    Phase,
    StackKind,
    Zone,
)

NO_COUNTERS: Map[str, int] = Map()


class Observed(Struct, frozen=True, kw_only=True, gc=False):
    """What an imported record showed of an object whose card nobody here knows."""

    types: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None


class GameObject(Struct, frozen=True, kw_only=True):
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
    """The turn in which its controller got it: what summoning sickness asks (CR 302.6)."""
    seen_by: frozenset[Seat] = frozenset()
    """Seats that know the card although it lies in a hidden zone."""
    observed: Observed | None = None

    @property
    def name(self) -> CardName | None:
        """The name it has now: that of what it copies, or its own."""
        return self.copied or self.card


class Player(Struct, frozen=True, kw_only=True):
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

    def size(self, zone: Zone) -> int:
        """Return how many cards the player has in one of their own zones, seen and unseen."""
        return len(getattr(self, zone.value)) + self.unseen.get(zone.value, 0)


class ExtraPhases(Struct, frozen=True):
    """Phases or steps that were added after another one of this turn."""

    after: Phase
    phases: tuple[Phase, ...]
    steps_only: bool = False


class Turn(Struct, frozen=True, kw_only=True):
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


class Priority(Struct, frozen=True):
    """Who may act, and who has passed in succession since somebody last did (CR 117)."""

    holder: Seat | None = None
    passed: tuple[Seat, ...] = ()
    next: Seat | None = None
    """Who gets it once state-based actions and triggers are done: whoever just acted (CR 117.3c)."""


class MulliganProgress(Struct, frozen=True, kw_only=True):
    """How far the mulligans are: rounds of declarations, then all mulligans together (CR 103.5)."""

    round: int = 0
    declared: Map[Seat, bool] = Map()
    """Declarations of the current round: ``True`` for a mulligan."""
    kept: Map[Seat, int] = Map()
    """Opening hands that are final, with their size."""
    taken: Map[Seat, int] = Map()
    counted: Map[Seat, int] = Map()
    drawn: frozenset[Seat] = frozenset()
    """Who has redrawn for the mulligan of this round."""
    bottomed: frozenset[Seat] = frozenset()
    """Who has put the cards back that this round's mulligan asks for."""
    returned: frozenset[Seat] = frozenset()
    """Who has put their hand back for the mulligan of this round."""
    shuffled: frozenset[Seat] = frozenset()
    revealed: frozenset[Seat] = frozenset()
    """Who has shown their hand for the original mulligan."""
    set_aside: Map[Seat, tuple[ObjectId, ...]] = Map()
    """Partial Paris: the cards of their hand that players have chosen in this round."""
    aside: Map[Seat, tuple[ObjectId, ...]] = Map()
    """Partial Paris: the cards that lie in exile until their owner keeps a hand."""
    looks: Map[Seat, bool] = Map()
    """Vancouver: who has chosen to look, or not to."""
    looking: Seat | None = None
    placed: frozenset[Seat] = frozenset()
    acted: tuple[ObjectId, ...] = ()
    """Cards with which an opening-hand action was taken."""
    finished: frozenset[Seat] = frozenset()
    """Who has no further opening-hand action to take."""


class Flip(Struct, frozen=True, kw_only=True):
    """One coin flip on its way from the instruction to its meaning (CR 705)."""

    flip: int
    flipper: Seat
    contested: bool = False
    caller: Seat | None = None
    call: Face | None = None
    wanted: int = 1
    """Coins to toss for it."""
    coins: tuple[Face, ...] = ()
    shown: tuple[int, ...] = ()
    """What the device showed for each of its coins; empty where that is a coin."""
    ignored: frozenset[int] = frozenset()
    """Coins that do not count, from 1."""
    about: ObjectId | None = None
    source: ObjectId | None = None
    batch: int = 1
    device: FlipDevice = FlipDevice.COIN
    purpose: str = ""
    outcome: FlipOutcome | None = None
    """Absent until the flip is over."""
    face: Face | None = None
    """The face that counts, once the flip is over."""
    forced: bool = False
    turn_set: int = 0
    """Which set of coins of its flipper's turn it belongs to, from 1 (CR 705.3)."""
    stood: frozenset[Seat] = frozenset()
    """Who could have had it flipped again and lets it stand."""

    @property
    def kept(self) -> int | None:
        """The coin that counts, from 1, once all others are ignored."""
        left = [n for n in range(1, len(self.coins) + 1) if n not in self.ignored]
        return left[0] if len(left) == 1 and len(self.coins) == self.wanted else None


class KeptCoin(Struct, frozen=True):
    """A coin that has been taken back and comes up again as it did."""

    face: Face
    shown: int = 0


class KeptFlip(Struct, frozen=True, kw_only=True):
    """The coins of a flip that was taken back: the same flip, made again, has them again."""

    flip: int
    flipper: Seat
    card: str = ""
    """The card that had it flipped; empty where nothing is known to have."""
    purpose: str = ""
    device: FlipDevice = FlipDevice.COIN
    turn: int = 0
    """The turn in which it was made: in a later turn, no flip is the same one."""
    coins: tuple[KeptCoin, ...] = ()
    """Those that have not come up again yet, in their order."""


class TakenBack(Struct, frozen=True, kw_only=True):
    """What take-backs have left behind: the table is an earlier one, but not all is forgotten."""

    times: int = 0
    flips: tuple[KeptFlip, ...] = ()
    released_at: int = 0
    """The record of the last ruling that had coins tossed anew: none from before it comes again."""


class Device(Struct, frozen=True, kw_only=True):
    """What is flipped in this game or proposed for it, and who has agreed (CR 705.1)."""

    device: FlipDevice = FlipDevice.COIN
    sides: int = 2
    heads: str = ""
    proposer: Seat | None = None
    agreed: frozenset[Seat] = frozenset()
    no_coin: bool = False
    """Proposed because there is no coin."""
    refused: bool = False
    """Somebody has refused to flip anything else."""


class OpenChoice(Struct, frozen=True, kw_only=True):
    """Something a player has still to choose in a round."""

    player: Seat
    kind: str
    about: str = ""
    options: tuple[str, ...] = ()


class MadeChoice(Struct, frozen=True, kw_only=True):
    """Something a player has chosen in a round."""

    player: Seat
    kind: str
    about: str = ""
    picks: tuple[str, ...] = ()
    count: int = 0
    hidden: bool = False


class ChoiceRound(Struct, frozen=True, kw_only=True):
    """A round of choices in APNAP order (CR 101.4)."""

    opened: ChoicesOpened
    open: tuple[OpenChoice, ...] = ()
    made: tuple[MadeChoice, ...] = ()
    earlier: tuple[MadeChoice, ...] = ()
    """What was chosen in earlier rounds of the same instruction: all of it is open to see."""
    restarted: bool = True
    """The order begins at the active player: at first, and after a restart (CR 101.4d)."""
    turn_of: Seat | None = None
    """Who chose last: who is asked goes on from there."""
    revealed: bool = False
    completed: bool = False


class StackItem(Struct, frozen=True, kw_only=True):
    """A spell or ability on the stack, with everything that was announced for it."""

    id: ObjectId
    kind: StackKind
    controller: Seat
    card: CardName | None = None
    source: ObjectId | None = None
    """The permanent or card an ability comes from; absent for a spell."""
    ability: int = 0
    """Which ability of the card, from 0."""
    is_copy: bool = False
    complete: bool = False
    """All of it has been announced; until then it cannot resolve."""
    modes: tuple[int, ...] = ()
    x: int | None = None
    amount: int | None = None
    """The amount to divide, as read when it was announced."""
    targets: Map[int, tuple[Recipient, ...]] = Map()
    """Instruction -> targets by slot."""
    shares: Map[int, tuple[int, ...]] = Map()
    """Instruction -> shares by slot, in units."""
    unit: DivisionUnit = DivisionUnit.ONE
    about: tuple[Recipient, ...] = ()
    """What the event that triggered it was about."""
    event_amount: int = 0
    trigger: int = 0
    paid: bool = False
    sacrificed: tuple[ObjectId, ...] = ()
    """What was sacrificed as a cost of it."""
    recipients: Map[int, tuple[Recipient, ...]] = Map()
    """Instruction -> what gets the shares of a division that was announced, by slot."""
    came_from: Zone | None = None


class Resolution(Struct, frozen=True, kw_only=True):
    """An object that resolves: which instruction it is at, and what was answered so far (CR 608)."""

    item: StackItem
    instruction: int = 0
    illegal: frozenset[tuple[int, int]] = frozenset()
    """Slots whose target is illegal: (instruction, slot from 1)."""
    checked: bool = False
    """Targets have been checked for legality."""
    values: Map[str, int] = Map()
    """Numbers that were read or chosen, by name."""
    chosen: tuple[Recipient, ...] | None = None
    """Objects a player chose for the current instruction."""
    may: bool | None = None
    """Whether the player does what the current instruction says they may."""
    divided: tuple[tuple[Recipient, int], ...] | None = None
    """A division made on resolution, in units; absent until it is made."""
    flips: tuple[int, ...] = ()
    """Flips the object has instructed, in order."""
    flips_before: int = 0
    """How many of them came before the current instruction."""
    paid: bool = False
    """The cost that the current instruction asks for has been paid."""
    repeats: int = 0
    """How often it has gone back to an earlier instruction."""
    looked: bool = False
    """Its player has looked at the cards that the current instruction is about."""
    steps: int = 0
    """Parts of the current instruction that have been done."""
    made: tuple[ObjectId, ...] = ()
    """Objects the current instruction has moved, created, copied or tapped, by their new ids."""
    made_before: tuple[ObjectId, ...] = ()
    """Those of the last instruction before it that had any."""
    lost_targets: bool = False
    """All targets were illegal: nothing is done."""
    done: bool = False


class Combat(Struct, frozen=True, kw_only=True):
    """The combat phase: who attacks whom, who blocks what, what has been assigned (CR 506-511)."""

    attackers: tuple[ObjectId, ...] = ()
    attacking: Map[ObjectId, Recipient] = Map()
    """Attacker -> whom or what it attacks."""
    blocks: Map[ObjectId, tuple[ObjectId, ...]] = Map()
    """Attacker -> its blockers, in the order they were declared."""
    blocked: frozenset[ObjectId] = frozenset()
    """Attackers that became blocked, whether or not a blocker is left (CR 509.1h)."""
    blockers: tuple[ObjectId, ...] = ()
    attackers_declared: bool = False
    blockers_declared: frozenset[Seat] = frozenset()
    orders: Map[ObjectId, tuple[ObjectId, ...]] = Map()
    """Creature -> the damage assignment order of those it fights."""
    assigned: tuple[tuple[ObjectId, tuple[Assignment, ...]], ...] = ()
    """Assignments of this damage step that players chose: (source, assignments), in units."""
    stacked: tuple[tuple[ObjectId, tuple[Assignment, ...]], ...] = ()
    """Damage that lies on the stack, 1999-04-23 to 2009-07-10: (source, assignments), in units."""
    dealt_first: frozenset[ObjectId] = frozenset()
    """Who dealt damage, if only none, in the first of two damage steps (CR 510.4)."""
    damage_done: bool = False


class WaitingTrigger(Struct, frozen=True, kw_only=True):
    """An ability that has triggered and is not on the stack yet (CR 603.3)."""

    trigger: int
    player: Seat
    source: ObjectId | None = None
    card: CardName | None = None
    ability: int = 0
    about: tuple[Recipient, ...] = ()
    amount: int = 0
    delayed: bool = False


class Effect(Struct, frozen=True, kw_only=True):
    """A continuous effect or delayed trigger that a resolved object left behind (CR 611.2, 603.7)."""

    effect: int
    kind: str
    player: Seat
    objects: tuple[Recipient, ...] = ()
    source: ObjectId | None = None
    card: CardName | None = None
    ability: int = 0
    value: int = 0
    other: int = 0
    until: str = ""


class Shield(Struct, frozen=True, kw_only=True):
    """A prevention shield with what is left of it (CR 615.7)."""

    shield: int
    recipient: Recipient
    amount: int
    source: ObjectId | None = None


class Result(Struct, frozen=True, kw_only=True):
    """How the game ended."""

    result: GameResult
    winners: tuple[Seat, ...] = ()
    reason: EndReason = EndReason.UNKNOWN


class Numbers(Struct, frozen=True, kw_only=True):
    """Counters over the whole game: what the next one of each kind will be numbered."""

    object: int = 1
    flip: int = 1
    batch: int = 1
    round: int = 1
    trigger: int = 1
    effect: int = 1
    shield: int = 1


class Table(Struct, frozen=True, kw_only=True):
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
        return tuple(seat for seat in self.turn_order if self.players[seat].is_playing)

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
