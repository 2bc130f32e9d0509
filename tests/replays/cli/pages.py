"""Pages of the documentation as tests read them: the commands and the code that they show."""

import re
import shlex
from collections.abc import Iterator


def blocks(text: str, language: str) -> list[str]:
    """Return the contents of a page's blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield each command's words, and the lines that the page shows below it."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ apnap ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            yield shlex.split(command), shown
