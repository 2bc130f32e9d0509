"""The timeline: one readable line for each event, in English or Japanese, for one viewer.

The sentences are data: ``projections/data/timeline.<language>.toml``. No line names a card that its
viewer may not know.
"""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from events import coin_flips, contraptions, mulligans, rulings, turns
from events.base import Event
from events.choices import ChoiceMade
from events.combat import AttackersDeclared, BlockersDeclared
from events.division import (
    CombatDamageAssigned,
    CountersDivided,
    DamageDivided,
    PreventionDivided,
)
from events.game import GameCreated
from events.identifiers import Seat
from events.mulligans import CardsBottomed, CardsSetAside
from events.zones import (
    Attached,
    CardMoved,
    CardsIdentified,
    CardsLookedAt,
    CharacteristicsObserved,
    CopyChosen,
)
from projections.folds.choices import answered_by
from projections.naming import Scene, name_of
from projections.phrases import LANGUAGES, language, listed, sentence
from projections.seat_events import seat_event
from projections.sight import Eyes
from projections.table import Table
from projections.viewers import JUDGE, seat_of

Mark = Literal["flip", "divide", "mulligan", "crank", "ruling", "turn"]

__all__ = ["LANGUAGES", "Mark", "line", "mark", "phase_name"]


def line(
    before: Table,
    event: Event,
    after: Table,
    *,
    lang: str = "en",
    seat: Seat | str | None = JUDGE,
) -> str:
    """Return an event as one line for a viewer; empty where the viewer may see nothing of it."""
    told = language(lang)
    eyes, seen = None, event
    if seat != JUDGE:
        eyes = Eyes(before, after, seat_of(seat))
        shown = seat_event(before, after, event, eyes.seat)
        if shown is None:
            return ""
        seen = shown
    scene = Scene(event=seen, before=before, after=after, eyes=eyes, words=told.words)
    return sentence(told, scene, lambda name: _value(scene, event, name))


def phase_name(phase: str, lang: str = "en") -> str:
    """Return what people call a phase or step."""
    return language(lang).words["phase"].get(phase, phase)


def mark(event: Event) -> Mark | None:
    """Return what a timeline marks an event as, or nothing."""
    if isinstance(event, turns.TurnBegan):
        return "turn"
    if isinstance(event, rulings.RulingMade | rulings.Corrected | rulings.Rewound):
        return "ruling"
    if isinstance(event, DamageDivided | CountersDivided | PreventionDivided):
        return "divide"
    return _FAMILY_MARKS.get(type(event).__module__)


_FAMILY_MARKS: dict[str, Mark] = {
    coin_flips.__name__: "flip",
    mulligans.__name__: "mulligan",
    contraptions.__name__: "crank",
}


def _value(scene: Scene, whole: Event, name: str) -> Any:  # noqa: ANN401 - any value of an event
    """Return what stands at a field's name: worked out for the line, or in the event itself.

    Of the whole event only public facts are read: from which zone a card came.
    """
    computed = _COMPUTED.get(name)
    if computed is not None:
        return computed(scene, whole)
    value: Any = scene.event
    for part in name.split("."):
        if not isinstance(value, Struct) or part not in value.__struct_fields__:
            raise KeyError(f"{type(scene.event).__name__} has no {name}")
        value = getattr(value, part)
    return value


def _from_zone(scene: Scene, whole: Event) -> str:
    old = scene.before.objects.get(whole.card) if isinstance(whole, CardMoved) else None
    return "" if old is None else old.zone.value


def _how_many(scene: Scene, _whole: Event) -> int:
    event = scene.event
    match event:
        case CardsBottomed() | CardsSetAside() | CardsLookedAt():
            return event.count or len(event.cards)
        case ChoiceMade():
            return event.count or len(event.picks)
        case _:
            return 0


def _whose(scene: Scene, whole: Event) -> str:
    """Return the owner of a card that moves, where its name alone does not tell."""
    event = scene.event
    if not isinstance(event, CardMoved) or not isinstance(whole, CardMoved):
        return ""
    old = scene.before.objects.get(whole.card) or scene.after.objects.get(whole.new)
    return event.owner or (old.owner if old is not None else None) or ""


def _pairs(scene: Scene, _whole: Event) -> tuple[tuple[str, Any], ...]:
    match scene.event:
        case DamageDivided() | CountersDivided() | PreventionDivided() as event:
            return tuple(zip(event.targets, event.shares, strict=False))
        case AttackersDeclared() as event:
            return tuple((one.attacker, one.defender) for one in event.attacks)
        case BlockersDeclared() as event:
            return tuple((one.blocker, one.attacker) for one in event.blocks)
        case CombatDamageAssigned() as event:
            return tuple((one.recipient, one.amount) for one in event.assignments)
        case _:
            return ()


def _named(scene: Scene, _whole: Event) -> str:
    event = scene.event
    if not isinstance(event, CardsIdentified):
        return ""
    return listed(scene, (name_of(scene, name) for name in event.cards))


def _players(scene: Scene, _whole: Event) -> str:
    event = scene.event
    if not isinstance(event, GameCreated):
        return ""
    return listed(scene, (entry.name or entry.seat for entry in event.seats))


def _active(scene: Scene, _whole: Event) -> str:
    return scene.after.turn.active_player or ""


def _is_attached(scene: Scene, _whole: Event) -> bool:
    return isinstance(scene.event, Attached) and scene.event.to is not None


def _copies(scene: Scene, _whole: Event) -> bool:
    return isinstance(scene.event, CopyChosen) and scene.event.copied is not None


def _shape(scene: Scene, _whole: Event) -> str:
    event = scene.event
    if not isinstance(event, CharacteristicsObserved) or event.power is None:
        return ""
    return f"{event.power}/{event.toughness}"


def _choice_kind(scene: Scene, _whole: Event) -> str:
    """Return which of a player's open choices a choice answers."""
    event, choice = scene.event, scene.before.choice
    if not isinstance(event, ChoiceMade) or choice is None:
        return "other"
    answered = answered_by(choice, event)
    return answered.kind if answered is not None else "other"


def _pile(scene: Scene, _whole: Event) -> str:
    event = scene.event
    return event.picks[0] if isinstance(event, ChoiceMade) and event.picks else ""


def _first_pile(scene: Scene) -> tuple[str, ...]:
    """Return what the player whose piles are judged has put into their first pile."""
    event, choice = scene.event, scene.before.choice
    if not isinstance(event, ChoiceMade) or choice is None:
        return ()
    made = (one for one in choice.earlier if one.kind == "separate" and one.player == event.about)
    return next((one.picks for one in made), ())


def _pile_named(scene: Scene, whole: Event) -> tuple[str, ...]:
    return _first_pile(scene) if _pile(scene, whole) == "1" else ()


def _pile_left(scene: Scene, whole: Event) -> tuple[str, ...]:
    return _first_pile(scene) if _pile(scene, whole) == "2" else ()


_COMPUTED: dict[str, Callable[[Scene, Event], Any]] = {
    "from_zone": _from_zone,
    "how_many": _how_many,
    "whose": _whose,
    "pairs": _pairs,
    "named": _named,
    "seats_named": _players,
    "active_player": _active,
    "copies": _copies,
    "shape": _shape,
    "attached_to": _is_attached,
    "choice_kind": _choice_kind,
    "pile": _pile,
    "pile_named": _pile_named,
    "pile_left": _pile_left,
}
"""What a template can ask for that is no field of the event."""
