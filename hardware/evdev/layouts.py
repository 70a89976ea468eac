"""Which control of a device is which line: assigned by the operator, known of an encoder, or a gamepad's usual layout.

`Layouts.place` decides, in this order: what the operator has assigned to the device at its port; the table of known
encoders; a gamepad by its driver's or SDL's names for its buttons; a joystick or encoder by the numbers of its buttons;
a keyboard by the configured keys. A device of which an equal one is assigned at another port is never guessed at: it
serves nothing until it is assigned.

Gamepads and encoders of one player take a place each, which is a seat (`places.py`): of those that come together the
first by their ports has the first. A device whose layout lacks a button of the panel is none of them: keyboards, mice
and receivers have a joystick's buttons, too.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from hardware.evdev.controls import (
    ABS_BRAKE,
    ABS_GAS,
    ABS_HAT0X,
    ABS_HAT0Y,
    ABS_HAT3Y,
    ABS_RZ,
    ABS_X,
    ABS_Y,
    ABS_Z,
    AXES,
    BTN_C,
    BTN_DIGI,
    BTN_DPAD_LEFT,
    BTN_DPAD_RIGHT,
    BTN_DPAD_UP,
    BTN_EAST,
    BTN_JOYSTICK,
    BTN_MISC,
    BTN_NORTH,
    BTN_SOUTH,
    BTN_START,
    BTN_TL,
    BTN_TL2,
    BTN_TR,
    BTN_TR2,
    BTN_TRIGGER_HAPPY,
    BTN_WEST,
    CODES,
    KEY_OK,
    TRIGGERS,
    Control,
    control_of,
    is_stick,
)
from hardware.evdev.kernel import BUS_USB, BUS_VIRTUAL, EV_ABS, EV_KEY, Identity, InputDevice
from hardware.evdev.places import Places, Player
from hardware.pins import BUTTONS
from hardware.source import Line

Kind: TypeAlias = Literal["assigned", "encoder", "gamepad", "numbered", "keyboard", "moved", "spare"]
"""How it was decided what a device's controls are: `moved` an equal one is assigned at another port; `spare` it serves
nothing, as a gamepad or encoder more than there are seats, or a keyboard without any of the keys."""
PANEL: Final = len(BUTTONS)
"""The least number of controls of a device that could be assigned as a panel: the machine's power button has one."""

Pad: TypeAlias = Mapping[Control, str]
"""Of a device of one player: control -> button of the panel."""


def line_of(seat: int, button: str) -> str:
    """Return the line of a panel's button that a gamepad or an encoder serves."""
    return f"seat{seat}.{button}"


@dataclass(frozen=True)
class Assigned:
    """The operator's assignment to one device: `lines` are those of its controls, by the controls' names.

    The device is that with these fields of `Identity`; `number` tells apart several of one identity, 1 the first: an
    encoder for two players may be two devices on one port.
    """

    vendor: int
    product: int
    serial: str
    port: str
    number: int
    lines: Mapping[str, Line]

    def is_alike(self, identity: Identity) -> bool:
        """Return whether a device is of this kind, wherever it is plugged in."""
        return (self.vendor, self.product, self.serial) == (identity.vendor, identity.product, identity.serial)

    def is_of(self, identity: Identity, number: int) -> bool:
        """Return whether a device is this one."""
        return self.is_alike(identity) and (self.port, self.number) == (identity.port, number)


@dataclass(frozen=True, eq=False)
class Panel:
    """A device with all buttons of one player's panel: how its layout is known, that layout, what it is to `Places`,
    and the lines of its controls that belong to no seat."""

    kind: Kind
    pad: Pad
    player: Player
    extras: Mapping[Control, Line] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Placement:
    """What one device serves: its `kind`, its identity and number (`Assigned.number`), the lines of its controls, and
    their seats, -1 for the operator's key. `panel` is what serves any seat that it has a place at."""

    kind: Kind
    identity: Identity
    number: int
    lines: Mapping[Control, Line]
    seats: frozenset[int] = frozenset()
    panel: Panel | None = None

    @property
    def was_pressed(self) -> bool:
        """Whether a button of its panel has been pressed since it came."""
        return self.panel is not None and self.panel.player.last is not None

    @property
    def controls(self) -> Collection[Control]:
        """The controls that are lines, or would be if the device had a seat."""
        return {**self.lines, **self.panel.pad}.keys() if self.panel is not None else self.lines.keys()

    @property
    def nothing(self) -> "Placement":
        """The placement of this device if it serves nothing."""
        return Placement("spare", self.identity, self.number, {})


