"""What is said at the table, in English as it stands in the code, or in Japanese from a data file."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from replays.translation import translated


@cache
def japanese() -> Mapping[str, str]:
    """Return English text -> Japanese text."""
    text = resources.files("replays").joinpath("data/play.ja.toml").read_text(encoding="utf-8")
    return {entry["en"]: entry["ja"] for entry in tomllib.loads(text)["said"]}


def said(lang: str, text: str, **values: object) -> str:
    """Return a text in a language, with its values; else from the catalogue."""
    if lang != "ja" or text not in japanese():
        return translated(lang, text.format(**values) if values else text)
    told = {
        name: translated(lang, one) if isinstance(one, str) else one for name, one in values.items()
    }
    return japanese()[text].format(**told) if told else japanese()[text]


HELP = (
    ("3", "the answer with this number"),
    ("play forest", "the one answer with these words"),
    ("1 3, all, none", "several things, where several are picked; ids such as c40 work too"),
    ("⏎", "cranks all Contraptions that are asked about"),
    ("3 1", "shares, where something is divided: for the next recipient, or for each"),
    ("pass", "pass priority"),
    ("pass until main2", "pass until then; others who put something on the stack interrupt it"),
    ("all pass until t5", "everybody at this terminal passes until then"),
    ("undo", "ask the others to go back before your last decision; `undo 42` to record 42"),
    ("again", "instead of choosing cards to bottom: you mulligan again, so any will do"),
    ("cancel", "drop what is being announced"),
    ("concede, draw", "concede the game; offer a draw"),
    ("table, hand, log 20", "show the table, your hand, what happened last"),
    ("legal, mana", "list every answer again; list mana abilities"),
    ('{"type": …}', "any decision as JSON; a list of them is one announcement"),
    ("quit", "leave; everything is written, and the same command goes on"),
)
"""What can be typed, and what it does."""
