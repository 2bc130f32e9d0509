"""The guide to disputes: every command in it is run, on logs that this project made."""

import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from markup import page
from replays.cli import main

LOGS = Path(__file__).resolve().parent / "guides" / "logs"

INTRODUCTION = """\
Two people remember a game differently, or a program has recorded something that cannot be. Both questions are answered
from the log: any moment of it can be looked at, and every value led back to what made it. All commands below were run
to make this page; the logs are the game that ships with apnap (`apnap demo -o demo.apnap.jsonl`) and a small record
written for this page in the form of Arena's, [`logs/Player.log`](logs/Player.log)."""

SETTLE = """\
Bob says that he was at 12 in the ninth turn, Ann says 6. First: can the log be trusted?

$ apnap verify demo.apnap.jsonl

Who changed Bob's life total, and when?

$ apnap watch demo.apnap.jsonl players.bob.life

So both are right: 12 before combat, 6 after it. Why 6?

$ apnap why demo.apnap.jsonl@t9.combat.end players.bob.life

Each line is a record: how it bears on the one above, its number, the turn and step, what happened, its type, its rule.
What stands below a record is what it rests on, back to decisions and chance. And the table, with what that record
changed:

$ apnap --plain show demo.apnap.jsonl@562 --diff

A player may ask as well, and learns nothing that the game has not shown them (`--seat`):

$ apnap --seat ann why demo.apnap.jsonl@t2 players.bob.hand
"""

GO_BACK = """\
Suppose that the judge is called when combat is over, because nobody asked Bob for blockers. The log as it stood then is
a branch of the whole one:

$ apnap fork demo.apnap.jsonl@567 -o then.apnap.jsonl --seed guide

What would it take to go back to the declare blockers step? The sheet lists every step in the order in which it is
undone, what has been seen or drawn since, who has decided, and so who may agree to it. It never rules.

$ apnap rewind then.apnap.jsonl@t9.declare_blockers --plan

Sentences say what people put back. A card that not all players know goes back as a random one of the hand; a coin that
is flipped again comes up as it did, unless a judge says `--reflip`.

For the two of them, and for whoever asks later, one page: question, answer, facts with their records and rules, the
table before and after, options, the ruling, what the record cannot show, and the hash on which all of it rests. It is
written as HTML (to print, or to send), Markdown or text, in English, in Japanese, or in both (`--both`, `--lang ja`):

$ apnap report then.apnap.jsonl@562 --path players.bob.life --question "Was Bob at 12 or at 6?" --both -o report.html
$ apnap report then.apnap.jsonl@562 --path players.bob.life --question "Was Bob at 12 or at 6?"

The judge decides to go back. A ruling and the take-back are appended, and nothing is deleted:

$ apnap rewind then.apnap.jsonl@t9.declare_blockers --apply --by judge --why "Bob was not asked for blockers"
$ apnap verify then.apnap.jsonl

And a summary that fits into a message of a chat, with the ruling in it:

$ apnap report then.apnap.jsonl@562 --path players.bob.life --question "Was Bob at 12 or at 6?" --summary
"""

TWO = """\
Each side has a record of its own. Bob's says that of the two coins of the second flip he chose which one to ignore:

$ apnap fork demo.apnap.jsonl@545 -o bobs.apnap.jsonl --seed guide
$ apnap add bobs.apnap.jsonl '{"type":"FlipIgnored","player":"bob","flip":2,"coins":[2]}' --as-reported

`dispute` says which verdicts each record holds, where they part, what the rules say of either entry there, and what
cannot be known. Ids, times and the order of what happens at once are no difference.

$ apnap dispute demo.apnap.jsonl bobs.apnap.jsonl

The audit of his record explains the entry that was recorded as reported:

$ apnap audit bobs.apnap.jsonl

Where there is no record, there may be two life pads. One line for each change: `t5 bob 12` says where Bob is, `bob -3`
what he loses, `t6` alone is the turn of what follows, `start bob 25` where somebody does not begin at 20. Words behind
are a comment, and so is a line that begins with `#`. Ann wrote [`logs/ann.txt`](logs/ann.txt), Bob
[`logs/bob.txt`](logs/bob.txt):

$ apnap reconcile ann.txt bob.txt

A log can stand for a pad:

$ apnap reconcile ann.txt demo.apnap.jsonl
"""

