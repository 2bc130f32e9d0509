"""The engine that reads a text log with a client's grammar: players, games, facts, what is left over."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from events.base import Event
from events.errors import DataError
from events.game import GameEnded
from events.identifiers import Seat
from events.log import read
from replays.importers.protocol import ImportedGame, ImportOptions, Skipped, Tally, Told
from replays.importers.sources import Source
from replays.importers.telling.tale import Game, Phases, Tale
from replays.importers.text.entries import Entry
from replays.importers.text.grammar import Fact, Grammar

MOST_GAMES = 5_000
"""Games of one file: a simulation of a night has some hundreds."""
MOST_SENTENCES = 50_000
"""Sentences of one game, which memory holds at once: the longest met have some thousands."""


class Teller(Protocol):
    """Says what the facts of one game mean."""

    tale: Tale

    def tell(self, fact: Fact) -> bool:
        """Take in a fact; ``False`` where nothing could be made of it."""

    def finish(self) -> None:
        """The record of the game ends here."""


class Sentence(Struct, frozen=True, kw_only=True, gc=False):
    """An entry taken apart: when and at which turn and step it was written, and what it says."""

    entry: Entry
    text: str
    ms: int = 0
    prefix: tuple[str, ...] = ()
    """What a client writes before each sentence: its own affair."""


Sentences = Callable[[Tally], Iterable[Sentence]]
"""Reads a file from its beginning, each time anew: nobody has to hold all of it."""


class TextReader(Struct, frozen=True, kw_only=True):
    """What a client's importer is made of."""

    client: str
    grammar: Grammar
    begins: Callable[[Fact, int], bool]
    """Whether a fact begins another game, given how many turns the current one has had."""
    teller: Callable[[Tale, Sequence[tuple[Sentence, Fact]]], Teller]
    """Makes the teller of one game, which may look ahead."""
    turn_kind: str = "turn"
    prefix: Callable[[Tale, Sentence], None] | None = None
    """Told of each sentence before its fact is."""
    phases: Phases = "told"

    def read(
        self,
        source: Source,
        sentences: Sentences,
        options: ImportOptions,
        tally: Tally,
        *,
        match: str = "",
    ) -> Iterator[Told]:
        """Yield the games that sentences tell of: they are read once for who plays, and once for what."""
        names = self.grammar.learn(one.text for one in sentences(Tally()))
        loser: Seat | None = None
        number = 0
        for facts in self._split(source, sentences(tally), names, tally):
            if not _present(names, facts):
                tally.orphaned += len(facts)
                continue
            number += 1
            where = Game(
                client=self.client,
                file=source.name,
                match=match or digest(source.name),
                number=number,
                previous_loser=loser,
                phases=self.phases,
            )
            game = self._build(where, names, facts, options, tally)
            loser = None if isinstance(game, Skipped) else loser_of(game)
            yield game

    def _split(
        self, source: Source, told: Iterable[Sentence], names: Sequence[str], tally: Tally
    ) -> Iterator[list[tuple[Sentence, Fact]]]:
        """Read the sentences and yield each game's."""
        reader = self.grammar.knowing(names) if names else None
        game: list[tuple[Sentence, Fact]] = []
        games = turns = 0
        for one in told:
            fact = reader.read(one.text) if reader else None
            if fact is None:
                tally.leave_unread(one.entry.line, one.text)
                continue
            tally.messages += 1
            if game and self.begins(fact, turns):
                yield game
                game, turns, games = [], 0, games + 1
            turns += fact.kind == self.turn_kind
            game.append((one, fact))
            if games == MOST_GAMES or len(game) > MOST_SENTENCES:
                bound = f"{MOST_GAMES:,} games"
                if games < MOST_GAMES:
                    bound = f"{MOST_SENTENCES:,} entries in one game"
                source.failure = f"it has more than {bound} (line {one.entry.line})"
                return
        if game:
            yield game

    def _build(
        self,
        where: Game,
        names: Sequence[str],
        facts: Sequence[tuple[Sentence, Fact]],
        options: ImportOptions,
        tally: Tally,
    ) -> ImportedGame | Skipped:
        tale = Tale(where, options, tally)
        for name in _present(names, facts):
            tale.roster.add(name)

        def tell() -> ImportedGame:
            teller = self.teller(tale, facts)
            for sentence, fact in facts:
                tale.read_at(sentence.entry.line, sentence.entry.part, sentence.ms)
                if self.prefix is not None:
                    self.prefix(tale, sentence)
                if not teller.tell(fact):
                    tally.leave_unread(sentence.entry.line, sentence.text)
            teller.finish()
            return tale.finish()

        return guarded(where, tell)


def _present(names: Sequence[str], facts: Sequence[tuple[Sentence, Fact]]) -> list[str]:
    """Return the players of one game: of all whom the file names, those this game does."""
    here = {fact[group] for _, fact in facts for group in ("p", "q")}
    return [name for name in names if name in here]


def loser_of(game: ImportedGame) -> Seat | None:
    """Return who lost a game of two: they choose who starts the next one (MTR 2.2)."""
    last: Event = game.log[-1].event
    seats = [entry.seat for entry in game.header.seats]
    is_won = isinstance(last, GameEnded) and len(last.winners) == 1
    if not isinstance(last, GameEnded) or not is_won or len(seats) != 2:  # noqa: PLR2004
        return None
    return next((seat for seat in seats if seat not in last.winners), None)


def guarded(where: Game, tell: Callable[[], ImportedGame | Skipped]) -> ImportedGame | Skipped:
    """Return a game that can be read again, or what is wrong with it: it stops no other one."""
    name = f"game {where.number}"
    try:
        game = tell()
        if isinstance(game, Skipped):
            return game
        read(line + b"\n" for line in game.log.lines()).strict()
    except DataError as error:
        what = f"{name} cannot be written as a log: {error}"
    except (LookupError, ValueError, TypeError, OverflowError) as error:
        what = f"{name} holds something unexpected ({type(error).__name__}: {error})"
    else:
        return game
    reason = f"{what}; please report it together with the file"
    return Skipped(source=where.file, reason=reason, code=f"{where.client}/unexpected")


def digest(*parts: str) -> str:
    """Return a short stand-in for names that a log should not have."""
    return hashlib.sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()[:12]
