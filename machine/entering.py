"""How a permanent enters the battlefield: as itself or as a copy, tapped or not.

Implements CR 614.1c, 614.12, 707.5: what is chosen is chosen before it enters, so it is never there
as itself; what it enters as says whether it enters tapped.
"""

from collections.abc import Iterator

from events.abilities import ReplacementAbility
from events.base import Decision
from events.identifiers import CardName, ObjectId, Seat
from events.selectors import Selector
from events.vocabulary import StackKind
from events.zones import CopyChosen
from machine.characteristics import card_named, selected
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.progress import Resolution
from projections.table import Table


def copyable(table: Table, frame: Resolution) -> tuple[ObjectId, ...]:
    """Return what the resolving permanent spell may enter as a copy of."""
    item = frame.item
    if item.kind is not StackKind.SPELL or frame.lost_targets:
        return ()
    for ability in card_named(table, item.card).abilities:
        if isinstance(ability, ReplacementAbility) and ability.how == "as_copy":
            return selected(table, ability.among or Selector(), item.controller)
    return ()


def is_tapped(table: Table, card: CardName | None) -> bool:
    """CR 614.1c: whether what enters as this card enters tapped."""
    return any(
        isinstance(ability, ReplacementAbility) and ability.how == "tapped"
        for ability in card_named(table, card).abilities
    )


def awaiting(table: Table) -> Asked:
    """Who has to choose what a permanent spell enters as a copy of."""
    frame = table.resolution
    if frame is None or frame.chosen is not None or not copyable(table, frame):
        return NOBODY
    what = f"choose what {frame.item.card or frame.item.id} enters as a copy of"
    return ask(frame.item.controller, what, "707.5", CopyChosen)


def copied_card(table: Table, frame: Resolution) -> CardName | None:
    """Return the card that the permanent enters as a copy of, once that has been chosen."""
    chosen = frame.chosen or ()
    thing = table.objects.get(ObjectId(chosen[0])) if chosen else None
    return thing.name if thing is not None else None


@checks(CopyChosen)
def check_copy(table: Table, decision: CopyChosen) -> None:
    """CR 707.5: one of the objects it may copy, or none at all."""
    frame = table.resolution
    legal = copyable(table, frame) if frame is not None else ()
    if frame is None or frame.item.id != decision.object:
        raise refuse(
            "resolve/nothing_asked",
            f"{decision.player} has nothing to decide about {decision.object}",
            "707.5",
            "nothing of it is resolving",
        )
    if decision.copied is not None and decision.copied not in legal:
        raise refuse(
            "copy/not_copyable",
            f"{decision.object} cannot enter as a copy of {decision.copied}",
            "707.5",
            "it is nothing that it may copy",
            legal=legal,
        )


@offers(CopyChosen)
def offer_copies(table: Table, player: Seat) -> Iterator[Decision]:
    """Each object that may be copied, then none."""
    frame = table.resolution
    if frame is None:
        return
    for name in copyable(table, frame):
        yield CopyChosen(player=player, object=frame.item.id, copied=name)
    yield CopyChosen(player=player, object=frame.item.id)
