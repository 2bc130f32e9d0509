"""What a seat may not know is absent from its view, and changes nothing in it."""

import random
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from msgspec import Struct, to_builtins

from events.base import Event
from events.cards import CardDefinition
from events.catalogue import EVENT_TYPES
from events.choices import ChoicesOpened
from events.game import DeckEntry, GameCreated, ImportEntry
from events.identifiers import CardName, ObjectId, Seat
from events.records import NO_HASH, Record
from events.rules import RulesOfPlay
from events.rulings import FactObserved, NoteAdded
from events.turns import CardsDrawn
from events.vocabulary import Zone
from events.zones import (
    CardMoved,
    CardsIdentified,
    CardsRevealed,
    CharacteristicsObserved,
    LibraryOrdered,
    ZoneCountObserved,
)
from projections.plain import encode_table
from projections.seat_events import plan_of
from projections.seat_tables import VIEWED
from projections.table import Table
from projections.views import UNKNOWN, seat_event, seat_records, seat_view
from tests.projections.hidden import DECK, SIDEBOARD, game, places_seen
from tests.projections.makers import ANN, BEAR, BOB, events_of, header, played, table_of
from tests.projections.situations import tables

FEW = settings(max_examples=10, deadline=None, derandomize=True)


def _told(secret: int, seat: Seat | None) -> tuple[list[bytes], list[object]]:
    """Play once to learn which cards the seat sees, and again with those cards always the same."""
    _, first = game(secret)
    seen = places_seen(first, seat)
    unseen = [place for place in range(len(DECK)) if place not in seen]
    random.Random(secret).shuffle(unseen)  # noqa: S311 - a test
    order = [*seen, *unseen]
    names = {place: DECK[number] for number, place in enumerate(order)}
    events, found = game(secret, lambda place: names[place])
    views = [encode_table(seat_view(table, seat)) for table in found]
    told = [
        to_builtins(seat_event(found[max(0, number - 1)], found[number], event, seat))
        for number, event in enumerate(events)
    ]
    return views, told


@pytest.mark.parametrize("seat", [ANN, None])
@FEW
@given(secret=st.integers(1, 10_000))
def test_what_a_seat_may_not_know_changes_nothing_it_sees(secret: int, seat: Seat | None) -> None:
    assert _told(secret, seat) == _told(0, seat)


@pytest.mark.parametrize("seat", [ANN, None])
def test_no_hidden_name_occurs_in_a_view(seat: Seat | None) -> None:
    events, found = game(3)
    seen = {DECK[place] for place in places_seen(found, seat)}
    hidden = {f'"{name}"'.encode() for name in {*DECK, *SIDEBOARD} - seen}
    secrets = {*hidden, b"a secret seed", b"a secret of"}

    views = b"".join(encode_table(seat_view(table, seat)) for table in found)
    told = repr(
        [seat_event(found[max(0, n - 1)], found[n], event, seat) for n, event in enumerate(events)]
    )

    assert len(hidden) > len(DECK) // 2
    assert [secret for secret in secrets if secret in views] == []
    assert [one for one in secrets if one.decode().strip('"') + "'" in told] == []


def test_a_seat_sees_its_own_cards() -> None:
    _, found = game(3)
    view = seat_view(found[-1], BOB)

    hand = found[-1].players[BOB].hand
    assert view.players[BOB].hand == hand
    assert {view.objects[name].card for name in hand} <= set(DECK)
    assert view.header.decks[BOB].sideboard == SIDEBOARD
    assert ANN not in view.header.decks


def test_counts_of_hidden_zones_are_the_same_for_all() -> None:
    for table in game(3)[1]:
        for seat in (ANN, BOB, None):
            view = seat_view(table, seat)
            for zone in (Zone.LIBRARY, Zone.HAND, Zone.SIDEBOARD, Zone.CONTRAPTION_DECK):
                for player in table.players.values():
                    assert view.players[player.seat].size(zone) == player.size(zone)


