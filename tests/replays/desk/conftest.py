"""Commands on the desk's games."""

from tests.replays.cli.conftest import run

__all__ = ["run"]
