"""The index of rules: each number with our gloss, the events that rest on it, and where it is met."""

from collections import defaultdict

from events.catalogue import catalogue
from events.citations import GLOSSES, gloss
from markup import code, page, table
from scan import cited_rules, rule_order, sources

INTRODUCTION = """\
Numbers are those of the Comprehensive Rules of 2025-06-06 unless the gloss names older years. The
glosses are ours, and no rule's text. *Events* rest on the rule by the catalogue; *modules* cite it."""
GLOSSARY_MODULE = "events/citations.py"


def rules_page() -> str:
    """Return the page of all rules that apnap cites."""
    events = _events()
    modules = _modules()
    rules = sorted(set(GLOSSES) | set(events) | set(modules), key=rule_order)
    rows = (
        (rule, gloss(rule), ", ".join(events[rule]), ", ".join(map(code, modules[rule])))
        for rule in rules
    )
    return page("Rules index", INTRODUCTION, table(("rule", "gloss", "events", "modules"), rows))


def _events() -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in catalogue():
        found[row.rule].append(f"[{row.name}](reference/events.md#{row.name.lower()})")
    return found


def _modules() -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for source in sources():
        if source.path == GLOSSARY_MODULE:
            continue
        for rule in cited_rules(source):
            found[rule].append(source.path)
    return found
