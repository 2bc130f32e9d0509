"""Turns in the column style of 17Lands' replay data, so that notebooks written for it go on working.

One row for both sides' n-th turns; 17Lands writes ``user_turn_3_lands_played`` where this table has
``user_turn_lands_played`` in the row with ``turn`` 3. Cards are names joined by ``|``, or the
client's numbers where a record tells no name. Spells and permanents of which a record tells no types
stand with the non-creatures. Only games of two players have such rows.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal, cast

import msgspec

from events.base import Event
from events.combat import AttackersDeclared, BlockersDeclared
from events.damage import DamageDealt
from events.identifiers import CardName, ObjectId
from events.stack import AbilityActivated, CostPaid, SpellCast
from events.turns import CardsDrawn
from events.vocabulary import DamageKind, MoveReason, Zone
from events.zones import CardMoved, LandPlayed
from machine.characteristics import is_creature, types
from projections.folds.damage import in_units
from projections.sight import Eyes
from replays.analysis.columns import Kind, Row, about, rows_of
from replays.analysis.reading import Reading
from replays.analysis.tables.common import kept_look, known, looks_of, mana_value, moment
from replays.analysis.tables.states import permanents

Side = Literal["user", "oppo"]

CARD_LISTS = (
    "cards_drawn",
    "cards_tutored",
    "cards_discarded",
    "lands_played",
    "creatures_cast",
    "non_creatures_cast",
    "user_instants_sorceries_cast",
    "oppo_instants_sorceries_cast",
    "user_abilities",
    "oppo_abilities",
    "creatures_attacked",
    "creatures_blocked",
    "creatures_unblocked",
    "creatures_blocking",
    "user_creatures_killed_combat",
    "oppo_creatures_killed_combat",
    "user_creatures_killed_non_combat",
    "oppo_creatures_killed_non_combat",
)
SUMS = (
    "oppo_combat_damage_taken",
    "user_combat_damage_taken",
    "user_mana_spent",
    "oppo_mana_spent",
)
IN_PLAY = ("lands_in_play", "creatures_in_play", "non_creatures_in_play")

NAMED: dict[str, str] = {
    "expansion": "17Lands' set; always absent: a log does not know it",
    "event_type": "format of play",
    "draft_id": "the match, or the game where it is part of none",
    "game_time": "time of the first record that has one",
    "main_colors": "always absent",
    "opp_colors": "always absent",
}


def _text(told: str) -> Any:  # noqa: ANN401 - an annotation
    return Annotated[str | None, about(told, Kind.TEXT)]


def _number(told: str) -> Any:  # noqa: ANN401 - an annotation
    return Annotated[int | None, about(told)]


def _truth(told: str) -> Any:  # noqa: ANN401 - an annotation
    return Annotated[bool | None, about(told)]


def _turn_fields(side: Side) -> list[tuple[str, Any]]:
    whose = "the user's" if side == "user" else "the opponent's"
    fields = [
        (f"{side}_turn_{name}", _text(f"{name.replace('_', ' ')} in {whose} n-th turn"))
        for name in CARD_LISTS
    ]
    fields += [
        (f"{side}_turn_{name}", _number(f"{name.replace('_', ' ')} in {whose} n-th turn"))
        for name in SUMS
    ]
    for one in ("user", "oppo"):
        fields.append(
            (f"{side}_turn_eot_{one}_cards_in_hand", _text("at its end: cards or a count"))
        )
        fields += [(f"{side}_turn_eot_{one}_{name}", _text("at its end")) for name in IN_PLAY]
        fields.append(
            (f"{side}_turn_eot_{one}_life", _number("at its end; in halves in an un-game"))
        )
    return fields


_IDENTITY: list[tuple[str, Any]] = [
    *((name, _text(told)) for name, told in NAMED.items()),
    ("match_number", _number("always 1")),
    ("game_number", _number("which game of the match")),
    ("user_seat", Annotated[str, about("the seat that is the user: who looks, or recorded it")]),
    ("on_play", _truth("the user took the first turn")),
    ("num_mulligans", _number("mulligans that the user took")),
    ("opp_num_mulligans", _number("mulligans that the opponent took")),
    ("num_turns", _number("n-th turns that were begun by either side")),
    ("won", _truth("the user won; absent for a draw or an unknown end")),
    *(
        (f"candidate_hand_{n}", _text("a hand the user was shown, before bottoming"))
        for n in range(1, 8)
    ),
    ("opening_hand", _text("the hand the user kept")),
    ("turn", _number("n: the how-manieth turn of each side, from 1")),
]

Turn17 = cast(
    type[Row],
    msgspec.defstruct(
        "Turn17",
        [*_IDENTITY, *_turn_fields("user"), *_turn_fields("oppo")],
        bases=(Row,),
        namespace={
            "__doc__": "Both sides' n-th turns, in 17Lands' columns; of games of two players. What a "
            "record tells no types of stands with the non-creatures."
        },
        module=__name__,
        frozen=True,
        kw_only=True,
    ),
)


class _Turn:
    """One side's n-th turn in the making."""

    def __init__(self) -> None:
        self.cards: dict[str, list[str]] = {}
        self.counts: dict[str, int] = {}
        self.sums: dict[str, int] = dict.fromkeys(SUMS, 0)
        self.last = 0
        """The last record of the turn."""

    def add(self, column: str, *cards: str) -> None:
        self.cards.setdefault(column, []).extend(cards)


