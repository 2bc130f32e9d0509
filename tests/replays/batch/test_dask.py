"""The Dask engine on a real local cluster: the same files as one process, whatever happens to workers."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replays.analysis.reading import View
from replays.batch import Failed, engine_named
from replays.batch.on_dask import OnDask
from replays.exporters.many import Manifest, export
from replays.files import write_log
from tests.replays.batch.jobs import dies_once, double, kills, read_job_killing, read_job_once_dying
from tests.replays.games import whole_game

distributed = pytest.importorskip("distributed", reason="Dask is not installed: make analysis")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: make analysis")

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own, of ports and of workers that die
ROOT = Path(__file__).resolve().parents[3]
GAMES = 23


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    import dask

    patience = {"distributed.scheduler.allowed-failures": 1}
    with (
        pytest.MonkeyPatch.context() as patch,
        dask.config.set(patience),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as connected,
    ):
        patch.setenv("PYTHONPATH", str(ROOT))
        connected.wait_for_workers(2)
        connected.run(_find_tests, str(ROOT))
        yield connected


def _find_tests(root: str) -> None:
    import sys

    if root not in sys.path:
        sys.path.insert(0, root)


@pytest.fixture
def engine(client: Any) -> OnDask:  # noqa: ANN401 - Dask's own
    return OnDask(client=client)


@pytest.fixture
def logs(tmp_path: Path) -> list[str]:
    """Return logs of twenty-three games, with a broken one and one that is not there among them."""
    folder = tmp_path / "logs"
    folder.mkdir()
    paths = []
    for number in range(GAMES):
        path = folder / f"game-{number:02d}.apnap.jsonl"
        write_log(whole_game(name=f"game-{number}", life=20 - number % 9).log, path)
        paths.append(str(path))
    broken = folder / "broken.apnap.jsonl"
    broken.write_bytes(Path(paths[0]).read_bytes().replace(b'"tails"', b'"heads"', 1))
    return [*paths[:7], str(broken), *paths[7:], str(folder / "nowhere.apnap.jsonl")]


def exported(logs: list[str], output: Path, engine: Any, **more: Any) -> Manifest:  # noqa: ANN401
    view = View(names=False, salt="test")
    tables = ("games", "events", "flips")
    return export(logs, output, form="parquet", view=view, engine=engine, tables=tables, **more)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_results_come_in_order(engine: OnDask) -> None:
    assert list(engine.run(double, list(range(20)))) == [2 * n for n in range(20)]
    assert engine.workers == 2


def test_a_worker_that_dies_loses_nothing(engine: OnDask, tmp_path: Path) -> None:
    assert list(engine.run(dies_once, [str(tmp_path / "flag")])) == ["done"]


def test_a_job_that_kills_its_workers_is_told(engine: OnDask) -> None:
    found = list(engine.run(kills, ["one", "kill", "two"]))

    assert [found[0], found[2]] == ["one", "two"]
    assert isinstance(found[1], Failed)


def test_an_export_is_the_same_byte_for_byte(
    engine: OnDask, logs: list[str], tmp_path: Path
) -> None:
    here = exported(logs, tmp_path / "serial", engine_named("serial"))
    there = exported(logs, tmp_path / "dask", engine)
    processes = exported(logs, tmp_path / "processes", engine_named("processes", workers=2))

    assert files(tmp_path / "dask") == files(tmp_path / "serial") == files(tmp_path / "processes")
    assert here == there == processes
    assert (here.games, here.files) == (GAMES, GAMES + 2)
    assert [(one.path, one.code) for one in here.skipped] == [
        ("broken.apnap.jsonl", "log/chain"),
        ("nowhere.apnap.jsonl", "file/missing"),
    ]


def test_an_export_outlives_a_worker(engine: OnDask, logs: list[str], tmp_path: Path) -> None:
    exported(logs, tmp_path / "serial", engine_named("serial"))
    flag = tmp_path / "flag"
    work = functools.partial(read_job_once_dying, str(flag))
    exported(logs, tmp_path / "dask", engine, work=work)

    assert flag.exists()
    assert files(tmp_path / "dask") == files(tmp_path / "serial")


@pytest.mark.parametrize("name", ["dask", "processes"])
def test_a_log_that_kills_its_worker_is_listed(
    client: Any,
    logs: list[str],
    tmp_path: Path,
    name: str,  # noqa: ANN401 - Dask's own
) -> None:
    runner: Any = OnDask(client=client) if name == "dask" else engine_named(name, workers=2)
    work = functools.partial(read_job_killing, "game-09.apnap.jsonl")
    manifest = exported(logs[8:12], tmp_path / "out", runner, work=work)

    assert manifest.games == 3
    assert ("game-09.apnap.jsonl", "batch/worker_died") in [
        (one.path, one.code) for one in manifest.skipped
    ]


def test_a_cluster_of_its_own_begins_and_ends() -> None:
    own = engine_named("dask", workers=1)
    try:
        assert list(own.run(abs, [-1, 2])) == [1, 2]
        assert own.workers == 1
    finally:
        own.close()


def test_a_scheduler_is_found_by_its_address(client: Any) -> None:  # noqa: ANN401 - Dask's own
    other = engine_named("dask", scheduler=client.scheduler.address)
    try:
        assert list(other.run(double, [4])) == [8]
    finally:
        other.close()
