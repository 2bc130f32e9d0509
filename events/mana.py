"""Mana as a log writes it: one symbol after another, each in braces (CR 107.4)."""

import re
from functools import lru_cache

_SYMBOL = re.compile(r"\{([^{}]+)\}")


@lru_cache(maxsize=4096)
def symbols(mana: str) -> tuple[str, ...]:
    """Return the symbols of a cost or of mana, in the order they are written, without braces."""
    return tuple(_SYMBOL.findall(mana))
