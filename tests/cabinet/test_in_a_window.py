"""The real program in a real window, played by a robot at a keyboard: title, menu, a whole deal, the result."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
import pytest

from cabinet.config.schema import Input
from cabinet.input.inputs import panel_map
from cabinet.scenes.bases import GUARD_NS
from cabinet.scenes.match import CABINET
from cabinet.store.lock import FILE
from cabinet.store.store import DiskStore
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import planned
from engine.panel import ACTION
from engine.phases import STALL
from engine.setup import Setup, seats_of
from engine.units import S
from tests.cabinet.test_first_evening import PATIENCE_NS, PEOPLE, THINKS_NS, at_their_first_match
from tests.cabinet.walk import Guest
from tests.cabinet.xserver import x_server
from tools.vm.rig.player import Plan, own_moves_in, plan_of

SEED = 7
OPTIONS = {"best_of": 1, "turn_ms": 100, "countdown": 1}
CONFIG = """
[display]
size = [800, 480]
fps = 30
[match]
game = "speed"
opponent = "person"
[options.speed]
best_of = 1
turn_ms = 100
countdown = 1
"""
KEYS = {place: str(key) for key, place in panel_map(Input().keys).items()}
X_NAMES = {"-": "minus"}
PATIENCE_S = 60.0
RESULT_S = 4.0
"""From an outcome to a result that answers: the last look at the table, and the slow motion of a race."""
STEP_MS = 80
STOPPED_S = 3.0
"""How long the program is stopped: shorter than what a match waits after for a press."""
AMBER, BLUE = 0, 1


@contextmanager
def started(arguments: Sequence[str], environ: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """The program, running; ended when the test is, however that ends."""
    command = [sys.executable, "-m", "cabinet", *arguments]
    program = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True)
    try:
        yield program
    finally:
        program.kill()
        program.wait()
        if program.stderr is not None:
            program.stderr.close()


class Robot:
    """Presses keys of a display, and waits for what the program writes."""

    def __init__(self, environ: dict[str, str], matches: Path) -> None:
        self._environ = environ
        self._matches = matches

    def press(self, *places: tuple[int, str]) -> None:
        """Tap buttons one after the other, `STEP_MS` apart."""
        keys = [X_NAMES.get(KEYS[place], KEYS[place]) for place in places]
        self.key(*keys)

    def key(self, *keys: str) -> None:
        subprocess.run(["xdotool", "key", "--delay", str(STEP_MS), *keys], env=self._environ, check=True)

    def press_slowly(self, place: tuple[int, str]) -> None:
        """Press a button, and let whatever it leads to come: presses just after a call are none of it."""
        self.press(place)
        self.pause()

    @staticmethod
    def pause() -> None:
        """Wait until presses just after a page has come are past."""
        threading.Event().wait(GUARD_NS / S + 0.2)

    def begin(self) -> Path:
        """Go from title to match by one ACTION of each, by the rules that the configuration wants.

        A second one would be another press: a bot for the other seat, or a tap in the match.
        """
        self.press((AMBER, ACTION), (BLUE, ACTION))
        return self.log(1)

    def again(self) -> Path:
        """Have the same match once more, by ACTION on its result, which comes some seconds after the outcome.

        A press that came before it is made again: the second match gets none of it that matters.
        """
        pulse = threading.Event()
        for _ in range(round(PATIENCE_S / RESULT_S)):
            pulse.wait(RESULT_S)
            if len(self._logs()) > 1:
                break
            self.press((AMBER, ACTION))
        return self.log(2)

    def log(self, number: int) -> Path:
        """Wait for the log of the match of that number, from 1."""
        self._until(lambda: len(self._logs()) >= number, f"match {number}")
        return self._logs()[number - 1]

    def wait_for(self, holds: Callable[[Sequence[dict[str, Any]]], bool], log: Path, what: str) -> None:
        """Wait until the lines of the log are as they should be."""
        self._until(lambda: holds(lines_of(log)), what)

    def find_windows(self, count: int) -> None:
        """Wait for so many windows of the program, until one of them has the keyboard, and for the program's first
        report of itself, two seconds after its first frame: a key before, or just then, is no press."""
        self._until(lambda: len(self._windows()) == count and self._focus() in self._windows(), f"{count} windows")
        state = self._matches.parent / FILE
        self._until(lambda: state.exists() and state.stat().st_size, "the program's report of itself")

    def _windows(self) -> list[bytes]:
        """The ids of all windows that can be seen: there is none but the program's."""
        return self._asked("search", "--onlyvisible", "--all", "--class", ".").split()

    def _focus(self) -> bytes:
        """The id of the window that gets the keys."""
        return self._asked("getwindowfocus").strip()

    def _asked(self, *words: str) -> bytes:
        return subprocess.run(["xdotool", *words], env=self._environ, capture_output=True, check=False).stdout

    def _logs(self) -> list[Path]:
        return sorted(self._matches.glob("*.jsonl"))

    def _until(self, look: Callable[[], object], what: str) -> None:
        pulse = threading.Event()
        for _ in range(round(PATIENCE_S / 0.05)):
            if look():
                return
            pulse.wait(0.05)
        raise AssertionError(f"waited {PATIENCE_S:.0f} s for {what}")


