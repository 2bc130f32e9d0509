"""Games: one row each, with the rules that were played, how it went and how it ended."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from events.base import Event
from events.coin_flips import FlipInstructed
from events.game import StartingPlayerChosen
from events.rulings import Rewound
from events.vocabulary import EndReason, GameResult, Nature
from machine.mulligan_kinds import free_mulligans, kind_name
from projections.fold import start
from replays.analysis.columns import SCHEMA_VERSION, Kind, Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.common import moment, seconds_between
from replays.files import in_text


class Game(Row, frozen=True):
    """One game: the rules it was played under, how long it was, how it ended."""

    schema_version: Annotated[int, about("version of these tables")]
    log_format: Annotated[int, about("version of the log's format")]
    file: Annotated[str | None, about("name of the log's file; absent with pseudonyms", Kind.TEXT)]
    head: Annotated[
        str | None, about("hash of the log's last record; absent with pseudonyms", Kind.TEXT)
    ]
    client: Annotated[str | None, about("program whose record was imported; absent: apnap")]
    client_version: Annotated[str | None, about("its version, if told")]
    recorder: Annotated[str | None, about("seat whose client recorded an imported game")]
    edition: Annotated[str, about("name of the edition of the rules")]
    rules_as_of: Annotated[str, about("day whose rules are in force, YYYY-MM-DD")]
    overrides: Annotated[tuple[str, ...], about("switches set by hand: switch=value")]
    mulligan_kind: Annotated[str, about("how mulligans go: london, vancouver, …")]
    free_mulligans: Annotated[int, about("mulligans of each player that are not counted")]
    match: Annotated[str | None, about("the match it is part of")]
    game_number: Annotated[int, about("which game of the match, from 1")]
    previous_loser: Annotated[str | None, about("seat that lost the match's last game")]
    seats: Annotated[int, about("number of players")]
    limited: Annotated[bool, about("limited decks")]
    un_cards: Annotated[bool, about("silver-bordered or acorn cards are allowed")]
    commander: Annotated[bool, about("Commander")]
    brawl: Annotated[bool, about("Brawl")]
    shared_team_turns: Annotated[bool, about("teams take turns together")]
    starting_hand_size: Annotated[int, about("cards of a first hand")]
    chance_kind: Annotated[str, about("system, seeded, scripted, physical or recorded")]
    seed: Annotated[str | None, about("the seed, of seeded chance")]
    chooser_seat: Annotated[str | None, about("seat that chose who starts")]
    starting_seat: Annotated[str | None, about("seat that took the first turn")]
    turns: Annotated[int, about("turns begun")]
    records: Annotated[int, about("records of the log, the header included")]
    decisions: Annotated[int, about("records that are decisions")]
    draws: Annotated[int, about("records that are outcomes of chance")]
    flips: Annotated[int, about("coin flips instructed, without those taken back")]
    reported: Annotated[int, about("records of what was done although the rules forbid it")]
    inferred: Annotated[int, about("records that an importer concluded")]
    rewinds: Annotated[int, about("take-backs")]
    is_complete: Annotated[bool, about("the log tells how the game ended")]
    result: Annotated[str | None, about("win, draw or unfinished")]
    reason: Annotated[str | None, about("why it is over")]
    winners: Annotated[tuple[str, ...], about("seats that won")]
    began_at: Annotated[str | None, about("time of the first record that has one", Kind.TIME)]
    ended_at: Annotated[str | None, about("time of the last one", Kind.TIME)]
    seconds: Annotated[float | None, about("between the two")]


def name_of_file(reading: Reading) -> str | None:
    """Return the name of the log's file, where it may be told."""
    from pathlib import Path

    path = in_text(reading.game.path)
    return Path(path).name if path and reading.view.names else None


@rows_of("games", Game)
def games(reading: Reading) -> Iterator[Game]:
    """Yield the game's row."""
    header, table = reading.header, reading.tables[-1]
    seen = reading.seen
    natures = Counter(_event(record).nature for record in seen)
    times = [at for record in seen if (at := moment(record.at))]
    begun, ended = (times[0], times[-1]) if times else (None, None)
    result, imported = table.result, header.imported
    is_over = result is not None and result.reason is not EndReason.RECORD_STOPS
    probe = start(header)
    yield Game(
        game_id=header.game,
        schema_version=SCHEMA_VERSION,
        log_format=header.format,
        file=name_of_file(reading),
        head=reading.game.head if reading.view.is_full else None,
        client=imported.client if imported else None,
        client_version=(imported.client_version or None) if imported else None,
        recorder=imported.recorder if imported else None,
        edition=header.rules.edition,
        rules_as_of=header.rules.as_of,
        overrides=tuple(f"{one.switch}={one.value}" for one in header.rules.overrides),
        mulligan_kind=kind_name(probe),
        free_mulligans=free_mulligans(probe),
        match=header.match.match or None,
        game_number=header.match.game,
        previous_loser=header.match.previous_loser,
        seats=len(header.seats),
        limited=header.play.limited,
        un_cards=header.play.un_cards,
        commander=header.play.commander,
        brawl=header.play.brawl,
        shared_team_turns=header.play.shared_team_turns,
        starting_hand_size=header.play.starting_hand_size,
        chance_kind=header.chance.kind,
        seed=header.chance.seed or None,
        chooser_seat=next(
            (
                one.player
                for one in map(_event, reading.standing)
                if isinstance(one, StartingPlayerChosen)
            ),
            None,
        ),
        starting_seat=reading.starting_seat,
        turns=table.turn.number,
        records=len(reading.records),
        decisions=natures[Nature.DECISION],
        draws=natures[Nature.CHANCE],
        flips=sum(isinstance(_event(record), FlipInstructed) for record in reading.standing),
        reported=sum(record.reported for record in seen),
        inferred=sum(record.inferred for record in seen),
        rewinds=sum(isinstance(_event(record), Rewound) for record in seen),
        is_complete=is_over and result is not None and result.result is not GameResult.UNFINISHED,
        result=result.result.value if result else None,
        reason=result.reason.value if result else None,
        winners=result.winners if result else (),
        began_at=begun,
        ended_at=ended,
        seconds=seconds_between(begun, ended),
    )


def _event(record: object) -> Event:
    event: Event = record.event  # type: ignore[attr-defined]
    return event
