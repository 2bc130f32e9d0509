"""Every order in which four players can choose for separated piles, against 101.4d by itself."""

from collections.abc import Iterator, Mapping

from events.base import Event
from events.choices import ChoiceMade, ChoiceOpened, ChoicesRestarted
from events.identifiers import Seat
from machine.referee import legal_decisions
from machine.running import handle
from projections.table import Table
from tests.machine.golden_rules.tables import ANN, BOB, CYD, DAN, Played, game

SEATS = (ANN, BOB, CYD, DAN)
Step = tuple[Seat, str, str]
"""Who chose, about whom, what: a name, or a pile."""


def separated() -> Table:
    table = game(
        SEATS,
        hands={CYD: ["Bend or Break"]},
        battlefield={seat: ["Mountain"] for seat in SEATS},
        active=CYD,
    )
    played = Played(table).cast(CYD, "Bend or Break").resolve()
    for _ in SEATS:
        played.do(list(legal_decisions(played.table))[-1])
    return played.table


ORDER = (CYD, DAN, ANN, BOB)
"""From the active player."""


def reached(table: Table, chance: Played) -> Iterator[tuple[Event, ...]]:
    """Yield the events of every way to choose; of two piles the first, which changes no order."""
    offered = [
        one for one in legal_decisions(table) if isinstance(one, ChoiceMade) and one.picks != ("2",)
    ]
    if not offered:
        yield ()
    for decision in offered:
        batch = handle(table, [decision], chance.chance)
        for rest in reached(batch.table, chance):
            yield (*batch.events, *rest)


def allowed(
    waiting: Mapping[Seat, tuple[tuple[str, str], ...]], done: tuple[Step, ...] = ()
) -> Iterator[tuple[Step, ...]]:
    """Yield every order that the rule allows, told without any pass.

    A pass that restarts for every earlier player is this: whoever comes first in order and has
    something left to choose chooses, in an order of their own.
    """
    seat = next((one for one in ORDER if waiting[one]), None)
    if seat is None:
        yield done
        return
    for kind, about in waiting[seat]:
        left = tuple(one for one in waiting[seat] if one != (kind, about))
        rest = {**waiting, seat: left}
        if kind == "pile":
            yield from allowed(rest, (*done, (seat, about, "1")))
            continue
        for other in ORDER:
            if other != seat:
                more = {**rest, other: (*rest[other], ("pile", str(seat)))}
                yield from allowed(more, (*done, (seat, "", str(other))))


def steps(events: tuple[Event, ...]) -> tuple[Step, ...]:
    return tuple(
        (Seat(one.player), one.about, one.picks[0]) for one in events if isinstance(one, ChoiceMade)
    )


def check_restarts(events: tuple[Event, ...]) -> None:
    """Assert a restart after each choice that opens one for an earlier player, and no other."""
    last, due = CYD, False
    for event in events:
        match event:
            case ChoiceMade():
                assert not due, f"no restart before {event}"
                last = Seat(event.player)
            case ChoiceOpened():
                due = ORDER.index(event.player) < ORDER.index(last)
            case ChoicesRestarted():
                assert due, "a restart for nobody"
                due = False
            case _:
                pass
    assert not due


def test_101_4d_every_order_is_one_that_the_rules_allow_and_every_allowed_one_is_reached() -> None:
    played = Played(separated())
    ways = list(reached(played.table, played))
    for events in ways:
        check_restarts(events)
    found = [steps(events) for events in ways]
    expected = list(allowed(dict.fromkeys(SEATS, (("opponent", ""),))))
    assert len(found) == len(set(found)) == 486
    assert set(found) == set(expected)
