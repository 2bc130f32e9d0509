"""Modes: which of the things that a text offers an object does, chosen as it is announced.

Implements CR 601.2b, 602.2b, 603.3c, 700.2.
"""

from collections.abc import Iterator
from itertools import combinations

from events.abilities import ModalAbility
from events.base import Decision
from events.identifiers import Seat
from events.stack import ModesChosen
from machine.division import can_target
from machine.procedure import checks, offers, refuse
from machine.programs import ability_of
from projections.folds.stack import item_named
from projections.progress import StackItem
from projections.table import Table


def modal(table: Table, item: StackItem) -> ModalAbility | None:
    """Return what has modes of an object whose modes have not been chosen; nothing otherwise."""
    ability = ability_of(table, item)
    if item.modes or not isinstance(ability, ModalAbility) or not ability.modes:
        return None
    return ability


def choosable(table: Table, item: StackItem, ability: ModalAbility) -> tuple[int, ...]:
    """Return the modes that may be chosen: not one that lacks a legal target (CR 700.2a)."""
    return tuple(
        number
        for number, mode in enumerate(ability.modes)
        if all(can_target(table, item, one) for one in mode)
    )


def can_choose(table: Table, item: StackItem) -> bool:
    """Whether enough modes of an object can be chosen; of one without modes, none have to be."""
    ability = modal(table, item)
    return ability is None or len(choosable(table, item, ability)) >= ability.choose


@checks(ModesChosen)
def check_modes(table: Table, decision: ModesChosen) -> None:
    """CR 700.2: as many different modes as the text says, none without the targets it needs."""
    item = item_named(table, decision.object)
    ability = modal(table, item) if item is not None else None
    what = f"{decision.player} cannot choose the modes {list(decision.modes)}"
    if item is None or ability is None:
        raise refuse("modes/nothing", what, "700.2", "no modes are asked for there")
    possible = choosable(table, item, ability)
    fits = len(set(decision.modes)) == len(decision.modes) == ability.choose
    if not fits or not set(decision.modes) <= set(possible):
        raise refuse(
            "modes/choice",
            what,
            "700.2a",
            f"{ability.choose} of the modes {list(possible)} are chosen, each once",
            legal=tuple(map(str, possible)),
        )


@offers(ModesChosen)
def offer_modes(table: Table, player: Seat) -> Iterator[Decision]:
    """Every set of modes of the right number."""
    item = table.stack[-1] if table.stack else None
    ability = modal(table, item) if item is not None else None
    if item is None or ability is None:
        return
    for modes in combinations(choosable(table, item, ability), ability.choose):
        yield ModesChosen(player=player, object=item.id, modes=modes)
