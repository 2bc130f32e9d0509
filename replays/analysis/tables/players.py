"""Players: one row for each seat of each game."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

from events.identifiers import CardName, Seat
from events.vocabulary import FlipOutcome, Zone
from projections.flip_ledger import FlipEntry
from projections.mulligan_history import Look
from replays.analysis.columns import Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.common import dealt, flips_of, kept_look, known, looks_of
from replays.neutral import told_name


class Player(Row, frozen=True):
    """One player of one game: their deck, opening hand, flips and result."""

    seat: Annotated[str, about("the player's place at the table")]
    player: Annotated[
        str | None,
        about(
            "the player's name, or the same pseudonym in all games; absent where it is not told, as "
            "of a record imported without --keep-names"
        ),
    ]
    position: Annotated[int, about("place in turn order, from 1")]
    on_play: Annotated[bool | None, about("took the first turn; absent where that is not told")]
    team: Annotated[str | None, about("players of one team win and lose together")]
    deck_size: Annotated[int | None, about("cards of the main deck, where it is known")]
    deck_lands: Annotated[int | None, about("lands among them")]
    deck: Annotated[
        tuple[str, ...] | None, about("its cards, each with how many: 24 Forest, then 36 Wurm")
    ]
    contraptions: Annotated[int | None, about("cards of the Contraption deck")]
    mulligans: Annotated[int, about("mulligans taken, free ones included")]
    mulligans_counted: Annotated[int, about("mulligans that cost a card")]
    hands_exiled: Annotated[int, about("hands exiled with a card that can do so (CR 103.5b)")]
    kept_size: Annotated[int | None, about("cards of the hand that was kept")]
    kept_lands: Annotated[int | None, about("lands among them, where all are known")]
    opening_hand: Annotated[tuple[str, ...] | None, about("those that are known, by name")]
    first_hand_lands: Annotated[int | None, about("lands of the first hand drawn")]
    won: Annotated[bool | None, about("won the game; absent for a draw or an unknown end")]
    lost_by: Annotated[str | None, about("why the player lost")]
    life: Annotated[int | None, about("life at the end of the log; in halves in an un-game")]
    library: Annotated[int | None, about("cards left in the library")]
    flips: Annotated[int, about("flips made by the player")]
    flips_won: Annotated[int, about("those that were won")]
    flips_lost: Annotated[int, about("those that were lost")]


@rows_of("players", Player)
def players(reading: Reading) -> Iterator[Player]:
    """Yield a row for each seat, in turn order."""
    looks, flips = looks_of(reading), flips_of(reading)
    for position, seat in enumerate(reading.tables[-1].turn_order, 1):
        yield _row(
            reading,
            seat,
            position,
            [look for look in looks if look.player == seat],
            [flip for flip in flips if flip.flipper == seat],
        )


def _row(
    reading: Reading, seat: Seat, position: int, looks: list[Look], flips: list[FlipEntry]
) -> Player:
    last, header = reading.tables[-1], reading.header
    player, deck = last.players[seat], header.decks.get(seat)
    entry = next((one for one in header.seats if one.seat == seat), None)
    kept = kept_look(reading, seat)
    main = deck.main if deck is not None and deck.main else None
    first = looks[0] if looks else None
    return Player(
        game_id=header.game,
        seat=seat,
        player=(told_name(header, entry) or None) if entry else None,
        position=position,
        on_play=reading.on_play(seat),
        team=(entry.team or None) if entry else None,
        deck_size=None if main is None else len(main),
        deck_lands=None if main is None else reading.count_lands(main),
        deck=None if main is None else _listed(main),
        contraptions=None if deck is None else len(deck.contraptions),
        mulligans=max((look.number for look in looks), default=0),
        mulligans_counted=max((look.counted for look in looks), default=0),
        hands_exiled=sum(len(look.exiled) for look in looks),
        kept_size=None if kept is None else kept.size,
        kept_lands=None if kept is None else reading.count_lands(kept.hand),
        opening_hand=None if kept is None else known(kept.hand),
        first_hand_lands=_first_lands(reading, first),
        won=reading.won(seat),
        lost_by=player.lost.value if player.lost else None,
        life=player.life,
        library=player.size(Zone.LIBRARY),
        flips=len(flips),
        flips_won=sum(flip.outcome is FlipOutcome.WON for flip in flips),
        flips_lost=sum(flip.outcome is FlipOutcome.LOST for flip in flips),
    )


def _listed(main: Sequence[CardName]) -> tuple[str, ...]:
    """Return the cards of a deck with their numbers, in the order of their names."""
    return tuple(f"{count} {name}" for name, count in sorted(Counter(main).items()))


def _first_lands(reading: Reading, look: Look | None) -> int | None:
    cards = dealt(look) if look is not None else None
    return None if cards is None else reading.count_lands(cards)
