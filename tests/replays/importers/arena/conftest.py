"""Where the samples of real records lie, and a maker of small Arena logs of our own."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replays.importers import ImportOptions, ImportReport, Source, import_files, import_source

SAMPLES = "APNAP_SAMPLES"
JSON = dict[str, Any]


def samples_folder() -> Path | None:
    """Return the folder of the samples: named by the environment, or beside a parent folder."""
    named = os.environ.get(SAMPLES)
    if named:
        return Path(named)
    for parent in Path(__file__).resolve().parents:
        folder = parent / "shared" / "samples"
        if folder.is_dir():
            return folder
    return None


@pytest.fixture(scope="session")
def samples() -> Path:
    folder = samples_folder()
    if folder is None:
        pytest.skip(f"no samples of real records here; {SAMPLES} may name their folder")
    return folder


@pytest.fixture(scope="session")
def imported(samples: Path) -> Callable[[str], ImportReport]:
    """Import a sample once, however many tests ask for it."""
    reports: dict[str, ImportReport] = {}

    def report(name: str) -> ImportReport:
        if name not in reports:
            reports[name] = import_files([samples / name])
        return reports[name]

    return report


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with ``session`` once for each session of the samples' index."""
    if "session" not in metafunc.fixturenames:
        return
    folder = samples_folder()
    index = folder / "arena-player-log" / "slim-index.json" if folder else None
    rows: list[JSON] = json.loads(index.read_text()) if index and index.is_file() else []
    metafunc.parametrize("session", rows or [{"session": "none"}], ids=lambda row: row["session"])


