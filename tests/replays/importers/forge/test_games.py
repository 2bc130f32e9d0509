"""Games of Forge: both directions of time, several players and games, the free-mulligan trap."""

from pathlib import Path

import pytest

from events.combat import AttackersDeclared, BlockersDeclared
from events.damage import DamageDealt, LifeChanged
from events.game import Conceded, GameEnded, PlayerLost
from events.mulligans import HandKept, MulliganDeclared, MulliganTaken
from events.stack import ResolutionEnded, SpellCast
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import LossReason, Phase
from replays.importers import import_files
from replays.importers.forge.grammar import PHASES
from tests.replays.importers.made import check, each_sample, errors, events, imported


def opening(*names: str) -> list[str]:
    return [f"Mulligan: {name} has kept a hand of 7 cards" for name in names]


def turns(*names: str, count: int = 4) -> list[str]:
    lines = []
    for number in range(1, count + 1):
        name = names[(number - 1) % len(names)]
        owner = f"{name}'" if name.endswith("s") else f"{name}'s"
        lines += [f"Turn: Turn {number} ({name})", *(f"Phase: {owner} {step}" for step in PHASES)]
    return lines


def end(winner: str, *losers: str, game: int = 1) -> list[str]:
    lost = [f"Game Outcome: {name} has lost because life total reached 0" for name in losers]
    return [
        "Game Outcome: Turn 4",
        f"Game Outcome: {winner} has won because all opponents have lost",
        *lost,
        f"Match Result: {winner}: 1",
        f"Game Result: Game {game} ended in 12176 ms. {winner} has won!",
    ]


@pytest.mark.parametrize("path", each_sample("forge-log"))
def test_the_sample(path: Path) -> None:
    report = import_files([path])
    (game,) = report.games
    text = path.read_text()
    assert [line.text[:8] for line in report.files[0].tally.unread] == ["# elided"] * 2
    assert errors(game) == []
    check(game)
    assert game.complete
    assert [entry.name for entry in game.header.seats] == [
        "Player 1",
        "Player 3",
        "Player 4",
        "Player 2",
    ]
    assert b"vito" not in b"".join(game.log.lines()).replace(b"Vito", b"")
    assert game.header.play.commander
    assert game.header.play.starting_life == 40
    assert len(events(game, TurnBegan)) == text.count("\nTurn: ")
    in_turns = [event for event in events(game, PhaseEntered) if event.phase.is_turn]
    assert len(in_turns) == text.count("\nPhase: ")
    assert len(events(game, MulliganTaken)) == text.count("mulliganed down")
    assert len(events(game, HandKept)) == text.count("kept a hand")
    assert len(events(game, LifeChanged)) == text.count("\nLife: ")
    assert len(events(game, DamageDealt)) == text.count("\nDamage: ")
    assert len(events(game, SpellCast)) == text.count(" cast ")
    assert len(events(game, ResolutionEnded)) == text.count("\nResolve Stack: ")
    assert [event.reason for event in events(game, PlayerLost)] == [LossReason.LIFE] * 3


@pytest.mark.parametrize("path", each_sample("forge-log"))
def test_the_sample_read_backwards_is_the_same_game(path: Path) -> None:
    lines = path.read_text().splitlines()
    forwards = imported("\n".join(lines)).games[0]
    backwards = imported("\n".join(reversed(lines))).games[0]
    assert events(backwards)[1:] == events(forwards)[1:]
    first = backwards.log[-1].source
    assert first is not None
    assert first.line == 1


@pytest.mark.parametrize("count", [2, 3, 4])
def test_free_mulligans_are_no_trap(count: int) -> None:
    """CR 103.5c: with more than two players the first mulligan is free, and says "down to 7"."""
    names = ["Ai(1)-x", "Boris", "Cy, the 2nd", "青木"][:count]
    free = 7 if count > 2 else 6
    lines = [
        f"Mulligan: {names[0]} has mulliganed down to {free} cards.",
        f"Mulligan: {names[0]} has mulliganed down to {free - 1} cards.",
        f"Mulligan: {names[0]} has kept a hand of {free - 1} cards",
        *opening(*names[1:]),
        *turns(*names),
    ]
    report = imported("\n".join(lines))
    (game,) = report.games
    assert report.files[0].tally.not_understood == 0
    counted = [event.counted for event in events(game, MulliganTaken)]
    assert counted == ([0, 1] if count > 2 else [1, 2])
    assert [event.size for event in events(game, HandKept)] == [7] * (count - 1) + [free - 1]
    assert not game.header.rules.overrides
    assert len([event for event in events(game, MulliganDeclared) if event.mulligan]) == 2
    assert errors(game) == []


