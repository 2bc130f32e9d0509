"""What was said once for a whole run: the global options, wherever on the line they stood."""

from typing import Any

import click

from replays.output import Settings, language

_KEY = "apnap.settings"


def remember(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:  # noqa: ANN401
    """Keep a global option where given; what stands after the command's name wins."""
    if value and parameter.name:
        ctx.find_root().meta.setdefault(_KEY, {})[parameter.name] = value


def settings_of(ctx: click.Context) -> Settings:
    """Return the global options of a run."""
    given: dict[str, Any] = {"lang": language()} | ctx.find_root().meta.get(_KEY, {})
    return Settings(**given)
