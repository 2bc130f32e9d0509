"""What the lines of a Forge game mean.

"Mulliganed down to 7" is a free mulligan (CR 103.5c): the number is the hand after it. Mulligans are
taken there as soon as they are declared; here they come in rounds. A coin has no line at all.
"""

from collections.abc import Callable, Mapping

from events.damage import DamageDealt
from events.identifiers import Seat
from events.vocabulary import DamageKind, LossReason, Phase
from replays.importers.forge.game import ForgeGame
from replays.importers.forge.grammar import PHASES, REASONS
from replays.importers.telling import play
from replays.importers.text.grammar import Fact


def _mulligans(game: ForgeGame, fact: Fact, seat: Seat) -> bool:
    to = int(fact["count"])
    return game.tale.in_opening and game.tale.declared(seat, mulligan=True, to=to)


def _keeps(game: ForgeGame, fact: Fact, seat: Seat) -> bool:
    if not game.tale.in_opening:
        return False
    game.tale.kept(seat, int(fact["count"]))
    return True


def _turn(game: ForgeGame, fact: Fact, seat: Seat) -> None:
    game.tale.turn(seat, fact.number("number"))


def _phase(game: ForgeGame, fact: Fact, _seat: Seat) -> None:
    phase = PHASES[fact["phase"]]
    if not game.tale.in_opening and (phase is not game.tale.phase or phase is Phase.CLEANUP):
        game.tale.enter(phase)


def _land(game: ForgeGame, fact: Fact, seat: Seat) -> None:
    play.play_land(game.tale, seat, game.tale.things.id(int(fact["id"])), fact["card"])


def _stack(game: ForgeGame, fact: Fact, seat: Seat) -> None:
    name = fact["card"]
    if fact["how"] == "cast":
        thing = game.tale.things.mint("c")
        play.cast(game.tale, seat, thing, name)
    elif fact["how"] == "activated":
        thing = play.activate(game.tale, seat, game.tale.things.mint("c"), name)
    else:
        thing = play.stack_trigger(game.tale, seat, None, name)
    game.remember(thing, name)
    play.choose_targets(game.tale, seat, thing, game.targets(fact["targets"]))


def _resolve(game: ForgeGame, fact: Fact, _seat: Seat) -> None:
    """The client writes this after what the object did, as it leaves the stack."""
    thing = game.stacked(fact["what"].partition(" - ")[0])
    if thing is not None:
        play.leave_stack(game.tale, thing)


def _damage(game: ForgeGame, fact: Fact, _seat: Seat) -> bool:
    target = game.recipient(fact["target"], None)
    if target is None:
        return False
    event = DamageDealt(
        recipient=target,
        amount=min(int(fact["amount"]), 1_000_000),
        source=game.tale.things.id(int(fact["id"])),
        kind=DamageKind.COMBAT if fact["kind"] == "combat " else DamageKind.NONCOMBAT,
    )
    game.tale.write(event)
    return True


def _life(game: ForgeGame, fact: Fact, seat: Seat) -> None:
    game.tale.life_is(seat, int(fact["before"]), inferred=True)
    game.tale.life_is(seat, int(fact["after"]))


def _outcome(game: ForgeGame, fact: Fact, seat: Seat) -> None:
    if fact["outcome"] == "won":
        return  # it stands among those who have lost: the game's end comes after all of them
    why = fact["why"].lower()
    reason = next((one for words, one in REASONS if words in why), LossReason.UNKNOWN)
    if reason is LossReason.CONCEDED and not game.tale.decided:
        game.tale.conceded(seat)
    else:
        game.tale.loses(seat, reason)


def _result(game: ForgeGame, _fact: Fact, seat: Seat) -> None:
    game.tale.wins(seat)


def _drawn(game: ForgeGame, _fact: Fact, _seat: Seat) -> None:
    game.tale.draws()


READINGS: Mapping[str, Callable[[ForgeGame, Fact, Seat], bool | None]] = {
    "mulligans": _mulligans,
    "keeps": _keeps,
    "turn": _turn,
    "phase": _phase,
    "land": _land,
    "stack": _stack,
    "resolve": _resolve,
    "attack": ForgeGame.attacks,
    "block": ForgeGame.blocks,
    "no_block": ForgeGame.blocks,
    "damage": _damage,
    "life": _life,
    "outcome": _outcome,
    "result": _result,
    "drawn": _drawn,
}
