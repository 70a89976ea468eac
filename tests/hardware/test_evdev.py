"""Keyboards and encoders with the kernel's stamps: whatever the kernel reports, each line has a straight story."""

import ctypes
import errno
import fcntl
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.clock import MS, FakeClock
from hardware.evdev import kernel
from hardware.evdev.controls import BTN_JOYSTICK, CODES, Control, control_of, name_of
from hardware.evdev.fake import PAD, QUEUE, FakeDevice, FakeFolder
from hardware.evdev.kernel import EV_ABS, EV_KEY, EV_SYN, AxisInfo, Identity, KernelDevice, KernelEvent
from hardware.evdev.layouts import Assigned, Layouts
from hardware.evdev.source import LATE_NS, LOOK_NS, TICK_NS, EvdevSource, Punctuality
from hardware.keyboard import KEYS as KEYBOARD_KEYS
from hardware.source import UNKNOWN_NS, EdgesLost, Line, RawEvent, SwitchEdge
from tests.hardware.conftest import losses

KEYS = ("a", "s", "7")
A, S, SEVEN = (CODES[key] for key in KEYS)


class Desk:
    """A source over imagined devices, which are plugged in and pulled out."""

    def __init__(self, *devices: FakeDevice, clock: FakeClock, layouts: Layouts | None = None) -> None:
        self.clock = clock
        self.folder = FakeFolder(*devices)
        layouts = layouts or Layouts(dict.fromkeys(KEYS, 0))
        self.source = EvdevSource(layouts, clock=clock, devices=self.folder.paths, open_device=self.folder.open)
        self.source.start()
        self.told: list[RawEvent] = []

    def after(self, by_ns: int) -> Sequence[RawEvent]:
        self.clock.advance(by_ns)
        told = self.source.drain()
        self.told += told
        return told

    def plug(self, device: FakeDevice) -> Sequence[RawEvent]:
        self.folder.plug(device)
        return self.after(LOOK_NS)

    def prove(self, device: FakeDevice, code: int) -> None:
        """Press and release a key until the device's stamps count as punctual."""
        for _ in range(Punctuality.PROOF):
            for pressed in (True, False):
                device.key(code, pressed)
                self.after(8 * MS)

    def down(self) -> set[Line]:
        return {line for line, is_down in self.source.levels().items() if is_down}


@pytest.fixture
def keyboard(clock: FakeClock) -> FakeDevice:
    return FakeDevice((A, S, SEVEN), clock, interval_ns=8 * MS)


@pytest.fixture
def desk(keyboard: FakeDevice, clock: FakeClock) -> Desk:
    return Desk(keyboard, clock=clock)


def edges(told: Sequence[RawEvent]) -> list[tuple[Line, bool]]:
    return [(event.line, event.pressed) for event in told if isinstance(event, SwitchEdge)]


def test_an_edge_may_have_happened_one_interval_before_its_stamp(desk: Desk, keyboard: FakeDevice) -> None:
    desk.prove(keyboard, A)
    keyboard.key(A, True)
    (edge,) = desk.after(MS)
    assert isinstance(edge, SwitchEdge)
    stamps = desk.source.stamps
    assert (edge.early_ns, stamps.resolution_ns, stamps.doubt) == (8 * MS + LATE_NS, TICK_NS, "")


