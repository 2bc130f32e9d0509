"""A sensible payer: which permanents to tap for a cost, so that what is left can do the most.

Implements CR 601.2g-h as far as a player would leave it to somebody else; nothing here decides
what is sacrificed or whether to pay at all.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from events.identifiers import ObjectId, Seat
from events.mana import symbols
from events.stack import CostPaid, ManaAbilityActivated
from machine.characteristics import is_creature
from machine.costs import cost_of
from machine.mana import Price, mana_sources, prices
from machine.procedure import OFFERS, is_legal
from projections.folds.stack import drafted
from projections.table import Table

MOST_OFFERS = 256
"""Ways of paying that are looked through for those that differ in more than mana."""


class Tap(Struct, frozen=True):
    """A permanent that can be tapped for mana, with its choices."""

    source: ObjectId
    choices: tuple[str, ...]
    is_creature: bool = False

    @property
    def worth(self) -> tuple[bool, int]:
        """How much one gives away by tapping it: creatures last, and what makes few colours first."""
        return self.is_creature, len(self.choices)

    def making(self, colour: str) -> str | None:
        """Return the choice with a colour in it, if there is one."""
        return next((mana for mana in self.choices if colour in symbols(mana)), None)


def next_payment(
    table: Table, seat: Seat, *, sacrificed: Sequence[str] | None = None
) -> CostPaid | ManaAbilityActivated | None:
    """Return the next step of paying for what is being announced, or nothing where it cannot be paid.

    A mana ability as long as mana is missing, then the payment; ``sacrificed`` names what has to be
    among the permanents sacrificed for it.
    """
    for offer in ways_of_paying(table, seat):
        if sacrificed is None or set(sacrificed) <= set(offer.sacrificed):
            return offer
    taps = taps_for(table, seat)
    return taps[0] if taps else None


def ways_of_paying(table: Table, seat: Seat) -> tuple[CostPaid, ...]:
    """Return the legal payments from the pool that differ in more than the mana spent."""
    found: dict[CostPaid, CostPaid] = {}
    for offer in islice(OFFERS[CostPaid](table, seat), MOST_OFFERS):
        if isinstance(offer, CostPaid) and is_legal(table, offer):
            found.setdefault(replace(offer, mana=""), offer)
    return tuple(found.values())


def taps_for(table: Table, seat: Seat) -> tuple[ManaAbilityActivated, ...]:
    """Return the mana abilities that give what the cost still lacks; nothing where they cannot."""
    item = drafted(table)
    if item is None:
        return ()
    cost = cost_of(table, item)
    pool = Counter(dict(table.players[seat].mana))
    own = item.source if cost.tap or cost.sacrifice_self else None
    taps = sorted(_taps(table, seat, own), key=lambda one: one.worth)
    for price in prices(cost.mana, item.x or 0):
        found = _taps_for(price, pool, taps)
        if found:
            return tuple(
                ManaAbilityActivated(player=seat, source=tap.source, mana=mana)
                for tap, mana in found
            )
    return ()


def _taps_for(price: Price, pool: Counter[str], taps: Sequence[Tap]) -> tuple[tuple[Tap, str], ...]:
    """Return what to tap for one way of meeting a cost; nothing where that cannot be done."""
    coloured = Counter(price.coloured)
    spare = (pool - coloured).total()
    lacking = sorted((coloured - pool).elements())
    chosen = _matched(lacking, taps)
    if chosen is None:
        return ()
    made = [(tap, mana) for tap, mana in chosen if mana]
    extra = sum(len(symbols(mana)) - 1 for _, mana in made)
    left = [tap for tap in taps if tap not in {one for one, _ in made}]
    more = _enough(left, price.generic - spare - extra)
    return (*made, *more) if more is not None else ()


def _taps(table: Table, seat: Seat, own: ObjectId | None) -> Iterator[Tap]:
    """Yield what can be tapped; what the cost itself taps or sacrifices is left alone."""
    for thing, choices in mana_sources(table, seat):
        if thing.id != own:
            yield Tap(thing.id, choices, is_creature(table, thing))


def _matched(lacking: Sequence[str], taps: Sequence[Tap]) -> list[tuple[Tap, str]] | None:
    """Return a tap for each colour that is lacking, the least flexible ones where there is a choice.

    Augmenting paths: a tap taken for one colour gives way where another can stand in for it.
    """
    by_colour: dict[int, int] = {}

    def assign(wish: int, tried: set[int]) -> bool:
        for index, tap in enumerate(taps):
            if index in tried or tap.making(lacking[wish]) is None:
                continue
            tried.add(index)
            if index not in by_colour or assign(by_colour[index], tried):
                by_colour[index] = wish
                return True
        return False

    if not all(assign(wish, set()) for wish in range(len(lacking))):
        return None
    return [
        (taps[index], taps[index].making(lacking[wish]) or "")
        for index, wish in sorted(by_colour.items())
    ]


def _enough(taps: Iterable[Tap], amount: int) -> list[tuple[Tap, str]] | None:
    """Return taps for so much mana of any kind."""
    made: list[tuple[Tap, str]] = []
    for tap in taps:
        if amount <= 0:
            break
        made.append((tap, tap.choices[0]))
        amount -= len(symbols(tap.choices[0]))
    return made if amount <= 0 else None
