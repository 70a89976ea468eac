"""Detection of a button board that is plugged in after the program's start.

``source = "auto"`` uses a board that is present at the start. A cabinet starts while its machine still boots, and at a
desk the board may be plugged in later; so the program keeps looking, and restarts when it finds a board.
"""

from pathlib import Path
from typing import Final

from cabinet.config.schema import Input
from cabinet.input.sources import Sources
from engine.game import S

LOOK_NS: Final = S
"""The interval between two searches, ns."""


class LateBoard:
    """Looks for the board that ``auto`` would have used if it had been present when `sources` were found."""

    def __init__(self, wanted: Input, sources: Sources, devices: Path = Path("/dev")) -> None:
        wants_boards = wanted.source == "auto" and any(board.seats for board in (wanted.board, wanted.board2))
        self._is_awaited = wants_boards and not sources.boards
        self._devices = devices
        self._looks_at = 0

    def has_come(self, now: int) -> bool:
        """Return True once when the board appears; search once a second. `now`: CLOCK_MONOTONIC, ns."""
        if not self._is_awaited or now < self._looks_at:
            return False
        from hardware.board.link import any_on_usb  # not needed by the first frame

        self._looks_at = now + LOOK_NS
        has_come = any_on_usb(self._devices)
        self._is_awaited = not has_come
        return has_come
