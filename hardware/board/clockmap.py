"""Maps the board's ticks to CLOCK_MONOTONIC, with a bound on the error. Pure.

NTP slews CLOCK_MONOTONIC, so the map has two parts. Ticks are mapped to CLOCK_MONOTONIC_RAW (`TickMap`): both are bare
oscillators, and pings measure how they run. That clock is mapped to CLOCK_MONOTONIC (`SlewMap`), through readings
of both together.

The mapping of a tick never changes, and a later tick never maps to an earlier time.
"""

from math import ceil
from typing import Final, NamedTuple

from hardware.clock import MAX_SLEW, MS, ClockReading

WINDOW_NS: Final = 60_000 * MS
"""How long a round trip is kept."""
BUCKET_NS: Final = 1_000 * MS
"""Of each interval of this length only the best round trip is kept."""
TOLERANCE: Final = 200e-6
"""The largest difference between two crystals: 30 to 50 parts per million each on a Pico and a Pi,
and as much again for temperature and age.
"""
SLEW: Final = 0.05
"""The most by which the map runs faster or slower than the best estimate, until it has reached it."""
SLEW_NS: Final = 1_000 * MS
"""The time until the map reaches the estimate; longer where `SLEW` requires it."""
PIECES: Final = 160
"""The number of past pieces kept, for edges that come late: two per ping."""
ROUNDING_NS: Final = 2
"""The error that rounding to whole ns can add."""
UNFIT: Final = 3
"""This many samples in a row that contradict the others mean that the board's clock has jumped, or that the computer
was suspended."""
READINGS_NS: Final = 10_000 * MS
"""How long a reading of the computer's clocks is kept: edges that a board kept while its line was broken come late."""


class Sample(NamedTuple):
    """One ping: the middle of the board's times (ticks) and of ours (raw ns), and half the round trip (ns)."""

    tick: int
    host_ns: int
    half_ns: int


class Piece(NamedTuple):
    """A linear piece of the map: it starts at `tick` and `ns`, and ends at the next piece's tick.

    Within it the board's clock is assumed slower than ours by the fraction `rate`.
    """

    tick: int
    ns: int
    rate: float


class Quality(NamedTuple):
    """The quality of a `TickMap`: the time of tick 0 (ns), the skew of the oscillators (a fraction), the bound on the
    error (ns).

    `best_ns` is the shortest round trip in the window, `samples` the number of its seconds with a round trip.
    """

    offset_ns: int
    skew: float
    error_ns: int
    best_ns: int
    samples: int