class _Game:
    """What is read off one game: who is the user, and every turn."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        order = reading.tables[-1].turn_order
        imported = reading.header.imported
        wanted = reading.eyes or (imported.recorder if imported else None)
        self.user = wanted if wanted in order else reading.header.seats[0].seat
        self.oppo = next(seat for seat in order if seat != self.user)
        self.turns: dict[tuple[Side, int], _Turn] = {}
        self.seen = {record.seq: record.event for record in reading.seen}
        self.entered = _entered(reading)

    def side(self, seat: str | None) -> Side:
        return "user" if seat == self.user else "oppo"

    def card(self, seq: int, *names: ObjectId | None) -> str:
        """Return a card as it may be known around a record, or is named later; ``?`` if neither.

        Several ids are those of one card, as it was before and after it has moved.
        """
        there = [name for name in names if name is not None]
        known = (self._known(seq, name) or self.reading.identified.get(name) for name in there)
        found = next((one for one in known if one is not None), None)
        return str(found).removeprefix("grp:") if found is not None else "?"

    def _known(self, seq: int, name: ObjectId) -> CardName | None:
        reading = self.reading
        before, after = reading.tables[max(0, seq - 1)], reading.tables[seq]
        if not reading.is_judge:
            return Eyes(before, after, reading.eyes).card(name)
        thing = after.objects.get(name) or before.objects.get(name)
        return thing.name if thing is not None else None


def _entered(reading: Reading) -> dict[int, ObjectId]:
    """Return the permanent that each land has become, by the record in which it was played."""
    played: dict[ObjectId, int] = {}
    found: dict[int, ObjectId] = {}
    for record in reading.seen:
        event: Event = record.event
        if isinstance(event, LandPlayed):
            played[event.card] = record.seq
        elif isinstance(event, CardMoved) and event.card in played:
            found[played.pop(event.card)] = event.new
    return found


@rows_of("turns_17lands", Turn17)
def turns_17lands(reading: Reading) -> Iterator[Row]:
    """Yield a row for each n for which a side has an n-th turn."""
    if len(reading.header.seats) != 2 or len(reading.tables[-1].turn_order) != 2:  # noqa: PLR2004
        return
    game = _Game(reading)
    make: Callable[..., Row] = Turn17
    _read_turns(game)
    last = max((number for _, number in game.turns), default=0)
    head = _identity(game, last)
    for number in range(1, last + 1):
        fields: dict[str, Any] = {**head, "turn": number}
        for side in ("user", "oppo"):
            turn = game.turns.get((side, number))
            if turn is not None:
                fields |= {f"{side}_turn_{name}": value for name, value in _cells(game, side, turn)}
        absent = dict.fromkeys(set(Turn17.__struct_fields__) - set(fields))
        yield make(**fields, **absent)


def _identity(game: _Game, turns: int) -> dict[str, Any]:
    reading = game.reading
    header = reading.header
    looks = looks_of(reading)
    mine = [look for look in looks if look.player == game.user]
    theirs = [look for look in looks if look.player == game.oppo]
    kept = kept_look(reading, game.user)
    started = reading.starting_seat
    times = [at for record in reading.seen if (at := moment(record.at))]
    return {
        "game_id": header.game,
        "event_type": "Limited" if header.play.limited else "Constructed",
        "draft_id": header.match.match or header.game,
        "game_time": times[0].replace("T", " ").removesuffix("Z")[:19] if times else None,
        "match_number": 1,
        "game_number": header.match.game,
        "user_seat": game.user,
        "on_play": None if started is None else started == game.user,
        "num_mulligans": max((look.number for look in mine), default=0),
        "opp_num_mulligans": max((look.number for look in theirs), default=0),
        "num_turns": turns,
        "won": reading.won(game.user),
        "opening_hand": _joined(known(kept.hand)) if kept is not None else None,
        **{
            f"candidate_hand_{number}": _joined(known((*look.hand, *look.bottomed)))
            for number, look in enumerate(mine[:7], 1)
        },
    }


def _joined(cards: Sequence[str]) -> str:
    return "|".join(sorted(card.removeprefix("grp:") for card in cards))


def _read_turns(game: _Game) -> None:
    reading, counts = game.reading, {"user": 0, "oppo": 0}
    current, number = None, 0
    for seq, table in enumerate(reading.tables):
        if seq in reading.undone or not table.turn.number or table.turn.active_player is None:
            continue
        if table.turn.number != number:
            number = table.turn.number
            side = game.side(table.turn.active_player)
            counts[side] += 1
            current = game.turns.setdefault((side, counts[side]), _Turn())
        if current is None:
            continue
        current.last = seq
        event: Event | None = game.seen.get(seq)
        tell = _TELLS.get(type(event)) if event is not None else None
        if tell is not None:
            tell(game, current, seq, event)


def _cells(game: _Game, side: Side, turn: _Turn) -> Iterator[tuple[str, Any]]:
    for name in CARD_LISTS:
        hidden = side == "oppo" and name in ("cards_drawn", "cards_tutored")
        if hidden:
            yield name, str(turn.counts.get(name, 0))
        else:
            yield name, "|".join(turn.cards.get(name, ()))
    yield from turn.sums.items()
    table = game.reading.tables[turn.last]
    for one, seat in (("user", game.user), ("oppo", game.oppo)):
        player = table.players[seat]
        if one == "user":
            hand = "|".join(game.card(turn.last, name) for name in player.hand)
        else:
            hand = str(player.size(Zone.HAND))
        yield f"eot_{one}_cards_in_hand", hand
        lands, creatures, others = permanents(game.reading, table, seat)
        for name, things in zip(IN_PLAY, (lands, creatures, others), strict=True):
            yield f"eot_{one}_{name}", "|".join(game.card(turn.last, thing) for thing in things)
        yield f"eot_{one}_life", player.life


def _drawn(game: _Game, turn: _Turn, seq: int, event: CardsDrawn) -> None:
    if event.player != game.reading.tables[seq].turn.active_player:
        return
    turn.counts["cards_drawn"] = turn.counts.get("cards_drawn", 0) + event.count
    turn.add("cards_drawn", *(game.card(seq, name) for name in event.cards))


def _moved(game: _Game, turn: _Turn, seq: int, event: CardMoved) -> None:
    before = game.reading.tables[max(0, seq - 1)]
    thing = before.objects.get(event.card)
    if thing is None:
        return
    active = before.turn.active_player
    if event.reason is MoveReason.DISCARDED and thing.owner == active:
        turn.add("cards_discarded", game.card(seq, event.new))
    if event.to is Zone.HAND and thing.zone is Zone.LIBRARY and thing.owner == active:
        turn.counts["cards_tutored"] = turn.counts.get("cards_tutored", 0) + 1
        turn.add("cards_tutored", game.card(seq, event.new))
    if thing.zone is Zone.BATTLEFIELD and event.to is Zone.GRAVEYARD and is_creature(before, thing):
        side = game.side(thing.controller or thing.owner)
        how = "combat" if before.turn.phase.phase == "combat" else "non_combat"
        turn.add(f"{side}_creatures_killed_{how}", game.card(seq, event.card))


def _land(game: _Game, turn: _Turn, seq: int, event: LandPlayed) -> None:
    turn.add("lands_played", game.card(seq, event.card, game.entered.get(seq)))


def _cast(game: _Game, turn: _Turn, seq: int, event: SpellCast) -> None:
    before = game.reading.tables[max(0, seq - 1)]
    after = game.reading.tables[seq]
    thing = after.objects.get(event.card) or before.objects.get(event.card)
    item = after.stack[-1] if after.stack else None
    name = game.card(seq, event.card, event.object)
    if name == "?" and item is not None and item.card is not None:
        name = str(item.card).removeprefix("grp:")
    kinds = types(after, thing) if thing is not None else ()
    if not kinds and item is not None and item.card is not None:
        definition = after.cards.get(item.card)
        kinds = definition.types if definition is not None else ()
    if not kinds and event.object is not None:
        kinds = game.reading.observed_types.get(event.object, ())
    if {"Instant", "Sorcery"} & set(kinds):
        turn.add(f"{game.side(event.player)}_instants_sorceries_cast", name)
    elif event.player == after.turn.active_player:
        turn.add("creatures_cast" if "Creature" in kinds else "non_creatures_cast", name)


def _activated(game: _Game, turn: _Turn, seq: int, event: AbilityActivated) -> None:
    turn.add(f"{game.side(event.player)}_abilities", game.card(seq, event.source))


def _attacked(game: _Game, turn: _Turn, seq: int, event: AttackersDeclared) -> None:
    turn.add("creatures_attacked", *(game.card(seq, one.attacker) for one in event.attacks))


def _blocked(game: _Game, turn: _Turn, seq: int, event: BlockersDeclared) -> None:
    table = game.reading.tables[seq]
    blocked = {one.attacker for one in event.blocks}
    turn.add("creatures_blocking", *(game.card(seq, one.blocker) for one in event.blocks))
    attackers: tuple[ObjectId, ...] = table.combat.attackers if table.combat is not None else ()
    for name in attackers:
        column = "creatures_blocked" if name in blocked else "creatures_unblocked"
        turn.add(column, game.card(seq, name))


def _damaged(game: _Game, turn: _Turn, seq: int, event: DamageDealt) -> None:
    if event.kind is DamageKind.COMBAT and event.recipient in (game.user, game.oppo):
        table = game.reading.tables[seq]
        units = in_units(table, event.amount, halves=event.halves)
        turn.sums[f"{game.side(event.recipient)}_combat_damage_taken"] += units


def _paid(game: _Game, turn: _Turn, _seq: int, event: CostPaid) -> None:
    turn.sums[f"{game.side(event.player)}_mana_spent"] += mana_value(event.mana)


_TELLS: dict[type[Any], Callable[[_Game, _Turn, int, Any], None]] = {
    CardsDrawn: _drawn,
    CardMoved: _moved,
    LandPlayed: _land,
    SpellCast: _cast,
    AbilityActivated: _activated,
    AttackersDeclared: _attacked,
    BlockersDeclared: _blocked,
    DamageDealt: _damaged,
    CostPaid: _paid,
}
