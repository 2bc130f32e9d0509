"""Games in the middle of a turn, to be played on."""

from typing import Any

import msgspec

from events.turns import PhaseEntered
from events.vocabulary import Phase
from machine.chance import seeded
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Given
from replays.session import Game

FIRE = {
    "name": "Great Fire",
    "cost": "{R}",
    "types": ["Sorcery"],
    "abilities": [
        {
            "kind": "spell",
            "program": [
                {
                    "do": "deal_divided_damage",
                    "amount": 9,
                    "targets": {"least": 1, "most": "any", "kinds": ["creature", "player"]},
                }
            ],
        }
    ],
}
"""Nine damage, divided as one likes: more divisions than anybody wants to read."""

DUAL = {
    "name": "Dual",
    "types": ["Land"],
    "abilities": [{"kind": "mana", "mana": ["{R}", "{G}"]}],
}
GUARDED = {
    "name": "Offering",
    "cost": "{R}",
    "types": ["Sorcery"],
    "abilities": [
        {
            "kind": "spell",
            "cost": {"sacrifice": {"types": ["Creature"]}},
            "program": [{"do": "gain_life", "amount": 3}],
        }
    ],
}


def game(
    *,
    ann: dict[str, Any],
    bob: dict[str, Any] | None = None,
    seed: str = "1",
    **given: Any,  # noqa: ANN401 - any of given
) -> Game:
    """Return a game in ann's main phase."""
    turn = {"number": 3, "active": "ann", "phase": "main.precombat"}
    whole: dict[str, Any] = {
        "players": {
            "ann": {"library": ["Forest*9"]} | ann,
            "bob": {"library": ["Forest*9"]} | (bob or {}),
        },
        "turn": turn,
        "cards": [FIRE, DUAL, GUARDED],
        **given,
    }
    log, _ = Setting(msgspec.convert(whole, Given, strict=False)).build()
    made = Game(log, draws=lambda at: seeded(f"{seed}:{at}"))
    if whole["turn"].get("begins"):
        made.rule(PhaseEntered(phase=Phase(whole["turn"]["phase"])), by="apnap")
    else:
        made.begin()
    return made
