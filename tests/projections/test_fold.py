"""What each family of events does to a table, told as at a table."""

import pytest

from events.base import Event
from events.choices import (
    ChoiceMade,
    ChoiceOpened,
    ChoicesCompleted,
    ChoicesOpened,
    ChoicesRestarted,
    ChoicesRevealed,
)
from events.coin_flips import CoinFlipped, FlipCalled, FlipIgnored, FlipInstructed, FlipWon
from events.combat import Attack, AttackersDeclared, Block, BlockersDeclared
from events.contraptions import (
    ContraptionAssembled,
    ContraptionReassembled,
    ContraptionRevealed,
    ContraptionScrapped,
    CrankAdvanced,
    CrankChosen,
)
from events.damage import DamageDealt, LifeChanged
from events.division import DamageDivided
from events.errors import DataError
from events.game import FormatEntry, GameEnded, ImportEntry, PlayerLeft, StartingPlayerChosen
from events.identifiers import ObjectId, Recipient, Seat
from events.log import EventLog
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.records import Draft, draft
from events.rulings import Corrected, Rewound
from events.stack import (
    AbilityActivated,
    ManaAdded,
    ResolutionBegan,
    ResolutionEnded,
    SpellCast,
    SpellCountered,
    TargetBecameIllegal,
    TargetsChosen,
)
from events.turns import (
    CardsDrawn,
    DamageWoreOff,
    ExtraPhasesCreated,
    PermanentsUntapped,
    PhaseEntered,
    PriorityPassed,
    PriorityReceived,
    StepSkipped,
    TurnBegan,
)
from events.vocabulary import Face, FlipOutcome, GameResult, LibraryPlace, Phase, Zone
from events.zones import (
    CardMoved,
    CardsIdentified,
    CardsRevealed,
    ControlChanged,
    CountersChanged,
    LibraryShuffled,
    Tapped,
    TokenCreated,
    ZoneCountObserved,
)
from projections.consistency import faults
from projections.fold import final, fold
from projections.table import Table
from tests.projections.makers import (
    ANN,
    BEAR,
    BOB,
    CYD,
    FAN,
    PYROTECHNICS,
    header,
    played,
    table_of,
)


def ids(first: int, count: int) -> tuple[ObjectId, ...]:
    return tuple(ObjectId(f"c{number}") for number in range(first, first + count))


def c(number: int) -> ObjectId:
    return ObjectId(f"c{number}")


def o(number: int) -> ObjectId:
    return ObjectId(f"o{number}")


def sound(table: Table, *events: Event) -> Table:
    """Apply events one by one; the table is sound after each."""
    for event in events:
        table = played(table, event)
        assert faults(table) == (), event
    return table


def log_of(*events: Event) -> EventLog:
    drafts = [Draft(event=header(), by="apnap"), *map(draft, events)]
    return EventLog().append(drafts)


# Pregame -----------------------------------------------------------------------------------------


def test_pregame_of_two_players_with_a_london_mulligan() -> None:
    table = sound(
        table_of(main=(BEAR, PYROTECHNICS) * 5),
        StartingPlayerChosen(player=ANN, starting_player=BOB),
        LibraryShuffled(player=ANN, order=ids(1, 10)[::-1], new=ids(21, 10)),
        LibraryShuffled(player=BOB, order=ids(11, 10), new=ids(31, 10)),
        CardsDrawn(player=BOB, count=7, cards=ids(41, 7)),
        CardsDrawn(player=ANN, count=7, cards=ids(48, 7)),
        PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
        MulliganDeclared(player=BOB, mulligan=False),
        MulliganDeclared(player=ANN, mulligan=True),
        HandKept(player=BOB, size=7),
    )
    assert table.turn_order == (BOB, ANN)
    assert table.objects[c(48)].card == PYROTECHNICS  # the deck's last card was shuffled to the top
    assert table.mulligan is not None
    assert dict(table.mulligan.declared) == {BOB: False, ANN: True}

    table = sound(
        table,
        PhaseEntered(phase=Phase.MULLIGAN_TAKING),
        MulliganTaken(player=ANN, number=1, counted=1),
    )
    assert table.players[ANN].hand == ()
    assert len(table.players[ANN].library) == 10

    table = sound(
        table,
        LibraryShuffled(player=ANN, order=table.players[ANN].library, new=ids(61, 10)),
        CardsDrawn(player=ANN, count=7, cards=ids(71, 7)),
        CardsBottomed(player=ANN, cards=(c(73),), new=(c(78),)),
        PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
        MulliganDeclared(player=ANN, mulligan=False),
        HandKept(player=ANN, size=6),
        PhaseEntered(phase=Phase.OPENING_HAND_ACTIONS),
    )
    player, progress = table.players[ANN], table.mulligan
    assert player.library == (*ids(68, 3), c(78))
    assert player.hand == (c(71), c(72), *ids(74, 4))
    assert table.objects[c(78)].seen_by == {ANN}
    assert progress is not None
    assert (progress.round, dict(progress.kept), dict(progress.counted)) == (
        2,
        {BOB: 7, ANN: 6},
        {ANN: 1},
    )
    assert sound(table, TurnBegan(number=1, player=BOB)).mulligan is None


