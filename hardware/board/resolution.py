"""The bound on the error that a board publishes for the edges it gives. Pure."""

from typing import Final

from hardware.clock import MS

LEAST_NS: Final = 1_000
"""No board stamps finer."""
HOLD_NS: Final = 1_000 * MS
"""An edge's error counts for so long after its stamp: the debounce gives edges later than its source does."""
SPAN_NS: Final = 100 * MS
"""Errors are kept together for each such span of stamps."""


class Resolution:
    """The largest error of the edges given lately.

    The clock map's error is that of the moment at which an edge was mapped, and a later ping makes it smaller for later
    edges only. Whoever reads a source's `resolution_ns` does so once for a whole drain, and the debounce may have held
    an edge back since an earlier one (a touch, a release): so the worst counts until nobody can give its edge any more.
    """

    def __init__(self) -> None:
        self._worst: dict[int, int] = {}

    def note(self, stamp_ns: int, error_ns: int) -> None:
        """Take an edge's stamp and the bound on its error, both in ns."""
        span = stamp_ns // SPAN_NS
        self._worst[span] = max(self._worst.get(span, 0), error_ns)

    def at(self, drained_ns: int) -> int:
        """Give the bound (ns) for every edge that may still be given, everything up to `drained_ns` being told."""
        oldest = (drained_ns - HOLD_NS) // SPAN_NS
        if self._worst and min(self._worst) < oldest:
            self._worst = {span: error for span, error in self._worst.items() if span >= oldest}
        return max(self._worst.values(), default=LEAST_NS)
