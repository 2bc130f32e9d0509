"""``divide``: the ways to divide an amount at a table, or whether one of them is legal."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice
from math import comb
from typing import Any

import click
from msgspec import Struct

from events.editions import latest, resolve
from events.errors import DataError
from events.rules import RulesOfPlay
from events.vocabulary import DivisionUnit
from machine.dividing import check_shares
from machine.division import factor
from machine.procedure import refuse
from machine.splits import count_of, splits
from replays.cli.options import command
from replays.output import Screen
from replays.showing.parts import points
from replays.showing.words import word

LARGEST = 1000
MOST_LISTED = 100
"""Divisions that are listed unless ``--all`` asks for more."""

YOU = "you"


class Wanted(Struct, frozen=True, kw_only=True):
    """What is divided, among whom, by which rules."""

    amount: int
    targets: tuple[str, ...]
    unit: DivisionUnit
    rules: RulesOfPlay
    some: bool
    """Any number of the targets are chosen; otherwise all of them are targets already."""

    @property
    def units(self) -> int:
        """The amount in units: halves where the unit is one half."""
        return self.amount * factor(self.unit)

    @property
    def minimum(self) -> int:
        """The smallest share: from 1999-04-23 to 1999-10-31 nothing, otherwise one unit."""
        return 0 if self.rules.divide.minimum_one == "none" else 1

    @property
    def sizes(self) -> range:
        """How many targets there may be, none left out: nothing is divided among none."""
        if not self.some:
            return range(len(self.targets), len(self.targets) + 1)
        most = min(len(self.targets), self.units) if self.minimum else len(self.targets)
        return range(1, most + 1)

    @property
    def count(self) -> int:
        """How many divisions there are."""
        return sum(
            count_of(self.units, size, self.minimum) * comb(len(self.targets), size)
            for size in self.sizes
        )

    def divisions(self) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
        """Yield every division: who gets a share, and the shares in units."""
        for size in self.sizes:
            for targets in combinations(self.targets, size):
                for shares in splits(self.units, (self.minimum,) * size):
                    yield targets, shares

    def told(self, units: int) -> str:
        """Return a share as people write it."""
        return points(units, halves=self.unit is DivisionUnit.HALF)


@command("divide")
@click.argument("amount", type=click.IntRange(0, LARGEST))
@click.argument("targets", nargs=-1, metavar="TARGET...")
@click.option(
    "--unit",
    type=click.Choice([unit.value for unit in DivisionUnit]),
    default=DivisionUnit.ONE.value,
    help="The smallest share: one, or one half in un-games.",
)
@click.option("--shares", metavar="3,1", help="Say whether this division is legal.")
@click.option("--any", "some", is_flag=True, help="Choose any number of the targets as well.")
@click.option("--all", "everything", is_flag=True, help="List all divisions, however many.")
@click.option("--rules", default="", metavar="DATE", help="The day whose rules are in force.")
def divide(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    *,
    amount: int,
    targets: tuple[str, ...],
    unit: str,
    shares: str | None,
    some: bool,
    everything: bool,
    rules: str,
) -> None:
    r"""List the ways to divide an amount among targets, or check one of them.

    \b
    apnap divide 4 bob Bear              every division, counted
    apnap divide 4 bob Bear --shares 3,1
    apnap divide 4 bob Bear Elf --any    the targets are still to be chosen
    apnap divide 4 bob Bear --unit 1/2   un-games divide halves

    Each target gets at least one, all of it is divided (CR 601.2d). Combat damage is assigned by
    other rules (CR 510.1).
    """
    if len(set(targets)) != len(targets):
        raise DataError("usage/divide", "the same target stands there twice")
    wanted = Wanted(
        amount=amount,
        targets=targets,
        unit=DivisionUnit(unit),
        rules=resolve(rules) if rules else latest(),
        some=some,
    )
    if shares is not None:
        _check(screen, wanted, shares)
        return
    _refuse_too_many(wanted)
    _list(screen, wanted, everything=everything)


def _refuse_too_many(wanted: Wanted) -> None:
    """CR 601.2c-d: more targets than units leave somebody without a share."""
    if wanted.some or not wanted.minimum or len(wanted.targets) <= wanted.units:
        return
    raise refuse(
        "targets/number",
        f"{YOU} cannot choose {len(wanted.targets)} targets for {wanted.amount}",
        "601.2d",
        "each target gets at least one",
        legal=(f"up to {wanted.units} targets",),
        most=wanted.units,
    )


def _check(screen: Screen, wanted: Wanted, text: str) -> None:
    shares = _read(text, wanted.unit)
    _refuse_too_many(wanted)
    minimum = (wanted.minimum,) * len(wanted.targets)
    check_shares(YOU, wanted.units, shares, minimum=minimum, per_point=factor(wanted.unit))
    if screen.is_json:
        screen.data({"legal": True} | _plain(wanted) | {"shares": list(shares)})
        return
    told = _line(wanted, wanted.targets, shares)
    screen.line(f"{word(screen.lang, 'legal')}: {told} (CR 601.2d)", style="good")


def _read(text: str, unit: DivisionUnit) -> tuple[int, ...]:
    """Return shares as people write them, ``3,1`` or ``3½,½``, in units."""
    shares = []
    for part in text.replace("½", ".5").split(","):
        try:
            units = Fraction(part.strip()) * factor(unit)
        except (ValueError, ZeroDivisionError):
            units = Fraction(-1)
        if units.denominator != 1 or units < 0:
            because = f"{part.strip()!r} is no share in units of {unit.value}"
            raise DataError("usage/divide", because)
        shares.append(int(units))
    return tuple(shares)


def _list(screen: Screen, wanted: Wanted, *, everything: bool) -> None:
    count = wanted.count
    most = count if everything else MOST_LISTED
    listed = islice(wanted.divisions(), most)
    if screen.is_json:
        splits_ = [{"targets": list(who), "shares": list(shares)} for who, shares in listed]
        screen.data(_plain(wanted) | {"count": count, "divisions": splits_})
        return
    for who, shares in listed:
        screen.line(_line(wanted, who, shares))
    if most < count:
        screen.note(f"{most} {word(screen.lang, 'of')} {count}; --all")
    ways = word(screen.lang, "division" if count == 1 else "divisions")
    screen.line(f"{count} {ways} (CR 601.2d, {wanted.rules.as_of})", style="faint")


def _line(wanted: Wanted, targets: Sequence[str], shares: Sequence[int]) -> str:
    pairs = zip(targets, shares, strict=True)
    return ", ".join(f"{target} {wanted.told(units)}" for target, units in pairs) or "-"


def _plain(wanted: Wanted) -> dict[str, Any]:
    return {
        "amount": wanted.amount,
        "unit": wanted.unit.value,
        "targets": list(wanted.targets),
        "minimum": wanted.minimum,
        "rules": wanted.rules.as_of,
    }
