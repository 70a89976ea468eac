"""Gamepads and encoders at a desk: SDL's events as lines of the keyboard's source, without a stamp of their own.

A device that SDL's database knows is a gamepad; any other goes by its buttons' numbers. The layouts are those of a
console (`hardware.evdev.layouts`). The first that is plugged in has the first seat.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import pygame

from hardware.evdev.controls import ABS_X, ABS_Z, Axis
from hardware.evdev.kernel import AxisInfo
from hardware.evdev.layouts import GAMEPAD, NUMBERED, line_of
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
STICK, TRIGGER = AxisInfo(0, -32768, 32767), AxisInfo(0, 0, 32767)


@dataclass
class Pad:
    """A device that is plugged in: its seat, and its controls that are down, by SDL's names or their numbers."""

    seat: int
    device: object
    is_gamepad: bool
    down: set[str | int] = field(default_factory=set)
    axes: dict[int, Axis] = field(default_factory=dict)
    has_played: bool = False

    def line(self, control: str | int) -> str | None:
        """Return the line of a control; None if it is none."""
        if isinstance(control, str):
            return line_of(self.seat, GAMEPAD[control]) if control in GAMEPAD else None
        return line_of(self.seat, NUMBERED[control]) if control < len(NUMBERED) else None

    def moved(self, axis: int, value: int) -> Iterator[tuple[str, bool]]:
        """Yield the controls that an axis's new value presses or releases."""
        if (name := AXES.get(axis)) is None:
            return
        is_trigger = name.endswith("trigger")
        if axis not in self.axes:
            self.axes[axis] = Axis(ABS_Z, TRIGGER) if is_trigger else Axis(ABS_X, STICK)
        for control, pressed in self.axes[axis].moved(value):
            yield name if is_trigger else f"{'+' if control.sign > 0 else '-'}{name}", pressed


def open_pad(index: int) -> tuple[int, bool, object]:
    """Open a device of SDL; return its id, whether SDL's database knows it, and what keeps it open."""
    from pygame._sdl2 import controller

    controller.init()
    if controller.is_controller(index):
        pad = controller.Controller(index)
        return pad.as_joystick().get_instance_id(), True, pad
    joystick = pygame.joystick.Joystick(index)
    return joystick.get_instance_id(), False, joystick


class SdlPads:
    """The devices that are plugged in, which press lines of `keyboard`."""

    def __init__(self, keyboard: KeyboardSource, opened: Callable[[int], tuple[int, bool, object]] = open_pad) -> None:
        """`opened` is as `open_pad`, which needs `pygame.joystick` to have begun."""
        self._keyboard = keyboard
        self._opened = opened
        self._pads: dict[int, Pad] = {}
        self._awaited: set[int] = set()

    def feed(self, event: pygame.event.Event, now: int) -> None:
        """Take an event of a reading at `now` (CLOCK_MONOTONIC, ns); others are none of these."""
        if event.type == pygame.JOYDEVICEADDED:
            self._add(event.device_index)
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

    def _add(self, index: int) -> None:
        seats = {pad.seat for pad in self._pads.values()}
        free = sorted({0, 1} - seats, key=lambda seat: (seat not in self._awaited, seat))
        if not free:
            return
        try:
            number, is_gamepad, device = self._opened(index)
        except pygame.error:  # gone again
            return
        if number not in self._pads:
            self._pads[number] = Pad(free[0], device, is_gamepad)
            self._wait_for(self._awaited - {free[0]})

    def _remove(self, number: int, now: int) -> None:
        if (pad := self._pads.pop(number, None)) is None:
            return
        for control in list(pad.down):
            self._press(pad, control, False, now)
        if pad.has_played:
            self._wait_for(self._awaited | {pad.seat})

    def _wait_for(self, seats: set[int]) -> None:
        """A match stands still while somebody's gamepad is gone."""
        self._awaited = seats
        self._keyboard.is_connected = not seats

    def _press(self, pad: Pad, control: str | int, pressed: bool, now: int) -> None:
        (pad.down.add if pressed else pad.down.discard)(control)
        if (line := pad.line(control)) is not None:
            pad.has_played |= pressed
            self._keyboard.feed(line, any(pad.line(each) == line for each in pad.down), now)
