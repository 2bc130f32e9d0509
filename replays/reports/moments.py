"""The page about a moment: question, answer, facts, table, options, ruling, gaps, how to verify.

What only a judge may see is on no other seat's page; hashes, with which a guess could be tried out,
are on the judge's page alone.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from events.base import Event
from events.errors import ApnapError
from projections.timeline import line
from projections.viewers import JUDGE, seat_of
from replays.catalogue import cited, joined, told
from replays.diff import between
from replays.dispute.desk import gaps
from replays.dispute.judging import Judgement, judged
from replays.game_log import GameLog
from replays.meanings import glossed
from replays.positions import context_of, record_hash
from replays.reports.facts import Moment, facts, moment, rulings, standing_of, tree_of
from replays.reports.page import Block, Code, Items, Page, Rows, Section, Text
from replays.rewind.plan import RewindPlan, class_words, plan
from replays.showing import changes
from replays.showing.words import verdict_words, word
from replays.verdicts import Verification
from replays.verify import verify

MOST_CHANGES = 12
"""Changed values that are listed at most; the rest is counted."""


class Findings(Struct, frozen=True, kw_only=True):
    """What is found out about a moment, once for every language."""

    here: Moment
    question: str
    answer: str
    verification: Verification


def find(  # noqa: PLR0913 - a moment, whose eyes, and what people say about it
    game: GameLog,
    seq: int,
    *,
    seat: str = JUDGE,
    path: str = "",
    question: str = "",
    answer: str = "",
) -> Findings:
    """Look into a moment of a game."""
    here = moment(game, seq, seat=seat, path=path)
    return Findings(here=here, question=question, answer=answer, verification=verify(game))


class Builder:
    """Builds the page in one language."""

    def __init__(self, found: Findings, lang: str) -> None:
        self._found, self._lang = found, lang
        self._here = found.here
        self._game = found.here.game
        self._tree = tree_of(self._here, lang)
        self.judgement = self._judgement()

    def page(self) -> Page:
        """Return the page."""
        name = Path(self._game.path).name or self._game.header.game
        title = self._told("title", game=name, seq=self._here.seq, when=self._when(self._here.seq))
        parts = (
            ("question", [Text(self.question)]),
            ("answer", [Text(text) for text in self.answer()]),
            ("facts", [self._facts()]),
            ("table", self._table()),
            ("options", list(self._options())),
            ("ruling", [Items(tuple(self.rulings()))]),
            ("cannot", [Items(tuple(gaps(self._game, self._lang)))]),
            ("verify", list(self._verify())),
        )
        sections = tuple(Section(self._told(f"heading_{key}"), tuple(part)) for key, part in parts)
        return Page(self._lang, title, sections)

    def _told(self, key: str, **values: object) -> str:
        return told(self._lang, f"report.{key}", **values)

    def _when(self, seq: int) -> str:
        event: Event = self._game.log[seq].event
        return context_of(self._game.tables[seq], event).label or "-"

    def line(self, seq: int) -> str:
        """Return a record in words, or that the reader may not see it."""
        tables, seat = self._game.tables, self._here.seat
        text = line(
            tables[max(0, seq - 1)],
            self._game.log[seq].event,
            tables[seq],
            lang=self._lang,
            seat=seat if seat == JUDGE else seat_of(seat),
        )
        return text or word(self._lang, "hidden from this seat")

    def _judgement(self) -> Judgement:
        return judged(self._game, self._here.seq, lang=self._lang, seat=self._here.seat)

    @property
    def question(self) -> str:
        """What is asked: in the words of whoever asks, or what the page answers anyway."""
        if self._found.question:
            return self._found.question
        if self._here.path:
            return self._told("question_path", path=self._here.path, seq=self._here.seq)
        return self._told("question", seq=self._here.seq)

    def answer(self) -> Iterator[str]:
        """Yield the answer, one sentence or two in each part."""
        if self._found.answer:
            yield self._found.answer
        seq, here = self._here.seq, self._here
        yield self._told("what", seq=seq, by=self._game.log[seq].by, what=self.line(seq))
        if self._tree is not None:
            yield from self._value()
        if here.root != seq:
            yield self._told("root", seq=here.root, what=self.line(here.root))
        if self._game.log[seq].reported:
            yield self._told("reported")
        yield self._allowed()
        if self.judgement.awaited and here.seat == JUDGE:
            yield told(self._lang, "judged.instead", what=self.judgement.awaited)
            for text in self.judgement.legal:
                yield told(self._lang, "judged.legal_now", what=text)

    def _value(self) -> Iterator[str]:
        tree = self._tree
        if tree is None:
            return
        value = (
            word(self._lang, "none")
            if tree.is_absent
            else changes.shown(tree.value, halves=tree.halves)
        )
        yield self._told("value", path=tree.path, value=value, seq=tree.at)
        if tree.root is not None:
            yield self._told(
                "written",
                seq=tree.root.seq,
                what=self.line(tree.root.seq),
                before=changes.shown(tree.root.before, halves=tree.halves),
                after=changes.shown(tree.root.after, halves=tree.halves),
            )

    def _allowed(self) -> str:
        one = self.judgement
        key = {True: "allowed", False: "forbidden", None: "untold"}[one.allowed]
        if self._here.seat != JUDGE:
            return self._told(f"{key}_bare")
        rule = f" ({cited(one.rule)})" if one.rule else ""
        return self._told(key, reason=one.reason, rule=rule)

    def facts(self) -> list[int]:
        """Return the records that explain the moment."""
        return facts(self._here, self._tree)

    def _facts(self) -> Rows:
        lang = self._lang
        headings = (
            word(lang, "record"),
            word(lang, "when"),
            word(lang, "who"),
            word(lang, "what happened"),
            word(lang, "rule"),
        )
        rows, last = [], ""
        for seq in self.facts():
            when = self._when(seq)
            rows.append(self._fact(seq, "" if when == last else when))
            last = when
        return Rows(headings, tuple(rows))

    def _fact(self, seq: int, when: str) -> tuple[str, ...]:
        record = self._game.log[seq]
        event: Event = record.event
        text = self.line(seq)
        marks = []
        if record.reported:
            marks.append(word(self._lang, "as reported"))
        if record.inferred:
            marks.append(word(self._lang, "inferred"))
        noted = f"{text} ({joined(self._lang, marks)})" if marks else text
        rules = record.rule or ((event.rule,) if event.rule else ())
        return (f"@{seq}", when, record.by, noted, self.rule_words(rules))

    def rule_words(self, rules: tuple[str, ...]) -> str:
        """Return rules as they are cited, each with its gloss."""
        glosses = (f"{cited(rule)}: {glossed(self._lang, rule)}" for rule in rules)
        return "; ".join(one.rstrip(": ") for one in glosses)

    def _table(self) -> list[Block]:
        """Return one row for each player: what changed as ``6 → 0``, all else as it stands."""
        before, after = self._here.before, self._here.after
        halves = after.header.play.un_cards
        rows: list[dict[str, str]] = []
        for seat in after.turn_order:
            one, other = before.players.get(seat), after.players[seat]
            then = dict(standing_of(one, halves=halves)) if one is not None else {}
            now = dict(standing_of(other, halves=halves))
            row = {name: _from_to(then.get(name, "0"), now.get(name, "0")) for name in now | then}
            rows.append({"player": other.name or seat, **row})
        names = list(dict.fromkeys(name for row in rows for name in row))
        headings = tuple(word(self._lang, name) for name in names)
        table = Rows(headings, tuple(tuple(row.get(name, "0") for name in names) for row in rows))
        span = self._told("span", first=max(0, self._here.first - 1), last=self._here.seq)
        return [Text(span), table, *self._changes()]

    def _changes(self) -> Iterator[Block]:
        found = [
            change
            for change in between(self._here.before, self._here.after)
            if change.path.partition(".")[0] not in ("numbers", "header", "priority")
            and change.path != "turn.done"
        ]
        rows = [f"{one.sign} {one.path}  {one.values}" for one in map(changes.row, found)]
        if rows:
            more = len(rows) - MOST_CHANGES
            left = (self._told("more", count=more),) if more > 0 else ()
            yield Items((*rows[:MOST_CHANGES], *left))

    def sheet(self) -> RewindPlan | None:
        """Return the backup sheet for going back before it all; nothing where that cannot be."""
        try:
            to = max(0, self._here.first - 1)
            return plan(self._game, to, lang=self._lang, seat=self._here.seat)
        except ApnapError:
            return None

    def _options(self) -> Iterator[Block]:
        items = [self._told("option_leave")]
        sheet = self.sheet()
        if sheet is not None:
            items.append(
                self._told(
                    "option_rewind",
                    to=sheet.to,
                    who=class_words(sheet, self._lang),
                    steps=len(sheet.steps),
                    decisions=len(sheet.decisions),
                )
            )
            items.append(self._told("because", reasons="; ".join(sheet.reasons)))
        else:
            items.append(self._told("option_gone"))
        items.append(self._told("option_correct"))
        yield Items(tuple(items))
        if sheet is not None and self._here.seat == JUDGE:
            yield Code(f"apnap rewind {_quoted(self._game, sheet.to)} --plan")

    def rulings(self) -> Iterator[str]:
        """Yield the rulings that bear on it; that there is none, otherwise."""
        found = rulings(self._here)
        for seq in found:
            yield f"@{seq} {self._game.log[seq].by}: {self.line(seq)}"
        if not found:
            yield self._told("no_ruling")

    def verdicts(self) -> Iterator[str]:
        """Yield one line for each verdict; reasons are for a judge, since they may name cards."""
        for name, verdict in self._found.verification.verdicts.items():
            mark = {True: "✓", False: "✗", None: "–"}[verdict.ok]
            reason = ""
            if verdict.reason and self._here.seat == JUDGE:
                place = "" if verdict.seq is None else f"@{verdict.seq} "
                rule = f" ({cited(verdict.rule)})" if verdict.rule else ""
                words = verdict_words(self._lang, verdict.code, verdict.reason)
                reason = f": {place}{words}{rule}"
            yield f"{mark} {word(self._lang, name)}{reason}"

    def _verify(self) -> Iterator[Block]:
        yield Text(" · ".join(self.verdicts()))
        as_of = self._game.header.rules.as_of
        count = len(self._game)
        yield Text(self._told("basis", rules=as_of, records=count, seat=self._here.seat))
        if self._here.seat == JUDGE:
            yield Code(f"{word(self._lang, 'head')} {self._game.head}")
            own = record_hash(self._game.log, self._here.seq)
            yield Code(f"@{self._here.seq} {own}")
        yield Code(f"apnap verify {shlex.quote(Path(self._game.path).name)}")


def _from_to(then: str, now: str) -> str:
    return now if then == now else f"{then} → {now}"


def _quoted(game: GameLog, seq: int) -> str:
    return shlex.quote(f"{Path(game.path).name}@{seq}")


def moment_page(found: Findings, lang: str) -> Page:
    """Return the page about a moment in a language."""
    return Builder(found, lang).page()
