"""One undone record as a sheet tells of it: names as its reader may know them."""

from msgspec import Struct

from events.base import Event
from projections.naming import Scene, name_of, seat_name
from projections.phrases import language
from projections.sight import Eyes
from projections.table import Table
from projections.viewers import JUDGE, seat_of
from replays.game_log import GameLog


class Undone(Struct, frozen=True):
    """A record that is taken back, with the tables around it."""

    seq: int
    event: Event
    before: Table
    after: Table
    lang: str
    seat: str

    @property
    def _eyes(self) -> Eyes | None:
        if self.seat == JUDGE:
            return None
        return Eyes(self.before, self.after, seat_of(self.seat))

    @property
    def _scene(self) -> Scene:
        words = language(self.lang).words
        return Scene(
            event=self.event, before=self.before, after=self.after, eyes=self._eyes, words=words
        )

    def name(self, thing: str) -> str:
        """Return the name of a seat or an object; without its id where the reader cannot tell it."""
        eyes = self._eyes
        if eyes is not None and not eyes.can_name(thing):
            return language(self.lang).words["names"]["card"]
        return name_of(self._scene, thing)

    def player(self, seat: str) -> str:
        """Return the name of a player."""
        return seat_name(self._scene, seat)

    def word(self, group: str, word: str) -> str:
        """Return a word of the game in the reader's language."""
        return language(self.lang).words[group].get(word, word)


def undone(log: GameLog, seq: int, lang: str, seat: str) -> Undone:
    """Return a record as it is taken back."""
    tables = log.tables
    return Undone(seq, log.log[seq].event, tables[seq - 1], tables[seq], lang, seat)
