"""Importing each client's records, in megabytes and in records of the log a second.

Records of our own making, repeated: whole games, much denser than real ones, which are mostly lines
that say nothing. Real ones beside them where the machine has any.
"""

import gzip
from collections.abc import Iterator

from replays.importers import ImportOptions, ImportReport, Source, import_source
from tests.benchmarks.timing import Row, best, rate
from tests.replays.importers.made import sample_files
from tests.replays.importers.mtgo.made import match_log
from tests.replays.importers.test_fuzz import MADE, SENTENCES

SIZE = 500_000
REAL = {
    "mtgo": ("mtgo-gamelog", "*.dat"),
    "forge": ("forge-log", "*.log"),
    "xmage": ("xmage-log-synthetic", "*.txt"),
    "phase": ("phase-engine", "*.gz"),
    "17lands": ("17lands-synthetic", "*.csv"),
}
"""Format -> where real records of it lie, on machines that have them."""


def rows() -> Iterator[Row]:
    """Yield a measurement of each format."""
    for kind, data in sorted(MADE.items()):
        yield _row(kind, [_many(kind, data)], "made")
    for kind, (folder, pattern) in REAL.items():
        files = [path.read_bytes() for path in sample_files(folder, pattern)]
        if files:
            plain = [gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw for raw in files]
            yield _row(kind, plain, "real")


def _many(kind: str, data: bytes) -> bytes:
    """Return a record as often as makes a file of some size; one game alone where files hold one."""
    times = max(1, SIZE // len(data))
    if kind == "mtgo":
        return match_log(SENTENCES * min(times, 100))
    if kind == "cockatrice":
        return data
    if kind == "17lands":
        head, *games = data.rstrip().split(b"\r\n")
        return b"\r\n".join([head, *games * min(times, 500)])
    return b"\n".join([data] * times)


def _row(kind: str, files: list[bytes], what: str) -> Row:
    reports: list[ImportReport] = []

    def run() -> None:
        reports[:] = [
            import_source(Source("record", data=data), ImportOptions(), format=kind)
            for data in files
        ]

    (seconds,) = best(run, rounds=3)
    size = sum(map(len, files)) / 1e6
    games = [game for report in reports for game in report.games]
    records = sum(len(game.log) for game in games)
    return Row(
        what=f"importing {what} {kind}: {size:,.2f} MB, {len(games)} games",
        ours=f"{size / seconds:,.2f} MB/s, {rate(records, seconds, 'records')}",
        peer="",
    )
