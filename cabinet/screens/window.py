"""The window, and the only reader of pygame's event queue.

`Window.read` empties the queue: key events go to the keyboard source stamped with the time of the reading, because no
better time is known; the loop receives the rest as a `Reading`. Keys are identified by position, under the name that
the position has on a US keyboard, so that the panels keep their shape under every layout.
"""

import os
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.layout.boxes import SMALLEST_SCREEN
from cabinet.errors import NoDisplay, ScreenGone, ScreenTooSmall, TooFewScreens
from cabinet.process.notify import Wait
from cabinet.process.sdl_library import sdl_library
from cabinet.process.streams import silenced_libraries
from cabinet.screens.canvas import Canvas, canvases, is_legible, turned_size
from cabinet.screens.connectors import (
    Screens,
    await_screen,
    is_unplugged,
    own_size,
    taken_in_play,
    wait_for_cards,
)
from cabinet.screens.modes import BEST_HZ, UPRIGHT, Choice, Mode, Mounting, choosable, choose_mode
from cabinet.screens.sdl_modes import SdlModes
from cabinet.screens.sdl_pads import EVENTS, SdlPads
from cabinet.strings.catalogue import word
from hardware.keyboard import KeyboardSource, letter_of
from hardware.posix import physical_memory

WANTED: Final = (
    pygame.QUIT,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.WINDOWCLOSE,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWSIZECHANGED,
    pygame.KEYMAPCHANGED,
    pygame.AUDIODEVICEADDED,
    pygame.AUDIODEVICEREMOVED,
    *EVENTS,
)
"""The events that may wake the program; the motion of a mouse does not."""

ALWAYS_WHOLE: Final = "kmsdrm"
"""SDL's video driver without a desktop: a window always fills a display, and a display has only one."""

SOFTWARE_DRIVER: Final = "x11"
"""SDL's video driver that accepts plain pixels. By default SDL sends them through OpenGL: that loads some 60 MB of
libraries, and copies the whole window to the screen where only a few rectangles of it have changed."""

CENTRED_ON: Final = 0x2FFF0000
"""A window's coordinate that, with a display's number added, means the middle of that display (SDL_video.h)."""

FIRST_WINDOW: Final = 1
"""SDL's id of the window that a program opens first: without further ones, that of `pygame.display`."""

GONE_NS: Final = 1_000_000_000
"""The interval between two checks that the graphics card still exists, while nothing is drawn, and that the screen is
still the same, ns."""

LENT_NS: Final = 30_000_000_000
"""How long another terminal or program may have the screen before the program ends and waits for it, ns: long enough
for a look at another terminal."""

SETTLING: Final = 12
AGAIN_NS: Final = 250_000_000
"""A further whole screen is shown so often again behind its opening, and so far apart, ns: on the kernel's displays
SDL 2 loses the first pictures of a window that was opened before another, and a title that stands still comes once."""

HELD_NS: Final = 100_000_000
"""How long keys that go down do not count after the first reading, and after the window has got the keyboard, ns: SDL
takes the next auto-repeat of a key that was held before for a press. Repeats are up to 90 ms apart."""

HEADLESS_DRIVERS: Final = ("offscreen", "dummy", "evdev")
"""SDL's video drivers without a visible picture."""


class Reading(msgspec.Struct, frozen=True):
    """The result of one reading of the queue, besides keys of the panels: whether the user quits, whether a window must
    be redrawn, whether the sound device that plays has gone, and whether another has come."""

    quits: bool = False
    exposed: bool = False
    sound_gone: bool = False
    sound_come: bool = False


