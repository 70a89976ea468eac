"""What the page asks about a match log: the verdict of `photofinish verify`, and drawings of its races.

Runs in the page's worker, in Pyodide. The page reads a right log's lines itself: each is a JSON object, and together
they tell all that happened (``docs/match-log.md``). The verdict crosses to the page as JSON in plain ASCII, so that no
text of a hostile log is anything but text.
"""

import json
from collections.abc import Callable
from typing import Final
from xml.etree.ElementTree import tostring

from cabinet.export.strip import strip
from engine.log import ignore
from engine.verdict import log_or_first_line, verdict_of

MOST_SHOWN: Final = 4000
"""The longest fault that is handed to the page, in characters: one line of a forged log may have 100 MB."""


def prove(
    data: bytes | memoryview, on_lines: Callable[[int], object] = ignore, on_read: Callable[[int], object] = ignore
) -> str:
    """Return the verdict on a log as JSON: an object with the fields of `engine.verdict.Verdict`.

    ``on_read`` is called now and then with the number of lines that are read, then ``on_lines`` with the number of
    those that are found right.
    """
    verdict = verdict_of(log_or_first_line(bytes(data)), on_lines, on_read)
    problem = verdict.problem
    if len(problem) > MOST_SHOWN:
        problem = f"{problem[:MOST_SHOWN]}…"
    return json.dumps(verdict._replace(problem=problem)._asdict())


def drawing(winner: int, loser: int, margin_ns: int, text: str, unit: str) -> str:
    """Return the drawing of a race as SVG, as exports and phones have it; `text` says the same in words."""
    return tostring(strip((winner, loser), margin_ns / 1e6, text, unit), encoding="unicode")
