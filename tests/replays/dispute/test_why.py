"""``why``: what a tree of reasons names, for everybody and for one seat."""

import random
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from events.base import Event
from events.catalogue import EVENT_TYPES
from events.coin_flips import FlipInstructed, FlipLost, FlipWon
from events.damage import DamageDealt, LifeChanged
from events.errors import DataError
from events.identifiers import Seat
from events.rulings import Rewound
from events.stack import ResolutionBegan
from events.turns import CardsDrawn
from events.vocabulary import Face, Zone
from replays.game_log import GameLog
from replays.importers import import_files
from replays.provenance import Evidence, Node, Why, why
from replays.provenance.links import LINKS, READERS, Read, sources
from replays.search.find import find_first
from replays.session import Game
from tests.projections.hidden import CONTRAPTIONS, DECK, SIDEBOARD
from tests.projections.makers import ANN, BOB
from tests.replays.desk.games import game_from, submit_all
from tests.replays.dispute import logs
from tests.replays.games import whole_game
from tests.samples import WHY, samples


def nodes(node: Node | None) -> Iterator[Node]:
    if node is not None:
        yield node
        for one in node.sources:
            yield from nodes(one)


def told(found: Why) -> set[tuple[str, str]]:
    return {(one.role, one.type) for one in nodes(found.root)}


def first(game: GameLog, *kinds: type) -> int:
    return next(record.seq for record in game.log if isinstance(record.event, kinds))


def test_a_life_total_leads_back_to_the_spell_and_its_division() -> None:
    """CR 120.3a, 601.2."""
    game = logs.demo()
    found = why(game, "players.bob.life", len(game) - 1)

    assert found.root is not None
    assert (found.value, found.root.type, found.root.before) == (0, "LifeChanged", 6)
    assert {
        ("damage", "DamageDealt"),
        ("resolving", "ResolutionBegan"),
        ("announced", "SpellCast"),
        ("value", "ValueChosen"),
        ("targets", "TargetsChosen"),
        ("divided", "DamageDivided"),
        ("paid", "CostPaid"),
        ("because of", "PriorityPassed"),
    } <= told(found)
    assert [one.after for one in found.earlier] == [6, 12, 14]


def test_a_flip_leads_back_to_its_call_and_all_its_coins() -> None:
    """CR 705.2, 614.1a: with one replacement, two coins, one of them ignored."""
    game = logs.demo()
    seq = first(game, FlipWon, FlipLost)
    roles = [game.log[one.seq].event for one in sources(Evidence(game), seq)]  # type: ignore[union-attr]

    assert [type(one).__name__ for one in roles] == [
        "FlipInstructed",
        "FlipCalled",
        "CoinFlipped",
        "CoinFlipped",
        "FlipIgnored",
    ]


def test_a_flip_of_a_record_without_causes_is_joined_by_its_number() -> None:
    game = whole_game()
    second = [one.seq for one in game.log if isinstance(one.event, FlipWon)][1]

    found = [game.log[one.seq].event for one in sources(Evidence(game), second)]  # type: ignore[union-attr]

    assert {getattr(one, "flip", None) for one in found} == {2}


def test_a_draw_leads_back_to_the_shuffle_and_what_ordered_the_library_since() -> None:
    game = logs.demo()
    draw = [one.seq for one in game.log if isinstance(one.event, CardsDrawn)][-1]

    names = [type(game.log[one.seq].event).__name__ for one in sources(Evidence(game), draw)]  # type: ignore[union-attr]

    assert names[0] == "LibraryShuffled"


def test_an_object_leads_back_to_the_cards_earlier_lives() -> None:
    """CR 400.7."""
    game = logs.demo()
    name = next(
        one
        for one in game.tables[-1].battlefield
        if game.tables[-1].objects[one].name == "Krark's Thumb"
    )
    found = why(game, f"objects.{name}.zone", len(game) - 1)

    assert [one.type for one in found.lives] == [
        "CardMoved",
        "SpellCast",
        "CardsDrawn",
        "LibraryShuffled",
        "LibraryShuffled",
        "GameCreated",
    ]


def test_an_imported_record_is_followed_by_what_it_says() -> None:
    game = logs.arena()
    found = why(game, "players.seat2.life", len(game) - 1)

    assert {
        ("damage", "DamageDealt"),
        ("resolving", "ResolutionBegan"),
        ("announced", "SpellCast"),
    } <= told(found)
    assert any(one.inferred for one in nodes(found.root))


