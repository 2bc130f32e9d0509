"""The header of a told game: who plays, under which rules, and what the client does otherwise.

Implements CR 103.5 as far as a client grants free mulligans or plays another kind.
"""

from msgspec import Struct

from events.editions import resolve
from events.game import FormatEntry, GameCreated, ImportEntry, MatchEntry, SeatEntry
from events.identifiers import Seat
from events.records import FORMAT
from events.rules import Override, RulesOfPlay
from replays.importers.rounds import free_mulligans
from replays.importers.telling.opening import STARTING_HAND, Opening, SeatOpening

DAY_UNKNOWN = "2025-01-01"
"""The day whose rules are taken where neither the record nor the user names one."""

SHRINKING = frozenset({"paris_sequential", "paris_simultaneous", "vancouver"})
"""Kinds of mulligan whose new hand is one card smaller."""


class Setting(Struct, frozen=True, kw_only=True):
    """What a header is made of beside the opening."""

    client: str
    file: str
    match: str
    number: int
    seats: tuple[SeatEntry, ...]
    """In turn order."""
    day: str = ""
    """``YYYY-MM-DD``; empty where nobody tells."""
    play: FormatEntry = FormatEntry()
    recorder: Seat | None = None
    client_version: str = ""
    previous_loser: Seat | None = None


def header_of(setting: Setting, opening: Opening) -> GameCreated:
    """Return the header of a game whose opening has been gathered."""
    usual = resolve(setting.day or DAY_UNKNOWN, date_quality=None if setting.day else "inferred")
    plain = _header(setting, usual)
    overrides = [*_kind(opening, usual), *_free(opening, plain)]
    if not overrides:
        return plain
    return _header(setting, resolve(usual.as_of, overrides, date_quality=usual.date_quality))


def _header(setting: Setting, rules: RulesOfPlay) -> GameCreated:
    present = {entry.seat for entry in setting.seats}
    loser = setting.previous_loser if setting.previous_loser in present else None
    return GameCreated(
        format=FORMAT,
        game=f"{setting.client}-{setting.match}-g{setting.number}",
        seats=setting.seats,
        rules=rules,
        play=setting.play,
        match=MatchEntry(match=setting.match, game=setting.number, previous_loser=loser),
        imported=ImportEntry(
            client=setting.client,
            file=setting.file,
            recorder=setting.recorder,
            client_version=setting.client_version,
        ),
    )


def _kind(opening: Opening, usual: RulesOfPlay) -> list[Override]:
    """CR 103.5: what the new hands show of the kind of mulligan, where it is not the day's."""
    kind = usual.mulligan.kind
    sizes = [pair for one in opening.seats.values() for pair in _redrawn(one)]
    shrinks = any(drawn == to < STARTING_HAND for drawn, to in sizes)
    whole = any(drawn == STARTING_HAND > to for drawn, to in sizes)
    told = ""
    if shrinks and kind not in SHRINKING:
        told, why = "vancouver", "new hands in the record are one card smaller each"
    elif whole and kind in SHRINKING:
        told, why = "london", "new hands in the record have seven cards, of which some go back"
    return [Override(switch="mulligan.kind", value=told, reason=why)] if told else []


def _redrawn(one: SeatOpening) -> list[tuple[int, int]]:
    """Return (cards drawn, size of the hand after it) of each mulligan whose record tells both."""
    said = [declared.to for declared in one.declared if declared.mulligan]
    dealt = [deal.count for deal in one.deals[1:]]
    pairs = zip(dealt, said, strict=False)
    return [(drawn, to) for drawn, to in pairs if drawn is not None and to is not None]


def _free(opening: Opening, plain: GameCreated) -> list[Override]:
    """CR 103.5c: what the sizes that are named tell of free mulligans, where it is not by the rules."""
    seen = [number for one in opening.seats.values() for number in _free_of(one)]
    by_rule = free_mulligans(plain)
    if not seen or max(seen) == by_rule:
        return []
    extra = max(seen) - by_rule
    if extra > 0:
        reason = "free mulligans granted by the client or agreed by the players"
        return [Override(switch="mulligan.free_extra", value=str(extra), reason=reason)]
    reason = "the first mulligan is not free in the record"
    none = Override(switch="mulligan.free_first", value="none", reason=reason)
    return [none]


def _free_of(one: SeatOpening) -> list[int]:
    """Return what each mulligan of a player shows: how many of those up to it were free."""
    said = [declared.to for declared in one.declared if declared.mulligan]
    return [
        number - max(0, STARTING_HAND - to)
        for number, to in enumerate(said, 1)
        if to is not None and number >= max(0, STARTING_HAND - to)
    ]
