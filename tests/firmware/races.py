"""Races of `photofinish certify` on the real firmware in the emulator, as a table of rows.

    python -m tests.firmware.races TABLE.csv [--line usb|uart] [--races N] [--seed N]
    photofinish certify --rows TABLE.csv --out REPORT

The contacts are those of the schedule, closed in the silicon; the board's line, the source, the debounce and the judge
are the shipped ones.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from cabinet.certify import trials
from cabinet.certify.race import MAP, Starter
from cabinet.certify.rigs import Change, Rig
from cabinet.certify.trials import on_a_rig, schedule
from firmware.build import HERE, SHIPPED
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from tests.firmware.emulated import Emulated, installed_emulator
from tests.firmware.host import EmulatedLine

UP_MS = 150
LATEST_NS = 40 * MS
"""How long the board's bytes may be on their way."""


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
    parser.add_argument("--line", choices=("usb", "uart"), default="usb")
    parser.add_argument("--races", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    image = SHIPPED / f"photofinish-board-rp2040-{args.line}.uf2"
    name = f"board-emulated-{args.line}"
    with Emulated(installed_emulator(HERE), image, args.line) as board:
        planned = schedule(args.races, args.seed)
        rows = on_a_rig(name, lambda chance: EmulatedRig(board, chance), args.seed, Starter(), planned)
        trials.write(rows, args.table)


if __name__ == "__main__":
    main()
