"""The kinds of mulligan side by side: how hands shrink, what is free, who decides when.

Implements CR 103.5 and its history (the tables of numbers; ``machine.mulligans`` has the procedure).
"""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from events.base import Event
from events.identifiers import Seat
from events.vocabulary import Phase, Zone
from machine.apnap_order import player_count
from machine.chance import Chance
from projections.progress import MulliganProgress
from projections.table import Table

PRINTED_SIZE = 7
"""The hand that the rules speak of where they name no starting hand size (CR 101.3 to 2013-07-12)."""

Step = tuple[Callable[[Table, Seat, Chance], tuple[Event, ...]], Seat]
"""Something that happens by itself, and to whom."""

NO_PROGRESS = MulliganProgress()
"""What has happened before the opening hands are dealt."""


class Kind(Struct, frozen=True, kw_only=True):
    """How one kind of mulligan goes."""

    new_hand: Literal["none", "fewer", "full", "replaced"] = "fewer"
    """Cards drawn anew: no mulligan at all, one fewer for each counted mulligan, always the
    starting size, or what was set aside less the mulligan's price."""
    together: bool = True
    """All declare, then all mulligans are taken at once; otherwise each player finishes alone."""
    bottoms: bool = False
    """As many cards of the new hand as mulligans were counted go to the bottom."""
    looks: bool = False
    """Who keeps fewer cards than the starting size may look at the top card, once."""
    shown: bool = False
    """Only a hand of nothing but lands, or of none, may be redrawn; it is shown; once a player."""
    for_each_card: int = 1
    """How many counted mulligans make the hand one card smaller."""
    dealt_extra: int = 0
    """Cards dealt above the starting size, which go to the bottom before the hand is kept."""


KINDS = {
    "none": Kind(new_hand="none"),
    "original_reveal": Kind(new_hand="full", shown=True),
    "paris_sequential": Kind(together=False),
    "paris_simultaneous": Kind(),
    "vancouver": Kind(looks=True),
    "london": Kind(new_hand="full", bottoms=True),
    "partial_paris": Kind(new_hand="replaced"),
    "houston": Kind(new_hand="none", dealt_extra=3),
    "canadian_highlander": Kind(looks=True, for_each_card=2),
}
"""Each value of the switch ``mulligan.kind``.

House rules, as understood here. Houston: ten cards are dealt, three of them go to the bottom, and
that hand is kept. Canadian Highlander: as Vancouver, but every size below the first may be tried
twice (7, 6, 6, 5, 5, ...), with one look at the end.
"""


def kind_name(table: Table) -> str:
    """Return the kind that is played; Commander had one of its own from 2009-10-01 to 2016-01-15."""
    rules = table.rules.mulligan
    if table.header.play.commander and rules.commander == "partial_paris":
        return "partial_paris"
    return rules.kind


def kind_of(table: Table) -> Kind:
    """Return how the mulligan that is played goes."""
    return KINDS[kind_name(table)]


def looks_after_keeping(table: Table) -> bool:
    """Whether small hands get a look (CR 103.4 of 2015-09-26 to 2019-07-11, Commander included)."""
    return kind_of(table).looks or KINDS[table.rules.mulligan.kind].looks


def progress_of(table: Table) -> MulliganProgress:
    """Return how far the mulligans are."""
    return table.mulligan or NO_PROGRESS


def starting_size(table: Table) -> int:
    """Return the starting hand size: seven, unless the game says otherwise (CR 103.5)."""
    return table.header.play.starting_hand_size


def dealt_size(table: Table) -> int:
    """Return how many cards a first hand is dealt."""
    return starting_size(table) + kind_of(table).dealt_extra


def free_mulligans(table: Table) -> int:
    """Return how many mulligans of each player are not counted (CR 103.5c).

    Teams of Two-Headed Giant since 2006-10-01, all games of more than two players since
    2007-07-13, every game of Brawl since 2018-07-13; and what a house grants on top.
    """
    rules, play = table.rules.mulligan, table.header.play
    multiplayer = player_count(table) > 2  # noqa: PLR2004 - CR 800.1: a game of more than two
    by_rule = {
        "none": False,
        "two_headed_giant": multiplayer and play.shared_team_turns,
        "multiplayer": multiplayer,
        "multiplayer_and_brawl": multiplayer or play.brawl,
    }
    return rules.free_extra + by_rule[rules.free_first]


