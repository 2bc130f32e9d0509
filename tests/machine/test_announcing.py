"""Announcing: what a triggered ability that cannot be announced comes to (CR 603.3d)."""

from events.contraptions import CrankChosen
from events.identifiers import Seat
from events.stack import TargetsChosen, TriggerRemoved
from machine.referee import awaiting
from replays.derivation import rederive
from replays.session import Game
from tests.replays.play.tables import game

ANN = Seat("ann")


def cranked(creatures: list[str]) -> Game:
    """Return a game in which ann has cranked a Contraption that copies a target creature."""
    made = game(
        ann={
            "battlefield": [{"card": "Looking-Glass Loom", "sprocket": 1}, *creatures],
            "crank": 3,
        },
        play={"un_cards": True},
        turn={"number": 3, "active": "ann", "phase": "beginning.upkeep", "begins": True},
    )
    loom = made.table.battlefield[0]
    made.submit(CrankChosen(player=ANN, contraptions=(loom,)))
    return made


def test_a_trigger_without_a_legal_target_is_removed_and_nobody_is_asked() -> None:
    made = cranked([])

    assert TriggerRemoved(trigger=1, why="no legal target") in [r.event for r in made.events]
    assert made.table.stack == ()
    assert TargetsChosen not in awaiting(made.table)[0].decisions
    assert rederive(made.events.records).derived.ok


def test_with_one_its_targets_are_asked_for() -> None:
    made = cranked(["Bear"])

    assert [one.decisions for one in made.awaiting] == [(TargetsChosen,)]
