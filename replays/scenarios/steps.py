"""The steps of ``when``: decisions in a scenario's words, turned into events and submitted."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from events.base import Decision, Event
from events.catalogue import EVENT_TYPES
from events.combat import Attack, AttackersDeclared, Block, BlockersDeclared
from events.division import CountersDivided, DamageDivided, PreventionDivided
from events.errors import DataError, IllegalAction
from events.identifiers import ObjectId, Seat
from events.mulligans import MulliganDeclared
from events.stack import (
    AbilityActivated,
    CostPaid,
    ModesChosen,
    SpellCast,
    TargetsChosen,
    ValueChosen,
)
from events.turns import PriorityPassed
from events.vocabulary import Phase
from machine.procedure import OFFERS
from machine.referee import legal_decisions
from projections.folds.game import unit_of
from projections.folds.stack import drafted
from projections.progress import StackItem
from projections.table import Table
from replays.play.payment import next_payment
from replays.scenarios.labels import Labels
from replays.session import Game

DIVISIONS = (DamageDivided, CountersDivided, PreventionDivided)
MOST_PASSES = 400
"""Decisions that ``pass: resolve`` and ``to`` may take before a scenario is called stuck."""

MOST_ANNOUNCED = 60
"""Decisions in one announcement: mana of so many lands at most."""

Fields = Mapping[str, Any]


class Steps:
    """Carries out the steps of a scenario on a game."""

    def __init__(self, game: Game, labels: Labels) -> None:
        self._game = game
        self._labels = labels
        self._by: Seat | None = None
        """Who makes the decision of the step, where it says so."""
        self._kinds: dict[str, Callable[[Any], None]] = {
            "cast": self._cast,
            "activate": self._activate,
            "announce": self._announce,
            "decide": self._decide,
            "report": self._report,
            "attack": self._attack,
            "block": self._block,
            "keep": lambda seat: self._declare(seat, mulligan=False),
            "mulligan": lambda seat: self._declare(seat, mulligan=True),
            "play": self._play,
            "pass": self._pass,
            "to": self._to,
            "judge": self._judge,
        }

    def run(self, step: Fields) -> None:
        """Carry out one step; raises ``IllegalAction`` where the referee refuses it."""
        names = [name for name in step if name not in ("refused", "by")]
        self._by = Seat(step["by"]) if "by" in step else None
        if len(names) != 1 or names[0] not in self._kinds:
            raise DataError(
                "scenario/step", f"a step is one of {', '.join(sorted(self._kinds))}, not {names}"
            )
        self._kinds[names[0]](step[names[0]])

    # -- single decisions -------------------------------------------------------------------------

    def event(self, fields: Fields, table: Table | None = None) -> Event:
        """Return the event that fields with labels describe."""
        name = fields.get("type")
        kind = EVENT_TYPES.get(str(name))
        if kind is None:
            raise DataError("scenario/event", f"no event type is called {name!r}")
        table = table or self._game.table
        player = fields.get("player")
        seat = Seat(str(player)) if player in table.players else None
        known = {
            key: value
            if key in ("type", "player")
            else self._labels.resolve_all(value, table, seat)
            for key, value in fields.items()
        }
        known.pop("type")
        try:
            return msgspec.convert({**known, "type": name}, kind, strict=False)
        except msgspec.ValidationError as error:
            raise DataError("scenario/event", f"{name}: {error}") from error

    def _decision(self, fields: Fields, table: Table | None = None) -> Decision:
        event = self.event(fields, table)
        if not isinstance(event, Decision):
            raise DataError("scenario/event", f"{type(event).__name__} is no decision")
        return event

    def _decide(self, fields: Fields) -> None:
        self._game.submit(self._decision(fields), by=self._by)

    def _report(self, fields: Fields) -> None:
        self._game.report(self._decision(fields))

    def _judge(self, fields: Fields) -> None:
        self._game.rule(self.event(fields))

    def _declare(self, seat: str, *, mulligan: bool) -> None:
        self._game.submit(MulliganDeclared(player=Seat(seat), mulligan=mulligan))

    def _play(self, fields: Fields) -> None:
        self._decide({"type": "LandPlayed", **fields})

    def _attack(self, fields: Fields) -> None:
        seat, table = Seat(fields["player"]), self._game.table
        attacks = tuple(
            Attack(
                ObjectId(self._labels.resolve(attacker, table, seat)),
                self._labels.resolve(defender, table, seat),
            )
            for attacker, defender in fields.get("attackers", {}).items()
        )
        self._game.submit(AttackersDeclared(player=seat, attacks=attacks))

    def _block(self, fields: Fields) -> None:
        seat, table = Seat(fields["player"]), self._game.table
        blocks = tuple(
            Block(
                ObjectId(self._labels.resolve(blocker, table, seat)),
                ObjectId(self._labels.resolve(attacker, table, seat)),
            )
            for blocker, attacker in fields.get("blocks", {}).items()
        )
        self._game.submit(BlockersDeclared(player=seat, blocks=blocks))

    # -- announcements ----------------------------------------------------------------------------

    def _announce(self, items: Any) -> None:  # noqa: ANN401 - a list of fields
        made: list[Decision] = []
        for fields in items:
            table = self._game.draft(*made) if made else self._game.table
            made.append(self._decision(fields, table))
        self._game.submit(*made)

    def _cast(self, fields: Fields) -> None:
        seat = Seat(fields["player"])
        card = self._labels.resolve(fields["card"], self._game.table, seat)
        self._complete(SpellCast(player=seat, card=ObjectId(card)), fields)

    def _activate(self, fields: Fields) -> None:
        seat = Seat(fields["player"])
        source = self._labels.resolve(fields["source"], self._game.table, seat)
        ability = int(fields.get("ability", self._first_activated(ObjectId(source))))
        self._complete(
            AbilityActivated(player=seat, source=ObjectId(source), ability=ability), fields
        )

    def _first_activated(self, source: ObjectId) -> int:
        from events.abilities import ActivatedAbility
        from machine.characteristics import abilities

        table = self._game.table
        thing = table.objects.get(source)
        own = abilities(table, thing) if thing is not None else ()
        return next(
            (index for index, one in enumerate(own) if isinstance(one, ActivatedAbility)), 0
        )

    def _complete(self, first: Decision, fields: Fields) -> None:
        """Announce what the fields say, in the order in which the referee asks for it."""
        answers = Answers(self._labels, fields)
        made = [first]
        for _ in range(MOST_ANNOUNCED):
            table = self._game.draft(*made)
            item = drafted(table)
            if item is None or item.trigger:
                break
            made.append(answers.next(table))
        self._game.submit(*made)

    # -- passing ----------------------------------------------------------------------------------

    def _pass(self, how: int | str) -> None:
        """``pass: 2`` passes twice; ``pass: resolve`` until the top of the stack has resolved."""
        if how != "resolve":
            for _ in range(int(how)):
                self._pass_once()
            return
        stack = self._game.table.stack
        if not stack:
            raise DataError("scenario/pass", "the stack is empty, so nothing can resolve")
        for _ in range(MOST_PASSES):
            table = self._game.table
            if table.resolution is not None or all(one.id != stack[-1].id for one in table.stack):
                return
            if not self._has_priority():
                return
            self._pass_once()

    def _has_priority(self) -> bool:
        return any(PriorityPassed in one.decisions for one in self._game.awaiting)

    def _pass_once(self) -> None:
        holder = self._game.table.priority.holder
        if holder is None:
            raise DataError("scenario/pass", "nobody has priority, so nobody can pass")
        self._game.submit(PriorityPassed(player=holder))

    def _to(self, phase: str) -> None:
        """Go on to a phase: all pass, and answer anything else in the plainest way."""
        wanted = Phase(phase)
        for _ in range(MOST_PASSES):
            if self._game.table.result is not None:
                return
            self._plainest()
            if self._game.table.phase is wanted:
                return
        raise DataError("scenario/to", f"{phase} is not reached in {MOST_PASSES} decisions")

    def _plainest(self) -> None:
        asked = self._game.awaiting
        if not asked:
            raise DataError("scenario/to", "nobody is asked anything")
        seat = asked[0].player
        kinds = asked[0].decisions
        if PriorityPassed in kinds:
            self._game.submit(PriorityPassed(player=seat))
        elif AttackersDeclared in kinds:
            self._game.submit(AttackersDeclared(player=seat))
        elif BlockersDeclared in kinds:
            self._game.submit(BlockersDeclared(player=seat))
        else:
            self._game.submit(next(self._game.legal_decisions()))


def _announced(table: Table) -> StackItem:
    """Return the object whose announcement goes on."""
    item = drafted(table)
    if item is None:
        raise DataError("scenario/announce", "nothing is being announced")
    return item


class Answers:
    """What a ``cast`` or ``activate`` step says, given out as the referee asks for it."""

    def __init__(self, labels: Labels, fields: Fields) -> None:
        self._labels = labels
        self._fields = fields
        targets = list(fields.get("targets", ()))
        several = bool(targets) and all(isinstance(one, list) for one in targets)
        self._targets = targets if several else [targets]
        divide = list(fields.get("divide", ()))
        self._divide = divide if divide and isinstance(divide[0], list) else [divide]

    def next(self, table: Table) -> Decision:
        """Return the next decision of the announcement on the draft as it stands."""
        from machine.referee import awaiting

        asked = awaiting(table)
        if not asked:
            raise DataError("scenario/announce", "the announcement does not go on")
        seat, kinds = asked[0].player, asked[0].decisions
        item = _announced(table)
        if ModesChosen in kinds:
            modes = tuple(int(mode) for mode in self._fields.get("modes", ()))
            return ModesChosen(player=seat, object=item.id, modes=modes)
        if ValueChosen in kinds:
            value = int(self._fields.get("x", self._fields.get("number", 0)))
            return ValueChosen(player=seat, object=item.id, value=value)
        if TargetsChosen in kinds:
            return self._chosen_targets(table, seat, item.id)
        if CostPaid in kinds:
            return self._payment(table, seat)
        return self._division(table, seat, kinds)

    def _chosen_targets(self, table: Table, seat: Seat, item: ObjectId) -> Decision:
        from machine.targeters import next_targets

        words = self._targets.pop(0) if self._targets else []
        targets = tuple(self._labels.resolve(word, table, seat) for word in words)
        index = next_targets(table, _announced(table)) or 0
        return TargetsChosen(player=seat, object=item, targets=targets, instruction=index)

    def _division(self, table: Table, seat: Seat, kinds: tuple[type[Decision], ...]) -> Decision:
        kind = next((one for one in DIVISIONS if one in kinds), None)
        if kind is None:
            return next(legal_decisions(table))
        first = next(OFFERS[kind](table, seat), None)
        if first is None:
            raise DataError("scenario/divide", "no division is possible")
        shares = self._divide.pop(0) if self._divide else ()
        if not shares:
            return first
        return msgspec.structs.replace(
            first, shares=tuple(int(share) for share in shares), unit=unit_of(table.header)
        )

    def _payment(self, table: Table, seat: Seat) -> Decision:
        """Pay with what is in the pool, tapping what a sensible player would for the rest."""
        wanted = tuple(
            self._labels.resolve(word, table, seat) for word in self._fields.get("sacrifice", ())
        )
        step = next_payment(table, seat, sacrificed=wanted)
        if step is None:
            raise IllegalAction(
                "cost/mana", f"{seat} cannot pay the cost", rule="601.2h", because="too little mana"
            )
        return step
