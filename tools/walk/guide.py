"""Goes through the program from the title to the rematch by presses at its panels, and takes a picture at each step."""

import json
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pygame

from cabinet.input.scripted import HOLD_NS
from engine.game import MS
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.record import OutcomeLine, as_text
from hardware.clock import monotonic_ns
from tools.walk.course import Strayed, Walk
from tools.walk.pilot import LEAD_NS, Pilot
from tools.walk.screen import ScreenFile
from tools.walk.terminal import Edge, Terminal

AMBER, BLUE = 0, 1
PATIENCE_S: Final = 40.0
"""How long the guide waits for anything, s."""
HELD_NS: Final = 1_500 * MS
"""How long BLUE holds ACTION before the match: into its countdown, where its log shows when that was."""
CHORD: Final = (CARDS[0], CARDS[-1], ACTION)
"""The buttons that pause a match, held for `CHORD_NS`."""
CHORD_NS: Final = 3_400 * MS
OPENS: Final = ["phase", "play"]
"""The effect that opens a deal, in a log."""


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
        self.until(self.is_drawn, "the title")
        self.after(900, "title")
        self.tap(AMBER, ACTION)
        for ms in (60, 1_500, 2_500, 2_500):
            self.after(ms, "ready")
        self.tap(BLUE, ACTION, HELD_NS)
        log = self.new_log(1)
        self.after(400, "countdown")
        self.play(walk, log)
        self.ending()
        self.tap(AMBER, ACTION)
        again = self.new_log(2)
        self.after(500, "rematch")
        self.until(lambda: is_open(lines_of(again)), "the rematch")
        self.after(700, "rematch-play")
        self.pause()

    # Parts of the way

    def play(self, walk: Walk, log: Path) -> None:
        """Play the match to its outcome, and compare that with the walk's own. Raises Lost if they differ."""
        self.until(lambda: is_open(lines_of(log)), "the opening")
        self.after(150, "play")
        released = Edge(self._released_ns, self._released_by, ACTION, False)
        try:
            Pilot(self, walk, log, released).play()
        except Strayed as strayed:
            raise Lost(str(strayed)) from strayed
        self.until(lambda: any("outcome" in line for line in lines_of(log)), "the outcome")
        if difference(lines_of(log), walk):
            raise Lost(difference(lines_of(log), walk))

    def ending(self) -> None:
        """Look at the last card, the slow motion, and the result."""
        for ms in (500, 600, 600, 900):
            self.after(ms, "end")
        for ms in (500, 300, 1_200):
            self.after(ms, "result")
        self.after(2_000, "result-rest")

    def pause(self) -> None:
        """Pause the rematch by the chord, look at the lesson behind it, and leave."""
        now = monotonic_ns() + LEAD_NS
        self._board.plan(Edge(now, AMBER, button, True) for button in CHORD)
        self.after(700, "chord")
        self._board.plan(Edge(now + CHORD_NS, AMBER, button, False) for button in CHORD)
        self.sleep_until(now + CHORD_NS)
        self.after(400, "pause")
        self.tap(AMBER, RIGHT)
        self.after(900, "pause-lesson")
        self.tap(AMBER, CARDS[-1])
        self.after(500, "pause-again")
        self.tap(AMBER, LEFT)
        self.after(900, "left")

    # Hands and eyes

    def make(self, edges: Sequence[Edge]) -> None:
        """See `Panels`."""
        pressed = [edge._replace(button=self._crossed.get(edge.button, edge.button)) for edge in edges]
        self._board.plan(mine if mine.seat == BLUE else edge for edge, mine in zip(edges, pressed, strict=True))

    def until_log(self, log: Path, presses: int) -> None:
        """See `Panels`."""
        self.until(lambda: sum("press" in line for line in lines_of(log)) >= presses, f"press {presses} in the log")

    def tap(self, seat: int, button: str, held_ns: int = HOLD_NS) -> None:
        """Press a button for so long, from a moment later on."""
        now = monotonic_ns() + LEAD_NS
        self._released_ns, self._released_by = now + held_ns, seat
        self._board.plan([Edge(now, seat, button, True), Edge(self._released_ns, seat, button, False)])
        self.sleep_until(now)

    def after(self, ms: int, name: str) -> None:
        """Take a picture so long from now."""
        self.at(monotonic_ns() + ms * MS, name)

    def at(self, at_ns: int, name: str) -> None:
        """See `Panels`."""
        self.sleep_until(at_ns)
        self.pictures.append(Picture(name, self._screen.picture()))

    @staticmethod
    def sleep_until(at_ns: int) -> None:
        """See `Panels`."""
        time.sleep(max(0, at_ns - monotonic_ns()) / 1e9)

    def is_drawn(self) -> bool:
        """Return whether the screen is no longer of one colour."""
        picture = pygame.transform.scale(self._screen.picture(), (40, 30))
        return len({tuple(picture.get_at((x, y))) for x in range(40) for y in range(30)}) > 3

    def new_log(self, number: int) -> Path:
        """Wait for so many logs, and return the latest. Raises Lost."""
        self.until(lambda: len(list(self._matches.glob("*.jsonl"))) >= number, f"match {number}")
        return sorted(self._matches.glob("*.jsonl"))[number - 1]

    def until(self, look: Callable[[], bool], name: str) -> None:
        """Wait for something. Raises Lost."""
        ends = time.monotonic() + PATIENCE_S
        while not look():
            if self._program.poll() is not None:
                raise Lost(f"the program ended before {name}")
            if time.monotonic() > ends:
                self.after(0, "lost")
                raise Lost(f"waited {PATIENCE_S:g} s for {name}")
            time.sleep(0.03)


def lines_of(log: Path) -> list[dict[str, Any]]:
    """Return the complete lines of a log behind its header."""
    text = log.read_text(encoding="utf-8")
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()[1:]]


def is_open(lines: Sequence[dict[str, Any]]) -> bool:
    """Return whether a deal has been opened."""
    return any(OPENS in line.get("effects", []) for line in lines)


def difference(lines: Sequence[Mapping[str, Any]], walk: Walk) -> str:
    """Return how the outcome in a log's lines differs from the walk's own, in a line; empty if it does not."""
    written = next((line["outcome"] for line in lines if "outcome" in line), None)
    expected = walk.outcome and json.loads(as_text(OutcomeLine(0, walk.outcome)))["outcome"]
    return "" if written == expected else f"the log's outcome is {written}, that of the same taps is {expected}"
