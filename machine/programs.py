"""Which program an object on the stack follows: the one its card has, on the day that is played.

Implements CR 112, 113, 608.2c.
"""

from events.abilities import (
    AnyAbility,
    CrankAbility,
    CumulativeUpkeep,
    ModalAbility,
    OpeningHandAbility,
    SpellAbility,
)
from events.cards import CardDefinition
from events.instructions import PayOrSacrifice, Program, PutCounters
from events.vocabulary import StackKind
from machine.characteristics import card_named
from projections.progress import StackItem
from projections.table import Table


def ability_of(table: Table, item: StackItem) -> AnyAbility | None:
    """Return the ability an item is, or a spell's own; nothing where its card has none."""
    card = card_named(table, item.card)
    if item.kind is StackKind.SPELL:
        return spell_ability(card, table.rules.as_of)
    if item.ability < len(card.abilities):
        return card.abilities[item.ability]
    return None


def spell_ability(card: CardDefinition, day: str) -> SpellAbility | None:
    """Return how an instant or sorcery reads on a day: texts change (``since``, ``until``)."""
    for ability in card.abilities:
        if not isinstance(ability, SpellAbility):
            continue
        if ability.since <= day and (not ability.until or day < ability.until):
            return ability
    return None


def program_of(table: Table, item: StackItem) -> Program:
    """Return the instructions an item follows when it resolves; a permanent spell has none."""
    ability = ability_of(table, item)
    if isinstance(ability, ModalAbility):
        return (*ability.program, *_of_modes(ability, item)) if item.modes else ability.program
    if isinstance(ability, CrankAbility | OpeningHandAbility):
        return ability.program
    if isinstance(ability, CumulativeUpkeep):
        return (PutCounters(counter="age"), PayOrSacrifice(cost=ability.cost, counter="age"))
    return ()


def _of_modes(ability: ModalAbility, item: StackItem) -> Program:
    """CR 608.2c, 700.2: the instructions of the chosen modes, in the order in which they stand there."""
    chosen = (ability.modes[mode] for mode in sorted(item.modes) if mode < len(ability.modes))
    return tuple(instruction for mode in chosen for instruction in mode)
