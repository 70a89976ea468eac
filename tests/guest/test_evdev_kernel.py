"""What the real kernel does with input devices, beside what the fake does; run in the guest (tests/vm)."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from hardware.clock import MS, FakeClock, monotonic_ns
from hardware.evdev.controls import ABS_HAT0X, ABS_X, ABS_Y, BTN_C, BTN_SOUTH, CODES
from hardware.evdev.fake import FakeDevice
from hardware.evdev.kernel import (
    EV_KEY,
    EV_SYN,
    SYN_DROPPED,
    SYN_REPORT,
    AxisInfo,
    Identity,
    KernelDevice,
    KernelEvent,
)
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import LOOK_NS, EvdevSource
from hardware.source import EdgesLost, Line, RawEvent, SwitchEdge
from tools.vm.rig.devices import RealClock, UinputDevice, path_of

A, S, D = (CODES[key] for key in "asd")
KEYBOARD = Identity(0x1209, 0x0002, "", "usb-test-1/input0", "Test keyboard")
PAD = Identity(0x1209, 0x0003, "", "usb-test-2/input0", "Test gamepad")
AXES = {ABS_X: AxisInfo(0, -32768, 32767, 16), ABS_Y: AxisInfo(0, -100, 100, 7), ABS_HAT0X: AxisInfo(0, -1, 1)}
BUTTONS = tuple(code for code in range(BTN_SOUTH, BTN_SOUTH + 12) if code != BTN_C)
SHAPES = {"keyboard": (KEYBOARD, (A, S, D), {}), "gamepad": (PAD, BUTTONS, AXES)}


@contextmanager
def plugged(
    identity: Identity, keys: Sequence[int], axes: Mapping[int, AxisInfo] | None = None, *, repeats: bool = False
) -> Iterator[UinputDevice]:
    device = UinputDevice(identity, keys, axes, repeats=repeats)
    try:
        yield device
    finally:
        device.unplug()


@contextmanager
def reader(identity: Identity) -> Iterator[KernelDevice]:
    device = KernelDevice(path_of(identity))
    try:
        yield device
    finally:
        device.close()


def what(events: list[KernelEvent]) -> list[tuple[int, int, int]]:
    return [(event.type, event.code, event.value) for event in events]


def act(
    device: FakeDevice | UinputDevice, chance: random.Random, keys: tuple[int, ...], axes: dict[int, AxisInfo]
) -> None:
    """A report with some keys and axes, or many of them one after the other."""
    for _ in range(chance.choice((1, 1, 1, 1, 30))):
        changes = [(key, chance.random() < 0.5) for key in chance.sample(keys, chance.randrange(len(keys) + 1))]
        moves = []
        for axis in chance.sample(sorted(axes), chance.randrange(len(axes) + 1)):
            info = axes[axis]
            moves.append((axis, chance.choice((0, info.minimum, info.maximum, chance.randrange(-20, 20), 50))))
        moves = [(axis, max(axes[axis].minimum, min(axes[axis].maximum, value))) for axis, value in moves]
        device.report(changes, moves)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(60))
def test_the_fake_tells_a_reader_what_the_kernel_tells_it(shape: str, seed: int) -> None:
    identity, keys, axes = SHAPES[shape]
    fake = FakeDevice(keys, FakeClock(0), identity=identity, axes=axes)
    with plugged(identity, keys, axes) as real, reader(identity) as read:
        chance, same = random.Random(seed), random.Random(seed)
        for step in range(40):
            act(real, chance, keys, dict(axes))
            act(fake, same, keys, dict(axes))
            choice = chance.random()
            same.random()
            if choice < 0.4:
                assert what(read.read()) == what(fake.read()), f"step {step}"
            elif choice < 0.5:
                assert read.levels() == fake.levels()
            elif choice < 0.6:
                assert read.positions() == fake.positions()
            elif choice < 0.7:
                passing = chance.sample(sorted(axes), chance.randrange(len(axes) + 1))
                same.setstate(chance.getstate())
                read.mask(passing)
                fake.mask(passing)
            elif choice < 0.8:
                assert read.held() == fake.held()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_queue_overflows_at_the_same_event(shape: str) -> None:
    identity, keys, axes = SHAPES[shape]
    fake = FakeDevice(keys, FakeClock(0), identity=identity, axes=axes)
    with plugged(identity, keys, axes) as real:
        for presses in range(1, fake.queue):
            with reader(identity) as read:
                for device in (real, fake):
                    for press in range(presses):
                        device.key(keys[0], press % 2 == 0)
                told = what(read.read())
                assert told == what(fake.read()), f"after {presses} presses"
                for device in (real, fake):
                    device.key(keys[0], False)
                fake.read()
            if (EV_SYN, SYN_DROPPED, 0) in told:
                return
    raise AssertionError("it never overflowed")


def test_a_stamp_is_on_the_monotonic_clock_between_before_and_after() -> None:
    with plugged(KEYBOARD, (A, S)) as real, reader(KEYBOARD) as read:
        for press in range(50):
            before = monotonic_ns()
            real.key(A, press % 2 == 0)
            after = monotonic_ns()
            stamps = {event.time_ns for event in read.read()}
            assert len(stamps) == 1
            assert before // 1000 * 1000 <= stamps.pop() <= after


def test_all_of_a_report_has_one_stamp_however_long_it_is() -> None:
    with plugged(PAD, BUTTONS, AXES) as real, reader(PAD) as read:
        real.report([(button, True) for button in BUTTONS], [(ABS_HAT0X, 1)])
        events = read.read()
        assert len({event.time_ns for event in events}) == 1
        assert sum(event.type == EV_KEY for event in events) == len(BUTTONS)
        assert sum((event.type, event.code) == (EV_SYN, SYN_REPORT) for event in events) > 1  # told in parts


def test_a_held_key_is_repeated_and_a_repeat_is_no_press() -> None:
    with plugged(KEYBOARD, (A, S), repeats=True) as real, reader(KEYBOARD) as read, source_of(KEYBOARD) as source:
        real.key(A, True)
        RealClock().advance(600 * MS)
        assert sum(event.value == 2 for event in read.read() if event.type == EV_KEY) >= 2
        assert edges(source.drain()) == [("a", True)]
        real.key(A, False)
        assert edges(source.drain()) == [("a", False)]


def test_a_grabbed_device_tells_nobody_else() -> None:
    with plugged(KEYBOARD, (A, S)) as real, reader(KEYBOARD) as mine, reader(KEYBOARD) as others:
        mine.grab(is_ours=True)
        with pytest.raises(OSError, match="busy"):
            others.grab(is_ours=True)
        real.key(A, True)
        assert len(mine.read()) == 3
        assert others.read() == []
        mine.grab(is_ours=False)
        with pytest.raises(OSError, match="Invalid"):
            mine.grab(is_ours=False)
        real.key(A, False)
        assert len(others.read()) == 3


def test_a_device_that_another_program_grabs_is_named_and_waited_for_until_it_is_free() -> None:
    with plugged(PAD, BUTTONS, AXES) as real, source_of(PAD) as source, reader(PAD) as another:
        real.key(BTN_SOUTH, True)
        assert edges(drained(source)) == [("seat0.CARD4", True)]
        assert (source.withheld, source.is_connected) == ((), True)
        another.grab(is_ours=True)
        real.key(BTN_SOUTH, False)
        told = wait_for(source, lambda: not source.is_connected)
        assert (edges(told), [loss.levels for loss in losses(told)]) == ([], [(("seat0.CARD4", False),)])
        assert (source.withheld, source.missing_name) == ((PAD.name,), PAD.name)
        another.grab(is_ours=False)
        wait_for(source, lambda: source.is_connected)
        assert source.withheld == ()
        real.key(BTN_SOUTH, True)
        assert edges(drained(source)) == [("seat0.CARD4", True)]


FAST_AXES = {axis: AxisInfo(0, -32768, 32767, 16) for axis in (0, 1, 3, 4)} | {
    **{axis: AxisInfo(0, 0, 255) for axis in (2, 5)},
    **{axis: AxisInfo(0, -1, 1) for axis in (ABS_HAT0X, ABS_HAT0X + 1)},
}
"""Sticks, triggers and a hat, as most gamepads have them."""


@pytest.mark.parametrize("sticks", [(0, 1, 3, 4), (3, 4)])
def test_half_a_second_of_a_fast_pad_is_borne_by_the_source_and_not_by_the_queue(sticks: tuple[int, ...]) -> None:
    """Sticks move in each of 1,000 reports a second, and a button is tapped, while the program does not read."""
    with (
        plugged(PAD, BUTTONS, FAST_AXES) as real,
        reader(PAD) as plain,
        reader(PAD) as masked,
        source_of(PAD) as source,
    ):
        masked.mask((0, 1))
        taps = {250: True, 260: False}
        for number in range(500):
            keys = [(BTN_SOUTH, taps[number])] if number in taps else []
            real.report(keys, [(axis, (-9000, 9000)[number % 2]) for axis in sticks])
            RealClock().advance(MS)
        told = source.drain()
        assert (edges(told), losses(told)) == ([("seat0.CARD4", True), ("seat0.CARD4", False)], [])
        assert (EV_SYN, SYN_DROPPED, 0) in what(plain.read())
        assert ((EV_SYN, SYN_DROPPED, 0) in what(masked.read())) is (0 in sticks)


def test_a_grab_ends_with_its_reader() -> None:
    with plugged(KEYBOARD, (A, S)) as real, reader(KEYBOARD) as others:
        with reader(KEYBOARD) as mine:
            mine.grab(is_ours=True)
            real.key(A, True)
        real.key(S, True)
        assert [event.code for event in others.read() if event.type == EV_KEY] == [S]


def test_a_device_that_is_unplugged_tells_nothing_more_not_even_what_waits() -> None:
    with plugged(KEYBOARD, (A, S)) as real, reader(KEYBOARD) as read:
        real.key(A, True)
        real.unplug()
        for question in (read.read, read.levels):
            with pytest.raises(OSError, match="No such device"):
                question()


@contextmanager
def source_of(*identities: Identity) -> Iterator[EvdevSource]:
    """A source of these devices alone, as far as they are plugged in."""

    def paths() -> list[Path]:
        found = []
        for identity in identities:
            with suppress(FileNotFoundError):
                found.append(path_of(identity))
        return found

    source = EvdevSource(Layouts({"a": 0, "s": 0, "d": 0}), devices=paths)
    source.start()
    try:
        yield source
    finally:
        source.close()


def edges(events: list[RawEvent]) -> list[tuple[Line, bool]]:
    return [(event.line, event.pressed) for event in events if isinstance(event, SwitchEdge)]


def losses(events: list[RawEvent]) -> list[EdgesLost]:
    return [event for event in events if isinstance(event, EdgesLost)]


def wait_for(source: EvdevSource, holds: Callable[[], bool]) -> list[RawEvent]:
    """Drain until it holds, for two looks at most."""
    told: list[RawEvent] = []
    end = monotonic_ns() + 4 * LOOK_NS
    while not holds():
        assert monotonic_ns() < end
        told += source.drain()
        RealClock().advance(10 * MS)
    return told + source.drain()


def drained(source: EvdevSource) -> list[RawEvent]:
    """Drain once what was pressed may be told: the first press on a device waits for that of its copy."""
    RealClock().advance(5 * MS)
    return source.drain()


def test_however_much_comes_at_once_the_keys_end_where_they_are() -> None:
    """The queue overflows, or the thread has read it in time."""
    with plugged(KEYBOARD, (A, S, D)) as real, source_of(KEYBOARD) as source:
        for _ in range(100):
            real.key(A, True)
            real.key(A, False)
        real.key(S, True)
        down: dict[Line, bool] = {}
        for event in drained(source):
            down |= dict(event.levels) if isinstance(event, EdgesLost) else {event.line: event.pressed}
        assert [line for line, is_down in down.items() if is_down] == ["s"]
        real.key(S, False)
        assert edges(drained(source)) == [("s", False)]


def test_a_pad_that_is_pulled_out_with_a_button_held_lets_it_go_and_comes_back() -> None:
    with source_of(PAD) as source:
        with plugged(PAD, BUTTONS, AXES) as real:
            wait_for(source, lambda: bool(source.devices))
            real.key(BTN_SOUTH, True)
            assert edges(drained(source)) == [("seat0.CARD4", True)]
        (loss,) = source.drain()
        assert isinstance(loss, EdgesLost)
        assert (loss.why, loss.levels, source.is_connected) == ("reader", (("seat0.CARD4", False),), False)
        with plugged(PAD, BUTTONS, AXES) as real:
            assert wait_for(source, lambda: source.is_connected) == []
            real.key(BTN_SOUTH, True)
            assert edges(drained(source)) == [("seat0.CARD4", True)]
