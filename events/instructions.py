"""Programs: the instructions of a card, as data, followed in order when something resolves.

Implements the shape of CR 608.2c; the machine knows how to follow each instruction.
A new card that needs no new instruction needs no code.
"""

from typing import Literal

from msgspec import Struct, field

from events.base import Count, Integer
from events.identifiers import CardName
from events.selectors import (
    Amount,
    Condition,
    Cost,
    Keyword,
    Permitted,
    Prohibited,
    Reference,
    Selector,
    Targets,
    Who,
)
from events.vocabulary import Phase


class Instruction(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="do",
):
    """One instruction of a program, followed in order (CR 608.2c)."""

    when: Condition | None = None
    may: bool = False
    """The controller may choose not to."""
    targets: Targets | None = None


class FlipCoins(Instruction, frozen=True, kw_only=True, tag="flip_coins"):
    """Flip coins (CR 705)."""

    who: Who = "you"
    also: Who | None = None
    """Another player who flips at the same time."""
    count: Amount = 1
    asks: Literal["winner", "plain", "faces"] = "winner"
    """Whether the text asks who wins, nothing, or only for heads and tails (CR 705.2)."""
    each: Selector | None = None
    """One flip for each of these objects, and about it."""
    until: Literal["", "lost", "lost_or_stop"] = ""
    purpose: str = ""


class RepeatFrom(Instruction, frozen=True, kw_only=True, tag="repeat_from"):
    """Go back to an earlier instruction, unless the flips of the last batch were what ends it."""

    instruction: Count = 0
    unless: Literal["all_heads", "lost", "won"] = "all_heads"
    """All of them heads, or the last one lost or won."""


class DealDamage(Instruction, frozen=True, kw_only=True, tag="deal_damage"):
    """The source deals damage (CR 120)."""

    amount: Amount = 0
    to: Reference | Selector | Who = "targets"
    by: Reference | Selector = "self"
    """What deals it: the source, or each of several objects."""
    power: bool = False
    """Each dealer deals damage equal to its power instead of ``amount``."""
    each_tails: bool = False
    """To each player whose coin of the last batch came up tails."""


class DealDividedDamage(Instruction, frozen=True, kw_only=True, tag="deal_divided_damage"):
    """The source deals damage divided as announced among its targets (CR 601.2d)."""

    amount: Amount = 0


class DivideDamageAmong(Instruction, frozen=True, kw_only=True, tag="divide_damage_among"):
    """Damage is divided among objects that are no targets, by the named player (CR 608.2d)."""

    amount: Amount = 0
    among: Selector | Reference = "made"
    """What may be dealt a share."""
    also: Who | None = None
    """A player among them as well."""
    all_of_them: bool = False
    """Among all of these; otherwise among any number of them."""
    chooser: Who = "you"
    by: Reference = "self"
    power: bool = False
    """The amount is the power of what deals it."""


class PreventDividedDamage(Instruction, frozen=True, kw_only=True, tag="prevent_divided_damage"):
    """The next damage to each target is prevented, as divided when announced (CR 615.7)."""

    amount: Amount = 0


class PreventCombatDamage(Instruction, frozen=True, kw_only=True, tag="prevent_combat_damage"):
    """All combat damage that some objects would deal this turn is prevented (CR 615)."""

    by: Reference | Selector = "won"


class DistributeCounters(Instruction, frozen=True, kw_only=True, tag="distribute_counters"):
    """Counters are put on the targets as distributed when announced (CR 601.2d)."""

    amount: Amount = 0
    counter: str = "+1/+1"
    up_to: bool = False
    """Up to so many, not all of them: the player announces how many."""


class PutCounters(Instruction, frozen=True, kw_only=True, tag="put_counters"):
    """Put counters on objects (CR 122.1)."""

    counter: str
    amount: Amount = 1
    on: Reference | Selector = "self"


class MoveCounters(Instruction, frozen=True, kw_only=True, tag="move_counters"):
    """Move counters of one kind, which its player chooses, from the first target onto the second."""

    amount: Amount = 1


class DrawCards(Instruction, frozen=True, kw_only=True, tag="draw_cards"):
    """Draw cards, one by one, each player all of theirs in APNAP order (CR 121.2)."""

    who: Who = "you"
    amount: Amount = 1


class DiscardCards(Instruction, frozen=True, kw_only=True, tag="discard_cards"):
    """Discard cards of one's choice; several players choose face down and discard together."""

    who: Who = "you"
    amount: Amount = 1
    at_random: bool = False


