"""The end of a game: who conceded or lost, who won, and why (CR 104)."""

from events.game import Conceded, GameEnded, PlayerLost
from events.vocabulary import EndReason, GameResult, LossReason
from replays.importers.arena.context import Build
from replays.importers.arena.wire import ClientMessage, GameInfo, MatchResult

GAME_OVER = "GameStage_GameOver"
_LOSSES = {
    "SBA_LifeTotal": (LossReason.LIFE, EndReason.LIFE),
    "SBA_Poison": (LossReason.POISON, EndReason.POISON),
    "SBA_EmptyLibrary": (LossReason.EMPTY_LIBRARY, EndReason.EMPTY_LIBRARY),
    "GameEffect": (LossReason.EFFECT, EndReason.EFFECT),
}
_RESULTS = {
    "ResultReason_Concede": (LossReason.CONCEDED, EndReason.CONCESSION),
    "ResultReason_Timeout": (LossReason.TIMEOUT, EndReason.TIMEOUT),
    "ResultReason_Force": (LossReason.JUDGE, EndReason.JUDGE),
}


def concede(build: Build, answer: ClientMessage, cause: int | None) -> None:
    """Write that the recorder concedes."""
    seat = build.record.recorder
    if answer.concede_req is None or not seat or build.over or seat in build.conceded:
        return
    if build.opening is not None:
        build.conceding = build.conceding or build.writer.place
        return
    build.conceded.add(seat)
    player = build.seat(seat)
    build.write(Conceded(player=player), by=player, cause=cause)


def concede_in_opening(build: Build) -> None:
    """Write that the recorder conceded before the game began, behind all that preceded it."""
    if build.conceding is None:
        return
    build.conceded.add(build.record.recorder)
    player = build.seat(build.record.recorder)
    build.write(Conceded(player=player), by=player, place=build.conceding)


def result_of(info: GameInfo, number: int) -> MatchResult | None:
    """Return the result of a game of a match, once it is over."""
    if info.stage != GAME_OVER:
        return None
    games = [one for one in info.results if one.scope == "MatchScope_Game"]
    return games[number - 1] if len(games) >= number else None


def write_end(build: Build, result: MatchResult) -> None:
    """Write the end of the game, once."""
    if build.over:
        return
    build.over = True
    losers = _losers(build, result)
    reason = EndReason.UNKNOWN
    cause: int | None = None
    for seat in losers:
        loss, reason = _why(build, result, seat)
        if loss is LossReason.CONCEDED and seat not in build.conceded:
            build.conceded.add(seat)
            player = build.seat(seat)
            build.write(Conceded(player=player), by=player, inferred=True)
        cause = build.write(PlayerLost(player=build.seat(seat), reason=loss))
    winners = sorted(build.seats - set(losers)) if result.winning_team_id else []
    outcome = GameResult.WIN if winners else GameResult.DRAW
    if len(losers) > 1:
        reason = EndReason.ALL_LOST
    event = GameEnded(
        result=outcome,
        winners=tuple(build.seat(seat) for seat in winners),
        reason=reason if losers else _RESULTS.get(result.reason, ("", EndReason.UNKNOWN))[1],
    )
    build.write(event, cause=cause)


def _losers(build: Build, result: MatchResult) -> list[int]:
    """Return who lost: everybody not of the winning team; in a draw whoever is shown as losing."""
    players = build.mirror.players.values()
    if result.winning_team_id:
        return sorted(
            one.system_seat_number for one in players if one.team_id != result.winning_team_id
        )
    return sorted(
        one.system_seat_number for one in players if one.status == "PlayerStatus_PendingLoss"
    )


def _why(build: Build, result: MatchResult, seat: int) -> tuple[LossReason, EndReason]:
    if seat in build.losses and build.losses[seat] in _LOSSES:
        return _LOSSES[build.losses[seat]]
    if result.reason in _RESULTS:
        return _RESULTS[result.reason]
    player = build.mirror.players.get(seat)
    if player is not None and player.life_total <= 0:
        return LossReason.LIFE, EndReason.LIFE
    return LossReason.UNKNOWN, EndReason.UNKNOWN