def test_a_client_that_grants_free_mulligans_to_two() -> None:
    lines = [
        "Mulligan: Ann has mulliganed down to 7 cards.",
        *opening("Ann", "Bob"),
        *turns("Ann", "Bob"),
    ]
    (game,) = imported("\n".join(lines)).games
    assert game.header.rules.mulligan.free_extra == 1
    assert errors(game) == []


def test_a_client_that_grants_none_to_four() -> None:
    names = ("Ann", "Bob", "Cid", "Dan")
    lines = [
        "Mulligan: Bob has mulliganed down to 6 cards.",
        "Mulligan: Bob has kept a hand of 6 cards",
        *opening("Ann", "Cid", "Dan"),
        *turns(*names),
    ]
    (game,) = imported("\n".join(lines)).games
    assert game.header.rules.mulligan.free_first == "none"
    assert errors(game) == []


def test_a_simulation_is_many_games() -> None:
    heading = "Ann vs Bob - 3 games of Constructed"
    one = [*opening("Ann", "Bob"), *turns("Ann", "Bob"), *end("Ann", "Bob")]
    two = [*opening("Bob", "Ann"), *turns("Bob", "Ann"), *end("Bob", "Ann", game=2)]
    games = imported("\n".join([heading, *one, *two, *one])).games
    assert [game.header.match.game for game in games] == [1, 2, 3]
    assert [game.header.seats[0].seat for game in games] == ["seat1", "seat2", "seat1"]
    assert [events(game, GameEnded)[0].winners for game in games] == [
        ("seat1",),
        ("seat2",),
        ("seat1",),
    ]
    assert [game.header.match.previous_loser for game in games] == [None, "seat2", "seat1"]
    assert len({game.header.game for game in games}) == 3
    reversed_ = imported("\n".join(reversed([heading, *one, *two, *one]))).games
    assert [events(game)[1:] for game in reversed_] == [events(game)[1:] for game in games]


def test_a_player_who_concedes() -> None:
    lines = [
        *opening("Ann", "Bob"), *turns("Ann", "Bob", count=1),
        "Game Outcome: Ann has won because all opponents have lost",
        "Game Outcome: Bob has lost because conceded",
    ]  # fmt: skip
    (game,) = imported("\n".join(lines)).games
    assert [event.player for event in events(game, Conceded)] == ["seat2"]
    assert events(game, GameEnded)[0].winners == ("seat1",)
    assert game.log[-1].inferred  # the record says who has won, not that the game ends


def test_lines_without_a_category_belong_to_the_declaration_before() -> None:
    lines = [
        *opening("Ann", "Bob"), *turns("Ann", "Bob", count=1)[:7],
        "Combat: Ann assigned Bear (5), Cat (6) and Elf (7) to attack Bob.",
        "Phase: Ann's Declare Blockers Step",
        "Combat: Bob assigned Ox (8) and Yak (9) to block Bear (5).",
        "Bob didn't block Cat (6).",
        "Bob didn't block Elf (7).",
    ]  # fmt: skip
    (game,) = imported("\n".join(lines)).games
    (attack,), (block,) = events(game, AttackersDeclared), events(game, BlockersDeclared)
    assert len(attack.attacks) == 3
    assert [one.attacker for one in block.blocks] == [attack.attacks[0].attacker] * 2
    assert len(events(game, PhaseEntered)) > 0
    check(game)


def test_b148_a_second_game_keeps_nothing_of_the_first() -> None:
    first = [*opening("Ann", "Bob"), *turns("Ann", "Bob"), *end("Ann", "Bob")]
    second = [*opening("Cid", "Dan"), *turns("Cid", "Dan"), *end("Dan", "Cid")]
    games = imported("\n".join([*first, *second])).games
    assert [len(game.header.seats) for game in games] == [2, 2]
    assert events(games[0])[1:] == events(games[1])[1:-2] + events(games[0])[-2:]


def test_one_turn_alone_newest_first() -> None:
    lines = [*opening("Ann", "Bob"), *turns("Ann", "Bob", count=1)]
    (game,) = imported("\n".join(reversed(lines))).games
    phases = [event.phase for event in events(game, PhaseEntered) if event.phase.is_turn]
    assert phases == list(PHASES.values())
    assert phases[0] is Phase.UNTAP
