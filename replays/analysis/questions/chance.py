"""Questions about chance: shuffles and coins against what they should be, exactly.

Implements CR 701.24 and 705 as what is asked of ``mulligans``, ``flips`` and ``coins``.
"""

from collections import Counter, defaultdict
from typing import Any

from events.vocabulary import Face
from replays.analysis.answers import Answer, only_test, share, tested
from replays.analysis.frameset import Frames
from replays.analysis.statistics import Test, binomial, chi_square, fisher, hypergeometric
from replays.fairness import MOST_COINS, count_runs, expected_runs, runs_p

PARTS = 10
"""Parts of a deck's list, for the question where drawn cards lay in it."""

MOST_THUMBS = 4

Row = dict[str, Any]


def shuffle(frames: Frames) -> list[Answer]:
    """Lands among the cards drawn for each hand, against the hypergeometric distribution.

    Of draws from the whole deck: not those after cards were exiled or set aside, which are fewer.
    """
    columns = (
        "game_id seat look drawn drawn_lands deck_size deck_lands hands_exiled set_aside_count"
    )
    kinds = {
        row["game_id"]: row["chance_kind"] for row in frames.rows("games", "game_id", "chance_kind")
    }
    groups: dict[tuple[str, int, int, int, int], Counter[int]] = defaultdict(Counter)
    fewer: set[tuple[str, str]] = set()
    for row in frames.rows("mulligans", *columns.split()):
        known = row["drawn_lands"] is not None and row["deck_lands"] is not None
        who = row["game_id"], row["seat"]
        whole = who not in fewer and not row["set_aside_count"]
        if row["hands_exiled"]:
            fewer.add(who)
        if known and whole and row["drawn"]:
            kind = kinds.get(row["game_id"], "")
            key = (kind, row["deck_size"], row["deck_lands"], row["look"], row["drawn"])
            groups[key][row["drawn_lands"]] += 1
    found: list[Answer] = []
    several = len({kind for kind, *_ in groups}) > 1
    for (kind, size, lands, look, drawn), counts in sorted(groups.items()):
        spread = hypergeometric(size, lands, drawn)
        total = sum(counts.values())
        seen = [counts[number] for number in range(drawn + 1)]
        which = ((kind,) if several else ()) + (f"{lands} lands of {size}", f"look {look}")
        found += [
            share(
                "shuffle",
                *which,
                f"{number} lands",
                hits=hits,
                n=total,
                expected=spread[number],
            )
            for number, hits in enumerate(seen)
            if hits or spread[number] * total >= 1
        ]
        test = chi_square(seen, [total * part for part in spread])
        found += only_test("shuffle", *which, n=total, test=test)
    return found


def positions(frames: Frames) -> list[Answer]:
    """Where the cards of first hands lay in the list of the deck, in tenths of it."""
    groups: dict[int, Counter[int]] = defaultdict(Counter)
    drawn: dict[int, list[int]] = defaultdict(list)
    for row in frames.rows("mulligans", "look", "positions", "deck_size"):
        size = row["deck_size"]
        if row["look"] == 0 and row["positions"] and size is not None and size >= PARTS:
            drawn[size].append(len(row["positions"]))
            for place in row["positions"]:
                groups[size][place * PARTS // size] += 1
    found: list[Answer] = []
    for size, counts in sorted(groups.items()):
        total, each = sum(counts.values()), sum(drawn[size]) / len(drawn[size])
        seen = [counts[part] for part in range(PARTS)]
        wanted = [
            total * sum(place * PARTS // size == part for place in range(size)) / size
            for part in range(PARTS)
        ]
        scale = (size - 1) / (size - each) if size > each else 1.0  # drawn without replacement
        found += [
            share(
                "positions",
                f"decks of {size}",
                f"tenth {part + 1} of the list",
                hits=seen[part],
                n=total,
                expected=wanted[part] / total,
            )
            for part in range(PARTS)
        ]
        test = chi_square(seen, wanted, scale=scale)
        found += only_test(
            "positions", f"decks of {size}", "all tenths of the list alike", n=total, test=test
        )
    return found


def flips(frames: Frames) -> list[Answer]:
    """Single coins, their runs, flips won under so many doubling effects, calls against faces."""
    return [*_coins(frames), *_won(frames), *_calls(frames)]


def _coins(frames: Frames) -> list[Answer]:
    groups: dict[tuple[str, str], list[Face]] = defaultdict(list)
    for row in frames.rows("coins", "chance_kind", "device", "face"):
        groups[row["chance_kind"], row["device"]].append(Face(row["face"]))
    found: list[Answer] = []
    for (kind, device), faces in sorted(groups.items()):
        heads = sum(face is Face.HEADS for face in faces)
        answer = share("flips", kind, device, "heads", hits=heads, n=len(faces), expected=0.5)
        found.append(tested(answer, binomial(heads, len(faces), 0.5)))
        some = faces[:MOST_COINS]
        tails = sum(face is Face.TAILS for face in some)
        expected = float(expected_runs(len(some) - tails, tails))
        if len(some) > 1:
            runs = count_runs(some)
            changes = share(
                "flips",
                kind,
                device,
                "changes of the face",
                hits=runs - 1,
                n=len(some) - 1,
                expected=(expected - 1) / (len(some) - 1),
            )
            found.append(tested(changes, Test("runs", float(runs), float(runs_p(some)))))
    return found


def _won(frames: Frames) -> list[Answer]:
    groups: dict[int, Counter[str]] = defaultdict(Counter)
    for row in frames.rows("flips", "thumbs", "outcome", "forced", "repeated"):
        told = row["outcome"] in ("won", "lost") and row["thumbs"] is not None
        if told and not row["forced"] and not row["repeated"]:  # a lost one is tossed again oftener
            groups[min(row["thumbs"], MOST_THUMBS)][row["outcome"]] += 1
    found: list[Answer] = []
    for thumbs, counts in sorted(groups.items()):
        total = counts.total()
        chance = 1 - 0.5 ** (2**thumbs)
        answer = share(
            "flips",
            "won",
            f"{thumbs} doubling effects",
            hits=counts["won"],
            n=total,
            expected=chance,
        )
        found.append(tested(answer, binomial(counts["won"], total, chance)))
    return found


def _calls(frames: Frames) -> list[Answer]:
    table = [[0, 0], [0, 0]]
    for row in frames.rows("flips", "call", "kept", "thumbs"):
        if row["call"] and row["kept"] and not row["thumbs"]:
            table[row["call"] == "tails"][row["kept"] == "tails"] += 1
    total = sum(map(sum, table))
    if not total:
        return []
    return only_test("flips", "calls against faces", n=total, test=fisher(table))
