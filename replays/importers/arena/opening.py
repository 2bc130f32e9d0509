"""The records of a game's opening, written once it is known: rolls, draws, mulligans in rounds.

Implements CR 103.1-103.6.
"""

from events.chance import DieRolled
from events.game import StartingPlayerChosen
from events.identifiers import ObjectId, Seat
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.rulings import FactObserved
from events.turns import CardsDrawn, PhaseEntered, TurnBegan
from events.vocabulary import Phase, Zone
from events.zones import CardsIdentified, LibraryShuffled, ZoneCountObserved
from replays.importers.arena.context import Build
from replays.importers.arena.ending import concede_in_opening
from replays.importers.arena.header import seat_name
from replays.importers.arena.moves import move
from replays.importers.arena.mulligans import MOST_MULLIGANS, Dealt, SeatOpening
from replays.importers.arena.wire import GreMessage
from replays.importers.rounds import free_mulligans, rounds
from replays.importers.writer import CHANCE, Place

DIE_SIDES = 20
STARTING_PLAYER = "starting_player"


def write_opening(build: Build, *, began: bool) -> None:
    """Write everything up to the first turn; ``began`` says whether the game got that far."""
    opening = build.opening
    if opening is None:
        return
    build.opening = None
    if began:
        opening.finish(build.writer.place)
        build.known.touched.update(build.mirror.zones)
        build.anew = True
    build.first_turn = opening.turn
    order = opening.order()
    _starting_player(build, opening.began)
    _libraries(build, order)
    for thing in build.mirror.zone_of("ZoneType_Command").object_instance_ids:
        move(build, thing, thing, build.mirror.zone_of("ZoneType_Command").zone_id)
    for seat in order:
        if seat.dealt:
            _draw(build, seat, seat.dealt[0])
    _rounds(build, order)
    if began:
        build.write(PhaseEntered(phase=Phase.OPENING_HAND_ACTIONS), inferred=True)
    elif opening.turn is not None:
        kind, place = "NewTurnStarted", opening.turn[1]
        build.write(FactObserved(kind=kind), place=place)
    if opening.unanswered is not None:
        build.write(FactObserved(kind="MulliganReq"), place=opening.unanswered)
    concede_in_opening(build)


def begin_first_turn(build: Build) -> None:
    """Write the first turn, which the client announced before the mulligans."""
    if build.first_turn is None:
        return
    seat, _ = build.first_turn
    build.first_turn = None
    build.turns, build.active = 1, seat
    build.write(TurnBegan(number=1, player=seat_name(seat)))


def _starting_player(build: Build, began: Place | None) -> None:
    opening = build.original_opening
    build.write(PhaseEntered(phase=Phase.STARTING_PLAYER), place=began, inferred=True)
    rolls: dict[int, int] = {}
    die = build.record.die
    if die is not None and isinstance(die.body, GreMessage) and die.body.die_roll_results_resp:
        place = build.place_of(die.line, die.body.msg_id, die.at)
        for roll in die.body.die_roll_results_resp.player_die_rolls:
            rolls[roll.system_seat_id] = roll.roll_value
            event = DieRolled(
                player=seat_name(roll.system_seat_id),
                sides=DIE_SIDES,
                value=max(roll.roll_value, 1),
                purpose=STARTING_PLAYER,
            )
            build.write(event, by=CHANCE, place=place)
    chosen = opening.chosen
    first = chosen[0] if chosen else opening.first
    if not first:
        return
    chooser = _chooser(build, rolls) or first
    event_ = StartingPlayerChosen(player=seat_name(chooser), starting_player=seat_name(first))
    build.write(
        event_,
        by=seat_name(chooser),
        place=chosen[1] if chosen else opening.first_at,
        inferred=chosen is None,
    )


def _chooser(build: Build, rolls: dict[int, int]) -> int:
    """Return who chose: the recorder who answered, whoever was asked, or the winner of the roll."""
    opening = build.original_opening
    if opening.chosen is not None:
        return build.record.recorder
    if opening.chooser:
        return opening.chooser
    best = max(rolls.values(), default=0)
    winners = [seat for seat, value in rolls.items() if value == best]
    return winners[0] if len(winners) == 1 else 0


