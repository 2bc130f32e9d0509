"""Folds of the whole game: its creation, its players, its end."""

from immutables import Map
from msgspec.structs import replace

from events.game import (
    Conceded,
    DrawAnswered,
    DrawOffered,
    GameCreated,
    GameEnded,
    PlayerCountersChanged,
    PlayerLeft,
    PlayerLost,
    PlayerRenamed,
    PlayerWon,
    StartingPlayerChosen,
)
from events.identifiers import CardName, ObjectId, Seat
from events.vocabulary import DivisionUnit, LossReason, Phase, Zone
from projections.edit import drop_objects, edit_player, out_of_combat, put_in, tally, without
from projections.handlers import applies
from projections.table import GameObject, Player, Priority, Result, Table, Turn

_UNTOLD = frozenset({Zone.LIBRARY.value})
"""Zones whose size the record of another program need not tell."""


def table_of(header: GameCreated) -> Table:
    """Return the table as a header lays it: players seated, decks in their places."""
    seats = tuple(entry.seat for entry in header.seats)
    players = {
        entry.seat: Player(
            seat=entry.seat,
            name=entry.name,
            team=entry.team,
            life=header.play.starting_life * unit_factor(header),
            maximum_hand_size=header.play.starting_hand_size,
            uncounted=_UNTOLD if header.imported is not None else frozenset(),
        )
        for entry in header.seats
    }
    table = Table(
        header=header,
        rules=header.rules,
        cards=Map({card.name: card for card in header.cards}),
        turn_order=seats,
        players=Map(players),
        turn=Turn(phase=_first_phase(header)),
    )
    if header.imported is not None:
        return table
    for seat in seats:
        table = _with_deck(table, seat)
    return table


def _first_phase(header: GameCreated) -> Phase:
    """Before 2020-07-03 decks were shuffled before anyone chose who starts (CR 103.1-103.3)."""
    if header.rules.pregame.order == "shuffle_then_starting_player":
        return Phase.SHUFFLING
    return Phase.STARTING_PLAYER


def unit_factor(header: GameCreated) -> int:
    """Return in how many units a point of damage or life is counted: 2 where halves exist."""
    return 2 if header.play.un_cards else 1


def unit_of(header: GameCreated) -> DivisionUnit:
    """Return the smallest share of a division in this game."""
    return DivisionUnit.HALF if header.play.un_cards else DivisionUnit.ONE


def _with_deck(table: Table, seat: Seat) -> Table:
    deck = table.header.decks.get(seat)
    if deck is None:
        return table
    places = (
        (Zone.LIBRARY, deck.main),
        (Zone.SIDEBOARD, deck.sideboard),
        (Zone.CONTRAPTION_DECK, deck.contraptions),
        (Zone.COMMAND, deck.commanders),
    )
    for zone, names in places:
        table = _with_cards(table, seat, zone, names)
    return table


def _with_cards(table: Table, seat: Seat, zone: Zone, names: tuple[CardName, ...]) -> Table:
    first = table.numbers.object
    ids = tuple(ObjectId(f"c{number}") for number in range(first, first + len(names)))
    things = {
        name: GameObject(id=name, zone=zone, owner=seat, controller=seat, card=card)
        for name, card in zip(ids, names, strict=True)
    }
    table = replace(
        table,
        objects=table.objects.update(things),
        numbers=replace(table.numbers, object=first + len(names)),
    )
    if zone is Zone.COMMAND:
        return replace(table, command=table.command + ids)
    return edit_player(table, seat, **{zone.value: ids})


@applies(GameCreated)
def _created(table: Table, _event: GameCreated) -> Table:
    return table  # the first record makes the table; a second one is refused by the log


@applies(StartingPlayerChosen)
def _starting_player(table: Table, event: StartingPlayerChosen) -> Table:
    order = table.turn_order
    if event.starting_player not in order:
        return table
    first = order.index(event.starting_player)
    return replace(
        table,
        turn_order=order[first:] + order[:first],
        starting_player=event.starting_player,
        rolls=(),
    )


@applies(Conceded)
def _conceded(table: Table, event: Conceded) -> Table:
    return edit_player(table, event.player, lost=LossReason.CONCEDED)


@applies(DrawOffered)
def _draw_offered(table: Table, event: DrawOffered) -> Table:
    return replace(table, draw_offer=event.player, draw_accepted=frozenset({event.player}))


