"""The game at a terminal: it asks in the order in which the rules ask, and writes before it tells.

Everything that is shown comes from the log; nothing here decides what is legal. An announcement is
collected as a draft and submitted whole (CR 601.2, 732).
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random, SystemRandom

from msgspec.structs import replace

from events.base import Decision
from events.errors import ApnapError
from events.identifiers import Seat
from events.mulligans import MulliganDeclared
from events.stack import AbilityActivated, CostPaid, SpellCast
from events.turns import PriorityPassed
from machine.mulligan_actions import shortcut_bottoming
from machine.procedure import Awaiting, is_legal
from machine.referee import awaiting
from projections.folds.stack import drafted
from projections.table import Table
from replays.autoplay import Choose, casual_choice, play_one
from replays.play.answers import (
    Answer,
    Command,
    Passing,
    Shares,
    known_seat,
    not_understood,
    understood,
)
from replays.play.passing import Standing, until
from replays.play.payment import next_payment, ways_of_paying
from replays.play.questions import question
from replays.play.taking_back import before_last, place
from replays.play.teller import Asking, Teller
from replays.session import Game

MOST_DRAFTED = 120
"""Decisions of one announcement: no cost here asks for so many lands."""


class _Left(Exception):
    """The person who has to answer leaves."""


class Dialogue:
    """A game being played by people at one terminal, by random players, or by both."""

    def __init__(  # noqa: PLR0913 - one parameter for each way of playing
        self,
        game: Game,
        teller: Teller,
        *,
        autos: frozenset[Seat] = frozenset(),
        seed: str = "",
        stop: Callable[[Game], bool] = lambda _game: False,
        in_turns: bool = False,
    ) -> None:
        """Prepare a game. ``in_turns``: people change places before the screen, so it hides hands."""
        self._game = game
        self._teller = teller
        self._autos = autos
        self._seed = seed
        self._stop = stop
        self._people = [seat for seat in game.table.turn_order if seat not in autos]
        self._in_turns = in_turns and len(self._people) > 1
        self._told: dict[Seat, int] = {}
        self._told_all = len(game.events)
        self._at_screen: Seat | None = None
        self._made: list[Decision] = []
        self._given: tuple[int, ...] = ()
        self._standing = Standing()
        self._again: set[Seat] = set()
        """Who has said, instead of choosing cards to bottom, that they mulligan again."""
        self._last: tuple[object, ...] = ()
        self.refusals = 0
        """Answers that were not accepted."""

    def run(self) -> None:
        """Go on until the game is over, somebody leaves, or where it was to stop."""
        if not self._game.awaiting and self._game.table.result is None:
            self._game.begin()
        with suppress(_Left):
            while self._goes_on():
                pass
        if self._at_screen is not None or not self._in_turns:
            self._tell(self._at_screen or self._viewer())

    # -- one step ---------------------------------------------------------------------------------

    def _goes_on(self) -> bool:
        """Take one step; return whether there is another one."""
        if not self._made and (self._game.table.result is not None or self._stop(self._game)):
            return False
        table = self._table()
        if self._made and _is_announced(table):
            self._submit(*self._made)
            return True
        asked = awaiting(table)
        if not asked:
            self._drop("the announcement cannot go on")
            return True
        return self._by_itself(asked[0], table) or self._asks(asked[0], table)

    def _table(self) -> Table:
        return self._game.draft(*self._made) if self._made else self._game.table

    def _by_itself(self, asked: Awaiting, table: Table) -> bool:
        """Answer what needs no person: random players, standing orders, payments, forced steps."""
        if _decider(asked) in self._autos:
            self._plays_by_itself(asked, table)
            return True
        if self._made:
            return self._announces_on(asked, table)
        if MulliganDeclared in asked.decisions and asked.player in self._again:
            self._again.discard(asked.player)
            self._submit(MulliganDeclared(player=asked.player, mulligan=True))
            return True
        if PriorityPassed in asked.decisions and self._standing.passes(asked.player, table):
            self._submit(PriorityPassed(player=asked.player))
            return True
        return False

    def _plays_by_itself(self, asked: Awaiting, table: Table) -> None:
        """Let a seat decide that nobody sits at, also inside somebody's announcement."""
        seat, seq = _decider(asked), len(self._game.events)
        rng = Random(f"{self._seed}:{seat}:{seq}") if self._seed else SystemRandom()  # noqa: S311 - a player, no secret
        casual = casual_choice(rng)
        if self._made:
            self._made.append(casual(table, list(question(table, asked).options)))
            return
        play_one(self._game, lambda draft, choices: self._chosen(casual, draft, choices))
        if not self._people:
            self._tell(None)

    def _chosen(self, casual: Choose, draft: Table, choices: list[Decision]) -> Decision:
        """Return a choice inside the announcement of a seat that plays by itself: its own, or yours."""
        asked = awaiting(draft)[0]
        if _decider(asked) in self._autos:
            return casual(draft, choices)
        while True:  # a person answers, or leaves
            line = self._put(asked, draft)
            try:
                answer = () if line is None else understood(line, question(draft, asked), draft)
                if isinstance(answer, tuple) and len(answer) == 1 and is_legal(draft, answer[0]):
                    return answer[0]
            except ApnapError as error:
                self._refused(error)
                continue
            if line is None or answer == Command("quit"):
                raise _Left
            self._refused(not_understood("here one of the answers is chosen, or the game is left"))

    def _announces_on(self, asked: Awaiting, table: Table) -> bool:
        """Pay, and take steps of an announcement that leave no choice."""
        if len(self._made) > MOST_DRAFTED:
            self._drop("the announcement does not end")
            return True
        if CostPaid in asked.decisions:
            ways = ways_of_paying(table, asked.player)
            if len(ways) > 1:
                return False
            step = ways[0] if ways else next_payment(table, asked.player)
            if step is None:
                self._drop("the cost cannot be paid")
                return True
            self._made.append(step)
            return True
        found = question(table, asked).options
        if len(found) == 1:
            self._made.append(found[0])
            return True
        if not found:
            self._drop("nothing that it needs is there")
        return not found

    # -- asking -----------------------------------------------------------------------------------

    def _asks(self, asked: Awaiting, table: Table) -> bool:
        line = self._put(asked, table)
        if line is None:
            return False
        asking = self._asking(asked, table)
        try:
            return self._answered(understood(line, asking.question, table), asking)
        except ApnapError as error:
            self._refused(error)
        return True

    def _put(self, asked: Awaiting, table: Table) -> str | None:
        """Put a question to whoever decides, and return the line they answer with, if they do."""
        if not self._turn_to(_decider(asked)):
            return None
        asking = self._asking(asked, table)
        put = (len(self._game.events), asking.question, asking.made, asking.given)
        again, self._last = put == self._last, put
        return self._teller.asks(replace(asking, again=again))

    def _refused(self, error: ApnapError) -> None:
        self.refusals += 1
        self._teller.refused(error)

    def _asking(self, asked: Awaiting, table: Table) -> Asking:
        found = question(table, asked)
        if self._made and CostPaid in asked.decisions:
            ways = ways_of_paying(table, asked.player)
            found = replace(found, options=ways, is_cut=False)
        return Asking(question=found, table=table, made=tuple(self._made), given=self._given)

    def _turn_to(self, seat: Seat) -> bool:
        """Bring the right person to the screen, and tell what happened meanwhile."""
        if self._in_turns and seat != self._at_screen:
            self._at_screen = None
            if not self._teller.hands_over(seat):
                return False
        self._at_screen = seat
        self._tell(seat)
        return True

    def _viewer(self) -> Seat | None:
        return self._people[0] if len(self._people) == 1 else None

    def _tell(self, seat: Seat | None) -> None:
        """Tell a person what they have not been told; at a shared screen everybody at once."""
        first = self._told.get(seat, 1) if self._in_turns and seat else self._told_all
        self._teller.records(self._game, first, seat)
        self._told_all = len(self._game.events)
        if seat:
            self._told[seat] = self._told_all

    # -- answers ----------------------------------------------------------------------------------

    def _answered(self, answer: Answer, asking: Asking) -> bool:
        match answer:
            case Command(name="quit"):
                return False
            case Command():
                self._command(answer, asking)
            case Passing():
                self._passes(answer, asking.question.player)
            case Shares():
                self._shares(answer.shares, asking)
            case _:
                self._decides(answer, asking.table)
        return True

    def _command(self, command: Command, asking: Asking) -> None:
        match command.name:
            case "undo":
                self._undo(asking.question.player, command.argument)
            case "cancel":
                self._drop("as you wish")
            case "again":
                self._mulligans_again(asking)
            case _:
                self._teller.shows(command.name, self._game, asking, command.argument)
                self._last = ()

    def _mulligans_again(self, asking: Asking) -> None:
        """CR 732.1: who mulligans again anyway leaves to the table which cards go to the bottom."""
        seat = asking.question.player
        bottomed = shortcut_bottoming(asking.table, seat)
        if bottomed is None:
            raise not_understood(
                "cards go to the bottom unseen only before another mulligan,"
                " and with none in hand that could be used first"
            )
        self._submit(bottomed)
        self._again.add(seat)

    def _passes(self, order: Passing, seat: Seat) -> None:
        table = self._game.table
        for one in self._people if order.everybody else [seat]:
            self._standing.order(one, until(order.until, one, table), table)

    def _shares(self, shares: tuple[int, ...], asking: Asking) -> None:
        """Take the next shares of a split; the last one, of which there is no doubt, by itself."""
        split = asking.split
        assert split is not None  # noqa: S101 - shares are understood only where a split is asked
        given = asking.given
        for share in shares:
            full = len(given) == len(split.recipients)
            possible = () if full else split.choices(given)
            if share not in possible:
                self._given = ()
                raise not_understood(
                    f"{share} of {split.left(given)} is not possible there: "
                    f"{', '.join(map(str, possible)) or 'nothing is left to share'}"
                )
            given = (*given, share)
        if len(given) < len(split.recipients) and len(split.choices(given)) == 1:
            given = (*given, split.choices(given)[0])
        self._given = given
        if len(given) == len(split.recipients):
            self._given = ()
            self._decides((split.decision(given),), asking.table)

    def _decides(self, decisions: Sequence[Decision], table: Table) -> None:
        """Go on with an announcement, begin one, or submit."""
        for decision in decisions:
            known_seat(decision, table)
        self._given = ()
        first = decisions[0]
        if self._made or (len(decisions) == 1 and isinstance(first, SpellCast | AbilityActivated)):
            self._game.draft(*self._made, *decisions)
            self._made += decisions
        else:
            self._submit(*decisions)

    def _submit(self, *decisions: Decision) -> None:
        self._made.clear()
        self._game.submit(*decisions)

    def _drop(self, why: str) -> None:
        """CR 732.1: an announcement that is not completed has never begun."""
        if not self._made:
            raise not_understood("nothing is being announced")
        self._made.clear()
        self._given = ()
        self._teller.says("taken back, as if it had never begun (CR 732.1): {why}", why=why)

    # -- taking back ------------------------------------------------------------------------------

    def _undo(self, seat: Seat, argument: str) -> None:
        """Go back, if all others agree: before one's own last decision, or to a given record."""
        if self._made:
            self._drop("as you wish")
            return
        to = place(self._game, argument) if argument else before_last(self._game, seat)
        others = [one for one in self._game.table.turn_order if one != seat]
        for one in others:
            if one not in self._autos and not self._teller.confirms(
                one, f"{seat} asks to go back to record {to}"
            ):
                self._teller.says("{seat} does not agree; nothing is taken back", seat=one)
                return
        agreed = tuple(one for one in self._game.table.turn_order)
        self._standing.clear()
        self._again.clear()
        self._game.rewind(to, agreed=agreed, why="take-back", by="apnap")
        if not self._game.awaiting:
            self._game.begin()


def _decider(asked: Awaiting) -> Seat:
    """Return who answers: the player, or who controls them (CR 722.5)."""
    return asked.by or asked.player


def _is_announced(table: Table) -> bool:
    item = drafted(table)
    return item is None or bool(item.trigger)
