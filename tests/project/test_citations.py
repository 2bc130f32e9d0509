"""Every rule that is cited has a gloss, short and in our own words."""

import pytest

from events.catalogue import catalogue
from events.citations import GLOSSES, gloss
from scan import Source, cited_rules, sources

LONGEST_GLOSS = 12
"""In words: what fits beside a number in a refusal."""


def test_every_event_rests_on_a_rule_with_a_gloss() -> None:
    assert [row.name for row in catalogue() if row.rule not in GLOSSES] == []


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.path)
def test_every_cited_rule_has_a_gloss(source: Source) -> None:
    missing = sorted(cited_rules(source) - set(GLOSSES))

    assert missing == [], "add a gloss to events/citations.py"


def test_glosses_are_short() -> None:
    words = {rule: len(text.split()) for rule, text in GLOSSES.items()}

    assert [rule for rule, count in words.items() if not 0 < count <= LONGEST_GLOSS] == []


@pytest.mark.parametrize(
    ("rule", "like"),
    [
        pytest.param("CR 103.5", "103.5", id="as-people-cite-it"),
        pytest.param("705.2z", "705.2", id="subrule-without-gloss"),
        pytest.param("705.9", "705", id="rule-without-gloss"),
        pytest.param("UFAQ.unknown", "UFAQ", id="key-without-gloss"),
    ],
)
def test_a_rule_without_gloss_gets_that_of_the_whole(rule: str, like: str) -> None:
    assert gloss(rule) == GLOSSES[like]


@pytest.mark.parametrize("rule", ["", "999.1", "house rule"])
def test_an_unknown_rule_has_an_empty_gloss(rule: str) -> None:
    assert gloss(rule) == ""