def test_a_shuffle_leaves_no_trace_of_who_knew_a_card() -> None:
    table = sound(table_of(), CardsRevealed(player=ANN, cards=(c(1),)))
    assert table.objects[c(1)].seen_by == {ANN, BOB}

    table = sound(table, LibraryShuffled(player=ANN, order=ids(1, 10), new=ids(30, 10)))

    assert table.objects[c(30)].card == BEAR
    assert table.objects[c(30)].seen_by == frozenset()
    assert c(1) not in table.objects


# Coin flips --------------------------------------------------------------------------------------


def test_a_contested_flip_with_one_thumb() -> None:
    table = sound(
        table_of(),
        FlipInstructed(flip=7, flipper=ANN, contested=True, caller=ANN, coins=2, about=c(1)),
        FlipCalled(player=ANN, flip=7, call=Face.HEADS),
        CoinFlipped(flip=7, coin=1, face=Face.TAILS),
        CoinFlipped(flip=7, coin=2, face=Face.HEADS),
    )
    assert table.flips[0].coins == (Face.TAILS, Face.HEADS)
    assert table.flips[0].kept is None

    table = sound(table, FlipIgnored(player=ANN, flip=7, coins=(1,)))
    assert table.flips[0].kept == 2

    table = sound(table, FlipWon(flip=7, player=ANN, face=Face.HEADS))
    assert (table.flips[0].outcome, table.flips[0].face) == (FlipOutcome.WON, Face.HEADS)
    assert table.players[ANN].flips_this_turn == 1
    assert table.numbers.flip == 8


def test_flips_of_one_batch_are_one_set() -> None:
    table = sound(
        table_of(),
        FlipInstructed(flip=1, flipper=ANN, contested=False, batch=1),
        FlipInstructed(flip=2, flipper=ANN, contested=False, batch=1),
        FlipInstructed(flip=3, flipper=ANN, contested=False, batch=2),
    )

    assert table.players[ANN].flips_this_turn == 2


# Division ----------------------------------------------------------------------------------------


def test_pyrotechnics_keeps_shares_by_slot_when_a_target_is_gone() -> None:
    table = sound(
        table_of(main=(PYROTECHNICS, BEAR) * 5),
        CardMoved(card=c(12), new=c(40), to=Zone.BATTLEFIELD),
        SpellCast(player=ANN, card=c(1), object=o(41)),
        TargetsChosen(player=ANN, object=o(41), targets=(Recipient("bob"), Recipient("c40"))),
        DamageDivided(player=ANN, object=o(41), amount=4, shares=(3, 1)),
        CardMoved(card=c(40), new=c(42), to=Zone.GRAVEYARD),
        ResolutionBegan(object=o(41)),
        TargetBecameIllegal(object=o(41), slot=2, target=Recipient("c40"), share=1),
        DamageDealt(recipient=Recipient("bob"), amount=3, source=o(41)),
        LifeChanged(player=BOB, change=-3, life=9),
    )

    assert table.resolution is not None
    assert table.resolution.illegal == {(0, 2)}
    assert not table.resolution.lost_targets
    assert dict(table.resolution.item.shares) == {0: (3, 1)}
    assert table.players[BOB].life == 9
    assert table.last_known[c(40)].card == BEAR


