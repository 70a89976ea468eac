"""The same deal through every kind of button gives the same log, but for what it tells of the source."""

import json
from pathlib import Path

import pytest

from cabinet.config.schema import Input
from cabinet.input.inputs import Inputs, Panels, lines_map, panel_map
from cabinet.match.session import Session
from cabinet.store.logs import MatchLogFile
from engine.log import header, read
from engine.log_replay import verify
from engine.match import Match
from engine.setup import Setup, seats_of
from engine.units import MS
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from hardware.debounce import Debounced
from hardware.fake import FakeSource
from hardware.gpio.fake import StampedMockFactory
from hardware.gpio.source import Accuracy, GpioSource, Header, PlainChip
from hardware.keyboard import KeyboardSource
from hardware.source import Event, Line
from tools.vm.rig.player import Plan, plan_of

PINS = panel_map(Input().pins)
KEYS = panel_map(Input().keys)
RESOLUTION_NS = 100_000
ZERO_NS = 5_000 * MS
OF_THE_SOURCE = {"source", "res", "clock", "tick_ns", "tick_res"}
"""Keys of a log's line that tell of the buttons and not of the match."""


def no_trouble(event: Event) -> None:
    pytest.fail(f"unexpected: {event}")


class Way:
    """A kind of button: panels, how to press them at a moment, and what must be done when time has passed."""

    def __init__(self, clock: FakeClock) -> None:
        self.fake = FakeSource(list(PINS), clock, name="gpio", resolution_ns=RESOLUTION_NS)
        self.panels = Panels(Debounced(self.fake), PINS)

    def act(self, line: Line, pressed: bool, at: int) -> None:
        self.fake.edge(line, pressed, at_ns=at)

    def read(self, now: int) -> None:
        """Read what has to be read."""


class MockPins(Way):
    def __init__(self, clock: FakeClock) -> None:
        self.factory = StampedMockFactory(clock)
        pins = [int(line) for line in PINS]
        source = GpioSource(
            Header(self.factory, PlainChip()),
            pins,
            clock=clock,
            accuracy=Accuracy(RESOLUTION_NS, lag_ns=0),
            on_close=self.factory.close,
        )
        self.panels = Panels(Debounced(source), PINS)

    def act(self, line: Line, pressed: bool, at: int) -> None:
        pin = self.factory.pin(line)
        (pin.drive_low if pressed else pin.drive_high)(time_ns=at)


class Keyboard(Way):
    def __init__(self, clock: FakeClock) -> None:
        self.source = KeyboardSource(list(map(str, KEYS)), finest_ns=RESOLUTION_NS, coarsest_ns=RESOLUTION_NS)
        self.panels = Panels(self.source, KEYS)

    def act(self, line: Line, pressed: bool, at: int) -> None:
        self.source.feed(str(line), pressed, at)
        self.source.mark_read(at)

    def read(self, now: int) -> None:
        self.source.mark_read(now)


class Board(Way):
    """A button board with a clock of its own, that started some time ago."""

    def __init__(self, clock: FakeClock) -> None:
        self.board = FakeBoard(clock, booted_ns=-77_000_000)
        lines = Input().lines
        self.panels = Panels(
            Debounced(BoardSource(self.board.open, name="board", clock=clock)),
            lines_map(lines, (0, 1)),
        )

    def act(self, line: Line, pressed: bool, at: int) -> None:
        assert isinstance(line, int)
        self.board.edge(line, pressed)


def play(plan: Plan, kind: type[Way], path: Path) -> list[str]:
    """Play the plan's presses on the panels; returns the lines of the log, without its sources."""
    clock = FakeClock(ZERO_NS)
    way = kind(clock)
    lines = {place: line for line, place in way.panels.buttons.items()}
    inputs = Inputs([way.panels], no_trouble)
    inputs.start()
    with path.open("x", encoding="utf-8") as file:
        log = MatchLogFile(path, file)
        log.write([header(plan.setup)])
        session = Session(Match(plan.setup, ZERO_NS), log, lambda _update: None)
        coming = [(ZERO_NS + t, seat, button, pressed) for t, seat, button, pressed in plan.presses()]
        while session.outcome is None:
            while coming and coming[0][0] <= clock():
                at, seat, button, pressed = coming.pop(0)
                way.act(lines[seat, button], pressed, at)
            way.read(clock())
            for press in inputs.drain(clock()):
                session.handle(press)
            session.advance(clock(), min(clock(), inputs.drained_ns))
            clock.advance(5 * MS)
        session.close()
    inputs.close()
    return [without_source(line) for line in path.read_text(encoding="utf-8").splitlines()]


def without_source(line: str) -> str:
    line_without = {key: value for key, value in json.loads(line).items() if key not in OF_THE_SOURCE}
    return json.dumps(line_without)


DEALS = {
    "speed": Setup("speed", {"best_of": 1, "turn_ms": 100, "countdown": 1}, seats_of("human", "human"), 7, "speed"),
    "spit": Setup("spit", {"length": 1, "turn_ms": 100, "countdown": 1}, seats_of("human", "human"), 7, "classic_spit"),
}


@pytest.fixture(scope="module", params=DEALS)
def plan(request: pytest.FixtureRequest) -> Plan:
    """A deal between two people, from the draw or the first card to the result."""
    return plan_of(DEALS[request.param])


@pytest.fixture(scope="module")
def expected(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return play(plan, Way, tmp_path_factory.mktemp("logs") / "expected.jsonl")


def test_the_fake_holds_the_whole_deal(plan: Plan, expected: list[str]) -> None:
    assert json.loads(expected[-1])["outcome"]["reason"] == "deals"
    edges = [json.loads(line)["press"] for line in expected if "press" in json.loads(line)]
    assert [edge for edge in edges if edge[2]] == [[tap.seat, tap.button, True] for tap in plan.taps]


@pytest.mark.parametrize("kind", [MockPins, Keyboard, Board])
def test_the_log_is_the_same(plan: Plan, expected: list[str], kind: type[Way], tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    assert play(plan, kind, path) == expected
    verify(read(path.read_bytes()))
