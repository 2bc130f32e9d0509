"""Rows of tables: each fact of a game where the data dictionary says it is."""

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from events.game import Conceded, FormatEntry, GameEnded, ImportEntry, SeatEntry
from events.identifiers import CardName, ObjectId, Seat
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared
from events.rulings import Rewound
from events.stack import SpellCast
from events.turns import CardsDrawn, PhaseEntered
from events.vocabulary import EndReason, GameResult, MoveReason, Nature, Phase, Zone
from events.zones import CardMoved, CardsIdentified, CharacteristicsObserved, LandPlayed
from replays.analysis.columns import JOINING, Kind, all_tables, columns_of
from replays.analysis.frames import rows_of_game
from replays.analysis.reading import View
from replays.game_log import GameLog
from replays.simulation.headers import header_of_game
from replays.simulation.openings import Openings
from replays.simulation.policies import Policy
from tests.replays.exporters.games import coins, games, opening, random_game, sprockets
from tests.replays.games import (
    ANN,
    BOB,
    ENDING,
    MULLIGANS,
    OPENING,
    division,
    flip,
    game_of,
    turn,
    whole_game,
)
from tests.replays.games import header as first_header
from tests.replays.simulation.worlds import SEATS, deck, header


def rows(game: GameLog, table: str, **view: Any) -> list[Any]:  # noqa: ANN401 - as View takes it
    return list(rows_of_game(game, table, View(**view)))


def picked(found: list[Any], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(getattr(row, name) for name in names) for row in found]


@pytest.mark.parametrize("table", all_tables())
def test_every_column_is_described_and_joins(table: str) -> None:
    columns = columns_of(all_tables()[table].row)

    assert columns[0].name == JOINING
    assert all(one.about for one in columns)
    assert all_tables()[table].about


@pytest.mark.parametrize("table", all_tables())
def test_rows_have_the_types_that_are_told(table: str) -> None:
    types: dict[Kind, type | tuple[type, ...]] = {
        Kind.INTEGER: int,
        Kind.NUMBER: float,
        Kind.TRUTH: bool,
        Kind.WORDS: tuple,
        Kind.INTEGERS: tuple,
    }
    for game in games().values():
        for row in rows(game, table):
            for one in columns_of(all_tables()[table].row):
                value = getattr(row, one.name)
                if value is None:
                    assert one.optional, one.name
                else:
                    assert isinstance(value, types.get(one.kind, str)), one.name


def test_a_game_is_one_row() -> None:
    (row,) = rows(whole_game(), "games")

    assert (row.game_id, row.mulligan_kind, row.rules_as_of) == ("test", "london", "2025-06-06")
    assert (row.result, row.winners, row.reason) == ("win", ("ann",), "concession")
    assert (row.turns, row.flips, row.starting_seat) == (3, 2, "ann")
    assert row.is_complete
    assert row.records == len(whole_game())


def test_players_tell_hands_and_results() -> None:
    found = rows(whole_game(), "players")

    assert picked(found, "seat", "on_play", "mulligans", "kept_size", "won", "flips_won") == [
        ("ann", True, 1, 6, True, 2),
        ("bob", False, 0, 7, False, 0),
    ]


@pytest.mark.parametrize(("shared", "first"), [(True, "ann cyd"), (False, "ann")])
def test_805_4_a_team_takes_the_first_turn(*, shared: bool, first: str) -> None:
    told = whole_game()
    rest = [record.event for record in told.log][1:]
    teams = (("ann", "red"), ("cyd", "red"), ("bob", "blue"))
    seats = tuple(SeatEntry(seat=Seat(seat), team=team) for seat, team in teams)
    play = FormatEntry(shared_team_turns=shared)
    game = game_of(*rest, first=replace(told.header, seats=seats, play=play))

    assert [row.seat for row in rows(game, "players") if row.on_play] == first.split()


def test_a_flip_tells_every_coin_the_call_and_who_won() -> None:
    flips, tossed = rows(whole_game(), "flips"), rows(whole_game(), "coins")

    assert picked(flips, "flip", "seat", "call", "coins", "ignored", "thumbs", "outcome") == [
        (1, "ann", "heads", 2, 1, 1, "won"),
        (2, "ann", "heads", 2, 1, 1, "won"),
    ]
    assert picked(tossed, "flip", "coin", "face", "ignored", "counts") == [
        (1, 1, "tails", True, False),
        (1, 2, "heads", False, True),
        (2, 1, "tails", True, False),
        (2, 2, "heads", False, True),
    ]


