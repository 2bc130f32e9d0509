"""The phase machine as a page: a diagram of the plain edges, and every edge with guard and rule."""

from collections.abc import Iterator

from events.citations import gloss
from events.vocabulary import Phase
from machine.phases import FINISH, Edge, edges
from markup import cited, page, prose, table

INTRODUCTION = """\
The state machine of a whole game, from choosing who starts to its end. It never holds a game: a
throw-away cursor is put where the table stands, the trigger `proceed` is fired, and where the cursor
stands then is the event `PhaseEntered`. The first edge whose guard is open is taken."""

ADDED = """\
Two kinds of edges are left out of the diagram because they join nearly everything: *skips* (CR 500.11), open when
every step between has been skipped, and *added* phases and steps (CR 500.8, 500.10), open when one was added after
the step that ends, or when the turn goes on after the last of them. From everywhere the trigger `finish` leads to
`game_over` (CR 104.1)."""


def phases_page() -> str:
    """Return the page of the phase machine."""
    plain = [edge for edge in edges() if edge.kind == "plain" and edge.trigger != FINISH]
    return page(
        "The phase machine",
        INTRODUCTION,
        "\n".join(("```mermaid", *_diagram(plain), "```")),
        "## Edges",
        table(("from", "to", "open when", "rule"), (_row(edge) for edge in plain)),
        "## Skips and additions",
        ADDED,
        _counted(),
    )


def _diagram(plain: list[Edge]) -> Iterator[str]:
    yield "stateDiagram-v2"
    for phase in Phase:
        yield f'    state "{phase.value}" as {phase.name}'
    yield f"    [*] --> {Phase.STARTING_PLAYER.name}"
    yield f"    [*] --> {Phase.SHUFFLING.name}"
    for edge in plain:
        yield f"    {edge.source.name} --> {edge.dest.name}: {edge.rule}"
    yield f"    {Phase.CLEANUP.name} --> {Phase.GAME_OVER.name}: 104.1"
    yield f"    {Phase.GAME_OVER.name} --> [*]"


def _row(edge: Edge) -> tuple[str, str, str, str]:
    words = prose((edge.guard.__doc__ or "").strip().partition("\n")[0])
    told = cited(edge.rule)
    return edge.source.value, edge.dest.value, words, f"{told}: {gloss(edge.rule)}"


def _counted() -> str:
    kinds = [edge.kind for edge in edges() if edge.trigger != FINISH]
    return (
        f"In all {len(kinds)} edges: {kinds.count('plain')} plain, {kinds.count('skip')} skips, "
        f"{kinds.count('added')} added."
    )