def test_a_take_back_leads_to_what_made_the_value_before() -> None:
    played = logs.begun(1)
    before = len(played.events) - 1
    played.submit(
        next(
            one for one in played.legal_decisions() if type(one).__name__ == "StartingPlayerChosen"
        )
    )
    played.rewind(before)
    game = played.log
    found = why(game, "turn.phase", len(game) - 1)

    assert found.root is not None
    assert isinstance(game.log[found.root.seq].event, Rewound)
    assert {one.role for one in found.root.sources} >= {"back to"}


def test_each_record_is_unfolded_once_and_depth_is_kept() -> None:
    found = why(logs.demo(), "players.bob.life", 700, depth=1)
    unfolded = [one.seq for one in nodes(found.root) if one.sources]
    deep = why(logs.demo(), "players.bob.life", 700, depth=40)

    assert len(unfolded) == len(set(unfolded))
    assert any(one.more for one in nodes(found.root))
    assert not any(one.more for one in nodes(deep.root))


def test_every_chain_ends_in_decisions_or_chance_or_the_start() -> None:
    """DESIGN, law 4: decisions and chance determine all consequences."""
    game = logs.random_game(1)
    for path in ("players.ann.life", "battlefield", "players.bob.hand", "turn.number"):
        for node in nodes(why(game, path, len(game) - 1, depth=40).root):
            if node.nature == "consequence" and not node.sources and not node.shown:
                cause = game.log[node.seq].cause
                assert cause is None or _leads_to_start(game, node.seq), node


def _leads_to_start(game: GameLog, seq: int) -> bool:
    cause = game.log[seq].cause
    while cause:
        if game.log[cause].event.nature.value != "consequence":
            return False
        cause = game.log[cause].cause
    return True


@pytest.mark.parametrize("seat", [ANN, BOB, None])
def test_at_every_position_of_a_game_every_seat_gets_an_answer(seat: Seat | None) -> None:
    game = logs.random_game(3, "flips", 260)
    for at in range(0, len(game), 37):
        for path in ("players.ann.life", "players.ann.hand", "stack", "objects", "result"):
            assert str(why(game, path, at, seat=seat or "public"))


@pytest.mark.parametrize("secret", range(1, 4))
def test_nothing_depends_on_what_the_seat_may_not_know(secret: int) -> None:
    """CR 400.2, 101.4a: two games that differ in secrets alone have the same reasons."""
    assert _reasons(logs.secrets(secret)) == _reasons(logs.secrets(0))


def _reasons(game: GameLog) -> list[object]:
    places = ("bob.hand", "bob.library", "ann.hand")
    always = [*(f"players.{place}" for place in places), "battlefield", "stack"]
    return [
        why(game, path, at, seat=ANN, depth=20).to_plain()
        for at in range(0, len(game), 12)
        for path in [*always, *(f"objects.{name}" for name in _seen(game, at))]
    ]


def _seen(game: GameLog, at: int) -> list[str]:
    return sorted(Evidence(game, ANN).tables[at].objects)


def test_no_hidden_name_occurs_in_the_reasons_of_a_seat() -> None:
    game = logs.secrets(3)
    at = len(game) - 1
    evidence = Evidence(game, ANN)
    known = {thing.card for table in evidence.tables for thing in table.objects.values()}
    text = "".join(
        str(why(game, path, at, seat=ANN, depth=40))
        for path in ("players.bob.hand", "players.bob.library", "objects", "choice", "players")
    )

    assert [name for name in {*DECK, *SIDEBOARD, *CONTRAPTIONS} - known if name in text] == []


def test_a_seat_is_told_that_there_is_no_such_place_for_it() -> None:
    game = logs.demo()
    hidden = next(
        thing.id
        for thing in game.tables[60].objects.values()
        if thing.zone is Zone.LIBRARY and thing.owner == "ann"
    )
    with pytest.raises(DataError, match="there is no"):
        why(game, f"objects.{hidden}", 60, seat="bob")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("players.bob.lief", "there is no 'lief' in players.bob; there is life"),
        ("players.bbo.life", "there is bob"),
        ("", "there is"),
        ("objects.c99999", "in objects"),
    ],
)
def test_a_path_with_a_typo_gets_the_nearest(path: str, text: str) -> None:
    with pytest.raises(DataError, match=text) as raised:
        why(logs.demo(), path, 200)
    assert raised.value.code == "path/unknown"


def test_a_path_that_comes_later_gets_the_position() -> None:
    game = logs.demo()
    name = game.tables[-1].battlefield[-1]
    born = next(seq for seq, table in enumerate(game.tables) if name in table.objects)

    with pytest.raises(DataError, match=f"nearest: @{born}"):
        why(game, f"objects.{name}", 10)


def test_what_is_gone_says_what_took_it_away() -> None:
    game = logs.demo()
    began = first(game, ResolutionBegan)
    event: Any = game.log[began].event
    name = event.object
    found = why(game, f"objects.{name}", len(game) - 1)

    assert found.is_absent
    assert found.root is not None
    assert found.root.after is None


