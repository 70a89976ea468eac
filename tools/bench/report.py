"""The results of measurements: rows of one table, each with a figure and its bound."""

import resource
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple


class Row(NamedTuple):
    """A line of the table: the name of the measurement, the figure as text, and a remark such as a ratio or a bound.

    ``met`` is False if a bound is missed; None if there is no bound.
    """

    what: str
    figure: str
    remark: str = ""
    met: bool | None = None


class Bench(NamedTuple):
    """A measurement: its name on the command line, and the function that makes its rows."""

    name: str
    run: Callable[[], Sequence[Row]]


def percentile(values: Sequence[float], per_cent: float) -> float:
    """Return the percentile of the values (nearest rank)."""
    ranked = sorted(values)
    return ranked[min(int(len(ranked) * per_cent / 100), len(ranked) - 1)]


def memory_mb(figure: Literal["VmRSS", "VmHWM"]) -> float:
    """Return the resident memory of this process (proc(5)), now or at its peak, in MB.

    On Linux `ru_maxrss` would include the parent before `exec`; elsewhere it is all that there is.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    (size,) = [line.split()[1] for line in status.read_text().splitlines() if line.startswith(f"{figure}:")]
    return int(size) / 1024


def as_text(rows: Sequence[Row]) -> str:
    """Return the rows as aligned columns; a missed bound is marked with an exclamation mark."""
    widest = max((len(row.what) for row in rows), default=0)
    figures = max((len(row.figure) for row in rows), default=0)
    lines = []
    for row in rows:
        mark = {True: "ok", False: "!", None: ""}[row.met]
        line = f"{row.what:<{widest}}  {row.figure:>{figures}}  {mark:<2}  {row.remark}"
        lines.append(line.rstrip())
    return "\n".join(lines)
