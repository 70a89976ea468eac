"""Fuzz what the kernel reports of keyboards, encoders and gamepads with atheris.

    python -m tools.fuzz.evdev stream -max_total_time=600         # any stream of events
    python -m tools.fuzz.evdev description -max_total_time=600    # any description of a device

Needs `atheris` (``pip install atheris``), which is no dependency of the project; the options after the target are
libFuzzer's. A crash is an exception, a line whose edges do not alternate or do not end at its level, a stamp that goes
back, or a control without a name that leads back to it.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import atheris  # not installed with the project

with atheris.instrument_imports():
    from hardware.clock import MS, FakeClock
    from hardware.evdev.controls import BTN_JOYSTICK, Control, control_of, name_of
    from hardware.evdev.fake import PAD
    from hardware.evdev.kernel import EV_KEY, EVENT, AxisInfo, Identity, KernelEvent, bits, duration_of, event_of
    from hardware.evdev.layouts import Assigned, Layouts
    from hardware.evdev.source import LOOK_NS, EvdevSource
    from hardware.events import EdgesLost, Line, SwitchEdge

KEYS = {"a": 0, "s": 0, "7": 1}


class Strange:
    """A device that tells what the fuzzer says; its levels are those of the events that it told."""

    interval_ns = MS

    def __init__(self, identity: Identity, keys: Sequence[int], axes: dict[int, AxisInfo]) -> None:
        self.identity = identity
        self.keys = frozenset(keys)
        self.axes = axes
        self.waiting: list[KernelEvent] = []
        self.down: set[int] = set()
        self.at = {code: info.value for code, info in axes.items()}

    def tell(self, event: KernelEvent) -> None:
        """Let an event be read."""
        self.waiting.append(event)
        if event.type == EV_KEY and event.value in (0, 1):
            (self.down.add if event.value else self.down.discard)(event.code)
        elif event.code in self.at:
            self.at[event.code] = event.value

    def read(self) -> list[KernelEvent]:
        """See `InputDevice.read`."""
        told, self.waiting = self.waiting, []
        return told

    def levels(self) -> frozenset[int]:
        """See `InputDevice.levels`."""
        self.waiting = [event for event in self.waiting if event.type != EV_KEY]
        return frozenset(self.down)

    def positions(self) -> dict[int, int]:
        """See `InputDevice.positions`."""
        return dict(self.at)

    def grab(self, *, is_ours: bool) -> None:
        """See `InputDevice.grab`."""

    def close(self) -> None:
        """See `InputDevice.close`."""


def stream(data: bytes) -> None:
    """Check that any stream of events is a straight story on every line."""
    clock = FakeClock(1_000_000_000)
    axes = {code: AxisInfo(0, -1, 1) if code >= 16 else AxisInfo(0, 0, 255) for code in (0, 1, 2, 16, 17)}
    device = Strange(PAD, [*range(1, 60), *range(BTN_JOYSTICK, BTN_JOYSTICK + 16)], axes)
    layouts = Layouts(KEYS, assigned=[assigned(device.identity)] if data[:1] == b"\x01" else ())
    source = EvdevSource(layouts, clock=clock, devices=lambda: [Path("event0")], open_device=lambda _path: device)
    source.start()
    source.listen(lambda _placement, control, _pressed, _at: name_of(control))
    down: dict[Line, bool] = dict.fromkeys(source.lines, False)
    for place, (_, _, kind, code, value) in enumerate(EVENT.iter_unpack(data[: len(data) // EVENT.size * EVENT.size])):
        device.tell(KernelEvent(clock(), kind % 5, code % 0x300 if code > 20 else code, value))
        if place % 5 == 0:
            clock.advance(MS)
            follow(source, down)
    clock.advance(LOOK_NS)
    follow(source, down)
    assert down == source.levels(), "the levels that were told are not those of the device"
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


def description(data: bytes) -> None:
    """Check that any description of a device is placed, or left, and that each control's name leads back."""
    half = len(data) // 2
    text = data[half:].decode("utf-8", "replace")
    first, _, rest = text.partition("|")
    identity = Identity(len(data), sum(data) & 0xFFFF, first[:20], rest[:40], text[-20:], sum(data[:1]), sum(data[-1:]))
    keys = [code for code in bits(data[:96]) if code < 0x300]
    axes = {code: AxisInfo(*info) for code, info in zip(bits(data[:8]), triples(data[half:]), strict=False)}
    device = Strange(identity, keys, axes)
    for layouts in (Layouts(KEYS), Layouts(KEYS, mapping=lambda _: text), Layouts(KEYS, assigned=[assigned(identity)])):
        placement = layouts.place(device)
        if placement is not None:
            assert set(placement.lines.values()) <= set(layouts.lines)
            layouts.leave(placement)
        layouts.order(identity)
    for code in keys:
        assert control_of(name_of(Control(EV_KEY, code))) == Control(EV_KEY, code)
    control_of(text)
    for fields in EVENT.iter_unpack(data[: len(data) // EVENT.size * EVENT.size]):
        event_of(*fields)
    try:
        assert duration_of(text) is not None
    except ValueError:
        return


def assigned(identity: Identity) -> Assigned:
    """Return an assignment of some controls of a device."""
    lines = {"BTN_TRIGGER": "seat0.CARD1", "ABS_HAT0X-": "seat1.LEFT", "a": "seat0.ACTION", "no such": "seat0.CARD2"}
    return Assigned(identity.vendor, identity.product, identity.serial, identity.port, 1, lines)


def triples(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield values of axes and their limits, as odd as the bytes are."""
    for place in range(0, len(data) - 2, 3):
        value, least, most = (byte - 128 for byte in data[place : place + 3])
        yield value, least, most


TARGETS = {"stream": stream, "description": description}

if __name__ == "__main__":
    if sys.argv[1:2] not in [[name] for name in TARGETS]:
        sys.exit(f"name a target: {' or '.join(TARGETS)}")
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
