"""Games of XMage: flips in all their forms, divisions, mulligan rounds, prefixes old and new."""

from pathlib import Path

import pytest

from events.chance import RandomlyChosen
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipShown,
    FlipWon,
)
from events.damage import DamageDealt, LifeChanged
from events.division import DamageDivided
from events.game import GameEnded, StartingPlayerChosen
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.stack import SpellCast, TargetsChosen
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import DamageKind, Face, Phase
from replays.importers import ImportedGame, import_files
from tests.replays.importers.made import check, each_sample, errors, events, imported, inferred

HEADS, TAILS = Face.HEADS, Face.TAILS


def log(*lines: str, first: str = "Ann", second: str = "Bob", html: bool = False) -> str:
    """Return a log whose opening is told as the client does."""
    opening = [
        f"T0: {first}'s library is shuffled",
        f"T0: {second}'s library is shuffled",
        f"T0: {first} won the toss",
        f"T0: {first} chooses that they take the first turn",
        f"T0: {first} draws seven cards",
        f"T0: {second} draws seven cards",
        f"T0: {first} keeps hand",
        f"T0: {second} keeps hand",
        f"T1: TURN 1 for {first} (20 - 20)",
    ]
    whole = [f"8:22 PM, {line}" for line in (*opening, *lines)]
    if not html:
        return "\n".join(whole)
    rows = (line.replace(": ", ": </font>", 1) for line in whole)
    return "<br>".join(f"<font color='#CCCC33'>{row}" for row in rows)


def one(*lines: str, **more: str) -> ImportedGame:
    report = imported(log(*lines, **more))  # type: ignore[arg-type]
    assert [line.text for line in report.files[0].tally.unread] == []
    (game,) = report.games
    check(game)
    return game


@pytest.mark.parametrize("path", each_sample("xmage-log-synthetic"))
def test_the_sample(path: Path) -> None:
    report = import_files([path])
    (game,) = report.games
    assert (report.skipped, report.files[0].tally.not_understood) == ((), 0)
    assert errors(game) == []
    check(game)
    assert game.complete
    assert [event.number for event in events(game, TurnBegan)] == [1, 2, 9, 10]
    assert game.notes == ("turns 3 to 8 are not in the record",)
    flips = events(game, FlipCalled, CoinFlipped, FlipIgnored, FlipWon)
    assert [type(event) for event in flips] == [
        FlipCalled,
        CoinFlipped,
        CoinFlipped,
        FlipIgnored,
        FlipWon,
    ]
    (division,) = events(game, DamageDivided)
    assert (division.amount, division.shares, division.targets[1]) == (4, (3, 1), "seat2")


def test_html_and_text_say_the_same() -> None:
    lines = (
        "T1.M1: Ann plays Mountain [c90]",
        "T1.M1: Ann chose Heads",
        "T1.M1: Ann flipped Heads",
    )
    plain, html = imported(log(*lines)), imported(log(*lines, html=True))
    assert events(plain.games[0])[1:] == events(html.games[0])[1:]
    places = [record.source for record in html.games[0].log]
    assert {place.line for place in places if place} == {1}
    assert max(place.message for place in places if place) == 12


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ["Ann chose Heads", "Ann flipped Tails (source: Djinn [51a])", "Ann lost the flip (source: Djinn [51a])"],
            [("called", HEADS), ("coin", TAILS), ("lost", TAILS)],
        ),
        (
            ["Ann chose Tails", "Ann flipped Tails (source: Djinn [51a])", "Ann flipped Heads",
             "Ann chose to keep Tails", "Ann won the flip (source: Djinn [51a])"],
            [("called", TAILS), ("coin", TAILS), ("coin", HEADS), ("ignored", (2,)), ("won", TAILS)],
        ),
        (
            ["Ann chose Tails", "Ann flipped Tails (source: Djinn [51a])", "Ann flipped Tails", "Ann won the flip"],
            [("called", TAILS), ("coin", TAILS), ("coin", TAILS), ("ignored", (2,)), ("won", TAILS)],
        ),
        (["Ann flipped Heads (source: Karma [123])"], [("coin", HEADS), ("shown", HEADS)]),
        (
            ["Ann flipped Heads (source: Karma [123])", "Ann flipped Tails (source: Karma [123])"],
            [("coin", HEADS), ("shown", HEADS), ("coin", TAILS), ("shown", TAILS)],
        ),
        (["[Flip a coin] Bob won (head)."], [("coin", HEADS), ("won", HEADS)]),
        (["[Flip a coin] Bob lost (tail)."], [("coin", TAILS), ("lost", TAILS)]),
        (["Ann won the flip"], [("won", None)]),
        (["Ann chose Heads", "Ann flipped Heads", "Ann flipped Tails", "Ann won the flip"],
         [("called", HEADS), ("coin", HEADS), ("coin", TAILS), ("won", None)]),
        (["Ann chose Heads", "Bob chose Tails", "Bob flipped Tails"],
         [("called", HEADS), ("called", TAILS), ("coin", TAILS)]),
    ],
    ids=["lost", "kept", "same_twice", "nobody_wins", "two_flips", "2018_won", "2018_lost",
         "result_alone", "kept_untold", "interrupted"],
)  # fmt: skip
def test_flips_tell_what_the_record_tells(lines: list[str], expected: list[object]) -> None:
    game = one(*(f"T1.M1: {line}" for line in lines))
    told: list[tuple[str, object]] = []
    for event in events(game):
        match event:
            case FlipCalled():
                told.append(("called", event.call))
            case CoinFlipped():
                told.append(("coin", event.face))
            case FlipIgnored():
                told.append(("ignored", event.coins))
            case FlipWon():
                told.append(("won", event.face))
            case FlipLost():
                told.append(("lost", event.face))
            case FlipShown():
                told.append(("shown", event.face))
            case _:
                pass
    assert told == expected
    instructed = events(game, FlipInstructed)
    assert all((event.caller is None) == (told[0][0] != "called") for event in instructed[:1])
    assert errors(game) == []


