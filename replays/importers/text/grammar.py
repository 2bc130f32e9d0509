"""Grammars of game logs: rules that read one sentence each, made exact by the names of the players.

Who plays is learnt first. Then ``{p}`` in a rule stands for exactly these names, the longest first,
so that a player called ``X chose`` is never taken for one called ``X``.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from replays.importers.telling.roster import LONGEST_NAME, MOST_PLAYERS

PLAYER = re.compile(r"\{([pq])\}")
MOST_LEARNT = 2_000
"""Characters of a line in which players are looked for."""


class Rule(Struct, frozen=True, kw_only=True):
    """One kind of sentence: ``{p}`` and ``{q}`` are players, named groups are its other parts."""

    kind: str
    pattern: str
    needle: str
    """A part that every such sentence has: most lines are ruled out by it at once."""
    names: bool = False
    """The sentence names players so clearly that they are learnt from it."""


class Fact(Struct, frozen=True, kw_only=True):
    """A sentence that was understood: what kind, and its parts by name."""

    kind: str
    parts: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.parts.get(name) or ""

    def number(self, name: str) -> int | None:
        """Return a part as a number; nothing where it is absent or absurdly long."""
        text = self[name]
        return int(text) if text and len(text) <= 9 else None  # noqa: PLR2004 - a thousand million


class Grammar(Struct, frozen=True, kw_only=True):
    """The sentences of one client."""

    rules: tuple[Rule, ...]
    name: str = ".+?"
    """What a player's name is made of, before the names are known."""

    def learn(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return the players that sentences name, in the order in which they do."""
        learning = [(rule, _compiled(self.open(rule))) for rule in self.rules if rule.names]
        found: dict[str, None] = {}
        for text in texts:
            if len(text) > MOST_LEARNT:
                continue
            for rule, pattern in learning:
                match = pattern.fullmatch(text) if rule.needle in text else None
                if match is None:
                    continue
                for group in ("p", "q"):
                    name = match.groupdict().get(group) or ""
                    if name and len(name) <= LONGEST_NAME and len(found) < MOST_PLAYERS:
                        found.setdefault(name)
                break
        return tuple(found)

    def open(self, rule: Rule) -> str:
        """Return a rule's pattern in which a player is any name."""
        return PLAYER.sub(lambda match: f"(?P<{match[1]}>{self.name})", rule.pattern)

    def knowing(self, names: Sequence[str]) -> "Reader":
        """Return what reads sentences about these players."""
        longest_first = sorted(names, key=lambda name: (-len(name), name))
        either = "|".join(map(re.escape, longest_first)) or r"(?!)"
        rules = tuple(
            (
                rule.kind,
                rule.needle,
                _compiled(PLAYER.sub(lambda match: f"(?P<{match[1]}>{either})", rule.pattern)),
            )
            for rule in self.rules
        )
        return Reader(rules)


class Reader:
    """Reads sentences about certain players."""

    def __init__(self, rules: tuple[tuple[str, str, re.Pattern[str]], ...]) -> None:
        self._rules = rules

    def read(self, text: str) -> Fact | None:
        """Return what a sentence says; nothing where no rule reads it."""
        for kind, needle, pattern in self._rules:
            if needle in text:
                match = pattern.fullmatch(text)
                if match is not None:
                    return Fact(kind=kind, parts=match.groupdict())
        return None


@lru_cache(maxsize=2_000)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
