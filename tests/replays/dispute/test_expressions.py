"""The expressions of ``find``: what they say, what they refuse, how they end."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.errors import ApnapError, DataError, LimitExceeded
from replays.provenance.seen import Evidence
from replays.search.expressions import LONGEST, ROOTS, Expression
from replays.search.find import Span, find_all, find_first, place_at
from tests.replays.dispute import logs
from tests.replays.games import whole_game

GAME = whole_game()
END = len(GAME) - 1


def at_end(text: str) -> object:
    evidence = Evidence(GAME)
    return Expression(text)(place_at(evidence, END, evidence.tables[END - 1]))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("players.bob.life", 17),
        ("players.bob.life + 3 * 2 - 1", 22),
        ("-players.bob.life // 5", -4),
        ("17 % 5", 2),
        ("2 + 3 * 4 == 14", True),
        ("(2 + 3) * 4", 20),
        ("1 < 2 <= 2 < 3", True),
        ("1 < 2 < 2", False),
        ("players['bob'].life == 17", True),
        ("turn_order.0", "ann"),
        ("turn_order[1]", "bob"),
        ("turn.phase == 'beginning.untap' or result != none", True),
        ("not players.bob.is_playing", False),
        ("'ann' in turn_order and 'bob' in players", True),
        ("'cyd' not in players", True),
        ("len(players)", 2),
        ("len(players.ann.hand)", 6),
        ("sum(p.life for p in players)", 37),
        ("min(p.life for p in players)", 17),
        ("max([1, 5, 3])", 5),
        ("min([])", None),
        ("count(p for p in players if p.life < 20)", 1),
        ("count(p.life < 20 for p in players)", 1),
        ("any(p.life < 18 for p in players)", True),
        ("all(p.life < 18 for p in players)", False),
        ("any(any(c == 'c22' for c in p.hand) for p in players)", True),
        ("any([])", False),
        ("keys(players)", ("ann", "bob")),
        ("objects.c999.zone", None),
        ("objects.c999.zone.anything", None),
        ("objects.c999.damage < 3", False),
        ("none == objects.c999", True),
        ("objects.c999.damage + 1", None),
        ("event.type", "NoteAdded"),
        ("event.no_such_field", None),
        ("seq", END),
        ("by == 'rules'", True),
        ("before.players.bob.life == players.bob.life", True),
        ("sprockets.ann.2 == []", True),
        ("true and not false", True),
        ("'life' in 'no life left'", True),
    ],
)
def test_what_an_expression_says(text: str, value: object) -> None:
    assert at_end(text) == value


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "empty"),
        ("   ", 1, "empty"),
        ("1 +", 4, "ends too early"),
        ("(1", 3, "ends too early"),
        ("1 2", 3, "'2' cannot stand here"),
        ("a ? b", 3, "'?' cannot stand here"),
        ("player.bob", 1, "there is players"),
        ("players.bob.lief", 13, "there is life"),
        ("lenn(players)", 1, "there is len"),
        ("len(players, 1)", 1, "one collection"),
        ("1 < 'a'", 3, "no order"),
        ("1 in 2", 3, "nothing can be in 2"),
        ("'a' + 'b'", 5, "no calculation"),
        ("1 // 0", 3, "divided by zero"),
        ("any(x for x in 3)", 1, "no collection"),
        ("header[0]", 8, "only collections"),
        ("max([1, 'a'])", 1, "only numbers"),
        ("9007199254740991 + 1", 18, "too large"),
        ("99999999999999999999", 1, "too large"),
        ("any(none for none in players)", 14, "name of its own"),
    ],
)
def test_an_error_names_its_column(text: str, column: int, reason: str) -> None:
    with pytest.raises(DataError) as raised:
        at_end(text)

    assert raised.value.code == "usage/expression"
    assert f"column {column}:" in raised.value.message
    assert reason in raised.value.message


ESCAPES = (
    "__import__('os').system('true')",
    "players.__class__",
    "players.__class__.__mro__",
    "event.__init__.__globals__",
    "objects.get('c1')",
    "players.bob.__reduce__()",
    "().__class__.__bases__[0].__subclasses__()",
    "[c for c in ().__class__.__base__.__subclasses__()]",
    "getattr(players, 'x')",
    "eval('1')",
    "exec('1')",
    "open('/etc/passwd')",
    "globals()",
    "lambda: 1",
    "(x := 1)",
    "f'{players}'",
    "import os",
    "players if 1 else 2",
    "players; 1",
    "players.bob.life = 3",
    "players.items()",
    "header.replace(game='x')",
    "any(__builtins__ for x in players)",
    "any(x.__class__ for x in players)",
    "players[\"__class__\"]['x'].y.z()",
    "event.type.format(event)",
    "seq.bit_length",
    "by.upper",
    "'a'.join",
    "1 .real",
    "`id`",
    "$(id)",
    "{}",
    "2 ** 99999",
    "'a' * 99999999",
    "[1] * 99999999",
)


@pytest.mark.parametrize("text", ESCAPES)
def test_what_tries_to_escape_is_refused(text: str) -> None:
    with pytest.raises(ApnapError) as raised:
        at_end(text)
    assert raised.value.code in ("usage/expression", "path/unknown")


def test_a_key_that_looks_like_pythons_is_only_a_key_that_is_not_there() -> None:
    assert at_end("players['__class__']") is None


@pytest.mark.parametrize(
    "text", ["not " * 400 + "1", "-" * 900 + "1", "players" + ".a" * 800, "[" * 900 + "]" * 900]
)
def test_depth_is_bounded(text: str) -> None:
    with pytest.raises(DataError, match="over 40 levels"):
        at_end(text)


def test_parentheses_alone_are_no_depth() -> None:
    assert at_end("(" * 500 + "1" + ")" * 500) == 1


def test_length_is_bounded() -> None:
    with pytest.raises(DataError, match="at most"):
        Expression("1+" * LONGEST + "1")


def test_what_looks_at_too_much_ends() -> None:
    inner = "any(false for a in objects)"
    for name in "bcdef":
        inner = f"any({inner} for {name} in objects)"

    with pytest.raises(LimitExceeded, match="looks at too much"):
        at_end(inner)


def test_a_whole_search_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replays.search.values.MOST_STEPS_ALTOGETHER", 100)

    with pytest.raises(LimitExceeded):
        find_first(GAME, "any(o.damage > 99 for o in objects)", 0, END)


def test_the_first_record_and_every_run() -> None:
    assert find_first(GAME, "players.bob.life < 20", 0, END) == 48
    assert find_first(GAME, "players.bob.life < 9", 0, END) is None
    assert find_all(GAME, "event.type == 'FlipWon'", 0, END) == (Span(29, 29), Span(47, 47))
    assert find_all(GAME, "players.bob.life < 20", 0, 50) == (Span(48, 50),)
    assert find_all(GAME, "players.bob.life < 20", 0, 40) == ()


def test_before_is_the_table_of_the_record_before_and_none_at_the_start() -> None:
    assert find_all(GAME, "before == none", 0, END) == (Span(0, 0),)
    assert find_all(GAME, "players.bob.life < before.players.bob.life", 0, END) == (Span(48, 48),)


@pytest.mark.parametrize("text", ["players.bbo.life < 3", "objects.c999.damage > 3"])
def test_a_name_that_is_nowhere_is_told(text: str) -> None:
    with pytest.raises(DataError, match="there is no"):
        find_first(GAME, text, 0, END)


def test_counters_that_nobody_has_are_no_error() -> None:
    assert find_first(GAME, "players.bob.counters.poison > 3", 0, END) is None


def test_a_seat_finds_only_what_it_may_know() -> None:
    """CR 400.2."""
    game = logs.demo()
    text = "any(o.card == 'Giant Growth' and o.zone == 'hand' for o in objects)"

    assert find_first(game, text, 0, 60) == 9
    assert find_first(game, text, 0, 60, seat="bob") == 9
    assert find_first(game, text, 0, 60, seat="ann") is None


WORDS = [*ROOTS[:12], "1", "'a'", "none", "(", ")", "[", "]", ".", ",", "<", "==", "+", "-", "not", "in",
         "and", "or", "any", "count", "for", "x", "if", "_", "bob", "life"]  # fmt: skip


@settings(max_examples=200, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9), length=st.integers(1, 14))
def test_any_words_at_all_give_a_value_or_an_error_of_ours(seed: int, length: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - seeded on purpose
    try:
        at_end(" ".join(rng.choices(WORDS, k=length)))
    except ApnapError:
        return


@settings(max_examples=200, deadline=None, derandomize=True)
@given(text=st.text(max_size=40))
def test_any_text_at_all_gives_a_value_or_an_error_of_ours(text: str) -> None:
    try:
        at_end(text)
    except ApnapError:
        return


@pytest.mark.parametrize(
    "text",
    [
        "event.type == 'FlipWom'",
        "'FlipWom' != event.type",
        "event.type in ['FlipLost', 'FlipWom']",
        "turn.number > 3 and not (event.type == 'FlipWom')",
    ],
)
def test_a_type_that_no_event_has_is_told(text: str) -> None:
    with pytest.raises(DataError, match="there is no type 'FlipWom'; there is FlipWon"):
        Expression(text)
    Expression(text.replace("FlipWom", "FlipWon"))
