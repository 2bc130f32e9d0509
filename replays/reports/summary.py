"""A summary for a chat: the page in at most 1,900 characters, calling nobody by accident."""

from projections.viewers import JUDGE
from replays.catalogue import told
from replays.reports.moments import Builder, Findings
from replays.reports.safe import for_chat
from replays.rewind.plan import class_words

LONGEST = 1_900
"""Characters: what fits into one message of the common chats, with room for a name."""

MOST_FACTS = 6
LONGEST_LINE = 280
LONGEST_PART = 500


def summary(found: Findings, lang: str) -> str:
    """Return the summary; whatever does not fit is left out from behind, and said to be."""
    page = Builder(found, lang)
    here = found.here
    lines = [
        told(lang, "report.summary_title", game=here.game.header.game, seq=here.seq),
        f"Q: {_cut(page.question, LONGEST_PART)}",
        f"A: {_cut(' '.join(page.answer()), LONGEST_PART)}",
    ]
    seqs = page.facts()
    lines += [f"- @{seq} {_cut(page.line(seq), LONGEST_LINE)}" for seq in seqs[-MOST_FACTS:]]
    sheet = page.sheet()
    if sheet is not None:
        who = class_words(sheet, lang)
        lines.append(told(lang, "report.summary_rewind", to=sheet.to, who=who))
    lines += [_cut(text, LONGEST_LINE) for text in page.rulings()]
    verdicts = ", ".join(text.partition(":")[0] for text in page.verdicts())
    head = f" · {here.game.head[:16]}" if here.seat == JUDGE else ""
    last = for_chat(f"{verdicts}{head}")
    return _fitted([for_chat(line) for line in lines], last)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _fitted(lines: list[str], last: str) -> str:
    text = "\n".join([*lines, last])
    kept = list(lines)
    while len(text) > LONGEST and kept:  # each round leaves out a line
        kept.pop()
        text = "\n".join([*kept, "…", last])
    return text
