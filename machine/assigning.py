"""The combat damage of one step on its way: who deals what to whom, and which ways are legal.

Implements CR 510.1, 510.4, 702.2c, 702.19: lethal damage is toughness, less marked damage, less what
others assign in the same step; of a planeswalker that is trampled over, its loyalty, less the latter.
What prevention or regeneration would do is ignored (CR 510.1c).
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice, product
from typing import NamedTuple

from msgspec import Struct

from events.identifiers import ObjectId, Recipient, Seat
from events.vocabulary import Phase
from machine.apnap_order import apnap
from machine.blocking import defending_player
from machine.characteristics import has_keyword, permanent, power, toughness
from machine.damage import can_be_dealt
from machine.damage_order import fought_by
from machine.splits import splits, within
from projections.folds.game import unit_factor
from projections.table import GameObject, Table

Amounts = Mapping[Recipient, int]


class Want(NamedTuple):
    """Something that has to be assigned enough before what is behind it gets any."""

    name: Recipient
    is_attacked: bool = False
    """Enough is its loyalty (CR 702.19c); of a creature that is fought, it is lethal damage."""


class Dealer(Struct, frozen=True, kw_only=True):
    """A creature that deals combat damage in this step."""

    creature: ObjectId
    player: Seat
    units: int
    fought: tuple[ObjectId, ...] = ()
    """The creatures it may assign damage to, in the damage assignment order if there is one."""
    through: tuple[Recipient, ...] = ()
    """What is behind them, where it may assign damage to that: what it attacks, then the player who
    controls that, where it tramples over planeswalkers."""
    is_ordered: bool = False
    """The next one gets damage only once all before it have lethal damage."""
    is_deadly: bool = False
    """Any damage it assigns to a creature is lethal (CR 702.2c, since 2010-07-16)."""

    @property
    def recipients(self) -> tuple[Recipient, ...]:
        """Everything it may assign damage to, in order."""
        return (*self.fought, *self.through)

    @property
    def rule(self) -> str:
        """The rule that says among whom it assigns."""
        if len(self.through) > 1:
            return "702.19c"
        if not self.through:
            return "510.1c"
        return "702.19b" if self.fought else "510.1b"

    def wants(self, count: int) -> set[Want]:
        """Return what has to be assigned enough, where the first so many recipients get damage.

        CR 702.19b-c: all that block it before what it attacks, and that before who is behind it;
        while there was an order, everything before the last that is assigned damage.
        """
        if not self.is_ordered and count <= len(self.fought):
            return set()
        before = self.recipients[: max(0, count - 1)]
        return {Want(name, place >= len(self.fought)) for place, name in enumerate(before)}

    def reach(self, amounts: Amounts) -> int:
        """Return how many of its recipients, in order, an assignment reaches."""
        hit = [place for place, name in enumerate(self.recipients, 1) if amounts.get(name)]
        return max(hit, default=0)


def deals_now(table: Table, thing: GameObject) -> bool:
    """CR 510.4: whether a creature in combat deals its damage in this step."""
    double = has_keyword(table, thing, "double_strike")
    if table.phase is Phase.FIRST_STRIKE_DAMAGE:
        return double or has_keyword(table, thing, "first_strike")
    combat = table.combat
    return double or combat is None or thing.id not in combat.dealt_first


def dealers_of(table: Table) -> Iterator[Dealer]:
    """Yield who deals damage in this step: attackers as declared, then blockers."""
    combat = table.combat
    for name in (*combat.attackers, *combat.blockers) if combat is not None else ():
        thing = permanent(table, name)
        if thing is not None and thing.controller is not None and deals_now(table, thing):
            yield _dealer(table, thing, thing.controller)


def _dealer(table: Table, thing: GameObject, player: Seat) -> Dealer:
    rules = table.rules.combat
    touch = has_keyword(table, thing, "deathtouch")
    freely = touch and rules.deathtouch == "divide_freely"
    return Dealer(
        creature=thing.id,
        player=player,
        units=max(0, power(table, thing)),  # CR 510.1a: power 0 or less assigns none
        fought=tuple(name for name in fought_by(table, thing.id) if can_be_dealt(table, name)),
        through=_through(table, thing),
        is_ordered=rules.damage_order == "declare_blockers_order" and not freely,
        is_deadly=touch and rules.deathtouch == "any_nonzero_is_lethal",
    )


def _through(table: Table, thing: GameObject) -> tuple[Recipient, ...]:
    """CR 510.1c, 702.19: unblocked, or trampling, and what it attacks is still there.

    CR 506.4c, 702.19e: where it has been removed from combat, only who tramples over planeswalkers
    deals any damage, to the defending player.
    """
    combat = table.combat
    if combat is None or thing.id not in combat.attacking:
        return ()
    over = has_keyword(table, thing, "trample_over_planeswalkers")
    if thing.id in combat.blocked and not over and not has_keyword(table, thing, "trample"):
        return ()
    whom, defender = combat.attacking[thing.id], defending_player(table, thing.id)
    row = (whom, defender) if over and defender is not None and defender != whom else (whom,)
    return tuple(one for one in row if can_be_dealt(table, one))


class Assigning:
    """The assignments of one damage step, on the table as it is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.dealers = tuple(dealers_of(table))
        self.given: dict[ObjectId, Amounts] = {}
        """What has been chosen, and what leaves no choice at all."""
        chosen = dict(table.combat.assigned) if table.combat is not None else {}
        for dealer in self.dealers:
            if dealer.creature in chosen:
                parts = chosen[dealer.creature]
                self.given[dealer.creature] = {part.recipient: part.amount for part in parts}
            elif not dealer.units or not dealer.recipients:
                self.given[dealer.creature] = {}
            elif len(dealer.recipients) == 1:
                self.given[dealer.creature] = {dealer.recipients[0]: dealer.units}

    @cached_property
    def open(self) -> tuple[Dealer, ...]:
        """Creatures whose assignment is not settled yet."""
        return tuple(one for one in self.dealers if one.creature not in self.given)

    def open_dealer(self, name: ObjectId) -> Dealer | None:
        """Return a creature whose assignment is not settled, or nothing."""
        return next((one for one in self.open if one.creature == name), None)

    def choices(self) -> Iterator[Dealer]:
        """Yield who can assign in more than one way: attackers' controllers first (CR 510.1)."""
        for seat in apnap(self.table):
            for dealer in self.open:
                if dealer.player == seat and self._has_choice(dealer):
                    yield dealer

    def _has_choice(self, dealer: Dealer) -> bool:
        """Whether there is more than one way or, where each is checked by itself, who comes first."""
        if self.is_one_by_one and any(
            set(one.fought) & set(dealer.fought) for one in self.open if one is not dealer
        ):
            return True
        return len(tuple(islice(self.possible(dealer), 2))) > 1

    @property
    def is_one_by_one(self) -> bool:
        """Whether each assignment is checked by itself, from 2009-07-11 to 2011-07-14."""
        return self.table.rules.combat.lethal_check == "per_creature"

    def next_choice(self) -> Dealer | None:
        """Return the next creature for which somebody has to choose an assignment."""
        return next(self.choices(), None)

    def complete(self) -> dict[ObjectId, Amounts]:
        """Return all assignments, where nobody has a choice left."""
        all_of_them = dict(self.given)
        for dealer in self.open:
            only = next(self.possible(dealer), (dealer.units,))
            all_of_them[dealer.creature] = dict(zip(dealer.recipients, only, strict=False))
        return {dealer.creature: all_of_them[dealer.creature] for dealer in self.dealers}

    # -- lethal damage ------------------------------------------------------------------------

    def need(self, want: Want, given: Mapping[ObjectId, Amounts]) -> int:
        """Return how much something still lacks of what it wants, with what has been assigned."""
        thing = permanent(self.table, want.name)
        if thing is None:
            return 0
        assigned = sum(parts.get(want.name, 0) for parts in given.values())
        if want.is_attacked:
            loyalty = thing.counters.get("loyalty", 0) * unit_factor(self.table.header)
            return max(0, loyalty - assigned)
        lacking = max(0, toughness(self.table, thing) - thing.damage - assigned)
        return 0 if self._is_touched(want.name, given) else lacking

    def _is_touched(self, name: Recipient, given: Mapping[ObjectId, Amounts]) -> bool:
        """CR 702.2c: some of it comes from a source with deathtouch."""
        return any(
            one.is_deadly and given.get(one.creature, {}).get(name, 0) for one in self.dealers
        )

    def lacking(self, dealer: Dealer, amounts: Amounts) -> dict[Want, int]:
        """Return what lacks what an assignment asks for, and how much; nothing if it is legal.

        All assignments of a step are judged together (CR 510.1e): what creatures yet to be
        assigned can add counts too, except from 2009-07-11 to 2011-07-14, when each was checked
        by itself.
        """
        given = {**self.given, dealer.creature: amounts}
        wanted = dealer.wants(dealer.reach(amounts))
        if self.is_one_by_one:
            return self._short_of(wanted, given)
        for other in self.dealers:
            if other.creature in self.given:
                wanted |= other.wants(other.reach(self.given[other.creature]))
        helpers = tuple(one for one in self.open if one.creature != dealer.creature)
        return {} if self._can_be_met(wanted, given, helpers) else self._short_of(wanted, given)

    def _short_of(self, wanted: set[Want], given: Mapping[ObjectId, Amounts]) -> dict[Want, int]:
        needs = {want: self.need(want, given) for want in sorted(wanted)}
        return {want: units for want, units in needs.items() if units}

    def _can_be_met(
        self,
        wanted: set[Want],
        given: Mapping[ObjectId, Amounts],
        helpers: tuple[Dealer, ...],
    ) -> bool:
        """Whether creatures yet to be assigned can bring all that is wanted, in orders of their own."""
        short = self._short_of(wanted, given)
        if not short:
            return True
        for reach in product(*(_reaches(one, short) for one in helpers)):
            more, able = set(wanted), []
            for one, count in zip(helpers, reach, strict=True):
                more |= one.wants(count)
                able.append((one.units, frozenset(one.recipients[:count]), one.is_deadly))
            if _covers(tuple(self._short_of(more, given).items()), tuple(able)):
                return True
        return False

    # -- the ways there are -------------------------------------------------------------------

    def possible(self, dealer: Dealer) -> Iterator[tuple[int, ...]]:
        """Yield every legal assignment of a creature, by recipient, in units."""
        floors = tuple(
            self._floor(dealer, Want(name, place >= len(dealer.fought)))
            for place, name in enumerate(dealer.recipients)
        )
        for amounts in _candidates(dealer, floors):
            if not self.lacking(dealer, dict(zip(dealer.recipients, amounts, strict=True))):
                yield amounts

    def _floor(self, dealer: Dealer, want: Want) -> int:
        """Return the least that something is assigned before what is behind it gets any."""
        lacking = self.need(want, self.given)
        if not self.is_one_by_one:
            helpers = [
                one
                for one in self.open
                if want.name in one.recipients and one.creature != dealer.creature and one.units
            ]
            lacking -= sum(one.units for one in helpers)
            if not want.is_attacked and any(one.is_deadly for one in helpers):
                lacking = 0
        lacking = max(0, lacking)
        return min(lacking, 1) if dealer.is_deadly and not want.is_attacked else lacking


