"""The lines of Forge's game logs: a category, then a sentence."""

from events.vocabulary import LossReason, Phase
from replays.importers.text.grammar import Grammar, Rule

PHASES = {
    "Untap step": Phase.UNTAP,
    "Upkeep step": Phase.UPKEEP,
    "Draw step": Phase.DRAW,
    "Main phase, precombat": Phase.PRECOMBAT_MAIN,
    "Beginning of Combat Step": Phase.BEGINNING_OF_COMBAT,
    "Declare Attackers Step": Phase.DECLARE_ATTACKERS,
    "Declare Blockers Step": Phase.DECLARE_BLOCKERS,
    "First Strike Damage Step": Phase.FIRST_STRIKE_DAMAGE,
    "Combat Damage Step": Phase.COMBAT_DAMAGE,
    "End of Combat Step": Phase.END_OF_COMBAT,
    "Main phase, postcombat": Phase.POSTCOMBAT_MAIN,
    "End step": Phase.END_STEP,
    "Cleanup step": Phase.CLEANUP,
}
REASONS = (
    ("life total reached", LossReason.LIFE),
    ("conceded", LossReason.CONCEDED),
    ("poison", LossReason.POISON),
    ("draw cards from empty library", LossReason.EMPTY_LIBRARY),
    ("draw from empty library", LossReason.EMPTY_LIBRARY),
    ("effect", LossReason.EFFECT),
)
"""What the client says of why somebody lost -> the reason."""

_CARD = r"(?P<card>.+) \((?P<id>\d{1,9})\)"
_PHASE = "|".join(PHASES)


def _rule(kind: str, needle: str, pattern: str, *, names: bool = False) -> Rule:
    return Rule(kind=kind, needle=needle, pattern=pattern, names=names)


GRAMMAR = Grammar(
    name=".+",
    rules=(
        _rule("phase", "Phase: ", rf"Phase: {{p}}(?:'s|') (?P<phase>{_PHASE})"),
        _rule("turn", "Turn: Turn ", r"Turn: Turn (?P<number>\d{1,5}) \({p}\)", names=True),
        _rule(
            "keeps",
            " has kept a hand of ",
            r"Mulligan: {p} has kept a hand of (?P<count>\d{1,2}) cards?\.?",
            names=True,
        ),
        _rule(
            "mulligans",
            " has mulliganed down to ",
            r"Mulligan: {p} has mulliganed down to (?P<count>\d{1,2}) cards?\.?",
            names=True,
        ),
        _rule("unread", "Mana: ", r"Mana: .+"),
        _rule("land", "Land: ", rf"Land: {{p}} played {_CARD}"),
        _rule(
            "stack",
            "Add To Stack: ",
            r"Add To Stack: {p} (?P<how>cast|activated|triggered) (?P<card>.+?)"
            r"(?: targeting (?P<targets>.+))?",
        ),
        _rule("resolve", "Resolve Stack: ", r"Resolve Stack: (?P<what>.*)"),
        _rule(
            "attack",
            " to attack ",
            r"(?:Combat: )?{p} assigned (?P<list>.+) to attack (?P<target>.+?)\.?",
        ),
        _rule(
            "block",
            " to block ",
            r"(?:Combat: )?{p} assigned (?P<list>.+) to block (?P<target>.+?)\.?",
        ),
        _rule("no_block", " didn't block ", r"(?:Combat: )?{p} didn't block (?P<target>.+?)\.?"),
        _rule(
            "damage",
            "Damage: ",
            rf"Damage: {_CARD} deals (?P<amount>\d{{1,9}}) (?P<kind>combat |non-combat )?damage"
            r"(?: \([^()]*\))? to (?P<target>.+?)\.?",
        ),
        _rule("life", "Life: ", r"Life: Life: {p} (?P<before>-?\d{1,9}) > (?P<after>-?\d{1,9})"),
        _rule(
            "outcome",
            "Game Outcome: ",
            r"Game Outcome: {p} has (?P<outcome>won|lost)(?: (?:because|due to|trying)(?P<why> .+))?\.?",
        ),
        _rule("unread", "Game Outcome: Turn", r"Game Outcome: Turn \d+"),
        _rule(
            "result",
            "Game Result: ",
            r"Game Result: Game (?P<game>\d{1,9}) ended in \d+ ms\. {p} has won!",
        ),
        _rule(
            "drawn", "Game Result: ", r"Game Result: Game (?P<game>\d{1,9}) ended in .*[dD]raw.*"
        ),
        _rule(
            "format",
            " - one game of ",
            r".+ vs .+ - (?:one|\d+) games? of (?P<format>[A-Za-z ]+?)(?: seed -?\d+)?",
        ),
        _rule("unread", "Player Control: ", r"Player Control: .+"),
        _rule("unread", "Match Result: ", r"Match Result: .+"),
        _rule("unread", "Simulation mode", r"Simulation mode"),
        _rule("unread", "Game Result: ", r"Game Result: .+"),
        _rule("fact_effect", "Replacement Effect: ", r"Replacement Effect: (?P<rest>.+)"),
        _rule("fact_zone", "Zone Change: ", r"Zone Change: (?P<rest>.+)"),
        _rule("fact_discard", "Discard: ", r"Discard: (?P<rest>.+)"),
        _rule("fact_information", "Information: ", r"Information: (?P<rest>.+)"),
        _rule("fact_outcome", "Game Outcome: ", r"Game Outcome: (?P<rest>.+)"),
    ),
)
"""``unread`` lines say nothing of the game, or nothing that has not been said."""
