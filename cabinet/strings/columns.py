"""A table of texts as lines for a terminal."""

from collections.abc import Sequence
from itertools import zip_longest


def in_columns(table: Sequence[Sequence[str]], *, right: bool = False) -> list[str]:
    """Return a line for each row, its cells beneath each other, two spaces apart; a row may end before the others.

    `right`: all columns but the first are aligned to the right, as numbers are.
    """
    widths = [max(map(len, column)) for column in zip_longest(*table, fillvalue="")]
    return ["  ".join(_padded(row, widths, right=right)).rstrip() for row in table]


def _padded(row: Sequence[str], widths: Sequence[int], *, right: bool) -> list[str]:
    cells = zip(row, widths, strict=False)
    return [cell.rjust(width) if right and place else cell.ljust(width) for place, (cell, width) in enumerate(cells)]
