"""Button boards in virtual time: unplugged and rebooted in a match, two at once, come late; and races through them.

Nobody gains by any of it: the earlier press wins every race, and one wire to both players is a fair draw.

"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from json import loads
from math import sqrt
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from cabinet.audio.match_sounds import MatchSounds
from cabinet.card.report import CardFault, CardReport
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Board, Config, Input
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import Inputs, Panels, lines_map
from cabinet.input.sources import LOOK_NS, LateBoard, PanelSource, Sources
from cabinet.loop import Loop
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.scenes.card_faults import CardFaults
from cabinet.scenes.match import MatchScene
from cabinet.scenes.ready import GettingReady
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Title
from cabinet.screens.modes import Choice, Mode
from cabinet.screens.view_factory import table_view, theme_of
from cabinet.screens.views import Look, Views
from cabinet.screens.window import Reading
from engine.log import read
from engine.log_lines import CommandLine
from engine.log_replay import verify
from engine.match import Match
from engine.panel import ACTION, CARDS, LEFT, Control
from engine.units import S
from hardware.board import link
from hardware.board.fake import Cable, FakeBoard
from hardware.board.protocol import Hello, Status
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.fake import FakeSource
from hardware.source import EdgesLost, Event
from tests.cabinet.test_whole_cabinet import LINES, Evening, begun, names
from workshop.certify.race import MAP, PLACES, Starter, run, winner_of

AMBER, BLUE = 0, 1
ROUND_NS = 4 * MS
TWO = MatchRequest("speed", "speed", ("person", "person"))
FOUR = MatchRequest("speed", "speed_for_four", ("person",) * 4)


class NoWindow:
    """What the loop wants of a window, and nobody looks at."""

    def __init__(self, screen: pygame.Surface) -> None:
        self.screens = [screen]
        self.choices: Sequence[Choice] = ()
        self.offered: Sequence[Mode] = ()
        self.displays: int | None = None

    def wait(self, milliseconds: int) -> None:
        """Time passes elsewhere."""

    def read(self, now: int) -> Reading:
        return Reading(quits=False, exposed=False)

    def lay_out(self, margin: float, rotate: int | None = None) -> bool:
        return not margin

    def exchange(self, *, on: bool) -> None:
        """One screen has no other."""

    def set_mode(self, mode: Mode | None) -> bool:
        return mode is None

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Nobody looks."""


class Cellar:
    """A cabinet with button boards, played in virtual time through its own loop."""

    def __init__(self, toolkit: Toolkit, data: Path, seats: Sequence[tuple[int, int]], request: MatchRequest) -> None:
        config = Config(options={"speed": {"best_of": 1, "countdown": 1}, "spit": {"travel_ms": 0, "countdown": 1}})
        factory = MatchFactory(LoadedConfig(config, None, ""), data, 11)
        self.people = range(len(request.players))
        self.clock = FakeClock(60_000 * MS)
        self.boards = [FakeBoard(self.clock, board_id=bytes([n] * 8), ppm=40 * n - 20) for n in range(len(seats))]
        named = zip(self.boards, ("board", "board2"), strict=False)
        sources = [BoardSource(board.open, name=name, clock=self.clock) for board, name in named]
        lines = Input().lines
        maps = [lines_map(lines, pair) for pair in seats]
        self.places = {place: (n, int(line)) for n, each in enumerate(maps) for line, place in each.items()}
        self.troubles: list[Event] = []
        panels = [Panels(Debounced(source), each) for source, each in zip(sources, maps, strict=True)]
        self.inputs = Inputs(panels, self.troubles.append)
        self.inputs.start()
        view = table_view(config, factory, request, toolkit, judged=True)
        self.scene = MatchScene(
            lambda zero, hear: factory.session(request, zero, hear),
            Views({0: Look(view)}),
            MatchSounds(lambda _sounds: None),
            lambda _text: None,
        )
        self.stack = SceneStack()
        self.screen = pygame.Surface(toolkit.size)
        self.loop = Loop(self.stack, self.inputs, NoWindow(self.screen), self.clock, 25, wakes=False)
        self.stack.push(self.scene, self.clock())
        log = self.scene._running.log
        assert log is not None
        self.log_path = log.path

    @property
    def match(self) -> Match:
        return self.scene._running.match

    @property
    def dialog(self) -> str:
        return self.scene._dialog.title if self.scene._dialog else ""

    @property
    def is_paused(self) -> bool:
        return self.match.state.sit.paused >= 0

    def pass_ms(self, ms: int) -> None:
        for _ in range(max(ms * MS // ROUND_NS, 1)):
            self.clock.advance(ROUND_NS)
            self.loop.round()

    def tap(self, seat: int, button: str, hold_ms: int = 40) -> None:
        board, line = self.places[seat, button]
        self.boards[board].edge(line, True)
        self.pass_ms(hold_ms)
        self.boards[board].edge(line, False)
        self.pass_ms(40)

    def into_play(self) -> None:
        while self.match.table.phase != "ready":
            self.pass_ms(20)
        self.pass_ms(20)
        for seat in self.people:
            self.tap(seat, ACTION)
        self.wait_until(lambda: self.match.table.phase == "play")

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        for _ in range(5000):
            if is_so():
                return
            self.pass_ms(4)
        raise AssertionError("it never came to that")

    def play_one(self, first: int = AMBER) -> bool:
        """Tap the first legal play of anybody, asking from this seat on."""
        for seat in (*self.people[first:], *self.people[:first]):
            for command in self.match.legal(seat):
                if command.do == "play":
                    for button in self.match.game.presses_for(self.match.table, seat, command):
                        self.tap(seat, button)
                    return True
        return False

    def log_lines(self) -> list[str]:
        return self.log_path.read_text(encoding="utf-8").splitlines()

    def check_log(self) -> None:
        self.pass_ms(1000)
        verify(read(self.log_path.read_bytes()))


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), (480, 320))


