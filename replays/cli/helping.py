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
    return {" ".join(entry["en"].split()): entry["ja"] for entry in tomllib.loads(text)["help"]}


def translated(text: str, ctx: click.Context) -> str:
    """Return a help text in the language of the run; English where it has not been translated."""
    if settings_of(ctx).lang != "ja":
        return text
    return japanese().get(" ".join(text.split()), text)


AS_IT_STANDS = "\b\n"
"""Click's sign for a paragraph whose lines are kept."""


def paragraphs(command: click.Command) -> list[str]:
    """Return the paragraphs of a command's own text."""
    plain = inspect.cleandoc(command.help or "")
    return plain.replace("\\b\n", AS_IT_STANDS).split("\n\n")  # raw strings keep the sign


def _paragraph(text: str, ctx: click.Context) -> str:
    bare = text.removeprefix(AS_IT_STANDS)
    return f"{AS_IT_STANDS if bare != text else ''}{translated(bare, ctx)}"


class TranslatedCommand(click.Command):
    """A command whose help speaks the language of the run."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own text."""
        formatter.write_paragraph()
        with formatter.indentation():
            told = [_paragraph(one, ctx) for one in paragraphs(self)]
            formatter.write_text("\n\n".join(told))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the command is used."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        title = translated("Usage", ctx)
        formatter.write_usage(ctx.command_path, pieces, f"{title}: ")

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
