"""The records of a gathered opening: the starting player, hands, mulligans in rounds.

Implements CR 103.1-103.6. What only follows from something else is marked as inferred.
"""

from typing import TYPE_CHECKING

from events.chance import DieRolled, RandomlyChosen
from events.game import StartingPlayerChosen
from events.identifiers import Seat
from events.mulligans import CardsBottomed, HandKept, MulliganDeclared, MulliganTaken
from events.turns import CardsDrawn, PhaseEntered
from events.vocabulary import Phase
from events.zones import LibraryShuffled
from replays.importers.rounds import free_mulligans, rounds
from replays.importers.telling.opening import STARTING_HAND, Declared, Opening, SeatOpening
from replays.importers.writer import CHANCE, Place

if TYPE_CHECKING:
    from replays.importers.telling.tale import Tale


def write_opening(tale: "Tale", *, began: bool) -> None:
    """Write all that precedes the first turn, and what was held back until then."""
    opening, order = tale.opening, [tale.opening.of(seat) for seat in tale.order]
    if began:
        _finish(tale, order)
    shuffles_first = tale.header.rules.pregame.order == "shuffle_then_starting_player"
    steps = [_shuffles, _starting_player] if shuffles_first else [_starting_player, _shuffles]
    for step in steps:
        step(tale, opening)
    if opening.told or began:
        _deals(tale, order)
        _rounds(tale, order)
    if began:
        _phase(tale, Phase.OPENING_HAND_ACTIONS, tale.place)


def _finish(tale: "Tale", order: list[SeatOpening]) -> None:
    """The first turn begins: whoever has not said so has kept, if the record tells of hands at all."""
    if not any(one.declared or one.deals for one in order):
        return
    for one in order:
        if not one.kept:
            one.declared.append(Declared(mulligan=False, place=tale.place, inferred=True))


def _phase(tale: "Tale", phase: Phase, place: Place | None) -> None:
    tale.write(PhaseEntered(phase=phase), place=place, inferred=True)


def _starting_player(tale: "Tale", opening: Opening) -> None:
    _phase(tale, Phase.STARTING_PLAYER, opening.began)
    for roll in opening.rolls:
        tale.write(roll.event, by=CHANCE, place=roll.place)
    if opening.chosen is not None:
        chooser, first, place = opening.chosen
        event = StartingPlayerChosen(player=chooser, starting_player=first)
        tale.write(event, by=chooser, place=place)
    elif opening.first is not None:
        chooser = _winner(opening) or opening.first
        event = StartingPlayerChosen(player=chooser, starting_player=opening.first)
        tale.write(event, by=chooser, place=opening.first_at, inferred=True)


def _winner(opening: Opening) -> Seat | None:
    """CR 103.1: whoever won the toss, or rolled highest, chooses."""
    lots = [one.event for one in opening.rolls if isinstance(one.event, RandomlyChosen)]
    if lots:
        return Seat(lots[-1].chosen[0])
    rolls = [one.event for one in opening.rolls if isinstance(one.event, DieRolled)]
    best = max((roll.value for roll in rolls if roll.purpose), default=0)
    winners = {roll.player for roll in rolls if roll.value == best}
    return winners.pop() if len(winners) == 1 else None


def _shuffles(tale: "Tale", opening: Opening) -> None:
    _phase(tale, Phase.SHUFFLING, opening.began)
    for seat in tale.order:
        place = opening.shuffles.get(seat)
        if place is not None:
            tale.write(LibraryShuffled(player=seat), by=CHANCE, place=place)


def _deals(tale: "Tale", order: list[SeatOpening]) -> None:
    dealt = [one for one in order if one.declared or one.deals]
    if not dealt:
        return
    _phase(tale, Phase.OPENING_DRAW, tale.opening.began)
    for one in dealt:
        _draw(tale, one, 0, STARTING_HAND)


def _draw(tale: "Tale", one: SeatOpening, number: int, size: int) -> None:
    deal = one.deals[number] if number < len(one.deals) else None
    count = size if deal is None or deal.count is None else deal.count
    place = deal.place if deal is not None else one.declared[max(0, number - 1)].place
    event = CardsDrawn(player=one.seat, count=count, cards=deal.cards if deal else ())
    tale.write(event, place=place, inferred=deal is None or deal.count is None)
    for held in deal.named if deal is not None else ():
        tale.write(held.event, by=held.by, place=held.place, inferred=held.inferred)


