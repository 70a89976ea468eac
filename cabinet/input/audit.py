"""The audits of the buttons: counts of presses and faults, for the operator.

The names of counts must never change: ``starts`` and ``ends`` of the program, ``restart.REASON`` (``operator``,
``board``, ``card``), ``press.SEAT.BUTTON``, ``hour.HOUR`` (presses by the hour of the local day), ``lost`` (edges),
``overwritten`` (stamps of bouncing contacts that the kernel replaced), ``glitch``, ``swallowed`` (second taps that came
too soon to count), ``stuck``, ``chatter``, and ``stuck.SEAT.BUTTON``, ``chatter.SEAT.BUTTON`` where the button is
known. A match has counts of its own.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from cabinet.input.inputs import COINS
from cabinet.store.store import Store
from engine.panel import BUTTONS, Press
from hardware.source import EdgesLost, Event, Glitch, LineChattering, LineStuck, PressSwallowed

EVERY_NS: Final = 60_000_000_000
"""How long counts of presses may wait to be saved."""


class Audit:
    """Counts presses and faults of the buttons, and passes the counts to the store once a minute."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counts: Counter[str] = Counter()
        self._since: int | None = None
        self._overwritten = 0

    def press(self, press: Press) -> None:
        """Count a press of a button; releases are not counted, nor are coins, which `cabinet.coins` counts."""
        if press.pressed and (press.seat, press.button) not in COINS:
            self._counts[f"press.{press.seat}.{press.button}"] += 1
            self._counts[f"hour.{time.localtime().tm_hour}"] += 1

    def trouble(self, event: Event, place: tuple[int, str] | None = None) -> None:
        """Count a fault that a source reported, of the button at `place` (seat and name) where that is known."""
        if place is not None and isinstance(event, LineStuck | LineChattering):
            fault = "stuck" if isinstance(event, LineStuck) else "chatter"
            self._counts[f"{fault}.{place[0]}.{place[1]}"] += 1
        match event:
            case EdgesLost(why="storm"):
                self._counts["chatter"] += 1
            case EdgesLost(_, count):
                self._counts["lost"] += count or 1
            case Glitch():
                self._counts["glitch"] += 1
            case PressSwallowed():
                self._counts["swallowed"] += 1
            case LineStuck():
                self._counts["stuck"] += 1
            case LineChattering():
                self._counts["chatter"] += 1

    def overwritten(self, total: int) -> None:
        """Count the stamps that the kernel has overwritten since the last call, of `total` since the start."""
        if total != self._overwritten:
            self._counts["overwritten"] += max(0, total - self._overwritten)
            self._overwritten = total

    def add(self, name: str, count: int = 1) -> None:
        """Add to any other count."""
        self._counts[name] += count

    def tick(self, now: int) -> None:
        """Flush counts that have waited for `EVERY_NS`. `now` is CLOCK_MONOTONIC, ns."""
        if not self._counts:
            self._since = None
        elif self._since is None:
            self._since = now
        elif now - self._since >= EVERY_NS:
            self.flush()

    def flush(self) -> None:
        """Pass all counts to the store now."""
        self._store.count(+self._counts)
        self._counts.clear()
        self._since = None


def never_pressed(audits: Mapping[str, int], seats: Sequence[int]) -> list[tuple[int, str]]:
    """Return the buttons of these seats' panels without any press in the counts."""
    return [(seat, button) for seat in seats for button in BUTTONS if not audits.get(f"press.{seat}.{button}")]
