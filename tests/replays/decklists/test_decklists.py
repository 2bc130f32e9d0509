"""Decklists in eight formats, the decks they come to, and what is refused of bad ones."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from events.card_files import known_cards
from events.cards import CardDefinition
from events.errors import DataError
from events.game import FormatEntry
from events.identifiers import CardName
from replays.decklists import Decklist, Part, bundled_decks, deck_of, open_decklist, read_decklist
from replays.decklists.parsed import plain_name
from tests.samples import WHY, samples

SAMPLES = samples()
LISTS = SAMPLES / "decklists" if SAMPLES is not None else None

XMAGE = """NAME:sample
4 [MRD:190] Krark's Thumb
20 [RTR:265] Mountain
SB: 2 [MRD:90] Fiery Gambit
LAYOUT MAIN:(1,1)(NONE,false,50)|([MRD:190])
"""
FORGE = """[metadata]
Name=sample
[Main]
4 Krark's Thumb|MRD
20 Mountain|RTR|2
[Sideboard]
2 Fiery Gambit|MRD
[Avatar]
1 Somebody|VAN
"""
MTGO = """<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <NetDeckID>0</NetDeckID>
  <Cards CatID="1" Quantity="4" Sideboard="false" Name="Krark's Thumb" Annotation="0" />
  <Cards CatID="2" Quantity="20" Sideboard="false" Name="Mountain" />
  <Cards CatID="3" Quantity="2" Sideboard="true" Name="Fiery Gambit" />
</Deck>"""
MTGO_ITEMS = """<Deck><Item CatId="1" Quantity="4" IsSideboard="false" />
<Item CatId="2" Quantity="20" IsSideboard="false" />
<Item CatId="3" Quantity="2" IsSideboard="true" /></Deck>"""
COCKATRICE = """<?xml version="1.0"?>
<cockatrice_deck version="1"><deckname>sample</deckname>
<zone name="main"><card number="4" name="Krark's Thumb"/><card number="20" name="Mountain"/></zone>
<zone name="side"><card number="2" name="Fiery Gambit"/></zone>
<zone name="tokens"><card number="1" name="Goblin"/></zone></cockatrice_deck>"""
ARENA = """Deck
4 Krark\N{RIGHT SINGLE QUOTATION MARK}s Thumb (MRD) 190
20 Mountain (RTR) 265

Sideboard
2 Fiery Gambit (MRD) 90
"""
ARENA_BARE = "4 Krark's Thumb (MRD) 190\n20 Mountain\n\n2 Fiery Gambit\n"
DEC = """// Name: sample
        4 Krark's Thumb
        20 Mountain
SB:  2 Fiery Gambit
"""
MWDECK = """// Deck file for Magic Workstation
        4 [MRD] Krark's Thumb
        20 [RTR] Mountain
