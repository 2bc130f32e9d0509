"""What the rules lead to, exactly, for the games and decks of rows: a policy's own numbers.

Through ``replays.simulation.exact``, that is through the referee's own procedure (CR 103.5). Each
world is added up once; only the most frequent ones are.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct

from events.errors import ApnapError
from events.game import DeckEntry, FormatEntry, GameCreated
from events.identifiers import CardName, Seat
from events.rules import Override
from replays.new_game import Setup, header_of
from replays.simulation.exact import Exact, exactly
from replays.simulation.piles import MOST_CARDS
from replays.simulation.policies import Policy, Want

MOST_WORLDS = 40
"""Different rules and decks that are added up for one question; rarer ones expect nothing."""

POWDER = CardName("Serum Powder")
LAND, REST = CardName("Forest"), CardName("(any other card)")
SEVEN = 7

Row = Mapping[str, Any]

GAME_COLUMNS = (
    "game_id",
    "seats",
    "rules_as_of",
    "overrides",
    "mulligan_kind",
    "free_mulligans",
    "starting_hand_size",
    "limited",
    "un_cards",
    "commander",
    "brawl",
    "shared_team_turns",
)
"""What of a game its mulligans depend on."""


class Sought(Struct, frozen=True):
    """Cards that hands are given up for until one holds them: lines, and the smallest hand."""

    lines: tuple[tuple[tuple[CardName, int], ...], ...] = ()
    down_to: int = 1

    @property
    def wants(self) -> tuple[Want, ...]:
        """The lines as a policy has them."""
        return tuple(map(dict, self.lines))

    def holds(self, hand: Iterable[str]) -> bool:
        """Return whether a hand holds one of the lines whole, whatever the case of its names."""
        there = Counter(name.casefold() for name in hand)
        return any(
            all(there[name.casefold()] >= count for name, count in want.items())
            for want in self.wants
        )


class World(NamedTuple):
    """Rules, number of players and deck of a game, as far as mulligans depend on them."""

    day: str
    overrides: tuple[str, ...]
    seats: int
    play: tuple[bool, ...]
    deck: tuple[tuple[str, int], ...]

    def header(self) -> GameCreated:
        """Return the header of such a game, in which everybody has this deck."""
        limited, un_cards, commander, brawl, shared_team_turns = self.play
        main = tuple(CardName(name) for name, count in self.deck for _ in range(count))
        switches = (one.partition("=") for one in self.overrides)
        setup = Setup(
            decks={Seat(f"seat{n}"): DeckEntry(main=main) for n in range(1, self.seats + 1)},
            rules=self.day,
            overrides=[Override(switch=a, value=b, reason="as recorded") for a, _, b in switches],
            play=FormatEntry(
                limited=limited,
                un_cards=un_cards,
                commander=commander,
                brawl=brawl,
                shared_team_turns=shared_team_turns,
            ),
        )
        return header_of(setup)[0]


def world_of(game: Row, deck: Mapping[str, int]) -> World | None:
    """Return the world of a game and a deck; nothing where hands do not begin at seven cards."""
    if game["starting_hand_size"] != SEVEN or not SEVEN <= sum(deck.values()) <= MOST_CARDS:
        return None
    play = tuple(
        game[name] for name in ("limited", "un_cards", "commander", "brawl", "shared_team_turns")
    )
    there = tuple((name, count) for name, count in deck.items() if count)
    return World(game["rules_as_of"], tuple(game["overrides"]), game["seats"], play, there)


def lands_alone(size: int, lands: int) -> dict[str, int]:
    """Return a deck of which only the number of its lands matters."""
    return {LAND: lands, REST: size - lands}


def sought_alone(deck: Iterable[str], sought: Sought) -> dict[str, int]:
    """Return a deck, as a row lists it, of which only cards looked for and Powders matter."""
    wanted = {name.casefold() for want in sought.wants for name in want} | {POWDER.casefold()}
    counts = {name: int(count) for count, _, name in (entry.partition(" ") for entry in deck)}
    found = {name: count for name, count in counts.items() if name.casefold() in wanted}
    return found | {REST: sum(counts.values()) - sum(found.values())}


def holds_powder(deck: Iterable[str] | None) -> bool:
    """Return whether a deck, as a row lists it, holds a card by which hands are exiled."""
    return any(entry.partition(" ")[2] == POWDER for entry in deck or ())


class Plain(NamedTuple):
    """What the plain policy comes to in a world."""

    kept_size: float
    given_up: float
    """The chance that the first hand is not kept."""


def plain_numbers(cases: Iterable[tuple[Row, int, int]]) -> list[Plain | None]:
    """Return what the plain policy comes to, of each game and its deck's cards and lands."""
    worlds = [(world_of(game, lands_alone(*deck)), game["mulligan_kind"]) for game, *deck in cases]
    often = {one for one, _ in Counter(worlds).most_common(MOST_WORLDS)}
    return [
        _plain(world, kind) if world is not None and (world, kind) in often else None
        for world, kind in worlds
    ]


@cache
def _plain(world: World, kind: str) -> Plain | None:
    """Two to five lands of seven, two to four of fewer, at least four cards.

    Where no cards go to the bottom, five cards are kept with one land too.
    """
    lands = {7: (2, 5), 6: (2, 4), 5: (2 if kind == "london" else 1, 4), 4: (0, 4)}
    found = _exactly(world, Policy(lands=lands, down_to=4, powder="never"))
    if found is None:
        return None
    size, given_up = found.mean(lambda one: one.size), found.chance(lambda one: one.taken > 0)
    return Plain(float(size), float(given_up))


@cache
def chance_to_hold(world: World, sought: Sought) -> float | None:
    """Return the chance to keep what is looked for, of a player who keeps nothing else.

    Hands are exiled with Powders whenever they can be (CR 103.5b).
    """
    found = _exactly(world, Policy(wants=sought.wants, down_to=sought.down_to))
    if found is None:
        return None
    names = found.pile.names
    return float(found.chance(lambda one: sought.holds(names[kind] for kind in one.hand)))


def _exactly(world: World, policy: Policy) -> Exact | None:
    """Return every ending; nothing where the rules, or the number of ways, allow no exact sum."""
    try:
        header = world.header()
        return exactly(header, header.seats[0].seat, policy)
    except ApnapError:
        return None