class LookAndOrder(Instruction, frozen=True, kw_only=True, tag="look_and_order"):
    """Look at the top cards of one's library and put them back in any order."""

    amount: Amount = 3


class ShuffleLibrary(Instruction, frozen=True, kw_only=True, tag="shuffle_library"):
    """Shuffle a library (CR 701.24)."""

    who: Who = "you"


class SearchLibrary(Instruction, frozen=True, kw_only=True, tag="search_library"):
    """Search a library for a card, put it into hand, then shuffle (CR 701.23)."""

    who: Who = "you"
    among: Selector | None = None


class LoseLife(Instruction, frozen=True, kw_only=True, tag="lose_life"):
    """Lose life (CR 119.3)."""

    who: Who = "you"
    amount: Amount = 0


class GainLife(Instruction, frozen=True, kw_only=True, tag="gain_life"):
    """Gain life (CR 119.3)."""

    who: Who = "you"
    amount: Amount = 0


class PutFromHand(Instruction, frozen=True, kw_only=True, tag="put_from_hand"):
    """Each player may put a card from hand onto the battlefield, chosen face down, together."""

    who: Who = "each"
    among: Selector = field(default_factory=Selector)


class SeparatePiles(Instruction, frozen=True, kw_only=True, tag="separate_piles"):
    """Each player separates permanents into two piles; an opponent each of them names chooses one.

    The chosen piles are destroyed, the others tapped.
    """

    among: Selector = field(default_factory=Selector)


class CreateTokens(Instruction, frozen=True, kw_only=True, tag="create_tokens"):
    """Create tokens (CR 111)."""

    token: CardName
    amount: Amount = 1
    who: Who = "you"


class CopyPermanent(Instruction, frozen=True, kw_only=True, tag="copy_permanent"):
    """Create a token that is a copy of the target, or make an object become a copy of it (CR 707)."""

    becomes: Reference | None = None
    """What becomes the copy; absent to create a token."""


class PutOntoBattlefield(Instruction, frozen=True, kw_only=True, tag="put_onto_battlefield"):
    """Put cards from another zone onto the battlefield, under their owners' control (CR 400.7)."""

    what: Selector


class Destroy(Instruction, frozen=True, kw_only=True, tag="destroy"):
    """Destroy permanents (CR 701.8)."""

    what: Reference | Selector = "targets"


class Exile(Instruction, frozen=True, kw_only=True, tag="exile"):
    """Exile objects (CR 701.13)."""

    what: Reference | Selector = "targets"


class ReturnToHand(Instruction, frozen=True, kw_only=True, tag="return_to_hand"):
    """Return permanents, or spells, to their owners' hands."""

    what: Reference | Selector = "targets"


class PutOnLibrary(Instruction, frozen=True, kw_only=True, tag="put_on_library"):
    """Put permanents on the top or bottom of their owners' libraries."""

    what: Reference | Selector = "targets"
    bottom: bool = False


class Sacrifice(Instruction, frozen=True, kw_only=True, tag="sacrifice"):
    """Sacrifice permanents (CR 701.21)."""

    what: Reference | Selector = "self"


class TapObjects(Instruction, frozen=True, kw_only=True, tag="tap"):
    """Tap permanents (CR 701.26)."""

    what: Reference | Selector = "targets"


class UntapObjects(Instruction, frozen=True, kw_only=True, tag="untap"):
    """Untap permanents (CR 701.26)."""

    what: Reference | Selector = "targets"


class RemoveFromCombat(Instruction, frozen=True, kw_only=True, tag="remove_from_combat"):
    """Remove creatures from combat (CR 506.4)."""

    what: Reference | Selector = "self"
    unblocks: bool = False
    """Creatures that only it had blocked become unblocked."""


class Boost(Instruction, frozen=True, kw_only=True, tag="boost"):
    """Creatures get +P/+T or keywords until end of turn (CR 611.2)."""

    what: Reference | Selector = "targets"
    power: Integer = 0
    toughness: Integer = 0
    keywords: tuple[Keyword, ...] = ()
    doubled: bool = False
    """Power and toughness are doubled: +X/+Y, X and Y being what they are (CR 701.10b)."""


class Restrict(Instruction, frozen=True, kw_only=True, tag="restrict"):
    """Players or objects can't do something until end of turn (CR 101.2)."""

    action: Prohibited
    what: Reference | Selector | Who = "self"


class Permit(Instruction, frozen=True, kw_only=True, tag="permit"):
    """Players may do something more until end of turn (CR 101.1)."""

    action: Permitted
    amount: Integer = 1
    who: Who = "you"


