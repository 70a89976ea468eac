"""How far the presses have been heard: what a wait that ends at a moment may take for silence."""

from typing import Final

LATE_NS: Final = 250_000_000
"""How much later than its stamp a press may come; a source that is out of reach is not waited for longer."""


def heard_until(now: int, drained: int) -> int:
    """Return the moment up to which nobody's press is missing: `drained`, at most `LATE_NS` before `now`."""
    return min(now, max(drained, now - LATE_NS))
