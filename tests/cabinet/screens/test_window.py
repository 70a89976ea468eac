"""The window: keys that lead out of the program, the screen it is on, turned pictures, gamepads at a desk."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cabinet.config.schema import Input
from cabinet.errors import NoDisplay, ScreenGone, ScreenTooSmall
from cabinet.input.sources import pad_lines
from cabinet.process.notify import Wait
from cabinet.process.sdl_library import sdl_library
from cabinet.screens.canvas import Canvas, canvases, inside, turned_rect, turned_size
from cabinet.screens.modes import Choice, Mode, Mounting
from cabinet.screens.sdl_pads import SdlPads, open_pad
from cabinet.screens.window import (
    GONE_NS,
    HELD_NS,
    LENT_NS,
    SETTLING,
    WANTED,
    Window,
    choice_for,
    fitting,
    open_video,
    us_key_names,
)
from hardware.clock import MS
from hardware.keyboard import ESCAPE, KEYS, KeyboardSource
from hardware.source import SwitchEdge
from tests.cabinet.xserver import x_server


@pytest.fixture
def opened() -> Iterator[Callable[[bool], Window]]:
    yield lambda escapes: Window((800, 480), fullscreen=False, keyboard=None, escapes=escapes)
    pygame.display.quit()


@pytest.mark.parametrize(("escapes", "ends"), [(True, True), (False, False)])
def test_escape_ends_the_program_at_a_desk_and_not_at_a_cabinet(
    opened: Callable[[bool], Window], escapes: bool, ends: bool
) -> None:
    window = opened(escapes)
    window.read(0)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, scancode=pygame.KSCAN_ESCAPE))
    assert window.read(1).quits is ends
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.read(2).quits


def test_a_sound_device_has_gone_if_it_is_the_one_that_plays(opened: Callable[[bool], Window]) -> None:
    """As SDL says it: a device that plays has a number when it goes, all others the number 0; microphones count for
    nothing."""
    window = opened(True)
    window.read(0)

    def told(kind: int, which: int, iscapture: int) -> tuple[bool, bool]:
        pygame.event.post(pygame.event.Event(kind, which=which, iscapture=iscapture))
        reading = window.read(1)
        return reading.sound_gone, reading.sound_come

    assert told(pygame.AUDIODEVICEREMOVED, 2, 0) == (True, False)
    assert told(pygame.AUDIODEVICEREMOVED, 0, 0) == (False, False)
    assert told(pygame.AUDIODEVICEREMOVED, 3, 1) == (False, False)
    assert told(pygame.AUDIODEVICEADDED, 0, 0) == (False, True)
    assert told(pygame.AUDIODEVICEADDED, 0, 1) == (False, False)


def test_without_a_keyboard_of_its_own_it_sleeps_and_does_not_look_for_events_meanwhile(
    opened: Callable[[bool], Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A console's driver cannot wait: SDL looks for events every millisecond instead."""
    window, slept = opened(True), Mock()
    monkeypatch.setattr("cabinet.screens.window.time.sleep", slept)
    monkeypatch.setattr(pygame.event, "wait", Mock(side_effect=AssertionError))
    window.wait(10)
    slept.assert_called_once_with(0.01)


@pytest.mark.parametrize("why", ["before the start", "before the window got the keyboard"])
def test_a_repeat_of_a_key_that_was_held_is_no_press(why: str) -> None:
    """SDL does not know that the key was down: the first repeat comes as a press, and all further ones not at all."""
    keyboard = KeyboardSource(["a", "7"])
    keyboard.start()
    window = Window((800, 480), fullscreen=False, keyboard=keyboard)

    def presses(now: int, *events: tuple[int, str]) -> list[tuple[object, bool]]:
        for kind, key in events:
            pygame.event.post(pygame.event.Event(kind, key=ord(key), scancode=getattr(pygame, f"KSCAN_{key.upper()}")))
        window.read(now)
        return [(edge.line, edge.pressed) for edge in keyboard.drain() if isinstance(edge, SwitchEdge)]

    down, up, begin = pygame.KEYDOWN, pygame.KEYUP, 0
    pygame.event.clear()
    if why == "before the window got the keyboard":
        begin = 10 * HELD_NS
        assert presses(0) == []
        assert presses(begin - 1, (down, "7"), (up, "7")) == [("7", True), ("7", False)]
        pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    assert presses(begin) == []
    assert presses(begin + HELD_NS - 1, (down, "a")) == []
    assert presses(begin + 4 * HELD_NS, (down, "7")) == [("7", True)]
    assert presses(begin + 5 * HELD_NS, (up, "a"), (down, "a")) == [("a", True)]
    window.close()


