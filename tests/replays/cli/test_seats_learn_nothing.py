"""Two logs that differ only in what a seat may not know are one log to that seat, byte for byte.

Of a random game a second one is made in which two cards have changed places that the seat never
sees: what it is shown, told, asked, offered, refused and given as an export must be the same.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.codec import encode
from events.game import DeckEntry
from events.identifiers import CardName, Seat
from events.log import EventLog
from events.records import Draft, Record
from machine.referee import awaiting, legal_decisions
from projections.plain import encode_table
from projections.views import can_tell, seat_records, seat_view
from replays.autoplay import casual_choice, play_on
from replays.files import write_log
from replays.game_log import GameLog
from tests.machine.golden_rules.told import told, tried
from tests.machine.random_games import dice, new_game
from tests.replays.cli.conftest import Run

LONG = 200
"""Records of a game: both players have cast and shown something by then."""

OFFERED = 40
TRIED = 60
SPARSE = 9
"""Of so many tables one is written out and asked for offers, of its square one for refusals: tables
that are equal are the same bytes."""

GAMES = [("paris-one-by-one-two-players", "two", 2), ("forced-results", "three", 3)]
MORE = [(edition, "three", seed) for edition in ("london", "vancouver") for seed in range(4, 30)]
EVERY = [*GAMES, *(pytest.param(*one, marks=pytest.mark.soak) for one in MORE)]
every_game = pytest.mark.parametrize(("edition", "seating", "seed"), EVERY)


@cache
def played(edition: str, seating: str, seed: int) -> GameLog:
    game = new_game(edition, seating, seed, un_cards=True)
    play_on(game, casual_choice(dice(seed)), until=lambda _: len(game.log) > LONG)
    return game.log


def seats(game: GameLog) -> list[Seat | None]:
    return [entry.seat for entry in game.header.seats] + [None]


def unseen(game: GameLog, owner: Seat, viewer: Seat | None) -> list[CardName]:
    """Return the names in a player's deck that the viewer has seen nowhere in the whole game."""
    seen = {
        thing.card
        for table in game.tables
        for thing in table.objects.values()
        if can_tell(table, thing, viewer)
    }
    copied = {thing.copied for table in game.tables for thing in table.objects.values()}
    deck = Counter(game.header.decks[owner].main)
    return sorted(name for name in deck if name not in seen | copied)


def twins(game: GameLog, viewer: Seat | None) -> Iterator[GameLog]:
    """Yield games in which two cards of another player have changed places, unseen by the viewer."""
    for owner in game.header.decks:
        names = unseen(game, owner, viewer) if owner != viewer else []
        if len(names) > 1:
            yield exchanged(game, owner, names[0], names[-1])


def exchanged(game: GameLog, owner: Seat, one: CardName, other: CardName) -> GameLog:
    """Return the same records about a deck in which one card is the other and the reverse."""
    swap = {one: other, other: one}
    deck = game.header.decks[owner]
    main = tuple(swap.get(name, name) for name in deck.main)
    assert main != deck.main
    decks = {**game.header.decks, owner: DeckEntry(main=main, contraptions=deck.contraptions)}
    first = Draft(event=replace(game.header, decks=decks), by="apnap")
    rest = [Draft(event=record.event, by=record.by, cause=record.cause) for record in game.log[1:]]
    return GameLog(EventLog().append([first, *rest]))


@cache
def pairs(*which: str | int) -> list[tuple[Seat | None, GameLog]]:
    """Return each seat, and the public, with a game that differs only in what it may not know."""
    game = played(*which)
    return [(viewer, one) for viewer in seats(game) for one in islice(twins(game, viewer), 1)]


@every_game
def test_there_is_something_to_hide(edition: str, seating: str, seed: int) -> None:
    game = played(edition, seating, seed)
    found = list(pairs(edition, seating, seed))
    assert len(found) == len(seats(game))
    assert all(other.head != game.head for _, other in found)
    assert all(
        encode_table(table) != encode_table(twin)
        for _, other in found
        for table, twin in zip(game.tables[-1:], other.tables[-1:], strict=True)
    )


@every_game
def test_views_and_records_are_the_same_bytes_at_every_event(
    edition: str, seating: str, seed: int
) -> None:
    game = played(edition, seating, seed)
    for viewer, other in pairs(edition, seating, seed):
        assert records(game, viewer) == records(other, viewer)
        for seq, (table, twin) in enumerate(zip(game.tables, other.tables, strict=True)):
            seen = seat_view(table, viewer), seat_view(twin, viewer)
            assert seen[0] == seen[1]
            if seq % SPARSE == 0:
                assert encode_table(seen[0]) == encode_table(seen[1])


