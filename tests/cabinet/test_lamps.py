"""The lamps in the buttons: their patterns, and when each is on."""

from pathlib import Path

import pytest

from cabinet.config.schema import Input
from cabinet.input.inputs import LampRow, lines_map
from cabinet.lamp_patterns import (
    PATTERNS,
    Cue,
    LampShow,
    Wanted,
    brightness_of,
    calmed,
    colour_of,
    is_about_seats,
    laid_under,
    lit,
    playing,
)
from cabinet.strings.catalogue import has_word
from engine.panel import ACTION, BUTTONS, CARDS, Meaning
from hardware.lamps import FakeLamps, Lamp, Motion

LEAST_MS = 340
"""The shortest period of a motion: three flashes a second (WCAG 2.2, success criterion 2.3.1)."""

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
    show.adopt(20, still=True, rows=[LampRow(device, BUTTON_LINES)])
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


DEVICE = lines_map(LINES, (0, 1))
AMBER, BLUE = 0, 1
STEP_MS = 5


def share_at(lamp: Lamp, ms: int) -> float:
    """Return the share of its colour, 0 to 1, that a lamp shows at a time of the board (docs/protocol.md, Lamps)."""
    if lamp.period_ms == 0 or lamp.motion is Motion.STEADY:
        return 1.0
    x = ((ms + lamp.phase * lamp.period_ms // 256) % lamp.period_ms) / lamp.period_ms
    match lamp.motion:
        case Motion.BLINK:
            return 1.0 if x < 1 / 2 else 0.0
        case Motion.PULSE:
            return 2 * x if x < 1 / 2 else 2 - 2 * x
    return 1 - 4 * x if x < 1 / 4 else 0.0


def light(lamps: Wanted, place: tuple[int, str], ms: int) -> float:
    """The light of a lamp at a time, 0 to 1."""
    lamp = lamps.get(place, Lamp())
    return share_at(lamp, ms) * max(lamp.colour) / 255


def flashes(lamps: Wanted, place: tuple[int, str], begin_ms: int) -> int:
    """How often the lamp rises from dark to bright within a second."""
    count, was_dark = 0, light(lamps, place, begin_ms) <= 0.1
    for ms in range(begin_ms, begin_ms + 1000, STEP_MS):
        level = light(lamps, place, ms)
        count += was_dark and level > 0.5
        was_dark = level <= 0.1 or (was_dark and level <= 0.5)
    return count


@pytest.mark.parametrize("name", PATTERNS)
def test_no_lamp_flashes_more_than_three_times_in_any_second(name: str) -> None:
    lamps = lit(Cue(name, (AMBER,)), DEVICE)
    assert max(flashes(lamps, place, begin) for place in lamps for begin in range(0, 2000, 250)) <= 3


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_repeats_as_the_board_counts_periods(name: str) -> None:
    for part in PATTERNS[name]:
        assert part.period_ms % 20 == 0
        assert part.motion is Motion.STEADY or LEAST_MS <= part.period_ms <= 255 * 20


def test_five_flashes_a_second_would_be_seen() -> None:
    fast: Wanted = {(0, ACTION): Lamp((255, 0, 0), Motion.BLINK, 200)}
    assert flashes(fast, (0, ACTION), 0) > 3


def test_nobody_plays_and_a_light_runs_over_all_panels() -> None:
    lamps = lit(Cue("attract"), DEVICE)
    heads = []
    for ms in range(0, 2400, 150):
        levels = {place: light(lamps, place, ms) for place in DEVICE.values()}
        heads.append(max(levels, key=lambda place: levels[place]))
    assert heads == list(DEVICE.values())
    assert {lamp.colour for lamp in lamps.values()} == {colour_of(AMBER), colour_of(BLUE)}


def test_the_seat_that_is_awaited_breathes_and_the_other_glows() -> None:
    lamps = lit(Cue("queue", (BLUE,)), DEVICE)
    breath = [light(lamps, (BLUE, ACTION), ms) for ms in (0, 300, 600, 900, 1200)]
    assert breath == [0, 0.5, 1, 0.5, 0]
    glows = {place: light(lamps, place, 0) for place in lamps if place != (BLUE, ACTION)}
    assert glows.keys() == {(AMBER, ACTION), *((BLUE, card) for card in CARDS)}
    assert all(0.15 < glow < 0.25 for glow in glows.values())


def test_a_light_runs_round_the_winners_panel_alone() -> None:
    lamps = lit(Cue("winner", (BLUE,)), DEVICE)
    assert set(lamps) == {(BLUE, button) for button in BUTTONS}
    for ms in range(0, 800, 20):
        assert sum(light(lamps, place, ms) > 0 for place in lamps) in (1, 2, 3)


def test_all_blink_where_nobody_won() -> None:
    lamps = lit(Cue("nobody"), DEVICE)
    assert [sum(light(lamps, place, ms) for place in DEVICE.values()) for ms in (0, 399, 400, 799)] == [16, 16, 0, 0]


def test_a_record_blinks_round_a_white_action() -> None:
    lamps = lit(Cue("record", (AMBER,)), DEVICE)
    assert lamps[AMBER, ACTION] == Lamp((255, 255, 255))
    cards = [[light(lamps, (AMBER, card), ms) for card in CARDS] for ms in (0, 249, 250, 499)]
    assert cards == [[1] * 5, [1] * 5, [0] * 5, [0] * 5]
    assert light(lamps, (BLUE, ACTION), 1000) == 1
    assert not any((BLUE, card) in lamps for card in CARDS)


@pytest.mark.parametrize(("name", "period_ms"), [("race", 400), ("tension", 900)])
def test_a_pattern_of_a_match_hides_no_key(name: str, period_ms: int) -> None:
    key: Wanted = {(AMBER, ACTION): Lamp((51, 28, 0)), (AMBER, "CARD1"): Lamp((255, 140, 0))}
    assert laid_under(Cue(name, (AMBER,)), key) == key
    below = laid_under(Cue(name, (AMBER, BLUE)), {(AMBER, "CARD1"): Lamp((255, 140, 0))})
    assert below.keys() == {(AMBER, ACTION), (BLUE, ACTION), (AMBER, "CARD1")}
    seen = {light(below, (BLUE, ACTION), ms) > 0.5 for ms in range(0, period_ms, 20)}
    assert seen == {True, False}
    assert laid_under(Cue(name), key) == key


def test_seats_without_a_colour_are_white() -> None:
    assert colour_of(13) == (255, 255, 255)
    (lamp,) = lit(Cue("winner", (13,)), {"0": (13, ACTION)}).values()
    assert lamp.colour == (255, 255, 255)


def test_a_pattern_that_is_not_in_the_table_is_an_error() -> None:
    with pytest.raises(KeyError):
        lit(Cue("disco"), DEVICE)


@pytest.mark.parametrize("name", PATTERNS)
def test_every_pattern_is_described_in_words_and_in_the_documents(name: str, repository: Path) -> None:
    assert has_word(f"lamps.{name}")
    assert f"| `{name}` |" in (repository / "docs" / "wiring.md").read_text(encoding="utf-8")


def test_some_patterns_are_about_nobody() -> None:
    assert [name for name in PATTERNS if not is_about_seats(name)] == ["attract", "nobody"]


SHARES: list[tuple[Motion, int, int, list[tuple[int, float]]]] = [
    (Motion.STEADY, 200, 0, [(0, 1), (99, 1)]),
    (Motion.BLINK, 200, 128, [(0, 0), (99, 0), (100, 1), (199, 1), (200, 0)]),
    (Motion.PULSE, 200, 64, [(0, 0.5), (50, 1), (100, 0.5), (150, 0)]),
    (Motion.CHASE, 200, 192, [(0, 0), (50, 1), (75, 0.5), (100, 0)]),
    (Motion.PULSE, 0, 9, [(0, 1), (77, 1)]),
]
"""As tests/firmware/test_pure.py has them of the board's own program."""


@pytest.mark.parametrize(("motion", "period", "phase", "shares"), SHARES)
def test_a_lamp_shows_here_what_it_shows_on_the_board(
    motion: Motion, period: int, phase: int, shares: list[tuple[int, float]]
) -> None:
    lamp = Lamp((255, 0, 0), motion, period, phase)
    assert [(ms, share_at(lamp, ms)) for ms, _ in shares] == shares
