"""States: how each player stood, after every so many records and at the end of each turn."""

from collections.abc import Iterator
from typing import Annotated

from events.identifiers import ObjectId, Seat
from events.vocabulary import Zone
from machine.characteristics import is_creature, is_land, types
from projections.table import Table
from replays.analysis.columns import Row, about, rows_of
from replays.analysis.reading import Reading


class State(Row, frozen=True):
    """How one player stood after one record: zones, battlefield, counters."""

    seq: Annotated[int, about("the record after which it is so")]
    turn: Annotated[int | None, about("the turn; absent before the first")]
    phase: Annotated[str, about("phase or step")]
    active_seat: Annotated[str | None, about("the active player")]
    end_of_turn: Annotated[bool, about("the last record of its turn that was not taken back")]
    taken_back: Annotated[bool, about("the record was undone later")]
    seat: Annotated[str, about("the player")]
    is_playing: Annotated[bool, about("still in the game")]
    life: Annotated[int, about("life; in halves in an un-game")]
    hand: Annotated[int, about("cards in hand")]
    library: Annotated[int, about("cards in the library")]
    graveyard: Annotated[int, about("cards in the graveyard")]
    lands: Annotated[
        int, about("lands controlled, as far as their types are known or they were played")
    ]
    creatures: Annotated[int, about("creatures controlled that are no lands")]
    others: Annotated[int, about("other permanents controlled, those of unknown types too")]
    contraptions: Annotated[int, about("Contraptions on sprockets")]
    crank: Annotated[int, about("sprocket of the CRANK! counter")]
    counters: Annotated[tuple[str, ...], about("counters of the player: kind=number")]
    stack: Annotated[int, about("objects on the stack, of all players")]


@rows_of("states", State)
def states(reading: Reading) -> Iterator[State]:
    """Yield a row for each player at every k-th record, each end of turn, and the end."""
    every, tables = reading.view.every, reading.tables
    lasts = {
        tables[seq].turn.number: seq for seq in range(len(tables)) if seq not in reading.undone
    }
    for seq, table in enumerate(tables):
        ends = lasts.get(table.turn.number) == seq
        if ends or (every and seq % every == 0):
            for seat in table.turn_order:
                yield state_of(reading, seq, table, seat, end_of_turn=ends)


def state_of(reading: Reading, seq: int, table: Table, seat: Seat, *, end_of_turn: bool) -> State:
    """Return how a player stood after a record; nothing of it is hidden from anybody."""
    player = table.players[seat]
    lands, creatures, others = permanents(reading, table, seat)
    return State(
        game_id=reading.game_id,
        seq=seq,
        turn=table.turn.number or None,
        phase=table.phase.value,
        active_seat=table.turn.active_player,
        end_of_turn=end_of_turn,
        taken_back=seq in reading.undone,
        seat=seat,
        is_playing=player.is_playing,
        life=player.life,
        hand=player.size(Zone.HAND),
        library=player.size(Zone.LIBRARY),
        graveyard=player.size(Zone.GRAVEYARD),
        lands=len(lands),
        creatures=len(creatures),
        others=len(others),
        contraptions=sum(len(row) for row in table.sprockets.get(seat, {}).values()),
        crank=player.crank,
        counters=tuple(f"{kind}={player.counters[kind]}" for kind in sorted(player.counters)),
        stack=len(table.stack),
    )


def permanents(
    reading: Reading, table: Table, seat: Seat
) -> tuple[list[ObjectId], list[ObjectId], list[ObjectId]]:
    """Return a player's lands, creatures and other permanents.

    What a record tells no types of is a land if it was played as one, and otherwise no creature.
    """
    lands: list[ObjectId] = []
    creatures: list[ObjectId] = []
    others: list[ObjectId] = []
    for name in table.battlefield:
        thing = table.objects.get(name)
        if thing is None or (thing.controller or thing.owner) != seat:
            continue
        if is_land(table, thing) or (name in reading.played_lands and not types(table, thing)):
            lands.append(name)
        elif is_creature(table, thing):
            creatures.append(name)
        else:
            others.append(name)
    return lands, creatures, others
