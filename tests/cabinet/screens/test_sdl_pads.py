"""Gamepads at a desk, by SDL's events: the same layout as on a console, without stamps of their own."""

from typing import Any

import pygame
import pytest

from cabinet.input.sources import pad_lines
from cabinet.screens.sdl_pads import SdlPads
from cabinet.screens.window import WANTED
from hardware.clock import MS
from hardware.keyboard import KeyboardSource
from hardware.source import SwitchEdge

PAD, ENCODER = 11, 12


class Desk:
    def __init__(self) -> None:
        self.keyboard = KeyboardSource([str(line) for line in pad_lines()])
        self.keyboard.start()
        self.pads = SdlPads(self.keyboard, lambda index: (index, index != ENCODER, object()))
        self.now = 0

    def event(self, kind: int, **fields: Any) -> list[tuple[object, bool]]:
        """What an event presses and releases."""
        assert kind in WANTED, "the window lets it through"
        self.now += 10 * MS
        self.pads.feed(pygame.event.Event(kind, fields), self.now)
        self.keyboard.mark_read(self.now)
        return [(edge.line, edge.pressed) for edge in self.keyboard.drain() if isinstance(edge, SwitchEdge)]

    def add(self, device: int) -> None:
        assert self.event(pygame.JOYDEVICEADDED, device_index=device) == []

    def button(self, device: int, button: int, *, down: bool = True) -> list[tuple[object, bool]]:
        kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
        return self.event(kind, instance_id=device, button=button)


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.add(PAD)
    return made


def test_a_gamepad_has_the_first_seat_and_its_layout(desk: Desk) -> None:
    pressed = {
        name: desk.button(PAD, getattr(pygame, f"CONTROLLER_BUTTON_{name}"))
        for name in ("A", "B", "START", "LEFTSHOULDER", "DPAD_LEFT", "DPAD_DOWN", "BACK")
    }
    lines = {name: told[0][0] for name, told in pressed.items() if told}
    assert lines == {"A": "seat0.CARD4", "B": "seat0.CARD5", "START": "seat0.ACTION", "LEFTSHOULDER": "seat0.LEFT",
                     "DPAD_LEFT": "seat0.CARD1"}  # fmt: skip


def test_a_stick_and_a_trigger_are_pressed_past_half(desk: Desk) -> None:
    def axis(number: int, value: int) -> list[tuple[object, bool]]:
        return desk.event(pygame.CONTROLLERAXISMOTION, instance_id=PAD, axis=number, value=value)

    assert axis(pygame.CONTROLLER_AXIS_LEFTX, -20_000) == [("seat0.CARD1", True)]
    assert axis(pygame.CONTROLLER_AXIS_LEFTX, 20_000) == [("seat0.CARD1", False), ("seat0.CARD3", True)]
    assert axis(pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 10_000) == []
    assert axis(pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 20_000) == [("seat0.RIGHT", True)]
    assert axis(pygame.CONTROLLER_AXIS_RIGHTX, 32_000) == []


def test_a_button_is_down_while_any_of_its_controls_is(desk: Desk) -> None:
    assert desk.button(PAD, pygame.CONTROLLER_BUTTON_A) == [("seat0.CARD4", True)]
    assert desk.button(PAD, pygame.CONTROLLER_BUTTON_X) == []
    assert desk.button(PAD, pygame.CONTROLLER_BUTTON_A, down=False) == []
    assert desk.button(PAD, pygame.CONTROLLER_BUTTON_X, down=False) == [("seat0.CARD4", False)]


def test_an_unknown_device_goes_by_its_buttons_numbers_and_a_gamepads_second_kind_of_event_is_none(desk: Desk) -> None:
    desk.add(ENCODER)
    assert desk.event(pygame.JOYBUTTONDOWN, instance_id=ENCODER, button=7) == [("seat1.ACTION", True)]
    assert desk.event(pygame.JOYBUTTONDOWN, instance_id=ENCODER, button=30) == []
    assert desk.event(pygame.JOYBUTTONDOWN, instance_id=PAD, button=0) == []


def test_a_pad_that_is_pulled_out_lets_its_buttons_go_and_is_waited_for(desk: Desk) -> None:
    desk.add(ENCODER)
    desk.button(PAD, pygame.CONTROLLER_BUTTON_A)
    assert desk.event(pygame.JOYDEVICEREMOVED, instance_id=PAD) == [("seat0.CARD4", False)]
    assert not desk.keyboard.is_connected
    desk.add(13)
    assert desk.keyboard.is_connected
    assert desk.button(13, pygame.CONTROLLER_BUTTON_A) == [("seat0.CARD4", True)]


def test_one_that_nobody_played_on_may_go_and_a_third_waits(desk: Desk) -> None:
    desk.add(ENCODER)
    desk.add(13)
    assert desk.button(13, pygame.CONTROLLER_BUTTON_A) == []
    desk.event(pygame.JOYDEVICEREMOVED, instance_id=ENCODER)
    assert desk.keyboard.is_connected
