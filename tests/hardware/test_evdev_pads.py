"""Gamepads, joysticks and encoders of the kernel: which of their controls is which button, and when it is pressed."""

from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import MS, FakeClock
from hardware.evdev.controls import (
    ABS_HAT0X,
    ABS_HAT0Y,
    ABS_RX,
    ABS_RZ,
    ABS_X,
    ABS_Y,
    ABS_Z,
    BTN_C,
    BTN_EAST,
    BTN_JOYSTICK,
    BTN_NORTH,
    BTN_SELECT,
    BTN_SOUTH,
    BTN_START,
    BTN_TL,
    BTN_TR,
    BTN_WEST,
    BUTTON_CODES,
    CODES,
    NAMES,
    Axis,
    Control,
    control_of,
    name_of,
)
from hardware.evdev.fake import PAD, QUEUE, FakeDevice, FakeFolder, smoothed
from hardware.evdev.kernel import EV_ABS, EV_KEY, AxisInfo, Identity
from hardware.evdev.layouts import GP2040, Assigned, Layouts, printed_on
from hardware.evdev.places import REST_NS, STEADY_NS, TWIN_NS
from hardware.evdev.source import LAG_NS, LOOK_NS, EvdevSource
from hardware.source import UNKNOWN_NS, EdgesLost, Line, RawEvent, SwitchEdge
from tests.hardware.conftest import losses
from tests.hardware.test_evdev import Desk, edges

STICK, TRIGGER, HAT = AxisInfo(0, -32768, 32767, 16), AxisInfo(0, 0, 255), AxisInfo(0, -1, 1)
XBOX_KEYS = (BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_SELECT, BTN_START, 316, 317, 318)
XBOX_AXES = {0: STICK, 1: STICK, 2: TRIGGER, 3: STICK, 4: STICK, 5: TRIGGER, 16: HAT, 17: HAT}
XBOX = Identity(0x045E, 0x028E, "", "usb-0000:00:14.0-2/input0", "Microsoft X-Box 360 pad", version=0x114)
ZERO_DELAY = Identity(0x0079, 0x0006, "", "usb-0000:00:14.0-1/input0", "DragonRise Inc. Generic USB Joystick")
XIN_MO = Identity(0x16C0, 0x05E1, "", "usb-0000:00:14.0-3/input0", "XIN-MO Dual Arcade")
IPAC = Identity(0xD209, 0x0420, "", "usb-0000:00:14.0-4/input0", "Ultimarc I-PAC 2")
KEYBOARD = Identity(0x046D, 0xC31C, "", "usb-0000:00:14.0-5/input0", "Logitech USB Keyboard")
KEYS = {"a": 0, "s": 0, "7": 1, "8": 1}


def pad(clock: FakeClock, identity: Identity = XBOX, axes: Mapping[int, AxisInfo] | None = None) -> FakeDevice:
    return FakeDevice(XBOX_KEYS, clock, identity=identity, axes=XBOX_AXES if axes is None else axes)


def encoder(clock: FakeClock, identity: Identity = ZERO_DELAY) -> FakeDevice:
    stick = AxisInfo(127, 0, 255)
    return FakeDevice(range(BTN_JOYSTICK, BTN_JOYSTICK + 12), clock, identity=identity, axes={0: stick, 1: stick})


def keyboard(clock: FakeClock, identity: Identity = KEYBOARD) -> FakeDevice:
    return FakeDevice(range(1, 120), clock, identity=identity)


class Room(Desk):
    """The same for devices of one player and for keyboards, and asked for the lines that these serve."""

    def __init__(self, clock: FakeClock, *devices: FakeDevice, layouts: Layouts | None = None) -> None:
        super().__init__(*devices, clock=clock, layouts=layouts or Layouts(KEYS))

    def pull(self, device: FakeDevice) -> Sequence[RawEvent]:
        self.folder.unplug(device)
        return self.after(MS)

    def pressed(self, device: FakeDevice, code: int) -> Line | None:
        """The line that a key of a device presses, which is released again."""
        device.key(code, True)
        told = edges(self.after(MS))
        device.key(code, False)
        self.after(MS)
        assert len(told) <= 1
        return told[0][0] if told else None

    def kinds(self) -> list[str]:
        return [placement.kind for _, placement in self.source.placed]


# Axes


def test_a_stick_is_pressed_from_half_of_its_way_on_and_released_below_three_eighths() -> None:
    axis = Axis(ABS_X, AxisInfo(128, 0, 255))
    way = [
        (value, [(control.sign, down) for control, down in axis.moved(value)]) for value in (128, 191, 192, 176, 175)
    ]
    assert way == [(128, []), (191, []), (192, [(1, True)]), (176, []), (175, [(1, False)])]


def test_a_stick_that_snaps_across_is_released_on_one_side_before_it_is_pressed_on_the_other() -> None:
    axis = Axis(ABS_X, STICK)
    assert [sign for sign, _ in [(control.sign, down) for control, down in axis.moved(-32768)]] == [-1]
    assert [(control.sign, down) for control, down in axis.moved(32767)] == [(-1, False), (1, True)]


def test_a_trigger_rests_at_its_least_value_and_has_one_way() -> None:
    axis = Axis(ABS_Z, TRIGGER)
    assert list(axis.moved(0)) == []
    assert list(axis.moved(127)) == []
    assert list(axis.moved(128)) == [(Control(EV_ABS, ABS_Z, 1), True)]


def test_an_axis_that_rests_in_its_middle_is_a_stick_whatever_its_name() -> None:
    axis = Axis(ABS_Z, AxisInfo(128, 0, 255))
    assert list(axis.moved(0)) == [(Control(EV_ABS, ABS_Z, -1), True)]


@given(st.integers(-40000, 40000), st.lists(st.integers(-70000, 70000), max_size=30), st.booleans())
def test_an_axis_presses_and_releases_in_turn_and_never_both_ways(
    rest: int, values: Sequence[int], has_no_way: bool
) -> None:
    axis = Axis(ABS_RZ, AxisInfo(rest, -40000, -40000 if has_no_way else 40000))
    down: set[int] = set()
    for value in values:
        for control, pressed in axis.moved(value):
            assert pressed != (control.sign in down)
            (down.add if pressed else down.discard)(control.sign)
            assert len(down) <= 1
    assert not (has_no_way and down)