def test_nobody_wins_a_flip_of_faces_alone() -> None:
    """CR 705.2: a flip that names no winner and no loser has none."""
    faces = [row for row in rows(coins(), "flips") if not row.contested]

    assert picked(faces, "seat", "call", "outcome") == [("bob", None, "none")]


def test_coins_of_one_flip_are_two_to_the_number_of_effects() -> None:
    for row in rows(coins(), "flips"):
        assert row.coins == 2**row.thumbs
        assert row.coins - row.ignored == 1


def test_a_division_tells_shares_and_what_came_of_them() -> None:
    (row,) = rows(whole_game(), "divisions")
    shares = rows(whole_game(), "shares")

    assert (row.seat, row.amount, row.targets, row.kind) == ("ann", 4, 2, "damage")
    assert picked(shares, "slot", "target", "announced") == [(1, "bob", 3), (2, "ann", 1)]
    assert sum(one.announced for one in shares) == row.amount


def test_looks_count_exiles_and_order() -> None:
    looks = [row for n in range(1, 9) for row in rows(opening(n), "mulligans")]
    mulligans = [row for row in looks if row.look]

    assert all(row.size == 7 - row.counted for row in looks if not row.hands_exiled)
    assert all(row.bottomed_count == row.counted for row in mulligans)
    assert any(row.hands_exiled and row.exiled for row in looks)
    assert {row.declared for row in looks} <= {"keep", "mulligan", "forced"}
    assert all(row.order in {1, 2} for row in looks if row.declared_seq is not None)


def test_a_hand_of_known_cards_tells_its_spells_colors_and_mana() -> None:
    """Five lands, one spell of {R}, one of {4}: two spells of five mana, red."""
    cards = deck(7, Forest=5, Mana_Clash=1, Bottle_of_Suleiman=1)
    world = header(cards=cards)
    game = GameLog(Openings(world, {}).play("known", 1).log(header_of_game(world, "known", 1)))
    first = rows(game, "mulligans")[0]

    assert picked([first], "lands", "spells", "spells_value", "colors") == [(5, 2, 5, "R")]
    (ann, _) = rows(game, "players")
    assert ann.deck == ("1 Bottle of Suleiman", "5 Forest", "1 Mana Clash")
    (unknown, bob) = rows(game, "players", seat="bob")
    assert unknown.deck is None
    assert bob.deck == ann.deck
    undefined = rows(opening(1), "mulligans")[0]
    assert picked([undefined], "spells", "spells_value", "colors") == [(None, None, None)]


def test_what_replaces_exiled_hands_is_not_what_the_shuffle_dealt() -> None:
    """CR 103.5b: seven cards are drawn for every hand, whatever is exiled; the first seven count."""
    cards = deck(40, Serum_Powder=8, Forest=17, Mana_Clash=15)
    world = header(cards=cards)
    policy = Policy(lands={7: (3, 3), 6: (2, 4)}, down_to=5)
    played = [Openings(world, dict.fromkeys(SEATS, policy)).play("x", n) for n in range(40)]
    games = [GameLog(one.log(header_of_game(world, "x", n))) for n, one in enumerate(played)]
    looks = [(game, row) for game in games for row in rows(game, "mulligans")]
    exiled = [(game, row) for game, row in looks if row.hands_exiled]

    assert {row.drawn for _, row in looks} == {7}
    assert {row.look for _, row in exiled} >= {0, 1}
    for game, row in exiled:
        if row.look == 0:
            main = game.header.decks[row.seat].main
            dealt = [main[place] for place in row.positions]
            assert row.drawn_lands == dealt.count("Forest")
            player = next(one for one in rows(game, "players") if one.seat == row.seat)
            assert player.first_hand_lands == row.drawn_lands


def test_keeps_heard_are_those_of_other_players() -> None:
    """Who has kept is heard once: by the declaration, which the kept hand follows."""
    for number in range(8):
        kept: set[str] = set()
        looks = rows(opening(number, players=3), "mulligans")
        said = [row for row in looks if row.declared_seq is not None]
        for row in sorted(said, key=lambda one: one.declared_seq):
            assert row.heard_keeps == len(kept)
            if row.declared == "keep":
                kept.add(row.seat)


def test_a_free_mulligan_is_taken_and_not_counted() -> None:
    """CR 103.5c: in a game of several players the first mulligan costs no card."""
    looks = [row for n in range(8) for row in rows(opening(n, players=3), "mulligans")]
    first = [row for row in looks if row.look == 1]

    assert first
    assert all(row.free and row.counted == 0 for row in first)
    assert all(row.counted == row.look - 1 for row in looks if row.look)


