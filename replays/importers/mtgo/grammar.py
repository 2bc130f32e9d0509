"""The sentences of Magic Online's match logs. Marks of players and cards: ``@P``, ``@[Name@:12,34:@]``."""

import re

from msgspec import Struct

from replays.importers.text.grammar import Grammar, Rule

CARD = r"@\[[^\[\]]+?@:\d{1,9},\d{1,9}:@\]"
CARDS = re.compile(r"@\[(?P<name>[^\[\]]+?)@:(?P<catalogue>\d{1,9}),(?P<object>\d{1,9}):@\]")
"""A card that a sentence names: its name, its number in the catalogue, its number as an object."""

W = r"(?:[a-z]+|\d+)"


class CardNamed(Struct, frozen=True, kw_only=True):
    """A card that a sentence names."""

    name: str
    object: int


def cards_of(text: str) -> list[CardNamed]:
    """Return all cards that a text names, in order."""
    return [
        CardNamed(name=match["name"], object=int(match["object"])) for match in CARDS.finditer(text)
    ]


def _rule(kind: str, needle: str, pattern: str, *, names: bool = False) -> Rule:
    return Rule(kind=kind, needle=needle, pattern=pattern, names=names)


GRAMMAR = Grammar(
    rules=(
        _rule("joined", "joined the game", r"@P@P{p} joined the game\.", names=True),
        _rule("rolled", "rolled a", r"@P{p} rolled an? (?P<value>\d{1,3})\."),
        _rule(
            "chose",
            "chooses to",
            r"@P{p} chooses to (?P<no>not )?play (?P<which>first|second)\.",
        ),
        _rule("mulligans", " mulligans to ", rf"@P{{p}} mulligans to (?P<count>{W}) cards?\."),
        _rule(
            "keeps",
            " begins the game with ",
            rf"@P{{p}} begins the game with (?P<count>{W}) cards? in hand\.",
        ),
        _rule(
            "keeps",
            " begins the game with ",
            rf"@P{{p}} puts (?P<bottom>{W}) cards? on the bottom of their library and begins "
            rf"the game with (?P<count>{W}) cards? in hand\.",
        ),
        _rule("turn", "@PTurn ", r"@PTurn (?P<number>\d{1,4}): {p}"),
        _rule("skips_draw", "skips their draw", r"@P{p} skips their draw step\."),
        _rule("next_card", "their next card", r"@P{p} draws their next card\."),
        _rule(
            "draws",
            " draws ",
            rf"@P{{p}} draws (?P<count>{W}) cards?(?: with (?P<source>.+))?\.",
        ),
        _rule("plays", " plays @[", rf"@P{{p}} plays (?P<card>{CARD})\."),
        _rule("casts", " casts @[", rf"@P{{p}} casts (?P<card>{CARD})(?P<rest>.*)"),
        _rule(
            "activates",
            " activates an ability of ",
            rf"@P{{p}} activates an ability of (?P<card>{CARD})(?P<rest>.*)",
        ),
        _rule("cycles", " cycles @[", rf"@P{{p}} cycles (?P<card>{CARD})\."),
        _rule(
            "triggers",
            "triggered ability from ",
            rf"@P{{p}} puts (?:an? )?triggered ability from (?P<card>{CARD}) onto the stack"
            r"(?P<rest>.*)",
        ),
        _rule(
            "attacked",
            " is being attacked by ",
            rf"@P{{p}}(?:'s (?P<card>{CARD}))? is being attacked by (?P<list>.+?)\.?",
        ),
        _rule("blocks", " blocks @[", rf"@P(?P<card>{CARD}) blocks (?P<list>.+?)\.?"),
        _rule("discards", " discards ", r"@P{p} discards (?P<list>@\[.+\])\."),
        _rule("mills", " mills @[", r"@P{p} mills (?P<list>@\[.+\])\."),
        _rule(
            "into_graveyard",
            " into their graveyard",
            r"@P{p} puts (?P<list>@\[.+\]) into their graveyard\.",
        ),
        _rule(
            "onto_battlefield",
            " onto the battlefield",
            rf"@P{{p}} puts (?P<card>{CARD}) onto the battlefield\.",
        ),
        _rule(
            "opening_hand",
            "from their opening hand",
            rf"@P{{p}} reveals (?P<card>{CARD}) from their opening hand\.",
        ),
        _rule(
            "player_counters",
            " counter",
            rf"@P{{p}} puts (?P<count>{W}) (?P<what>[a-z]+) counters? on {{q}}\.",
        ),
        _rule(
            "counters",
            " counter",
            rf"@P{{p}} (?P<verb>puts|removes) (?P<count>{W}) (?P<what>\S+) counters? "
            rf"(?:on|from) (?P<card>{CARD})\.",
        ),
        _rule(
            "transforms",
            " transforms into ",
            rf"@P(?P<card>{CARD}) transforms into (?P<face>{CARD})\.",
        ),
        _rule("countered", " counters @[", rf"@P{{p}} counters (?P<card>{CARD}) with .+\.?"),
        _rule(
            "no_targets",
            "removed from the stack because",
            rf"@P{{p}}'s (?P<card>{CARD}|.+) is removed from the stack because it has no legal "
            r"targets\.",
        ),
        _rule("stops_blocking", " stops blocking", rf"@P(?P<card>{CARD}) stops blocking\."),
        _rule("conceded", "has conceded", r"@P{p} has conceded from the game\.?"),
        _rule("wins", " wins the game", r"@P{p} wins the game\.?"),
        _rule("wins_match", " wins the match", r"@P{p} wins the match (?P<score>\d+-\d+)\.?"),
        _rule("leads", " leads the match", r"@P{p} leads the match (?P<score>\d+-\d+)\.?"),
        _rule("tied", "Match Tied", r"(?:@P)?Match Tied (?P<score>\d+-\d+)\.?"),
        _rule("left", "the game", r"@P{p} has (?:left|lost connection to) the game\.?"),
        _rule("loses", " loses the game", r"@P{p} loses the game(?: .+)?\.?"),
        _rule("drawn", "is a draw", r"(?:@P)?(?:The )?[gG]ame is a draw\.?"),
        _rule("fact_reveals", " reveals ", r"@P{p} reveals (?P<rest>.+)"),
        _rule("fact_creates", " creates ", rf"@P{{p}}'s (?P<card>{CARD}) creates (?P<rest>.+)"),
        _rule("fact_returns", " returns @[", r"@P{p} returns (?P<rest>.+)"),
        _rule("fact_exiles", " exiles @[", r"@P{p} exiles (?P<rest>.+)"),
        _rule("fact_scries", " scrys ", r"@P{p} scrys (?P<rest>.+)"),
        _rule("fact_chooses", " chooses ", r"@P{p} chooses (?P<rest>.+)"),
        _rule("fact_investigates", " investigates", r"@P{p} investigates\."),
        _rule("fact_proliferates", " proliferates ", r"@P{p} proliferates (?P<rest>.+)"),
        _rule("fact_explores", " explores", rf"@P(?P<card>{CARD}) explores\."),
        _rule(
            "fact_library_top",
            "on top of their library",
            rf"@P{{p}} puts (?P<count>{W}) cards? on top of their library\.",
        ),
        _rule("fact_fails_to_find", " fails to find ", r"@P{p} fails to find (?P<rest>.+)"),
        _rule(
            "fact_not_stacked",
            "Couldn't put triggered ability",
            rf"@PCouldn't put triggered ability from (?P<card>{CARD}) on the stack\.",
        ),
    ),
)
"""What a sentence of this table says that no event does is kept as a fact: kinds ``fact_…``."""
