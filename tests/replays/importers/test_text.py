"""The engine of text logs: markup, names, time zones, lines that nobody understands."""

from datetime import UTC, datetime

import pytest

from events.errors import DataError
from replays.importers import ImportOptions, Source, checked
from replays.importers.protocol import Tally
from replays.importers.text import Grammar, Rule, entries
from replays.importers.text.entries import LONGEST_ENTRY, clean
from replays.importers.times import from_local, from_ticks, rfc3339, zone_named

GRAMMAR = Grammar(
    rules=(
        Rule(kind="keeps", needle=" keeps", pattern=r"{p} keeps", names=True),
        Rule(kind="called", needle=" chose ", pattern=r"{p} chose (?P<face>Heads|Tails)"),
        Rule(kind="hits", needle=" hits ", pattern=r"{p} hits {q}"),
    )
)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<font color='#CCCC33'>8:22 PM: </font>Ann  keeps", "8:22 PM: Ann keeps"),
        ("3 < 4 and 5 > 4", "3 < 4 and 5 > 4"),
        ("a &amp; b &lt;c&gt; &#39;d&#39;", "a & b <c> 'd'"),
        ("\ufeffAnn\u00a0keeps\u202fhand", "Ann keeps hand"),
        ("<b>日本語</b>の名前", "日本語の名前"),
        ("<" * 50_000, "<" * 50_000),
    ],
)
def test_markup_goes_and_text_stays(markup: str, text: str) -> None:
    assert clean(markup) == text


def test_one_line_of_markup_is_many_entries() -> None:
    source = Source("x", data=b"<p>one</p><p>two</p>\nthree<br/>four<BR>\n\nfive")
    found = [(entry.line, entry.part, entry.text) for entry in entries(source, Tally())]
    assert found == [(1, 1, "one"), (1, 2, "two"), (2, 1, "three"), (2, 2, "four"), (4, 0, "five")]


def test_what_is_too_long_to_be_a_sentence_is_counted() -> None:
    tally = Tally()
    source = Source("x", data=b"x" * (LONGEST_ENTRY + 1) + b"\nshort\n" + b"y" * 100_000)
    assert [entry.text for entry in entries(source, tally)] == ["short"]
    assert (tally.not_understood, [one.line for one in tally.unread]) == (2, [1, 3])
    assert all(len(one.text) <= 200 for one in tally.unread)


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (["X", "X chose"], "X chose chose Heads", ("called", "X chose")),
        (["X", "X chose"], "X chose Heads", ("called", "X")),
        (["Ann hits", "Bob"], "Ann hits hits Bob", ("hits", "Ann hits")),
        (["A (1)", "[b]*"], "[b]* chose Tails", ("called", "[b]*")),
        (["青木 さくら", "Bob"], "青木 さくら keeps", ("keeps", "青木 さくら")),
        (['a\'b "c"', "Bob"], 'a\'b "c" keeps', ("keeps", 'a\'b "c"')),
    ],
)
def test_names_are_exact(names: list[str], text: str, expected: tuple[str, str]) -> None:
    assert GRAMMAR.learn(f"{name} keeps" for name in names) == tuple(names)
    fact = GRAMMAR.knowing(names).read(text)
    assert fact is not None
    assert (fact.kind, fact["p"]) == expected


@pytest.mark.parametrize("text", ["Cid chose Heads", "Ann chose Edge", "Ann chose Heads ", ""])
def test_what_no_rule_reads_is_nothing(text: str) -> None:
    assert GRAMMAR.knowing(["Ann"]).read(text) is None


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("UTC", "2026-01-13T15:35:42.000Z"),
        ("Asia/Tokyo", "2026-01-13T06:35:42.000Z"),
        ("America/New_York", "2026-01-13T20:35:42.000Z"),
    ],
)
def test_local_times_have_a_zone(zone: str, expected: str) -> None:
    local = datetime(2026, 1, 13, 15, 35, 42)  # noqa: DTZ001 - a client's own clock
    ticks = int((local - datetime(1, 1, 1)).total_seconds()) * 10_000_000  # noqa: DTZ001
    assert rfc3339(from_local(local, zone_named(zone))) == expected
    assert rfc3339(from_ticks(ticks, zone_named(zone))) == expected


@pytest.mark.parametrize("ticks", [-(2**63), -1, 0, 10**15, 2**63 - 1])
def test_ticks_of_no_time_are_none(ticks: int) -> None:
    assert from_ticks(ticks, UTC) == 0


@pytest.mark.parametrize(
    "options",
    [ImportOptions(time_zone="Nowhere/Land"), ImportOptions(time_zone=""), ImportOptions(day="1.1.2020")],
)  # fmt: skip
def test_wrong_options_are_refused(options: ImportOptions) -> None:
    with pytest.raises(DataError):
        checked(options)


def test_letters_made_of_parts_become_whole() -> None:
    """Logs are in Unicode's form NFC; what people type, and file names of macOS, need not be."""
    assert clean("Ame\u0301lie's turn.") == "Am\u00e9lie's turn."
    assert Source.of("Ame\u0301lie.log").name == "Am\u00e9lie.log"
    assert Source.of("caf\udce9.log").name == "caf?.log"