Open = Callable[..., Cellar]


@pytest.fixture
def cellar(toolkit: Toolkit, tmp_path: Path) -> Iterator[Open]:
    made: list[Cellar] = []

    def begin(*seats: tuple[int, int], request: MatchRequest = TWO) -> Cellar:
        made.append(Cellar(toolkit, tmp_path, seats or ((0, 1),), request))
        return made[-1]

    yield begin
    for each in made:
        each.stack.clear(each.clock())
        each.inputs.close()


def test_a_board_that_is_unplugged_stops_the_match_at_once_and_it_goes_on_when_it_is_back(cellar: Open) -> None:
    room = cellar()
    room.into_play()
    assert room.play_one()
    room.pass_ms(600)
    stands, (board,) = room.match.table, room.boards
    board.unplug()
    room.pass_ms(8)
    assert room.is_paused
    assert room.dialog == "BUTTONS OUT OF REACH"
    room.pass_ms(90_000)
    assert room.is_paused, "nobody is idle meanwhile"
    board.plug()
    room.wait_until(lambda: room.dialog != "BUTTONS OUT OF REACH")
    assert room.match.state.sit.resume >= 0, "the countdown runs"
    room.wait_until(lambda: not room.is_paused)
    assert room.match.table.zones == stands.zones
    assert room.play_one()
    room.check_log()
    told = [line for line in room.log_lines() if '"pause"' in line or '"void"' in line or '"resume"' in line]
    assert ['"pause":"source"' in told[0], '"why":"link"' in told[1], '"resume"' in told[2]] == [True] * 3


def test_a_match_whose_board_makes_no_sense_stands_still_within_a_second_and_the_screen_says_which(
    cellar: Open,
) -> None:
    room = cellar((0, -1), (-1, 1))
    room.into_play()
    room.pass_ms(600)
    board = room.boards[1]
    honest = board.alter
    board.alter = lambda said: said._replace(time=7) if isinstance(said, Status | Hello) else said
    room.pass_ms(1000)
    assert room.is_paused
    assert room.scene._dialog is not None
    assert room.scene._dialog.lines[0] == "board2 makes no sense. Plug it in anew."
    board.alter = honest
    room.wait_until(lambda: not room.is_paused)
    assert room.play_one()
    room.check_log()


def test_a_board_that_restarts_unheard_is_heard_within_a_second_and_what_was_uncertain_is_undone(cellar: Open) -> None:
    room = cellar()
    room.into_play()
    room.pass_ms(600)
    stands = room.match.table
    room.boards[0].reboot(is_heard=False)
    room.pass_ms(1000)
    assert room.inputs.missing == ()
    room.wait_until(lambda: not room.is_paused)
    assert room.match.table.zones == stands.zones
    assert room.play_one()
    room.check_log()


