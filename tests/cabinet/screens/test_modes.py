"""The choice of a screen's mode and of the picture's size, with the lists that real screens offer."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cabinet.config.schema import Display
from cabinet.screens.modes import (
    LITTLE_PX,
    MOST_PX,
    Choice,
    Mode,
    choosable,
    choose_mode,
    fitting_picture,
    is_same_shape,
    most_pixels,
    mounting_of,
    smoothness,
)

LITTLE, MUCH = 947_000_000, 3_880_000_000
"""MemTotal of a Pi 3 or a 1 GB Pi 4, and of a 4 GB one, bytes."""
TWO_GB = 1_890_000_000
"""MemTotal of a 2 GB Pi 4, bytes."""


def modes(text: str) -> list[Mode]:
    """Return the modes in words such as ``1920x1080@60,50,24 1280x720@60``."""
    found = []
    for word in text.split():
        size, _, rates = word.partition("@")
        width, height = map(int, size.split("x"))
        found += [Mode(width, height, int(hz)) for hz in rates.split(",")]
    return found


TV_1080 = modes(
    "1920x1080@60,59,50,30,25,24 1680x1050@59 1280x1024@60 1440x900@60 1360x768@60 1280x800@60 1152x864@75 "
    "1280x720@60,59,50 1024x768@75,60 832x624@75 800x600@75,60 720x576@50 720x480@60,59 640x480@75,60,59 720x400@70"
)
"""A television with 1920×1080."""
TV_4K = modes("3840x2160@60,59,50,30,29,25,24,23 4096x2160@60,50,30,24") + TV_1080
TV_4K_30 = modes("3840x2160@30,29,25,24 4096x2160@24") + TV_1080
"""A 4K television on an older HDMI input: the large mode has 30 Hz."""
TV_4K_SLOW_ONLY = modes("3840x2160@30,25 1920x1080@30,25")
TV_720 = modes("1280x720@60,50 1024x768@60 800x600@60 720x576@50 720x480@60 640x480@60")
TV_PAL = modes("1920x1080@50,25 1280x720@50 720x576@50")
MONITOR_1080 = modes("1920x1080@60 1600x900@60 1280x1024@75,60 1152x864@75 1024x768@75,60 800x600@75,60 640x480@75,60")
MONITOR_DVI = modes("1920x1080@60 1280x1024@75,60 1024x768@75,60 800x600@75,60 640x480@75,60")
"""A monitor whose list has no mode of its own shape below its own."""
MONITOR_144 = modes("1920x1080@144,120,60 1280x720@60 1024x768@60")
MONITOR_1440 = modes("2560x1440@60 1920x1080@60 1280x1024@75,60 1280x720@60 1024x768@60 800x600@60 640x480@60")
MONITOR_1200 = modes("1920x1200@60 1920x1080@60 1600x1200@60 1680x1050@60 1280x1024@60 1280x960@60 1024x768@60")
MONITOR_5_4 = modes("1280x1024@75,60 1152x864@75 1024x768@75,60 832x624@75 800x600@75,60 640x480@75,60 720x400@70")
"""A monitor of 17 or 19 inches, 5:4."""
MONITOR_4_3 = modes("1024x768@85,75,60 800x600@85,75,60 640x480@85,75,60")
PANEL_DSI = modes("800x480@60")
PANEL_1024 = modes("1024x600@60 1920x1080@60 1280x720@60 800x600@60 640x480@60")
PANEL_800 = modes("800x480@60 1920x1080@60 1280x768@60 1280x720@60 1024x768@60 800x600@60 640x480@60")
"""7-inch panels with HDMI, whose boards take larger modes and squeeze them."""
PANEL_1280 = modes("1280x800@60 1024x768@60 800x600@60 640x480@60")
PANEL_1366 = modes("1366x768@60,50 1280x720@60 1024x768@60")
PANEL_3_2 = modes("2256x1504@60,48")
PANEL_SURFACE = modes("1920x1280@60 1440x960@60 1080x720@60")
PORTRAIT_DSI = modes("720x1280@60")
"""The Raspberry Pi Touch Display 2."""
PORTRAIT_1080 = modes("1080x1920@60 768x1366@60 720x1280@60")

LISTS = [
    # name, offered (its own mode first), with little memory, with much: mode, picture, why
    ("1080p TV", TV_1080, "1280x720@60", None, "memory", "1920x1080@60", None, "own"),
    ("4K TV", TV_4K, "1280x720@60", None, "memory", "1920x1080@60", None, "size"),
    ("4K TV at 30 Hz", TV_4K_30, "1280x720@60", None, "memory", "1920x1080@60", None, "size"),
    ("4K TV at 30 Hz only", TV_4K_SLOW_ONLY, "1920x1080@30", (1280, 720), "memory", "1920x1080@30", None, "size"),
    ("720p TV", TV_720, "1280x720@60", None, "own", "1280x720@60", None, "own"),
    ("50 Hz TV", TV_PAL, "1280x720@50", None, "memory", "1920x1080@50", None, "own"),
    ("1080p monitor", MONITOR_1080, "1920x1080@60", (1280, 720), "memory", "1920x1080@60", None, "own"),
    ("1080p monitor, DVI", MONITOR_DVI, "1920x1080@60", (1280, 720), "memory", "1920x1080@60", None, "own"),
    ("144 Hz monitor", MONITOR_144, "1280x720@60", None, "memory", "1920x1080@60", None, "rate"),
    ("1440p monitor", MONITOR_1440, "1280x720@60", None, "memory", "1920x1080@60", None, "size"),
    ("1200p monitor", MONITOR_1200, "1920x1200@60", (1280, 800), "memory", "1920x1200@60", None, "own"),
    ("5:4 monitor", MONITOR_5_4, "1280x1024@60", (1024, 819), "memory", "1280x1024@60", None, "rate"),
    ("4:3 monitor", MONITOR_4_3, "1024x768@60", None, "rate", "1024x768@60", None, "rate"),
    ("DSI 800x480", PANEL_DSI, "800x480@60", None, "own", "800x480@60", None, "own"),
    ("HDMI 800x480", PANEL_800, "800x480@60", None, "own", "800x480@60", None, "own"),
    ("HDMI 1024x600", PANEL_1024, "1024x600@60", None, "own", "1024x600@60", None, "own"),
    ("1280x800", PANEL_1280, "1280x800@60", None, "own", "1280x800@60", None, "own"),
    ("1366x768", PANEL_1366, "1366x768@60", None, "own", "1366x768@60", None, "own"),
    ("3:2 panel", PANEL_3_2, "2256x1504@60", (1128, 752), "memory", "2256x1504@60", (1805, 1203), "size"),
    ("3:2 with modes", PANEL_SURFACE, "1080x720@60", None, "memory", "1440x960@60", None, "size"),
    ("upright DSI", PORTRAIT_DSI, "720x1280@60", None, "own", "720x1280@60", None, "own"),
    ("upright 1080p", PORTRAIT_1080, "720x1280@60", None, "memory", "1080x1920@60", None, "own"),
]


@pytest.mark.parametrize(("_name", "offered", "mode", "picture", "why", "_m", "_p", "_w"), LISTS)
def test_with_little_memory(
    _name: str, offered: list[Mode], mode: str, picture: tuple[int, int] | None, why: str, _m: str, _p: object, _w: str
) -> None:
    assert told(choose_mode(offered, offered[0], None, LITTLE)) == (mode, picture, why)


@pytest.mark.parametrize(("_name", "offered", "_m", "_p", "_w", "mode", "picture", "why"), LISTS)
def test_with_memory(
    _name: str, offered: list[Mode], _m: str, _p: object, _w: str, mode: str, picture: tuple[int, int] | None, why: str
) -> None:
    assert told(choose_mode(offered, offered[0], None, MUCH)) == (mode, picture, why)


def told(choice: Choice) -> tuple[str, tuple[int, int] | None, str]:
    return str(choice.mode), choice.picture if choice.is_scaled else None, choice.why


def test_two_gigabytes_are_enough_for_1080p() -> None:
    assert most_pixels(TWO_GB) == most_pixels(MUCH) == MOST_PX
    assert most_pixels(LITTLE) == LITTLE_PX


@pytest.mark.parametrize(
    ("wanted", "mode", "picture", "why"),
    [
        ("1920x1080", "1920x1080@60", None, "wanted"),  # goes before the memory
        ("1280x720@50", "1280x720@50", None, "wanted"),
        ("1280x720@25", "1280x720@50", None, "wanted"),
        ("1920x1080@24", "1920x1080@24", None, "wanted"),
        ("1024x768", "1024x768@60", None, "wanted"),  # of another shape as well
        ("800x480", "3840x2160@60", (800, 480), "not_offered"),
    ],
)
def test_what_the_configuration_names_is_taken(
    wanted: str, mode: str, picture: tuple[int, int] | None, why: str
) -> None:
    assert told(choose_mode(TV_4K, TV_4K[0], mounting_of(Display(mode=wanted)).mode, LITTLE)) == (mode, picture, why)


def test_a_screen_that_offers_nothing_keeps_its_mode() -> None:
    assert told(choose_mode([], Mode(1920, 1080, 0), None, MUCH)) == ("1920x1080", None, "own")
    assert told(choose_mode([], Mode(3840, 2160, 60), None, MUCH)) == ("3840x2160@60", (1920, 1080), "size")


RATES = st.sampled_from([0, 24, 30, 50, 59, 60, 75, 144])
MODES = st.builds(Mode, st.integers(320, 7680), st.integers(240, 4320), RATES)
MEMORY = st.sampled_from([400_000_000, LITTLE, TWO_GB, MUCH])


@given(own=MODES, offered=st.lists(st.one_of(MODES, st.sampled_from(TV_4K)), max_size=30), memory=MEMORY)
@example(own=Mode(7680, 4320, 30), offered=[], memory=LITTLE)
def test_a_picture_is_bearable_and_of_the_screens_shape(own: Mode, offered: list[Mode], memory: int) -> None:
    choice = choose_mode(offered, own, None, memory)
    width, height = choice.picture
    assert choice.mode in {own, *offered}
    assert is_same_shape(choice.mode.size, own.size)
    assert choice.mode.width <= own.width
    assert width * height <= most_pixels(memory)
    assert abs(Fraction(width * choice.mode.height, height * choice.mode.width) - 1) < Fraction(1, 50)
    assert (choice.why == "own") == (choice.mode == own and not choice.is_scaled)


@given(own=MODES, offered=st.lists(st.sampled_from(TV_4K), max_size=30), memory=MEMORY)
def test_no_larger_picture_is_preferred_to_a_smooth_one(own: Mode, offered: list[Mode], memory: int) -> None:
    """Unless the smooth one has less than a quarter of the pixels."""
    choice = choose_mode(offered, own, None, memory)
    pictures = {
        mode: fitting_picture(mode.size, most_pixels(memory))
        for mode in (own, *offered)
        if is_same_shape(mode.size, own.size) and mode.width <= own.width
    }
    largest = max(width * height for width, height in pictures.values())
    rivals = [mode for mode, (width, height) in pictures.items() if 4 * width * height >= largest]
    assert smoothness(choice.mode.hz) == max(smoothness(mode.hz) for mode in rivals)


@given(own=MODES, offered=st.lists(st.sampled_from(TV_4K), max_size=30), memory=MEMORY, data=st.data())
def test_the_order_of_the_list_does_not_matter(
    own: Mode, offered: list[Mode], memory: int, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(offered))
    assert choose_mode(shuffled, own, None, memory) == choose_mode(offered, own, None, memory)


def test_an_operator_chooses_among_what_the_screen_has_pixels_and_the_machine_memory_for() -> None:
    found = choosable(TV_1080, TV_1080[0], MUCH)
    assert [str(mode) for mode in found[:3]] == ["1920x1080@60", "1920x1080@59", "1920x1080@50"]
    assert set(found) == set(TV_1080)
    little = choosable(TV_4K, TV_4K[0], LITTLE)
    assert {mode.size for mode in little} >= {(1280, 720), (1280, 800), (800, 600)}
    assert max(mode.px for mode in little) <= LITTLE_PX
    assert choosable(PANEL_800, PANEL_800[0], MUCH) == modes("800x480@60 640x480@60"), "larger ones are squeezed"
    assert choosable([Mode(640, 480, 0)], TV_720[0], MUCH) == [TV_720[0]], "one without a rate cannot be asked for"
