"""What a page is told of a game that goes on: the new records as one more chunk, the rest anew."""

from typing import Any

from replays.game_log import GameLog
from replays.viewer import entries
from replays.viewer.chunks import chunks_of
from replays.viewer.page import names
from replays.viewer.panes import panes
from replays.viewer.seen import Seen


def additions(game: GameLog, viewer: str, since: int) -> list[dict[str, Any]]:
    """Return the messages that take a page from a number of records to the whole game."""
    seen = Seen(game, viewer)
    told = {"names": names(seen), "panes": panes(seen)}
    messages = []
    for (chunk,) in chunks_of((seen,), since):
        end = chunk["start"] + len(chunk["changes"])
        columns = entries.columns(seen, chunk["start"], end)
        messages.append({"chunk": chunk, "entries": columns, "records": end} | told)
    return messages
