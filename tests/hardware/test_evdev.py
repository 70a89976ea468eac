"""Keyboards and encoders with the kernel's stamps: whatever the kernel reports, each line has a straight story."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import MS, FakeClock
from hardware.evdev import kernel
from hardware.evdev.controls import BTN_JOYSTICK, CODES, Control, control_of, name_of
from hardware.evdev.fake import PAD, QUEUE, FakeDevice, FakeFolder
from hardware.evdev.kernel import EV_ABS, EV_KEY, EV_SYN, AxisInfo, Identity, KernelDevice, KernelEvent
from hardware.evdev.layouts import Assigned, Layouts
from hardware.evdev.source import LOOK_NS, RESOLUTION_NS, UNKNOWN_NS, EvdevSource
from hardware.keyboard import KEYS as KEYBOARD_KEYS
from hardware.source import EdgesLost, Line, RawEvent, SwitchEdge
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
    keyboard.key(A, True)
    (edge,) = desk.after(MS)
    assert isinstance(edge, SwitchEdge)
    assert (edge.early_ns, desk.source.resolution_ns, desk.source.doubt) == (8 * MS, RESOLUTION_NS, "")


def test_races_are_not_judged_while_somebody_plays_on_a_device_of_unknown_interval(clock: FakeClock) -> None:
    wireless = FakeDevice((A, S, SEVEN), clock, interval_ns=None)
    desk = Desk(wireless, clock=clock)
    before = desk.source.doubt
    wireless.key(A, True)
    (edge,) = desk.after(MS)
    assert isinstance(edge, SwitchEdge)
    assert edge.early_ns == UNKNOWN_NS
    assert (before, desk.source.doubt) == ("", "interval")


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


HAPPENINGS = ("press", "release", "flood", "repeat", "unplug", "plug", "drain", "levels")

ACTIONS = st.lists(
    st.tuples(st.sampled_from(HAPPENINGS), st.integers(0, 1), st.sampled_from((A, S, SEVEN)), st.integers(0, 5)),
    max_size=40,
)


@given(ACTIONS)
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
        if kind in ("press", "release") and number not in gone:
            keyboard.key(code, kind == "press")
        elif kind == "flood" and number not in gone:
            for turn in range(QUEUE):
                keyboard.key(code, turn % 2 == 0)
        elif kind == "repeat" and number not in gone:
            keyboard.repeat(code)
        elif kind == "unplug" and number not in gone:
            gone.add(number)
            desk.folder.unplug(keyboard)
        elif kind == "plug" and number in gone:
            gone.remove(number)
            keyboards[number] = FakeDevice((A, S, SEVEN), clock)
            desk.plug(keyboards[number])
        elif kind == "levels":
            desk.source.levels()
        for event in desk.after(0) if kind == "drain" else ():
            assert event.time_ns >= drained or isinstance(event, EdgesLost)
        assert drained <= desk.source.drained_ns <= clock()
        drained = desk.source.drained_ns
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


def test_requests_and_events_are_those_of_the_kernels_headers() -> None:
    """The numbers that a C program prints from linux/input.h on x86-64 and ARM."""
    assert (kernel._ioc(2, kernel._ID, 8), kernel._SET_CLOCK) == (0x80084502, 0x400445A0)
    assert kernel.event_of(5, 7, kernel.EV_KEY, A, 1) == (5_000_007_000, 1, 30, 1)
    assert set(kernel.bits(bytes([0b101, 0, 0b1000_0000]))) == {0, 2, 23}


@pytest.mark.parametrize(("text", "expected"), [
        ("1ms\n", MS), ("4ms\n", 4 * MS), ("10ms\n", 8 * MS), ("255ms\n", 128 * MS), ("0ms", 0), ("125us\n", 125_000),
        ("\n", None), ("1s", None),
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
