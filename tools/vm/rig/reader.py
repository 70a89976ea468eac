"""Reads the edges of lines, and tells how they came: by gpiod as it gives them, or by our source on either back end.

    python -m tools.vm.rig.reader raw|gpiod|lgpio CHIP COUNT LINE...

It says `ready`, reads until its standard input ends, and prints a JSON object: `came` is `[[line, pressed, stamp,
arrived], ...]` in the order in which the edges came, times in ns on CLOCK_MONOTONIC; `complaints` is what our source
told beside edges. The file COUNT always holds how many edges have come so far.
"""

import json
import select
import sys
import threading
from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

from hardware.clock import monotonic_ns
from hardware.events import EdgesLost, RawEvent, SwitchEdge

Came: TypeAlias = tuple[int, bool, int, int]
"""line, pressed, stamp, arrival."""

DRAIN_S = 0.004
"""Between two drains: as the program's loop has it."""


class Count:
    """Tells in a file how many edges have come, for the hands that wait for it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)

    def tell(self, count: int) -> None:
        """So many have come."""
        self._file.seek(0)
        self._file.write(b"%9d" % count)


def read_raw(chip: str, lines: Sequence[int], count: Count, is_over: Callable[[float], bool]) -> list[Came]:
    """Read as the library gives them: every edge in the order in which it was read."""
    import gpiod

    settings = gpiod.LineSettings(
        direction=gpiod.line.Direction.INPUT,
        edge_detection=gpiod.line.Edge.BOTH,
        bias=gpiod.line.Bias.PULL_UP,
        event_clock=gpiod.line.Clock.MONOTONIC,
    )
    came: list[Came] = []
    with gpiod.request_lines(chip, config={tuple(lines): settings}, consumer="rig", event_buffer_size=1024) as request:

        def read() -> None:
            while request.wait_edge_events(0.5) or not done.is_set():
                if not request.wait_edge_events(0):
                    continue
                events: list[Any] = request.read_edge_events(1024)
                now = monotonic_ns()
                came.extend((e.line_offset, e.event_type is e.Type.FALLING_EDGE, e.timestamp_ns, now) for e in events)
                count.tell(len(came))

        done = threading.Event()
        thread = threading.Thread(target=read)
        thread.start()
        print("ready", flush=True)
        while not is_over(1):
            pass
        done.set()
        thread.join()
    return came


def read_source(
    backend: str, chip: str, lines: Sequence[int], count: Count, is_over: Callable[[float], bool]
) -> tuple[list[Came], list[str]]:
    """Read through our source, drained as the program does."""
    from hardware.gpio.backends import open_source

    source = open_source(backend, lines, chip=chip)
    source.start()
    told: list[RawEvent] = []
    print("ready", flush=True)
    while not is_over(DRAIN_S):
        told += source.drain()
        count.tell(sum(isinstance(event, SwitchEdge) for event in told))
    is_over(0.2)
    told += source.drain()
    source.close()
    edges = sorted((event for event in told if isinstance(event, SwitchEdge)), key=attrgetter("arrived_ns"))
    came = [(int(edge.line), edge.pressed, edge.time_ns, edge.arrived_ns or 0) for edge in edges]
    return came, [str(event) for event in told if isinstance(event, EdgesLost)]


def stdin_is_over(seconds: float) -> bool:
    """Wait so long for the end of the standard input; nothing else ever comes there."""
    readable, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(readable)


if __name__ == "__main__":
    way, device, count_path, *numbers = sys.argv[1:]
    wanted, told_in = [int(number) for number in numbers], Count(Path(count_path))
    if way == "raw":
        edges_came, complaints = read_raw(device, wanted, told_in, stdin_is_over), list[str]()
    else:
        edges_came, complaints = read_source(way, device, wanted, told_in, stdin_is_over)
    print(json.dumps({"came": edges_came, "complaints": complaints}), flush=True)
