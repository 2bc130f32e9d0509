"""``explain`` and ``glossary``: what a rule, an event, a code, a switch or a word means."""

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any

import click
from msgspec import Struct, convert, to_builtins

from events.catalogue import EventType, catalogue
from events.citations import GLOSSES, gloss
from events.editions import allowed_values, latest, spelled, switch_names, value_of
from events.errors import DataError
from events.standing import history
from events.switches import meaning
from replays.cli.arguing import argue
from replays.cli.completing import complete_log
from replays.cli.options import command
from replays.codes import CODE, known_codes, meanings
from replays.meanings import glossed, of_switch, summary
from replays.output import Screen
from replays.showing.words import word


class Term(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of the glossary."""

    en: str
    ja: str
    means: str
    also: tuple[str, ...] = ()
    """Other words for it, in either language."""
    rule: str = ""


@command("explain")
@click.argument(
    "topic", metavar="CODE|EVENT|RULE|SWITCH|LOG[@POSITION]", shell_complete=complete_log
)
@click.argument("decision", metavar="[DECISION]", default="")
@click.option("--by", metavar="SEAT", help="Who makes the decision, if not its player.")
def explain(screen: Screen, topic: str, decision: str, by: str | None) -> None:
    """Explain a rule, an event, an error's code or a switch of the rules.

    705.2, FlipCalled, position/turn, or mulligan.kind: what its values mean, and since when.

    Rules are told in our own words; the rules' own text is not in this program.

    With a log and a decision, such as {"type": "LandPlayed", "player": "ann", "card": "c3"}: say
    whether it may be made after the record at the position, with everything that rules and effects
    say for and against it. The exit code is 1 where it may not.
    """
    if decision:
        argue(screen, topic, decision, by)
    plain = explained(topic)
    if screen.is_json:
        screen.data(plain)
    else:
        _draw(screen, plain)


def explained(topic: str) -> dict[str, Any]:
    """Return what is known of a topic, or raise with the nearest ones."""
    rows = {row.name.lower(): row for row in catalogue()}
    rule = topic.removeprefix("CR ").removeprefix("CR").strip()
    if topic.lower() in rows:
        return _event(rows[topic.lower()])
    if rule in GLOSSES or (rule[:1].isdigit() and gloss(rule)):
        return _rule(rule)
    if CODE.fullmatch(topic):
        return _code(topic)
    if topic.lower() in switch_names():
        return _switch(topic.lower())
    known = [*(row.name for row in rows.values()), *GLOSSES, *switch_names()]
    raise DataError("usage/topic", _unknown(topic, known))


def _unknown(topic: str, known: Sequence[str]) -> str:
    near = get_close_matches(topic, known, n=3, cutoff=0.5)
    hint = f"nearest: {', '.join(near)}" if near else "name a rule, an event type, a code, a switch"
    return f"nothing is known of {topic!r}; {hint}"


def _event(row: EventType) -> dict[str, Any]:
    return {
        "kind": "event",
        "topic": row.name,
        "summary": row.summary,
        "nature": row.nature.value,
        "family": row.family,
        "rule": row.rule,
        "gloss": gloss(row.rule),
        "fields": list(row.fields),
    }


def _rule(rule: str) -> dict[str, Any]:
    events = [row.name for row in catalogue() if row.rule == rule]
    parts = {number: text for number, text in GLOSSES.items() if _is_part(number, rule)}
    return {"kind": "rule", "topic": rule, "gloss": gloss(rule), "parts": parts, "events": events}


def _is_part(number: str, rule: str) -> bool:
    rest = number.removeprefix(rule)
    return number != rest and bool(rest) and not rest[0].isdigit()


def _code(code: str) -> dict[str, Any]:
    found = meanings(code)
    if not found:
        raise DataError("usage/topic", _unknown(code, known_codes()))
    uses = [{"kind": one.kind, "says": one.says, "module": one.module} for one in found]
    return {"kind": "code", "topic": code, "uses": uses}


def _switch(name: str) -> dict[str, Any]:
    told = meaning(name)
    return {
        "kind": "switch",
        "topic": name,
        "says": told.says,
        "values": [
            {"value": value, "says": told.values.get(value)} for value in allowed_values(name)
        ],
        "today": value_of(latest(), name),
        "history": [to_builtins(one) for one in history(name)],
    }


def _draw_switch(screen: Screen, plain: dict[str, Any]) -> None:
    lang, name = screen.lang, plain["topic"]
    screen.line(f"  {of_switch(lang, name)}")
    values = [one["value"] for one in plain["values"]]
    if plain["values"][0]["says"]:
        told = ((value, of_switch(lang, name, value)) for value in values)
        screen.table([word(lang, one) for one in ("value", "meaning")], told)
    else:
        screen.line(f"  {word(lang, 'values')}: {', '.join(values)}")
    rows = [
        (
            one["since"],
            spelled(one["value"]),
            one["rule"],
            word(lang, "inferred") if one["inferred"] else "",
        )
        for one in plain["history"]
    ]
    if rows:
        screen.table([word(lang, one) for one in ("since", "value", "rule", "")], rows)
    else:
        today = spelled(plain["today"])
        screen.line(f"  {word(lang, 'no edition sets it; where nobody does, it is')} {today}")


def _draw(screen: Screen, plain: dict[str, Any]) -> None:
    lang = screen.lang
    screen.line(plain["topic"], style="heading")
    if plain["kind"] == "switch":
        _draw_switch(screen, plain)
        return
    if plain["kind"] == "code":
        for use in plain["uses"]:
            for text in (use["says"] or "…").splitlines():
                screen.say(f"  {text}")
            screen.line(f"  {use['kind']}, {use['module']}", style="faint")
        return
    if plain["kind"] == "rule":
        screen.line(f"  {glossed(lang, plain['topic'])}")
        for number in plain["parts"]:
            screen.line(f"  {number:<8} {glossed(lang, number)}")
        if plain["events"]:
            screen.line(f"  {word(lang, 'events resting on it')}: {', '.join(plain['events'])}")
        return
    screen.line(f"  {summary(lang, plain['topic'], plain['summary'])}")
    screen.line(f"  {word(lang, 'nature')}: {word(lang, plain['nature'])}")
    screen.line(f"  {word(lang, 'rule')}: {plain['rule']} — {glossed(lang, plain['rule'])}")
    screen.line(f"  {word(lang, 'fields')}: {', '.join(plain['fields']) or '-'}")


@cache
def terms() -> tuple[Term, ...]:
    """Return the glossary, in the order of its file."""
    text = resources.files("replays").joinpath("data/glossary.toml").read_text(encoding="utf-8")
    return convert(tuple(tomllib.loads(text)["term"]), tuple[Term, ...])


@command("glossary")
@click.argument("term", nargs=-1, metavar="[TERM]")
def glossary(screen: Screen, term: tuple[str, ...]) -> None:
    """Look a word up, in English or Japanese; without one, list them all."""
    wanted = " ".join(term)
    found = look_up(wanted) if wanted else terms()
    if not found:
        every = [name for one in terms() for name in (one.en, one.ja, *one.also)]
        raise DataError("usage/term", _unknown(wanted, every))
    if screen.is_json:
        fields = [{name: getattr(one, name) for name in one.__struct_fields__} for one in found]
        screen.data({"terms": fields})
        return
    rows = (
        (one.en, one.ja, f"{one.means}{f' (CR {one.rule})' if one.rule else ''}") for one in found
    )
    screen.table(("English", "日本語", word(screen.lang, "meaning")), rows)


def look_up(wanted: str) -> tuple[Term, ...]:
    """Return the terms that are called so, or else those in whose names it occurs."""
    key = wanted.casefold()
    exact = [
        one for one in terms() if key in (name.casefold() for name in (one.en, one.ja, *one.also))
    ]
    if exact:
        return tuple(exact)
    names = ((one, " ".join((one.en, one.ja, *one.also)).casefold()) for one in terms())
    return tuple(one for one, text in names if key in text)
