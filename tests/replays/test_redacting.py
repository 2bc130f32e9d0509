"""Redacted logs: nobody is recognised, nothing hidden is told, and what is left still reads as a log."""

import re

import pytest

from events.codec import encode
from events.coin_flips import FlipCalled, FlipDeviceAgreed
from events.errors import DataError
from events.identifiers import Seat
from events.log import EventLog
from events.records import Draft, draft
from events.rulings import NoteAdded, Rewound
from events.vocabulary import PERSONAL_ZONES, Face
from machine.chance import seeded
from projections.consistency import faults
from projections.fold import fold
from projections.table import Table
from projections.views import seat_view
from replays.demo import demo_game
from replays.flip_table import FlipTable, device_of, new_table
from replays.game_log import GameLog
from replays.redacting import redacted
from replays.verify import verify
from tests.machine.contraptions.desk import random_game
from tests.machine.random_games import middle_game, played

SALT = "a salt"
WHOLE = demo_game()


def text_of(log: EventLog) -> str:
    return b"\n".join(map(encode, log)).decode()


def shown_to(seat: str) -> set[str]:
    """Return the names of all cards that a seat ever sees."""
    eyes = None if seat == "public" else Seat(seat)
    views = [seat_view(table, eyes) for table in WHOLE.tables]
    return {
        str(name)
        for view in views
        for name in (*view.cards, *(thing.card for thing in view.objects.values()))
    }


def test_the_whole_log_verifies_and_names_nobody() -> None:
    log = redacted(WHOLE, salt=SALT)

    assert len(log) == len(WHOLE)
    assert verify(GameLog(log)).ok
    assert [one.name for one in log.header.seats] == ["", ""]
    assert not [
        name for name in ('"ann"', '"bob"', '"Ann"', '"Bob"', '"at"') if name in text_of(log)
    ]


def test_the_same_salt_gives_the_same_log() -> None:
    assert redacted(WHOLE, salt=SALT) == redacted(WHOLE, salt=SALT)
    assert redacted(WHOLE, salt=SALT) != redacted(WHOLE, salt="another")


def test_names_and_times_stay_when_asked_for() -> None:
    log = redacted(WHOLE, names=True, times=True, salt=SALT)

    assert [record.event for record in log] == [record.event for record in WHOLE]


@pytest.mark.parametrize("seat", ["ann", "bob", "public"])
def test_a_seats_log_tells_what_that_seat_knows_and_no_more(seat: str) -> None:
    log = redacted(WHOLE, seat=seat, names=True, salt=SALT)
    last, whole = fold(log)[-1], WHOLE.tables[-1]

    assert all(record.cause is None or record.cause < record.seq for record in log)
    assert {name: one.life for name, one in last.players.items()} == {
        name: one.life for name, one in whole.players.items()
    }
    hidden = {card.name for card in WHOLE.header.cards} - shown_to(seat)
    assert hidden
    assert not [name for name in hidden if f'"{name}"' in text_of(log)]
    verdicts = verify(GameLog(log))
    assert verdicts.intact.ok
    assert verdicts.derived.ok is None


def test_words_are_emptied_and_numbers_follow_the_records() -> None:
    call = next(record.seq for record in WHOLE if isinstance(record.event, FlipCalled))
    added = [
        Draft(event=NoteAdded(text="ask Carol", about=call), by="judge"),
        draft(Rewound(to=call, why="Carol says so")),
    ]
    game = GameLog(WHOLE.log.append(added))

    note, back = (record.event for record in redacted(game, salt=SALT)[-2:])
    assert note == NoteAdded(text="", about=call)
    assert back == Rewound(to=call, why="")

    seen = redacted(game, seat="bob", names=True, salt=SALT)
    told = seen[-1].event
    assert isinstance(told, Rewound)
    assert isinstance(seen[told.to].event, FlipCalled)


def test_a_seat_that_nobody_has_is_refused() -> None:
    with pytest.raises(DataError, match="there are public, ann, bob, judge"):
        redacted(WHOLE, seat="carol", salt=SALT)


@pytest.mark.parametrize("seating", ["two", "three", "two-teams-in-shared-turns"])
@pytest.mark.parametrize("seed", range(2))
def test_no_seat_is_named_in_any_game(seating: str, seed: int) -> None:
    game = middle_game("division-before-cost", seating, seed, un_cards=seed != 1)
    *_, game = played(game, seed, decisions=60)
    log = redacted(GameLog(game.events), salt=SALT)

    assert not SEATS.findall(text_of(log))
    assert verify(GameLog(log)).derived.ok


@pytest.mark.parametrize("seat", ["ann", "cyd", "public"])
@pytest.mark.parametrize("seed", range(2))
def test_a_seats_log_folds_to_what_the_seat_sees(seed: int, seat: str) -> None:
    *_, game = played(middle_game("london", "three", seed, un_cards=True), seed, decisions=60)
    whole = GameLog(game.events)
    tables = fold(redacted(whole, seat=seat, names=True, salt=SALT))

    seen = seat_view(whole.tables[-1], None if seat == "public" else Seat(seat))
    assert known(tables[-1]) == known(seen)
    assert not [fault for table in tables for fault in faults(table)]


@pytest.mark.parametrize("seat", ["ann", "bob", "public"])
@pytest.mark.parametrize(("seed", "turns"), [(1, 8), (4, 8)])
def test_ids_are_the_same_for_who_does_not_see_every_draw(seed: int, turns: int, seat: str) -> None:
    """Abilities and Contraptions get ids of their own; a card put on the bottom is not drawn next."""
    whole = GameLog(random_game(seed, turns=turns).events)
    tables = fold(redacted(whole, seat=seat, names=True, salt=SALT))

    seen = seat_view(whole.tables[-1], None if seat == "public" else Seat(seat))
    assert known(tables[-1]) == known(seen)
    assert [one.id for one in tables[-1].stack] == [one.id for one in seen.stack]


SEATS = re.compile(r"(?<![a-z_])(?:ann|bob|cyd|dan)(?![a-z_])")


def known(table: Table) -> dict[str, object]:
    """Return the sizes of all zones, and what is known of every object."""
    sizes: dict[str, object] = {
        f"{name}.{zone}": player.size(zone)
        for name, player in table.players.items()
        for zone in sorted(PERSONAL_ZONES)
    }
    return sizes | {
        name: (thing.zone, thing.card, thing.tapped, thing.damage)
        for name, thing in table.objects.items()
    }


@pytest.mark.parametrize(
    ("written", "stays"), [("coin:carols-side", False), ("cards:Carol", False), ("d6:1,2,6", True)]
)
def test_what_people_call_a_side_is_no_longer_told(written: str, *, stays: bool) -> None:
    """CR 705.1: one of the sides is named, and so the log verifies as it did; a die's numbers are no name."""
    carol = Seat("carol")
    table = FlipTable(new_table((carol, "dave")), chance=seeded(7))
    proposal = device_of(written, carol)
    if table.propose(proposal) is not None:
        table.agree(Seat("dave"), accepted=True)
    (flip,) = table.begin(carol)
    table.call(flip, Face.HEADS)
    log = redacted(table.log, salt=SALT)
    agreed = next(one.event for one in log if isinstance(one.event, FlipDeviceAgreed))

    assert "carol" not in text_of(log).lower()
    assert agreed.heads
    assert (agreed.heads == proposal.heads) is stays
    assert verify(GameLog(log)).ok