class Window:
    """The program's windows: one, or one for each of several screens. Opened once and never again, because not every
    video driver survives a second opening."""

    def __init__(
        self,
        size: tuple[int, int],
        *,
        fullscreen: bool,
        keyboard: KeyboardSource | None,
        displays: Sequence[int | None] = (None,),
        escapes: bool = True,
        patience_s: float = 0,
        wait: Wait | None = None,
        mounting: Mounting = UPRIGHT,
    ) -> None:
        """`displays` gives the display of each screen, None for any free display. `escapes`: the key Esc ends the
        program. `patience_s` and `wait`: see `open_video`. Until the first reading SIGTERM ends the program at once.

        Raises NoDisplay without a visible display, TooFewScreens with too few displays, ScreenTooSmall for a screen on
        which cards are unreadable. `size` applies to windows only, and is limited to the desktop's.
        """
        os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # nobody would read before the first turn that one came
        if len(displays) > 1:  # the other screen may take the focus
            os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
        self._cards = {card: inode_of(card) for card in open_video(patience_s, wait)}
        self._connected = Screens() if self._cards else None
        self._look_at = 0
        self._taken_since: int | None = None
        self._has_gone = False
        if pygame.display.get_driver() not in HEADLESS_DRIVERS:
            size = fitting(size, pygame.display.get_desktop_sizes()[0])
        if pygame.display.get_driver() == SOFTWARE_DRIVER:
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        whole = fullscreen or pygame.display.get_driver().casefold() == ALWAYS_WHOLE
        self.displays = pygame.display.get_num_displays() if whole else None
        """How many whole screens there can be; None for windows of a desktop."""
        chosen = choose_displays(displays, pygame.display.get_num_displays(), whole=whole)
        pygame.display.set_caption(word("title.window"))
        modes = modes_to_choose()
        choices = [choice_for(at, modes, mounting.mode) for at in chosen]
        choices[1:] = [replace(choice, picture=choice.mode.size) for choice in choices[1:]]  # pygame scales only one
        # before pygame's own: on the kernel's displays that one loses its picture to any window opened after it
        self._further = [
            further_window(size, display, choice if whole else None, modes)
            for display, choice in zip(chosen[1:], choices[1:], strict=True)
        ]
        window = FIRST_WINDOW + len(self._further)
        try:
            first = first_window(choices[0] if whole else None, size, chosen[0], modes, window)
        except pygame.error as problem:
            raise NoDisplay(str(problem)) from problem
        self._surfaces: Sequence[pygame.Surface] = (first, *(window.get_surface() for window in self._further))
        self._order = list(range(len(self._surfaces)))
        """Which window each screen is, 0 the first."""
        self._shown_again = 0 if whole and self._further else SETTLING
        self._show_again_at = 0
        self._display, self._size, self._modes = chosen[0], size, modes
        self._mounting = mounting
        self._canvases = [Canvas(surface, mounting) for surface in self._surfaces]
        self.screens = tuple(canvas.picture for canvas in self._canvases)
        """The surfaces to draw on, one for each screen; seats without a screen of their own share the first."""
        self.choices: Sequence[Choice] = tuple(choices) if whole else ()
        """The mode and the picture of each whole screen; empty for windows of a desktop."""
        if len(set(chosen)) < len(chosen):
            side_by_side(self._further, size)
        for screen in self.screens:
            check_size(screen.get_size())
        pygame.mouse.set_visible(False)
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(WANTED)
        self._keyboard = keyboard
        self._pads = SdlPads(keyboard) if keyboard is not None else None
        if keyboard is not None:
            pygame.joystick.init()
            keyboard.letters = letters_of_layout()
        self._escapes = escapes
        self._names = us_key_names()
        self._presses_from: int | None = None
        self._kept: list[pygame.event.Event] = []

    def lay_out(self, margin: float, rotate: int | None = None) -> bool:
        """Lay the picture out inside another margin, in per cent at each edge, and turned clockwise by `rotate` degrees
        (None: as it is): `screens` are other surfaces then, on which nothing is drawn yet. Return False, and change
        nothing, where cards would be unreadable."""
        mounting = replace(self._mounting, margin=margin)
        mounting = mounting if rotate is None else replace(mounting, rotate=rotate)
        if mounting == self._mounting:
            return True
        if (laid_out := canvases(self._surfaces, mounting)) is None:
            return False
        self._mounting, self._canvases = mounting, laid_out
        self.screens = tuple(canvas.picture for canvas in laid_out)
        return True

    def exchange(self, *, on: bool) -> None:
        """Have the first two screens in the other order, or in their own; with one screen nothing changes.

        On `screens`, which are in that order then, stands what was drawn before.
        """
        order = [1, 0, *range(2, len(self._further) + 1)] if on and self._further else range(len(self._further) + 1)
        if list(order) == self._order:
            return
        whole = dict(zip(self._order, zip(self._surfaces, self._canvases, strict=True), strict=True))
        self._order = list(order)
        self._surfaces, canvases = zip(*(whole[window] for window in order), strict=True)
        self._canvases = list(canvases)
        self.screens = tuple(canvas.picture for canvas in canvases)

    @property
    def offered(self) -> Sequence[Mode]:
        """The modes that an operator can choose (`choosable`), in which cards are legible as the screen is mounted.

        There are none on a desktop, whose mode is its own, and with several screens.
        """
        if self._modes is None or len(self._surfaces) > 1:
            return ()
        own, memory, mounting = own_mode(self._display, self._modes), physical_memory(), self._mounting
        modes = choosable(self._modes.offered(self._display), own, memory)
        return [each for each in modes if is_legible(turned_size(each.size, mounting.rotate), mounting.margin)]

    def set_mode(self, mode: Mode | None) -> bool:
        """Change to a mode, None: to the one that the machine bears.

        `screens` are other surfaces then, on which nothing is drawn yet. Return False, and be as before, where the
        screen refuses it or cards would be unreadable. A desktop's mode, and those of several screens, stay.
        """
        if mode == self._mounting.mode or self._modes is None or len(self._surfaces) > 1:
            return True
        before = self.choices[0], self._mounting
        choice = choice_for(self._display, self._modes, mode)
        if self._open_in(choice, replace(self._mounting, mode=mode)):
            return True
        self._open_in(*before)
        return False

    def _open_in(self, choice: Choice, mounting: Mounting) -> bool:
        try:
            surfaces = (first_window(choice, self._size, self._display, self._modes),)
        except pygame.error:
            return False
        if (laid_out := canvases(surfaces, mounting)) is None:
            return False
        self._surfaces, self._mounting, self._canvases, self.choices = surfaces, mounting, laid_out, (choice,)
        self.screens = tuple(canvas.picture for canvas in laid_out)
        return True

    def wait(self, milliseconds: int) -> None:
        """Sleep until an event arrives or the time is over; without a keyboard of the window's own, until it is over.

        Nothing else that SDL tells is urgent, and its driver of a console cannot wait: it would look for events every
        millisecond.
        """
        if self._keyboard is None:
            time.sleep(milliseconds / 1000)
            return
        event = pygame.event.wait(milliseconds)
        if event.type != pygame.NOEVENT:
            self._kept.append(event)

    def read(self, now: int) -> Reading:
        """Empty the queue; `now` (CLOCK_MONOTONIC, ns) is the moment of reading, and the stamp of its keys.

        From the first reading until `close`, SIGTERM is read as a wish to quit.

        A key that was held before the first reading, or before the window got the keyboard, counts once it has been
        released and pressed again.

        Raises ScreenGone when the graphics card has gone, another screen is connected, or somebody else has had the
        screen for `LENT_NS`: SDL reports none of it, and continues to count frames.
        """
        if now >= self._look_at:
            self._look_at = now + GONE_NS
            self._look_for_cards()
            if self._connected is not None and self._connected.are_others():
                raise ScreenGone(word("window.other"))
            self._look_who_has_it(now)
        if self._shown_again < SETTLING and now >= self._show_again_at:
            self._shown_again, self._show_again_at = self._shown_again + 1, now + AGAIN_NS
            for window in self._further:
                window.flip()
        if self._presses_from is None:
            self._presses_from = now + HELD_NS
            signal.signal(signal.SIGTERM, lambda *_: pygame.event.post(pygame.event.Event(pygame.QUIT)))
        events, self._kept = self._kept + pygame.event.get(), []
        quits = exposed = gone = come = False
        for event in events:
            quits = quits or event.type in (pygame.QUIT, pygame.WINDOWCLOSE)
            quits = quits or (self._escapes and is_escape(event))
            exposed = exposed or event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED)
            gone = gone or has_gone(event)
            come = come or (event.type == pygame.AUDIODEVICEADDED and not event.iscapture)
            self._feed(event, now)
        if self._keyboard is not None:
            self._keyboard.mark_read(now)
        return Reading(quits, exposed, gone, come)

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Show the changed rectangles of a screen.

        Raises ScreenGone when the graphics card has gone: where Mesa draws in software, it would crash.
        """
        self._look_for_cards()
        changed = self._canvases[place].carry(changed)
        if window := self._order[place]:
            self._further[window - 1].flip()
        else:
            pygame.display.update(changed)

    def close(self) -> None:
        """Close every window. After the loss of the graphics card do nothing, because closing a window may crash."""
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if self._has_gone:
            return
        for window in self._further:
            window.destroy()
        pygame.display.quit()

    def _look_for_cards(self) -> None:
        """Raise ScreenGone when a card has gone, even if another card has its name now."""
        if any(not inode or inode_of(card) != inode for card, inode in self._cards.items()):
            self._has_gone = True
            raise ScreenGone(word("window.gone"))

    def _look_who_has_it(self, now: int) -> None:
        """Raise ScreenGone when another terminal or program has had the screen for too long."""
        taken = taken_in_play() if self._cards else ""
        if not taken:
            self._taken_since = None
            return
        self._taken_since = now if self._taken_since is None else self._taken_since
        if now - self._taken_since >= LENT_NS:
            raise ScreenGone(word("window.taken", seconds=LENT_NS // 1_000_000_000, reason=taken))

    def _feed(self, event: pygame.event.Event, now: int) -> None:
        if self._keyboard is None or self._pads is None:
            return
        self._pads.feed(event, now)
        if event.type == pygame.KEYMAPCHANGED:
            self._keyboard.letters = letters_of_layout()
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.scancode in self._names:
            pressed = event.type == pygame.KEYDOWN
            if not pressed or now >= (self._presses_from or 0):
                self._keyboard.feed(self._names[event.scancode], pressed, now)
            self._learn(self._names[event.scancode], event.key)
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self._presses_from = now + HELD_NS
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._keyboard.release_all(now)

    def _learn(self, key: str, code: int) -> None:
        """Take over what is printed on a key from its event, where SDL could not be asked."""
        letter = letter_of(code) if len(key) == 1 else ""
        if self._keyboard is not None and letter not in ("", self._keyboard.letters.get(key, key)):
            self._keyboard.letters = {**self._keyboard.letters, key: letter}


def has_gone(event: pygame.event.Event) -> bool:
    """Return whether an event says that the sound device that plays has gone; that of one which is not open has no id
    (SDL_audio.c, SDL_RemoveAudioDevice)."""
    return event.type == pygame.AUDIODEVICEREMOVED and not event.iscapture and event.which != 0


def open_video(patience_s: float = 0, wait: Wait | None = None) -> frozenset[str]:
    """Open SDL's video; return the graphics cards that it depends on, none on a desktop.

    A graphics card is waited for for `patience_s`, and where `wait` is given, a screen connected to it without a limit.
    Raises NoDisplay if there is no visible display then.

    Without a display SDL selects a driver that shows nothing; that is an error unless SDL_VIDEODRIVER names the driver.
    """
    gives_up = time.monotonic() + patience_s
    on_a_card = os.environ.get("SDL_VIDEODRIVER") == "kmsdrm"  # the other drivers need no card
    while True:
        cards = wait_for_cards(frozenset(), gives_up if on_a_card else 0)
        if on_a_card and wait is not None:
            await_screen(cards, wait)
        try:
            with silenced_libraries():
                pygame.display.init()
            break
        except pygame.error as problem:
            if on_a_card and wait is not None and is_unplugged():  # unplugged again just then
                continue
            if not on_a_card or wait_for_cards(cards, gives_up) == cards:
                raise NoDisplay(str(problem)) from problem
    driver = pygame.display.get_driver()
    if driver in HEADLESS_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise NoDisplay(word("window.none"))
    return cards if on_a_card else frozenset()


def inode_of(path: str) -> int:
    """Return the inode number, which distinguishes a file from a later file of the same name; 0 if there is none."""
    try:
        return Path(path).stat().st_ino
    except OSError:
        return 0


def fitting(size: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window, in px, limited to the desktop's, since parts beyond its edge are invisible."""
    return min(size[0], desktop[0]), min(size[1], desktop[1])


