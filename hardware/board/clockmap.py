"""The board's ticks on CLOCK_MONOTONIC: offset, skew, and a bound on the error. Pure.

A ping tells that the board's moment lay between its sending and the arrival of the answer: half the round trip is all
the error there can be, whichever way was the slower one. The best round trips of the last minute give the offset; two
of them, far apart, give the skew, and how far that may be wrong.

Ticks once mapped stay where they are, and a later tick never comes before an earlier one: a better estimate is
reached by running a little faster or slower, never by a jump. The map runs so only until it has reached the estimate
it was steered to; from there on it follows that estimate, whether another ping is answered or not.
"""

from math import ceil
from typing import Final, NamedTuple

from hardware.clock import MS

WINDOW_NS: Final = 60_000 * MS
"""So long a round trip is remembered."""
BUCKET_NS: Final = 1_000 * MS
"""Of each such time only the best round trip is kept."""
TOLERANCE: Final = 200e-6
"""Two crystals differ by no more: 30 to 50 parts per million each on a Pico and a Pi,
and as much again for heat and age."""
SLEW: Final = 0.05
"""The map runs at most so much faster or slower than the best estimate, until it has reached it."""
SLEW_NS: Final = 1_000 * MS
"""The time in which it does; longer where `SLEW` alone would be too slow."""
PIECES: Final = 160
"""Of the past, so many changes of course are kept, for edges that come late: two for each ping."""
ROUNDING_NS: Final = 2
"""What rounding to whole ns can add to an error."""
UNFIT: Final = 3
"""So many samples in a row that cannot be true together with the others mean that a clock has jumped."""


class Sample(NamedTuple):
    """One ping: the middle of the board's moments (ticks) and of ours (ns), and half the way to and fro (ns)."""

    tick: int
    host_ns: int
    half_ns: int


class Piece(NamedTuple):
    """From `tick` on, which is at `ns`, the board's clock is taken to be slower than ours by the share `rate`.

    It counts up to the next piece's tick.
    """

    tick: int
    ns: int
    rate: float


class Quality(NamedTuple):
    """How good the map is: what a tick of 0 is on our clock (ns), the skew (a share), and the bound on the error (ns).

    `best_ns` is the shortest way to and fro in the window, `samples` how many seconds of it have one.
    """

    offset_ns: int
    skew: float
    error_ns: int
    best_ns: int
    samples: int


class ClockMap:
    """Maps one boot's ticks of `tick_ns` each. Of no use before the first `take`."""

    def __init__(self, tick_ns: int) -> None:
        self.tick_ns = tick_ns
        self.has_jumped = False
        self._samples: list[Sample] = []
        self._pieces: list[Piece] = []
        self._newest = 0  # no piece may begin before it: the latest tick that was mapped
        self._anchor = Sample(0, 0, 0)
        self._skew = 0.0
        self._skew_error = TOLERANCE
        self._unfit = 0

    def take(self, sent_ns: int, received_tick: int, sent_tick: int, arrived_ns: int) -> None:
        """Take a ping: when it was sent, received and answered by the board, and when the answer came."""
        tick, host = (received_tick + sent_tick) // 2, (sent_ns + arrived_ns) // 2
        half = ceil(max(arrived_ns - sent_ns - (sent_tick - received_tick) * self.tick_ns, 0) / 2) + self.tick_ns
        sample = Sample(tick, host, half)
        if self._samples and abs(host - self._estimate(tick)) > half + self._estimate_error(tick):
            self._unfit += 1
            self.has_jumped = self._unfit >= UNFIT
            return
        self._unfit = 0
        self._keep(sample)
        self._fit(tick)
        self._steer(tick)

    def to_ns(self, tick: int) -> int:
        """Give the moment of a tick on CLOCK_MONOTONIC, in ns."""
        self._newest = max(self._newest, tick)
        return self.to_ns_unseen(tick)

    def to_ns_unseen(self, tick: int) -> int:
        """As `to_ns`, for a tick that may be nonsense: it is not taken for one that the board has reached."""
        pieces = self._pieces
        place = len(pieces) - 1
        while place and pieces[place].tick > tick:
            place -= 1
        return _along(pieces[place], tick, self.tick_ns)

    def error_ns(self, tick: int) -> int:
        """Give the most by which `to_ns` of this tick can be wrong, as far as is known now.

        It is asked for when the tick is mapped: what is learnt later makes other ticks better, not this one.
        """
        off = abs(self.to_ns_unseen(tick) - self._estimate(tick))
        return ceil(self._estimate_error(tick)) + off + self.tick_ns + ROUNDING_NS

    def quality(self) -> Quality:
        """Tell how good the map is at its newest tick."""
        anchor = self._anchor
        offset = anchor.host_ns - anchor.tick * self.tick_ns - round(anchor.tick * self.tick_ns * self._skew)
        newest = max(self._newest, self._samples[-1].tick)
        best = 2 * min(sample.half_ns for sample in self._samples)
        return Quality(offset, self._skew, self.error_ns(newest), best, len(self._samples))

    def _keep(self, sample: Sample) -> None:
        samples = self._samples
        if samples and samples[-1].host_ns // BUCKET_NS == sample.host_ns // BUCKET_NS:
            if samples[-1].half_ns <= sample.half_ns:
                return
            samples.pop()
        samples.append(sample)
        while samples[0].host_ns < sample.host_ns - WINDOW_NS:
            del samples[0]

    def _fit(self, tick: int) -> None:
        """Find the skew from the best of the older and of the newer samples, then which sample tells most of `tick`."""
        middle = len(self._samples) // 2
        self._skew, self._skew_error = 0.0, TOLERANCE
        if middle:
            old = min(self._samples[:middle], key=lambda sample: sample.half_ns)
            new = min(self._samples[middle:], key=lambda sample: sample.half_ns)
            apart = (new.tick - old.tick) * self.tick_ns
            if apart > 0 and (error := (old.half_ns + new.half_ns) / apart) < TOLERANCE:
                self._skew, self._skew_error = (new.host_ns - old.host_ns - apart) / apart, error
        self._anchor = min(self._samples, key=lambda sample: self._error_from(sample, tick))

    def _steer(self, tick: int) -> None:
        """Set out from where the map has come to, reach the estimate, and follow it from there."""
        if not self._pieces:
            self._pieces.append(Piece(tick, self._estimate(tick), self._skew))
            return
        begin = max(tick, self._newest, self._pieces[0].tick) + 1
        here = self.to_ns_unseen(begin)
        while self._pieces[-1].tick >= begin:
            self._pieces.pop()  # nothing was mapped by it yet
        off = self._estimate(begin) - here
        ticks = max(SLEW_NS, ceil(abs(off) / SLEW)) // self.tick_ns
        slewing = Piece(begin, here, self._skew + off / (ticks * self.tick_ns))
        self._pieces += [slewing, Piece(begin + ticks, _along(slewing, begin + ticks, self.tick_ns), self._skew)]
        del self._pieces[:-PIECES]

    def _estimate(self, tick: int) -> int:
        distance = (tick - self._anchor.tick) * self.tick_ns
        return self._anchor.host_ns + distance + round(distance * self._skew)

    def _estimate_error(self, tick: int) -> float:
        return self._error_from(self._anchor, tick)

    def _error_from(self, sample: Sample, tick: int) -> float:
        return sample.half_ns + self._skew_error * abs(tick - sample.tick) * self.tick_ns


def _along(piece: Piece, tick: int, tick_ns: int) -> int:
    """Give the moment of a tick on a piece, in ns."""
    distance = (tick - piece.tick) * tick_ns
    return piece.ns + distance + round(distance * piece.rate)
