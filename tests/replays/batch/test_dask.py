"""The Dask engine on a real local cluster: the same files as one process, whatever happens to workers."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.errors import ApnapError
from replays.analysis.reading import View
from replays.batch import Failed, engine_named, on_dask
from replays.batch.on_dask import OnDask
from replays.exporters.many import Manifest, export
from replays.files import write_log
from tests.replays.batch.export_jobs import read_job_killing, read_job_once_dying
from tests.replays.batch.jobs import dies_once, double, kills, runs_out_of_time
from tests.replays.games import whole_game

dask = pytest.importorskip("dask", reason="Dask is not installed: make analysis")
distributed = pytest.importorskip("distributed", reason="Dask is not installed: make analysis")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: make analysis")

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own, of ports and of workers that die
GAMES = 23


SETTINGS = {
    "distributed.scheduler.allowed-failures": 1,
    "distributed.worker.multiprocessing-method": "forkserver",  # workers begin again at once
    **on_dask.SETTINGS,
}


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        dask.config.set(SETTINGS),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as connected,
    ):
        yield connected


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


def exported(
    logs: list[str],
    output: Path,
    engine: Any,  # noqa: ANN401 - any engine
    *,
    form: str = "parquet",
    **more: Any,  # noqa: ANN401 - as export takes it
) -> Manifest:
    view = View(names=False, salt="test")
    tables = ("games", "events", "flips")
    return export(logs, output, form=form, view=view, engine=engine, tables=tables, **more)


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
    runner = engine_named("processes", workers=2)
    processes = exported(logs, tmp_path / "processes", runner)
    runner.close()

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
    client: Any,  # noqa: ANN401 - Dask's own
    logs: list[str],
    tmp_path: Path,
    name: str,
) -> None:
    runner: Any = OnDask(client=client) if name == "dask" else engine_named(name, workers=2)
    work = functools.partial(read_job_killing, "game-09.apnap.jsonl")
    manifest = exported(logs[9:12], tmp_path / "out", runner, form="jsonl", work=work)

    assert manifest.games == 2
    assert ("game-09.apnap.jsonl", "batch/worker_died") in [
        (one.path, one.code) for one in manifest.skipped
    ]
    runner.close()


def test_a_cluster_of_its_own_begins_outlives_a_worker_and_ends(tmp_path: Path) -> None:
    own = engine_named("dask", workers=1)
    limit = "distributed.deploy.lost-worker-timeout"
    with dask.config.set({**SETTINGS, limit: "15s"}):
        try:
            assert list(own.run(abs, [-1, 2])) == [1, 2]
            assert own.workers == 1
            assert dask.config.get(limit) == "1 day", "Dask gives slow workers up for good"
            assert list(own.run(dies_once, [str(tmp_path / "flag")])) == ["done"]
        finally:
            own.close()
        assert dask.config.get(limit) == "15s"


def test_a_scheduler_is_found_by_its_address(client: Any) -> None:  # noqa: ANN401 - Dask's own
    other = engine_named("dask", scheduler=client.scheduler.address)
    try:
        assert list(other.run(double, [4])) == [8]
    finally:
        other.close()


def test_a_time_limit_of_the_work_itself_is_no_wait(engine: OnDask) -> None:
    with pytest.raises(TimeoutError):
        list(engine.run(runs_out_of_time, [1]))


def test_a_cluster_without_workers_is_told_and_not_waited_for() -> None:
    with (
        distributed.LocalCluster(
            n_workers=0, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as connected,
    ):
        engine = OnDask(client=connected, patience=0.5)
        with pytest.raises(ApnapError, match="no worker for") as told:
            list(engine.run(double, [1]))

    assert told.value.code == "batch/no_workers"


def test_an_address_without_a_scheduler_is_told() -> None:
    engine = engine_named("dask", scheduler="tcp://127.0.0.1:9")
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(ApnapError, match="no Dask scheduler answers") as told,
    ):
        list(engine.run(double, [1]))

    assert told.value.code == "batch/scheduler"
    engine.close()