def choose_displays(wanted: Sequence[int | None], found: int, *, whole: bool) -> list[int]:
    """Return the display of each screen, from 0 to `found` - 1.

    `whole`: a screen fills its display. Raises TooFewScreens if a wanted display does not exist, or if there are too
    few displays for whole screens.
    """
    free = [number for number in range(found) if number not in wanted]
    chosen = [number if number is not None else free.pop(0) if free else found - 1 for number in wanted]
    for number in chosen:
        if number >= found:
            raise TooFewScreens(word("screens.no_such", number=number, found=found))
    if whole and len(set(chosen)) < len(chosen):
        raise TooFewScreens(word("screens.too_few", needed=len(chosen), found=found))
    return chosen


def modes_to_choose() -> SdlModes | None:
    """Return the modes of the displays, None where they are a desktop's: those are left as they are."""
    if pygame.display.get_driver().casefold() != ALWAYS_WHOLE:
        return None

    return SdlModes()


def choice_for(display: int, modes: SdlModes | None, wanted: Mode | None) -> Choice:
    """Return the mode and the picture for a display. A desktop's picture is scaled only if a mode is `wanted`: X11
    without a window manager would show a part of it."""
    own = own_mode(display, modes)
    if modes is None and wanted is None:
        return Choice(own, own.size, "own")
    return choose_mode(modes.offered(display) if modes else (), own, wanted, physical_memory())