class TickMap:
    """Maps one boot's ticks of `tick_ns` each to CLOCK_MONOTONIC_RAW. Unusable before the first `add_ping`.

    A ping shows that the board's time lay between its sending and the arrival of the answer: half the round trip is the
    largest possible error, whichever direction was slower. The best round trips of the last minute give the offset; two
    of them, far apart, give the skew and the bound on its error.

    The map approaches a better estimate by running a little faster or slower, never by a jump. It does so only until it
    has reached that estimate; from there on it follows the estimate, even if no further ping is answered.
    """

    def __init__(self, tick_ns: int) -> None:
        self.tick_ns = tick_ns
        self.has_jumped = False
        self._samples: list[Sample] = []
        self._pieces: list[Piece] = []
        self._newest = 0  # the latest tick that was mapped; no piece may begin before it
        self._anchor = Sample(0, 0, 0)
        self._skew = 0.0
        self._skew_error = TOLERANCE
        self._unfit = 0

    def add_ping(self, sent_ns: int, received_tick: int, sent_tick: int, arrived_ns: int) -> None:
        """Process a ping: the times at which we sent it, the board received and answered it, and the answer arrived.

        Ours are on CLOCK_MONOTONIC_RAW.
        """
        tick, host = (received_tick + sent_tick) // 2, (sent_ns + arrived_ns) // 2
        half = ceil(max(arrived_ns - sent_ns - (sent_tick - received_tick) * self.tick_ns, 0) / 2) + self.tick_ns
        sample = Sample(tick, host, half)
        if self._samples and abs(host - self._estimate(tick)) > half + self._estimate_error(tick):
            self._unfit += 1
            self.has_jumped = self._unfit >= UNFIT
            return
        self._unfit = 0
        self._store(sample)
        self._fit(tick)
        self._steer(tick)

    def to_ns(self, tick: int) -> int:
        """Return the time of a tick, in ns."""
        self._newest = max(self._newest, tick)
        return self.to_ns_unseen(tick)

    def to_ns_unseen(self, tick: int) -> int:
        """Like `to_ns`, for a tick that may be invalid: it does not count as reached by the board."""
        pieces = self._pieces
        place = len(pieces) - 1
        while place and pieces[place].tick > tick:
            place -= 1
        return _along(pieces[place], tick, self.tick_ns)

    def error_ns(self, tick: int) -> int:
        """Return the largest possible error (ns) of `to_ns` for this tick, as far as is known now.

        Call it when the tick is mapped: later pings improve other ticks, not this one.
        """
        off = abs(self.to_ns_unseen(tick) - self._estimate(tick))
        return ceil(self._estimate_error(tick)) + off + self.tick_ns + ROUNDING_NS

    def quality(self) -> Quality:
        """Return the quality of the map at its newest tick."""
        anchor = self._anchor
        offset = anchor.host_ns - anchor.tick * self.tick_ns - round(anchor.tick * self.tick_ns * self._skew)
        newest = max(self._newest, self._samples[-1].tick)
        best = 2 * min(sample.half_ns for sample in self._samples)
        return Quality(offset, self._skew, self.error_ns(newest), best, len(self._samples))

    def _store(self, sample: Sample) -> None:
        samples = self._samples
        if samples and samples[-1].host_ns // BUCKET_NS == sample.host_ns // BUCKET_NS:
            if samples[-1].half_ns <= sample.half_ns:
                return
            samples.pop()
        samples.append(sample)
        while samples[0].host_ns < sample.host_ns - WINDOW_NS:
            del samples[0]

    def _fit(self, tick: int) -> None:
        """Compute the skew from the best of the older and of the newer samples; choose the best sample for `tick`."""
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
        """Start a piece at the present mapping that reaches the estimate, and a second that follows it from there."""
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
    """Return the time of a tick on a piece, in ns."""
    distance = (tick - piece.tick) * tick_ns
    return piece.ns + distance + round(distance * piece.rate)


class SlewMap:
    """Maps CLOCK_MONOTONIC_RAW to CLOCK_MONOTONIC, in ns. Unusable before the first `add`.

    Between two readings the map is a straight line, after the last one it runs like CLOCK_MONOTONIC_RAW. How
    CLOCK_MONOTONIC ran in between is unknown, but for `MAX_SLEW`: that bounds the error by the distance to the nearest
    reading. So readings should be frequent, and one should be taken where data of the board arrives.
    """

    def __init__(self) -> None:
        self._readings: list[ClockReading] = []
        self._newest = 0  # the latest time that was mapped; the map up to it does not change any more

    def add(self, reading: ClockReading) -> None:
        """Process a reading of both clocks. An older or less exact one has no effect."""
        readings = self._readings
        if not readings:
            readings.append(reading)
            return
        last = readings[-1]
        after = reading.raw_ns - last.raw_ns
        if after <= 0 or reading.raw_ns <= self._newest or reading.error_ns >= last.error_ns + MAX_SLEW * after:
            return
        if self._newest > last.raw_ns:
            ahead = self._newest - last.raw_ns
            last = ClockReading(last.ns + ahead, self._newest, last.error_ns + ceil(MAX_SLEW * ahead))
            readings.append(last)
        least = last.ns + (reading.raw_ns - last.raw_ns) // 2  # the map never goes back: it has run ahead
        if reading.ns < least:
            reading = reading._replace(ns=least, error_ns=reading.error_ns + least - reading.ns)
        readings.append(reading)
        if readings[0].raw_ns < reading.raw_ns - 2 * READINGS_NS:
            del readings[: self._place(reading.raw_ns - READINGS_NS)]

    def to_ns(self, raw_ns: int) -> int:
        """Return the time on CLOCK_MONOTONIC. It will always be the same for this `raw_ns`, and all before it."""
        self._newest = max(self._newest, raw_ns)
        return self.to_ns_unseen(raw_ns)

    def to_ns_unseen(self, raw_ns: int) -> int:
        """Like `to_ns`, for a time that may be invalid; a later reading may change the result."""
        place = self._place(raw_ns)
        one = self._readings[max(place - 1, 0)]
        along = raw_ns - one.raw_ns
        if 0 < place < len(self._readings):
            other = self._readings[place]
            return one.ns + along * (other.ns - one.ns) // (other.raw_ns - one.raw_ns)
        return one.ns + along

    def bounds(self, raw_ns: int) -> tuple[int, int]:
        """Return the earliest and the latest time on CLOCK_MONOTONIC that `raw_ns` may be."""
        place = self._place(raw_ns)
        before, after = self._readings[max(place - 1, 0)], self._readings[min(place, len(self._readings) - 1)]
        (earliest, latest), (low, high) = _reach(before, raw_ns), _reach(after, raw_ns)
        return max(earliest, low), min(latest, high)

    def _place(self, raw_ns: int) -> int:
        """Return the number of readings at or before `raw_ns`; it is nearly always among the last."""
        place = len(self._readings)
        while place and self._readings[place - 1].raw_ns > raw_ns:
            place -= 1
        return place


