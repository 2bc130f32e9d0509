"""Many jobs: one after another, over processes, or on a Dask cluster; always with the same results."""

from replays.batch.engines import ENGINES, engine_named
from replays.batch.protocol import Engine, Failed

__all__ = ["ENGINES", "Engine", "Failed", "engine_named"]
