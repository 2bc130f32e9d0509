"""A process that writes into a store until it is killed, for ``test_processes``.

It forks a writer for each line on its input, so that a kill costs no new interpreter, and tells
on its output what was acknowledged.
"""

import os
import sys
from pathlib import Path

import structlog

from events.errors import ConflictError
from events.records import Draft
from events.rulings import NoteAdded
from replays.stores.plain_files import PlainFileStore
from replays.stores.protocol import Durability, Store
from replays.stores.sqlite import SQLiteStore

STORES: dict[str, type[SQLiteStore | PlainFileStore]] = {
    "sqlite": SQLiteStore,
    "files": PlainFileStore,
}

MOST = 100_000
"""Batches of a writer that nobody kills."""

STEP = 50
"""Bytes that our slow disk takes at once: a kill may come between any two of them."""


def opened(kind: str, path: str | Path) -> Store:
    """Return a store that survives everything."""
    return STORES[kind](path, durability=Durability.FULL)


def batch(number: int) -> list[Draft]:
    """Return a batch that tells which one it is and how many records it has."""
    size = number % 4 + 1
    texts = [f"{number} {place} {size}" for place in range(size)]
    return [Draft(event=NoteAdded(text=text), by="judge") for text in texts]


def say(*words: object) -> None:
    """Tell the parent in one write, which no other writer's can get between."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def write(store: Store) -> None:
    """Append batch after batch, saying which are acknowledged."""
    log = store.load("game")
    number = int(log[-1].event.text.split()[0]) + 1 if len(log) > 1 else 0  # type: ignore[attr-defined]
    length = len(log)
    for each in range(number, MOST):
        length = store.append("game", batch(each), expected=length, key=f"k{each}").length
        say("done", each)


def race(store: Store) -> None:
    """Try to append each of 40 records, saying which were won."""
    for length in range(1, 41):
        draft = Draft(event=NoteAdded(text=str(os.getpid())), by="judge")
        try:
            store.append("game", [draft], expected=length)
        except ConflictError:
            say("lost", length, os.getpid())
        else:
            say("won", length, os.getpid())


def main(kind: str, path: str) -> None:
    """Fork a writer for each line of input, and say when it is dead."""
    structlog.configure(processors=[lambda *_: ""], logger_factory=structlog.ReturnLoggerFactory())
    pwrite = os.pwrite
    os.pwrite = lambda file, data, at: pwrite(file, memoryview(data)[:STEP], at)
    for line in sys.stdin:
        jobs = [write] if line.strip() == "write" else [race, race]
        children = [_fork(job, kind, path) for job in jobs]
        for child in children:
            os.waitpid(child, 0)
        say("dead")


def _fork(job: object, kind: str, path: str) -> int:
    child = os.fork()
    if child:
        return child
    say("pid", os.getpid())
    try:
        with opened(kind, path) as store:
            job(store)  # type: ignore[operator]
    except BaseException as error:  # noqa: BLE001 - the parent reads it
        say("failed", repr(error))
    finally:
        os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
