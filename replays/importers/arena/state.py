"""The client's state of a game: full states and the differences sent after them, put together."""

from replays.importers.arena.wire import (
    Annotation,
    GameState,
    PlayerState,
    Thing,
    TurnInfo,
    ZoneState,
)

FULL = "GameStateType_Full"
UNDO = "GameStateUpdate_Undo"
SENT = "GameStateUpdate_Send"
"""How the client marks a state in the middle of an announcement or of a choice."""
TARGETS = "AnnotationType_TargetSpec"

NO_ZONE = ZoneState(zone_id=0)


class Mirror:
    """What the client shows after the last state; a difference changes it in place, never copies it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.number = 0
        self.zones: dict[int, ZoneState] = {}
        self.things: dict[int, Thing] = {}
        self.players: dict[int, PlayerState] = {}
        self.targets: dict[int, Annotation] = {}
        """Annotations that tell what a spell or ability targets, by their id."""
        self.turn = TurnInfo()

    def apply(self, state: GameState) -> None:
        """Take in a state."""
        if state.type == FULL:
            self.zones, self.things, self.players, self.targets = {}, {}, {}, {}
        self.number = state.game_state_id
        for zone in state.zones:
            self.zones[zone.zone_id] = zone
        for thing in state.game_objects:
            self.things[thing.instance_id] = thing
        for player in state.players:
            self.players[player.system_seat_number] = player
        if state.turn_info is not None:
            self.turn = state.turn_info
        for annotation in state.persistent_annotations:
            if TARGETS in annotation.type:
                self.targets[annotation.id] = annotation
        for number in state.diff_deleted_persistent_annotation_ids:
            self.targets.pop(number, None)
        for number in state.diff_deleted_instance_ids:
            self.things.pop(number, None)

    def copy(self) -> "Mirror":
        """Return the state as it is now, to come back to."""
        other = Mirror()
        other.number, other.turn = self.number, self.turn
        other.zones, other.things = dict(self.zones), dict(self.things)
        other.players, other.targets = dict(self.players), dict(self.targets)
        return other

    def zone(self, number: int) -> ZoneState:
        """Return a zone; an unknown one is empty and has no type."""
        return self.zones.get(number, NO_ZONE)

    def zone_of(self, kind: str, seat: int = 0) -> ZoneState:
        """Return the zone of a type, for a seat's own zones that seat's."""
        for zone in self.zones.values():
            if zone.type == kind and (not seat or zone.owner_seat_id == seat):
                return zone
        return NO_ZONE

    def ids(self, number: int) -> tuple[int, ...]:
        """Return the ids in a zone."""
        return self.zone(number).object_instance_ids
