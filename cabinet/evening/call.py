"""The call of a pairing to its seats: who has come, and when who has not counts as a no-show."""

from dataclasses import dataclass, replace
from typing import Final

from cabinet.evening.views import Pairing

WAIT_NS: Final = 30_000_000_000
"""The wait for whoever is up, in ns."""


@dataclass(frozen=True)
class Call:
    """A pairing that was called at `since_ns`. `come`: by seat. It stands in no journal: a restart calls again."""

    pairing: Pairing
    since_ns: int
    come: tuple[bool, bool] = (False, False)
    wait_ns: int = WAIT_NS

    def sits(self, seat: int) -> "Call":
        """Return the call after a press at a seat."""
        return replace(self, come=(self.come[0] or seat == 0, self.come[1] or seat == 1))

    @property
    def is_complete(self) -> bool:
        """Whether both have come."""
        return all(self.come)

    def left_ns(self, now_ns: int) -> int:
        """Return how long it still waits, at least 0."""
        return max(0, self.since_ns + self.wait_ns - now_ns)

    def absent(self, now_ns: int) -> tuple[str, ...]:
        """Return the names that count as no-shows, by seat; none before the wait is over."""
        if self.left_ns(now_ns):
            return ()
        return tuple(name for name, has_come in zip(self.pairing.names, self.come, strict=True) if not has_come)