@pytest.mark.parametrize(
    ("desktop", "window"),
    [((1920, 1080), (1280, 720)), ((1366, 768), (1280, 720)), ((1024, 600), (1024, 600)), ((800, 1280), (800, 720))],
)
def test_a_window_is_no_larger_than_its_desktop(desktop: tuple[int, int], window: tuple[int, int]) -> None:
    assert fitting((1280, 720), desktop) == window


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The graphics card of the windows that are opened from here on."""
    file = tmp_path / "card0"
    file.touch()

    def on_a_card(_patience_s: float, _wait: Wait | None) -> frozenset[str]:
        pygame.display.init()
        return frozenset([str(file)])

    monkeypatch.setattr("cabinet.screens.window.open_video", on_a_card)
    return file


def test_a_graphics_card_that_goes_ends_the_program_with_words(opened: Callable[[bool], Window], card: Path) -> None:
    window = opened(False)
    window.read(0)
    card.unlink()
    window.read(GONE_NS - 1)
    with pytest.raises(ScreenGone, match="The screen has gone"):
        window.read(GONE_NS)


def test_nothing_is_drawn_on_a_graphics_card_that_has_gone(opened: Callable[[bool], Window], card: Path) -> None:
    window = opened(False)
    window.read(0)
    window.show(0, [])
    card.unlink()
    with pytest.raises(ScreenGone, match="The screen has gone"):
        window.show(0, [])


def test_a_graphics_card_that_came_back_by_the_same_name_is_another_one(
    opened: Callable[[bool], Window], card: Path
) -> None:
    window = opened(False)
    (card.parent / "new").touch()
    (card.parent / "new").rename(card)
    with pytest.raises(ScreenGone, match="The screen has gone"):
        window.read(0)


def test_a_graphics_card_that_went_while_its_window_was_opened_has_gone(
    opened: Callable[[bool], Window], card: Path
) -> None:
    card.unlink()
    window = opened(False)
    with pytest.raises(ScreenGone, match="The screen has gone"):
        window.read(0)


def test_another_screen_than_the_windows_ends_the_program_with_words(
    opened: Callable[[bool], Window], card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = Mock(**{"are_others.return_value": False})
    monkeypatch.setattr("cabinet.screens.window.Screens", Mock(return_value=connected))
    window = opened(False)
    window.read(0)
    connected.are_others.return_value = True
    window.read(GONE_NS - 1)
    with pytest.raises(ScreenGone, match="Another screen is connected"):
        window.read(GONE_NS)
    window.close()
    assert not pygame.display.get_init()


def test_a_window_whose_screen_somebody_else_has_ends_with_words_and_not_at_once(
    opened: Callable[[bool], Window], card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The unit was active, its watchdog fed, and a desktop's picture stood on the screen for good."""
    takes = Mock(return_value="")
    monkeypatch.setattr("cabinet.screens.window.taken_in_play", takes)
    window, now = opened(False), 0

    def looks(seconds: int, reason: str) -> None:
        nonlocal now
        takes.return_value = reason
        for _ in range(seconds):
            window.read(now)
            now += GONE_NS

    looks(100, "")
    looks(LENT_NS // GONE_NS, "Terminal 2 is in front.")
    looks(1, "")  # a look at another terminal ends nothing
    looks(LENT_NS // GONE_NS, "Terminal 2 is in front.")
    with pytest.raises(ScreenGone, match=r"for 30 s\. Terminal 2 is in front"):
        window.read(now)


@pytest.mark.parametrize("refusals", [0, 2])
def test_a_cabinets_video_is_opened_once_a_screen_is_connected_and_again_if_that_was_pulled_out_meanwhile(
    monkeypatch: pytest.MonkeyPatch, refusals: int
) -> None:
    steps: list[str] = []

    def refuse_at_first() -> None:
        steps.append("open")
        if steps.count("open") <= refusals:
            raise pygame.error("kmsdrm not available")

    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    monkeypatch.setattr("cabinet.screens.window.wait_for_cards", lambda *_: frozenset(["card0"]))
    monkeypatch.setattr("cabinet.screens.window.await_screen", lambda *_: steps.append("wait"))
    monkeypatch.setattr("cabinet.screens.window.is_unplugged", lambda: True)
    monkeypatch.setattr("pygame.display.init", refuse_at_first)
    monkeypatch.setattr("pygame.display.get_driver", lambda: "KMSDRM")
    assert open_video(0, Mock()) == {"card0"}
    assert steps == ["wait", "open"] * (refusals + 1)


def test_at_a_desk_no_screen_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    monkeypatch.setattr("cabinet.screens.window.wait_for_cards", lambda *_: frozenset(["card0"]))
    monkeypatch.setattr("cabinet.screens.window.await_screen", Mock(side_effect=AssertionError))
    monkeypatch.setattr("pygame.display.init", Mock(side_effect=pygame.error("kmsdrm not available")))
    with pytest.raises(NoDisplay, match="not available"):
        open_video(0)


def test_what_is_left_of_a_window_without_its_card_is_not_closed(opened: Callable[[bool], Window], card: Path) -> None:
    """The driver would wait for the card, or fall, and nobody would be told why the program ended."""
    window = opened(False)
    card.unlink()
    with pytest.raises(ScreenGone):
        window.read(0)
    window.close()
    assert pygame.display.get_init()


def test_a_keys_event_says_what_is_printed_on_it() -> None:
    keyboard = KeyboardSource(["y", "left shift"])
    keyboard.start()
    window = Window((800, 480), fullscreen=False, keyboard=keyboard)
    pygame.event.clear()
    before = keyboard.letters
    for code, key in ((pygame.K_z, "Y"), (pygame.K_LSHIFT, "LSHIFT"), (0, "U")):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, scancode=getattr(pygame, f"KSCAN_{key}")))
    window.read(0)
    assert keyboard.letters == {**before, "y": "z"}
    pygame.event.post(pygame.event.Event(pygame.KEYMAPCHANGED))
    window.read(1)
    assert keyboard.letters == before
    window.close()


