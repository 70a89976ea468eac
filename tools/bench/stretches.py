"""The longest stretch of the program's work between two looks at its buttons, on each page: a press waits that long.

The real program goes through all its pages in virtual time: each game at the title, in its lessons, getting ready, at
the table, its result; the menu, names, the evening, the operator's page and the attract scene. A stretch is the
processor time of one round of the main loop, which reads the window and the sources in each. `python -m
tools.bench.stretches 800x480 facing` prints one tour, and first the line about its longest stretch.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from cabinet.process import gc_tuning
from engine.game import S
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT
from tools.bench.report import Bench, Row, percentile
from tools.night.guests import AMBER, BLUE, Guests
from tools.night.program import run, without_a_screen

SIZES: Final = ("800x480", "1280x720")
WAYS: Final = ("facing", "beside", "cocktail")
"""The layouts, and the first of them on a table that lies flat."""
MOST_MS: Final = 8.0
RUNS: Final = 2
"""How often each tour is made: other load makes a stretch longer, never shorter, so the least counts."""
CONFIG: Final = """
[display]
size = [{width}, {height}]
layout = "{layout}"
cocktail = {cocktail}
attract_s = 20
[options.speed]
best_of = 1
"""
STEP_MS: Final = 8
HOURS: Final = 24
"""More than a tour takes."""
PLAY_NS: Final = 12 * S
"""How long each game is played."""


class Tour:
    """People who look at every page, with the hands of the night's guests."""

    def __init__(self, guests: Guests) -> None:
        self._guests = guests
        self._tap = guests.tap
        self._come_to = guests.come_to

    def pages(self) -> Iterator[int]:
        """Go through the pages; yield how long to wait before the next step (ns)."""
        for game in range(self._guests.games):
            yield from self._title(game)
            yield from self._learn_at_the_title()
            yield from self._take_names(game)
            yield from self._match(game)
        yield from self._title(1)
        yield from self._whole_match()
        yield from self._menu()
        yield from self._evening()
        yield from self._title(0)
        yield from self._guests.operate()
        yield from self._title(0)
        yield 240 * S

    def _title(self, game: int) -> Iterator[int]:
        yield from self._come_to("Title", CARDS[4])
        yield from self._tap(CARDS[game])
        yield S

    def _learn_at_the_title(self) -> Iterator[int]:
        for _ in range(4):
            yield from self._tap(LEFT)
            yield 4 * S
        yield from self._come_to("Title", CARDS[4])

    def _take_names(self, game: int) -> Iterator[int]:
        yield from self._title(game)
        yield from self._tap(ACTION)
        yield from self._tap(LEFT)
        yield from self._tap(RIGHT)
        for letter in (0, 1, 2, 0, 1):
            yield from self._tap(CARDS[letter])
            yield S
        yield from self._come_to("Title", CARDS[4])

    def _match(self, game: int) -> Iterator[int]:
        """Wait for the other seat, play, pause, look at the lessons, leave."""
        yield from self._title(game)
        yield from self._tap(ACTION)
        yield 3 * S
        yield from self._tap(ACTION, BLUE)
        yield from self._press_for(PLAY_NS)
        for pressed in (True, False):
            for button in (CARDS[0], CARDS[4], ACTION):
                self._guests.feed(AMBER, button, pressed)
            yield 3 * S
        yield from self._tap(RIGHT)
        yield 4 * S
        yield from self._tap(CARDS[4])
        yield 2 * S
        yield from self._come_to("Title", LEFT)

    def _press_for(self, ns: int) -> Iterator[int]:
        ends = self._guests.clock() + ns
        while self._guests.clock() < ends:
            yield from self._tap(self._guests.random.choice(BUTTONS), self._guests.random.choice((AMBER, BLUE)))

    def _whole_match(self) -> Iterator[int]:
        """Leave the other seat to a bot, and see the result and the match after it."""
        yield from self._tap(ACTION)
        yield 2 * S
        yield from self._tap(ACTION)
        yield 120 * S
        yield from self._tap(ACTION)
        yield 10 * S
        yield from self._come_to("Title", LEFT)

    def _menu(self) -> Iterator[int]:
        for game in range(self._guests.games):
            yield from self._title(game)
            yield from self._tap(RIGHT)
            yield from self._tap(CARDS[0])
            for button in (RIGHT, LEFT, RIGHT, ACTION, RIGHT, ACTION):
                yield from self._tap(button)
                yield S
            yield 42 * S

    def _evening(self) -> Iterator[int]:
        """Begin a queue of two, see who is called, and end it."""
        yield from self._title(0)
        yield from self._tap(RIGHT)
        for form in (1, 2, 3):
            yield from self._tap(CARDS[form])
            yield S
            for place, seat in enumerate((AMBER, BLUE)):
                yield from self._tap(RIGHT, seat)
                yield S
                for _ in range(3):
                    yield from self._tap(CARDS[place + form % 2], seat)
                yield S
            if form < 3:
                yield from self._tap(LEFT)
                yield S
        yield from self._tap(ACTION)
        yield 10 * S
        yield from self._tap(ACTION, AMBER)
        yield from self._tap(ACTION, BLUE)
        yield 10 * S


