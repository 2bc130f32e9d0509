"""Write the pages of ``docs/`` that come from the code, or check that they are what it gives.

``python docs/generate.py`` writes; ``--check`` changes nothing and fails on drift. To add a page,
add a line to ``TARGETS``: the file, and a function that returns its text.
"""

import sys
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

from cards_page import cards_page
from disputes_page import disputes_page
from errors_page import errors_page
from events_page import events_page
from flips_page import flips_page
from mulligans_page import mulligans_page
from phases_page import phases_page
from rules_page import rules_page
from switches_page import switches_page
from tables_page import SCHEMA_FILE, tables_page, tables_schema

DOCS = Path(__file__).resolve().parent

TARGETS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("guides/coin-flips.md", flips_page),
    ("guides/disputes.md", disputes_page),
    ("guides/mulligans.md", mulligans_page),
    ("reference/cards.md", cards_page),
    ("reference/events.md", events_page),
    ("reference/errors.md", errors_page),
    ("reference/phases.md", phases_page),
    ("reference/switches.md", switches_page),
    ("reference/tables.md", tables_page),
    (f"reference/{SCHEMA_FILE}", tables_schema),
    ("rules-index.md", rules_page),
)

SHOWN = 20
"""Lines of difference shown for each page: enough to see what it is about."""


def main(arguments: list[str]) -> int:
    """Write or check every target; return the exit status."""
    if arguments not in ([], ["--check"]):
        print("usage: python docs/generate.py [--check]", file=sys.stderr)
        return 2
    stale = [name for name, make in TARGETS if _differs(DOCS / name, make(), write=not arguments)]
    if arguments and stale:
        print(f"stale: {', '.join(stale)}; run `make docs` and commit", file=sys.stderr)
        return 1
    return 0


def _differs(target: Path, text: str, *, write: bool) -> bool:
    old = target.read_text(encoding="utf-8") if target.exists() else ""
    if old == text:
        return False
    if write:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        print(f"wrote docs/{target.relative_to(DOCS).as_posix()}")
    else:
        changes = unified_diff(old.splitlines(), text.splitlines(), "committed", "code", n=0)
        print("\n".join(list(changes)[:SHOWN]), file=sys.stderr)
    return True


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