SB:  2 [MRD] Fiery Gambit
"""
OCTGN = """<deck game="a6c8d2e8-7cd8-11dd-8f94-e62b56d89593">
<section name="Main"><card qty="4" id="x">Krark's Thumb</card><card qty="20">Mountain</card></section>
<section name="Sideboard"><card qty="2">Fiery Gambit</card></section></deck>"""


def read(text: str | bytes) -> Decklist:
    return read_decklist(text if isinstance(text, bytes) else text.encode(), "list")


def told(found: Decklist) -> list[tuple[int, str, Part]]:
    return [(one.count, one.name, one.part) for one in found.entries]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("xmage", XMAGE),
        ("forge", FORGE),
        ("mtgo", MTGO),
        ("cockatrice", COCKATRICE),
        ("arena", ARENA),
        ("arena", ARENA_BARE),
        ("dec", DEC),
        ("mwdeck", MWDECK),
        ("octgn", OCTGN),
    ],
)
def test_one_deck_in_every_format(name: str, text: str) -> None:
    found = read(text)

    assert found.format == name
    assert told(found) == [
        (4, "Krark's Thumb", Part.MAIN),
        (20, "Mountain", Part.MAIN),
        (2, "Fiery Gambit", Part.SIDEBOARD),
    ]


def test_the_newer_form_of_magic_online_has_numbers_alone() -> None:
    found = read(MTGO_ITEMS)

    assert [one.name for one in found.entries] == ["mtgo:1", "mtgo:2", "mtgo:3"]
    assert found.warnings == ("3 lines give Magic Online's numbers without names",)


def test_numbers_become_names_where_a_card_file_tells_them() -> None:
    deck = deck_of(read(MTGO_ITEMS), known_cards(), numbered={"mtgo:2": CardName("Mountain")})

    assert deck.entry.main == (*["mtgo:1"] * 4, *["Mountain"] * 20)


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings(mark: str) -> None:
    found = read("4 Forest\r\n1 Jötun Grunt\r\n".encode(mark))

    assert told(found) == [(4, "Forest", Part.MAIN), (1, "Jötun Grunt", Part.MAIN)]


def test_xml_in_another_encoding() -> None:
    assert told(read(COCKATRICE.replace('"1.0"', '"1.0" encoding="utf-16"', 1).encode("utf-16")))


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Wear/Tear", "Wear // Tear"),
        ("Expansion // Explosion", "Expansion // Explosion"),
        ("Krark\N{RIGHT SINGLE QUOTATION MARK}s  Thumb", "Krark's Thumb"),
        ("Forest", "Forest"),
    ],
)
def test_names_as_they_are_printed(written: str, printed: str) -> None:
    assert plain_name(written) == printed


def test_heads_and_counts_with_an_x() -> None:
    found = read("Commander\n1x Okaun, Eye of Chaos\n\nDeck\n3x Forest\n\nCompanion\n1 Lurrus\n")

    assert told(found) == [
        (1, "Okaun, Eye of Chaos", Part.COMMANDERS),
        (3, "Forest", Part.MAIN),
    ]


def test_many_groups_without_heads_are_one_deck_with_a_warning() -> None:
    found = read("4 Bear\n\n4 Elephant\n\n20 Forest\n")

    assert found.size(Part.MAIN) == 28
    assert "3 groups" in found.warnings[0]


# -- decks ----------------------------------------------------------------------------------------


def test_contraptions_go_to_their_own_deck() -> None:
    deck = deck_of(read("24 Mountain\n1 Giant Fan\n1 Tea Urn\nSB: 1 Reading Lamp\n"), known_cards())

    assert deck.entry.contraptions == ("Giant Fan", "Tea Urn")
    assert deck.entry.sideboard == ("Reading Lamp",)
    assert set(deck.entry.main) == {"Mountain"}


def test_cards_in_any_case_and_unknown_ones() -> None:
    deck = deck_of(read("60 FOREST\n1 Storm Crow\n1 Goblin Guide\n"), known_cards())

    assert set(deck.entry.main) == {"Forest", "Storm Crow", "Goblin Guide"}
    assert deck.warnings == (
        "2 cards without a definition, which only lie there and do nothing: Storm Crow; Goblin Guide",
    )


def test_the_front_half_of_a_card_with_two_names() -> None:
    cards: Mapping[CardName, CardDefinition] = {
        CardName("Left // Right"): CardDefinition(name=CardName("Left // Right"))
    }

    assert deck_of(read("1 Left\n"), cards).entry.main == ("Left // Right",)


def test_a_token_is_in_no_deck() -> None:
    with pytest.raises(DataError) as error:
        deck_of(read("4 Forest\n1 Tin Soldier\n"), known_cards())

    assert (error.value.code, error.value.line) == ("deck/token", 2)


def test_xmages_commanders_are_its_small_sideboard() -> None:
    text = (
        "98 [X:1] Mountain\nSB: 1 [X:2] Okaun, Eye of Chaos\nSB: 1 [X:3] Zndrsplt, Eye of Wisdom\n"
    )
    plain = deck_of(read(text), known_cards())
    commander = deck_of(read(text), known_cards(), play=FormatEntry(commander=True))

    assert plain.entry.commanders == ()
    assert commander.entry.commanders == ("Okaun, Eye of Chaos", "Zndrsplt, Eye of Wisdom")


@pytest.mark.parametrize(
    ("text", "play", "advice"),
    [
        ("59 Forest", FormatEntry(), "the main deck has 59 of at least 60 cards (CR 100.2)"),
        (
            "39 Forest",
            FormatEntry(limited=True),
            "the main deck has 39 of at least 40 cards (CR 100.2)",
        ),
        (
            "60 Forest\nSB: 16 Island",
            FormatEntry(),
            "the sideboard has 16 cards, not 15 (CR 100.4)",
        ),
        ("55 Forest\n5 Bear", FormatEntry(), "more than 4 copies of Bear (CR 100.2)"),
        ("98 Forest\n2 Bear", FormatEntry(commander=True), "more than 1 copies of Bear (CR 100.2)"),
    ],
)
def test_advice_on_decks(text: str, play: FormatEntry, advice: str) -> None:
    assert deck_of(read(text), known_cards(), play=play).warnings == (advice,)


@pytest.mark.parametrize("name", bundled_decks())
def test_bundled_decks_have_nothing_to_be_said_about_them(name: str) -> None:
    deck = deck_of(open_decklist(name), known_cards())

    assert deck.warnings == ()
    assert len(deck.entry.main) == 60


# -- what is refused ------------------------------------------------------------------------------

BOMB = b"""<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><deck><section><card qty="1">&b;</card></section></deck>"""
OUTSIDE = b"""<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck>&x;</deck>"""


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        pytest.param(BOMB, "deck/xml_refused", 1, id="entities-of-entities"),
        pytest.param(OUTSIDE, "deck/xml_refused", 1, id="an-entity-outside"),
        pytest.param(b"<deck>" + b"<a>" * 50, "deck/xml_refused", 1, id="deep"),
        pytest.param(b"<deck>\n" + b"<a/>" * 6_000 + b"</deck>", "deck/xml_refused", 2, id="many"),
        pytest.param(b"<deck>\n<section", "deck/xml", 2, id="broken"),
        pytest.param(b"<html><body/></html>", "deck/unknown_xml", 1, id="a-web-page"),
        pytest.param(b"<deck game='other'/>", "deck/other_game", 1, id="another-game"),
        pytest.param(b"<deck/>", "deck/empty", None, id="no-cards"),
        pytest.param(b"", "deck/empty", None, id="nothing"),
        pytest.param(b"// a comment\n", "deck/empty", None, id="comments"),
        pytest.param(b"Dear Ann,\nthe match is on Friday.\n", "deck/line", 1, id="a-letter"),
        pytest.param(b"4 Forest\nBear\n", "deck/line", 2, id="no-number"),
        pytest.param(b"#created by\n#main\n89631139\n", "deck/line", 3, id="another-games-numbers"),
        pytest.param(b"### Deck\n# 2x (1) Something\nAAECAf0EAA==\n", "deck/line", 3, id="a-code"),
        pytest.param(b"0 Forest\n", "deck/count", 1, id="none"),
        pytest.param(b"9999 Forest\n", "deck/count", 1, id="too-many-of-one"),
        pytest.param("٣ Forest\n".encode(), "deck/count", 1, id="digits-of-elsewhere"),
        pytest.param(b"250 A\n" * 9, "deck/too_many_cards", None, id="too-many"),
        pytest.param(b"1 " + b"x" * 300 + b"\n", "deck/name", 1, id="a-name-too-long"),
        pytest.param(b"1 A\x1b[2J\n", "deck/name", 1, id="a-name-with-control-characters"),
        pytest.param(b"[Main]\n4 Forest|X\n[Nonsense]\n1 A\n", "deck/section", 3, id="a-section"),
        pytest.param(b"[Main]\nForest\n", "deck/line", 2, id="a-line-in-a-section"),
        pytest.param(b"\x00\x01\x02", "deck/binary", None, id="binary"),
        pytest.param(b"4 Forest\n" * 200_000, "deck/too_large", None, id="large"),
        pytest.param(
            b'<cockatrice_deck>\n<zone name="main">\n<card number="x" name="A"/></zone></cockatrice_deck>',
            "deck/count",
            3,
            id="a-number-in-xml",
        ),
    ],
)
def test_what_is_no_decklist_is_refused_with_its_place(
    data: bytes, code: str, line: int | None
) -> None:
    with pytest.raises(DataError) as error:
        read(data)

    assert (error.value.code, error.value.line) == (code, line)
    assert error.value.message.startswith("list")


def test_a_missing_file_names_the_bundled_decks(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"bears, .*division") as error:
        open_decklist(str(tmp_path / "mine.dec"))

    assert error.value.code == "file/missing"


def test_a_directory_is_no_decklist(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        open_decklist(str(tmp_path))

    assert error.value.code == "file/unreadable"


# -- real lists -----------------------------------------------------------------------------------

REAL = {
    "coinflip-commander.dck": ("xmage", 98, 2),
    "coinflip-modern.dck": ("xmage", 60, 0),
    "divide-duel-dragons.dck": ("xmage", 60, 0),
    "serum-powder-modern.dck": ("xmage", 60, 0),
    "xmage-testdeck.cod": ("cockatrice", 19, 3),
    "xmage-testdeck.dck": ("xmage", 4, 4),
    "xmage-testdeck.dec": ("dec", 60, 15),
    "xmage-testdeck.dek": ("mtgo", 5, 3),
    "xmage-testdeck.mtga": ("arena", 11, 4),
    "xmage-testdeck.mwDeck": ("mwdeck", 60, 15),
    "xmage-testdeck.o8d": ("octgn", 1, 2),
}


@pytest.mark.skipif(LISTS is None, reason=WHY)
@pytest.mark.parametrize("name", REAL)
def test_real_lists(name: str) -> None:
    assert LISTS is not None
    found = open_decklist(str(LISTS / name))

    assert (found.format, found.size(Part.MAIN), found.size(Part.SIDEBOARD)) == REAL[name]