OPEN: dict[str, set[str]] = {
    "Table": { "preventing", "device_proposal",
        "rules", "turn_order", "starting_player", "battlefield", "exile", "command", "turn",
        "extra_turns", "priority", "flips", "device", "combat", "trigger_order", "shields",
        "revealed_contraption", "to_assemble", "cranking", "draw_offer",
        "draw_accepted", "result", "rolls", "numbers", "time_called", "has_tokens",
        "taken_back",
    },
    "Player": {
        "seat", "name", "team", "life", "is_playing", "lost", "won", "graveyard", "scrapyard",
        "counters", "mana", "maximum_hand_size", "lands_played", "drew_from_empty", "crank",
        "flips_this_turn", "cards_drawn_this_turn", "turns_to_skip", "last_turn", "uncounted",
    },
    "GameObject": {
        "id", "zone", "owner", "controller", "is_token", "tapped", "face_down", "damage",
        "deathtouched", "counters", "attached_to", "sprocket", "assembled", "controlled_since",
    },
    "Observed": {"types", "power", "toughness"},
    "Turn": { "cranked",
        "number", "active_player", "is_extra", "phase", "done", "extra_phases", "coming", "resume",
        "steps_only", "combats", "last_in_order",
    },
    "ExtraPhases": {"after", "phases", "steps_only"},
    "Priority": {"holder", "passed", "next"},
    "MulliganProgress": {
        "round", "declared", "kept", "taken", "counted", "drawn", "bottomed", "shuffled",
        "revealed", "looks", "looking", "placed", "acted", "finished", "returned", "aside", "before",
    },
    "Flip": { "stood", "turn_set",
        "flip", "flipper", "contested", "caller", "call", "wanted", "coins", "ignored", "about",
        "source", "batch", "device", "purpose", "outcome", "face", "forced", "shown",
    },
    "KeptCoin": {"face", "shown"},
    "KeptFlip": {
        "flip", "flipper", "card", "purpose", "device", "sides", "heads", "turn", "coins",
    },
    "TakenBack": {"times", "flips", "released_at"},
    "Device": { "no_coin", "device", "sides", "heads", "proposer", "agreed", "refused"},
    "OpenChoice": {"player", "kind", "about"},
    "MadeChoice": {"player", "kind", "about", "count", "hidden"},
    "ChoiceRound": {"opened", "restarted", "turn_of", "revealed", "completed"},
    "ChoicesOpened": { "unwritten", "round", "players", "kind", "prompt", "hidden", "options"},
    "StackItem": { "recipients", "sacrificed", "chooser",
        "id", "kind", "controller", "source", "ability", "is_copy", "complete", "modes", "targets", "x",
        "amount", "shares", "unit", "event_amount", "trigger", "paid", "came_from",
    },
    "Resolution": { "flips_before", "looked", "paid",
        "instruction", "illegal", "checked", "values", "may", "divided", "flips", "repeats",
        "through", "lost_targets", "done",
    },
    "Combat": {
        "attackers", "attacking", "defending", "blocks", "blocked", "blockers", "attackers_declared",
        "has_attacked", "blockers_declared", "orders", "assigned", "stacked", "dealt_first", "damage_done",
    },
    "Assignment": {"recipient", "amount"},
    "WaitingTrigger": {"trigger", "player", "source", "card", "ability", "amount", "delayed"},
    "Effect": {"effect", "kind", "player", "source", "card", "ability", "value", "other", "until"},
    "Shield": {"shield", "recipient", "amount", "source"},
    "Result": {"result", "winners", "reason"},
    "Numbers": {"object", "flip", "batch", "round", "trigger", "effect", "shield"},
    "GameCreated": {"format", "game", "seats", "rules", "play", "match", "procedure"},
}  # fmt: skip
"""Fields that every seat and the public may see whole: struct -> fields."""


def _structs(kind: type[Struct], found: set[type[Struct]]) -> set[type[Struct]]:
    whole = (RulesOfPlay, CardDefinition, DeckEntry)
    if (
        kind in found
        or issubclass(kind, whole)
        or (kind.__module__ == "events.game" and kind is not GameCreated)
    ):
        return found
    found.add(kind)
    for hint in get_type_hints(kind).values():
        for part in _parts(hint):
            if isinstance(part, type) and issubclass(part, Struct):
                _structs(part, found)
    return found


