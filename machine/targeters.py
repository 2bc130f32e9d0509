"""Who chooses the targets of an object that is being announced: its controller, or an opponent.

Implements CR 601.7a, 601.7b: the controller names the opponent, and chooses first.
"""

from events.identifiers import Seat
from machine.apnap_order import opponents
from machine.choosing import Choosing
from machine.programs import program_of
from projections.progress import StackItem
from projections.table import Table


def next_targets(table: Table, item: StackItem) -> int | None:
    """Return the next instruction whose targets have to be announced (CR 601.2c), or nothing.

    CR 601.7b: the controller's own come before those that another player chooses.
    """
    left = [
        index
        for index, instruction in enumerate(program_of(table, item))
        if instruction.targets is not None and index not in item.targets
    ]
    own = (index for index in left if not _is_anothers(table, item, index))
    return next(own, next(iter(left), None))


def _is_anothers(table: Table, item: StackItem, index: int) -> bool:
    spec = program_of(table, item)[index].targets
    return spec is not None and spec.chooser == "opponent"


def targeter(table: Table, item: StackItem, index: int) -> Seat | None:
    """Return who chooses an instruction's targets; nobody where an opponent has yet to be named."""
    if not _is_anothers(table, item, index):
        return item.controller
    against = opponents(table, item.controller)
    if item.chooser in against:
        return item.chooser
    if len(against) > 1:
        return None
    return next(iter(against), item.controller)


def naming(table: Table, item: StackItem | None) -> Choosing | None:
    """Return which opponents the controller can name to choose targets, if one has to be named now.

    CR 601.7a: where several opponents could choose, the controller decides which of them does.
    """
    index = next_targets(table, item) if item is not None else None
    if item is None or index is None or targeter(table, item, index) is not None:
        return None
    against = opponents(table, item.controller)
    return Choosing(player=item.controller, among=against, rule="601.7a", what="of the opponents")