def test_a_player_called_x_chose() -> None:
    game = one(
        "T1.M1: X chose chose Heads", "T1.M1: X chose flipped Heads", first="X chose", second="X"
    )
    assert [(event.player, event.call) for event in events(game, FlipCalled)] == [("seat1", HEADS)]


def test_the_source_of_a_flip_is_named() -> None:
    game = one("T1.M1: Ann chose Heads", "T1.M1: Ann flipped Heads (source: Mijae Djinn [51a])")
    assert [event.purpose for event in events(game, FlipInstructed)] == ["Mijae Djinn"]


@pytest.mark.parametrize(
    ("targets", "shares"),
    [
        ("Goblin [a11] (3) Bob (1)", (3, 1)),
        ("Bob (4)", (4,)),
        ("Goblin [a11] (1) Goblin [a12] (1) Ann (1) Bob (1)", (1, 1, 1, 1)),
        ("Bob, the Goblin [a11] (2) Ann (2)", (2, 2)),
        ("Ob Nixilis [2] [a11] (2) Ann (2)", (2, 2)),
        ("「火」 [fff] (4)", (4,)),
    ],
)
def test_divisions_have_their_amounts(targets: str, shares: tuple[int, ...]) -> None:
    game = one(f"T1.M2: Ann casts Pyrotechnics [7f0] targeting {targets}")
    (event,) = events(game, DamageDivided)
    assert (event.shares, event.amount) == (shares, sum(shares))
    assert len(set(event.targets)) == len(shares)
    (chosen,) = events(game, TargetsChosen)
    assert chosen.targets == event.targets
    assert inferred(game, DamageDivided) == [True]  # the client does not say that it is damage
    assert errors(game) == []


@pytest.mark.parametrize("targets", ["Goblin [a11]", "Bob", "Goblin [a11] (3) Bob"])
def test_targets_without_amounts_are_no_division(targets: str) -> None:
    game = one(f"T1.M2: Ann casts Bolt [7f0] targeting {targets}")
    assert events(game, DamageDivided) == []
    assert len(events(game, SpellCast)) == 1


def test_mulligans_in_the_clients_own_rounds() -> None:
    text = log().replace(
        "8:22 PM, T0: Ann keeps hand\n8:22 PM, T0: Bob keeps hand",
        "\n".join(
            f"8:22 PM, T0: {line}"
            for line in (
                "Ann decides to take mulligan", "Bob decides to take mulligan",
                "Ann mulligans down to 6 cards", "Ann draws seven cards",
                "Bob mulligans down to 6 cards", "Bob draws seven cards",
                "Ann keeps hand", "Bob decides to take mulligan",
                "Bob mulligans down to 5 cards", "Bob draws seven cards", "Bob keeps hand",
            )
        ),
    )  # fmt: skip
    (game,) = imported(text).games
    lines = [record.source.line for record in game.log if record.source and type(record.event) in
             (MulliganDeclared, MulliganTaken)]  # fmt: skip
    assert lines == sorted(lines)
    assert [event.size for event in events(game, HandKept)] == [6, 5]
    assert [event.count for event in events(game, CardsBottomed)] == [1, 2]
    assert inferred(game, CardsBottomed) == [True, True]
    assert game.header.rules.mulligan.kind == "london"
    assert errors(game) == []


