"""``flip``: coins at a table where no game is being played with apnap."""

import sys
from collections.abc import Callable, Container, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from events.coin_flips import CoinFlipped
from events.editions import resolve
from events.errors import DataError, LimitExceeded
from events.identifiers import Seat
from events.vocabulary import Face, FlipDevice, FlipOutcome
from machine.chance import NO_NUMBERS, Drawn, Generated
from machine.instructions.flips import MOST_FLIPS
from projections.flip_ledger import FlipEntry
from projections.progress import Flip
from replays.cli.flip_telling import Running
from replays.cli.options import command
from replays.files import SUFFIX, write_log
from replays.flip_table import (
    MOST_REPLACEMENTS,
    FlipTable,
    Said,
    choices,
    device_of,
    new_table,
    outcome_of,
)
from replays.output import Screen
from replays.session import Stored
from replays.showing.words import word
from replays.stores.one_file import OneFileStore

LONGEST_LINE = 100
MOST_TIMES = 1000
YOU = "you"
FACES = {"h": Face.HEADS, "heads": Face.HEADS, "t": Face.TAILS, "tails": Face.TAILS}
CALLS: dict[str, Face | Said] = {**FACES, "even": "even", "odd": "odd"}
YES = {"y": True, "yes": True, "n": False, "no": False}


