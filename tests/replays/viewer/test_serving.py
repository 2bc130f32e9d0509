"""``apnap serve``: a folder's games, read only, for this machine alone, also while they are played."""

import json
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPResponse
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from replays.files import write_log
from replays.game_log import GameLog
from replays.viewer.growing import Growing
from tests.replays.games import whole_game
from tests.replays.viewer.conftest import Reader
from tests.replays.viewer.unpacking import everything, meta

WHY = "no server here: pip install 'apnap[viewer]', or make browser"
needs_server = pytest.mark.skipif(not (find_spec("starlette") and find_spec("uvicorn")), reason=WHY)
PROGRAM = "from replays.cli import main; main()"
LINES = [line + b"\n" for line in whole_game().log.lines()]


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [
            sys.executable,
            "-c",
            PROGRAM,
            "--json",
            *words,
            "serve",
            str(folder),
            "--port=0",
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = str(json.loads(self.process.stdout.readline())["address"])

    def get(self, path: str, **headers: str) -> tuple[int, str, Any]:
        request = urllib.request.Request(self.address + path, headers=headers)  # noqa: S310 - our own
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - our own
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode(), refusal.headers

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


Serves = Callable[..., Server]


@pytest.fixture(scope="module")
def serves() -> Iterator[Serves]:
    running: dict[tuple[object, ...], Server] = {}

    def serve(folder: Path, *words: str) -> Server:
        key = (folder, *words)
        if key not in running:
            running[key] = Server(folder, *words)
        return running[key]

    yield serve
    for server in running.values():
        server.stop()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of games, one of them in a folder of its own; beside it lies a secret."""
    tmp_path = tmp_path_factory.mktemp("served")
    games = tmp_path / "games"
    (games / "league").mkdir(parents=True)
    write_log(whole_game().log, games / "one.apnap.jsonl")
    write_log(whole_game(life=15).log, games / "league" / "two & <b>.apnap.jsonl.gz")
    (games / "readme.txt").write_text("no log")
    write_log(whole_game().log, tmp_path / "secret.apnap.jsonl")
    no_text = os.fsdecode(b"by\xff.apnap.jsonl")
    with suppress(OSError):  # some file systems have names of text alone
        write_log(whole_game().log, games / no_text)
    (games / "out.apnap.jsonl").symlink_to(tmp_path / "secret.apnap.jsonl")
    return games


@needs_server
def test_the_games_of_a_folder(folder: Path, serves: Serves) -> None:
    server = serves(folder)
    status, listing, headers = server.get("")
    links = re.findall(r'href="/(game/[^"]+)"', listing)
    pages = [server.get(link) for link in links]

    assert server.address.startswith("http://127.0.0.1:")
    assert status == 200
    assert sorted(links) == [
        "game/league/two%20%26%20%3Cb%3E.apnap.jsonl.gz",
        "game/one.apnap.jsonl",
    ]
    assert "two &amp; &lt;b&gt;" in listing
    assert [page[0] for page in pages] == [200, 200]
    assert all("script-src 'sha256-" in page[2]["Content-Security-Policy"] for page in pages)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert not list(folder.glob("**/*.html"))


@needs_server
@pytest.mark.parametrize(
    "path",
    [
        "game/none.apnap.jsonl",
        "game/readme.txt",
        "game/out.apnap.jsonl",
        "game/..%2Fsecret.apnap.jsonl",
        "game/%2e%2e/secret.apnap.jsonl",
        "tail/..%2Fsecret.apnap.jsonl?seat=judge",
        "game/one.apnap.jsonl?seat=zoe",
        "game/%00.apnap.jsonl",
        f"game/{'x' * 400}.apnap.jsonl",
    ],
)
def test_nothing_else_can_be_had(folder: Path, serves: Serves, path: str) -> None:
    status, text, _ = serves(folder).get(path)

    assert status in (400, 404)
    assert "<script" not in text


@needs_server
def test_no_other_site_leads_a_browser_here(folder: Path, serves: Serves) -> None:
    assert serves(folder).get("", Host="evil.example")[0] == 400


@needs_server
def test_a_server_for_a_seat_tells_no_more(folder: Path, serves: Serves) -> None:
    server = serves(folder, "--seat", "ann")
    _, page, _ = server.get("game/one.apnap.jsonl")

    assert meta(page)["seats"] == ["ann", "public"]
    assert whole_game().head not in everything(page)
    assert server.get("game/one.apnap.jsonl?seat=public")[0] == 200
    assert server.get("game/one.apnap.jsonl?seat=judge")[0] == 400
    assert server.get("game/one.apnap.jsonl?seat=bob")[0] == 400
    assert server.get("tail/one.apnap.jsonl?seat=judge&after=1")[0] == 400


def _events(answer: HTTPResponse) -> Iterator[tuple[str, Any]]:
    kind = ""
    for raw in answer:
        line = raw.decode().rstrip("\n")
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


@needs_server
def test_a_running_game_is_followed(tmp_path: Path, serves: Serves) -> None:
    log = tmp_path / "running.apnap.jsonl"
    log.write_bytes(b"".join(LINES[:20]))
    server = serves(tmp_path)
    tail = f"{server.address}tail/running.apnap.jsonl?seat=judge&after=19"
    with urllib.request.urlopen(tail, timeout=20) as answer:  # noqa: S310 - our own
        events = _events(answer)
        with log.open("ab") as file:
            file.write(b"".join(LINES[20:30]) + LINES[30][:40])
        kind, told = next(events)

        assert (kind, told["records"]) == ("grown", 30)
        assert told["entries"]["seqs"] == list(range(20, 30))
        assert told["chunk"]["start"] == 20
        with log.open("ab") as file:
            file.write(LINES[30][40:])
        assert next(events)[1]["entries"]["seqs"] == [30]
        log.write_bytes(LINES[0])
        assert next(events)[0] == "changed"


@needs_server
def test_the_page_of_a_running_game_grows(tmp_path: Path, serves: Serves, browser: Any) -> None:  # noqa: ANN401
    log = tmp_path / "running.apnap.jsonl"
    log.write_bytes(b"".join(LINES[:20]))
    server = serves(tmp_path)
    context = browser.new_context()
    reader = Reader(context.new_page())
    reader.address = server.address
    reader.tab.goto(f"{server.address}game/running.apnap.jsonl")
    reader.tab.wait_for_selector("body[data-ready]")
    before = reader.at
    with log.open("ab") as file:
        file.write(b"".join(LINES[20:]))
    reader.tab.wait_for_selector(f"#where:text('@{len(LINES) - 1} ')")
    reader.settle()
    life = reader.text("[data-path='players.bob.life']")
    reader.press("ArrowLeft", "ArrowLeft")
    after = reader.at
    reader.tab.select_option("#seat", "public")
    reader.tab.wait_for_url("**seat=public**")
    reader.tab.wait_for_selector("body[data-ready]")
    context.close()

    assert (before, after) == (19, len(LINES) - 3)
    assert life == "17"
    assert reader.wrong == []


def test_a_log_that_grows_is_read_from_where_it_ended(tmp_path: Path) -> None:
    log = tmp_path / "running.apnap.jsonl"
    log.write_bytes(b"".join(LINES[:5]))
    growing = Growing(log)
    lengths = [len(growing.look())]
    for more in (LINES[5], LINES[6][:9], LINES[6][9:], b""):
        with log.open("ab") as file:
            file.write(more)
        lengths.append(len(growing.look()))
    log.write_bytes(b"".join(LINES[:2]))

    assert lengths == [5, 6, 6, 7, 7]
    assert isinstance(growing.look(), GameLog)
    assert (len(growing.look()), growing.times) == (2, 1)


def test_looks_from_two_sides_do_not_mix(tmp_path: Path) -> None:
    log = tmp_path / "running.apnap.jsonl"
    log.write_bytes(b"".join(LINES))
    growing = Growing(log)
    seen: list[int] = []
    threads = [threading.Thread(target=lambda: seen.append(len(growing.look()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert seen == [len(LINES)] * 4