def _rounds(tale: "Tale", order: list[SeatOpening]) -> None:
    """CR 103.5: declarations in turn order, hands kept, then mulligans; CR 103.5b: actions between."""
    for one in rounds(order, lambda seat: [said.mulligan for said in seat.declared]):
        _phase(tale, Phase.MULLIGAN_DECLARING, one.speaking[0].declared[one.number - 1].place)
        for seat in one.speaking:
            _actions(tale, seat, one.number - 1)
            said = seat.declared[one.number - 1]
            event = MulliganDeclared(player=seat.seat, mulligan=said.mulligan)
            tale.write(event, by=seat.seat, place=said.place, inferred=said.inferred)
            if not said.mulligan:
                _keep(tale, seat)
        if one.taking:
            place = one.taking[0].declared[one.number - 1].place
            _phase(tale, Phase.MULLIGAN_TAKING, place)
        for seat in one.taking:
            _take(tale, seat, one.number)
    for seat in order:
        _actions(tale, seat, len(seat.declared))


def _actions(tale: "Tale", one: SeatOpening, declared: int) -> None:
    for held in one.actions.get(declared, ()):
        tale.write(held.event, by=held.by, place=held.place, inferred=held.inferred)


def _keep(tale: "Tale", one: SeatOpening) -> None:
    """Write that a hand is kept; its size follows from the mulligans where it is not told."""
    told = one.size is not None
    size = one.size if one.size is not None else STARTING_HAND - counted(tale, one, one.mulligans)
    place = one.kept_at or one.declared[-1].place
    tale.write(HandKept(player=one.seat, size=max(0, size)), place=place, inferred=not told)


def counted(tale: "Tale", one: SeatOpening, number: int) -> int:
    """Return how many of a player's first mulligans count: what the record says, or the rules."""
    mulligans = [said for said in one.declared if said.mulligan]
    told = mulligans[number - 1].to if 0 < number <= len(mulligans) else None
    if told is not None:
        return max(0, min(STARTING_HAND - told, number))
    return max(0, min(number - free_mulligans(tale.header), STARTING_HAND))


def _take(tale: "Tale", one: SeatOpening, number: int) -> None:
    said = one.declared[number - 1]
    count = counted(tale, one, number)
    deal = one.deals[number] if number < len(one.deals) else None
    place = (deal.taken_at if deal is not None else None) or said.place
    event = MulliganTaken(player=one.seat, number=number, counted=count)
    tale.write(event, place=place, inferred=said.inferred)
    at = deal.shuffled if deal is not None and deal.shuffled is not None else None
    shuffled = LibraryShuffled(player=one.seat)
    tale.write(shuffled, by=CHANCE, place=at or place, inferred=at is None)
    london = tale.header.rules.mulligan.kind == "london"
    _draw(tale, one, number, STARTING_HAND if london else max(0, STARTING_HAND - count))
    if london:
        _bottom(tale, one, number, count)


def _bottom(tale: "Tale", one: SeatOpening, number: int, owed: int) -> None:
    """Write what is put back: as told, or as follows from the size that the client names.

    Only the last mulligan's cards are asked for by clients that ask at the keep.
    """
    deal = one.deals[number] if number < len(one.deals) else None
    cards = deal.bottom_cards if deal is not None else ()
    count = deal.bottomed if deal is not None else 0
    if count:
        event = CardsBottomed(
            player=one.seat,
            cards=cards,
            count=0 if cards else count,
        )
        wrong = count != owed
        place = deal.bottomed_at if deal is not None else None
        inferred = deal is not None and deal.bottom_inferred
        tale.write(event, by=one.seat, place=place, reported=wrong, inferred=inferred)
    elif owed and one.declared[number - 1].to is not None and one.kept and number == one.mulligans:
        event = CardsBottomed(player=one.seat, count=owed)
        place = (deal.taken_at if deal is not None else None) or one.declared[number - 1].place
        tale.write(event, by=one.seat, place=place, inferred=True)
