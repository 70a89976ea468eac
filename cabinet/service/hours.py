"""The hours at which the screen goes dark, and at which the machine is switched off, by the local time.

Neither happens while somebody plays, or in the middle of a tournament or a party: the title or the attract scene has
been there for a while without a press.
"""

from collections.abc import Callable
from typing import Any, Final

from cabinet.display.toolkit import Toolkit
from cabinet.scenes.attract import Attract
from cabinet.scenes.bases import Done, Leave
from cabinet.scenes.rest import DarkScreen, GoingOff
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.scenes.title import Title
from cabinet.service.items import Program
from cabinet.tournaments.journal import WinnerStays
from engine.units import S

REST_NS: Final = 60 * S
"""Time without a press after which the screen may go dark."""
OFF_NS: Final = 600 * S
"""The same for the machine to be switched off."""
LATE_NS: Final = 6 * 3600 * S
"""How long after its hour the machine may still be switched off: nobody shall be surprised by it on the next day."""


class RestHours:
    """Covers the title or the attract scene at those hours."""

    def __init__(
        self, program: Program, stack: SceneStack, toolkit: Callable[[], Toolkit], power_off: Callable[[], object]
    ) -> None:
        """`toolkit` returns the present one; `power_off` gives the command that switches off."""
        self._program = program
        self._stack = stack
        self._toolkit = toolkit
        self._power_off = power_off
        self._pressed_at: int | None = None
        self._hour: int | None = None
        self._off_since: int | None = None
        """When the hour at which the machine is switched off has begun; None once that is settled."""

    def pressed(self, now: int) -> None:
        """Note that somebody is there. `now` is CLOCK_MONOTONIC, ns, as everywhere here."""
        self._pressed_at = now

    def tick(self, now: int, hour: int | None) -> None:
        """Look at the hour of the day, None where nobody has set the time."""
        rested = now - (self._pressed_at if self._pressed_at is not None else now)
        self._pressed_at = now - rested
        is_dark, top = self._is_dark(hour), self._stack.top
        self._note_hour(now, hour)
        if (since := self._off_since) is not None and rested >= OFF_NS and self._rests(top):
            self._off_since = None
            if isinstance(top, DarkScreen):
                top.dismiss(Leave())
            self._stack.soon(lambda at: self._stack.start(self._going_off(since), at))
        elif isinstance(top, DarkScreen) and not is_dark:
            top.dismiss(Leave())
        elif is_dark and rested >= REST_NS and isinstance(top, Title | Attract) and self._rests(top):
            self._stack.soon(lambda at: self._stack.start(self._dark(), at))

    def _is_dark(self, hour: int | None) -> bool:
        display = self._program.config.display
        return hour is not None and (hour - display.dark_from) % 24 < (display.dark_until - display.dark_from) % 24

    def _note_hour(self, now: int, hour: int | None) -> None:
        """Note that the hour has come at which the machine is switched off, while it was on."""
        before, self._hour = self._hour, hour
        operator = self._program.config.operator
        if hour is not None and before not in (None, hour) and hour == operator.off_at and operator.power_off:
            self._off_since = now
        elif self._off_since is not None and (operator.off_at < 0 or now - self._off_since > LATE_NS):
            self._off_since = None

    def _rests(self, top: Scene[Any] | None) -> bool:
        """Return whether nobody plays, and nothing is under way in which people have their places."""
        evening = running.now if (running := self._program.running_evening()) is not None else None
        is_free = evening is None or evening.is_over or isinstance(evening.start, WinnerStays)
        is_held = isinstance(top, Title) and top.is_held
        return isinstance(top, Title | Attract | DarkScreen) and is_free and not is_held

    async def _dark(self) -> None:
        await DarkScreen(self._toolkit())

    async def _going_off(self, since: int) -> None:
        """Say so, and switch off; who presses a button is there, and has it for another while."""
        if isinstance(await GoingOff(self._toolkit()), Done):
            self._power_off()
        else:
            self._off_since = since