@command("flip")
@click.option(
    "--times",
    type=click.IntRange(1, MOST_TIMES),
    metavar="N",
    help="So many coins at once: all calls, all coins, then what to ignore. One otherwise.",
)
@click.option(
    "--one-by-one",
    is_flag=True,
    help="With --times: one flip after another, each called once the one before is over.",
)
@click.option(
    "--until-lose", is_flag=True, help="Flip until a flip is lost, one flip after another."
)
@click.option(
    "--thumbs",
    type=click.IntRange(0, MOST_REPLACEMENTS),
    default=0,
    metavar="K",
    help="So many times, flip two instead and ignore one: 2^K coins for each flip.",
)
@click.option(
    "--call",
    type=click.Choice(("heads", "tails", "even", "odd", "none")),
    help="What is called each time; none for faces alone, even or odd of a die. Asked for otherwise.",
)
@click.option(
    "--keep",
    type=click.Choice(("win", "lose", "heads", "tails")),
    help="Which of several coins is kept; asked for otherwise.",
)
@click.option(
    "--device",
    default="",
    metavar="WHAT",
    help="What is flipped: coin, d6, d6:1,2,3, cards:NAME, other:NAME. All have to agree.",
)
@click.option("--real", is_flag=True, help="You toss it; type what comes up.")
@click.option(
    "--for",
    "who",
    default="",
    metavar="NAME",
    help="Who flips; a new log calls them you otherwise.",
)
@click.option("--with", "other", default="", metavar="NAME", help="Who else sits at a new table.")
@click.option("--rules", default="", metavar="DATE", help="The day whose rules are in force.")
@click.option("--log", metavar=f"FILE{SUFFIX}", help="Keep every flip there; goes on with a log.")
def flip(  # noqa: PLR0913 - one parameter for each option
    screen: Screen,
    *,
    times: int | None,
    one_by_one: bool,
    until_lose: bool,
    thumbs: int,
    call: str | None,
    keep: str | None,
    device: str,
    real: bool,
    who: str,
    other: str,
    rules: str,
    log: str | None,
) -> None:
    r"""Flip coins without a game, and keep every coin that came up.

    \b
    apnap flip                          call it, and see
    apnap flip --times 5 --thumbs 1     five flips at once, of two coins each, one of which counts
    apnap flip --times 5 --one-by-one   five flips, each seen before the next is called
    apnap flip --until-lose --call heads
    apnap flip --real --log coins.apnap.jsonl

    Answers are read line by line. `apnap fairness` looks at what came up.
    """
    if until_lose and (times is not None or call == "none"):
        raise DataError("usage/flip", "--until-lose goes neither with --times nor with --call none")
    if one_by_one and times is None:
        raise DataError("usage/flip", "--one-by-one says how the flips of --times are made")
    asking = Asking(screen)
    with ExitStack() as opened:
        table = _opened(opened, asking, log, (who, other), rules=rules, real=real)
        seat = table.seat(who)
        before = {entry.flip for entry in table.entries() if entry.outcome is not None}
        session = _Flipping(table, asking, thumbs=thumbs, call=call, keep=keep)
        running = Running(screen)
        running.told_all(session.left_open())
        if device:
            _agree(table, asking, device, seat)
        _check_call(table, call)
        if until_lose:
            _until_lost(session, running, seat)
        else:
            each = 1 if one_by_one else times or 1
            for _ in range((times or 1) // each):
                running.told_all(session.flip(seat, times=each))
        made = tuple(entry for entry in table.entries() if entry.flip not in before)
        running.end(table, made, log)


def _check_call(table: FlipTable, call: str | None) -> None:
    """Refuse, before anything is flipped, a call that does not fit what is flipped."""
    if call in {"even", "odd"} and table.table.device.device is not FlipDevice.DIE_EVEN_ODD:
        raise DataError("usage/call", f"{call} is called only of a die: --device d6")


def _until_lost(session: "_Flipping", running: Running, seat: Seat) -> None:
    """Flip one coin after another until one is not won."""
    for _ in range(MOST_FLIPS):
        (entry,) = session.flip(seat)
        running.told(entry)
        if entry.outcome is not FlipOutcome.WON:
            return
    raise LimitExceeded("limit/flips", f"{MOST_FLIPS} flips and none is lost")


def _opened(  # noqa: PLR0913 - a table has a log, players, a day and coins
    opened: ExitStack,
    asking: "Asking",
    log: str | None,
    names: tuple[str, str],
    *,
    rules: str,
    real: bool,
) -> FlipTable:
    """Return the table of a log: of the one that is there, or of a new one."""
    who, other = names
    seats = tuple(name for name in (who or YOU, other) if name)
    if log is None:
        return FlipTable(new_table(seats, day=rules, real=real), chance=_chance(asking, real=real))
    if not Path(log).exists():
        write_log(new_table(seats, day=rules, real=real), Path(log))
    store = OneFileStore(log)
    opened.callback(store.close)
    (name,) = store.games()
    known = store.load(name)
    is_real = known.header.chance.kind == "physical"
    if real and not is_real:
        raise DataError(
            "usage/flip", "this log's coins were drawn: real ones need a log of their own"
        )
    edition = known.header.rules.edition
    if rules and resolve(rules).edition != edition:
        raise DataError(
            "usage/flip", f"this log has the rules of {edition}: others need a log of their own"
        )
    table = FlipTable(known, journal=Stored(store, name), chance=_chance(asking, real=is_real))
    table.seat(other)
    return table


def _chance(asking: "Asking", *, real: bool) -> Drawn:
    return Told(asking) if real else Generated()


def _agree(table: FlipTable, asking: "Asking", device: str, seat: Seat) -> None:
    """Propose what to flip, and ask everybody else."""
    table.propose(device_of(device, seat, no_coin=True))
    refuser = _refuser(table, asking, device)
    if refuser is not None:
        raise DataError("usage/device", f"{refuser} does not agree to {device}: a coin is flipped")


def _refuser(table: FlipTable, asking: "Asking", device: str) -> Seat | None:
    """Ask everybody who has not agreed to what is proposed; return who does not."""
    while (waiting := table.to_agree) is not None:  # each player is asked once
        accepted = asking.one_of(f"{waiting}, do you agree to {device}? [y/n]", YES)
        table.agree(waiting, accepted=accepted)
        if not accepted:
            return waiting
    return None


class Asking:
    """Questions on standard error, answers from standard input."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def one_of(self, question: str, answers: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
        """Return the answer to a question, asked again until it is one of those there are."""
        while True:  # ends with the input
            sys.stderr.write(f"{self.screen.told(question)} ")
            sys.stderr.flush()
            line = sys.stdin.readline(LONGEST_LINE)
            if not line:
                sys.stderr.write("\n")
                raise DataError("usage/no_answer", f"nobody answered: {question}")
            said = line.strip().lower()
            if said in answers:
                return answers[said]
            self.screen.note(f"one of {', '.join(answers)}")


class Told(Drawn):
    """Chance that people bring about: they toss what they have, and say what came up."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def coin(
        self, flip: int, coin: int, *, even_sides: int = 0, heads: Container[int] = NO_NUMBERS
    ) -> CoinFlipped:
        """Ask for a face, or for the number of a die."""
        if even_sides:
            return super().coin(flip, coin, even_sides=even_sides, heads=heads)
        face = self._asking.one_of(f"flip {flip} coin {coin}: heads or tails? [h/t]", FACES)
        return CoinFlipped(flip=flip, coin=coin, face=face)

    def below(self, bound: int, purpose: str) -> int:
        """Ask for the number of a die."""
        numbers = {str(number): number for number in range(1, bound + 1)}
        number: int = self._asking.one_of(f"{purpose}: which number? [1-{bound}]", numbers)
        return number - 1