def test_what_was_played_while_edges_may_be_missing_is_undone(cellar: Open) -> None:
    room = cellar()
    room.into_play()
    room.pass_ms(600)
    before, (board,) = room.match.table, room.boards
    board.edge(room.places[BLUE, "CARD1"][1], True, lost=True)
    room.clock.advance(MS)
    command = next(command for command in room.match.legal(AMBER) if command.do == "play")
    for button in room.match.game.presses_for(room.match.table, AMBER, command):
        board.edge(room.places[AMBER, button][1], True)
    room.wait_until(lambda: room.inputs.lost["board"] > 0)
    room.pass_ms(8)
    assert room.match.table.zones == before.zones
    assert room.is_paused and room.match.state.sit.resume >= 0
    room.wait_until(lambda: not room.is_paused)
    room.check_log()
    assert any('"why":"sequence"' in line for line in room.log_lines())


def test_a_reboot_in_mid_match_goes_back_to_what_is_certain(cellar: Open) -> None:
    room = cellar()
    room.into_play()
    for _ in range(3):
        room.play_one()
    room.boards[0].reboot()
    room.pass_ms(100)
    assert room.is_paused
    room.wait_until(lambda: not room.is_paused)
    while room.play_one():
        pass
    room.check_log()
    assert sum('"void"' in line for line in room.log_lines()) == 1
    assert [e.why for e in room.troubles if isinstance(e, EdgesLost) and e.since_ns is not None] == ["reboot"]


def test_a_line_that_breaks_for_a_moment_voids_nothing(cellar: Open) -> None:
    room = cellar()
    room.into_play()
    assert room.play_one()
    stands = room.match.table
    room.boards[0].break_line()
    room.pass_ms(40)
    assert room.is_paused
    room.wait_until(lambda: not room.is_paused)
    assert room.match.table.zones == stands.zones
    room.check_log()
    assert not any('"void"' in line for line in room.log_lines())
    assert room.troubles == []


def test_a_home_and_a_far_panel_on_a_board_each(cellar: Open) -> None:
    room = cellar((0, -1), (-1, 1))
    room.into_play()
    assert [room.play_one() for _ in range(4)] == [True] * 4
    sources = {line.partition('"source":"')[2].partition('"')[0] for line in room.log_lines() if '"press"' in line}
    assert sources == {"board", "board2"}
    room.boards[0].edge(1, True)  # a line that no panel uses
    room.pass_ms(40)
    room.boards[1].unplug()
    room.pass_ms(8)
    assert room.scene._dialog is not None
    assert room.scene._dialog.lines[0] == "board2 does not answer. Look at its cable."
    room.tap(AMBER, ACTION)
    assert room.is_paused, "who still has buttons cannot go on alone"
    room.boards[1].plug()
    room.wait_until(lambda: not room.is_paused)
    room.check_log()


def test_a_pause_of_the_players_is_still_one_when_the_board_is_back(cellar: Open) -> None:
    room = cellar()
    room.into_play()
    for button in ("CARD1", "CARD5", ACTION):
        room.boards[0].edge(room.places[AMBER, button][1], True)
    room.wait_until(lambda: room.is_paused)
    for button in ("CARD1", "CARD5", ACTION):
        room.boards[0].edge(room.places[AMBER, button][1], False)
    room.pass_ms(40)
    room.boards[0].break_line()
    room.pass_ms(2000)
    assert room.inputs.missing == ()
    assert room.is_paused and room.match.state.sit.resume < 0
    room.tap(AMBER, ACTION)
    room.wait_until(lambda: not room.is_paused)
    room.check_log()


def test_four_panels_have_four_seats() -> None:
    lines = Input().lines
    first, second = (lines_map(lines, seats) for seats in ((0, 1), (2, 3)))
    places = [*first.values(), *second.values()]
    assert len(places) == len(set(places)) == 32
    assert Input(board2=Board(seats=(2, 3))).board2.seats == (2, 3)


def test_four_people_play_at_the_panels_of_two_boards(cellar: Open) -> None:
    room = cellar((0, 1), (2, 3), request=FOUR)
    room.into_play()
    for turn in range(24):
        if not room.play_one(turn % 4):
            room.pass_ms(4000)
    plays = [line for line in map(loads, room.log_lines()) if line.get("do") == "play" and line["ok"]]
    assert {play["seat"] for play in plays} == {0, 1, 2, 3}
    presses = [line for line in map(loads, room.log_lines()) if "press" in line]
    assert {(line["press"][0], line["source"]) for line in presses} == {
        (0, "board"), (1, "board"), (2, "board2"), (3, "board2"),
    }  # fmt: skip
    room.boards[1].unplug()
    room.pass_ms(8)
    assert room.is_paused
    assert room.scene._dialog is not None
    assert room.scene._dialog.lines[0] == "board2 does not answer. Look at its cable."
    room.boards[1].plug()
    room.wait_until(lambda: not room.is_paused)
    room.check_log()


