"""What happens in a game, told by logs of our own: each annotation as the event it stands for."""

from typing import Any

import pytest

from events.coin_flips import CoinFlipped
from events.combat import AttackersDeclared, BlockersDeclared
from events.damage import DamageDealt, LifeChanged
from events.division import Assignment, CombatDamageAssigned, DamageDivided
from events.game import Conceded, GameEnded, PlayerLost
from events.identifiers import ObjectId, Recipient, Seat
from events.rulings import FactObserved, Rewound
from events.stack import (
    AbilityActivated,
    AbilityStacked,
    AbilityTriggered,
    ResolutionBegan,
    ResolutionEnded,
    SpellCast,
    TargetsChosen,
)
from events.turns import CardsDrawn, ExtraPhasesCreated, PermanentsUntapped
from events.vocabulary import DamageKind, EndReason, Face, LossReason, MoveReason, Phase, Zone
from events.zones import CardMoved, LandPlayed, LibraryOrdered, LibraryShuffled, Tapped
from projections.fold import fold
from replays.audit import audit
from tests.replays.importers.arena.conftest import MadeLog

STACK, BATTLEFIELD, HAND, LIBRARY, GRAVEYARD = 27, 28, 31, 32, 33
ONE, TWO = Seat("seat1"), Seat("seat2")
note, moved, zone, thing = MadeLog.note, MadeLog.moved, MadeLog.zone, MadeLog.thing


@pytest.fixture
def game() -> MadeLog:
    """A game in which both have kept and seat 1's first turn has begun."""
    return MadeLog().begin().keep(1).keep(2).play()


def card(number: int) -> ObjectId:
    return ObjectId(f"c{number}")


def of(events: list[Any], *kinds: type) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def test_a_land(game: MadeLog) -> None:
    game.state(
        *moved(107, 301, HAND, BATTLEFIELD, "PlayLand"),
        zones=[zone(BATTLEFIELD, "Battlefield", [301]), zone(HAND, "Hand", game.hands[1][1:], 1)],
        gameObjects=[thing(301, 58, BATTLEFIELD, 1, cardTypes=["CardType_Land"])],
    )
    land, move = of(game.events(), LandPlayed, CardMoved)
    assert land == LandPlayed(player=ONE, card=card(107))
    assert (move.card, move.new, move.to) == ("c107", "c301", Zone.BATTLEFIELD)
    assert move.reason is MoveReason.PLAYED


def test_a_divided_spell(game: MadeLog) -> None:
    """CR 601.2d: the shares stand on the targets."""
    target = note("TargetSpec", 301, 2, index=1, distributions=[3, 1])
    target |= {"id": 900, "affectedIds": [2, 302]}
    on_stack = thing(301, 58, STACK, 1, cardTypes=["CardType_Instant"])
    game.state(
        *moved(107, 301, HAND, STACK, "CastSpell"),
        note("PlayerSubmittedTargets", 1, 301),
        zones=[zone(STACK, "Stack", [301]), zone(HAND, "Hand", game.hands[1][1:], 1)],
        gameObjects=[on_stack],
        persistentAnnotations=[target],
    )
    game.state(
        note("ResolutionStart", 301, 301, grpid=58),
        note("DamageDealt", 301, 2, damage=3, type=2),
        note("ModifiedLife", 301, 2, life=-3),
        note("ResolutionComplete", 301, 301, grpid=58),
        *moved(301, 303, STACK, GRAVEYARD, "Resolve", 1),
        zones=[zone(STACK, "Stack", []), zone(GRAVEYARD, "Graveyard", [303], 1)],
        gameObjects=[thing(303, 58, GRAVEYARD, 1)],
        players=[game.player(2) | {"lifeTotal": 17}],
    )
    log: list[Any] = list(game.imported().games[0].log)
    told = (SpellCast, TargetsChosen, DamageDivided, ResolutionBegan, DamageDealt, LifeChanged)
    records = [one for one in log if isinstance(one.event, (*told, CardMoved, ResolutionEnded))]
    cast, targets, divided, began, damage, life, move, ended = records
    assert cast.event == SpellCast(player=ONE, card=card(107), object=card(301))
    assert targets.event.targets == ("seat2", "c302")
    assert divided.event == DamageDivided(
        player=ONE,
        object=card(301),
        amount=4,
        shares=(3, 1),
        targets=(Recipient(TWO), Recipient("c302")),
    )
    assert divided.inferred
    assert began.cause == cast.seq
    assert damage.event.kind is DamageKind.NONCOMBAT
    assert damage.cause == began.seq
    assert life.event == LifeChanged(player=TWO, change=-3, life=17)
    assert life.cause == damage.seq
    assert move.event.reason is MoveReason.RESOLVED
    assert ended.event == ResolutionEnded(object=card(301))
    assert (cast.by, divided.by, damage.by) == ("seat1", "seat1", "import")


