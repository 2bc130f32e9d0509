"""Real records: nothing is lost, nothing is added, nobody is named."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.division import CombatDamageAssigned, DamageDivided
from events.game import GameEnded, StartingPlayerChosen
from events.identifiers import Seat
from events.log import read
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.rulings import Rewound
from events.turns import PhaseEntered, TurnBegan
from events.vocabulary import Phase, Zone
from projections.fold import fold
from replays.audit import Severity, audit
from replays.importers import ImportedGame, ImportReport, import_files, log_name
from replays.importers.arena import states
from replays.importers.arena.context import Build
from replays.importers.arena.counts import FIELDS, count
from replays.importers.arena.known import ZONES
from replays.importers.rounds import free_mulligans

Reader = Callable[[str], ImportReport]
Session = dict[str, Any]

NAMES = (
    b"redacted",
    b"LOCALPLAYER",
    b"PlayerOne",
    b"PlayerTwo",
    b"USER_",
    b"Avatar_",
    b"sessionId",
)
"""What stands in the samples for names, accounts and sessions, and what belongs to them."""


def slim(session: Session, samples: Path) -> str:
    name = f"arena-player-log/slim/{session['session']}.jsonl.gz"
    if not (samples / name).is_file():
        pytest.skip(f"{name} is not among the samples here")
    return name


def events_of(game: ImportedGame) -> list[Any]:
    return [record.event for record in game.log]


def lines(game: ImportedGame) -> list[bytes]:
    return [line + b"\n" for line in game.log.lines()]


def test_nothing_is_lost(session: Session, samples: Path, imported: Reader) -> None:
    report = imported(slim(session, samples))
    told_twice = report.files[0].tally.repeated.get("DamageDealt", 0)

    found = Counter(count(game.log for game in report.games).as_index())
    found["damage"] += told_twice

    assert {name: session[name] for name in FIELDS if name in session} == +found


def test_a_log_read_again_is_the_same(session: Session, samples: Path, imported: Reader) -> None:
    for game in imported(slim(session, samples)).games:
        written = lines(game)
        again = read(written).strict()
        assert [line + b"\n" for line in again.lines()] == written
        assert again.head == game.log.head


def test_an_import_repeated_is_the_same(session: Session, samples: Path, imported: Reader) -> None:
    name = slim(session, samples)
    again = import_files([samples / name])
    heads = [game.log.head for game in imported(name).games]
    assert heads == [game.log.head for game in again.games]


def test_nobody_is_named(session: Session, samples: Path, imported: Reader) -> None:
    for game in imported(slim(session, samples)).games:
        text = b"".join(lines(game))
        assert [name for name in NAMES if name in text] == []


def test_mulligans_keep_their_count(session: Session, samples: Path, imported: Reader) -> None:
    """CR 103.5: k mulligans that count put k cards back, and the hand kept has as many fewer."""
    for game in imported(slim(session, samples)).games:
        free, taken, owed = free_mulligans(game.header), Counter[str](), Counter[str]()
        for event in events_of(game):
            if isinstance(event, MulliganTaken):
                taken[event.player] += 1
                owed[event.player] = max(0, taken[event.player] - free)
                assert (event.number, event.counted) == (taken[event.player], owed[event.player])
            elif isinstance(event, CardsBottomed):
                assert len(event.cards) == len(event.new) == owed[event.player]
            elif isinstance(event, HandKept):
                assert event.size == 7 - owed[event.player]


def test_mulligans_stand_in_rounds(session: Session, samples: Path, imported: Reader) -> None:
    """CR 103.5: no mulligan is taken before all have declared, each at most once a round."""
    for game in imported(slim(session, samples)).games:
        spoken: list[str] = []
        phase: Phase | None = None
        for event in events_of(game):
            if isinstance(event, PhaseEntered):
                phase = event.phase
                spoken = [] if phase is Phase.MULLIGAN_DECLARING else spoken
            elif isinstance(event, MulliganDeclared):
                assert phase is Phase.MULLIGAN_DECLARING
                assert event.player not in spoken
                spoken.append(event.player)
            elif isinstance(event, MulliganTaken):
                assert phase is Phase.MULLIGAN_TAKING
                assert event.player in spoken


ENDED = "TurnBegan"
"""A turn that a spell ended (CR 724.1): the client does not name the cleanup step."""


def test_every_step_is_one_that_the_machine_knows(
    session: Session, samples: Path, imported: Reader
) -> None:
    """No error at all; no step without a way to it, but for what the client has left out."""
    for game in imported(slim(session, samples)).games:
        found = audit(game.log, fold(game.log))
        assert [one for one in found if one.severity is Severity.ERROR] == []
        unknown = [one.seq for one in found if one.code in ("phase/no_way", "phase/not_open")]
        if not game.notes:  # no states are missing
            before = {type(game.log[seq - 1].event).__name__ for seq in unknown}
            assert before <= {ENDED}, unknown


def test_a_game_ends_once_or_not_at_all(session: Session, samples: Path, imported: Reader) -> None:
    for game in imported(slim(session, samples)).games:
        ends = [event for event in events_of(game) if isinstance(event, GameEnded)]
        assert len(ends) == game.complete
        if ends:
            assert game.log[-1].event is ends[0]


def test_turns_and_starting_player_agree(session: Session, samples: Path, imported: Reader) -> None:
    for game in imported(slim(session, samples)).games:
        events = events_of(game)
        first = [event for event in events if isinstance(event, StartingPlayerChosen)]
        turns = [event for event in events if isinstance(event, TurnBegan)]
        if first and turns:
            assert first[0].starting_player == turns[0].player == game.header.seats[0].seat
        if not game.notes and not any(isinstance(event, Rewound) for event in events):
            assert [event.number for event in turns] == list(range(1, len(turns) + 1))


def test_every_state_of_the_client_is_the_tables(
    session: Session, samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The strongest check: after each message the folded log shows the zones the client shows."""
    if session["turns"] > 30:
        pytest.skip("only the shorter sessions: the others take long and show the same")
    seen: list[tuple[str, int, dict[tuple[Zone, str], list[str]]]] = []
    mark = states._mark

    def marking(build: Build) -> None:
        mark(build)
        if build.opening is None and not build.over:
            seen.append((build.header.game, build.writer.last, shown(build)))

    monkeypatch.setattr(states, "_mark", marking)
    report = import_files([samples / slim(session, samples)])
    for game in report.games:
        tables = fold(game.log)
        for name, seq, zones in seen:
            if name != game.header.game:
                continue
            for (zone, seat), things in zones.items():
                own = (
                    getattr(tables[seq].players[Seat(seat)], zone.value) if zone.is_personal else ()
                )
                here = own or getattr(tables[seq], zone.value, ())
                names = [item if isinstance(item, str) else item.id for item in here]
                same = names == things if zone is Zone.LIBRARY else set(names) == set(things)
                assert same, (game.header.game, seq, zone, seat)