# The layouts of one player's devices

LEFT, RIGHT, ACTION = "LEFT", "RIGHT", "ACTION"

GAMEPAD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "dpleft": "CARD1",
        "dpup": "CARD2",
        "dpright": "CARD3",
        "-leftx": "CARD1",
        "-lefty": "CARD2",
        "+leftx": "CARD3",
        "a": "CARD4",
        "x": "CARD4",
        "b": "CARD5",
        "y": "CARD5",
        "leftshoulder": LEFT,
        "lefttrigger": LEFT,
        "rightshoulder": RIGHT,
        "righttrigger": RIGHT,
        "start": ACTION,
    }
)
"""A gamepad's control by SDL's name -> button: the left thumb has three cards and the right thumb two, the piles are at
the fingers' sides. Nothing is on the pad's down, which a thumb touches on its way."""

STANDARD: Final[Mapping[str, tuple[Control, ...]]] = MappingProxyType(
    {
        "a": (Control(EV_KEY, BTN_SOUTH),),
        "b": (Control(EV_KEY, BTN_EAST),),
        "x": (Control(EV_KEY, BTN_WEST),),
        "y": (Control(EV_KEY, BTN_NORTH),),
        "dpleft": (Control(EV_ABS, ABS_HAT0X, -1), Control(EV_KEY, BTN_DPAD_LEFT)),
        "dpup": (Control(EV_ABS, ABS_HAT0Y, -1), Control(EV_KEY, BTN_DPAD_UP)),
        "dpright": (Control(EV_ABS, ABS_HAT0X, 1), Control(EV_KEY, BTN_DPAD_RIGHT)),
        "-leftx": (Control(EV_ABS, ABS_X, -1),),
        "-lefty": (Control(EV_ABS, ABS_Y, -1),),
        "+leftx": (Control(EV_ABS, ABS_X, 1),),
        "leftshoulder": (Control(EV_KEY, BTN_TL),),
        "rightshoulder": (Control(EV_KEY, BTN_TR),),
        "lefttrigger": (Control(EV_KEY, BTN_TL2), Control(EV_ABS, ABS_Z, 1), Control(EV_ABS, ABS_BRAKE, 1)),
        "righttrigger": (Control(EV_KEY, BTN_TR2), Control(EV_ABS, ABS_RZ, 1), Control(EV_ABS, ABS_GAS, 1)),
        "start": (Control(EV_KEY, BTN_START),),
    }
)
"""SDL's name of a control -> the controls of Linux's gamepads (Documentation/input/gamepad.rst)."""

NUMBERED: Final = (*BUTTONS, ACTION, ACTION)
"""The buttons of a joystick or encoder by their numbers: five cards, LEFT, RIGHT, and ACTION on 8, 9 and 10, where most
boards have their plugs for SELECT and START."""

PRINTED: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        0x054C: ("←", "↑", "→", "×", "O", "L1", "R1", "OPT"),  # Sony
        0x057E: ("←", "↑", "→", "B", "A", "L", "R", "+"),  # Nintendo
    }
)
"""USB's vendor -> what is printed on its gamepads at the places of `BUTTONS`; B612 has no circle but the letter."""
PRINTED_ELSE: Final = ("←", "↑", "→", "A", "B", "LB", "RB", "≡")
"""The same for all other vendors: Microsoft's letters."""

IPAC: Final = MappingProxyType(
    dict(
        zip(
            ("left ctrl", "left alt", "space", "left shift", "z", "x", "c", "v", *"asqwikjl"),
            ((seat, button) for seat in (0, 1) for button in BUTTONS),
            strict=True,
        )
    )
)
"""I-PAC: the inputs 1SW1 to 1SW8 and 2SW1 to 2SW8 with the key codes that it has from its maker (ultimarc.com). Not its
START 1: that is its shift key, and reports when it is released."""

IPACS: Final = frozenset({(0xD208, 0x0310), (0xD209, 0x0420), (0xD209, 0x0430), (0xD209, 0x0440), (0xD209, 0x0450)})
"""USB's vendor and product: I-PAC 2 and 4 before 2015, I-PAC 2, I-PAC 4, Mini-PAC, J-PAC. They report as a keyboard."""

