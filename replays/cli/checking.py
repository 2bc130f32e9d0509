"""``verify`` and ``audit``: what can be said about logs without looking at them."""

from collections import Counter

import click
import msgspec
from msgspec.structs import replace

from events.base import Decision, Event
from events.errors import ApnapError, DataError
from projections.fold import apply
from projections.timeline import line
from projections.viewers import JUDGE
from replays.audit import Finding, Severity
from replays.audit import audit as find
from replays.catalogue import cited, told
from replays.cli.completing import complete_file
from replays.cli.errors import Exit, exit_code, plain_error, severest, told_error
from replays.cli.inputs import warn_of_break
from replays.cli.options import command
from replays.dispute.judging import awaited, legal_instead
from replays.game_log import GameLog
from replays.output import Screen, progress
from replays.reports.forms import columns
from replays.scan import open_game
from replays.showing.seats import checked_seat
from replays.showing.words import verdict_words, word
from replays.verdicts import Verdict, Verification
from replays.verify import verify as judge

LONGEST_NAME = 9
"""Columns of the longest name of a verdict, in English: complete and a blank."""

MARKS = {True: ("✓", "good"), False: ("✗", "bad"), None: ("·", "faint")}


@command("verify")
@click.argument("logs", nargs=-1, required=True, metavar="LOG…", shell_complete=complete_file)
def verify(screen: Screen, logs: tuple[str, ...]) -> None:
    """Say whether logs are intact, complete, derived and legal.

    One verdict for each question, with the first record that fails; with --json one object a line.
    Where, why, and the hash of the whole log are for a judge: with --seat the marks alone are told.
    """
    with progress(word(screen.lang, "checking"), len(logs)) as bar:
        codes = []
        for path in logs:
            codes.append(_verify_one(screen, path))
            bar.advance()
    raise click.exceptions.Exit(severest(codes))


def _verify_one(screen: Screen, path: str) -> Exit:
    try:
        game = open_game(path, prefix=True)
        seat = checked_seat(game, screen.settings.seat) if len(game) else JUDGE
        verification = judge(game) if seat == JUDGE else judge(game).marks()
    except ApnapError as error:
        return _unreadable(screen, path, error)
    if screen.is_json:
        screen.data(verification.to_plain())
    else:
        draw_verdicts(screen, verification)
    codes = [_verdict_code(name, verdict) for name, verdict in verification.verdicts.items()]
    if game.failure is not None:
        codes.append(exit_code(game.failure))
    return severest(codes)


def _verdict_code(name: str, verdict: Verdict) -> Exit:
    if verdict.ok is not False or name == "intact":
        return Exit.DONE
    return Exit.DIVERGED if name == "derived" else Exit.FINDINGS


def _unreadable(screen: Screen, path: str, error: ApnapError) -> Exit:
    """Tell about a log that cannot even be begun, and go on with the others."""
    code = exit_code(error)
    if screen.is_json:
        screen.data({"log": path, "error": plain_error(error)})
    else:
        screen.note(f"apnap: {told_error(error, screen.settings)}")
    return code


def draw_verdicts(screen: Screen, verification: Verification) -> None:
    """Write the verdicts on one log, each with its mark and the first record that fails."""
    lang = screen.lang
    screen.line(verification.log, style="heading")
    head = f", {word(lang, 'head')} {verification.head[:16]}…" if verification.head else ""
    screen.line(f"  {verification.records} {word(lang, 'records')}{head}")
    for name, verdict in verification.verdicts.items():
        mark, style = MARKS[verdict.ok]
        label = word(lang, name)
        blanks = " " * (LONGEST_NAME - columns(label))
        screen.line(f"  {mark} {label}{blanks} {_reason(screen, verdict)}".rstrip(), style=style)


def _reason(screen: Screen, verdict: Verdict) -> str:
    reason = verdict_words(screen.lang, verdict.code, verdict.reason)
    place = "" if verdict.seq is None else f"@{verdict.seq} "
    rule = f" ({cited(verdict.rule)})" if verdict.rule else ""
    return f"{place}{reason}{rule}"


