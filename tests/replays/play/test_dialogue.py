"""The game at a table: what is asked, in which order, what is written, and what is taken back."""

from collections.abc import Callable, Iterable

import msgspec
import pytest

from events.base import Event
from events.errors import ApnapError
from events.game import StartingPlayerChosen
from events.identifiers import Seat
from events.mulligans import CardsBottomed, MulliganDeclared
from events.rulings import Rewound
from events.stack import AbilityActivated, SpellCast
from machine.chance import seeded
from replays.derivation import rederive
from replays.play.dialogue import Dialogue
from replays.play.teller import Asking
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Given
from replays.session import Game
from tests.replays.play.tables import game

ANN, BOB = Seat("ann"), Seat("bob")


class Script:
    """Answers written down beforehand, and everything that was told."""

    def __init__(self, lines: Iterable[str], *, agrees: bool = True) -> None:
        self.lines = list(lines)
        self.agrees = agrees
        self.asked: list[Asking] = []
        self.refusals: list[str] = []
        self.remarks: list[str] = []
        self.shown: list[str] = []
        self.handed: list[Seat] = []
        self.told: list[tuple[int, Seat | None]] = []
        self.written: list[int] = []

    def records(self, game: Game, first: int, seat: Seat | None) -> None:
        self.told += [(seq, seat) for seq in range(first, len(game.events))]
        self.written.append(len(game.events))

    def asks(self, asking: Asking) -> str | None:
        self.asked.append(asking)
        return self.lines.pop(0) if self.lines else None

    def confirms(self, seat: Seat, what: str) -> bool:
        self.remarks.append(f"{seat}: {what}")
        return self.agrees

    def hands_over(self, seat: Seat) -> bool:
        self.handed.append(seat)
        return bool(self.lines)

    def refused(self, error: ApnapError) -> None:
        self.refusals.append(error.code)

    def says(self, what: str, **values: object) -> None:
        self.remarks.append(what.format(**values))

    def shows(self, what: str, game: Game, asking: Asking, argument: str) -> None:
        del game, asking
        self.shown.append(f"{what} {argument}".strip())


def play(
    game: Game,
    *lines: str,
    agrees: bool = True,
    autos: frozenset[Seat] = frozenset(),
    in_turns: bool = False,
    stop: Callable[[Game], bool] = lambda _game: False,
) -> Script:
    script = Script(lines, agrees=agrees)
    Dialogue(game, script, autos=autos, seed="1", in_turns=in_turns, stop=stop).run()
    assert rederive(game.events.records).derived.ok
    return script


def fire_at_four() -> Game:
    return game(
        ann={"hand": ["Great Fire"], "battlefield": ["Mountain"]}, bob={"battlefield": ["Bear*4"]}
    )


def test_an_announcement_is_asked_for_step_by_step_and_written_whole() -> None:
    made = fire_at_four()
    before = len(made.events)
    script = play(made, "cast fire", "2 3 4", "5", "3")

    assert [one.question.what for one in script.asked] == [
        "act or pass",
        "choose targets",
        "divide",
        "divide",
        "act or pass",
    ]
    assert [len(one.made) for one in script.asked] == [0, 1, 2, 2, 0]
    assert script.asked[3].given == (5,)
    assert [type(r.event).__name__ for r in made.events[before:]] == [
        "SpellCast",
        "TargetsChosen",
        "DamageDivided",
        "ManaAbilityActivated",
        "CostPaid",
        "StackingCompleted",
        "PriorityReceived",
    ]
    assert made.table.stack[0].shares[0] == (5, 3, 1)


def test_nothing_of_an_announcement_is_written_before_it_is_complete() -> None:
    made = fire_at_four()
    before = len(made.events)
    script = play(made, "cast fire", "2 3 4", "5", "cancel", "undo")

    assert len(made.events) == before
    assert script.remarks == ["taken back, as if it had never begun (CR 732.1): as you wish"]
    assert script.refusals == ["answer/unknown"]


def test_undo_within_an_announcement_drops_it() -> None:
    made = fire_at_four()
    before = len(made.events)
    play(made, "cast fire", "undo")

    assert len(made.events) == before


