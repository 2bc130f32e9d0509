"""What a player's line means: a number, words of an option, parts, shares, JSON, or a command."""

import json
import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct

from events.base import Decision
from events.catalogue import EVENT_TYPES
from events.contraptions import CrankChosen
from events.errors import DataError
from events.game import Conceded, DrawOffered
from events.identifiers import Seat, is_object_id
from events.turns import PriorityPassed
from projections.table import Table
from replays.play.questions import MOST_LISTED, Pick, Question, Split, pick_of, split_of
from replays.play.telling import told_name, told_option

COMMANDS = {
    "table": "table",
    "t": "table",
    "hand": "hand",
    "log": "log",
    "mana": "mana",
    "legal": "legal",
    "help": "help",
    "?": "help",
    "undo": "undo",
    "again": "again",
    "cancel": "cancel",
    "quit": "quit",
    "q": "quit",
}
"""Words that are no decision, some of them for short."""

YES = frozenset({"yes", "y", "はい"})
NO = frozenset({"no", "n", "いいえ"})
EVERY, NONE = frozenset({"", "all"}), frozenset({"none"})
"""What is cranked: an empty line is the default, all of it."""
LONGEST_ANSWER = 64 * 1024
"""Characters of an answer: no decision has a tenth of it."""

_ID = re.compile(r" ?\([a-z][0-9]+\)")
_NUMBER = re.compile(r"[0-9]{1,6}")
_SHARE = re.compile(r"([0-9]{1,6})?(\.5|½)?")


class Command(Struct, frozen=True):
    """Something to do that is no decision: its name, and what stood behind it."""

    name: str
    argument: str = ""


class Passing(Struct, frozen=True):
    """A player, or all of them, pass until something is reached."""

    until: str
    everybody: bool = False


class Shares(Struct, frozen=True):
    """The next shares of a split, in units."""

    shares: tuple[int, ...]


Answer = tuple[Decision, ...] | Command | Passing | Shares


def understood(line: str, asked: Question, table: Table, lang: str = "en") -> Answer:
    """Return what a line means as an answer. Raises ``DataError`` where it means nothing here."""
    text = line.strip()
    if len(text) > LONGEST_ANSWER:
        raise not_understood("an answer is not that long")
    word, _, rest = text.partition(" ")
    word = word.casefold()
    if text.startswith(("{", "[")):
        return decisions_of(text, asked)
    if word in COMMANDS:
        return Command(COMMANDS[word], rest.strip())
    if passing := _passing(text.casefold().split()):
        return passing
    plain = _plain(word, asked)
    if plain is not None:
        return (plain,)
    return _from_question(text, asked, table, lang)


def not_understood(why: str) -> DataError:
    """Return the error for a line that is no answer."""
    return DataError("answer/unknown", why)


def _passing(words: Sequence[str]) -> Passing | None:
    everybody = words[:2] == ["all", "pass"]
    words = words[1:] if everybody else words
    if words[:2] == ["pass", "until"] and words[2:]:
        return Passing(" ".join(words[2:]), everybody)
    return None


def _plain(word: str, asked: Question) -> Decision | None:
    """Return a decision that one word stands for."""
    if word in ("pass", "p") and PriorityPassed in asked.kinds:
        return PriorityPassed(player=asked.player)
    if word == "concede":
        return Conceded(player=asked.player)
    if word == "draw":
        return DrawOffered(player=asked.player)
    if word in EVERY | NONE and CrankChosen in asked.kinds:
        return _cranked(asked, every=word in EVERY)
    if word in YES | NO:
        for one in asked.options:
            if getattr(one, "accepted", getattr(one, "look", None)) is (word in YES):
                return one
    return None


def _cranked(asked: Question, *, every: bool) -> Decision | None:
    """Return the default, which is to crank all that is there (the first offer), or none of it."""
    if not every:
        return CrankChosen(player=asked.player, contraptions=())
    return next((one for one in asked.options if isinstance(one, CrankChosen)), None)


def _from_question(text: str, asked: Question, table: Table, lang: str) -> Answer:
    """Return what a line answers to the question as it was put."""
    split = split_of(asked) if asked.is_long else None
    words = text.replace(",", " ").split()
    if split is not None and words:
        return Shares(tuple(_share(word, split) for word in words))
    pick = pick_of(asked)
    if pick is not None and (asked.is_long or _are_ids(words)):
        return (pick.decision(_picked(words, pick)),)
    if _NUMBER.fullmatch(text):
        return (_numbered(int(text), asked.options),)
    return (_worded(text, asked, table, lang),)


