"""``new``: a game is set up from decks, a day's rules and options, and written as a log."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import click
from msgspec.structs import replace

from events.card_files import known_cards
from events.editions import latest, resolve
from events.errors import DataError, IllegalAction
from events.game import ChanceScheme, DeckEntry, FormatEntry, GameCreated, MatchEntry
from events.identifiers import Seat, parse_seat
from events.rules import Override
from machine.deck_check import deck_faults
from replays.cli.options import command
from replays.decklists import deck_of, open_decklist
from replays.decklists.card_data import CardFiles, open_card_files
from replays.files import SUFFIX, write_log
from replays.new_game import MOST_PLAYERS, Setup, header_of
from replays.output import Screen
from replays.session import Game
from replays.starting import begun

COMMANDER_LIFE = 40
BRAWL_LIFE = 25
BRAWL_LIFE_OF_MANY = 30
USUAL_LIFE = 20
LIFE_OF_A_HEAD = 15
"""CR 810.4, 810.11: a team's life total for each of its players; until 2007-04-30, twenty (606.10)."""
SMALLER_LIFE_SINCE = "2007-05-01"
TWO = 2
REASON = "set when the game was created"


@command("new")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    required=True,
    metavar="SEAT=DECK",
    help="A player and their deck, in turn order: a file, or a deck that ships with apnap.",
)
@click.option(
    "--name", "names", multiple=True, metavar="SEAT=NAME", help="What people call a seat."
)
@click.option("--team", "teams", multiple=True, metavar="SEAT=TEAM", help="The team of a seat.")
@click.option("--rules", default="", metavar="DATE", help="The day whose rules are in force.")
@click.option(
    "--set", "switches", multiple=True, metavar="SWITCH=VALUE", help="A rules switch set by hand."
)
@click.option(
    "--why",
    default="",
    metavar="TEXT",
    help="Why switches are set: an event's own rule, what the table agrees on.",
)
@click.option("--un-cards", is_flag=True, help="Un-cards are played: halves, Contraptions.")
@click.option("--limited", is_flag=True, help="Limited play.")
@click.option("--commander", is_flag=True, help="Commander: 40 life.")
@click.option("--brawl", is_flag=True, help="Brawl: 25 life, 30 with more than two players.")
@click.option(
    "--shared-team-turns",
    is_flag=True,
    help="Two-Headed Giant: teams take turns together and have one life total, 30.",
)
@click.option(
    "--cards",
    "files",
    multiple=True,
    metavar="FILE",
    help="Cards of your own (TOML), or MTGJSON's or Scryfall's (JSON).",
)
@click.option("--life", type=click.IntRange(1, 1000), metavar="N", help="Starting life.")
@click.option("--previous-loser", metavar="SEAT", help="Who lost the last game, and so chooses.")
@click.option(
    "--previous-chooser",
    metavar="SEAT",
    help="Who chose in the last game, if that was a draw, and so chooses again.",
)
@click.option("--seed", metavar="S", help="Chance from a seed: the same game again.")
@click.option(
    "-o", "--output", required=True, metavar=f"GAME{SUFFIX}", help="The log to be written."
)
def new(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    *,
    seats: tuple[str, ...],
    names: tuple[str, ...],
    teams: tuple[str, ...],
    rules: str,
    switches: tuple[str, ...],
    why: str,
    un_cards: bool,
    limited: bool,
    commander: bool,
    brawl: bool,
    shared_team_turns: bool,
    files: tuple[str, ...],
    life: int | None,
    previous_loser: str | None,
    previous_chooser: str | None,
    seed: str | None,
    output: str,
) -> None:
    """Set up a game and write its log, up to the first decision.

    What deck construction rules ask for and a deck does not have is told, and refused only where
    the game could not be played. `apnap play` goes on.
    """
    if why and not switches:
        raise DataError("usage/why", "--why says why a switch is set: there is no --set")
    path = _log_path(output)
    decks = _pairs(seats, "--seat")
    sides = _of_seats(teams, "--team", decks)
    if shared_team_turns and not sides:
        raise DataError(
            "usage/teams", "--shared-team-turns: nobody has a team; --team gives one to a seat"
        )
    play = FormatEntry(
        limited=limited,
        un_cards=un_cards,
        shared_team_turns=shared_team_turns,
        shared_life=shared_team_turns,
        brawl=brawl,
        commander=commander,
    )
    usual = _starting_life(play, len(decks), sides, rules)
    play = replace(play, starting_life=usual if life is None else life)
    cards = open_card_files(files)
    read, warnings = _decks(decks, cards, play)
    setup = Setup(
        decks=read,
        names=_of_seats(names, "--name", decks),
        teams=sides,
        rules=rules,
        overrides=overrides_of(switches, why),
        play=play,
        match=MatchEntry(
            previous_loser=_seat(previous_loser, decks),
            previous_chooser=_seat(previous_chooser, decks),
        ),
        cards=cards.cards,
        chance=ChanceScheme(kind="system")
        if seed is None
        else ChanceScheme(kind="seeded", seed=seed),
        game=unquote(path.name.removesuffix(SUFFIX)),
    )
    header, _ = header_of(setup)
    warnings += list(_faults(header))
    game = begun(header)
    write_log(game.events, path)
    _tell(screen, game, output, warnings)


