"""Each question answered on games whose answer is known; every number has n and interval."""

from functools import cache
from math import comb, sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

from replays.analysis.answers import Answer
from replays.analysis.charts import page
from replays.analysis.frames import to_arrow
from replays.analysis.frameset import ASKED, Frames, frames_of
from replays.analysis.questions import QUESTIONS, answered
from replays.analysis.words import has_label, label
from replays.batch import engine_named
from replays.cli import main
from tests.replays.analysis.rows import Tables, ask, found, frames, league, look, of_two
from tests.replays.exporters.games import games, opening, write

for library in ("pyarrow", "scipy", "statsmodels"):
    pytest.importorskip(library, reason=f"{library} is not installed: make analysis")


def test_hands_are_kept_by_their_lands() -> None:
    looks = [
        look(lands=n % 8, declared="keep" if 2 <= n % 8 <= 5 else "mulligan") for n in range(80)
    ]
    answers = ask("keep_rate", mulligans=looks)

    assert found(answers, "7 cards", "3 lands").value == 1
    assert found(answers, "7 cards", "1 lands").value == 0
    assert all(one.n == 10 for one in answers if one.measure == "share")


def test_seven_known_cards_are_told_by_colors_and_mana() -> None:
    """Hands of two colours are kept, of three not; spells of one mana, or of three."""
    looks = [
        look(
            lands=3,
            spells=4,
            spells_value=4 if n % 2 else 12,
            colors="WU" if n < 30 else "WUB",
            declared="keep" if n < 30 else "mulligan",
        )
        for n in range(40)
    ]
    answers = ask("keep_rate", mulligans=looks)

    two, three = (found(answers, "7 cards", f"{n} colours") for n in (2, 3))
    assert (two.n, two.value, three.n, three.value) == (30, 1, 10, 0)
    cheap = found(answers, "7 cards", "spells of about 1 mana")
    assert (cheap.n, cheap.value) == (20, 0.75)
    assert found(answers, "7 cards", "spells of about 3 mana").n == 20


def test_hands_of_a_deck_that_is_not_all_known_are_no_fair_part() -> None:
    """Of a deck with one undefined card, only hands without it have known lands."""
    looks = [look(lands=3, deck_lands=None, declared="mulligan") for _ in range(10)]
    imported = [look(lands=3, deck_size=None, deck_lands=None, declared="keep") for _ in range(5)]

    assert ask("keep_rate", mulligans=looks) == []
    (answer,) = ask("keep_rate", mulligans=[*looks, *imported])
    assert (answer.n, answer.value) == (5, 1)


def test_clients_put_cards_of_kept_hands_to_the_bottom() -> None:
    """CR 103.5 has it before the declaration; in a client's record every hand of six is kept."""
    games = [{"game_id": "g", "client": "arena"}, {"game_id": "own"}]
    kind = {"mulligan_kind": "london", "look": 1, "counted": 1}
    looks = [
        look(lands=3, declared="keep"),
        look(lands=2, size=7, declared="mulligan", **kind),
        look(lands=2, size=6, declared="keep", **kind),
        look(lands=2, size=6, declared="mulligan", game_id="own", **kind),
    ]
    answers = ask("keep_rate", games=games, mulligans=looks)

    assert [(one.group, one.n, one.value) for one in answers] == [
        (("7 cards", "3 lands"), 1, 1),
        (("6 cards", "2 lands"), 1, 0),
    ]


def test_the_plain_policy_gives_up_what_it_should() -> None:
    looks = [look(lands=3, declared="mulligan" if n < 30 else "keep") for n in range(100)]
    (answer,) = ask("policy", mulligans=looks)

    assert answer.group == ("all players", "first hands given up")
    assert (answer.value, answer.n) == (0.3, 100)
    assert answer.expected == pytest.approx(1 - 0.84390, abs=1e-5)
    chance = 1 - sum(comb(24, k) * comb(36, 7 - k) for k in range(2, 6)) / comb(60, 7)
    spread = [comb(100, k) * chance**k * (1 - chance) ** (100 - k) for k in range(101)]
    assert answer.p == pytest.approx(sum(one for one in spread if one <= spread[30]))