LETTERS = """
from time import monotonic_ns
from cabinet.screens.window import Window
from hardware.keyboard import KeyboardSource
keyboard = KeyboardSource(["a"])
window = Window((800, 480), fullscreen=False, keyboard=keyboard)
for _ in range(20):
    window.wait(20)
    window.read(monotonic_ns())
print(*(keyboard.letters[key] for key in "asdfgcvx7890-yui"))
"""


@pytest.mark.needs("Xvfb", "setxkbmap")
@pytest.mark.parametrize(
    ("layout", "printed"),
    [
        ("us", "a s d f g c v x 7 8 9 0 - y u i"),
        ("de", "a s d f g c v x 7 8 9 0 ß z u i"),
        ("fr", "q s d f g c v x 7 8 9 0 ) y u i"),
    ],
)
def test_a_window_knows_what_the_sessions_layout_has_on_the_keys(layout: str, printed: str) -> None:
    with x_server() as display:
        environ = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        subprocess.run(["setxkbmap", layout], env=environ, check=True)
        told = subprocess.run([sys.executable, "-c", LETTERS], env=environ, check=True, capture_output=True, text=True)
    assert told.stdout.splitlines()[-1] == printed


def test_a_button_may_have_any_key_that_a_window_knows_but_the_one_it_keeps() -> None:
    assert set(us_key_names().values()) - KEYS == {ESCAPE}
    assert KEYS - set(us_key_names().values()) == set()


