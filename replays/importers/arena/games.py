"""Which message belongs to which game.

A game is known by its match and its number, never by a connection: that comes again after a break,
and some games begin without one. What precedes a game's first full state is held until it comes.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from replays.importers.arena import wire
from replays.importers.arena.framing import Message
from replays.importers.protocol import Skipped, Tally

FULL = "GameStateType_Full"
START = "GameStage_Start"

USED = frozenset(
    {
        "GREMessageType_GameStateMessage",
        "GREMessageType_QueuedGameStateMessage",
        "GREMessageType_MulliganReq",
        "GREMessageType_GroupReq",
        "GREMessageType_DistributionReq",
        "GREMessageType_EdictalMessage",
        "ClientMessageType_ChooseStartingPlayerResp",
        "ClientMessageType_MulliganResp",
        "ClientMessageType_GroupResp",
        "ClientMessageType_AssignDamageResp",
        "ClientMessageType_DistributionResp",
        "ClientMessageType_PerformActionResp",
        "ClientMessageType_CancelActionReq",
        "ClientMessageType_ConcedeReq",
    }
)
"""Types of messages that say something about the game."""

Key = tuple[str, int]


class GameRecord(Struct, kw_only=True):
    """The messages of one game, and what was known of it before its first state."""

    match: str
    number: int
    recorder: int = 0
    """The seat number of the log's owner; 0 while unknown."""
    die: Message | None = None
    deck: wire.DeckMessage | None = None
    names: dict[int, str] = {}
    from_start: bool = True
    messages: list[Message] = []


class Games:
    """Sorts the messages of one source into games, and yields each game when the next begins."""

    def __init__(self, source: str, tally: Tally) -> None:
        """Count what belongs to no game into the tally."""
        self.skipped: list[Skipped] = []
        self._source = source
        self._tally = tally
        self._game: GameRecord | None = None
        self._refused: set[Key] = set()
        self._recorder = 0
        self._die: Message | None = None
        self._deck: wire.DeckMessage | None = None
        self._names: dict[str, dict[int, str]] = {}

    def sort(self, messages: Iterable[Message]) -> Iterator[GameRecord]:
        """Yield the games in the order in which they were played."""
        for message in messages:
            finished = self._take(message)
            if finished is not None:
                yield finished
        if self._game is not None:
            yield self._game

    def _take(self, message: Message) -> GameRecord | None:
        body = message.body
        if isinstance(body, wire.RoomEvent):
            self._seat(body)
            return None
        finished = None
        if isinstance(body, wire.GreMessage):
            self._hold(message, body)
            finished = self._follow(body)
        else:
            self._submitted(body)
        self._add(message, body)
        return finished

    def _seat(self, room: wire.RoomEvent) -> None:
        """Remember who sits where in a match."""
        info = room.game_room_info
        config = info.game_room_config if info else None
        if config is None or not config.reserved_players:
            return
        names = {one.system_seat_id: one.player_name for one in config.reserved_players}
        self._names[config.match_id] = names
        if self._game is not None and self._game.match == config.match_id:
            self._game.names = names

    def _hold(self, message: Message, body: wire.GreMessage) -> None:
        """Keep what precedes a game's first state: the rolls, and the recorder's deck."""
        if body.die_roll_results_resp is not None:
            self._die = message
        if body.connect_resp is not None:
            if len(body.system_seat_ids) == 1:
                self._recorder = body.system_seat_ids[0]
            self._deck = body.connect_resp.deck_message or self._deck
        edict = body.edictal_message.edict_message if body.edictal_message else None
        if edict is not None:
            self._submitted(edict)

    def _submitted(self, answer: wire.ClientMessage) -> None:
        """Keep the deck that the recorder hands in between two games of a match."""
        if answer.submit_deck_resp is not None and answer.submit_deck_resp.deck is not None:
            deck = answer.submit_deck_resp.deck
            commanders = self._deck.commander_cards if self._deck else ()
            self._deck = wire.DeckMessage(
                deck_cards=deck.deck_cards,
                sideboard_cards=deck.sideboard_cards,
                commander_cards=deck.commander_cards or commanders,
            )

    def _follow(self, body: wire.GreMessage) -> GameRecord | None:
        """Go on to another game where a state names one; return the game that is over then."""
        state = body.state if body.type in USED else None
        if state is None or state.game_info is None or not state.game_info.match_id:
            return None
        info = state.game_info
        key = (info.match_id, info.game_number)
        if self._game is not None and key == (self._game.match, self._game.number):
            return None
        finished, self._game = self._game, None
        if not info.game_number or state.type != FULL:
            self._refuse(key, info)
        else:
            self._begin(body, info)
        return finished

    def _begin(self, body: wire.GreMessage, info: wire.GameInfo) -> None:
        if len(body.system_seat_ids) == 1:
            self._recorder = body.system_seat_ids[0]
        self._game = GameRecord(
            match=info.match_id,
            number=info.game_number,
            recorder=self._recorder,
            die=self._die if info.stage == START else None,
            deck=self._deck,
            names=self._names.get(info.match_id, {}),
            from_start=info.stage == START,
            messages=[],
        )
        self._die = None

    def _refuse(self, key: Key, info: wire.GameInfo) -> None:
        if key in self._refused:
            return
        self._refused.add(key)
        match = info.match_id[:8]
        if not info.game_number:
            reason = f"match {match} was ended by the server before a game began: there is nothing to import"
            self.skipped.append(Skipped(source=self._source, reason=reason, code="arena/no_game"))
            return
        reason = (
            f"game {info.game_number} of match {match} begins before this file does, and no full "
            "state of it is in it: look for its beginning in Player-prev.log and import that file"
        )
        self.skipped.append(Skipped(source=self._source, reason=reason, code="arena/no_beginning"))

    def _add(self, message: Message, body: wire.GreMessage | wire.ClientMessage) -> None:
        if body.type not in USED:
            return
        if self._game is None:
            self._tally.orphaned += 1
            return
        self._tally.messages += 1
        self._game.messages.append(message)