@pytest.mark.parametrize("moved_first", [True, False], ids=["moved, ended", "ended, moved"])
def test_a_resolved_spell_is_the_same_card_in_the_graveyard(*, moved_first: bool) -> None:
    move: Event = CardMoved(card=o(30), new=c(31), to=Zone.GRAVEYARD)
    end: Event = ResolutionEnded(object=o(30))

    table = sound(
        table_of(main=(PYROTECHNICS,) * 10),
        SpellCast(player=ANN, card=c(1), object=o(30)),
        ResolutionBegan(object=o(30)),
        *((move, end) if moved_first else (end, move)),
    )

    assert table.stack == ()
    assert table.resolution is None
    assert table.objects[c(31)].card == PYROTECHNICS
    assert table.players[ANN].graveyard == (c(31),)
    assert o(30) not in table.objects


def test_a_countered_ability_is_gone_and_a_countered_spell_waits_for_its_move() -> None:
    table = sound(
        table_of(),
        CardMoved(card=c(1), new=c(30), to=Zone.BATTLEFIELD),
        AbilityActivated(player=ANN, source=c(30), object=o(31)),
        SpellCast(player=ANN, card=c(2), object=o(32)),
        SpellCountered(object=o(31)),
        SpellCountered(object=o(32)),
    )
    assert [item.id for item in table.stack] == [o(32)]

    table = sound(table, CardMoved(card=o(32), new=c(33), to=Zone.GRAVEYARD))
    assert table.stack == ()


# Choices -----------------------------------------------------------------------------------------


def test_bend_or_break_asks_again_in_order_when_something_new_is_to_choose() -> None:
    table = sound(
        table_of(seats=(ANN, BOB, CYD)),
        ChoicesOpened(round=4, players=(ANN, BOB, CYD), kind="opponent"),
        ChoiceMade(player=ANN, round=4, picks=("cyd",)),
        ChoiceOpened(round=4, player=CYD, kind="pile", about="ann", options=("1", "2")),
        ChoiceMade(player=BOB, round=4, picks=("ann",)),
        ChoiceOpened(round=4, player=ANN, kind="pile", about="bob"),
    )
    assert table.choice is not None
    assert [(one.player, one.kind) for one in table.choice.open] == [
        (CYD, "opponent"),
        (CYD, "pile"),
        (ANN, "pile"),
    ]
    assert (table.choice.restarted, table.choice.turn_of) == (False, BOB)

    table = sound(table, ChoicesRestarted(round=4))
    assert table.choice is not None
    assert (table.choice.restarted, table.choice.turn_of) == (True, None)

    table = sound(
        table,
        ChoiceMade(player=ANN, round=4, about="bob", picks=("2",)),
        ChoiceMade(player=CYD, round=4, about="ann", picks=("1",)),
    )
    assert table.choice is not None
    assert [(one.player, one.kind) for one in table.choice.open] == [(CYD, "opponent")]
    done = sound(table, ChoicesCompleted(round=4)).choice
    assert done is not None
    assert (done.open, done.completed) == ((), True)
    assert [one.picks for one in done.made] == [("cyd",), ("ann",), ("2",), ("1",)]


def test_hidden_picks_are_known_to_all_once_they_are_revealed() -> None:
    table = sound(
        table_of(),
        CardsDrawn(player=ANN, count=1, cards=(c(30),)),
        ChoicesOpened(round=1, players=(ANN, BOB), kind="pick", hidden=True),
        ChoiceMade(player=ANN, round=1, picks=("c30",), hidden=True),
    )
    assert table.objects[c(30)].seen_by == {ANN}

    table = sound(table, ChoicesRevealed(round=1))

    assert table.objects[c(30)].seen_by == {ANN, BOB}
    assert table.choice is not None
    assert table.choice.revealed


# Contraptions ------------------------------------------------------------------------------------


