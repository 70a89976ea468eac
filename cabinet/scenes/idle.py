"""The wait of a scene that shows or asks something: without a press for a while everybody is taken to have gone."""

from typing import Final

IDLE_NS: Final = 40_000_000_000
"""Time without a press after which everybody is taken to have gone, unless a scene waits longer."""


class IdleTimer:
    """Runs out when nobody has pressed for `limit_ns`. All times are ns on the scene's clock."""

    def __init__(self, limit_ns: int = IDLE_NS) -> None:
        self._limit_ns = limit_ns
        self.ends_at: int | None = None
        """When the wait is over; None before the first `restart`, and after its end."""

    def restart(self, now: int) -> None:
        """Begin the wait, or begin it anew after a press."""
        self.ends_at = now + self._limit_ns

    def extend(self, until: int) -> None:
        """End the wait no earlier than `until`."""
        if self.ends_at is not None:
            self.ends_at = max(self.ends_at, until)

    def runs_out(self, now: int) -> bool:
        """Return True if the wait is over, once."""
        if self.ends_at is None or now < self.ends_at:
            return False
        self.ends_at = None
        return True
