"""Gamepads and encoders at a desk: SDL's events as lines of the keyboard's source, without a stamp of their own.

A device that SDL's database knows is a gamepad; any other goes by its buttons' numbers. Layouts
(`hardware.evdev.layouts`) and who has which seat (`hardware.evdev.places`) are as on a console.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec
import pygame
from pygame._sdl2 import controller

from hardware.clock import MS
from hardware.evdev.controls import ABS_X, ABS_Z, Axis
from hardware.evdev.kernel import AxisInfo
from hardware.evdev.layouts import GAMEPAD, NUMBERED, PANEL, line_of
from hardware.evdev.places import Places, Player
from hardware.keyboard import KeyboardSource

EVENTS: Final = (
    pygame.JOYDEVICEADDED,
    pygame.JOYDEVICEREMOVED,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.CONTROLLERBUTTONDOWN,
    pygame.CONTROLLERBUTTONUP,
    pygame.CONTROLLERAXISMOTION,
)
"""The events that are read here."""

BUTTONS: Final[Mapping[int, str]] = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "leftshoulder",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "rightshoulder",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "dpleft",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "dpup",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "dpright",
}
AXES: Final[Mapping[int, str]] = {
    pygame.CONTROLLER_AXIS_LEFTX: "leftx",
    pygame.CONTROLLER_AXIS_LEFTY: "lefty",
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "lefttrigger",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "righttrigger",
}
TWIN_NS: Final = 10 * MS
"""Between the readings in which a press and its copy are found; they have no stamps of their own."""
STICK, TRIGGER = AxisInfo(0, -32768, 32767), AxisInfo(0, 0, 32767)


class Pad(msgspec.Struct):
    """A device that is plugged in: its seat if it has one, and its controls that are down, by SDL's names or their
    numbers."""

    player: Player
    device: object
    is_gamepad: bool
    down: set[str | int] = msgspec.field(default_factory=set)
    axes: dict[int, Axis] = msgspec.field(default_factory=dict)
    has_played: bool = False

    def button(self, control: str | int) -> str | None:
        """Return the button of the panel that a control is; None if it is none."""
        if isinstance(control, str):
            return GAMEPAD.get(control)
        return NUMBERED[control] if control < len(NUMBERED) else None

    def held(self) -> set[str]:
        """Return the buttons of the panel that are down."""
        return {button for control in self.down if (button := self.button(control)) is not None}

    def moved(self, axis: int, value: int) -> Iterator[tuple[str, bool]]:
        """Yield the controls that an axis's new value presses or releases."""
        if (name := AXES.get(axis)) is None:
            return
        is_trigger = name.endswith("trigger")
        if axis not in self.axes:
            self.axes[axis] = Axis(ABS_Z, TRIGGER) if is_trigger else Axis(ABS_X, STICK)
        for control, pressed in self.axes[axis].moved(value):
            yield name if is_trigger else f"{'+' if control.sign > 0 else '-'}{name}", pressed


def open_pad(index: int) -> tuple[int, bool, object] | None:
    """Open a device of SDL; return its id, whether SDL's database knows it, and what keeps it open. None if it lacks
    a button of the panel."""
    controller.init()
    if controller.is_controller(index):
        pad = controller.Controller(index)
        named = pad.get_mapping()
        served = {button for name, button in GAMEPAD.items() if name.lstrip("+-") in named}
        return (pad.as_joystick().get_instance_id(), True, pad) if len(served) == PANEL else None
    joystick = pygame.joystick.Joystick(index)
    return (joystick.get_instance_id(), False, joystick) if joystick.get_numbuttons() >= PANEL else None


class SdlPads:
    """The devices that are plugged in, which press lines of `keyboard`."""

    def __init__(
        self, keyboard: KeyboardSource, opened: Callable[[int], tuple[int, bool, object] | None] = open_pad
    ) -> None:
        """`opened` is as `open_pad`, which needs `pygame.joystick` to have begun."""
        self._keyboard = keyboard
        self._opened = opened
        self._pads: dict[int, Pad] = {}
        self._places = Places((0, 1), TWIN_NS, TWIN_NS)
        self._awaited: set[int] = set()

    def feed(self, event: pygame.event.Event, now: int) -> None:
        """Take an event of a reading at `now` (CLOCK_MONOTONIC, ns); others are none of these."""
        if event.type == pygame.JOYDEVICEADDED:
            self._add(event.device_index, now)
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._remove(event.instance_id, now)
        elif event.type in EVENTS and (pad := self._pads.get(event.instance_id)) is not None:
            for control, pressed in self._changes(pad, event):
                self._press(pad, control, pressed, now)

    def _changes(self, pad: Pad, event: pygame.event.Event) -> Iterator[tuple[str | int, bool]]:
        if event.type == pygame.CONTROLLERAXISMOTION:
            yield from pad.moved(event.axis, event.value)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            yield BUTTONS.get(event.button, ""), event.type == pygame.CONTROLLERBUTTONDOWN
        elif not pad.is_gamepad:  # a gamepad's buttons come as both kinds of event
            yield event.button, event.type == pygame.JOYBUTTONDOWN

    def _add(self, index: int, now: int) -> None:
        try:
            found = self._opened(index)
        except pygame.error:  # gone again
            return
        if found is None or found[0] in self._pads:
            return
        number, is_gamepad, device = found
        pad = self._pads[number] = Pad(Player("", is_numbered=not is_gamepad), device, is_gamepad)
        self._reseat(lambda: self._places.come(pad.player), now)
        if is_gamepad and pad.player.seat is not None:  # another may be anything, until it is pressed
            self._wait_for(self._awaited - {pad.player.seat})

    def _remove(self, number: int, now: int) -> None:
        if (pad := self._pads.get(number)) is None:
            return
        left = {seat for seat in (pad.player.seat,) if pad.has_played and seat is not None}
        self._reseat(lambda: self._places.leave(pad.player), now)
        del self._pads[number]
        self._wait_for(self._awaited | left)

    def _reseat(self, change: Callable[[], object], now: int) -> None:
        """Change who has which seat: a device that loses one lets its buttons go, and what it held before it got one is
        no press."""
        before = [(pad, pad.player.seat) for pad in self._pads.values()]
        change()
        for pad, seat in before:
            if pad.player.seat == seat:
                continue
            for button in sorted(pad.held()):
                if seat is not None:
                    self._keyboard.feed(line_of(seat, button), False, now)
            pad.down, pad.has_played = set(), False

    def _wait_for(self, seats: set[int]) -> None:
        """A match stands still while somebody's gamepad is gone."""
        self._awaited = seats
        self._keyboard.is_connected = not seats

    def _press(self, pad: Pad, control: str | int, pressed: bool, now: int) -> None:
        if (button := pad.button(control)) is None:
            return
        if pressed:
            self._reseat(lambda: self._places.press(pad.player, button, now), now)
        (pad.down.add if pressed else pad.down.discard)(control)
        if (seat := pad.player.seat) is not None:
            self._wait_for(self._awaited - {seat})
            pad.has_played |= pressed
            self._keyboard.feed(line_of(seat, button), button in pad.held(), now)
