"""Contraptions beyond what scenarios can say: offers, odd tables, leaving players, undoing."""

import pytest

from events.contraptions import (
    ContraptionAssembled,
    ContraptionCranked,
    ContraptionReassembled,
    ContraptionRevealed,
    ContraptionScrapped,
    CrankAdvanced,
    CrankChosen,
    SprocketChosen,
)
from events.errors import IllegalAction
from events.game import Conceded
from events.identifiers import CardName, Seat
from events.stack import AbilityTriggered
from events.vocabulary import SPROCKETS
from events.zones import ControlChanged
from machine.contraptions import MOST_OFFERED, next_sprocket, turn_based
from projections.sprocket_board import board, board_rows, crank_history
from tests.machine.contraptions.desk import (
    ANN,
    BOB,
    PLAIN,
    cast,
    desk,
    events_of,
    offered,
    on,
    resolve,
)

# -- whole stories ----------------------------------------------------------------------------------


def test_umech_an_upkeep_word_for_word() -> None:
    game, ids = desk(
        {
            "ann": {"battlefield": [on(1, label="urn"), on(2)], **PLAIN},
            "bob": PLAIN,
        },
        phase="beginning.upkeep",
        begins=True,
    )
    urn, start = ids["urn"], len(game.log)

    game.submit(CrankChosen(player=ANN, contraptions=(urn,)))

    assert events_of(game)[start - 1] == CrankAdvanced(player=ANN, before=3, sprocket=1)
    assert events_of(game)[start : start + 3] == [
        CrankChosen(player=ANN, contraptions=(urn,)),
        ContraptionCranked(player=ANN, contraption=urn, sprocket=1),
        AbilityTriggered(
            trigger=1, player=ANN, source=urn, card=CardName("Tea Urn"), about=(urn, ANN)
        ),
    ]


def test_ufaq_assembling_word_for_word() -> None:
    game, ids = desk(
        {
            "ann": {
                "contraptions": ["Tea Urn as urn", "Reading Lamp"],
                "hand": ["Quick Assembly as spell"],
                "mana": "{R}{R}",
                **PLAIN,
            },
            "bob": PLAIN,
        }
    )
    cast(game, ids["spell"], "{R}{R}")
    start = len(game.log)
    resolve(game)
    game.submit(ContraptionAssembled(player=ANN, card=ids["urn"], sprocket=2))

    told = [one for one in events_of(game)[start:] if "Contraption" in type(one).__name__]
    assert told == [
        ContraptionRevealed(player=ANN, card=ids["urn"], name=CardName("Tea Urn")),
        ContraptionAssembled(player=ANN, card=ids["urn"], sprocket=2),
    ]
    (thing,) = (game.table.objects[name] for name in game.table.battlefield)
    assert (thing.card, thing.sprocket, thing.assembled, thing.owner) == ("Tea Urn", 2, True, ANN)
    assert thing.controlled_since == game.table.turn.number


# -- offers -----------------------------------------------------------------------------------------


def test_all_of_them_are_offered_first_and_none_last() -> None:
    game, ids = desk(
        {
            "ann": {"battlefield": [on(1, label=f"c{n}x") for n in "abc"], **PLAIN},
            "bob": PLAIN,
        },
        phase="beginning.upkeep",
        begins=True,
    )
    offers = [one.contraptions for one in offered(game, CrankChosen)]  # type: ignore[attr-defined]

    assert offers[0] == (ids["cax"], ids["cbx"], ids["ccx"])
    assert offers[-1] == ()
    assert len(offers) == len(set(offers)) == 8


def test_offers_of_many_contraptions_are_bounded() -> None:
    game, _ = desk(
        {"ann": {"battlefield": [on(1)] * 12, **PLAIN}, "bob": PLAIN},
        phase="beginning.upkeep",
        begins=True,
    )
    assert len(offered(game, CrankChosen)) == MOST_OFFERED
    legal = CrankChosen(player=ANN, contraptions=())
    game.check(legal)  # what is not listed is legal all the same


def test_an_id_that_the_table_does_not_give_is_refused() -> None:
    game, ids = desk(
        {
            "ann": {
                "contraptions": ["Tea Urn as urn"],
                "hand": ["Quick Assembly as spell"],
                "mana": "{R}{R}",
                **PLAIN,
            },
            "bob": PLAIN,
        }
    )
    cast(game, ids["spell"], "{R}{R}")
    resolve(game)
    taken = game.table.players[ANN].library[0]
    with pytest.raises(IllegalAction) as refusal:
        game.submit(ContraptionAssembled(player=ANN, card=ids["urn"], sprocket=1, new=taken))
    assert refusal.value.code == "contraption/id"


