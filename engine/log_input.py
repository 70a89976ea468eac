"""The input in a log's lines, without parsing the lines that contain none.

A match is a function of its setup and its input, so a replay needs to understand only the lines of input; the text of
every line is compared afterwards. These functions take lines exactly as ``record`` writes them, and parse each distinct
press or command once. They may accept a line that ``log.read`` refuses, and then the comparison finds it: the replay of
what was accepted never gives that text (``log_check``).
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, TypeAlias

from engine.known_input import Input, act_text, as_input
from engine.log import parsed
from engine.log_replay import SIMULATED, command_in, event_in, press_in
from engine.log_text import Cache, press_text
from engine.panel import Act, Press
from engine.setup import Setup

Commands: TypeAlias = Cache[str, tuple[Act, str]]
Presses: TypeAlias = Cache[str, tuple[Press, str]]
"""Events without their times, and their own text, by the text of their lines without the time."""


OWN: Final = ('"effects":', '"seat":', '"deal":')
"""The beginnings of lines that follow from the input; ``seat`` is a command that a press gave."""


def quick_inputs(setup: Setup, lines: Sequence[str]) -> list[Input]:
    """Return the match's input from the lines after the header, in the log's order; ``log_replay.events`` for text.

    Raises LogError or ValueError at a line that no program wrote; ``log.read`` describes its fault.
    """
    seats = len(setup.seats)
    simulated = {number for number, seat in enumerate(setup.seats) if seat.player == SIMULATED}
    without_buttons = len(simulated) == seats
    commands, presses = _commands(seats), _presses(seats)
    inputs: list[Input] = []
    for line in lines:
        start, _, rest = line.partition(",")  # ``start`` is ``{"t":5``
        if simulated and rest.startswith('"seat":'):
            act, text = commands[rest.partition(',"ok":')[0]]
            if without_buttons or act.seat in simulated:
                inputs.append((int(start[5:]), act, text))
        elif rest.startswith('"press":'):
            # a source's own ticks and a late stamp's interval differ in every line
            press, text = _press(seats, rest) if '_ns":' in rest else presses[rest]
            inputs.append((int(start[5:]), press, text))
        elif not rest.startswith(OWN):
            event = event_in(setup, parsed(0, line, seats), 0)
            if event is not None:
                inputs.append(as_input(event))
    return inputs


@lru_cache(maxsize=8)
def _commands(seats: int) -> Commands:
    return Cache(partial(_command, seats))


@lru_cache(maxsize=8)
def _presses(seats: int) -> Presses:
    return Cache(partial(_press, seats))


def _command(seats: int, text: str) -> tuple[Act, str]:
    """Parse the members ``"seat"`` to ``"word"`` of a command's line."""
    value = parsed(0, f'{{"t":0,{text}}}', seats)
    act = Act(value["seat"], command_in(value), 0)
    return act, act_text(act)


def _press(seats: int, text: str) -> tuple[Press, str]:
    """Parse the members of a press's line after the time."""
    press = press_in(parsed(0, f'{{"t":0,{text}', seats), 0)
    return press, press_text(press)
