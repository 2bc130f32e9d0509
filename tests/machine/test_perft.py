"""Counted histories: how many ways small fixed situations can go, per edition, as derived by hand.

A history is a sequence of legal decisions; chance is fixed. One count too many or too few shows a rule
that lets through, or refuses, what it should not.
"""

from collections.abc import Callable

import msgspec
import pytest

from events.base import Decision
from events.card_files import known_cards
from events.coin_flips import FlipDeviceProposed
from events.turns import PhaseEntered
from events.vocabulary import Phase
from machine.chance import Chance
from machine.referee import legal_decisions
from machine.running import Run
from projections.folds.stack import drafted
from projections.table import Table
from replays.scenarios.chance import ScenarioChance
from replays.scenarios.setting import Setting
from replays.scenarios.shape import ChanceGiven, Given
from replays.session import Game

Done = Callable[[Table], bool]


def table_of(given: dict[str, object], chance: Chance) -> Table:
    """Return the table of a scenario's ``given``, settled."""
    log, _ = Setting(msgspec.convert(given, Given)).build()
    game = Game(log, chance=chance)
    game.begin()
    return game.table


def histories(table: Table, done: Done, coins: tuple[str, ...] = (), depth: int = 12) -> int:
    """Count the sequences of legal decisions that lead from a table to one that is done.

    Proposals to flip something else than a coin are left out: they change no outcome.
    """
    if done(table):
        return 1
    assert depth, "longer than any history here"
    total = 0
    for decision in list(legal_decisions(table)):
        if isinstance(decision, FlipDeviceProposed):
            continue
        chance = ScenarioChance(msgspec.convert({"coins": coins}, ChanceGiven))
        run = Run(table, chance, 0)
        run.decide(decision)
        total += histories(run.table, done, coins, depth - 1)
    return total


def started(given: dict[str, object]) -> Table:
    """Return a table whose chance, if any is drawn on the way, keeps every order."""
    dice = msgspec.convert({"dice": [20, 1]}, ChanceGiven)
    return table_of(given, ScenarioChance(dice))


PYRO = {
    "turn": {"active": "ann"},
    "players": {
        "ann": {"hand": ["Pyrotechnics"], "mana": "{R}{R}{R}{R}{R}", "library": ["Forest*3"]},
        "bob": {"battlefield": ["Bear"], "library": ["Forest*3"]},
    },
}


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        # Targets are ann, bob and the Bear; of k targets C(3,k) sets, each with C(3,k-1) splits of 4:
        # 3*1 + 3*3 + 1*3 = 15, and since "any number" may be none (2019-07-12) one more.
        ("2026-06-19", 16),
        ("2015-01-01", 15),
        # Before 2010-02-01 nothing is said about none; the data reads it as the words stand: allowed.
        ("2008-01-01", 16),
    ],
)
def test_601_2d_ways_to_announce_four_divided_damage(edition: str, expected: int) -> None:
    """CR 601.2c-d: targets, then the division, then one way to pay."""
    table = started({**PYRO, "edition": edition})
    spells = [one for one in legal_decisions(table) if type(one).__name__ == "SpellCast"]
    assert len(spells) == 1
    run = Run(table, ScenarioChance(ChanceGiven()), 0)
    run.decide(spells[0])
    assert histories(run.table, lambda one: drafted(one) is None) == expected


def test_103_5_two_rounds_of_declarations() -> None:
    """CR 103.5: ann then bob, keep or mulligan; whoever mulligans bottoms one of seven and is asked again.

    Until the second round begins or all have kept: both keep 1; one mulligans 7 each, for the card put
    on the bottom; both mulligan 7*7. In all 1 + 7 + 7 + 49 = 64.
    """
    table = started(
        {"players": {"ann": {"library": ["Forest*20"]}, "bob": {"library": ["Forest*20"]}}}
    )
    run = Run(table, ScenarioChance(ChanceGiven()), 0)
    run.decide(next(iter(legal_decisions(table))))  # ann starts

    def done(one: Table) -> bool:
        progress = one.mulligan
        return one.turn.number > 0 or (progress is not None and progress.round > 1)

    assert histories(run.table, done) == 64


