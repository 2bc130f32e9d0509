"""Bugs that other programs had with hidden cards, one test each, named after its row."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from events.base import Event
from events.choices import ChoiceMade
from events.identifiers import CardName, ObjectId, Seat
from events.vocabulary import Zone
from events.zones import CardMoved, CardsLookedAt
from projections.edit import edit_object
from projections.fold import apply
from projections.plain import encode_table
from projections.table import Table
from projections.timeline import line
from projections.views import seat_event, seat_view
from replays.game_log import GameLog
from tests.machine.contraptions.desk import desk
from tests.machine.golden_rules.tables import ANN, BOB, CYD, Played, choose, game

SEATS = (ANN, BOB, CYD, None)


@dataclass(frozen=True)
class Happened:
    """An event with the tables around it."""

    before: Table
    event: Event
    after: Table

    def told(self, seat: Seat | None) -> str:
        return line(self.before, self.event, self.after, seat=seat)

    def seen(self, seat: Seat | None) -> Event | None:
        return seat_event(self.before, self.after, self.event, seat)


def happened(played: Played, kind: type[Event]) -> Happened:
    """Return the first event of a kind in a game that went on."""
    place = next(n for n, event in enumerate(played.events) if isinstance(event, kind))
    return Happened(played.tables[place], played.events[place], played.tables[place + 1])


def face_down(card: str, zone: Zone = Zone.BATTLEFIELD) -> tuple[Table, ObjectId]:
    """Return a table with a card from ann's hand face down, which she alone may look at."""
    table = game((ANN, BOB, CYD), hands={ANN: [card]})
    new = ObjectId(f"c{table.numbers.object}")
    (held,) = table.players[ANN].hand
    table = apply(table, CardMoved(card=held, new=new, to=zone, controller=ANN, face_down=True))
    return edit_object(table, new, seen_by=frozenset({ANN})), new


def test_b110_a_seat_goes_back_with_what_it_may_see_and_no_more() -> None:
    """The fold comes first, what a seat sees of it second: going back needs nothing of a client."""
    players = {
        "ann": {"hand": ["Reading Lamp", "Bear as bear"], "library": ["Mountain*5"]},
        "bob": {"hand": ["Wall"], "library": ["Forest*5"]},
    }
    live, _ = desk(players)
    here = len(live.log) - 1
    seen = {seat: seat_view(live.table, seat) for seat in (ANN, BOB, None)}
    live.submit(next(iter(live.legal_decisions())))
    live.rewind(here)
    log: GameLog = live.log
    for seat, view in seen.items():
        again = seat_view(live.table, seat)
        assert again == seat_view(log.tables[-1], seat)
        assert (again.players, again.objects, again.priority) == (
            view.players,
            view.objects,
            view.priority,
        )


def test_b118_each_seat_has_a_log_of_its_own() -> None:
    hands = {ANN: ["Show and Tell", "Bear"], BOB: ["Wall"], CYD: ["Wall"]}
    played = Played(game((ANN, BOB, CYD), hands=hands)).cast(ANN, "Show and Tell").resolve()
    choose(played, ANN, played.hand(ANN, "Bear"))
    chosen = happened(played, ChoiceMade)
    assert [chosen.told(seat) for seat in SEATS] == [
        f"ann chooses 1 face down: Bear ({chosen.event.picks[0]})",  # type: ignore[attr-defined]
        *["ann chooses 1 face down"] * 3,
    ]
    hidden = ChoiceMade(player=ANN, round=1, count=1, hidden=True)
    assert [chosen.seen(seat) for seat in SEATS] == [chosen.event, hidden, hidden, hidden]


def test_b133_what_a_player_looked_at_is_in_that_players_own_replay() -> None:
    libraries = {ANN: ("Bear", "Wall", "Forest", "Island")}
    played = Played(game((ANN, BOB, CYD), hands={ANN: ["Ponder"]}, libraries=libraries))
    played.cast(ANN, "Ponder").resolve()
    looked = happened(played, CardsLookedAt)
    assert all(card in looked.told(ANN) for card in ("Bear", "Wall", "Forest"))
    for seat in SEATS[1:]:
        assert not any(card in looked.told(seat) for card in ("Bear", "Wall", "Forest"))
        assert "3 cards" in looked.told(seat)


def test_b139_its_owner_sees_a_face_down_card_and_an_opponent_does_not() -> None:
    table, name = face_down("Bear")
    cards = {seat: seat_view(table, seat).objects[name].card for seat in SEATS}
    assert cards == {ANN: "Bear", BOB: None, CYD: None, None: None}


def test_b140_a_card_exiled_face_down_is_not_named() -> None:
    table = game((ANN, BOB, CYD), hands={ANN: ["Bear"]})
    (bear,) = table.players[ANN].hand
    new = ObjectId(f"c{table.numbers.object}")
    event = CardMoved(card=bear, new=new, to=Zone.EXILE, face_down=True)
    exiled = Happened(table, event, apply(table, event))
    for seat in SEATS[1:]:
        assert "Bear" not in exiled.told(seat)
        assert "Bear" not in repr(exiled.seen(seat))
        assert seat_view(exiled.after, seat).objects[new].card is None


@pytest.mark.parametrize("zone", [Zone.BATTLEFIELD, Zone.EXILE])
def test_b142_two_face_down_cards_look_the_same(zone: Zone) -> None:
    """A creature and a land: not one byte of what others see tells which it is."""
    views = {
        card: [encode_table(seat_view(face_down(card, zone)[0], seat)) for seat in SEATS]
        for card in ("Bear", "Forest")
    }
    assert views["Bear"][0] != views["Forest"][0]
    assert views["Bear"][1:] == views["Forest"][1:]


def test_b143_a_card_without_a_name_has_words_all_the_same() -> None:
    table, name = face_down("Bear")
    new = ObjectId(f"c{table.numbers.object}")
    event = CardMoved(card=name, new=new, to=Zone.HAND)
    moved = Happened(table, event, apply(table, event))
    for seat in (BOB, CYD, None):
        assert "a face-down card" in moved.told(seat)
    assert "Bear" in moved.told(ANN)


def test_b136_no_field_of_any_object_names_a_hidden_card() -> None:
    """Copied names, observed values, last known objects: the name stands nowhere in the view."""
    canary = CardName("Canary under the Table")
    table, name = face_down("Bear")
    thing = replace(table.objects[name], card=canary, copied=canary)
    table = replace(
        table,
        objects=table.objects.set(name, thing),
        last_known=table.last_known.set(name, thing),
    )
    for seat in SEATS[1:]:
        assert canary not in repr(seat_view(table, seat))
    assert canary in repr(seat_view(table, ANN))