def test_the_page_of_a_notebook_is_whole() -> None:
    class Balance(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []

        def handle_starttag(self, tag: str, attrs: object) -> None:
            del attrs
            self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    page = Balance()
    page.feed(why(logs.demo(), "players.bob.life", 718)._repr_html_())
    assert page.open == []


def test_every_type_that_is_linked_is_an_event_and_its_fields_are() -> None:
    for kind, links in LINKS.items():
        assert EVENT_TYPES[kind.__name__] is kind
        for link in links:
            for mine, other in link.same:
                assert mine in kind.__struct_fields__
                assert all(other in one.__struct_fields__ for one in link.kinds)
    assert all(EVENT_TYPES[kind.__name__] is kind for kind in READERS)


@pytest.mark.skipif(samples() is None, reason=WHY)
def test_real_records_answer_at_every_position_tried_at_random() -> None:
    folder = samples()
    assert folder is not None
    rng = random.Random(8)  # noqa: S311 - seeded on purpose
    records = sorted((folder / "arena-player-log" / "slim").glob("*.gz"))
    for imported in import_files(rng.sample(records, 2)).games:
        game = GameLog(imported.log)
        for at in rng.sample(range(len(game)), 8):
            for seat in game.header.seats:
                found = why(game, f"players.{seat.seat}.life", at)
                assert found.value == game.at(at).players[seat.seat].life
                assert str(why(game, f"players.{seat.seat}.hand", at, seat=seat.seat))
        assert find_first(game, "any(p.life < 20 for p in players)", 0, len(game) - 1) != 0


def test_the_record_of_the_guide_is_of_our_own_making() -> None:
    root = Path(__file__).resolve().parents[3]
    text = (root / "docs" / "guides" / "logs" / "Player.log").read_bytes()

    assert text == logs.wrong_record().data


# -- what flips rest on, and what rests on them ----------------------------------------------------


def flipped(*program: dict[str, Any], edgar: str = "Bear") -> Game:
    """Return a game in which ann has resolved a program that flips three times at once, under a Thumb."""
    flips = {"do": "flip_coins", "count": 3}
    ability = {"kind": "activated", "cost": {}, "program": [flips, *program]}
    game = game_from(
        {"ann": {"battlefield": ["Flipper", "Krark's Thumb", edgar]}, "bob": {}},
        3,
        cards=[{"name": "Flipper", "types": ["Artifact"], "abilities": [ability]}],
    )
    submit_all(game, Face.HEADS)
    return game


def roles_of(game: Game, kind: type[Event]) -> list[tuple[str, str]]:
    """Return what the last event of a kind rests on: how, and the event's type or the path."""
    seq = max(one.seq for one in game.events if isinstance(one.event, kind))
    return [
        (one.role, one.path)
        if isinstance(one, Read)
        else (one.role, type(game.events[one.seq].event).__name__)
        for one in sources(Evidence(game.log), seq)
    ]


@pytest.mark.parametrize(
    ("instruction", "kind", "flips"),
    [
        ({"do": "gain_life", "amount": {"value": "losses"}}, LifeChanged, 3),
        ({"do": "gain_life", "amount": 2, "when": {"wins_at_least": 1}}, LifeChanged, 3),
        ({"do": "gain_life", "amount": 2, "when": {"flip": "tails"}}, LifeChanged, 1),
        ({"do": "deal_damage", "amount": 1, "each_tails": True}, DamageDealt, 3),
        ({"do": "gain_life", "amount": 2}, LifeChanged, 0),
    ],
)
def test_608_2c_what_counts_flips_leads_back_to_each_of_them(
    instruction: dict[str, Any], kind: type[Event], flips: int
) -> None:
    game = flipped(instruction)
    found = roles_of(game, kind)

    assert [role for role, _ in found].count("flip") == flips
    assert ("resolving", "ResolutionBegan") in found


def test_614_1a_705_3_effects_on_a_flip_are_told_with_how_they_came_there() -> None:
    game = flipped(edgar="Edgar, King of Figaro")
    thumb, edgar = (
        next(name for name, thing in game.table.objects.items() if thing.card == card)
        for card in ("Krark's Thumb", "Edgar, King of Figaro")
    )

    assert ("effect", f"objects.{thumb}.zone") in roles_of(game, FlipInstructed)
    assert ("effect", f"objects.{edgar}.zone") in roles_of(game, FlipWon)
    assert not any(
        role == "effect" for role, _ in roles_of(flipped(), FlipLost) + roles_of(flipped(), FlipWon)
    )
