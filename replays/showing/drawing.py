"""The table drawn: seats, zones, battlefield, stack, combat, and every procedure under way.

Each part becomes rows of words, so that a drawing, plain text and two languages come from one place.
What changed since an earlier table carries a sign: ``+`` new, ``-`` gone, ``~`` changed.
"""

from collections.abc import Iterator, Sequence

from events.identifiers import ObjectId, Seat
from events.vocabulary import Zone
from projections.table import GameObject, Player, Table
from replays.showing.naming import described, title
from replays.showing.parts import Part, points
from replays.showing.procedures import procedures
from replays.showing.words import word

LISTED = (Zone.HAND, Zone.GRAVEYARD, Zone.SCRAPYARD)
"""Zones of a player whose cards are listed by name; the others are counted."""

COUNTED = (Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD)
MOST_IDS = 6
"""Ids written out beside equal permanents."""


class Signs:
    """Which signs to put: what differs from an earlier table, if there is one."""

    def __init__(self, before: Table | None, after: Table) -> None:
        self.before, self.after = before, after

    def thing(self, name: ObjectId) -> str:
        """Return the sign of an object."""
        if self.before is None:
            return ""
        old = self.before.objects.get(name)
        if old is None or old.zone is not self.after.objects[name].zone:
            return "+"
        return "~" if old != self.after.objects[name] else ""

    def value(self, old: object, new: object) -> str:
        """Return a value with the sign of its change."""
        return f"~{new}" if self.before is not None and old != new else str(new)

    def gone(self, names: Sequence[ObjectId], now: Sequence[ObjectId]) -> list[GameObject]:
        """Return the objects of an earlier zone that are no longer in it."""
        if self.before is None:
            return []
        left = set(now)
        return [self.before.objects[name] for name in names if name not in left]


def parts(table: Table, lang: str, *, before: Table | None = None) -> Iterator[Part]:
    """Yield the parts of a table's drawing; those with nothing in them are left out."""
    signs = Signs(before, table)
    yield _players(table, lang, signs)
    for part in (_zones(table, lang, signs), _battlefield(table, lang, signs)):
        if part.rows:
            yield part
    yield from procedures(table, lang, before)


def _players(table: Table, lang: str, signs: Signs) -> Part:
    words = ("player", "life", "hand", "library", "graveyard", "counters")
    headings = tuple(word(lang, one) for one in words)
    rows = tuple(_player(table, seat, lang, signs) for seat in table.turn_order)
    return Part("", headings, rows)


def _player(table: Table, seat: Seat, lang: str, signs: Signs) -> tuple[str, ...]:
    player = table.players[seat]
    old = signs.before.players.get(seat, player) if signs.before is not None else player
    sizes = (signs.value(_size(old, zone), _size(player, zone)) for zone in COUNTED)
    return (
        _seat_cell(table, player, lang),
        signs.value(_life(table, old), _life(table, player)),
        *sizes,
        signs.value(_counters(old), _counters(player)) if player.counters else "",
    )


def _size(player: Player, zone: Zone) -> int | str:
    """Return how many cards a player has in a zone; ``?`` where an imported record does not tell."""
    return "?" if zone.value in player.uncounted else player.size(zone)


def _seat_cell(table: Table, player: Player, lang: str) -> str:
    mark = "▸ " if table.active_player == player.seat else "  "
    name = f" ({player.name})" if player.name and player.name != player.seat else ""
    state = "" if player.lost is None else f" — {word(lang, 'lost')}: {player.lost}"
    return f"{mark}{player.seat}{name}{state}"


def _life(table: Table, player: Player) -> str:
    return points(player.life, halves=table.header.play.un_cards)


def _counters(player: Player) -> str:
    kept = {**player.counters, **{f"{{{colour}}}": n for colour, n in player.mana.items()}}
    return ", ".join(f"{kind} {count}" for kind, count in kept.items() if count)


def _zones(table: Table, lang: str, signs: Signs) -> Part:
    rows = [row for seat in table.turn_order for row in _zones_of(table, seat, lang, signs)]
    for zone, names in ((Zone.EXILE, table.exile), (Zone.COMMAND, table.command)):
        old = () if signs.before is None else getattr(signs.before, zone.value)
        cards = _names(table, names, old, signs, lang)
        if cards:
            rows.append((word(lang, zone.value), cards))
    return Part("", ("", ""), tuple(rows))


def _zones_of(table: Table, seat: Seat, lang: str, signs: Signs) -> Iterator[tuple[str, str]]:
    player = table.players[seat]
    for zone in LISTED:
        names = getattr(player, zone.value)
        old = getattr(signs.before.players[seat], zone.value) if signs.before is not None else ()
        cards = _names(table, names, old, signs, lang, hidden=player.unseen.get(zone.value, 0))
        if cards:
            yield f"{seat} {word(lang, zone.value)}", cards


def _names(  # noqa: PLR0913 - a zone now and before, and how to write it
    table: Table,
    names: Sequence[ObjectId],
    old: Sequence[ObjectId],
    signs: Signs,
    lang: str,
    *,
    hidden: int = 0,
) -> str:
    """Return the cards of a zone: known ones by name, the others by number."""
    known = [name for name in names if name in table.objects and table.objects[name].name]
    told = [f"{signs.thing(name)}{title(table.objects[name])}" for name in known]
    told += [f"-{thing.name}" for thing in signs.gone(old, names) if thing.name]
    unknown = len(names) - len(known) + hidden
    if unknown:
        told.append(f"{unknown} {word(lang, 'unseen')}")
    return ", ".join(told)


def _battlefield(table: Table, lang: str, signs: Signs) -> Part:
    rows: list[tuple[str, ...]] = []
    things = [table.objects[name] for name in table.battlefield if name in table.objects]
    for seat in (*table.turn_order, None):
        groups: dict[tuple[str, str, str], list[str]] = {}
        for thing in things:
            if _holder(table, thing) != seat:
                continue
            sign = signs.thing(thing.id)
            key = (sign, title(thing), described(table, thing, lang))
            groups.setdefault(key, []).append(thing.id)
        for (sign, name, state), ids in groups.items():
            count = f" x{len(ids)}" if len(ids) > 1 else ""
            rows.append((str(seat or "?"), f"{sign}{name}{count}", state, _ids(ids)))
    old = signs.before.battlefield if signs.before is not None else ()
    rows += [
        (str(thing.controller or "?"), f"-{title(thing)}", "", thing.id)
        for thing in signs.gone(old, table.battlefield)
    ]
    return Part(word(lang, "battlefield"), ("", "", "", ""), tuple(rows))


def _holder(table: Table, thing: GameObject) -> Seat | None:
    holder = thing.controller or thing.owner
    return holder if holder in table.turn_order else None


def _ids(ids: Sequence[str]) -> str:
    shown = " ".join(ids[:MOST_IDS])
    return f"{shown} …" if len(ids) > MOST_IDS else shown