def test_a_second_pair_of_panels_by_the_piles_is_the_same_seats(cellar: Open) -> None:
    room = cellar((0, 1), (0, 1), request=MatchRequest("spit", "running_spit", ("person", "person")))
    room.into_play()
    home, far = room.boards
    for _ in range(4):
        command = next(command for command in room.match.legal(AMBER) if command.do == "play")
        card, pile = room.match.game.presses_for(room.match.table, AMBER, command)
        for board, button in ((home, card), (far, pile)):
            line = room.places[AMBER, button][1]
            board.edge(line, True)
            room.pass_ms(40)
            board.edge(line, False)
            room.pass_ms(40)
        if not any(each.do == "play" for each in room.match.legal(AMBER)):
            break
    room.check_log()
    lines = [*map(loads, room.log_lines())]
    plays = [line for line in lines if line.get("do") == "play"]
    assert plays and all(play["ok"] for play in plays)
    presses = [(line["press"][:2], line["source"]) for line in lines if "press" in line]
    mine = [(button, source) for (seat, button), source in presses if seat == AMBER and button != ACTION]
    assert {(button in ("LEFT", "RIGHT"), source) for button, source in mine} == {(False, "board"), (True, "board2")}


def test_nobody_plays_at_the_panel_of_a_bots_seat(cellar: Open) -> None:
    room = cellar((0, 1), (2, 3), request=replace(FOUR, players=("person", "person", "bot:slow", "bot:slow")))
    room.people = range(2)
    room.into_play()
    room.tap(2, "CARD1")
    room.pass_ms(600)
    assert not any('"press":[2' in line and '"source":"board2"' in line for line in room.log_lines())
    room.check_log()


def test_lamps_follow_the_match(cellar: Open) -> None:
    room = cellar()
    room.into_play()
    assert room.scene.lamps == {}
    board, line = room.places[AMBER, "CARD1"]
    room.boards[board].edge(line, True)
    room.pass_ms(40)
    armed = room.match.keys(AMBER)[0].label == "armed"
    assert ((AMBER, "CARD1") in room.scene.lamps) is armed


# -- Races through a board and the host ----------------------------------------------------------------------------


RACES = 10_000
LEADS_US = (2, 5, 10, 50, 200, 1000)
LATEST_NS = 40 * MS