def test_flips_call_and_keep() -> None:
    """CR 705.2, 614.1a: a call of two faces, and of two coins one is ignored: 2 * 2 = 4."""
    given: dict[str, object] = {
        "turn": {"active": "ann"},
        "cards": [
            {
                "name": "Gamble",
                "cost": "{R}",
                "types": ["Instant"],
                "abilities": [{"kind": "spell", "program": [{"do": "flip_coins"}]}],
            }
        ],
        "players": {
            "ann": {
                "hand": ["Gamble"],
                "battlefield": ["Krark's Thumb"],
                "mana": "{R}",
                "library": ["Forest*3"],
            },
            "bob": {"library": ["Forest*3"]},
        },
    }
    table = started(given)
    chance = ScenarioChance(msgspec.convert({"coins": ["heads", "tails"]}, ChanceGiven))
    run = Run(table, chance, 0)
    for _ in range(6):  # cast, pay, pass, pass
        if run.table.flips:
            break
        wanted = ("SpellCast", "CostPaid", "PriorityPassed")
        choices = list(legal_decisions(run.table))
        kinds = {type(one).__name__: one for one in reversed(choices)}
        run.decide(next(kinds[name] for name in wanted if name in kinds))
    assert run.table.flips
    flips = histories(run.table, lambda one: one.resolution is None, coins=("heads", "tails"))
    assert flips == 4


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        # 3 damage among two 2/2 blockers: free since 2024-11-08: 4 ways (0+3, 1+2, 2+1, 3+0).
        ("2026-06-19", 4),
        # Ordered: 2 orders, in each the second gets something only if the first has 2: 2+1, 3+0.
        ("2015-01-01", 4),
        # Free and on the stack: the same 4 assignments as today.
        ("2008-01-01", 4),
    ],
)
def test_510_1_ways_to_assign_three_damage(edition: str, expected: int) -> None:
    """CR 510.1c-d by edition: orders and assignments of one blocked attacker."""
    given: dict[str, object] = {
        "edition": edition,
        "turn": {"active": "ann", "phase": "combat.beginning"},
        "players": {
            "ann": {"battlefield": ["Elephant"], "library": ["Forest*3"]},
            "bob": {"battlefield": ["Bear*2"], "library": ["Forest*3"]},
        },
    }
    table = started(given)
    run = Run(table, ScenarioChance(ChanceGiven()), 0)
    for _ in range(12):
        if _blocks_twice(run.table):
            break
        run.decide(_most(run.table))
    assert _blocks_twice(run.table)
    assert histories(run.table, _is_dealt) == expected


def _blocks_twice(table: Table) -> bool:
    combat = table.combat
    return combat is not None and any(len(names) == 2 for names in combat.blocks.values())


def _most(table: Table) -> Decision:
    """The fullest declaration on offer, or a pass."""
    choices = list(legal_decisions(table))
    declared = [one for one in choices if hasattr(one, "attacks") or hasattr(one, "blocks")]
    if declared:
        return max(
            declared, key=lambda one: len(getattr(one, "attacks", getattr(one, "blocks", ())))
        )
    return next(one for one in choices if type(one).__name__ == "PriorityPassed")


def _is_dealt(table: Table) -> bool:
    combat = table.combat
    return combat is None or combat.damage_done or bool(table.stack)


def test_ufaq_subsets_to_crank() -> None:
    """Unstable FAQ: of three Contraptions on the sprocket any subset is cranked: 2^3 = 8."""
    on_one = [{"card": name, "sprocket": 1} for name in _contraptions(3)]
    given: dict[str, object] = {
        "turn": {"active": "ann", "phase": "beginning.upkeep", "begins": True},
        "play": {"un_cards": True},
        "players": {
            "ann": {"battlefield": on_one, "library": ["Forest*3"]},
            "bob": {"library": ["Forest*3"]},
        },
    }
    log, _ = Setting(msgspec.convert(given, Given)).build()
    game = Game(log, chance=ScenarioChance(ChanceGiven()))
    game.rule(PhaseEntered(phase=Phase.UPKEEP), by="apnap")
    assert game.table.cranking is not None
    assert histories(game.table, lambda one: one.cranking is None) == 8


def _contraptions(count: int) -> list[str]:
    cards = sorted(known_cards().values(), key=lambda card: card.name)
    return [str(card.name) for card in cards if "Contraption" in card.subtypes][:count]
