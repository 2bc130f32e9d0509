"""Card files that users bring: definitions in TOML, and what MTGJSON or Scryfall know of cards.

The latter give names and characteristics and no abilities, but for the mana of basic land types
(CR 305.6). They may be large: they are read within a bound, and nearly all of them is skipped over.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct, field

from events.abilities import ManaAbility
from events.card_files import known_cards, read_cards
from events.cards import CardDefinition
from events.errors import DataError
from events.identifiers import CardName
from events.selectors import Keyword
from replays.decklists.parsed import plain_name
from replays.decklists.xml_formats import NUMBERED

LARGEST = 1024 * 1024 * 1024
"""Bytes of a card file: every printing of every card has about half as many."""

SUPERTYPES = frozenset({"Basic", "Legendary", "Ongoing", "Snow", "World", "Elite", "Host"})
LAND_MANA = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}
KEYWORDS: Mapping[str, Keyword] = {word: word for word in get_args(Keyword)}
"""What these files tell of others would be half a card."""


class CardFiles(Struct, frozen=True):
    """What a user's card files hold."""

    cards: Mapping[CardName, CardDefinition]
    numbered: Mapping[str, CardName]
    """What lists with Magic Online's numbers call a card -> its name."""


class _Face(Struct):
    name: str = ""
    mana_cost: str | None = None
    type_line: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None


class _Scryfall(_Face):
    object: str = ""
    keywords: tuple[str, ...] = ()
    card_faces: tuple[_Face, ...] = ()
    mtgo_id: int | None = None


class _Numbers(Struct, rename="camel"):
    mtgo_id: str | None = None


class _Mtgjson(Struct, rename="camel"):
    name: str
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    mana_cost: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    keywords: tuple[str, ...] = ()
    side: str | None = None
    identifiers: _Numbers = field(default_factory=_Numbers)


class _Set(Struct):
    cards: tuple[_Mtgjson, ...]


class _Whole(Struct):
    """The outermost object of either kind of file."""

    object: str = ""
    data: msgspec.Raw = msgspec.Raw()


def open_card_files(paths: Iterable[str | Path]) -> CardFiles:
    """Return the cards of some files. A TOML definition wins over the project's, JSON does not.

    Raises ``DataError`` naming the file, and in TOML the card and the field.
    """
    plain: dict[CardName, CardDefinition] = {}
    own: dict[CardName, CardDefinition] = {}
    numbered: dict[str, CardName] = {}
    for path in paths:
        data = _bytes_of(Path(path))
        if data.lstrip()[:1] in (b"{", b"[") and not data.lstrip().startswith(b"[["):
            for card, number in _from_json(data, str(path)):
                plain.setdefault(card.name, card)
                if number:
                    numbered.setdefault(NUMBERED.format(number), card.name)
        else:
            own |= _from_toml(data, str(path))
    known = known_cards()
    new = {name: card for name, card in plain.items() if name not in known}
    return CardFiles(new | own, numbered)


