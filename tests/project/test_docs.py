"""The documentation says what is: generated pages, links, decisions."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generate import DOCS, TARGETS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)?(?:#([^)\s]+))?\)")


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def _anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize(("target", "make"), TARGETS, ids=[target for target, _ in TARGETS])
def test_generated_pages_are_what_the_code_gives(target: str, make: Callable[[], str]) -> None:
    same = (DOCS / target).read_text(encoding="utf-8") == make()

    assert same, "run `make docs` and commit"


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_links_within_the_repository_lead_somewhere(page: Path) -> None:
    broken = []
    for path, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in path:
            continue
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            broken.append(f"{path}#{anchor}" if anchor else path)

    assert broken == []


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=_name)
def test_every_page_is_linked_from_the_index(page: Path) -> None:
    index = DOCS / "index.md"
    linked = {(DOCS / path).resolve() for path, _ in LINK.findall(index.read_text("utf-8")) if path}

    assert page in linked | {index}


@pytest.mark.parametrize("page", sorted((DOCS / "adr").glob("*.md")), ids=_name)
def test_a_decision_has_its_four_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    number = int(page.name[:4])

    assert text.startswith(f"# {number}. ")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(page.name[:4]) for page in sorted((DOCS / "adr").glob("*.md"))]

    assert numbers == list(range(1, len(numbers) + 1))
