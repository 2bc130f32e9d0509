"""What events depend on where it takes more than equal fields to tell: damage, draws, resolutions."""

from collections.abc import Iterator

from events.base import Event
from events.coin_flips import FlipInstructed, FlipLost, FlipShown, FlipWon
from events.combat import AttackersDeclared, BlockersDeclared
from events.contraptions import (
    ContraptionReassembled,
    ContraptionScrapped,
    CrankAdvanced,
    SprocketChosen,
)
from events.damage import DamageDealt, LifeChanged
from events.division import (
    CombatDamageAssigned,
    CountersDivided,
    DamageDivided,
    PreventionDivided,
    ShieldCreated,
)
from events.game import PlayerCountersChanged, PlayerLost
from events.identifiers import ObjectId
from events.mulligans import CardsBottomed, LookedCardPlaced
from events.rulings import Corrected, Rewound, RulingMade
from events.stack import (
    AbilityActivated,
    AbilityStacked,
    EffectCreated,
    ManaAbilityActivated,
    ManaAdded,
    ObjectsChosen,
    ResolutionBegan,
    SpellCast,
    SpellCopied,
    SpellCountered,
    StackingCompleted,
    TargetsChosen,
    ValueRead,
)
from events.turns import CardsDrawn, ExtraTurnCreated, TurnBegan
from events.vocabulary import DamageKind, LossReason, MoveReason
from events.zones import (
    Attached,
    CardMoved,
    ControlChanged,
    CopyBecame,
    CountersChanged,
    LibraryOrdered,
    LibraryShuffled,
    Tapped,
    TokenCreated,
    Untapped,
)
from machine.contraptions import controlled
from replays.provenance.flips import asked_for, doubling, forcing
from replays.provenance.links import (
    ANNOUNCED,
    EXTRA_TURN,
    Found,
    Moment,
    Read,
    Source,
    reads,
)

STACKED = (SpellCast, AbilityActivated, AbilityStacked, SpellCopied)
"""What puts an object on the stack."""

NEAR = 12
"""Records back in which an imported record tells of the damage that a change of life comes from."""


def resolving(moment: Moment) -> Iterator[Source]:
    """Lead back to the resolution that an event is part of, if any, and to the flips it asks for."""
    table = moment.evidence.tables[max(0, moment.seq - 1)]
    if table.resolution is None:
        return
    name = table.resolution.item.id
    for seq, event in moment.back(ResolutionBegan):
        if event.object == name:
            yield Found("resolving", seq)
            break
    yield from asked_for(moment)


def announced(moment: Moment, name: ObjectId) -> Iterator[Source]:
    """Lead back to what put an object on the stack; its id may have been minted then."""
    for seq, event in moment.back(*STACKED):
        if event.object == name or (event.object is None and _made(moment, seq, name)):
            yield Found("announced", seq)
            return


def _made(moment: Moment, seq: int, name: ObjectId) -> bool:
    stack = moment.evidence.tables[seq].stack
    return bool(stack) and stack[-1].id == name


@reads(
    ControlChanged,
    Attached,
    CopyBecame,
    EffectCreated,
    ExtraTurnCreated,
    ObjectsChosen,
    PlayerCountersChanged,
    Tapped,
    TokenCreated,
    Untapped,
    ValueRead,
    ContraptionReassembled,
    ContraptionScrapped,
)
def _in_resolution(moment: Moment, _event: Event) -> Iterator[Source]:
    yield from resolving(moment)


@reads(FlipInstructed)
def _instructed(moment: Moment, event: FlipInstructed) -> Iterator[Source]:
    yield from resolving(moment)
    yield from doubling(moment, event)


@reads(FlipWon, FlipLost, FlipShown)
def _flipped(moment: Moment, event: FlipWon | FlipLost | FlipShown) -> Iterator[Source]:
    yield from forcing(moment, event)


@reads(LifeChanged)
def _life(moment: Moment, event: LifeChanged) -> Iterator[Source]:
    """CR 120.3a: damage to a player is a loss of life; CR 119.2: so are effects and costs."""
    damage = _damage_to(moment, event)
    if damage is not None:
        yield Found("damage", damage)
        return
    yield from resolving(moment)


def _damage_to(moment: Moment, event: LifeChanged) -> int | None:
    if event.change >= 0:
        return None
    for seq, earlier in moment.back(DamageDealt, LifeChanged):
        if seq < moment.seq - NEAR:
            return None
        if isinstance(earlier, LifeChanged):
            if earlier.player == event.player:
                return None
        elif earlier.recipient == event.player:
            return seq if earlier.amount == -event.change else None
    return None


@reads(DamageDealt)
def _damage(moment: Moment, event: DamageDealt) -> Iterator[Source]:
    """CR 120.1: an object deals it, in combat (CR 510) or because an effect says so."""
    if event.kind is DamageKind.COMBAT:
        yield from _combat(moment, event)
        return
    within = tuple(resolving(moment))
    if within or event.source is None:
        yield from within
        return
    for seq, began in moment.back(ResolutionBegan):
        if began.object == event.source:
            yield Found("resolving", seq)
            return
    for seq, divided in moment.back(DamageDivided):
        if divided.object == event.source:
            yield Found("divided", seq)
            return


