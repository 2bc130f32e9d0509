"""What is under way on a table: one small struct for each procedure, absent while it is idle.

Only the folds write them; what is awaited is computed from them.
"""

from collections.abc import Collection
from collections.abc import Set as AbstractSet

from immutables import Map
from msgspec import Struct

from events.choices import ChoicesOpened
from events.division import Assignment
from events.identifiers import CardName, ObjectId, Recipient, Seat
from events.vocabulary import (
    DivisionUnit,
    Face,
    FlipDevice,
    FlipOutcome,
    StackKind,
    Zone,
)


class MulliganProgress(Struct, frozen=True, kw_only=True, gc=False):
    """How far the mulligans are: rounds of declarations, then all mulligans together (CR 103.5)."""

    round: int = 0
    declared: Map[Seat, bool] = Map()
    """Declarations of the current round: ``True`` for a mulligan."""
    kept: Map[Seat, int] = Map()
    """Opening hands that are final, with their size."""
    taken: Map[Seat, int] = Map()
    counted: Map[Seat, int] = Map()
    before: Map[Seat, int] = Map()
    """How many cards the hand had that went back for a player's last mulligan."""
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


def ignored_once(
    chosen: Collection[int], before: AbstractSet[int], there: AbstractSet[int]
) -> frozenset[int]:
    """Return which coins do not count once some are ignored, besides those ignored before.

    A choice after which none would count is one of its own: it puts a wrong one right.
    """
    ignored = before | frozenset(chosen)
    return frozenset(chosen if there <= ignored else ignored)


class Flip(Struct, frozen=True, kw_only=True, gc=False):
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


class KeptCoin(Struct, frozen=True, gc=False):
    """A coin that has been taken back and comes up again as it did."""

    face: Face
    shown: int = 0


class KeptFlip(Struct, frozen=True, kw_only=True, gc=False):
    """The coins of a flip that was taken back: the same flip, made again, has them again."""

    flip: int
    flipper: Seat
    card: str = ""
    """The card that had it flipped; empty where nothing is known to have."""
    purpose: str = ""
    device: FlipDevice = FlipDevice.COIN
    sides: int = 2
    heads: str = ""
    """What of the device was heads."""
    turn: int = 0
    """The turn in which it was made: in a later turn, no flip is the same one."""
    coins: tuple[KeptCoin, ...] = ()
    """Those that have not come up again yet, in their order."""


class TakenBack(Struct, frozen=True, kw_only=True, gc=False):
    """What take-backs have left behind: the table is an earlier one, but not all is forgotten."""

    times: int = 0
    flips: tuple[KeptFlip, ...] = ()
    released_at: int = 0
    """The record of the last ruling that had coins tossed anew: none from before it comes again."""


class Device(Struct, frozen=True, kw_only=True, gc=False):
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


class OpenChoice(Struct, frozen=True, kw_only=True, gc=False):
    """Something a player has still to choose in a round."""

    player: Seat
    kind: str
    about: str = ""
    options: tuple[str, ...] = ()


class MadeChoice(Struct, frozen=True, kw_only=True, gc=False):
    """Something a player has chosen in a round."""

    player: Seat
    kind: str
    about: str = ""
    picks: tuple[str, ...] = ()
    count: int = 0
    hidden: bool = False


class ChoiceRound(Struct, frozen=True, kw_only=True, gc=False):
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


class StackItem(Struct, frozen=True, kw_only=True, gc=False):
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
    chooser: Seat | None = None
    """The opponent whom its controller has named to choose targets (CR 601.7a)."""


class Resolution(Struct, frozen=True, kw_only=True, gc=False):
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
    through: tuple[Recipient, ...] = ()
    """Whom or what the current instruction has been through, where it takes one after another."""
    made: tuple[ObjectId, ...] = ()
    """Objects the current instruction has moved, created, copied or tapped, by their new ids."""
    made_before: tuple[ObjectId, ...] = ()
    """Those of the last instruction before it that had any."""
    lost_targets: bool = False
    """All targets were illegal: nothing is done."""
    done: bool = False


class Combat(Struct, frozen=True, kw_only=True, gc=False):
    """The combat phase: who attacks whom, who blocks what, what has been assigned (CR 506-511)."""

    attackers: tuple[ObjectId, ...] = ()
    attacking: Map[ObjectId, Recipient] = Map()
    """Attacker -> whom or what it attacks; "" once that is no longer in combat (CR 506.4c)."""
    defending: Map[ObjectId, Seat] = Map()
    """Attacker -> the defending player: whom it attacks, or who controlled what it attacks when it
    was declared (CR 508.5)."""
    blocks: Map[ObjectId, tuple[ObjectId, ...]] = Map()
    """Attacker -> its blockers, in the order they were declared."""
    blocked: frozenset[ObjectId] = frozenset()
    """Attackers that became blocked, whether or not a blocker is left (CR 509.1h)."""
    blockers: tuple[ObjectId, ...] = ()
    attackers_declared: bool = False
    has_attacked: bool = False
    """Something was declared as an attacker, whether or not it is still in combat (CR 508.8)."""
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


class WaitingTrigger(Struct, frozen=True, kw_only=True, gc=False):
    """An ability that has triggered and is not on the stack yet (CR 603.3)."""

    trigger: int
    player: Seat
    source: ObjectId | None = None
    card: CardName | None = None
    ability: int = 0
    about: tuple[Recipient, ...] = ()
    amount: int = 0
    delayed: bool = False


class Effect(Struct, frozen=True, kw_only=True, gc=False):
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


class Shield(Struct, frozen=True, kw_only=True, gc=False):
    """A prevention shield with what is left of it (CR 615.7)."""

    shield: int
    recipient: Recipient
    amount: int
    source: ObjectId | None = None
