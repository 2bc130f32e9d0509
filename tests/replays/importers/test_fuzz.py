"""Damaged records of every client: no crash, no hang, what is wrong is told, what is left is sound."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from replays.importers import IMPORTERS, ImportOptions, Source, import_source
from tests.replays.importers.arena.conftest import MadeLog
from tests.replays.importers.cockatrice.made import whole
from tests.replays.importers.forge import test_games as forge
from tests.replays.importers.lands17.test_rows import ROW, file
from tests.replays.importers.made import check, sample_files
from tests.replays.importers.mtgo.made import card, match_log, opening
from tests.replays.importers.phase.test_games import BEGIN, made
from tests.replays.importers.xmage.test_games import log

FORMATS = tuple(importer.name for importer in IMPORTERS)
CHAT = "\n".join(
    f"[20:00:00] {line}"
    for line in (
        "Ann's turn.", "Ann shuffles their deck and draws a new hand of 7 card(s).",
        "Ben shuffles their deck and draws a new hand of 7 card(s).", "First Main",
        "Ben flipped a coin. It landed as Heads (1).", "Ben's turn.",
        "Ann flips 3 coins. There are 1 heads and 2 tails.", "Ann sets counter Life to 18 (-2).",
    )
)  # fmt: skip
FORGE = "\n".join(
    [*forge.opening("Ann", "Bob"), *forge.turns("Ann", "Bob"), *forge.end("Ann", "Bob")]
)
XMAGE = log(
    "T1.M1: Ann chose Heads", "T1.M1: Ann flipped Tails (source: Djinn [51a])", "T1.M1: Ann flipped Heads",
    "T1.M1: Ann chose to keep Heads", "T1.M1: Ann won the flip", "T1.M2: Ann casts Fire [7f0] targeting "
    "Goblin [a11] (3) Bob (1)", "T1.M2: Goblin [a11] died", "T1.M2: Bob has conceded.",
)  # fmt: skip
SENTENCES = [
    *opening(), "@PTurn 1: Ann", f"@PAnn casts {card('Bolt', 9)} targeting Bob.(X is 2.)",
    f"@PBob is being attacked by {card('Bear', 8)} and {card('Cat', 7)}",
    f"@P{card('Elf', 6)} blocks {card('Cat', 7)}.", "@PTurn 1: Bob", "@PBob draws a card.",
    "@PBob has conceded from the game.", "@PAnn wins the game.",
]  # fmt: skip

MADE: dict[str, bytes] = {
    "arena": MadeLog().begin().mulligan(1).keep(2).play().data,
    "mtgo": match_log(SENTENCES),
    "forge": FORGE.encode(),
    "xmage": XMAGE.encode(),
    "cockatrice": whole(),
    "cockatrice-chat": CHAT.encode(),
    "phase": made(*BEGIN).encode(),
    "17lands": file(ROW, ROW),
}
ODD = st.sampled_from(
    [b"", b"\0", b"\xff\xfe", b"\n", b"<br>", b"<font color='x'>", "日本語".encode(), b'"', b"((((", b"9" * 40,
     b"@[", b"@P", b" (3)", b"-1", b"1e308", b'{"Object":1}', b"null", b" - ", b"]" * 9, b"\x80" * 11]
)  # fmt: skip
CUT = st.tuples(st.integers(0, 10**6), st.integers(0, 60), ODD)


def spoiled(data: bytes, cuts: list[tuple[int, int, bytes]]) -> bytes:
    """Return bytes with some of them replaced by others."""
    for start, length, odd in cuts:
        place = start % (len(data) + 1)
        data = data[:place] + odd + data[place + length :]
    return data


def harmless(data: bytes, kind: str) -> None:
    report = import_source(Source("x", data=data), ImportOptions(), format=kind)
    assert [one.reason for one in report.skipped if one.code.endswith("unexpected")] == []
    for game in report.games:
        check(game)


@pytest.mark.parametrize("kind", MADE)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(cuts=st.lists(CUT, min_size=1, max_size=6))
def test_made_records_spoiled(kind: str, cuts: list[tuple[int, int, bytes]]) -> None:
    harmless(spoiled(MADE[kind], cuts), kind)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    order=st.lists(st.integers(0, len(SENTENCES) - 1), max_size=40),
    cuts=st.lists(CUT, max_size=3),
)
def test_sentences_in_any_order(order: list[int], cuts: list[tuple[int, int, bytes]]) -> None:
    """Whatever stands where in a binary log: its framing is sound, its sense is not."""
    texts = [
        spoiled(SENTENCES[number].encode(), cuts[:1]).decode("utf-8", "replace") for number in order
    ]
    harmless(match_log([*opening()[2:4], *texts]), "mtgo")


@pytest.mark.parametrize("kind", ["forge", "xmage", "cockatrice-chat", "phase"])
@settings(max_examples=40, deadline=None, derandomize=True)
@given(order=st.lists(st.integers(0, 200), max_size=60))
def test_lines_in_any_order(kind: str, order: list[int]) -> None:
    lines = MADE[kind].split(b"\n")
    harmless(b"\n".join(lines[number % len(lines)] for number in order), kind)


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.binary(max_size=300))
def test_bytes_of_nothing(kind: str, data: bytes) -> None:
    harmless(data, kind)


HOSTILE: dict[str, Callable[[], bytes]] = {
    "xmage": lambda: (
        b"Ann won the toss\nAnn casts A [111] targeting " + b"B [222] (1) " * 600 + b"!\n"
    ),
    "forge": lambda: (
        b"Turn: Turn 1 (" + b"(" * 7_000 + b")\n" + b"Damage: " + b"a (1) deals " * 600
    ),
    "mtgo": lambda: match_log(
        [*opening(), "@PAnn casts @[" + "@:1,1:@] @[" * 700, "@P" + "@P" * 4000]
    ),
    "cockatrice-chat": lambda: b"[20:00:00] " + b"a flips " * 900 + b"\n[20:00:00] Ann's turn.\n",
    "17lands": lambda: b"expansion,event_type,draft_id" + b",x" * 30_000 + b"\n" + b"|" * 90_000,
    "phase": lambda: b'{"seq":0,"action":' + b"[" * 50_000,
    "cockatrice": lambda: b"\x08\x01\x12\x01\x08" + b"\x1a\xff\xff\xff\xff\x0f" * 1_000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_records_end(kind: str) -> None:
    """No rule of a grammar takes more than a moment on a line made to confuse it."""
    harmless(HOSTILE[kind](), kind)


def real(folder: str) -> Path | None:
    files = sample_files(folder)
    return min((file for file in files if file.suffix != ".txt" or "xmage" in folder),
               key=lambda file: file.stat().st_size, default=None)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "folder"),
    [("mtgo", "mtgo-gamelog"), ("forge", "forge-log"), ("xmage", "xmage-log-synthetic"),
     ("phase", "phase-engine"), ("17lands", "17lands-synthetic")],
)  # fmt: skip
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(cuts=st.lists(CUT, min_size=1, max_size=6))
def test_real_records_spoiled(kind: str, folder: str, cuts: list[tuple[int, int, bytes]]) -> None:
    path = real(folder)
    if path is None:
        pytest.skip("no real records here")
    data = path.read_bytes()
    harmless(spoiled(gzip.decompress(data) if path.suffix == ".gz" else data, cuts), kind)


def test_every_client_is_recognised_by_what_it_holds() -> None:
    for kind, data in MADE.items():
        report = import_source(Source("anything", data=data), ImportOptions())
        assert [one.format for one in report.files] == [kind]


def test_made_records_are_whole() -> None:
    """The seeds above are sound before they are spoiled: otherwise nothing would be tested."""
    for kind, data in MADE.items():
        report = import_source(Source("x", data=data), ImportOptions(), format=kind)
        assert report.games, kind
        assert report.skipped == (), kind
    assert json.loads(MADE["phase"].split(b"\n")[0])["seq"] == 0
