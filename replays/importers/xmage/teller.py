"""What the sentences of an XMage game mean: the one client whose mulligans come in the rules' order.

A flip is told in several sentences: the call, a coin, a second one, which is kept, the result.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta, tzinfo

from events.damage import DamageDealt
from events.division import DamageDivided
from events.game import FormatEntry
from events.identifiers import ObjectId, Recipient, Seat
from events.turns import CardsDrawn
from events.vocabulary import DamageKind, Face, MoveReason, Phase, Zone
from replays.importers.mtgo.grammar import number
from replays.importers.telling import play
from replays.importers.telling.flips import MOST_COINS, ToldFlip, tell_flip
from replays.importers.telling.tale import Tale
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence
from replays.importers.times import from_local
from replays.importers.xmage.grammar import HEX, STEPS

_OF_FLIPS = frozenset({"called", "flipped", "kept", "outcome", "old_flip"})
_LAST_WORDS = frozenset({"won", "lost", "conceded"})
_DAMAGE_STEPS = frozenset({Phase.FIRST_STRIKE_DAMAGE, Phase.COMBAT_DAMAGE})
_NAMED = re.compile(rf"(?P<card>.+) \[(?P<id>{HEX})\]")
_LIFE = re.compile(r"(-?\d+)(?:\[P:\d+\])?")
MOST_TARGETS = 1_000


class XmageTeller:
    """Tells one game."""

    def __init__(self, tale: Tale, facts: Sequence[tuple[Sentence, Fact]]) -> None:
        """Look ahead for the life totals at the start: the header has them."""
        self.tale = tale
        self._flip: ToldFlip | None = None
        lives = [_lives(fact) for _, fact in facts if fact.kind == "turn"][:1]
        if lives and len(set(lives[0])) == 1 and 0 < lives[0][0] < 1_000_000:  # noqa: PLR2004
            tale.play = FormatEntry(starting_life=lives[0][0])
        names = "|".join(map(re.escape, sorted(tale.roster.names, key=len, reverse=True)))
        self._target = re.compile(
            rf"(?:(?P<player>{names or '(?!)'})(?= \(\d+\)(?: |$)|$| and )"
            rf"|(?P<card>.+?) \[(?P<id>{HEX})\])(?: \((?P<share>\d{{1,6}})\))?(?: and |, | |$)"
        )

    def tell(self, fact: Fact) -> bool:
        """Take in a sentence."""
        if fact.kind not in _OF_FLIPS:
            self._end_flip()
        if self.tale.decided and fact.kind not in _LAST_WORDS:
            return True
        seat = self.tale.seat(fact["p"]) or Seat("")
        reading = READINGS.get(fact.kind)
        if reading is not None:
            return reading(self, fact, seat) is not False
        if fact.kind.startswith("fact_"):
            self._keep(fact, seat)
        return True

    def finish(self) -> None:
        """Write what was gathered last."""
        self._end_flip()

    def _keep(self, fact: Fact, seat: Seat) -> None:
        rest = fact["rest"]
        for name in sorted(self.tale.roster.names, key=len, reverse=True):
            rest = rest.replace(name, str(self.tale.seat(name)))
        data = json.dumps({"player": seat, "rest": rest}, ensure_ascii=False)
        self.tale.fact(fact.kind.removeprefix("fact_"), data[:2_000])

    def thing(self, card: str, short: str) -> ObjectId:
        """Return the id of a card: its short id alone is no name, several objects may share it."""
        return self.tale.things.id((card.strip(), short))

    def named(self, text: str) -> ObjectId | None:
        """Return the id of ``Name [abc]``; nothing where a text is not of that form."""
        match = _NAMED.fullmatch(text)
        return self.thing(match["card"], match["id"]) if match else None

    # -- flips ----------------------------------------------------------------------------------------

    def flip_of(self, seat: Seat, *, anew: bool = False) -> ToldFlip:
        """Return the flip that is being told, another one where it is over or somebody else's."""
        flip = self._flip
        if flip is None or flip.player != seat or anew:
            self._end_flip()
            flip = self._flip = ToldFlip(player=seat, place=self.tale.place, coins=[])
        return flip

    def _end_flip(self) -> None:
        flip, self._flip = self._flip, None
        if flip is not None:
            tell_flip(self.tale, flip)

    def blame(self, flip: ToldFlip, text: str) -> None:
        """Say what a flip is for: an object, and its name where the table has not met it."""
        thing = self.named(text)
        if thing is None or flip.source is not None:
            return
        flip.source = thing
        if thing not in self.tale.things.zones:
            flip.purpose = text.rpartition(" [")[0]

    def end_flip(self) -> None:
        """The result of a flip has been told."""
        self._end_flip()

    # -- targets --------------------------------------------------------------------------------------

    def put_there(self, text: str) -> None:
        """What is dealt divided damage is on the battlefield."""
        for match in self._target.finditer(text):
            if match["card"]:
                thing = self.thing(match["card"], match["id"])
                play.on_battlefield(self.tale, thing, match["card"], None)

    def targets(self, text: str) -> list[tuple[Recipient, int | None]] | None:
        """Return targets, each with its share where one is told; nothing where they are unclear."""
        found: list[tuple[Recipient, int | None]] = []
        place = 0
        while place < len(text) and len(found) < MOST_TARGETS:
            match = self._target.match(text, place)
            if match is None or match.end() == place:
                return None
            seat = self.tale.seat(match["player"]) if match["player"] else None
            target: Recipient = seat or self.thing(match["card"] or "", match["id"] or "")
            found.append((target, int(match["share"]) if match["share"] else None))
            place = match.end()
        return found