def _parts(hint: Any) -> list[Any]:  # noqa: ANN401 - any annotation
    return [hint, *(part for one in get_args(hint) for part in _parts(one))]


@pytest.mark.parametrize("kind", sorted(_structs(Table, set()), key=str))
def test_every_field_of_a_table_has_a_decision(kind: type[Struct]) -> None:
    viewed, open_ = VIEWED.get(kind, frozenset()), OPEN.get(kind.__name__, set())

    assert viewed | open_ == set(kind.__struct_fields__)
    assert viewed & open_ == set()
    assert kind is GameCreated or kind.__module__ in (
        "projections.table",
        "projections.progress",
        "events.choices",
        "events.division",
    )
    assert ChoicesOpened.__name__ in OPEN


WORDS = {
    ("FlipDeviceAgreed", "heads"), ("ReflipChosen", "mana"), ("CardMoved", "copied"),
    ("AbilityTriggered", "about"), ("CountersDivided", "targets"), ("DamageDealt", "recipient"),
    ("DamageDivided", "targets"), ("DamagePrevented", "recipient"), ("EffectCreated", "objects"),
    ("ObjectsChosen", "chosen"), ("PreventionDivided", "targets"), ("RandomlyChosen", "among"),
    ("RandomlyChosen", "chosen"), ("ShieldCreated", "recipient"), ("TargetBecameIllegal", "target"),
    ("TargetsChanged", "targets"), ("TargetsChosen", "targets"),
    ("AbilityTriggered", "card"), ("AbilityStacked", "card"), ("EffectCreated", "card"),
    ("AbilityActivated", "card"),
    ("ContraptionRevealed", "name"), ("CopyBecame", "card"), ("TokenCreated", "card"),
    ("ChoiceMade", "picks"), ("ChoiceMade", "about"), ("ChoiceOpened", "options"), ("ChoiceOpened", "kind"),
    ("ChoiceOpened", "about"), ("ChoicesOpened", "options"), ("ChoicesOpened", "kind"),
    ("ChoicesOpened", "prompt"), ("ChoicesRevealed", "picks"), ("CardsIdentified", "cards"),
    ("CharacteristicsObserved", "types"), ("CountersChanged", "kind"), ("Corrected", "value"),
    ("Corrected", "why"), ("Corrected", "path"), ("CostPaid", "mana"), ("DieRolled", "purpose"),
    ("EffectCreated", "kind"), ("EffectCreated", "until"), ("FactObserved", "data"), ("FactObserved", "kind"),
    ("FlipDeviceProposed", "heads"), ("FlipInstructed", "purpose"), ("InstructionDone", "why"),
    ("ManaAbilityActivated", "mana"), ("ManaAdded", "mana"), ("NoteAdded", "text"),
    ("PlayerCountersChanged", "kind"), ("PlayerRenamed", "name"), ("RandomlyChosen", "purpose"),
    ("Rewound", "why"), ("RulingMade", "code"), ("RulingMade", "rules"), ("RulingMade", "text"),
    ("StepSkipped", "why"), ("TriggerRemoved", "why"), ("TurnBasedActionDone", "action"),
    ("ValueRead", "name"), ("AbilityActivated", "cost"),
}  # fmt: skip
"""Fields of free words, and names of cards, that somebody has decided on: public, or in a table."""


def test_every_word_in_an_event_has_a_decision() -> None:
    found = set()
    for name, kind in EVENT_TYPES.items():
        if kind is GameCreated:
            continue
        for field, hint in get_type_hints(kind).items():
            if field in kind.__struct_fields__ and {str, CardName} & set(_parts(hint)):
                found.add((name, field))

    assert found - WORDS == set()