def test_a_share_that_cannot_be_completed_is_not_taken() -> None:
    script = play(fire_at_four(), "cast fire", "2 3 4", "8", "5 3 2", "5 3 1 1", "1 1 7")

    assert script.refusals == ["answer/unknown"] * 3
    assert script.asked[-1].question.what == "act or pass"


def test_an_illegal_step_is_refused_and_the_announcement_goes_on() -> None:
    script = play(
        fire_at_four(),
        "cast fire",
        '{"type": "TargetsChosen", "object": "c1", "targets": ["zoe"]}',
        "2",
    )

    assert len(script.refusals) == 1
    assert script.asked[2].question.what == "choose targets"
    assert script.asked[3].question.what == "act or pass", "one target leaves no choice of shares"


def test_a_cost_that_cannot_be_paid_drops_the_announcement() -> None:
    made = game(ann={"hand": ["Goblin"]})
    before = len(made.events)
    card = made.table.players[ANN].hand[0]
    script = play(made, f'{{"type": "SpellCast", "card": "{card}"}}')

    assert script.remarks == [
        "taken back, as if it had never begun (CR 732.1): the cost cannot be paid"
    ]
    assert len(made.events) == before


def test_what_to_sacrifice_is_asked() -> None:
    made = game(ann={"hand": ["Offering"], "battlefield": ["Mountain", "Bear", "Wall"]})
    script = play(made, "cast offering", "2")

    assert [one.question.what for one in script.asked[:2]] == ["act or pass", "pay the cost"]
    assert [made.table.objects[n].card for n in made.table.players[ANN].graveyard] == ["Wall"]


def test_a_whole_announcement_as_json() -> None:
    made = game(ann={"hand": ["Goblin"], "mana": "{R}"})
    card = made.table.players[ANN].hand[0]
    cast = f'{{"type": "SpellCast", "card": "{card}"}}'
    item = made.draft(SpellCast(player=ANN, card=card)).stack[0].id
    play(made, f'[{cast}, {{"type": "CostPaid", "object": "{item}", "mana": "{{R}}"}}]')

    assert made.table.stack[0].card == "Goblin"


def test_every_pass_of_a_standing_order_is_written() -> None:
    made = game(ann={"battlefield": ["Bear"]})
    before = len(made.events)
    script = play(made, "all pass until t4", "1", stop=lambda now: now.table.turn.number == 4)
    passes = [r for r in made.events[before:] if type(r.event).__name__ == "PriorityPassed"]

    assert len(passes) >= 10
    assert [one.question.what for one in script.asked] == ["act or pass", "declare attackers"]


def test_undo_asks_the_others_and_is_an_entry_of_its_own() -> None:
    made = game(ann={"hand": ["Forest"]})
    before = made.table
    script = play(made, "play forest", "undo")
    entry = made.events[-1]
    event: Event = entry.event

    assert isinstance(event, Rewound)
    assert script.remarks == [f"bob: ann asks to go back to record {event.to}"]
    assert (event.agreed, entry.by) == ((ANN, BOB), "apnap")
    assert made.table.players == before.players
    assert any(type(r.event).__name__ == "LandPlayed" for r in made.events)


def test_undo_without_agreement_changes_nothing() -> None:
    made = game(ann={"hand": ["Forest"]})
    script = play(made, "play forest", "undo", agrees=False)

    assert script.remarks[-1] == "bob does not agree; nothing is taken back"
    assert type(made.events[-1].event).__name__ == "PriorityReceived"


def test_undo_twice_goes_back_further() -> None:
    made = game(ann={"hand": ["Forest", "Goblin"], "mana": "{R}"})
    first = made.table.players
    play(made, "play forest", "cast goblin", "undo", "undo")

    assert made.table.players == first


def test_undo_to_a_record_goes_to_the_end_of_its_batch() -> None:
    made = game(ann={"hand": ["Forest", "Goblin"], "mana": "{R}"})
    seq = len(made.events)
    script = play(made, "play forest", "cast goblin", f"undo {seq}", "undo 9999", "undo x")

    assert made.events[-1].event == Rewound(to=seq + 2, agreed=(ANN, BOB), why="take-back")
    assert script.refusals == ["answer/unknown"] * 2
    assert len(made.table.players[ANN].hand) == 1


