"""The sentences of XMage's game logs, and what stands before each: the time, the turn, the step."""

import re

from events.vocabulary import Phase
from replays.importers.text.grammar import Grammar, Rule

HEX = "[0-9a-f]{3}"
PREFIX = re.compile(
    r"(?P<time>\d{1,2}:\d\d(?::\d\d)?(?: ?[APap][Mm])?)"
    r"(?:, T(?P<turn>\d{1,5})(?:\.(?P<step>UN|UP|DR|M1|BC|DA|DB|FCD|CD|EC|M2|ET|CL))?)?: "
)
STEPS = {
    "UN": Phase.UNTAP,
    "UP": Phase.UPKEEP,
    "DR": Phase.DRAW,
    "M1": Phase.PRECOMBAT_MAIN,
    "BC": Phase.BEGINNING_OF_COMBAT,
    "DA": Phase.DECLARE_ATTACKERS,
    "DB": Phase.DECLARE_BLOCKERS,
    "FCD": Phase.FIRST_STRIKE_DAMAGE,
    "CD": Phase.COMBAT_DAMAGE,
    "EC": Phase.END_OF_COMBAT,
    "M2": Phase.POSTCOMBAT_MAIN,
    "ET": Phase.END_STEP,
    "CL": Phase.CLEANUP,
}
_LIFE = r"-?\d{1,9}(?:\[P:\d{1,9}\])?"
_FACE = r"(?P<face>[Hh]eads?|[Tt]ails?)"
_SOURCE = r"(?: \(source: (?P<source>.+)\))?"
_CARD = rf"(?P<card>.+?) \[(?P<id>{HEX})\]"


def _rule(kind: str, needle: str, pattern: str, *, names: bool = False) -> Rule:
    return Rule(kind=kind, needle=needle, pattern=pattern, names=names)


GRAMMAR = Grammar(
    rules=(
        _rule("shuffled", "library is shuffled", r"{p}'s library is shuffled\.?", names=True),
        _rule("toss", " won the toss", r"{p} won the toss\.?", names=True),
        _rule(
            "chooses",
            " the first turn",
            r"{p} chooses that (?:(?P<self>they)|{q}) takes? the first turn\.?",
        ),
        _rule("keeps", " keeps hand", r"{p} keeps hand\.?", names=True),
        _rule(
            "decides",
            " to take mulligan",
            r"{p} decides to take (?:a )?mulligan\.?",
            names=True,
        ),
        _rule(
            "mulligans",
            " mulligans ",
            r"{p} mulligans (?:(?P<free>for free)(?: and draws (?P<drawn>[a-z]+|\d+) cards?)?"
            r"|(?:down )?to (?P<to>\d{1,2}) cards?)\.?",
        ),
        _rule(
            "turn",
            " (",
            rf"(?:TURN|Turn) (?P<number>\d{{1,5}})(?P<extra> \(extra\))?(?: for)? {{p}} "
            rf"\((?P<life>{_LIFE}(?: - {_LIFE})*)\)",
            names=True,
        ),
        _rule("kept", " chose to keep ", rf"{{p}} chose to keep {_FACE}\.?"),
        _rule("called", " chose ", rf"{{p}} chose {_FACE}\.?"),
        _rule("flipped", " flipped ", rf"{{p}} flipped {_FACE}{_SOURCE}\.?"),
        _rule("outcome", " the flip", rf"{{p}} (?P<outcome>won|lost) the flip{_SOURCE}\.?"),
        _rule(
            "old_flip",
            "[Flip a coin]",
            rf"\[Flip a coin\] {{p}} (?P<outcome>won|lost) \({_FACE}\)\.?",
        ),
        _rule("draws", " draws ", r"{p} draws (?P<count>[a-z]+|\d{1,3}) cards?\.?"),
        _rule("plays", " plays ", rf"{{p}} plays {_CARD}\.?"),
        _rule(
            "casts",
            " casts ",
            rf"{{p}} casts {_CARD}(?: targeting (?P<targets>.+?))?\.?",
        ),
        _rule("fact_attacks", " attacks ", r"{p} attacks (?P<rest>.+ with \d{1,5} creatures?)\.?"),
        _rule("damage", " damage", rf"{_CARD} gets (?P<amount>\d{{1,9}}) damage\.?"),
        _rule(
            "loses_life",
            " life",
            r"{p} loses (?P<amount>\d{1,9}) life(?: at combat)?(?: from (?P<source>.+))?\.?",
        ),
        _rule(
            "gains_life",
            " life",
            r"{p} gains (?P<amount>\d{1,9}) life(?: from (?P<source>.+))?\.?",
        ),
        _rule("died", " died", rf"{_CARD} died\.?"),
        _rule("discards", " discards ", rf"{{p}} discards {_CARD}\.?"),
        _rule("conceded", " has conceded", r"{p} has conceded\.?"),
        _rule("won", " the game", r"{p} (?:has won|wins) the game\.?"),
        _rule("lost", " the game", r"{p} (?:has lost|loses) the game\.?"),
        _rule("left", " has left", r"{p} has left the (?:match|game)\.?"),
    ),
)