def test_every_control_has_one_name_and_the_name_leads_back() -> None:
    assert len(set(NAMES.values())) == len(NAMES)
    for control, name in NAMES.items():
        assert (name_of(control), control_of(name)) == (name, control)
    strange = Control(EV_KEY, 183)
    assert control_of(name_of(strange)) == strange
    assert [control_of(name) for name in ("BTN_NONE", "ABS_X", "key x", "key ", "")] == [None] * 5


def test_names_are_those_of_the_kernels_header() -> None:
    known = {"BTN_TRIGGER": 0x120, "BTN_BASE6": 0x12B, "BTN_SOUTH": 0x130, "BTN_START": 0x13B, "BTN_THUMBR": 0x13E,
             "BTN_DPAD_RIGHT": 0x223, "BTN_TRIGGER_HAPPY1": 0x2C0, "BTN_TRIGGER_HAPPY40": 0x2E7}  # fmt: skip
    assert {name: BUTTON_CODES[name] for name in known} == known
    assert control_of("ABS_HAT0Y-") == (EV_ABS, 0x11, -1)
    assert control_of("ABS_BRAKE+") == (EV_ABS, 0x0A, 1)


# What the kernel does to a reader


def test_a_pads_queue_is_longer_than_a_keyboards(clock: FakeClock) -> None:
    """drivers/input/evdev.c: eight reports, each with an event for every axis and eight more."""
    assert (pad(clock).queue, keyboard(clock).queue, encoder(clock).queue) == (128, QUEUE, 128)


def test_a_value_within_the_fuzz_is_smoothed_away() -> None:
    assert [smoothed(value, 100, 16) for value in (107, 108, 116, 132)] == [100, 102, 108, 132]
    assert smoothed(101, 100, 0) == 101


def test_several_controls_of_one_report_have_one_stamp(clock: FakeClock) -> None:
    device = pad(clock)
    room = Room(clock, device)
    device.report([(BTN_SOUTH, True), (BTN_TL, True)], [(ABS_HAT0X, -1), (ABS_Z, 255)])
    told = room.after(MS)
    assert [line for line, _ in edges(told)] == ["seat0.CARD4", "seat0.LEFT", "seat0.CARD1"]
    assert len({event.time_ns for event in told}) == 1


def test_a_flood_of_a_stick_is_told_as_lost_edges_and_the_axes_are_read_back(clock: FakeClock) -> None:
    device = pad(clock)
    room = Room(clock, device)
    for turn in range(device.queue):
        device.move(ABS_X, -32000 if turn % 2 else 32000)
    device.key(BTN_SOUTH, True)
    told = room.after(MS)
    (loss,) = told
    assert isinstance(loss, EdgesLost)
    assert (loss.why, loss.levels) == ("flood", (("seat0.CARD1", True), ("seat0.CARD4", True)))
    device.move(ABS_X, 0)
    assert edges(room.after(MS)) == [("seat0.CARD1", False)]


def test_a_stick_that_is_pushed_while_its_pad_goes_is_let_go(clock: FakeClock) -> None:
    device = pad(clock)
    room = Room(clock, device)
    device.move(ABS_X, -32000)
    room.after(MS)
    (loss,) = room.pull(device)
    assert isinstance(loss, EdgesLost)
    assert loss.levels == (("seat0.CARD1", False),)
    assert not room.source.is_connected


# Layouts


def test_a_gamepad_has_its_layout_without_asking(clock: FakeClock) -> None:
    device = pad(clock)
    room = Room(clock, device)
    served = {BTN_SOUTH: "CARD4", BTN_WEST: "CARD4", BTN_EAST: "CARD5", BTN_NORTH: "CARD5", BTN_TL: "LEFT",
              BTN_TR: "RIGHT", BTN_START: "ACTION", BTN_SELECT: None}  # fmt: skip
    for code, button in served.items():
        assert room.pressed(device, code) == (button and f"seat0.{button}")
    moved: list[tuple[Line, bool]] = []
    for axis, value in ((ABS_HAT0X, -1), (ABS_HAT0Y, -1), (ABS_HAT0X, 1), (ABS_Z, 255), (ABS_RZ, 255), (ABS_HAT0Y, 1)):
        device.move(axis, value)
        moved += [edge for edge in edges(room.after(MS)) if edge[1]]
        device.move(axis, 0)
        room.after(MS)
    assert [str(line).partition(".")[2] for line, _ in moved] == ["CARD1", "CARD2", "CARD3", "LEFT", "RIGHT"]


def test_a_right_stick_is_no_trigger(clock: FakeClock) -> None:
    middle = AxisInfo(128, 0, 255)
    device = pad(clock, axes={ABS_X: middle, ABS_Y: middle, ABS_Z: middle, ABS_RZ: middle})
    room = Room(clock, device)
    device.move(ABS_Z, 255)
    assert room.after(MS) == []


def test_an_encoder_with_numbers_only_is_laid_out_by_them(clock: FakeClock) -> None:
    device = encoder(clock)
    room = Room(clock, device)
    pressed = [room.pressed(device, BTN_JOYSTICK + number) for number in range(12)]
    buttons = ["CARD1", "CARD2", "CARD3", "CARD4", "CARD5", "LEFT", "RIGHT", "ACTION", "ACTION", "ACTION"]
    assert pressed == [*(f"seat0.{button}" for button in buttons), None, None]


def test_a_pad_that_numbers_its_buttons_through_is_laid_out_by_sdl_where_that_knows_it(clock: FakeClock) -> None:
    def mapping(identity: Identity) -> str:
        asked.append(identity)
        known = "a:b1,b:b2,dpup:-a1,dpleft:-a0,dpright:+a0,lefttrigger:a2,righttrigger:b5,start:b9,guide:b99,"
        return f"03000000790000001100000010010000,SNES,{known}"

    asked: list[Identity] = []
    keys = [*range(BTN_SOUTH, BTN_SOUTH + 10)]
    assert BTN_C in keys
    device = FakeDevice(keys, clock, axes={0: AxisInfo(127, 0, 255), 1: AxisInfo(127, 0, 255), ABS_RX: TRIGGER})
    room = Room(clock, device, layouts=Layouts(KEYS, mapping=mapping))
    assert asked == [device.identity]
    assert room.pressed(device, BTN_SOUTH + 1) == "seat0.CARD4"
    assert room.pressed(device, BTN_SOUTH + 9) == "seat0.ACTION"
    assert room.pressed(device, BTN_SOUTH + 3) is None
    device.move(ABS_X, 0)
    device.move(ABS_Y, 0)
    assert edges(room.after(MS)) == [("seat0.CARD1", True), ("seat0.CARD2", True)]
    assert room.source.levels()["seat0.LEFT"] is False, "a trigger at rest"