def test_there_may_be_nothing_to_take_back() -> None:
    assert play(game(ann={}), "undo").refusals == ["answer/unknown"]


def test_people_change_places_and_are_told_what_they_have_not_seen() -> None:
    made = game(ann={"hand": ["Forest"]})
    start = len(made.events)
    script = play(made, "play forest", "pass", "pass", "quit", in_turns=True)

    assert script.handed == [ANN, BOB, ANN]
    seen = {seat: [seq for seq, who in script.told if who == seat] for seat in (ANN, BOB)}
    assert seen[ANN] == list(range(1, len(made.events)))
    assert seen[BOB] == list(range(1, seen[BOB][-1] + 1))
    assert seen[BOB][-1] >= start


def test_nothing_is_told_to_whoever_stays_while_somebody_else_should_come() -> None:
    made = game(ann={"hand": ["Forest"]})
    script = play(made, "play forest", "pass", in_turns=True)

    assert script.handed == [ANN, BOB]
    assert {seat for _, seat in script.told} == {ANN}
    assert len(script.asked) == 2


def test_one_shared_screen_tells_everything_once() -> None:
    made = game(ann={"hand": ["Forest"]})
    start = len(made.events)
    script = play(made, "play forest", "pass", "pass")

    assert [seq for seq, _ in script.told] == list(range(start, len(made.events)))
    assert script.handed == []


def test_a_seat_that_plays_by_itself_is_never_asked() -> None:
    made = fire_at_four()
    script = play(made, *["pass"] * 20, autos=frozenset({BOB}))

    assert {one.question.player for one in script.asked} == {ANN}


PICKED_FOR = {
    "name": "Poisoned Gift",
    "cost": "{R}",
    "types": ["Sorcery"],
    "abilities": [
        {
            "kind": "spell",
            "program": [
                {
                    "do": "deal_damage",
                    "amount": 2,
                    "targets": {"kinds": ["creature", "player"], "chooser": "opponent"},
                }
            ],
        }
    ],
}


@pytest.mark.parametrize("auto", [ANN, BOB])
def test_each_chooses_what_is_theirs_inside_an_announcement(auto: Seat) -> None:
    """CR 601.2c: the targets are an opponent's to choose, whoever of both sits at the screen."""
    made = game(
        ann={"hand": ["Poisoned Gift"], "mana": "{R}"},
        bob={"battlefield": ["Bear"]},
        cards=[PICKED_FOR],
    )
    if auto == BOB:
        script = play(made, "cast gift", autos=frozenset({BOB}))
        assert {one.question.player for one in script.asked} == {ANN}
    else:
        script = play(made, "nonsense", "table", "bob", autos=frozenset({ANN}))
        assert script.asked[0].question.what == "choose targets"
        assert {one.question.player for one in script.asked} == {BOB}
        assert script.refusals == ["answer/unknown", "answer/unknown"]
    assert any(type(r.event).__name__ == "CostPaid" for r in made.events)


def test_whoever_leaves_inside_an_announcement_leaves_nothing_half_done() -> None:
    made = game(
        ann={"hand": ["Poisoned Gift"], "mana": "{R}"},
        bob={"battlefield": ["Bear"]},
        cards=[PICKED_FOR],
    )
    before = len(made.events)
    play(made, "quit", autos=frozenset({ANN}))

    assert len(made.events) == before


def test_two_seats_that_play_by_themselves_play_the_same_again() -> None:
    games = [fire_at_four(), fire_at_four()]
    for made in games:
        play(made, autos=frozenset({ANN, BOB}), stop=lambda now: now.table.turn.number >= 6)

    assert games[0].events == games[1].events
    assert games[0].table.turn.number >= 6 or games[0].table.result


def _longer_than(bound: int) -> Callable[[Game], bool]:
    return lambda now: len(now.events) > bound


