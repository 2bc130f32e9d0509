"""What a card does, as data: its abilities, each with a program of instructions.

Implements the shape of CR 112-113, 602-603, 614.
"""

from typing import Literal

from msgspec import Struct

from events.base import Count, Integer
from events.instructions import Program
from events.selectors import Condition, Cost, Keyword, Permitted, Prohibited, Selector


class Ability(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="kind",
):
    """An ability of a card (CR 113.3)."""


class ModalAbility(Ability, frozen=True, kw_only=True):
    """An ability with a program, and perhaps modes to choose from as it is announced (CR 700.2)."""

    program: Program = ()
    """What it does whatever modes are chosen, before them."""
    modes: tuple[Program, ...] = ()
    """What there is to choose from, counted from 0."""
    choose: Count = 1
    """How many different modes are chosen, where there are any."""


class SpellAbility(ModalAbility, frozen=True, kw_only=True, tag="spell"):
    """What an instant or sorcery does when it resolves (CR 113.3a)."""

    cost: Cost | None = None
    """An additional cost of casting it."""
    until: str = ""
    """The first day on which the card no longer reads like this (its text changed)."""
    since: str = ""
    """The first day on which it reads like this."""


class ActivatedAbility(ModalAbility, frozen=True, kw_only=True, tag="activated"):
    """Cost: effect (CR 113.3b, 602)."""

    cost: Cost
    sorcery_speed: bool = False


class ManaAbility(Ability, frozen=True, kw_only=True, tag="mana"):
    """Tap: add mana; it does not use the stack (CR 605)."""

    mana: tuple[str, ...]
    """The choices, each such as ``{R}``."""
    tap: bool = True
    sacrifice: bool = False


TriggerOn = Literal[
    "flip_won",
    "flip_lost",
    "upkeep",
    "draw_step",
    "precombat_main",
    "beginning_of_combat",
    "end_step",
    "attacks",
    "blocks",
    "enters",
    "leaves",
    "dies",
    "cast",
    "cranked",
    "assembled",
    "dealt_damage",
    "untapped",
    "becomes_target",
    "ability_triggered",
]


class TriggeredAbility(ModalAbility, frozen=True, kw_only=True, tag="triggered"):
    """When, whenever, at (CR 113.3c, 603)."""

    on: TriggerOn
    who: Literal["self", "you", "any", "opponents", "other_yours"] = "self"
    """Whose event it is: the source's own, its controller's, anybody's."""
    among: Selector | None = None
    """The event must be about such an object."""
    only_if: Condition | None = None
    """An intervening "if", checked as it triggers and as it resolves (CR 603.4)."""


class CumulativeUpkeep(Ability, frozen=True, kw_only=True, tag="cumulative_upkeep"):
    """At your upkeep an age counter, then pay the cost for each or sacrifice it (CR 702.24)."""

    cost: Cost


class StaticAbility(Ability, frozen=True, kw_only=True, tag="static"):
    """Something that simply is so while the source is on the battlefield (CR 113.3d, 604)."""

    to: Selector | None = None
    """The objects that get ``power``, ``toughness`` and ``keywords``."""
    power: Integer = 0
    toughness: Integer = 0
    keywords: tuple[Keyword, ...] = ()
    restrict: Prohibited | Literal[""] = ""
    """An action that can't be done."""
    permit: Permitted | Literal[""] = ""
    """An action that may be done more often, or although a rule forbids it."""
    amount: Integer = 1
    who: Literal["you", "opponents", "any"] = "you"
    """Whom ``restrict`` and ``permit`` are about."""


class ReplacementAbility(Ability, frozen=True, kw_only=True, tag="replacement"):
    """Something happens instead of something else (CR 614)."""

    replaces: Literal["flip", "flip_result", "assemble", "enters"]
    how: Literal["two_ignore_one", "heads_and_won", "twice", "as_copy", "tapped"]
    """``REPLACEMENTS`` says which of them replaces what."""
    who: Literal["you", "any"] = "you"
    """Whose flips; what enters or assembles is the permanent itself, or a permanent of yours."""
    first_each_turn: bool = False
    among: Selector | None = None
    """For ``assemble``: what must be assembling. For ``enters``: what may be copied."""

    def __post_init__(self) -> None:
        """Refuse a replacement that replaces nothing of the kind."""
        if self.how not in REPLACEMENTS[self.replaces]:
            legal = ", ".join(REPLACEMENTS[self.replaces])
            raise ValueError(f"how: {self.how!r} does not replace {self.replaces!r}; use {legal}")


REPLACEMENTS: dict[str, tuple[str, ...]] = {
    "flip": ("two_ignore_one",),
    "flip_result": ("heads_and_won",),
    "assemble": ("twice",),
    "enters": ("as_copy", "tapped"),
}
"""What can be replaced -> how (CR 614)."""


class OpeningHandAbility(Ability, frozen=True, kw_only=True, tag="opening_hand"):
    """What may be done with the card in an opening hand (CR 103.6)."""

    action: Literal["begin_on_battlefield", "reveal"]
    only_if: Condition | None = None
    counters: str = ""
    """It begins with one such counter."""
    exile_from_hand: bool = False
    """If it does, exile a card from hand."""
    program: Program = ()
    """What happens at the first upkeep because it was revealed."""


class MulliganAbility(Ability, frozen=True, kw_only=True, tag="mulligan"):
    """Any time you could mulligan: exile your hand, then draw that many cards (CR 103.5b)."""


class CrankAbility(Ability, frozen=True, kw_only=True, tag="crank"):
    """Whenever you crank this Contraption (Unstable FAQ)."""

    program: Program


AnyAbility = (
    SpellAbility
    | ActivatedAbility
    | ManaAbility
    | TriggeredAbility
    | CumulativeUpkeep
    | StaticAbility
    | ReplacementAbility
    | OpeningHandAbility
    | MulliganAbility
    | CrankAbility
)


def every_program(ability: AnyAbility) -> Program:
    """Return all instructions of an ability, those of every mode included."""
    program: Program = getattr(ability, "program", ())
    modes: tuple[Program, ...] = getattr(ability, "modes", ())
    return (*program, *(instruction for mode in modes for instruction in mode))
