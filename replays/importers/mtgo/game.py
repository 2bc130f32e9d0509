"""A game of Magic Online while it is told: its cards, what is gathered for one declaration, targets."""

import re
from collections.abc import Sequence

from events.identifiers import ObjectId, Recipient, Seat
from replays.importers.mtgo.grammar import CARDS, CardNamed, cards_of
from replays.importers.telling import play
from replays.importers.telling.tale import Tale
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence

_VALUE = "(X is "


Attacks = list[tuple[ObjectId, Recipient]]


_ASIDE = re.compile(r"\0(\d+)\0")


_BOUNDS = (r"(targeting |, (?:and )?| and )(?:@P)?", r"(?=[.,]|$| and | \()")


def _players_among(names: Sequence[str]) -> re.Pattern[str]:
    """Return what finds players where targets are listed: a name may be any words at all."""
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(f"{_BOUNDS[0]}({either or '(?!)'}){_BOUNDS[1]}")


def _outside(text: str) -> str:
    """Return a text without what stands in parentheses or in double quotes."""
    kept: list[str] = []
    depth, quoted = 0, False
    for letter in text:
        if letter == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif letter == "(":
            depth += 1
        elif letter == ")":
            depth = max(0, depth - 1)
        elif not depth:
            kept.append(letter)
    return "".join(kept)


class MtgoGame:
    """Tells one game."""

    def __init__(self, tale: Tale, facts: Sequence[tuple[Sentence, Fact]]) -> None:
        """Begin; nothing has to be known beforehand."""
        self.tale = tale
        self._attacks: Attacks = []
        self._blocks: list[tuple[ObjectId, ObjectId]] = []
        self.turns: dict[Seat, int] = {}
        self.hands: dict[Seat, tuple[ObjectId, ...]] = {}
        self._players = _players_among(tale.roster.names)
        del facts

    def thing(self, card: CardNamed) -> ObjectId:
        """Return the id of a card that a sentence names."""
        return self.tale.things.id(card.object)

    def one(self, fact: Fact, part: str = "card") -> CardNamed:
        """Return the card that stands in a part of a sentence."""
        return cards_of(fact[part])[0]

    def keep(self, fact: Fact) -> None:
        """Keep what no event says, with the cards' names in place of their marks."""
        text = " ".join(part for part in (fact["card"], fact["count"], fact["rest"]) if part)
        text = CARDS.sub(lambda match: match["name"], text).replace("@P", "")
        self.tale.keep(fact.kind.removeprefix("fact_"), self.tale.seat(fact["p"]), text)

    # -- combat: several sentences make one declaration ---------------------------------------------

    def attacked(self, fact: Fact, seat: Seat) -> bool:
        """Gather who attacks a player, or a permanent of theirs."""
        defender: Recipient = seat
        if fact["card"]:
            card = self.one(fact)
            defender = self.thing(card)
            play.on_battlefield(self.tale, self.thing(card), card.name, seat)
        attackers = cards_of(fact["list"])
        for card in attackers:
            self._attacks.append((self.thing(card), defender))
            play.on_battlefield(self.tale, self.thing(card), card.name, self.tale.active)
        return bool(attackers)

    def _attack(self) -> None:
        attacks, self._attacks = self._attacks, []
        if attacks and self.tale.active is not None:
            play.attack(self.tale, self.tale.active, attacks)

    def blocked(self, fact: Fact, _seat: Seat) -> bool:
        """Gather a blocker."""
        blocker, others = self.one(fact), cards_of(fact["list"])
        for card in (blocker, *others):
            controller = self.tale.active if card in others else self._defender()
            play.on_battlefield(self.tale, self.thing(card), card.name, controller)
        self._blocks += [(self.thing(blocker), self.thing(other)) for other in others]
        return bool(others)

    def _block(self) -> None:
        blocks, self._blocks = self._blocks, []
        defender = self._defender()
        if blocks and defender is not None:
            play.block(self.tale, defender, blocks)

    def _defender(self) -> Seat | None:
        """Return who blocks: in a game of two, the other player."""
        others = [seat for seat in self.tale.playing if seat != self.tale.active]
        return others[0] if len(others) == 1 else None

    # -- spells and abilities -----------------------------------------------------------------------

    def rest(self, fact: Fact, seat: Seat, thing: ObjectId) -> None:
        """Take in the targets and the value of X that follow a spell or ability."""
        rest = fact["rest"]
        _, is_told, after = rest.rpartition(_VALUE)
        value = after.split(")")[0].rstrip(".") if is_told else ""
        if value.isdecimal() and len(value) < 7:  # noqa: PLR2004 - below a million
            play.choose_value(self.tale, seat, thing, int(value))
        targets = self._targets(rest)
        play.choose_targets(self.tale, seat, thing, targets)

    def _targets(self, rest: str) -> list[Recipient]:
        """Return what stands after the word ``targeting``, outside rules text and quotations."""
        aside: list[Recipient] = []

        def put_aside(recipient: Recipient, before: str = "") -> str:
            aside.append(recipient)
            return f"{before}\0{len(aside) - 1}\0"

        marked = CARDS.sub(lambda match: put_aside(self.tale.things.id(int(match["object"]))), rest)
        marked = self._players.sub(
            lambda match: put_aside(self.tale.seat(match[2]) or "", match[1]), marked
        )
        _, _, after = _outside(marked).partition("targeting ")
        found = (aside[int(mark)] for mark in _ASIDE.findall(after.partition(_VALUE)[0]))
        return [recipient for recipient in found if recipient]