def shown(build: Build) -> dict[tuple[Zone, str], list[str]]:
    return {
        (ZONES[zone.type], f"seat{zone.owner_seat_id}"): [
            str(build.id(thing)) for thing in zone.object_instance_ids
        ]
        for zone in build.mirror.zones.values()
        if zone.type in ZONES
    }


def test_combat_damage_assigned_adds_up(samples: Path, imported: Reader) -> None:
    """CR 510.1c: all of a creature's damage is assigned; a blocker may get none of it."""
    folder = samples / "arena-player-log" / "slim"
    events = [
        event
        for path in sorted(folder.glob("*.jsonl.gz"))
        for game in imported(f"arena-player-log/slim/{path.name}").games
        for event in events_of(game)
    ]
    assigned = [event for event in events if isinstance(event, CombatDamageAssigned)]
    divided = [event for event in events if isinstance(event, DamageDivided)]
    assert assigned
    assert all(sum(one.amount for one in event.assignments) > 0 for event in assigned)
    assert all(sum(event.shares) == event.amount and min(event.shares) > 0 for event in divided)


def test_a_raw_log_says_the_same_as_its_messages(samples: Path, imported: Reader) -> None:
    folder = samples / "arena-player-log"
    compared = 0
    for raw in sorted((folder / "raw").glob("*.log.gz")):
        name = raw.name.removeprefix("session_").removesuffix(".log.gz")
        if not (folder / "slim" / f"{name}.jsonl.gz").is_file():
            continue
        games = imported(f"arena-player-log/slim/{name}.jsonl.gz").games
        for one, other in zip(import_files([raw]).games, games, strict=True):
            told = [(record.by, record.event, record.at, record.source) for record in one.log[1:]]
            assert told == [
                (record.by, record.event, record.at, record.source) for record in other.log[1:]
            ]
            compared += 1
    assert compared


def test_both_matches_of_the_one_message_form(imported: Reader) -> None:
    names = ("sample-match", "bo3-match")
    reports = [imported(f"arena-match-jsonl/{name}.json.gz") for name in names]
    assert [len(report.games) for report in reports] == [1, 2]
    games = [game for report in reports for game in report.games]
    assert all(game.complete for game in games)
    assert [game.header.match.game for game in games] == [1, 1, 2]
    assert games[2].header.match.previous_loser == "seat2"
    assert log_name(games[2]) == "arena-samplebo-g2.apnap.jsonl"
    for game in games:
        text = b"".join(lines(game))
        assert [name for name in NAMES if name in text] == []


def test_names_of_cards_and_players_where_wanted(samples: Path) -> None:
    table = json.loads((samples / "arena-match-jsonl" / "card-names.json").read_text())
    cards = {int(number): entry["Name"] for number, entry in table.get("Cards", {}).items()}
    path = samples / "arena-match-jsonl" / "sample-match.json.gz"
    game = import_files([path], cards=cards, keep_names=True).games[0]
    assert {entry.name for entry in game.header.seats} == {"PlayerOne", "PlayerTwo"}
    text = b"".join(lines(game)).decode()
    assert any(f'"{name}"' in text for name in cards.values())


def test_a_log_without_detailed_messages_says_what_to_do(samples: Path) -> None:
    raw = samples / "arena-player-log" / "raw"
    paths = list(raw.glob("*detailed_logs_disabled*"))
    if not paths:
        pytest.skip("the negative case is not among the samples here")
    report = import_files(paths)
    assert [skipped.code for skipped in report.skipped] == ["arena/detailed_logs_disabled"]
    assert "Detailed Logs (Plugin Support)" in report.skipped[0].reason