def test_hearing_others_is_compared_among_hands_alike() -> None:
    looks = [
        look(lands=3, order=2, heard_mulligans=heard, declared="keep" if n < kept else "mulligan")
        for heard, kept in ((0, 40), (1, 20))
        for n in range(50)
    ]
    answers = ask("hearing", mulligans=looks)

    assert found(answers, "nobody took a mulligan").value == 0.8
    odds = found(answers, "odds of keeping", "nobody took a mulligan")
    assert odds.value == pytest.approx((40 / 10) / (20 / 30))
    assert odds.test == "Mantel-Haenszel"


def test_a_shuffler_that_deals_too_many_lands_is_seen() -> None:
    fair = [2, 12, 27, 31, 20, 7, 1, 0]
    looks = [look(drawn_lands=k) for k, times in enumerate(fair) for _ in range(times)]
    rigged = [look(drawn_lands=5) for _ in range(100)]

    assert found(ask("shuffle", mulligans=looks), "24 lands of 60", "look 0").p > 0.5  # type: ignore[operator]
    assert found(ask("shuffle", mulligans=rigged), "24 lands of 60", "look 0").p < 1e-9  # type: ignore[operator]
    share = found(ask("shuffle", mulligans=rigged), "24 lands of 60", "look 0", "3 lands")
    assert share.expected == pytest.approx(0.30870, abs=1e-5)


def test_hands_drawn_from_a_part_of_the_deck_are_no_sample_of_it() -> None:
    """After cards were exiled or set aside; the first hand counts even if it is exiled itself."""
    exiled = look(seat="ann", drawn_lands=1, hands_exiled=1)
    after = look(seat="ann", look=1, drawn_lands=3)
    aside = look(seat="bob", look=1, drawn_lands=3, set_aside_count=7)
    answers = ask("shuffle", mulligans=[exiled, after, aside, look(seat="bob", drawn_lands=3)])

    assert found(answers, "24 lands of 60", "look 0", "1 lands").n == 2
    assert {one.group[1] for one in answers} == {"look 0"}


def test_a_hand_that_is_exiled_is_given_up() -> None:
    looks = [look(lands=3, declared="keep", hands_exiled=int(n < 16)) for n in range(100)]
    (answer,) = ask("policy", mulligans=looks)

    assert (answer.value, answer.n) == (0.16, 100)


def test_shuffles_by_hand_are_told_apart_from_seeded_ones() -> None:
    games = [{"game_id": name, "chance_kind": name} for name in ("physical", "seeded")]
    looks = [look(game_id=name, drawn_lands=3) for name in ("physical", "seeded", "seeded")]
    answers = ask("shuffle", games=games, mulligans=looks)

    group = ("24 lands of 60", "look 0", "3 lands")
    assert found(answers, "physical", *group).n == 1
    assert found(answers, "seeded", *group).n == 2


def test_a_place_in_the_list_that_comes_too_often_is_seen() -> None:
    even = [look(positions=[(n * 7 + k * 9) % 60 for k in range(7)]) for n in range(60)]
    first = [look(positions=list(range(7))) for _ in range(60)]
    group = ("decks of 60", "all tenths of the list alike")

    assert found(ask("positions", mulligans=even), *group).p > 0.5  # type: ignore[operator]
    answers = ask("positions", mulligans=first)
    assert found(answers, *group).p < 1e-9  # type: ignore[operator]
    tenth = found(answers, "decks of 60", "tenth 1 of the list")
    assert (tenth.value, tenth.expected, tenth.n) == (6 / 7, 0.1, 420)


def test_coins_calls_and_flips_won() -> None:
    tossed = [
        {"chance_kind": "physical", "device": "coin", "face": "heads" if n % 5 < 3 else "tails"}
        for n in range(100)
    ]
    flips = [
        {"thumbs": 1, "outcome": "won" if n % 4 else "lost", "call": "heads", "kept": "heads"}
        for n in range(80)
    ]
    answers = ask("flips", coins=tossed, flips=flips)

    coin = found(answers, "physical", "coin", "heads")
    assert (coin.value, coin.expected) == (0.6, 0.5)
    assert coin.p == pytest.approx(0.056888, abs=1e-5)
    won = found(answers, "won", "1 doubling effects")
    assert (won.value, won.expected) == (0.75, 0.75)
    changes = found(answers, "physical", "coin", "changes of the face")
    assert (changes.value, changes.n, changes.test) == (39 / 99, 99, "runs")
    assert changes.expected == pytest.approx((1 + 2 * 60 * 40 / 100 - 1) / 99)


