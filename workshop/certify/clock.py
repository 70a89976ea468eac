"""How steady a button board's clock is on ours: the shipped clock map, an imagined crystal, and what Allan's deviation
says of the map's error.

The map is fed as a session feeds it: a ping every `PING_NS`, both ways as late as USB is. Its error is known, because
the crystal is imagined; a table of it (CSV) is all that the figures are made of. The overlapping Allan deviation is the
field's measure of a clock over the time of its observation (Riley, Handbook of Frequency Stability Analysis, NIST SP
1065); it is one sum, for which nobody has to install scipy.
"""

import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from hardware.board.clockmap import ClockMap, SlewMap
from hardware.board.session import PING_NS
from hardware.clock import MS, ClockReading
from workshop.certify import trials
from workshop.certify.rigs import CRYSTAL, USB_NS

TICK_NS: Final = 1_000
READINGS: Final = 2_048
INTERVAL_NS: Final = 2 * PING_NS
"""The time between two readings of the map."""
WARM_UP_NS: Final = 2_000 * MS
WANDER: Final = 2e-9
"""The standard deviation of its frequency's change from ping to ping: some 0.01 ppm in a second, as a crystal in moving
air has."""
LATE: Final = 0.02
LATE_NS: Final = 20 * MS
"""This share of the answers waits up to that long: the program draws a picture."""


class Reading(msgspec.Struct, frozen=True):
    """The map's error at one moment, and the largest that it claimed to have, ns."""

    at_ns: int
    error_ns: int
    claimed_ns: int


class Deviation(msgspec.Struct, frozen=True):
    """The overlapping Allan deviation over `tau_s` (s), a fraction of the frequency, and its standard error."""

    tau_s: float
    value: float
    error: float


class Steadiness(msgspec.Struct, frozen=True):
    """What readings show: the largest error (ns), whether each was within its claim, and the deviations."""

    readings: int
    most_ns: int
    held: bool
    deviations: list[Deviation]


def read_map(seed: int, count: int = READINGS) -> list[Reading]:
    """Return so many readings of the shipped map, `INTERVAL_NS` apart, on an imagined crystal and bus."""
    chance = random.Random(seed)
    slew = SlewMap()
    board = ClockMap(TICK_NS, slew)
    rate, ahead, now, last = CRYSTAL, 0.0, 10_000 * MS, 0  # `ahead`: of the board's clock on ours, ns
    readings: list[Reading] = []
    begin = next_ns = now + WARM_UP_NS

    def tick(at_ns: int) -> int:
        return int(at_ns + ahead + rate * (at_ns - now)) // TICK_NS

    while len(readings) < count:
        there, back = (chance.randint(*USB_NS) for _ in range(2))
        back += chance.randrange(LATE_NS) if chance.random() < LATE else 0
        board.add_ping(now, tick(now + there), tick(now + there), now + there + back)
        slew.add(ClockReading(now + there + back, now + there + back, 100))
        at = now + there + back
        if at >= next_ns and tick(at) > last:
            last = tick(at)
            claimed = board.error_ns(last)
            readings.append(Reading(at - begin, board.to_ns(last) - at, claimed))
            next_ns += INTERVAL_NS
        following = now + PING_NS
        ahead += rate * (following - now)
        rate += chance.gauss(0, WANDER)
        now = following
    return readings


def steadiness(readings: Sequence[Reading]) -> Steadiness:
    """Return what readings at equal intervals show; no deviation where there are fewer than four."""
    most = max(abs(reading.error_ns) for reading in readings)
    held = all(abs(reading.error_ns) <= reading.claimed_ns for reading in readings)
    return Steadiness(len(readings), most, held, deviations(readings))


def deviations(readings: Sequence[Reading]) -> list[Deviation]:
    """Return the overlapping Allan deviation over 1, 2, 4, … intervals, up to where it is the mean of two squares.

    By NIST SP 1065, equation 11; the standard error is the value over the root of the number of squares.
    """
    phase = [reading.error_ns / 1e9 for reading in readings]
    seconds = (readings[-1].at_ns - readings[0].at_ns) / 1e9 / max(1, len(readings) - 1)
    found = list[Deviation]()
    steps = 1
    while len(phase) - 2 * steps > 1:
        triples = zip(phase, phase[steps:], phase[2 * steps :], strict=False)
        squares = [(last - 2 * middle + first) ** 2 for first, middle, last in triples]
        tau = steps * seconds
        value = math.sqrt(math.fsum(squares) / len(squares) / 2) / tau
        found.append(Deviation(tau, value, value / math.sqrt(len(squares))))
        steps *= 2
    return found


def write(readings: Sequence[Reading], path: Path) -> None:
    """Write readings as CSV. Raises CertifyError."""
    trials.write_table(map(msgspec.structs.astuple, readings), Reading.__struct_fields__, path)


def read(path: Path) -> list[Reading]:
    """Return the readings of a table. Raises CertifyError for a file that is none, with the line's number."""
    return trials.read_table(path, Reading)
