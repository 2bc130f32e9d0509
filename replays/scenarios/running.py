"""Running scenarios: set the table, carry out the steps, compare what happened with what should."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from events.base import Event
from events.catalogue import EVENT_TYPES
from events.errors import ApnapError, IllegalAction
from events.identifiers import ObjectId
from events.records import Record
from events.turns import PhaseEntered
from machine.deck_check import deck_faults
from projections.fold import fold
from projections.paths import get
from projections.plain import to_plain
from projections.table import Table
from replays.derivation import rederive
from replays.game_log import GameLog
from replays.scenarios.chance import ScenarioChance
from replays.scenarios.labels import Labels
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Expected, Scenario, load_scenarios
from replays.scenarios.steps import Steps
from replays.session import Game


class Outcome(Struct, frozen=True):
    """What came of a scenario: nothing in ``failures`` if all is as it should be."""

    scenario: Scenario
    failures: tuple[str, ...]
    log: GameLog | None

    @property
    def ok(self) -> bool:
        """Whether everything is as expected."""
        return not self.failures


def run_file(path: Path) -> tuple[Outcome, ...]:
    """Run every scenario of a file."""
    return tuple(run_scenario(scenario) for scenario in load_scenarios(path))


def run_scenario(scenario: Scenario) -> Outcome:
    """Run one scenario; what goes wrong is told in the outcome, not raised."""
    run = _Run(scenario)
    try:
        run.play()
    except ApnapError as error:
        run.failures.append(f"{error.code}: {error.message}")
    else:
        run.compare()
    return Outcome(scenario, tuple(run.failures), run.log)


class _Run:
    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.failures: list[str] = []
        self.log: GameLog | None = None
        self._set_up = 0

    def play(self) -> None:
        """Set the table and carry out every step."""
        scenario = self.scenario
        log, first = Setting(scenario.given).build()
        self._chance = ScenarioChance(scenario.chance)
        self._labels = Labels(first)
        self._game = Game(log, chance=self._chance)
        self._set_up = len(log)
        self._steps = Steps(self._game, self._labels)
        self._name_cards(self._game.table)
        turn = scenario.given.turn
        if turn is not None and turn.begins:
            self._watch(lambda: self._game.rule(PhaseEntered(phase=turn.phase), by="apnap"))
        else:
            self._watch(self._game.begin)
        for number, step in enumerate(scenario.when, 1):
            self._step(number, step)
        self.log = self._game.log

    def _step(self, number: int, step: Mapping[str, Any]) -> None:
        refused = step.get("refused")
        try:
            self._watch(lambda: self._steps.run(step))
        except IllegalAction as refusal:
            self._compare_refusal(number, refused, refusal)
        else:
            if refused is not None:
                self.failures.append(f"step {number} is accepted; expected refusal: {refused}")

    def _compare_refusal(self, number: int, wanted: Any, refusal: IllegalAction) -> None:  # noqa: ANN401 - YAML
        if wanted is None:
            self.failures.append(f"step {number} is refused: {refusal.code}: {refusal.message}")
            return
        expected = {"code": wanted} if isinstance(wanted, str) else dict(wanted)
        got = {"code": refusal.code, "rule": refusal.rule}
        for name, value in expected.items():
            if got.get(name) != str(value):
                self.failures.append(
                    f"step {number} is refused with {name} {got.get(name)}, expected {value}"
                    f" ({refusal.message})"
                )

    def _watch(self, act: Any) -> None:  # noqa: ANN401 - any callable
        """Do something, then follow the ids that changed."""
        before = len(self._game.events)
        try:
            act()
        finally:
            log = self._game.log
            for record in log.log[before:]:
                self._labels.follow(record.event, log.tables[record.seq - 1])
            self._name_cards(self._game.table)

    def _name_cards(self, table: Table) -> None:
        for name, thing in table.objects.items():
            if thing.card:
                self._chance.names[name] = thing.card

    # -- then -------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compare everything with what was expected, and the log with itself."""
        then = self.scenario.then
        self.failures += self._unknown(then)
        self.failures += self._events(then)
        self.failures += self._table(then)
        self.failures += self._asked(then)
        self.failures += self._decks(then)
        if self._chance.left:
            self.failures.append(f"not all chance was used: {self._chance.left}")
        self.failures += self._sound()

    def _happened(self) -> Sequence[Record]:
        return self._game.events[self._set_up :]

    def _unknown(self, then: Expected) -> Iterator[str]:
        """What no event can be: an expectation that something never happens would always hold."""
        patterns = (*then.events, *(one for one in then.never if not isinstance(one, str)))
        names = (one for one in then.never if isinstance(one, str))
        told = [(str(one.get("type")), set(one) - {"type"}) for one in patterns]
        told += [(name, set()) for name in (*names, *then.count, *then.legal)]
        for name, fields in told:
            kind = EVENT_TYPES.get(name)
            if kind is None:
                yield f"there is no event type {name}"
            elif unknown := sorted(fields - set(kind.__struct_fields__)):
                yield f"{name} has no {', '.join(unknown)}"

    def _events(self, then: Expected) -> Iterator[str]:
        happened = [record.event for record in self._happened()]
        place = 0
        for pattern in then.events:
            found = next(
                (n for n in range(place, len(happened)) if self._fits(happened[n], pattern)), None
            )
            if found is None:
                yield f"missing, after event {place} of {len(happened)}: {dict(pattern)}"
                return
            place = found + 1
        for unwanted in then.never:
            pattern = {"type": unwanted} if isinstance(unwanted, str) else unwanted
            if any(self._fits(event, pattern) for event in happened):
                yield f"happened, but should not: {dict(pattern)}"
        for name, number in then.count.items():
            have = sum(type(event).__name__ == name for event in happened)
            if have != number:
                yield f"{have} events of type {name}, expected {number}"

    def _fits(self, event: Event, pattern: Mapping[str, Any]) -> bool:
        if type(event).__name__ != pattern.get("type"):
            return False
        fields = to_plain(event)
        return all(
            self._same(_field(event, fields, name), value)
            for name, value in pattern.items()
            if name != "type"
        )

    def _same(self, have: Any, wanted: Any) -> bool:  # noqa: ANN401 - any YAML
        """Whether a value is the wanted one; a label stands for every id its card has had."""
        if isinstance(wanted, str):
            return (
                str(have) == wanted
                or have in self._labels.history(wanted)
                or self._named(have, wanted)
            )
        if isinstance(wanted, Sequence) and isinstance(have, Sequence):
            return len(have) == len(wanted) and all(
                self._same(one, other) for one, other in zip(have, wanted, strict=True)
            )
        if isinstance(wanted, Mapping) and isinstance(have, Mapping):
            return all(self._same(have.get(name), value) for name, value in wanted.items())
        return bool(have == wanted)

    def _named(self, have: Any, wanted: str) -> bool:  # noqa: ANN401 - any field
        return isinstance(have, str) and self._chance.names.get(ObjectId(have)) == wanted

    def _table(self, then: Expected) -> Iterator[str]:
        table = self._game.table
        for path, wanted in then.table.items():
            segments = [(self._labels.history(part) or (part,))[-1] for part in path.split(".")]
            try:
                have = to_plain(get(table, ".".join(segments)))
            except ApnapError as error:
                have = None if wanted is None else error.message
            if not self._same(have, wanted):
                yield f"{path} is {have!r}, expected {wanted!r}"

    def _asked(self, then: Expected) -> Iterator[str]:
        asked = self._game.awaiting
        if then.awaiting is not None:
            wanted = (then.awaiting.get("player"), then.awaiting.get("decision"))
            have = [(one.player, name) for one in asked for name in one.names]
            if (wanted == (None, None)) != (not have) or (have and wanted not in have):
                yield f"asked is {have}, expected {wanted}"
        if then.legal:
            legal = [type(one).__name__ for one in self._game.legal_decisions()]
            for name, number in then.legal.items():
                if legal.count(name) != number:
                    yield f"{legal.count(name)} legal {name}, expected {number}"

    def _decks(self, then: Expected) -> Iterator[str]:
        have = tuple(fault.code for fault in deck_faults(self._game.table.header))
        if then.decks is not None and have != then.decks:
            yield f"wrong with the decks is {list(have)}, expected {list(then.decks)}"

    def _sound(self) -> Iterator[str]:
        """What holds of every game: fold equals live, and decisions and chance give the log again."""
        records = self._game.events.records
        if fold(records)[-1] != self._game.table:
            yield "the fold of the log is not the live table"
        found = rederive(records)
        if found.derived.ok is False:
            yield f"record {found.derived.seq} is not derived again: {found.derived.reason}"


def _field(event: Event, plain: Any, name: str) -> Any:  # noqa: ANN401 - any field
    """Return a field as plain data, with defaults, which the plain form leaves out."""
    if isinstance(plain, Mapping) and name in plain:
        return plain[name]
    return to_plain(getattr(event, name, None))
