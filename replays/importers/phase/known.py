"""What a whole phase-rs record tells beforehand: who plays, who starts, whose the cards are."""

from collections.abc import Sequence

from msgspec import Struct

from replays.importers.phase.wire import Read, Typed, integer, listed

HAND, LIBRARY = "Hand", "Library"


class Known(Struct, kw_only=True):
    """Facts of a record that its first lines do not have."""

    players: list[int] = []
    """In turn order."""
    owners: dict[int, int] = {}
    """Object -> player who drew, played, cast or discarded it."""
    sources: dict[int, int] = {}
    """Ability on the stack -> the object it came from, as its resolution tells."""
    first_hands: dict[int, tuple[int, ...]] = {}
    """Player -> the first hand, where a mulligan or a Serum Powder shows all of it."""
    free_first: bool = False


def known_of(record: Sequence[Read]) -> Known:
    """Look through a record."""
    known = Known(players=[], owners={}, sources={}, first_hands={})
    players: dict[int, None] = {}
    starting: int | None = None
    for read in record:
        action = read.action
        waits = action.waiting_for or Typed()
        if waits.type == "MulliganDecision":
            known.free_first = known.free_first or waits.fields.get("free_first_mulligan") is True
            for one in listed(waits.fields, "pending"):
                if isinstance(one, dict) and integer(one, "player") >= 0:
                    players.setdefault(integer(one, "player"))
        elif waits.type == "Priority" and starting is None and isinstance(waits.player, int):
            starting = waits.player
        _first_hand(known, read)
        _owners(known, action.events)
    order = sorted(players)
    if starting in players:
        at = order.index(starting)
        order = order[at:] + order[:at]
    known.players = order[:8]
    return known


def _first_hand(known: Known, read: Read) -> None:
    """A first mulligan shows the first hand: seven cards that leave it."""
    action, actor = read.action, read.action.actor
    mulligans = action.waiting_for is not None and action.waiting_for.type == "MulliganDecision"
    if not mulligans or actor is None or actor in known.first_hands:
        return
    left = [
        integer(event.fields, "object_id")
        for event in action.events
        if event.type == "ZoneChanged" and event.fields.get("from") == HAND
    ]
    if left:
        known.first_hands[actor] = tuple(dict.fromkeys(left))


def _owners(known: Known, events: Sequence[Typed]) -> None:
    effect = -1
    for event in events:
        data = event.fields
        thing = integer(data, "object_id")
        if event.type in ("CardDrawn", "LandPlayed", "Discarded"):
            known.owners.setdefault(thing, integer(data, "player_id"))
        elif event.type == "SpellCast":
            known.owners.setdefault(thing, integer(data, "controller"))
        elif event.type == "EffectResolved":
            effect = integer(data, "source_id")
        elif event.type == "StackResolved":
            if effect >= 0 and effect != thing:
                known.sources[thing] = effect
            effect = -1