def test_positions_are_those_in_the_list_before_the_shuffle() -> None:
    game = opening(2)
    first = next(row for row in rows(game, "mulligans") if row.look == 0)
    deck = game.header.decks[first.seat].main
    found = sorted(deck[place] for place in first.positions)

    assert found == sorted((*first.hand, *first.exiled, *first.bottomed)) or first.hands_exiled


def test_cranks_and_assemblies() -> None:
    assembled = rows(sprockets(), "assemblies")
    moves = [row for row in rows(sprockets(), "cranks") if row.cranked]

    assert picked(assembled, "card", "sprocket", "again") == [
        ("Duck Press", 1, False),
        ("Sprung Mattress", 2, False),
    ]
    assert picked(moves, "seat", "sprocket", "there", "cards") == [("ann", 1, 1, ("Duck Press",))]


def test_every_decision_tells_what_was_legal() -> None:
    game = random_game()
    found = rows(game, "decisions")
    made = [record for record in game.log if record.event.nature is Nature.DECISION and record.seq]

    assert [row.seq for row in found] == [record.seq for record in made]
    told = [row for row in found if row.offered is not None and not row.options_cut]
    assert len(told) > len(found) / 2
    for row in told:
        assert row.options >= 1
        if '"cards"' not in row.choice:  # a set of cards may be offered in another order
            assert row.choice in row.offered or row.type in {"CostPaid", "ManaPaid"}, row.type


def test_states_are_every_so_many_records_and_at_ends_of_turns() -> None:
    game = random_game()
    found = rows(game, "states", every=50)
    seqs = {row.seq for row in found}

    assert {n for n in range(len(game)) if n % 50 == 0} <= seqs
    ends = {row.seq for row in found if row.end_of_turn}
    turns = rows(game, "turns")
    assert len(ends) >= len(turns)
    last = [row for row in found if row.seq == len(game) - 1]
    assert [(row.seat, row.life) for row in last] == picked(rows(game, "players"), "seat", "life")


def test_turns_add_up() -> None:
    game = random_game()
    found = rows(game, "turns")

    assert [row.turn for row in found] == list(range(1, len(found) + 1))
    assert all(a.last_seq < b.first_seq for a, b in itertools.pairwise(found))
    assert sum(row.spells for row in found) == sum(
        type(record.event).__name__ == "SpellCast" for record in game.log
    )


def taken_back() -> GameLog:
    """Return a game in which everything since the first flip of turn 1 is taken back in turn 2."""
    begun = (*OPENING, *MULLIGANS, *turn(1, ANN, *flip(1), division(3, 1, amount=4)))
    kinds = [type(event).__name__ for event in begun]
    to = kinds.index("FlipInstructed")  # the record before it: the header is record 0
    undone = (*begun, *turn(2, BOB, *flip(2)))
    return game_of(*undone, Rewound(to=to), *flip(1), *turn(2, BOB), *ENDING)


def test_what_was_taken_back_is_not_counted() -> None:
    game = taken_back()
    found = rows(game, "turns")

    assert picked(found, "turn", "own_turn", "flips", "divisions") == [
        (1, 1, 1, 0),
        (2, 1, 0, 0),
        (3, 2, 0, 0),
    ]
    (row,) = rows(game, "games")
    assert (row.flips, row.rewinds) == (1, 1)
    assert picked(rows(game, "turns_17lands"), "turn", "num_turns") == [(1, 2), (2, 2)]
    ends = [row.turn for row in rows(game, "states") if row.end_of_turn and row.seat == "ann"]
    assert ends == [None, 1, 2, 3]


@pytest.mark.parametrize("table", ["events", "decisions", "draws", "states"])
def test_what_was_taken_back_is_told(table: str) -> None:
    game = taken_back()
    to = next(record.event.to for record in game.log if isinstance(record.event, Rewound))
    at = next(record.seq for record in game.log if isinstance(record.event, Rewound))
    found = rows(game, table, every=1)

    assert {row.seq for row in found if row.taken_back} <= set(range(to + 1, at))
    assert all(row.taken_back for row in found if to < row.seq < at)
    assert any(row.taken_back for row in found)


def test_declarations_that_were_taken_back_are_of_no_hand() -> None:
    """Ann's mulligan is taken back before anybody has drawn: then she keeps seven."""
    declared = (PhaseEntered(phase=Phase.MULLIGAN_DECLARING),)
    kept = [
        event
        for seat in (ANN, BOB)
        for event in (MulliganDeclared(player=seat, mulligan=False), HandKept(player=seat, size=7))
    ]
    before = len(OPENING) + len(declared)
    again = (MulliganDeclared(player=ANN, mulligan=True), Rewound(to=before), *kept)
    looks = rows(game_of(*OPENING, *declared, *again), "mulligans")

    assert picked(looks, "seat", "declared", "declared_seq", "order", "heard_keeps") == [
        ("ann", "keep", before + 3, 1, 0),
        ("bob", "keep", before + 5, 2, 1),
    ]


