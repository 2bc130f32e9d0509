"""The chance of a scenario: written down by kind, and nothing else ever drawn."""

from collections.abc import Container, Sequence

from events.chance import DieRolled, RandomlyChosen
from events.coin_flips import CoinFlipped
from events.identifiers import ObjectId, Seat
from events.vocabulary import Face
from events.zones import ContraptionDeckShuffled, LibraryShuffled
from machine.chance import NO_NUMBERS, ChanceExhausted
from replays.scenarios.shape import ChanceGiven


class ScenarioChance:
    """Outcomes from a scenario file. Shuffles keep the order but for the cards named for the top."""

    def __init__(self, given: ChanceGiven) -> None:
        self._coins = list(given.coins)
        self._dice = list(given.dice)
        self._random = list(given.random)
        self._shuffles = list(given.shuffles)
        self.names: dict[ObjectId, str] = {}
        """Card names of objects, kept up to date by whoever runs the scenario."""

    @property
    def left(self) -> str:
        """What has not been drawn, in words; empty when all has been."""
        left = {
            "coins": len(self._coins),
            "dice": len(self._dice),
            "random choices": len(self._random),
            "shuffles": len(self._shuffles),
        }
        return ", ".join(f"{number} {kind}" for kind, number in left.items() if number)

    def _order(self, names: Sequence[ObjectId]) -> tuple[ObjectId, ...]:
        wanted = self._shuffles.pop(0) if self._shuffles else ()
        rest = list(names)
        top: list[ObjectId] = []
        for word in wanted:
            found = next((name for name in rest if self.names.get(name) == word), None)
            if found is None:
                raise ChanceExhausted(
                    "chance/other", f"no {word} is left to be shuffled to the top"
                )
            rest.remove(found)
            top.append(found)
        return (*top, *rest)

    def shuffle(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> LibraryShuffled:
        """See ``machine.chance.Chance``."""
        return LibraryShuffled(player=player, order=self._order(names), new=new)

    def shuffle_contraptions(
        self, player: Seat, names: Sequence[ObjectId], new: tuple[ObjectId, ...]
    ) -> ContraptionDeckShuffled:
        """See ``machine.chance.Chance``: a Contraption deck keeps its order."""
        return ContraptionDeckShuffled(player=player, order=tuple(names), new=new)

    def coin(
        self, flip: int, coin: int, *, even_sides: int = 0, heads: Container[int] = NO_NUMBERS
    ) -> CoinFlipped:
        """See ``machine.chance.Chance``: a die takes its number, a coin its face."""
        if even_sides:
            shown = self._die(even_sides, f"flip {flip}")
            face = Face.HEADS if shown in heads else Face.TAILS
            return CoinFlipped(flip=flip, coin=coin, face=face, shown=shown)
        if not self._coins:
            raise ChanceExhausted(
                "chance/exhausted", f"the scenario has no coin for coin {coin} of flip {flip}"
            )
        return CoinFlipped(flip=flip, coin=coin, face=self._coins.pop(0))

    def _die(self, sides: int, purpose: str) -> int:
        if not self._dice or not 1 <= self._dice[0] <= sides:
            raise ChanceExhausted(
                "chance/exhausted", f"the scenario has no number from 1 to {sides} for {purpose}"
            )
        return self._dice.pop(0)

    def die(self, player: Seat, sides: int, purpose: str) -> DieRolled:
        """See ``machine.chance.Chance``."""
        value = self._die(sides, f"{player}'s {purpose}")
        return DieRolled(player=player, sides=sides, value=value, purpose=purpose)

    def choose(
        self, purpose: str, among: Sequence[str], count: int, player: Seat | None = None
    ) -> RandomlyChosen:
        """See ``machine.chance.Chance``: by card name or id."""
        if not self._random:
            raise ChanceExhausted(
                "chance/exhausted", f"the scenario has nothing random for {purpose}"
            )
        left = list(among)
        chosen: list[str] = []
        for word in self._random.pop(0)[:count]:
            found = next(
                (one for one in left if word in (one, self.names.get(ObjectId(one)))), None
            )
            if found is None:
                raise ChanceExhausted("chance/other", f"{word} is not among what is chosen from")
            left.remove(found)
            chosen.append(found)
        return RandomlyChosen(
            purpose=purpose, chosen=tuple(chosen), among=tuple(among), player=player
        )
