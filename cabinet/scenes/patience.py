"""The wait of a scene that shows or asks something: without a press for a while both players are taken to have gone."""

from collections.abc import Callable
from typing import Final

PATIENCE_NS: Final = 40_000_000_000
"""Time without a press after which both players are taken to have gone."""


class Patience:
    """Calls `gone` once when the wait is over. All times are ns on the scene's clock."""

    def __init__(self, gone: Callable[[], None]) -> None:
        self._gone = gone
        self.ends_at: int | None = None
        """When the wait is over; None before its first `begin`, and after its end."""

    def begin(self, now: int) -> None:
        """Begin the wait, or begin it anew after a press."""
        self.ends_at = now + PATIENCE_NS

    def advance(self, now: int) -> None:
        """Call `gone` if the wait is over."""
        if self.ends_at is not None and now >= self.ends_at:
            self.ends_at = None
            self._gone()
