"""Games of Magic Online: rounds, turns, cards, targets, several games of a match."""

import re
from collections import Counter
from pathlib import Path

import pytest

from events.chance import DieRolled
from events.combat import AttackersDeclared, BlockersDeclared
from events.division import DamageDivided
from events.game import Conceded, GameEnded, StartingPlayerChosen
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.stack import AbilityActivated, SpellCast, TargetsChosen, ValueChosen
from events.turns import TurnBegan
from events.zones import CardsIdentified, LandPlayed
from replays.importers import import_files
from tests.replays.importers.made import check, each_sample, errors, events, imported, inferred
from tests.replays.importers.mtgo.made import card, match_log, opening

COUNTED = {
    r" rolled a \d": DieRolled,
    r" chooses to (not )?play ": StartingPlayerChosen,
    r" mulligans to ": MulliganTaken,
    r" begins the game with ": HandKept,
    r" on the bottom of their library and begins": CardsBottomed,
    r"@PTurn \d+: ": TurnBegan,
    r"^@P\S+ casts @\[": SpellCast,
    r"^@P\S+ plays @\[": LandPlayed,
    r" activates an ability of ": AbilityActivated,
    r" has conceded ": Conceded,
    r" wins the game": GameEnded,
}
"""Sentence of the text twin -> the event that it becomes, one for one."""


@pytest.mark.parametrize("path", each_sample("mtgo-gamelog", "*.dat"))
def test_real_matches_have_what_their_text_twins_have(path: Path) -> None:
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    texts = [line.partition("\t")[2] for line in text.splitlines()]
    report = import_files([path])
    assert (report.skipped, report.files[0].tally.not_understood) == ((), 0)
    found = Counter(type(event) for game in report.games for event in events(game))
    told = {
        kind: sum(bool(re.search(words, one)) for one in texts) for words, kind in COUNTED.items()
    }
    assert {kind: found[kind] for kind in told} == told
    assert len(report.games) == sum("@P@P" in one for one in texts) // 2


@pytest.mark.parametrize("path", each_sample("mtgo-gamelog", "*.dat"))
def test_real_matches_break_no_rule_and_name_nobody(path: Path) -> None:
    report = import_files([path])
    for game in report.games:
        assert errors(game) == []
        check(game)
        assert b"PlayerOne" not in b"".join(game.log.lines())
        assert game.complete
    numbers = [game.header.match.game for game in report.games]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len({game.header.match.match for game in report.games}) == 1


@pytest.mark.parametrize("path", each_sample("mtgo-gamelog", "*.dat"))
def test_cards_bottomed_are_as_many_as_mulligans(path: Path) -> None:
    for game in import_files([path]).games:
        taken = Counter(event.player for event in events(game, MulliganTaken))
        kept = {event.player: event.size for event in events(game, HandKept)}
        assert kept == {seat: 7 - taken[seat] for seat in kept}
        bottomed = {event.player: event.count for event in events(game, CardsBottomed)}
        assert bottomed == dict(taken)


def test_declarations_come_in_rounds_whatever_their_pace() -> None:
    lines = [
        *opening()[:5],
        "@PBob mulligans to six cards.",
        "@PBob mulligans to five cards.",
        "@PAnn mulligans to six cards.",
        "@PBob puts two cards on the bottom of their library and begins the game with five cards in hand.",
        "@PAnn puts a card on the bottom of their library and begins the game with six cards in hand.",
        "@PTurn 1: Ann",
    ]
    (game,) = imported(match_log(lines)).games
    said = [(event.player, event.mulligan) for event in events(game, MulliganDeclared)]
    ann, bob = "seat1", "seat2"
    assert said == [(ann, True), (bob, True), (ann, False), (bob, True), (bob, False)]
    taken = [(event.player, event.number, event.counted) for event in events(game, MulliganTaken)]
    assert taken == [(ann, 1, 1), (bob, 1, 1), (bob, 2, 2)]
    assert [event.size for event in events(game, HandKept)] == [6, 5]
    assert errors(game) == []


def test_turns_are_counted_over_all_players() -> None:
    turns = ["@PTurn 1: Ann", "@PTurn 1: Bob", "@PTurn 2: Ann", "@PTurn 3: Ann", "@PTurn 2: Bob"]
    (game,) = imported(match_log(opening() + turns)).games
    told = [(event.number, event.player, event.extra) for event in events(game, TurnBegan)]
    assert [number for number, _, _ in told] == [1, 2, 3, 4, 5]
    assert [seat for _, seat, _ in told] == ["seat1", "seat2", "seat1", "seat1", "seat2"]
    assert [extra for _, _, extra in told] == [False, False, False, True, False]
    assert not game.complete


NAMES = [
    ("Ann", "Bob"),
    ("Ann Lee", "Ann"),
    ("X: mulligans", "(Bob) [2]"),
    ("青木", 'O\'Neil "Z"'),
    ("a.b*c+", "Turn 1"),
]