class Track:
    """A board whose line is slow at random, the host behind it, and match after match that both seats race in."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = FakeClock(10_000 * MS)
        self.board = FakeBoard(self.clock, ppm=self.chance.uniform(-60, 60), booted_ns=1_234_567)
        source = BoardSource(self.board.open, clock=self.clock)
        self.inputs = Inputs([Panels(Debounced(source), MAP)], self.trouble)
        self.inputs.start()
        self.board.delay = lambda: self.chance.randrange(LATEST_NS)
        self.starter = Starter()

    def trouble(self, event: Event) -> None:
        raise AssertionError(f"unexpected: {event}")

    def race(self, seed: int, first: int, lead_us: int) -> CommandLine:
        """The winner's line of a race in which `first` is earlier by so many µs, or neither by 0."""
        match = self.starter.ready(seed, self.clock())
        self.clock.advance(self.chance.randrange(1_000_000))
        one, other = PLACES[first, CARDS[0]], PLACES[1 - first, CARDS[0]]
        if lead_us:
            self.board.edge(one, True)
            self.clock.advance(lead_us * 1000)
            self.board.edge(other, True)
        else:
            self.board.edges([(one, True), (other, True)])
        told = self.listen(match, 100 * MS)
        self.board.edges([(one, False), (other, False)])
        self.clock.advance(100 * MS)
        self.inputs.drain(self.clock())
        return winner_of(told)

    def listen(self, match: Match, for_ns: int) -> list[object]:
        told: list[object] = []
        for _ in range(5):
            self.clock.advance(for_ns // 5)
            run(match, self.inputs.drain(self.clock()), told)
        return told


@pytest.mark.long
@pytest.mark.once
def test_the_earlier_press_wins_every_race() -> None:
    track = Track(1)
    lost = []
    for number in range(RACES):
        first, lead = track.chance.randrange(2), LEADS_US[number % len(LEADS_US)]
        winner = track.race(number, first, lead)
        if winner.seat != first or winner.dead_heat:
            lost.append((number, lead, winner))
    assert lost == []


@pytest.mark.long
def test_one_wire_to_both_players_is_a_dead_heat_that_each_wins_half_of() -> None:
    track, count = Track(2), 2000
    winners = [track.race(number, 0, 0) for number in range(count)]
    assert {winner.dead_heat for winner in winners} == {(0, 1)}
    assert abs(sum(winner.seat for winner in winners) - count / 2) <= 3 * sqrt(count) / 2


def test_a_pause_in_between_is_no_race() -> None:
    track = Track(3)
    match = track.starter.ready(1, track.clock())
    match.handle(Control("pause", track.clock() + MS, "source"))
    track.clock.advance(2 * MS)
    track.board.edge(PLACES[0, CARDS[0]], True)
    assert [line for line in track.listen(match, 100 * MS) if isinstance(line, CommandLine)] == []


class TwoTracks:
    """A board for each player. One's answers are slow, the other's questions: each clock is mapped 3 ms wrong."""

    ASYMMETRY_NS = 6 * MS

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = FakeClock(10_000 * MS)
        slow, quick = self._slow, self._quick
        self.boards = [
            FakeBoard(self.clock, board_id=b"board  0", cable=Cable(delay=slow, delay_back=quick)),
            FakeBoard(self.clock, board_id=b"board  1", cable=Cable(delay=quick, delay_back=slow)),
        ]
        panels = []
        for seat, board in enumerate(self.boards):
            source = BoardSource(board.open, clock=self.clock, name=f"board{seat}")
            buttons = {line: place for line, place in MAP.items() if place[0] == seat}
            panels.append(Panels(Debounced(source), buttons))
        self.inputs = Inputs(panels, lambda _event: None)
        self.inputs.start()
        self.starter = Starter()

    def _slow(self) -> int:
        return self.ASYMMETRY_NS + self.chance.randrange(100_000)

    def _quick(self) -> int:
        return self.chance.randrange(100_000)

    def race(self, seed: int, first: int, lead_ns: int) -> tuple[CommandLine, int]:
        """The winner's line of a race in which `first` is earlier by so much, and the margin told."""
        match = self.starter.ready(seed, self.clock())
        told: list[object] = []
        for seat, wait in ((first, lead_ns), (1 - first, 100 * MS)):
            self.boards[seat].edge(PLACES[seat, CARDS[0]], True)
            end = self.clock() + wait
            while self.clock() < end:
                self.clock.advance(min(16 * MS, end - self.clock()))
                run(match, self.inputs.drain(self.clock()), told)
        for seat, board in enumerate(self.boards):
            board.edge(PLACES[seat, CARDS[0]], False)
        for _ in range(8):
            self.clock.advance(16 * MS)
            self.inputs.drain(self.clock())
        (beaten,) = (line for line in told if isinstance(line, CommandLine) and line.beaten_by >= 0)
        return winner_of(told), beaten.margin_ns


def test_between_two_boards_the_later_press_never_wins_alone_and_no_margin_is_more_than_the_lead() -> None:
    track = TwoTracks(5)
    drawn = 0
    for number in range(400):
        first, lead = track.chance.randrange(2), track.chance.randrange(1000, 12 * MS)
        winner, margin = track.race(number, first, lead)
        assert first in (winner.seat, *winner.dead_heat), f"race {number}, {lead} ns ahead"
        assert margin <= lead, f"race {number}"
        drawn += bool(winner.dead_heat)
    assert 0 < drawn < 400


# -- A board that comes when the program has looked for one already ------------------------------------------------


NOTHING = Sources(None, None)


class Usb:
    """A machine's devices, into which a board may be plugged."""

    def __init__(self, devices: Path) -> None:
        self.devices = devices
        self.looks = 0

    def plug(self) -> None:
        self.devices.mkdir(exist_ok=True)
        (self.devices / "ttyACM0").touch()

    def ports(self) -> list[link.Port]:
        self.looks += 1
        return [link.Port("ttyACM0", "e6", "ttyACM0")]


@pytest.fixture
def usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Usb:
    usb = Usb(tmp_path / "dev")
    monkeypatch.setattr(link, "usb_ports", usb.ports)
    return usb


def test_it_is_found_once_and_looked_for_once_a_second(usb: Usb) -> None:
    board = LateBoard(Input(), NOTHING, usb.devices)
    assert not board.has_come(S)
    usb.plug()
    assert not board.has_come(S + LOOK_NS - 1)
    assert board.has_come(S + LOOK_NS)
    assert not board.has_come(9 * S)
    assert usb.looks == 1


@pytest.mark.parametrize("wanted", [Input(source="gpio"), Input(source="board"), Input(board=Board(seats=()))])
def test_nobody_looks_who_would_not_take_it(wanted: Input, usb: Usb) -> None:
    usb.plug()
    assert not LateBoard(wanted, NOTHING, usb.devices).has_come(S)


def test_nobody_looks_who_has_one(usb: Usb) -> None:
    usb.plug()
    board = PanelSource(FakeSource([], FakeClock(), name="board"), {})
    assert not LateBoard(Input(), Sources(None, None, (board,)), usb.devices).has_come(S)


def test_at_the_title_the_program_begins_anew_with_it(
    usb: Usb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(tmp_path).after(3 * S).do(usb.plug).after(3 * S).run()
    assert evening.anew
    assert "A button board has been plugged in." in capsys.readouterr().err


def test_a_match_is_not_left_for_it(usb: Usb, tmp_path: Path) -> None:
    evening = begun(Evening(tmp_path)).do(usb.plug).after(3 * S).look()
    assert not evening.run().anew
    assert evening.seen == names(MatchScene)


def test_an_offer_is_left_for_it_and_made_again(usb: Usb, tmp_path: Path) -> None:
    begun(Evening(tmp_path)).run()
    usb.plug()
    assert Evening(tmp_path, begins=9000 * S).after(3 * S).run().anew
    (usb.devices / "ttyACM0").unlink()
    evening = Evening(tmp_path, begins=20_000 * S).after(S).look().tap(LEFT).run()
    assert evening.seen == ["Resume"]


WRONG = CardReport((CardFault(3, "sound.volume", "is 200; it takes a whole number from 0 to 100"),))


def press_late(boards: list[FakeBoard], line: int, closed: bool) -> None:
    boards[0].edge(line, closed)


def with_board(boards: list[FakeBoard]) -> Callable[[FakeClock], tuple[PanelSource, ...]]:
    """A board that is there at the start; it is appended to `boards`."""

    def plugged(clock: FakeClock) -> tuple[PanelSource, ...]:
        boards.append(FakeBoard(clock, booted_ns=clock()))
        return (PanelSource(BoardSource(boards[0].open, name="board", clock=clock), MAP),)

    return plugged


def test_the_page_of_the_cards_mistakes_is_left_for_it_and_comes_again(usb: Usb, tmp_path: Path) -> None:
    evening = Evening(tmp_path, card=WRONG).after(2 * S).look().do(usb.plug).after(3 * S).run()
    assert evening.anew
    assert evening.seen == names(CardFaults)
    boards: list[FakeBoard] = []
    again = Evening(tmp_path, begins=9000 * S, card=WRONG, boards=with_board(boards)).after(S).look()
    for line in (PLACES[0, CARDS[0]], PLACES[0, ACTION], PLACES[1, ACTION]):
        for closed in (True, False):
            again.do(partial(press_late, boards, line, closed)).after(60 * MS)
        again.after(S).look()
    again.run()
    assert not again.anew
    assert again.seen == names(CardFaults, Title, GettingReady, MatchScene)
    counts = again.store.audits()
    assert (counts["press.0.CARD1"], counts["press.0.ACTION"], counts["press.1.ACTION"]) == (1, 1, 1)


@pytest.mark.parametrize("after_ms", [0, 1, 30, 700])
def test_a_press_before_it_comes_counts_whichever_scene_is_there_when_it_is_found(
    after_ms: int, usb: Usb, tmp_path: Path
) -> None:
    evening = Evening(tmp_path, card=WRONG).after(2 * S)
    evening.source.tap(LINES[(AMBER, CARDS[0])], at_ns=evening.at, hold_ns=60 * MS)
    evening.after(after_ms * MS).do(usb.plug).after(3 * S).run()
    assert evening.anew
    assert evening.store.audits()["press.0.CARD1"] == 1


def test_a_press_on_the_page_leads_to_the_title_that_is_left_for_it(usb: Usb, tmp_path: Path) -> None:
    evening = Evening(tmp_path, card=WRONG).after(2 * S).tap(CARDS[0]).look().do(usb.plug).after(3 * S).run()
    assert evening.seen == names(Title)
    assert evening.anew
