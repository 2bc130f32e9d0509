"""Heavy libraries: imported when used, and told kindly where they are not installed."""

from importlib import import_module
from typing import Any

from events.errors import ApnapError

EXTRA = "analysis"
"""The extra of apnap that brings all of them."""


class NotInstalled(ApnapError):
    """Something needs a library that is not here."""


def needed(module: str, library: str = "") -> Any:  # noqa: ANN401 - any module
    """Return a module, or raise ``NotInstalled`` with what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        name = library or module.partition(".")[0]
        raise NotInstalled(
            "library/missing",
            f"this needs {name}, which is not installed: pip install 'apnap[{EXTRA}]'",
        ) from error
