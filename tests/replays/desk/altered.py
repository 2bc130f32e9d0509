"""The same game written down by somebody else: other ids, another order of what happens at once."""

import random
from typing import Any

import msgspec

from events.base import Event
from events.catalogue import AnyEvent
from events.contraptions import ContraptionAssembled
from events.identifiers import is_object_id
from events.log import EventLog
from events.mulligans import CardsBottomed
from events.records import Draft, as_draft
from events.stack import AbilityActivated, SpellCast
from projections.identity import renamed as became
from replays.dispute.groups import group
from replays.game_log import GameLog

UNTOUCHED = ("prev", "seq", "open")


def drafts_of(log: GameLog) -> list[Draft]:
    """Return the records of a log, ready to be chained anew."""
    return list(map(as_draft, log.log))


def chained(drafts: list[Draft], path: str = "other.apnap.jsonl") -> GameLog:
    """Return a log of drafts, with a whole chain."""
    return GameLog(EventLog().append(drafts), path=path)


def renamed(log: GameLog, seed: int) -> GameLog:
    """Return a log in which every object that came after the header has another id."""
    kept = {str(name) for name in log.tables[0].objects}
    rng = random.Random(seed)  # noqa: S311 - which ids
    last = max((int(name[1:]) for name in kept), default=0)
    numbers = list(range(last + 1, last + 40 * len(log)))
    rng.shuffle(numbers)
    there: dict[str, str] = {}

    def other(value: Any) -> Any:  # noqa: ANN401 - any plain value
        match value:
            case dict():
                return {other(key): other(one) for key, one in value.items()}
            case list() | tuple():
                return [other(one) for one in value]
            case str() if is_object_id(value) and value not in kept:
                if value not in there:
                    there[value] = f"{value[0]}{numbers.pop()}"
                return there[value]
            case _:
                return value

    first, *rest = drafts_of(log)
    whole = [_explicit(log, seq, one.event) for seq, one in enumerate(rest, 1)]
    return chained(
        [
            first,
            *(
                _with(one, _event(other(_plain(event))))
                for one, event in zip(rest, whole, strict=True)
            ),
        ]
    )


def _explicit(log: GameLog, seq: int, event: Event) -> Event:
    """Return an event with the ids that it leaves to the fold."""
    match event:
        case SpellCast() | AbilityActivated():
            return msgspec.structs.replace(event, object=log.tables[seq].stack[-1].id)
        case CardsBottomed():
            new = became(event, log.tables[seq - 1])
            return msgspec.structs.replace(event, new=tuple(new[name] for name in event.cards))
        case ContraptionAssembled():
            new = became(event, log.tables[seq - 1])
            return msgspec.structs.replace(event, new=new[event.card])
        case _:
            return event


def _plain(event: Event) -> Any:  # noqa: ANN401 - an event in plain words
    return msgspec.to_builtins(event)


def _event(plain: Any) -> Event:  # noqa: ANN401 - an event in plain words
    event: Event = msgspec.convert(plain, AnyEvent)
    return event


def _with(draft: Draft, event: Event) -> Draft:
    return msgspec.structs.replace(draft, event=event)


def reordered(log: GameLog, seed: int, kinds: tuple[type[Event], ...]) -> tuple[GameLog, int]:
    """Return a log with neighbours of some kinds turned round, and how many."""
    rng = random.Random(seed)  # noqa: S311 - which of them
    drafts = drafts_of(log)
    turned = 0
    seq = 1
    while seq < len(log) - 1:
        together = group(log, seq)
        one, other = log.log[seq].event, log.log[seq + 1].event
        if isinstance(one, kinds) and type(one) is type(other) and seq + 1 in together:
            if rng.random() < 0.7:
                drafts[seq], drafts[seq + 1] = drafts[seq + 1], drafts[seq]
                turned += 1
            seq += 1
        seq += 1
    return chained(drafts), turned