class ControlPlayer(Instruction, frozen=True, kw_only=True, tag="control_player"):
    """Make another player's decisions for them until end of turn (CR 722)."""

    who: Who = "target"


class Assemble(Instruction, frozen=True, kw_only=True, tag="assemble"):
    """Assemble Contraptions, one after another (Unstable FAQ; CR 701.45)."""

    amount: Amount = 1
    by_source: bool = False
    """The source itself assembles, not its controller: what doubling Riggers ask."""


class Reassemble(Instruction, frozen=True, kw_only=True, tag="reassemble"):
    """Put a target Contraption onto one of your sprockets; gain control of it if you lack it."""


class AdvanceCrank(Instruction, frozen=True, kw_only=True, tag="advance_crank"):
    """Move a CRANK! counter on once more; its player cranks there (Unstable FAQ)."""

    who: Who = "you"


class Reflip(Instruction, frozen=True, kw_only=True, tag="reflip"):
    """The last result of a flip is ignored and the coin flipped again."""


class CopySpell(Instruction, frozen=True, kw_only=True, tag="copy_spell"):
    """Copy target spell; its controller may choose new targets for the copy (CR 707.10)."""

    new_targets: bool = True


class ChangeTargets(Instruction, frozen=True, kw_only=True, tag="change_targets"):
    """Change the targets of target spell (CR 115.7)."""

    all_targets: bool = False


class CounterSpell(Instruction, frozen=True, kw_only=True, tag="counter_spell"):
    """Counter target spell (CR 701.6)."""


class GainControl(Instruction, frozen=True, kw_only=True, tag="gain_control"):
    """Gain control of permanents."""

    what: Reference | Selector = "targets"


class ExtraTurn(Instruction, frozen=True, kw_only=True, tag="extra_turn"):
    """Take an extra turn after this one (CR 500.7)."""

    who: Who = "you"


class SkipTurn(Instruction, frozen=True, kw_only=True, tag="skip_turn"):
    """Skip the next turn (CR 614.10)."""

    who: Who = "you"


class AddPhases(Instruction, frozen=True, kw_only=True, tag="add_phases"):
    """Add phases or steps after one of this turn (CR 500.8, 500.10)."""

    after: Phase
    phases: tuple[Phase, ...]
    steps_only: bool = False


class WinGame(Instruction, frozen=True, kw_only=True, tag="win_game"):
    """A player wins the game (CR 104.2b)."""

    who: Who = "you"


class LoseGame(Instruction, frozen=True, kw_only=True, tag="lose_game"):
    """A player loses the game (CR 104.3)."""

    who: Who = "you"


class AddMana(Instruction, frozen=True, kw_only=True, tag="add_mana"):
    """Add mana (CR 106.4)."""

    mana: str


class ChooseNumber(Instruction, frozen=True, kw_only=True, tag="choose_number"):
    """Choose a number, kept under ``chosen`` for the instructions after it."""

    least: Count = 0
    most: Count = 5


class RemoveCounters(Instruction, frozen=True, kw_only=True, tag="remove_counters"):
    """Remove counters from objects."""

    counter: str
    amount: Amount = 1
    on: Reference | Selector = "self"


class PayOrSacrifice(Instruction, frozen=True, kw_only=True, tag="pay_or_sacrifice"):
    """Pay a cost for each counter of a kind on the source, or sacrifice it (CR 702.24a)."""

    cost: Cost
    counter: str = "age"


AnyInstruction = (
    FlipCoins
    | RepeatFrom
    | DealDamage
    | DealDividedDamage
    | DivideDamageAmong
    | PreventDividedDamage
    | PreventCombatDamage
    | DistributeCounters
    | PutCounters
    | MoveCounters
    | RemoveCounters
    | DrawCards
    | DiscardCards
    | LookAndOrder
    | ShuffleLibrary
    | SearchLibrary
    | LoseLife
    | GainLife
    | PutFromHand
    | SeparatePiles
    | CreateTokens
    | CopyPermanent
    | PutOntoBattlefield
    | Destroy
    | Exile
    | ReturnToHand
    | PutOnLibrary
    | Sacrifice
    | TapObjects
    | UntapObjects
    | RemoveFromCombat
    | Boost
    | Restrict
    | Permit
    | ControlPlayer
    | Assemble
    | Reassemble
    | AdvanceCrank
    | Reflip
    | CopySpell
    | ChangeTargets
    | CounterSpell
    | GainControl
    | ExtraTurn
    | SkipTurn
    | AddPhases
    | WinGame
    | LoseGame
    | AddMana
    | ChooseNumber
    | PayOrSacrifice
)

Program = tuple[AnyInstruction, ...]
