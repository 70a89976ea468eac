"""The lamps in the buttons follow the keys, the end of a match, and nobody's presence."""

from cabinet.config.schema import Input
from cabinet.input.lamps import NOTHING, LampRow, LampShow, attract, colour_of, playing, racing, won
from cabinet.input.panel_map import lines_map
from engine.panel import BUTTONS, Meaning
from hardware.lamps import FakeLamps, Lamp, Motion

LINES = Input().lines
BUTTON_LINES = lines_map((LINES.panel0, LINES.panel1), (0, 1))
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


def test_a_race_flashes_action_and_hides_no_key_that_can_be_played() -> None:
    told = keys(CARD1=Meaning("play", lit=True), CARD2=Meaning("armed", lit=True))
    lamps = playing(told, playable=True)
    flashing = racing(lamps, [0])
    assert {place: lamp for place, lamp in flashing.items() if place != (0, "ACTION")} == lamps
    assert flashing[0, "ACTION"].motion is Motion.BLINK
    assert flashing[0, "ACTION"].period_ms * 3 >= 1000, "at most three flashes a second"
    called = playing(keys(ACTION=Meaning("stuck", lit=True)), playable=True)
    assert racing(called, [0]) == called, "a call that is open is not hidden"
    assert racing({}, [0, 1]).keys() == {(0, "ACTION"), (1, "ACTION")}


def test_a_light_runs_round_the_winners_panel_alone() -> None:
    lamps = won(1, 2)
    assert set(lamps) == {(1, button) for button in BUTTONS}
    assert {lamp.motion for lamp in lamps.values()} == {Motion.CHASE}
    assert len({lamp.phase for lamp in lamps.values()}) == 8


def test_all_blink_where_nobody_won() -> None:
    assert len(won(None, 2)) == 16
    assert {lamp.motion for lamp in won(None, 2).values()} == {Motion.BLINK}


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


def test_nobody_there_is_attract_on_every_panel() -> None:
    device = FakeLamps()
    LampShow([LampRow(device, BUTTON_LINES)], 100).show(None)
    assert len(device.lit()) == 16
    assert {lamp.colour for lamp in attract(BUTTON_LINES).values()} == {colour_of(0), colour_of(1)}


def test_more_seats_than_colours_are_white_and_darkness_is_nothing() -> None:
    assert colour_of(13) == (255, 255, 255)
    assert NOTHING == {}
