"""What the sentences of a game of Magic Online mean.

Turns are counted per player there, over all players here. Phases are not told: those that a fact
shows (a draw, a land, an attack) are inferred. Of a division only the targets are told.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence

from events.game import PlayerCountersChanged
from events.identifiers import ObjectId, Recipient, Seat
from events.mulligans import OpeningHandActionTaken
from events.turns import CardsDrawn, StepSkipped
from events.vocabulary import MoveReason, Phase, Zone
from events.zones import CardsRevealed, CountersChanged, ZoneCountObserved
from replays.importers.mtgo.grammar import CARDS, CardNamed, cards_of, number
from replays.importers.telling import play
from replays.importers.telling.tale import Tale
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence

DIE_SIDES = 6
LONGEST_FACT = 2_000
_VALUE = "(X is "
_LAST_WORDS = frozenset({"wins", "conceded", "loses", "drawn"})

Attacks = list[tuple[ObjectId, Recipient]]


class MtgoTeller:
    """Tells one game."""

    def __init__(self, tale: Tale, facts: Sequence[tuple[Sentence, Fact]]) -> None:
        """Begin; nothing has to be known beforehand."""
        self.tale = tale
        self._attacks: Attacks = []
        self._blocks: list[tuple[ObjectId, ObjectId]] = []
        self._turns: dict[Seat, int] = {}
        self._hands: dict[Seat, tuple[ObjectId, ...]] = {}
        self._players = _players_among(tale.roster.names)
        del facts

    def tell(self, fact: Fact) -> bool:
        """Take in a sentence."""
        if fact.kind != "attacked":
            self._attack()
        if fact.kind != "blocks":
            self._block()
        if self.tale.decided and fact.kind not in _LAST_WORDS:
            return True
        seat = self.tale.seat(fact["p"])
        if fact.kind.startswith("fact_"):
            self._keep(fact)
            return True
        reading = READINGS.get(fact.kind)
        if reading is not None:
            return reading(self, fact, seat or Seat("")) is not False
        return True

    def finish(self) -> None:
        """Write what was gathered last."""
        self._attack()
        self._block()

    def thing(self, card: CardNamed) -> ObjectId:
        """Return the id of a card that a sentence names."""
        return self.tale.things.id(card.object)

    def one(self, fact: Fact, part: str = "card") -> CardNamed:
        """Return the card that stands in a part of a sentence."""
        return cards_of(fact[part])[0]

    def _keep(self, fact: Fact) -> None:
        """Keep what no event says, with seats in place of names."""
        data = {"player": self.tale.seat(fact["p"]) or "", "rest": self.neutral(fact)}
        text = json.dumps({key: value for key, value in data.items() if value}, ensure_ascii=False)
        if len(text) <= LONGEST_FACT:
            self.tale.fact(fact.kind.removeprefix("fact_"), text)

    def neutral(self, fact: Fact) -> str:
        """Return the cards and words of a sentence; names of players become seats."""
        text = " ".join(part for part in (fact["card"], fact["count"], fact["rest"]) if part)
        text = CARDS.sub(lambda match: match["name"], text)
        for name in sorted(self.tale.roster.names, key=len, reverse=True):
            text = text.replace(f"@P{name}", name)
            text = text.replace(name, str(self.tale.seat(name)))
        return text

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


def _rolled(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    value = fact.number("value") or 0
    if self.tale.in_opening:
        self.tale.rolled(seat, DIE_SIDES, value)
    else:
        self._keep(fact)


def _chose(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    first = (fact["which"] == "first") != bool(fact["no"])
    others = [other for other in self.tale.roster.seats if other != seat]
    starting = seat if first else others[0] if len(others) == 1 else None
    if starting is not None and self.tale.in_opening:
        self.tale.opening.chosen = (seat, starting, self.tale.place)


def _mulligans(self: MtgoTeller, fact: Fact, seat: Seat) -> bool:
    to = number(fact["count"])
    return self.tale.in_opening and self.tale.declared(seat, mulligan=True, to=to)


def _keeps(self: MtgoTeller, fact: Fact, seat: Seat) -> bool:
    if not self.tale.in_opening:
        return False
    bottom = number(fact["bottom"]) if fact["bottom"] else 0
    if bottom:
        self.tale.bottomed(seat, bottom)
    self.tale.kept(seat, number(fact["count"]))
    return True


def _turn(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    told = fact.number("number") or 0
    own = self._turns.get(seat, 0) + 1
    if told != own:
        note = f"{seat}'s turn {told} of the record is the {own}. that it has"
        self.tale.notes.append(note)
    self._turns[seat] = own
    self.tale.turn(seat)


def _skips_draw(self: MtgoTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.write(StepSkipped(phase=Phase.DRAW, player=seat, why="first_draw"))


def _draws(self: MtgoTeller, fact: Fact, seat: Seat) -> bool:
    count = number(fact["count"])
    if count is None:
        return False
    early = self.tale.phase in (None, Phase.UNTAP, Phase.UPKEEP)
    if not fact["source"] and count == 1 and seat == self.tale.active and early:
        self.tale.reach(Phase.DRAW)
    self.tale.write(CardsDrawn(player=seat, count=count))
    return True


def _plays(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    card = self.one(fact)
    play.play_land(self.tale, seat, self.thing(card), card.name)


def _casts(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    card = self.one(fact)
    play.cast(self.tale, seat, self.thing(card), card.name)
    self.rest(fact, seat, self.thing(card))


def _activates(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    card = self.one(fact)
    ability = play.activate(self.tale, seat, self.thing(card), card.name)
    self.rest(fact, seat, ability)


def _triggers(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    card = self.one(fact)
    ability = play.stack_trigger(self.tale, seat, self.thing(card), card.name)
    self.rest(fact, seat, ability)


def _discards(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    for card in cards_of(fact["list"]):
        play.move(
            self.tale,
            self.thing(card),
            Zone.GRAVEYARD,
            reason=MoveReason.DISCARDED,
            owner=seat,
            card=card.name,
        )


def _into_graveyard(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    reason = MoveReason.MILLED if fact.kind == "mills" else MoveReason.PUT
    for card in cards_of(fact["list"]):
        thing = self.thing(card)
        play.move(self.tale, thing, Zone.GRAVEYARD, reason=reason)
        play.identify(self.tale, thing, card.name, seat)


def _onto_battlefield(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    card = self.one(fact)
    thing = self.thing(card)
    if self.tale.in_opening:
        self.tale.write(OpeningHandActionTaken(player=seat, card=thing), by=seat)
        play.move(
            self.tale,
            thing,
            Zone.BATTLEFIELD,
            reason=MoveReason.OPENING_HAND,
            owner=seat,
            card=card.name,
        )
    else:
        play.move(
            self.tale,
            thing,
            Zone.BATTLEFIELD,
            reason=MoveReason.PUT,
            controller=seat,
            card=card.name,
        )


def _opening_hand(self: MtgoTeller, fact: Fact, seat: Seat) -> None:
    """A card of a hand is shown: the hand has one unknown card fewer."""
    card = self.one(fact)
    thing = self.thing(card)
    size = self.tale.opening.of(seat).size
    if size is None or not self.tale.in_opening:
        self._keep(fact)
        return
    self._hands[seat] = (*self._hands.get(seat, ()), thing)
    seen = ZoneCountObserved(player=seat, zone=Zone.HAND, count=size, cards=self._hands[seat])
    self.tale.write(seen, inferred=True)
    self.tale.things.zones[thing] = Zone.HAND
    play.identify(self.tale, thing, card.name, seat)
    self.tale.write(CardsRevealed(player=seat, cards=(thing,)))
    self.tale.write(OpeningHandActionTaken(player=seat, card=thing), by=seat)


def _counters(self: MtgoTeller, fact: Fact, _seat: Seat) -> bool:
    count = number(fact["count"])
    if count is None:
        return False
    card = self.one(fact)
    change = count if fact["verb"] == "puts" else -count
    play.identify(self.tale, self.thing(card), card.name)
    event = CountersChanged(object=self.thing(card), kind=fact["what"], change=change)
    self.tale.write(event)
    return True


def _player_counters(self: MtgoTeller, fact: Fact, _seat: Seat) -> bool:
    count, other = number(fact["count"]), self.tale.seat(fact["q"])
    if count is None or other is None:
        return False
    self.tale.write(PlayerCountersChanged(player=other, kind=fact["what"], change=count))
    return True


def _transforms(self: MtgoTeller, fact: Fact, _seat: Seat) -> None:
    card = self.one(fact, "face")
    play.identify(self.tale, self.thing(card), card.name)


def _countered(self: MtgoTeller, fact: Fact, _seat: Seat) -> None:
    play.counter(self.tale, self.thing(self.one(fact)))


def _no_targets(self: MtgoTeller, fact: Fact, _seat: Seat) -> None:
    cards = cards_of(fact["card"])
    if cards:
        play.leave_stack(self.tale, self.thing(cards[0]), resolved=False)


def _conceded(self: MtgoTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.conceded(seat)


def _wins(self: MtgoTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.wins(seat)


def _loses(self: MtgoTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.loses(seat)


def _drawn(self: MtgoTeller, _fact: Fact, _seat: Seat) -> None:
    self.tale.draws()


READINGS: Mapping[str, Callable[[MtgoTeller, Fact, Seat], bool | None]] = {
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
    "attacked": MtgoTeller.attacked,
    "blocks": MtgoTeller.blocked,
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