@pytest.mark.parametrize(
    ("mounting", "picture"),
    [
        (Mounting(rotate=90), (600, 1024)),
        (Mounting(rotate=180), (1024, 600)),
        (Mounting(margin=3), (962, 564)),
        (Mounting(rotate=270, margin=3), (564, 962)),
    ],
)
def test_a_window_shows_its_picture_as_the_screen_is_mounted(mounting: Mounting, picture: tuple[int, int]) -> None:
    window = Window((1024, 600), fullscreen=False, keyboard=None, mounting=mounting)
    (screen,) = window.screens
    assert screen.get_size() == picture
    screen.fill("red")
    screen.fill("blue", (0, 0, 20, 10))
    window.show(0, [screen.get_rect()])
    seen = pygame.display.get_surface()
    assert seen is not None
    assert seen.get_size() == (1024, 600)
    assert pygame.mask.from_threshold(seen, "red", (1, 1, 1)).count() == picture[0] * picture[1] - 200
    assert pygame.mask.from_threshold(seen, "blue", (1, 1, 1)).count() == 200
    assert window.choices == ()
    window.close()


def test_a_window_takes_another_margin_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window((800, 480), fullscreen=False, keyboard=None)
    surface = window.screens[0]
    assert window.lay_out(5)
    assert window.screens[0].get_size() == (720, 432)
    window.screens[0].fill("white")
    window.show(0, [window.screens[0].get_rect()])
    assert [tuple(surface.get_at((x, 240)))[:3] for x in (39, 40, 759, 760)] == [(0, 0, 0), WHITE, WHITE, (0, 0, 0)]
    assert not window.lay_out(40)
    assert window.screens[0].get_size() == (720, 432)
    assert window.lay_out(0, 90) and window.screens[0].get_size() == (480, 800)
    assert not window.lay_out(20, 90), "240 px are too few"
    assert window.lay_out(0, 0) and window.screens[0] is surface
    window.close()


def test_the_screens_of_two_players_are_exchanged_and_have_their_own_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window((800, 480), fullscreen=False, keyboard=None, displays=(None, None))
    first, further = window.screens
    for is_exchanged, margin in ((True, 0), (True, 5), (False, 5), (False, 0)):
        window.exchange(on=is_exchanged)
        window.lay_out(margin)
        if not margin:
            assert list(window.screens) == ([further, first] if is_exchanged else [first, further])
        for place, colour in enumerate(("red", "blue")):
            window.screens[place].fill(colour)
            with monkeypatch.context() as patch:
                patch.setattr(pygame.display, "update", updated := Mock())
                window.show(place, [window.screens[place].get_rect()])
            assert updated.called == (place == is_exchanged)
        shown = [pygame.Color(*surface.get_at((400, 240))) for surface in (first, further)]
        assert shown == [pygame.Color(name) for name in (("blue", "red") if is_exchanged else ("red", "blue"))]
    window.close()


WHITE = (255, 255, 255)


class TwoModes:
    """The modes of a screen that refuses one of them."""

    def __init__(self) -> None:
        self.changes: list[Mode] = []

    def offered(self, display: int) -> list[Mode]:
        return [Mode(1024, 768, 60), Mode(800, 600, 75), Mode(800, 600, 60), Mode(640, 480, 60), Mode(400, 300, 60)]

    def current(self, display: int) -> Mode | None:
        return None

    def change(self, window: int, display: int, mode: Mode) -> bool:
        if mode.size == (640, 480):
            raise pygame.error("no such mode")
        self.changes.append(mode)
        return False