def _lives(fact: Fact) -> tuple[int, ...]:
    return tuple(int(match[1]) for match in _LIFE.finditer(fact["life"]) if len(match[1]) < 9)  # noqa: PLR2004


def _face(fact: Fact) -> Face:
    return Face.HEADS if fact["face"].lower().startswith("head") else Face.TAILS


def _shuffled(self: XmageTeller, _fact: Fact, seat: Seat) -> None:
    if self.tale.in_opening:
        self.tale.shuffled(seat)


def _toss(self: XmageTeller, _fact: Fact, seat: Seat) -> None:
    if self.tale.in_opening:
        self.tale.drawn_by_lot(seat)


def _chooses(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    starting = seat if fact["self"] else self.tale.seat(fact["q"])
    if starting is not None and self.tale.in_opening:
        self.tale.opening.chosen = (seat, starting, self.tale.place)


def _draws(self: XmageTeller, fact: Fact, seat: Seat) -> bool:
    count = number(fact["count"])
    if count is None:
        return False
    if self.tale.in_opening:
        self.tale.dealt(seat, count)
    else:
        self.tale.write(CardsDrawn(player=seat, count=count))
    return True


def _keeps(self: XmageTeller, _fact: Fact, seat: Seat) -> bool:
    return self.tale.in_opening and self.tale.declared(seat, mulligan=False)


def _decides(self: XmageTeller, _fact: Fact, seat: Seat) -> bool:
    return self.tale.in_opening and self.tale.declared(seat, mulligan=True)


def _mulligans(self: XmageTeller, fact: Fact, seat: Seat) -> bool:
    """The mulligan itself: its size belongs to the declaration, which old logs leave out."""
    if not self.tale.in_opening:
        return False
    to = int(fact["to"]) if fact["to"] else None
    return self.tale.opening.took(seat, self.tale.place, to=to, free=bool(fact["free"]))


def _turn(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    self.tale.turn(seat, fact.number("number"), extra=bool(fact["extra"]))
    lives, seats = _lives(fact), self.tale.roster.seats
    in_order = set(seats) <= set(self.tale.opening.shuffles)
    if len(lives) == len(seats) and (in_order or len(set(lives)) == 1):
        for other, life in zip(seats, lives, strict=True):
            self.tale.life_is(other, life, inferred=True)


def _called(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    flip = self.flip_of(seat, anew=True)
    flip.call, flip.called_at = _face(fact), self.tale.place


def _flipped(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    """A coin; one without a source is the extra coin of an effect that has two flipped."""
    flip = self.flip_of(seat)
    if (flip.coins and fact["source"]) or len(flip.coins) >= MOST_COINS:
        flip = self.flip_of(seat, anew=True)
    flip.coins.append((_face(fact), self.tale.place))
    self.blame(flip, fact["source"])


def _kept(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    flip = self.flip_of(seat)
    flip.kept, flip.kept_at = _face(fact), self.tale.place


def _outcome(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    flip = self.flip_of(seat)
    flip.won, flip.won_at = fact["outcome"] == "won", self.tale.place
    self.blame(flip, fact["source"])
    self.end_flip()


def _old_flip(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    """The form of 2018 and 2019: one sentence, without a call."""
    flip = self.flip_of(seat, anew=True)
    flip.coins.append((_face(fact), self.tale.place))
    _outcome(self, fact, seat)


def _plays(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    play.play_land(self.tale, seat, self.thing(fact["card"], fact["id"]), fact["card"])


def _casts(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    key = (fact["card"].strip(), fact["id"])
    thing = self.tale.things.id(key)
    if self.tale.things.zone(thing) not in (None, Zone.NOWHERE):
        thing = self.tale.things.anew(key)  # CR 400.7: it has been somewhere before
    cause = play.cast(self.tale, seat, thing, fact["card"])
    targets = self.targets(fact["targets"]) if fact["targets"] else []
    if not targets:
        return
    play.choose_targets(self.tale, seat, thing, [target for target, _ in targets], cause)
    shares = [share for _, share in targets if share is not None]
    if len(shares) == len(targets):
        self.put_there(fact["targets"])
        event = DamageDivided(
            player=seat,
            object=thing,
            amount=sum(shares),
            shares=tuple(shares),
            targets=tuple(target for target, _ in targets),
        )
        self.tale.write(event, by=seat, cause=cause, inferred=True)  # that it is damage


def _damage(self: XmageTeller, fact: Fact, _seat: Seat) -> None:
    """Combat damage is dealt in its own steps, and little else is: that it is some, is inferred."""
    fights = self.tale.phase in _DAMAGE_STEPS
    event = DamageDealt(
        recipient=self.thing(fact["card"], fact["id"]),
        amount=min(int(fact["amount"]), 1_000_000),
        kind=DamageKind.COMBAT if fights else DamageKind.NONCOMBAT,
    )
    play.on_battlefield(self.tale, self.thing(fact["card"], fact["id"]), fact["card"], None)
    self.tale.write(event, inferred=fights)


def _life(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    amount = fact.number("amount") or 0
    self.tale.life_changes(seat, -amount if fact.kind == "loses_life" else amount)


def _died(self: XmageTeller, fact: Fact, _seat: Seat) -> None:
    key = (fact["card"].strip(), fact["id"])
    thing = self.tale.things.id(key)
    play.on_battlefield(self.tale, thing, fact["card"], None)
    play.move(self.tale, thing, Zone.GRAVEYARD, new=self.tale.things.anew(key))


def _discards(self: XmageTeller, fact: Fact, seat: Seat) -> None:
    key = (fact["card"].strip(), fact["id"])
    play.move(
        self.tale,
        self.tale.things.id(key),
        Zone.GRAVEYARD,
        new=self.tale.things.anew(key),
        reason=MoveReason.DISCARDED,
        owner=seat,
        card=fact["card"],
    )


def _conceded(self: XmageTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.conceded(seat)


def _won(self: XmageTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.wins(seat)


def _lost(self: XmageTeller, _fact: Fact, seat: Seat) -> None:
    self.tale.loses(seat)


READINGS: Mapping[str, Callable[[XmageTeller, Fact, Seat], bool | None]] = {
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


def step_told(tale: Tale, sentence: Sentence) -> None:
    """Enter the step that stands before a sentence, where it belongs to the turn being taken."""
    turn, step = sentence.prefix
    phase = STEPS.get(step)
    if phase is not None and phase is not tale.phase and turn == str(tale.turns):
        tale.enter(phase)


class Clock:
    """Times of day made into moments: the day comes from the file, midnight is counted."""

    def __init__(self, day: str, zone: tzinfo) -> None:
        """Without a day there are no moments."""
        self._day = datetime.fromisoformat(day) if day else None
        self._zone = zone
        self._last = timedelta(0)

    def ms(self, text: str) -> int:
        """Return a time such as ``8:22 PM`` as ms since 1970; 0 where the day is not known."""
        moment = _of_day(text)
        if self._day is None or moment is None:
            return 0
        if self._last - moment > timedelta(hours=12):
            self._day += timedelta(days=1)
        self._last = moment
        return from_local(self._day + moment, self._zone)


def _of_day(text: str) -> timedelta | None:
    digits, _, half = text.replace("AM", " AM").replace("PM", " PM").partition(" ")
    parts = [int(part) for part in digits.split(":")]
    hours, minutes = parts[0], parts[1]
    half = half.strip().upper()
    if half:
        hours = hours % 12 + 12 * (half == "PM")
    if hours > 23 or minutes > 59:  # noqa: PLR2004 - no time of a day
        return None
    return timedelta(hours=hours, minutes=minutes, seconds=min(parts[2], 59) if parts[2:] else 0)
