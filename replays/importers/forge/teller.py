"""What the lines of a Forge game mean.

"Mulliganed down to 7" is a free mulligan (CR 103.5c): the number is the hand after it. Mulligans are
taken there as soon as they are declared; here they come in rounds. A coin has no line at all.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence

from events.damage import DamageDealt
from events.game import FormatEntry
from events.identifiers import ObjectId, Recipient, Seat
from events.vocabulary import DamageKind, LossReason, Phase
from replays.importers.forge.grammar import PHASES, REASONS
from replays.importers.telling import play
from replays.importers.telling.tale import Tale
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence

_LAST_WORDS = frozenset({"outcome", "result", "drawn"})
_DECLARING = frozenset({"attack", "block", "no_block"})
_CARD = re.compile(r"(?P<card>.+?) \((?P<id>\d{1,9})\)(?:, and |, | and |$)")
_COMMANDER = frozenset({"commander", "oathbreaker", "tiny leaders", "duel commander"})
COMMANDER_LIFE = 40
MOST_CREATURES = 10_000


class ForgeTeller:
    """Tells one game."""

    def __init__(self, tale: Tale, facts: Sequence[tuple[Sentence, Fact]]) -> None:
        """Look ahead for what the header has: the turn order, the format, the life at the start."""
        self.tale = tale
        self._attacks: list[tuple[ObjectId, Recipient]] = []
        self._blocks: dict[Seat, list[tuple[ObjectId, ObjectId]]] = {}
        self._names: dict[ObjectId, str] = {}
        tale.order = _turn_order(tale, facts)
        tale.play = _format(facts)

    def tell(self, fact: Fact) -> bool:
        """Take in a line."""
        if fact.kind not in _DECLARING:
            self._declare()
        if self.tale.decided and fact.kind not in _LAST_WORDS:
            return True
        seat = self.tale.seat(fact["p"]) or Seat("")
        reading = READINGS.get(fact.kind)
        if reading is not None:
            return reading(self, fact, seat) is not False
        if fact.kind.startswith("fact_"):
            self._keep(fact)
        return True

    def finish(self) -> None:
        """Write what was gathered last."""
        self._declare()

    def _keep(self, fact: Fact) -> None:
        rest = fact["rest"]
        for name in sorted(self.tale.roster.names, key=len, reverse=True):
            rest = rest.replace(name, str(self.tale.seat(name)))
        data = json.dumps({"text": rest}, ensure_ascii=False)
        if len(data) <= 2_000:  # noqa: PLR2004 - far below what a record may have
            self.tale.fact(fact.kind.removeprefix("fact_"), data)

    # -- combat: several lines make one declaration ---------------------------------------------------

    def attacks(self, fact: Fact, seat: Seat) -> bool:
        """Gather attackers."""
        target = self.recipient(fact["target"], None)
        cards = self.cards(fact["list"])
        if target is None or not cards:
            return False
        for thing, name in cards:
            play.on_battlefield(self.tale, thing, name, seat)
            self._attacks.append((thing, target))
        return True

    def blocks(self, fact: Fact, seat: Seat) -> bool:
        """Gather blockers; that nobody blocks an attacker is a declaration, too."""
        declared = self._blocks.setdefault(seat, [])
        if fact.kind == "no_block":
            return True
        attackers, blockers = self.cards(fact["target"]), self.cards(fact["list"])
        for thing, name in blockers:
            play.on_battlefield(self.tale, thing, name, seat)
            declared += [(thing, attacker) for attacker, _ in attackers]
        return bool(attackers and blockers)

    def _declare(self) -> None:
        attacks, self._attacks = self._attacks, []
        if attacks and self.tale.active is not None:
            play.attack(self.tale, self.tale.active, attacks)
        declared, self._blocks = self._blocks, {}
        for seat, blocks in declared.items():
            play.block(self.tale, seat, blocks)

    # -- names ----------------------------------------------------------------------------------------

    def cards(self, text: str) -> list[tuple[ObjectId, str]]:
        """Return the cards of a list, with their names."""
        found = _CARD.finditer(text)
        return [
            (self.tale.things.id(int(match["id"])), match["card"])
            for match, _ in zip(found, range(MOST_CREATURES), strict=False)
        ]

    def recipient(self, text: str, controller: Seat | None) -> Recipient | None:
        """Return a player or a permanent by what a line calls it."""
        seat = self.tale.seat(text)
        if seat is not None:
            return seat
        cards = self.cards(text)
        if len(cards) != 1:
            return None
        thing, name = cards[0]
        play.on_battlefield(self.tale, thing, name, controller)
        return thing

    def targets(self, text: str) -> list[Recipient]:
        """Return the targets of a list in brackets, as far as they are players or have an id."""
        found: list[Recipient] = []
        for part in text.strip("[]").split("], [") if text else []:
            seat = self.tale.seat(part.strip("[]"))
            if seat is not None:
                found.append(seat)
            else:
                found += [thing for thing, _ in self.cards(part.strip("[]"))]
        return found

    def stacked(self, name: str) -> ObjectId | None:
        """Return what resolves: the top of the stack, if that is what the line names."""
        stack = self.tale.stack
        if not stack:
            return None
        named = [thing for thing in stack if self._names.get(thing) == name]
        return named[-1] if named else stack[-1]

    def remember(self, thing: ObjectId, name: str) -> None:
        """Keep what is on the stack by name: the line that it resolves has no other."""
        self._names[thing] = name


def _turn_order(tale: Tale, facts: Sequence[tuple[Sentence, Fact]]) -> tuple[Seat, ...]:
    """CR 103.1: players take turns in the order of their first ones; the others come after them."""
    first = dict.fromkeys(fact["p"] for _, fact in facts if fact.kind == "turn")
    names = [*first, *(name for name in tale.roster.names if name not in first)]
    return tuple(seat for name in names if (seat := tale.seat(name)) is not None)


def _format(facts: Sequence[tuple[Sentence, Fact]]) -> FormatEntry:
    name = next((fact["format"] for _, fact in facts if fact.kind == "format"), "")
    commander = name.lower() in _COMMANDER
    first: dict[str, int] = {}
    for _, fact in facts:
        if fact.kind == "life":
            first.setdefault(fact["p"], int(fact["before"]))
    lives = set(first.values())
    life = lives.pop() if len(lives) == 1 else 0
    usual = COMMANDER_LIFE if commander else 20
    return FormatEntry(
        commander=commander,
        brawl=name.lower() == "brawl",
        starting_life=life if 0 < life < 1_000_000 else usual,  # noqa: PLR2004
    )


def _mulligans(self: ForgeTeller, fact: Fact, seat: Seat) -> bool:
    to = int(fact["count"])
    return self.tale.in_opening and self.tale.declared(seat, mulligan=True, to=to)


def _keeps(self: ForgeTeller, fact: Fact, seat: Seat) -> bool:
    if not self.tale.in_opening:
        return False
    self.tale.kept(seat, int(fact["count"]))
    return True


def _turn(self: ForgeTeller, fact: Fact, seat: Seat) -> None:
    self.tale.turn(seat, fact.number("number"))


def _phase(self: ForgeTeller, fact: Fact, _seat: Seat) -> None:
    phase = PHASES[fact["phase"]]
    if not self.tale.in_opening and (phase is not self.tale.phase or phase is Phase.CLEANUP):
        self.tale.enter(phase)


def _land(self: ForgeTeller, fact: Fact, seat: Seat) -> None:
    play.play_land(self.tale, seat, self.tale.things.id(int(fact["id"])), fact["card"])


def _stack(self: ForgeTeller, fact: Fact, seat: Seat) -> None:
    name = fact["card"]
    if fact["how"] == "cast":
        thing = self.tale.things.mint("c")
        play.cast(self.tale, seat, thing, name)
    elif fact["how"] == "activated":
        thing = play.activate(self.tale, seat, self.tale.things.mint("c"), name)
    else:
        thing = play.stack_trigger(self.tale, seat, None, name)
    self.remember(thing, name)
    play.choose_targets(self.tale, seat, thing, self.targets(fact["targets"]))


def _resolve(self: ForgeTeller, fact: Fact, _seat: Seat) -> None:
    """The client writes this after what the object did, as it leaves the stack."""
    thing = self.stacked(fact["what"].partition(" - ")[0])
    if thing is not None:
        play.leave_stack(self.tale, thing)


def _damage(self: ForgeTeller, fact: Fact, _seat: Seat) -> bool:
    target = self.recipient(fact["target"], None)
    if target is None:
        return False
    event = DamageDealt(
        recipient=target,
        amount=min(int(fact["amount"]), 1_000_000),
        source=self.tale.things.id(int(fact["id"])),
        kind=DamageKind.COMBAT if fact["kind"] == "combat " else DamageKind.NONCOMBAT,
    )
    self.tale.write(event)
    return True


def _life(self: ForgeTeller, fact: Fact, seat: Seat) -> None:
    self.tale.life_is(seat, int(fact["before"]), inferred=True)
    self.tale.life_is(seat, int(fact["after"]))


def _outcome(self: ForgeTeller, fact: Fact, seat: Seat) -> None:
    if fact["outcome"] == "won":
        return  # it stands among those who have lost: the game's end comes after all of them
    why = fact["why"].lower()
    reason = next((one for words, one in REASONS if words in why), LossReason.UNKNOWN)
    if reason is LossReason.CONCEDED and not self.tale.decided:
        self.tale.conceded(seat)
    else:
        self.tale.loses(seat, reason)


def _result(self: ForgeTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.wins(seat)


def _drawn(self: ForgeTeller, _fact: Fact, _seat: Seat) -> None:
    self.tale.draws()


READINGS: Mapping[str, Callable[[ForgeTeller, Fact, Seat], bool | None]] = {
    "mulligans": _mulligans,
    "keeps": _keeps,
    "turn": _turn,
    "phase": _phase,
    "land": _land,
    "stack": _stack,
    "resolve": _resolve,
    "attack": ForgeTeller.attacks,
    "block": ForgeTeller.blocks,
    "no_block": ForgeTeller.blocks,
    "damage": _damage,
    "life": _life,
    "outcome": _outcome,
    "result": _result,
    "drawn": _drawn,
}
