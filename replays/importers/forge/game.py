"""A game of Forge while it is told: turn order, format, cards, what is gathered for one declaration."""

import re
from collections.abc import Sequence

from events.game import FormatEntry
from events.identifiers import ObjectId, Recipient, Seat
from replays.importers.telling import play
from replays.importers.telling.tale import Tale
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence

_CARD = re.compile(r"(?P<card>.+?) \((?P<id>\d{1,9})\)(?:, and |, | and |$)")


_COMMANDER = frozenset({"commander", "oathbreaker", "tiny leaders", "duel commander"})


COMMANDER_LIFE = 40


MOST_CREATURES = 10_000


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


class ForgeGame:
    """Tells one game."""

    def __init__(self, tale: Tale, facts: Sequence[tuple[Sentence, Fact]]) -> None:
        """Look ahead for what the header has: the turn order, the format, the life at the start."""
        self.tale = tale
        self._attacks: list[tuple[ObjectId, Recipient]] = []
        self._blocks: dict[Seat, list[tuple[ObjectId, ObjectId]]] = {}
        self._names: dict[ObjectId, str] = {}
        tale.order = _turn_order(tale, facts)
        tale.play = _format(facts)

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