@pytest.mark.parametrize("interval_ns", [MS // 8, MS, 8 * MS])
def test_a_device_claims_nothing_before_its_releases_have_shown_that_its_stamps_are_punctual(
    clock: FakeClock, interval_ns: int
) -> None:
    """Below a millisecond they never do. Of its own presses the order is certain all the same, and nobody is warned."""
    device = FakeDevice((A, S, SEVEN), clock, interval_ns=interval_ns)
    desk, claims = Desk(device, clock=clock), list[int]()
    for _ in range(Punctuality.PROOF + 2):
        device.key(A, True)
        (edge,) = desk.after(8 * MS)
        assert isinstance(edge, SwitchEdge)
        assert (edge.tick_ns, edge.tick) == (TICK_NS, edge.time_ns // TICK_NS)
        assert (desk.source.stamps.doubt, desk.source.unstamped) == ("", ())
        claims.append(edge.early_ns)
        device.key(A, False)
        desk.after(8 * MS)
    proven = [interval_ns + LATE_NS if interval_ns >= MS else UNKNOWN_NS] * 2
    assert claims == [UNKNOWN_NS] * Punctuality.PROOF + proven


def test_races_are_not_judged_while_somebody_plays_on_a_device_of_unknown_interval(clock: FakeClock) -> None:
    wireless = FakeDevice((A, S, SEVEN), clock, interval_ns=None)
    desk = Desk(wireless, clock=clock)
    before = desk.source.stamps.doubt
    wireless.key(A, True)
    (edge,) = desk.after(MS)
    assert isinstance(edge, SwitchEdge)
    assert edge.early_ns == UNKNOWN_NS
    assert (before, desk.source.stamps.doubt) == ("", "interval")


def test_keys_of_one_report_have_one_stamp(desk: Desk, keyboard: FakeDevice) -> None:
    keyboard.report([(S, True), (A, True)])
    one, other = desk.after(MS)
    assert one.time_ns == other.time_ns
    assert edges([one, other]) == [("s", True), ("a", True)]


def test_the_repeats_of_a_held_key_are_no_presses(desk: Desk, keyboard: FakeDevice) -> None:
    keyboard.key(A, True)
    desk.after(MS)
    keyboard.repeat(A)
    assert desk.after(MS) == []


def test_typed_keys_of_a_keyboard_are_no_edges_nor_down_when_levels_are_read_back(clock: FakeClock) -> None:
    out = CODES["o"]
    keyboard = FakeDevice((A, S, SEVEN, out), clock, interval_ns=8 * MS)
    desk, typed = Desk(keyboard, clock=clock), list[str]()
    keyboard.key(SEVEN, True)
    assert edges(desk.after(20 * MS)) == [("7", True)]
    desk.source.type_to(typed.append, {"s"})
    for code in (A, out, S):
        keyboard.key(code, True)
    keyboard.key(SEVEN, False)
    assert edges(desk.after(20 * MS)) == [("s", True), ("7", False)] and typed == ["a", "o"]
    desk.source.type_to(None)
    assert desk.down() == {"s"}
    for pressed in (False, True):
        keyboard.key(A, pressed)
        assert edges(desk.after(20 * MS)) == ([("a", True)] if pressed else [])


def test_keys_read_back_take_their_changes_out_of_the_queue_as_the_kernel_does(keyboard: FakeDevice) -> None:
    keyboard.key(A, True)
    assert keyboard.levels() == {A}
    assert [event for event in keyboard.read() if event.type == EV_KEY] == []


def test_a_key_that_is_down_when_its_device_comes_is_no_press_until_it_was_released(
    desk: Desk, clock: FakeClock
) -> None:
    late = FakeDevice((A, S), clock)
    late.key(A, True)
    late.levels()  # nobody had the device open then
    told = desk.plug(late)
    assert (edges(told), [loss.levels for loss in losses(told)]) == ([], [(("a", True),)])
    late.repeat(A)
    late.key(A, False)
    late.key(A, True)
    assert edges(desk.after(MS)) == [("a", False), ("a", True)]


def test_a_line_is_down_while_any_keyboard_holds_its_key(desk: Desk, keyboard: FakeDevice, clock: FakeClock) -> None:
    second = FakeDevice((A,), clock)
    desk.plug(second)
    for device, pressed in ((keyboard, True), (second, True), (keyboard, False)):
        device.key(A, pressed)
        clock.advance(MS)
    assert edges(desk.after(MS)) == [("a", True)]
    second.key(A, False)
    assert edges(desk.after(MS)) == [("a", False)]


def test_a_device_without_any_of_the_keys_is_left_alone(desk: Desk, clock: FakeClock) -> None:
    mouse = FakeDevice((0x110,), clock)
    desk.plug(mouse)
    assert not mouse.is_open
    assert len(desk.source.devices) == 1


def test_a_device_that_may_not_be_read_is_named_until_it_may(clock: FakeClock) -> None:
    keyboard, is_allowed = FakeDevice((A,), clock), False

    def opened(path: Path) -> FakeDevice:
        if not is_allowed:
            raise PermissionError(13, "Permission denied", str(path))
        return keyboard

    source = EvdevSource(
        Layouts(dict.fromkeys(KEYS, 0)), clock=clock, devices=lambda: [Path("event0")], open_device=opened
    )
    source.start()
    assert (source.forbidden, source.devices) == (Path("event0"), ())
    is_allowed = True
    clock.advance(LOOK_NS)
    source.drain()
    assert (source.forbidden, source.devices) == (None, (keyboard,))


def test_a_queue_that_overflows_is_told_as_lost_edges_and_the_keys_are_read_back(
    desk: Desk, keyboard: FakeDevice
) -> None:
    keyboard.key(S, True)
    desk.after(MS)
    before = desk.source.drained_ns
    for _ in range(QUEUE):
        keyboard.key(A, True)
        keyboard.key(A, False)
    keyboard.key(A, True)
    told = desk.after(700 * MS)
    (loss,) = losses(told)
    assert edges(told) == []
    assert (loss.why, loss.levels, loss.since_ns) == ("flood", (("a", True),), before)
    keyboard.key(A, False)
    keyboard.key(S, False)
    assert edges(desk.after(MS)) == [("a", False), ("s", False)]


def test_a_keyboard_that_goes_lets_its_keys_go_and_is_waited_for(desk: Desk, keyboard: FakeDevice) -> None:
    keyboard.key(A, True)
    desk.after(MS)
    keyboard.key(S, True)  # what waits in the kernel goes with the device
    desk.folder.unplug(keyboard)
    (loss,) = desk.after(MS)
    assert isinstance(loss, EdgesLost)
    assert (loss.why, loss.levels) == ("reader", (("a", False),))
    assert not desk.source.is_connected
    assert desk.after(700 * MS) == []
    assert not desk.source.is_connected


def test_it_goes_on_when_a_keyboard_is_back(desk: Desk, keyboard: FakeDevice, clock: FakeClock) -> None:
    keyboard.key(A, True)
    desk.after(MS)
    desk.folder.unplug(keyboard)
    desk.after(MS)
    another = FakeDevice((A, S, SEVEN), clock)
    assert desk.plug(another) == []
    assert desk.source.is_connected
    another.key(A, True)
    assert edges(desk.after(MS)) == [("a", True)]


def test_a_keyboard_that_nobody_played_on_may_go(desk: Desk, keyboard: FakeDevice) -> None:
    desk.folder.unplug(keyboard)
    desk.after(MS)
    assert desk.source.is_connected


def test_what_comes_while_the_devices_are_read_waits_so_that_a_lines_stamps_never_go_back(
    desk: Desk, keyboard: FakeDevice, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = FakeDevice((A,), clock)
    desk.plug(second)
    read = second.read

    def busy() -> list[kernel.KernelEvent]:
        """The first device has been read; both have a press now, and it is the first device's that is earlier."""
        monkeypatch.undo()
        clock.advance(MS)
        keyboard.key(A, True)
        clock.advance(MS)
        keyboard.key(A, False)
        clock.advance(MS)
        second.key(A, True)
        return read()

    monkeypatch.setattr(second, "read", busy)
    told = [*desk.after(MS), *desk.after(MS)]
    assert edges(told) == [("a", True), ("a", False), ("a", True)]
    assert [event.time_ns for event in told] == sorted(event.time_ns for event in told)


# A device that another program has grabbed


def test_a_device_that_another_program_has_grabbed_is_named_as_it_comes(keyboard: FakeDevice, clock: FakeClock) -> None:
    keyboard.is_kept_by_another = True
    desk = Desk(keyboard, clock=clock)
    keyboard.key(A, True)
    assert desk.after(MS) == []
    assert (desk.source.withheld, desk.source.is_connected) == ((PAD.name,), True)
    keyboard.is_kept_by_another = False
    assert edges(desk.after(LOOK_NS)) == []
    assert desk.source.withheld == ()
    keyboard.key(A, False)
    keyboard.key(A, True)
    assert edges(desk.after(MS)) == [("a", False), ("a", True)]


@pytest.mark.parametrize("code", [A, S])
def test_a_device_that_is_grabbed_while_somebody_plays_on_it_lets_its_keys_go_and_is_waited_for(
    desk: Desk, keyboard: FakeDevice, code: int
) -> None:
    keyboard.key(A, True)
    desk.after(LOOK_NS)
    keyboard.is_kept_by_another = True
    assert desk.after(LOOK_NS) == []
    assert desk.source.is_connected, "nothing shows it yet"
    keyboard.key(code, code == S)  # whoever plays goes on
    (loss,) = desk.after(LOOK_NS)
    assert isinstance(loss, EdgesLost)
    assert (loss.why, loss.levels) == ("reader", (("a", False),))
    assert (desk.source.is_connected, desk.source.missing_name) == (False, PAD.name)
    keyboard.is_kept_by_another = False
    keyboard.report([(A, False), (S, True)])
    told = desk.after(LOOK_NS)
    assert ([loss.levels for loss in losses(told)], desk.source.is_connected) == ([(("s", True),)], True)
    assert desk.down() == {"s"}


def test_a_device_that_rests_is_not_grabbed_to_ask_whose_it_is(
    desk: Desk, keyboard: FakeDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []
    monkeypatch.setattr(keyboard, "grab", lambda *, is_ours: tried.append(is_ours))
    keyboard.key(A, True)
    for _ in range(10):
        desk.after(LOOK_NS)
    assert tried == []


@pytest.mark.parametrize("pressed", [True, False])
def test_what_was_missed_while_another_program_had_a_device_is_told_once_it_is_free(
    desk: Desk, keyboard: FakeDevice, pressed: bool
) -> None:
    keyboard.key(A, not pressed)
    desk.after(LOOK_NS)
    keyboard.is_kept_by_another = True
    keyboard.key(A, pressed)
    desk.after(LOOK_NS // 2)
    keyboard.is_kept_by_another = False
    desk.after(LOOK_NS)
    assert desk.down() == ({"a"} if pressed else set())
    keyboard.key(A, not pressed)
    assert edges(desk.after(MS)) == [("a", not pressed)]


# Stamps that cannot be


@pytest.mark.parametrize("ahead_ns", [MS, 3_600_000 * MS, 2**62])
def test_a_press_stamped_in_the_future_counts_when_it_is_read_and_its_race_is_not_judged(
    desk: Desk, keyboard: FakeDevice, clock: FakeClock, ahead_ns: int
) -> None:
    desk.prove(keyboard, A)
    keyboard.key(A, True, at_ns=clock() + ahead_ns)
    told = [*desk.after(0), *desk.after(MS)]
    (press,) = told
    assert isinstance(press, SwitchEdge)
    assert (press.early_ns, desk.source.unstamped, desk.source.stamps.doubt) == (UNKNOWN_NS, (PAD.name,), "interval")
    keyboard.key(A, False)
    (release,) = desk.after(MS)
    assert isinstance(release, SwitchEdge)
    assert release.time_ns >= press.time_ns
    assert (release.early_ns, desk.source.unstamped) == (8 * MS + LATE_NS, ())


@pytest.mark.parametrize("late_ms", [3, 20, 30, 900])
def test_a_stamp_before_what_was_complete_is_moved_there_and_says_how_early_it_may_be(
    desk: Desk, keyboard: FakeDevice, clock: FakeClock, late_ms: int
) -> None:
    desk.prove(keyboard, A)
    desk.after(MS)
    drained = desk.source.drained_ns
    keyboard.key(A, True, at_ns=clock() - late_ms * MS)
    (press,) = desk.after(MS)
    assert isinstance(press, SwitchEdge)
    assert press.time_ns == drained + 1
    assert press.early_ns == (UNKNOWN_NS if late_ms > 25 else 8 * MS + LATE_NS + (late_ms - 1) * MS + 1)


def test_a_device_without_stamps_of_ours_is_played_on_and_not_judged(clock: FakeClock) -> None:
    device = FakeDevice((A, S, SEVEN), clock, is_stamped=False)
    desk = Desk(device, clock=clock)
    device.key(A, True, at_ns=5 * MS)
    (press,) = desk.after(MS)
    assert isinstance(press, SwitchEdge)
    assert (press.time_ns, press.early_ns) == (clock(), UNKNOWN_NS)
    assert (desk.source.stamps.doubt, desk.source.unstamped) == ("interval", (PAD.name,))


# What a device of the kernel reads


class Pipe:
    """A device whose records come by a pipe; the kernel refuses the requests in `refused`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *refused: int) -> None:
        out, self._in = os.pipe2(os.O_NONBLOCK)
        monkeypatch.setattr(os, "open", lambda *_: os.dup(out))
        self.asked: list[int] = []
        self.masks: dict[int, set[int]] = {}
        """The codes that are queued, by type of event."""

        def ioctl(_file: int, request: int, argument: object = 0) -> object:
            self.asked.append(request)
            if request == kernel._SET_MASK and isinstance(argument, bytes):
                kind, size, address = kernel.MASK.unpack(argument)
                self.masks[kind] = set(kernel.bits(ctypes.string_at(address, size)))
            if request in refused:
                raise OSError(errno.EINVAL, "Invalid argument")
            return bytes(len(argument)) if isinstance(argument, bytes) else argument

        monkeypatch.setattr(fcntl, "ioctl", ioctl)
        self.device = KernelDevice(Path("/dev/input/event0"))
        os.close(out)

    def send(self, record: bytes) -> None:
        os.write(self._in, record)

    def end(self) -> None:
        os.close(self._in)


PRESS = kernel.EVENT.pack(5, 7, EV_KEY, A, 1)


def test_whole_records_are_events_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(monkeypatch)
    assert pipe.device.read() == []
    for count in (1, 64, 65, 128, 300):
        pipe.send(PRESS * count)
        assert pipe.device.read() == [KernelEvent(5_000_007_000, EV_KEY, A, 1)] * count


@pytest.mark.parametrize("record", [PRESS[:20], PRESS[:16], PRESS[:1], PRESS + PRESS[:20], PRESS * 64 + PRESS[:20]])
def test_a_record_that_is_not_whole_is_a_fault_of_the_device(monkeypatch: pytest.MonkeyPatch, record: bytes) -> None:
    pipe = Pipe(monkeypatch)
    clock = FakeClock(1_000 * MS)
    there = [Path("event0")]
    source = EvdevSource(
        Layouts({"a": 0}), clock=clock, devices=lambda: there,
        open_device=lambda _path: pipe.device,
    )  # fmt: skip
    pipe.device.keys = frozenset({A})
    source.start()
    pipe.send(record)
    (loss,) = source.drain()
    assert isinstance(loss, EdgesLost)
    assert loss.why == "reader"
    assert source.drain() == []


def test_a_device_whose_file_ends_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(monkeypatch)
    pipe.end()
    with pytest.raises(OSError, match="not whole"):
        pipe.device.read()


def test_events_before_a_device_goes_are_told_and_then_that_it_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(monkeypatch)
    answers: list[bytes | OSError] = [PRESS * 64, *[OSError(errno.ENODEV, "No such device")] * 2]

    def read(_file: int, _size: int) -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    monkeypatch.setattr(os, "read", read)
    assert len(pipe.device.read()) == 64
    with pytest.raises(OSError, match="No such device"):
        pipe.device.read()


def test_a_kernel_that_refuses_our_clock_gives_each_event_the_time_of_its_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = Pipe(monkeypatch, kernel._SET_CLOCK)
    monkeypatch.setattr(kernel, "monotonic_ns", lambda: 42)
    pipe.send(PRESS)
    assert (pipe.device.is_stamped, pipe.device.interval_ns, pipe.device.read()[0].time_ns) == (False, None, 42)


def test_a_kernel_without_masks_queues_everything_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(monkeypatch, kernel._SET_MASK)
    pipe.device.mask({0, 1})
    assert kernel._SET_MASK in pipe.asked
    pipe.send(PRESS)
    assert len(pipe.device.read()) == 1


def test_keys_and_the_chosen_axes_alone_are_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(monkeypatch)
    pipe.device.mask({0, 7, 8, 17})
    assert (pipe.masks[EV_ABS], pipe.masks[EV_SYN]) == ({0, 7, 8, 17}, {EV_KEY, EV_ABS})


HAPPENINGS = ("press", "release", "astray", "flood", "repeat", "unplug", "plug", "drain", "ahead", "kept", "levels")

ACTIONS = st.lists(
    st.tuples(st.sampled_from(HAPPENINGS), st.integers(0, 1), st.sampled_from((A, S, SEVEN)), st.integers(0, 5)),
    max_size=40,
)


def happens(keyboard: FakeDevice, kind: str, code: int, astray_ns: int) -> None:
    """Let happen to a keyboard what it is; `astray_ns` is a stamp that may be in the future, or long ago."""
    if kind in ("press", "release"):
        keyboard.key(code, kind == "press")
    elif kind == "astray":
        keyboard.key(code, code in (A, S), at_ns=max(0, astray_ns))
    elif kind == "kept":
        keyboard.is_kept_by_another = not keyboard.is_kept_by_another
    elif kind == "flood":
        for turn in range(QUEUE):
            keyboard.key(code, turn % 2 == 0)
    elif kind == "repeat":
        keyboard.repeat(code)


@given(ACTIONS)
@example([("press", 0, S, 0), ("flood", 0, A, 0), ("drain", 0, A, 1), ("kept", 0, A, 0), ("release", 0, S, 0)])
@example([("press", 1, S, 0), ("release", 1, S, 0), ("drain", 0, A, 0), ("astray", 0, S, 0)])
def test_whatever_happens_edges_alternate_in_order_and_end_at_the_levels(
    actions: Sequence[tuple[str, int, int, int]],
) -> None:
    clock = FakeClock(1_000_000_000)
    keyboards = [FakeDevice((A, S, SEVEN), clock) for _ in range(2)]
    desk = Desk(*keyboards, clock=clock)
    gone: set[int] = set()
    drained = desk.source.drained_ns
    for kind, number, code, by_ms in (*actions, ("drain", 0, A, 1), ("plug", 0, A, 0), ("plug", 1, A, 0)):
        clock.advance(by_ms * MS)
        keyboard = keyboards[number]
        if kind == "ahead":
            desk.source.read_ahead()
        elif kind == "unplug" and number not in gone:
            gone.add(number)
            desk.folder.unplug(keyboard)
        elif kind == "plug" and number in gone:
            gone.remove(number)
            keyboards[number] = FakeDevice((A, S, SEVEN), clock)
            desk.plug(keyboards[number])
        elif kind == "levels":
            desk.source.levels()
        elif number not in gone:
            happens(keyboard, kind, code, clock() + (by_ms - 2) * 700 * MS)
        for event in desk.after(0) if kind == "drain" else ():
            assert event.time_ns >= drained or isinstance(event, EdgesLost)
        assert drained <= desk.source.drained_ns <= clock()
        drained = desk.source.drained_ns
    for keyboard in keyboards:
        keyboard.is_kept_by_another = False
    desk.after(LOOK_NS)
    assert_a_straight_story(desk)


def assert_a_straight_story(desk: Desk) -> None:
    """On each line levels change with each edge, stamps never go back, and both end where the keys are."""
    down, stamps = dict.fromkeys(KEYS, False), dict.fromkeys(KEYS, 0)
    for event in desk.told:
        if isinstance(event, EdgesLost):
            down |= {str(line): level for line, level in event.levels}
        else:
            line = str(event.line)
            assert event.pressed != down[line]
            assert event.time_ns >= stamps[line]
            down[line], stamps[line] = event.pressed, event.time_ns
    assert {line for line, is_down in down.items() if is_down} == desk.down()


def test_every_key_that_may_be_configured_has_a_code_but_one_that_linux_lacks(clock: FakeClock) -> None:
    assert KEYBOARD_KEYS - CODES.keys() == {"CurrencySubUnit"}
    keys = sorted(KEYBOARD_KEYS)
    source = EvdevSource(Layouts(dict.fromkeys(keys, 0)), clock=clock, devices=list, open_device=KernelDevice)
    source.start()
    assert source.levels() == dict.fromkeys(source.lines, False)
    assert set(keys) < set(source.lines)
    source.close()


def test_requests_and_events_are_those_of_the_kernels_headers() -> None:
    """The numbers that a C program prints from linux/input.h on x86-64 and ARM."""
    assert (kernel._ioc(2, kernel._ID, 8), kernel._SET_CLOCK) == (0x80084502, 0x400445A0)
    assert (kernel._SET_MASK, kernel.MASK.pack(3, 8, 1 << 40)) == (0x40104593, b"\3\0\0\0\10\0\0\0\0\0\0\0\0\1\0\0")
    assert kernel.event_of(5, 7, kernel.EV_KEY, A, 1) == (5_000_007_000, 1, 30, 1)
    assert set(kernel.bits(bytes([0b101, 0, 0b1000_0000]))) == {0, 2, 23}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1ms\n", MS),
        ("4ms\n", 4 * MS),
        ("10ms\n", 8 * MS),
        ("255ms\n", 128 * MS),
        ("0ms", 0),
        ("125us\n", 125_000),
        ("\n", None),
        ("1s", None),
    ],
)
def test_the_interval_stands_at_the_interfaces_endpoint(tmp_path: Path, text: str, expected: int | None) -> None:
    interface = tmp_path / "devices/usb1/1-1/1-1:1.0"
    device = interface / "0003:1209:0001.0001/input/input5"
    for folder, name, content in (
        (interface, "bInterfaceNumber", "00\n"),
        (interface / "ep_81", "direction", "in\n"),
        (interface / "ep_81", "interval", text),
        (interface / "ep_02", "direction", "out\n"),
        (interface / "ep_02", "interval", "255ms\n"),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    node = tmp_path / "class/event3"
    device.mkdir(parents=True)
    node.mkdir(parents=True)
    (node / "device").symlink_to(device)
    assert kernel.interval_of(node) == expected


def test_a_device_that_is_on_no_usb_has_no_known_interval(tmp_path: Path) -> None:
    (tmp_path / "event0").mkdir()
    assert kernel.interval_of(tmp_path / "event0") is None


# Any device, and anything that it reports

SEATS = {"a": 0, "s": 0, "7": 1}
ANY_CODES = st.integers(0, 20) | st.integers(BTN_JOYSTICK, BTN_JOYSTICK + 15) | st.integers(0, 0x2FF)
VALUES = st.integers(-1, 2) | st.integers(-(2**31), 2**31 - 1)
EVENTS = st.lists(
    st.tuples(st.booleans(), st.sampled_from((EV_KEY, EV_ABS, EV_SYN)) | st.integers(0, 31), ANY_CODES, VALUES),
    max_size=60,
)
AXES = st.dictionaries(st.integers(0, 63), st.builds(AxisInfo, VALUES, VALUES, VALUES), max_size=6)
IDENTITIES = st.builds(
    Identity, *[st.integers(0, 0xFFFF)] * 2, st.text(max_size=20), st.text(max_size=40), st.text(max_size=20),
    *[st.integers(0, 0xFFFF)] * 2,
)  # fmt: skip


def assigned(identity: Identity) -> Assigned:
    lines = {"BTN_TRIGGER": "seat0.CARD1", "ABS_HAT0X-": "seat1.LEFT", "a": "seat0.ACTION", "no such": "seat0.CARD2"}
    return Assigned(identity.vendor, identity.product, identity.serial, identity.port, 1, lines)


class Strange:
    """A device that reports what it is told to; its levels are those of the events that it reported."""

    interval_ns = MS
    is_stamped = True

    def __init__(self, identity: Identity, keys: Sequence[int], axes: Mapping[int, AxisInfo]) -> None:
        self.identity, self.keys, self.axes = identity, frozenset(keys), axes
        self._waiting: list[KernelEvent] = []
        self._down: set[int] = set()
        self._at = {code: info.value for code, info in axes.items()}

    def tell(self, event: KernelEvent) -> None:
        self._waiting.append(event)
        if event.type == EV_KEY and event.value in (0, 1):
            (self._down.add if event.value else self._down.discard)(event.code)
        elif event.type == EV_ABS and event.code in self._at:
            self._at[event.code] = event.value

    def read(self) -> list[KernelEvent]:
        told, self._waiting = self._waiting, []
        return told

    def levels(self) -> frozenset[int]:
        self._waiting = [event for event in self._waiting if event.type != EV_KEY]  # as EVIOCGKEY does
        return frozenset(self._down)

    def mask(self, axes: Iterable[int]) -> None: ...

    def held(self) -> frozenset[int]:
        return frozenset(self._down)

    def positions(self) -> Mapping[int, int]:
        return dict(self._at)

    def grab(self, *, is_ours: bool) -> None: ...

    def close(self) -> None: ...


@given(EVENTS, st.booleans())
def test_any_stream_of_events_is_a_straight_story_on_every_line(
    events: Sequence[tuple[bool, int, int, int]], is_assigned: bool
) -> None:
    clock = FakeClock(1_000 * MS)
    axes = {code: AxisInfo(0, -1, 1) if code >= 16 else AxisInfo(0, 0, 255) for code in (0, 1, 2, 16, 17)}
    device = Strange(PAD, [*range(1, 60), *range(BTN_JOYSTICK, BTN_JOYSTICK + 16)], axes)
    layouts = Layouts(SEATS, assigned=[assigned(device.identity)] if is_assigned else ())
    source = EvdevSource(layouts, clock=clock, devices=lambda: [Path("event0")], open_device=lambda _path: device)
    source.start()
    down: dict[Line, bool] = dict.fromkeys(source.lines, False)
    for is_drained, kind, code, value in events:
        device.tell(KernelEvent(clock(), kind, code, value))
        if is_drained:
            clock.advance(MS)
            follow(source, down)
    clock.advance(LOOK_NS)
    follow(source, down)
    assert down == source.levels()
    source.close()


def follow(source: EvdevSource, down: dict[Line, bool]) -> None:
    """Check the edges of one drain, and take them over."""
    drained = source.drained_ns
    for event in source.drain():
        if isinstance(event, EdgesLost):
            down |= dict(event.levels)
        elif isinstance(event, SwitchEdge):
            assert event.pressed != down[event.line], "an edge that is no change"
            assert event.time_ns >= drained, "an edge of a time that was complete"
            down[event.line] = event.pressed


@given(IDENTITIES, st.frozensets(st.integers(0, 0x2FF), max_size=40), AXES, st.text(max_size=60))
def test_any_device_is_placed_or_left_and_each_controls_name_leads_back(
    identity: Identity, keys: frozenset[int], axes: Mapping[int, AxisInfo], text: str
) -> None:
    device = Strange(identity, sorted(keys), axes)
    by_operator = Layouts(SEATS, assigned=[assigned(identity)])
    for layouts in (Layouts(SEATS), Layouts(SEATS, mapping=lambda _: text), by_operator):
        placement = layouts.place(device)
        if placement is not None:
            assert set(placement.lines.values()) <= set(layouts.lines)
            layouts.leave(placement)
        layouts.order(identity)
    for code in keys:
        assert control_of(name_of(Control(EV_KEY, code))) == Control(EV_KEY, code)
    control_of(text)
