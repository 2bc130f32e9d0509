"""Two records of one game: verdicts, where they part, what the rules say, what nobody can know."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from events.coin_flips import CoinFlipped, FlipCalled
from events.damage import LifeChanged
from events.errors import DataError
from events.game import SeatEntry
from events.identifiers import Seat
from events.vocabulary import Face
from replays.demo import demo_game
from replays.dispute.desk import dispute
from replays.dispute.judging import judged
from replays.files import write_log
from replays.game_log import GameLog
from replays.rewind.plan import plan
from tests.replays.cli.conftest import Run, data
from tests.replays.desk.altered import chained, drafts_of, renamed
from tests.replays.desk.games import ANN, BOB, at_flipper, submit_all, submit_until
from tests.replays.games import whole_game


def called(by_bob: bool) -> GameLog:  # noqa: FBT001 - which of the two records
    game = at_flipper(1)
    submit_until(game, FlipCalled)
    if by_bob:
        game.report(FlipCalled(player=BOB, flip=1, call=Face.HEADS))
    else:
        game.submit(FlipCalled(player=ANN, flip=1, call=Face.HEADS))
    return game.log


def test_the_rules_allow_one_of_the_two() -> None:
    found = dispute(called(by_bob=False), called(by_bob=True))

    assert found.judgement_a is not None
    assert found.judgement_b is not None
    assert found.judgement_a.allowed is True
    assert found.judgement_b.allowed is False
    assert found.judgement_b.code == "decision/not_asked"
    assert found.judgement_b.rule == "705.2"
    assert found.judgement_b.legal[:2] == ("Flip 1: ann calls heads", "Flip 1: ann calls tails")
    assert "ann had to call heads or tails" in found.judgement_b.awaited
    assert found.when == "t3.precombat"


def test_of_chance_only_a_witness_can_tell() -> None:
    game = at_flipper(1)
    submit_all(game, Face.HEADS)
    coin = next(one.seq for one in game.events if isinstance(one.event, CoinFlipped))
    drafts = drafts_of(game.log)
    tossed = drafts[coin].event
    assert isinstance(tossed, CoinFlipped)
    drafts[coin] = replace(drafts[coin], event=replace(tossed, face=tossed.face.other))

    found = dispute(game.log, chained(drafts))

    assert found.diff.first_divergence is not None
    assert found.diff.first_divergence.seqs == (coin, coin)
    assert found.judgement_a is not None
    assert found.judgement_a.allowed is True
    assert found.judgement_b is not None
    assert "only who saw it" in found.judgement_b.reason
    assert found.b.derived.ok is False
    assert any("alone cannot tell" in one for one in found.unknown)


def test_a_consequence_follows_or_does_not() -> None:
    game = called(by_bob=False)
    last = len(game) - 1
    drafts = drafts_of(game)
    drafts[last] = replace(drafts[last], event=LifeChanged(player=BOB, change=-1, life=19))
    other = chained(drafts)

    assert judged(game, last).allowed is True
    assert judged(other, last).allowed is False
    longer = chained([*drafts, drafts[last]])
    assert judged(longer, last + 1).allowed is None


def test_the_same_game_told_with_other_ids() -> None:
    game = called(by_bob=False)

    found = dispute(game, renamed(game, 3))

    assert found.same
    assert found.judgement_a is None


def test_of_an_imported_record_little_can_be_known() -> None:
    found = dispute(whole_game(), whole_game(life=15))

    assert found.judgement_a is not None
    assert found.judgement_a.allowed is None
    assert any("imported from test" in one for one in found.unknown)


def test_one_record_stops() -> None:
    game = demo_game()
    short = GameLog(game.log.prefix(300), path="short")

    found = dispute(game, short)

    assert found.judgement_b is None
    assert found.judgement_a is not None


def test_other_people_play() -> None:
    other = whole_game()
    header = replace(other.header, seats=(SeatEntry(seat=ANN), SeatEntry(seat=Seat("zoe"))))
    drafts = drafts_of(other)
    drafts[0] = replace(drafts[0], event=header)

    with pytest.raises(DataError, match="different games: ann, bob play in one"):
        dispute(whole_game(), chained(drafts[:1]))


def test_games_without_anything_in_common() -> None:
    one, other = called(by_bob=False), demo_game()

    with pytest.raises(DataError, match="no record in common"):
        dispute(one, other)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_command(run: Run, tmp_path: Path, lang: str) -> None:
    paths = []
    for name, by_bob in (("a", False), ("b", True)):
        path = tmp_path / f"{name}.apnap.jsonl"
        write_log(called(by_bob=by_bob).log, path)
        paths.append(str(path))
    page = tmp_path / "page.html"

    result = run("--lang", lang, "dispute", *paths, "--report", str(page))
    told = data(run("dispute", *paths, "--json"))
    parted = data(run("diff", *paths, "--json"))

    assert result.exit_code == 1
    assert "✗" in result.stdout
    assert told["judgements"]["b"]["code"] == "decision/not_asked"
    assert told["verdicts"]["a"]["verdicts"]["derived"]["ok"] is True
    assert parted["allowed"] == {"a": True, "b": False}
    call = next(one.seq for one in called(by_bob=False).log if isinstance(one.event, FlipCalled))
    assert parted["first_divergence"]["seqs"] == [call, call]
    assert f'lang="{lang}"' in page.read_text(encoding="utf-8")
    assert run("dispute", *paths, "--report", str(page)).exit_code == 6
    assert run("dispute", *paths, "--report", str(tmp_path / "x.pdf")).exit_code == 2
    assert run("dispute", paths[0], paths[0]).exit_code == 0
    assert run("dispute", *paths, "--seat", "public").exit_code == 2


def test_the_command_refuses_logs_of_different_games(
    run: Run,
    tmp_path: Path,
) -> None:
    one, other = tmp_path / "a.apnap.jsonl", tmp_path / "b.apnap.jsonl"
    write_log(called(by_bob=False).log, one)
    write_log(demo_game().log, other)

    result = run("dispute", str(one), str(other))

    assert result.exit_code == 3
    assert "dispute/games" in result.stderr


def test_an_audit_says_what_should_have_happened(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.apnap.jsonl"
    write_log(called(by_bob=True).log, path)

    found = data(run("audit", "--json", str(path)))["findings"]
    told = next(one for one in found if one["code"] == "decision/not_asked")

    assert told["severity"] == "info"
    assert "recorded as reported" in told["message"]
    assert told["instead"] == "ann had to call heads or tails (CR 705.2)"
    assert "Flip 1: ann calls tails" in told["legal"]
    assert "表か裏か" in run("--lang", "ja", "audit", str(path)).stdout
    assert plan(called(by_bob=True), "end").steps == ()
