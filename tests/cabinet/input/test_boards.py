"""Button boards in a running match, in virtual time: unplugged, rebooted, two at once. Nobody gains by it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from json import loads
from pathlib import Path

import pygame
import pytest

from cabinet.audio.match_sounds import MatchSounds
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Board, Config, Input
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import Inputs, Panels, lines_map
from cabinet.loop import Loop
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.scenes.match import MatchScene
from cabinet.scenes.stack import SceneStack
from cabinet.screens.modes import Choice, Mode
from cabinet.screens.view_factory import table_view, theme_of
from cabinet.screens.views import Look, Views
from cabinet.screens.window import Reading
from engine.log import read
from engine.log_replay import verify
from engine.match import Match
from engine.panel import ACTION
from hardware.board.fake import FakeBoard
from hardware.board.protocol import Hello, Status
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.source import EdgesLost, Event

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

    def wait(self, milliseconds: int) -> None:
        """Time passes elsewhere."""

    def read(self, now: int) -> Reading:
        return Reading(quits=False, exposed=False)

    def set_margin(self, margin: float) -> bool:
        return not margin

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