def test_free_mulligans_are_granted_by_the_client() -> None:
    text = log().replace(
        "8:22 PM, T0: Bob keeps hand",
        "T0: Bob decides to take mulligan\nT0: Bob mulligans for free and draws 7 cards\nT0: Bob keeps hand"
        .replace("T0: ", "8:22 PM, T0: "),
    )  # fmt: skip
    (game,) = imported(text).games
    assert game.header.rules.mulligan.free_extra == 1
    assert [(event.number, event.counted) for event in events(game, MulliganTaken)] == [(1, 0)]
    assert [event.size for event in events(game, HandKept)] == [7, 7]
    assert errors(game) == []


def test_smaller_hands_show_another_kind_of_mulligan() -> None:
    text = log().replace(
        "8:22 PM, T0: Bob keeps hand",
        "T0: Bob decides to take mulligan\nT0: Bob mulligans down to 6 cards\nT0: Bob draws six cards\n"
        "T0: Bob keeps hand".replace("T0: ", "8:22 PM, T0: "),
    )
    (game,) = imported(text).games
    assert game.header.rules.mulligan.kind == "vancouver"
    assert events(game, CardsBottomed) == []
    assert errors(game) == []


def test_old_logs_have_the_time_alone() -> None:
    old = log("Bob loses 3 life").replace("T0: ", "").replace("T1: ", "").replace("PM, ", "PM: ")
    (game,) = imported(old).games
    assert [event.change for event in events(game, LifeChanged)] == [-3]
    assert [event.phase for event in events(game, PhaseEntered)][-1] is Phase.UNTAP


def test_steps_stand_before_each_line() -> None:
    game = one("T1.UP: Ann loses 1 life", "T1.M1: Ann loses 1 life", "T1.M1: Bob loses 1 life")
    phases = [event.phase for event in events(game, PhaseEntered) if event.phase.is_turn]
    assert phases == [Phase.UNTAP, Phase.UPKEEP, Phase.PRECOMBAT_MAIN]


def test_damage_in_a_damage_step_is_combat_damage_as_far_as_one_can_tell() -> None:
    game = one("T1.CD: Bear [abc] gets 2 damage", "T1.M2: Bear [abc] gets 1 damage")
    kinds = [event.kind for event in events(game, DamageDealt)]
    assert kinds == [DamageKind.COMBAT, DamageKind.NONCOMBAT]
    assert inferred(game, DamageDealt) == [True, False]


@pytest.mark.parametrize(
    ("name", "day", "zone", "at"),
    [
        ("20180311_202200_Two Player Duel_1.html", "", "UTC", "2018-03-11T20:22:00.000Z"),
        ("20180311_202200_Two Player Duel_1.html", "2020-01-01", "Asia/Tokyo", "2018-03-11T11:22:00.000Z"),
        ("pasted.txt", "2020-01-01", "UTC", "2020-01-01T20:22:00.000Z"),
        ("pasted.txt", "", "UTC", ""),
    ],
)  # fmt: skip
def test_the_day_comes_from_the_files_name_or_the_user(
    name: str, day: str, zone: str, at: str
) -> None:
    (game,) = imported(log(), name, day=day, time_zone=zone).games
    assert game.log[0].at == at
    rules = game.header.rules
    assert rules.as_of == (at[:10] or "2025-01-01")
    assert rules.mulligan.kind == ("vancouver" if "2018" in at else "london") or not at
    assert (rules.date_quality == "inferred") >= (at == "")


def test_midnight_passes() -> None:
    text = log("T1.M1: Ann loses 1 life").replace("8:22 PM, T1.M1", "0:05, T1.M1")
    (game,) = imported(text, day="2024-12-31").games
    assert game.log[-1].at == "2025-01-01T00:05:00.000Z"


@pytest.mark.parametrize(
    ("last", "winner"),
    [("Ann has conceded.", "seat2"), ("Bob has lost the game.", "seat1"), ("Bob has won the game", "seat2")],
)  # fmt: skip
def test_the_end(last: str, winner: str) -> None:
    game = one(f"T1.M1: {last}")
    (event,) = events(game, GameEnded)
    assert event.winners == (winner,)
    assert game.complete


def test_two_games_of_one_file_have_nothing_in_common() -> None:
    text = log("T1.M1: Bob has conceded.") + "\n" + log(first="Bob", second="Ann")
    games = imported(text).games
    assert [game.header.match.game for game in games] == [1, 2]
    assert [len(events(game, StartingPlayerChosen)) for game in games] == [1, 1]
    assert [event.chosen for event in events(games[1], RandomlyChosen)] == [("seat2",)]
    assert games[1].header.match.previous_loser == "seat2"


def test_a_log_that_begins_in_the_middle() -> None:
    (game,) = imported("TURN 5 for Ann (12 - 9)\nAnn chose Heads\nTURN 6 for Bob (12 - 9)\n").games
    assert not game.from_start
    assert [event.number for event in events(game, TurnBegan)] == [5, 6]
    assert events(game, MulliganDeclared) == []
