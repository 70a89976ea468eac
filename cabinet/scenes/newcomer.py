"""A newcomer at the panel of a bot: the question to the players, and how long it waits for their answer.

The match pauses for the question, once a match. Whoever plays answers; without an answer the players are taken to have
gone, and the newcomer comes in.
"""

from typing import Final

from engine.game import S
from engine.state import NEVER

JOINS: Final = "joins"
"""The reason of the pause for the question, in the match's log."""
ANSWER_NS: Final = 15 * S
"""How long the question waits for an answer."""


class Newcomer:
    """The question of one match. All times are ns on the scene's clock."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """The seat that somebody asks for; None if nobody asks."""
        self.was_let_in = True
        """Whether the players are there: False once the question has ended without an answer."""
        self._has_asked = False
        self._ends = NEVER

    def asks(self, seat: int, now: int) -> bool:
        """Ask for a seat; return False if the match has had its question."""
        if self._has_asked:
            return False
        self._has_asked = True
        self.seat, self._ends = seat, now + ANSWER_NS
        return True

    def is_refused(self) -> None:
        """Withdraw the question: the players play on."""
        self.seat, self._ends = None, NEVER

    def is_due(self, now: int) -> bool:
        """Return once whether nobody has answered in time."""
        if now < self._ends:
            return False
        self._ends, self.was_let_in = NEVER, False
        return True

    def left_s(self, now: int) -> int:
        """Return the time left for an answer, in s, rounded up."""
        return max(0, -((now - self._ends) // S)) if self._ends != NEVER else 0

    def next_deadline(self, now: int) -> int | None:
        """Return when the question's seconds change, or it ends; None while nobody asks."""
        return None if self._ends == NEVER else self._ends - (self.left_s(now) - 1) * S
