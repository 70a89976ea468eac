"""Recordings of how real switches close and open: `photofinish buttons --record` writes them, `certify --recorded` has
contacts close as they did.

A recording is a table (CSV) of raw edges as a source stamped them, a row each, in the order in which they came.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

from cabinet.errors import CertifyError
from cabinet.strings.catalogue import word
from hardware.debounce import Settings
from hardware.source import RawEvent, SwitchEdge

Lengths: TypeAlias = tuple[float, ...]
"""For how long a contact was closed, then open, then closed and so on during one press, µs; closed first and last."""

COLUMNS: Final = ("source", "line", "time_ns", "closed")
REST_NS: Final = Settings().bounce_ns
"""A contact that has been open for so long was let go: no bounce is longer."""
HOLD_US: Final = 40_000.0
"""A finger's hold says nothing of the switch: what is closed for longer counts as this long."""
MOST_EDGES: Final = 200
"""More belong to a broken wire rather than to a press, and no tester could repeat them."""


class Recording:
    """A new recording."""

    def __init__(self, path: Path) -> None:
        """Raises CertifyError where the file is there already, or cannot be written."""
        self._path = path
        try:
            self._file = path.open("x", encoding="utf-8", newline="")
            self._writer = csv.writer(self._file, lineterminator="\n")
            self._writer.writerow(COLUMNS)
        except OSError as problem:
            raise self._unwritten(problem) from problem

    def add(self, events: Iterable[RawEvent]) -> None:
        """Write the edges among these events. Raises CertifyError where that fails."""
        edges = [event for event in events if isinstance(event, SwitchEdge)]
        try:
            self._writer.writerows((edge.source, edge.line, edge.time_ns, int(edge.pressed)) for edge in edges)
            self._file.flush()
        except OSError as problem:
            raise self._unwritten(problem) from problem

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _unwritten(self, problem: OSError) -> CertifyError:
        return CertifyError(word("certify.recorded.write", path=self._path, reason=problem.strerror))


def read_presses(path: Path) -> tuple[list[Lengths], int]:
    """Return every press of a recording that was let go, and how many are left out because an edge of them is missing.

    Raises CertifyError for a file that is no recording, with the line's number, or has no such press.
    """
    by_line: dict[tuple[str, str], list[tuple[int, bool]]] = {}
    for source, line, time_ns, closed in rows_of(path):
        by_line.setdefault((source, line), []).append((time_ns, closed))
    presses = [lengths_of(press) for edges in by_line.values() for press in presses_of(edges)]
    whole = [lengths for lengths in presses if lengths]
    if not whole:
        raise CertifyError(word("certify.recorded.none", path=path))
    return whole, len(presses) - len(whole)


def rows_of(path: Path) -> Iterator[tuple[str, str, int, bool]]:
    """Yield the rows of a recording. Raises CertifyError, with the line's number."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file)
            if tuple(next(reader, ())) != COLUMNS:
                raise CertifyError(word("certify.recorded.columns", path=path, columns=",".join(COLUMNS)))
            for cells in reader:
                try:
                    source, line, time_ns, closed = cells
                    yield source, line, int(time_ns), bool(("0", "1").index(closed))
                except ValueError as problem:
                    message = word("certify.recorded.row", path=path, line=reader.line_num, reason=problem)
                    raise CertifyError(message) from problem
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise CertifyError(word("certify.recorded.read", path=path, reason=problem)) from problem


def presses_of(edges: Sequence[tuple[int, bool]]) -> Iterator[list[tuple[int, bool]]]:
    """Yield the edges, (ns, closed), of each press of a line: they end where it stays open for `REST_NS`."""
    press: list[tuple[int, bool]] = []
    for edge, following in pairwise([*edges, None]):
        assert edge is not None, "None follows the last edge"
        press.append(edge)
        if not edge[1] and (following is None or following[0] - edge[0] >= REST_NS):
            yield press
            press = []


def lengths_of(press: Sequence[tuple[int, bool]]) -> Lengths:
    """Return for how long the contact was closed and open; nothing where an edge of the press is missing."""
    if len(press) > MOST_EDGES or any(closed != (place % 2 == 0) for place, (_, closed) in enumerate(press)):
        return ()
    gaps = [(other - one) / 1_000 for (one, _), (other, _) in pairwise(press)]
    if min(gaps, default=0) < 0:
        return ()
    return tuple(min(gap, HOLD_US) if place % 2 == 0 else gap for place, gap in enumerate(gaps))
