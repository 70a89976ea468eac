"""Races of `photofinish certify` on the real firmware in the emulator, as a table of rows.

    python -m tests.firmware.races TABLE.csv [--tester] [--line usb|uart] [--races N] [--seed N]
    photofinish certify --rows TABLE.csv --out REPORT

The contacts are those of the schedule, closed in the silicon; the board's line, the source, the debounce and the judge
are the shipped ones. With --tester the real firmware of the tester closes them, in an emulator of its own that is wired
to the board's pin to pin.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from firmware.build import HERE, SHIPPED
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from tests.firmware.emulated import Emulated, installed_emulator
from tests.firmware.host import EmulatedLine, LineToTester
from workshop.certify import trials
from workshop.certify.race import MAP, Starter
from workshop.certify.rigs import Change, Rig
from workshop.certify.tester import Tester, TesterRig, wires_to
from workshop.certify.trials import PATTERNS, WITH_NOISE, on_a_rig, schedule

UP_MS = 150
LATEST_NS = 40 * MS
"""How long the board's bytes may be on their way."""


class PinToPinRig(TesterRig):
    """The emulated tester wired to the emulated board, whose bytes take up to 40 ms."""

    def __init__(self, board: Emulated, chance: random.Random) -> None:
        board.run(UP_MS)
        clock = FakeClock(3_000 * MS)
        self.board = EmulatedLine(board, clock)
        tester = Tester(LineToTester(self.board).open, clock)
        super().__init__(tester, BoardSource(self.board.open, clock=clock), clock, chance, wires_to(MAP))

    def prepare(self, pattern: str) -> None:
        """See `Rig.prepare`."""
        super().prepare(pattern)
        self.board.delay_ns = self.chance.randrange(LATEST_NS)


class EmulatedRig(Rig):
    """An emulated board, whose bytes take up to 40 ms."""

    def __init__(self, board: Emulated, chance: random.Random) -> None:
        board.run(UP_MS)
        clock = FakeClock(3_000 * MS)
        self.board = EmulatedLine(board, clock)
        self.chance = chance
        self.coming: list[Change] = []
        super().__init__(BoardSource(self.board.open, clock=clock), MAP, clock)

    def plan(self, seat: int, changes: Sequence[Change]) -> None:
        """See `Rig.plan`: the emulator takes all contacts in one ascending order."""
        self.coming = sorted([*self.coming, *changes])

    def run_until(self, until_ns: int) -> None:
        """See `Rig.run_until`."""
        if self.coming:
            self.board.plan(*((at, self.line(seat), closed) for at, seat, closed in self.coming))
            self.board.delay_ns = self.chance.randrange(LATEST_NS)
            self.coming.clear()
        super().run_until(until_ns)


def main() -> None:
    """Race, and write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("--tester", action="store_true")
    parser.add_argument("--line", choices=("usb", "uart"), default="usb")
    parser.add_argument("--races", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with emulated_rig(args.line, with_tester=args.tester) as make:
        name = f"board-emulated-{'tester' if args.tester else args.line}"
        planned = schedule(args.races, args.seed, WITH_NOISE if args.tester else PATTERNS)
        trials.write(on_a_rig(name, make, args.seed, Starter(), planned), args.table)


@contextmanager
def emulated_rig(line: str, images: Path = SHIPPED, *, with_tester: bool) -> Iterator[Callable[[random.Random], Rig]]:
    """Give what makes the rig of an emulated board, wired to an emulated tester or closed by the emulator itself."""
    board, tester = images / f"photofinish-board-rp2040-{line}.uf2", images / "photofinish-tester-rp2040.uf2"
    options = ["--tester", str(tester)] if with_tester else []
    with Emulated(installed_emulator(HERE), board, line, *options) as emulated:
        yield lambda chance: (PinToPinRig if with_tester else EmulatedRig)(emulated, chance)


if __name__ == "__main__":
    main()
