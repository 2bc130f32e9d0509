"""The program itself: its commands by group, loaded when used, and how every run ends."""

import errno
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple

import click

from events.errors import ApnapError
from replays.cli.errors import Exit, silence_output, spare_signs, tell, tell_internal, tell_usage
from replays.cli.helping import TranslatedCommand, translated
from replays.cli.options import global_options, keep_global
from replays.cli.settings import settings_of
from replays.output import LANGUAGES, Screen, Settings, language, write
from replays.version import version


class Entry(NamedTuple):
    """A command: its group in the help, where it is, and what it does in one line."""

    group: str
    place: str
    summary: str


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where standard output is a file on a disk that takes no more."""

STOPPED = 130
"""The exit code of a run that was interrupted, as shells have it."""

COMMANDS: dict[str, Entry] = {
    "new": Entry("Play", "creating:new", "Set up a game from decks, and write its log."),
    "play": Entry("Play", "playing:play", "Play a game at the terminal."),
    "add": Entry("Play", "adding:add", "Append one decision, or a judge's entry, to a log."),
    "crank": Entry("Play", "cranking:crank", "Keep track of Contraptions without a game."),
    "flip": Entry("Play", "flipping:flip", "Flip coins without a game, and keep them in a log."),
    "divide": Entry("Play", "dividing:divide", "List the ways to divide an amount, or check one."),
    "scenario": Entry("Play", "running_scenarios:scenario", "Run scenario files."),
    "demo": Entry("Play", "demo:demo", "Show what apnap does, on a game that ships with it."),
    "log": Entry("Look", "looking:log", "List what happened, one line for each record."),
    "show": Entry("Look", "looking:show", "Draw the table as it stood at a position."),
    "diff": Entry("Look", "comparing:diff", "Compare two logs, or two positions of a log."),
    "why": Entry("Look", "why:why", "Say what made a value, back to decisions and chance."),
    "watch": Entry("Look", "finding:watch", "List every record that changed a value."),
    "explain": Entry(
        "Look",
        "explaining:explain",
        "Explain a rule, an event, an error's code or a switch of the rules.",
    ),
    "verify": Entry("Judge", "checking:verify", "Say whether logs are intact, complete, legal."),
    "audit": Entry("Judge", "checking:audit", "List everything in logs that the rules forbid."),
    "dispute": Entry("Judge", "disputing:dispute", "Compare two records of one disputed game."),
    "reconcile": Entry("Judge", "reconciling:reconcile", "Compare two life pads."),
    "rewind": Entry("Judge", "rewinding:rewind", "Say what going back to a position takes."),
    "report": Entry("Judge", "reporting:report", "Write one page about a moment of a game."),
    "redact": Entry("Judge", "redacting:redact", "Write a log for others, without names."),
    "fairness": Entry("Judge", "measuring:fairness", "Test the coins of logs against chance."),
    "find": Entry("Debug", "finding:find", "Find where an expression holds."),
    "bisect": Entry("Debug", "bisecting:bisect", "Find the first bad record by halving."),
    "fork": Entry("Debug", "forking:fork", "Write a branch of a game, to be played on."),
    "cut": Entry("Debug", "cutting:cut", "Cut a log down to what leads to a value."),
    "import": Entry("Data", "importing:import_", "Turn records of other programs into logs."),
    "export": Entry("Data", "exporting:export", "Write logs as tables for analysis."),
    "stats": Entry("Data", "stats:stats", "Say what many games tell, in numbers and plots."),
    "simulate": Entry("Data", "simulating:simulate", "Play mulligans, flips or games many times."),
    "view": Entry("Data", "viewing:view", "Write a game as one page to walk through, offline."),
    "serve": Entry("Data", "serving:serve", "Show the games of a folder in a browser."),
    "editions": Entry("Help", "editions:editions", "Say which rules were in force on a day."),
    "glossary": Entry("Help", "explaining:glossary", "Look a word up, in English or Japanese."),
    "doctor": Entry("Help", "doctoring:doctor", "Check this installation, and log files."),
    "completion": Entry("Help", "completion:completion", "Write a completion script for a shell."),
}
"""Every command, in the order in which the help lists them."""


def configure_log() -> None:
    """Send the shell's own log to standard error; left alone by commands that write none."""
    from replays.log import configure

    configure()


class Program(click.Group):
    """The group of all commands. It imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command, importing what it needs."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, name = entry.place.partition(":")
        found: click.Command = getattr(import_module(f"replays.cli.{module}"), name)
        if "structlog" in sys.modules:
            configure_log()
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of an argument list, or name the nearest ones."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            raise click.UsageError(_unknown(name), ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command; a pipe that nobody reads any more is no error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            silence_output()
            raise click.exceptions.Exit(Exit.DONE) from None
        return result

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by group, without importing any."""
        for group in dict.fromkeys(entry.group for entry in COMMANDS.values()):
            rows = [
                (name, translated(entry.summary, ctx))
                for name, entry in COMMANDS.items()
                if entry.group == group
            ]
            with formatter.section(translated(group, ctx)):
                formatter.write_dl(rows)

    format_help_text = TranslatedCommand.format_help_text
    format_usage = TranslatedCommand.format_usage

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the global options."""
        self.format_commands(ctx, formatter)
        TranslatedCommand.format_options(self, ctx, formatter)  # type: ignore[arg-type]

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **extra: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401 - it never returns
        """Run one command line, and end the process as the contract says."""
        words = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        sys.exit(
            _run(lambda: super(Program, self).main(words, prog_name or "apnap", **extra), words)
        )


def _run(work: Callable[[], object], words: list[str]) -> int:
    """Do the work of a run and return its exit code, whatever happens."""
    settings = _guessed(words)
    spare_signs()
    try:
        ended = work()
    except Exception as error:  # noqa: BLE001 - the last resort of the program
        return _ended_by(error, settings)
    return ended if isinstance(ended, int) else Exit.DONE


def _ended_by(error: Exception, settings: Settings) -> int:
    match error:
        case click.exceptions.Exit():
            return error.exit_code
        case click.Abort():
            Screen(settings).note("apnap: stopped")
            return STOPPED
        case click.ClickException():
            return tell_usage(error, settings)
        case ApnapError():
            return tell(error, settings)
        case OSError(errno=number) if number in NO_ROOM:
            silence_output()
            told = f"the output was not all written ({error.strerror})"
            return tell(ApnapError("file/write", told), settings)
        case _:
            return tell_internal(error, settings)


def _guessed(words: list[str]) -> Settings:
    """Return how to tell an error of a command line that could not be read."""
    given = dict(pairwise(words)).get("--lang", "")
    given = next((word[7:] for word in words if word.startswith("--lang=")), given)
    lang = next((lang for lang in LANGUAGES if lang == given), language())
    return Settings(lang=lang, json="--json" in words)


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "`apnap --help` lists them all"
    return f"there is no command {name!r}; {hint}"


@click.group(
    cls=Program,
    invoke_without_command=True,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(version(), prog_name="apnap", message="%(prog)s %(version)s")
@global_options
@click.pass_context
def _main(ctx: click.Context, /, **_: object) -> None:
    """Referee and record of Magic: The Gathering's procedures.

    LOG is a file such as game.apnap.jsonl; LOG@POSITION a moment of it:
    @42 @start @end @-3 @t5 @t5.upkeep @mull.2 @flip:3 @crank:2 @divide:1 @h:7c1e
    """
    if ctx.invoked_subcommand is None:
        write(ctx.get_help())
    settings_of(ctx)


keep_global(_main)
main = _main