@given(st.lists(st.sampled_from(("a", "b", "x", "start", "leftx", "lefttrigger", "dpup", "guide", ""))),
       st.lists(st.from_regex(r"\A(b|a|[+-]a|h\d\.)\d{0,3}~?\Z") | st.text(max_size=5)))  # fmt: skip
def test_any_line_of_a_database_is_read_or_left(names: Sequence[str], places: Sequence[str]) -> None:
    line = ",".join(f"{name}:{place}" for name, place in zip(names, places, strict=False))
    clock = FakeClock()
    device = FakeDevice(range(BTN_JOYSTICK, BTN_JOYSTICK + 10), clock, axes=XBOX_AXES)
    placement = Layouts(KEYS, mapping=lambda _: f"guid,{line}").place(device)
    assert placement is not None
    assert all(line in Layouts(KEYS).lines for line in placement.lines.values())


def test_an_i_pac_serves_both_seats_by_its_makers_codes(clock: FakeClock) -> None:
    device = keyboard(clock, IPAC)
    room = Room(clock, device)
    keys = {"left ctrl": "seat0.CARD1", "z": "seat0.CARD5", "x": "seat0.LEFT", "v": "seat0.ACTION",
            "a": "seat1.CARD1", "j": "seat1.RIGHT", "l": "seat1.ACTION", "1": None}  # fmt: skip
    assert {key: room.pressed(device, CODES[key]) for key in keys} == keys


def test_a_control_of_no_seat_serves_its_line_on_any_device_that_has_no_button_of_a_panel_there(
    clock: FakeClock,
) -> None:
    """A coin switch on key 5 of an I-PAC or a keyboard, on button 12 of an encoder, on a pad that has no seat."""
    extras: dict[Control, Line] = {Control(EV_KEY, CODES["5"]): "5", Control(EV_KEY, BTN_JOYSTICK + 11): "COIN1"}
    extras |= {Control(EV_KEY, BTN_SELECT): "COIN2", Control(EV_KEY, CODES["z"]): "COIN2"}
    layouts = Layouts({**KEYS, "5": -1}, seats=(0, 1), extras=extras)
    desk, ipac, stick = keyboard(clock), keyboard(clock, IPAC), encoder(clock)
    pads = [pad(clock, XBOX._replace(port=f"usb-0000:00:14.0-{port}/input0")) for port in (6, 7)]
    room = Room(clock, desk, ipac, stick, *pads, layouts=layouts)
    assert [room.pressed(each, CODES["5"]) for each in (desk, ipac)] == ["5", "5"]
    assert room.pressed(ipac, CODES["z"]) == "seat0.CARD5", "a button of a panel stays one"
    assert room.pressed(stick, BTN_JOYSTICK + 11) == "COIN1"
    assert [room.pressed(each, BTN_SELECT) for each in pads] == ["COIN2", "COIN2"]


def test_a_gp2040_in_its_keyboard_mode_is_laid_out_like_the_pad_that_it_else_is(clock: FakeClock) -> None:
    device = keyboard(clock, PAD._replace(name=f"Open Stick Community {GP2040}"))
    room = Room(clock, device)
    keys = {"left": "seat0.CARD1", "left shift": "seat0.CARD4", "z": "seat0.CARD5", "c": "seat0.LEFT",
            "space": "seat0.RIGHT", "1": "seat0.ACTION", "a": None}  # fmt: skip
    assert {key: room.pressed(device, CODES[key]) for key in keys} == keys


def test_a_mouse_and_a_power_button_are_left_alone_and_a_strange_keyboard_is_kept_for_assigning(
    clock: FakeClock,
) -> None:
    mouse, power, strange = (FakeDevice(keys, clock) for keys in ((0x110, 0x111), (116,), range(180, 200)))
    room = Room(clock, mouse, power, strange)
    assert [device.is_open for device in (mouse, power, strange)] == [False, False, True]
    assert (room.kinds(), room.source.devices) == (["spare"], ())


# Which device has which seat


def seats(room: Room) -> dict[str, set[int]]:
    return {placement.identity.port: set(placement.seats) for _, placement in room.source.placed}


def test_the_first_pad_by_its_port_has_the_first_seat(clock: FakeClock) -> None:
    ports = ("usb-1.10", "usb-1.9", "usb-1.2")
    room = Room(clock, *(pad(clock, XBOX._replace(port=port)) for port in ports))
    assert seats(room) == {"usb-1.2": {0}, "usb-1.9": {1}, "usb-1.10": set()}
    assert room.kinds() == ["gamepad", "gamepad", "spare"]


def test_a_pad_that_comes_back_has_its_seat_again_and_another_leaves_that_seat_to_it(clock: FakeClock) -> None:
    first, second = (pad(clock, XBOX._replace(port=port)) for port in ("usb-1", "usb-2"))
    room = Room(clock, first, second)
    room.pull(first)
    room.pull(second)
    room.plug(pad(clock, second.identity))
    assert seats(room) == {"usb-2": {1}}
    room.plug(pad(clock, XBOX._replace(port="usb-3")))
    assert seats(room) == {"usb-2": {1}, "usb-3": {0}}


def test_both_halves_of_an_encoder_for_two_have_a_seat_each(clock: FakeClock) -> None:
    room = Room(clock, encoder(clock, XIN_MO), encoder(clock, XIN_MO))
    assert [(placement.number, set(placement.seats)) for _, placement in room.source.placed] == [(1, {0}), (2, {1})]


