"""The contract of every source, kept by `EvdevSource` on devices of the real kernel; run in the guest (tests/vm)."""

from collections.abc import Callable, Iterator, Mapping

import pytest

from hardware.clock import monotonic_ns
from hardware.evdev.controls import ABS_HAT0X, ABS_HAT0Y, ABS_X, ABS_Y, ABS_Z, BTN_SOUTH, CODES
from hardware.evdev.kernel import AxisInfo, Identity
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import EvdevSource
from hardware.source import Line, SwitchEdge
from tests.hardware.test_source_contract import *  # noqa: F403 - all of its tests, with the bench that is here
from tests.hardware.test_source_contract import Bench
from tools.vm.rig.devices import RealClock, UinputDevice, path_of

STICK = AxisInfo(0, -32768, 32767, 16)
HAT = AxisInfo(0, -1, 1)
LEVER = AxisInfo(128, 0, 255)
KEYBOARD = Identity(0x1209, 0x0002, "", "usb-test-1/input0", "Test keyboard")
PAD = Identity(0x1209, 0x0003, "", "usb-test-2/input0", "Test gamepad")
ENCODER = Identity(0x1209, 0x0004, "", "usb-test-3/input0", "Test encoder")


class KernelBench(Bench):
    """A keyboard, a gamepad with a hat and a stick, and an encoder, made by uinput."""

    def __init__(self, clock: RealClock) -> None:
        super().__init__(clock)
        axes = {ABS_X: STICK, ABS_Y: STICK, ABS_Z: AxisInfo(0, 0, 255), ABS_HAT0X: HAT, ABS_HAT0Y: HAT}
        keyboard = UinputDevice(KEYBOARD, [CODES[key] for key in "asd7"], repeats=True)
        pad = UinputDevice(PAD, [BTN_SOUTH, BTN_SOUTH + 1, *range(BTN_SOUTH + 3, BTN_SOUTH + 12)], axes)
        encoder = UinputDevice(ENCODER, range(0x120, 0x12C), {ABS_X: LEVER, ABS_Y: LEVER})
        self.devices = (keyboard, pad, encoder)
        self.hands: Mapping[Line, Callable[[bool], None]] = {
            "seat0.CARD1": lambda pressed: pad.move(ABS_HAT0X, -pressed),
            "a": lambda pressed: keyboard.key(CODES["a"], pressed),
            "seat1.CARD2": lambda pressed: encoder.key(0x121, pressed),
            "seat0.CARD3": lambda pressed: pad.move(ABS_X, 30_000 * pressed),
        }
        self.written_ns = 0
        paths = [path_of(each) for each in (KEYBOARD, PAD, ENCODER)]
        self.source = EvdevSource(Layouts({"a": 0, "s": 0, "d": 0, "7": 0}), devices=lambda: paths)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(self.hands)

    def act(self, line: Line, pressed: bool) -> None:
        self.hands[line](pressed)
        self.written_ns = monotonic_ns()

    def is_moment(self, stamp_ns: int, at_ns: int) -> bool:
        return at_ns // 1000 * 1000 <= stamp_ns <= self.written_ns

    def tells_clock_of(self, edge: SwitchEdge) -> bool:
        return edge.clock.startswith("evdev") and edge.tick * edge.tick_ns == edge.time_ns

    def close(self) -> None:
        super().close()
        for device in self.devices:
            device.unplug()


@pytest.fixture(name="bench")
def bench_of_the_kernel() -> Iterator[KernelBench]:
    made = KernelBench(RealClock(0))
    yield made
    made.close()


def test_all_of_this_is_asked_of_the_kernel(bench: Bench) -> None:
    assert isinstance(bench, KernelBench)
