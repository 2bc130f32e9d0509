"""What the panes of a page list of a whole game: chance, mulligans, cranks, divisions, verdicts.

All of it is read by projections from what the viewer sees; findings and verdicts are for judges, for
they tell of everything in the log.
"""

from typing import Any

from events.base import Decision, Event
from events.coin_flips import CoinFlipped
from events.identifiers import ObjectId
from events.vocabulary import Nature
from projections.divisions import Division, divisions
from projections.flip_ledger import FlipEntry, flip_ledger, flip_totals
from projections.mulligan_history import Look, in_rounds, mulligan_history
from projections.plain import to_plain
from projections.sprocket_board import crank_history
from projections.timeline import mark
from replays.audit import audit
from replays.audit.framework import Finding
from replays.dispute.judging import awaited, legal_instead
from replays.showing.words import verdict_words
from replays.translation import translated
from replays.viewer.seen import Seen


def panes(seen: Seen) -> dict[str, Any]:
    """Return the contents of all panes."""
    ledger = flip_ledger(seen.records, seen.tables)
    told = {
        "flips": [_flip(entry) for entry in ledger],
        "totals": {str(seat): to_plain(one) for seat, one in flip_totals(ledger).items()},
        "draws": _draws(seen),
        "mulligans": _mulligans(seen),
        "cranks": [to_plain(one) for one in crank_history(seen.records, seen.tables)],
        "divisions": [_division(one, seen) for one in divisions(seen.records, seen.tables)],
        "rulings": [one.seq for one in seen.records if mark(one.event) == "ruling"],
    }
    return told | (_checks(seen) if seen.is_judge else {})


def _flip(entry: FlipEntry) -> dict[str, Any]:
    """Return a flip with its coins; each coin says by itself whether it counts."""
    told: dict[str, Any] = to_plain(entry)
    coins = [to_plain(coin) | {"counts": coin.counts} for coin in entry.coins]
    return told | {"coins": coins}


def _draws(seen: Seen) -> list[int]:
    """Return the records of chance that are no coins: dice, shuffles, random choices."""
    return [
        record.seq
        for record in seen.records
        if _nature(record.event) is Nature.CHANCE and not isinstance(record.event, CoinFlipped)
    ]


def _nature(event: Event) -> Nature:
    return event.nature


def _mulligans(seen: Seen) -> dict[str, Any]:
    """Return the hands of the opening: rounds of declarations as columns, seats as rows."""
    game = seen.game
    looks = mulligan_history(game.log.records, game.tables, seen.viewer)
    grid = in_rounds(looks)
    order = next((one for table in reversed(game.tables) if (one := table.turn_order)), ())
    return {
        "rounds": sorted(grid),
        "seats": [str(seat) for seat in order],
        "looks": [_look(look) for look in looks],
    }


def _look(look: Look) -> dict[str, Any]:
    told: dict[str, Any] = to_plain(look)
    return told | {"hand": list(look.hand), "size": look.size}


def _division(one: Division, seen: Seen) -> dict[str, Any]:
    """Return a division with what became of each share, and what its target was called then."""
    told: dict[str, Any] = to_plain(one)
    objects = seen.tables[one.seq].objects
    shares = []
    for share in one.shares:
        thing = objects.get(ObjectId(share.target))
        name = thing.card if thing is not None else None
        shares.append(to_plain(share) | {"lost": share.lost} | ({"card": name} if name else {}))
    return told | {"shares": shares, "lost": one.lost, "received": one.received}


def _checks(seen: Seen) -> dict[str, Any]:
    """Return verdicts and findings."""
    told: dict[str, Any] = seen.game.verify().to_plain()
    for verdict in told["verdicts"].values():
        if verdict.get("reason"):
            verdict["ja"] = verdict_words("ja", verdict.get("code", ""), verdict["reason"])
    found = audit(seen.game.log, seen.game.tables)
    return {"verification": told, "findings": [_finding(one, seen) for one in found]}


def _finding(one: Finding, seen: Seen) -> dict[str, Any]:
    """Return a finding, and beside it what it says in Japanese."""
    told: dict[str, Any] = to_plain(one)
    table, event = seen.game.tables[max(one.seq - 1, 0)], seen.game.log[one.seq].event
    japanese: dict[str, Any] = {"message": translated("ja", one.message)}
    if one.instead and isinstance(event, Decision):
        japanese["instead"] = awaited(table, "ja")
        japanese["legal"] = list(legal_instead(table, event, lang="ja"))
    return told | {"ja": japanese}
