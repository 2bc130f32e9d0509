"""Events of a whole game: its creation, its players leaving, its end.

Implements CR 100, 103.1, 104.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from events.base import Consequence, Count, Decision, Integer, Number
from events.cards import CardDefinition
from events.identifiers import CardName, Seat
from events.rules import RulesOfPlay
from events.vocabulary import EndReason, GameResult, LossReason


class SeatEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One player of the header, in turn order: seat, the name people read, the team if any."""

    seat: Seat
    name: str = ""
    team: str = ""
    """Players with the same non-empty team win and lose together."""


class DeckEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A deck as handed in: card names in list order, repeated as often as they are played."""

    main: tuple[CardName, ...] = ()
    sideboard: tuple[CardName, ...] = ()
    commanders: tuple[CardName, ...] = ()
    contraptions: tuple[CardName, ...] = ()


class FormatEntry(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The format of play: what the rules ask about it (CR 100.2, 800, 903)."""

    limited: bool = False
    un_cards: bool = False
    """Silver-bordered or acorn cards are allowed: halves, Contraptions."""
    shared_team_turns: bool = False
    shared_life: bool = False
    """Each team has one life total: Two-Headed Giant (CR 810.4, 810.9)."""
    brawl: bool = False
    commander: bool = False
    vanguard: bool = False
    tournament: bool = False
    starting_life: Count = 20
    starting_hand_size: Count = 7


class MatchEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which game of which match this is, and who chooses who starts where no method decides anew."""

    match: str = ""
    game: Number = 1
    previous_loser: Seat | None = None
    """The loser of the match's last game; absent in a first game and after a drawn one."""
    previous_chooser: Seat | None = None
    """Who chose in the last game, if that was drawn."""


class ChanceScheme(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Where the chance of this log came from. Outcomes are in the log; no replay draws again."""

    kind: str = "recorded"
    """``system`` (the operating system's generator), ``seeded``, ``scripted``, ``physical`` or ``recorded``."""
    seed: str = ""


class ImportEntry(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Where an imported log was read: the client, the file's name, and whose record it is."""

    client: str
    file: str = ""
    recorder: Seat | None = None
    """The seat whose client wrote the record: the only one whose hidden cards it knows."""
    client_version: str = ""


class GameCreated(Consequence, frozen=True, kw_only=True, tag=True):
    """A game is set up: who plays, what with, and under which rules. The header of every log."""

    rule: ClassVar[str] = "103.1"

    format: Number
    """Version of the log format."""
    game: str
    seats: tuple[SeatEntry, ...]
    """In turn order (CR 103.1)."""
    rules: RulesOfPlay
    play: FormatEntry = FormatEntry()
    decks: dict[Seat, DeckEntry] = {}
    cards: tuple[CardDefinition, ...] = ()
    """Every card used, by name: a log can be replayed where nobody has heard of its cards."""
    match: MatchEntry = MatchEntry()
    chance: ChanceScheme = ChanceScheme()
    imported: ImportEntry | None = None
    """Present where another program's record was read; nothing in such a log can be re-derived."""
    branch_of: str = ""
    """The head of the log this one was forked from."""
    procedure: Literal["", "coin_flips", "contraptions"] = ""
    """The one procedure that is recorded, where no game is played around it: such a log has no end."""
    given: Count = 0
    """How many records after the header set the table up, where a game did not start at its start."""


class StartingPlayerChosen(Decision, frozen=True, kw_only=True, tag=True):
    """A player names who takes the first turn."""

    rule: ClassVar[str] = "103.1"

    player: Seat
    starting_player: Seat


class Conceded(Decision, frozen=True, kw_only=True, tag=True):
    """A player concedes: always possible, at once, beaten by no card."""

    rule: ClassVar[str] = "104.3a"

    player: Seat


class DrawOffered(Decision, frozen=True, kw_only=True, tag=True):
    """A player proposes that the game be a draw."""

    rule: ClassVar[str] = "104.4"

    player: Seat


class DrawAnswered(Decision, frozen=True, kw_only=True, tag=True):
    """A player accepts or declines the draw that was offered."""

    rule: ClassVar[str] = "104.4"

    player: Seat
    accepted: bool


class PlayerLost(Consequence, frozen=True, kw_only=True, tag=True):
    """A player loses the game."""

    rule: ClassVar[str] = "104.3"

    player: Seat
    reason: LossReason


class PlayerWon(Consequence, frozen=True, kw_only=True, tag=True):
    """An effect says that a player wins the game."""

    rule: ClassVar[str] = "104.2b"

    player: Seat


class PlayerLeft(Consequence, frozen=True, kw_only=True, tag=True):
    """A player leaves a game that goes on: everything they own goes with them."""

    rule: ClassVar[str] = "800.4a"

    player: Seat


class GameEnded(Consequence, frozen=True, kw_only=True, tag=True):
    """The game is over: who won, and why."""

    rule: ClassVar[str] = "104.1"

    result: GameResult
    winners: tuple[Seat, ...] = ()
    reason: EndReason = EndReason.UNKNOWN


class PlayerRenamed(Consequence, frozen=True, kw_only=True, tag=True):
    """The name that people read for a seat is set; the seat stays what it is."""

    rule: ClassVar[str] = "102.1"

    player: Seat
    name: str


class PlayerCountersChanged(Consequence, frozen=True, kw_only=True, tag=True):
    """A player gets or loses counters (poison, energy, experience)."""

    rule: ClassVar[str] = "122.1"

    player: Seat
    kind: str
    change: Integer