@pytest.mark.parametrize("activated", [True, False])
def test_an_ability(game: MadeLog, *, activated: bool) -> None:
    """CR 602.2, 603.2: the client names an action only where somebody activated."""
    ability = thing(302, 900, STACK, 1, type="GameObjectType_Ability", parentId=301)
    action = [note("UserActionTaken", 1, 302, actionType=2)] if activated else []
    game.state(
        note("AbilityInstanceCreated", 301, 302, source_zone=BATTLEFIELD),
        *action,
        zones=[zone(STACK, "Stack", [302])],
        gameObjects=[ability],
    )
    game.state(
        note("ResolutionStart", 302, 302, grpid=900),
        note("ResolutionComplete", 302, 302, grpid=900),
        note("AbilityInstanceDeleted", 301, 302),
        zones=[zone(STACK, "Stack", [])],
        diffDeletedInstanceIds=[302],
    )
    kinds = [AbilityActivated] if activated else [AbilityTriggered, AbilityStacked]
    events = of(
        game.events(),
        AbilityActivated,
        AbilityTriggered,
        AbilityStacked,
        ResolutionBegan,
        ResolutionEnded,
    )
    assert [type(one) for one in events] == [*kinds, ResolutionBegan, ResolutionEnded]
    assert events[-1].object == "o302"


def test_a_mana_ability_leaves_only_the_tapping(game: MadeLog) -> None:
    game.state(
        note("AbilityInstanceCreated", 301, 302, source_zone=BATTLEFIELD),
        note("TappedUntappedPermanent", 302, 301, tapped=1),
        note("UserActionTaken", 1, 302, actionType=4),
        note("AbilityInstanceDeleted", 301, 302),
        note("TappedUntappedPermanent", 304, 303, tapped=1),
    )
    events = game.events()
    assert of(events, Tapped) == [Tapped(objects=(card(301), card(303)))]
    assert not of(events, AbilityActivated, AbilityTriggered)


def test_combat_with_an_assignment_of_nothing(game: MadeLog) -> None:
    """CR 510.1c: zero is a legal share of combat damage."""
    attacker = thing(301, 58, BATTLEFIELD, 1, power={"value": 4}, toughness={"value": 4})
    attacking = attacker | {"attackState": "AttackState_Attacking", "attackInfo": {"targetId": 2}}
    blocker = thing(302, 57, BATTLEFIELD, 2, blockState="BlockState_Blocking")
    field = zone(BATTLEFIELD, "Battlefield", [301, 302])
    game.state(zones=[field], gameObjects=[attacker])
    game.state(game.phase(3, 0)).state(game.phase(3, 5), gameObjects=[attacking])
    blocked = blocker | {"blockInfo": {"attackerIds": [301]}}
    game.state(game.phase(3, 6), gameObjects=[blocked]).state(game.phase(3, 7))
    shares = [{"instanceId": 302}, {"instanceId": 2, "assignedDamage": 4}]
    assigner = {"instanceId": 301, "totalDamage": 4, "assignments": shares}
    game.client("AssignDamageResp", assignDamageResp={"assigners": [assigner]})
    attack, block, assigned = of(
        game.events(), AttackersDeclared, BlockersDeclared, CombatDamageAssigned
    )
    assert [(one.attacker, one.defender) for one in attack.attacks] == [("c301", "seat2")]
    assert [(one.blocker, one.attacker) for one in block.blocks] == [("c302", "c301")]
    assert assigned.assignments == (Assignment(Recipient("c302"), 0), Assignment(Recipient(TWO), 4))


def test_taking_back_keeps_what_was_undone(game: MadeLog) -> None:
    before = game.state_number
    seq = len(game.events()) - 1
    game.state(
        *moved(107, 301, HAND, STACK, "CastSpell"),
        zones=[zone(STACK, "Stack", [301]), zone(HAND, "Hand", game.hands[1][1:], 1)],
        gameObjects=[thing(301, 58, STACK, 1)],
    )
    zones = [game.hand(1), game.hand(2), game.library(1), game.library(2), *game.empty()]
    players = [game.player(1), game.player(2)]
    game.state(
        full=True,
        update="GameStateUpdate_Undo",
        prevGameStateId=before,
        gameInfo=game.info,
        zones=zones,
        players=players,
        turnInfo={"turnNumber": 1, "activePlayer": 1, "phase": "Phase_Main1"},
    )
    events = game.events()
    assert len(of(events, SpellCast)) == 1
    assert of(events, Rewound) == [Rewound(to=seq, why="taken back in the client")]


def test_draws_of_one_effect_are_one_draw(game: MadeLog) -> None:
    first, second, *rest = game.libraries[1]
    game.state(
        *moved(first, 301, LIBRARY, HAND, "Draw"),
        *moved(second, 302, LIBRARY, HAND, "Draw"),
        zones=[zone(LIBRARY, "Library", rest, 1), zone(HAND, "Hand", [302, 301], 1)],
        gameObjects=[thing(301, 58, HAND, 1), thing(302, 57, HAND, 1)],
    )
    drawn = of(game.events(), CardsDrawn)[-1]
    assert drawn == CardsDrawn(player=ONE, count=2, cards=(card(301), card(302)))


