"""Mana: what a cost asks for, what a player can pay it with, and lands tapped for it.

Implements CR 106, 605, 601.2g-h.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from events.abilities import ManaAbility
from events.base import Decision, Event
from events.identifiers import Seat
from events.stack import ManaAbilityActivated
from events.vocabulary import MoveReason, Zone
from machine.characteristics import abilities, has_keyword, is_creature, permanent, permanents
from machine.moves import move_all
from machine.procedure import checks, offers, refuse
from projections.table import GameObject, Table

SYMBOL = re.compile(r"\{([^{}]+)\}")
COLOURS = "WUBRGC"
MOST_PAYMENTS = 64
"""Ways of paying one cost that are offered; generic mana alone can make very many."""


def symbols(mana: str) -> tuple[str, ...]:
    """Return the symbols of a mana cost, without their braces."""
    return tuple(SYMBOL.findall(mana))


def priced(cost: str, x: int = 0) -> tuple[Counter[str], int]:
    """Return what a cost asks for: coloured mana by colour, and an amount of any kind."""
    coloured: Counter[str] = Counter()
    generic = 0
    for symbol in symbols(cost):
        if symbol.isdecimal():
            generic += int(symbol)
        elif symbol == "X":
            generic += x
        else:
            coloured[symbol] += 1
    return coloured, generic


def pays(cost: str, x: int, mana: str) -> bool:
    """Whether some mana is exactly what a cost asks for."""
    coloured, generic = priced(cost, x)
    paid = Counter(symbols(mana))
    paid.subtract(coloured)
    return all(number >= 0 for number in paid.values()) and paid.total() == generic


def payments(cost: str, x: int, pool: Mapping[str, int]) -> Iterator[str]:
    """Yield ways of paying a cost from a pool, the plainest first."""
    coloured, generic = priced(cost, x)
    left = Counter({colour: pool.get(colour, 0) for colour in COLOURS})
    left.subtract(coloured)
    if any(number < 0 for number in left.values()):
        return
    base = "".join(f"{{{colour}}}" * coloured[colour] for colour in COLOURS)
    for number, extra in enumerate(_generic(left, generic, COLOURS[::-1])):
        if number >= MOST_PAYMENTS:
            return
        yield base + extra


def _generic(left: Counter[str], amount: int, colours: str) -> Iterator[str]:
    if amount == 0:
        yield ""
        return
    if not colours:
        return
    colour, rest = colours[0], colours[1:]
    for number in range(min(left[colour], amount), -1, -1):
        for extra in _generic(left, amount - number, rest):
            yield f"{{{colour}}}" * number + extra


def can_pay(table: Table, seat: Seat, cost: str, x: int = 0) -> bool:
    """Whether a player could pay a cost from their pool and everything they can tap for mana."""
    coloured, generic = priced(cost, x)
    pool = Counter(dict(table.players[seat].mana))
    sources = [choices for _, choices in mana_sources(table, seat)]
    missing = coloured - pool
    spare = (pool - coloured).total()
    used = 0
    for colour, number in missing.items():
        producers = sum(1 for choices in sources if f"{{{colour}}}" in choices)
        if producers < number:
            return False
        used += number
    return spare + len(sources) - used >= generic


def mana_sources(table: Table, seat: Seat) -> Iterator[tuple[GameObject, tuple[str, ...]]]:
    """Yield the permanents a player can tap for mana now, each with its choices."""
    for thing in permanents(table):
        choices = mana_choices(table, seat, thing)
        if choices:
            yield thing, choices


def mana_choices(table: Table, seat: Seat, thing: GameObject) -> tuple[str, ...]:
    """Return the mana that a player can make now by tapping a permanent; none where they can't."""
    if thing.controller != seat or thing.tapped:
        return ()
    choices = tuple(
        mana
        for ability in abilities(table, thing)
        if isinstance(ability, ManaAbility)
        for mana in ability.mana
    )
    if choices and is_creature(table, thing) and is_summoning_sick(table, thing):
        return ()
    return choices


def is_summoning_sick(table: Table, thing: GameObject) -> bool:
    """CR 302.6: a creature not controlled without a break since its controller's last turn began.

    So one that came in its controller's turn is sick in their opponents' next turns too.
    """
    player = table.players.get(thing.controller) if thing.controller is not None else None
    began = table.turn.number if player is None else player.last_turn
    return thing.controlled_since >= began and not has_keyword(table, thing, "haste")


@checks(ManaAbilityActivated)
def check_mana_ability(table: Table, decision: ManaAbilityActivated) -> None:
    """CR 605.3: an untapped permanent of one's own, for mana that it can make."""
    source = permanent(table, decision.source)
    choices = mana_choices(table, decision.player, source) if source is not None else ()
    if decision.mana not in choices:
        raise refuse(
            "mana/not_available",
            f"{decision.player} cannot add {decision.mana} with {decision.source}",
            "605.3",
            "it is no untapped permanent of theirs that makes this mana",
            legal=choices,
        )


@offers(ManaAbilityActivated)
def offer_mana(table: Table, player: Seat) -> Iterator[Decision]:
    """Each source for each mana it makes."""
    for thing, choices in mana_sources(table, player):
        for mana in choices:
            yield ManaAbilityActivated(player=player, source=thing.id, mana=mana)


def after_mana(table: Table, decision: ManaAbilityActivated) -> tuple[Event, ...]:
    """Return the sacrifice that is part of a mana ability's cost (CR 605.3), where it is."""
    source = permanent(table, decision.source)
    if source is None:
        return ()
    used = next(
        (
            ability
            for ability in abilities(table, source)
            if isinstance(ability, ManaAbility) and decision.mana in ability.mana
        ),
        None,
    )
    if used is None or not used.sacrifice:
        return ()
    return move_all(table, (source,), Zone.GRAVEYARD, MoveReason.SACRIFICED)