def test_a_flip_that_was_tossed_again_is_won_oftener() -> None:
    """Who loses and flips again wins three of four: no fair part of flips without an effect."""
    once = [{"thumbs": 0, "outcome": "won" if n % 2 else "lost"} for n in range(40)]
    again = [{"thumbs": 0, "outcome": "won", "repeated": 1}] * 40
    answers = ask("flips", flips=[*once, *again])

    assert (answers[0].value, answers[0].n) == (0.5, 40)


def test_calls_that_tell_the_face_are_seen() -> None:
    calls = [
        {"thumbs": 0, "call": call, "kept": call} for _ in range(20) for call in ("heads", "tails")
    ]

    assert found(ask("flips", flips=calls), "calls against faces").p < 1e-6  # type: ignore[operator]


def test_divisions_and_what_is_lost() -> None:
    rows = [
        {
            "kind": "damage",
            "amount": 4,
            "unit": "1",
            "targets": 1 + n % 2,
            "lost": n % 2,
            "is_over": True,
        }
        for n in range(10)
    ]
    answers = ask("divisions", divisions=rows)

    assert found(answers, "4 points", "2 targets").value == 0.5
    assert found(answers, "units lost to illegal targets").value == 5 / 40


def test_ways_to_divide_are_counted_the_largest_share_first() -> None:
    ways = [[2, 1, 1], [1, 2, 1], [1, 3], [4]]
    rows = [
        {"game_id": "g", "seq": n, "object": "o", "amount": 4, "unit": "1", "targets": len(way)}
        for n, way in enumerate(ways)
    ]
    shares = [
        {"game_id": "g", "seq": n, "object": "o", "slot": slot, "announced": amount}
        for n, way in enumerate(ways)
        for slot, amount in enumerate(way, 1)
    ]
    answers = ask("divisions", divisions=rows, shares=shares)

    told = {one.group[1]: one.value for one in answers if one.group[1].endswith("announced")}
    assert told == {"4 announced": 0.25, "3+1 announced": 0.25, "2+1+1 announced": 0.5}
    assert all(one.n == 4 for one in answers)


def test_halves_are_told_in_points_and_lost_in_units() -> None:
    """Un-games divide in halves: 2½ and 1½ are five and three of eight units."""
    row = {"game_id": "g", "seq": 1, "object": "o", "amount": 4, "unit": "1/2", "targets": 2}
    shares = [
        {"game_id": "g", "seq": 1, "object": "o", "slot": slot, "announced": units}
        for slot, units in ((1, 3), (2, 5))
    ]
    over = row | {"is_over": True, "lost": 3}
    answers = ask("divisions", divisions=[over], shares=shares)

    assert found(answers, "4 points", "2½+1½ announced").n == 1
    assert found(answers, "units lost to illegal targets").value == 3 / 8


def test_a_copy_divides_nothing_of_its_own() -> None:
    row = {"game_id": "g", "seq": 1, "object": "o", "amount": 4, "unit": "1", "targets": 1}
    copied = row | {"seq": 2, "object": "p", "copy_of": "o"}
    shares = [
        {"game_id": "g", "seq": one["seq"], "object": one["object"], "slot": 1, "announced": 4}
        for one in (row, copied)
    ]
    answers = ask("divisions", divisions=[row, copied], shares=shares)

    assert [one.n for one in answers] == [1, 1]


def test_sprockets() -> None:
    chosen = [{"sprocket": n} for n in [1] * 30 + [2] * 10 + [3] * 20]
    moves = [{"by_effect": False, "there": 2, "cranked": 1}] * 5
    answers = ask("contraptions", assemblies=chosen, cranks=moves)

    assert found(answers, "sprocket 1", "chosen").value == 0.5
    assert found(answers, "all sprockets alike").statistic == pytest.approx(10)
    assert found(answers, "cranked of those there").value == 0.5


def test_free_mulligans_and_powders() -> None:
    tables: Tables = {
        "games": [{"game_id": "g", "free_mulligans": 1}],
        "players": [
            {"game_id": "g", "mulligans": n % 2, "kept_size": 7, "hands_exiled": n % 2, "won": True}
            for n in range(4)
        ],
    }

    assert found(ask("free_mulligans", **tables), "used").value == 0.5
    assert found(ask("powder", **tables), "players who exiled a hand").value == 0.5


