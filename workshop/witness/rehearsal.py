"""The program plays by itself for some seconds and prints how its frames came, as JSON: a part of the witness.

``python -m workshop.witness.rehearsal SECONDS FOLDER`` in a process of its own. It is the program itself, on the screen
that SDL finds (``SDL_VIDEODRIVER=dummy``: drawn in memory), with its records in FOLDER, the display's settings that it
reads from standard input (JSON of `cabinet.config.schema.Display`), and a guest who presses any button of either seat.
Its buttons are those of a keyboard: it touches no pin, and no button board.
"""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic_ns, thread_time_ns
from typing import Any, Final

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.app import Start, play
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config, Display
from cabinet.process.gc_tuning import calm
from cabinet.screens.window import Reading, Window
from hardware.keyboard import DEFAULT_KEYS, KeyboardSource
from workshop.witness.figures import MS, times_of
from workshop.witness.witness_file import Picture, mode_text, plain

S: Final = 1_000_000_000
FIRST_NS: Final = 2 * S
"""The guest looks at the title for so long."""
PRESS_NS: Final = 60 * MS
LOOK_NS: Final = 240 * MS
"""A press lasts for the first of these, and the next one comes after the second: one guest of a quick match."""
STATUS: Final = Path("/proc/self/status")
KEYS: Final = tuple(key for seat in DEFAULT_KEYS for key in seat.values())
ACTION: Final = DEFAULT_KEYS[0]["ACTION"]
OFTEN: Final = 0.2
"""So often of 1 the guest presses ACTION, which leads to the table."""


class Rehearsal:
    """The guest, and what is seen of the frames. All times are CLOCK_MONOTONIC, ns."""

    def __init__(self, seconds: float, clock: Callable[[], int] = monotonic_ns) -> None:
        self._clock = clock
        self._chance = Random(1)
        self._ends = clock() + round(seconds * S)
        self._next = clock() + FIRST_NS
        self._pressed = ""
        self._begun: tuple[int, int] | None = None
        self._awake = 0
        """When the buttons were read first since the program slept, or showed something."""
        self.frames: list[int] = []
        self.shows: list[int] = []
        self.stretches: list[int] = []
        self.stretches_cpu: list[int] = []

    def begin(self, now: int, keyboard: KeyboardSource | None) -> bool:
        """Begin a stretch of work, in which the guest may press something; return whether the time is over."""
        self._begun = now, thread_time_ns()
        self._awake = self._awake or now
        if keyboard is not None and now >= self._next:
            if self._pressed:
                keyboard.feed(self._pressed, False, now)
                self._pressed, self._next = "", now + LOOK_NS
            else:
                self._pressed = ACTION if self._chance.random() < OFTEN else self._chance.choice(KEYS)
                keyboard.feed(self._pressed, True, now)
                self._next = now + PRESS_NS
        return now >= self._ends

    def rest(self) -> None:
        """End the stretch; the program sleeps."""
        self.end()
        self._awake = 0

    def end(self) -> None:
        """End the stretch, if one has begun."""
        if self._begun is not None:
            wall, processor = self._begun
            self.stretches.append(self._clock() - wall)
            self.stretches_cpu.append(thread_time_ns() - processor)
            self._begun = None

    def shown(self, begun: int) -> None:
        """Note a frame that was begun to be shown then, and is shown now."""
        now = self._clock()
        self.shows.append(now - begun)
        self.frames.append(now - (self._awake or begun))
        self._awake = 0


class RehearsalWindow(Window):
    """The program's window with a guest in front of it."""

    def __init__(self, rehearsal: Rehearsal, *args: Any, keyboard: KeyboardSource | None, **options: Any) -> None:
        super().__init__(*args, keyboard=keyboard, **options)
        self._guest = rehearsal
        self._at = keyboard
        screens = [choice.described[0] for choice in self.choices] or [
            "x".join(map(str, screen.get_size())) for screen in self.screens
        ]
        self.modes = tuple(map(mode_text, screens))
        self.driver = plain(pygame.display.get_driver())

    def wait(self, milliseconds: int) -> None:
        """See `Window.wait`."""
        self._guest.rest()
        super().wait(milliseconds)

    def read(self, now: int) -> Reading:
        """See `Window.read`."""
        self._guest.end()
        reading = super().read(now)
        is_over = self._guest.begin(monotonic_ns(), self._at)
        return Reading(reading.quits or is_over, reading.exposed)

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """See `Window.show`."""
        begun = monotonic_ns()
        super().show(place, changed)
        self._guest.shown(begun)


def rehearse(seconds: float, folder: Path, display: Display) -> Picture:
    """Play for so long; return what was seen. Raises the errors of `cabinet.app.play`; NoDisplay is one of them."""
    calm()
    config = Config()
    config = replace(
        config,
        display=display,
        input=replace(config.input, source="keyboard"),
        data=replace(config.data, folder=str(folder)),
    )
    rehearsal, opened = Rehearsal(seconds), list[RehearsalWindow]()

    def open_window(*args: Any, **options: Any) -> Window:
        opened.append(RehearsalWindow(rehearsal, *args, **options))
        return opened[0]

    environ = {name: value for name, value in os.environ.items() if name in ("HOME", "XDG_DATA_HOME", "PATH")}
    play(LoadedConfig(config), Start(seed=1), environ, open_window)
    return Picture(
        opened[0].driver if opened else "",
        opened[0].modes if opened else (),
        peak_memory_mb(STATUS),
        times_of(rehearsal.frames),
        times_of(rehearsal.shows),
        times_of(rehearsal.stretches),
        times_of(rehearsal.stretches_cpu),
    )


def peak_memory_mb(status: Path) -> float:
    """Return the most resident memory of this program so far, MB; 0 where the system does not say."""
    try:
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    kib = next((line.split()[1] for line in lines if line.startswith("VmHWM:")), "0")
    return round(int(kib) * 1024 / 1_000_000, 1)


def main() -> None:
    """Play, and print what was seen."""
    _, seconds, folder = sys.argv
    seen = rehearse(float(seconds), Path(folder), msgspec.json.decode(sys.stdin.read(), type=Display))
    sys.stdout.write(msgspec.json.encode(seen).decode() + "\n")


if __name__ == "__main__":
    main()
