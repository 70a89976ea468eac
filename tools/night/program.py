"""The real program with a window that advances a virtual clock instead of waiting."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import thread_time
from typing import Final

import msgspec

from cabinet.app import Cabinet, Start
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.schema import Config
from cabinet.input.sources import Sources, key_map
from cabinet.process.notify import Notifier
from cabinet.screens.window import Reading, Window
from cabinet.store.store import DiskStore
from engine.game import MS, S
from engine.games import GAMES
from hardware.clock import FakeClock
from hardware.keyboard import KeyboardSource
from tools.night.guests import HOUR_NS, Guests, keys_of

BEGINS_NS: Final = 1000 * S
SAMPLED_NS: Final = 750 * S
"""Two cycles of the demonstrations of all games, because each game has a different number of pictures."""
SAMPLE_NS: Final = 15 * S


class NightWindow(Window):
    """The program's window; `wait` advances the clock by at least a step instead of sleeping."""

    def __init__(self, config: Config, keyboard: KeyboardSource, clock: FakeClock, step_ns: int) -> None:
        super().__init__(config.display.size, fullscreen=False, keyboard=keyboard)
        self._clock = clock
        self._step_ns = step_ns
        self.hourly: Callable[[int], None] = lambda _hour: None
        """Called after each hour with its number, from 1."""
        self.sample: Callable[[], None] = lambda: None
        """Called every `SAMPLE_NS` in the last `SAMPLED_NS` of each hour."""
        self._sample_at = BEGINS_NS + HOUR_NS - SAMPLED_NS
        self.plan: Iterator[int] = iter(())
        """The guests' actions; each item is how long they wait after one (ns). The program ends with the last."""
        self.stretch: Callable[[float], None] = lambda _seconds: None
        """Called with the processor time of each round of the program (s)."""
        self._since: float | None = None
        self._is_over = False
        self.hours = 0
        self._hour = 0
        self._acts_at = BEGINS_NS + S

    def wait(self, milliseconds: int) -> None:
        """Advance the clock by the program's sleep, or by a step if that is longer."""
        self._end_stretch()
        self._clock.advance(max(milliseconds * MS, self._step_ns))
        self._since = thread_time()

    def _end_stretch(self) -> None:
        if self._since is not None:  # not the work before the first round
            self.stretch(thread_time() - self._since)

    def read(self, now: int) -> Reading:
        """Do the guests' actions that are due, then read as the program's window does."""
        self._end_stretch()
        while now >= self._acts_at and not self._is_over:
            pause = next(self.plan, None)
            self._is_over = pause is None
            self._acts_at = max(now, self._acts_at + (pause or 0))
            if pause:
                break
        if now >= self._sample_at:
            self.sample()
            self._sample_at += SAMPLE_NS
        if now >= BEGINS_NS + (self._hour + 1) * HOUR_NS:
            self._hour += 1
            self.hourly(self._hour)
            self._sample_at += HOUR_NS - SAMPLED_NS
        reading = super().read(now)
        self._since = thread_time()
        return Reading(reading.quits or self._is_over or self._hour >= self.hours, reading.exposed)


def run(
    folder: Path,
    config: str,
    hours: int,
    step_ms: int,
    hourly: Callable[[int], None],
    sample: Callable[[], None] = lambda: None,
    plan: Callable[[Guests], Iterator[int]] = Guests.night,
    stretch: Callable[[str, float], None] = lambda _scene, _seconds: None,
) -> Guests:
    """Run the program for a number of virtual hours with its data in `folder`; return the guests.

    `hourly` is called after each hour, `sample` at intervals towards its end, `stretch` with the scene on top and the
    processor time of each round of the loop (s). `plan` is what the guests do; the program ends with it.
    """
    loaded = LoadedConfig(parse_config(config), None, "")
    clock = FakeClock(BEGINS_NS)
    keyboard = KeyboardSource(list(map(str, key_map(loaded.config.input))))
    window = NightWindow(loaded.config, keyboard, clock, step_ms * MS)
    store = DiskStore(folder, logs_bytes=loaded.config.data.logs_bytes)
    cabinet = Cabinet(loaded, folder, Sources(None, keyboard), window, store, Notifier({}), clock)
    seats = msgspec.to_builtins(loaded.config.input.keys)
    keys = keys_of({seat: seats[f"seat{seat}"] for seat in (0, 1)})
    guests = Guests(
        lambda seat, button, pressed: keyboard.feed(keys[seat, button], pressed, clock()),
        lambda: type(cabinet._stack.top).__name__,
        clock,
        len(GAMES),
        seed=1,
    )
    window.plan, window.hours, window.hourly, window.sample = plan(guests), hours, hourly, sample
    window.stretch = lambda seconds: stretch(type(cabinet._stack.top).__name__, seconds)
    try:
        cabinet.run(Start(seed=1))
    finally:
        store.close()
        window.close()
    return guests


def without_a_screen() -> None:
    """Select SDL's dummy drivers: every pixel is drawn in memory and none is shown; no sound is played."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
