"""How a game ends: losing, winning, leaving, agreeing on a draw.

Implements CR 104, 800.4. Concession comes before everything else and is beaten by no card.
"""

from collections.abc import Iterator

from immutables import Map

from events.base import Decision, Event
from events.game import (
    Conceded,
    DrawAnswered,
    DrawOffered,
    GameEnded,
    PlayerLeft,
    PlayerLost,
)
from events.identifiers import Seat
from events.turns import CardsDrawn
from events.vocabulary import PREGAME, EndReason, GameResult, LossReason, Phase
from machine.golden_rules import Reason, argues, is_prohibited, prohibitions
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.table import Player, Table

REASONS = {
    LossReason.LIFE: EndReason.LIFE,
    LossReason.EMPTY_LIBRARY: EndReason.EMPTY_LIBRARY,
    LossReason.POISON: EndReason.POISON,
    LossReason.CONCEDED: EndReason.CONCESSION,
    LossReason.EFFECT: EndReason.EFFECT,
    LossReason.TIMEOUT: EndReason.TIMEOUT,
    LossReason.JUDGE: EndReason.JUDGE,
}

BEFORE_THE_GAME = PREGAME - {Phase.OPENING_HAND_ACTIONS}
"""MTR.2.3: a game has begun once its mulligans are done. MTR.2.5: none begins after time is called,
so a match ends as it stands, without extra turns."""


@checks(Conceded)
def check_conceded(table: Table, decision: Conceded) -> None:
    """CR 104.3a: a player in the game may concede at any time; nobody else may do it for them."""
    _check_playing(table, decision.player, f"{decision.player} cannot concede")


def _check_playing(table: Table, seat: Seat, what: str) -> None:
    if table.result is not None:
        raise refuse("decision/game_over", what, "104.1", "the game is over")
    player = table.players.get(seat)
    if player is None or not player.is_playing:
        raise refuse("game/not_playing", what, "104.5", "that player is not in the game")


@argues(Conceded)
def argue_concession(table: Table, decision: Conceded) -> Iterator[Reason]:
    """CR 101.1, 104.3a: whatever effects say, a player may concede."""
    yield Reason(allows=True, rule="104.3a", by="rule", says="a player may concede at any time")
    for action in ("concede", "lose"):
        yield from prohibitions(table, action, decision.player)


@checks(DrawOffered)
def check_draw_offered(table: Table, decision: DrawOffered) -> None:
    """CR 104.4i: players may agree on a draw; one offer is answered before the next."""
    what = f"{decision.player} cannot offer a draw"
    _check_playing(table, decision.player, what)
    if table.draw_offer is not None:
        raise refuse(
            "game/draw_offered",
            what,
            "104.4",
            f"{table.draw_offer} has already offered one",
            legal=("DrawAnswered",),
        )


@checks(DrawAnswered)
def check_draw_answered(table: Table, decision: DrawAnswered) -> None:
    """An offered draw is answered once by each other player."""
    if table.draw_offer is None or decision.player in table.draw_accepted:
        raise refuse(
            "game/no_draw_offered",
            f"{decision.player} has no draw to answer",
            "104.4",
            "none is offered, or it is answered",
        )


@offers(DrawAnswered)
def offer_draw_answers(_table: Table, player: Seat) -> Iterator[Decision]:
    """Accept or decline."""
    yield DrawAnswered(player=player, accepted=False)
    yield DrawAnswered(player=player, accepted=True)


@offers(Conceded)
def offer_concession(_table: Table, player: Seat) -> Iterator[Decision]:
    """Concede."""
    yield Conceded(player=player)


def awaiting(table: Table) -> Asked:
    """Who has still to answer the offer of a draw."""
    if table.draw_offer is None:
        return NOBODY
    for seat in table.playing:
        if seat not in table.draw_accepted:
            return ask(seat, "accept or decline the draw", "104.4", DrawAnswered)
    return NOBODY


def advance(table: Table) -> tuple[Event, ...]:
    """Return what losing, winning and agreeing lead to; nothing while the game simply goes on."""
    if table.draw_offer is not None and set(table.playing) <= table.draw_accepted:
        return (GameEnded(result=GameResult.DRAW, reason=EndReason.AGREEMENT),)
    if table.time_called and table.phase in BEFORE_THE_GAME:
        return (GameEnded(result=GameResult.UNFINISHED, reason=EndReason.TIME),)
    players = table.players
    if players is _undecided[0]:
        return ()
    if any(player.lost or player.won for player in players.values()):
        return _decided(table)
    _undecided[0] = players
    return ()


_undecided: list[Map[Seat, Player] | None] = [None]
"""The players among whom nobody was last found to have lost or won: most events change none."""


def _decided(table: Table) -> tuple[Event, ...]:
    """Return what follows where somebody has lost or won."""
    playing = table.playing
    losing = tuple(seat for seat in playing if table.players[seat].lost is not None)
    winning = tuple(
        seat for seat in playing if table.players[seat].won and seat not in losing
    )  # CR 104.3f: who would win and lose at once loses
    if winning:
        return (_won(table, winning, EndReason.EFFECT),)
    if losing:
        return _after_losses(table, losing)
    return ()


def _after_losses(table: Table, losing: tuple[Seat, ...]) -> tuple[Event, ...]:
    dragged = _teammates_lost(table, losing)
    if dragged:
        return dragged
    left = tuple(seat for seat in table.playing if seat not in losing)
    if not left:
        return (GameEnded(result=GameResult.DRAW, reason=EndReason.ALL_LOST),)  # CR 104.4a
    if _one_side(table, left):
        reason = table.players[losing[-1]].lost or LossReason.UNKNOWN
        return (_won(table, left, REASONS.get(reason, EndReason.LAST_PLAYER)),)  # CR 104.2a
    return tuple(PlayerLeft(player=seat) for seat in losing)


def _teammates_lost(table: Table, losing: tuple[Seat, ...]) -> tuple[Event, ...]:
    """CR 810.8a: where teams share their turns, a team loses together."""
    if not table.header.play.shared_team_turns:
        return ()
    teams = {table.players[seat].team for seat in losing} - {""}
    return tuple(
        PlayerLost(player=seat, reason=LossReason.TEAM)
        for seat in table.playing
        if seat not in losing and table.players[seat].team in teams
    )


def lost_at_once(table: Table, event: CardsDrawn) -> tuple[Event, ...]:
    """Until 1999-10-31 whoever had to draw from an empty library lost there and then.

    Since then it is a state-based action (CR 704.5b).
    """
    if not event.missing or table.rules.draw.empty_library_loss != "immediate":
        return ()
    if is_prohibited(table, "lose", event.player) or table.players[event.player].lost is not None:
        return ()
    return (PlayerLost(player=event.player, reason=LossReason.EMPTY_LIBRARY),)


def _one_side(table: Table, seats: tuple[Seat, ...]) -> bool:
    teams = {table.players[seat].team or seat for seat in seats}
    return len(teams) == 1


def _won(table: Table, seats: tuple[Seat, ...], reason: EndReason) -> GameEnded:
    teams = {table.players[seat].team for seat in seats} - {""}
    winners = tuple(
        entry.seat for entry in table.header.seats if entry.seat in seats or entry.team in teams
    )
    return GameEnded(result=GameResult.WIN, winners=winners, reason=reason)
