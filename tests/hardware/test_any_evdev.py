"""Whatever the kernel reports of an input device, each line has a straight story, and nothing raises."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import MS, FakeClock
from hardware.evdev.controls import BTN_JOYSTICK, Control, control_of, name_of
from hardware.evdev.fake import PAD
from hardware.evdev.kernel import EV_ABS, EV_KEY, EV_SYN, AxisInfo, Identity, KernelEvent
from hardware.evdev.layouts import Assigned, Layouts
from hardware.evdev.source import LOOK_NS, EvdevSource
from hardware.source import EdgesLost, Line, SwitchEdge

KEYS = {"a": 0, "s": 0, "7": 1}
CODES = st.integers(0, 20) | st.integers(BTN_JOYSTICK, BTN_JOYSTICK + 15) | st.integers(0, 0x2FF)
VALUES = st.integers(-1, 2) | st.integers(-(2**31), 2**31 - 1)
EVENTS = st.lists(
    st.tuples(st.booleans(), st.sampled_from((EV_KEY, EV_ABS, EV_SYN)) | st.integers(0, 31), CODES, VALUES), max_size=60
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
    layouts = Layouts(KEYS, assigned=[assigned(device.identity)] if is_assigned else ())
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
    for layouts in (Layouts(KEYS), Layouts(KEYS, mapping=lambda _: text), Layouts(KEYS, assigned=[assigned(identity)])):
        placement = layouts.place(device)
        if placement is not None:
            assert set(placement.lines.values()) <= set(layouts.lines)
            layouts.leave(placement)
        layouts.order(identity)
    for code in keys:
        assert control_of(name_of(Control(EV_KEY, code))) == Control(EV_KEY, code)
    control_of(text)
