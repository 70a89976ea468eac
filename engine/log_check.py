"""Reading and verifying a log at once, several times as fast as the one after the other.

A log that is right is the replay's own text, byte for byte. So its lines need no parsing but for the input in them
(``log_input``), and every line is compared with the replay's. Where that fails, the log is read and verified line by
line, which describes its fault.
"""

import codecs
from typing import NamedTuple

from engine.errors import EngineError
from engine.forward import Forward
from engine.log import LATEST, read, setup_and_header
from engine.log_input import quick_events
from engine.log_replay import first_fall, verify
from engine.record import OutcomeLine, PressLine
from engine.setup import Setup


class Checked(NamedTuple):
    """A log that is right: its setup, the number of its complete lines, whether the match has an outcome, and whether a
    torn last line was cut off."""

    setup: Setup
    lines: int
    is_finished: bool
    torn: bool


def check(data: bytes) -> Checked:
    """Read and verify a whole log. Raises LogError and Divergence like ``log.read`` and ``log_replay.verify``."""
    try:
        checked = quick_check(data)
    except (EngineError, ValueError):  # ``read`` finds the fault again, and its line
        checked = None
    if checked is None:
        log = read(data)
        verify(log)
        checked = Checked(log.setup, len(log.lines), log.is_finished, log.torn)
    return checked


def quick_check(data: bytes) -> Checked | None:
    """Return the log if it is the replay's own text in increasing times; None, LogError or ValueError if it is not."""
    complete, _, rest = data.removeprefix(codecs.BOM_UTF8).rpartition(b"\n")
    first, *lines, _ = f"{complete.decode()}\n".replace("\r\n", "\n").split("\n")
    setup, written = setup_and_header(first)
    if written != first:
        return None
    played = Forward(setup, quick_events(setup, lines)).entries(len(lines) + 1)
    texts = [entry.as_text() for entry in played[: len(lines)]]
    is_finished = bool(played) and isinstance(played[len(texts) - 1], OutcomeLine)
    if texts != lines or (is_finished and len(played) > len(lines)):
        return None
    del played[len(lines) :]
    times = [(entry.t, isinstance(entry, PressLine)) for entry in played]
    if max(times, default=(0, False))[0] > LATEST or first_fall(times, setup.resolution_ns) is not None:
        return None
    return Checked(setup, len(lines) + 1, is_finished, bool(rest))
