"""A table on which cards are divided, fought and copied with, played in a scenario's words."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from events.base import Decision, Event
from events.errors import IllegalAction
from events.game import FormatEntry
from events.identifiers import ObjectId, Seat
from events.turns import PhaseEntered
from machine.chance import Scripted
from machine.referee import legal_decisions
from projections.divisions import Division, divisions
from projections.table import Table
from replays.game_log import GameLog
from replays.scenarios.labels import Labels
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Given
from replays.scenarios.steps import Steps
from replays.session import Game

ANN, BOB, CYD = Seat("ann"), Seat("bob"), Seat("cyd")
LIBRARY = ["Forest*3"]
RICH = "{R}" * 8 + "{G}" * 4 + "{W}" * 2 + "{U}" * 2
ERAS = ("2000-06-01", "2008-06-01", "2010-06-01", "2015-06-01", "2020-06-01", "2026-11-01")
"""One day of every way to divide combat damage, and of most ways to divide anything else."""


Board = Mapping[str, Mapping[str, Any]]
"""What each player has, as a scenario says it."""


class Desk:
    """A game in progress with labelled cards; every step is one that a scenario can say."""

    def __init__(
        self,
        players: Board,
        *,
        edition: str = "",
        phase: str = "main.precombat",
        cards: tuple[Mapping[str, Any], ...] = (),
        play: FormatEntry | None = None,
    ) -> None:
        given = msgspec.convert(
            {
                "players": {
                    seat: {"library": LIBRARY, **player} for seat, player in players.items()
                },
                "edition": edition,
                "turn": {"number": 3, "active": next(iter(players)), "phase": phase},
                "cards": cards,
                "play": msgspec.to_builtins(play or FormatEntry()),
            },
            Given,
        )
        log, labels = Setting(given).build()
        self._game = Game(log, chance=Scripted())
        self._first = dict(labels)
        self._labels = Labels(labels)
        self._steps = Steps(self._game, self._labels)
        self._game.begin()

    @property
    def table(self) -> Table:
        """The table now."""
        return self._game.table

    @property
    def log(self) -> GameLog:
        """The log so far, with its tables."""
        return self._game.log

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(record.event for record in self._game.events)

    @property
    def divisions(self) -> tuple[Division, ...]:
        """The divisions so far, as the read model tells them."""
        return divisions(tuple(self._game.events), self._game.tables)

    def name(self, label: str) -> ObjectId:
        """Return the id that a labelled card has now."""
        return ObjectId(self._labels.resolve(label, self.table))

    def thing(self, label: str) -> Any:  # noqa: ANN401 - the object, whatever it is now
        """Return a labelled card as it is now."""
        return self.table.objects[self.name(label)]

    def life(self, seat: str) -> int:
        """Return a player's life."""
        return self.table.players[Seat(seat)].life

    def step(self, **step: Any) -> None:  # noqa: ANN401 - any step of a scenario
        """Carry out one step."""
        before = len(self._game.events)
        self._steps.run(step)
        for record in self._game.events[before:]:
            self._labels.follow(record.event, self._game.tables[record.seq - 1])

    def decision(self, fields: Mapping[str, Any]) -> Decision:
        """Return a decision told in a scenario's words."""
        made = self._steps.event(fields)
        assert isinstance(made, Decision)
        return made

    def submit(self, *made: Decision) -> None:
        """Submit decisions as they are."""
        self._game.submit(*made)

    def passes(self, count: int) -> None:
        """Pass so many times, whoever has priority."""
        self.step(**{"pass": count})

    def resolve(self) -> None:
        """Pass until the top of the stack has resolved, or asks something."""
        self.step(**{"pass": "resolve"})

    def rewind(self, to: int) -> None:
        """Take back everything after a record."""
        self._game.rewind(to)
        self._labels = Labels(self._first)
        self._steps = Steps(self._game, self._labels)

    def draft(self, *made: Decision) -> Table:
        """Return the table with an announcement as far as it has got."""
        return self._game.draft(*made)

    def refused(self, code: str, **step: Any) -> IllegalAction:  # noqa: ANN401 - any step
        """Check that a step is refused with a code, and that nothing is appended."""
        before = len(self._game.events)
        with pytest.raises(IllegalAction) as refusal:
            self.step(**step)
        assert refusal.value.code == code
        assert len(self._game.events) == before
        return refusal.value

    def legal(self, kind: type[Decision]) -> tuple[Decision, ...]:
        """Return the legal decisions of a kind."""
        return tuple(one for one in legal_decisions(self.table) if type(one) is kind)

    def fight(self, attackers: Mapping[str, str], blocks: tuple[tuple[str, str], ...] = ()) -> None:
        """Attack, block, and go on until somebody has to assign damage or it has been dealt."""
        attacker = str(self.table.turn.active_player)
        self.passes(2)
        self.step(attack={"player": attacker, "attackers": dict(attackers)})
        self.passes(2)
        defender = next(seat for seat in self.table.turn_order if seat != attacker)
        pairs = [[blocker, enemy] for blocker, enemy in blocks]
        self.step(decide={"type": "BlockersDeclared", "player": defender, "blocks": pairs})

    def assign(self, player: str, source: str, **amounts: int) -> None:
        """Assign a creature's combat damage, by label."""
        pairs = [[name, units] for name, units in amounts.items()]
        fields = {"player": player, "source": source, "assignments": pairs}
        self.step(decide={"type": "CombatDamageAssigned", **fields})


def entered(desk: Desk, phase: str) -> bool:
    """Whether a phase has been entered."""
    return any(isinstance(one, PhaseEntered) and one.phase == phase for one in desk.events)
