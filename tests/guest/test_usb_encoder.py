"""A USB encoder of each interval behind the kernel's own USB and HID drivers; run in the guest (tests/vm)."""

import random
from collections.abc import Iterator

import pytest

from hardware.clock import MS, monotonic_ns
from hardware.evdev.kernel import EV_KEY, KernelDevice, paths_of
from tools.vm.rig.devices import BUTTONS, PHASES, PRODUCT, VENDOR, RealClock, UsbEncoder

INTERVALS_MS = (1, 4, 8, 10)
PRESSES, ROUNDS = 60, 5


@pytest.fixture(scope="module")
def encoders() -> list[UsbEncoder]:
    """One of each interval, at a host of its own that asks at multiples of it."""
    PHASES.write_text(",".join("0" for _ in INTERVALS_MS))
    return [UsbEncoder(number, interval, f"0{number}") for number, interval in enumerate(INTERVALS_MS)]


@pytest.fixture
def readers(encoders: list[UsbEncoder]) -> Iterator[list[KernelDevice]]:
    """What reads each of them."""
    end = monotonic_ns() + 20_000 * MS
    found: dict[str, KernelDevice] = {}
    while len(found) < len(encoders):
        assert monotonic_ns() < end, f"only {sorted(found)} are there"
        for path in paths_of():
            device = KernelDevice(path)
            if (device.identity.vendor, device.identity.product) == (VENDOR, PRODUCT):
                found.setdefault(device.identity.serial, device)
        RealClock().advance(100 * MS)
    yield [found[serial] for serial in sorted(found)]
    for device in found.values():
        device.close()


def test_the_host_names_port_serial_buttons_and_interval(readers: list[KernelDevice]) -> None:
    for number, (device, interval_ms) in enumerate(zip(readers, (1, 4, 8, 8), strict=True)):
        assert device.identity.port == f"usb-dummy_hcd.{number}-1/input0"
        assert device.identity.serial == f"0{number}"
        assert sorted(device.keys) == list(range(0x120, 0x120 + BUTTONS))
        assert device.interval_ns == interval_ms * MS


def stamped(encoder: UsbEncoder, reader: KernelDevice, chance: random.Random) -> tuple[list[float], list[float]]:
    """Press and release at random times; return how late each stamp is, and where in the host's interval it lies.

    Both in intervals; how late is sorted.
    """
    interval, clock = reader.interval_ns or 0, RealClock()
    late, phases = [], []
    for press in range(PRESSES):
        clock.advance(chance.randrange(12 * MS, 28 * MS))
        at = monotonic_ns()
        encoder.report([(0, press % 2 == 0)])
        clock.advance(12 * MS)
        stamps = {event.time_ns for event in reader.read() if event.type == EV_KEY}
        late += [(stamp - at) / interval for stamp in stamps]
        phases += [stamp % interval / interval for stamp in stamps]
    return sorted(late), phases


def test_the_host_asks_once_an_interval(encoders: list[UsbEncoder], readers: list[KernelDevice]) -> None:
    """The encoder of 10 ms is asked every 8: Linux rounds down to powers of two (drivers/usb/core/urb.c).

    Stamps lie where the host asks. A busy host of the machine stamps half of them 2 ms late or later for a while, so
    that one round of five is enough: by chance a quarter lies in an interval's first quarter.
    """
    chance = random.Random(39)
    for encoder, reader in zip(encoders, readers, strict=True):
        early: list[float] = []
        while max(early, default=0.0) <= 0.5:
            assert len(early) < ROUNDS, early
            late, phases = stamped(encoder, reader, chance)
            assert late[0] >= 0, late
            assert late[len(late) * 9 // 10] > 0.8, late
            if reader.interval_ns == MS:  # what a busy host adds to each is as long
                break
            assert late[0] < 0.5, late
            early.append(sum(phase < 0.25 for phase in phases) / len(phases))
