"""A game with secrets: what one seat may not know can be changed and nothing else."""

import random
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from events.base import Event
from events.choices import ChoiceMade, ChoicesCompleted, ChoicesOpened
from events.contraptions import ContraptionAssembled, ContraptionRevealed
from events.game import ChanceScheme, DeckEntry, FormatEntry, GameCreated, StartingPlayerChosen
from events.identifiers import CardName, ObjectId, Seat
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.rulings import NoteAdded
from events.stack import ObjectsChosen, ResolutionBegan, ResolutionEnded, SpellCast
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.vocabulary import LibraryPlace, Phase, Zone
from events.zones import (
    CardMoved,
    CardsLookedAt,
    CardsRevealed,
    ContraptionDeckShuffled,
    LibraryOrdered,
    LibraryShuffled,
)
from projections.fold import apply, start
from projections.table import Table
from projections.views import seat_view
from tests.projections.makers import ANN, BOB, header

SIZE = 20
DECK = tuple(CardName(f"Bob {number}") for number in range(SIZE))
SIDEBOARD = (CardName("Bob's Sideboard"),)
CONTRAPTIONS = tuple(CardName(f"Gadget {number}") for number in range(4))

Game = tuple[list[Event], list[Table]]


class Played:
    """A log in the making: events and the tables after them."""

    def __init__(self, game: GameCreated) -> None:
        self.events: list[Event] = [game]
        self.tables = [start(game)]

    @property
    def table(self) -> Table:
        return self.tables[-1]

    def new(self, count: int = 1) -> tuple[ObjectId, ...]:
        first = self.table.numbers.object
        return tuple(ObjectId(f"c{number}") for number in range(first, first + count))

    def add(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.tables.append(apply(self.table, event))

    def hand(self, seat: Seat) -> tuple[ObjectId, ...]:
        return self.table.players[seat].hand

    def shuffle(self, seat: Seat, secret: random.Random) -> None:
        library = list(self.table.players[seat].library)
        secret.shuffle(library)
        new = self.new(len(library))
        self.add(LibraryShuffled(player=seat, order=tuple(library), new=new))

    def draw(self, seat: Seat, count: int) -> None:
        self.add(CardsDrawn(player=seat, count=count, cards=self.new(count)))


def game(secret: int, names: Callable[[int], CardName] = lambda place: DECK[place]) -> Game:
    """Play a game in which only what ann may not know depends on ``secret`` and ``names``."""
    hidden, known = random.Random(secret), random.Random(0)  # noqa: S311 - a test
    played = Played(_header(names))
    played.add(StartingPlayerChosen(player=ANN, starting_player=BOB))
    played.shuffle(ANN, known)
    played.shuffle(BOB, hidden)
    _deck_shuffled(played, hidden)
    played.draw(ANN, 7)
    played.draw(BOB, 7)
    _mulligan(played, hidden)
    _turn(played, hidden)
    _hidden_choice(played, hidden)
    played.add(NoteAdded(text=f"a secret of {secret}"))
    return played.events, played.tables


def _header(names: Callable[[int], CardName]) -> GameCreated:
    deck = DeckEntry(
        main=tuple(names(place) for place in range(SIZE)),
        sideboard=SIDEBOARD,
        contraptions=CONTRAPTIONS,
    )
    made = header(
        decks={ANN: DeckEntry(main=(CardName("Ann's Bear"),) * SIZE), BOB: deck},
        play=FormatEntry(un_cards=True),
    )
    return replace(made, chance=ChanceScheme(kind="seeded", seed="a secret seed"))


def _deck_shuffled(played: Played, hidden: random.Random) -> None:
    deck = list(played.table.players[BOB].contraption_deck)
    top, rest = deck[0], deck[1:]
    hidden.shuffle(rest)
    new = played.new(len(deck))
    played.add(ContraptionDeckShuffled(player=BOB, order=(top, *rest), new=new))


def _mulligan(played: Played, hidden: random.Random) -> None:
    played.add(
        PhaseEntered(phase=Phase.MULLIGAN_DECLARING),
        MulliganDeclared(player=BOB, mulligan=True),
        MulliganDeclared(player=ANN, mulligan=False),
        HandKept(player=ANN, size=7),
        PhaseEntered(phase=Phase.MULLIGAN_TAKING),
        MulliganTaken(player=BOB, number=1, counted=2),
    )
    played.shuffle(BOB, hidden)
    played.draw(BOB, 7)
    cards = tuple(hidden.sample(played.hand(BOB), 2))
    played.add(
        CardsBottomed(player=BOB, cards=cards, new=played.new(2)),
        HandKept(player=BOB, size=5),
    )


def _turn(played: Played, hidden: random.Random) -> None:
    played.add(TurnBegan(number=1, player=BOB), PhaseEntered(phase=Phase.DRAW))
    played.draw(BOB, 1)
    top = list(played.table.players[BOB].library[:3])
    played.add(CardsLookedAt(player=BOB, cards=tuple(top)))
    hidden.shuffle(top)
    played.add(LibraryOrdered(player=BOB, top=tuple(top[:2]), bottom=tuple(top[2:])))
    searched = hidden.choice(played.table.players[BOB].library)
    spell = played.hand(BOB)[0]
    played.add(SpellCast(player=BOB, card=spell))
    name = played.table.stack[-1].id
    played.add(
        ResolutionBegan(object=name),
        ObjectsChosen(player=BOB, object=name, chosen=(searched,)),
        CardMoved(card=searched, new=played.new()[0], to=Zone.HAND),
        ResolutionEnded(object=name),
        CardMoved(card=name, new=played.new()[0], to=Zone.GRAVEYARD),
    )
    played.shuffle(BOB, hidden)
    face_down = hidden.choice(played.hand(BOB))
    new = played.new()[0]
    played.add(CardMoved(card=face_down, new=new, to=Zone.BATTLEFIELD, face_down=True))
    put_back = hidden.choice(played.hand(BOB))
    new = played.new()[0]
    played.add(CardMoved(card=put_back, new=new, to=Zone.LIBRARY, place=LibraryPlace.TOP))
    gadget = played.table.players[BOB].contraption_deck[0]
    played.add(
        ContraptionRevealed(player=BOB, card=gadget),
        ContraptionAssembled(player=BOB, card=gadget, sprocket=2, new=played.new()[0]),
        CardsLookedAt(player=ANN, cards=played.table.players[BOB].library[1:2]),
    )


def _hidden_choice(played: Played, hidden: random.Random) -> None:
    revealed = hidden.choice(played.hand(BOB))
    new = played.new()[0]
    played.add(
        ChoicesOpened(round=1, players=(BOB, ANN), kind="pick", hidden=True),
        ChoiceMade(player=BOB, round=1, picks=(hidden.choice(played.hand(BOB)),), hidden=True),
        ChoiceMade(player=ANN, round=1, picks=(played.hand(ANN)[0],), hidden=True),
        ChoicesCompleted(round=1),
        CardMoved(card=revealed, new=new, to=Zone.BATTLEFIELD),
        CardsRevealed(player=ANN, cards=played.hand(ANN)[:1]),
    )


def places_seen(tables: Iterable[Table], seat: Seat | None) -> list[int]:
    """Return the places of bob's deck that a seat comes to see, in the order of their appearance."""
    seen: list[int] = []
    for table in tables:
        view = seat_view(table, seat)
        things = (*view.objects.values(), *view.last_known.values())
        new = {DECK.index(thing.card) for thing in things if thing.card in DECK} - {*seen}
        seen += sorted(new)
    return seen
