"""Audit of choices that players make at once: their order, what lies face down, what happens together.

Implements CR 101.4, 101.4a, 805.6. Of a native log the audit of decisions tells who chose out of
order; here that is told of imported ones, and for all of them what no player decides.
"""

from collections.abc import Iterable, Iterator, Sequence

from events.base import Decision, Event
from events.choices import ChoiceMade, ChoicesCompleted, ChoicesRevealed
from events.identifiers import ObjectId, Seat
from events.log import EventLog
from events.stack import InstructionDone
from events.turns import PhaseEntered, PriorityReceived
from events.zones import CardMoved, CardsIdentified, CardsRevealed, ControlChanged, Tapped
from machine.apnap_choices import choosers, under_way
from machine.apnap_order import by_teams, first_of
from projections.progress import ChoiceRound
from projections.table import Table
from replays.audit.framework import Finding, audits


@audits("choices")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Look at every record while players choose, and at what follows what they chose."""
    yield from _while_choosing(log, tables)
    yield from _afterwards(log, tables)


def _while_choosing(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    for seq in range(1, len(log)):
        before = tables[seq - 1]
        choice = under_way(before)
        if choice is None:
            continue
        event: Event = log[seq].event
        match event:
            case ChoiceMade() if log.header.imported is not None:
                yield from _order(seq, event, choice, before)
            case ChoicesCompleted() | ChoicesRevealed():
                yield from _complete(seq, event, choice, before)
            case _:
                yield from _leaks(seq, event, choice, before)
                yield from _acts(seq, event, choice)


def _order(seq: int, event: ChoiceMade, choice: ChoiceRound, before: Table) -> Iterator[Finding]:
    first = _first(before, choice)
    if first and event.player not in first:
        yield Finding(
            seq=seq,
            code="choice/order",
            rule="805.6" if by_teams(before) else "101.4",
            message=f"{event.player} chooses, and {' and '.join(first)} had to choose first",
        )


def _first(before: Table, choice: ChoiceRound) -> tuple[Seat, ...]:
    """Return whose turn it is: CR 101.4d leaves nobody waiting who comes before another one."""
    if before.rules.golden.restart_on_new_choice:
        return first_of(before, (one.player for one in choice.open))
    return choosers(before, choice)


def _complete(
    seq: int, event: ChoicesCompleted | ChoicesRevealed, choice: ChoiceRound, before: Table
) -> Iterator[Finding]:
    """What lies face down is turned up, and all is done, once everybody has chosen."""
    left = sorted({one.player for one in choice.open} & set(before.playing))
    if not left:
        return
    names = " and ".join(left)
    if isinstance(event, ChoicesRevealed):
        message = f"what lies face down is turned up before {names} chose"
        yield Finding(seq=seq, code="choice/leaked", rule="101.4a", message=message)
        return
    message = f"the choices are called complete before {names} chose"
    yield Finding(seq=seq, code="choice/incomplete", rule="101.4", message=message)


def _face_down(choice: ChoiceRound) -> frozenset[str]:
    if choice.revealed:
        return frozenset()
    return frozenset(pick for one in choice.made if one.hidden for pick in one.picks)


def _leaks(seq: int, event: Event, choice: ChoiceRound, before: Table) -> Iterator[Finding]:
    """CR 101.4a: a pick from a hidden zone lies face down, marked and unseen."""
    shown: Iterable[ObjectId]
    match event:
        case CardsRevealed() | CardsIdentified():
            shown = tuple(event.cards)
        case CardMoved() if not event.to.is_hidden:
            shown = (event.card,)
        case _:
            return
    for name in sorted(_face_down(choice).intersection(shown)):
        thing = before.objects.get(ObjectId(name))
        whose = thing.owner if thing is not None else "somebody"
        yield Finding(
            seq=seq,
            code="choice/leaked",
            rule="101.4a",
            message=f"{name}, which {whose} has chosen face down, is shown before all have chosen",
        )


def _acts(seq: int, event: Event, choice: ChoiceRound) -> Iterator[Finding]:
    """CR 101.4: nothing is done with what was chosen before everybody has chosen."""
    picks = {pick for one in (*choice.earlier, *choice.made) for pick in one.picks}
    for name in sorted(picks.intersection(_done_with(event))):
        message = f"something happens to {name} before all have chosen"
        yield Finding(seq=seq, code="choice/one_by_one", rule="101.4", message=message)


def _done_with(event: Event) -> tuple[str, ...]:
    match event:
        case CardMoved():
            return (event.card,)
        case Tapped():
            return tuple(event.objects)
        case ControlChanged():
            return (event.object,)
        case _:
            return ()


def _afterwards(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """CR 101.4: once all have chosen, what was chosen happens at once: nobody acts in between."""
    picks: set[str] = set()
    started, interrupted = False, False
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        if isinstance(event, ChoicesCompleted):
            choice = tables[seq].choice
            made = (*choice.earlier, *choice.made) if choice is not None else ()
            picks, started, interrupted = {one for m in made for one in m.picks}, False, False
        elif isinstance(event, InstructionDone):
            picks = set()
        elif picks and picks.intersection(_done_with(event)):
            if interrupted:
                message = "what was chosen together happens one after another"
                yield Finding(seq=seq, code="choice/one_by_one", rule="101.4", message=message)
            started = True
        elif started and isinstance(event, Decision | PhaseEntered | PriorityReceived):
            interrupted = True
