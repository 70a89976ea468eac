"""Measure a firmware in the emulator: ``python -m tests.firmware.measure [FOLDER] [--count N]``.

FOLDER has `photofinish-board-rp2040-usb.uf2` and `-uart.uf2`; without it, the shipped images are measured. Prints the
rows of the table in decision 0141; `--count` is the number of races of each kind.
"""

import argparse
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware.build import HERE, SHIPPED
from hardware.board.protocol import Hello
from tests.firmware.contests import run_races, summary
from tests.firmware.emulated import Emulated, installed_emulator

UP_MS = 150
STORM_MS = 380
BATCH = 20_000
"""So many edges are planned at once."""
BUSY_US = 13.1
"""From one edge to the next where the line is full: 380 kB a second."""


class Measure:
    """The images of one folder."""

    def __init__(self, folder: Path, count: int) -> None:
        self.folder, self.count = folder, count

    def start(self, line: str = "usb", *options: str) -> Emulated:
        """Start a board."""
        image = self.folder / f"photofinish-board-rp2040-{line}.uf2"
        return Emulated(installed_emulator(HERE), image, line, *options, forgiving=True)

    def start_up(self, line: str) -> str:
        """From power on until the lines are listened to, and until the first frame is there."""
        with self.start(line) as board:
            board.run(UP_MS)
            listens = board.report()["listens"] / 1000
            hello = next(at for at, message in board.arrived if isinstance(message, Hello)) / 1000
        return f"edges are stamped from {listens:.1f} ms on, HELLO after {hello:.1f} ms"

    def stamps(self, line: str, *, saturated: bool = False) -> str:
        """Stamp less true time: presses on one line, alone or while fifteen others keep the line to the host full."""
        chance, planned, noise = random.Random(5), list[tuple[float, int, bool]](), list[tuple[float, int, bool]]()
        with self.start(line) as board:
            board.run(UP_MS)
            at = board.now + 1000
            for n in range(2 * self.count):
                at += chance.randrange(150, 400) + chance.randrange(1000) / 1000
                planned.append((at, 0, n % 2 == 0))
            if saturated:
                begin, changes = planned[0][0], int((at - planned[0][0]) / BUSY_US)
                noise = [(begin + BUSY_US * n, 1 + n % 15, n // 15 % 2 == 0) for n in range(changes)]
            board.plan(sorted(planned + noise))
            board.run((at - board.now) / 1000 + 200)
            told = [edge.time for _, edge in board.edges() if edge.line == 0]
            lost = board.status().lost
        if lost:
            return f"{lost} edges lost"
        errors = sorted(stamp - true for stamp, (true, *_) in zip(told, planned, strict=True))
        exact = sum(-1 < error <= 0.1 for error in errors)
        middle = errors[len(errors) // 2]
        share = f"{exact} of {len(errors)} in their microsecond"
        return f"{errors[0]:+.2f} … {errors[-1]:+.2f} µs, median {middle:+.2f}, {share}"

    def races(self, busy: int, leads: tuple[float, float] = (0.5, 12.0), times: int = 1) -> str:
        """Races between two lines while others bounce."""
        with self.start() as board:
            board.run(UP_MS)
            return summary(run_races(board, times * self.count, 1, leads_us=leads, busy_lines=busy))

    def storms(self, thousands: int) -> str:
        """Races while a line changes so many thousand times a second."""
        others, results = [line for line in range(16) if line != 3], []
        with self.start() as board:
            board.run(UP_MS)
            for number in range(self.count // 400):
                board.tell("storm", [3, thousands])
                results += run_races(board, 4, number, begin_us=20 + number % 20, apart_us=250, lines=others)
                board.tell("storm", [3, 0])
                board.run(STORM_MS)
            return f"{summary(results)}; {board.status().lost} lost, {len(board.boots())} boot"

    def overflow(self, many: int) -> str:
        """Edges 25 µs apart while the host reads, then 5,000 of 10 µs while it does not: they come or are counted."""
        with self.start() as board:
            board.run(UP_MS)
            sent = self._burst(board, 0, many, 25)
            board.tell("reading", False)
            sent = self._burst(board, sent, 5_000, 10)
            board.tell("reading", True)
            board.run(1000)
            status, came = board.status(), len(board.edges())
            number = (status.edge_sequence - board.hello().boot_id) % 2**32
        return f"of {sent} edges {came} came and {status.lost} were counted as lost; numbered {number}"

    def _burst(self, board: Emulated, sent: int, many: int, gap_us: int) -> int:
        for end in range(sent + many, sent, -BATCH)[::-1]:
            at, numbers = board.now + 500, range(sent, end)
            board.plan([(at + gap_us * n, number % 16, number // 16 % 2 == 0) for n, number in enumerate(numbers)])
            board.run(len(numbers) * gap_us / 1000 + 5)
            sent = end
        return sent


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description="Measures a firmware in the emulator.")
    parser.add_argument("folder", type=Path, nargs="?", default=SHIPPED)
    parser.add_argument("--count", type=int, default=4000)
    arguments = parser.parse_args()
    measure = Measure(arguments.folder, arguments.count)
    rows: dict[str, Callable[[], str]] = {
        **{f"start, {line}": partial(measure.start_up, line) for line in ("usb", "uart")},
        **{f"stamps, {line}": partial(measure.stamps, line) for line in ("usb", "uart")},
        "stamps while USB is full": partial(measure.stamps, "usb", saturated=True),
        **{f"races, {busy} others": partial(measure.races, busy) for busy in (0, 1, 2, 4)},
        "one instant, 4 others": partial(measure.races, 4, (0, 0), 5),
        **{f"storm of {rate} kHz": partial(measure.storms, rate) for rate in (65, 200, 500, 1000)},
        "overflow": partial(measure.overflow, 300 * arguments.count),
    }
    for name, row in rows.items():
        sys.stdout.write(f"{name:26} {row()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
