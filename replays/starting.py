"""A new game in one call, for notebooks and programs: decks in, a game out that waits for decisions."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from events.card_files import known_cards
from events.game import ChanceScheme, DeckEntry, FormatEntry, GameCreated
from events.identifiers import parse_seat
from events.log import EventLog
from events.rules import Override
from replays.decklists import deck_of, open_decklist
from replays.decklists.card_data import CardFiles, open_card_files
from replays.new_game import Setup, draws_of, header_draft, header_of
from replays.session import Game

PLAIN = FormatEntry()


def begun(header: GameCreated) -> Game:
    """Return a game in memory, gone on to its first decision."""
    game = Game(EventLog().append([header_draft(header)]), draws=draws_of(header))
    game.begin()
    return game


def new(  # noqa: PLR0913 - each part of a game is named
    decks: Mapping[str, str | DeckEntry],
    *,
    rules: str = "",
    switches: Mapping[str, str] | None = None,
    play: FormatEntry = PLAIN,
    cards: Iterable[str | Path] = (),
    seed: str | int | None = None,
    game: str = "",
) -> Game:
    """Return a new game. ``decks`` are by seat in turn order: files, bundled names, or entries.

    ``rules`` is the day whose rules are in force, ``switches`` changes some of them by hand; with a
    ``seed`` the same decisions give the same game. Raises ``DataError`` where something is amiss.
    """
    files = open_card_files(cards)
    scheme = ChanceScheme(kind="system")
    setup = Setup(
        decks={parse_seat(seat): _deck(deck, files, play) for seat, deck in decks.items()},
        rules=rules,
        overrides=[Override(switch=name, value=value) for name, value in (switches or {}).items()],
        play=play,
        cards=files.cards,
        chance=scheme if seed is None else ChanceScheme(kind="seeded", seed=str(seed)),
        game=game,
    )
    header, _ = header_of(setup)
    return begun(header)


def _deck(deck: str | DeckEntry, files: CardFiles, play: FormatEntry) -> DeckEntry:
    if isinstance(deck, DeckEntry):
        return deck
    everything = {**known_cards(), **files.cards}
    return deck_of(open_decklist(deck), everything, play=play, numbered=files.numbered).entry