def tour(size: str, way: str) -> dict[str, list[float]]:
    """Make one tour; return the stretches of each page, ms."""
    width, height = size.split("x")
    is_flat = way == "cocktail"
    config = CONFIG.format(
        width=width, height=height, layout="facing" if is_flat else way, cocktail=str(is_flat).lower()
    )
    stretches: dict[str, list[float]] = {}

    def note(scene: str, seconds: float) -> None:
        stretches.setdefault(scene, []).append(seconds * 1000)

    without_a_screen()
    gc_tuning.calm()  # as the program does
    with tempfile.TemporaryDirectory() as folder:
        run(
            Path(folder), config, HOURS, STEP_MS, lambda _hour: None,
            plan=lambda guests: Tour(guests).pages(), stretch=note,
        )  # fmt: skip
    return stretches


def line(size: str, way: str, stretches: Mapping[str, Sequence[float]]) -> str:
    """Return the line about the longest stretch of a tour."""
    page = max(stretches, key=lambda page: max(stretches[page]))
    every = [each for page in stretches.values() for each in page]
    figures = f"{max(every):.1f} ms of processor, on {page}; 99 of 100 within {percentile(every, 99):.1f} ms"
    return f"The longest stretch between two looks at the buttons, {size} {way}: {figures}"


def child(size: str, way: str) -> Mapping[str, Sequence[float]]:
    """Make a tour in a process of its own, whose modules and caches are cold."""
    command = [sys.executable, "-m", "tools.bench.stretches", size, way, "--json"]
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True, timeout=1800)
    figures: Mapping[str, Sequence[float]] = json.loads(done.stdout.splitlines()[-1])
    return figures


def measure() -> Sequence[Row]:
    """Return a row for each page at each size: its longest stretch, with the 99th percentile in the remark."""
    rows = []
    for size in SIZES:
        worst: dict[str, float] = {}
        usual: dict[str, float] = {}
        for way in WAYS:
            tours = [child(size, way) for _ in range(RUNS)]
            for page in tours[0]:
                worst[page] = max(worst.get(page, 0), min(max(each.get(page, [0])) for each in tours))
                usual[page] = max(usual.get(page, 0), min(percentile(each.get(page, [0]), 99) for each in tours))
        for page in sorted(worst, key=lambda page: -worst[page]):
            remark = f"the longest of a round; {usual[page]:.1f} ms in 99 of 100; {MOST_MS:.0f} ms at most"
            rows.append(Row(f"{page} at {size}", f"{worst[page]:.1f} ms", remark, worst[page] <= MOST_MS))
    return rows


def main(size: str, way: str, *options: str) -> None:
    """Make a tour and print it."""
    stretches = tour(size, way)
    if "--json" in options:
        print(json.dumps(stretches))
        return
    print(line(size, way, stretches))
    for page in sorted(stretches, key=lambda page: -max(stretches[page])):
        longest, usual = max(stretches[page]), percentile(stretches[page], 99)
        print(f"{page:16} {longest:7.1f} ms; 99 of 100 within {usual:.1f} ms, of {len(stretches[page])}")


BENCH = Bench("stretches", measure)
"""The longest stretch of each page."""

if __name__ == "__main__":
    main(*sys.argv[1:])