def test_a_game_left_and_taken_up_again_is_the_same_game() -> None:
    whole, parts = fire_at_four(), fire_at_four()
    autos = frozenset({ANN, BOB})
    play(whole, autos=autos, stop=lambda now: len(now.events) > 150)
    for bound in (60, 90, 150):
        play(parts, autos=autos, stop=_longer_than(bound))

    assert parts.events == whole.events


def test_commands_show_things_and_write_nothing() -> None:
    made = game(ann={"hand": ["Forest"]})
    before = len(made.events)
    script = play(made, "table", "hand", "log 5", "mana", "legal", "help", "quit")

    assert script.shown == ["table", "hand", "log 5", "mana", "legal", "help"]
    assert len(made.events) == before


def test_a_game_that_is_over_asks_nothing() -> None:
    made = game(ann={})
    script = play(made, "concede", "pass")

    assert made.table.result is not None
    assert len(script.asked) == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"type": "PriorityPassed", "player": "bob"}', "decision/not_asked"),
        ('{"type": "PriorityPassed", "player": "zoe"}', "usage/decision_player"),
        ('{"type": "LandPlayed", "card": "c999"}', "land/not_in_hand"),
        ('{"type": "FlipCalled", "flip": 9, "call": "heads"}', "decision/not_asked"),
        ("pass until christmas", "pass/until"),
        ("nonsense", "answer/unknown"),
    ],
)
def test_what_is_refused_is_told_and_nothing_is_written(line: str, code: str) -> None:
    made = game(ann={})
    before = len(made.events)
    script = play(made, line)

    assert script.refusals == [code]
    assert len(made.events) == before


def test_activated_abilities_are_announced_too() -> None:
    made = game(ann={"battlefield": ["Mountain*2", {"card": "Bottle of Suleiman", "sick": False}]})
    script = play(made, "activates bottle")
    types = [type(r.event) for r in made.events]

    assert AbilityActivated in types
    assert script.refusals == []


def opening(*first: str) -> Game:
    """Return a game at ann's first declaration."""
    cards = [*first, "Forest*20"]
    players = {"ann": {"library": cards}, "bob": {"library": ["Forest*20"]}}
    given = {"match": {"previous_loser": "ann"}, "players": players}
    log, _ = Setting(msgspec.convert(given, Given, strict=False)).build()
    made = Game(log, draws=lambda at: seeded(f"103.5:{at}"))
    made.begin()
    made.submit(StartingPlayerChosen(player=ANN, starting_player=ANN))
    return made


def declared(game: Game) -> list[str]:
    """Return ann's declarations and bottomings in their order."""
    events = (record.event for record in game.events)
    wanted = (one for one in events if isinstance(one, MulliganDeclared | CardsBottomed))
    return [type(one).__name__ for one in wanted if one.player == ANN]


MULLIGAN = '{"type": "MulliganDeclared", "player": "ann", "mulligan": true}'
KEEPS = '{"type": "MulliganDeclared", "player": "bob", "mulligan": false}'


def test_whoever_mulligans_again_need_not_choose_what_goes_to_the_bottom() -> None:
    """CR 732.1: the cards that go there are part of the record, and the next declaration is made."""
    here = opening()
    script = play(here, MULLIGAN, KEEPS, "again")

    assert script.refusals == []
    assert declared(here) == ["MulliganDeclared", "CardsBottomed", "MulliganDeclared"]
    (bottomed,) = [
        record.event for record in here.events if isinstance(record.event, CardsBottomed)
    ]
    assert len(bottomed.cards) == 1
    assert here.awaiting[0].names[0] == "CardsBottomed", "the second mulligan asks for two"


def test_a_card_that_could_be_used_first_has_its_player_choose() -> None:
    here = opening("Serum Powder*20")
    script = play(here, MULLIGAN, KEEPS, "again")

    assert script.refusals == ["answer/unknown"]
    assert declared(here) == ["MulliganDeclared"]


def test_nothing_is_bottomed_where_nothing_has_to_be() -> None:
    here = opening()
    script = play(here, "again")

    assert script.refusals == ["answer/unknown"]