def _libraries(build: Build, order: list[SeatOpening]) -> None:
    opening = build.original_opening
    build.write(PhaseEntered(phase=Phase.SHUFFLING), place=opening.began, inferred=True)
    for seat in order:
        library = opening.libraries.get(seat.seat, ())
        if not library and seat.dealt:
            library = seat.dealt[0].hand + seat.dealt[0].library
        if not library:
            continue
        cards = build.ids(library)
        player = seat_name(seat.seat)
        count = ZoneCountObserved(player=player, zone=Zone.LIBRARY, count=len(cards), cards=cards)
        build.write(count, place=opening.began)
        shuffled = LibraryShuffled(player=player, new=cards)
        build.write(shuffled, by=CHANCE, place=opening.began, inferred=True)
        build.known.fill(build.mirror.zone_of("ZoneType_Library", seat.seat).zone_id, library)
    if any(seat.dealt for seat in order):
        place = next(seat.dealt[0].place for seat in order if seat.dealt)
        build.write(PhaseEntered(phase=Phase.OPENING_DRAW), place=place, inferred=True)


def _draw(build: Build, seat: SeatOpening, deal: Dealt) -> None:
    player, cards = seat_name(seat.seat), build.ids(deal.hand)
    build.write(CardsDrawn(player=player, count=len(cards), cards=cards), place=deal.place)
    if deal.names:
        names = {ObjectId(f"c{card}"): name for card, name in sorted(deal.names.items())}
        build.write(CardsIdentified(cards=names), place=deal.place)
        for card, name in deal.names.items():
            build.known.names[card] = name
    mirror, known = build.mirror, build.known
    known.fill(mirror.zone_of("ZoneType_Library", seat.seat).zone_id, deal.library)
    known.fill(mirror.zone_of("ZoneType_Hand", seat.seat).zone_id, deal.hand)


def _rounds(build: Build, order: list[SeatOpening]) -> None:
    """CR 103.5: every seat's declaration of the round, the hands kept, then the mulligans."""
    for one in rounds(order, _declared):
        number = one.number
        _phase(build, Phase.MULLIGAN_DECLARING, one.speaking[0].declared[number - 1].place)
        for seat in one.speaking:
            _declaration(build, seat, number)
        for seat in one.keeping:
            _keep(build, seat, number - 1)
        taking = [seat for seat in one.taking if len(seat.dealt) > number]
        if taking:
            _phase(build, Phase.MULLIGAN_TAKING, taking[0].dealt[number].place)
        for seat in taking:
            _take(build, seat, number)


def _declared(seat: SeatOpening) -> list[bool]:
    return [one.mulligan for one in seat.declared]


def _phase(build: Build, phase: Phase, place: Place) -> None:
    build.write(PhaseEntered(phase=phase), place=place, inferred=True)


def _declaration(build: Build, seat: SeatOpening, number: int) -> None:
    declared = seat.declared[number - 1]
    player = seat_name(seat.seat)
    event = MulliganDeclared(player=player, mulligan=declared.mulligan)
    build.write(event, by=player, place=declared.place, inferred=declared.inferred)


def _counted(build: Build, number: int) -> int:
    return max(0, number - free_mulligans(build.header))


def _keep(build: Build, seat: SeatOpening, mulligans: int) -> None:
    """Write that a hand is kept, unless the record stops before its cards were bottomed."""
    if not seat.dealt:
        return
    deal, owed = seat.dealt[-1], _counted(build, mulligans)
    if len(deal.bottomed) < owed and build.ended_in_opening:
        return
    size = len(deal.hand) - len(deal.bottomed)
    build.write(
        HandKept(player=seat_name(seat.seat), size=size),
        place=deal.bottomed_at if size == 0 else seat.declared[-1].place,
        inferred=True,
    )


def _take(build: Build, seat: SeatOpening, number: int) -> None:
    deal, player = seat.dealt[number], seat_name(seat.seat)
    counted = _counted(build, number)
    taken = MulliganTaken(player=player, number=number, counted=counted)
    build.write(taken, place=deal.place)
    shuffled = LibraryShuffled(player=player, new=build.ids(deal.hand + deal.library))
    build.write(shuffled, by=CHANCE, place=deal.place)
    _draw(build, seat, deal)
    _bottom(build, seat, deal, player)
    if counted >= MOST_MULLIGANS:
        _keep(build, seat, number)


def _bottom(build: Build, seat: SeatOpening, deal: Dealt, player: Seat) -> None:
    if not deal.bottomed:
        return
    event = CardsBottomed(
        player=player,
        cards=build.ids(old for old, _ in deal.bottomed),
        new=build.ids(new for _, new in deal.bottomed),
    )
    build.write(event, by=player, place=deal.bottomed_at)
    library = build.mirror.zone_of("ZoneType_Library", seat.seat).zone_id
    for old, new in deal.bottomed:
        build.known.remove(old)
        build.known.place(new, library)
        name = build.known.names.get(old)
        if name is not None:
            build.known.names[new] = name