@pytest.mark.parametrize("kind", EVENT_TYPES.values(), ids=EVENT_TYPES)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(data=st.data())
def test_any_event_on_any_table_can_be_seen(kind: type[Event], data: DataObject) -> None:
    before = data.draw(tables())
    event = data.draw(events_of(kind))
    after = played(before, event)

    for seat in (ANN, None):
        told = seat_event(before, after, event, seat)
        assert told is None or type(told) is kind
        view = seat_view(after, seat)
        assert encode_table(seat_view(view, seat)) == encode_table(view)


def test_private_fields_have_a_plan() -> None:
    for kind in EVENT_TYPES.values():
        assert dict(plan_of(kind).private) == dict(kind.private)


def test_a_card_from_a_hidden_zone_is_told_by_its_new_id() -> None:
    before = table_of()
    event = CardMoved(card=ObjectId("c11"), new=ObjectId("c90"), to=Zone.GRAVEYARD)
    after = played(before, event)

    told = seat_event(before, after, event, ANN)

    assert told == CardMoved(
        card=ObjectId("c90"), new=ObjectId("c90"), to=Zone.GRAVEYARD, owner=BOB
    )


def test_a_card_between_hidden_zones_has_no_id_for_others() -> None:
    before = table_of()
    event = CardMoved(card=ObjectId("c11"), new=ObjectId("c90"), to=Zone.HAND)

    told = seat_event(before, played(before, event), event, ANN)

    assert told == CardMoved(card=UNKNOWN, new=UNKNOWN, to=Zone.HAND, owner=BOB)


def test_others_learn_how_many_cards_are_drawn_and_not_which() -> None:
    before = table_of()
    event = CardsDrawn(player=BOB, count=2, cards=(ObjectId("c90"), ObjectId("c91")))
    after = played(before, event)

    assert seat_event(before, after, event, ANN) == CardsDrawn(player=BOB, count=2)
    assert seat_event(before, after, event, BOB) == event


def test_others_forget_which_card_is_which_when_several_are_ordered() -> None:
    shown = CardsRevealed(player=BOB, cards=(ObjectId("c11"), ObjectId("c12")))
    table = played(table_of(), shown)
    assert seat_view(table, ANN).players[BOB].library == shown.cards

    table = played(table, LibraryOrdered(player=BOB, top=(ObjectId("c12"), ObjectId("c11"))))

    assert seat_view(table, ANN).players[BOB].library == ()
    assert seat_view(table, BOB).players[BOB].library == (ObjectId("c12"), ObjectId("c11"))


def test_a_recorder_sees_what_its_client_told_and_nobody_else_does() -> None:
    table = table_of(imported=ImportEntry(client="arena", recorder=ANN, file="secret"), decks={})
    table = played(
        table,
        ZoneCountObserved(player=ANN, zone=Zone.HAND, count=7, cards=(ObjectId("c1"),)),
        ZoneCountObserved(player=BOB, zone=Zone.HAND, count=7),
        CardsIdentified(cards={ObjectId("c1"): BEAR}),
    )

    assert seat_view(table, ANN).objects[ObjectId("c1")].card == BEAR
    assert ObjectId("c1") not in seat_view(table, BOB).objects
    assert b"secret" not in encode_table(seat_view(table, BOB))
    fact = FactObserved(kind="timer", data="{}")
    assert seat_event(table, table, fact, ANN) == fact
    assert seat_event(table, table, fact, BOB) is None
    named = CardsIdentified(cards={ObjectId("c1"): BEAR})
    assert seat_event(table, table, named, BOB) is None
    shape = CharacteristicsObserved(object=ObjectId("c1"), power=2)
    assert seat_event(table, table, shape, BOB) is None


def test_records_of_a_seat_carry_no_hash_and_nobody_elses_notes() -> None:
    first = table_of()
    note = NoteAdded(text="keep the Bolt")
    records = [
        Record(seq=0, by="apnap", event=header(), prev=NO_HASH),
        Record(seq=1, by="bob", event=note, prev="a" * 64, id="key"),
    ]

    assert [one.seq for one in seat_records(records, [first, first], ANN)] == [0]
    own = list(seat_records(records, [first, first], BOB))
    assert [(one.seq, one.event, one.prev, one.id) for one in own[1:]] == [(1, note, NO_HASH, "")]
