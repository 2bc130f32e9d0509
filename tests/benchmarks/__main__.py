"""``make bench``: every measurement in one run, as a table of ratios. Nothing here fails.

Method: rivals take turns, the best of several rounds counts, garbage is collected between rounds;
both sides do the same number of events on the same machine in the same minutes. Folding and refereeing
are measured in seconds of CPU, whatever waits for a disk by the clock on the wall.
"""

import importlib
import platform
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


def main(wanted: list[str]) -> None:
    """Run all benchmarks, or those named."""
    console = Console(width=150)
    console.print(f"Python {platform.python_version()}, {platform.machine()}; best of rounds")
    table = Table("what", "apnap", "beside", "ratio", "aim", "")
    names = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    for name in names:
        if wanted and name.removeprefix("bench_") not in wanted:
            continue
        console.print(f"measuring {name.removeprefix('bench_')} …", style="dim")
        for row in importlib.import_module(f"tests.benchmarks.{name}").rows():
            ratio = "" if row.ratio is None else f"{row.ratio:.1f}x"
            aim = "" if row.aim is None else f"{row.aim:g}x"
            table.add_row(row.what, row.ours, row.peer, ratio, aim, row.verdict)
    console.print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
