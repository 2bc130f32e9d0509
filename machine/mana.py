"""Mana: what a cost asks for, what a player can pay it with, and lands tapped for it.

Implements CR 106, 107.4, 605, 601.2g-h.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from msgspec import Struct

from events.abilities import ManaAbility
from events.base import Decision, Event
from events.identifiers import Seat
from events.mana import symbols
from events.stack import ManaAbilityActivated
from events.vocabulary import MoveReason, Zone
from machine.characteristics import abilities, has_keyword, is_creature, permanent, permanents
from machine.moves import move_all
from machine.procedure import checks, offers, refuse
from projections.folds.game import unit_factor
from projections.table import GameObject, Table

COLOURS = "WUBRGC"
PHYREXIAN_LIFE = 2
MOST_PAYMENTS = 64
"""Ways of paying one cost that are offered; generic mana alone can make very many."""
MOST_PRICES = 256
"""Ways of meeting one cost that are told apart: those of eight different hybrid symbols."""


class Price(Struct, frozen=True):
    """One way in which a cost can be met: hybrid and Phyrexian symbols each have several."""

    coloured: tuple[str, ...] = ()
    """The symbols that only mana of their own kind pays, in the order of the cost."""
    generic: int = 0
    life: int = 0


@lru_cache(maxsize=4096)
def prices(cost: str, x: int = 0) -> tuple[Price, ...]:
    """Return every way in which a cost can be met, the plainest first (CR 107.4e-f, 601.2f)."""
    found: tuple[Price, ...] = (Price(),)
    for symbol in symbols(cost):
        more = _alternatives(symbol, x)
        both = (
            Price(one.coloured + two.coloured, one.generic + two.generic, one.life + two.life)
            for one in found
            for two in more
        )
        distinct = {
            (tuple(sorted(price.coloured)), price.generic, price.life): price for price in both
        }
        found = tuple(islice(distinct.values(), MOST_PRICES))
    return found


def _alternatives(symbol: str, x: int) -> tuple[Price, ...]:
    """Return what one symbol asks for: a hybrid one either half, a Phyrexian one its mana or 2 life."""
    if symbol == "X":
        return (Price(generic=x),)
    return tuple(
        Price(generic=int(half))
        if half.isdecimal()
        else Price(life=PHYREXIAN_LIFE)
        if half == "P"
        else Price((half,))
        for half in symbol.split("/")
    )


def value_of(cost: str) -> int:
    """Return the mana value of a cost: a hybrid symbol counts as its larger half (CR 202.3f-g)."""
    halves = (_alternatives(symbol, 0) for symbol in symbols(cost))
    return sum(max(len(one.coloured) + one.generic for one in many) for many in halves)


def pays(cost: str, x: int, mana: str, life: int = 0) -> bool:
    """Whether some mana, with so much life for Phyrexian symbols, is exactly what a cost asks for."""
    spent = Counter(symbols(mana))
    return any(_is_met(price, spent) for price in prices(cost, x) if price.life == life)


def _is_met(price: Price, spent: Counter[str]) -> bool:
    wanted = Counter(price.coloured)
    return wanted <= spent and spent.total() - wanted.total() == price.generic


def payments(cost: str, x: int, pool: Mapping[str, int]) -> Iterator[str]:
    """Yield ways of paying a cost from a pool with mana alone, the plainest first."""
    yield from (mana for mana, life in payments_with_life(cost, x, pool) if not life)


def payments_with_life(cost: str, x: int, pool: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield ways of paying a cost from a pool, as mana and life for Phyrexian symbols."""
    every = ((mana, price.life) for price in prices(cost, x) for mana in _from_pool(price, pool))
    distinct: dict[tuple[tuple[str, ...], int], tuple[str, int]] = {}
    for mana, life in every:
        distinct.setdefault((tuple(sorted(symbols(mana))), life), (mana, life))
    yield from islice(distinct.values(), MOST_PAYMENTS)


def _from_pool(price: Price, pool: Mapping[str, int]) -> Iterator[str]:
    coloured = Counter(price.coloured)
    left = Counter({colour: pool.get(colour, 0) for colour in COLOURS})
    left.subtract(coloured)
    if any(number < 0 for number in left.values()):
        return
    base = "".join(f"{{{colour}}}" * coloured[colour] for colour in COLOURS)
    for extra in islice(_generic(left, price.generic, COLOURS[::-1]), MOST_PAYMENTS):
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
    pool = Counter(dict(table.players[seat].mana))
    sources = tuple(choices for _, choices in mana_sources(table, seat))
    life = table.players[seat].life // unit_factor(table.header)
    return any(
        _is_affordable(price, pool, sources) for price in prices(cost, x) if price.life <= life
    )


def _is_affordable(price: Price, pool: Counter[str], sources: tuple[tuple[str, ...], ...]) -> bool:
    coloured = Counter(price.coloured)
    missing = coloured - pool
    spare = (pool - coloured).total() + len(sources) - missing.total()
    return spare >= price.generic and _have_sources(tuple(missing.elements()), sources)


def _have_sources(wanted: tuple[str, ...], sources: tuple[tuple[str, ...], ...]) -> bool:
    """Whether each symbol can have a source of its own: augmenting paths, one try a symbol."""
    taken: dict[int, int] = {}

    def assign(wish: int, tried: set[int]) -> bool:
        for index, choices in enumerate(sources):
            if index in tried or f"{{{wanted[wish]}}}" not in choices:
                continue
            tried.add(index)
            if index not in taken or assign(taken[index], tried):
                taken[index] = wish
                return True
        return False

    return all(assign(wish, set()) for wish in range(len(wanted)))


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
