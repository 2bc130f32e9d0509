"""The parts of Arena's messages that an import reads, as typed structs.

Fields that are absent on the wire have their protobuf default; fields not named here are skipped
without being built, which is where the speed of the import comes from.
"""

import msgspec
from msgspec import Struct

Ids = tuple[int, ...]


class Wire(Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """What all message parts have in common: camel-case names, unknown fields ignored."""


class Detail(Wire, frozen=True, kw_only=True, omit_defaults=True):
    """One key of an annotation with its values, whatever their type."""

    key: str = ""
    value_int32: Ids = ()
    value_uint32: Ids = ()
    value_int64: tuple[int | str, ...] = ()
    value_uint64: tuple[int | str, ...] = ()
    value_bool: tuple[bool, ...] = ()
    value_string: tuple[str, ...] = ()

    @property
    def numbers(self) -> Ids:
        """The values as integers; empty where they are none."""
        wide = (*self.value_int64, *self.value_uint64)
        return self.value_int32 or self.value_uint32 or tuple(int(value) for value in wide)


class Annotation(Wire, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, or holds, in a state of the game."""

    id: int = 0
    affector_id: int = 0
    affected_ids: Ids = ()
    type: tuple[str, ...] = ()
    details: tuple[Detail, ...] = ()

    def numbers(self, key: str) -> Ids:
        """Return the integers of a detail; empty where it is absent."""
        for detail in self.details:
            if detail.key == key:
                return detail.numbers
        return ()

    def number(self, key: str, default: int = 0) -> int:
        """Return the first integer of a detail."""
        values = self.numbers(key)
        return values[0] if values else default

    def text(self, key: str) -> str:
        """Return the first text of a detail; empty where it is absent."""
        for detail in self.details:
            if detail.key == key and detail.value_string:
                return detail.value_string[0]
        return ""

    @property
    def affected(self) -> int:
        """The first thing affected; 0 where there is none."""
        return self.affected_ids[0] if self.affected_ids else 0


class Value(Wire, frozen=True, kw_only=True):
    """A number that can be absent: power, toughness."""

    value: int = 0


class AttackInfo(Wire, frozen=True, kw_only=True):
    """Whom or what a creature attacks."""

    target_id: int = 0


class BlockInfo(Wire, frozen=True, kw_only=True):
    """What a creature blocks."""

    attacker_ids: Ids = ()


class Thing(Wire, frozen=True, kw_only=True):
    """A game object: a card, token or ability as a state shows it."""

    instance_id: int
    grp_id: int = 0
    type: str = ""
    zone_id: int = 0
    owner_seat_id: int = 0
    controller_seat_id: int = 0
    card_types: tuple[str, ...] = ()
    power: Value | None = None
    toughness: Value | None = None
    is_tapped: bool = False
    is_copy: bool = False
    is_facedown: bool = False
    attack_state: str = ""
    block_state: str = ""
    attack_info: AttackInfo | None = None
    block_info: BlockInfo | None = None
    object_source_grp_id: int = 0
    parent_id: int = 0


class ZoneState(Wire, frozen=True, kw_only=True):
    """A zone and, where the recorder may know them, the ids in it."""

    zone_id: int
    type: str = ""
    owner_seat_id: int = 0
    object_instance_ids: Ids = ()


class PlayerState(Wire, frozen=True, kw_only=True):
    """What a state shows of a player."""

    system_seat_number: int = 0
    life_total: int = 0
    team_id: int = 0
    status: str = ""
    mulligan_count: int = 0
    pending_message_type: str = ""
    starting_life_total: int = 20
    max_hand_size: int = 7


class MatchResult(Wire, frozen=True, kw_only=True):
    """How a game or match ended."""

    scope: str = ""
    result: str = ""
    winning_team_id: int = 0
    reason: str = ""


class GameInfo(Wire, frozen=True, kw_only=True):
    """Which game of which match this is, and how far it is."""

    match_id: str = msgspec.field(name="matchID", default="")
    game_number: int = 0
    stage: str = ""
    variant: str = ""
    super_format: str = ""
    match_state: str = ""
    mulligan_type: str = ""
    free_mulligan_count: int = 0
    results: tuple[MatchResult, ...] = ()


class TurnInfo(Wire, frozen=True, kw_only=True):
    """Where the game stands."""

    phase: str = ""
    step: str = ""
    turn_number: int = 0
    active_player: int = 0


class GameState(Wire, frozen=True, kw_only=True):
    """A full state of the game, or what changed since an earlier one."""

    type: str = ""
    game_state_id: int = 0
    prev_game_state_id: int = 0
    update: str = ""
    game_info: GameInfo | None = None
    turn_info: TurnInfo | None = None
    players: tuple[PlayerState, ...] = ()
    zones: tuple[ZoneState, ...] = ()
    game_objects: tuple[Thing, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    persistent_annotations: tuple[Annotation, ...] = ()
    diff_deleted_instance_ids: Ids = ()
    diff_deleted_persistent_annotation_ids: Ids = ()


class DeckMessage(Wire, frozen=True, kw_only=True):
    """A deck by the client's card ids."""

    deck_cards: Ids = ()
    sideboard_cards: Ids = ()
    commander_cards: Ids = ()


class ConnectResp(Wire, frozen=True, kw_only=True):
    """The greeting of a game server: it tells the recorder's deck."""

    deck_message: DeckMessage | None = None


class DieRoll(Wire, frozen=True, kw_only=True):
    """One player's roll of a twenty-sided die."""

    system_seat_id: int = 0
    roll_value: int = 0


class DieRollResults(Wire, frozen=True, kw_only=True):
    """The rolls for the starting player."""

    player_die_rolls: tuple[DieRoll, ...] = ()


class MulliganReq(Wire, frozen=True, kw_only=True):
    """The recorder is asked whether to keep."""

    mulligan_count: int = 0


class GroupSpec(Wire, frozen=True, kw_only=True):
    """One of the places cards are sorted into."""

    lower_bound: int = 0
    upper_bound: int = 0
    zone_type: str = ""


class GroupReq(Wire, frozen=True, kw_only=True):
    """The recorder is asked to sort cards: to bottom them, to scry, to surveil."""

    instance_ids: Ids = ()
    group_specs: tuple[GroupSpec, ...] = ()
    context: str = ""


class Group(Wire, frozen=True, kw_only=True):
    """Cards sorted into one place, in order."""

    ids: Ids = ()
    zone_type: str = ""
    sub_zone_type: str = ""


class GroupResp(Wire, frozen=True, kw_only=True):
    """How the recorder sorted."""

    groups: tuple[Group, ...] = ()


class DistributionReq(Wire, frozen=True, kw_only=True):
    """The recorder is asked to divide an amount."""

    source_id: int = 0


class Share(Wire, frozen=True, kw_only=True):
    """One share of a division."""

    instance_id: int = 0
    amount: int = 0


class DistributionResp(Wire, frozen=True, kw_only=True):
    """How the recorder divided."""

    distributions: tuple[Share, ...] = ()


class DamageShare(Wire, frozen=True, kw_only=True):
    """Combat damage assigned to one recipient; absent is zero."""

    instance_id: int = 0
    assigned_damage: int = 0


class DamageAssigner(Wire, frozen=True, kw_only=True):
    """A creature that assigns combat damage."""

    instance_id: int = 0
    total_damage: int = 0
    assignments: tuple[DamageShare, ...] = ()


class AssignDamageResp(Wire, frozen=True, kw_only=True):
    """How the recorder assigned combat damage."""

    assigners: tuple[DamageAssigner, ...] = ()


class StartingPlayerResp(Wire, frozen=True, kw_only=True):
    """Whom the recorder chose to start."""

    system_seat_id: int = 0


class MulliganResp(Wire, frozen=True, kw_only=True):
    """Keep, or mulligan."""

    decision: str = ""


class Action(Wire, frozen=True, kw_only=True):
    """What the recorder did with priority."""

    action_type: str = ""
    instance_id: int = 0


class PerformActionResp(Wire, frozen=True, kw_only=True):
    """The recorder's actions."""

    actions: tuple[Action, ...] = ()


class ConcedeReq(Wire, frozen=True, kw_only=True):
    """The recorder concedes."""

    scope: str = ""


class SubmitDeckResp(Wire, frozen=True, kw_only=True):
    """The deck for the next game of a match."""

    deck: DeckMessage | None = None


class ClientMessage(Wire, frozen=True, kw_only=True):
    """An answer of the recorder's client, or one the server gave in its place."""

    type: str = ""
    system_seat_id: int = 0
    game_state_id: int = 0
    resp_id: int = 0
    choose_starting_player_resp: StartingPlayerResp | None = None
    mulligan_resp: MulliganResp | None = None
    group_resp: GroupResp | None = None
    assign_damage_resp: AssignDamageResp | None = None
    distribution_resp: DistributionResp | None = None
    perform_action_resp: PerformActionResp | None = None
    concede_req: ConcedeReq | None = None
    submit_deck_resp: SubmitDeckResp | None = None


class EdictalMessage(Wire, frozen=True, kw_only=True):
    """The server answers for a player whose time has run out."""

    edict_message: ClientMessage | None = None


class GreMessage(Wire, frozen=True, kw_only=True):
    """One message of the game server."""

    type: str = ""
    msg_id: int = 0
    game_state_id: int = 0
    system_seat_ids: Ids = ()
    game_state_message: GameState | None = None
    queued_game_state_message: GameState | None = None
    connect_resp: ConnectResp | None = None
    die_roll_results_resp: DieRollResults | None = None
    mulligan_req: MulliganReq | None = None
    group_req: GroupReq | None = None
    distribution_req: DistributionReq | None = None
    edictal_message: EdictalMessage | None = None

    @property
    def state(self) -> GameState | None:
        """The state it brings, if it is a state message, queued or not."""
        return self.game_state_message or self.queued_game_state_message


class RoomPlayer(Wire, frozen=True, kw_only=True):
    """Who sits where."""

    player_name: str = ""
    system_seat_id: int = 0


class RoomConfig(Wire, frozen=True, kw_only=True):
    """The seats of a match."""

    reserved_players: tuple[RoomPlayer, ...] = ()
    match_id: str = ""


class RoomInfo(Wire, frozen=True, kw_only=True):
    """A match and who plays it."""

    game_room_config: RoomConfig | None = None
    state_type: str = ""


class RoomEvent(Wire, frozen=True, kw_only=True):
    """A match begins or ends."""

    game_room_info: RoomInfo | None = None


class GreEvent(Wire, frozen=True, kw_only=True):
    """Messages of the game server that came together."""

    gre_to_client_messages: tuple[GreMessage, ...] = ()


class ServerLine(Wire, frozen=True, kw_only=True):
    """One line of a raw log that came from the server."""

    timestamp: str | int = 0
    gre_to_client_event: GreEvent | None = None
    match_game_room_state_changed_event: RoomEvent | None = None


class ClientBlock(Wire, frozen=True, kw_only=True):
    """One block of a raw log that went to the server."""

    timestamp: str | int = 0
    payload: ClientMessage | str = ""


class SlimLine(Wire, frozen=True, kw_only=True):
    """One message on a line of its own, as trackers and collections of records keep them."""

    line: int = 0
    ts: str | int = 0
    dir: str = ""
    msg: msgspec.Raw = msgspec.Raw(b"{}")


server_line = msgspec.json.Decoder(ServerLine).decode
client_block = msgspec.json.Decoder(ClientBlock).decode
client_message = msgspec.json.Decoder(ClientMessage).decode
gre_message = msgspec.json.Decoder(GreMessage).decode
room_event = msgspec.json.Decoder(RoomEvent).decode
slim_line = msgspec.json.Decoder(SlimLine).decode
