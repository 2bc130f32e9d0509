"""What ``flip`` tells: flip by flip as they happen, and the totals of the whole log at the end."""

from collections.abc import Iterable

import msgspec

from events.vocabulary import FlipOutcome
from projections.flip_ledger import Coin, FlipEntry, FlipTotals, flip_totals
from replays.flip_table import FlipTable
from replays.output import Screen
from replays.showing.words import word


class Running:
    """What has come up so far, told line by line as it happens."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._wins = 0

    def told_all(self, entries: Iterable[FlipEntry]) -> None:
        """Tell flips that were made at once."""
        for entry in entries:
            self.told(entry)

    def told(self, entry: FlipEntry) -> None:
        """Tell one flip: coins in the order in which they came up, those that do not count bracketed."""
        self._wins += entry.outcome is FlipOutcome.WON
        if self._screen.is_json:
            return
        lang = self._screen.lang
        coins = " ".join(_coin(lang, coin) for coin in entry.coins)
        called = (entry.said or entry.call.value) if entry.call else ""
        called = f"{word(lang, 'called')} {word(lang, called)}" if called else ""
        outcome = entry.outcome or FlipOutcome.NONE
        told = "" if outcome is FlipOutcome.NONE else word(lang, outcome.value)
        totals = f"{word(lang, 'won')} {self._wins}, x{2**self._wins}"
        parts = (str(entry.number), called, coins, told, totals if entry.contested else "")
        self._screen.line("  ".join(part for part in parts if part))

    def end(self, table: FlipTable, entries: tuple[FlipEntry, ...], log: str | None) -> None:
        """Tell the totals of the whole log, by player."""
        totals = {str(seat): one for seat, one in flip_totals(table.entries()).items()}
        if self._screen.is_json:
            self._screen.data(
                {
                    "log": log,
                    "flips": [msgspec.to_builtins(one) for one in entries],
                    "totals": msgspec.to_builtins(totals),
                    "won": self._wins,
                    "power_doubled": str(2**self._wins),
                }
            )
            return
        for seat, total in totals.items():
            self._screen.line(f"{seat}: {_totals(self._screen, total)}")


def _coin(lang: str, coin: Coin) -> str:
    """Return what a coin shows, or a die with its number; in brackets if it does not count."""
    shown = word(lang, coin.face.value) + (f" {coin.shown}" if coin.shown else "")
    return shown if coin.counts else f"({shown})"


def _totals(screen: Screen, total: FlipTotals) -> str:
    named = {
        "won": total.won,
        "lost": total.lost,
        "none": total.neither,
        "heads": total.heads,
        "tails": total.tails,
    }
    return ", ".join(f"{word(screen.lang, name)} {number}" for name, number in named.items())
