"""Drives the lamps in the buttons by the board: the row of lamps, as the board's latest message has it."""

from collections.abc import Callable, Sequence

from hardware.board.protocol import LAMPS as LAMP_COUNT
from hardware.board.protocol import Message, SetLamps
from hardware.lamps import DARK, Lamp


class BoardLamps:
    """Sends the latest row only: a row that found no room is dropped as soon as there is another."""

    def __init__(self, say: Callable[[Message], bool]) -> None:
        """`say` sends a message to the board and returns whether it could."""
        self.count = LAMP_COUNT
        self._say = say
        self._wanted: SetLamps | None = None
        self._is_sent = True

    def show(self, lamps: Sequence[Lamp], brightness: int) -> None:
        """See `Lamps.show`. Never waits."""
        row = (*lamps, *(DARK,) * (self.count - len(lamps)))[: self.count]
        wanted = SetLamps(brightness, 0, row)
        if wanted != self._wanted:
            self._wanted, self._is_sent = wanted, False
            self.flush()

    def again(self) -> None:
        """Send the latest row again."""
        self._is_sent = self._wanted is None
        self.flush()

    def flush(self) -> None:
        """Send the latest row, if it has found no room so far."""
        if not self._is_sent and self._wanted is not None:
            self._is_sent = self._say(self._wanted)
