"""A store of one log, in a file that may be called anything: what is played on in place.

It writes as ``PlainFileStore`` does; a compressed log cannot be written to and is refused.
"""

from pathlib import Path

from events.errors import DataError
from replays.files import SUFFIX
from replays.stores.plain_files import PENDING, PlainFileStore
from replays.stores.protocol import Durability

COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")


def pending_of(path: Path) -> Path:
    """Return where a log's next batch waits: in one place, whatever link leads to the log."""
    real = path.resolve()
    return real.with_name(real.name.removesuffix(SUFFIX) + PENDING)


class OneFileStore(PlainFileStore):
    """The log of one file, which several processes may write to."""

    def __init__(self, path: str | Path, *, durability: Durability = Durability.FULL) -> None:
        """Open a log that is there. Raises ``DataError`` where it is none, or compressed."""
        self._file = Path(path)
        super().__init__(self._file.parent, durability=durability)

    def _prepare(self) -> None:
        """Look at the file; what is pending is finished when it is first read."""
        try:
            with self._file.open("rb") as file:
                start = file.read(4)
        except OSError as error:
            missing = isinstance(error, FileNotFoundError)
            code = "file/missing" if missing else "file/unreadable"
            why = "there is no such file" if missing else f"it cannot be read ({error.strerror})"
            raise DataError(code, why, file=str(self._file)) from error
        if start.startswith(COMPRESSED):
            why = "a compressed log cannot be appended to: unpack it first"
            raise DataError("store/compressed", why, file=str(self._file))

    def _path(self, game: str, suffix: str = SUFFIX) -> Path:
        del game
        if suffix == SUFFIX:
            return self._file
        assert suffix == PENDING  # noqa: S101 - a store has files of these two kinds
        return pending_of(self._file)

    def games(self) -> tuple[str, ...]:
        """Return the id of the one game."""
        from replays.files import open_log

        with self._locked(""):
            pass  # what a dead process left pending is taken care of
        return (open_log(self._file).header.game,)
