"""An un-game counts life and damage in halves; everybody reads points, half ones included (CR 107.1)."""

from pathlib import Path

import pytest

from events.contraptions import ContraptionScrapped
from events.damage import DamageDealt
from events.identifiers import ObjectId
from projections.paths import changes
from projections.table import Table
from replays.dispute.pads import pad_of, read_pad, reconcile
from replays.files import write_log
from replays.reports.forms import written
from replays.reports.moments import find, moment_page
from replays.rewind import plan
from replays.session import Game
from replays.showing import changes as shown
from replays.showing.naming import described
from tests.machine.contraptions.desk import ANN, PLAIN, desk, on
from tests.replays.cli.conftest import Run

PATH = "players.ann.life"


@pytest.fixture(scope="module")
def played() -> tuple[Game, ObjectId]:
    """A game in which ann has been dealt 2½, and her Bear ½; then a Contraption has left."""
    game, ids = desk(
        {
            "ann": {"battlefield": ["Bear as bear", on(2, label="urn", tapped=True)], **PLAIN},
            "bob": PLAIN,
        },
        play={"un_cards": True},
    )
    game.rule(DamageDealt(recipient=ANN, amount=5, halves=True))
    game.rule(DamageDealt(recipient=ids["bear"], amount=1, halves=True))
    new = ObjectId(f"c{game.table.numbers.object}")
    game.rule(ContraptionScrapped(player=ANN, contraption=ids["urn"], new=new))
    return game, ids["bear"]


def dealt(game: Game) -> int:
    """Return the record by which ann loses life."""
    write = game.log.last_write(PATH)
    assert write is not None
    return write.seq


def tables(game: Game) -> tuple[Table, Table]:
    """Return the tables before and after ann loses life."""
    return game.tables[dealt(game) - 1], game.tables[dealt(game)]


def test_what_changed_says_whether_it_counts_halves(played: tuple[Game, ObjectId]) -> None:
    (change,) = (one for one in changes(*tables(played[0])) if one.path == PATH)
    assert (change.before, change.after, change.halves) == (40, 35, True)
    assert shown.row(change).values == "20 → 17½"
    assert shown.plain(change) == {
        "path": PATH,
        "sign": "~",
        "before": 40,
        "after": 35,
        "halves": True,
    }


def test_why_and_watch_tell_points(played: tuple[Game, ObjectId]) -> None:
    game, bear = played
    told = str(game.log.why(PATH))
    assert told.startswith(f"{PATH} = 17½  @")
    assert f"{PATH} 20 → 17½" in told
    assert "damage = ½" in str(game.log.why(f"objects.{bear}.damage"))
    (write,) = game.log.watch(PATH)
    assert write.halves


def test_a_permanent_is_drawn_with_its_damage_in_points(played: tuple[Game, ObjectId]) -> None:
    game, bear = played
    assert described(game.table, game.table.objects[bear], "en") == "2/2, damage ½"


def test_a_backup_sheet_tells_points_and_where_a_contraption_was(
    played: tuple[Game, ObjectId],
) -> None:
    game, bear = played
    steps = [one.text for one in plan(game.log, dealt(game) - 2).steps]
    assert "ann's life goes back from 17½ to 20" in steps
    assert f"the damage marked on Bear ({bear}) goes back from ½ to 0" in steps
    (back,) = (place for place, text in enumerate(steps) if "from scrapyard" in text)
    assert [text.partition(") ")[2] for text in steps[back : back + 3]] == [
        "goes back from scrapyard to battlefield",
        "is tapped again",
        "goes back to sprocket 2",
    ]


def test_a_report_tells_points(played: tuple[Game, ObjectId]) -> None:
    game, _ = played
    page = written([moment_page(find(game.log, dealt(game), path=PATH), "en")], "txt")
    assert "from 20 to 17½" in page
    assert "20 → 17½" in page
    assert "35" not in page.partition("VERIFICATION")[0]


def test_a_life_pad_is_compared_in_points(played: tuple[Game, ObjectId]) -> None:
    kept = pad_of(played[0].log)
    assert [(one.text, one.total) for one in kept.entries] == [("ann -2.5", 17.5)]
    for line in ("ann 17½", "ann 17.5", "ann -2½", "ann 20 -> 17½"):
        assert reconcile(kept, read_pad([line])).same
    first = reconcile(kept, read_pad(["ann 17"])).first
    assert first is not None
    assert first.agreed == 20


def test_find_says_that_numbers_count_halves(
    played: tuple[Game, ObjectId], tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "halves.apnap.jsonl"
    write_log(played[0].events, path)
    told = run("find", "players.ann.life < 36", str(path))
    assert told.exit_code == 0
    assert "count halves" in told.stderr
    assert "count halves" not in run("find", "turn.number > 0", str(path)).stderr


def test_a_scenario_gives_points() -> None:
    bear: dict[str, object] = {"card": "Bear", "as": "bear", "damage": 1}
    game, ids = desk(
        {"ann": {"life": 7, "battlefield": [bear], **PLAIN}, "bob": PLAIN}, play={"un_cards": True}
    )
    assert (game.table.players[ANN].life, game.table.objects[ids["bear"]].damage) == (14, 2)
