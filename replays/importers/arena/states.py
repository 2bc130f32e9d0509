"""One state of the game after another: annotations in their order, then what the state itself shows."""

from collections.abc import Callable

from events.rulings import FactObserved
from events.turns import PhaseEntered, TurnBegan
from replays.importers.arena import combat, ending, facts, moves, opening, stack, turns
from replays.importers.arena.context import Build, is_card
from replays.importers.arena.reconcile import back_to, reconcile
from replays.importers.arena.state import FULL, SENT, UNDO
from replays.importers.arena.wire import Annotation, GameState

PLAY = "GameStage_Play"
STACK = "ZoneType_Stack"
PREFIX = "AnnotationType_"


def read_state(build: Build, state: GameState) -> None:
    """Take in a state and write what it tells."""
    again, gap = build.mirror.number != 0, _gap(build, state)
    if gap and build.cancelled and build.settled is not None:
        build.mirror = build.settled
        _back(build, build.mirror.number, inferred=True)
        gap = ""
    if state.update == SENT and (build.settled is None or build.state.update != SENT):
        build.settled = build.mirror.copy()
    build.cancelled = False
    build.mirror.apply(state)
    build.state = state
    if state.type == FULL and state.update == UNDO and again:
        _take_back(build)
        return
    if not again:
        _first(build, state)
    if gap:
        line = build.writer.place.source.line
        build.notes.append(f"states of the game are missing before line {line}")
        build.write(FactObserved(kind="RecordGap", data=gap), inferred=True)
        turns.catch_up(build, state)
    annotations = _news(build, state, again=again)
    _prepare(build, annotations)
    if build.opening is not None:
        annotations = _open(build, state, annotations)
    if build.opening is None:
        _play(build, annotations)
    _finish(build, state)


def _gap(build: Build, state: GameState) -> str:
    """Say where states are missing: each continues the one before it, but for what is taken back."""
    before, found = state.prev_game_state_id, build.mirror.number
    if state.type == FULL:
        before = 0 if state.update == UNDO else state.game_state_id - 1
    if not found or before in {0, found}:
        return ""
    return f'{{"expected":{before},"found":{found}}}'


def _take_back(build: Build) -> None:
    """Go back; the facts of the state that is shown again are in the log already."""
    for annotation in build.state.annotations:
        for kind in annotation.type:
            build.tally.repeat(kind.removeprefix(PREFIX))
    _back(build, build.state.prev_game_state_id)
    _mark(build)


def _back(build: Build, state: int, *, inferred: bool = False) -> None:
    """Go back to an earlier state, which the mirror shows already."""
    back_to(build, state, inferred=inferred)
    build.settled = None
    turn = build.mirror.turn
    build.phase, build.turns, build.active = (
        turns.shown_phase(turn),
        turn.turn_number,
        turn.active_player,
    )
    things = build.mirror.things.values()
    build.attacked = any(one.attack_state == combat.ATTACKING for one in things)
    build.blocked = any(one.block_state in combat.MET for one in things)
    build.waiting = {
        ability: trigger
        for ability, trigger in build.waiting.items()
        if ability in build.mirror.things
    }


def _first(build: Build, state: GameState) -> None:
    """Begin: life totals are those of the header; a game met in the middle gets its turn and phase."""
    for player in state.players:
        build.known.life[player.system_seat_number] = player.starting_life_total
    turn = state.turn_info
    if build.record.from_start or turn is None or not turn.active_player:
        return
    build.notes.append("the record begins in the middle of the game")
    build.turns, build.active, build.phase = (
        turn.turn_number,
        turn.active_player,
        turns.shown_phase(turn),
    )
    began = TurnBegan(number=max(build.turns, 1), player=build.seat(build.active))
    build.write(began, inferred=True)
    if build.phase is not None:
        build.write(PhaseEntered(phase=build.phase), inferred=True)


def _news(build: Build, state: GameState, *, again: bool) -> tuple[Annotation, ...]:
    """Return the annotations not read before: a full state repeats those of the state it renews."""
    if state.type != FULL or (not again and build.record.from_start):
        news = state.annotations
    elif not again:
        news = ()
    else:
        news = tuple(one for one in state.annotations if one.id > build.annotation)
    highest = max((one.id for one in state.annotations), default=0)
    build.annotation = max(build.annotation, highest)
    return news


def _prepare(build: Build, annotations: tuple[Annotation, ...]) -> None:
    """Look ahead in a message for what its earlier annotations depend on."""
    build.alias = {}
    tapping, starting, actions = set(), set(), {}
    for one in annotations:
        if "AnnotationType_TappedUntappedPermanent" in one.type:
            tapping.add(one.affected)
        elif "AnnotationType_ResolutionStart" in one.type:
            starting.add(one.affector_id or one.affected)
        elif "AnnotationType_UserActionTaken" in one.type:
            actions[one.affected] = one.number("actionType")
    build.tapping, build.starting, build.actions = frozenset(tapping), frozenset(starting), actions


