"""Card definitions as a header carries them: facts about a card, never its text.

Implements CR 200-208 as far as the procedures need it.
"""

from msgspec import Struct

from events.abilities import AnyAbility
from events.base import Count, Integer
from events.identifiers import CardName
from events.selectors import Keyword


class CardDefinition(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What a card is: name, types, cost, power and toughness, abilities."""

    name: CardName
    cost: str = ""
    """``{2}{R}{R}``; empty for no cost."""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: Integer | None = None
    toughness: Integer | None = None
    loyalty: Count | None = None
    keywords: tuple[Keyword, ...] = ()
    abilities: tuple[AnyAbility, ...] = ()
    is_token: bool = False
    """Only a token may be it: no deck holds one."""