@command("audit")
@click.argument("logs", nargs=-1, required=True, metavar="LOG…", shell_complete=complete_file)
@click.option("--prefix", is_flag=True, help="Use what comes before a break in a damaged log.")
@click.option("--errors", is_flag=True, help="Leave out what is information only.")
def audit(screen: Screen, logs: tuple[str, ...], *, prefix: bool, errors: bool) -> None:
    """List everything in logs that the rules in force do not allow.

    Every finding names its record and its rule; information alone does not change the exit code.
    It is for a judge; what `redact --seat` writes can be audited by that seat.
    """
    if screen.settings.seat != JUDGE:
        raise DataError("usage/seat", "an audit is for a judge: it looks at all that a log tells")
    with progress(word(screen.lang, "checking"), len(logs)) as bar:
        codes = []
        for path in logs:
            codes.append(_audit_one(screen, path, prefix=prefix, errors=errors))
            bar.advance()
    raise click.exceptions.Exit(severest(codes))


def _audit_one(screen: Screen, path: str, *, prefix: bool, errors: bool) -> Exit:
    try:
        game = open_game(path, prefix=prefix)
        found = find(game.log, game.tables)
    except ApnapError as error:
        return _unreadable(screen, path, error)
    warn_of_break(game, screen)
    if errors:
        found = tuple(one for one in found if one.severity is Severity.ERROR)
    if screen.is_json:
        screen.data({"log": path, "findings": [plain_finding(one) for one in found]})
    else:
        _draw_findings(screen, game, found)
    is_bad = any(one.severity is Severity.ERROR for one in found)
    return Exit.FINDINGS if is_bad else Exit.DONE


def plain_finding(found: Finding) -> dict[str, object]:
    """Return a finding as a JSON object; with what should have happened, where it is known."""
    plain: dict[str, object] = {
        "seq": found.seq,
        "code": found.code,
        "rule": found.rule,
        "severity": found.severity.value,
        "message": found.message,
    }
    if found.instead:
        plain |= {"instead": found.instead, "legal": list(found.legal)}
    if found.follows is not None:
        plain["follows"] = msgspec.to_builtins(found.follows)
    return plain


def should_have(game: GameLog, found: Finding, lang: str) -> list[str]:
    """Return what was asked for and was legal where a decision was not, or what follows, in lines."""
    event: Event = game.log[found.seq].event
    if found.follows is not None:
        before = game.tables[found.seq - 1]
        text = line(before, found.follows, apply(before, found.follows), lang=lang)
        return [told(lang, "judged.follows_instead", what=text)]
    if lang != "en" and isinstance(event, Decision):
        table = game.tables[found.seq - 1]
        found = replace(
            found, instead=awaited(table, lang), legal=legal_instead(table, event, lang=lang)
        )
    lines = [told(lang, "judged.instead", what=found.instead)]
    return lines + [told(lang, "judged.legal_now", what=text) for text in found.legal]


def _draw_findings(screen: Screen, game: GameLog, found: tuple[Finding, ...]) -> None:
    screen.line(game.path, style="heading")
    if not found:
        screen.line(f"  ✓ {word(screen.lang, 'nothing found')}", style="good")
        return
    for one in found:
        is_error = one.severity is Severity.ERROR
        sign = "✗" if is_error else "·"
        message = screen.told(one.message)
        text = f"  {sign} @{one.seq:<6} {message} ({cited(one.rule)}) [{one.code}]"
        screen.line(text, style="bad" if is_error else "")
        if one.instead or one.follows is not None:
            for text in should_have(game, one, screen.lang):
                screen.line(f"      {text}")
    counts = Counter(one.severity.value for one in found)
    told_ = (f"{count} {word(screen.lang, _many(name, count))}" for name, count in counts.items())
    screen.line(f"  {', '.join(told_)}")


def _many(name: str, count: int) -> str:
    """Return what several findings are called together."""
    return f"{name}s" if name == "error" and count > 1 else name
