"""How often the earlier press wins between USB encoders that are asked every 1 to 10 ms: their stamps are answers.

Each encoder answers at a moment of its own phase, and says then how its contacts are. The sources are the shipped ones
on their fakes, and the match judges. docs/wiring.md has the same by a real kernel, and
`tests/cabinet/input/test_encoders.py` holds the bounds.
"""

import random
from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from cabinet.certify.race import Starter
from cabinet.certify.rigs import EncoderRig, race, train
from hardware.clock import MS, FakeClock
from hardware.evdev.kernel import duration_of
from tools.bench.report import Bench, Row

PAIRS_MS: Final = ((1, 1), (4, 4), (8, 8), (10, 10), (1, 8))
"""The intervals in the descriptors of the two seats' encoders, ms: those of 10 ms are asked every 8."""
LEADS_MS: Final = (0.0, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
RACES: Final = 5_000
HOLD_US: Final = 40_000


class Wins(NamedTuple):
    """Of so many races: won by the earlier press, won by the later though no lot was drawn, and won by seat 0."""

    races: int = 0
    earlier: int = 0
    wrong: int = 0
    seat_0: int = 0

    @property
    def bias(self) -> float:
        """How far seat 0's share is from a half, in standard deviations of a fair coin."""
        return (self.seat_0 - self.races / 2) / (sqrt(self.races) / 2)

    def __str__(self) -> str:
        return f"{100 * self.earlier / self.races:.1f} %, seat 0 {100 * self.seat_0 / self.races:.1f} %"


def wins(starter: Starter, intervals_ms: Sequence[int], lead_ms: float, races: int, seed: int) -> Wins:
    """Race so often with one seat ahead by the lead, each seat as often."""
    chance = random.Random(seed)
    intervals_ns = [duration_of(f"{ms}ms") for ms in intervals_ms]
    rig, count = EncoderRig(FakeClock(10_000 * MS), intervals_ns, chance), Wins()
    for number in range(races):
        first, begin = number % 2, rig.clock() + chance.randrange(12 * MS, 24 * MS)
        trains = {first: train(first, begin, (HOLD_US,))}
        trains[1 - first] = train(1 - first, begin + round(lead_ms * MS), (HOLD_US,))
        result = race(rig, starter, chance.randrange(1 << 30), trains)
        winner, drawn = result.winner.seat, result.winner.dead_heat
        count = Wins(
            count.races + 1,
            count.earlier + (winner == first),
            count.wrong + (winner != first and not drawn),
            count.seat_0 + (winner == 0),
        )
    rig.close()
    return count


def run() -> Sequence[Row]:
    """Return the rows: the pairs of encoders by the leads."""
    starter = Starter()
    return [
        Row(
            f"{one} against {other} ms, {lead} ms ahead, of {RACES}",
            str(count),
            "no certain race lost",
            not (count.wrong and lead),
        )
        for one, other in PAIRS_MS
        for lead in LEADS_MS
        for count in (wins(starter, (one, other), lead, RACES, seed=39),)
    ]


BENCH = Bench("encoders", run, is_long=True)
