"""This program's own state: written where the doctor finds it, and given to the operator's page."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
import pygame

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.doctor.checks import CheckContext
from cabinet.doctor.probe import Probe
from cabinet.doctor.running import Running, changing, describe
from cabinet.input.sources import Sources
from cabinet.screens.connectors import own_terminal
from cabinet.store.store import Store
from engine.units import MS, S

LOOK_NS: Final = 2 * S
"""The interval between two looks whether the state has changed, ns."""


class Status:
    """Describes this program: to the store whenever the state changes, and to a doctor who asks here."""

    def __init__(
        self,
        sources: Sources,
        loaded: LoadedConfig,
        data: Path,
        now: Callable[[], tuple[Config, bool]],
        store: Store,
        shown: Callable[[], Sequence[tuple[str, str, str]]],
        longest_ns: Callable[[], int] = lambda: 0,
        rests: Callable[[], bool] = lambda: False,
    ) -> None:
        """`loaded` is the configuration of the files; `now` returns it with the operator's settings, and whether a
        sound card is open; `shown` returns mode, picture and reason of each whole screen; `longest_ns` returns the
        longest stretch of work so far (`Slices.longest_ns`); `rests` returns whether nobody plays on the cabinet."""
        self._sources = sources
        self._loaded = loaded
        self._data = data
        self._present = now
        self._store = store
        self._shown = shown
        self._longest_ns = longest_ns
        self._rests = rests
        self._stretch = 0
        self._look_at: int | None = None
        self._last: object = None

    def tick(self, now: int) -> None:
        """Store the state if it has changed; looks once in `LOOK_NS`, and first so long after the first frame.

        A longer stretch of work waits while the cabinet rests: an idle night writes nothing to the disk.

        `now`: CLOCK_MONOTONIC, ns.
        """
        self._look_at = now + LOOK_NS if self._look_at is None else self._look_at
        if now < self._look_at:
            return
        self._look_at = now + LOOK_NS
        if not self._rests():
            self._stretch = self._stretch_ms
        state = changing(self._sources, self._data), self._present(), self._stretch, self._shown()
        if state != self._last:
            self._last = state
            self._store.describe(self.running().text)

    def running(self) -> Running:
        """Return the state now."""
        screen = pygame.display.get_driver() if pygame.display.get_init() else ""
        config, has_sound = self._present()
        state = describe(
            self._sources, config, self._loaded, self._data, screen=screen, shown=self._shown(), has_sound=has_sound
        )
        number = own_terminal()
        terminal = f"tty{number}" if number else ""
        return msgspec.structs.replace(state, stretch_ms=self._stretch_ms, terminal=terminal)

    @property
    def _stretch_ms(self) -> int:
        return -(-self._longest_ns() // MS)

    def context(self, machine: Probe) -> CheckContext:
        """Return the subject of the doctor's checks on this program's own page."""
        running = self.running()
        return CheckContext(machine, running.config, self._data, file=running.file).with_running(running)
