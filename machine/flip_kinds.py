"""What kind of flip an instruction asks for: whether it can be won, and who calls it.

Implements CR 705.2 and its history: the glossary, 511.3, the text of the effect, the default winner.
"""

from collections.abc import Iterator
from typing import Literal

from events.abilities import AnyAbility, every_program
from events.cards import CardDefinition
from events.identifiers import Seat
from events.instructions import FlipCoins, Instruction
from events.selectors import Condition, CountOf
from machine.apnap_order import opponents
from projections.table import Table

Asks = Literal["winner", "plain", "faces"]
"""What the text asks of a flip: who wins, nothing at all, or heads and tails alone."""

WINNER_WORDS = frozenset({"won", "lost"})
COUNTED_WORDS = frozenset({"wins", "losses"})
REFERRING = ("by", "on", "to", "what", "among")
"""The fields in which an instruction may mean what won or lost flips were about."""


def is_contested(table: Table, asks: Asks, card: CardDefinition) -> bool:
    """Whether a flip has a winner or a loser (CR 705.2), as the edition classifies it.

    A flip of heads and tails alone never has. An effect that asks who wins always has. In between
    stands a plain flip: by the object that flips it, by the effect's text, or by default.
    Where no rule says (until 2006-07-14), the object decides, as in the first rule that does.
    """
    if asks == "faces":
        return False
    if asks == "winner":
        return True
    match table.rules.flip.classify_by:
        case "default_has_winner":
            return True
        case "effect_text":
            return False
        case "object" | "unspecified":
            return cares_about_winning(card)


def cares_about_winning(card: CardDefinition) -> bool:
    """Whether an object says anything about winning or losing a flip, wherever it says it."""
    return any(_ability_cares(ability) for ability in card.abilities)


def _ability_cares(ability: AnyAbility) -> bool:
    if getattr(ability, "on", "") in {"flip_won", "flip_lost"}:
        return True
    if _asks_for_winner(getattr(ability, "only_if", None)):
        return True
    return any(_instruction_cares(one) for one in every_program(ability))


def _instruction_cares(instruction: Instruction) -> bool:
    if isinstance(instruction, FlipCoins) and (instruction.asks == "winner" or instruction.until):
        return True
    if _asks_for_winner(instruction.when):
        return True
    return any(_means_winner(value) for value in _values(instruction))


def _values(instruction: Instruction) -> Iterator[object]:
    """Yield what an instruction refers to, and what it counts."""
    for name in instruction.__struct_fields__:
        value = getattr(instruction, name)
        if name in REFERRING or isinstance(value, CountOf):
            yield value


def _means_winner(value: object) -> bool:
    if isinstance(value, CountOf):
        return value.value in COUNTED_WORDS
    return isinstance(value, str) and value in WINNER_WORDS


def _asks_for_winner(condition: Condition | None) -> bool:
    if condition is None:
        return False
    return condition.flip in WINNER_WORDS or condition.wins_at_least > 0


def caller_of(table: Table, flipper: Seat, chosen: tuple[str, ...] = ()) -> Seat:
    """Return who calls a contested flip: its flipper, or before 2006-07-15 an opponent.

    Of several opponents the one that was chosen calls, or else the next in turn order. Before
    2003-07-01 no rule says it; cards of those years had an opponent call.
    """
    if table.rules.flip.caller == "flipper":
        return flipper
    others = opponents(table, flipper)
    return next((seat for seat in others if seat in chosen), others[0] if others else flipper)


def is_inferred(table: Table) -> bool:
    """Whether no rule of the day says who wins a flip (until 2006-07-14)."""
    return table.rules.flip.winner == "unspecified"