def test_a_window_takes_another_mode_while_it_runs_and_keeps_its_own_where_that_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    modes = TwoModes()
    monkeypatch.setattr("cabinet.screens.window.modes_to_choose", lambda: modes)
    window = Window((800, 480), fullscreen=True, keyboard=None, mounting=Mounting(margin=5))
    assert [str(mode) for mode in window.offered] == ["1024x768@60", "800x600@75", "800x600@60", "640x480@60"]
    monkeypatch.setattr(pygame.display, "set_mode", lambda size, flags, display: pygame.Surface(size))
    assert window.set_mode(Mode(800, 600, 75))
    assert (modes.changes[-1], window.screens[0].get_size()) == (Mode(800, 600, 75), (720, 540))
    assert [each.described for each in window.choices] == [("800x600@75", "800x600", "wanted")]
    assert not window.set_mode(Mode(640, 480, 60))
    assert (modes.changes[-1], window.screens[0].get_size()) == (Mode(800, 600, 75), (720, 540))
    assert window.set_mode(Mode(800, 600, 75)) and len(modes.changes) == 3, "which it has"
    assert window.set_mode(None)
    assert (modes.changes[-1], window.screens[0].get_size()) == (Mode(1024, 768, 60), (922, 692))
    window.close()


def test_a_desktops_mode_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window((800, 480), fullscreen=True, keyboard=None)
    before = window.screens
    assert window.offered == ()
    assert window.set_mode(Mode(640, 480, 60)) and window.screens is before
    window.close()


class KernelWindow:
    """A window as SDL 2 has it on the kernel's displays, opened before another: its first flips show nothing.

    In the machine two in a row were lost, also with one of the other window between them, and those of some seconds
    later were shown (`tests/vm/test_cabinet_screen.py`).
    """

    LOST = 4
    id = 2

    def __init__(self, _title: str, size: tuple[int, int], *_place: object, fullscreen_desktop: bool) -> None:
        assert fullscreen_desktop
        self._surface = pygame.Surface(size)
        self._flips = 0
        self.shown = pygame.Color("black")

    def get_surface(self) -> pygame.Surface:
        return self._surface

    def flip(self) -> None:
        self._flips += 1
        if self._flips > self.LOST:
            self.shown = pygame.Color(*self._surface.get_at((0, 0)))

    def destroy(self) -> None:
        """Nothing is left of it."""


def test_the_second_players_screen_has_a_picture_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame, "Window", KernelWindow)
    monkeypatch.setattr(pygame.display, "get_num_displays", lambda: 2)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(800, 480)] * 2)
    monkeypatch.setattr(pygame.display, "get_desktop_refresh_rates", lambda: [60] * 2)
    window = Window((800, 480), fullscreen=True, keyboard=None, displays=(None, None))
    (further,) = window._further
    assert isinstance(further, KernelWindow)
    window.screens[1].fill("red")
    window.show(1, [window.screens[1].get_rect()])
    for millisecond in range(0, 5_000, 50):
        window.read(millisecond * 1_000_000)
    assert further.shown == pygame.Color("red")
    assert further._flips == 1 + SETTLING, "in all the time after that it is shown as anything changes"
    window.close()


def test_a_panel_that_is_too_small_once_it_is_turned_is_refused() -> None:
    with pytest.raises(ScreenTooSmall, match="320x480"):
        Window((480, 320), fullscreen=False, keyboard=None, mounting=Mounting(rotate=90))
    pygame.display.quit()


def test_a_whole_screen_says_what_it_shows_and_why() -> None:
    window = Window((800, 480), fullscreen=True, keyboard=None)
    assert window.choices == (Choice(Mode(1024, 768, 60), (1024, 768), "own"),)
    window.close()


def test_a_desktop_is_left_as_it_is_and_its_picture_scaled_only_where_a_size_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = Mode(3840, 2160, 60)
    monkeypatch.setattr("cabinet.screens.window.own_mode", lambda _display, _modes: own)
    assert choice_for(0, None, None) == Choice(own, (3840, 2160), "own")
    assert choice_for(0, None, Mode(1280, 720, 0)) == Choice(own, (1280, 720), "not_offered")


RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
CORNERS = ("topleft", "topright", "bottomright", "bottomleft")
"""Clockwise: a turn by 90° moves each to the place of the next."""


def corner(surface: pygame.Surface, area: pygame.Rect, name: str) -> tuple[int, ...]:
    at = pygame.Rect(0, 0, 1, 1)
    setattr(at, name, getattr(area, name))
    return tuple(surface.get_at(at.topleft))[:3]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("margin", [0, 3, 10])
