"""The input of a match that is known as a whole, in order: each event with its time and the text of its line.

``log_input`` reads it from the lines of a log, ``forward`` plays it.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter, lt
from typing import Final, TypeAlias

from engine.errors import LogError
from engine.judge import CONTEST_NS
from engine.log import LATEST
from engine.log_text import command_text, press_text
from engine.panel import Act, Control, Event, Press
from engine.reducer import Reducer
from engine.state import NEVER

Input: TypeAlias = tuple[int, Event, str]
"""An event: its log time (ns), the event itself, and the text of its line after the time.

The text of a press is without its result; that of a command ends before its result; that of a control is empty. A press
or a command may be shared by many moments, so its own time is not read.
"""

END: Final[Input] = (NEVER, Control("end", NEVER), "")
"""The last of all input: it never comes."""


def as_input(event: Event) -> Input:
    """Return an event, stamped in log time, as input."""
    if isinstance(event, Press):
        return event.time_ns, event, press_text(event)
    if isinstance(event, Act):
        return event.time_ns, event, act_text(event)
    return event.time_ns, event, ""


def act_text(act: Act) -> str:
    """Return the text of a command's line from the seat to its result."""
    return f'"seat":{act.seat},{command_text(act.command)},"ok":'


def in_order(reducer: Reducer, inputs: Sequence[Input]) -> Sequence[Input]:
    """Return the input by its stamps; equal stamps of two seats are ordered by lot (``Reducer.goes_before``).

    Raises LogError for a time that no match has.
    """
    times = list(map(itemgetter(0), inputs))
    ordered = list(inputs) if all(map(lt, times, times[1:])) else _sorted(reducer, inputs)
    if ordered and not 0 <= ordered[0][0] <= ordered[-1][0] <= LATEST:
        raise LogError(f"no match lasts from {ordered[0][0]} to {ordered[-1][0]}")
    return ordered


def _sorted(reducer: Reducer, inputs: Iterable[Input]) -> list[Input]:
    ordered: list[Input] = []
    for each in inputs:
        place = len(ordered)
        while place and _goes_before(reducer, each, ordered[place - 1]):
            place -= 1
        ordered.insert(place, each)
    return ordered


def _goes_before(reducer: Reducer, one: Input, other: Input) -> bool:
    if one[0] != other[0]:
        return one[0] < other[0]
    return reducer.goes_before(event_of(one), event_of(other))


def event_of(given: Input) -> Event:
    """Return an event with its own time."""
    t, event, _ = given
    if isinstance(event, Press):
        return event._replace(time_ns=t)
    return Act(event.seat, event.command, t) if isinstance(event, Act) else event


def only_commands(inputs: Iterable[Input]) -> bool:
    """Return whether all input is commands without buttons."""
    return set(map(type, map(itemgetter(1), inputs))) <= {Act}


def look_back_ns(inputs: Iterable[Input]) -> int:
    """Return how far before the present judging may look (ns): after a void, to the beginning."""
    early = 0
    for _, event, _ in inputs:
        if isinstance(event, Press):
            early = max(early, event.early_ns)
        elif isinstance(event, Control) and event.kind == "void":
            return NEVER
    return CONTEST_NS + early