def records(game: GameLog, viewer: Seat | None) -> list[bytes]:
    shown: Iterator[Record] = seat_records(game.log, game.tables, viewer)
    return [encode(record) for record in shown]


@every_game
def test_what_is_asked_offered_and_refused_is_the_same(
    edition: str, seating: str, seed: int
) -> None:
    game = played(edition, seating, seed)
    for viewer, other in pairs(edition, seating, seed):
        if viewer is None:
            continue
        places = list(zip(game.tables, other.tables, strict=True))
        for table, twin in places[::SPARSE]:
            assert awaiting(table) == awaiting(twin)
            own = [list(islice(offers(one, viewer), OFFERED)) for one in (table, twin)]
            assert own[0] == own[1]
        for table, twin in places[:: SPARSE * SPARSE]:
            for decision in islice(tried(table, viewer), TRIED):
                assert told(table, viewer, decision) == told(twin, viewer, decision)


def offers(table: object, viewer: Seat) -> Iterator[object]:
    return (one for one in legal_decisions(table) if one.player == viewer)  # type: ignore[arg-type]


COMMANDS = (
    ("log", "--plain"),
    ("show", "--plain"),
    ("show", "--json"),
    ("why", "--plain", "players.ann.life"),
)


@every_game
def test_what_commands_write_is_the_same_bytes(
    edition: str, seating: str, seed: int, tmp_path: Path, run: Run
) -> None:
    game = played(edition, seating, seed)
    for viewer, other in pairs(edition, seating, seed):
        for words in COMMANDS:
            first, second = (
                output(run, one, viewer or "public", words, tmp_path) for one in (game, other)
            )
            assert first
            assert first == second


@every_game
def test_verdicts_are_marks_alone(
    edition: str, seating: str, seed: int, tmp_path: Path, run: Run
) -> None:
    game = played(edition, seating, seed)
    path = tmp_path / "game.apnap.jsonl"
    for viewer, other in pairs(edition, seating, seed):
        told_ = []
        for one in (game, other):
            write_log(one.log, path, overwrite=True)
            told_.append(run("verify", "--json", str(path), "--seat", viewer or "public").stdout)
        assert "reason" not in told_[0]
        assert told_[0] == told_[1]


@pytest.mark.parametrize(
    "words",
    [("audit", "{log}"), ("fork", "{log}@9", "-o", "{log}.new"), ("dispute", "{log}", "{log}")],
)
def test_what_needs_all_of_a_log_is_for_a_judge(
    words: tuple[str, ...], tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "game.apnap.jsonl"
    write_log(played(*GAMES[0]).log, path)

    result = run(*(word.format(log=path) for word in words), "--seat", "bob")

    assert (result.exit_code, result.stdout) == (2, "")
    assert "[usage/seat]" in result.stderr


@pytest.mark.parametrize("words", [("verify",), ("add", "--note", "hello"), ("play",)])
def test_nobody_looks_with_the_eyes_of_a_stranger(
    words: tuple[str, ...], tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "game.apnap.jsonl"
    write_log(played(*GAMES[0]).log, path)
    before = path.read_bytes()

    result = run(words[0], str(path), *words[1:], "--seat", "mallory")

    assert result.exit_code == 2
    assert "nobody called 'mallory' is in this game" in result.stderr
    assert path.read_bytes() == before


EXPORT = ("export", "--names", "--format", "csv", "--options", "0", "--engine", "serial")


@every_game
def test_exported_tables_and_redacted_logs_are_the_same_bytes(
    edition: str, seating: str, seed: int, tmp_path: Path, run: Run
) -> None:
    game = played(edition, seating, seed)
    every = pairs(edition, seating, seed)
    for viewer, other in (every[0], every[-1]):
        files = []
        for number, one in enumerate((game, other)):
            folder = tmp_path / f"{viewer}-{number}"
            output(run, one, viewer or "public", (*EXPORT, "-o", str(folder)), tmp_path)
            log = str(folder / "redacted.apnap.jsonl")
            output(run, one, viewer or "public", ("redact", "--names", "-o", log), tmp_path)
            files.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
        assert len(files[0]) > 1
        assert files[0] == files[1]


def output(run: Run, game: GameLog, viewer: str, words: tuple[str, ...], folder: Path) -> str:
    """Return what a command writes about a log."""
    path = folder / "game.apnap.jsonl"
    write_log(game.log, path, overwrite=True)
    command, *more = words
    result = run(command, str(path), "--seat", viewer, *more)
    assert result.exit_code == 0, result.stderr
    return str(result.stdout)
