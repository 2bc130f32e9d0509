"""Flipping a shown coin again: a window that opens only where somebody has such an ability.

Follows the Unstable FAQ's rerolls, by analogy: the first result is ignored, the second counts. No
player has priority while an object resolves, so the ability is used as the coins lie there.
"""

from collections.abc import Iterator

from events.abilities import ActivatedAbility, every_program
from events.base import Decision, Event
from events.coin_flips import FlipRepeated, ReflipChosen
from events.identifiers import Seat
from events.instructions import Reflip
from events.mana import symbols
from events.stack import ManaAbilityActivated
from machine.apnap_order import apnap
from machine.characteristics import abilities, is_creature, permanents
from machine.mana import can_pay, is_summoning_sick, payments, pays
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.progress import Flip
from projections.table import GameObject, Table

Usable = tuple[GameObject, int, ActivatedAbility]
"""A permanent, which of its abilities flips a coin again, and that ability."""


def usable(table: Table, seat: Seat) -> Iterator[Usable]:
    """Yield the abilities with which a player could have a coin flipped again now."""
    for thing in permanents(table):
        if thing.controller != seat:
            continue
        for index, ability in enumerate(abilities(table, thing)):
            if not isinstance(ability, ActivatedAbility) or not _flips_again(ability):
                continue
            if ability.cost.tap and _cannot_tap(table, thing):
                continue
            if can_pay(table, seat, ability.cost.mana):
                yield thing, index, ability


def _flips_again(ability: ActivatedAbility) -> bool:
    return any(isinstance(one, Reflip) for one in every_program(ability))


def _cannot_tap(table: Table, thing: GameObject) -> bool:
    return thing.tapped or (is_creature(table, thing) and is_summoning_sick(table, thing))


def awaiting(table: Table, shown: tuple[Flip, ...]) -> Asked:
    """Who could have one of the shown coins flipped again and has not let them stand."""
    for seat in apnap(table):
        if all(seat in flip.stood for flip in shown):
            continue
        if next(usable(table, seat), None) is not None:
            return ask(
                seat,
                "have a coin flipped again, or let it stand",
                "UFAQ.reflip",
                ReflipChosen,
                ManaAbilityActivated,
            )
    return NOBODY


def _shown(table: Table) -> tuple[Flip, ...]:
    return tuple(flip for flip in table.flips if flip.outcome is None and flip.kept is not None)


@checks(ReflipChosen)
def check_reflip(table: Table, decision: ReflipChosen) -> None:
    """UFAQ.reflip: a coin that lies there, an ability of one's own, and its whole cost."""
    what = f"{decision.player} cannot have flip {decision.flip} repeated"
    if not decision.flip:
        if decision.source is not None or decision.mana or decision.tapped:
            raise refuse("flip/stands", what, "UFAQ.reflip", "what stands costs nothing")
        return
    numbers = tuple(flip.flip for flip in _shown(table))
    if decision.flip not in numbers:
        raise refuse(
            "flip/not_shown",
            what,
            "UFAQ.reflip",
            "its coin does not lie there",
            legal=tuple(map(str, numbers)),
        )
    found = next(
        (
            (thing, ability)
            for thing, index, ability in usable(table, decision.player)
            if thing.id == decision.source and index == decision.ability
        ),
        None,
    )
    if found is None:
        raise refuse("flip/no_reflip", what, "602.2", "they have no such ability to use")
    _check_cost(table, decision, *found)


def _check_cost(
    table: Table, decision: ReflipChosen, source: GameObject, ability: ActivatedAbility
) -> None:
    what = f"{decision.player} cannot pay for the ability of {source.id}"
    cost = ability.cost
    pool = table.players[decision.player].mana
    spent = symbols(decision.mana)
    if not pays(cost.mana, 0, decision.mana):
        raise refuse("cost/mana", what, "601.2h", f"the cost is {cost.mana or 'none'}")
    if any(spent.count(symbol) > pool.get(symbol, 0) for symbol in set(spent)):
        raise refuse("cost/pool", what, "601.2h", "the mana is not in their pool")
    if decision.tapped != ((source.id,) if cost.tap else ()):
        raise refuse("cost/tap", what, "602.1", "tapped for it is the source alone")


@offers(ReflipChosen)
def offer_reflips(table: Table, player: Seat) -> Iterator[Decision]:
    """Let everything stand, or repeat each flip with each ability that the pool pays for."""
    yield ReflipChosen(player=player)
    pool = table.players[player].mana
    for thing, index, ability in usable(table, player):
        for mana in payments(ability.cost.mana, 0, pool):
            for flip in _shown(table):
                yield ReflipChosen(
                    player=player,
                    flip=flip.flip,
                    source=thing.id,
                    ability=index,
                    mana=mana,
                    tapped=(thing.id,) if ability.cost.tap else (),
                )


def after_reflip(_table: Table, decision: ReflipChosen) -> tuple[Event, ...]:
    """Return that the flip is repeated, where it is."""
    if not decision.flip:
        return ()
    return (FlipRepeated(flip=decision.flip, source=decision.source),)
