"""Events of a coin flip: instructed, called, tossed, ignored, and what it meant.

Implements CR 705. The order in a log proves that the call came before the result.
"""

from typing import ClassVar, Literal

from events.base import Chance, Consequence, Count, Decision, Number
from events.identifiers import ObjectId, Seat
from events.vocabulary import Face, FlipDevice


class FlipInstructed(Consequence, frozen=True, kw_only=True, tag=True):
    """A player has to flip: how many coins stand for it, and whether somebody can win."""

    rule: ClassVar[str] = "705.1"

    flip: Number
    """Counted over the game, from 1."""
    flipper: Seat
    contested: bool
    """Whether the flip has a winner or loser (CR 705.2), as the edition classifies it."""
    caller: Seat | None = None
    """Who calls; absent where nobody does."""
    coins: Number = 1
    """The coins tossed for this one flip: two for each replacement, all but one ignored."""
    about: ObjectId | None = None
    """The object the flip is made for, where each of several has its own."""
    source: ObjectId | None = None
    batch: Number = 1
    """Flips of the same batch are tossed together, before any coin is ignored."""
    device: FlipDevice = FlipDevice.COIN
    purpose: str = ""
    """What the flip decides, for people."""


class FlipCalled(Decision, frozen=True, kw_only=True, tag=True):
    """A player calls heads or tails before the result is known."""

    rule: ClassVar[str] = "705.2"

    player: Seat
    flip: Number
    call: Face
    said: Literal["", "even", "odd"] = ""
    """What was said where a die is called by its numbers and nobody names heads (CR 705.1)."""


class CoinFlipped(Chance, frozen=True, kw_only=True, tag=True):
    """One coin comes up."""

    rule: ClassVar[str] = "705.1"

    flip: Number
    coin: Number
    """Which coin of this flip, from 1."""
    face: Face
    player: Seat | None = None
    """Only in a flip that nothing instructed, as imported records have them."""
    shown: Count = 0
    """What the device showed: the number a die came up with; 0 for a coin."""
    repeats: Count = 0
    """The flip that was taken back and whose coin this is again: nothing was tossed; 0 otherwise."""


class FlipIgnored(Decision, frozen=True, kw_only=True, tag=True):
    """Of several coins for one flip, a player ignores all but one."""

    rule: ClassVar[str] = "614.1a"

    player: Seat
    flip: Number
    coins: tuple[Number, ...]


class FlipWon(Consequence, frozen=True, kw_only=True, tag=True):
    """The flipper wins the flip."""

    rule: ClassVar[str] = "705.2"

    flip: Number
    player: Seat
    face: Face | None = None
    """Absent only in imported records that tell no face."""
    forced: bool = False
    """The result is set by an effect (CR 705.3), whatever the coin showed."""
    source: ObjectId | None = None
    """What forced it."""
    inferred: bool = False
    """No rule of the day says who wins a flip: a wrong call of somebody else is read as a win."""


class FlipLost(Consequence, frozen=True, kw_only=True, tag=True):
    """The flipper loses the flip."""

    rule: ClassVar[str] = "705.2"

    flip: Number
    player: Seat
    face: Face | None = None
    forced: bool = False
    source: ObjectId | None = None
    inferred: bool = False
    """As for ``FlipWon``: a right call of somebody else is read as a loss."""


class FlipShown(Consequence, frozen=True, kw_only=True, tag=True):
    """A flip ends with a face alone: nobody wins or loses it."""

    rule: ClassVar[str] = "705.2"

    flip: Number
    player: Seat
    face: Face
    forced: bool = False
    source: ObjectId | None = None


class ReflipChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player has a shown coin flipped again with an ability, or lets the results stand."""

    rule: ClassVar[str] = "UFAQ.reflip"

    player: Seat
    flip: Count = 0
    """The flip to repeat; 0 to let everything stand."""
    source: ObjectId | None = None
    """The permanent whose ability it is; absent where everything stands."""
    ability: Count = 0
    """Which ability of the source, from 0."""
    mana: str = ""
    """The mana spent for it."""
    tapped: tuple[ObjectId, ...] = ()


class FlipRepeated(Consequence, frozen=True, kw_only=True, tag=True):
    """A shown result is ignored and the coin flipped again: the call stands, the second counts."""

    rule: ClassVar[str] = "UFAQ.reflip"

    flip: Number
    source: ObjectId | None = None


class FlipDeviceProposed(Decision, frozen=True, kw_only=True, tag=True):
    """A player proposes what to flip, and which result stands for heads."""

    rule: ClassVar[str] = "705.1"

    player: Seat
    device: FlipDevice
    sides: Number = 2
    heads: str = ""
    """What counts as heads: ``even``, a face's name, a list of numbers."""
    fair: bool = True
    """Two distinguishable, equally likely outcomes, as the players see it."""
    unclear: bool = False
    """A coin whose sides nobody would call heads and tails: ``heads`` has to name one."""
    no_coin: bool = False
    """There is no coin at the table: what makes a die do from 2003-07-01 to 2006-07-14."""


class FlipDeviceAnswered(Decision, frozen=True, kw_only=True, tag=True):
    """Another player agrees, or does not, to the proposed device."""

    rule: ClassVar[str] = "705.1"

    player: Seat
    accepted: bool


class FlipDeviceAgreed(Consequence, frozen=True, kw_only=True, tag=True):
    """What was proposed is flipped from now on: all players agree, or nobody has to."""

    rule: ClassVar[str] = "705.1"

    device: FlipDevice
    sides: Number = 2
    heads: str = ""


class FlipRunContinued(Decision, frozen=True, kw_only=True, tag=True):
    """A player who may stop flipping flips again."""

    rule: ClassVar[str] = "608.2d"

    player: Seat


class FlipRunEnded(Decision, frozen=True, kw_only=True, tag=True):
    """A player who may stop flipping stops."""

    rule: ClassVar[str] = "608.2d"

    player: Seat
    wins: Count = 0
    """The flips that were won before."""
