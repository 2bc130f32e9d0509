"""The page about a dispute: two records, where they part, and what the rules say there."""

from collections.abc import Iterator
from pathlib import Path

from projections.timeline import line
from replays.catalogue import told
from replays.dispute.desk import Dispute
from replays.dispute.judging import MARKS, judgement_lines
from replays.game_log import GameLog
from replays.reports.page import Block, Code, Items, Page, Rows, Section, Text
from replays.showing import changes
from replays.showing.words import verdict_words, word
from replays.verdicts import Verification

MOST_CHANGES = 20


def dispute_page(found: Dispute, a: GameLog, b: GameLog, lang: str) -> Page:
    """Return the page about a dispute in a language."""
    parts: list[tuple[str, list[Block]]] = [
        ("records", [_records(lang, (found.a, found.b))]),
        ("parting", list(_parting(found, a, b, lang))),
        ("cannot", [Items(found.unknown)]),
        ("verify", [Code(f"apnap verify {Path(log.path).name}: {log.head}") for log in (a, b)]),
    ]
    title = told(lang, "report.dispute_title", game=a.header.game)
    sections = tuple(
        Section(told(lang, f"report.heading_{key}"), tuple(blocks)) for key, blocks in parts
    )
    return Page(lang, title, sections)


def _records(lang: str, verifications: tuple[Verification, Verification]) -> Rows:
    verdicts = list(verifications[0].verdicts)
    headings = (
        "",
        word(lang, "log"),
        word(lang, "records"),
        *(word(lang, one) for one in verdicts),
    )
    rows = []
    for name, one in zip("AB", verifications, strict=True):
        marks = [
            f"{MARKS[verdict.ok]} {verdict_words(lang, verdict.code, verdict.reason)}".strip()
            for verdict in one.verdicts.values()
        ]
        rows.append((name, Path(one.log).name, str(one.records), *marks))
    return Rows(headings, tuple(rows))


def _parting(found: Dispute, a: GameLog, b: GameLog, lang: str) -> Iterator[Block]:
    parted = found.diff.first_divergence
    if parted is None:
        yield Text(told(lang, "dispute.same", count=found.diff.common))
        return
    yield Text(told(lang, "dispute.parts", count=found.diff.common, when=found.when or "-"))
    if found.diff.renamed:
        yield Text(told(lang, "dispute.renamed"))
    for name, log, seq, judgement in (
        ("A", a, parted.seqs[0], found.judgement_a),
        ("B", b, parted.seqs[1], found.judgement_b),
    ):
        if seq is None or judgement is None:
            yield Text(f"{name}: {word(lang, 'ends here')}")
        else:
            tables = log.tables
            what = line(tables[seq - 1], log.log[seq].event, tables[seq], lang=lang)
            yield Text(f"{name}: @{seq} {log.log[seq].by}: {what}")
            yield Items(tuple(judgement_lines(judgement, lang)))
    rows = [f"{one.sign} {one.path}  {one.values}" for one in map(changes.row, found.diff.changes)]
    if rows:
        yield Text(told(lang, "report.differs"))
        yield Items(tuple(rows[:MOST_CHANGES]))