def test_a_refusal_says_who_what_rule_facts_and_what_is_legal() -> None:
    game, ids = desk(
        {
            "ann": {"battlefield": [on(1, label="urn"), on(2, label="other")], **PLAIN},
            "bob": PLAIN,
        },
        phase="beginning.upkeep",
        begins=True,
    )
    with pytest.raises(IllegalAction) as refusal:
        game.submit(CrankChosen(player=ANN, contraptions=(ids["other"],)))
    told = str(refusal.value)
    assert told.startswith(f"ann cannot crank {ids['other']} (UFAQ.crank): ")
    assert "is on sprocket 2; the CRANK! counter is on sprocket 1" in told
    assert told.endswith(f"legal now: {ids['urn']}")


# -- odd tables -------------------------------------------------------------------------------------


def test_the_counter_goes_round() -> None:
    assert [next_sprocket(number) for number in SPROCKETS] == [2, 3, 1]


def test_expected_crank_positions() -> None:
    """After n upkeeps with a Contraption the counter that starts on 3 stands there."""
    place, places = 3, [3]
    for _ in range(10):
        place = next_sprocket(place)
        places.append(place)
    assert (places[0], places[2], places[3], places[10]) == (3, 2, 3, 1)


def test_a_contraption_that_copies_a_creature_is_not_cranked() -> None:
    game, ids = desk(
        {
            "ann": {
                "battlefield": [
                    on(1, label="urn"),
                    on(1, label="beast", copy_of="Bear"),
                ],
                **PLAIN,
            },
            "bob": PLAIN,
        },
        phase="beginning.upkeep",
        begins=True,
    )
    offers = [one.contraptions for one in offered(game, CrankChosen)]  # type: ignore[attr-defined]
    assert offers == [(ids["urn"],), ()]
    with pytest.raises(IllegalAction, match="no Contraption on the battlefield"):
        game.submit(CrankChosen(player=ANN, contraptions=(ids["beast"],)))


def test_only_a_copy_of_something_else_moves_no_counter() -> None:
    game, _ = desk(
        {"ann": {"battlefield": [on(1, copy_of="Bear")], **PLAIN}, "bob": PLAIN},
        phase="beginning.upkeep",
        begins=True,
    )
    assert not any(isinstance(one, CrankAdvanced) for one in events_of(game))


def test_no_counter_moves_where_un_cards_are_not_played() -> None:
    game, _ = desk(
        {"ann": {"battlefield": [on(1)], **PLAIN}, "bob": PLAIN},
        phase="beginning.upkeep",
        begins=True,
        set={"contraption.allowed": False},
    )
    assert game.table.players[ANN].crank == 3
    assert turn_based(game.table) == ()


def test_101_4_several_contraptions_change_hands_at_once() -> None:
    """The active player places all of theirs before anybody else does."""
    game, ids = desk(
        {
            "ann": {"battlefield": [on(1, label="mine")], **PLAIN},
            "bob": {"battlefield": [on(2, label="his")], **PLAIN},
        }
    )
    game.rule(ControlChanged(object=ids["mine"], controller=BOB))
    game.rule(ControlChanged(object=ids["his"], controller=ANN))

    assert [one.player for one in game.awaiting] == [ANN]
    with pytest.raises(IllegalAction) as refusal:
        game.submit(SprocketChosen(player=ANN, contraption=ids["mine"], sprocket=1))
    assert refusal.value.code == "contraption/has_sprocket"
    assert [one.sprocket for one in offered(game, SprocketChosen)] == [1, 2, 3]  # type: ignore[attr-defined]
    game.submit(SprocketChosen(player=ANN, contraption=ids["his"], sprocket=3))
    assert [one.player for one in game.awaiting] == [BOB]
    game.submit(SprocketChosen(player=BOB, contraption=ids["mine"], sprocket=3))
    assert game.table.sprockets[BOB][3] == (ids["mine"],)


def test_800_4a_a_contraption_comes_back_from_a_player_who_leaves() -> None:
    game, ids = desk(
        {
            "ann": PLAIN,
            "bob": {"battlefield": [on(2, label="urn", controller="cyd")], **PLAIN},
            "cyd": PLAIN,
        }
    )
    game.submit(Conceded(player=Seat("cyd")))
    assert game.table.objects[ids["urn"]].controller == BOB
    assert game.awaiting[0].player == BOB
    game.submit(SprocketChosen(player=BOB, contraption=ids["urn"], sprocket=1))
    assert game.table.objects[ids["urn"]].sprocket == 1


@pytest.mark.parametrize("who", ["ann", "bob"])
def test_800_4a_somebody_leaves_while_a_contraption_is_turned_up(who: str) -> None:
    game, ids = desk(
        {
            "ann": {
                "contraptions": ["Tea Urn as urn", "Reading Lamp"],
                "hand": ["Double Shift as spell"],
                "mana": "{R}{R}{R}{R}",
                **PLAIN,
            },
            "bob": PLAIN,
            "cyd": PLAIN,
        }
    )
    cast(game, ids["spell"], "{R}{R}{R}{R}")
    resolve(game)
    game.submit(Conceded(player=Seat(who)))
    waiting = {one.player for one in game.awaiting}
    assert waiting == ({ANN} if who == "bob" else {BOB})
    assert (game.table.revealed_contraption is None) == (who == "ann")