def _combat(moment: Moment, event: DamageDealt) -> Iterator[Source]:
    for seq, attack in moment.back(AttackersDeclared):
        yield Found("attack", seq)
        for block_seq, block in moment.back(BlockersDeclared):
            if block_seq < seq:
                break
            pairs = {name for one in block.blocks for name in (one.blocker, one.attacker)}
            if event.source in pairs or event.recipient in pairs:
                yield Found("blocks", block_seq)
        for given_seq, given in moment.back(CombatDamageAssigned):
            if given_seq < seq:
                break
            if given.source == event.source:
                yield Found("assigned", given_seq)
                break
        del attack
        return


@reads(ResolutionBegan)
def _resolution(moment: Moment, event: ResolutionBegan) -> Iterator[Source]:
    """CR 601.2: everything announced for it counts as it resolves."""
    yield from announced(moment, event.object)
    for link in ANNOUNCED:
        yield from link.follow(moment, event)


@reads(StackingCompleted)
def _stacked(moment: Moment, event: StackingCompleted) -> Iterator[Source]:
    yield from announced(moment, event.object)


@reads(SpellCopied)
def _copied(moment: Moment, event: SpellCopied) -> Iterator[Source]:
    yield from announced(moment, event.original)
    yield from resolving(moment)


@reads(SpellCountered)
def _countered(moment: Moment, event: SpellCountered) -> Iterator[Source]:
    yield from announced(moment, event.object)
    yield from resolving(moment)


@reads(DamageDivided, CountersDivided, PreventionDivided)
def _divided(
    moment: Moment, event: DamageDivided | CountersDivided | PreventionDivided
) -> Iterator[Source]:
    """CR 601.2d: announced with the spell, or made as it resolves."""
    yield from announced(moment, event.object)
    for seq, targets in moment.back(TargetsChosen):
        if targets.object == event.object:
            yield Found("targets", seq)
            return


@reads(ShieldCreated)
def _shield(moment: Moment, _event: ShieldCreated) -> Iterator[Source]:
    yield from resolving(moment)


@reads(CountersChanged)
def _counters(moment: Moment, _event: CountersChanged) -> Iterator[Source]:
    yield from resolving(moment)


@reads(ManaAdded)
def _mana(moment: Moment, event: ManaAdded) -> Iterator[Source]:
    for seq, earlier in moment.back(ManaAbilityActivated):
        if earlier.player == event.player and earlier.source == event.source:
            yield Found("activated", seq)
            return


@reads(CardsDrawn)
def _drawn(moment: Moment, event: CardsDrawn) -> Iterator[Source]:
    """CR 121.1: the top card, as the library was last shuffled and ordered since."""
    since: list[Source] = []
    ordering = (LibraryShuffled, LibraryOrdered, CardsBottomed, LookedCardPlaced)
    for seq, earlier in moment.back(*ordering):
        if earlier.player != event.player:
            continue
        shuffled = isinstance(earlier, LibraryShuffled)
        since.append(Found("library order", seq))
        if shuffled:
            break
    yield from reversed(since)
    yield from resolving(moment)


_FALLEN = frozenset({MoveReason.STATE_BASED, MoveReason.DESTROYED})


@reads(CardMoved)
def _moved(moment: Moment, event: CardMoved) -> Iterator[Source]:
    """CR 704.5g: lethal damage sends a creature away; else an effect, a cost or a choice does."""
    yield from resolving(moment)
    if event.reason in _FALLEN:
        before = moment.evidence.tables[max(0, moment.seq - 1)].objects.get(event.card)
        if before is not None and before.damage:
            yield Read("damage on it", f"objects.{event.card}.damage", moment.seq - 1)


@reads(PlayerLost)
def _lost(moment: Moment, event: PlayerLost) -> Iterator[Source]:
    """CR 704.5a-c: life, an empty library, poison."""
    at = max(0, moment.seq - 1)
    if event.reason is LossReason.LIFE:
        yield Read("life", f"players.{event.player}.life", at)
    elif event.reason is LossReason.POISON:
        yield Read("poison", f"players.{event.player}.counters.poison", at)
    elif event.reason is LossReason.EMPTY_LIBRARY:
        for seq, earlier in moment.back(CardsDrawn):
            if earlier.player == event.player and earlier.missing:
                yield Found("draw", seq)
                return


@reads(TurnBegan)
def _turn(moment: Moment, event: TurnBegan) -> Iterator[Source]:
    if event.extra:
        yield from EXTRA_TURN.follow(moment, event)


@reads(CrankAdvanced)
def _advanced(moment: Moment, event: CrankAdvanced) -> Iterator[Source]:
    """Unstable FAQ: it moves only for a player who controls a Contraption."""
    at = max(0, moment.seq - 1)
    before = moment.evidence.tables[at]
    if before.resolution is not None:
        yield from resolving(moment)
        return
    for thing in controlled(before, event.player)[-1:]:
        yield Read("Contraption", f"objects.{thing.id}.controller", at)


@reads(SprocketChosen)
def _sprocket(moment: Moment, event: SprocketChosen) -> Iterator[Source]:
    """Unstable FAQ is silent: whoever has gained control of a Contraption chooses its sprocket."""
    yield Read("control", f"objects.{event.contraption}.controller", max(0, moment.seq - 1))


@reads(Corrected)
def _corrected(moment: Moment, _event: Corrected) -> Iterator[Source]:
    for seq, _ in moment.back(RulingMade):
        yield Found("ruling", seq)
        return


@reads(Rewound)
def _rewound(moment: Moment, event: Rewound) -> Iterator[Source]:
    if event.to < moment.seq:
        yield Found("back to", event.to)
