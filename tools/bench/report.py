"""What a measurement gives: rows of one table, each with a figure and what it should be."""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table: what was measured, the figure as text, and a remark such as a ratio or a bound.

    ``met`` is False where a bound is named and missed; None where there is none.
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
    """The value below which so many per cent of them lie (nearest rank)."""
    ranked = sorted(values)
    return ranked[min(int(len(ranked) * per_cent / 100), len(ranked) - 1)]


def as_text(rows: Sequence[Row]) -> str:
    """The rows as aligned columns; a missed bound is marked with an exclamation mark."""
    widest = max((len(row.what) for row in rows), default=0)
    figures = max((len(row.figure) for row in rows), default=0)
    lines = []
    for row in rows:
        mark = {True: "ok", False: "!", None: ""}[row.met]
        line = f"{row.what:<{widest}}  {row.figure:>{figures}}  {mark:<2}  {row.remark}"
        lines.append(line.rstrip())
    return "\n".join(lines)