def test_who_concedes_with_cards_still_to_go_to_the_bottom_has_kept_no_hand() -> None:
    """A client asks for those cards after the declaration."""
    mulligans = (
        *itertools.takewhile(lambda event: not isinstance(event, CardsBottomed), MULLIGANS),
        MulliganDeclared(player=ANN, mulligan=False),
        Conceded(player=ANN),
        GameEnded(result=GameResult.WIN, winners=(BOB,), reason=EndReason.CONCESSION),
    )
    game = game_of(*OPENING, *mulligans)

    assert picked(rows(game, "players"), "seat", "mulligans", "kept_size") == [
        ("ann", 1, None),
        ("bob", 0, 7),
    ]


@pytest.mark.parametrize("names", [True, False])
def test_the_number_of_a_seat_is_nobodys_name(names: bool) -> None:  # noqa: FBT001 - each way
    """Imported without their names, the first players of all games are not one person."""
    imported = ImportEntry(client="test")
    seats = (
        SeatEntry(seat=Seat("seat1"), name="Player 1"),
        SeatEntry(seat=Seat("seat2"), name="Z"),
    )
    own = replace(first_header(), seats=seats, decks={}, imported=None)
    (one, other) = rows(game_of(first=replace(own, imported=imported)), "players", names=names)
    (told, _) = rows(game_of(first=own), "players", names=names)

    assert one.player is None
    assert other.player is not None
    assert told.player is not None


def test_draws_are_all_outcomes_of_chance() -> None:
    for game in games().values():
        wanted = [record.seq for record in game.log if record.event.nature is Nature.CHANCE]
        assert [row.seq for row in rows(game, "draws")] == wanted


def test_17lands_tells_what_a_record_names_later() -> None:
    """A client names a card, and shows its types, in the message after what was done with it."""
    names = {"c41": "Relic", "c43": "Grove", "c45": "Cub"}
    later = CardsIdentified(cards={ObjectId(a): CardName(b) for a, b in names.items()})
    during = (
        CardsDrawn(player=BOB, count=1, cards=(ObjectId("c41"),)),
        LandPlayed(player=BOB, card=ObjectId("c42")),
        CardMoved(
            card=ObjectId("c42"),
            new=ObjectId("c43"),
            to=Zone.BATTLEFIELD,
            reason=MoveReason.PLAYED,
            owner=BOB,
        ),
        SpellCast(player=BOB, card=ObjectId("c44"), object=ObjectId("c45")),
        later,
        CharacteristicsObserved(object=ObjectId("c45"), types=("Creature",)),
    )
    game = game_of(*OPENING, *MULLIGANS, *turn(1, BOB, *during), *turn(2, ANN))
    told = rows(game, "turns_17lands", seat="judge")[0]
    state = next(
        row for row in rows(game, "states") if (row.turn, row.seat) == (1, "bob") and row.lands
    )

    assert told.user_seat == "ann"
    assert told.oppo_turn_cards_drawn == "1"
    assert (told.oppo_turn_lands_played, told.oppo_turn_creatures_cast) == ("Grove", "Cub")
    assert told.oppo_turn_non_creatures_cast == ""
    assert told.oppo_turn_eot_oppo_lands_in_play == "Grove"
    assert (state.lands, state.others) == (1, 0)


def test_17lands_tells_the_users_draws_by_name() -> None:
    drawn = CardsDrawn(player=ANN, count=1, cards=(ObjectId("c41"),))
    later = CardsIdentified(cards={ObjectId("c41"): CardName("Relic")})
    game = game_of(*OPENING, *MULLIGANS, *turn(1, ANN, drawn, later), *turn(2, BOB))

    assert rows(game, "turns_17lands")[0].user_turn_cards_drawn == "Relic"
    assert "Relic" not in rows(game, "turns_17lands", seat="public")[0].user_turn_cards_drawn


def test_17lands_has_one_row_for_both_sides_turns() -> None:
    found = rows(random_game(), "turns_17lands")

    assert [row.turn for row in found] == list(range(1, found[0].num_turns + 1))
    assert found[0].num_mulligans == found[-1].num_mulligans
    assert sum(
        len(row.user_turn_lands_played.split("|")) for row in found if row.user_turn_lands_played
    )
