"""Help in two languages: the English text stands in the code, the Japanese one in a data file."""

import inspect
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

import click

from replays.cli.settings import settings_of


@cache
def japanese() -> Mapping[str, str]:
    """Return English help text -> Japanese help text."""
    text = resources.files("replays").joinpath("data/help.ja.toml").read_text(encoding="utf-8")
    return {entry["en"]: entry["ja"] for entry in tomllib.loads(text)["help"]}


def translated(text: str, ctx: click.Context) -> str:
    """Return a help text in the language of the run; English where it has not been translated."""
    if settings_of(ctx).lang != "ja":
        return text
    return japanese().get(" ".join(text.split()), text)


class TranslatedCommand(click.Command):
    """A command whose help speaks the language of the run."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own text."""
        plain = inspect.cleandoc(self.help or "").replace("\\b\n", "\b\n")  # raw strings keep it
        whole, _, more = plain.partition("\n\n")
        text = translated(whole, ctx)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"{text}\n\n{more}" if more else text)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options: the command's own first, the global ones after them."""
        own: list[tuple[str, str]] = []
        general: list[tuple[str, str]] = []
        names = {"lang", "json", "plain", "seat", "help", "version"}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            text = getattr(parameter, "help", None) or ""
            told = record[1].replace(text, translated(text, ctx)) if text else record[1]
            (general if parameter.name in names else own).append((record[0], told))
        for title, rows in (("Options", own), ("Everywhere", general)):
            if rows:
                with formatter.section(translated(title, ctx)):
                    formatter.write_dl(rows)
