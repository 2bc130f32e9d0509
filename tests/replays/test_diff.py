"""Differences: where two logs part, and what is different then."""

import pytest

from events.damage import LifeChanged
from events.identifiers import Seat
from events.log import EventLog
from events.records import Draft, draft
from replays.cli.comparing import plain_diff
from replays.diff import between, diff, plain_record
from replays.game_log import GameLog
from tests.replays.dispute import logs
from tests.replays.games import BOB, ENDING, MULLIGANS, OPENING, game_of, header, whole_game

GAME = whole_game()


def test_a_log_is_the_same_as_itself() -> None:
    found = diff(GAME, whole_game())

    assert found.same
    assert found.common == len(GAME)
    assert found.first_divergence is None
    assert found.changes == ()


def test_the_first_record_in_which_two_logs_part() -> None:
    found = diff(GAME, whole_game(life=15))

    assert not found.same
    assert found.header == ()
    assert found.first_divergence is not None
    parted = found.first_divergence
    assert parted.seq == found.common
    assert parted.a is not None
    assert parted.b is not None
    assert parted.a.event == LifeChanged(player=BOB, change=-3, life=17)
    assert parted.b.event == LifeChanged(player=BOB, change=-5, life=15)
    assert [one.path for one in found.changes] == ["players.bob.life"]


def test_a_log_that_stops_earlier() -> None:
    short = GameLog(GAME.log.prefix(10))

    found = diff(short, GAME)

    assert found.first_divergence is not None
    assert found.first_divergence.seq == 10
    assert found.first_divergence.a is None
    assert found.first_divergence.b == GAME[10]


def test_headers_are_told_apart_and_the_games_compared_all_the_same() -> None:
    found = diff(GAME, whole_game(name="other"))

    assert [(one.field, one.a, one.b) for one in found.header] == [("game", "test", "other")]
    assert found.first_divergence is None
    assert not found.same


def test_times_and_keys_are_no_difference() -> None:
    drafts = [Draft(event=header(), by="apnap"), *map(draft, OPENING)]
    log = EventLog().append(drafts)
    timed = EventLog().append(
        [Draft(event=one.event, by=one.by, at="2026-11-30T12:00:00.000Z", id="k") for one in drafts]
    )

    assert diff(GameLog(log), GameLog(timed)).same


def test_who_did_it_is_a_difference() -> None:
    first = Draft(event=header(), by="apnap")
    log = EventLog().append([first, draft(OPENING[1])])
    other = EventLog().append([first, Draft(event=OPENING[1], by="judge")])

    assert diff(GameLog(log), GameLog(other)).common == 1


def test_two_positions() -> None:
    game = game_of(*OPENING, *MULLIGANS, *ENDING)

    assert between(game.at(3), game.at(3)) == ()
    paths = [one.path for one in between(game.at("mull.1"), game.at("end"))]
    assert "players.bob.lost" in paths
    assert "turn.number" in paths


def test_a_record_in_plain_words() -> None:
    assert plain_record(GAME, GAME.seq("divide:1")) == {
        "seq": GAME.seq("divide:1"),
        "by": "ann",
        "event": {
            "type": "DamageDivided",
            "player": "ann",
            "object": "o50",
            "amount": 4,
            "shares": (3, 1),
            "targets": ("bob", "ann"),
        },
    }
    assert plain_record(GAME, None) is None


@pytest.mark.parametrize("seat", ["ann", "public"])
@pytest.mark.parametrize("secret", [2, 3, 5])
def test_a_seat_learns_of_a_difference_and_nothing_of_what_is_hidden(
    seat: str, secret: int
) -> None:
    eyes = None if seat == "public" else Seat(seat)
    one, other, third = (logs.secrets(number, eyes) for number in (1, secret, secret + 1))
    found = diff(one, other, seat=seat)
    told = plain_diff(found, one, other, seat)
    again = plain_diff(diff(one, third, seat=seat), one, third, seat)

    assert diff(one, other).changes  # a judge is told more
    assert {**told, "b": "", "common": 0} == {**again, "b": "", "common": 0}
    assert told["first_divergence"] is not None
    assert {"order", "new"}.isdisjoint(told["first_divergence"]["a"]["event"])
