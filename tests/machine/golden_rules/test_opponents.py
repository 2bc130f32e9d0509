"""Who is whose opponent: players outside one's team; a teammate is none (CR 102.2, 102.3)."""

from msgspec.structs import replace

from events.abilities import StaticAbility, TriggeredAbility
from events.cards import CardDefinition
from events.game import FormatEntry
from events.identifiers import CardName, ObjectId
from events.instructions import Destroy, DrawCards, GainLife
from events.selectors import Selector, Targets
from events.stack import AbilityTriggered
from events.turns import CardsDrawn
from events.vocabulary import Zone
from events.zones import CardMoved
from machine.apnap_order import are_opponents
from machine.chance import seeded
from machine.golden_rules import is_prohibited
from machine.running import Run
from projections.table import Table
from tests.machine.division.desk import Desk
from tests.machine.golden_rules.tables import ANN, BOB, CYD, DAN, game, of_type
from tests.machine.golden_rules.test_peer_bugs import SPELL, cast, with_spell

TEAMS = {ANN: "red", BOB: "blue", CYD: "red", DAN: "blue"}
EACH = {seat: ["Bear"] for seat in TEAMS}
THEIRS = Selector(types=("Creature",), whose="opponents")
WATCHER = CardName("Watcher of the Test")


def with_watcher(table: Table, *abilities: StaticAbility | TriggeredAbility) -> Table:
    card = CardDefinition(name=WATCHER, types=("Enchantment",), abilities=abilities)
    header = replace(table.header, cards=(*table.header.cards, card))
    return replace(table, header=header, cards=table.cards.set(WATCHER, card))


def test_102_3_a_teammate_is_no_opponent() -> None:
    table = game(tuple(TEAMS), teams=TEAMS)
    found = [seat for seat in TEAMS if are_opponents(table, ANN, seat)]
    assert found == [BOB, DAN]
    assert are_opponents(game(), ANN, BOB)
    assert not are_opponents(game(), ANN, ANN)


def test_102_3_what_opponents_control_is_nothing_of_a_teammates() -> None:
    table = game(tuple(TEAMS), teams=TEAMS, hands={ANN: [SPELL]}, battlefield=EACH)
    played = cast(with_spell(table, Destroy(what=THEIRS)))
    left = {played.table.objects[name].controller for name in played.table.battlefield}
    assert left == {ANN, CYD}


def test_102_3_cant_of_opponents_does_not_stop_a_teammate() -> None:
    table = game(tuple(TEAMS), teams=TEAMS, battlefield={ANN: ["Deathless Idol"]})
    assert [seat for seat in TEAMS if is_prohibited(table, "win", seat)] == [BOB, DAN]


def test_102_3_whenever_an_opponent_is_not_whenever_a_teammate() -> None:
    ability = TriggeredAbility(on="enters", who="opponents", program=(GainLife(amount=1),))
    table = game(
        tuple(TEAMS),
        teams=TEAMS,
        hands={seat: ["Bear"] for seat in TEAMS},
        battlefield={ANN: [WATCHER]},
    )
    run = Run(with_watcher(table, ability), seeded(1), 1)
    bears = [name for seat in TEAMS for name in table.players[seat].hand]
    run.emit([CardMoved(card=name, new=_new(name), to=Zone.BATTLEFIELD) for name in bears], None)
    entered = [one.event.about for one in run.drafts if isinstance(one.event, AbilityTriggered)]
    assert [about[1] for about in entered] == [BOB, DAN]


def _new(name: ObjectId) -> ObjectId:
    return ObjectId(f"c{int(name[1:]) + 100}")


def test_121_2_targeted_players_draw_in_turn_order_not_as_announced() -> None:
    program = DrawCards(who="target", targets=Targets(least=2, most=2, kinds=("player",)))
    table = game((ANN, BOB, CYD), hands={ANN: [SPELL]})
    played = cast(with_spell(table, program), CYD, BOB)
    assert [one.player for one in of_type(played.events, CardsDrawn)] == [BOB, CYD]


def test_805_10_what_a_teammate_fights_with_is_the_teammates() -> None:
    """One player of a team declares what all of them attack and block with."""
    fighter = {"name": "Fighter", "types": ["Creature"], "power": 1, "toughness": 1}
    program = [{"do": "gain_life", "amount": 1}]
    desk = Desk(
        {
            "ann": {"team": "red", "battlefield": ["Fighter as anns"]},
            "bob": {"team": "blue", "battlefield": ["Fighter as bobs"]},
            "cyd": {"team": "red", "battlefield": ["Bear as cyds"]},
            "dan": {"team": "blue", "battlefield": ["Bear as dans"]},
        },
        cards=(
            {
                **fighter,
                "abilities": [
                    {"kind": "triggered", "on": on, "who": "you", "program": program}
                    for on in ("attacks", "blocks")
                ],
            },
        ),
        phase="combat.beginning",
        play=FormatEntry(shared_team_turns=True),
    )
    desk.passes(4)
    desk.step(attack={"player": "ann", "attackers": {"cyds": "bob"}})
    desk.passes(4)
    desk.step(block={"player": "bob", "blocks": {"dans": "cyds"}})
    assert not [one for one in desk.events if isinstance(one, AbilityTriggered)]
