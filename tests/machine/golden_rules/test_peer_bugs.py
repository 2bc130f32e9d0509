"""Bugs that other programs had with choices, impossible parts and hidden cards, one test each."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from events.abilities import SpellAbility, StaticAbility
from events.cards import CardDefinition
from events.choices import ChoiceMade, ChoicesOpened
from events.identifiers import CardName, Seat
from events.instructions import DiscardCards, DrawCards, Instruction, PutOnLibrary, Sacrifice
from events.selectors import Condition, Selector, Targets
from events.stack import InstructionDone
from events.turns import CardsDrawn
from events.vocabulary import Zone
from events.zones import CardMoved, CardsLookedAt, LibraryOrdered
from machine import state_based_actions
from machine.referee import legal_decisions
from projections.edit import edit_object
from projections.table import Table
from projections.views import seat_event, seat_view
from tests.machine.golden_rules.tables import ANN, BOB, CYD, Played, game, of_type, refusal

SPELL = CardName("Spell of the Test")


def with_spell(table: Table, *program: Instruction) -> Table:
    """Return the table with the spell of a test defined."""
    ability = SpellAbility(program=program)  # type: ignore[arg-type]
    card = CardDefinition(name=SPELL, cost="{U}", types=("Sorcery",), abilities=(ability,))
    header = replace(table.header, cards=(*table.header.cards, card))
    return replace(table, header=header, cards=table.cards.set(SPELL, card))


def cast(table: Table, *targets: str) -> Played:
    return Played(table).cast(ANN, SPELL, *targets).resolve()


def asked_in_turn(played: Played) -> list[tuple[Seat, ...]]:
    asked = []
    while played.asked in (ChoiceMade, LibraryOrdered):
        asked.append(played.players_asked)
        played.do(next(iter(legal_decisions(played.table))))
    return asked


def test_b067_targeted_players_choose_in_turn_order_not_as_announced() -> None:
    program = DiscardCards(who="target", targets=Targets(least=2, most=2, kinds=("player",)))
    hands: dict[Seat, list[str]] = {ANN: [SPELL], BOB: ["Bear", "Wall"], CYD: ["Bear", "Wall"]}
    played = cast(with_spell(game((ANN, BOB, CYD), hands=hands), program), CYD, BOB)
    (opened,) = of_type(played.events, ChoicesOpened)
    assert opened.players == (BOB, CYD)
    assert asked_in_turn(played) == [(BOB,), (CYD,)]


CREATURES = Selector(types=("Creature",))


def library_game(*, bottom: bool = False) -> Played:
    field = {ANN: ["Bear"], BOB: ["Bear", "Wall"], CYD: ["Elephant", "Bear"]}
    table = game((ANN, BOB, CYD), hands={ANN: [SPELL]}, battlefield=field)
    return cast(with_spell(table, PutOnLibrary(what=CREATURES, bottom=bottom)))


def test_b071_each_owner_orders_their_own_cards_going_to_a_library() -> None:
    played = library_game()
    assert played.players_asked == (BOB,)
    top = played.table.players[BOB].library[:2]
    assert refusal(played, LibraryOrdered(player=BOB, top=top[:1])).rule == "401.4"
    assert refusal(played, LibraryOrdered(player=BOB, bottom=top)).code == "library/order"
    played.do(LibraryOrdered(player=BOB, top=top[::-1]))
    assert played.table.players[BOB].library[:2] == top[::-1]
    assert asked_in_turn(played) == [(CYD,)]
    assert of_type(played.events, InstructionDone)[-1].done == 5


def test_b071_at_the_bottom_too() -> None:
    played = library_game(bottom=True)
    low = played.table.players[BOB].library[-2:]
    played.do(LibraryOrdered(player=BOB, bottom=low[::-1]))
    assert played.table.players[BOB].library[-2:] == low[::-1]


def test_b077_if_you_do_after_an_impossible_sacrifice() -> None:
    program = (
        Sacrifice(what=Selector(types=("Creature",), whose="you")),
        DrawCards(when=Condition(done=True)),
    )
    for field, drawn in (([], 0), (["Bear"], 1)):
        table = game(hands={ANN: [SPELL]}, battlefield={ANN: field})
        played = cast(with_spell(table, *program))
        assert len(of_type(played.events, CardsDrawn)) == drawn


def test_b137_who_looks_sees_the_cards_and_nobody_else_does() -> None:
    library = ("Bear", "Wall", "Forest", "Island")
    played = Played(game(hands={ANN: ["Ponder"]}, libraries={ANN: library}))
    played.cast(ANN, "Ponder").resolve()
    assert names(seat_view(played.table, ANN), ANN) == ["Bear", "Wall", "Forest"]
    assert names(seat_view(played.table, BOB), ANN) == []
    number = next(
        place for place, event in enumerate(played.events) if isinstance(event, CardsLookedAt)
    )
    before, after = played.tables[number : number + 2]
    seen = seat_event(before, after, played.events[number], BOB)
    assert seen == CardsLookedAt(player=ANN, count=3)


def names(view: Table, seat: Seat) -> list[CardName | None]:
    return [view.objects[card].card for card in view.players[seat].library]


def test_b136_b145_no_name_of_a_hidden_card_in_anything_another_seat_is_shown() -> None:
    canary = "Canary of the Hidden Hand"
    table = game(hands={ANN: ["Show and Tell", canary], BOB: ["Bear"]})
    played = Played(table).cast(ANN, "Show and Tell").resolve()
    while played.asked is ChoiceMade:
        options: Sequence[ChoiceMade] = of_type(legal_decisions(played.table), ChoiceMade)
        played.do(options[-1])
    shown = [
        seat_event(before, after, event, BOB)
        for before, after, event in zip(
            played.tables, played.tables[1:], played.events, strict=False
        )
    ]
    views = [seat_view(one, BOB) for one in played.tables]
    assert canary not in repr(shown) + repr(views)
    moves = [one for one in of_type(played.events, CardMoved) if one.to is Zone.BATTLEFIELD]
    assert len(moves) == 1


LORD = CardName("Lord of the Test")


def dying(lord: StaticAbility, damaged: int, *, lord_first: bool) -> set[CardName | None]:
    """Return what one check of a lord with lethal damage and a damaged bear puts into graveyards."""
    names = [LORD, "Bear"] if lord_first else ["Bear", LORD]
    table = game(battlefield={ANN: names})
    card = CardDefinition(name=LORD, types=("Creature",), power=2, toughness=2, abilities=(lord,))
    table = replace(table, cards=table.cards.set(LORD, card))
    for name in table.battlefield:
        damage = 2 if table.objects[name].card == LORD else damaged
        table = edit_object(table, name, damage=damage)
    moves = of_type(state_based_actions.advance(table), CardMoved)
    return {table.objects[one.card].card for one in moves}


@pytest.mark.parametrize("lord_first", [True, False])
def test_b073_both_die_whatever_the_order_of_looking(lord_first: bool) -> None:  # noqa: FBT001
    """CR 704.3: the lord dies, and so does what only the lord's effect makes die."""
    shrinks = StaticAbility(to=Selector(types=("Creature",), other=True), power=-1, toughness=-1)
    assert dying(shrinks, 1, lord_first=lord_first) == {LORD, "Bear"}
    assert dying(StaticAbility(), 1, lord_first=lord_first) == {LORD}


@pytest.mark.parametrize("lord_first", [True, False])
def test_b074_what_dies_in_the_same_check_still_protects(lord_first: bool) -> None:  # noqa: FBT001
    """CR 704.3: the shield and what it shields are looked at on one table."""
    shields = StaticAbility(
        to=Selector(types=("Creature",), other=True), keywords=("indestructible",)
    )
    assert dying(shields, 2, lord_first=lord_first) == {LORD}
    assert dying(StaticAbility(), 2, lord_first=lord_first) == {LORD, "Bear"}
