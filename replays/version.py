"""The version of this program, as it was installed."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def version() -> str:
    """Return the installed version, or that it was never installed."""
    try:
        return installed("apnap")
    except PackageNotFoundError:
        return "0 (not installed)"
