"""The guide to coin flips: the switches by day, and one flip of one card under six of them."""

from collections.abc import Iterator

import msgspec

from events.base import Decision, Event
from events.coin_flips import FlipCalled
from events.identifiers import ObjectId, Seat
from events.stack import AbilityActivated, CostPaid
from events.turns import PriorityPassed
from events.vocabulary import Face
from machine.chance import Scripted
from machine.referee import awaiting
from machine.running import handle, start
from markup import page, table
from projections.table import Table
from projections.timeline import line
from replays.scenarios.setting import Setting
from replays.scenarios.shape import Given

ANN, BOB = Seat("ann"), Seat("bob")
DAYS = ("2001-01-01", "2003-07-01", "2006-07-15", "2018-06-08", "2022-06-10", "2025-06-06")
TAILS = 1
SCOUNDREL, EDGAR = "Tavern Scoundrel", "Edgar, King of Figaro"

INTRODUCTION = """\
A flip is a row of records: it is instructed, called, tossed, of several coins all but one are ignored, and then it is
won, lost, or shows a face. The call stands before the coin, so that the log itself proves it. Only the player who flips
wins or loses (CR 705.2): an opponent's lost flip is nobody's win."""

BATCHES = """\
What one instruction flips at once is one batch: all calls come first, in APNAP order, then all coins. Then
everybody who has several coins for a flip ignores all but one, in APNAP order and knowing every coin; the outcomes come
last. "Flip until you lose" and repeated processes make one batch after another in one resolution, without priority."""

SWITCHES = (
    ("nobody says who calls; read: an opponent", "to 2003-06-30", "`flip.caller: unspecified`"),
    ("the other player calls", "2003-07-01 to 2005-07-31", "`flip.caller: other_player`"),
    ("one opponent calls", "2005-08-01 to 2006-07-14", "`flip.caller: one_opponent`"),
    ("the flipper calls", "since 2006-07-15", "`flip.caller: flipper`"),
    (
        "a plain flip has a winner if its object cares about winning anywhere",
        "2006-07-15 to 2018-06-07; read so before",
        "`flip.classify_by: object`",
    ),
    (
        "a plain flip has no winner",
        "2018-06-08 to 2022-06-09",
        "`flip.classify_by: effect_text`",
    ),
    (
        "every flip has a winner unless the effect looks at faces alone",
        "since 2022-06-10",
        "`flip.classify_by: default_has_winner`",
    ),
    ("an effect may set faces and winners", "since 2025-06-06", "`flip.forced_results`"),
    ("anything with equal odds may be flipped", "to 2003-06-30", "`flip.substitute`"),
    ("a die, where there is no coin", "2003-07-01 to 2006-07-14", "`flip.substitute`"),
    ("anything with equal odds that all agree on", "since 2006-07-15", "`flip.substitute`"),
)

READINGS = """\
Until 2006-07-14 no rule says who wins. A wrong call of the other player is read as a win of the flipper, a right one as
a loss; such outcomes carry `inferred`. Where the opponent who is to call has left the game, the next one calls; where
none is left, the flipper. Ignored coins are recorded and cause nothing, as CR 706.6 has it for dice.
With *k* effects that flip two and ignore one there are 2^k coins (CR 614.5); `flip.coins_per_replacement: plus_one`
counts 1 + k instead. A set result (CR 705.3) is for the first set of coins of a turn; flips that were made before the
effect was there count, and so does a coin that is flipped again."""

AGAIN = """\
No player has priority while an ability resolves. Where somebody controls an ability that flips a coin again and can pay
for it, the referee asks once the coins lie there and before they mean anything (`ReflipChosen`): the first result is
ignored, the second counts (the Unstable FAQ says it of dice). Nobody is asked where there is no such ability."""

AT_THE_TABLE = """\
`apnap flip` flips without a game. `--times 5` is one instruction to flip five coins: all five are called, then all come
up, then every coin is shown before the first one is ignored. Five flips that come one after another, each called once
the one before is over, are `--times 5 --one-by-one`; `--until-lose` goes on like that up to the loss, with the running
power of a card that doubles. `--thumbs 2` makes four coins of each flip; `--real` is for coins you toss yourself: type
what comes up; `--device d6` flips something else, if all agree; `--log` keeps every flip.

| flips | how |
| --- | --- |
| one | `apnap flip` |
| "flip five coins" | `apnap flip --times 5` |
| five activations of "flip a coin" | `apnap flip --times 5 --one-by-one` |
| "flip a coin until you lose a flip" | `apnap flip --until-lose` |
| two coins instead of each, one ignored | `--thumbs 1` with any of them |

What one run leaves open, the next with that log ends first. `apnap fairness` tests the coins of logs, exactly, those
that were ignored or taken back among them, and says how many it would take to see anything."""

SIX = """\
The same decisions and the same coin: Ann activates Tavern Scoundrel, whose ability only says to flip a coin, and
controls Edgar, King of Figaro. Heads is called, tails comes up."""


def flips_page() -> str:
    """Return the guide to coin flips."""
    return page(
        "Coin flips",
        INTRODUCTION,
        "## At once",
        BATCHES,
        "## By edition",
        table(("what", "days", "switch"), SWITCHES),
        "## Readings",
        READINGS,
        "## Flipping again",
        AGAIN,
        "## One flip under six editions",
        SIX,
        table(("day", "what the log says"), [(day, "<br>".join(told(day))) for day in DAYS]),
        "## Without a game",
        AT_THE_TABLE,
    )


def told(day: str) -> Iterator[str]:
    """Yield the lines of the one flip on a day, as the public reads them."""
    at = _laid(day)
    chance = Scripted([TAILS])
    for decisions in _decisions(at):
        batch = handle(at, decisions, chance)
        yield from _lines(at, batch.events, batch.tables)
        at = batch.table
    while FlipCalled in awaiting(at)[0].decisions:
        call = FlipCalled(player=awaiting(at)[0].player, flip=1, call=Face.HEADS)
        batch = handle(at, (call,), chance)
        yield from _lines(at, batch.events, batch.tables)
        at = batch.table


def _lines(before: Table, events: tuple[Event, ...], tables: tuple[Table, ...]) -> Iterator[str]:
    for event, after in zip(events, tables, strict=True):
        if type(event).__module__.endswith("coin_flips"):
            yield line(before, event, after, seat=None)
        before = after


def _laid(day: str) -> Table:
    """Return the table on a day: the Scoundrel, something to sacrifice, and Edgar."""
    ann = {"battlefield": [SCOUNDREL, "Bear", EDGAR], "mana": "{R}"}
    given = {"edition": day, "turn": {"active": "ann"}, "players": {"ann": ann, "bob": {}}}
    setting = Setting(msgspec.convert(given, Given, strict=False))
    setting.build()
    return start(setting.table, Scripted()).table


def _decisions(at: Table) -> Iterator[tuple[Decision, ...]]:
    names = {at.objects[name].card: name for name in at.battlefield}
    rogue, bear = names[SCOUNDREL], names["Bear"]  # type: ignore[index]
    paid = CostPaid(
        player=ANN,
        object=ObjectId(f"o{at.numbers.object}"),
        mana="{R}",
        tapped=(rogue,),
        sacrificed=(bear,),
    )
    yield AbilityActivated(player=ANN, source=rogue, ability=1), paid
    yield (PriorityPassed(player=ANN),)
    yield (PriorityPassed(player=BOB),)
