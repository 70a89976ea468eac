"""The real binary and the real host: a deal of Speed played by edges in emulated silicon, races, the plug pulled."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cabinet.config import Input
from cabinet.inputs import Inputs, Panels, lines_map
from cabinet.matchlog_file import MatchLogFile
from cabinet.scripted import HOLD_NS, plan_of
from cabinet.session import Session
from engine.log import header, read
from engine.log_replay import verify
from engine.match import Match
from engine.setup import Setup, seats_of
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.debounced import Debounced
from hardware.events import EdgesLost, Event, SwitchEdge
from tests.firmware.conftest import Start
from tests.firmware.host import EmulatedLine

pytestmark = [pytest.mark.needs("arm-none-eabi-gcc", "make", "node", "npm"), pytest.mark.timeout(600)]

UP_MS = 150
LINES = Input().lines
PANELS = lines_map((LINES.panel0, LINES.panel1), (0, 1))

Connect = Callable[..., tuple[EmulatedLine, BoardSource, FakeClock]]


@pytest.fixture
def connect(start: Start) -> Iterator[Connect]:
    """Give what starts an emulated board with its source, on a clock of their own."""
    open_boards, open_sources = [], []

    def made(kind: str, *options: str) -> tuple[EmulatedLine, BoardSource, FakeClock]:
        board = start(kind, *options).__enter__()
        open_boards.append(board)
        board.run(UP_MS)
        clock = FakeClock(3_000 * MS)
        line = EmulatedLine(board, clock)
        source = BoardSource(line.open, clock=clock)
        source.start()
        open_sources.append(source)
        return line, source, clock

    yield made
    for source in open_sources:
        source.close()
    for board in open_boards:
        board.__exit__(None, None, None)


@pytest.mark.parametrize("kind", ["usb", "uart"])
def test_a_deal_of_speed_is_played_by_edges_in_the_silicon(connect: Connect, kind: str, tmp_path: Path) -> None:
    line, source, clock = connect(kind)
    options = {"best_of": 1, "turn_ms": 100, "countdown": 1}
    plan = plan_of(Setup("speed", options, seats_of("human", "human"), 7, "speed"))
    places = {place: int(number) for number, place in PANELS.items()}
    troubles: list[Event] = []
    inputs = Inputs([Panels(Debounced(source), PANELS)], troubles.append)
    zero = clock() + 20 * MS
    # a little behind the game's own moves, each of which waits for the presses before it
    taps = [(zero + tap.t + 3 * MS * (tap.after + 1), places[tap.seat, tap.button]) for tap in plan.taps]
    line.plan(*sorted((at + hold, number, not hold) for at, number in taps for hold in (0, HOLD_NS)))
    with (tmp_path / "log.jsonl").open("x", encoding="utf-8") as file:
        log = MatchLogFile(tmp_path / "log.jsonl", file)
        log.write([header(plan.setup)])
        clock.advance(20 * MS)
        session = Session(Match(plan.setup, zero), log, lambda _update: None)
        while session.outcome is None:
            clock.advance(10 * MS)
            for press in inputs.drain():
                session.handle(press)
            session.advance(clock(), min(clock(), inputs.drained_ns))
    written = read((tmp_path / "log.jsonl").read_bytes())
    verify(written)
    assert [event for event in troubles if isinstance(event, EdgesLost)] == []
    presses = [value["press"] for value in written.values if "press" in value and value["press"][2]]
    assert presses == [[tap.seat, tap.button, True] for tap in plan.taps]
    assert written.values[-1]["outcome"]["reason"] == "deals"
    assert all(value["tick_res"] == 1000 for value in written.values if "press" in value)


LEADS_US = (2, 5, 10, 50, 200, 1000)


@pytest.mark.parametrize("kind", ["usb", "uart"])
def test_the_earlier_press_has_the_earlier_tick_in_every_race(connect: Connect, kind: str) -> None:
    line, source, clock = connect(kind)
    chance = random.Random(3)
    wrong, off, count = [], Counter[int](), int(os.environ.get("PHOTOFINISH_RACES", "500"))
    for race in range(count):
        lead, first = LEADS_US[race % 6], chance.randrange(2)
        at = clock() + chance.randrange(1000, 4000) * 1000 + chance.randrange(1000)
        other = at + lead * 1000
        button = chance.randrange(8)
        line.plan((at, 2 * button + first, True), (other, 2 * button + 1 - first, True))
        line.delay_ns = chance.randrange(40 * MS)
        told = wait_for_edges(source, clock, 2)
        if [edge.line % 2 for edge in sorted(told, key=lambda edge: (edge.time_ns, edge.tick))] != [first, 1 - first]:
            wrong.append((lead, told))
        off[abs(abs(told[1].tick - told[0].tick) - lead)] += 1
        begin = max(clock(), other) + 1000
        line.plan((begin, 2 * button + first, False), (begin + 1000, 2 * button + 1 - first, False))
        wait_for_edges(source, clock, 2)
    assert wrong == []
    assert max(off) <= 3, "a second edge within two or three µs waits for the handler of the first"
    assert off[0] + off[1] > 0.8 * count


def wait_for_edges(source: BoardSource, clock: FakeClock, count: int) -> list[SwitchEdge]:
    told: list[SwitchEdge] = []
    for _ in range(200):
        clock.advance(5 * MS)
        told += [event for event in source.drain() if isinstance(event, SwitchEdge)]
        if len(told) == count:
            return told
    raise AssertionError(f"{len(told)} of {count} edges came")


def test_one_wire_to_both_players_gives_equal_ticks(connect: Connect) -> None:
    line, source, clock = connect("usb")
    apart = []
    for turn in range(100):
        at = clock() + 1_000_000 + turn * 333
        line.plan((at, 0, turn % 2 == 0), (at, 1, turn % 2 == 0))
        one, two = wait_for_edges(source, clock, 2)
        apart.append(abs(one.tick - two.tick))
    assert max(apart) == 0


def test_the_plug_is_pulled_and_put_in_again(connect: Connect) -> None:
    line, source, clock = connect("usb", "--seed", "9")
    before = source.talk
    line.plan((clock() + MS, 4, True))
    (edge,) = wait_for_edges(source, clock, 1)
    line.unplug()
    told: list[object] = []
    for _ in range(40):
        clock.advance(5 * MS)
        told += source.drain()
    assert not source.is_there
    line.plug()
    for _ in range(400):
        clock.advance(5 * MS)
        told += source.drain()
    assert source.is_there
    assert source.talk is not before
    assert source.talk is not None and source.talk.hello.clock != edge.clock
    (gap,) = [event for event in told if isinstance(event, EdgesLost) and event.since_ns is not None]
    assert gap.why == "reboot"
    line.plan((clock() + MS, 5, True))
    (after,) = [e for e in wait_for_edges(source, clock, 1) if e.line == 5]
    assert after.time_ns > edge.time_ns


def test_the_self_tests_wire_makes_edges_of_a_lamp(connect: Connect) -> None:
    from hardware.lamps import Lamp

    line, source, clock = connect("usb")
    line.board.tell("wire", [18, 0])
    line.board.tell("wire", [18, 1])
    source.lamps.show([Lamp((255, 255, 255))], 255)
    on = wait_for_edges(source, clock, 2) if source.levels()[0] else []
    source.lamps.show([], 255)
    off = wait_for_edges(source, clock, 2)
    assert {edge.line for edge in off} == {0, 1}
    assert len({edge.tick for edge in off}) == 1
    assert on == [] or len({edge.tick for edge in on}) == 1


class Player:
    """A match on an emulated board, played by whatever is legal; the cabinet's part in pauses and gaps included."""

    def __init__(self, line: EmulatedLine, source: BoardSource, clock: FakeClock, path: Path) -> None:
        setup = Setup("speed", {"best_of": 1, "countdown": 1}, seats_of("human", "human"), 7, "speed")
        self.line, self.clock = line, clock
        self.inputs = Inputs([Panels(Debounced(source), PANELS)], lambda _event: None)
        self.log = MatchLogFile(path, path.open("x", encoding="utf-8"))
        self.log.write([header(setup)])
        self.session = Session(Match(setup, clock()), self.log, lambda _update: None)
        self.was_missing = False

    def listen(self, for_ms: int) -> None:
        for _ in range(for_ms // 10):
            self.clock.advance(10 * MS)
            now = self.clock()
            for press in self.inputs.drain():
                self.session.handle(press)
            missing = bool(self.inputs.missing)
            if missing != self.was_missing:
                self.session.control("pause" if missing else "resume", now, "source" if missing else "")
                self.was_missing = missing
            for gap in self.inputs.gaps():
                self.session.void(gap.since_ns or 0, now, gap.why)
                if not missing:
                    self.session.control("resume", now + 1)
            self.session.advance(now, min(now, self.inputs.drained_ns))

    def tap(self, seat: int, button: str) -> None:
        places = {place: int(number) for number, place in PANELS.items()}
        at = self.clock() + MS
        self.line.plan((at, places[seat, button], True), (at + 40 * MS, places[seat, button], False))
        self.listen(120)

    def play_one(self) -> bool:
        match = self.session.match
        for seat in (0, 1):
            for command in match.legal(seat):
                if command.do == "play":
                    for button in match.game.presses_for(match.table, seat, command):
                        self.tap(seat, button)
                    return True
        return False


def test_the_plug_is_pulled_in_mid_match_and_nobody_gains_by_it(connect: Connect, tmp_path: Path) -> None:
    line, source, clock = connect("usb", "--seed", "4")
    player = Player(line, source, clock, tmp_path / "log.jsonl")
    match = player.session.match
    player.listen(4500)
    for seat in (0, 1):
        player.tap(seat, "ACTION")
    player.listen(1500)
    assert match.table.phase == "play"
    assert player.play_one()
    player.listen(500)
    stands = match.table
    line.unplug()
    player.listen(700)
    assert match.state.sit.paused >= 0
    line.plug()
    player.listen(3000)
    assert match.state.sit.paused < 0, "it went on by itself"
    assert match.table.zones == stands.zones
    assert player.play_one()
    player.listen(1000)
    player.session.close()
    written = read((tmp_path / "log.jsonl").read_bytes())
    verify(written)
    kinds = [key for value in written.values for key in ("pause", "void", "resume") if key in value]
    assert sorted(kinds) == ["pause", "resume", "void"]
