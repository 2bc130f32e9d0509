"""Text of strangers made harmless: names, notes and questions are shown, and never do anything."""

import html
import re
import unicodedata

INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Kinds of characters that nobody sees: controls, directions, surrogates, what is unassigned."""

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+!|~])")
_MENTION = re.compile(r"@(?=everyone|here)|(?<=<)[@#](?=[&!]?\d)")


def plain(text: str) -> str:
    """Return a text on one line, without characters that hide, turn round or control anything."""
    spaced = " ".join(text.split())
    return "".join(one for one in spaced if unicodedata.category(one) not in INVISIBLE)


def escaped(text: str) -> str:
    """Return a text for HTML."""
    return html.escape(plain(text), quote=True)


def markdown(text: str) -> str:
    """Return a text for Markdown, in which nothing of it is markup."""
    whole = _MARKDOWN.sub(r"\\\1", plain(text)).replace("&", "&amp;")
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(r"^([-=])", r"\\\1", whole))


def for_chat(text: str) -> str:
    """Return a text for a chat, in which it calls nobody and opens no block of code."""
    return _MENTION.sub("(at)", plain(text)).replace("`", "'")