class _Flipping:
    """Flips made at once, answered from the options or by people."""

    def __init__(
        self, table: FlipTable, asking: Asking, *, thumbs: int, call: str | None, keep: str | None
    ) -> None:
        self._table = table
        self._asking = asking
        self._thumbs = thumbs
        self._call = call
        self._keep = keep

    def flip(self, seat: Seat, *, times: int = 1) -> tuple[FlipEntry, ...]:
        """Have flips made at once: every call, then every coin, then what is ignored of each."""
        contested = self._call != "none"
        flips = self._table.begin(seat, times=times, thumbs=self._thumbs, contested=contested)
        return self._ended(flips[0].batch)

    def left_open(self) -> Iterator[FlipEntry]:
        """End what a log has begun and nobody has ended: a proposal, and one batch after another."""
        proposal = self._table.table.device_proposal
        if proposal is not None:
            _refuser(self._table, self._asking, proposal.device.value)
        while flips := self._table.at_once:  # each pass ends one batch
            yield from self._ended(flips[0].batch)

    def _ended(self, batch: int) -> tuple[FlipEntry, ...]:
        table = self._table
        while (flip := table.uncalled) is not None:  # each call is one flip less
            table.call(flip, self._called(flip))
        if self._asks_which(table.at_once):
            self._shown(table.at_once)
        while (flip := table.unkept) is not None:  # each choice is one flip less
            table.keep(flip, self._kept(flip))
        return table.entries_of(batch)

    def _asks_which(self, flips: tuple[Flip, ...]) -> bool:
        """Whether somebody has to choose while several flips lie there."""
        return self._keep is None and len(flips) > 1 and any(len(choices(one)) > 1 for one in flips)

    def _shown(self, flips: tuple[Flip, ...]) -> None:
        """Show every coin before the first choice: it may depend on all of them."""
        for flip in flips:
            lang = self._asking.screen.lang
            coins = " ".join(word(lang, face.value) for face in flip.coins)
            called = f"{word(lang, 'called')} {word(lang, flip.call.value)}" if flip.call else ""
            self._asking.screen.note(
                "  ".join(part for part in (str(flip.flip), called, coins) if part)
            )

    def _called(self, flip: Flip) -> Face | Said:
        if self._call in CALLS:
            return CALLS[self._call]
        caller = flip.caller or flip.flipper
        face: Face = self._asking.one_of(
            f"flip {flip.flip}, {caller}: heads or tails? [h/t]", FACES
        )
        return face

    def _kept(self, flip: Flip) -> int:
        """Return the coin to keep: the only choice there is, or as the options or the player say."""
        coins = choices(flip)
        if len(coins) == 1:
            return coins[0]
        if self._keep is not None:
            fits = _WANTED[self._keep]
            return next((one for one in coins if fits(flip, flip.coins[one - 1])), coins[0])
        shown = " ".join(word(self._asking.screen.lang, face.value) for face in flip.coins)
        by_face = {
            said: coin
            for coin in coins
            for said, face in FACES.items()
            if face is flip.coins[coin - 1]
        }
        kept: int = self._asking.one_of(f"flip {flip.flip}: {shown}; keep which? [h/t]", by_face)
        return kept


_WANTED: dict[str, Callable[[Flip, Face], bool]] = {
    "win": lambda flip, face: outcome_of(flip, face) is FlipOutcome.WON,
    "lose": lambda flip, face: outcome_of(flip, face) is FlipOutcome.LOST,
    "heads": lambda _flip, face: face is Face.HEADS,
    "tails": lambda _flip, face: face is Face.TAILS,
}