GP2040: Final = "GP2040-CE (Keyboard)"
"""The end of the name of a GP2040-CE board in its keyboard mode; its USB id, cafe:0001, is many boards'."""
GP2040_KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "left": "dpleft",
        "up": "dpup",
        "right": "dpright",
        "left shift": "a",
        "z": "b",
        "left ctrl": "x",
        "left alt": "y",
        "c": "leftshoulder",
        "v": "lefttrigger",
        "space": "rightshoulder",
        "x": "righttrigger",
        "1": "start",
    }
)
"""Its keys as its boards are configured by default, with the pad's buttons by which its inputs are labelled; in other
modes it is a gamepad."""


def gamepad_of(device: InputDevice) -> Pad:
    """Return the layout of a gamepad whose driver names its buttons as Linux documents it."""
    return {
        control: GAMEPAD[name]
        for name, controls in STANDARD.items()
        for control in controls
        if has_control(device, control) and not (control.code in TRIGGERS and is_stick(device.axes[control.code]))
    }


def has_control(device: InputDevice, control: Control) -> bool:
    """Return whether a device has a control."""
    return control.code in (device.keys if control.type == EV_KEY else device.axes)


def printed_on(placement: Placement) -> Mapping[str, str]:
    """Return what is printed on a gamepad, button -> letter or sign; empty for any other device."""
    if placement.kind != "gamepad":
        return {}
    return dict(zip(BUTTONS, PRINTED.get(placement.identity.vendor, PRINTED_ELSE), strict=True))


def is_button(code: int) -> bool:
    """Return whether a key is a joystick's or a gamepad's button; tablets, touchpads and media keys are beyond them."""
    return BTN_JOYSTICK <= code < BTN_DIGI or BTN_DPAD_UP <= code <= BTN_DPAD_RIGHT or code >= BTN_TRIGGER_HAPPY


def numbered_of(device: InputDevice) -> Pad:
    """Return the layout of a joystick or encoder whose buttons have numbers only."""
    codes = sorted(code for code in device.keys if is_button(code))
    return {Control(EV_KEY, code): button for code, button in zip(codes, NUMBERED, strict=False)}


def mapped_of(device: InputDevice, mapping: str) -> Pad:
    """Return the layout of a gamepad by a line of SDL's mapping database; empty if that names no card's button."""
    codes = sorted(device.keys)
    buttons = [*(code for code in codes if code >= BTN_JOYSTICK), *(code for code in codes if code < BTN_JOYSTICK)]
    axes = [code for code in sorted(device.axes) if not ABS_HAT0X <= code <= ABS_HAT3Y]
    hats = [code for code in sorted(device.axes) if ABS_HAT0X <= code <= ABS_HAT3Y and code % 2 == 0]
    found: dict[Control, str] = {}
    for field_ in mapping.split(","):
        name, _, place = field_.partition(":")
        for way, control in _places(place, buttons, axes, hats):
            named = f"{way}{name}" if name in ("leftx", "lefty") else name
            if named in GAMEPAD and (named != name or way != "-"):  # a trigger rests at its least value
                found[control] = GAMEPAD[named]
    return found


def _places(
    place: str, buttons: Sequence[int], axes: Sequence[int], hats: Sequence[int]
) -> Sequence[tuple[str, Control]]:
    """Return the controls at a place of SDL's mapping, ``b3``, ``h0.8``, ``a2``, ``-a1``, ``a4~``.

    With each is the way that it pushes what is mapped there, empty for a place that has one way only. A place that the
    device lacks has none.
    """
    if match := re.fullmatch(r"b(\d{1,3})", place):
        number = int(match[1])
        return [("", Control(EV_KEY, buttons[number]))] if number < len(buttons) else []
    if match := re.fullmatch(r"h(\d)\.([1248])", place):
        number, mask = int(match[1]), int(match[2])
        if number >= len(hats):
            return []
        return [("", Control(EV_ABS, hats[number] + (mask in (1, 4)), -1 if mask in (1, 8) else 1))]
    if (match := re.fullmatch(r"([+-]?)a(\d{1,2})(~?)", place)) and int(match[2]) < len(axes):
        code, ways = axes[int(match[2])], ("-", "+")
        signs = (1, -1) if match[3] else (-1, 1)
        both = [(way, Control(EV_ABS, code, sign)) for way, sign in zip(ways, signs, strict=True)]
        return both if not match[1] else [("", both[match[1] == "+"][1])]
    return []


