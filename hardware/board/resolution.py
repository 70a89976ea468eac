"""The bound on the error that a board publishes for its edges. Pure."""

from typing import Final

from hardware.clock import MS

LEAST_NS: Final = 1_000
"""No board stamps finer."""
HOLD_NS: Final = 1_000 * MS
"""How long an edge's error counts after its stamp: the debounce returns edges later than its source does."""
SPAN_NS: Final = 100 * MS
"""Of each interval of stamps of this length only the largest error is kept."""


class Resolution:
    """The largest error of the edges returned lately.

    An edge's error is that of the clock map when the edge was mapped; a later ping improves later
    edges only. The reader of a source's `resolution_ns` reads it once for a whole drain, and the debounce may have held
    an edge back since an earlier one (a touch, a release). So the largest error counts until its edge can no longer be
    returned.
    """

    def __init__(self) -> None:
        self._worst: dict[int, int] = {}

    def note(self, stamp_ns: int, error_ns: int) -> None:
        """Record an edge's stamp and the bound on its error, both in ns."""
        span = stamp_ns // SPAN_NS
        self._worst[span] = max(self._worst.get(span, 0), error_ns)

    def at(self, drained_ns: int) -> int:
        """Return the bound (ns) for every edge that may still be returned, if all up to `drained_ns` were reported."""
        oldest = (drained_ns - HOLD_NS) // SPAN_NS
        if self._worst and min(self._worst) < oldest:
            self._worst = {span: error for span, error in self._worst.items() if span >= oldest}
        return max(self._worst.values(), default=LEAST_NS)
