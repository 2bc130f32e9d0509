"""The facts of a moment: which records led to it, how the table stood before and after."""

from collections.abc import Iterator

from msgspec import Struct

from events.base import Chance, Decision, Event
from events.rulings import Corrected, Rewound, RulingMade
from events.stack import ManaAbilityActivated
from events.turns import PhaseEntered, PriorityPassed, PriorityReceived
from projections.table import Player, Table
from projections.viewers import JUDGE, seat_of
from projections.views import seat_view
from replays.boundaries import batch_start
from replays.dispute.groups import is_quiet
from replays.game_log import GameLog
from replays.provenance import Why, why
from replays.provenance.tree import Node
from replays.showing.parts import points

MOST_FACTS = 10
"""Rows of facts at most: a page is one page."""

NEARBY = 6
"""Records before a moment that are told where nothing says what caused it."""

EMPTY = (PriorityPassed, PriorityReceived, PhaseEntered)
"""Events that explain nothing by themselves."""


class Moment(Struct, frozen=True, kw_only=True):
    """A record of a game, whose it is, and where what led to it began."""

    game: GameLog
    seq: int
    first: int
    """The first record of its batch; in an imported log, itself."""
    seat: str
    path: str = ""
    """The value that is asked about; empty where the record itself is."""

    @property
    def before(self) -> Table:
        """The table before anything of the batch had happened, as the reader may see it."""
        return self._seen(max(0, self.first - 1))

    @property
    def after(self) -> Table:
        """The table after the record."""
        return self._seen(self.seq)

    def _seen(self, seq: int) -> Table:
        table = self.game.tables[seq]
        return table if self.seat == JUDGE else seat_view(table, seat_of(self.seat))

    @property
    def root(self) -> int:
        """The record from which this one comes, by what caused what."""
        seq = self.seq
        cause = self.game.log[seq].cause
        while cause is not None and cause >= self.first:  # a cause comes before what it causes
            seq = cause
            cause = self.game.log[seq].cause
        return seq


def moment(game: GameLog, seq: int, *, seat: str = JUDGE, path: str = "") -> Moment:
    """Return a moment of a game."""
    native = game.header.imported is None and seq > game.header.given
    first = batch_start(game.log, game.tables, seq) if native else seq
    return Moment(game=game, seq=seq, first=first, seat=seat, path=path)


def facts(here: Moment, tree: Why | None) -> list[int]:
    """Return the records that explain a moment, in their order."""
    found = {here.seq}
    if tree is not None and tree.root is not None:
        found |= set(_seqs(tree.root))
    elif here.first < here.seq:
        found |= set(_batch(here))
    else:
        found |= set(_nearby(here))
    if len(found) > MOST_FACTS:
        ranked = sorted(found, key=lambda seq: (_rank(here, seq), -seq))
        found = {here.seq, *ranked[: MOST_FACTS - 1]}
    return sorted(found)


def tree_of(here: Moment, lang: str) -> Why | None:
    """Return why the value that is asked about is what it is; nothing where none is asked about."""
    if not here.path:
        return None
    return why(here.game, here.path, here.seq, seat=here.seat, lang=lang, depth=4)


def _seqs(node: Node) -> Iterator[int]:
    if node.seq:
        yield node.seq
    for one in node.sources:
        yield from _seqs(one)


def _batch(here: Moment) -> Iterator[int]:
    """Yield the decisions and the chance of a batch, and what led from them to the record."""
    log = here.game.log
    for seq in range(here.first, here.seq):
        if isinstance(log[seq].event, Decision | Chance):
            yield seq
    cause = log[here.seq].cause
    while cause is not None and cause >= here.first:  # a cause comes before what it causes
        if not isinstance(log[cause].event, EMPTY):
            yield cause
        cause = log[cause].cause


def _nearby(here: Moment) -> Iterator[int]:
    left = NEARBY
    for seq in range(here.seq - 1, 0, -1):
        event: Event = here.game.log[seq].event
        if is_quiet(event) or isinstance(event, EMPTY):
            continue
        yield seq
        left -= 1
        if not left:
            return


def _rank(here: Moment, seq: int) -> int:
    """Return what is left out last (0) to first: decisions, what came of them, mana and passes."""
    event = here.game.log[seq].event
    if isinstance(event, (ManaAbilityActivated, *EMPTY)):
        return 2
    return 0 if isinstance(event, Decision | Chance) else 1


def rulings(here: Moment) -> list[int]:
    """Return the rulings, corrections and take-backs that bear on a moment."""
    found = []
    for record in here.game.log[1:]:
        event: Event = record.event
        match event:
            case RulingMade():
                bears = here.first <= event.about <= here.seq or record.seq > here.seq
            case Rewound():
                bears = event.to < here.seq < record.seq or record.seq == here.seq
            case Corrected():
                bears = record.seq >= here.seq
            case _:
                bears = False
        if bears:
            found.append(record.seq)
    return found


ZONES = ("hand", "library", "graveyard", "scrapyard", "contraption_deck")


ALWAYS = ("hand", "library", "graveyard")
"""Zones that are told although nothing is in them."""


def standing_of(player: Player, *, halves: bool = False) -> Iterator[tuple[str, str]]:
    """Yield what people keep of a player at a table: name of it, and how it stands."""
    yield "life", points(player.life, halves=halves)
    for zone in ZONES:
        size = len(getattr(player, zone)) + player.unseen.get(zone, 0)
        if size or zone in ALWAYS:
            yield zone, str(size)
    for kind, count in sorted(player.counters.items()):
        yield f"{kind}", str(count)
