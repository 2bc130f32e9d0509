"""What each type of event depends on: a table of earlier events, and of paths, that it read.

Causes stand in the record where the referee wrote it; imported records have none, and are joined by
what their events say: the same flip, object, player, round. Every rule number is the event's own.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from events.base import Event
from events.chance import DieRolled
from events.choices import (
    ChoiceMade,
    ChoiceOpened,
    ChoicesCompleted,
    ChoicesOpened,
    ChoicesRestarted,
    ChoicesRevealed,
)
from events.coin_flips import (
    CoinFlipped,
    FlipCalled,
    FlipDeviceAgreed,
    FlipDeviceAnswered,
    FlipDeviceProposed,
    FlipIgnored,
    FlipInstructed,
    FlipLost,
    FlipRepeated,
    FlipRunContinued,
    FlipRunEnded,
    FlipShown,
    FlipWon,
    ReflipChosen,
)
from events.combat import AttackersDeclared, BlockersDeclared, CombatDamageCompleted
from events.contraptions import (
    ContraptionAssembled,
    ContraptionCranked,
    ContraptionRevealed,
    CrankAdvanced,
    CrankChosen,
)
from events.damage import DamagePrevented
from events.division import (
    CombatDamageAssigned,
    CountersDivided,
    DamageDivided,
    DamageOrderChosen,
    PreventionChosen,
    PreventionDivided,
    ShieldCreated,
)
from events.game import (
    Conceded,
    DrawAnswered,
    DrawOffered,
    GameEnded,
    PlayerLeft,
    PlayerLost,
    StartingPlayerChosen,
)
from events.mulligans import (
    CardsBottomed,
    CardsSetAside,
    HandKept,
    LookChosen,
    LookedCardPlaced,
    MulliganDeclared,
    MulliganTaken,
)
from events.stack import (
    AbilityStacked,
    AbilityTriggered,
    CostPaid,
    EffectCreated,
    EffectEnded,
    InstructionDone,
    ManaAbilityActivated,
    ManaEmptied,
    ModesChosen,
    ResolutionBegan,
    ResolutionEnded,
    TargetBecameIllegal,
    TargetsChanged,
    TargetsChosen,
    TriggerRemoved,
    TriggersOrdered,
    ValueChosen,
)
from events.turns import ExtraTurnCreated, TurnBegan, TurnSkipCreated, TurnSkipped
from replays.provenance.seen import Evidence

MOST_OF_ONE_KIND = 40
"""Earlier events that one link leads to: coins of one flip, choices of one round."""

FARTHEST = 4_000
"""Records of the wanted types that a link looks at, back from its event."""


class Found(Struct, frozen=True):
    """An earlier event that one depends on, and how."""

    role: str
    seq: int


class Read(Struct, frozen=True):
    """A value that an event depends on: a path, and the record after which it was read."""

    role: str
    path: str
    at: int


Source = Found | Read


class Moment(Struct, frozen=True):
    """An event of a game as a viewer sees it, and where it stands."""

    evidence: Evidence
    seq: int

    def back(self, *kinds: type[Event]) -> Iterator[tuple[int, Any]]:
        """Yield earlier events of some types, and of no others, the last first."""
        return islice(self.evidence.back(self.seq, *kinds), FARTHEST)


class Link(Struct, frozen=True):
    """How events of a type lead back to others: by fields that say the same in both."""

    role: str
    kinds: tuple[type[Event], ...]
    same: tuple[tuple[str, str], ...] = ()
    """(field of the event, field of the earlier one)."""
    many: bool = False
    until: tuple[type[Event], ...] = ()
    """Nothing is looked for behind one of these, of which the same holds."""

    def follow(self, moment: Moment, event: Event) -> Iterator[Found]:
        """Yield what the link leads to: the last one, or with ``many`` all, the first first."""
        found = list(self._found(moment, event))
        yield from reversed(found)

    def _found(self, moment: Moment, event: Event) -> Iterator[Found]:
        count = 0
        for seq, earlier in moment.back(*self.kinds, *self.until):
            if not self._fits(event, earlier):
                continue
            if not isinstance(earlier, self.kinds):
                return
            yield Found(self.role, seq)
            count += 1
            if not self.many or count >= MOST_OF_ONE_KIND or isinstance(earlier, self.until):
                return

    def _fits(self, event: Event, earlier: Event) -> bool:
        return all(
            getattr(event, mine) == getattr(earlier, other, None) for mine, other in self.same
        )


FLIP = (("flip", "flip"),)
OBJECT = (("object", "object"),)
PLAYER = (("player", "player"),)
ROUND = (("round", "round"),)

_INSTRUCTED = Link("instructed", (FlipInstructed,), FLIP)
_COINS = Link("coin", (CoinFlipped,), FLIP, many=True)
_OUTCOME = (
    _INSTRUCTED,
    Link("called", (FlipCalled,), FLIP),
    _COINS,
    Link("ignored", (FlipIgnored,), FLIP),
    Link("flipped again", (FlipRepeated,), FLIP, many=True),
)
_TARGETS = Link("targets", (TargetsChosen, TargetsChanged), OBJECT)
_ROUND = (
    Link("asked", (ChoicesOpened,), ROUND),
    Link("chosen", (ChoiceMade,), ROUND, many=True),
)

LINKS: dict[type[Event], tuple[Link, ...]] = {
    StartingPlayerChosen: (Link("rolled", (DieRolled,), many=True),),
    HandKept: (Link("declared", (MulliganDeclared,), PLAYER),),
    MulliganTaken: (
        Link("declared", (MulliganDeclared,), PLAYER),
        Link("put aside", (CardsSetAside,), PLAYER, until=(MulliganDeclared,)),
    ),
    CostPaid: (
        Link("mana", (ManaAbilityActivated,), PLAYER, many=True, until=(CostPaid, ManaEmptied)),
    ),
    CardsBottomed: (Link("mulligan", (MulliganTaken,), PLAYER),),
    LookedCardPlaced: (Link("looked", (LookChosen,), PLAYER),),
    FlipCalled: (_INSTRUCTED,),
    CoinFlipped: (_INSTRUCTED, Link("called", (FlipCalled,), FLIP)),
    FlipIgnored: (_COINS,),
    FlipWon: _OUTCOME,
    FlipLost: _OUTCOME,
    FlipShown: _OUTCOME,
    FlipRepeated: (
        Link("chosen", (ReflipChosen,), FLIP),
        Link("first result", (FlipWon, FlipLost, FlipShown), FLIP),
    ),
    FlipDeviceAgreed: (
        Link("proposed", (FlipDeviceProposed,)),
        Link("agreed", (FlipDeviceAnswered,), many=True, until=(FlipDeviceProposed,)),
    ),
    FlipDeviceAnswered: (Link("proposed", (FlipDeviceProposed,)),),
    FlipRunContinued: (Link("flip", (FlipWon, FlipLost)),),
    FlipRunEnded: (Link("flip", (FlipWon, FlipLost)),),
    TargetBecameIllegal: (_TARGETS,),
    InstructionDone: (Link("resolving", (ResolutionBegan,), OBJECT),),
    ResolutionEnded: (Link("resolving", (ResolutionBegan,), OBJECT),),
    AbilityStacked: (
        Link("triggered", (AbilityTriggered,), (("trigger", "trigger"),)),
        Link("ordered", (TriggersOrdered,), PLAYER, until=(AbilityTriggered,)),
    ),
    TriggerRemoved: (Link("triggered", (AbilityTriggered,), (("trigger", "trigger"),)),),
    EffectEnded: (Link("effect", (EffectCreated,), (("effect", "effect"),)),),
    PreventionChosen: (Link("shield", (ShieldCreated,), (("shield", "shield"),)),),
    DamagePrevented: (
        Link("shield", (ShieldCreated,), (("shield", "shield"),)),
        Link("chosen", (PreventionChosen,), (("shield", "shield"),)),
    ),
    ChoiceOpened: (Link("asked", (ChoicesOpened,), ROUND),),
    ChoiceMade: (Link("asked", (ChoiceOpened, ChoicesOpened), ROUND),),
    ChoicesRestarted: _ROUND,
    ChoicesRevealed: _ROUND,
    ChoicesCompleted: _ROUND,
    ContraptionAssembled: (Link("revealed", (ContraptionRevealed,), (("card", "card"),)),),
    CrankChosen: (Link("advanced", (CrankAdvanced,), PLAYER),),
    ContraptionCranked: (Link("chosen", (CrankChosen,), PLAYER),),
    BlockersDeclared: (Link("attack", (AttackersDeclared,)),),
    DamageOrderChosen: (Link("blocks", (BlockersDeclared,)),),
    CombatDamageAssigned: (
        Link("attack", (AttackersDeclared,)),
        Link("blocks", (BlockersDeclared,), many=True, until=(AttackersDeclared,)),
    ),
    CombatDamageCompleted: (Link("attack", (AttackersDeclared,)),),
    DrawAnswered: (Link("offered", (DrawOffered,)),),
    PlayerLeft: (Link("lost", (PlayerLost, Conceded), PLAYER),),
    GameEnded: (
        Link("lost", (PlayerLost, Conceded), many=True),
        Link("agreed", (DrawAnswered,), until=(PlayerLost, Conceded, TurnBegan)),
    ),
    TurnSkipped: (Link("created", (TurnSkipCreated,), PLAYER),),
}
"""Event type -> how it leads back to others; what needs more than that is in ``readers``."""

ANNOUNCED: tuple[Link, ...] = (
    Link("modes", (ModesChosen,), OBJECT),
    Link("value", (ValueChosen,), OBJECT),
    _TARGETS,
    Link("divided", (DamageDivided, CountersDivided, PreventionDivided), OBJECT),
    Link("paid", (CostPaid,), OBJECT),
)
"""What is announced for an object on the stack beside putting it there (CR 601.2)."""

EXTRA_TURN = Link("created", (ExtraTurnCreated,), PLAYER)

Reader = Callable[[Moment, Any], Iterable[Source]]
READERS: dict[type[Event], Reader] = {}
"""Event type -> what finds its sources where fields alone do not tell them."""


def reads(*kinds: type[Event]) -> Callable[[Reader], Reader]:
    """Register what finds the sources of some types of events; it is called with those alone."""

    def register(reader: Reader) -> Reader:
        READERS.update(dict.fromkeys(kinds, reader))
        return reader

    return register


def sources(evidence: Evidence, seq: int) -> Iterator[Source]:
    """Yield what an event depends on, as far as the viewer can see it, without its cause."""
    event = evidence.event(seq)
    if event is None:
        return
    moment = Moment(evidence, seq)
    reader = READERS.get(type(event))
    if reader is not None:
        yield from reader(moment, event)
    for link in LINKS.get(type(event), ()):
        yield from link.follow(moment, event)


def has_sources(event: Event) -> bool:
    """Whether events of the type depend on more than what caused them."""
    return type(event) in READERS or bool(LINKS.get(type(event)))
