"""CR 705 and its history, where a scenario cannot say it: whole logs, refusals, bounds, offers."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from msgspec.structs import replace

from events.base import Decision, Event
from events.card_files import known_cards
from events.cards import CardDefinition
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipDeviceAgreed,
    FlipDeviceAnswered,
    FlipDeviceProposed,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipRunContinued,
    FlipRunEnded,
    FlipShown,
    FlipWon,
    ReflipChosen,
)
from events.errors import IllegalAction, LimitExceeded
from events.game import Conceded
from events.identifiers import CardName, ObjectId, Seat
from events.stack import CostPaid, SpellCast
from events.turns import PriorityPassed
from events.vocabulary import Face, FlipDevice, Nature
from machine.chance import Chance, ChanceExhausted, Recorded, Scripted, seeded
from machine.flip_effects import MOST_COINS, coins_for
from machine.flip_kinds import Asks, cares_about_winning, is_contested
from machine.instructions import flips
from machine.procedure import CHECKS
from machine.referee import advance, awaiting, legal_decisions
from machine.running import handle
from projections.fold import apply
from projections.table import Table
from tests.machine.coin_flips.desk import (
    ANN,
    BOB,
    CYD,
    THUMB,
    activation,
    answer,
    desk,
    flipper,
    thumbed,
)

HEADS, TAILS = 0, 1
"""What a script says for a coin."""
FLIPS = (
    FlipInstructed,
    FlipCalled,
    CoinFlipped,
    FlipIgnored,
    FlipWon,
    FlipLost,
    FlipShown,
)


def flips_of(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(event for event in events if isinstance(event, FLIPS))


def begun(table: Table, source: ObjectId, *coins: int) -> tuple[Table, Scripted, list[Event]]:
    """Activate a flipper and let it resolve, up to the first question."""
    chance = Scripted(coins)
    events: list[Event] = []
    table = step(table, events, chance, *activation(table, source))
    for seat in table.turn_order:
        table = step(table, events, chance, PriorityPassed(player=seat))
    return table, chance, events


def step(table: Table, events: list[Event], chance: Chance, *decisions: Decision) -> Table:
    batch = handle(table, decisions, chance)
    events += batch.events
    return batch.table


def answered(table: Table, chance: Chance, events: list[Event]) -> Table:
    """Answer in the plainest way until somebody has priority again."""
    while not isinstance(decision := answer(table), PriorityPassed):
        assert decision is not None
        table = step(table, events, chance, decision)
    return table


# -- one card under six eras -----------------------------------------------------------------------

DAN = Seat("dan")

UNCALLED = (
    CoinFlipped(flip=1, coin=1, face=Face.TAILS),
    FlipShown(flip=1, player=ANN, face=Face.TAILS),
)


def called(player: Seat) -> FlipCalled:
    return FlipCalled(player=player, flip=1, call=Face.HEADS)


ERAS = [
    pytest.param(
        "2001-01-01",
        "Tavern Scoundrel",
        (called(BOB), UNCALLED[0], FlipWon(flip=1, player=ANN, face=Face.TAILS, inferred=True)),
        id="nothing-written",
    ),
    pytest.param(
        "2003-07-01",
        "Tavern Scoundrel",
        (called(BOB), UNCALLED[0], FlipWon(flip=1, player=ANN, face=Face.TAILS, inferred=True)),
        id="glossary-the-other-player-calls",
    ),
    pytest.param(
        "2006-07-15",
        "Tavern Scoundrel",
        (called(ANN), UNCALLED[0], FlipLost(flip=1, player=ANN, face=Face.TAILS)),
        id="511-by-object",
    ),
    pytest.param("2018-06-08", "Tavern Scoundrel", UNCALLED, id="705-by-effect-text"),
    pytest.param(
        "2022-06-10",
        "Tavern Scoundrel",
        (called(ANN), UNCALLED[0], FlipLost(flip=1, player=ANN, face=Face.TAILS)),
        id="705-default-winner",
    ),
    pytest.param(
        "2025-06-06",
        "Tavern Scoundrel",
        (
            called(ANN),
            UNCALLED[0],
            FlipWon(flip=1, player=ANN, face=Face.HEADS, forced=True, source=ObjectId("c7")),
        ),
        id="705-3-set-results",
    ),
]


@pytest.mark.parametrize(("day", "card", "after"), ERAS)
def test_one_plain_flip_under_every_era(day: str, card: str, after: tuple[Event, ...]) -> None:
    """A plain flip of an object that cares about winning, with an effect that sets results beside it."""
    table, labels = desk(
        {
            "ann": {
                "battlefield": [f"{card} as rogue", "Bear", "Edgar, King of Figaro as edgar"],
                "mana": "{R}",
            },
            "bob": {},
        },
        edition=day,
    )
    rogue, chance = labels["rogue"], Scripted([TAILS])
    events: list[Event] = []
    bear = next(name for name in table.battlefield if table.objects[name].card == "Bear")
    first = next(one for one in legal_decisions(table) if getattr(one, "source", None) == rogue)
    paid = CostPaid(
        player=ANN,
        object=ObjectId(f"o{table.numbers.object}"),
        mana="{R}",
        tapped=(rogue,),
        sacrificed=(bear,),
    )
    table = step(table, events, chance, first, paid)
    table = step(table, events, chance, PriorityPassed(player=ANN))
    table = step(table, events, chance, PriorityPassed(player=BOB))
    answered(table, chance, events)

    caller = next((one.player for one in after if isinstance(one, FlipCalled)), None)
    instructed = FlipInstructed(
        flip=1,
        flipper=ANN,
        contested=caller is not None,
        caller=caller,
        source=rogue,
    )
    wanted = tuple(
        replaced(one, labels["edgar"]) if isinstance(one, FlipWon) and one.forced else one
        for one in after
    )
    assert flips_of(tuple(events)) == (instructed, *wanted)


def replaced(event: FlipWon, source: ObjectId) -> FlipWon:
    return FlipWon(
        flip=event.flip, player=event.player, face=event.face, forced=True, source=source
    )


# -- classification --------------------------------------------------------------------------------

KINDS = [
    # asks, cares: before 2003, 2003-07, 2006-07, 2018-06, 2022-06, now
    ("winner", False, (True, True, True, True, True, True)),
    ("plain", False, (False, False, False, False, True, True)),
    ("plain", True, (True, True, True, False, True, True)),
    ("faces", True, (False,) * 6),
    ("faces", False, (False,) * 6),
]
DAYS = ("2001-01-01", "2003-07-01", "2006-07-15", "2018-06-08", "2022-06-10", "2026-01-01")
CARING, INDIFFERENT = (
    known_cards()[CardName("Chance Encounter")],
    CardDefinition(name=CardName("Rock")),
)


@pytest.mark.parametrize(("asks", "cares", "contested"), KINDS)
def test_705_2_classification_by_edition(
    asks: Asks,
    cares: bool,  # noqa: FBT001 - a fact of the card
    contested: tuple[bool, ...],
) -> None:
    card = CARING if cares else INDIFFERENT
    tables = [desk({"ann": {}, "bob": {}}, edition=day)[0] for day in DAYS]

    assert tuple(is_contested(table, asks, card) for table in tables) == contested


@pytest.mark.parametrize(
    ("card", "cares"),
    [
        ("Tavern Scoundrel", True),
        ("Chance Encounter", True),
        ("Karplusan Minotaur", True),
        ("Mijae Djinn", True),
        ("Fighting Chance", True),
        ("Okaun, Eye of Chaos", True),
        ("Flip Until Stopped", True),
        ("Five Flips", True),
        ("Plain Flip", False),
        ("Faces Flip", False),
        ("Mana Clash", False),
        ("Krark's Thumb", False),
        ("Goblin Bookie", False),
        ("Bear", False),
    ],
)
def test_511_3_which_objects_care_about_winning(card: str, cares: bool) -> None:  # noqa: FBT001 - the answer
    assert cares_about_winning(known_cards()[CardName(card)]) is cares


# -- the order of a batch --------------------------------------------------------------------------


def test_705_2_every_call_precedes_the_first_coin() -> None:
    table, source = thumbed(1, count=3)
    table, chance, events = begun(table, source, *(HEADS, TAILS) * 3)
    answered(table, chance, events)

    kinds = [type(event) for event in flips_of(tuple(events))]
    assert (
        kinds
        == [FlipInstructed] * 3
        + [FlipCalled] * 3
        + [CoinFlipped] * 6
        + [FlipIgnored] * 3
        + [FlipWon] * 3
    )


def test_101_4_two_flippers_call_and_ignore_in_apnap_order() -> None:
    table, labels = desk(
        {
            "ann": {"battlefield": ["Thumb"]},
            "bob": {"battlefield": ["Flipper as flipper", "Thumb"]},
        },
        turn={"active": "bob"},
        cards=[THUMB, flipper(who="each")],
    )
    chance = Scripted([HEADS, TAILS, TAILS, HEADS])
    events: list[Event] = []
    first, paid = activation(table, labels["flipper"])
    for decision in (first, paid):
        assert decision.player == ANN

    table = step(table, events, chance, replace(first, player=BOB), replace(paid, player=BOB))
    table = step(table, events, chance, PriorityPassed(player=BOB))
    table = step(table, events, chance, PriorityPassed(player=ANN))
    answered(table, chance, events)

    who = [
        (type(event), event.player)
        for event in events
        if isinstance(event, FlipCalled | FlipIgnored)
    ]
    assert who == [(FlipCalled, BOB), (FlipCalled, ANN), (FlipIgnored, BOB), (FlipIgnored, ANN)]


def test_705_2_another_opponent_calls_where_the_one_who_should_has_left() -> None:
    table, labels = desk(
        {"ann": {"battlefield": ["Flipper as flipper"]}, "bob": {}, "cyd": {}},
        edition="2005-09-01",
        cards=[flipper()],
    )
    table, chance, events = begun(table, labels["flipper"], HEADS)

    assert awaiting(table)[0].player == BOB
    table = step(table, events, chance, Conceded(player=BOB))
    assert [one.player for one in awaiting(table)] == [CYD]
    assert refused(table, FlipCalled(player=ANN, flip=1, call=Face.HEADS)) == "flip/not_theirs"
    step(table, events, chance, FlipCalled(player=CYD, flip=1, call=Face.HEADS))

    assert FlipLost(flip=1, player=ANN, face=Face.HEADS, inferred=True) in events


def test_805_6_players_of_a_team_call_and_ignore_in_any_order() -> None:
    table, labels = desk(
        {
            "ann": {"battlefield": ["Flipper as flipper", "Thumb"], "team": "a"},
            "bob": {"team": "b"},
            "cyd": {"battlefield": ["Thumb"], "team": "a"},
            "dan": {"team": "b"},
        },
        play={"shared_team_turns": True},
        cards=[THUMB, flipper(who="each")],
    )
    events: list[Event] = []
    chance = Scripted([HEADS, TAILS, HEADS, TAILS, HEADS, HEADS])
    table = step(table, events, chance, *activation(table, labels["flipper"]))
    while PriorityPassed in (asked := awaiting(table)[0]).decisions:
        table = step(table, events, chance, PriorityPassed(player=asked.player))
    number = {one.flipper: one.flip for one in table.flips}

    assert {one.player for one in awaiting(table)} == {ANN, CYD}
    table = step(table, events, chance, called_of(CYD, number))
    assert [one.player for one in awaiting(table)] == [ANN]
    table = step(table, events, chance, called_of(ANN, number))
    assert {one.player for one in awaiting(table)} == {BOB, DAN}
    table = step(table, events, chance, called_of(DAN, number))
    table = step(table, events, chance, called_of(BOB, number))
    assert {one.player for one in awaiting(table)} == {ANN, CYD}
    table = step(table, events, chance, FlipIgnored(player=CYD, flip=number[CYD], coins=(1,)))
    step(table, events, chance, FlipIgnored(player=ANN, flip=number[ANN], coins=(1,)))

    assert sum(isinstance(one, FlipWon | FlipLost) for one in events) == 4


def called_of(player: Seat, number: Mapping[Seat, int]) -> FlipCalled:
    return FlipCalled(player=player, flip=number[player], call=Face.HEADS)


def test_705_2_of_several_opponents_the_next_in_turn_order_calls() -> None:
    table, labels = desk(
        {"ann": {}, "bob": {"battlefield": ["Flipper as flipper"]}, "cyd": {}},
        edition="2005-09-01",
        cards=[flipper(who="each")],
    )
    table, _, events = begun_by(table, BOB, labels["flipper"])

    callers = {one.flipper: one.caller for one in events if isinstance(one, FlipInstructed)}
    assert callers == {ANN: BOB, BOB: CYD, CYD: ANN}


def begun_by(table: Table, seat: Seat, source: ObjectId) -> tuple[Table, Scripted, list[Event]]:

    chance = Scripted()
    events: list[Event] = []
    passed = PriorityPassed(player=ANN)
    table = step(table, events, chance, passed)
    first, paid = (replace(one, player=seat) for one in activation(table, source))
    table = step(table, events, chance, first, paid)
    for _ in table.playing:
        holder = table.priority.holder
        assert holder is not None
        table = step(table, events, chance, PriorityPassed(player=holder))
    return table, chance, events


# -- refusals --------------------------------------------------------------------------------------


def refused(table: Table, decision: Decision) -> str:
    with pytest.raises(IllegalAction) as error:
        CHECKS[type(decision)](table, decision)
    return error.value.code


def test_the_checks_of_a_flip_say_what_is_wrong() -> None:
    table, source = thumbed(1)
    table, chance, events = begun(table, source, HEADS, TAILS)

    assert refused(table, FlipCalled(player=BOB, flip=1, call=Face.HEADS)) == "flip/not_theirs"
    assert refused(table, FlipCalled(player=ANN, flip=9, call=Face.HEADS)) == "flip/not_theirs"
    assert refused(table, FlipIgnored(player=BOB, flip=1, coins=(1,))) == "flip/nothing_to_ignore"
    assert refused(table, FlipDeviceAnswered(player=BOB, accepted=True)) == "flip/nothing_proposed"
    assert refused(table, FlipRunEnded(player=ANN)) == "flip/no_run"
    assert refused(table, FlipRunContinued(player=ANN)) == "flip/no_run"
    assert refused(table, ReflipChosen(player=ANN, flip=1)) == "flip/not_shown"
    assert refused(table, ReflipChosen(player=ANN, mana="{R}")) == "flip/stands"
    table = step(table, events, chance, FlipCalled(player=ANN, flip=1, call=Face.HEADS))
    assert refused(table, FlipCalled(player=ANN, flip=1, call=Face.TAILS)) == "flip/called_late"
    for coins in ((), (1, 2), (3,), (1, 1)):
        assert refused(table, FlipIgnored(player=ANN, flip=1, coins=coins)) == "flip/ignored"
    assert refused(table, ReflipChosen(player=ANN, flip=1)) == "flip/not_shown"


def test_a_flip_is_called_once() -> None:
    table, source = thumbed(0, count=2)
    table, chance, events = begun(table, source)
    table = step(table, events, chance, FlipCalled(player=ANN, flip=1, call=Face.HEADS))

    assert refused(table, FlipCalled(player=ANN, flip=1, call=Face.TAILS)) == "flip/called_twice"


def test_a_caller_and_a_flipper_whom_nobody_knows_hold_nothing_up() -> None:
    """What is entered from outside the game may name anybody."""
    table, _ = desk({"ann": {}, "bob": {}}, edition="2005-09-01")
    stranger = Seat("zed")
    for flipper_, caller, asked in ((stranger, stranger, ()), (ANN, stranger, (BOB,))):
        flip = FlipInstructed(flip=1, flipper=flipper_, contested=True, caller=caller)
        given = apply(table, flip)

        waiting = [one.player for one in awaiting(given) if FlipCalled in one.decisions]
        assert waiting == list(asked)
        advance(given, Scripted([HEADS]))


def test_offers_are_legal_and_few() -> None:
    table, source = thumbed(3)
    table, chance, events = begun(table, source, HEADS, TAILS, *(HEADS,) * 6)

    assert [one for one in legal_decisions(table) if isinstance(one, FlipCalled)] == [
        FlipCalled(player=ANN, flip=1, call=Face.HEADS),
        FlipCalled(player=ANN, flip=1, call=Face.TAILS),
    ]
    table = step(table, events, chance, FlipCalled(player=ANN, flip=1, call=Face.HEADS))
    assert list(legal_decisions(table)) == [
        FlipIgnored(player=ANN, flip=1, coins=(2, 3, 4, 5, 6, 7, 8)),
        FlipIgnored(player=ANN, flip=1, coins=(1, 3, 4, 5, 6, 7, 8)),
    ]


# -- devices ---------------------------------------------------------------------------------------


def test_705_1_a_die_is_offered_once_where_a_coin_is_due() -> None:
    table, source = thumbed(0)
    table, chance, events = begun(table, source, HEADS)
    proposal = next(one for one in legal_decisions(table) if isinstance(one, FlipDeviceProposed))
    table = step(table, events, chance, proposal)

    assert list(legal_decisions(table)) == [
        FlipDeviceAnswered(player=BOB, accepted=True),
        FlipDeviceAnswered(player=BOB, accepted=False),
    ]
    table = step(table, events, chance, FlipDeviceAnswered(player=BOB, accepted=False))
    assert not any(isinstance(one, FlipDeviceProposed) for one in legal_decisions(table))
    assert awaiting(table)[0].decisions[0] is FlipCalled


@pytest.mark.parametrize(
    ("device", "heads", "number", "face"),
    [
        (FlipDevice.DIE_EVEN_ODD, "", 4, Face.HEADS),
        (FlipDevice.DIE_EVEN_ODD, "even", 3, Face.TAILS),
        (FlipDevice.DIE_EVEN_ODD, "odd", 3, Face.HEADS),
        (FlipDevice.DIE_EVEN_ODD, "odd", 4, Face.TAILS),
        (FlipDevice.DIE_MAPPED, "1, 2, 3", 3, Face.HEADS),
        (FlipDevice.DIE_MAPPED, "1,2,3", 4, Face.TAILS),
    ],
)
def test_705_1_what_a_die_shows(device: FlipDevice, heads: str, number: int, face: Face) -> None:
    """R015, R016: the number is on record beside the face; nobody has to say heads."""
    table, source = thumbed(0)
    events: list[Event] = []
    chance = Scripted([number - 1])
    proposal = FlipDeviceProposed(player=ANN, device=device, sides=6, heads=heads)
    table = step(table, events, chance, proposal)
    table = step(table, events, chance, FlipDeviceAnswered(player=BOB, accepted=True))
    assert FlipDeviceAgreed(device=device, sides=6, heads=heads) in events
    table = step(table, events, chance, *activation(table, source))
    for seat in (ANN, BOB):
        table = step(table, events, chance, PriorityPassed(player=seat))
    step(table, events, chance, FlipCalled(player=ANN, flip=1, call=Face.HEADS))

    assert CoinFlipped(flip=1, coin=1, face=face, shown=number) in events


@pytest.mark.parametrize("heads", ["even", "odd"])
def test_705_1_a_die_of_very_many_sides_is_flipped_like_any_other(heads: str) -> None:
    sides = 10**15
    table, source = thumbed(0)
    events: list[Event] = []
    chance = Scripted([sides - 1])
    proposal = FlipDeviceProposed(
        player=ANN, device=FlipDevice.DIE_EVEN_ODD, sides=sides, heads=heads
    )
    table = step(table, events, chance, proposal)
    table = step(table, events, chance, FlipDeviceAnswered(player=BOB, accepted=True))
    table = step(table, events, chance, *activation(table, source))
    for seat in (ANN, BOB):
        table = step(table, events, chance, PriorityPassed(player=seat))
    step(table, events, chance, FlipCalled(player=ANN, flip=1, call=Face.HEADS))

    face = Face.HEADS if heads == "even" else Face.TAILS
    assert CoinFlipped(flip=1, coin=1, face=face, shown=sides) in events


def test_705_1_a_number_too_long_to_read_is_no_number_of_a_die() -> None:
    table, _ = thumbed(0)
    proposal = FlipDeviceProposed(
        player=ANN, device=FlipDevice.DIE_MAPPED, sides=6, heads="1,2," + "3" * 5000
    )

    assert refused(table, proposal) == "flip/heads_unnamed"


def test_a_record_of_a_die_that_cannot_be_is_refused() -> None:

    heads = frozenset({2, 4, 6})
    good = CoinFlipped(flip=1, coin=1, face=Face.HEADS, shown=4)
    assert Recorded([good]).coin(1, 1, even_sides=6, heads=heads) == good
    for bad in (
        CoinFlipped(flip=1, coin=1, face=Face.TAILS, shown=4),
        CoinFlipped(flip=1, coin=1, face=Face.HEADS, shown=8),
        CoinFlipped(flip=1, coin=1, face=Face.HEADS),
        CoinFlipped(flip=1, coin=2, face=Face.HEADS, shown=4),
    ):
        with pytest.raises(ChanceExhausted):
            Recorded([bad]).coin(1, 1, even_sides=6, heads=heads)
    with pytest.raises(ChanceExhausted):
        Recorded([good]).coin(1, 1)


# -- bounds ----------------------------------------------------------------------------------------


def test_614_5_coins_of_several_replacements() -> None:
    assert [coins_for(thumbed(thumbs)[0], ANN) for thumbs in range(6)] == [1, 2, 4, 8, 16, 32]
    assert coins_for(thumbed(5)[0], BOB) == 1


def test_614_5_more_coins_than_a_table_can_toss() -> None:
    most = MOST_COINS.bit_length() - 1

    assert coins_for(thumbed(most)[0], ANN) == MOST_COINS
    for thumbs in (most + 1, most + 9):
        with pytest.raises(LimitExceeded):
            coins_for(thumbed(thumbs)[0], ANN)


def test_a_batch_of_too_many_coins_is_refused_and_leaves_no_trace() -> None:
    table, source = thumbed(3, count=600)
    table = handle(table, activation(table, source), Scripted()).table
    table = handle(table, (PriorityPassed(player=ANN),), Scripted()).table

    with pytest.raises(LimitExceeded):
        handle(table, (PriorityPassed(player=BOB),), Scripted())


def test_a_process_that_chance_never_ends_reaches_its_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    monkeypatch.setattr(flips, "MOST_REPEATS", 5)
    table, source = repeating()
    table = handle(table, activation(table, source), Scripted()).table
    table = handle(table, (PriorityPassed(player=ANN),), Scripted()).table

    with pytest.raises(LimitExceeded) as error:
        handle(table, (PriorityPassed(player=BOB),), Scripted([TAILS] * 50))
    assert error.value.code == "limit/repeats"


def repeating() -> tuple[Table, ObjectId]:
    program = [{"do": "flip_coins", "asks": "faces"}, {"do": "repeat_from"}]
    card = {
        "name": "Again",
        "types": ["Artifact"],
        "abilities": [{"kind": "activated", "cost": {}, "program": program}],
    }
    table, labels = desk({"ann": {"battlefield": ["Again as again"]}, "bob": {}}, cards=[card])
    return table, labels["again"]


def test_a_run_that_is_always_won_reaches_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(flips, "MOST_FLIPS", 4)
    table, source = thumbed(0, until="lost")
    table, chance, events = begun(table, source, *(HEADS,) * 9)

    with pytest.raises(LimitExceeded) as error:
        answered(table, chance, events)
    assert error.value.code == "limit/flips"


# -- bugs of other programs ------------------------------------------------------------------------


def test_b001_tails_can_be_called_and_the_outcome_is_derived() -> None:
    table, source = thumbed(0)
    for call, coin, kind in (
        (Face.HEADS, HEADS, FlipWon),
        (Face.HEADS, TAILS, FlipLost),
        (Face.TAILS, HEADS, FlipLost),
        (Face.TAILS, TAILS, FlipWon),
    ):
        at, chance, events = begun(table, source, coin)
        step(at, events, chance, FlipCalled(player=ANN, flip=1, call=call))
        assert [type(one) for one in flips_of(tuple(events))][-1] is kind


def test_b002_faces_alone_have_no_winner() -> None:
    table, source = thumbed(0, "Chance Encounter", asks="faces")
    _, _, events = begun(table, source, HEADS)

    assert flips_of(tuple(events))[-1] == FlipShown(flip=1, player=ANN, face=Face.HEADS)


def test_b004_two_copies_make_four_coins() -> None:
    table, source = thumbed(2)
    table, chance, events = begun(table, source, TAILS, TAILS, TAILS, HEADS)
    table = answered(table, chance, events)

    assert sum(isinstance(one, CoinFlipped) for one in events) == 4
    assert isinstance(flips_of(tuple(events))[-1], FlipWon)


def test_b005_physical_coins_and_flips_are_counted_apart() -> None:
    table, source = thumbed(1, count=3)
    table, chance, events = begun(table, source, *(HEADS, TAILS) * 3)
    answered(table, chance, events)

    assert sum(isinstance(one, CoinFlipped) for one in events) == 6
    assert sum(isinstance(one, FlipWon | FlipLost) for one in events) == 3


def test_b010_every_tier_up_to_the_number_of_wins() -> None:
    lives = []
    for wins in range(5):
        table, labels = desk(
            {"ann": {"hand": ["Flip Until Stopped as spell"], "mana": "{R}"}, "bob": {}}
        )
        chance = Scripted([*(HEADS,) * wins, TAILS])
        events: list[Event] = []
        name = ObjectId(f"o{table.numbers.object}")
        cast = SpellCast(player=ANN, card=labels["spell"])
        table = step(table, events, chance, cast, CostPaid(player=ANN, object=name, mana="{R}"))
        for seat in (ANN, BOB):
            table = step(table, events, chance, PriorityPassed(player=seat))
        while FlipCalled in (asked := awaiting(table)[0].decisions) or FlipRunEnded in asked:
            decision = FlipRunContinued(player=ANN) if FlipRunEnded in asked else answer(table)
            assert decision is not None
            table = step(table, events, chance, decision)
        lives.append(table.players[ANN].life)

    assert lives == [20, 21, 31, 131, 131]
    assert all(before <= after for before, after in pairwise(lives))


def test_b011_one_call_for_a_flip_of_two_coins() -> None:
    table, source = thumbed(1)
    table, chance, events = begun(table, source, HEADS, TAILS)
    answered(table, chance, events)

    assert sum(isinstance(one, FlipCalled) for one in events) == 1


def test_b014_one_flip_about_each_object() -> None:
    table, labels = desk(
        {
            "ann": {"battlefield": ["Flipper as flipper", "Bear", "Mountain"]},
            "bob": {"battlefield": ["Bear"]},
        },
        cards=[flipper(each={"types": ["Creature"]})],
    )
    table, _, events = begun(table, labels["flipper"])

    bears = [name for name in table.battlefield if table.objects[name].card == "Bear"]
    assert [one.about for one in events if isinstance(one, FlipInstructed)] == bears


def test_t076_randomness_has_to_be_supplied() -> None:

    table, source = thumbed(0, asks="faces")
    with pytest.raises(ChanceExhausted):
        begun(table, source)


def test_t092_a_tally_is_the_number_of_won_flips() -> None:
    table, labels = desk({"ann": {"hand": ["Five Flips as spell"], "mana": "{R}"}, "bob": {}})
    chance = seeded(7)
    events: list[Event] = []
    name = ObjectId(f"o{table.numbers.object}")
    cast = SpellCast(player=ANN, card=labels["spell"])
    table = step(table, events, chance, cast, CostPaid(player=ANN, object=name, mana="{R}"))
    for seat in (ANN, BOB):
        table = step(table, events, chance, PriorityPassed(player=seat))
    table = answered(table, chance, events)

    won = sum(isinstance(one, FlipWon) for one in events)
    assert won + sum(isinstance(one, FlipLost) for one in events) == 5
    assert table.players[ANN].life == 20 + won


def test_t098_the_second_set_of_the_turn_is_as_it_falls() -> None:
    """A set of three first, all of it heads and won; then a single flip that is lost."""
    table, labels = desk(
        {
            "ann": {
                "battlefield": ["Flipper as three", "Single as one", "Edgar, King of Figaro"],
            },
            "bob": {},
        },
        cards=[flipper(count=3), {**flipper(), "name": "Single"}],
    )
    table, chance, events = begun(table, labels["three"], TAILS, TAILS, TAILS, TAILS)
    table = answered(table, chance, events)
    table = step(table, events, chance, *activation(table, labels["one"]))
    for seat in (ANN, BOB):
        table = step(table, events, chance, PriorityPassed(player=seat))
    table = answered(table, chance, events)

    outcomes = [one for one in events if isinstance(one, FlipWon | FlipLost)]
    assert [(type(one), one.forced) for one in outcomes] == [(FlipWon, True)] * 3 + [
        (FlipLost, False)
    ]
    assert table.players[ANN].flips_this_turn == 2


def test_t103_a_face_needs_no_winner() -> None:
    table, source = thumbed(0, asks="faces")
    table, _, events = begun(table, source, TAILS)

    assert isinstance(flips_of(tuple(events))[-1], FlipShown)
    assert {event.nature for event in flips_of(tuple(events))} == {
        Nature.CHANCE,
        Nature.CONSEQUENCE,
    }