def _share(word: str, split: Split) -> int:
    match = _SHARE.fullmatch(word)
    if match is None or not word or (match[2] and not split.halves):
        raise not_understood(f"{word!r} is no share: a number for each, or for the next")
    whole = int(match[1] or 0)
    return whole * 2 + bool(match[2]) if split.halves else whole


def _are_ids(words: Sequence[str]) -> bool:
    return bool(words) and all(is_object_id(word) for word in words)


def _picked(words: Sequence[str], pick: Pick) -> list[object]:
    """Return the parts that numbers or ids name; ``all`` of them, or ``none``."""
    if [word.casefold() for word in words] in (["none"], ["-"]):
        return []
    if [word.casefold() for word in words] == ["all"]:
        return list(pick.parts)
    return [_part(word, pick) for word in words]


def _part(word: str, pick: Pick) -> object:
    if _NUMBER.fullmatch(word) and 1 <= int(word) <= len(pick.parts):
        return pick.parts[int(word) - 1]
    if word in pick.parts:
        return word
    raise not_understood(
        f"{word!r} is none of them: numbers from 1 to {len(pick.parts)}, all, or none"
    )


def _numbered(number: int, options: Sequence[Decision]) -> Decision:
    if not 1 <= number <= len(options):
        raise not_understood(f"there is no answer {number}: they go from 1 to {len(options)}")
    return options[number - 1]


def _worded(text: str, asked: Question, table: Table, lang: str) -> Decision:
    """Return the one option whose text has all the words; of equal cards the first."""
    words = text.casefold().split()
    me = told_name(table, asked.player, asked.player, lang)
    told = [(one, told_option(table, one, lang).removeprefix(me)) for one in asked.options]
    found = [(one, said) for one, said in told if all(word in said.casefold() for word in words)]
    if not found or all(_NUMBER.fullmatch(word) for word in words):
        raise not_understood(f"{text!r} is no answer here; `legal` lists them, `help` explains")
    if len({_ID.sub("", said) for _, said in found}) > 1:
        which = ", ".join(str(asked.options.index(one) + 1) for one, _ in found[:MOST_LISTED])
        raise not_understood(f"{text!r} can mean several answers: {which}")
    return found[0][0]


# -- decisions as JSON ----------------------------------------------------------------------------


def decisions_of(text: str, asked: Question | None = None) -> tuple[Decision, ...]:
    """Return the decision, or the decisions of one announcement, that JSON stands for.

    What the question leaves no doubt about may be left out: the player, and the type where only one
    is asked for. Raises ``DataError`` with the field that is wrong.
    """
    try:
        given = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise DataError("usage/json", f"this is no JSON: {error}") from error
    items = given if isinstance(given, list) else [given]
    if not items:
        raise DataError("usage/json", "an empty list decides nothing")
    return tuple(_decision(item, asked) for item in items)


def _decision(given: Any, asked: Question | None) -> Decision:  # noqa: ANN401 - any JSON
    if not isinstance(given, dict):
        raise DataError("usage/json", 'a decision is an object such as {"type": …}')
    fields = dict(given)
    if asked is not None:
        fields.setdefault("player", asked.player)
        if len(asked.kinds) == 1:
            fields.setdefault("type", asked.kinds[0].__name__)
    kind = _kind(fields.get("type"))
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `")
        field = place.rstrip("`").removeprefix("$.") or None
        raise DataError(
            "usage/decision_field", f"{kind.__name__}: {reason}", field=field
        ) from error


def _kind(name: Any) -> type[Decision]:  # noqa: ANN401 - any JSON
    kind = EVENT_TYPES.get(name) if isinstance(name, str) else None
    decisions = [one for one, type_ in EVENT_TYPES.items() if issubclass(type_, Decision)]
    if kind is None:
        near = get_close_matches(str(name), decisions, n=3, cutoff=0.4)
        hint = f"; nearest: {', '.join(near)}" if near else ""
        said = "a decision needs a type" if name is None else f"no decision is called {name!r}"
        raise DataError("usage/decision_type", f"{said}{hint}", field="type")
    if not issubclass(kind, Decision):
        why = f"{name} is no decision: chance and consequences follow by themselves"
        raise DataError("usage/decision_type", why, field="type")
    return kind


def known_seat(decision: Decision, table: Table) -> Decision:
    """Return a decision of a player of this game, or raise ``DataError`` with who plays."""
    if Seat(decision.player) not in table.players:
        seats = ", ".join(table.turn_order)
        why = f"nobody called {decision.player!r} plays in this game; there are {seats}"
        raise DataError("usage/decision_player", why, field="player")
    return decision
