"""``serve``: the games of a folder in a browser."""

from importlib.util import find_spec
from pathlib import Path

import click

from events.errors import ApnapError, DataError
from replays.cli.completing import complete_file
from replays.cli.options import command
from replays.output import Screen


@command("serve")
@click.argument("folder", metavar="DIR", shell_complete=complete_file)
@click.option(
    "--port",
    type=click.IntRange(min=0, max=65535),
    metavar="PORT",
    default=8_103,
    show_default=True,
    help="The port; a free one is taken for 0.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; others than this machine's own let others in.",
)
def serve(screen: Screen, folder: str, *, port: int, host: str) -> None:
    """Show the games of a folder in a browser, also while they are played.

    Nothing is written. With --seat, nobody sees more than that seat.
    """
    path = Path(folder)
    if not path.is_dir():
        raise DataError("file/missing", "there is no such folder", file=folder)
    if not (find_spec("starlette") and find_spec("uvicorn")):
        raise ApnapError("serve/missing", "it needs more libraries: pip install 'apnap[viewer]'")
    from replays.serve import LOOPBACK, Serving, listening, run

    bound = listening(host, port)
    shown = bound.getsockname()[1]
    address = f"http://{f'[{host}]' if ':' in host else host}:{shown}/"
    hosts = tuple(dict.fromkeys((LOOPBACK, "localhost", host)))
    serving = Serving(folder=path, viewer=screen.settings.seat, lang=screen.lang, hosts=hosts)
    if screen.is_json:
        screen.data({"folder": folder, "address": address})
    else:
        screen.line(address)
    run(serving, bound)
