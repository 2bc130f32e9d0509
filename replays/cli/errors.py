"""How a run ends: exit codes, errors as text or as JSON, quiet pipes, traces of internal errors."""

import os
import sys
import tempfile
import traceback
from enum import IntEnum
from io import TextIOWrapper
from typing import Any

import click

from events.errors import (
    ApnapError,
    ConflictError,
    DataError,
    IllegalAction,
    IntegrityError,
    LimitExceeded,
)
from replays.output import Screen, Settings, write
from replays.showing.words import word
from replays.translation import error_text, translated


class Exit(IntEnum):
    """The exit codes; they are part of the contract."""

    DONE = 0
    FINDINGS = 1
    USAGE = 2
    INPUT = 3
    INTEGRITY = 4
    DIVERGED = 5
    REFUSED = 6
    INTERNAL = 70


_SEVEREST_FIRST = (
    Exit.INTERNAL,
    Exit.INTEGRITY,
    Exit.DIVERGED,
    Exit.INPUT,
    Exit.REFUSED,
    Exit.USAGE,
    Exit.FINDINGS,
    Exit.DONE,
)


def severest(codes: list[Exit]) -> Exit:
    """Return the exit code that tells the most of several: a broken log before a finding."""
    return min(codes, key=_SEVEREST_FIRST.index, default=Exit.DONE)


_FROM_COMMAND_LINE = (
    "position/",
    "usage/",
    "path/",
    "data/day",
    "data/switch",
    "import/format",
    "import/time_zone",
)
"""Codes of what can only have been written on the command line."""


def exit_code(error: ApnapError) -> Exit:
    """Return the exit code of an error that apnap raises on purpose."""
    if error.code.startswith(_FROM_COMMAND_LINE):
        return Exit.USAGE
    if isinstance(error, IntegrityError):
        return Exit.INTEGRITY
    if isinstance(error, IllegalAction | ConflictError | LimitExceeded):
        return Exit.REFUSED
    if error.code == "file/exists":
        return Exit.REFUSED
    return Exit.INPUT


def plain_error(error: ApnapError) -> dict[str, Any]:
    """Return an error as a JSON object: its code and text, and where or why it happened."""
    plain: dict[str, Any] = {"code": error.code, "message": error.message}
    if isinstance(error, DataError):
        places = {"file": error.file, "line": error.line, "seq": error.seq, "field": error.field}
        plain |= {name: value for name, value in places.items() if value is not None}
    if isinstance(error, IllegalAction):
        plain |= {"rule": error.rule, "facts": error.facts, "legal": list(error.legal)}
    return plain


def tell(error: ApnapError, settings: Settings) -> Exit:
    """Write an error to standard error and return its exit code."""
    code = exit_code(error)
    if settings.json:
        _write(plain_error(error), code, settings)
    else:
        write(f"apnap: {told_error(error, settings)}", sys.stderr)
    return code


def told_error(error: ApnapError, settings: Settings) -> str:
    """Return an error in one line, in the language of the run, with its code."""
    return f"{error_text(settings.lang, error)} [{error.code}]"


def tell_usage(error: click.ClickException, settings: Settings) -> Exit:
    """Write what is wrong with a command line."""
    if settings.json:
        _write({"code": "usage/invalid", "message": error.format_message()}, Exit.USAGE, settings)
    elif settings.lang == "en":
        error.show()
    else:
        _show_usage(error, settings.lang)
    return Exit.USAGE


def _show_usage(error: click.ClickException, lang: str) -> None:
    """Write what click writes, in another language: how a command is used, where help is, what."""
    ctx = getattr(error, "ctx", None)
    if ctx is not None:
        usage = ctx.command.collect_usage_pieces(ctx)
        write(f"{word(lang, 'usage')}: {' '.join((ctx.command_path, *usage))}", sys.stderr)
        write(translated(lang, f"see {ctx.command_path} --help"), sys.stderr)
    write(f"{word(lang, 'error')}: {translated(lang, error.format_message())}", sys.stderr)


def tell_internal(error: Exception, settings: Settings) -> Exit:
    """Keep the trace of a defect in a file, and say in one sentence where it is."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="apnap-", suffix=".trace.txt", delete=False, encoding="utf-8"
    ) as file:
        file.write("".join(traceback.format_exception(error)))
    message = f"internal error ({type(error).__name__}); the trace is in {file.name}"
    plain = {"code": "internal/error", "message": message, "trace": file.name}
    if not settings.json:
        plain["message"] = translated(settings.lang, message)
    _write(plain, Exit.INTERNAL, settings)
    return Exit.INTERNAL


def _write(plain: dict[str, Any], code: Exit, settings: Settings) -> None:
    if settings.json:
        whole = {"error": plain | {"exit": int(code)}}
        Screen(settings).data(whole, stream=sys.stderr)
    else:
        write(f"apnap: {plain['message']} [{plain['code']}]", sys.stderr)


def spare_signs() -> None:
    """Write what a stream's encoding cannot say as escapes, instead of failing on it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and "utf" not in (stream.encoding or "").lower():
            stream.reconfigure(errors="backslashreplace")


def silence_output() -> None:
    """Let nothing more be written to a pipe that nobody reads, not even while closing."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        return
