"""Folds of effects that last (CR 611)."""

from msgspec.structs import replace

from events.stack import EffectCreated, EffectEnded
from projections.handlers import applies
from projections.progress import Effect
from projections.table import Table


@applies(EffectCreated)
def _effect(table: Table, event: EffectCreated) -> Table:
    effect = Effect(
        effect=event.effect,
        kind=event.kind,
        player=event.player,
        objects=event.objects,
        source=event.source,
        card=event.card,
        ability=event.ability,
        value=event.value,
        other=event.other,
        until=event.until,
    )
    numbers = replace(table.numbers, effect=max(table.numbers.effect, event.effect + 1))
    return replace(table, effects=(*table.effects, effect), numbers=numbers)


@applies(EffectEnded)
def _effect_ended(table: Table, event: EffectEnded) -> Table:
    effects = tuple(one for one in table.effects if one.effect != event.effect)
    return replace(table, effects=effects)
