"""What the sentences of a game of Magic Online mean.

Turns are counted per player there, over all players here. Phases are not told: those that a fact
shows (a draw, a land, an attack) are inferred. Of a division only the targets are told.
"""

from collections.abc import Callable, Mapping

from events.game import PlayerCountersChanged
from events.identifiers import Seat
from events.mulligans import OpeningHandActionTaken
from events.turns import CardsDrawn, StepSkipped
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardsRevealed, CountersChanged, ZoneCountObserved
from replays.importers.mtgo.game import MtgoGame
from replays.importers.mtgo.grammar import cards_of
from replays.importers.telling import play
from replays.importers.text.grammar import Fact
from replays.importers.text.numbers import number

DIE_SIDES = 6


def _rolled(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    value = fact.number("value") or 0
    if game.tale.in_opening:
        game.tale.rolled(seat, DIE_SIDES, value)
    else:
        game.keep(fact)


def _chose(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    first = (fact["which"] == "first") != bool(fact["no"])
    others = [other for other in game.tale.roster.seats if other != seat]
    starting = seat if first else others[0] if len(others) == 1 else None
    if starting is not None and game.tale.in_opening:
        game.tale.opening.chosen = (seat, starting, game.tale.place)


def _mulligans(game: MtgoGame, fact: Fact, seat: Seat) -> bool:
    to = number(fact["count"])
    return game.tale.in_opening and game.tale.declared(seat, mulligan=True, to=to)


def _keeps(game: MtgoGame, fact: Fact, seat: Seat) -> bool:
    if not game.tale.in_opening:
        return False
    bottom = number(fact["bottom"]) if fact["bottom"] else 0
    if bottom:
        game.tale.bottomed(seat, bottom)
    game.tale.kept(seat, number(fact["count"]))
    return True


def _turn(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    told = fact.number("number") or 0
    own = game.turns.get(seat, 0) + 1
    if told != own:
        note = f"{seat}'s turn {told} of the record is the {own}. that it has"
        game.tale.notes.append(note)
    game.turns[seat] = own
    game.tale.turn(seat)


def _skips_draw(game: MtgoGame, _fact: Fact, seat: Seat) -> None:
    game.tale.write(StepSkipped(phase=Phase.DRAW, player=seat, why="first_draw"))


def _draws(game: MtgoGame, fact: Fact, seat: Seat) -> bool:
    count = number(fact["count"])
    if count is None:
        return False
    early = game.tale.phase in (None, Phase.UNTAP, Phase.UPKEEP)
    if not fact["source"] and count == 1 and seat == game.tale.active and early:
        game.tale.reach(Phase.DRAW)
    game.tale.write(CardsDrawn(player=seat, count=count))
    return True


def _plays(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    card = game.one(fact)
    play.play_land(game.tale, seat, game.thing(card), card.name)


def _casts(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    card = game.one(fact)
    play.cast(game.tale, seat, game.thing(card), card.name)
    game.rest(fact, seat, game.thing(card))


def _activates(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    card = game.one(fact)
    ability = play.activate(game.tale, seat, game.thing(card), card.name)
    game.rest(fact, seat, ability)


def _triggers(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    card = game.one(fact)
    ability = play.stack_trigger(game.tale, seat, game.thing(card), card.name)
    game.rest(fact, seat, ability)


def _discards(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    for card in cards_of(fact["list"]):
        play.move(
            game.tale,
            game.thing(card),
            Zone.GRAVEYARD,
            reason=MoveReason.DISCARDED,
            owner=seat,
            card=card.name,
        )


def _into_graveyard(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    reason = MoveReason.MILLED if fact.kind == "mills" else MoveReason.PUT
    for card in cards_of(fact["list"]):
        thing = game.thing(card)
        play.move(game.tale, thing, Zone.GRAVEYARD, reason=reason)
        play.identify(game.tale, thing, card.name, seat)


def _onto_battlefield(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    card = game.one(fact)
    thing = game.thing(card)
    if game.tale.in_opening:
        game.tale.write(OpeningHandActionTaken(player=seat, card=thing), by=seat)
        play.move(
            game.tale,
            thing,
            Zone.BATTLEFIELD,
            reason=MoveReason.OPENING_HAND,
            owner=seat,
            card=card.name,
        )
    else:
        play.move(
            game.tale,
            thing,
            Zone.BATTLEFIELD,
            reason=MoveReason.PUT,
            controller=seat,
            card=card.name,
        )


def _opening_hand(game: MtgoGame, fact: Fact, seat: Seat) -> None:
    """A card of a hand is shown: the hand has one unknown card fewer."""
    card = game.one(fact)
    thing = game.thing(card)
    size = game.tale.opening.of(seat).size
    if size is None or not game.tale.in_opening:
        game.keep(fact)
        return
    game.hands[seat] = (*game.hands.get(seat, ()), thing)
    seen = ZoneCountObserved(player=seat, zone=Zone.HAND, count=size, cards=game.hands[seat])
    game.tale.write(seen, inferred=True)
    game.tale.things.zones[thing] = Zone.HAND
    play.identify(game.tale, thing, card.name, seat)
    game.tale.write(CardsRevealed(player=seat, cards=(thing,)))
    game.tale.write(OpeningHandActionTaken(player=seat, card=thing), by=seat)


def _counters(game: MtgoGame, fact: Fact, _seat: Seat) -> bool:
    count = number(fact["count"])
    if count is None:
        return False
    card = game.one(fact)
    change = count if fact["verb"] == "puts" else -count
    play.identify(game.tale, game.thing(card), card.name)
    event = CountersChanged(object=game.thing(card), kind=fact["what"], change=change)
    game.tale.write(event)
    return True


def _player_counters(game: MtgoGame, fact: Fact, _seat: Seat) -> bool:
    count, other = number(fact["count"]), game.tale.seat(fact["q"])
    if count is None or other is None:
        return False
    game.tale.write(PlayerCountersChanged(player=other, kind=fact["what"], change=count))
    return True


def _transforms(game: MtgoGame, fact: Fact, _seat: Seat) -> None:
    card = game.one(fact, "face")
    play.identify(game.tale, game.thing(card), card.name)


def _countered(game: MtgoGame, fact: Fact, _seat: Seat) -> None:
    play.counter(game.tale, game.thing(game.one(fact)))


def _no_targets(game: MtgoGame, fact: Fact, _seat: Seat) -> None:
    cards = cards_of(fact["card"])
    if cards:
        play.leave_stack(game.tale, game.thing(cards[0]), resolved=False)


def _conceded(game: MtgoGame, _fact: Fact, seat: Seat) -> None:
    game.tale.conceded(seat)


def _wins(game: MtgoGame, _fact: Fact, seat: Seat) -> None:
    game.tale.wins(seat)


def _loses(game: MtgoGame, _fact: Fact, seat: Seat) -> None:
    game.tale.loses(seat)


def _drawn(game: MtgoGame, _fact: Fact, _seat: Seat) -> None:
    game.tale.draws()


READINGS: Mapping[str, Callable[[MtgoGame, Fact, Seat], bool | None]] = {
    "rolled": _rolled,
    "chose": _chose,
    "mulligans": _mulligans,
    "keeps": _keeps,
    "turn": _turn,
    "skips_draw": _skips_draw,
    "draws": _draws,
    "plays": _plays,
    "casts": _casts,
    "activates": _activates,
    "triggers": _triggers,
    "attacked": MtgoGame.attacked,
    "blocks": MtgoGame.blocked,
    "discards": _discards,
    "mills": _into_graveyard,
    "into_graveyard": _into_graveyard,
    "onto_battlefield": _onto_battlefield,
    "opening_hand": _opening_hand,
    "counters": _counters,
    "player_counters": _player_counters,
    "transforms": _transforms,
    "countered": _countered,
    "no_targets": _no_targets,
    "conceded": _conceded,
    "wins": _wins,
    "loses": _loses,
    "drawn": _drawn,
}
"""Kind of sentence -> what it means; the others (who joined, the score of the match) say nothing."""
