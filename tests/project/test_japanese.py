"""No sentence that apnap tells people lacks its Japanese, and each is recognised again."""

import re
from collections.abc import Iterator, Mapping
from string import Formatter

import pytest

from events.catalogue import catalogue
from events.citations import GLOSSES
from events.editions import editions
from events.switches import LOCATION, described, meaning
from replays.meanings import Kind, glossed, japanese
from replays.translation import Template, catalogues, translated
from sentences import Sentence, every, toml_text, untold

FILE = "replays/data/meanings.ja.toml"
OUTSIDE = "outside.ja.toml"
"""Sentences of libraries and of the operating system, which no source of ours holds."""

KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ENTRIES = [(name, one) for name, some in catalogues() for one in some]


def _wanted(one: Sentence) -> str:
    entry = f'{toml_text(one.english)} = "…"'
    return f"{one.path}:{one.line} has no Japanese: add to {one.file}\n    {entry}"


def test_no_sentence_lacks_its_japanese() -> None:
    missing = [_wanted(one) for one in untold()]

    assert not missing, "\n".join(["", *missing])


def _faults(entry: Template) -> Iterator[str]:
    told = {name for _, name, _, _ in Formatter().parse(entry.japanese) if name is not None}
    if len(set(entry.names)) != len(entry.names):
        yield "a fact stands there twice"
    if not told <= set(entry.names):
        yield "a fact that the English sentence does not have"
    is_signs_alone = entry.english == entry.japanese or "{" in entry.japanese
    if not KANA.search(entry.japanese) and not is_signs_alone:
        yield "that is no Japanese"
    if "イベント" in entry.japanese:
        yield "a record is 記録"


def test_both_languages_tell_the_same() -> None:
    faults = [f"{file}: {one.english}: {why}" for file, one in ENTRIES for why in _faults(one)]

    assert not faults, "\n".join(["", *faults])


def test_every_sentence_is_recognised() -> None:
    wrong = []
    for file, entry in ENTRIES:
        facts = {name: f"'Q{number}x'" for number, name in enumerate(entry.names)}
        english = entry.english.replace(":word}", "}").format_map(facts)
        if translated("ja", english) != entry.japanese.format_map(facts):
            wrong.append(f"{file}: {entry.english}: {translated('ja', english)}")

    assert not wrong, "\n".join(["", *wrong])


def test_no_sentence_is_kept_that_nobody_tells() -> None:
    asked = {one.parts: one for one in every()}
    open_ones = [Template(one.english, "") for one in asked.values() if one.names]

    def is_told(entry: Template) -> bool:
        if entry.is_fixed and " " not in entry.english:  # words alone stand in many places
            return True
        special = "Q".join(entry.parts)
        return entry.parts in asked or any(one.facts(special) is not None for one in open_ones)

    stale = [
        f"{file}: {one.english}" for file, one in ENTRIES if file != OUTSIDE and not is_told(one)
    ]
    assert not stale, "\n".join(["", *stale])


def test_a_sentence_unknown_stands_in_english() -> None:
    assert translated("ja", "nobody ever translated this") == "nobody ever translated this"
    assert translated("en", "nobody has priority") == "nobody has priority"
    assert translated("ja", "") == ""


def _editions() -> dict[str, str]:
    every = editions()
    disputes = [one for edition in every for one in edition.disputes]
    texts = [edition.name for edition in every]
    texts += [text for one in disputes for text in (one.question, one.used)]
    texts += [claim.says for one in disputes for claim in one.claims]
    return dict(zip(texts, texts, strict=True))


def _switches() -> dict[str, str]:
    texts = {LOCATION: meaning("flip.location").says}
    for name in described():
        told = meaning(name)
        texts[name] = told.says
        texts |= {f"{name}={value}": says for value, says in told.values.items()}
    return texts


MEANINGS: dict[Kind, Mapping[str, str]] = {
    "rules": GLOSSES,
    "events": {row.name: row.summary for row in catalogue()},
    "editions": _editions(),
    "switches": _switches(),
}


@pytest.mark.parametrize("kind", MEANINGS)
def test_every_meaning_has_its_japanese(kind: Kind) -> None:
    english, known = MEANINGS[kind], japanese(kind)
    missing = [f'{toml_text(key)} = "…"  # {english[key]}' for key in english if key not in known]
    stale = sorted(set(known) - set(english))

    assert not missing, "\n".join(["", f"add to [{kind}] of {FILE}:", *missing])
    assert not stale, f"nothing is called so any more: take them out of [{kind}] of {FILE}"


def test_the_gloss_of_a_part_is_that_of_its_rule() -> None:
    assert glossed("ja", "705.2z") == glossed("ja", "CR 705.2") == japanese("rules")["705.2"]
    assert glossed("en", "705.2") == GLOSSES["705.2"]
    assert glossed("ja", "999.9") == ""
