"""The input in a log's lines, without parsing the lines that contain none.

A match is a function of its setup and its input, so a replay needs to understand only the lines of input; the text of
every line is compared afterwards. These functions take lines exactly as ``record`` writes them, and parse each distinct
press or command once. They may accept a line that ``log.read`` refuses, and then the comparison finds it: the replay of
what was accepted never gives that text (``log_check``).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.errors import LogError
from engine.log import LATEST, parsed
from engine.log_replay import SIMULATED, command_in, event_in, press_in
from engine.panel import Act, Command, Event, Press
from engine.setup import Setup


def quick_events(setup: Setup, lines: Sequence[str]) -> Iterator[Event]:
    """Yield the match's input from the lines after the header, in the log's order; ``log_replay.events`` for text.

    Raises LogError or ValueError at a line that no program wrote; ``log.read`` describes its fault.
    """
    simulated = [seat.player == SIMULATED for seat in setup.seats]
    gives_commands = any(simulated)
    for line in lines:
        start, _, rest = line.partition(",")
        if rest.startswith('"seat":'):
            if not gives_commands:
                continue
            seat, command = _command(rest.partition(',"ok":')[0], len(simulated))
            if simulated[seat]:
                yield Act(seat, command, _time(start))
        elif rest.startswith('"press":'):
            yield _press(rest, len(simulated), _time(start))
        elif not rest.startswith(('"effects":', '"deal":')):
            event = event_in(setup, parsed(0, line, len(simulated)), 0)
            if event is not None:
                yield event


def _time(start: str) -> int:
    """Return the time in the beginning of a line, ``{"t":5`` (ns since zero)."""
    t = int(start[5:])
    if not 0 <= t <= LATEST:
        raise LogError(f"{t} is no time of a match")
    return t


@lru_cache(maxsize=8192)  # the commands of both seats in several games
def _command(text: str, seats: int) -> tuple[int, Command]:
    """Return the seat and the command of a line, from its members ``"seat"`` to ``"word"``."""
    value = parsed(0, f'{{"t":0,{text}}}', seats)
    return value["seat"], command_in(value)


def _press(text: str, seats: int, t: int) -> Press:
    """Return the press of a line, from its members after the time; a source's own ticks differ in every line."""
    if '"clock"' in text or '"early_ns"' in text:
        return press_in(parsed(0, f'{{"t":0,{text}', seats), t)
    seat, button, pressed, _, source, res, *_ = _plain_press(text, seats)
    return Press(seat, button, pressed, t, source, res)


@lru_cache(maxsize=4096)
def _plain_press(text: str, seats: int) -> Press:
    return press_in(parsed(0, f'{{"t":0,{text}', seats), 0)