def test_time_to_decide() -> None:
    said = [look(declared_seq=n, declared="keep" if n < 10 else "mulligan") for n in range(20)]
    times = [
        {"game_id": "g", "seq": n, "type": "MulliganDeclared", "seconds": 1.0 + n}
        for n in range(20)
    ]
    answers = ask("time", mulligans=said, decisions=times)

    assert found(answers, "MulliganDeclared").value == pytest.approx(10.5, abs=0.1)
    assert found(answers, "keep against mulligan").p < 0.001  # type: ignore[operator]


def test_one_seed_under_two_rules() -> None:
    days = ("2017-01-01", "2025-06-06")
    tables: Tables = {
        "games": [
            {"game_id": f"{day}-{n}", "seed": f"s{n}", "rules_as_of": day}
            for day in days
            for n in range(10)
        ],
        "players": [
            {
                "game_id": f"{day}-{n}",
                "position": 1,
                "kept_size": 6 if n < 7 and day < "2020" else 7,
            }
            for day in days
            for n in range(10)
        ],
    }
    answers = ask("variants", **tables)
    full, size = found(answers, *days, "full hand kept"), found(answers, *days, "hand size")

    assert (full.n, full.test, full.value) == (10, "McNemar", 0.7)
    assert full.p == pytest.approx(2 / 2**7)
    half = 2.262157 * sqrt(10 * 0.7 * 0.3 / 9 / 10)  # Student's quantile of nine degrees
    assert (size.value, size.low) == pytest.approx((0.7, 0.7 - half), abs=1e-4)


def test_many_questions_are_corrected_together() -> None:
    games = [of_two(n, won=n < 60, mulligans=int(n % 3 == 0)) for n in range(100)]
    answers = answered(frames(**league(*games)))
    tested = [one for one in answers if one.p is not None]

    assert len(tested) > 2
    assert all(one.p_corrected >= one.p for one in tested)  # type: ignore[operator]
    assert max(one.p_corrected / one.p for one in tested if one.p > 0) <= len(tested) + 1e-9  # type: ignore[operator]


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_games_are_no_answers(name: str) -> None:
    assert ask(name) == []


# Of real logs.


@cache
def real() -> tuple[Answer, ...]:
    some = [*games().values(), *(opening(n) for n in range(3, 9))]
    return tuple(answered(Frames({name: to_arrow(some, name) for name in ASKED})))


def test_every_number_has_its_n_and_its_interval() -> None:
    assert real()
    for one in real():
        assert one.n > 0
        if one.measure in ("share", "ratio", "seconds") or (one.measure == "mean" and one.n > 1):
            assert one.low is not None
            assert one.high is not None
            assert one.value is not None
            assert one.low <= one.value <= one.high or one.value == pytest.approx(one.high)


def test_every_word_has_a_japanese_form() -> None:
    names = {"ann", "bob"}
    words = {word for one in real() for word in one.group if one.question != "time"} - names

    assert sorted(word for word in words if not has_label(word) and label(word, "ja") == word) == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_is_offline_and_tells_n(lang: str) -> None:
    text = page(list(real()), lang=lang, games=14)

    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert f'<html lang="{lang}">' in text
    assert text.count("<section") == len({one.question for one in real()})
    dots = text.count('class="dot"')
    assert dots == text.count("<title>") - 1 == text.count(", n = ") // 2
    assert ("先攻" in text) == (lang == "ja")


def test_frames_of_logs_are_those_of_their_export(tmp_path: Path) -> None:
    write(tmp_path / "logs", one=opening(1), two=opening(2))
    (tmp_path / "logs" / "three.apnap.jsonl").write_text("nonsense\n")
    words = ["export", str(tmp_path / "logs"), "-o", str(tmp_path / "out"), "--names"]
    CliRunner().invoke(main, [*words, "--options", "0", "--engine", "serial"])
    here = frames_of([str(tmp_path / "logs")], engine_named("serial"))
    there = frames_of([str(tmp_path / "out")], engine_named("serial"))

    assert here.games == there.games == 2
    assert [one.code for one in here.skipped] == ["file/not_a_log"]
    assert answered(here) == answered(there)
    result = CliRunner().invoke(
        main, ["stats", str(tmp_path / "logs"), "--engine", "serial", "--json"]
    )
    assert result.exit_code == 1, "an input was skipped"
    result = CliRunner().invoke(main, ["stats", str(tmp_path / "out"), "--only", "nonsense"])
    assert "there are mulligans" in result.stderr
