"""The read model: shares announced, dealt, prevented, lost; copies, and what was taken back."""

from events.game import FormatEntry
from events.vocabulary import DivisionKind, DivisionUnit
from replays.audit import audit
from tests.machine.division.desk import RICH, Board, Desk

TWO_WALLS: Board = {
    "ann": {"hand": ["Pyrotechnics as pyro", "Second Echo as echo"], "mana": RICH},
    "bob": {
        "hand": ["Remedy", "Counterspell"],
        "mana": RICH,
        "battlefield": ["Wall as one", "Wall as two"],
    },
}


def cast(desk: Desk, *targets: str, divide: tuple[int, ...]) -> None:
    fields = {"player": "ann", "card": "pyro", "targets": list(targets), "divide": list(divide)}
    desk.step(cast=fields)


def told(desk: Desk) -> list[tuple[int, int, int, int]]:
    """Return (announced, received, prevented, lost) of each share of the last division."""
    return [
        (one.announced, one.received, one.prevented, one.lost) for one in desk.divisions[-1].shares
    ]


def test_announced_then_dealt() -> None:
    desk = Desk(TWO_WALLS)
    cast(desk, "one", "bob", divide=(3, 1))
    (division,) = desk.divisions
    assert (division.card, division.player, division.amount) == ("Pyrotechnics", "ann", 4)
    assert division.kind is DivisionKind.DAMAGE
    assert not division.is_over
    assert told(desk) == [(3, 0, 0, 0), (1, 0, 0, 0)]
    desk.resolve()
    assert told(desk) == [(3, 3, 0, 0), (1, 1, 0, 0)]
    assert desk.divisions[0].is_over


def test_lost_with_its_target() -> None:
    desk = Desk(TWO_WALLS)
    cast(desk, "one", "bob", divide=(3, 1))
    desk.step(judge={"type": "CardMoved", "card": "one", "new": "c90", "to": "hand"})
    desk.resolve()
    assert told(desk) == [(3, 0, 0, 3), (1, 1, 0, 0)]
    assert (desk.divisions[0].received, desk.divisions[0].lost) == (1, 3)


def test_all_lost_when_countered() -> None:
    desk = Desk(TWO_WALLS)
    cast(desk, "one", "bob", divide=(3, 1))
    desk.passes(1)
    desk.step(cast={"player": "bob", "card": "Counterspell", "targets": ["pyro"]})
    desk.resolve()
    assert told(desk) == [(3, 0, 0, 3), (1, 0, 0, 1)]


SEND_BACK = {
    "name": "Send Back",
    "types": ["Instant"],
    "abilities": [
        {"kind": "spell", "program": [{"do": "return_to_hand", "targets": {"kinds": ["spell"]}}]}
    ],
}


def test_all_lost_when_the_spell_is_returned() -> None:
    players = {**TWO_WALLS, "bob": {**TWO_WALLS["bob"], "hand": ["Send Back"]}}
    desk = Desk(players, cards=(SEND_BACK,))
    cast(desk, "one", "bob", divide=(3, 1))
    desk.passes(1)
    desk.step(cast={"player": "bob", "card": "Send Back", "targets": ["pyro"]})
    desk.resolve()
    assert told(desk) == [(3, 0, 0, 3), (1, 0, 0, 1)]


def test_all_lost_when_its_player_leaves() -> None:
    desk = Desk({**TWO_WALLS, "cyd": {}})
    cast(desk, "one", "bob", divide=(3, 1))
    desk.step(decide={"type": "Conceded", "player": "ann"})
    assert told(desk) == [(3, 0, 0, 3), (1, 0, 0, 1)]


def test_prevented_is_neither_dealt_nor_lost() -> None:
    desk = Desk(TWO_WALLS)
    cast(desk, "one", "bob", divide=(3, 1))
    desk.passes(1)
    fields = {"player": "bob", "card": "Remedy", "targets": ["one", "two"], "divide": [2, 3]}
    desk.step(cast=fields)
    desk.resolve()
    desk.resolve()
    damage, shields = desk.divisions
    assert [(one.received, one.prevented) for one in damage.shares] == [(1, 2), (1, 0)]
    assert [one.received for one in shields.shares] == [2, 3]
    assert shields.kind is DivisionKind.PREVENTION


def test_a_copy_tells_whose_it_is() -> None:
    desk = Desk(TWO_WALLS)
    cast(desk, "one", "bob", divide=(3, 1))
    desk.step(cast={"player": "ann", "card": "echo", "targets": ["pyro"]})
    desk.resolve()
    copied = {"type": "TargetsChanged", "player": "ann", "object": "stack"}
    desk.step(decide={**copied, "targets": ["two", "bob"]})
    desk.resolve()
    original, copy = desk.divisions
    assert copy.copy_of == original.object
    assert [one.target for one in copy.shares] == [desk.name("two"), "bob"]
    assert [one.received for one in copy.shares] == [3, 1]
    assert not original.is_over


def test_untargeted_is_told_apart() -> None:
    desk = Desk(
        {
            "ann": {"hand": ["Falling Cinders"], "mana": RICH},
            "bob": {"battlefield": ["Wall as one", "Wall as two"]},
        }
    )
    desk.step(cast={"player": "ann", "card": "Falling Cinders"})
    desk.resolve()
    said = {"type": "DamageDivided", "player": "ann", "object": "stack", "amount": 4}
    desk.step(decide={**said, "shares": [3, 1], "targets": ["two", "one"]})
    (division,) = desk.divisions
    assert division.on_resolution
    assert told(desk) == [(3, 3, 0, 0), (1, 1, 0, 0)]


def test_halves() -> None:
    desk = Desk(
        {
            "ann": {"hand": ["Pyrotechnics as pyro"], "mana": RICH},
            "bob": {"battlefield": ["Wall as one"]},
        },
        play=FormatEntry(un_cards=True),
    )
    cast(desk, "one", "bob", divide=(5, 3))
    desk.resolve()
    (division,) = desk.divisions
    assert division.unit is DivisionUnit.HALF
    assert (division.amount, told(desk)) == (4, [(5, 5, 0, 0), (3, 3, 0, 0)])
    assert desk.life("bob") == 40 - 3


def test_what_is_taken_back_is_no_division() -> None:
    desk = Desk(TWO_WALLS)
    before = len(desk.events) - 1
    cast(desk, "one", "bob", divide=(3, 1))
    desk.rewind(before)
    assert not desk.divisions
    cast(desk, "two", "bob", divide=(2, 2))
    assert [one.announced for one in desk.divisions[0].shares] == [2, 2]


def test_an_audit_asks_what_the_referee_asks() -> None:
    """A division that was made although it is illegal: told with the referee's own code and rule."""
    desk = Desk(
        {"ann": {"hand": ["Shrapnel Ogre"], "mana": RICH}, "bob": {"battlefield": ["Wall as one"]}}
    )
    desk.step(cast={"player": "ann", "card": "Shrapnel Ogre"})
    desk.resolve()
    said = {"player": "ann", "object": "stack", "targets": ["one", "bob"]}
    desk.step(decide={"type": "TargetsChosen", **said})
    desk.step(report={"type": "DamageDivided", **said, "amount": 4, "shares": [4, 0]})
    (finding,) = audit(desk.log.log, desk.log.tables, only=["divisions"])
    assert (finding.code, finding.rule) == ("divide/minimum", "601.2d")
