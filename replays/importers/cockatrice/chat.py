"""Cockatrice's importer of chat logs: what players paste of the message window of a game."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from events.identifiers import Seat
from events.vocabulary import Face, Phase
from replays.importers.cockatrice.first_turn import FirstTurn
from replays.importers.protocol import ImportOptions, Tally, Telling, Told
from replays.importers.sources import Source
from replays.importers.telling.flips import loose_coin
from replays.importers.telling.opening import STARTING_HAND
from replays.importers.telling.tale import Tale
from replays.importers.text.clock import Clock
from replays.importers.text.entries import entries
from replays.importers.text.grammar import Fact, Grammar, Rule
from replays.importers.text.reader import Sentence, TextReader
from replays.importers.times import zone_named

CHAT = "cockatrice-chat"
_TIME = re.compile(r"\[(?P<time>\d\d:\d\d:\d\d)\] ")
_SIGNS = re.compile(
    rb"\[\d\d:\d\d:\d\d\] .+(?:'s turn\.|flipped a coin\. It landed as |-sided die\.|"
    rb"shuffles their deck and draws a new hand)"
)
PHASES = {
    "untap": Phase.UNTAP,
    "upkeep": Phase.UPKEEP,
    "draw": Phase.DRAW,
    "first main": Phase.PRECOMBAT_MAIN,
    "start combat": Phase.BEGINNING_OF_COMBAT,
    "beginning of combat": Phase.BEGINNING_OF_COMBAT,
    "attack": Phase.DECLARE_ATTACKERS,
    "declare attackers": Phase.DECLARE_ATTACKERS,
    "block": Phase.DECLARE_BLOCKERS,
    "declare blockers": Phase.DECLARE_BLOCKERS,
    "damage": Phase.COMBAT_DAMAGE,
    "combat damage": Phase.COMBAT_DAMAGE,
    "end combat": Phase.END_OF_COMBAT,
    "end of combat": Phase.END_OF_COMBAT,
    "second main": Phase.POSTCOMBAT_MAIN,
    "end/cleanup": Phase.END_STEP,
    "end of turn": Phase.END_STEP,
    "end": Phase.END_STEP,
}
MOST_COINS = 1_000
NO_GAME = (
    "it looks like a chat log of Cockatrice, but no player does anything in it: paste all of it"
)


def _rule(kind: str, needle: str, pattern: str, *, names: bool = False) -> Rule:
    return Rule(kind=kind, needle=needle, pattern=pattern, names=names)


GRAMMAR = Grammar(
    name=r"[^:\[\]]+?",
    rules=(
        _rule(
            "hand",
            "draws a new hand",
            r"{p} shuffles their deck and draws a new hand(?: of (?P<count>\d{1,3}) card\(s\))?\.",
            names=True,
        ),
        _rule(
            "coin",
            " flipped a coin",
            r"{p} flipped a coin\. It landed as (?P<face>Heads|Tails)"
            r"(?: \((?P<value>[12])\))?\.",
            names=True,
        ),
        _rule(
            "coins",
            " coins. There are ",
            r"{p} flips (?P<count>\d{1,4}) coins\. There are (?P<heads>\d{1,4}) heads and "
            r"(?P<tails>\d{1,4}) tails\.",
            names=True,
        ),
        _rule(
            "die",
            "-sided die",
            r"{p} rolls a (?P<value>\d{1,7}) with a (?P<sides>\d{1,7})-sided die\.",
            names=True,
        ),
        _rule("turn", "'s turn.", r"{p}'s turn\.", names=True),
        _rule(
            "life",
            " sets counter ",
            r"{p} sets counter [Ll]ife to (?P<life>-?\d{1,7}) \((?P<change>[-+]?\d{1,7})\)\.",
            names=True,
        ),
        _rule("conceded", " has conceded", r"{p} has conceded the game\."),
        _rule("phase", "", rf"(?i:(?P<phase>{'|'.join(PHASES)})(?: phase| step)?\.?)"),
        _rule("unread", "The game has ", r"The game has (?:started|been closed)\."),
    ),
)


class ChatTeller:
    """Tells one game."""

    def __init__(self, tale: Tale, facts: Sequence[tuple[Sentence, Fact]]) -> None:
        """Begin; nothing has to be known beforehand."""
        self.tale = tale
        self.first = FirstTurn(tale)
        self.dealt = self.first.dealt
        del facts

    def tell(self, fact: Fact) -> bool:
        """Take in a sentence."""
        if self.tale.decided:
            return True
        seat = self.tale.seat(fact["p"]) or Seat("")
        reading = READINGS.get(fact.kind)
        return True if reading is None else reading(self, fact, seat) is not False

    def finish(self) -> None:
        """Nothing waits to be told."""


def _hand(self: ChatTeller, fact: Fact, seat: Seat) -> None:
    """The first hand, or a mulligan; after the first turn it is neither."""
    count = fact.number("count")
    if not self.tale.in_opening:
        self.tale.fact("new hand", json.dumps({"player": seat, "count": count}))
        return
    if self.dealt[seat]:
        self.tale.declared(seat, mulligan=True)
        to = min(count, STARTING_HAND) if count is not None else None
        self.tale.opening.took(seat, self.tale.place, to=to)
    self.dealt[seat] += 1
    if count is not None:
        self.tale.dealt(seat, count)
    else:
        self.tale.opening.deal(seat).place = self.tale.place


def _coin(self: ChatTeller, fact: Fact, seat: Seat) -> None:
    self.first.act_if_dealt()
    face = Face.HEADS if fact["face"] == "Heads" else Face.TAILS
    loose_coin(self.tale, seat, face, fact.number("value") or 0)


def _coins(self: ChatTeller, fact: Fact, seat: Seat) -> bool:
    """Several coins at once: how many of each face is told, their order is not."""
    heads, tails = fact.number("heads") or 0, fact.number("tails") or 0
    if heads + tails != fact.number("count") or heads + tails > MOST_COINS:
        return False
    self.first.act_if_dealt()
    for face in [Face.HEADS] * heads + [Face.TAILS] * tails:
        loose_coin(self.tale, seat, face, inferred=True)
    return True


def _die(self: ChatTeller, fact: Fact, seat: Seat) -> bool:
    value, sides = fact.number("value") or 0, fact.number("sides") or 0
    if not 1 <= value <= sides <= 1_000_000:  # noqa: PLR2004 - no die has as many sides
        return False
    self.first.act_if_dealt()
    self.tale.rolled(seat, sides, value, purpose="")
    return True


def _turn(self: ChatTeller, _fact: Fact, seat: Seat) -> None:
    self.first.active(seat)


def _life(self: ChatTeller, fact: Fact, seat: Seat) -> None:
    life, change = int(fact["life"]), int(fact["change"])
    self.tale.life_is(seat, life - change, inferred=True)
    self.tale.life_is(seat, life)


def _conceded(self: ChatTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.conceded(seat)


def _phase(self: ChatTeller, fact: Fact, _seat: Seat) -> None:
    phase = PHASES[fact["phase"].lower()]
    if phase is not Phase.UNTAP:
        self.first.act()
    if not self.tale.in_opening and phase is not self.tale.phase:
        self.tale.enter(phase)


READINGS: Mapping[str, Callable[[ChatTeller, Fact, Seat], bool | None]] = {
    "hand": _hand,
    "coin": _coin,
    "coins": _coins,
    "die": _die,
    "turn": _turn,
    "life": _life,
    "conceded": _conceded,
    "phase": _phase,
}


def begins(fact: Fact, turns: int) -> bool:
    """Whether a sentence begins another game: the log says so itself, or not at all."""
    return turns > 0 and fact.kind == "unread"


READER = TextReader(client=CHAT, grammar=GRAMMAR, begins=begins, teller=ChatTeller, phases="partly")


class CockatriceChatImporter:
    """Reads chat logs of Cockatrice."""

    @property
    def name(self) -> str:
        """The word that names this form of the client's records."""
        return CHAT

    def detect(self, first_bytes: bytes) -> bool:
        """Whether a file that begins so is a chat log of Cockatrice."""
        return _SIGNS.search(first_bytes) is not None

    def read(self, source: Source, options: ImportOptions, tally: Tally) -> Iterator[Told]:
        """Yield the games of a chat log."""
        zone = zone_named(options.time_zone)

        def sentences(counts: Tally) -> Iterator[Sentence]:
            return _sentences(source, counts, Clock(options.day, zone))

        telling = Telling(source, READER.read(source, sentences, options, tally))
        yield from telling
        yield from telling.nothing(NO_GAME, "cockatrice/no_game")


def _sentences(source: Source, tally: Tally, clock: Clock) -> Iterator[Sentence]:
    for entry in entries(source, tally):
        match = _TIME.match(entry.text)
        text = entry.text[match.end() :] if match else entry.text
        ms = clock.ms(match["time"]) if match else 0
        yield Sentence(entry=entry, text=text, ms=ms)
