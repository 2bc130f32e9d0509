"""Audit of the header: the rules and the cards it pins, beside what this program knows of them.

Implements nothing of the rules. A log means what its header says, so that a difference is information: a
table corrected since, a card of one's own, or a header that somebody has changed.
"""

from collections.abc import Iterator, Sequence

from events.card_files import known_cards
from events.editions import resolve, switch_names, value_of
from events.errors import DataError
from events.game import GameCreated
from events.log import EventLog
from events.switches import LOCATION
from projections.table import Table
from replays.audit.framework import Finding, Severity, audits

MOST_NAMED = 5
"""Switches or cards that a finding names."""

RULE = "100"


@audits("headers")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Compare what the header pins with the editions and cards that this program has."""
    del tables
    header = log.header
    yield from _rules(header)
    known = known_cards()
    others = [card.name for card in header.cards if known.get(card.name, card) != card]
    if others:
        yield _finding("cards", f"cards are defined otherwise than here: {_some(others)}")


def _rules(header: GameCreated) -> Iterator[Finding]:
    rules = header.rules
    try:
        known = resolve(rules.as_of, rules.overrides)
    except DataError as error:
        yield _finding("rules", f"nothing is known of its rules: {error.message}")
        return
    others = [
        name
        for name in switch_names()
        if not name.endswith(LOCATION) and value_of(rules, name) != value_of(known, name)
    ]
    if others:
        yield _finding(
            "rules",
            f"no override says so, and these are not the rules of {rules.as_of}: {_some(others)}",
        )


def _finding(name: str, message: str) -> Finding:
    return Finding(seq=0, code=f"header/{name}", rule=RULE, severity=Severity.INFO, message=message)


def _some(names: Sequence[str]) -> str:
    more = ["…"] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more])