def own_mode(display: int, modes: SdlModes | None) -> Mode:
    """Return the mode that a display was in when the program started; on a console that could not use it, the screen's
    preferred mode."""
    mode = Mode(*pygame.display.get_desktop_sizes()[display], pygame.display.get_desktop_refresh_rates()[display])
    if modes is None or (size := own_size(mode.size)) == mode.size:
        return mode
    alike = [each for each in modes.offered(display) if each.size == size]
    return min(alike, key=lambda each: abs(each.hz - BEST_HZ), default=mode)


def first_window(
    choice: Choice | None, size: tuple[int, int], display: int, modes: SdlModes | None, window: int = FIRST_WINDOW
) -> pygame.Surface:
    """Open the first window: a whole screen as chosen, or a window of that size; `window` is the id that SDL gives it.

    Raises pygame.error.
    """
    if choice is None:
        return pygame.display.set_mode(size, display=display)
    flags = pygame.FULLSCREEN
    if choice.is_scaled:
        flags |= pygame.SCALED
        is_even = choice.mode.width % choice.picture[0] == 0 == choice.mode.height % choice.picture[1]
        os.environ.setdefault("SDL_RENDER_SCALE_QUALITY", "nearest" if is_even else "linear")
    surface = pygame.display.set_mode(choice.picture, flags, display=display)
    if modes and modes.change(window, display, choice.mode):
        pygame.display.flip()  # gives the surface its pixels of the new size
    return surface


