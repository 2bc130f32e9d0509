"""The page of plots: axes that read well, nothing cut off, every test told, both languages."""

import re

import pytest

from replays.analysis import statistics
from replays.analysis.answers import Answer, corrected, only_test, share
from replays.analysis.axes import axis_of
from replays.analysis.charts import LABELS, page, table
from replays.analysis.words import label


def number(low: float, high: float | None, value: float | None = None) -> Answer:
    return Answer(
        question="length", group=("median",), measure="turns", n=10, value=value, low=low, high=high
    )


def ratio(low: float, high: float) -> Answer:
    return Answer(
        question="hearing", group=("x",), measure="ratio", n=9, value=low, low=low, high=high
    )


def test_shares_have_the_whole_axis() -> None:
    axis = axis_of([share("flips", "won", hits=1, n=4)], "share")

    assert list(axis.ticks) == [0, 0.25, 0.5, 0.75, 1]
    assert axis.at(0.25) == 0.25


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (5.9, 6.9, (0, 2, 4, 6, 8)),
        (-0.3, 0.7, (-0.25 * 2, -0.25, 0, 0.25, 0.5, 0.75)),
        (0, 0, (0, 0.25, 0.5, 0.75, 1)),
        (3, 37, (0, 10, 20, 30, 40)),
    ],
)
def test_numbers_have_round_ticks(low: float, high: float, ticks: tuple[float, ...]) -> None:
    assert axis_of([number(low, high, low)], "turns").ticks == pytest.approx(ticks)


def test_ratios_stand_on_a_scale_of_logarithms() -> None:
    axis = axis_of([ratio(0.3, 3)], "ratio")

    assert list(axis.ticks) == [0.2, 0.5, 1, 2, 5]
    assert axis.at(1) == pytest.approx(0.5)
    assert axis.at(2) - axis.at(1) == pytest.approx(axis.at(1) - axis.at(0.5))
    wide = axis_of([ratio(0.001, 500)], "ratio")
    assert wide.ticks == pytest.approx((0.001, 0.01, 0.1, 1, 10, 100, 1000))


def test_an_interval_without_an_end_goes_to_the_end_of_the_axis() -> None:
    text = page([number(13, None, 23)], lang="en", games=10)

    assert "13.00 to …" in text
    assert "[13.00, …]" in text
    (line,) = re.findall(r'class="interval" x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)"', text)
    assert float(line[0]) < float(line[1]) == LABELS + 420


def test_a_long_name_is_written_on_two_lines() -> None:
    answer = share(
        "sought",
        "canadian_highlander",
        "free mulligan",
        "4 Serum Powder + 4 Bazaar of Baghdad",
        "decks of 60",
        hits=1,
        n=2,
    )
    text = page([answer], lang="ja", games=2)

    lines = re.findall(r'<text class="small"[^>]*>([^<]*)</text>', text)
    assert len(lines) == 2
    assert " · ".join(lines).startswith(
        "カナディアン・ハイランダー・マリガン · フリー・マリガンあり"
    )


def test_a_test_without_a_number_is_told_in_words() -> None:
    answers = corrected(
        only_test("seat_bias", "4 players", "all seats alike", n=199, test=_seats())
    )

    assert "<li>4 players · all seats alike: chi-square (3) 4.6, p = 0.2040 " in page(
        answers, lang="en", games=199
    )
    assert "カイ二乗" in page(answers, lang="ja", games=199)


def _seats() -> statistics.Test:
    return statistics.Test("chi-square", 4.598, 0.204, 3)


def test_columns_in_which_there_is_nothing_are_left_out() -> None:
    plain, _ = table([share("flips", "won", hits=1, n=4)], "en")
    beside, rows = table([share("flips", "won", hits=10, n=40, expected=0.5)], "en")

    assert plain == ["group", "n", "value", "95 % interval"]
    assert beside == [*plain, "expected", "shows from"]
    assert rows[0][4:] == ("50.0 %", "21.5 %")


def test_every_question_on_the_page_can_be_gone_to() -> None:
    answers = [share("flips", "won", hits=1, n=4), number(1, 2, 1)]
    text = page(answers, lang="en", games=3)

    assert re.findall(r'<a href="#(\w+)">', text) == re.findall(r'<section id="(\w+)">', text)


WORDS = {
    "going on after turn 12": "12ターン目の後も続く",
    "400 cut short": "途中で終了400件",
    "2+1+1 announced": "2+1+1と宣言",
    "tenth 3 of the list": "リストの3/10",
    "spells of about 2 mana": "呪文の平均マナ総量が約2",
    "2 colours": "2色",
    "london": "ロンドン・マリガン",
    "down to 4": "最小4枚",
    "Bazaar of Baghdad": "Bazaar of Baghdad",
}


@pytest.mark.parametrize("english", WORDS)
def test_words_in_japanese(english: str) -> None:
    assert label(english, "ja") == WORDS[english]
    assert label(english, "en") == english