def test_each_corner_comes_where_the_turn_takes_it(rotate: int, margin: float) -> None:
    screen = pygame.Surface((800, 480))
    canvas = Canvas(screen, Mounting(rotate=rotate, margin=margin))
    for name, colour in zip(CORNERS, (RED, GREEN, BLUE, (255, 255, 0)), strict=True):
        patch = pygame.Rect(0, 0, 40, 20)
        setattr(patch, name, getattr(canvas.picture.get_rect(), name))
        canvas.picture.fill(colour, patch)
    canvas.carry([canvas.picture.get_rect()])
    area = inside((800, 480), margin)
    seen = [corner(screen, area, name) for name in CORNERS]
    first = rotate // 90
    assert seen[first:] + seen[:first] == [RED, GREEN, BLUE, (255, 255, 0)]
    assert not margin or corner(screen, screen.get_rect(), "topleft") == BLACK


def test_without_turn_and_margin_the_picture_is_the_screen_itself() -> None:
    screen = pygame.Surface((800, 480))
    canvas = Canvas(screen)
    dirty = [pygame.Rect(1, 2, 3, 4)]
    assert canvas.picture is screen
    assert canvas.carry(dirty) is dirty


def test_a_margin_is_its_share_of_width_and_height() -> None:
    assert inside((1920, 1080), 3) == pygame.Rect(58, 32, 1804, 1016)
    assert Canvas(pygame.Surface((1920, 1080)), Mounting(rotate=90, margin=3)).picture.get_size() == (1016, 1804)


def test_nothing_that_has_not_changed_is_copied() -> None:
    screen = pygame.Surface((100, 60))
    canvas = Canvas(screen, Mounting(rotate=90))
    canvas.picture.fill("white")
    assert canvas.carry([pygame.Rect(0, 0, 10, 5), pygame.Rect(200, 0, 5, 5), pygame.Rect(3, 3, 0, 0)]) == [
        pygame.Rect(95, 0, 5, 10)
    ]
    assert pygame.mask.from_threshold(screen, "white", (1, 1, 1)).count() == 50


SIZES = st.tuples(st.integers(8, 64), st.integers(8, 64))
RECTS = st.builds(pygame.Rect, *(st.integers(-10, 70) for _ in range(2)), *(st.integers(0, 80) for _ in range(2)))


@given(SIZES, st.sampled_from([0, 90, 180, 270]), st.sampled_from([0, 2.5, 10]), st.lists(RECTS, max_size=6))
@example((8, 8), 0, 2.5, [pygame.Rect(0, 0, 0, 9)])  # a margin of less than a pixel is none
def test_parts_make_the_same_screen_as_the_whole(
    size: tuple[int, int], rotate: int, margin: float, changed: Sequence[pygame.Rect]
) -> None:
    """Each part lies where it lies in the whole, and within the dirty rectangles that are returned."""
    whole, parts = (Canvas(pygame.Surface(size), Mounting(rotate=rotate, margin=margin)) for _ in range(2))
    for canvas in (whole, parts):
        for place in changed:
            canvas.picture.fill((place.x % 256, place.y % 256, place.w), place)
    whole.carry([whole.picture.get_rect()])
    dirty = parts.carry(changed)
    assert pixels(parts) == pixels(whole)
    if parts.picture is not parts._screen:  # else they are returned as they came
        assert all(pygame.Rect((0, 0), size).contains(rect) for rect in dirty)


def pixels(canvas: Canvas) -> bytes:
    return pygame.image.tobytes(canvas._screen, "RGB")


@given(SIZES, RECTS)
def test_four_quarter_turns_lead_back(size: tuple[int, int], rect: pygame.Rect) -> None:
    turned, at = rect, size
    for _ in range(4):
        turned, at = turned_rect(turned, at, 90), turned_size(at, 90)
    assert turned == rect
    half = turned_rect(turned_rect(rect, size, 90), turned_size(size, 90), 90)
    assert half == turned_rect(rect, size, 180)
    assert turned_rect(half, size, 90) == turned_rect(rect, size, 270)


