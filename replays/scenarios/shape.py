"""What a scenario file looks like, read strictly: every error names the file and the scenario.

The format is explained in ``docs/reference/scenarios.md``.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from events.errors import DataError
from events.game import FormatEntry, MatchEntry
from events.vocabulary import Face, Phase


class Placed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card in a zone at the start, with what is special about it."""

    card: str
    label: str = msgspec.field(name="as", default="")
    tapped: bool = False
    damage: int = 0
    counters: Mapping[str, int] = {}
    sick: bool = False
    """It came under its controller's control this turn."""
    sprocket: int = 0
    controller: str = ""
    copy_of: str = ""
    """The card it is a copy of."""
    token: bool = False


class PlayerGiven(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player has at the start. Cards are names, ``Name*3``, ``Name as label``, or tables."""

    life: int | None = None
    hand: tuple[str | Placed, ...] = ()
    battlefield: tuple[str | Placed, ...] = ()
    graveyard: tuple[str | Placed, ...] = ()
    exile: tuple[str | Placed, ...] = ()
    library: tuple[str | Placed, ...] = ()
    """From the top down."""
    sideboard: tuple[str | Placed, ...] = ()
    contraptions: tuple[str | Placed, ...] = ()
    """The Contraption deck, from the top down."""
    scrapyard: tuple[str | Placed, ...] = ()
    crank: int = 3
    counters: Mapping[str, int] = {}
    mana: str = ""
    team: str = ""
    lands_played: int = 0


class TurnGiven(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where in a turn the scenario starts."""

    number: int = 3
    active: str = ""
    phase: Phase = Phase.PRECOMBAT_MAIN
    begins: bool = False
    """The step begins now: its turn-based actions and triggers are still to come."""


class Given(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table at the start. Without ``turn`` the game starts at its very beginning."""

    players: Mapping[str, PlayerGiven] = {}
    edition: str = ""
    """The day whose rules are in force; empty for the latest."""
    set: Mapping[str, str | int | bool] = {}
    play: FormatEntry = FormatEntry()
    match: MatchEntry = MatchEntry()
    turn: TurnGiven | None = None
    cards: tuple[Mapping[str, Any], ...] = ()
    """Card definitions of the scenario's own."""


class ChanceGiven(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The outcomes of chance, in order. A shuffle changes nothing unless an order is given."""

    coins: tuple[Face, ...] = ()
    dice: tuple[int, ...] = ()
    random: tuple[tuple[str, ...], ...] = ()
    """What is chosen at random, each time."""
    shuffles: tuple[tuple[str, ...], ...] = ()
    """The names of the cards on top after each shuffle; the others keep their order."""


class Expected(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What has to be so in the end."""

    events: tuple[Mapping[str, Any], ...] = ()
    """Events that follow one another in this order, others between them; only named fields count."""
    never: tuple[str | Mapping[str, Any], ...] = ()
    """Events, by type or by fields too, that do not happen."""
    count: Mapping[str, int] = {}
    """How many events of a type happen."""
    table: Mapping[str, Any] = {}
    """Paths and values; a label stands for the object's id."""
    awaiting: Mapping[str, Any] | None = None
    """``player`` and ``decision`` that are asked for; empty if nobody is asked."""
    legal: Mapping[str, int] = {}
    """How many decisions of a type are legal."""
    decks: tuple[str, ...] | None = None
    """The codes of what is wrong with the Contraption decks, in order; empty if they may be played."""


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario: an id, the rule it shows, and given, when, then."""

    id: str
    rule: str
    note: str = ""
    given: Given = Given()
    chance: ChanceGiven = ChanceGiven()
    when: tuple[Mapping[str, Any], ...] = ()
    then: Expected = Expected()
    disputed: str = ""
    """Where sources disagree: which choice this scenario shows."""


class _Words(yaml.SafeLoader):
    """YAML in which ``on`` and ``no`` are words, as in JSON: only true and false are truth values."""


_Words.yaml_implicit_resolvers = {
    letter: [(tag, regexp) for tag, regexp in found if tag != "tag:yaml.org,2002:bool"]
    for letter, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Words.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def load_scenarios(path: Path) -> tuple[Scenario, ...]:
    """Return the scenarios of a YAML file; raise ``DataError`` naming the file and the scenario."""
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=_Words)  # noqa: S506 - a safe loader
    except (OSError, UnicodeDecodeError) as error:
        raise DataError("scenario/unreadable", str(error), file=str(path)) from error
    except yaml.YAMLError as error:
        raise DataError("scenario/no_yaml", f"this is no YAML: {error}", file=str(path)) from error
    if not isinstance(data, list):
        raise DataError("scenario/shape", "a scenario file is a list of scenarios", file=str(path))
    scenarios = tuple(_scenario(fields, path, number) for number, fields in enumerate(data, 1))
    names = [scenario.id for scenario in scenarios]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise DataError("scenario/twice", f"ids used twice: {', '.join(twice)}", file=str(path))
    return scenarios


def _scenario(fields: Any, path: Path, number: int) -> Scenario:  # noqa: ANN401 - any YAML
    try:
        return msgspec.convert(fields, Scenario, strict=False)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `")
        name = fields.get("id", number) if isinstance(fields, dict) else number
        raise DataError(
            "scenario/field",
            f"scenario {name}: {reason}",
            file=str(path),
            field=place.rstrip("`").removeprefix("$.") or None,
        ) from error