def is_joystick(device: InputDevice) -> bool:
    """Return whether a device has a joystick's or a gamepad's buttons, and is no keyboard."""
    return any(BTN_JOYSTICK <= code <= BTN_START for code in device.keys) and CODES["a"] not in device.keys


def could_serve(device: InputDevice) -> bool:
    """Return whether a device has enough controls to be assigned as a panel."""
    keys = sum(code < BTN_MISC or code >= KEY_OK or is_button(code) for code in device.keys)
    ways = 2 * len(AXES & device.axes.keys()) if is_joystick(device) else 0
    return keys + ways >= PANEL


def is_virtual(identity: Identity) -> bool:
    """Return whether a program has made a device: it is plugged in nowhere, though it may say that it is USB's."""
    return identity.bus == BUS_VIRTUAL or (identity.bus == BUS_USB and not identity.port.startswith("usb"))


def usb_id(identity: Identity) -> tuple[int, int]:
    """Return USB's vendor and product."""
    return identity.vendor, identity.product


# Which device has which


@dataclass
class Layouts:
    """Places devices as they come and go. `keys` are the configured keys with their seats, -1 for the operator's;
    `seats` those of the places of gamepads and encoders, in their order. `extras` are the lines of controls that belong
    to no seat, on any device that has them and no button of a panel there, as a coin switch.

    `mapping` returns the line of SDL's database for a device, empty if that has none.
    """

    keys: Mapping[str, int]
    seats: Sequence[int] = (0, 1)
    assigned: Sequence[Assigned] = ()
    mapping: Callable[[Identity], str] = lambda _identity: ""
    extras: Mapping[Control, Line] = field(default_factory=dict)
    _places: Places = field(init=False)
    _present: list[Placement] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._places = Places(self.seats)

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines that a device may serve: the keys, the buttons of both seats, and what belongs to no seat."""
        panels = (line_of(seat, button) for seat in (0, 1) for button in BUTTONS)
        return tuple(dict.fromkeys((*self.keys, *panels, *self.extras.values())))

    def seat_of(self, line: Line) -> int:
        """Return the seat of a line, -1 for the operator's key and what else belongs to no seat."""
        if line in self.extras.values():
            return -1
        return self.keys[str(line)] if line in self.keys else next(iter(seats_of([line])))

    def order(self, identity: Identity) -> tuple[bool, list[int | str]]:
        """Return the sorting key of devices that come together: those that say their seats themselves are first, then
        by their ports, numbers in these by their values."""
        says_seat = any(each.is_alike(identity) for each in self.assigned) or usb_id(identity) in IPACS
        return not says_seat, [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", identity.port)]

    def reassign(self, assigned: Sequence[Assigned]) -> None:
        """Use other assignments. All devices have to be placed anew."""
        self.assigned = assigned
        self._present = []
        self.__post_init__()

    def place(self, device: InputDevice) -> Placement | None:
        """Return what a device that has come serves; None if it has nothing to press. Others may have lost their place
        to it (`current`)."""
        placement = self._placement(device, self._number(device.identity))
        if not placement.lines and placement.panel is None and not could_serve(device):
            return None
        if placement.panel is not None:
            self._places.come(placement.panel.player, self._served)
        self._present.append(placement)
        return self.current(placement)

    def press(self, placement: Placement, control: Control, time_ns: int) -> None:
        """Take a press on a device, which may win or lose a place by it (`current`)."""
        panel = placement.panel
        if panel is not None and control in panel.pad:
            self._places.press(panel.player, panel.pad[control], time_ns, self._served)

    def current(self, placement: Placement) -> Placement:
        """Return what the device of a placement serves now."""
        panel = placement.panel
        if panel is None or placement.seats == ({panel.player.seat} - {None}):
            return placement
        now = seated(placement.identity, placement.number, panel)
        self._present = [now if each is placement else each for each in self._present]
        return now

    def leave(self, placement: Placement) -> None:
        """Note that a device has gone."""
        if placement in self._present:  # not one that `reassign` has left without anything
            self._present.remove(placement)
            if placement.panel is not None:
                self._places.leave(placement.panel.player)

    @property
    def copies(self) -> tuple[str, ...]:
        """The names of the devices that only repeat the presses of another."""
        panels = ((each.identity.name, each.panel) for each in self._present)
        return tuple(name for name, panel in panels if panel is not None and panel.player.copy_of is not None)

    @property
    def _served(self) -> set[int]:
        """The seats that an assigned device or an encoder for two serves: they come last for others."""
        return {seat for each in self._present if each.panel is None and each.kind != "keyboard" for seat in each.seats}

    def _number(self, identity: Identity) -> int:
        taken = {each.number for each in self._present if each.identity == identity}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def _placement(self, device: InputDevice, number: int) -> Placement:
        identity = device.identity
        alike = [each for each in self.assigned if each.is_alike(identity)]
        mine = next((each for each in alike if each.is_of(identity, number)), None)
        if mine is not None:
            pairs = ((control_of(name), line) for name, line in mine.lines.items())
            lines = {control: line for control, line in pairs if control and has_control(device, control)}
            return Placement("assigned", identity, number, self._with_extras(device, lines), seats_of(lines.values()))
        if alike:
            return Placement("moved", identity, number, {})
        if usb_id(identity) in IPACS:
            served = {Control(EV_KEY, CODES[key]): line_of(*at) for key, at in IPAC.items()}
            return Placement("encoder", identity, number, self._with_extras(device, served), seats_of(served.values()))
        if identity.name.endswith(GP2040):
            keys = {Control(EV_KEY, CODES[key]): GAMEPAD[name] for key, name in GP2040_KEYS.items()}
            return self._one_players(device, number, "encoder", keys)
        if is_joystick(device):
            kind, pad = self._pad(device)
            if set(pad.values()) >= set(BUTTONS):
                return self._one_players(device, number, kind, pad)
        by_keys: dict[Control, Line] = {
            Control(EV_KEY, CODES[key]): key for key in self.keys if key in CODES and CODES[key] in device.keys
        }
        seats = frozenset(self.keys[str(key)] for key in by_keys.values())
        by_keys = {**self._with_extras(device, by_keys)}
        return Placement("keyboard" if by_keys else "spare", identity, number, by_keys, seats)

    def _pad(self, device: InputDevice) -> tuple[Kind, Pad]:
        """Return the layout of a gamepad or joystick. A driver that knows its gamepad has no third button, BTN_C."""
        if BTN_SOUTH in device.keys and BTN_C not in device.keys:
            return "gamepad", gamepad_of(device)
        if mapping := self.mapping(device.identity):
            return "gamepad", mapped_of(device, mapping)
        return "numbered", numbered_of(device)

    def _with_extras(self, device: InputDevice, lines: Mapping[Control, Line]) -> Mapping[Control, Line]:
        """Return the lines of a device with those of its controls that belong to no seat."""
        extras = {control: line for control, line in self.extras.items() if has_control(device, control)}
        return {**extras, **lines}

    def _one_players(self, device: InputDevice, number: int, kind: Kind, pad: Pad) -> Placement:
        """Return a device of one player, which has no place yet."""
        identity = device.identity
        virtual = is_virtual(identity)
        board = None if virtual else identity
        player = Player((identity, number), is_numbered=kind == "numbered", is_virtual=virtual, board=board)
        taken: Mapping[Control, Line] = dict.fromkeys(pad, "")
        extras = {at: line for at, line in self._with_extras(device, taken).items() if at not in taken}
        return seated(identity, number, Panel(kind, pad, player, extras))


def seated(identity: Identity, number: int, panel: Panel) -> Placement:
    """Return the placement of a device of one player at its present place."""
    seat = panel.player.seat
    if seat is None:
        return Placement("spare", identity, number, panel.extras, panel=panel)
    lines = {control: line_of(seat, button) for control, button in panel.pad.items()}
    return Placement(panel.kind, identity, number, {**panel.extras, **lines}, frozenset({seat}), panel)


def seats_of(lines: Iterable[Line]) -> frozenset[int]:
    """Return the seats of lines that are panels' buttons (`line_of`)."""
    return frozenset(int(str(line).removeprefix("seat").partition(".")[0]) for line in lines)