@pytest.mark.parametrize(
    ("margin", "rotate", "is_laid_out"), [(10, 0, True), (10.1, 0, False), (0, 90, True), (9, 90, False)]
)
def test_a_margin_that_leaves_too_little_is_not_taken(margin: float, rotate: int, is_laid_out: bool) -> None:
    screen = pygame.Surface((600, 400) if not rotate else (320, 480))
    laid_out = canvases([screen], Mounting(rotate=rotate, margin=margin))
    assert (laid_out is not None) == is_laid_out


PAD, ENCODER = 11, 12


class Desk:
    def __init__(self) -> None:
        self.keyboard = KeyboardSource([str(line) for line in pad_lines(Input())])
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
    for number in (ENCODER, 13, 14):
        desk.add(number)
    for number, told in ((PAD, [("seat0.CARD4", True)]), (13, [("seat1.CARD4", True)]), (14, [])):
        assert desk.button(number, pygame.CONTROLLER_BUTTON_A) == told
    desk.event(pygame.JOYDEVICEREMOVED, instance_id=ENCODER)
    assert desk.keyboard.is_connected


def test_a_seat_that_nobody_has_pressed_yields_to_the_pad_that_is_pressed_and_waits_for_none(desk: Desk) -> None:
    for number in (ENCODER, 13):
        desk.add(number)
    assert desk.event(pygame.JOYBUTTONDOWN, instance_id=ENCODER, button=0) == [("seat0.CARD1", True)]
    assert desk.event(pygame.JOYDEVICEREMOVED, instance_id=PAD) == []
    assert desk.keyboard.is_connected
    assert desk.button(13, pygame.CONTROLLER_BUTTON_B) == [("seat1.CARD5", True)]


def test_a_thing_that_may_be_anything_does_not_end_the_wait_for_a_pad_but_its_press_does(desk: Desk) -> None:
    desk.button(PAD, pygame.CONTROLLER_BUTTON_A)
    desk.event(pygame.JOYDEVICEREMOVED, instance_id=PAD)
    desk.add(ENCODER)
    assert not desk.keyboard.is_connected
    assert desk.event(pygame.JOYBUTTONDOWN, instance_id=ENCODER, button=7) == [("seat0.ACTION", True)]
    assert desk.keyboard.is_connected


def test_a_pad_that_the_session_has_twice_plays_one_seat_from_the_fourth_press_on(desk: Desk) -> None:
    desk.add(13)
    seats = []
    for button in (pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B) * 2:
        told = desk.button(PAD, button) + desk.button(13, button)
        seats.append({str(line).partition(".")[0] for line, pressed in told if pressed})
        desk.button(PAD, button, down=False)
        desk.button(13, button, down=False)
    assert (seats[0], seats[3]) == ({"seat0", "seat1"}, {"seat0"})


def test_a_device_with_fewer_buttons_than_a_panel_is_left_alone() -> None:
    desk = Desk()
    desk.pads = SdlPads(desk.keyboard, lambda index: None if index == ENCODER else (index, True, object()))
    for number in (ENCODER, PAD):
        desk.add(number)
    assert desk.event(pygame.JOYBUTTONDOWN, instance_id=ENCODER, button=0) == []
    assert desk.button(PAD, pygame.CONTROLLER_BUTTON_A) == [("seat0.CARD4", True)]


@pytest.mark.parametrize(("kind", "buttons", "is_panel"), [(1, 15, True), (0, 4, False), (0, 8, True)])
def test_sdl_opens_what_has_all_buttons_of_a_panel(kind: int, buttons: int, is_panel: bool) -> None:
    """Joysticks that SDL imagines; `kind` 1 is a gamepad's (SDL_JoystickType)."""
    pygame.joystick.init()
    sdl = sdl_library()
    assert sdl is not None
    index = sdl.SDL_JoystickAttachVirtual(kind, 6 * kind, buttons, 0)
    try:
        found = open_pad(index)
        assert (found is not None) == is_panel
        assert found is None or found[1] == (kind == 1)
    finally:
        sdl.SDL_JoystickDetachVirtual(index)