def test_upkeep_with_contraptions() -> None:
    table = sound(
        table_of(contraptions=(FAN,) * 3),
        ContraptionRevealed(player=ANN, card=c(11), name=FAN),
        ContraptionAssembled(player=ANN, card=c(11), sprocket=1, new=c(40)),
        TurnBegan(number=1, player=ANN),
        PhaseEntered(phase=Phase.UPKEEP),
        CrankAdvanced(player=ANN, before=3, sprocket=1),
    )
    assert table.sprockets[ANN] == {1: (c(40),), 2: (), 3: ()}
    assert (table.players[ANN].crank, table.cranking) == (1, ANN)
    assert table.players[ANN].contraption_deck == (c(12), c(13))
    assert table.revealed_contraption is None

    table = sound(table, CrankChosen(player=ANN, contraptions=(c(40),)))
    assert table.cranking is None

    table = sound(table, ContraptionReassembled(player=BOB, contraption=c(40), sprocket=3))
    assert table.sprockets[BOB][3] == (c(40),)
    assert table.objects[c(40)].controller == BOB

    table = sound(table, ContraptionScrapped(player=ANN, contraption=c(40), new=c(41)))
    assert table.players[ANN].scrapyard == (c(41),)
    assert table.players[ANN].graveyard == ()
    assert table.objects[c(41)].card == FAN


# Turns -------------------------------------------------------------------------------------------

BEGIN, ATTACK, END = Phase.BEGINNING_OF_COMBAT, Phase.DECLARE_ATTACKERS, Phase.END_OF_COMBAT
PRE, POST = Phase.PRECOMBAT_MAIN, Phase.POSTCOMBAT_MAIN


def phases(table: Table, *entered: Phase) -> Table:
    return sound(table, *(PhaseEntered(phase=phase) for phase in entered))


def test_500_8_phases_added_twice_after_one_phase_are_all_taken() -> None:
    extra = ExtraPhasesCreated(after=PRE, phases=(BEGIN, POST))
    table = phases(sound(table_of(), TurnBegan(number=1, player=ANN)), PRE)
    table = sound(table, extra, extra)

    table = phases(table, BEGIN)
    assert table.turn.coming == (POST, BEGIN, POST)
    assert table.turn.resume is BEGIN
    assert table.turn.extra_phases == ()

    table = phases(table, ATTACK, END, POST, BEGIN, ATTACK, END, POST)
    assert table.turn.coming == ()
    assert table.turn.resume is BEGIN

    table = phases(table, BEGIN)
    assert table.turn.resume is None
    assert table.turn.combats == 3


def test_500_8_the_most_recently_added_comes_first() -> None:
    table = phases(sound(table_of(), TurnBegan(number=1, player=ANN)), PRE)
    table = sound(
        table,
        ExtraPhasesCreated(after=PRE, phases=(POST,)),
        ExtraPhasesCreated(after=PRE, phases=(BEGIN, PRE)),
    )

    assert phases(table, BEGIN).turn.coming == (PRE, POST)


def test_500_8_what_is_added_in_an_added_phase_comes_before_the_rest() -> None:
    table = phases(sound(table_of(), TurnBegan(number=1, player=ANN)), PRE)
    table = sound(table, ExtraPhasesCreated(after=PRE, phases=(BEGIN, POST)))
    table = phases(table, BEGIN, END)
    table = sound(table, ExtraPhasesCreated(after=END, phases=(BEGIN,)))

    table = phases(table, BEGIN)
    assert (table.turn.coming, table.turn.resume) == ((POST,), BEGIN)


def test_500_9_an_added_upkeep_step_and_a_skipped_draw_step() -> None:
    table = phases(sound(table_of(), TurnBegan(number=1, player=ANN)), Phase.UPKEEP)
    table = sound(
        table, ExtraPhasesCreated(after=Phase.UPKEEP, phases=(Phase.UPKEEP,), steps_only=True)
    )
    table = phases(table, Phase.UPKEEP)
    assert (table.turn.resume, table.turn.steps_only) == (Phase.DRAW, True)

    table = sound(table, StepSkipped(phase=Phase.DRAW, player=ANN, why="first_draw"))
    assert table.turn.resume is PRE
    assert phases(table, PRE).turn.resume is None


def test_a_turn_resets_what_counts_for_a_turn() -> None:
    table = sound(
        table_of(),
        CardMoved(card=c(1), new=c(30), to=Zone.BATTLEFIELD, tapped=True),
        CardsDrawn(player=ANN, count=2, cards=ids(31, 2)),
        TurnBegan(number=2, player=ANN),
        PermanentsUntapped(player=ANN, objects=(c(30),)),
        PhaseEntered(phase=Phase.DRAW),
        PriorityReceived(player=ANN),
        PriorityPassed(player=ANN),
    )

    assert table.players[ANN].cards_drawn_this_turn == 0
    assert not table.objects[c(30)].tapped
    assert (table.priority.holder, table.priority.passed) == (BOB, (ANN,))
    assert sound(table, PriorityPassed(player=BOB)).priority.holder is None