FIND = """\
A record of another program says 13 where everybody at the table remembers 16. It becomes a log first:

$ apnap import Player.log -o games

Then the first moment at which the total is too low; `find` looks at every record, since most conditions come and go:

$ apnap find --first 'players.seat2.life < 16' games/arena-madematc-g1.apnap.jsonl

What made it so?

$ apnap why games/arena-madematc-g1.apnap.jsonl@36 players.seat2.life

One damage was dealt, and four life are gone: the record contradicts itself at 36. To show that to whoever wrote the
other program, everything that has no part in it is cut away:

$ apnap cut games/arena-madematc-g1.apnap.jsonl@36 players.seat2.life -o bug.apnap.jsonl --pytest test_bug.py

`bug.apnap.jsonl` is a log like any other; `test_bug.py` is a test that needs nothing beside apnap. A game that was
played with apnap is cut in the same way, and told again: fewer decisions and outcomes, every consequence derived anew.
"""

EXPRESSIONS = """\
`find`, and `bisect --expr`, take expressions over the table: paths, numbers, words, `true`, `false`, `none`, lists;
`== != < <= > >=`, `in`, `not in`, `+ - * // %`, `and`, `or`, `not`; and `any all count len min max sum keys`, with a
name bound to each element, the values of a mapping included.

$ apnap find --first 'any(p.life < 10 for p in players) and turn.number > 3' demo.apnap.jsonl
$ apnap find --all 'event.type == "FlipWon" or event.type == "FlipLost"' demo.apnap.jsonl
$ apnap find --first 'len(battlefield) < len(before.battlefield)' demo.apnap.jsonl

`seq`, `by` and `event` are the record's, `before` is the table of the record before. What is not there is `none`, which
equals itself and is never less nor greater. A mistake is told with its column:

$ apnap find 'players.bob.lief < 9' demo.apnap.jsonl
"""

BISECT = """\
Where a condition turns bad once and stays so, halving needs few tests, which may be programs with git's exit codes: 0
good, 125 cannot tell, 1 to 127 bad, all else stops. The program gets the table as JSON on its standard input, and
`APNAP_SEQ` and `APNAP_LOG` in its environment.

$ apnap bisect --expr 'players.bob.life < 20' demo.apnap.jsonl
$ apnap bisect run "sh -c '! grep -q winners'" demo.apnap.jsonl

At the end, records on both sides are tested again, and what does not fit is told:

$ apnap bisect --expr 'turn.active_player == "ann"' demo.apnap.jsonl@t2..end

What if? A branch shares the main line's beginning and is played on from there (`apnap play what-if.apnap.jsonl`):

$ apnap fork demo.apnap.jsonl@flip:1 -o what-if.apnap.jsonl --seed guide
"""

SECTIONS = (
    ("Settle a dispute", SETTLE),
    ("Go back, and report", GO_BACK),
    ("Two records, two life pads", TWO),
    ("Find the first wrong record", FIND),
    ("Expressions", EXPRESSIONS),
    ("Bisect, and branch", BISECT),
)
"""Title and text of each section; a line that begins with ``$ apnap`` is run, and its output follows."""


def disputes_page() -> str:
    """Return the guide, with what its commands write."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name in ("Player.log", "ann.txt", "bob.txt"):
            shutil.copy(LOGS / name, name)
        _run("apnap demo -o demo.apnap.jsonl")
        parts = [f"## {title}\n\n{_played(text)}" for title, text in SECTIONS]
    return page("Disputes and debugging", "\n\n".join((INTRODUCTION, *parts)))


def _played(text: str) -> str:
    return "\n\n".join(_blocks(text.strip()))


def _blocks(text: str) -> Iterator[str]:
    """Yield paragraphs as they are, and commands with their output."""
    for paragraph in text.split("\n\n"):
        if not paragraph.startswith("$ apnap"):
            yield paragraph
            continue
        shown = "\n".join(
            f"{line}\n{_run(line.removeprefix('$ '))}" for line in paragraph.splitlines()
        )
        yield f"```console\n{shown.strip()}\n```"


def _run(line: str) -> str:
    """Return what a command line writes, in English and without colours."""
    words = shlex.split(line)[1:]
    names = ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR")
    clean: dict[str, str | None] = {name: None for name in names if name in os.environ}
    result = CliRunner().invoke(main, words, env=clean, prog_name="apnap")
    return "\n".join(part.rstrip() for part in (result.stdout or result.stderr).splitlines())