def _bytes_of(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > LARGEST:
            why = f"a card file has at most {LARGEST:,} bytes, not {size:,}"
            raise DataError("cards/too_large", why, file=str(path))
        return path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except FileNotFoundError:
        raise DataError("file/missing", "there is no such file", file=str(path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(
            "file/unreadable", f"it cannot be read ({reason})", file=str(path)
        ) from error


def _from_toml(data: bytes, file: str) -> dict[CardName, CardDefinition]:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        why = "this is no card file: neither TOML nor JSON in UTF-8"
        raise DataError("cards/no_text", why, file=file) from error
    found: dict[CardName, CardDefinition] = {}
    for card in read_cards(text, file):
        if card.name in found:
            raise DataError("cards/twice", f"{card.name} is defined twice", file=file)
        found[card.name] = card
    return found


def _from_json(data: bytes, file: str) -> Iterator[tuple[CardDefinition, str]]:
    """Yield each card of a file with Magic Online's number, if there is one."""
    try:
        found = _cards_of(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(
            "cards/json", f"this is neither MTGJSON's nor Scryfall's form: {error}", file=file
        ) from error
    if not found:
        raise DataError("cards/json", "no cards are in it", file=file)
    for card in found:
        if isinstance(card, _Scryfall):
            yield _of_scryfall(card), str(card.mtgo_id or "")
        elif card.side in (None, "a"):
            yield _of_mtgjson(card), card.identifiers.mtgo_id or ""


def _cards_of(data: bytes) -> Sequence[_Scryfall] | Sequence[_Mtgjson]:
    """Return the cards of a file as either form has them, everything else skipped."""
    if data.lstrip().startswith(b"["):
        return _scryfall(msgspec.json.decode(data, type=tuple[_Scryfall, ...]))
    whole = msgspec.json.decode(data, type=_Whole)
    if whole.object == "list":
        return _scryfall(msgspec.json.decode(whole.data, type=tuple[_Scryfall, ...]))
    if whole.object == "card":
        return (msgspec.json.decode(data, type=_Scryfall),)
    if not bytes(whole.data):
        raise msgspec.ValidationError("Object has neither cards nor `data`")
    return _mtgjson(whole.data)


def _scryfall(cards: Sequence[_Scryfall]) -> Sequence[_Scryfall]:
    if any(card.object != "card" for card in cards):
        raise msgspec.ValidationError('Expected objects with `object` "card"')
    return [card for card in cards if card.name]


def _mtgjson(data: msgspec.Raw) -> Sequence[_Mtgjson]:
    """``{name: [card]}`` of single cards, ``{code: {cards}}`` of all sets, ``{cards}`` of one set."""
    shapes: tuple[Any, ...] = (dict[str, tuple[_Mtgjson, ...]], dict[str, _Set], _Set)
    wrong: msgspec.ValidationError | None = None
    for shape in shapes:
        try:
            found = msgspec.json.decode(data, type=shape)
        except msgspec.ValidationError as error:
            wrong = wrong or error
            continue
        groups = (found,) if isinstance(found, _Set) else found.values()
        return [
            card for group in groups for card in (group.cards if isinstance(group, _Set) else group)
        ]
    assert wrong is not None  # noqa: S101 - each shape was refused
    raise wrong


def _of_mtgjson(card: _Mtgjson) -> CardDefinition:
    return _definition(
        card.name,
        (card.supertypes, card.types, card.subtypes),
        card,
        cost=card.mana_cost,
        keywords=card.keywords,
    )


def _of_scryfall(card: _Scryfall) -> CardDefinition:
    """Of a card with two faces the front one counts, where the card as a whole tells nothing."""
    front = card if card.mana_cost is not None or not card.card_faces else card.card_faces[0]
    line = (card.type_line or front.type_line or "").partition(" // ")[0]
    return _definition(card.name, _types(line), front, cost=front.mana_cost, keywords=card.keywords)


def _types(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return supertypes, types and subtypes of a type line: ``Basic Land — Forest``."""
    left, _, right = line.partition(" — ")
    words = left.split()
    return (
        tuple(word for word in words if word in SUPERTYPES),
        tuple(word for word in words if word not in SUPERTYPES),
        tuple(right.split()),
    )


def _definition(
    name: str,
    types: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]],
    shape: _Face | _Mtgjson,
    *,
    cost: str | None,
    keywords: Iterable[str],
) -> CardDefinition:
    mana = tuple(LAND_MANA[one] for one in types[2] if "Land" in types[1] and one in LAND_MANA)
    known = [word.lower().replace(" ", "_") for word in keywords]
    return CardDefinition(
        name=CardName(plain_name(name)),
        cost=(cost or "").partition(" // ")[0],
        supertypes=types[0],
        types=types[1],
        subtypes=types[2],
        power=_number(shape.power),
        toughness=_number(shape.toughness),
        loyalty=_number(shape.loyalty),
        keywords=tuple(KEYWORDS[word] for word in known if word in KEYWORDS),
        abilities=(ManaAbility(mana=mana),) if mana else (),
    )


def _number(text: str | None) -> int | None:
    """Return a printed number; what the game has to work out, as ``*``, counts as not told."""
    return int(text) if text and text.lstrip("-").isdecimal() else None