def test_a_reassembled_target_that_has_left_is_left_out() -> None:
    game, ids = desk(
        {
            "ann": {
                "battlefield": [on(1, label="urn")],
                "hand": ["Moving Day as move", "Rust Bath as rust"],
                "mana": "{R}{R}{R}",
                **PLAIN,
            },
            "bob": PLAIN,
        }
    )
    cast(game, ids["move"], "{R}{R}", ids["urn"])
    cast(game, ids["rust"], "{R}", ids["urn"])
    resolve(game)
    resolve(game)
    told = events_of(game)
    assert any(isinstance(one, ContraptionScrapped) for one in told)
    assert not any(isinstance(one, ContraptionReassembled) for one in told)


def test_a_tapped_contraption_is_cranked_like_any_other() -> None:
    game, ids = desk(
        {"ann": {"battlefield": [on(1, label="urn", tapped=True)], **PLAIN}, "bob": PLAIN},
        phase="beginning.upkeep",
        begins=True,
    )
    assert CrankChosen(player=ANN, contraptions=(ids["urn"],)) in list(game.legal_decisions())


def test_undo_takes_the_crank_back_and_leaves_it_in_the_log() -> None:
    game, ids = desk(
        {"ann": {"battlefield": [on(1, label="urn")], **PLAIN}, "bob": PLAIN},
        phase="beginning.upkeep",
        begins=True,
    )
    at = len(game.log) - 1
    game.submit(CrankChosen(player=ANN, contraptions=(ids["urn"],)))
    game.rewind(at)
    assert game.awaiting[0].decisions == (CrankChosen,)
    game.submit(CrankChosen(player=ANN, contraptions=()))
    assert not game.table.triggers
    assert sum(isinstance(one, ContraptionCranked) for one in events_of(game)) == 1


# -- the board --------------------------------------------------------------------------------------


def test_the_board_previews_the_next_upkeep() -> None:
    game, ids = desk(
        {
            "ann": {
                "battlefield": [
                    on(1, label="urn"),
                    on(1, "Reading Lamp", copy_of="Bear"),
                    on(2, "Bolt Press", tapped=True),
                ],
                "contraptions": ["Spare Pulley*4"],
                "scrapyard": ["Leaky Boiler"],
                **PLAIN,
            },
            "bob": PLAIN,
        }
    )
    (mine,) = board(game.table)
    assert [one.id for one in mine.preview] == [ids["urn"]]
    assert (mine.crank, mine.deck, mine.scrapyard) == (3, 4, ("Leaky Boiler",))
    assert list(board_rows(mine)) == [
        ("→", "1", "Tea Urn, Reading Lamp (copy of Bear)"),
        ("", "2", "Bolt Press (tapped)"),
        ("⚙", "3", ""),
    ]


def test_the_board_of_who_controls_none_stays_still() -> None:
    game, _ = desk({"ann": {"contraptions": ["Tea Urn"], **PLAIN}, "bob": PLAIN})
    (mine,) = board(game.table)
    assert not mine.will_advance
    assert mine.preview == ()
    (empty,) = board(game.table, [BOB])
    assert not any(row.contraptions for row in empty.sprockets)


def test_the_history_tells_upkeeps_from_effects() -> None:
    game, ids = desk(
        {
            "ann": {
                "battlefield": [on(1, "Winding Key", label="key"), on(2, label="urn")],
                **PLAIN,
            },
            "bob": PLAIN,
        },
        phase="beginning.upkeep",
        begins=True,
    )
    game.submit(CrankChosen(player=ANN, contraptions=(ids["key"],)))
    resolve(game)
    game.submit(CrankChosen(player=ANN, contraptions=(ids["urn"],)))
    told = [
        (one.before, one.sprocket, one.by_effect, [name for _, name in one.cranked])
        for one in crank_history(tuple(game.log), game.log.tables)
    ]
    assert told == [(3, 1, False, ["Winding Key"]), (1, 2, True, ["Tea Urn"])]
    assert crank_history(tuple(game.log), game.log.tables, BOB) == ()


def test_cards_that_nobody_defined_are_contraptions_by_their_deck() -> None:
    game, ids = desk(
        {
            "ann": {
                "contraptions": ["Some Real Contraption as thing"],
                "hand": ["Quick Assembly as spell", "Rust Bath as rust"],
                "mana": "{R}{R}{R}",
                **PLAIN,
            },
            "bob": PLAIN,
        }
    )
    cast(game, ids["spell"], "{R}{R}")
    resolve(game)
    game.submit(ContraptionAssembled(player=ANN, card=ids["thing"], sprocket=1))
    (thing,) = game.table.battlefield
    assert [one.id for one in board(game.table)[0].preview] == [thing]
    cast(game, ids["rust"], "{R}", thing)
    resolve(game)
    assert len(game.table.players[ANN].scrapyard) == 1
