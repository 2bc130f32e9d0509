"""What is flipped: a coin, or a substitute of equal odds that the players may have to agree on.

Implements CR 705.1 and its history. A die that stands for a coin is flipped, not rolled.
"""

from collections.abc import Container, Iterator

from events.base import Decision, Event
from events.coin_flips import FlipDeviceAgreed, FlipDeviceAnswered, FlipDeviceProposed
from events.errors import IllegalAction
from events.identifiers import Seat
from events.vocabulary import Face, FlipDevice
from machine.apnap_order import apnap
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from machine.turns import PRIORITY_DECISIONS
from projections.progress import Device
from projections.table import Table

PRIORITY_DECISIONS += [FlipDeviceProposed]

DICE = frozenset({FlipDevice.DIE_EVEN_ODD, FlipDevice.DIE_MAPPED})
OFFERED_SIDES = 6
MOST_DIGITS = 18
"""Digits of a number on a die: no log holds a larger one."""

TWO_SIDES = 2


def awaiting(table: Table) -> Asked:
    """Who has still to agree to what was proposed."""
    proposal = table.device_proposal
    if proposal is None or not needs_agreement(table, proposal):
        return NOBODY
    silent = next((seat for seat in apnap(table) if seat not in proposal.agreed), None)
    if silent is None:
        return NOBODY
    return ask(silent, "agree to what is flipped, or not", "705.1", FlipDeviceAnswered)


def advance(table: Table) -> tuple[Event, ...]:
    """Return that a proposal is in force, once nobody has anything to say to it."""
    proposal = table.device_proposal
    if proposal is None or awaiting(table):
        return ()
    return (FlipDeviceAgreed(device=proposal.device, sides=proposal.sides, heads=proposal.heads),)


def needs_agreement(table: Table, proposal: Device) -> bool:
    """Whether all players have to agree (CR 705.1): since 2006-07-15 to everything but a coin.

    Before, a die would do where there was no coin; before 2003-07-01 anything with equal odds.
    """
    if proposal.device is FlipDevice.COIN:
        return False
    match table.rules.flip.substitute:
        case "any_equal_odds":
            return False
        case "die_if_no_coin":
            return not (proposal.no_coin and proposal.device in DICE)
        case "equal_odds_and_all_agree":
            return True


def heads_numbers(device: Device) -> Container[int]:
    """Return which numbers of a die are heads; none for what is no die.

    None of them is counted out: nobody limits how many sides a die may have.
    """
    if device.device is FlipDevice.DIE_EVEN_ODD:
        return range(1 if device.heads == "odd" else 2, device.sides + 1, 2)
    if device.device is FlipDevice.DIE_MAPPED:
        return frozenset(listed_numbers(device.heads))
    return frozenset()


def face_said(device: Device, said: str) -> Face | None:
    """Return the face that "even" or "odd" stands for; nothing where no such die is flipped."""
    if device.device is not FlipDevice.DIE_EVEN_ODD:
        return None
    return Face.HEADS if said == (device.heads or "even") else Face.TAILS


def listed_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a list such as ``1,2,3``; nothing where it is no such list."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS for word in words):
        return ()
    return tuple(int(word) for word in words)


@checks(FlipDeviceProposed)
def check_proposed(table: Table, decision: FlipDeviceProposed) -> None:
    """CR 705.1: two outcomes that are equally likely and easily told apart, and one of them heads."""
    problem = _problem(table, decision)
    if problem is not None:
        raise problem


def _problem(table: Table, decision: FlipDeviceProposed) -> IllegalAction | None:
    """Return why nothing can be flipped with what is proposed.

    That a coin without clear sides gets them named first is a rule since 2008-10-01 (CR 511.3).
    """
    if not decision.fair:
        because = "its outcomes are not two different ones of equal odds"
        return _unfit(decision, "flip/device_unfair", because)
    if decision.device in DICE:
        return _die_problem(decision)
    if decision.sides != TWO_SIDES:
        return _unfit(decision, "flip/device_sides", "it has to have two outcomes")
    clear = not decision.unclear or not table.rules.flip.coin_two_sided_even
    plain = decision.device is FlipDevice.COIN and clear
    if not plain and not decision.heads:
        because = "which of its outcomes is heads has to be said first"
        return _unfit(decision, "flip/heads_unnamed", because)
    return None


def _die_problem(decision: FlipDeviceProposed) -> IllegalAction | None:
    if decision.sides % 2:
        because = "a die with an odd number of sides has no equal halves"
        return _unfit(decision, "flip/device_odd", because)
    if decision.device is FlipDevice.DIE_EVEN_ODD:
        if decision.heads in {"", "even", "odd"}:
            return None
        return _unfit(decision, "flip/heads_unnamed", "even or odd is heads")
    numbers = listed_numbers(decision.heads)
    chosen = {number for number in numbers if 1 <= number <= decision.sides}
    if len(numbers) == len(chosen) and len(chosen) * 2 == decision.sides:
        return None
    because = "heads has to list half of its numbers, each once"
    return _unfit(decision, "flip/heads_unnamed", because)


def _unfit(decision: FlipDeviceProposed, code: str, because: str) -> IllegalAction:
    return refuse(
        code,
        f"{decision.player} cannot flip that {decision.device.value} instead of a coin",
        "705.1",
        because,
        sides=decision.sides,
        heads=decision.heads,
    )


@offers(FlipDeviceProposed)
def offer_proposals(table: Table, player: Seat) -> Iterator[Decision]:
    """A die, once a game, where a coin is due; players may propose it at other times as well."""
    due = any(flip.outcome is None for flip in table.flips)
    if due and table.device == Device() and table.device_proposal is None:
        yield FlipDeviceProposed(
            player=player, device=FlipDevice.DIE_EVEN_ODD, sides=OFFERED_SIDES, heads="even"
        )


@checks(FlipDeviceAnswered)
def check_answered(table: Table, decision: FlipDeviceAnswered) -> None:
    """CR 705.1: each player who has not agreed yet is asked once."""
    proposal = table.device_proposal
    if proposal is None or decision.player in proposal.agreed:
        raise refuse(
            "flip/nothing_proposed",
            f"{decision.player} has nothing to agree to",
            "705.1",
            "nothing is proposed that they have not agreed to",
        )


@offers(FlipDeviceAnswered)
def offer_answers(_table: Table, player: Seat) -> Iterator[Decision]:
    """Agree, or do not."""
    yield FlipDeviceAnswered(player=player, accepted=True)
    yield FlipDeviceAnswered(player=player, accepted=False)
