"""The header of an imported game: who plays, what with, under which rules, and where it was read."""

import unicodedata
from collections.abc import Mapping

from msgspec import Struct

from events.editions import resolve
from events.game import (
    DeckEntry,
    FormatEntry,
    GameCreated,
    ImportEntry,
    MatchEntry,
    SeatEntry,
)
from events.identifiers import CardName, Seat
from events.records import FORMAT
from events.rules import Override, RulesOfPlay
from replays.importers.arena.games import GameRecord
from replays.importers.arena.wire import DeckMessage, GameInfo, GameState
from replays.importers.times import day_of
from replays.neutral import neutral_name

CLIENT = "arena"
DAY_UNKNOWN = "2025-01-01"
"""The day whose rules are taken where a record has no times at all; no record met was without."""

MOST_SEATS = 16
"""Players of one game: the client seats two, and four in some formats."""

_KINDS = {
    "MulliganType_Paris": "paris_simultaneous",
    "MulliganType_Vancouver": "vancouver",
    "MulliganType_London": "london",
}


def seat_name(seat: int) -> Seat:
    """Return the name of a seat in the log: ``seat1``."""
    return Seat(f"seat{seat}")


def card_name(card: int, cards: Mapping[int, str]) -> CardName:
    """Return a card's name, or a stand-in that says which id the client gave it."""
    name = cards.get(card)
    return CardName(unicodedata.normalize("NFC", name) if name else f"grp:{card}")


class Setting(Struct, frozen=True, kw_only=True):
    """What a header is made of beside the game's own messages."""

    file: str
    first: int = 0
    """The starting player's seat number; 0 where it is not known."""
    keep_names: bool = False
    cards: Mapping[int, str] = {}
    day_ms: int = 0


def header_of(record: GameRecord, state: GameState, setting: Setting) -> GameCreated:
    """Return the header of a game from its first full state."""
    info = state.game_info or GameInfo()
    play = _format(state, info)
    day = day_of(setting.day_ms) or DAY_UNKNOWN
    told = {player.system_seat_number for player in state.players}
    seats = sorted(seat for seat in told if 0 < seat <= MOST_SEATS) or [1, 2]
    if setting.first in seats:
        first = seats.index(setting.first)
        seats = seats[first:] + seats[:first]
    decks = {}
    if record.deck is not None and record.recorder:
        decks = {seat_name(record.recorder): _deck(record.deck, setting.cards)}
    return GameCreated(
        format=FORMAT,
        game=f"{CLIENT}-{record.match}-g{record.number}",
        seats=tuple(_seat(seat, record, keep_names=setting.keep_names) for seat in seats),
        rules=_rules(day, info, play),
        play=play,
        decks=decks,
        match=_match(record, state, info),
        imported=ImportEntry(
            client=CLIENT,
            file=setting.file,
            recorder=seat_name(record.recorder) if record.recorder else None,
        ),
    )


def _seat(seat: int, record: GameRecord, *, keep_names: bool) -> SeatEntry:
    name = record.names.get(seat, "") if keep_names else ""
    name = unicodedata.normalize("NFC", name) or neutral_name(seat_name(seat))
    return SeatEntry(seat=seat_name(seat), name=name)


def _deck(deck: DeckMessage, cards: Mapping[int, str]) -> DeckEntry:
    return DeckEntry(
        main=tuple(card_name(card, cards) for card in deck.deck_cards),
        sideboard=tuple(card_name(card, cards) for card in deck.sideboard_cards),
        commanders=tuple(card_name(card, cards) for card in deck.commander_cards),
    )


def _format(state: GameState, info: GameInfo) -> FormatEntry:
    life = max((player.starting_life_total for player in state.players), default=20)
    hand = max((player.max_hand_size for player in state.players), default=7)
    return FormatEntry(
        limited=info.super_format == "SuperFormat_Limited",
        brawl=info.variant == "GameVariant_Brawl",
        starting_life=life,
        starting_hand_size=hand,
    )


def _rules(day: str, info: GameInfo, play: FormatEntry) -> RulesOfPlay:
    """Return the rules of the day, with what the client grants or does otherwise as overrides."""
    usual = resolve(day)
    overrides: list[Override] = []
    kind = _KINDS.get(info.mulligan_type, usual.mulligan.kind)
    if kind != usual.mulligan.kind:
        reason = "the client's own kind of mulligan"
        overrides.append(Override(switch="mulligan.kind", value=kind, reason=reason))
    by_rule = int(play.brawl and usual.mulligan.free_first == "multiplayer_and_brawl")
    extra = info.free_mulligan_count - by_rule
    if extra > 0:
        reason = "free mulligans granted by the client"
        overrides.append(Override(switch="mulligan.free_extra", value=str(extra), reason=reason))
    elif extra < 0:
        reason = "the client grants no free mulligan"
        overrides.append(Override(switch="mulligan.free_first", value="none", reason=reason))
    return resolve(day, overrides)


def _match(record: GameRecord, state: GameState, info: GameInfo) -> MatchEntry:
    """Return which game it is; the loser of the last one chooses who starts (MTR 2.2)."""
    games = [one for one in info.results if one.scope == "MatchScope_Game"]
    before = games[: record.number - 1]
    last = before[-1] if before and len(before) == record.number - 1 else None
    losers = [
        player.system_seat_number
        for player in state.players
        if last and last.winning_team_id and player.team_id != last.winning_team_id
    ]
    loser = seat_name(losers[0]) if len(losers) == 1 else None
    return MatchEntry(match=record.match, game=record.number, previous_loser=loser)
