"""The real program with a window that advances a virtual clock instead of waiting, and people who press its buttons."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from time import thread_time
from typing import Final

import msgspec

from cabinet.app import Cabinet, Start
from cabinet.card.report import CardReport
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.schema import Config
from cabinet.input.sources import Sources, key_map
from cabinet.match.factory import MatchFactory
from cabinet.process.notify import Notifier
from cabinet.screens.window import Reading, Window
from cabinet.store.store import DiskStore
from engine.games import GAMES
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT
from engine.units import MS, S
from hardware.clock import FakeClock
from hardware.keyboard import KeyboardSource

BEGINS_NS: Final = 1000 * S
AMBER, BLUE = 0, 1
PRESS_NS: Final = 60 * MS
"""The time from press to release."""
LOOK_NS: Final = 400 * MS
"""The time from a release to the guest's next press."""
HOLD_NS: Final = 6 * S
"""How long the guests hold ACTION: longer than the operator's page requires (`cabinet.scenes.title`)."""
MENU_NS: Final = 41 * S
"""The time after which a menu that nobody touches leads back to the title."""

Feed = Callable[[int, str, bool], None]
"""Presses (True) or releases a button of a seat, now."""


class VirtualWindow(Window):
    """The program's window; `wait` advances the clock by at least a step instead of sleeping."""

    def __init__(self, config: Config, keyboard: KeyboardSource, clock: FakeClock, step_ns: int) -> None:
        super().__init__(config.display.size, fullscreen=False, keyboard=keyboard)
        self._clock = clock
        self._step_ns = step_ns
        self.plan: Iterator[int] = iter(())
        """The guests' actions; each item is how long they wait after one (ns). The program ends with the last."""
        self.stretch: Callable[[float], None] = lambda _seconds: None
        """Called with the processor time of each round of the program (s)."""
        self._since: float | None = None
        self._is_over = False
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
        reading = super().read(now)
        self._since = thread_time()
        return Reading(reading.quits or self._is_over, reading.exposed)


class Guests:
    """People at the cabinet. They follow the scene on top."""

    def __init__(
        self, feed: Feed, scene: Callable[[], str], clock: Callable[[], int], games: int, seed: int
    ) -> None:
        """`scene` returns the name of the scene on top. The title has `games` games."""
        self.feed = feed
        self._scene = scene
        self.clock = clock
        self.games = games
        self.random = Random(seed)

    def operate(self) -> Iterator[int]:
        """Open the operator's page and press buttons in every part of it."""
        yield from self.come_to("Title", CARDS[4])
        for pressed in (True, False):
            for seat in (AMBER, BLUE):
                self.feed(seat, ACTION, pressed)
            yield HOLD_NS
        for part in (0, 2, 3):
            yield from self.tap(CARDS[part])
            yield 5 * S
            for _ in range(6):
                yield from self.tap(RIGHT)
        yield from self.tap(CARDS[1])
        for button in BUTTONS:
            yield from self.tap(button)
        yield 30 * S
        yield from self.tap(CARDS[4])

    # Pressing

    def come_to(self, scene: str, button: str) -> Iterator[int]:
        """Press, 2 s apart, until a scene is on top, for at most 60 presses."""
        for _ in range(60):
            if self._scene() == scene:
                return
            if scene == "Title" and self._scene() == "Menu":
                yield MENU_NS
                continue
            yield from self.tap(LEFT if self._scene() == "MatchScene" else button)
            yield 2 * S

    def tap(self, button: str, seat: int = AMBER) -> Iterator[int]:
        """Press a button and release it."""
        self.feed(seat, button, True)
        yield PRESS_NS
        self.feed(seat, button, False)
        yield LOOK_NS


def keys_of(seats: Mapping[int, Mapping[str, str]]) -> Mapping[tuple[int, str], str]:
    """Return (seat, button) -> key."""
    return {(seat, button): key for seat, keys in seats.items() for button, key in keys.items()}


def run(
    folder: Path,
    config: str,
    step_ms: int,
    plan: Callable[[Guests], Iterator[int]],
    stretch: Callable[[str, float], None] = lambda _scene, _seconds: None,
    card: CardReport | None = None,
) -> Guests:
    """Run the program with its data in `folder` until the plan is over; return the guests.

    `plan` is what the guests do; each item is how long they wait (ns). A round of the program's loop takes at least
    `step_ms` of virtual time. `stretch` is called with the scene on top and the processor time of each round (s).
    `card` is the look at the card's file.
    """
    loaded = LoadedConfig(parse_config(config), None, "")
    MatchFactory(loaded, folder).screens()  # as `cabinet.app.play` does before it opens the window: it makes all games
    clock = FakeClock(BEGINS_NS)
    keyboard = KeyboardSource(list(map(str, key_map(loaded.config.input))))
    window = VirtualWindow(loaded.config, keyboard, clock, step_ms * MS)
    store = DiskStore(folder, logs_bytes=loaded.config.data.logs_bytes)
    cabinet = Cabinet(loaded, folder, Sources(None, keyboard), window, store, Notifier({}), clock, card=card)
    seats = msgspec.to_builtins(loaded.config.input.keys)
    keys = keys_of({seat: seats[f"seat{seat}"] for seat in (0, 1)})
    guests = Guests(
        lambda seat, button, pressed: keyboard.feed(keys[seat, button], pressed, clock()),
        lambda: type(cabinet._stack.top).__name__,
        clock,
        len(GAMES),
        seed=1,
    )
    window.plan = plan(guests)
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
