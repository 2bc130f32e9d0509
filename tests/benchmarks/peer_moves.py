"""The peer among game engines of another language: boardgame.io's reducer, in a process of Node's."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).parent / "boardgame"

INSTALL = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
LONGEST_INSTALL = 300.0
"""Seconds."""


class NotHere(Exception):
    """The peer cannot be measured on this machine."""


@contextmanager
def boardgame() -> Iterator[Callable[[int], float]]:
    """Yield what has the peer make so many legal moves, in whole games of nine: its CPU seconds."""
    node = _installed()
    with subprocess.Popen(
        [node, "play.cjs"],
        cwd=FOLDER,
        env={"NODE_ENV": "production"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        orders, answers = process.stdin, process.stdout
        assert orders is not None
        assert answers is not None

        def play(moves: int) -> float:
            print(moves, file=orders, flush=True)
            made, _, seconds = answers.readline().strip().partition(" ")
            if made != str(moves):
                raise NotHere("it did not make the moves asked for")
            return float(seconds)

        try:
            yield play
        finally:
            process.kill()


def _installed() -> str:
    """Return where Node is, with the pinned package beside the script."""
    node = shutil.which("node")
    if node is None:
        raise NotHere("node is absent")
    if (FOLDER / "node_modules").is_dir():
        return node
    if shutil.which("npm") is None:
        raise NotHere("npm is absent")
    try:
        subprocess.run(
            INSTALL, cwd=FOLDER, check=True, capture_output=True, timeout=LONGEST_INSTALL
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise NotHere(f"npm ci failed ({type(error).__name__})") from error
    return node
