"""The hours at which the screen is dark, and the machine switched off: never over somebody who plays."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from cabinet.config.schema import Config, Display, Operator
from cabinet.display.toolkit import Toolkit
from cabinet.lamp_patterns import NOTHING
from cabinet.scenes.machine_pages import Message
from cabinet.scenes.rest import WARNING_NS, DarkScreen, GoingOff
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Title
from cabinet.service.hours import LATE_NS, OFF_NS, REST_NS, RestHours
from cabinet.tournaments.journal import Party, Tournament, WinnerStays
from engine.panel import ACTION, Press
from engine.units import MS, S

WANTED = Config(display=Display(dark_from=23, dark_until=7), operator=Operator(off_at=3))


class Night:
    """The title of a cabinet, whose clock on the wall a test turns."""

    def __init__(self, toolkit: Toolkit, config: Config = WANTED) -> None:
        self.config = config
        self.evening: Any = None
        self.switched_off = 0
        self.stack = SceneStack()
        self.stack.push(Title(toolkit, None), 0)
        program: Any = SimpleNamespace(config=config, running_evening=lambda: self.evening)
        self.hours = RestHours(program, self.stack, lambda: toolkit, self._off)
        self.now, self.hour = 0, None
        self.at(22)

    def _off(self) -> None:
        self.switched_off += 1

    def at(self, hour: int | None, ns: int = 0) -> "Night":
        """So much later it is that hour."""
        self.now += ns
        for _ in range(2):  # what is asked for is there with the next turn
            self.stack.advance(self.now, self.now)
            self.hours.tick(self.now, hour)
        self.stack.advance(self.now, self.now)
        return self

    def press(self) -> "Night":
        for pressed in (True, False):
            self.hours.pressed(self.now)
            self.stack.handle(Press(0, ACTION, pressed, self.now, "fake"))
            self.now += 50 * MS
            self.stack.advance(self.now, self.now)
        return self

    @property
    def shown(self) -> type:
        return type(self.stack.top)


def test_the_screen_is_dark_at_its_hours_until_a_press_which_is_only_that(toolkit: Toolkit) -> None:
    night = Night(toolkit).at(23, REST_NS - S)
    assert night.shown is Title
    assert night.at(23, S).shown is DarkScreen and night.stack.lamps == NOTHING
    title = night.stack.lowest
    assert isinstance(title, Title)
    assert night.press().shown is Title and not title.is_held
    assert night.at(0, REST_NS - S).shown is Title
    assert night.at(0, S).shown is DarkScreen
    assert night.at(7, S).shown is Title


@pytest.mark.parametrize("hour", [7, 22, None])
def test_at_other_hours_and_without_a_clock_it_stays_bright(hour: int | None, toolkit: Toolkit) -> None:
    assert Night(toolkit).at(hour, 10 * REST_NS).shown is Title
    never = replace(WANTED, display=Display(dark_from=5, dark_until=5))
    assert Night(toolkit, never).at(5, 10 * REST_NS).shown is Title


def test_it_is_switched_off_at_its_hour_and_says_so_for_a_minute_before(toolkit: Toolkit) -> None:
    night = Night(toolkit).at(2, OFF_NS)
    assert night.shown is DarkScreen
    assert night.at(3, S).shown is GoingOff, "a dark screen is lit for it"
    night.at(3, WARNING_NS - S)
    assert night.switched_off == 0 and isinstance(night.stack.top, GoingOff)
    night.at(3, S)
    assert night.switched_off == 1 and isinstance(night.stack.top, DarkScreen)
    assert night.at(3, OFF_NS).switched_off == 1


def test_a_press_keeps_it_on_until_nobody_has_pressed_for_a_while(toolkit: Toolkit) -> None:
    night = Night(toolkit).at(2, OFF_NS).at(3, S).press()
    assert night.at(3, OFF_NS - S).shown is DarkScreen
    assert night.at(3, S).shown is GoingOff
    night.press()
    assert night.at(9, LATE_NS).shown is Title and not night.switched_off, "not on the next day"


def test_a_machine_that_is_started_at_its_hour_stays_on(toolkit: Toolkit) -> None:
    night = Night(toolkit)
    night.hours = RestHours(night.hours._program, night.stack, lambda: toolkit, night._off)
    assert night.at(3).at(3, OFF_NS).shown is DarkScreen


@pytest.mark.parametrize(("kind", "goes"), [(Tournament, False), (Party, False), (WinnerStays, True)])
def test_a_tournament_keeps_the_cabinet_bright_and_on(kind: type, goes: bool, toolkit: Toolkit) -> None:
    night, evening = Night(toolkit), SimpleNamespace(is_over=False, start=Mock(spec=kind))
    night.evening = SimpleNamespace(now=evening)
    assert night.at(2, OFF_NS).at(3, S).shown is (GoingOff if goes else Title)
    evening.is_over = True
    assert night.at(3, S).shown is GoingOff


def test_nothing_covers_any_other_scene(toolkit: Toolkit) -> None:
    night = Night(toolkit)
    night.stack.push(Message(toolkit, "A MATCH", ""), 0)
    assert night.at(2, 30 * S).at(3, 30 * S).shown is Message
    scene = night.stack.top
    night.hours.tick(night.now + 2 * OFF_NS, 3)
    assert night.stack.top is scene and not night.stack._changes
