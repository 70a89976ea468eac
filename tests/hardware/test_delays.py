"""Whether the threads of interrupts keep to the bound is measured by a program that reads now and then."""

import random

import pytest

from hardware.clock import MS
from hardware.gpio.kernel import EARLY_NS, Delays

EVENTS = 20_000
APART_NS = 60 * MS


def measured(
    chance: random.Random, *, late_in_ten_thousand: float, beyond_ns: int, every_ns: int, reader_ns: int
) -> tuple[Delays, int]:
    """Events read as the program does: every so often, and by a thread that wakes `reader_ns` late at most.

    The share `late_in_ten_thousand` of them is queued later than the bound, `beyond_ns` at most. Give their count too.
    """
    delays, late, read_ns = Delays(), 0, 0
    for stamp in range(APART_NS, EVENTS * APART_NS, APART_NS):
        is_late = chance.random() < late_in_ten_thousand / 10_000
        late += is_late
        queued = stamp + (EARLY_NS + chance.randrange(1, beyond_ns) if is_late else chance.randrange(EARLY_NS))
        read_ns = max(read_ns, stamp - every_ns + chance.randrange(every_ns))
        woken = queued + chance.randrange(reader_ns)
        while read_ns <= min(queued, woken):
            delays.read_empty(read_ns)
            read_ns += every_ns
        now = min(read_ns, woken)
        delays.note(stamp, now)
        delays.read_empty(now)
    return delays, late


@pytest.mark.parametrize("every_ns", [MS, 4 * MS, 16 * MS])
@pytest.mark.parametrize("beyond_ns", [MS, 4 * MS, 30 * MS])
def test_late_events_are_counted_by_their_share_however_seldom_it_is_read(every_ns: int, beyond_ns: int) -> None:
    ways = {"late_in_ten_thousand": 500, "beyond_ns": beyond_ns, "every_ns": every_ns, "reader_ns": 50_000}
    delays, late = measured(random.Random(1), **ways)
    assert delays.events == EVENTS - 1
    assert 0.6 * late < delays.late < 1.4 * late
    assert not delays.are_short


@pytest.mark.parametrize("every_ns", [MS, 4 * MS])
def test_a_reader_that_wakes_late_makes_no_thread_late(every_ns: int) -> None:
    ways = {"late_in_ten_thousand": 0, "beyond_ns": MS, "every_ns": every_ns, "reader_ns": 30 * MS}
    delays, _ = measured(random.Random(1), **ways)
    assert delays.late == 0
    assert delays.are_short