def test_untapping_in_the_untap_step(game: MadeLog) -> None:
    things = [thing(number, 58, BATTLEFIELD, 2, isTapped=True) for number in (301, 302)]
    field = zone(BATTLEFIELD, "Battlefield", [301, 302])
    game.state(zones=[field], gameObjects=things)
    game.state(
        {"type": ["AnnotationType_NewTurnStarted"], "affectedIds": [2]},
        game.phase(1, 1),
        note("TappedUntappedPermanent", 0, 301, tapped=0),
        note("TappedUntappedPermanent", 0, 302, tapped=0),
        turnInfo={"turnNumber": 2, "activePlayer": 2},
        gameObjects=[one | {"isTapped": False} for one in things],
    )
    untapped = PermanentsUntapped(player=TWO, objects=(card(301), card(302)))
    assert of(game.events(), PermanentsUntapped) == [untapped]


def test_a_shuffle_and_a_scry(game: MadeLog) -> None:
    library = game.libraries[1]
    new = list(range(400, 400 + len(library)))
    game.libraries[1] = new
    shuffle = note("Shuffle", 0, 1, OldIds=library, NewIds=new)
    game.state(shuffle, zones=[game.library(1)])
    scry = note("Scry", 0, new[0], bottomIds=[new[0]])
    game.state(scry, zones=[zone(LIBRARY, "Library", [*new[1:], new[0]], 1)])
    events = game.events()
    assert of(events, LibraryShuffled)[-1].new == tuple(f"c{number}" for number in new)
    assert of(events, LibraryOrdered) == [LibraryOrdered(player=ONE, bottom=(card(new[0]),))]


def test_a_coin_whose_face_is_told(game: MadeLog) -> None:
    """CR 705.1."""
    game.state(note("CoinFlip", 1, 1, result="Heads"))
    flip = CoinFlipped(flip=1, coin=1, face=Face.HEADS, player=ONE)
    assert of(game.events(), CoinFlipped) == [flip]


def test_a_coin_that_is_not_understood_is_kept_raw(game: MadeLog) -> None:
    game.state(note("CoinFlip", 301, 1, outcome=1))
    (fact,) = of(game.events(), FactObserved)
    assert fact.kind == "CoinFlip"
    assert '"key":"outcome"' in fact.data


@pytest.mark.parametrize(
    ("reason", "life", "loss", "end"),
    [
        ("ResultReason_Game", -2, LossReason.LIFE, EndReason.LIFE),
        ("ResultReason_Game", 9, LossReason.UNKNOWN, EndReason.UNKNOWN),
        ("ResultReason_Concede", 9, LossReason.CONCEDED, EndReason.CONCESSION),
        ("ResultReason_Timeout", 9, LossReason.TIMEOUT, EndReason.TIMEOUT),
    ],
)
def test_the_end(game: MadeLog, reason: str, life: int, loss: LossReason, end: EndReason) -> None:
    """CR 104.3."""
    game.over(winner=1, reason=reason, players=[game.player(2) | {"lifeTotal": life}])
    events = game.events()
    assert of(events, PlayerLost) == [PlayerLost(player=TWO, reason=loss)]
    assert [one.reason for one in of(events, GameEnded)] == [end]
    assert bool(of(events, Conceded)) is (loss is LossReason.CONCEDED)


def test_a_record_that_stops_has_no_end(game: MadeLog) -> None:
    (imported,) = game.imported().games
    assert not imported.complete
    assert not of([one.event for one in imported.log], GameEnded)


def test_missing_states_are_told(game: MadeLog) -> None:
    game.state_number += 3
    game.state(note("DamageDealt", 301, 2, damage=1, type=2))
    (imported,) = game.imported().games
    facts = of([one.event for one in imported.log], FactObserved)
    assert [one.kind for one in facts] == ["RecordGap"]
    assert len(imported.notes) == 1


def test_a_second_combat_is_an_extra_phase() -> None:
    """CR 500.8: the record shows that it comes; that it was created, is inferred."""
    made = MadeLog().begin().keep(1).keep(2).play()
    for _ in range(2):
        made.state(*(MadeLog.phase(*step) for step in ((3, 0), (3, 5), (3, 8))))
    made.state(MadeLog.phase(4, 0), MadeLog.phase(5, 0), MadeLog.phase(5, 10))
    (game,) = made.imported().games
    extra = [record for record in game.log if isinstance(record.event, ExtraPhasesCreated)]
    again = ExtraPhasesCreated(after=Phase.END_OF_COMBAT, phases=(Phase.BEGINNING_OF_COMBAT,))
    assert [(one.event, one.inferred) for one in extra] == [(again, True)]
    found = [one for one in audit(game.log, fold(game.log)) if one.code == "phase/no_way"]
    after = [one for one in found if one.seq >= extra[0].seq]
    assert after == []