def test_drawing_from_an_empty_library_is_remembered() -> None:
    table = sound(table_of(main=(BEAR,)), CardsDrawn(player=ANN, count=1, cards=(c(9),), missing=2))

    assert table.players[ANN].drew_from_empty
    assert table.players[ANN].library == ()


# Objects -----------------------------------------------------------------------------------------


def test_400_7_a_card_that_moves_is_a_new_object() -> None:
    table = sound(
        table_of(),
        CardMoved(card=c(1), new=c(30), to=Zone.BATTLEFIELD, tapped=True),
        CountersChanged(object=c(30), kind="+1/+1", change=2),
        DamageDealt(recipient=Recipient("c30"), amount=1),
        CardMoved(card=c(30), new=c(31), to=Zone.LIBRARY, place=LibraryPlace.TOP),
    )

    thing = table.objects[c(31)]
    assert (thing.card, thing.tapped, thing.damage, dict(thing.counters)) == (BEAR, False, 0, {})
    assert table.players[ANN].library[0] == c(31)
    assert dict(table.last_known[c(30)].counters) == {"+1/+1": 2}


def test_what_leaves_the_battlefield_leaves_combat() -> None:
    table = sound(
        table_of(),
        TokenCreated(object=c(30), player=ANN, card=BEAR),
        TokenCreated(object=c(31), player=BOB, card=BEAR),
        PhaseEntered(phase=BEGIN),
        AttackersDeclared(player=ANN, attacks=(Attack(c(30), Recipient("bob")),)),
        BlockersDeclared(player=BOB, blocks=(Block(c(31), c(30)),)),
        CardMoved(card=c(31), new=c(32), to=Zone.GRAVEYARD),
    )

    assert table.combat is not None
    assert table.combat.blocked == {c(30)}  # CR 509.1h: it stays blocked
    assert table.combat.blockers == ()
    assert dict(table.combat.blocks) == {c(30): ()}


def test_an_id_that_is_given_twice_names_the_newer_object() -> None:
    table = sound(table_of(), CardMoved(card=c(1), new=c(12), to=Zone.BATTLEFIELD))

    assert table.objects[c(12)].owner == ANN
    assert c(12) not in table.players[BOB].library


def test_counts_of_mana_never_show_none() -> None:
    table = sound(table_of(), ManaAdded(player=ANN, mana="{R}{R}"))

    assert dict(table.players[ANN].mana) == {"R": 2}
    assert "G" not in table.players[ANN].mana


def test_damage_wears_off() -> None:
    table = sound(
        table_of(),
        TokenCreated(object=c(30), player=ANN, card=BEAR),
        DamageDealt(recipient=Recipient("c30"), amount=1, deathtouch=True),
    )
    assert (table.objects[c(30)].damage, table.objects[c(30)].deathtouched) == (1, True)

    table = sound(table, DamageWoreOff())
    assert (table.objects[c(30)].damage, table.objects[c(30)].deathtouched) == (0, False)


def test_life_counts_halves_where_halves_are_played() -> None:
    table = sound(
        table_of(play=FormatEntry(un_cards=True)),
        LifeChanged(player=ANN, change=-1, life=39, halves=True),
        LifeChanged(player=BOB, change=-1, life=19),
    )

    assert (table.players[ANN].life, table.players[BOB].life) == (39, 38)


# Beside the game ---------------------------------------------------------------------------------


def test_800_4a_a_player_who_leaves_takes_their_cards_along() -> None:
    table = sound(
        table_of(seats=(ANN, BOB, CYD)),
        CardMoved(card=c(1), new=c(40), to=Zone.BATTLEFIELD),
        CardMoved(card=c(11), new=c(41), to=Zone.BATTLEFIELD),
        ControlChanged(object=c(40), controller=BOB),
        ControlChanged(object=c(41), controller=ANN),
        SpellCast(player=BOB, card=c(12), object=o(42)),
        PlayerLeft(player=BOB),
    )

    assert table.playing == (ANN, CYD)
    assert {thing.owner for thing in table.objects.values()} == {ANN, CYD}
    assert table.objects[c(40)].controller == ANN
    assert table.battlefield == (c(40),)
    assert table.stack == ()
    assert [table.players[BOB].size(zone) for zone in (Zone.LIBRARY, Zone.HAND)] == [0, 0]


