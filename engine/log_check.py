"""Reading and verifying a log at once, several times as fast as the one after the other.

A log that is right is the replay's own text, byte for byte. So its lines need no parsing but for the input in them
(``log_input``), and every line is compared with the replay's. Where that fails, the log is read and verified line by
line, which describes its fault.
"""

import codecs
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine.errors import EngineError, LogError
from engine.forward import Forward
from engine.game import Game
from engine.games import set_up
from engine.log import LATEST, read, setup_and_header
from engine.log_input import quick_inputs
from engine.log_replay import first_fall, verify
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
    text = complete.decode()
    if "\r" in text:
        text = f"{text}\n".replace("\r\n", "\n")[:-1]  # the last line has its own
    first, *lines = text.split("\n")
    setup, game = _opening(first)
    has_presses = '"press":' in text
    refused = _refused(lines) if not has_presses and '"ok":false' in text else ()
    is_exact = has_presses and '"early_ns":' not in text and '"void":' not in text
    played = Forward(setup, quick_inputs(setup, lines), game, refused, is_exact).play(len(lines) + 1)
    is_finished = bool(lines) and _rest(lines[-1]).startswith('"outcome":')
    if played.texts[: len(lines)] != lines or (is_finished and len(played.texts) > len(lines)):
        return None
    if not _rises(lines, played.times[: len(lines)], setup.resolution_ns):
        return None
    return Checked(setup, len(lines) + 1, is_finished, bool(rest))


def _rises(lines: Sequence[str], times: list[int], resolution_ns: int) -> bool:
    """Return whether the lines' times are those of a match, and increase (``log_replay.first_fall``)."""
    if max(times, default=0) > LATEST:
        return False
    if times == sorted(times):
        return True
    is_press = [_rest(line).startswith('"press":') for line in lines]
    return first_fall(zip(times, is_press, strict=True), resolution_ns) is None


def _refused(lines: Sequence[str]) -> Sequence[int]:
    """Return the times of the refused commands, as far as the lines have them."""
    return [int(line[5 : line.index(",")]) for line in lines if '"ok":false' in line]


def _rest(line: str) -> str:
    """Return a line after its time."""
    return line.partition(",")[2]


def _opening(first: str) -> tuple[Setup, Game]:
    """Return the setup of a first line, and its game. Raises LogError or ValueError if no program wrote it so."""
    before, _, after = first.partition(',"seed":')  # no text of a line contains this: its quotes would be escaped
    seed, _, after = after.partition(",")
    setup, game, is_right = _without_seed(before, after)
    if not is_right or str(int(seed)) != seed:
        raise LogError("the first line is not as this version writes it")
    return replace(setup, seed=int(seed)), game


@lru_cache(maxsize=32)
def _without_seed(before: str, after: str) -> tuple[Setup, Game, bool]:
    """Return the setup of the first lines with these texts before and after the seed, its game, and whether this
    version writes them so. Raises LogError."""
    line = f'{before},"seed":0,{after}'
    setup, written = setup_and_header(line)
    return setup, set_up(setup.game, setup.options, setup.base, len(setup.seats), setup.rules), line == written
