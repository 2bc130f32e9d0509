"""Carrying a backup out: a ruling, and the record that goes back; nothing is ever deleted."""

from events.errors import IllegalAction
from events.identifiers import Seat
from events.records import Record
from events.rulings import Rewound, RulingMade
from replays.rewind.plan import RewindPlan
from replays.session import Game

RULE = "MTR.backup"


def apply(  # noqa: PLR0913 - who rules, who agrees, why, and whether coins are tossed anew
    game: Game,
    sheet: RewindPlan,
    *,
    why: str,
    by: str = "judge",
    agreed: tuple[Seat, ...] = (),
    reflip: bool = False,
    key: str = "",
) -> tuple[Record, ...]:
    """Append a judge's ruling and the take-back, or the take-back that players have agreed on.

    Raises ``IllegalAction`` where it is not for players to agree on, or not all of them have. With a
    ``key`` it is carried out once, however often it is asked for.
    """
    done = _already(game, key)
    if done:
        return done
    if by != "judge":
        _check_agreed(sheet, agreed, reflip=reflip)
    before = len(game.events)
    if by == "judge":
        game.rule(RulingMade(text=why, about=sheet.to, rules=(RULE,), code="backup"), key=key)
    game.rewind(
        sheet.to, agreed=agreed, why=why, by="judge" if by == "judge" else "apnap", reflip=reflip
    )
    return game.events[before:]


def _already(game: Game, key: str) -> tuple[Record, ...]:
    """Return what was appended under a key: the ruling, and what went back after it."""
    first = next((one.seq for one in game.events if key and one.id == key), None)
    if first is None:
        return ()
    last = next((one.seq for one in game.events[first:] if isinstance(one.event, Rewound)), first)
    return game.events[first : last + 1]


def _check_agreed(sheet: RewindPlan, agreed: tuple[Seat, ...], *, reflip: bool) -> None:
    what = f"players cannot go back to record {sheet.to} by themselves"
    if sheet.class_ == "judge" or reflip:
        raise IllegalAction(
            "rewind/judge_only",
            what,
            rule=RULE,
            because="; ".join(sheet.reasons),
            legal=("--by judge",),
        )
    missing = tuple(seat for seat in sheet.consent_of if seat not in agreed)
    if missing:
        raise IllegalAction(
            "rewind/not_agreed",
            what,
            rule=RULE,
            because=f"{', '.join(missing)} has not agreed",
            legal=tuple(f"--agreed {seat}" for seat in missing),
        )
