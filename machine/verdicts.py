"""The whole argument about a decision: may it be made now, and what speaks for and against it.

Implements CR 101.1, 101.2 for people who ask; the referee itself asks the checks alone.
"""

from events.base import Decision
from events.errors import IllegalAction
from events.identifiers import Seat
from machine.golden_rules import ARGUMENTS, Reason, Verdict, unanswered, weigh
from machine.referee import check
from projections.table import Table


def reasons(table: Table, decision: Decision, by: Seat | None = None) -> Verdict:
    """Return whether a decision may be made now, with everything that speaks for or against it.

    ``by`` is who makes it, where that is not its player. It is allowed exactly when the referee
    accepts it.
    """
    argument = ARGUMENTS.get(type(decision))
    told = tuple(argument(table, decision)) if argument is not None else ()
    try:
        check(table, decision, by)
    except IllegalAction as refusal:
        return _refused(told, refusal)
    if not any(one.allows for one in told):
        told = (
            Reason(allows=True, rule=decision.rule, by="rule", says="the rules allow it"),
            *told,
        )
    if unanswered(told) is None:
        weighed = weigh(table, told)
        return Verdict(allowed=True, reasons=told, rule=weighed.rule, unwritten=weighed.unwritten)
    unwritten = table.rules.golden.concession == "none"  # nothing else is allowed against a "can't"
    return Verdict(allowed=True, reasons=told, rule=decision.rule, unwritten=unwritten)


def _refused(told: tuple[Reason, ...], refusal: IllegalAction) -> Verdict:
    known = next((one for one in told if not one.allows and one.rule == refusal.rule), None)
    says = refusal.because or refusal.what
    against = known or Reason(allows=False, rule=refusal.rule, by="rule", says=says)
    chain = told if known is not None else (*told, against)
    return Verdict(allowed=False, reasons=chain, rule=refusal.rule, against=against)
