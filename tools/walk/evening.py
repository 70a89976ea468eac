"""`python -m tools.walk.evening OUT`: an evening in a real window on Xvfb, with a picture of each step.

Six names play winner stays, the idle cabinet shows it with their records; then eight play a tournament whose program is
killed in a match (SIGKILL) and started again. Names are spelled, and matches played, at the panels of an emulated
board. It takes some six minutes. Exit code as for `tools.walk`.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import pygame

from cabinet.commands.play import size
from engine.panel import ACTION, CARDS, RIGHT
from tools.walk.__main__ import TRIES, hurry, is_deaf, named, started, write
from tools.walk.course import Walk
from tools.walk.guide import AMBER, BLUE, HELD_NS, Guide, Lost, lines_of
from tools.walk.matches import Look, config_for, setup_for
from tools.walk.plan import best_seed
from tools.walk.screen import ScreenFile
from tools.walk.terminal import Terminal
from tools.xserver import x_server

GAME: Final = "speed"
SHOWN_S: Final = 14
"""How long the idle cabinet is looked at, in pages of some seconds."""
PAGE_MS: Final = 3_000
DEAF: Final = "the program missed its board"
MARGINS_NS: Final = (300_000, 8_000_000)
"""The races of each match: enough for records."""

Plan = Callable[[], Walk]
"""Makes the walk of the next match."""


class Host(Guide):
    """A guide who knows the evening's pages too."""

    played = 0

    def take_names(self, count: int) -> None:
        """Spell AAA, BBB and so on, one after the other, at AMBER's panel."""
        for number in range(count):
            self.tap(AMBER, RIGHT)
            self.after(700, "names")
            for _ in range(number // len(CARDS)):
                self.tap(AMBER, RIGHT)
                self.after(300, "letters")
            for _ in range(3):
                self.tap(AMBER, CARDS[number % len(CARDS)])
                self.after(250, "spelling")
            self.after(500, "list")

    def begin(self, format_: int, names: int) -> None:
        """Go from the title to the page TONIGHT, choose a format by its place, take names, and begin."""
        self.until(self.is_drawn, "the title")
        self.after(900, "title")
        self.tap(AMBER, RIGHT)
        self.after(700, "tonight")
        self.tap(AMBER, CARDS[format_])
        self.after(500, "options")
        self.take_names(names)
        self.tap(AMBER, ACTION)
        self.after(1_200, "begun")

    def sit_down(self, *seats: int) -> Path:
        """Have these seats answer the call, the last one into the match; return its log."""
        for seat in seats[:-1]:
            self.tap(seat, ACTION)
            self.after(900, "here")
        self.tap(seats[-1], ACTION, HELD_NS)
        self.played += 1
        return self.new_log(self.played)

    def play_match(self, walk: Walk, *seats: int) -> int:
        """Play a match to its result, and go on; return the winner's seat."""
        log = self.sit_down(*seats)
        self.play(walk, log)
        self.ending()
        (winner,) = [line["outcome"]["winner"] for line in lines_of(log) if "outcome" in line]
        self.tap(AMBER, ACTION)
        self.after(1_500, "next")
        return int(winner)

    def look(self, seconds: int) -> None:
        """Take a picture of the idle cabinet every few seconds."""
        for _ in range(0, seconds * 1000, PAGE_MS):
            self.after(PAGE_MS, "idle")

    def press(self, seat: int, button: str, name: str, ms: int = 900) -> None:
        """Press once, and look."""
        self.tap(seat, button)
        self.after(ms, name)


def winner_stays(host: Host, plan: Plan) -> None:
    """Six names, two matches, the title's band, and the idle cabinet until somebody comes."""
    host.begin(1, 6)
    winner = host.play_match(plan(), AMBER, BLUE)
    host.play_match(plan(), 1 - winner)
    host.press(AMBER, CARDS[-1], "title-band")
    host.look(SHOWN_S + 30)
    host.press(BLUE, ACTION, "woken")


def tournament(host: Host, plan: Plan) -> None:
    """Eight names and a match, then a second one that is cut off."""
    host.begin(2, 8)
    host.play_match(plan(), AMBER, BLUE)
    host.sit_down(AMBER, BLUE)
    host.look(9)


def gone_on(host: Host, plan: Plan) -> None:
    """The program is there again: the match goes on, is left, and played anew."""
    host.played = 2
    host.until(host.is_drawn, "the offer")
    host.after(1_500, "offer")
    host.press(AMBER, ACTION, "goes-on", 6_000)
    host.pause()
    host.after(1_000, "after-leaving")
    host.press(AMBER, RIGHT, "bracket-again")
    host.play_match(plan(), AMBER, BLUE)
    host.press(AMBER, RIGHT, "results")


Start = Callable[[str], AbstractContextManager[Host]]
"""Starts the program for a part of the evening, and kills it behind the block."""


@contextmanager
def hosted(look: Look, folder: Path, data: Path) -> Iterator[tuple[Start, Plan]]:
    """A window; gives what starts the program in it, and what makes the walk of a match."""
    window = f"{look.width}x{look.height}"
    with tempfile.TemporaryDirectory() as name, x_server(size=window, pixels=Path(name)) as shown:
        board = Terminal()
        config = config_for(GAME, look, board.device).replace("fps = 30", "fps = 30\nattract_s = 5")
        config = config.replace("best_of = 3", "best_of = 1")
        file = Path(name) / "config.toml"
        file.write_text(config, encoding="utf-8")
        seed = best_seed(lambda seed: setup_for(GAME, config, seed))

        @contextmanager
        def program(part: str) -> Iterator[Host]:
            with started(file, seed, shown, data) as process:
                crossed = look.cocktail and look.layout == "facing"
                host = Host(ScreenFile(Path(name)), board, data / "photofinish" / "matches", process, crossed=crossed)
                try:
                    yield host
                finally:
                    (folder / part).mkdir(parents=True, exist_ok=True)
                    write(host, folder / part)
                    process.kill()

        try:
            yield program, lambda: Walk(setup_for(GAME, config, seed), MARGINS_NS)
        finally:
            board.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.walk.evening", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the pictures")
    parser.add_argument("--size", type=size, default=(800, 480), help="window, 800x480 by default")
    parser.add_argument("--layout", choices=("facing", "beside"), default="facing")
    parser.add_argument("--cocktail", action="store_true", help="the far half is turned round")
    args = parser.parse_args(arguments)
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    look = Look(args.size[0], args.size[1], args.layout, args.cocktail)
    hurry()
    for parts in ((winner_stays,), (tournament, gone_on)):
        lost = next((lost for lost in (lived(parts, look, args.out) for _ in range(TRIES)) if lost != DEAF), DEAF)
        sys.stdout.write(f"{', '.join(part.__name__ for part in parts)} {named(look)}: {lost or 'as it should be'}\n")
        if lost:
            return 1
    return 0


def lived(parts: Sequence[Callable[[Host, Plan], None]], look: Look, folder: Path) -> str:
    """Go through parts of an evening on one store; return why it was lost, empty if it was not."""
    with tempfile.TemporaryDirectory() as data, hosted(look, folder, Path(data)) as (program, plan):
        try:
            for part in parts:
                with program(part.__name__) as host:
                    part(host, plan)
        except Lost as lost:
            return DEAF if is_deaf(Path(data)) else str(lost)
    return ""


if __name__ == "__main__":
    sys.exit(main())
