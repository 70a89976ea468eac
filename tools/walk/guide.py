"""Goes through the program from the title to the rematch by presses at its panels, and takes a picture at each step."""

import json
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pygame

from cabinet.input.scripted import HOLD_NS
from engine.game import MS
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from hardware.clock import monotonic_ns
from tools.walk.plan import Walk
from tools.walk.screen import ScreenFile
from tools.walk.terminal import Edge, Terminal

AMBER, BLUE = 0, 1
PATIENCE_S: Final = 40.0
"""How long the guide waits for anything, s."""
LEAD_NS: Final = 60 * MS
"""From the plan of a press to the press."""
HELD_NS: Final = 1_500 * MS
"""How long BLUE holds ACTION before the match: into its countdown, where its log shows when that was."""
CHORD: Final = (CARDS[0], CARDS[-1], ACTION)
"""The buttons that pause a match, held for `CHORD_NS`."""
CHORD_NS: Final = 3_400 * MS
EVERY: Final = 12
"""The number of taps from one picture of play to the next."""
OPENS: Final = ["phase", "play"]
"""The effect that opens a deal, in a log."""
LOOKS: Final = {"race": (90, 300, 900, 2_000), "dead": (90, 300, 600, 900), "last": (90, 350), "miss": (120, 600)}
"""The times of pictures after a press of each kind, ms."""


class Picture(NamedTuple):
    """A picture and its name."""

    name: str
    pixels: pygame.Surface


class Lost(Exception):
    """The program did not do as the walk expects; the message names the step."""


class Guide:
    """One walk. `pictures` are those taken so far, in their order."""

    def __init__(
        self, screen: ScreenFile, board: Terminal, matches: Path, program: "subprocess.Popen[str]", *, crossed: bool
    ) -> None:
        """`crossed`: BLUE sits at the far edge, and has the left pile at the right hand (`panel_map.turned_round`)."""
        self.pictures: list[Picture] = []
        self._screen = screen
        self._board = board
        self._matches = matches
        self._program = program
        self._released_ns = 0
        self._released_by = BLUE
        self._crossed = {LEFT: RIGHT, RIGHT: LEFT} if crossed else {}

    def walk(self, walk: Walk) -> None:
        """Go from the title through the match of a plan to the rematch, its pause, and the title. Raises Lost."""
        self._until(self._is_drawn, "the title")
        self._after(900, "title")
        self._tap(AMBER, ACTION)
        for ms in (60, 1_500, 2_500, 2_500):
            self._after(ms, "ready")
        self._tap(BLUE, ACTION, HELD_NS)
        log = self._new_log(1)
        self._after(400, "countdown")
        self._play(walk, log)
        self._ending(log)
        self._tap(AMBER, ACTION)
        again = self._new_log(2)
        self._after(500, "rematch")
        self._until(lambda: _is_open(lines_of(again)), "the rematch")
        self._after(700, "rematch-play")
        self._pause()

    # Parts of the way

    def _play(self, walk: Walk, log: Path) -> None:
        """Play the match by its plan from its opening on: every press at its planned time."""
        zero = self._zero(walk, log)
        self._after(150, "play")
        edges = [edge for step in walk.steps for edge in step.edges()]
        for at, seat, button, closed in edges:
            pressed = self._crossed.get(button, button) if seat == BLUE else button
            self._board.plan([Edge(zero + at, seat, pressed, closed)])
        for number, step in enumerate(walk.steps):
            if step.shows:
                for ms in LOOKS[step.shows.partition("-")[0]]:
                    self._at(zero + step.t + ms * MS, f"{step.shows}+{ms}")
            elif step.button == ACTION and walk.steps[number - 1].button == ACTION:
                self._at(zero + step.t + 500 * MS, "action")
            elif number % EVERY == 0:
                self._at(zero + step.t + 200 * MS, "play")

    def _zero(self, walk: Walk, log: Path) -> int:
        """Return when the plan's time began, ns, from the match's opening and the last release of ACTION in its log.

        Whoever pressed last before the match holds ACTION beyond its first moment.
        """
        self._until(lambda: _is_open(lines_of(log)), "the opening")
        lines = lines_of(log)
        released = next(line["t"] for line in lines if line.get("press") == [self._released_by, ACTION, False])
        opened = next(line["t"] for line in lines if OPENS in line.get("effects", []))
        return self._released_ns - int(released) + int(opened) - walk.opened

    def _ending(self, log: Path) -> None:
        """Look at the last card, the slow motion, and the result."""
        self._until(lambda: any("outcome" in line for line in lines_of(log)), "the outcome")
        for ms in (500, 600, 600, 900):
            self._after(ms, "end")
        for ms in (500, 300, 1_200):
            self._after(ms, "result")
        self._after(2_000, "result-rest")

    def _pause(self) -> None:
        """Pause the rematch by the chord, look at the lesson behind it, and leave."""
        now = monotonic_ns() + LEAD_NS
        self._board.plan(Edge(now, AMBER, button, True) for button in CHORD)
        self._after(700, "chord")
        self._board.plan(Edge(now + CHORD_NS, AMBER, button, False) for button in CHORD)
        self._sleep_until(now + CHORD_NS)
        self._after(400, "pause")
        self._tap(AMBER, RIGHT)
        self._after(900, "pause-lesson")
        self._tap(AMBER, CARDS[-1])
        self._after(500, "pause-again")
        self._tap(AMBER, LEFT)
        self._after(900, "left")

    # Hands and eyes

    def _tap(self, seat: int, button: str, held_ns: int = HOLD_NS) -> None:
        now = monotonic_ns() + LEAD_NS
        self._released_ns, self._released_by = now + held_ns, seat
        self._board.plan([Edge(now, seat, button, True), Edge(self._released_ns, seat, button, False)])
        self._sleep_until(now)

    def _after(self, ms: int, name: str) -> None:
        self._at(monotonic_ns() + ms * MS, name)

    def _at(self, at_ns: int, name: str) -> None:
        self._sleep_until(at_ns)
        self.pictures.append(Picture(name, self._screen.picture()))

    @staticmethod
    def _sleep_until(at_ns: int) -> None:
        time.sleep(max(0, at_ns - monotonic_ns()) / 1e9)

    def _is_drawn(self) -> bool:
        """Return whether the screen is no longer of one colour."""
        picture = pygame.transform.scale(self._screen.picture(), (40, 30))
        return len({tuple(picture.get_at((x, y))) for x in range(40) for y in range(30)}) > 3

    def _new_log(self, number: int) -> Path:
        self._until(lambda: len(list(self._matches.glob("*.jsonl"))) >= number, f"match {number}")
        return sorted(self._matches.glob("*.jsonl"))[number - 1]

    def _until(self, look: Callable[[], bool], name: str) -> None:
        ends = time.monotonic() + PATIENCE_S
        while not look():
            if self._program.poll() is not None:
                raise Lost(f"the program ended before {name}")
            if time.monotonic() > ends:
                self._after(0, "lost")
                raise Lost(f"waited {PATIENCE_S:g} s for {name}")
            time.sleep(0.03)


def lines_of(log: Path) -> list[dict[str, Any]]:
    """Return the complete lines of a log behind its header."""
    text = log.read_text(encoding="utf-8")
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()[1:]]


def _is_open(lines: Sequence[dict[str, Any]]) -> bool:
    return any(OPENS in line.get("effects", []) for line in lines)
