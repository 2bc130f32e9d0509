"""Importing a raw session of MTG Arena, in megabytes a second."""

import gzip
from collections.abc import Iterator

from replays.importers import ImportOptions, Source, import_source
from tests.benchmarks.timing import Row, best
from tests.samples import samples

LARGE = 30 * 1024 * 1024


def rows() -> Iterator[Row]:
    """Yield the measurement, where the samples are there."""
    folder = samples()
    if folder is None:
        yield Row(what="importing Arena's Player.log", ours="no samples here", peer="")
        return
    files = sorted((folder / "arena-player-log" / "raw").glob("*.log.gz"))
    data = b"".join(gzip.decompress(file.read_bytes()) for file in files)
    whole = (data * (LARGE // len(data) + 1))[:LARGE]
    (seconds,) = best(
        lambda: import_source(Source("Player.log", data=whole), ImportOptions()), rounds=3
    )
    yield Row(
        what=f"importing {len(whole) / 1e6:,.0f} MB of Arena's Player.log",
        ours=f"{len(whole) / 1e6 / seconds:,.1f} MB/s, {seconds:.2f} s",
        peer="the aim: about two seconds for 30 MB",
        ratio=2 * len(whole) / LARGE / seconds,
        aim=1,
    )