def _reach(reading: ClockReading, raw_ns: int) -> tuple[int, int]:
    """Return the bounds on CLOCK_MONOTONIC at `raw_ns` that follow from a single reading."""
    at = reading.ns + raw_ns - reading.raw_ns
    off = reading.error_ns + ceil(MAX_SLEW * abs(raw_ns - reading.raw_ns))
    return at - off, at + off


class ClockMap:
    """Maps one boot's ticks to CLOCK_MONOTONIC, in ns. Unusable before the first `add_ping`."""

    def __init__(self, tick_ns: int, slew: SlewMap) -> None:
        """`slew` belongs to the computer, and outlives the boot."""
        self.tick_ns = tick_ns
        self._ticks = TickMap(tick_ns)
        self._slew = slew

    @property
    def has_jumped(self) -> bool:
        """True once the board's clock has jumped, or the computer was suspended."""
        return self._ticks.has_jumped

    def add_ping(self, sent_ns: int, received_tick: int, sent_tick: int, arrived_ns: int) -> None:
        """See `TickMap.add_ping`."""
        self._ticks.add_ping(sent_ns, received_tick, sent_tick, arrived_ns)

    def to_ns(self, tick: int) -> int:
        """Return the time of a tick on CLOCK_MONOTONIC, in ns."""
        return self._slew.to_ns(self._ticks.to_ns(tick))

    def to_ns_unseen(self, tick: int) -> int:
        """Like `to_ns`, for a tick that may be invalid: it does not count as reached by the board."""
        return self._slew.to_ns_unseen(self._ticks.to_ns_unseen(tick))

    def error_ns(self, tick: int) -> int:
        """Return the largest possible error (ns) of `to_ns` for this tick, as far as is known now.

        Call it when the tick is mapped: later pings improve other ticks, not this one.
        """
        raw, off = self._ticks.to_ns_unseen(tick), self._ticks.error_ns(tick)
        at = self._slew.to_ns_unseen(raw)
        return max(self._slew.bounds(raw + off)[1] - at, at - self._slew.bounds(raw - off)[0])

    def quality(self) -> Quality:
        """Return the quality of the map at its newest tick."""
        return self._ticks.quality()


LEAST_NS: Final = 1_000
"""No board stamps finer."""
HOLD_NS: Final = 1_000 * MS
"""How long an edge's error counts after its stamp: the debounce returns edges later than its source does."""
SPAN_NS: Final = 100 * MS
"""Of each interval of stamps of this length only the largest error is kept."""


class Resolution:
    """The largest error of the edges returned lately.

    An edge's error is that of the clock map when the edge was mapped; a later ping improves later
    edges only. The reader of a source's `resolution_ns` reads it once for a whole drain, and the debounce may have held
    an edge back since an earlier one (a touch, a release). So the largest error counts until its edge can no longer be
    returned.
    """

    def __init__(self) -> None:
        self._worst: dict[int, int] = {}

    def note(self, stamp_ns: int, error_ns: int) -> None:
        """Record an edge's stamp and the bound on its error, both in ns."""
        span = stamp_ns // SPAN_NS
        self._worst[span] = max(self._worst.get(span, 0), error_ns)

    def at(self, drained_ns: int) -> int:
        """Return the bound (ns) for every edge that may still be returned, if all up to `drained_ns` were reported."""
        oldest = (drained_ns - HOLD_NS) // SPAN_NS
        if self._worst and min(self._worst) < oldest:
            self._worst = {span: error for span, error in self._worst.items() if span >= oldest}
        return max(self._worst.values(), default=LEAST_NS)
