"""What the shell tells about its own work: structlog, to standard error, off unless asked for.

Events are named in the past tense with keys and values; never a hidden card, never a format string.
"""

import logging
import os
import sys
from typing import TextIO

import structlog

LEVEL = "APNAP_LOG"
"""The environment's name of the level: ``debug``, ``info``, ``warning`` (the default), ``error``."""

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def configure(*, stream: TextIO | None = None, level: str | None = None) -> None:
    """Set up structlog for one run of the program."""
    name = (level or os.environ.get(LEVEL, "")).lower()
    target = stream or sys.stderr
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
            if target.isatty()
            else structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS.get(name, logging.WARNING)),
        logger_factory=structlog.PrintLoggerFactory(target),
        cache_logger_on_first_use=False,
    )


def logger() -> structlog.typing.FilteringBoundLogger:
    """Return the shell's logger."""
    bound: structlog.typing.FilteringBoundLogger = structlog.get_logger("apnap")
    return bound
