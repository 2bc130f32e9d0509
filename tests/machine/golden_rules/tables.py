"""Tables on which a spell can be cast at once, and a way to play on from them."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from immutables import Map
from msgspec.structs import replace

from events.base import Decision, Event
from events.card_files import known_cards
from events.choices import ChoiceMade
from events.editions import resolve
from events.errors import IllegalAction
from events.game import FormatEntry, GameCreated, SeatEntry
from events.identifiers import CardName, ObjectId, Seat
from events.rules import RulesOfPlay
from events.stack import CostPaid, SpellCast, TargetsChosen
from events.turns import PhaseEntered, PriorityPassed, PriorityReceived, TurnBegan
from events.vocabulary import Phase, Zone
from machine.chance import Chance, seeded
from machine.referee import awaiting, legal_decisions
from machine.running import drafting, handle
from machine.running import start as begin
from projections.edit import edit_player, minted, put_in
from projections.fold import apply, start
from projections.table import GameObject, Table

ANN, BOB, CYD, DAN = Seat("ann"), Seat("bob"), Seat("cyd"), Seat("dan")
NOW = resolve("2026-01-01")
PLENTY = Map(dict.fromkeys("WUBRGC", 9))
LIBRARY = ("Bear",) * 5
Cards = Mapping[Seat, Sequence[str]]
NO_CARDS: Cards = MappingProxyType({})
NO_TEAMS: Mapping[Seat, str] = MappingProxyType({})
E = TypeVar("E", bound=Event)


def rules_on(day: str) -> RulesOfPlay:
    return resolve(day)


def game(  # noqa: PLR0913 - each zone is named
    seats: Iterable[Seat] = (ANN, BOB),
    *,
    hands: Cards = NO_CARDS,
    battlefield: Cards = NO_CARDS,
    libraries: Cards = NO_CARDS,
    graveyards: Cards = NO_CARDS,
    rules: RulesOfPlay = NOW,
    teams: Mapping[Seat, str] = NO_TEAMS,
    active: Seat = ANN,
) -> Table:
    """Return a table in the active player's main phase, with priority and plenty of mana."""
    seats = tuple(seats)
    header = GameCreated(
        format=1,
        game="golden",
        seats=tuple(SeatEntry(seat=seat, team=teams.get(seat, "")) for seat in seats),
        rules=rules,
        play=FormatEntry(shared_team_turns=bool(teams)),
        cards=tuple(known_cards().values()),
    )
    table = start(header)
    libraries = {seat: libraries.get(seat, LIBRARY) for seat in seats}
    zones = (
        (Zone.LIBRARY, libraries),
        (Zone.HAND, hands),
        (Zone.GRAVEYARD, graveyards),
        (Zone.BATTLEFIELD, battlefield),
    )
    for zone, cards in zones:
        for seat in seats:
            for card in cards.get(seat, ()):
                table = placed(table, seat, zone, card)
    for event in (
        TurnBegan(number=3, player=active),
        PhaseEntered(phase=Phase.PRECOMBAT_MAIN),
        PriorityReceived(player=active),
    ):
        table = apply(table, event)
    return with_mana(table)


def placed(table: Table, seat: Seat, zone: Zone, card: str) -> Table:
    name = minted(table)[0]
    everybody = frozenset(table.turn_order)
    seen = frozenset({seat}) if zone is Zone.HAND else frozenset[Seat]()
    thing = GameObject(
        id=name,
        zone=zone,
        owner=seat,
        controller=seat,
        card=CardName(card),
        seen_by=seen if zone.is_hidden else everybody,
    )
    table = put_in(table, thing)
    return _numbered(table, int(name[1:]) + 1)


def _numbered(table: Table, number: int) -> Table:
    return replace(table, numbers=replace(table.numbers, object=number))


def with_mana(table: Table) -> Table:
    for seat in table.turn_order:
        table = edit_player(table, seat, mana=PLENTY)
    return table


class Played:
    """A game that goes on: what was decided, what happened, and the table now."""

    def __init__(self, table: Table, chance: Chance | None = None) -> None:
        self.table = table
        self.chance = chance or seeded(1)
        self.events: list[Event] = []
        self.tables: list[Table] = [table]

    def do(self, *decisions: Decision, by: Seat | None = None) -> tuple[Event, ...]:
        batch = handle(self.table, decisions, self.chance, by=by)
        self.table = batch.table
        self.events += batch.events
        self.tables += batch.tables
        return batch.events

    def go_on(self) -> "Played":
        """Let happen what nobody has to decide."""
        batch = begin(self.table, self.chance)
        self.events += batch.events
        self.tables += batch.tables
        self.table = self.tables[-1]
        return self

    def hand(self, seat: Seat, card: str) -> ObjectId:
        hand = self.table.players[seat].hand
        return next(name for name in hand if self.table.objects[name].card == card)

    def cast(self, seat: Seat, card: str, *targets: str) -> "Played":
        """Announce a spell whole."""
        decisions: list[Decision] = [SpellCast(player=seat, card=self.hand(seat, card))]
        for _ in range(4):
            table = drafting(self.table, decisions, self.chance).table
            asked = awaiting(table)[0]
            if TargetsChosen in asked.decisions:
                name = table.stack[-1].id
                decisions.append(TargetsChosen(player=seat, object=name, targets=targets))
            elif CostPaid in asked.decisions:
                decisions.append(
                    next(one for one in legal_decisions(table) if isinstance(one, CostPaid))
                )
                break
        self.do(*decisions)
        return self

    def resolve(self) -> "Played":
        """Pass for everybody until something else is asked, or the stack is empty."""
        while self.table.stack and self.asked is PriorityPassed:
            self.do(PriorityPassed(player=awaiting(self.table)[0].player))
        return self

    @property
    def asked(self) -> type[Decision] | None:
        waiting = awaiting(self.table)
        return waiting[0].decisions[0] if waiting else None

    @property
    def players_asked(self) -> tuple[Seat, ...]:
        return tuple(one.player for one in awaiting(self.table))


def of_type(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def refusal(played: Played, *decisions: Decision, by: Seat | None = None) -> IllegalAction:
    """Return why decisions are refused; fail if they are not."""
    try:
        handle(played.table, decisions, played.chance, by=by)
    except IllegalAction as refused:
        return refused
    raise AssertionError(f"not refused: {decisions}")


def choose(played: Played, seat: Seat, *picks: str, about: str = "") -> tuple[Event, ...]:
    """Make one of a player's open choices, face down where the round's choices lie so."""
    choice = played.table.choice
    assert choice is not None
    opened = choice.opened
    return played.do(
        ChoiceMade(player=seat, round=opened.round, picks=picks, about=about, hidden=opened.hidden)
    )


def offered(played: Played) -> list[ChoiceMade]:
    return of_type(legal_decisions(played.table), ChoiceMade)
