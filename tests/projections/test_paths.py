"""Dotted paths reach every value of a table, and nothing else."""

import pytest
from hypothesis import given, settings

from events.damage import LifeChanged
from events.errors import DataError
from events.game import FormatEntry
from events.identifiers import ObjectId
from events.mulligans import MulliganTaken
from events.stack import SpellCast
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import Phase, Zone
from events.zones import CardMoved
from projections.paths import ABSENT, Change, changes, children, get, walk
from projections.table import Table
from tests.projections.makers import ANN, BOB, FAN, played, table_of
from tests.projections.situations import tables

C1 = ObjectId("c1")


@pytest.fixture
def table() -> Table:
    return played(
        table_of(contraptions=(FAN,), play=FormatEntry(un_cards=True)),
        MulliganTaken(player=ANN, number=1, counted=1),
        CardMoved(card=ObjectId("c11"), new=ObjectId("c90"), to=Zone.BATTLEFIELD, sprocket=2),
        PhaseEntered(phase=Phase.UPKEEP),
        SpellCast(player=ANN, card=C1, object=ObjectId("o91")),
    )


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("players.bob.life", 40),
        ("objects.c90.zone", Zone.BATTLEFIELD),
        ("objects.c90.card", FAN),
        ("sprockets.ann.2", (ObjectId("c90"),)),
        ("sprockets.bob.3", ()),
        ("turn.phase", Phase.UPKEEP),
        ("phase", Phase.UPKEEP),
        ("playing", (ANN, BOB)),
        ("playing.1", BOB),
        ("active_player", None),
        ("stack.0.card", "Bear"),
        ("players.ann.hand", ()),
        ("mulligan.counted.ann", 1),
        ("rules.mulligan.kind", "london"),
        ("header.seats.1.name", "Bob"),
        ("cards.Giant Fan.name", FAN),
    ],
)
def test_a_path_reaches_its_value(table: Table, path: str, value: object) -> None:
    assert get(table, path) == value


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("players.bob.lief", "there is no 'lief' in players.bob; there is life"),
        ("player.bob", "there is no 'player' in a table; there is players"),
        ("", "there is no '' in a table"),
        ("stack.7", "there is no '7' in stack; there is 0"),
        ("stack.-1", "there is no '-1' in stack"),
        ("choice.open", "there is nothing in choice: it is absent"),
        ("players.bob.life.real", "there is nothing in players.bob.life: it is 40"),
        ("players.bob.size", "there is no 'size' in players.bob"),
        ("__class__", "there is no '__class__' in a table"),
        ("players.__len__", "there is no '__len__' in players; there is ann, bob"),
        ("turn.phase.value", "there is nothing in turn.phase"),
        ("players.bob.", "there is no '' in players.bob"),
    ],
)
def test_a_path_that_is_none_tells_what_there_is(table: Table, path: str, told: str) -> None:
    with pytest.raises(DataError) as caught:
        get(table, path.rstrip(".") + ".x" if path.endswith(".") else path)

    assert caught.value.code == "path/unknown"
    if not path.endswith("."):
        assert told in str(caught.value)


def test_children_are_what_can_follow(table: Table) -> None:
    assert {"players", "stack", "sprockets", "playing"} <= set(children(table))
    assert children(table.players) == ("ann", "bob")
    assert children(table.stack) == ("0",)
    assert children(get(table, "sprockets.ann")) == ("1", "2", "3")
    assert children(7) == ()


@settings(max_examples=25, deadline=None, derandomize=True)
@given(table=tables())
def test_every_leaf_can_be_got_by_its_path(table: Table) -> None:
    for path, value in walk(table):
        assert get(table, path) == value


def test_changes_are_the_smallest_places_that_differ(table: Table) -> None:
    after = played(
        table, LifeChanged(player=BOB, change=-1, life=19), TurnBegan(number=1, player=ANN)
    )

    assert Change("players.bob.life", 40, 38, halves=True) in changes(table, after)
    assert Change("turn.number", 0, 1) in changes(table, after)
    assert not any(one.path.startswith("objects") for one in changes(table, after))
    assert changes(table, table) == ()


def test_an_object_that_came_is_one_change() -> None:
    before = table_of()
    after = played(before, CardMoved(card=C1, new=ObjectId("c90"), to=Zone.GRAVEYARD))

    found = {one.path: one for one in changes(before, after)}

    assert set(found) == {
        "players.ann.library", "players.ann.graveyard", "objects.c1", "objects.c90",
        "numbers.object",
    }  # fmt: skip
    assert found["objects.c1"].after is ABSENT
    assert found["objects.c90"].before is ABSENT
    assert found["players.ann.graveyard"].after == (ObjectId("c90"),)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(before=tables(), after=tables())
def test_changes_tell_values_that_stand_at_their_paths(before: Table, after: Table) -> None:
    found = changes(before, after)

    assert (found == ()) == (before == after)
    for one in found:
        assert one.before is ABSENT or get(before, one.path) == one.before
        assert one.after is ABSENT or get(after, one.path) == one.after