def test_a_match_on_two_pads_waits_for_a_device_for_the_seat_that_lost_its_own(clock: FakeClock) -> None:
    first, second = (pad(clock, XBOX._replace(port=port)) for port in ("usb-1", "usb-2"))
    room = Room(clock, first, second)
    room.pressed(first, BTN_SOUTH)
    room.pressed(second, BTN_SOUTH)
    room.pull(second)
    assert not room.source.is_connected
    room.plug(FakeDevice((0x110,), clock))
    assert not room.source.is_connected
    room.plug(pad(clock, second.identity))
    assert room.source.is_connected
    assert room.pressed(first, BTN_SOUTH) == "seat0.CARD4"


# Assigned by the operator


def assigned(identity: Identity, lines: Mapping[str, Line], number: int = 1) -> Assigned:
    return Assigned(identity.vendor, identity.product, identity.serial, identity.port, number, lines)


def test_an_assignment_comes_before_everything_else(clock: FakeClock) -> None:
    device = pad(clock)
    lines: Mapping[str, Line] = {"BTN_SOUTH": "seat1.ACTION", "ABS_X-": "seat1.CARD1", "BTN_BASE": "seat1.CARD2"}
    room = Room(clock, device, layouts=Layouts(KEYS, assigned=[assigned(XBOX, lines)]))
    assert room.kinds() == ["assigned"]
    assert room.pressed(device, BTN_SOUTH) == "seat1.ACTION"
    assert room.pressed(device, BTN_EAST) is None


def test_two_equal_encoders_are_told_apart_by_their_ports(clock: FakeClock) -> None:
    one, other = ZERO_DELAY._replace(port="usb-1"), ZERO_DELAY._replace(port="usb-2")
    given = [assigned(other, {"BTN_TRIGGER": "seat0.CARD1"}), assigned(one, {"BTN_TRIGGER": "seat1.CARD1"})]
    first, second = encoder(clock, one), encoder(clock, other)
    room = Room(clock, first, second, layouts=Layouts(KEYS, assigned=given))
    assert room.pressed(first, BTN_JOYSTICK) == "seat1.CARD1"
    assert room.pressed(second, BTN_JOYSTICK) == "seat0.CARD1"


def test_the_halves_of_one_device_are_told_apart_by_their_order(clock: FakeClock) -> None:
    given = [assigned(XIN_MO, {"BTN_TRIGGER": f"seat{number - 1}.CARD3"}, number) for number in (1, 2)]
    first, second = encoder(clock, XIN_MO), encoder(clock, XIN_MO)
    room = Room(clock, first, second, layouts=Layouts(KEYS, assigned=given))
    assert [room.pressed(device, BTN_JOYSTICK) for device in (first, second)] == ["seat0.CARD3", "seat1.CARD3"]


@pytest.mark.parametrize("port", ["usb-9", ""])
def test_an_assigned_device_at_another_port_serves_nothing(clock: FakeClock, port: str) -> None:
    device = encoder(clock, ZERO_DELAY._replace(port=port))
    room = Room(clock, device, layouts=Layouts(KEYS, assigned=[assigned(ZERO_DELAY, {"BTN_TRIGGER": "seat0.CARD1"})]))
    assert room.kinds() == ["moved"]
    assert room.pressed(device, BTN_JOYSTICK) is None
    assert room.source.devices == ()


# Kept from the console


def test_a_cabinets_devices_are_kept_from_the_console_while_its_terminal_is_in_front(clock: FakeClock) -> None:
    front = [True]
    device, power = keyboard(clock, IPAC), FakeDevice(range(1, 120), clock)
    light = FakeDevice(range(1, 100), clock)
    folder = FakeFolder(device, power, light)
    source = EvdevSource(Layouts(KEYS), clock=clock, devices=folder.paths, open_device=folder.open)
    source.grab_while(lambda: front[0])
    source.start()
    assert [each.is_grabbed for each in (device, power, light)] == [False, False, True], "116 is a power key"
    light.key(CODES["a"], True)
    clock.advance(MS)
    assert edges(source.drain()) == [("a", True)]
    front[0] = False
    clock.advance(LOOK_NS)
    told = source.drain()
    assert not light.is_grabbed
    assert [loss.levels for loss in told if isinstance(loss, EdgesLost) and loss.levels] == [(("a", False),)]
    light.key(CODES["s"], True)
    clock.advance(MS)
    assert source.drain() == [], "it is typed at another terminal"
    front[0] = True
    clock.advance(LOOK_NS)
    told = source.drain()
    assert light.is_grabbed
    assert edges(told) == []
    assert source.levels()["s"]
    source.close()
    assert not light.is_grabbed


def test_a_device_that_another_program_has_grabbed_is_named_and_grabbed_once_it_is_free(clock: FakeClock) -> None:
    device = encoder(clock)
    device.is_kept_by_another = True
    room = Room(clock, device)
    room.source.grab_while(lambda: True)
    room.after(LOOK_NS)
    assert room.pressed(device, BTN_JOYSTICK) is None
    assert list(room.source.withheld) == [ZERO_DELAY.name]
    device.is_kept_by_another = False
    room.after(LOOK_NS)
    assert list(room.source.withheld) == []
    assert room.pressed(device, BTN_JOYSTICK) == "seat0.CARD1"
    assert device.is_grabbed


def test_a_grabbed_keyboard_whose_keys_another_device_has_is_no_trouble(clock: FakeClock) -> None:
    """A remapper grabs a keyboard and makes one of its own."""
    device, virtual = keyboard(clock), keyboard(clock, KEYBOARD._replace(port="", name="remapper's keyboard"))
    device.is_kept_by_another = True
    assert Room(clock, device, virtual).source.withheld == ()


def test_a_spare_pad_that_is_grabbed_is_no_trouble(clock: FakeClock) -> None:
    devices = [encoder(clock, ZERO_DELAY._replace(port=f"usb-{number}")) for number in range(3)]
    devices[2].is_kept_by_another = True
    assert Room(clock, *devices).source.withheld == ()


# The kernel's queue


WOBBLE = (-9000, 9000)
"""A stick between here and there is touched, and not pushed."""


