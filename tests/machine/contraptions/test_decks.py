"""Contraption decks: fifteen different ones in constructed, anything in limited."""

from collections.abc import Sequence

import pytest

from events.card_files import known_cards
from events.editions import resolve
from events.game import DeckEntry, FormatEntry, GameCreated, SeatEntry
from events.identifiers import CardName, Seat
from events.records import FORMAT
from events.rules import Override
from machine.deck_check import FEWEST, deck_faults

ANN = Seat("ann")
CONTRAPTIONS = tuple(name for name, card in known_cards().items() if "Contraption" in card.subtypes)
ALLOWED = (Override(switch="contraption.allowed", value="true"),)


def codes(
    contraptions: Sequence[str],
    *,
    main: Sequence[str] = ("Mountain",),
    limited: bool = False,
    overrides: Sequence[Override] = ALLOWED,
    day: str = "2026-01-01",
) -> list[str]:
    header = header_of(contraptions, main=main, limited=limited, overrides=overrides, day=day)
    return [fault.code for fault in deck_faults(header)]


def header_of(
    contraptions: Sequence[str],
    *,
    main: Sequence[str] = ("Mountain",),
    limited: bool = False,
    overrides: Sequence[Override] = ALLOWED,
    day: str = "2026-01-01",
) -> GameCreated:
    deck = DeckEntry(
        main=tuple(CardName(name) for name in main),
        contraptions=tuple(CardName(name) for name in contraptions),
    )
    return GameCreated(
        format=FORMAT,
        game="test",
        seats=(SeatEntry(seat=ANN),),
        rules=resolve(day, overrides),
        play=FormatEntry(limited=limited),
        decks={ANN: deck},
        cards=tuple(known_cards().values()),
    )


def test_there_are_cards_enough_for_a_constructed_deck() -> None:
    assert len(CONTRAPTIONS) >= 20 > FEWEST


@pytest.mark.parametrize(
    ("contraptions", "expected"),
    [
        pytest.param(CONTRAPTIONS[:15], [], id="UFAQ-fifteen_different"),
        pytest.param((), [], id="UFAQ-no_contraption_deck"),
        pytest.param(CONTRAPTIONS[:14], ["deck/contraptions_few"], id="R134-fourteen"),
        pytest.param(
            (*CONTRAPTIONS[:15], CONTRAPTIONS[0]), ["deck/contraptions_twice"], id="R134-duplicate"
        ),
        pytest.param(
            (CONTRAPTIONS[0],) * 2,
            ["deck/contraptions_few", "deck/contraptions_twice"],
            id="R134-both",
        ),
        pytest.param(
            (*CONTRAPTIONS[:14], "Bear"), ["deck/no_contraption"], id="UFAQ-not_a_contraption"
        ),
        pytest.param((*CONTRAPTIONS[:14], "Nobody's Card"), [], id="UFAQ-a_card_nobody_defined"),
    ],
)
def test_constructed(contraptions: tuple[str, ...], expected: list[str]) -> None:
    assert codes(contraptions) == expected


@pytest.mark.parametrize(
    "contraptions",
    [
        pytest.param((CONTRAPTIONS[0], CONTRAPTIONS[0], CONTRAPTIONS[1]), id="R135-three_with_two"),
        pytest.param((), id="R135-none"),
    ],
)
def test_limited(contraptions: tuple[str, ...]) -> None:
    assert codes(contraptions, limited=True) == []


def test_a_contraption_has_no_place_in_the_library() -> None:
    assert codes((), main=("Mountain", "Tea Urn")) == ["deck/contraption_in_main"]


def test_100_7_no_contraptions_where_un_cards_are_not_played() -> None:
    assert codes(CONTRAPTIONS[:15], overrides=()) == ["deck/not_allowed"]


@pytest.mark.parametrize(
    ("day", "rule", "covered"),
    [
        pytest.param("2018-01-18", "UFAQ.deck", "in this game", id="before-100.7"),
        pytest.param("2018-01-19", "100.7", "with a silver border are", id="100.7-silver_border"),
        pytest.param("2022-10-07", "100.7", "silver border or an acorn", id="100.7-acorn"),
    ],
)
def test_100_7_what_the_rules_of_the_day_say_of_un_cards(day: str, rule: str, covered: str) -> None:
    (fault,) = deck_faults(header_of(CONTRAPTIONS[:15], overrides=(), day=day))
    assert (fault.code, fault.rule) == ("deck/not_allowed", rule)
    assert covered in fault.message


def test_205_3g_no_rule_knew_contraptions_before_2007_05() -> None:
    assert codes(CONTRAPTIONS[:15], day="2007-04-30") == ["deck/no_such_type"]
    assert codes(CONTRAPTIONS[:15], day="2007-05-01") == []
    assert codes((), day="2007-04-30") == []


def test_the_refusal_names_the_cards() -> None:
    header_codes = codes(CONTRAPTIONS[:15] + CONTRAPTIONS[:2])
    assert header_codes == ["deck/contraptions_twice"]