@applies(DrawAnswered)
def _draw_answered(table: Table, event: DrawAnswered) -> Table:
    if not event.accepted:
        return replace(table, draw_offer=None, draw_accepted=frozenset())
    return replace(table, draw_accepted=table.draw_accepted | {event.player})


@applies(PlayerLost)
def _lost(table: Table, event: PlayerLost) -> Table:
    return edit_player(table, event.player, lost=event.reason)


@applies(PlayerWon)
def _won(table: Table, event: PlayerWon) -> Table:
    return edit_player(table, event.player, won=True)


@applies(PlayerLeft)
def _left(table: Table, event: PlayerLeft) -> Table:
    """CR 800.4a: what the player owns leaves; what they control by effects goes back or away."""
    seat = event.player
    if seat not in table.players:
        return table
    owned = sorted(thing.id for thing in table.objects.values() if thing.owner == seat)
    known = {name: table.objects[name] for name in owned if name in table.battlefield}  # CR 608.2h
    table = replace(table, last_known=table.last_known.update(known))
    table = _nothing_pending(drop_objects(table, owned), seat)
    table = edit_player(table, seat, is_playing=False, unseen=Map(), mana=Map())
    return _given_back(table, seat)


def _given_back(table: Table, seat: Seat) -> Table:
    """Effects that gave control end; another player's card that the player had cast is exiled."""
    held = sorted(thing.id for thing in table.objects.values() if thing.controller == seat)
    for thing in [table.objects[name] for name in held]:
        now = table.turn.number  # CR 302.6: controlled anew
        back = replace(thing, controller=thing.owner, controlled_since=now, sprocket=0)
        if thing.zone is Zone.STACK:
            table = put_in(table, replace(back, zone=Zone.EXILE))
        else:
            table = out_of_combat(table, thing.id)  # CR 506.4
            table = replace(table, objects=table.objects.set(thing.id, back))
    return table


def _nothing_pending(table: Table, seat: Seat) -> Table:
    """CR 800.4a: what a leaving player has on the stack, or still had to decide, is no longer there."""
    resolution, choice, priority = table.resolution, table.choice, table.priority
    if resolution is not None and resolution.item.controller == seat:
        resolution, choice = None, None
    if choice is not None:
        waiting = tuple(one for one in choice.open if seat not in (one.player, one.about))
        choice = replace(choice, open=waiting)
    stack = tuple(item for item in table.stack if item.controller != seat)
    if seat in (priority.holder, priority.next):
        priority = _handed_on(table, seat, is_same_stack=len(stack) == len(table.stack))
    return replace(
        table,
        stack=stack,
        triggers=tuple(one for one in table.triggers if one.player != seat),
        extra_turns=without(table.extra_turns, seat),
        flips=tuple(one for one in table.flips if one.flipper != seat),
        cranking=None if table.cranking == seat else table.cranking,
        revealed_contraption=_still_there(table, table.revealed_contraption),
        resolution=resolution,
        choice=choice,
        priority=priority,
    )


def _handed_on(table: Table, seat: Seat, *, is_same_stack: bool) -> Priority:
    """CR 800.4a: priority goes to the next player in turn order.

    Who had passed has passed, unless what they passed on has left the stack.
    """
    order = table.turn_order
    first = order.index(seat) + 1 if seat in order else 0
    coming = (one for one in order[first:] + order[:first] if table.players[one].is_playing)
    heir = next((one for one in coming if one != seat), None)
    passed = table.priority.passed if is_same_stack else ()
    return Priority(passed=tuple(one for one in passed if one not in (seat, heir)), next=heir)


def _still_there(table: Table, name: ObjectId | None) -> ObjectId | None:
    return name if name in table.objects else None


@applies(PlayerRenamed)
def _renamed(table: Table, event: PlayerRenamed) -> Table:
    return edit_player(table, event.player, name=event.name)


@applies(PlayerCountersChanged)
def _player_counters(table: Table, event: PlayerCountersChanged) -> Table:
    player = table.players.get(event.player)
    if player is None:
        return table
    counters = tally(player.counters, event.kind, event.change)
    return edit_player(table, event.player, counters=counters)


@applies(GameEnded)
def _ended(table: Table, event: GameEnded) -> Table:
    return replace(
        table,
        result=Result(result=event.result, winners=event.winners, reason=event.reason),
        turn=replace(table.turn, phase=Phase.GAME_OVER),
        priority=Priority(),
    )
