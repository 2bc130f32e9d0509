"""The recorder's own answers: decisions that are seen, each with the state it was made in as its cause."""

from events.zones import LibraryOrdered
from replays.importers.arena import combat, ending, stack
from replays.importers.arena.context import Build
from replays.importers.arena.wire import ClientMessage

MULLIGAN = "MulliganOption_Mulligan"
CANCEL = "ClientMessageType_CancelActionReq"
SURVEIL = "GroupingContext_Surveil"


def read_answer(build: Build, answer: ClientMessage) -> None:
    """Take in an answer of the recorder's client."""
    cause = build.writer.marks.get(answer.game_state_id)
    opening, place = build.opening, build.writer.place
    if answer.choose_starting_player_resp is not None and opening is not None:
        opening.chosen = (answer.choose_starting_player_resp.system_seat_id, place)
    elif answer.mulligan_resp is not None and opening is not None:
        mulligan = answer.mulligan_resp.decision == MULLIGAN
        opening.declare(build.record.recorder, place, mulligan=mulligan)
    elif answer.assign_damage_resp is not None:
        combat.damage_assigned(build, answer, cause)
    elif answer.concede_req is not None:
        ending.concede(build, answer, cause)
    elif answer.group_resp is not None:
        _sorted(build, answer, cause)
    elif answer.distribution_resp is not None and build.dividing in build.known.stack:
        shares = {one.instance_id: one.amount for one in answer.distribution_resp.distributions}
        stack.divide(build, build.dividing, shares)
    elif answer.perform_action_resp is not None:
        _acted(build, answer)
    elif answer.type == CANCEL:
        build.cancelled = True


def _sorted(build: Build, answer: ClientMessage, cause: int | None) -> None:
    """Write which cards stay on top: a scry has an annotation of its own, a surveil has none."""
    if build.grouping != SURVEIL or answer.group_resp is None:
        return
    top = tuple(
        card
        for group in answer.group_resp.groups
        if group.zone_type == "ZoneType_Library"
        for card in group.ids
    )
    zone = build.known.where.get(top[0], 0) if top else 0
    if not zone:
        return
    player = build.seat(build.record.recorder)
    build.write(LibraryOrdered(player=player, top=build.ids(top)), by=player, cause=cause)
    rest = [card for card in build.known.members[zone] if card not in top]
    build.known.fill(zone, [*top, *rest])


def _acted(build: Build, answer: ClientMessage) -> None:
    """Remember what the recorder activates: if it is cancelled, nothing else says so."""
    if answer.perform_action_resp is None:
        return
    for action in answer.perform_action_resp.actions:
        if action.action_type == "ActionType_Activate":
            build.activating = action.instance_id