def stalled(room: Room, device: FakeDevice, sticks: Sequence[int], for_ms: int, *, reads: bool) -> Sequence[RawEvent]:
    """Let the program stand while these axes of a pad move in each of 1,000 reports a second, and A is tapped."""
    clock, next_ns = room.clock, 0
    for number in range(for_ms):
        clock.advance(MS)
        tap = {for_ms // 2: True, for_ms // 2 + 8: False}.get(number)
        device.report([] if tap is None else [(BTN_SOUTH, tap)], [(axis, WOBBLE[number % 2]) for axis in sticks])
        if reads and clock() >= next_ns:
            next_ns = clock() + room.source.read_ahead()
    return room.after(0)


@pytest.mark.parametrize(
    ("sticks", "has_masks", "borne_ms"),
    [
        ((0, 1, 3, 4), False, 24),
        ((0, 1, 3, 4), True, 41),
        ((3, 4), False, 41),
        ((3, 4), True, 2_000),
    ],
)
def test_so_long_the_kernels_queue_alone_holds_what_a_fast_pad_reports(
    clock: FakeClock, sticks: Sequence[int], has_masks: bool, borne_ms: int
) -> None:
    """The left stick is a panel's cards, and the right one is none; a tap takes places too."""
    for for_ms, lost in ((borne_ms, 0), (borne_ms + 3, 1)) if borne_ms < 2_000 else ((borne_ms, 0),):
        device = FakeDevice(XBOX_KEYS, clock, identity=XBOX, axes=XBOX_AXES, has_masks=has_masks)
        told = stalled(Room(clock, device), device, sticks, for_ms, reads=False)
        assert len(losses(told)) == lost, for_ms
        assert lost or edges(told) == [("seat0.CARD4", True), ("seat0.CARD4", False)]


@pytest.mark.parametrize("has_masks", [True, False])
def test_a_stall_of_two_seconds_is_borne_where_a_thread_reads_ahead(clock: FakeClock, has_masks: bool) -> None:
    device = FakeDevice(XBOX_KEYS, clock, identity=XBOX, axes=XBOX_AXES, has_masks=has_masks)
    room = Room(clock, device)
    begin = clock()
    told = stalled(room, device, (0, 1, 3, 4), 2_000, reads=True)
    assert losses(told) == []
    assert [(event.time_ns - begin) // MS for event in told] == [1_001, 1_009]


def test_what_was_read_ahead_is_told_once_and_goes_with_its_device(clock: FakeClock) -> None:
    device = pad(clock)
    room = Room(clock, device)
    device.key(BTN_SOUTH, True)
    clock.advance(MS)
    room.source.read_ahead()
    assert room.source.levels()["seat0.CARD4"]
    assert edges(room.after(10 * MS)) == [("seat0.CARD4", True)]
    device.key(BTN_SOUTH, False)
    clock.advance(10 * MS)
    room.source.read_ahead()
    (loss,) = room.pull(device)
    assert isinstance(loss, EdgesLost)
    assert (loss.levels, room.source.is_connected) == ((("seat0.CARD4", False),), False)


def test_a_listener_has_every_axis_and_others_only_those_that_serve_a_line(clock: FakeClock) -> None:
    device = pad(clock)
    room, heard = Room(clock, device), list[tuple[str, bool]]()
    right = Control(EV_ABS, ABS_RX, 1)

    def pushed() -> list[tuple[str, bool]]:
        for value in (30_000, 0):
            device.move(ABS_RX, value)
            room.after(MS)
        told = heard.copy()
        heard.clear()
        return told

    room.source.listen(lambda _placement, control, pressed, _at: heard.append((name_of(control), pressed)))
    assert pushed() == [(name_of(right), True), (name_of(right), False)]
    room.source.listen(None)
    device.move(ABS_RX, 30_000)
    assert pushed() == []
    room.source.listen(lambda _placement, control, pressed, _at: heard.append((name_of(control), pressed)))
    assert pushed() == [(name_of(right), True), (name_of(right), False)]


def test_an_axis_that_is_assigned_is_heard_from_then_on(clock: FakeClock) -> None:
    device = pad(clock)
    room = Room(clock, device)
    lines = {"ABS_RX+": "seat1.CARD1"}
    room.source.assign([Assigned(XBOX.vendor, XBOX.product, "", XBOX.port, 1, lines)])
    device.move(ABS_RX, 30_000)
    assert edges(room.after(MS)) == [("seat1.CARD1", True)]


def test_at_a_desk_nothing_is_kept_from_others(clock: FakeClock) -> None:
    device = encoder(clock)
    Room(clock, device).after(LOOK_NS)
    assert not device.is_grabbed


# What is printed on it


def test_a_seats_device_is_the_one_that_was_played_on_last_and_a_pad_before_anybody_has(clock: FakeClock) -> None:
    typed, device = keyboard(clock), pad(clock)
    room = Room(clock, typed, device)
    assert {seat: each.kind for seat, each in room.source.in_use.items()} == {0: "gamepad"}
    room.pressed(typed, CODES["a"])
    assert {seat: each.kind for seat, each in room.source.in_use.items()} == {0: "keyboard"}
    room.pressed(device, BTN_SOUTH)
    assert printed_on(room.source.in_use[0])["CARD4"] == "A"
    room.pull(device)
    assert room.source.in_use == {}


@pytest.mark.parametrize(("vendor", "signs"), [(0x054C, "×O"), (0x057E, "BA"), (0x045E, "AB"), (0x1234, "AB")])
def test_a_pad_bears_its_makers_signs(clock: FakeClock, vendor: int, signs: str) -> None:
    placement = Layouts(KEYS).place(pad(clock, XBOX._replace(vendor=vendor)))
    assert placement is not None
    printed = printed_on(placement)
    assert printed["CARD4"] + printed["CARD5"] == signs
    assert printed_on(placement.nothing) == {}


# What is no panel, and whose a seat is


def odd(clock: FakeClock, keys: Iterable[int], axes: Mapping[int, AxisInfo] | None = None, port: int = 1) -> FakeDevice:
    return FakeDevice(keys, clock, identity=Identity(0x17EF, 0x6018, "", f"usb-{port}", "Odd thing"), axes=axes)


MEDIA_KEYS = (113, 114, 115, 140, 155, 163, 164, 165, 172)
SLIDER = AxisInfo(0, 0, 255)
ODD_THINGS: Mapping[str, tuple[Sequence[int], Mapping[int, AxisInfo]]] = {
    "a keyboard's media keys": ((*MEDIA_KEYS, 0x120, 0x124, 0x125, 0x126), {}),
    "a laptop's hot keys": ((148, 224, 225, 227, 0x121), {}),
    "a receiver with most codes": ((*range(113, 240), *range(0x100, 0x110), *range(0x120, 0x13F), *range(0x160, 0x2E8)),
                                   {0x20: SLIDER, 0x28: SLIDER}),
    "a lamp's controller": ((0x120,), {6: SLIDER}),
    "a stick with four buttons": (tuple(range(0x120, 0x124)), {0: STICK, 1: STICK, 16: HAT, 17: HAT}),
    "a throttle": (tuple(range(0x120, 0x130)), {2: SLIDER, 6: SLIDER}),
    "a wheel": ((*range(0x120, 0x130), *range(0x2C0, 0x2C9)), {0: STICK, 1: SLIDER, 2: SLIDER, 5: SLIDER}),
    "a tablet's keys": ((*range(0x100, 0x10A), *range(0x130, 0x136), 0x126, 0x127, 0x14B), {0: STICK, 1: STICK}),
    "a touchpad": ((0x110, 0x145, 0x14A, 0x14D, 0x14E, 0x14F), {0: STICK, 1: STICK}),
    "a motion sensor": ((), dict.fromkeys(range(6), STICK)),
    "a remote control with a pad's A and B": ((103, 105, 106, 108, 0x101, 0x102, 0x130, 0x131, 0x13C, 407, 412), {}),
}  # fmt: skip


@pytest.mark.parametrize("what", ODD_THINGS)
@given(data=st.data())
def test_two_pads_have_their_seats_beside_any_odd_thing_in_every_order_of_ports_and_of_arrival(
    what: str, data: st.DataObject
) -> None:
    clock = FakeClock(1_000 * MS)
    ports = data.draw(st.permutations((1, 2, 3)))
    strange = odd(clock, *ODD_THINGS[what], port=ports[0])
    pads = [pad(clock, XBOX._replace(port=f"usb-{port}")) for port in sorted(ports[1:])]
    room = Room(clock)
    arriving = data.draw(st.permutations((strange, *pads)))
    together = data.draw(st.integers(1, 3))
    for device in arriving[:together]:
        room.folder.plug(device)
    room.after(LOOK_NS)
    for device in arriving[together:]:
        room.plug(device)
    presses = {room.pressed(each, BTN_SOUTH) for each in pads}
    assert presses == {"seat0.CARD4", "seat1.CARD4"}
    assert room.pressed(strange, 0x120) is None, "both seats are played on"


@pytest.mark.parametrize("what", ODD_THINGS)
def test_the_letters_of_a_keyboard_stay_beside_an_odd_thing(clock: FakeClock, what: str) -> None:
    room = Room(clock, keyboard(clock), odd(clock, *ODD_THINGS[what]))
    assert [each for each in room.source.in_use.values() if each.kind != "keyboard"] == []


def test_an_encoder_that_is_pressed_is_shown_in_place_of_the_keyboard(clock: FakeClock) -> None:
    device = encoder(clock)
    room = Room(clock, keyboard(clock), device)
    assert room.source.in_use == {}
    room.pressed(device, BTN_JOYSTICK)
    assert room.source.in_use[0].kind == "numbered"


def test_a_device_that_lacks_a_button_of_the_panel_is_kept_for_assigning(clock: FakeClock) -> None:
    few = FakeDevice(range(0x120, 0x126), clock, axes={0: STICK, 1: STICK})
    room = Room(clock, few)
    assert (room.kinds(), room.pressed(few, 0x120)) == (["spare"], None)


def three(clock: FakeClock) -> tuple[Room, list[FakeDevice]]:
    pads = [pad(clock, XBOX._replace(port=f"usb-{port}")) for port in (1, 2, 3)]
    return Room(clock, *pads), pads


def test_a_seat_that_nobody_has_pressed_yields_to_a_device_that_is_and_that_press_counts(clock: FakeClock) -> None:
    room, (first, second, third) = three(clock)
    assert room.pressed(first, BTN_SOUTH) == "seat0.CARD4"
    at = clock()
    third.key(BTN_EAST, True, at_ns=at)
    (edge,) = room.after(2 * MS)
    assert isinstance(edge, SwitchEdge)
    assert (edge.line, edge.time_ns, edge.early_ns) == ("seat1.CARD5", at, UNKNOWN_NS), "it has shown nothing yet"
    assert room.pressed(second, BTN_SOUTH) is None, "both seats are played on"
    assert not second.is_grabbed


def test_a_device_that_lost_its_seat_wins_one_by_a_press(clock: FakeClock) -> None:
    room, (first, second, third) = three(clock)
    assert room.pressed(third, BTN_SOUTH) == "seat0.CARD4"
    assert room.pressed(first, BTN_SOUTH) == "seat1.CARD4"
    assert room.pressed(second, BTN_SOUTH) is None
    room.pull(third)
    assert not room.source.is_connected
    assert room.pressed(second, BTN_EAST) == "seat0.CARD5"
    assert room.source.is_connected


def presses_of_three(stamps: Sequence[int], lags: Sequence[int], drains: Sequence[int]) -> list[tuple[Line, int]]:
    """What is told of a press on each of three pads, read at these times; a press is in its queue after its lag."""
    clock = FakeClock()
    room, pads = three(clock)
    happens = [(stamp + lag, device, stamp) for stamp, lag, device in zip(stamps, lags, pads, strict=True)]
    reads = [(at, None, 0) for at in (*drains, 6 * MS)]
    for at, device, stamp in sorted([*happens, *reads], key=lambda each: each[0]):
        clock.move_to(at)
        if device is None:
            room.after(0)
        else:
            device.key(BTN_SOUTH, True, at_ns=stamp)
    return [(each.line, each.time_ns) for each in room.told if isinstance(each, SwitchEdge)]


@given(
    st.lists(st.integers(0, 3_000).map(lambda us: us * 1000), min_size=3, max_size=3, unique=True),
    st.lists(st.integers(0, LAG_NS), min_size=3, max_size=3),
    st.lists(st.integers(0, 6 * MS), max_size=12),
)
def test_who_wins_which_seat_does_not_depend_on_when_the_devices_are_read(
    stamps: Sequence[int], lags: Sequence[int], drains: Sequence[int]
) -> None:
    told = presses_of_three(stamps, lags, drains)
    assert [stamp for _, stamp in told] == sorted(stamps)[:2], "the first two have a seat"
    assert told == presses_of_three(stamps, (0, 0, 0), ())


def test_what_was_held_before_a_device_won_its_seat_is_no_press(clock: FakeClock) -> None:
    room, (first, second, third) = three(clock)
    for device in (first, second):
        room.pressed(device, BTN_SOUTH)
    third.key(BTN_TL, True)
    room.after(MS)
    room.pull(first)
    third.key(BTN_SOUTH, True)
    assert edges(room.after(2 * MS)) == [("seat0.CARD4", True)]
    assert room.down() == {"seat0.CARD4"}
    third.key(BTN_TL, False)
    third.key(BTN_TL, True)
    assert edges(room.after(MS)) == [("seat0.LEFT", True)]


def test_what_a_device_held_is_released_when_it_loses_its_seat(clock: FakeClock) -> None:
    devices = [encoder(clock, ZERO_DELAY._replace(port=f"usb-{port}")) for port in (1, 2, 3)]
    devices[0].key(BTN_JOYSTICK, True)  # a switch that is on
    devices[0].levels()
    room = Room(clock, *devices)
    assert room.down() == {"seat0.CARD1"}
    devices[2].key(BTN_JOYSTICK + 1, True)
    assert edges(room.after(2 * MS)) == [("seat0.CARD1", False), ("seat0.CARD2", True)]
    assert room.down() == {"seat0.CARD2"}


def test_a_device_that_comes_back_in_a_match_has_its_seat_again_beside_an_odd_thing(clock: FakeClock) -> None:
    first, second = (pad(clock, XBOX._replace(port=f"usb-{port}")) for port in (1, 2))
    room = Room(clock, first, second)
    for device in (first, second):
        room.pressed(device, BTN_SOUTH)
    room.pull(second)
    room.plug(odd(clock, *ODD_THINGS["a wheel"], port=3))
    assert not room.source.is_connected, "it may be anything"
    back = pad(clock, second.identity)
    room.plug(back)
    assert room.source.is_connected
    assert room.pressed(back, BTN_SOUTH) == "seat1.CARD4"


def test_a_device_that_was_not_pressed_for_ten_minutes_yields_to_one_that_is(clock: FakeClock) -> None:
    room, (first, second, third) = three(clock)
    for device in (first, second):
        room.pressed(device, BTN_SOUTH)
    room.after(REST_NS - MS)
    room.pressed(second, BTN_SOUTH)
    room.after(MS)
    assert room.pressed(third, BTN_SOUTH) == "seat0.CARD4"
    assert room.pressed(second, BTN_SOUTH) == "seat1.CARD4"
    room.pull(first)
    assert room.source.is_connected, "its seat has another"


SEATING = st.lists(
    st.tuples(st.sampled_from(("press", "release", "pull", "plug")), *[st.integers(0, 3)] * 2, st.integers(0, 4)),
    max_size=40,
)


@given(SEATING)
def test_whatever_comes_and_is_pressed_each_seat_has_one_device_and_every_line_a_straight_story(
    actions: Sequence[tuple[str, int, int, int]],
) -> None:
    clock = FakeClock(1_000 * MS)
    kinds = (pad, pad, encoder, encoder)
    identities = [PAD._replace(port=f"usb-{number}") for number in range(4)]
    devices: dict[int, FakeDevice] = {}
    room = Room(clock)
    for what, number, button, by_ms in (*actions, ("plug", 0, 0, 0)):
        clock.advance(by_ms * MS)
        if what == "plug" and number not in devices:
            devices[number] = kinds[number](clock, identities[number])
            room.plug(devices[number])
        elif what == "pull" and number in devices:
            room.pull(devices.pop(number))
        elif what in ("press", "release") and number in devices:
            first = BTN_SOUTH if kinds[number] is pad else BTN_JOYSTICK
            devices[number].key(first + button + 6 * (first == BTN_SOUTH and button == 4), what == "press")
        seated = [seat for _, placement in room.source.placed for seat in placement.seats]
        assert len(seated) == len(set(seated)) <= 2
    room.after(2 * MS)
    down: dict[Line, bool] = {}
    stamps: dict[Line, int] = {}
    for event in room.told:
        for line, pressed in event.levels if isinstance(event, EdgesLost) else [(event.line, event.pressed)]:
            assert pressed != down.get(line, False)
            assert event.time_ns >= stamps.get(line, 0) or isinstance(event, EdgesLost)
            down[line], stamps[line] = pressed, event.time_ns
    assert {line for line, is_down in down.items() if is_down} == room.down()


# A gamepad that the machine has twice

STEAM = XBOX._replace(port="", name="Microsoft X-Box 360 pad 0")
OTHER_PAD = XBOX._replace(port="usb-0000:00:14.0-9/input0", name="The same by radio")


def both(room: Room, devices: Sequence[FakeDevice], code: int, apart_ns: int = MS) -> set[Line]:
    """The lines that one press on each device presses, `apart_ns` after each other."""
    start = room.clock()
    for number, device in enumerate(devices):
        device.key(code, True, at_ns=start + number * apart_ns)
    told = edges(room.after(10 * MS))
    for device in devices:
        device.key(code, False)
    return {line for line, pressed in [*told, *edges(room.after(10 * MS))] if pressed}


@pytest.mark.parametrize("copy", [STEAM, STEAM._replace(bus=6, port="py-evdev-uinput")])
@pytest.mark.parametrize("is_copy_first", [False, True])
def test_one_press_on_a_pad_that_a_program_has_made_a_copy_of_is_one_seats(
    clock: FakeClock, copy: Identity, is_copy_first: bool
) -> None:
    true, twice = pad(clock), pad(clock, copy)
    room = Room(clock)
    for device in (twice, true) if is_copy_first else (true, twice):
        room.plug(device)
    for apart_ns, code in enumerate((BTN_SOUTH, BTN_EAST, BTN_TL)):
        assert len(both(room, (true, twice), code, apart_ns * MS)) == 1
    assert room.source.copies == (copy.name,)
    assert not room.down()


def test_of_two_that_press_the_same_three_times_from_the_first_press_on_the_later_serves_nothing(
    clock: FakeClock,
) -> None:
    pads = [pad(clock), pad(clock, OTHER_PAD)]
    room = Room(clock, *pads)
    pressed = [len(both(room, pads, code)) for code in (BTN_SOUTH, BTN_EAST, BTN_SOUTH, BTN_TL)]
    assert (pressed[:2], pressed[3:]) == ([2, 2], [1])
    assert room.source.copies == (OTHER_PAD.name,)


def test_two_pads_and_their_copies_play_a_seat_each_from_the_first_press_on(clock: FakeClock) -> None:
    first, second = pad(clock, XBOX._replace(port="usb-1")), pad(clock, XBOX._replace(port="usb-2"))
    copies = [pad(clock, STEAM._replace(name=f"copy {number}")) for number in (0, 1)]
    room = Room(clock, *copies, first, second)
    for code in (BTN_SOUTH, BTN_EAST) * 3:
        assert both(room, (first, copies[0]), code, 300_000) == {f"seat0.{'CARD4' if code == BTN_SOUTH else 'CARD5'}"}
    assert both(room, (second, copies[1]), BTN_SOUTH) == {"seat1.CARD4"}


def test_a_copy_alone_plays_because_its_pad_is_kept_by_the_program_that_made_it(clock: FakeClock) -> None:
    first, second = pad(clock, XBOX._replace(port="usb-1")), pad(clock, XBOX._replace(port="usb-2"))
    made = pad(clock, STEAM)
    room = Room(clock, first, second, made)
    assert room.pressed(first, BTN_SOUTH) == "seat0.CARD4"
    room.after(TWIN_NS)
    assert room.pressed(made, BTN_SOUTH) == "seat1.CARD4"


def test_a_copy_that_presses_three_times_by_itself_is_none(clock: FakeClock) -> None:
    true, made = pad(clock), pad(clock, STEAM)
    room = Room(clock, true, made)
    for code in (BTN_SOUTH, BTN_EAST, BTN_SOUTH):
        both(room, (true, made), code)
    assert room.source.copies == (STEAM.name,)
    room.after(TWIN_NS)
    assert [room.pressed(made, BTN_TL) for _ in range(4)] == [None, None, None, "seat1.LEFT"]
    assert not room.source.copies


def test_a_copy_plays_when_its_pad_has_gone(clock: FakeClock) -> None:
    true, made = pad(clock), pad(clock, STEAM)
    room = Room(clock, true, made)
    for code in (BTN_SOUTH, BTN_EAST, BTN_SOUTH):
        both(room, (true, made), code)
    room.pull(true)
    assert room.pressed(made, BTN_TL) == "seat0.LEFT"


def test_what_a_copy_holds_is_released_when_it_is_found(clock: FakeClock) -> None:
    true, made = pad(clock), pad(clock, STEAM)
    room = Room(clock, true, made)
    assert room.pressed(made, BTN_SOUTH) == "seat1.CARD4", "by itself"
    room.after(TWIN_NS)
    for code in (BTN_SOUTH, BTN_EAST):
        both(room, (true, made), code)
    made.key(BTN_TL, True, at_ns=clock() + 500_000)
    true.key(BTN_TL, True, at_ns=clock() + MS)
    assert edges(room.after(5 * MS)) == [("seat1.LEFT", True), ("seat1.LEFT", False), ("seat0.LEFT", True)]
    assert room.down() == {"seat0.LEFT"}


@given(st.lists(st.tuples(st.sampled_from((BTN_SOUTH, BTN_EAST, BTN_TL, BTN_TR)), st.integers(0, 2 * MS)), max_size=12))
def test_two_people_who_press_the_same_at_once_are_no_copies_if_each_presses_something_else_between(
    presses: Sequence[tuple[int, int]],
) -> None:
    clock = FakeClock(1_000 * MS)
    pads = [pad(clock, XBOX._replace(port=f"usb-{port}")) for port in (1, 2)]
    room = Room(clock, *pads)
    for code, apart_ns in presses:
        assert len(both(room, pads, code, apart_ns)) == 2
        assert room.pressed(pads[0], BTN_START) == "seat0.ACTION"
        assert room.pressed(pads[1], BTN_SOUTH if code != BTN_SOUTH else BTN_EAST) is not None
    assert room.source.copies == ()


def test_a_third_pads_stick_is_heard_once_it_has_a_seat(clock: FakeClock) -> None:
    pads = [pad(clock, XBOX._replace(port=f"usb-{number}")) for number in range(3)]
    room = Room(clock, *pads)
    room.pressed(pads[0], BTN_SOUTH)
    assert room.pressed(pads[2], BTN_SOUTH) == "seat1.CARD4"
    pads[2].move(ABS_X, 30_000)
    assert edges(room.after(2 * MS)) == [("seat1.CARD3", True)]


@pytest.mark.parametrize("is_pulled", [True, False])
def test_what_a_spare_device_loses_takes_no_play_back(clock: FakeClock, is_pulled: bool) -> None:
    pads = [pad(clock, XBOX._replace(port=f"usb-{number}")) for number in range(3)]
    room = Room(clock, *pads)
    for device in pads[:2]:
        room.pressed(device, BTN_SOUTH)
    told = room.pull(pads[2]) if is_pulled else stalled(room, pads[2], (0, 1, 3, 4), 100, reads=False)
    assert (losses(told), room.source.is_connected) == ([], True)


@given(st.lists(st.integers(-2 * MS, 2 * MS), min_size=3, max_size=8))
def test_two_people_are_no_copies_from_their_first_press_on_unless_their_distance_is_steady(leads: list[int]) -> None:
    clock = FakeClock(1_000 * MS)
    pads = [pad(clock, XBOX._replace(port=f"usb-{port}")) for port in (1, 2)]
    room = Room(clock, *pads)
    for lead in leads:
        both(room, pads if lead >= 0 else pads[::-1], BTN_SOUTH, abs(lead))
    steady = [max(three) - min(three) <= STEADY_NS for three in zip(leads, leads[1:], leads[2:], strict=False)]
    assert bool(room.source.copies) <= any(steady)


def test_the_halves_of_a_board_for_two_are_no_copies(clock: FakeClock) -> None:
    halves = [encoder(clock, XIN_MO), encoder(clock, XIN_MO)]
    room = Room(clock, *halves)
    for _ in range(6):
        assert both(room, halves, BTN_JOYSTICK, 0) == {"seat0.CARD1", "seat1.CARD1"}
