"""Guests who press anything, on the whole program: whatever they do, it goes on, and what it writes is right."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from cabinet.config.schema import Input
from cabinet.input.inputs import lines_map
from cabinet.input.sources import PanelSource
from cabinet.scenes.bracket import Bracket
from cabinet.scenes.called_pair import PartyScene, TournamentCall, WinnerStaysScene
from cabinet.scenes.choice import Choice
from cabinet.scenes.match import MatchScene
from cabinet.scenes.names import TakingNames
from cabinet.scenes.ready import GettingReady
from cabinet.scenes.title import Title
from cabinet.scenes.tonight import EveningSetup
from engine.panel import ACTION, BUTTONS, RIGHT
from engine.units import MS, S
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, CONFIG, Evening
from workshop.research.verification import verify_files

PANELS = Input().lines
LINES = {place: int(line) for line, place in lines_map(PANELS, (AMBER, BLUE)).items()}
LOCKED = "\n[operator]\npage = false\n"  # where they could only change the settings


class Party:
    """Two guests at a board's buttons, and somebody whose foot is in its cable."""

    def __init__(self, folder: Path, config: str, seed: int) -> None:
        self.random = Random(seed)
        self.folder = folder
        self.scenes = Counter[type]()
        self.evening = Evening(folder, config, boards=self._wire).after(S)
        self._up_at: dict[int, int] = {}

    def _wire(self, clock: FakeClock) -> tuple[PanelSource, ...]:
        self.board = FakeBoard(clock, booted_ns=clock(), ppm=30)
        source = BoardSource(self.board.open, name="board", clock=clock)
        return (PanelSource(source, {line: place for place, line in LINES.items()}, source.lamps),)

    def lasts(self, seconds: int) -> "Party":
        """Let it go on for so long of virtual time; raises whatever the program does not survive."""
        end = self.evening.at + seconds * S
        while self.evening.at < end:
            self.evening.do(self._go_on).after(self.random.choice((40, 100, 150, 400)) * MS)
        self.evening.run()
        return self

    def _go_on(self) -> None:
        self._let_go()
        self._stumble()
        scene = type(self.evening.cabinet._stack.top)
        self.scenes[scene] += 1
        if scene in (Title, GettingReady):
            self._press(self.random.choice((ACTION, ACTION, RIGHT, RIGHT, RIGHT, *BUTTONS)))
        elif scene in (Choice, EveningSetup, TakingNames, WinnerStaysScene, PartyScene, Bracket, TournamentCall):
            self._press(self.random.choice(BUTTONS))
        elif scene is not MatchScene:
            self._press(ACTION)
        elif self.random.random() < 0.5:
            for button in self.random.sample(BUTTONS, self.random.choice((1, 1, 1, 2, 3))):
                self._press(button, self.random.choice((30, 60, 300, 2500)) * MS)

    def _press(self, button: str, hold_ns: int = 60 * MS) -> None:
        """By one of them, or by both at the same instant."""
        seats = self.random.choice(((AMBER,), (BLUE,), (AMBER, BLUE)))
        lines = [line for seat in seats if (line := LINES[(seat, button)]) not in self._up_at]
        self._up_at |= dict.fromkeys(lines, self.evening.clock() + hold_ns)
        if lines:
            self.board.edges([(line, True) for line in lines], lost=self.random.random() < 0.01)

    def _let_go(self) -> None:
        for line in [line for line, at in self._up_at.items() if at <= self.evening.clock()]:
            del self._up_at[line]
            self.board.edge(line, False)

    def _stumble(self) -> None:
        lot = self.random.random()
        if not self.board.is_plugged:
            if lot < 0.1:
                self.board.plug()
        elif lot < 0.003:
            self.board.unplug()
        elif lot < 0.006:
            self.board.break_line()

    @property
    def logs(self) -> list[Path]:
        """What was written down of the matches."""
        return sorted((self.folder / "matches").glob("*.jsonl"))


@pytest.mark.long
@pytest.mark.parametrize(("sit", "seed"), [("", 8), ("cocktail = true\n", 5), ('layout = "beside"\n', 3)])
def test_whatever_they_do_the_program_goes_on_and_every_log_verifies(sit: str, seed: int, tmp_path: Path) -> None:
    party = Party(tmp_path, CONFIG.replace("[display]\n", "[display]\n" + sit) + LOCKED, seed).lasts(45)
    assert party.scenes[MatchScene] > 50, "they have played"
    assert party.logs
    assert {found.verdict for found in verify_files(list(map(str, party.logs)))} <= {"right", "unfinished"}
