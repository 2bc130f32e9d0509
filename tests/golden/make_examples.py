"""Makes the examples that are kept as logs: `python tests/golden/make_examples.py` writes them anew.

Each is a scenario of the same name: what the Unstable FAQ, the pages on Contraptions and on the Golden
Rules tell as an example, played by the referee.
"""

from collections.abc import Iterator
from pathlib import Path

from replays.files import write_log
from replays.game_log import GameLog
from replays.scenarios import load_scenarios, run_scenario

HERE = Path(__file__).resolve().parent
SCENARIOS = HERE.parent / "scenarios"

EXAMPLES = {
    "contraptions": (
        "R127-no-contraption-no-move",
        "R128-first-upkeep-from-3-to-1",
        "R129-a-cycle-of-three-turns",
        "R130-two-of-three-in-any-order",
        "R131-an-empty-deck-assembles-nothing",
        "R132-an-empty-deck-still-cranks",
        "R133-two-each-on-a-sprocket-of-its-own",
        "R136-destroyed",
        "R136-bounced",
        "R136-tucked",
        "R137-exiled",
        "R138-a-contraption-card-that-copies-something-else",
        "R139-a-copy-of-a-contraption-goes-to-the-graveyard",
        "R139-a-token-copy-ceases-to-exist",
        "R140-a-contraption-that-was-not-assembled",
        "R142-another-players-contraption",
        "R143-no-effect-on-counters-touches-it",
        "R145-a-spell-makes-you-assemble-not-a-rigger",
        "R146-black-border",
        "R148-the-contraption-deck-is-no-library",
        "T152-doubled-once-and-not-again",
        "a-contraption-that-advances-the-counter",
        "a-new-controller-chooses-the-sprocket",
    ),
    "golden_rules": (
        "R117-face-down-in-order-then-together",
        "R118-unseen-by-later-choosers-then-together",
        "R119-bend-or-break",
    ),
}
"""File of scenarios -> those of them that are kept."""


def file_of(group: str, name: str) -> Path:
    """Return where the log of an example is kept."""
    return HERE / group / f"{name}.apnap.jsonl"


def made() -> Iterator[tuple[Path, GameLog]]:
    """Play every example."""
    for group, names in EXAMPLES.items():
        known = {one.id: one for one in load_scenarios(SCENARIOS / f"{group}.yaml")}
        for name in names:
            outcome = run_scenario(known[name])
            assert outcome.log is not None, outcome.failures
            assert not outcome.failures, outcome.failures
            yield file_of(group, name), outcome.log


if __name__ == "__main__":
    for path, game in made():
        path.parent.mkdir(exist_ok=True)
        write_log(game.log, path, overwrite=True)
