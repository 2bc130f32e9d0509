"""The guide to mulligans: the kinds side by side, and one game's opening under three of them."""

from events.base import Decision, Event
from events.card_files import cards_named
from events.editions import resolve
from events.game import DeckEntry, GameCreated, MatchEntry, SeatEntry, StartingPlayerChosen
from events.identifiers import CardName, Seat
from events.mulligans import CardsBottomed, LookChosen, LookedCardPlaced, MulliganDeclared
from events.records import FORMAT
from events.turns import TurnBegan
from events.vocabulary import Phase
from machine import referee, running
from machine.chance import Drawn
from markup import page, table
from projections.fold import apply, start
from projections.table import Table
from projections.timeline import line

ANN, BOB = Seat("ann"), Seat("bob")
DAYS = {"Paris": "2012-01-01", "Vancouver": "2017-01-01", "London": "2025-06-06"}

LAST = 99
"""Beyond the number of any round of declarations."""

INTRODUCTION = """\
Which mulligan is played follows from the day that a log's header names (`mulligan.kind`), or from a switch set by
hand. In every kind a hand that is kept is kept for good (CR 103.5)."""

KINDS = (
    (
        "`original_reveal`",
        "to 1996",
        "a hand without lands, or of lands alone, is shown and redrawn, once; when one does so the others may too",
    ),
    (
        "`paris_sequential`",
        "1997 to 2009-07-10",
        "one card fewer each time; the starting player finishes before the next decides",
    ),
    (
        "`paris_simultaneous`",
        "2009-07-11 to 2015-09-25",
        "the same, but all declare in turn order and then redraw together, round after round",
    ),
    (
        "`vancouver`",
        "2015-09-26 to 2019-07-11",
        "the same; once all have kept, whoever has fewer cards than at first may look at the top card and bottom it",
    ),
    (
        "`london`",
        "since 2019-07-12",
        "always a full new hand; as many of its cards as mulligans were counted go to the bottom at once",
    ),
    (
        "`partial_paris`",
        "Commander, 2009-10-01 to 2016-01-15",
        "any cards are set aside in exile and one fewer drawn; with the keep they are shuffled in",
    ),
    (
        "`houston`",
        "house rule",
        "ten cards are dealt, three of them go to the bottom, and that hand is kept",
    ),
    (
        "`canadian_highlander`",
        "house rule",
        "as Vancouver, but every size below seven may be tried twice",
    ),
    ("`none`", "house rule", "the first hand is the opening hand"),
)

FREE = """\
A free mulligan is not counted: no card less, nothing to bottom, one mulligan more before the hand is empty. The first
one is free for teams of Two-Headed Giant since 2006-10-01, in every game of more than two players since 2007-07-13, and
in every game of Brawl since 2018-07-13; `mulligan.free_extra` adds what a house grants. Commander for two is a duel.
What it draws is `mulligan.free_first_effect`: seven cards, as the rules print until 2009-09-30; as many as the hand had
before, until 2019-07-11; since then the starting hand size, as every London mulligan does."""

ORDER = """\
Until 2005-07-31 the rules know two players: the starting player, and the other one. Of several others none comes before
the next (`mulligan.order`). Since then all declare in turn order; teams of Two-Headed Giant decide together, team by
team, since 2006-10-01. Until 2009-07-10 a player, or a team, finishes before the next decides."""

BY_DATE = (
    (
        "a mulligan draws six cards, however many were dealt, then one fewer each time",
        "to 2009-07-10",
        "`mulligan.starting_hand_size_named`",
    ),
    (
        "opening-hand actions wait for kept hands, and come before looks that a table plays with",
        "to 2015-09-25",
        "`pregame.opening_hand_waits_for`",
    ),
    ("they wait for the looks as well", "since 2015-09-26", "`pregame.opening_hand_waits_for`"),
    (
        "cards begin the game in play by their own words, in the order that the later rule gives",
        "2006-02-01 to 2007-07-12",
        "`pregame.opening_hand_actions`",
    ),
    (
        "dice decide who starts; later they decide who chooses",
        "to 2001-07-22",
        "`pregame.start_chooser`",
    ),
)

SHORTCUT = """\
Who mulligans again anyway need not choose which cards go to the bottom: `again`, in `apnap play`, has any cards go
there and declares the next mulligan. It is open only before another mulligan, and with no card in hand that could be
used before it (CR 732.1); which cards went down is part of the record."""

READINGS = """\
Where sources are silent: the original rule counts a redraw that answers another player's as that player's own one; a
player who had declined before may still answer. Commander's own mulligan and the free first one go together: as many
cards are drawn as were set aside. Small hands of Commander look at their top card as long as Vancouver was in force."""

