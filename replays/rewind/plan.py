"""The backup sheet: every step back in reverse order, what it crosses, and who may decide on it.

It never rules by itself. Free: one player's own decisions, and nobody has learned a thing. Consent:
others have decided since, or have been shown cards. Judge only: chance or hidden cards are crossed.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

from events.base import Chance, Decision, Event
from events.coin_flips import CoinFlipped
from events.errors import DataError
from events.identifiers import ObjectId, Seat
from events.rulings import Corrected, Rewound, RulingMade
from events.turns import CardsDrawn, PhaseEntered, PriorityPassed, TurnBegan
from events.vocabulary import Zone
from events.zones import ContraptionDeckShuffled, LibraryShuffled
from projections.timeline import line
from projections.viewers import JUDGE
from replays.boundaries import batch_end, batch_start, check_standing, is_boundary, standing
from replays.catalogue import joined, told
from replays.game_log import GameLog
from replays.positions import context_of
from replays.rewind.knowledge import Followed, Learned, learned
from replays.rewind.scene import undone
from replays.rewind.steps import steps

Class = Literal["free", "consent", "judge"]


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a sheet: the record it is about, and what it says."""

    seq: int
    text: str
    by: str = ""
    """Who decided; only of decisions."""


class RewindPlan(Struct, frozen=True, kw_only=True):
    """What going back to a record takes."""

    log: str
    to: int
    asked: int
    """The record that was asked for: where that is inside a batch, ``to`` is another one."""
    last: int
    when: str
    class_: Class = msgspec.field(name="class")
    reasons: tuple[str, ...]
    consent_of: tuple[Seat, ...]
    """Who has decided since, or has been shown something."""
    steps: tuple[Entry, ...]
    """In the order in which they are carried out: the last record first."""
    without_steps: int
    """Records of which nothing has to be put back."""
    hidden: tuple[Entry, ...]
    """Who learned what, in the order in which it happened."""
    random: tuple[Entry, ...]
    reshuffle: tuple[str, ...]
    """Which libraries' random parts to shuffle once everything is back, and why."""
    decisions: tuple[Entry, ...]
    passes: dict[str, int]
    """How often each player has passed priority."""

    def to_plain(self) -> dict[str, Any]:
        """Return the sheet as a JSON object."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def plan(game: GameLog, position: int | str, *, lang: str = "en", seat: str = JUDGE) -> RewindPlan:
    """Return the backup sheet for going back to how the table stood after a record."""
    asked = game.seq(position)
    return Maker(game, asked, lang, seat).plan()


def boundary(game: GameLog, seq: int) -> int:
    """Return the nearest record after which a game can go on.

    In the middle of what follows from a decision it cannot: the rest would never come. The beginning
    of a step means the moment at which players can first act in it; all else, before the decision.
    """
    if is_boundary(game.log, game.tables, seq):
        return seq
    if isinstance(game.log[seq].event, PhaseEntered | TurnBegan):
        last = batch_end(game.log, game.tables, seq) - 1
        if _is_one_step(game, seq, last):
            return last
    return max(0, batch_start(game.log, game.tables, seq) - 1)


def _is_one_step(game: GameLog, seq: int, last: int) -> bool:
    """Whether a batch ends in the step that begins in it, and nothing random came between."""
    one, other = game.tables[seq].turn, game.tables[last].turn
    if (one.number, one.phase) != (other.number, other.phase):
        return False
    return not any(isinstance(record.event, Chance) for record in game.log[seq : last + 1])


class Maker:
    """Collects what a sheet says from the records that still count."""

    def __init__(self, game: GameLog, asked: int, lang: str, seat: str) -> None:
        if not 0 <= asked < len(game):
            raise DataError("position/range", f"there is no record {asked} to go back to")
        self._game, self._lang, self._seat = game, lang, seat
        self._asked = asked
        self._to = boundary(game, asked)
        check_standing(game.log, self._to)
        self._undone = [seq for seq in standing(game.log) if seq > self._to]

    def plan(self) -> RewindPlan:
        """Return the sheet."""
        known, seen = self._knowledge()
        decisions = tuple(self._decisions())
        chance = tuple(self._random())
        class_, reasons, consent = self._class(seen, len(chance))
        entries = tuple(self._steps(known))
        passes = Counter(
            str(self._event(seq).player)  # type: ignore[attr-defined]
            for seq in self._undone
            if isinstance(self._event(seq), PriorityPassed)
        )
        return RewindPlan(
            log=self._game.path,
            to=self._to,
            asked=self._asked,
            last=len(self._game) - 1,
            when=context_of(self._game.tables[self._to]).label,
            class_=class_,
            reasons=reasons,
            consent_of=consent,
            steps=entries,
            without_steps=len(self._undone) - len({one.seq for one in entries}),
            hidden=tuple(self._hidden(seen)),
            random=chance,
            reshuffle=tuple(self._reshuffle(seen)),
            decisions=decisions,
            passes=dict(sorted(passes.items())),
        )

    def _event(self, seq: int) -> Event:
        event: Event = self._game.log[seq].event
        return event

    def _line(self, seq: int) -> str:
        tables = self._game.tables
        return line(
            tables[seq - 1], self._event(seq), tables[seq], lang=self._lang, seat=self._seat
        )

    def _knowledge(self) -> tuple[dict[int, bool], list[Learned]]:
        """Return whether everybody knows the cards of each draw by now, and who learned what."""
        followed, drawn = Followed(), {}
        seen: list[Learned] = []
        for seq in self._undone:
            if isinstance(self._event(seq), Rewound):
                continue
            followed.step(self._game, seq)
            tables = self._game.tables
            seen += learned(tables[seq - 1], tables[seq], seq, self._game)
            event = self._event(seq)
            if isinstance(event, CardsDrawn):
                drawn[seq] = event.cards
                for name in event.cards:
                    followed.follow(name)
        return {seq: set(cards) <= followed.known for seq, cards in drawn.items()}, seen

    def _steps(self, known: dict[int, bool]) -> Iterator[Entry]:
        for seq in reversed(self._undone):
            if isinstance(self._event(seq), Rewound):
                continue
            scene = undone(self._game, seq, self._lang, self._seat)
            for text in dict.fromkeys(steps(scene, is_known=known.get(seq, False))):
                yield Entry(seq=seq, text=text)

    def _decisions(self) -> Iterator[Entry]:
        for seq in self._undone:
            event = self._event(seq)
            if isinstance(event, Decision) and not isinstance(event, PriorityPassed):
                text = self._line(seq) or told(
                    self._lang, "rewind.unseen", kind=type(event).__name__
                )
                yield Entry(seq=seq, text=text, by=self._game.log[seq].by)

    def _random(self) -> Iterator[Entry]:
        for seq in self._undone:
            event = self._event(seq)
            if not isinstance(event, Chance):
                continue
            key = "rewind.random_other"
            if isinstance(event, CoinFlipped):
                key = "rewind.random_coin"
            elif isinstance(event, LibraryShuffled | ContraptionDeckShuffled):
                key = "rewind.random_shuffle"
            yield Entry(seq=seq, text=told(self._lang, key, what=self._line(seq)))

    def _hidden(self, seen: list[Learned]) -> Iterator[Entry]:
        groups: dict[tuple[int, tuple[Seat, ...], bool, Zone], list[ObjectId]] = {}
        for one in seen:
            groups.setdefault((one.seq, one.seats, one.shown, one.zone), []).append(one.card)
        for (seq, seats, shown, zone), cards in groups.items():
            scene = undone(self._game, seq, self._lang, self._seat)
            yield Entry(
                seq=seq,
                text=told(
                    self._lang,
                    "rewind.shown" if shown else "rewind.learned",
                    players=joined(self._lang, [scene.player(seat) for seat in seats]),
                    cards=joined(self._lang, [scene.name(card) for card in cards]),
                    zone=scene.word("zone", zone.value),
                ),
            )

    def _reshuffle(self, seen: list[Learned]) -> Iterator[str]:
        """Name the libraries in which somebody has looked at cards that were not drawn since."""
        now, then = self._game.tables[-1], self._game.tables[self._to]
        looked: Counter[Seat] = Counter()
        shuffled = [
            event.player
            for seq in self._undone
            if isinstance(event := self._event(seq), LibraryShuffled)
        ]
        for one in seen:
            after = self._game.tables[one.seq].objects.get(one.card)
            if after is not None and after.zone is Zone.LIBRARY and after.owner is not None:
                looked[after.owner] += 1
        for seat in sorted({*looked, *shuffled}, key=then.turn_order.index):
            player = now.players[seat].name or seat
            key = "rewind.reshuffle_looked" if looked[seat] else "rewind.reshuffle_shuffled"
            yield told(self._lang, key, player=player, count=looked[seat])

    def _class(
        self, seen: list[Learned], chance: int
    ) -> tuple[Class, tuple[str, ...], tuple[Seat, ...]]:
        """Return who may decide on it, and every reason why."""
        lang = self._lang
        new = [one for one in seen if not one.shown]
        shown = [one for one in seen if one.shown]
        ruled = [
            seq for seq in self._undone if isinstance(self._event(seq), RulingMade | Corrected)
        ]
        over = self._game.tables[-1].result is not None
        judge = [
            told(lang, key, count=count)
            for key, count in (
                ("rewind.why_random", chance),
                ("rewind.why_hidden", len(new)),
                ("rewind.why_ruled", len(ruled)),
                ("rewind.why_over", int(over and bool(self._undone))),
            )
            if count
        ]
        deciders = self._deciders()
        others = sorted({*deciders[1:], *(seat for one in shown for seat in one.seats)})
        consent = []
        if len(deciders) > 1:
            consent.append(told(lang, "rewind.why_decided", players=joined(lang, deciders)))
        if shown:
            consent.append(told(lang, "rewind.why_shown", count=len(shown)))
        if judge:
            return "judge", (*judge, *consent), tuple(map(Seat, others))
        if consent:
            return "consent", tuple(consent), tuple(map(Seat, others))
        return "free", (told(lang, "rewind.why_free"),), ()

    def _deciders(self) -> list[str]:
        """Return who has decided anything since, the first one first."""
        return list(
            dict.fromkeys(
                self._game.log[seq].by
                for seq in self._undone
                if isinstance(self._event(seq), Decision)
            )
        )


def class_words(sheet: RewindPlan, lang: str) -> str:
    """Return in words who may decide on going back."""
    return told(lang, f"rewind.class_{sheet.class_}", players=joined(lang, [*sheet.consent_of]))