def _reaches(dealer: Dealer, short: Iterable[Want]) -> tuple[int, ...]:
    """Return how many of its recipients a creature may have to reach to bring what others lack."""
    fought = len(dealer.fought)
    first = range(min(1, fought), fought + 1) if dealer.is_ordered else (fought,)
    attacked = {want.name for want in short if want.is_attacked}
    return (*first, *(fought + 1 for name in dealer.through[:1] if name in attacked))


def _candidates(dealer: Dealer, floors: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield assignments, all legal ones among them, as much as possible on the first before."""
    if dealer.is_ordered:
        yield from _in_order(dealer.units, floors)
        return
    fought, places = len(dealer.fought), len(dealer.recipients)
    for amounts in splits(dealer.units, (0,) * fought):
        yield amounts + (0,) * len(dealer.through)
    for place in range(fought, places):
        for amounts in splits(dealer.units, (*floors[:place], 1)):
            yield amounts + (0,) * (places - place - 1)


def _in_order(units: int, floors: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the ways in which each gets at least its floor before the next gets anything."""
    yield (units,) + (0,) * (len(floors) - 1)
    if len(floors) == 1:
        return
    for first in range(units - 1, floors[0] - 1, -1):
        for rest in _in_order(units - first, floors[1:]):
            yield (first, *rest)


def _covers(
    lacking: tuple[tuple[Want, int], ...],
    helpers: tuple[tuple[int, frozenset[Recipient], bool], ...],
) -> bool:
    """Whether helpers of (units, whom they reach, deathtouch) can give everybody what they lack."""
    if not lacking:
        return True
    (want, units), *rest = lacking
    for place, (have, reach, deadly) in enumerate(helpers):
        if deadly and have and want.name in reach and not want.is_attacked:
            spent = (*helpers[:place], (have - 1, reach, deadly), *helpers[place + 1 :])
            if _covers(tuple(rest), spent):
                return True
    limits = tuple(have if want.name in reach else 0 for have, reach, _ in helpers)
    for parts in within(units, limits) if sum(limits) >= units else ():
        left = tuple(
            (have - part, reach, deadly)
            for part, (have, reach, deadly) in zip(parts, helpers, strict=True)
        )
        if _covers(tuple(rest), left):
            return True
    return False
