"""A game of XMage while it is told: its cards, the flip in several sentences, targets with amounts."""

import re
from collections.abc import Sequence

from events.game import FormatEntry
from events.identifiers import ObjectId, Recipient, Seat
from replays.importers.telling import play
from replays.importers.telling.flips import ToldFlip, tell_flip
from replays.importers.telling.tale import Tale
from replays.importers.text.grammar import Fact
from replays.importers.text.reader import Sentence
from replays.importers.xmage.grammar import HEX, STEPS

_NAMED = re.compile(rf"(?P<card>.+) \[(?P<id>{HEX})\]")


_LIFE = re.compile(r"(-?\d+)(?:\[P:\d+\])?")


MOST_TARGETS = 1_000


def lives_of(fact: Fact) -> tuple[int, ...]:
    """Return the life totals of a turn's sentence, in the order of the players."""
    return tuple(int(match[1]) for match in _LIFE.finditer(fact["life"]) if len(match[1]) < 9)  # noqa: PLR2004


def step_told(tale: Tale, sentence: Sentence) -> None:
    """Enter the step that stands before a sentence, where it belongs to the turn being taken."""
    turn, step = sentence.prefix
    phase = STEPS.get(step)
    if phase is not None and phase is not tale.phase and turn == str(tale.turns):
        tale.enter(phase)


class XmageGame:
    """Tells one game."""

    def __init__(self, tale: Tale, facts: Sequence[tuple[Sentence, Fact]]) -> None:
        """Look ahead for the life totals at the start: the header has them."""
        self.tale = tale
        self._flip: ToldFlip | None = None
        lives = [lives_of(fact) for _, fact in facts if fact.kind == "turn"][:1]
        if lives and len(set(lives[0])) == 1 and 0 < lives[0][0] < 1_000_000:  # noqa: PLR2004
            tale.play = FormatEntry(starting_life=lives[0][0])
        names = "|".join(map(re.escape, sorted(tale.roster.names, key=len, reverse=True)))
        self._target = re.compile(
            rf"(?:(?P<player>{names or '(?!)'})(?= \(\d+\)(?: |$)|$| and )"
            rf"|(?P<card>.+?) \[(?P<id>{HEX})\])(?: \((?P<share>\d{{1,6}})\))?(?: and |, | |$)"
        )

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
