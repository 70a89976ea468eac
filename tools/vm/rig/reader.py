"""Reads the edges of lines, and tells how they came: by gpiod as it gives them, or by our source on either back end.

    python -m tools.vm.rig.reader [--trace] raw|gpiod|untraced|lgpio|keys CHIP COUNT LINE...

`gpiod` waits for the record of interrupts that the cabinet uses, `untraced` is the same without it. `keys` reads the
events of the chip's gpio-keys device, as any program that reads evdev has them. It says `ready`,
reads until its standard input ends, and prints a JSON object: `came` is `[[line, pressed, stamp, arrived], ...]` in the
order in which the edges came, times in ns on CLOCK_MONOTONIC; `numbers`, by raw alone, is `[[number in the request,
number on the line], ...]` of the same edges; `early`, by our source, is how much earlier each of them may have been,
and `is_traced` whether every interrupt was traced to the end; `complaints` is what our source told beside edges. With
`--trace` every hard interrupt is read beside them: `interrupts` is `[[line, stamp], ...]` and `interrupts_lost` is
`[[since, until], ...]`. The file COUNT always holds how many edges have come so far.
"""

import argparse
import json
import select
import sys
import threading
import time
from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

from hardware.clock import monotonic_ns
from hardware.evdev.kernel import DEVICES, EV_KEY, KernelDevice, paths_of
from hardware.gpio.kernel import CONSUMER
from hardware.gpio.source import GpioSource
from hardware.gpio.trace.interrupts import HardInterrupt, InterruptTrace, Traced, connect
from hardware.source import EdgesLost, RawEvent, SwitchEdge
from tools.vm.rig.chip import FIRST_KEY, KEYS_NAME

Came: TypeAlias = tuple[int, bool, int, int]
"""line, pressed, stamp, arrival."""

TRACE_S = 10
"""The helper is a program that is started for it."""
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


class Interrupts:
    """Every hard interrupt of the lines, if that is wanted."""

    def __init__(self, wanted: bool) -> None:
        self._trace: InterruptTrace | None = connect(consumer=CONSUMER) if wanted else None
        self._told: list[Traced] = []

    def watch(self, lines: Sequence[int]) -> None:
        """The lines have been requested."""
        if self._trace is not None:
            self._trace.watch(lines)

    def read(self) -> None:
        """Read what there is."""
        if self._trace is not None:
            self._told += self._trace.read()

    def told(self) -> dict[str, object]:
        """Give what was read."""
        if self._trace is None:
            return {}
        seen = [(event.line, event.time_ns) for event in self._told if isinstance(event, HardInterrupt)]
        lost = [(event.since_ns, event.until_ns) for event in self._told if not isinstance(event, HardInterrupt)]
        return {"interrupts": seen, "interrupts_lost": lost}


def read_raw(
    chip: str, lines: Sequence[int], count: Count, is_over: Callable[[float], bool], interrupts: Interrupts
) -> dict[str, object]:
    """Read as the library gives them: every edge in the order in which it was read."""
    import gpiod

    settings = gpiod.LineSettings(
        direction=gpiod.line.Direction.INPUT,
        edge_detection=gpiod.line.Edge.BOTH,
        bias=gpiod.line.Bias.PULL_UP,
        event_clock=gpiod.line.Clock.MONOTONIC,
    )
    came: list[Came] = []
    numbers: list[tuple[int, int]] = []
    wanted: Any = {tuple(lines): settings}
    with gpiod.request_lines(chip, config=wanted, consumer=CONSUMER, event_buffer_size=1024) as request:

        def read() -> None:
            while request.wait_edge_events(0.5) or not done.is_set():
                if not request.wait_edge_events(0):
                    continue
                events: list[Any] = request.read_edge_events(1024)
                now = monotonic_ns()
                came.extend((e.line_offset, e.event_type is e.Type.FALLING_EDGE, e.timestamp_ns, now) for e in events)
                numbers.extend((e.global_seqno, e.line_seqno) for e in events)
                count.tell(len(came))

        interrupts.watch(lines)
        done = threading.Event()
        thread = threading.Thread(target=read)
        thread.start()
        print("ready", flush=True)
        while not is_over(0.1):
            interrupts.read()
        done.set()
        thread.join()
        interrupts.read()
    return {"came": came, "numbers": numbers, "complaints": []}


def read_source(
    backend: str,
    chip: str,
    lines: Sequence[int],
    count: Count,
    is_over: Callable[[float], bool],
    interrupts: Interrupts,
) -> dict[str, object]:
    """Read through our source, drained as the program does."""
    from hardware.gpio.backends import no_trace, open_source

    if backend == "untraced":
        source = open_source("gpiod", lines, chip=chip, trace=no_trace)
    else:
        source = open_source(backend, lines, chip=chip)
    source.start()
    wait_for_trace(source, TRACE_S if backend == "gpiod" else 0)
    interrupts.watch(lines)
    told: list[RawEvent] = []
    edge_count = 0
    print("ready", flush=True)
    while not is_over(DRAIN_S):
        came = source.drain()
        told += came
        interrupts.read()
        edge_count += sum(isinstance(event, SwitchEdge) for event in came)
        count.tell(edge_count)
    is_over(0.2)
    told += source.drain()
    interrupts.read()
    is_traced = source.stamps.is_traced
    source.close()
    edges = sorted((event for event in told if isinstance(event, SwitchEdge)), key=attrgetter("arrived_ns"))
    arrived = [(int(edge.line), edge.pressed, edge.time_ns, edge.arrived_ns or 0) for edge in edges]
    early = [edge.early_ns for edge in edges]
    complaints = [str(event) for event in told if isinstance(event, EdgesLost)]
    return {"came": arrived, "early": early, "complaints": complaints, "is_traced": is_traced}


def read_keys(lines: Sequence[int], count: Count, is_over: Callable[[float], bool]) -> dict[str, object]:
    """Read the chip's gpio-keys device as the kernel gives its events."""
    found = [device for path in paths_of(DEVICES) if (device := KernelDevice(path)).identity.name == KEYS_NAME]
    (device,) = found
    came: list[Came] = []
    print("ready", flush=True)
    while not is_over(DRAIN_S):
        events, now = device.read(), monotonic_ns()
        keys = [event for event in events if event.type == EV_KEY and event.code - FIRST_KEY in lines]
        came += [(event.code - FIRST_KEY, bool(event.value), event.time_ns, now) for event in keys]
        count.tell(len(came))
    return {"came": came, "complaints": []}


def wait_for_trace(source: GpioSource, seconds: float) -> None:
    """Wait until every interrupt is traced, or so long."""
    end = monotonic_ns() + round(seconds * 1e9)
    while not source.stamps.is_traced and monotonic_ns() < end:
        source.drain()
        time.sleep(DRAIN_S)


def stdin_is_over(seconds: float) -> bool:
    """Wait so long for the end of the standard input; nothing else ever comes there."""
    readable, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(readable)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("way")
    parser.add_argument("chip")
    parser.add_argument("count", type=Path)
    parser.add_argument("lines", type=int, nargs="+")
    args = parser.parse_args()
    count, interrupts = Count(args.count), Interrupts(args.trace)
    if args.way == "raw":
        told = read_raw(args.chip, args.lines, count, stdin_is_over, interrupts)
    elif args.way == "keys":
        told = read_keys(args.lines, count, stdin_is_over)
    else:
        told = read_source(args.way, args.chip, args.lines, count, stdin_is_over, interrupts)
    print(json.dumps({**told, **interrupts.told()}), flush=True)


if __name__ == "__main__":
    main()
