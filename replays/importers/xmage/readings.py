"""What the sentences of an XMage game mean: the one client whose mulligans come in the rules' order.

A flip is told in several sentences: the call, a coin, a second one, which is kept, the result.
"""

from collections.abc import Callable, Mapping

from events.damage import DamageDealt
from events.division import DamageDivided
from events.identifiers import Seat
from events.turns import CardsDrawn
from events.vocabulary import DamageKind, Face, MoveReason, Phase, Zone
from replays.importers.telling import play
from replays.importers.telling.flips import MOST_COINS
from replays.importers.text.grammar import Fact
from replays.importers.text.numbers import number
from replays.importers.xmage.game import XmageGame, lives_of

_DAMAGE_STEPS = frozenset({Phase.FIRST_STRIKE_DAMAGE, Phase.COMBAT_DAMAGE})


def _face(fact: Fact) -> Face:
    return Face.HEADS if fact["face"].lower().startswith("head") else Face.TAILS


def _shuffled(game: XmageGame, _fact: Fact, seat: Seat) -> None:
    if game.tale.in_opening:
        game.tale.shuffled(seat)


def _toss(game: XmageGame, _fact: Fact, seat: Seat) -> None:
    if game.tale.in_opening:
        game.tale.drawn_by_lot(seat)


def _chooses(game: XmageGame, fact: Fact, seat: Seat) -> None:
    starting = seat if fact["game"] else game.tale.seat(fact["q"])
    if starting is not None and game.tale.in_opening:
        game.tale.opening.chosen = (seat, starting, game.tale.place)


def _draws(game: XmageGame, fact: Fact, seat: Seat) -> bool:
    count = number(fact["count"])
    if count is None:
        return False
    if game.tale.in_opening:
        game.tale.dealt(seat, count)
    else:
        game.tale.write(CardsDrawn(player=seat, count=count))
    return True


def _keeps(game: XmageGame, _fact: Fact, seat: Seat) -> bool:
    return game.tale.in_opening and game.tale.declared(seat, mulligan=False)


def _decides(game: XmageGame, _fact: Fact, seat: Seat) -> bool:
    return game.tale.in_opening and game.tale.declared(seat, mulligan=True)


def _mulligans(game: XmageGame, fact: Fact, seat: Seat) -> bool:
    """The mulligan itself: its size belongs to the declaration, which old logs leave out."""
    if not game.tale.in_opening:
        return False
    to = int(fact["to"]) if fact["to"] else None
    return game.tale.opening.took(seat, game.tale.place, to=to, free=bool(fact["free"]))


def _turn(game: XmageGame, fact: Fact, seat: Seat) -> None:
    game.tale.turn(seat, fact.number("number"), extra=bool(fact["extra"]))
    lives, seats = lives_of(fact), game.tale.roster.seats
    in_order = set(seats) <= set(game.tale.opening.shuffles)
    if len(lives) == len(seats) and (in_order or len(set(lives)) == 1):
        for other, life in zip(seats, lives, strict=True):
            game.tale.life_is(other, life, inferred=True)


def _called(game: XmageGame, fact: Fact, seat: Seat) -> None:
    flip = game.flip_of(seat, anew=True)
    flip.call, flip.called_at = _face(fact), game.tale.place


def _flipped(game: XmageGame, fact: Fact, seat: Seat) -> None:
    """A coin; one without a source is the extra coin of an effect that has two flipped."""
    flip = game.flip_of(seat)
    if (flip.coins and fact["source"]) or len(flip.coins) >= MOST_COINS:
        flip = game.flip_of(seat, anew=True)
    flip.coins.append((_face(fact), game.tale.place))
    game.blame(flip, fact["source"])


def _kept(game: XmageGame, fact: Fact, seat: Seat) -> None:
    flip = game.flip_of(seat)
    flip.kept, flip.kept_at = _face(fact), game.tale.place


def _outcome(game: XmageGame, fact: Fact, seat: Seat) -> None:
    flip = game.flip_of(seat)
    flip.won, flip.won_at = fact["outcome"] == "won", game.tale.place
    game.blame(flip, fact["source"])
    game.end_flip()


