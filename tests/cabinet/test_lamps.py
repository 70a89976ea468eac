"""The lamps in the buttons follow the keys of a match, or a pattern that a scene names."""

import pytest

from cabinet.config.schema import Input
from cabinet.input.inputs import LampRow, lines_map
from cabinet.lamp_patterns import PATTERNS, Cue, LampShow, brightness_of, calmed, colour_of, playing
from engine.panel import BUTTONS, Meaning
from hardware.lamps import FakeLamps, Lamp, Motion

LINES = Input().lines
BUTTON_LINES = lines_map(LINES, (0, 1))
IDLE = (Meaning(),) * 8


def keys(**meanings: Meaning) -> list[tuple[Meaning, ...]]:
    """The keys of two seats, of which AMBER's are as told and BLUE's mean nothing."""
    return [tuple(meanings.get(button, Meaning()) for button in BUTTONS), IDLE]


def test_an_armed_card_shines_in_its_seats_colour() -> None:
    assert playing(keys(CARD2=Meaning("armed", lit=True)), playable=False) == {(0, "CARD2"): Lamp((255, 140, 0))}


def test_what_can_be_played_glows_only_where_that_is_wanted() -> None:
    told = keys(CARD1=Meaning("arm", lit=True), CARD2=Meaning("arm"))
    assert playing(told, playable=False) == {}
    assert playing(told, playable=True) == {(0, "CARD1"): Lamp((51, 28, 0))}


def test_a_seat_whose_presses_mean_nothing_has_no_lamp() -> None:
    told = keys(CARD1=Meaning("play", lit=True), CARD2=Meaning("armed", lit=True))
    assert playing(told, playable=True, shut=[0]) == {}
    assert playing(told, playable=True, shut=[1]) == playing(told, playable=True)


def test_lamps_are_in_the_buttons_of_their_lines_and_sent_once() -> None:
    device = FakeLamps()
    show = LampShow([LampRow(device, BUTTON_LINES)], 60)
    wanted = {(1, "CARD3"): Lamp((1, 2, 3))}
    show.show(wanted)
    show.show(wanted)
    assert device.lit() == {5: Lamp((1, 2, 3))}
    assert (len(device.history), device.brightness) == (1, 153)
    show.darken()
    assert device.lit() == {}


def test_changed_settings_reach_the_lamps_with_the_light_that_is_shown() -> None:
    device = FakeLamps()
    show = LampShow([LampRow(device, BUTTON_LINES)], 60)
    show.show(None)
    was = dict(device.lit())
    show.adopt(20, still=True)
    show.show(None)
    assert device.brightness == brightness_of(20)
    assert device.lit() == {line: calmed(lamp) for line, lamp in was.items()}
    show.show(None)
    assert len(device.history) == 2


def test_nobody_there_is_attract_on_every_panel() -> None:
    device = FakeLamps()
    LampShow([LampRow(device, BUTTON_LINES)], 100).show(None)
    assert len(device.lit()) == 16
    assert {lamp.colour for lamp in device.lit().values()} == {colour_of(0), colour_of(1)}


def test_a_cue_is_sent_once_however_often_it_is_given() -> None:
    device = FakeLamps()
    show = LampShow([LampRow(device, BUTTON_LINES)], 100)
    for seat in (0, 0, 1):
        show.show(Cue("queue", (seat,)))
    assert len(device.history) == 2


@pytest.mark.parametrize("name", PATTERNS)
def test_brightness_and_reduced_motion_hold_for_every_pattern(name: str) -> None:
    device = FakeLamps()
    LampShow([LampRow(device, BUTTON_LINES)], 40, still=True).show(Cue(name, (1,)))
    assert device.brightness == 102
    assert device.lit()
    assert {lamp.motion for lamp in device.lit().values()} == {Motion.STEADY}


def test_lamps_at_rest_and_in_motion_differ_without_motion_too() -> None:
    device = FakeLamps()
    LampShow([LampRow(device, BUTTON_LINES)], 100, still=True).show(Cue("record", (0,)))
    rows = {place: device.lit()[int(line)].colour for line, place in BUTTON_LINES.items() if int(line) in device.lit()}
    assert rows[0, "ACTION"] == (255, 255, 255)
    assert rows[0, "CARD1"] == (127, 70, 0)
