"""A button board that comes when the program has looked for one already.

``source = "auto"`` takes a board that is there when it looks. A cabinet looks while its machine still boots, and at a
desk the board is plugged in when somebody thinks of it; so it looks on, and who finds the board begins anew.
"""

from pathlib import Path
from typing import Final

from cabinet.config import Input
from cabinet.sources import Sources
from engine.game import S

LOOK_NS: Final = S
"""Between two looks."""


class LateBoard:
    """Looks for the board that ``auto`` would have taken, had it been there when `sources` were found."""

    def __init__(self, wanted: Input, sources: Sources, devices: Path = Path("/dev")) -> None:
        wants_boards = wanted.source == "auto" and any(board.seats for board in (wanted.board, wanted.board2))
        self._is_awaited = wants_boards and not sources.boards
        self._devices = devices
        self._looks_at = 0

    def has_come(self, now: int) -> bool:
        """Whether it is there (`now`: CLOCK_MONOTONIC, ns). It looks once a second, and finds it once."""
        if not self._is_awaited or now < self._looks_at:
            return False
        from hardware.board.serial_link import any_on_usb  # the first frame does not wait for it

        self._looks_at = now + LOOK_NS
        has_come = any_on_usb(self._devices)
        self._is_awaited = not has_come
        return has_come
