"""``simulate``: mulligan policies, coin flips and whole games, many times or exactly."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click
import msgspec

from events.errors import ApnapError, DataError
from events.game import DeckEntry, FormatEntry, GameCreated
from events.identifiers import CardName, Seat
from replays.batch import engine_named
from replays.cli.exporting import engine_option, scheduler_option, workers_option
from replays.cli.options import command
from replays.output import Progress, Screen, progress
from replays.showing.words import word
from replays.simulation.intervals import Estimate

SEATS = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal")
GAMES = {"mulligans": 10_000, "flips": 10_000, "games": 20}
"""Games played where no number is given."""

rules_option = click.option(
    "--rules",
    metavar="YYYY-MM-DD",
    default="",
    help="The day whose rules are in force; the latest.",
)
games_option = click.option("--games", type=click.IntRange(1), metavar="N", help="How many.")
seed_option = click.option("--seed", metavar="S", default="1", help="Other seeds, other games.")
exact_option = click.option(
    "--exact", is_flag=True, help="Exactly, as fractions: nothing is drawn."
)
keep_option = click.option(
    "--keep-logs", "keep", metavar="FOLDER", default="", help="Write the first games as logs."
)
kept_option = click.option(
    "--kept",
    type=click.IntRange(1),
    metavar="N",
    default=100,
    show_default=True,
    help="How many of them.",
)


@command("simulate")
@click.argument("what", metavar="mulligans|flips|games", type=click.Choice(tuple(GAMES)))
@click.option(
    "--deck",
    "decks",
    metavar="FILE|LIST",
    multiple=True,
    help="A decklist, or '24 Forest, 36 Bear'; one for all, or one a seat.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 8),
    metavar="N",
    default=2,
    show_default=True,
    help="Players.",
)
@rules_option
@click.option("--set", "switches", metavar="SWITCH=VALUE", multiple=True, help="A switch by hand.")
@click.option("--commander", is_flag=True, help="Commander.")
@click.option("--brawl", is_flag=True, help="Brawl.")
@click.option("--un-cards", is_flag=True, help="Silver-bordered and acorn cards.")
@click.option("--keep", "lands", metavar="7:2-5,6:2-4", default="", help="Hands kept: size:lands.")
@click.option(
    "--want",
    "wants",
    metavar="CARD[+CARD]",
    multiple=True,
    help="Cards that make a hand good: '2*Key + Map'; several: any of them.",
)
@click.option(
    "--down-to",
    type=click.IntRange(0, 20),
    metavar="N",
    default=1,
    show_default=True,
    help="The smallest hand to go to.",
)
@click.option(
    "--powder",
    type=click.Choice(("always", "never")),
    default="always",
    show_default=True,
    help="Exile hands that are not kept, with a card that can.",
)
@click.option(
    "--bottom-powders",
    type=click.Choice(("first", "last")),
    default="first",
    show_default=True,
    help="Spare cards of that sort, or others, go to the bottom first.",
)
@click.option(
    "--land-target",
    type=click.IntRange(0, 20),
    metavar="N",
    default=3,
    show_default=True,
    help="Lands to keep when cards go to the bottom.",
)
@click.option(
    "--smoothed",
    type=click.IntRange(1, 10),
    metavar="N",
    default=1,
    show_default=True,
    help="First hands dealt, of which the nearest to the deck's share of lands counts; with --exact.",
)
@click.option(
    "--thumbs",
    type=click.IntRange(0, 4),
    metavar="N",
    default=0,
    show_default=True,
    help="Effects that double the coins (Krark's Thumb).",
)
@click.option(
    "--until",
    metavar="flips:20",
    default="flips:1",
    show_default=True,
    help="flips:N, wins:N, loss, losses:N in a row, or heads (two players, faces alone).",
)
@games_option
@seed_option
@exact_option
@keep_option
@kept_option
@engine_option
@workers_option
@scheduler_option
def simulate(screen: Screen, what: str, **options: Any) -> None:  # noqa: ANN401 - click's own
    """Play openings by a policy, series of coin flips, or whole games at random; with intervals.

    mulligans: a hand is kept if its lands fit --keep and it holds a line of --want. flips: heads is
    called, and a winning coin kept. games: players take any legal decision. The same seed gives the
    same games; --keep-logs writes them as real logs.
    """
    _check_smoothed(what, options)
    options["games"] = options["games"] or GAMES[what]
    if options["keep"]:
        _make_room(Path(options["keep"]), f"{_name_of_games(what, options)}-")
    runner = engine_named(
        options["engine"], workers=options["workers"] or 0, scheduler=options["scheduler"]
    )
    try:
        with _progress(screen, options) as bar:
            run = {"mulligans": _mulligans, "flips": _flips, "games": _games}[what]
            found = run(options, runner, bar.advance)
    finally:
        runner.close()
    _tell(screen, what, 0 if options["exact"] else options["games"], found)


def _progress(screen: Screen, options: dict[str, Any]) -> AbstractContextManager[Progress]:
    if options["exact"]:
        return progress(word(screen.lang, "adding up"), None)
    return progress(word(screen.lang, "games"), options["games"])


def _check_smoothed(what: str, options: dict[str, Any]) -> None:
    if options["smoothed"] > 1 and (what != "mulligans" or not options["exact"]):
        raise DataError(
            "usage/smoothed",
            "--smoothed goes with mulligans and --exact: no rule deals several hands, so no log "
            "of them would be a game",
        )


def _name_of_games(what: str, options: Mapping[str, Any]) -> str:
    """Return what all games of a simulation are called: one seed under two rules has two names."""
    name = f"{what}-{options['seed']}"
    if what == "flips":
        return name
    values = (switch.partition("=")[2] for switch in options["switches"])
    return "-".join((name, *filter(None, (options["rules"], *values))))


def _make_room(folder: Path, beginning: str) -> None:
    """Make the folder for logs; raise ``file/exists`` where there are some of these names."""
    folder.mkdir(parents=True, exist_ok=True)
    there = next(
        (
            one
            for one in sorted(folder.iterdir())
            if one.name.startswith(beginning)
            and one.name.removeprefix(beginning).partition(".")[0].isdecimal()
        ),
        None,
    )
    if there is not None:
        raise ApnapError(
            "file/exists",
            f"{there}: logs of this seed are there already; they were left as they are",
        )


Found = Mapping[str, Sequence[Estimate]]
"""Player, or nobody in particular -> numbers."""


def _mulligans(options: dict[str, Any], engine: Any, advance: Any) -> Found:  # noqa: ANN401
    from replays.simulation import mulligans
    from replays.simulation.policies import Policy, lands_of, want_of

    policy = Policy(
        lands=lands_of(options["lands"]) if options["lands"] else {},
        wants=tuple(want_of(text) for text in options["wants"]),
        down_to=options["down_to"],
        powder=options["powder"],
        bottom_powders=options["bottom_powders"],
        land_target=options["land_target"],
    )
    header = header_for("mulligans", options)
    policies = {entry.seat: policy for entry in header.seats}
    if options["exact"]:
        summary = mulligans.exact(header, policies, dealt=options["smoothed"])
    else:
        summary = mulligans.simulate(header, policies, **_run(options, engine, advance))
    return {str(seat): numbers for seat, numbers in summary.seats.items()}


def _flips(options: dict[str, Any], engine: Any, advance: Any) -> Found:  # noqa: ANN401
    from replays.simulation import flips

    series = _series(options)
    if options["exact"]:
        return {"": flips.exact(series).estimates}
    return {"": flips.simulate(series, **_run(options, engine, advance)).estimates}


def _series(options: dict[str, Any]) -> Any:  # noqa: ANN401 - a series
    from replays.simulation.flips import Series

    until, _, times = options["until"].partition(":")
    known = ("flips", "wins", "loss", "losses", "heads")
    if until not in known or (times and not times.isdecimal()):
        raise DataError(
            "usage/until",
            f"--until {options['until']!r}: it is one of flips:20, wins:10, loss, losses:2, heads",
        )
    return Series(
        until=until, times=int(times or 1), thumbs=options["thumbs"], day=options["rules"]
    )


def _games(options: dict[str, Any], engine: Any, advance: Any) -> Found:  # noqa: ANN401
    from replays.simulation import games

    if options["exact"]:
        raise DataError("usage/exact", "whole games are too many to be summed: no --exact")
    summary = games.simulate(header_for("games", options), **_run(options, engine, advance))
    return {"": summary.estimates}


def _run(options: dict[str, Any], engine: Any, advance: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "games": options["games"],
        "seed": options["seed"],
        "engine": engine,
        "keep": options["keep"],
        "kept": options["kept"],
        "advance": advance,
    }


def header_for(what: str, options: Mapping[str, Any]) -> GameCreated:
    """Return the header of what is simulated: the decks, the players, the rules."""
    from replays.cli.creating import overrides_of
    from replays.new_game import Setup, header_of

    decks = options["decks"] or ("bears",)
    count = max(options["players"], len(decks))
    if len(decks) not in (1, count):
        raise DataError("usage/decks", "give one deck for all players, or one for each")
    play = FormatEntry(
        commander=options["commander"], brawl=options["brawl"], un_cards=options["un_cards"]
    )
    read = [_deck(text, play) for text in decks] * (count if len(decks) == 1 else 1)
    setup = Setup(
        decks={Seat(name): deck for name, deck in zip(SEATS, read, strict=False)},
        rules=options["rules"],
        overrides=overrides_of(options["switches"]),
        play=play,
        game=_name_of_games(what, options),
    )
    header, _ = header_of(setup)
    return header


def _deck(text: str, play: FormatEntry) -> DeckEntry:
    from events.card_files import known_cards
    from replays.decklists import deck_of, open_decklist
    from replays.simulation.piles import listed

    inline = None if Path(text).exists() else listed(text)
    if inline is not None:
        names = {name.casefold(): name for name in known_cards()}
        return DeckEntry(main=tuple(CardName(names.get(one.casefold(), one)) for one in inline))
    return deck_of(open_decklist(text), known_cards(), play=play).entry


def _tell(screen: Screen, what: str, games: int, found: Found) -> None:
    from replays.analysis.words import heading

    if screen.is_json:
        screen.data(
            {
                "what": what,
                "games": games,
                "exact": not games,
                "players": {name: msgspec.to_builtins(numbers) for name, numbers in found.items()},
            }
        )
        return
    lang = screen.lang
    for name, numbers in found.items():
        names = ("what", "exactly", "value") if not games else ("what", "n", "value", "interval")
        rows = [_cells(one, lang) for one in numbers]
        screen.table([heading(one, lang) for one in names], rows, title=name)


LONGEST_FRACTION = 40


def _cells(one: Estimate, lang: str) -> tuple[str, ...]:
    from replays.analysis.words import label, span

    what = label(one.what, lang)
    if not one.n:
        short = one.exact if 0 < len(one.exact) <= LONGEST_FRACTION else "…"
        return what, short, f"{one.value:.6f}"
    told = "" if one.low is None else span(f"{one.low:.5f}", f"{one.high:.5f}", lang)
    return what, f"{one.n:,}", f"{one.value:.5f}", told