def _old_flip(game: XmageGame, fact: Fact, seat: Seat) -> None:
    """The form of 2018 and 2019: one sentence, without a call."""
    flip = game.flip_of(seat, anew=True)
    flip.coins.append((_face(fact), game.tale.place))
    _outcome(game, fact, seat)


def _plays(game: XmageGame, fact: Fact, seat: Seat) -> None:
    play.play_land(game.tale, seat, game.thing(fact["card"], fact["id"]), fact["card"])


def _casts(game: XmageGame, fact: Fact, seat: Seat) -> None:
    key = (fact["card"].strip(), fact["id"])
    thing = game.tale.things.id(key)
    if game.tale.things.zone(thing) not in (None, Zone.NOWHERE):
        thing = game.tale.things.anew(key)  # CR 400.7: it has been somewhere before
    cause = play.cast(game.tale, seat, thing, fact["card"])
    targets = game.targets(fact["targets"]) if fact["targets"] else []
    if not targets:
        return
    play.choose_targets(game.tale, seat, thing, [target for target, _ in targets], cause)
    shares = [share for _, share in targets if share is not None]
    if len(shares) == len(targets):
        game.put_there(fact["targets"])
        event = DamageDivided(
            player=seat,
            object=thing,
            amount=sum(shares),
            shares=tuple(shares),
            targets=tuple(target for target, _ in targets),
        )
        game.tale.write(event, by=seat, cause=cause, inferred=True)  # that it is damage


def _damage(game: XmageGame, fact: Fact, _seat: Seat) -> None:
    """Combat damage is dealt in its own steps, and little else is: that it is some, is inferred."""
    fights = game.tale.phase in _DAMAGE_STEPS
    event = DamageDealt(
        recipient=game.thing(fact["card"], fact["id"]),
        amount=min(int(fact["amount"]), 1_000_000),
        kind=DamageKind.COMBAT if fights else DamageKind.NONCOMBAT,
    )
    play.on_battlefield(game.tale, game.thing(fact["card"], fact["id"]), fact["card"], None)
    game.tale.write(event, inferred=fights)


def _life(game: XmageGame, fact: Fact, seat: Seat) -> None:
    amount = fact.number("amount") or 0
    game.tale.life_changes(seat, -amount if fact.kind == "loses_life" else amount)


def _died(game: XmageGame, fact: Fact, _seat: Seat) -> None:
    key = (fact["card"].strip(), fact["id"])
    thing = game.tale.things.id(key)
    play.on_battlefield(game.tale, thing, fact["card"], None)
    play.move(game.tale, thing, Zone.GRAVEYARD, new=game.tale.things.anew(key))


def _discards(game: XmageGame, fact: Fact, seat: Seat) -> None:
    key = (fact["card"].strip(), fact["id"])
    play.move(
        game.tale,
        game.tale.things.id(key),
        Zone.GRAVEYARD,
        new=game.tale.things.anew(key),
        reason=MoveReason.DISCARDED,
        owner=seat,
        card=fact["card"],
    )


def _conceded(game: XmageGame, _fact: Fact, seat: Seat) -> None:
    game.tale.conceded(seat)


def _won(game: XmageGame, _fact: Fact, seat: Seat) -> None:
    game.tale.wins(seat)


def _lost(game: XmageGame, _fact: Fact, seat: Seat) -> None:
    game.tale.loses(seat)


READINGS: Mapping[str, Callable[[XmageGame, Fact, Seat], bool | None]] = {
    "shuffled": _shuffled,
    "toss": _toss,
    "chooses": _chooses,
    "draws": _draws,
    "keeps": _keeps,
    "decides": _decides,
    "mulligans": _mulligans,
    "turn": _turn,
    "called": _called,
    "flipped": _flipped,
    "kept": _kept,
    "outcome": _outcome,
    "old_flip": _old_flip,
    "plays": _plays,
    "casts": _casts,
    "damage": _damage,
    "loses_life": _life,
    "gains_life": _life,
    "died": _died,
    "discards": _discards,
    "conceded": _conceded,
    "won": _won,
    "lost": _lost,
}
