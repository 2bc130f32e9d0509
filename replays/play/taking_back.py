"""Where one goes back to: before a player's last decision, or to a record; batches are never cut."""

from events.base import Decision, Event
from events.identifiers import Seat
from replays.boundaries import batch_end, begins_batch, standing
from replays.play.answers import not_understood
from replays.session import Game


def before_last(game: Game, seat: Seat) -> int:
    """Return the record before a player's last decision that still counts."""
    log = game.events
    for seq in reversed(standing(log)):
        event: Event = log[seq].event
        own = isinstance(event, Decision) and event.player == seat
        if own and begins_batch(log, game.tables, seq):
            return seq - 1
    raise not_understood(f"{seat} has decided nothing that could be taken back")


def place(game: Game, argument: str) -> int:
    """Return the record to go back to: the end of the batch that a number is in."""
    log = game.events
    if not argument.isdecimal() or int(argument) not in standing(log)[:-1]:
        raise not_understood(f"{argument!r} is no record to go back to: `undo` or `undo 42`")
    return batch_end(log, game.tables, int(argument)) - 1