def _open(
    build: Build, state: GameState, annotations: tuple[Annotation, ...]
) -> tuple[Annotation, ...]:
    """Gather the opening; return the annotations that follow it in the state that ends it."""
    before = build.original_opening
    place = build.writer.place
    before.take(state, build.mirror, place)
    _name_hands(build)
    begins = state.game_info is not None and state.game_info.stage == PLAY
    for number, annotation in enumerate(annotations):
        kinds = annotation.type
        if "AnnotationType_NewTurnStarted" in kinds:
            before.turn = (annotation.affected, place)
        elif "AnnotationType_ObjectIdChanged" in kinds:
            moves.object_changed(build, annotation)
        elif _is_bottoming(build, annotation):
            library = build.mirror.zone(annotation.number("zone_dest"))
            new = annotation.affected
            before.bottom(library, build.alias.pop(new, new), new, place)
        elif begins and any(kind in HANDLERS for kind in kinds):
            opening.write_opening(build, began=True)
            return annotations[number:]
    if begins:
        opening.write_opening(build, began=True)
    return ()


def _is_bottoming(build: Build, annotation: Annotation) -> bool:
    if annotation.text("category") != "Put":
        return False
    source = build.mirror.zone(annotation.number("zone_src")).type
    target = build.mirror.zone(annotation.number("zone_dest")).type
    return (source, target) == ("ZoneType_Hand", "ZoneType_Library")


def _name_hands(build: Build) -> None:
    """Note what the cards of newly dealt hands are, as far as the recorder sees them."""
    for seat in build.original_opening.seats.values():
        if not seat.dealt or seat.dealt[-1].names:
            continue
        things = build.mirror.things
        seat.dealt[-1].names = {
            card: build.card(things[card].grp_id)
            for card in seat.dealt[-1].hand
            if card in things and is_card(things[card])
        }


def _play(build: Build, annotations: tuple[Annotation, ...]) -> None:
    stack.stack_waiting(build)
    if not any("AnnotationType_PhaseOrStepModified" in one.type for one in annotations):
        turns.declare(build)
    for annotation in annotations:
        for kind in annotation.type:
            handler = HANDLERS.get(kind)
            if handler is not None:
                handler(build, annotation)
            elif kind not in IGNORED:
                build.tally.meet(kind.removeprefix(PREFIX))
    if build.ending and build.ending not in build.mirror.zone_of(STACK).object_instance_ids:
        build.known.remove(build.ending)
        stack.end_spell(build, build.ending)
    stack.write_targets(build)
    facts.write_reveals(build)
    reconcile(build)


def _finish(build: Build, state: GameState) -> None:
    info = state.game_info
    result = ending.result_of(info, build.record.number) if info else None
    if result is not None:
        if build.opening is not None:
            build.ended_in_opening = True
            opening.write_opening(build, began=False)
        ending.write_end(build, result)
    _mark(build)


def _mark(build: Build) -> None:
    build.writer.mark(build.state.game_state_id)
    build.annotations_at[build.state.game_state_id] = build.annotation


Handler = Callable[[Build, Annotation], None]

HANDLERS: dict[str, Handler] = {
    PREFIX + kind: handler
    for kind, handler in {
        "NewTurnStarted": turns.new_turn,
        "PhaseOrStepModified": turns.phase_entered,
        "ObjectIdChanged": moves.object_changed,
        "ZoneTransfer": moves.zone_transfer,
        "TokenCreated": moves.token_created,
        "TokenDeleted": moves.token_deleted,
        "AbilityInstanceCreated": stack.ability_created,
        "AbilityInstanceDeleted": stack.ability_deleted,
        "ResolutionStart": stack.resolution_start,
        "ResolutionComplete": stack.resolution_complete,
        "PlayerSubmittedTargets": stack.targets_submitted,
        "DamageDealt": facts.damage_dealt,
        "ModifiedLife": facts.life_changed,
        "TappedUntappedPermanent": facts.tapped,
        "CounterAdded": facts.counters_added,
        "CounterRemoved": facts.counters_removed,
        "AttachmentCreated": facts.attached,
        "ControllerChanged": facts.control_changed,
        "Shuffle": facts.shuffled,
        "Scry": facts.scried,
        "RevealedCardCreated": facts.revealed,
        "CoinFlip": facts.coin_flipped,
        "LossOfGame": facts.lost,
        "ChoiceResult": facts.raw,
        "ReplacementEffectApplied": facts.raw,
        "GainDesignation": facts.raw,
        "LoseDesignation": facts.raw,
        "TurnPermanent": facts.raw,
    }.items()
}
"""The client's annotations and what each is written as."""

IGNORED = frozenset(
    PREFIX + kind
    for kind in (
        "UserActionTaken",
        "ManaPaid",
        "LayeredEffectCreated",
        "LayeredEffectDestroyed",
        "PowerToughnessModCreated",
        "SyntheticEvent",
        "ShouldntPlay",
        "MultistepEffectStarted",
        "MultistepEffectComplete",
        "AbilityWordActive",
        "PlayerSelectingTargets",
        "RevealedCardDeleted",
        "DisqualifiedEffect",
        "CastingTimeOption",
    )
)
"""What other records say already, or what concerns only the client's display."""
