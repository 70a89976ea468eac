"""Holds the kernel's record of interrupts as the game does, and tries what may be done with it; prints JSON.

    python -m tools.vm.rig.holder ask [USER]     what the helper answers that user: {"reason": ...} or {"header": ...}
    python -m tools.vm.rig.holder survive        bounces after helper and socket have gone
    python -m tools.vm.rig.holder flood          more interrupts than a ring holds, read only then
    python -m tools.vm.rig.holder filter         tries to replace the filter

The last three answer with `edges`, `[[before, after], ...]`, and what the trace has: `interrupts` of the same line,
`count` of them and of the one that warms up, `lost`. It is root's, for driving the chip; whatever is done with the
descriptors is done with the rights of the game's user.
"""

import errno
import fcntl
import json
import os
import pwd
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any, Final

from hardware.errors import NoInterruptTrace
from hardware.gpio.kernel import CONSUMER
from hardware.gpio.trace.helper import SET_FILTER
from hardware.gpio.trace.interrupts import HardInterrupt, InterruptTrace, ask, parse_format
from tools.vm.rig.chip import WARM_UP, SimulatedChip

USER: Final = "photofinish"
LINE: Final = 17
TRAIN: Final = (3,) * 15
FLOOD: Final = 900
"""Trains of sixteen edges each, and half as many that warm up: more than the 10,922 samples of a ring."""


@contextmanager
def rights_of(user: str) -> Iterator[None]:
    """Be this user for a while: its rights, and none of root's."""
    entry = pwd.getpwnam(user)
    os.setegid(entry.pw_gid)
    os.seteuid(entry.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def asked(user: str) -> dict[str, Any]:
    """What the helper answers."""
    with rights_of(user):
        try:
            header, descriptors = ask()
        except NoInterruptTrace as error:
            return {"reason": error.reason}
    return {"header": dict(header), "descriptors": len(descriptors)}


class Holder:
    """The game's part: a request for a line, the descriptors, and the trace of them."""

    def __init__(self) -> None:
        import gpiod

        self.chip = SimulatedChip()
        settings = gpiod.LineSettings(edge_detection=gpiod.line.Edge.BOTH, bias=gpiod.line.Bias.PULL_UP)
        self.request = gpiod.request_lines(self.chip.path, config={(LINE, WARM_UP): settings}, consumer=CONSUMER)
        with rights_of(USER):
            self.header, self.descriptors = ask()
            self.layout = parse_format(self.header["format"])
            self.trace = InterruptTrace(
                self.descriptors,
                self.layout,
                self.header["pages"],
                consumer=CONSUMER,
                processors=self.header["online"],
            )
            self.trace.watch([LINE, WARM_UP])

    def bounce(self, trains: int) -> list[tuple[int, int]]:
        """So many trains of edges, all on one processor."""
        os.sched_setaffinity(0, {0})
        edges: list[tuple[int, int]] = []
        for _ in range(trains):
            edges += self.chip.bounce(LINE, TRAIN)
            time.sleep(0.001)
        return edges

    def told(self, edges: list[tuple[int, int]], **more: object) -> dict[str, Any]:
        """What the trace has."""
        with rights_of(USER):
            read = self.trace.read()
        all_lines = [event for event in read if isinstance(event, HardInterrupt)]
        seen = [event.time_ns for event in all_lines if event.line == LINE]
        lost = [(event.since_ns, event.until_ns) for event in read if not isinstance(event, HardInterrupt)]
        told = {"edges": edges, "interrupts": seen, "count": len(all_lines), "lost": lost}
        return {**told, "is_connected": self.trace.is_connected, **more}


def survive() -> dict[str, Any]:
    """Nobody but the holder is left."""
    holder = Holder()
    subprocess.run(["systemctl", "stop", "photofinish-trace.socket"], check=True)
    command = ["systemctl", "list-units", "--plain", "--no-legend", "photofinish-trace*"]
    left = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    try:
        time.sleep(1.5)  # the trace looks at its descriptors once a second
        return holder.told(holder.bounce(20), left=left)
    finally:
        subprocess.run(["systemctl", "start", "photofinish-trace.socket"], check=True)


def flood() -> dict[str, Any]:
    """Nobody reads for as long as it takes to fill a ring, and then once more."""
    holder = Holder()
    first = holder.told(holder.bounce(FLOOD))
    return {"first": first, "then": holder.told(holder.bounce(2))}


def replace_filter() -> dict[str, Any]:
    """What the kernel answers the game's user who would see more."""
    holder = Holder()
    answers = []
    with rights_of(USER):
        for descriptor, wanted in product(holder.descriptors, (b"irq>=0", b'name!=""', b"0", b"")):
            try:
                answers.append(str(fcntl.ioctl(descriptor, SET_FILTER, wanted + b"\0")))
            except OSError as error:
                answers.append(errno.errorcode[error.errno or 0])
    return holder.told(holder.bounce(2), answers=answers)


if __name__ == "__main__":
    what, *who = sys.argv[1:]
    acts = {"survive": survive, "flood": flood, "filter": replace_filter}
    print(json.dumps(asked(who[0] if who else USER) if what == "ask" else acts[what]()))