ABILITIES = """\
At their moment to declare, and only then, players may first use a card that works any time they could mulligan (Serum
Powder): the whole hand is exiled face up and as many cards drawn. It is no mulligan, can be repeated, and comes after
the cards of a London mulligan have gone to the bottom (CR 103.5b). Opening-hand actions (CR 103.6) wait for the end of
everything above: the starting player takes all of theirs, then the next in turn order. Everybody is asked if any deck
of the game holds such a card, and nobody otherwise."""

THREE_LOGS = """\
The same decisions and the same chance: Ann keeps, Bob takes two mulligans and keeps. What differs is what the rules of
the day make of it."""


class _Unmoved(Drawn):
    """Chance that leaves every library as it is."""

    def below(self, bound: int, purpose: str) -> int:
        del purpose
        return bound - 1


def mulligans_page() -> str:
    """Return the guide to mulligans."""
    return page(
        "Mulligans",
        INTRODUCTION,
        table(("kind", "when", "how"), KINDS),
        "## Free mulligans",
        FREE,
        "## Order and size by date",
        ORDER,
        table(("what", "days", "switch"), BY_DATE),
        "## Readings",
        READINGS,
        "## Cards before and after",
        ABILITIES,
        "## A shortcut",
        SHORTCUT,
        "## One opening under three rules",
        THREE_LOGS,
        _side_by_side(),
    )


def _side_by_side() -> str:
    """Return the three openings as a table: one row for each stage, one column for each kind."""
    told = {name: _stages(day) for name, day in DAYS.items()}
    stages = sorted({stage for each in told.values() for stage in each})
    rows = [["<br>".join(each.get(stage, ())) for each in told.values()] for stage in stages]
    return table([f"{name} ({day})" for name, day in DAYS.items()], rows)


Stage = tuple[int, int]
"""The round, and how far it is: declaring, taking, looking, acting."""


def _stages(day: str) -> dict[Stage, tuple[str, ...]]:
    """Return the lines of an opening by stage; who looks or acts does so after all rounds."""
    at, found = _dealt(day), dict[Stage, tuple[str, ...]]()
    for event in opening(day):
        after = apply(at, event)
        stage = _stage(after)
        found[stage] = (*found.get(stage, ()), line(at, event, after, seat=None))
        at = after
    return found


def _stage(at: Table) -> Stage:
    rounds = at.mulligan.round if at.mulligan is not None else 0
    late = {Phase.MULLIGAN_LOOKING: (LAST, 0), Phase.OPENING_HAND_ACTIONS: (LAST, 1)}
    return late.get(at.phase, (rounds, int(at.phase is Phase.MULLIGAN_TAKING)))


def opening(day: str) -> tuple[Event, ...]:
    """Return the events from the first declaration to the first turn."""
    at = _dealt(day)
    events: list[Event] = []
    mulligans = 2
    while not at.turn.number:  # every pass is one decision; there are at most ten
        asked = referee.awaiting(at)[0]
        decision = _decision(at, asked.player, asked.decisions, mulligans)
        mulligans -= isinstance(decision, MulliganDeclared) and decision.mulligan
        batch = running.handle(at, (decision,), _Unmoved())
        events += batch.events
        at = batch.table
    began = next(n for n, event in enumerate(events) if isinstance(event, TurnBegan))
    return tuple(events[:began])


def _decision(at: Table, seat: Seat, kinds: tuple[type[Decision], ...], mulligans: int) -> Decision:
    """Bob takes mulligans as long as there are some left; he bottoms from the right, and looks."""
    hand = at.players[seat].hand
    if MulliganDeclared in kinds:
        return MulliganDeclared(player=seat, mulligan=seat == BOB and mulligans > 0)
    if CardsBottomed in kinds:
        return CardsBottomed(player=seat, cards=hand[len(hand) - (2 - mulligans) :])
    if LookChosen in kinds:
        return LookChosen(player=seat, look=True)
    return LookedCardPlaced(player=seat, bottom=True)


def _dealt(day: str) -> Table:
    cards, _ = cards_named([CardName("Forest")])
    deck = DeckEntry(main=(CardName("Forest"),) * 40)
    header = GameCreated(
        format=FORMAT,
        game="guide",
        seats=(SeatEntry(seat=ANN, name="Ann"), SeatEntry(seat=BOB, name="Bob")),
        rules=resolve(day),
        decks={ANN: deck, BOB: deck},
        cards=cards,
        match=MatchEntry(previous_loser=ANN),
    )
    at = running.start(start(header), _Unmoved()).table
    choice = StartingPlayerChosen(player=ANN, starting_player=ANN)
    return running.handle(at, (choice,), _Unmoved()).table
