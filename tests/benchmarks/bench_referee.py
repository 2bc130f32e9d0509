"""Re-deriving games from decisions and chance, beside other referees' checked moves."""

import random
import time
from collections.abc import Iterator

import chess
from pokerkit import Automation, NoLimitTexasHoldem

from events.log import EventLog
from replays.derivation import rederive
from tests.benchmarks.games import whole_games
from tests.benchmarks.peer_moves import NotHere, boardgame
from tests.benchmarks.timing import Row, best, rate

MOVES = 3_000
BOARDGAME_MOVES = 1_800
HANDS = 60


def rows() -> Iterator[Row]:
    """Yield the measurements."""
    logs = whole_games()
    events = sum(len(log) for log in logs)
    moves, operations = _chess_game(), _poker()
    ours, chess_time, poker_time = best(
        lambda: [rederive(log.records) for log in logs],
        lambda: _push(moves),
        _poker,
        rounds=5,
        clock=time.process_time,
    )
    yield Row(
        what=f"re-deriving {events:,} events",
        ours=rate(events, ours),
        peer="the aim: 50,000 events/s on a laptop core",
        ratio=events / ours / 50_000,
        aim=1,
    )
    yield Row(
        what="beside python-chess",
        ours=rate(events, ours),
        peer=f"legality-checked pushes: {rate(len(moves), chess_time, 'moves')}",
        ratio=(events / ours) / (len(moves) / chess_time),
    )
    yield Row(
        what="beside PokerKit",
        ours=rate(events, ours),
        peer=f"operations: {rate(operations, poker_time, 'operations')}",
        ratio=(events / ours) / (operations / poker_time),
    )
    yield _beside_boardgame(logs, events)


def _beside_boardgame(logs: tuple[EventLog, ...], events: int) -> Row:
    """Compare with boardgame.io where its runtime is there; otherwise say why there is no figure."""
    try:
        with boardgame() as play:
            play(BOARDGAME_MOVES)  # once beforehand: its compiler has seen the code
            ours, theirs = best(
                lambda: [rederive(log.records) for log in logs],
                lambda: play(BOARDGAME_MOVES),
                rounds=5,
                clock=time.process_time,
            )
    except NotHere as reason:
        return Row(what="beside boardgame.io", ours="", peer=f"skipped: {reason}")
    return Row(
        what="beside boardgame.io",
        ours=rate(events, ours),
        peer=f"checked moves of its reducer: {rate(BOARDGAME_MOVES, theirs, 'moves')}",
        ratio=(events / ours) / (BOARDGAME_MOVES / theirs),
    )


def _chess_game() -> list[str]:
    rng = random.Random(7)  # noqa: S311
    moves: list[str] = []
    board = chess.Board()
    while len(moves) < MOVES:
        if board.is_game_over():
            board = chess.Board()
            moves.append("new")
        move = rng.choice(list(board.legal_moves))
        moves.append(move.uci())
        board.push(move)
    return moves


def _push(moves: list[str]) -> None:
    board = chess.Board()
    for word in moves:
        if word == "new":
            board = chess.Board()
        else:
            board.push_uci(word)


def _poker() -> int:
    """Play checked hands of four players; return the number of operations."""
    operations = 0
    for _ in range(HANDS):
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation),
            True,  # noqa: FBT003 - PokerKit's own order
            0,
            (1, 2),
            2,
            200,
            4,
        )
        while state.status:
            state.check_or_call()
            operations += 1
    return operations