class MadeLog:
    """A log written line by line as Arena would; every number in it is our own."""

    def __init__(self, *, recorder: int = 1, starting: int = 1) -> None:
        self.recorder, self.starting = recorder, starting
        self.lines: list[str] = ["DETAILED LOGS: ENABLED"]
        self.state_number = 0
        self.message = 0
        self.annotations = 0
        self.hands: dict[int, list[int]] = {}
        self.libraries: dict[int, list[int]] = {1: list(range(101, 141)), 2: list(range(201, 241))}
        self.taken = {1: 0, 2: 0}

    def line(self, text: str) -> "MadeLog":
        self.lines.append(text)
        return self

    def server(self, *messages: JSON) -> "MadeLog":
        for message in messages:
            self.message += 1
            message.setdefault("msgId", self.message)
        event = {"greToClientEvent": {"greToClientMessages": list(messages)}}
        line = {"transactionId": "t", "timestamp": str(1_780_000_000_000 + len(self.lines))}
        self.line("[UnityCrossThreadLogger]1/1/2026: Match to HOST.EXAMPLE: GreToClientEvent")
        return self.line(json.dumps(line | event))

    def client(self, kind: str, **body: object) -> "MadeLog":
        answer = {"type": f"ClientMessageType_{kind}", "gameStateId": self.state_number} | body
        block = {"requestId": 1, "timestamp": "639000000000000000", "payload": answer}
        self.line("[UnityCrossThreadLogger]1/1/2026: ACCOUNT77 to Match: ClientToGremessage")
        return self.line(json.dumps(block, indent=2))

    def state(self, *annotations: JSON, full: bool = False, **parts: Any) -> "MadeLog":  # noqa: ANN401
        before, self.state_number = self.state_number, self.state_number + 1
        kind = "GameStateType_Full" if full else "GameStateType_Diff"
        for one in annotations:
            self.annotations += 1
            one["id"] = self.annotations
        state: JSON = {"type": kind, "gameStateId": self.state_number, "annotations": annotations}
        if not full:
            state["prevGameStateId"] = before
        state["update"] = "GameStateUpdate_SendAndRecord"
        message = {
            "type": "GREMessageType_GameStateMessage",
            "systemSeatIds": [self.recorder],
            "gameStateMessage": state | parts,
        }
        return self.server(message)

    def begin(self, *, info: JSON | None = None, life: int = 20, number: int = 1) -> "MadeLog":
        """The seats, the rolls, the first state, the first hands."""
        names = [("ADA77", 1), ("BEN88", 2)]
        players = [
            {"userId": f"ID{name}", "playerName": name, "systemSeatId": seat}
            for name, seat in names
        ]
        room = {"gameRoomConfig": {"reservedPlayers": players, "matchId": "made-match"}}
        event = {"matchGameRoomStateChangedEvent": {"gameRoomInfo": room}, "timestamp": "1"}
        self.line(json.dumps(event))
        deck = {"deckMessage": {"deckCards": [51, 52], "sideboardCards": [53]}}
        connect = {"type": "GREMessageType_ConnectResp", "connectResp": deck}
        rolls = [{"systemSeatId": 1, "rollValue": 15}, {"systemSeatId": 2, "rollValue": 4}]
        die = {
            "type": "GREMessageType_DieRollResultsResp",
            "dieRollResultsResp": {"playerDieRolls": rolls},
        }
        self.server(connect | {"systemSeatIds": [self.recorder]}, die)
        self.info = {
            "matchID": "made-match",
            "gameNumber": number,
            "stage": "GameStage_Start",
            "superFormat": "SuperFormat_Constructed",
            "mulliganType": "MulliganType_London",
        } | (info or {})
        players = [self.player(1, life=life), self.player(2, life=life)]
        zones = [self.library(1), self.library(2), *self.empty()]
        self.state(full=True, gameInfo=self.info, players=players, zones=zones)
        for seat in (1, 2):
            self.deal(seat)
        asked = [self.player(seat, life=life, asked=True) for seat in (1, 2)]
        return self.state(
            {"type": ["AnnotationType_NewTurnStarted"], "affectedIds": [self.starting]},
            players=asked,
            zones=[zone for seat in (1, 2) for zone in (self.hand(seat), self.library(seat))],
            gameObjects=self.seen(self.recorder),
            turnInfo={"activePlayer": self.starting, "decisionPlayer": self.starting},
        )

    def deal(self, seat: int) -> None:
        library = self.libraries[seat]
        self.hands[seat] = list(reversed(library[:7]))
        self.libraries[seat] = library[7:]

    def mulligan(self, seat: int, *, asked: bool = True) -> "MadeLog":
        """The seat mulligans: its own answer if it is the recorder, and its new hand."""
        if seat == self.recorder:
            self.client("MulliganResp", mulliganResp={"decision": "MulliganOption_Mulligan"})
        self.taken[seat] += 1
        first = 1000 * seat + 100 * self.taken[seat]
        self.libraries[seat] = list(range(first, first + 40))
        self.deal(seat)
        return self.state(
            players=[self.player(seat, asked=asked)],
            zones=[self.hand(seat), self.library(seat)],
            gameObjects=self.seen(seat) if seat == self.recorder else [],
        )

    def keep(self, seat: int) -> "MadeLog":
        if seat == self.recorder:
            self.client("MulliganResp", mulliganResp={"decision": "MulliganOption_AcceptHand"})
        return self.state(players=[self.player(seat)])

    def bottoms(self, seat: int, count: int) -> list[JSON]:
        """The annotations of cards put under the library; to be given to the next state."""
        told: list[JSON] = []
        for _ in range(count):
            old = self.hands[seat].pop(0)
            new = old + 50
            self.libraries[seat].append(new)
            told += self.moved(old, new, 30 + 4 * seat - 3, 30 + 4 * seat - 2, "Put", seat)
        return told

    def play(self, *annotations: JSON) -> "MadeLog":
        """The first turn begins."""
        info = self.info | {"stage": "GameStage_Play"}
        zones = [zone for seat in (1, 2) for zone in (self.hand(seat), self.library(seat))]
        steps = [self.phase(1, 1), self.phase(1, 2)]
        turn = {"turnNumber": 1, "activePlayer": self.starting, "phase": "Phase_Beginning"}
        return self.state(*annotations, *steps, gameInfo=info, zones=zones, turnInfo=turn)

    def over(self, *, winner: int, reason: str, **parts: Any) -> "MadeLog":  # noqa: ANN401
        result = {"scope": "MatchScope_Game", "winningTeamId": winner, "reason": reason}
        info = self.info | {"stage": "GameStage_GameOver", "results": [result]}
        return self.state(gameInfo=info, **parts)

    def player(self, seat: int, *, life: int = 20, asked: bool = False) -> JSON:
        shown: JSON = {"systemSeatNumber": seat, "teamId": seat, "lifeTotal": life}
        shown |= {"startingLifeTotal": life, "maxHandSize": 7, "mulliganCount": self.taken[seat]}
        if asked:
            shown["pendingMessageType"] = "ClientMessageType_MulliganResp"
        return shown

    def hand(self, seat: int) -> JSON:
        return self.zone(27 + 4 * seat, "Hand", self.hands[seat], seat)

    def library(self, seat: int) -> JSON:
        return self.zone(28 + 4 * seat, "Library", self.libraries[seat], seat)

    def empty(self) -> list[JSON]:
        own = [self.zone(29 + 4 * seat, "Graveyard", [], seat) for seat in (1, 2)]
        shared = [self.zone(27, "Stack", []), self.zone(28, "Battlefield", [])]
        return [*own, *shared, self.zone(30, "Limbo", [])]

    @staticmethod
    def zone(number: int, kind: str, things: list[int], seat: int = 0) -> JSON:
        shown: JSON = {"zoneId": number, "type": f"ZoneType_{kind}"}
        return shown | {"ownerSeatId": seat, "objectInstanceIds": list(things)}

    def seen(self, seat: int) -> list[JSON]:
        zone = 27 + 4 * seat
        return [self.thing(card, 50 + card % 9, zone, seat) for card in self.hands[seat]]

    @staticmethod
    def thing(number: int, card: int, zone: int, seat: int, **more: object) -> JSON:
        kind = {"type": "GameObjectType_Card", "cardTypes": ["CardType_Creature"]}
        owned = {"ownerSeatId": seat, "controllerSeatId": seat}
        return {"instanceId": number, "grpId": card, "zoneId": zone} | kind | owned | more

    @staticmethod
    def phase(phase: int, step: int) -> JSON:
        return MadeLog.note("PhaseOrStepModified", 0, 0, phase=phase, step=step)

    @staticmethod
    def note(kind: str, source: int, target: int, **details: int | str | list[int]) -> JSON:
        told: list[JSON] = []
        for key, value in details.items():
            if isinstance(value, str):
                told.append({"key": key, "valueString": [value]})
            else:
                numbers = value if isinstance(value, list) else [value]
                told.append({"key": key, "valueInt32": numbers})
        shown: JSON = {"type": [f"AnnotationType_{kind}"], "details": told}
        return shown | {"affectorId": source, "affectedIds": [target]}

    @staticmethod
    def moved(  # noqa: PLR0913, PLR0917 - a move has as many parts
        old: int, new: int, source: int, target: int, category: str, affector: int = 0
    ) -> list[JSON]:
        changed = MadeLog.note("ObjectIdChanged", affector, old, orig_id=old, new_id=new)
        moved = MadeLog.note(
            "ZoneTransfer", affector, new, zone_src=source, zone_dest=target, category=category
        )
        return [changed, moved]

    @property
    def data(self) -> bytes:
        return "\n".join([*self.lines, ""]).encode()

    def imported(self) -> ImportReport:
        return import_source(Source("made.log", data=self.data), ImportOptions())

    def events(self) -> list[Any]:
        report = self.imported()
        assert not report.skipped, report.skipped
        return [record.event for record in report.games[0].log]
