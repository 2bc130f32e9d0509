"""What has to happen in a whole Unstable game, and whether it did."""

from collections.abc import Callable

from events.base import Event
from events.contraptions import (
    ContraptionAssembled,
    ContraptionCranked,
    ContraptionReassembled,
    ContraptionScrapped,
)
from events.vocabulary import SPROCKETS, Zone
from events.zones import CardMoved, CopyBecame
from machine.characteristics import card_named, is_contraption_card
from projections.table import Table
from replays.game_log import GameLog

Wanted = Callable[[Event, Table, Table], bool]


def _is_contraption_moved(event: Event, before: Table, *, to: Zone) -> bool:
    if not isinstance(event, CardMoved) or event.to is not to:
        return False
    thing = before.objects.get(event.card)
    return thing is not None and is_contraption_card(before, thing)


def _cranked_on(number: int) -> Wanted:
    def wanted(event: Event, _before: Table, _after: Table) -> bool:
        return isinstance(event, ContraptionCranked) and event.sprocket == number

    return wanted


WANTED: dict[str, Wanted] = {
    "assembled": lambda event, _before, _after: isinstance(event, ContraptionAssembled),
    **{f"cranked on sprocket {number}": _cranked_on(number) for number in SPROCKETS},
    "scrapped": lambda event, _before, _after: isinstance(event, ContraptionScrapped),
    "reassembled": lambda event, _before, _after: isinstance(event, ContraptionReassembled),
    "taken from the opponent": lambda event, before, _after: (
        isinstance(event, ContraptionReassembled)
        and before.objects[event.contraption].controller != event.player
    ),
    "exiled": lambda event, before, _after: _is_contraption_moved(event, before, to=Zone.EXILE),
    "a Contraption becomes a copy of something else": lambda event, before, after: (
        isinstance(event, CopyBecame)
        and is_contraption_card(before, before.objects[event.object])
        and "Contraption" not in card_named(after, event.card).subtypes
    ),
    "something else becomes or enters as a copy of one": lambda event, before, _after: (
        (isinstance(event, CopyBecame) and _copies(before, event.card))
        or (isinstance(event, CardMoved) and event.copied is not None)
    ),
    "a copy goes to the graveyard": lambda event, before, _after: (
        isinstance(event, CardMoved)
        and event.to is Zone.GRAVEYARD
        and (thing := before.objects.get(event.card)) is not None
        and thing.copied is not None
        and _copies(before, thing.copied)
    ),
}


def _copies(table: Table, card: str) -> bool:
    return "Contraption" in card_named(table, card).subtypes  # type: ignore[arg-type]


def seen(log: GameLog) -> set[str]:
    """Return which of the wanted things happened."""
    every = log.tables
    return {
        name
        for seq in range(1, len(log))
        for name, wanted in WANTED.items()
        if wanted(log[seq].event, every[seq - 1], every[seq])
    }