@pytest.mark.parametrize(
    ("path", "value", "taken"),
    [
        ("players.bob.life", 7, True),
        ("objects.c1.tapped", True, True),
        ("objects.c1.controller", "bob", True),
        ("players.bob.life", "seven", False),
        ("objects.c1.tapped", 1, False),
        ("objects.c1.zone", "hand", False),
        ("players.zed.life", 7, False),
        ("header.game", "x", False),
        ("players.bob.__class__", "x", False),
    ],
)
def test_a_judge_corrects_only_what_may_be_corrected(path: str, value: object, taken: bool) -> None:  # noqa: FBT001
    table = table_of()

    after = sound(table, Corrected(path=path, value=value))  # type: ignore[arg-type]

    assert (after != table) is taken


def test_rewound_goes_back_and_gives_no_number_again() -> None:
    log = log_of(
        TurnBegan(number=1, player=ANN),
        CardsDrawn(player=ANN, count=1, cards=(c(30),)),
        LifeChanged(player=BOB, change=-3, life=17),
        Rewound(to=1),
        Tapped(objects=()),
        Rewound(to=0),
        Rewound(to=99),
    )

    tables = fold(log)

    assert tables[4].players == tables[1].players
    assert tables[4].objects == tables[1].objects
    assert tables[4].numbers.object == 31
    assert tables[6].turn == tables[0].turn
    assert tables[7] == tables[6]
    assert final(log) == tables[-1]


def test_final_is_the_last_table_of_a_log() -> None:
    log = log_of(TurnBegan(number=1, player=ANN), GameEnded(result=GameResult.DRAW))

    assert final(log) == fold(log)[-1]
    assert final(log).phase is Phase.GAME_OVER


def test_records_without_a_header_are_refused() -> None:
    with pytest.raises(DataError, match="GameCreated"):
        fold(log_of(TurnBegan(number=1, player=ANN))[1:])

    assert fold(()) == []


# Imported games ----------------------------------------------------------------------------------


def imported() -> Table:
    return table_of(imported=ImportEntry(client="arena", recorder=ANN), decks={})


def test_an_imported_game_counts_cards_that_have_no_id() -> None:
    table = sound(
        imported(),
        ZoneCountObserved(player=BOB, zone=Zone.LIBRARY, count=60),
        ZoneCountObserved(player=ANN, zone=Zone.LIBRARY, count=60),
        CardsDrawn(player=BOB, count=7),
        CardsDrawn(player=ANN, count=7, cards=ids(1, 7)),
        CardsIdentified(cards={c(1): BEAR}),
        CardsBottomed(player=BOB, count=2),
        MulliganTaken(player=BOB, number=2, counted=2),
        LibraryShuffled(player=BOB),
        CardsDrawn(player=BOB, count=7),
        SpellCast(player=BOB, card=c(100), object=c(101)),
    )

    bob, ann = table.players[BOB], table.players[ANN]
    assert (bob.size(Zone.LIBRARY), bob.size(Zone.HAND)) == (53, 6)
    assert (ann.size(Zone.LIBRARY), ann.hand) == (53, ids(1, 7))
    assert table.objects[c(1)].card == BEAR
    assert table.objects[c(2)].card is None
    assert table.stack[0].complete


def test_an_imported_card_is_met_where_it_moves() -> None:
    table = sound(
        imported(),
        ZoneCountObserved(player=BOB, zone=Zone.HAND, count=7),
        CardMoved(card=c(5), new=c(6), to=Zone.BATTLEFIELD, owner=BOB),
        CardsIdentified(cards={c(6): BEAR}, owner=BOB),
    )

    assert table.players[BOB].size(Zone.HAND) == 6
    assert table.objects[c(6)].name == BEAR
    assert table.battlefield == (c(6),)


def test_seats_that_nobody_knows_change_nothing() -> None:
    table = table_of()
    stranger = Seat("zed")

    assert sound(table, CardsDrawn(player=stranger, count=1)) == table
    assert sound(table, LifeChanged(player=stranger, change=1, life=1)) == table
    assert sound(table, PlayerLeft(player=stranger)) == table
