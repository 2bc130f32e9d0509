"""Bugs of coin flips in other programs: a test for each, here or in ``test_rules``, that would have found it.

Those that need whole cards are played as scenarios; what went wrong elsewhere is looked for in their logs.
"""

from functools import cache
from pathlib import Path

from events.base import Event
from events.coin_flips import CoinFlipped, FlipCalled, FlipInstructed, FlipLost, FlipWon
from events.identifiers import Seat
from events.stack import ProgramRepeated, ResolutionEnded, SpellCast, SpellCopied
from events.turns import CardsDrawn
from events.vocabulary import Face
from events.zones import CardMoved, TokenCreated
from machine.chance import Scripted, seeded
from replays.flip_table import FlipTable, new_table
from replays.scenarios import Scenario, load_scenarios, run_scenario
from replays.session import Game

FOLDER = Path(__file__).parents[2] / "scenarios"
ANN, BOB = Seat("ann"), Seat("bob")


@cache
def scenarios() -> dict[str, Scenario]:
    return {
        one.id: one
        for file in ("coin_flips", "coin_vectors")
        for one in load_scenarios(FOLDER / f"{file}.yaml")
    }


def played(name: str) -> list[Event]:
    """Play a scenario, which has to be as expected, and return what happened."""
    outcome = run_scenario(scenarios()[name])
    assert outcome.ok, outcome.failures
    assert outcome.log is not None
    return [record.event for record in outcome.log.log]


def kinds(events: list[Event], *wanted: type[Event]) -> list[str]:
    return [type(event).__name__ for event in events if isinstance(event, wanted)]


def test_b007_a_returned_card_is_a_new_object_and_its_copy_resolves_alone() -> None:
    events = played("T104-the-card-comes-back-while-its-copy-waits")
    returned = next(
        one for one in events if isinstance(one, CardMoved) and one.reason == "returned"
    )
    first, second = [one for one in events if isinstance(one, SpellCast)]

    assert second.card == returned.new
    assert second.card != first.card
    assert kinds(events, SpellCopied, SpellCast)[:3] == ["SpellCast", "SpellCopied", "SpellCast"]


def test_b008_a_lost_flip_returns_the_spell() -> None:
    events = played("T104-the-card-comes-back-while-its-copy-waits")
    lost = next(n for n, one in enumerate(events) if isinstance(one, FlipLost))

    assert any(isinstance(one, CardMoved) and one.to == "hand" for one in events[lost:])


def test_b013_exactly_one_branch_of_a_flip_is_followed() -> None:
    won, lost = played("B013-bottle-of-suleiman-wins"), played("T109-bottle-of-suleiman-loses")

    assert kinds(won, FlipWon, FlipLost, TokenCreated) == ["FlipWon", "TokenCreated"]
    assert kinds(lost, FlipWon, FlipLost, TokenCreated) == ["FlipLost"]


def test_b016_nothing_ends_while_an_optional_part_waits() -> None:
    events = played("B016-an-optional-part-of-a-won-flip")

    assert kinds(events, FlipWon, ResolutionEnded, CardsDrawn)[-1] == "FlipWon"


def test_b017_a_flip_won_elsewhere_satisfies_nothing() -> None:
    events = played("T115-a-flip-of-another-resolution-does-not-count")

    assert kinds(events, FlipWon, CardsDrawn, ResolutionEnded)[-3:] == [
        "CardsDrawn",
        "ResolutionEnded",
        "ResolutionEnded",
    ]


def test_b019_what_needs_a_permanent_that_is_gone_is_left_out() -> None:
    events = played("B019-the-djinn-is-gone-before-its-ability-resolves")
    lost = next(n for n, one in enumerate(events) if isinstance(one, FlipLost))

    assert "RemovedFromCombat" not in {type(one).__name__ for one in events[lost:]}


def test_b085_a_game_taken_up_again_does_not_repeat_its_coins() -> None:
    """With a seed each batch has chance of its own: a game goes on as though it had not stopped."""

    def draws(seq: int) -> object:
        return seeded(f"705:{seq}")

    def faces(*, stopping: bool) -> list[Face]:
        log = new_table(("ann",))
        game = Game(log, draws=draws)  # type: ignore[arg-type]
        game.begin()
        for number in range(1, 25):
            if stopping:
                game = Game(game.events, draws=draws)  # type: ignore[arg-type]
            game.rule(
                FlipInstructed(flip=number, flipper=ANN, contested=False, batch=number), by="apnap"
            )
        return [one.event.face for one in game.events if isinstance(one.event, CoinFlipped)]

    assert faces(stopping=True) == faces(stopping=False)
    assert set(faces(stopping=True)) == set(Face), "and not the first coin again and again"


def test_o10_faces_come_from_chance_and_are_stored() -> None:
    """The same table and the same call: what comes up is what chance says, and a record of its own."""
    for value, face in enumerate(Face):
        here = FlipTable(new_table(("ann",)), chance=Scripted([value]))
        (flip,) = here.begin(ANN)
        here.call(flip, Face.HEADS)
        (coin,) = [one.event for one in here.log.log if isinstance(one.event, CoinFlipped)]

        assert coin.face is face


def test_o13_who_calls_is_recorded_beside_who_flips() -> None:
    here = FlipTable(new_table(("ann", "bob"), day="2005-01-01"), chance=Scripted([0]))
    (flip,) = here.begin(ANN)
    here.call(flip, Face.TAILS)
    events = [record.event for record in here.log.log]
    instructed = next(one for one in events if isinstance(one, FlipInstructed))

    assert (instructed.flipper, instructed.caller) == (ANN, BOB)
    assert [one.player for one in events if isinstance(one, FlipCalled)] == [BOB]
    assert [one.player for one in events if isinstance(one, FlipWon)] == [ANN]


def test_b076_a_repeated_process_with_nothing_left_to_do_ends() -> None:
    events = played("B076-a-process-ends-with-nothing-left-to-flip")

    assert kinds(events, ProgramRepeated, ResolutionEnded)[-2:] == [
        "ProgramRepeated",
        "ResolutionEnded",
    ]