def lines_of(log: Path) -> list[dict[str, Any]]:
    """The complete lines of a log behind its header."""
    text = log.read_text(encoding="utf-8")
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()[1:]]


def taps_in(lines: Sequence[dict[str, Any]]) -> list[list[object]]:
    """Seat and button of every press from the opening of the first deal on."""
    opened = next(place for place, line in enumerate(lines) if ["phase", "play"] in line.get("effects", []))
    return [line["press"][:2] for line in lines[opened:] if "press" in line and line["press"][2]]


def cards_of(seat: int, lines: Sequence[dict[str, Any]]) -> list[int]:
    """When a seat has played its cards, log times in ns."""
    return [line["t"] for line in lines if line.get("seat") == seat and line.get("ok")]


def stopped_in(lines: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """The log times, in ns, between which the program stood still."""
    (since,) = [line["t"] for line in lines if line.get("pause") == STALL]
    return since, next(line["t"] for line in lines if "resume" in line)


def arguments_for(config: str, folder: Path) -> list[str]:
    """The command line of a match with that configuration."""
    file = folder / "config.toml"
    file.write_text(config, encoding="utf-8")
    return ["play", "--config", str(file), "--seed", str(SEED)]


def environ_for(display: str, data: Path) -> dict[str, str]:
    """The environment of a program on that display."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    environ |= {"DISPLAY": display, "XDG_DATA_HOME": str(data), "SDL_AUDIODRIVER": "dummy"}
    environ.pop("WAYLAND_DISPLAY", None)
    return environ


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(Setup("speed", OPTIONS, seats_of("human", "human"), SEED, "speed"))


@pytest.mark.long
@pytest.mark.needs("Xvfb", "xdotool")
def test_a_deal_from_title_to_result(plan: Plan, tmp_path: Path) -> None:
    arguments = arguments_for(CONFIG, tmp_path)
    with x_server() as display:
        environ = environ_for(display, tmp_path)
        robot = Robot(environ, tmp_path / "photofinish" / "matches")
        with started(arguments, environ) as program:
            robot.find_windows(1)
            log = robot.begin()
            for after, taps in plan.batches(are_ready=True):
                robot.wait_for(lambda lines: own_moves_in(lines) >= after, log, f"move {after} of the game")  # noqa: B023 - called at once
                robot.press(*((tap.seat, tap.button) for tap in taps))
            robot.wait_for(lambda lines: bool(lines) and "outcome" in lines[-1], log, "the outcome")
            assert robot.again() != log
            robot.key("Escape")
            _, said = program.communicate(timeout=PATIENCE_S)
            assert (program.returncode, said) == (0, f"Saved: the result of {log.stem}.\n")
    lines = lines_of(log)
    assert taps_in(lines) == [[tap.seat, tap.button] for tap in plan.taps[2:]]
    # the cabinet presses READY for those whose own presses have not come to the match
    assert {line["source"] for line in lines if "press" in line} - {CABINET} == {"keyboard"}
    assert lines[-1]["outcome"] == {"winner": 0, "reason": "deals", "scores": [1, 0]}
    verified = subprocess.run([sys.executable, "-m", "cabinet", "verify", str(log)], check=False, timeout=PATIENCE_S)
    assert verified.returncode == 0


@pytest.mark.long
@pytest.mark.needs("Xvfb", "xdotool")
def test_a_bot_plays_no_card_while_the_program_is_stopped_and_keys_of_that_time_count(tmp_path: Path) -> None:
    arguments = arguments_for(CONFIG.replace('"person"', '"bot:fast"'), tmp_path)
    with x_server() as display:
        environ = environ_for(display, tmp_path)
        robot = Robot(environ, tmp_path / "photofinish" / "matches")
        with started(arguments, environ) as program:
            robot.find_windows(1)
            robot.press((AMBER, ACTION), (AMBER, ACTION))
            log = robot.log(1)
            robot.wait_for(lambda lines: cards_of(BLUE, lines) != [], log, "the bot's first card")
            program.send_signal(signal.SIGSTOP)
            threading.Event().wait(STOPPED_S)
            robot.press((AMBER, "CARD1"))
            program.send_signal(signal.SIGCONT)
            robot.wait_for(lambda lines: any("resume" in line for line in lines), log, "the end of the pause")
            robot.wait_for(lambda lines: cards_of(BLUE, lines)[-1] > stopped_in(lines)[1], log, "a card after it")
            robot.key("Escape")
            program.communicate(timeout=PATIENCE_S)
    lines = lines_of(log)
    since, until = stopped_in(lines)
    assert until - since > STOPPED_S * S
    assert not [t for t in cards_of(BLUE, lines) if since <= t <= until + S], "nor in the countdown behind it"
    (key,) = [line for line in lines if line.get("press") == [AMBER, "CARD1", True]]
    assert since < key["t"] < until
    assert "ignored" not in key
    verified = subprocess.run([sys.executable, "-m", "cabinet", "verify", str(log)], check=False, timeout=PATIENCE_S)
    assert verified.returncode == 0


@pytest.mark.long
@pytest.mark.needs("Xvfb", "xdotool")
def test_an_evening_of_five_from_the_title_over_its_first_match_to_the_next_call(plan: Plan, tmp_path: Path) -> None:
    """What newcomers press by the labels in virtual time leads to the same match in a real window."""
    people = at_their_first_match(tmp_path / "virtual")
    arguments = arguments_for(CONFIG, tmp_path)
    with x_server() as display:
        environ = environ_for(display, tmp_path)
        robot = Robot(environ, tmp_path / "photofinish" / "matches")
        with started(arguments, environ) as program:
            robot.find_windows(1)
            to_the_list, to_the_table = people.pressed[:3], people.pressed[3 + people.spelling :]
            for place in to_the_list:
                robot.press_slowly(place)
            for name in PEOPLE:
                robot.key(*name.lower(), "Return" if name == PEOPLE[-1] else "Right")
                robot.pause()
            for place in to_the_table:
                robot.press_slowly(place)
            log = robot.log(1)
            for after, taps in plan.batches(are_ready=True):
                robot.wait_for(lambda lines: own_moves_in(lines) >= after, log, f"move {after} of the game")  # noqa: B023 - called at once
                robot.press(*((tap.seat, tap.button) for tap in taps))
            robot.wait_for(lambda lines: bool(lines) and "outcome" in lines[-1], log, "the outcome")
            for _ in range(4):  # past the slow motion and the photo, from the result to the call
                robot.press_slowly((AMBER, ACTION))
            robot.key("Escape")
            program.communicate(timeout=PATIENCE_S)
    store = DiskStore(tmp_path / "photofinish")
    evening = Evening.of(store.evening())
    store.close()
    assert evening.names == PEOPLE
    assert [(played.match, played.names, played.winner) for played in evening.results] == [
        (log.stem, PEOPLE[:2], PEOPLE[0])
    ]
    assert evening.now is not None and set(evening.now.names) == {PEOPLE[0], PEOPLE[2]}
    assert len(people.pressed) * THINKS_NS < PATIENCE_NS


@contextmanager
def guest_at(
    folder: Path, keep: Callable[[str, pygame.Surface], None] = lambda _what, _picture: None
) -> Iterator[tuple[Guest, Path]]:
    """A guest at the title in a window of 800×480 on a display of that size, and the folder of the cabinet's data."""
    with x_server(size="800x480") as display:
        environ = environ_for(display, folder)
        robot = Robot(environ, folder / "photofinish" / "matches")
        with started(arguments_for(CONFIG, folder), environ) as program:
            robot.find_windows(1)
            yield Guest(display, KEYS, robot.press, robot.key, keep), folder / "photofinish"
            robot.key("Escape")
            program.communicate(timeout=PATIENCE_S)


@pytest.mark.needs("Xvfb", "xdotool")
def test_who_presses_only_what_is_lit_comes_from_the_title_to_the_list_with_a_name(tmp_path: Path) -> None:
    """The letters of CLO and AX are letters, also those of TAKE BACK, CARD1 and ACTION.

    As `python -m tests.cabinet.pictures --evening` goes on to the champion's page, in minutes.
    """
    with guest_at(tmp_path) as (guest, data):
        guest.makes_a_list(("CLO", "AX"))
        assert guest.press("MEND A NAME") == "MEND A NAME"
        pressed = [word for word, _ in guest.pressed]
    assert pressed == ["TONIGHT", "TOURNAMENT", "A NAME MORE", "MEND A NAME"]
    store = DiskStore(data)
    plan = planned(store.evening())
    store.close()
    assert plan is not None and plan.names == ("CLO", "AX")


OWN = """
[display]
size = [480, 320]
fps = 30
[match]
game = "speed"
opponent = "person"
[options.speed]
cards_seen = "own_screen"
countdown = 1
"""


@pytest.mark.needs("Xvfb", "xdotool")
def test_each_player_has_a_window_where_each_is_to_have_a_screen(tmp_path: Path) -> None:
    with x_server() as display:
        environ = environ_for(display, tmp_path)
        robot = Robot(environ, tmp_path / "photofinish" / "matches")
        with started(arguments_for(OWN, tmp_path), environ) as program:
            robot.find_windows(2)
            log = robot.begin()
            robot.wait_for(lambda lines: any("deal" in line for line in lines), log, "the draw")
            robot.wait_for(lambda lines: any(line.get("deal") == 1 for line in lines), log, "the first deal")
            robot.wait_for(
                lambda lines: any(["phase", "play"] in line.get("effects", []) for line in lines), log, "the opening"
            )
            robot.key("Escape")
            _, said = program.communicate(timeout=PATIENCE_S)
            assert (program.returncode, said) == (0, "")


@pytest.mark.needs("Xvfb", "xdotool")
@pytest.mark.parametrize("displays", [1, 2])
def test_on_whole_screens_each_player_needs_a_display(displays: int, tmp_path: Path) -> None:
    whole = OWN.replace("size = [480, 320]", "fullscreen = true")
    with x_server(displays) as display:
        environ = environ_for(display, tmp_path)
        robot = Robot(environ, tmp_path / "photofinish" / "matches")
        with started(arguments_for(whole, tmp_path), environ) as program:
            if displays == 1:
                _, said = program.communicate(timeout=PATIENCE_S)
                assert program.returncode == 2
                assert said.startswith("photofinish: cards_seen = own_screen gives each player a screen")
                assert said.count("\n") == 1
                return
            robot.find_windows(2)
            robot.begin()
            robot.key("Escape")
            _, said = program.communicate(timeout=PATIENCE_S)
            assert (program.returncode, said) == (0, "")
