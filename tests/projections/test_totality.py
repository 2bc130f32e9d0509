"""Every event can be applied to every table, and leaves a table that is sound."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from events.base import Event
from events.catalogue import EVENT_TYPES
from events.game import GameCreated
from projections.consistency import faults
from projections.fold import extend, start
from projections.handlers import FOLDS
from projections.paths import changes
from projections.plain import encode_table
from projections.table import Table
from projections.views import seat_view
from tests import strategies
from tests.projections.makers import ANN, TABLES, events, events_of, played
from tests.projections.situations import tables

LONG = settings(max_examples=120, deadline=None, derandomize=True)
SHORT = settings(max_examples=12, deadline=None, derandomize=True)


def test_every_event_type_has_a_fold() -> None:
    assert set(FOLDS) == set(EVENT_TYPES.values())


@LONG
@given(
    table=st.sampled_from(list(TABLES.values())).map(start), many=st.lists(events(), max_size=25)
)
def test_any_sequence_of_events_gives_sound_tables(table: Table, many: list[Event]) -> None:
    found = [table]
    extend(found, many)

    assert len(found) == 1 + len(many)
    assert {type(one) for one in found} == {Table}
    assert faults(found[-1]) == ()
    assert encode_table(seat_view(found[-1], ANN))
    assert changes(found[0], found[-1]) == () or found[0] != found[-1]


@pytest.mark.parametrize("kind", EVENT_TYPES.values(), ids=EVENT_TYPES)
@SHORT
@given(data=st.data())
def test_an_event_of_every_type_can_be_applied_to_any_table(
    kind: type[Event], data: DataObject
) -> None:
    table = data.draw(tables())

    after = played(table, data.draw(events_of(kind)))

    assert faults(after) == ()


@SHORT
@given(many=st.lists(strategies.events(), max_size=8))
def test_events_of_any_words_and_numbers_give_sound_tables(many: list[Event]) -> None:
    table = played(start(TABLES["two players"]), *many)

    assert faults(table) == ()
    assert encode_table(seat_view(table, ANN))


@pytest.mark.parametrize("header", TABLES.values(), ids=TABLES)
def test_a_fresh_table_is_sound(header: GameCreated) -> None:
    assert faults(start(header)) == ()
