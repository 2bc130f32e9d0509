"""What a seat may not know is not in its page: canaries, and games that differ in secrets alone."""

import random
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from events.abilities import ManaAbility
from events.cards import CardDefinition
from events.game import DeckEntry
from events.identifiers import CardName, Seat
from events.log import EventLog
from events.records import Draft
from machine.chance import seeded
from projections.table import Table
from replays.autoplay import casual_choice, play_on
from replays.game_log import GameLog
from replays.new_game import Setup, header_draft, header_of
from replays.session import fresh
from tests.projections import hidden
from tests.replays.viewer.pages import page
from tests.replays.viewer.unpacking import blocks, everything, meta

ANN, BOB = Seat("ann"), Seat("bob")
SIZE = 40
LONG = 450


def _cards(seat: Seat) -> list[CardDefinition]:
    """Return cards each of which is there once: land and creatures with names of their own."""
    lands = [
        CardDefinition(
            name=CardName(f"{seat} canary land {number}."),
            types=("Land",),
            abilities=(ManaAbility(mana=("{G}",)),),
        )
        for number in range(SIZE // 2)
    ]
    creatures = [
        CardDefinition(
            name=CardName(f"{seat} canary beast {number}."),
            cost="{1}{G}",
            types=("Creature",),
            power=2,
            toughness=2,
        )
        for number in range(SIZE // 2)
    ]
    return lands + creatures


@cache
def _game(seed: int) -> GameLog:
    cards = {seat: _cards(seat) for seat in (ANN, BOB)}
    setup = Setup(
        decks={seat: DeckEntry(main=tuple(one.name for one in own)) for seat, own in cards.items()},
        cards={one.name: one for own in cards.values() for one in own},
        game="canary",
    )
    header, _ = header_of(setup)
    game = fresh(header_draft(header), chance=seeded(seed))
    choose = casual_choice(random.Random(seed))  # noqa: S311 - a seeded game
    play_on(game, choose, until=lambda _: len(game.events) > LONG)
    return game.log


def _known(tables: Iterable[Table], seat: Seat | None) -> set[str]:
    """Return the names of cards that were ever where a seat could see them, from the tables alone."""
    return {
        str(thing.card)
        for table in tables
        for thing in table.objects.values()
        if not thing.zone.is_hidden or seat in thing.seen_by
    }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("viewer", ["public", "ann", "bob"])
def test_no_hidden_card_is_in_the_page_of_a_seat(seed: int, viewer: str) -> None:
    game = _game(seed)
    seat = None if viewer == "public" else Seat(viewer)
    own = [one.name for other in (ANN, BOB) if other == seat for one in _cards(other)]
    every = {str(one.name) for other in (ANN, BOB) for one in _cards(other)}
    secret = every - _known(game.tables, seat) - set(map(str, own))

    text = everything(page(game, viewer=viewer).html)

    assert len(secret) > SIZE // 4
    assert [name for name in sorted(secret) if name in text] == []
    assert all(name in text for name in own)


def test_the_judges_page_has_them_all() -> None:
    game = _game(1)
    text = everything(page(game).html)

    assert all(str(one.name) in text for seat in (ANN, BOB) for one in _cards(seat))


def _log(secret: int, viewer: Seat | None) -> GameLog:
    """Return a game that differs from another secret's only in what the viewer may not know."""
    _, first = hidden.game(secret)
    seen = hidden.places_seen(first, viewer)
    unseen = [place for place in range(len(hidden.DECK)) if place not in seen]
    random.Random(secret).shuffle(unseen)  # noqa: S311 - a test
    names = {place: hidden.DECK[number] for number, place in enumerate([*seen, *unseen])}
    events, _ = hidden.game(secret, lambda place: names[place])
    return GameLog(EventLog().append([Draft(event=event, by="apnap") for event in events]))


@pytest.mark.parametrize("viewer", ["public", "ann"])
@pytest.mark.parametrize("secret", [1, 2, 3])
def test_secrets_change_nothing_in_a_page(viewer: str, secret: int) -> None:
    seat = None if viewer == "public" else ANN
    pages = [page(_log(one, seat), viewer=viewer).html for one in (0, secret)]

    assert blocks(pages[0]) == blocks(pages[1])
    assert pages[0] == pages[1]


def test_a_seats_page_has_that_seat_and_the_public_alone() -> None:
    game = _game(1)
    viewers = {
        viewer: meta(page(game, viewer=viewer).html)["logs"][0]["viewers"]
        for viewer in ("judge", "public", "ann")
    }

    assert viewers == {
        "judge": ["judge", "public", "ann", "bob"],
        "public": ["public"],
        "ann": ["ann", "public"],
    }


def test_verdicts_findings_and_hashes_are_for_judges() -> None:
    game = _game(1)
    text = everything(page(game, viewer="ann").html)

    assert game.head not in text
    assert not any(record.prev in text for record in game if record.seq)
    assert "verification" not in blocks(page(game, viewer="ann").html)["a-ann-panes"]


def test_what_another_player_is_asked_is_theirs() -> None:
    game = _game(1)
    told = blocks(page(game, viewer="ann").html)
    asked = [one for table in _frames(told["a-ann-chunk-0"]) for one in table["asking"]]

    assert {one["player"] for one in asked if "what" in one} == {"ann"}
    assert {one["player"] for one in asked if "what" not in one} == {"bob"}


def _frames(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the first frame, and the questions of those after it where they are told whole."""
    whole = [
        value for changes in chunk["changes"] for steps, *value in changes if steps == ["asking"]
    ]
    return [chunk["frame"], *({"asking": value[0]} for value in whole)]