def further_window(size: tuple[int, int], display: int, choice: Choice | None, modes: SdlModes | None) -> pygame.Window:
    """Open a further window: a whole screen in the chosen mode, or a window of that size.

    Raises TooFewScreens if that fails.
    """
    place = (CENTRED_ON + display, CENTRED_ON + display)
    try:
        if choice is None:
            return pygame.Window(word("title.window"), size, place)
        window = pygame.Window(word("title.window"), choice.mode.size, place, fullscreen_desktop=True)
        if modes:
            modes.change(window.id, display, choice.mode)
        return window
    except pygame.error as problem:
        raise TooFewScreens(word("screens.refused", number=display, reason=problem)) from problem


def side_by_side(further: Sequence[pygame.Window], size: tuple[int, int]) -> None:
    """Place the windows of one display beside each other, overlapping if it is too narrow."""
    width = pygame.display.get_desktop_sizes()[0][0]
    step = min(size[0], (width - size[0]) // len(further))
    top = pygame.display.get_window_position()[1]
    try:
        pygame.display.set_window_position((0, top))
        for place, window in enumerate(further, start=1):
            window.position = (place * step, top)
    except pygame.error:  # some desktops do not let programs place their windows
        return


def check_size(size: tuple[int, int]) -> None:
    """Raise ScreenTooSmall for a screen on which cards are unreadable."""
    if size[0] < SMALLEST_SCREEN[0] or size[1] < SMALLEST_SCREEN[1]:
        given, least = ("x".join(map(str, each)) for each in (size, SMALLEST_SCREEN))
        raise ScreenTooSmall(word("window.too_small", given=given, least=least))


def is_escape(event: pygame.event.Event) -> bool:
    """Return whether the event is a press of Esc."""
    return event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE


def us_key_names() -> Mapping[int, str]:
    """Return scancode -> the name of the key at that position on a US keyboard, as in `pygame.key.name`."""
    suffixes = [name.removeprefix("KSCAN_") for name in dir(pygame) if name.startswith("KSCAN_")]
    codes = {suffix: key_code(suffix) for suffix in suffixes}
    return {getattr(pygame, f"KSCAN_{suffix}"): pygame.key.name(code) for suffix, code in codes.items() if code}


def letters_of_layout() -> Mapping[str, str]:
    """Return key -> the letter on it in the session's layout, for the keys whose US name is one sign.

    Empty where SDL cannot be asked; the keys' events say it there.
    """
    if (library := sdl_library()) is None:
        return {}
    names = {scancode: name for scancode, name in us_key_names().items() if len(name) == 1}
    letters = {name: letter_of(library.SDL_GetKeyFromScancode(scancode)) for scancode, name in names.items()}
    return {name: letter for name, letter in letters.items() if letter}


def key_code(suffix: str) -> int:
    """Return pygame's key code for the suffix of a scancode's name, 0 if there is none: ``A`` is ``K_a``."""
    return int(getattr(pygame, f"K_{suffix}", 0) or getattr(pygame, f"K_{suffix.lower()}", 0))