def _log_path(output: str) -> Path:
    if not output.endswith(SUFFIX) or Path(output).name == SUFFIX:
        name = f"{output.partition('.')[0] or 'game'}{SUFFIX}"
        raise DataError("usage/output", f"a log is called …{SUFFIX}, such as {name}")
    return Path(output)


def _pairs(given: Sequence[str], option: str) -> dict[str, str]:
    """Return ``seat=value`` options as a mapping, in their order."""
    found: dict[str, str] = {}
    for one in given:
        seat, sign, value = one.partition("=")
        if not sign or not value:
            raise DataError("usage/pair", f"{option} {one!r}: it should be {option} ann=…")
        if seat in found:
            raise DataError("usage/pair", f"{option}: {seat!r} is there twice")
        found[seat] = value
    return found


def _of_seats(given: Sequence[str], option: str, decks: Mapping[str, str]) -> dict[Seat, str]:
    pairs = _pairs(given, option)
    for seat in pairs:
        _seat(seat, decks)
    return {Seat(seat): value for seat, value in pairs.items()}


def _seat(name: str | None, decks: Mapping[str, str]) -> Seat | None:
    if name is None:
        return None
    if name not in decks:
        raise DataError("usage/seat", f"nobody called {name!r} plays; there are {', '.join(decks)}")
    return Seat(name)


def _starting_life(play: FormatEntry, players: int, teams: Mapping[Seat, str], day: str) -> int:
    """CR 103.4: twenty life, but for the formats that say otherwise."""
    if play.commander:
        return COMMANDER_LIFE
    if play.shared_team_turns:
        heads = max(Counter(teams.values()).values())
        is_late = not day or day >= SMALLER_LIFE_SINCE
        return heads * (LIFE_OF_A_HEAD if is_late else USUAL_LIFE)
    if play.brawl:
        return BRAWL_LIFE if players <= TWO else BRAWL_LIFE_OF_MANY
    return USUAL_LIFE


def overrides_of(switches: Sequence[str], why: str = "") -> tuple[Override, ...]:
    """Return switches set by hand, and why; an unknown one is told with what there is."""
    found = tuple(
        Override(switch=name, value=value, reason=why or REASON)
        for name, value in _pairs(switches, "--set").items()
    )
    resolve(latest().as_of, found)
    return found


def _decks(
    decks: Mapping[str, str], cards: CardFiles, play: FormatEntry
) -> tuple[dict[Seat, DeckEntry], list[str]]:
    """Return the decks of all seats, and what is to be said about them."""
    if len(decks) > MOST_PLAYERS:
        raise DataError("new/players", f"a game has at most {MOST_PLAYERS} players")
    everything = {**known_cards(), **cards.cards}
    read: dict[Seat, DeckEntry] = {}
    warnings: list[str] = []
    for name, file in decks.items():
        seat = parse_seat(name)
        deck = deck_of(open_decklist(file), everything, play=play, numbered=cards.numbered)
        read[seat] = deck.entry
        warnings += [f"{seat}'s deck {file}: {warning}" for warning in deck.warnings]
    return read, warnings


def _faults(header: GameCreated) -> Iterator[str]:
    """Yield what is wrong with Contraption decks; without un-cards there are none to be played."""
    for fault in deck_faults(header):
        if fault.code == "deck/not_allowed":
            raise IllegalAction(
                fault.code,
                fault.what,
                rule=fault.rule,
                because=fault.because,
                legal=("a game with --un-cards",),
            )
        yield fault.message


def _tell(screen: Screen, game: Game, output: str, warnings: Sequence[str]) -> None:
    for warning in warnings:
        screen.note(f"apnap: {warning}")
    header, asked = game.events.header, game.awaiting
    if screen.is_json:
        screen.data(_plain(game, output, warnings))
        return
    names = ", ".join(f"{one.name} ({one.seat})" if one.name else one.seat for one in header.seats)
    screen.say(f"{output}: {names}; rules of {header.rules.as_of}; {len(game.events)} records")
    for one in asked:
        screen.say(f"  {one.player} has to {one.what}")
    screen.note(f"Go on with: apnap play {output}")


def _plain(game: Game, output: str, warnings: Sequence[str]) -> dict[str, Any]:
    header = game.events.header
    return {
        "log": output,
        "game": header.game,
        "seats": [one.seat for one in header.seats],
        "rules": header.rules.as_of,
        "records": len(game.events),
        "warnings": list(warnings),
        "awaiting": [
            {"player": one.player, "what": one.what, "rule": one.rule, "decisions": list(one.names)}
            for one in game.awaiting
        ],
    }
