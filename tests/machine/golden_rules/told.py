"""What a seat is shown and told of a table: all that it could learn something from."""

from collections.abc import Iterator

from events.base import Decision
from events.choices import ChoiceMade
from events.errors import IllegalAction
from events.game import Conceded
from events.identifiers import ObjectId, Seat
from events.stack import ObjectsChosen, SpellCast
from events.zones import DiscardChosen, LandPlayed, LibraryOrdered
from machine.referee import awaiting, check, legal_decisions
from machine.verdicts import reasons
from projections.plain import encode_table
from projections.table import Table
from projections.views import seat_view


def shown(table: Table, seat: Seat) -> tuple[object, ...]:
    """Return all that a seat is shown of a table: its view, what is asked, what it may decide."""
    own = tuple(one for one in legal_decisions(table) if one.player == seat)
    return encode_table(seat_view(table, seat)), awaiting(table), own


def tried(table: Table, seat: Seat) -> Iterator[Decision]:
    """Yield decisions, most of them illegal, that could tell something by how they are refused."""
    number = table.choice.opened.round if table.choice is not None else 1
    item = table.resolution.item.id if table.resolution is not None else ObjectId("o1")
    for name in sorted(table.objects):
        yield LandPlayed(player=seat, card=name)
        yield SpellCast(player=seat, card=name)
        yield ChoiceMade(player=seat, round=number, picks=(name,), hidden=True)
        yield ObjectsChosen(player=seat, object=item, chosen=(name,))
        yield DiscardChosen(player=seat, cards=(name,))
        yield LibraryOrdered(player=seat, top=(name,))
    yield Conceded(player=seat)


def told(table: Table, seat: Seat, decision: Decision) -> tuple[object, ...]:
    """Return what a seat is told when it tries a decision."""
    verdict = reasons(table, decision, seat)
    try:
        check(table, decision, seat)
    except IllegalAction as refusal:
        assert not verdict.allowed
        return str(refusal), refusal.code, refusal.facts, refusal.legal, verdict
    assert verdict.allowed
    return ("legal", verdict)