def counted_after(table: Table, number: int) -> int:
    """Return what so many mulligans cost in cards, the free ones left out."""
    each = kind_of(table).for_each_card
    paid = max(0, number - free_mulligans(table))
    return -(-paid // each)  # rounded up: the first of two already makes the hand smaller


def hand_size(table: Table, seat: Seat) -> int:
    """Return how many cards a player holds."""
    return table.players[seat].size(Zone.HAND)


def drawn_for(table: Table, seat: Seat) -> int:
    """Return how many cards the mulligan that a player is taking draws."""
    progress = progress_of(table)
    kind = kind_of(table)
    taken, counted = progress.taken.get(seat, 0), progress.counted.get(seat, 0)
    if kind.new_hand == "full":
        return starting_size(table)
    if kind.new_hand == "replaced":
        before = counted_after(table, taken - 1)
        return max(0, len(progress.set_aside.get(seat, ())) - (counted - before))
    if taken <= free_mulligans(table):
        return _drawn_free(table, seat)
    return max(0, _counting_from(table) - counted)


def hand_after(table: Table, seat: Seat) -> int:
    """Return how many cards a player holds once the mulligans taken so far are done with."""
    progress, kind = progress_of(table), kind_of(table)
    if not progress.taken.get(seat):
        return starting_size(table)
    bottomed = progress.counted.get(seat, 0) if kind.bottoms else 0
    return max(0, drawn_for(table, seat) - bottomed)


def _drawn_free(table: Table, seat: Seat) -> int:
    """Return how many cards a free mulligan draws, where hands get smaller otherwise.

    CR 101.4a of 2007-07-13: seven. CR 103.4b of 2009-10-01: as many as the hand had before. Since
    2019-07-12 it is not counted at all, so that the starting size is drawn.
    """
    match table.rules.mulligan.free_first_effect:
        case "unspecified":
            return min(starting_size(table), PRINTED_SIZE)
        case "same_size":
            return progress_of(table).before.get(seat, starting_size(table))
        case "not_counted":
            return starting_size(table)


def _counting_from(table: Table) -> int:
    """Return the size that mulligans count down from.

    CR 101.4 to 2009-07-10 prints the numbers: six cards, then one fewer each time, however large
    the first hand was. Later rules speak of the hand before, and of a starting hand size.
    """
    if table.rules.mulligan.starting_hand_size_named or kind_of(table).together:
        return starting_size(table)
    return min(starting_size(table), PRINTED_SIZE)


def owed_to_bottom(table: Table, seat: Seat) -> int:
    """Return how many cards of a player's hand have to go to the bottom now (CR 103.5)."""
    progress, kind = progress_of(table), kind_of(table)
    if seat in progress.bottomed:
        return 0
    if table.phase is Phase.MULLIGAN_TAKING and kind.bottoms:
        return min(progress.counted.get(seat, 0), hand_size(table, seat))
    if table.phase is Phase.MULLIGAN_DECLARING and kind.dealt_extra:
        return max(0, hand_size(table, seat) - starting_size(table))
    return 0


def must_keep(table: Table, seat: Seat) -> bool:
    """Whether everybody can see that a player has to keep the hand there is.

    CR 103.5: until the opening hand would be zero cards; once a player in the original rule.
    """
    progress, kind = progress_of(table), kind_of(table)
    return (
        kind.new_hand == "none"
        or hand_size(table, seat) == 0
        or progress.counted.get(seat, 0) >= starting_size(table)
        or (kind.shown and progress.taken.get(seat, 0) > 0)
    )


def in_order(table: Table) -> tuple[tuple[Seat, ...], ...]:
    """Return the players in the order in which they decide, those who may decide in any order together.

    CR 103.5: turn order from the starting player. CR 103.5d: teams that share turns go team by
    team, since 2006-10-01 (CR 606.6a). Rules for two players, to 2005-07-31, name the starting
    player and the other one: of several others, none comes before the next.
    """
    if table.rules.mulligan.order == "two_players":
        return tuple(group for group in (table.playing[:1], table.playing[1:]) if group)
    if not table.header.play.shared_team_turns or not table.rules.mulligan.shared_team_turns_order:
        return tuple((seat,) for seat in table.playing)
    teams: dict[str, list[Seat]] = {}
    for seat in table.playing:
        teams.setdefault(table.players[seat].team or seat, []).append(seat)
    return tuple(tuple(team) for team in teams.values())


def lookers(table: Table) -> tuple[Seat, ...]:
    """Return who has a look at their top card to come: a small hand kept, and a card to look at."""
    progress = progress_of(table)
    if not looks_after_keeping(table):
        return ()
    size = starting_size(table)
    return tuple(
        seat
        for seat in table.playing
        if progress.kept.get(seat, size) < size and table.players[seat].size(Zone.LIBRARY)
    )
