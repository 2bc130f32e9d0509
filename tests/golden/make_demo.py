"""Makes the game that ships with apnap: `python tests/golden/make_demo.py` writes it anew.

Every event after a decision comes from this project's own referee; only the chance is written down.
"""

from pathlib import Path
from typing import Any

from events.game import ChanceScheme, DeckEntry, FormatEntry
from events.identifiers import CardName, Seat
from events.log import EventLog
from events.vocabulary import Face
from projections.table import Table
from replays.files import write_log
from replays.game_log import GameLog
from replays.new_game import Setup, header_draft, header_of
from replays.scenarios.chance import ScenarioChance
from replays.scenarios.labels import Labels
from replays.scenarios.shape import ChanceGiven
from replays.scenarios.steps import Steps
from replays.session import Game

FILE = Path(__file__).resolve().parents[2] / "replays" / "data" / "demo.apnap.jsonl"
ANN, BOB = Seat("ann"), Seat("bob")

ANNS = {
    "Mountain": 17,
    "Krark's Thumb": 2,
    "Mijae Djinn": 4,
    "Tavern Scoundrel": 4,
    "Mana Clash": 4,
    "Pyrotechnics": 3,
    "Rolling Thunder": 3,
    "Goblin": 3,
}
BOBS = {"Forest": 17, "Bear": 8, "Elephant": 6, "Viper": 3, "Wurm": 3, "Giant Growth": 3}

SHUFFLES = (
    # ann's first hand has no land; bob's is a good one
    (*["Mijae Djinn"] * 3, *["Pyrotechnics"] * 2, "Goblin", "Mana Clash"),
    (*["Forest"] * 3, *["Bear"] * 2, "Elephant", "Giant Growth", *["Forest"] * 3, "Viper"),
    # her second hand, the card she puts on the bottom in it, and what she draws
    (
        *["Mountain"] * 3,
        "Krark's Thumb",
        "Mijae Djinn",
        "Tavern Scoundrel",
        "Goblin",
        "Mountain",
        "Pyrotechnics",
        "Mountain",
        "Rolling Thunder",
        "Mountain",
    ),
)

COINS = "heads tails", "tails heads", "tails tails"
"""Two coins for each of the djinn's flips: the Thumb lets its player ignore one."""


def decided(kind: str, player: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - any field
    """Return the step of one decision."""
    return {"decide": {"type": kind, "player": player, **fields}}


def cast(player: str, card: str, **more: Any) -> tuple[dict[str, Any], ...]:  # noqa: ANN401 - any field
    """Return the steps of a spell that is cast and resolves."""
    return {"cast": {"player": player, "card": card, **more}}, {"pass": "resolve"}


def land(player: str, card: str) -> tuple[dict[str, Any], ...]:
    """Return the steps to a player's main phase, and of a land played in it."""
    play = {"play": {"player": player, "card": card}}
    return {"to": "beginning.upkeep"}, {"to": "main.precombat"}, play


def attack(call: str, ignored: int, number: int) -> tuple[dict[str, Any], ...]:
    """Return the steps of the djinn's attack: its flip, called, and one coin of two ignored."""
    return (
        {"to": "combat.declare_attackers"},
        {"attack": {"player": "ann", "attackers": {"Mijae Djinn": "bob"}}},
        {"pass": 2},
        decided("FlipCalled", "ann", flip=number, call=call),
        decided("FlipIgnored", "ann", flip=number, coins=[ignored]),
    )


BEFORE = (
    decided("StartingPlayerChosen", "ann", starting_player="ann"),
    {"mulligan": "ann"},
    {"keep": "bob"},
    decided("CardsBottomed", "ann", cards=["Goblin"]),
    {"keep": "ann"},
)

TURNS = (
    *land("ann", "Mountain"),
    *land("bob", "Forest"),
    *(*land("ann", "Mountain"), *cast("ann", "Krark's Thumb")),
    *(*land("bob", "Forest"), *cast("bob", "Bear")),
    *(*land("ann", "Mountain"), *cast("ann", "Mijae Djinn")),
    *(*land("bob", "Forest"), *cast("bob", "Bear")),
    *(*land("ann", "Mountain"), *cast("ann", "Tavern Scoundrel"), *attack("heads", 2, 1)),
    # bob attacks with both bears; one is blocked, and grows
    *land("bob", "Forest"),
    {"to": "combat.declare_attackers"},
    {"attack": {"player": "bob", "attackers": {"bears[0]": "ann", "bears[1]": "ann"}}},
    {"to": "combat.declare_blockers"},
    {"block": {"player": "ann", "blocks": {"Tavern Scoundrel": "bears[0]"}}},
    *cast("bob", "Giant Growth", targets=["bears[0]"]),
    # damage divided among a bear and its player
    *land("ann", "Mountain"),
    *cast("ann", "Pyrotechnics", targets=["bears[1]", "bob"], divide=[2, 2]),
    *attack("heads", 1, 2),
    *(*land("bob", "Forest"), *cast("bob", "Elephant")),
    *(*land("ann", "Mountain"), *attack("heads", 1, 3)),
    {"to": "main.postcombat"},
    *cast("ann", "Rolling Thunder", x=6, targets=["bob"]),
)


class Bears(Labels):
    """Labels that know bob's bears by their order on the battlefield."""

    def resolve(self, word: str, table: Table, player: Seat | None = None) -> str:
        """Return the id of a bear, or whatever else a word stands for."""
        if not word.startswith("bears["):
            return super().resolve(word, table, player)
        bears = [name for name in table.battlefield if table.objects[name].card == "Bear"]
        return bears[int(word[len("bears[") : -1])]


def deck(cards: dict[str, int]) -> DeckEntry:
    """Return a deck."""
    return DeckEntry(main=tuple(CardName(n) for n, count in cards.items() for _ in range(count)))


def make() -> GameLog:
    """Play the game."""
    setup = Setup(
        decks={ANN: deck(ANNS), BOB: deck(BOBS)},
        names={ANN: "Ann", BOB: "Bob"},
        play=FormatEntry(limited=True),
        chance=ChanceScheme(kind="scripted"),
        game="demo",
    )
    header, missing = header_of(setup)
    assert not missing
    coins = tuple(Face(face) for pair in COINS for face in pair.split())
    chance = ScenarioChance(ChanceGiven(coins=coins, dice=(14, 9), shuffles=SHUFFLES))
    game = Game(EventLog().append([header_draft(header)]), chance=chance)
    chance.names.update({name: thing.card or "" for name, thing in game.table.objects.items()})
    game.begin()
    steps = Steps(game, Bears({}))
    for step in (*BEFORE, *TURNS):
        chance.names.update({name: thing.card or "" for name, thing in game.table.objects.items()})
        steps.run(step)
    assert not chance.left, chance.left
    return game.log


if __name__ == "__main__":
    write_log(make().log, FILE, overwrite=True)