@pytest.mark.parametrize(("first", "second"), NAMES)
def test_any_name_is_read_and_kept_out(first: str, second: str) -> None:
    lines = [
        *opening(first, second),
        f"@PTurn 1: {first}",
        f"@P{first} casts {card('Bolt', 9)} targeting {second}.",
        f"@P{second} has conceded from the game.",
        f"@P{first} wins the game.",
    ]
    report = imported(match_log(lines))
    (game,) = report.games
    assert report.files[0].tally.not_understood == 0
    assert [event.targets for event in events(game, TargetsChosen)] == [("seat2",)]
    assert game.header.seats[0].name == "Player 1"
    named = imported(match_log(lines), keep_names=True).games[0]
    assert [entry.name for entry in named.header.seats] == [first, second]


def test_targets_and_values_stand_outside_rules_text() -> None:
    odd, modes = card("Who, What, and When", 11), '"Deal 4. targeting Bob" and "Draw."'
    listed = f"Bob, {odd}, and {card('Bear', 12)}"
    lines = [
        *opening(),
        "@PTurn 1: Ann",
        f"@PAnn casts {card('Command', 10)} choosing {modes} targeting {listed}.(X is 3.)",
        f"@PAnn activates an ability of {odd} (Put it on target creature. targeting Bob) targeting {odd}.",
        f"@PAnn casts {card('Fire', 13)} targeting {odd} (1 damage) and {card('Cat', 14)}.",
    ]
    (game,) = imported(match_log(lines)).games
    chosen = [event.targets for event in events(game, TargetsChosen)]
    assert [len(targets) for targets in chosen] == [3, 1, 2]
    assert chosen[0][0] == "seat2"
    assert chosen[0][1] == chosen[1][0] == chosen[2][0]
    assert [event.value for event in events(game, ValueChosen)] == [3]
    assert events(game, DamageDivided) == []  # amounts are not all told: nothing is guessed


def test_combat_is_one_declaration_of_each() -> None:
    bear, cat, elf = card("Bear", 20), card("Cat", 21), card("Elf", 22)
    lines = [
        *opening(),
        "@PTurn 1: Ann",
        f"@PBob is being attacked by {bear} and {cat}",
        f"@P{elf} blocks {bear}.",
        f"@P{card('Ox', 23)} blocks {bear}.",
    ]
    (game,) = imported(match_log(lines)).games
    (attack,), (block,) = events(game, AttackersDeclared), events(game, BlockersDeclared)
    assert [one.defender for one in attack.attacks] == ["seat2", "seat2"]
    assert attack.player == "seat1"
    assert block.player == "seat2"
    assert [one.attacker for one in block.blocks] == [attack.attacks[0].attacker] * 2
    names = {name for event in events(game, CardsIdentified) for name in event.cards.values()}
    assert names == {"Bear", "Cat", "Elf", "Ox"}
    check(game)


def test_a_match_of_three_games_knows_who_lost() -> None:
    def game(loser: str, winner: str, *, rolls: bool = False) -> list[str]:
        return [
            *opening()[0 if rolls else 2 : 4],
            f"@P{loser} chooses to play first.",
            "@PAnn begins the game with seven cards in hand.",
            "@PBob begins the game with seven cards in hand.",
            f"@PTurn 1: {loser}",
            f"@P{loser} has conceded from the game.",
            f"@P{winner} wins the game.",
            f"@P{winner} leads the match 1-0",
            f"@P{winner} draws their next card.",
        ]

    lines = game("Ann", "Bob", rolls=True) + game("Bob", "Ann") + game("Ann", "Bob")
    games = imported(match_log(lines)).games
    assert [one.header.match.game for one in games] == [1, 2, 3]
    assert [one.header.match.previous_loser for one in games] == [None, "seat1", "seat2"]
    assert [events(one, GameEnded)[0].winners for one in games] == [
        ("seat2",),
        ("seat1",),
        ("seat2",),
    ]
    assert all(type(one.log[-1].event) is GameEnded for one in games)


def test_times_are_local_and_places_are_kept() -> None:
    data = match_log([*opening(), "@PTurn 1: Ann"])
    (game,) = imported(data, time_zone="Asia/Tokyo").games
    began = next(record for record in game.log if type(record.event) is TurnBegan)
    assert began.at == "2026-01-13T06:00:07.000Z"
    assert began.source is not None
    assert began.source.line == 8
    assert data[began.source.message + 9 : began.source.message + 23].endswith(b"@PTurn 1: Ann")
    assert game.header.rules.as_of == "2026-01-13"


def test_a_record_that_is_still_being_written_is_told() -> None:
    data = match_log([*opening(), "@PTurn 1: Ann"])
    report = imported(data[:-4])
    assert [one.code for one in report.skipped] == ["mtgo/cut"]
    assert "record 8" in report.skipped[0].reason
    assert len(report.games) == 1


def test_b152_sentences_that_changed_are_counted_and_listed() -> None:
    lines = [*opening(), *(f"@PAnn does a new thing {number}." for number in range(20))]
    report = imported(match_log(lines))
    tally = report.files[0].tally
    assert tally.not_understood == 20
    assert tally.unread[0].line == 8
    assert "import/not_understood" in [one.code for one in report.skipped]


def test_what_is_inferred_is_marked() -> None:
    (game,) = imported(match_log([*opening(), "@PTurn 1: Ann"])).games
    assert inferred(game, MulliganDeclared) == [False, False]
    assert inferred(game, HandKept) == [False, False]
    assert inferred(game, StartingPlayerChosen) == [False]
    assert all(record.by == "import" or not record.inferred for record in game.log)
