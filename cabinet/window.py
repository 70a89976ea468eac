"""The window, and the one reader of pygame's event queue.

`Window.read` empties the queue: key events go to the keyboard source with the moment of the reading, which is all
that is known of them; what remains is what the loop must know. Positions count, not letters: a key is known by the
name it has on a US keyboard, so that the panels keep their shape under every layout.
"""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from cabinet.display.layout.boxes import SMALLEST_SCREEN
from cabinet.errors import NoDisplay, ScreenGone, ScreenTooSmall, TooFewScreens
from cabinet.quiet import quiet_libraries
from cabinet.words import word
from hardware.keyboard import KeyboardSource

WANTED: Final = (
    pygame.QUIT,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.WINDOWCLOSE,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWSIZECHANGED,
)
"""The events that may wake the program; a mouse that is moved is none of them."""

ALWAYS_WHOLE: Final = "kmsdrm"
"""SDL's video driver without a desktop: a window there is a whole display, and a display holds one."""

PLAIN: Final = "x11"
"""SDL's video driver that takes pixels as they are. Left alone, SDL sends them through OpenGL: that loads some 60 MB of
libraries, and puts the whole window on the screen where a few rectangles of it have changed."""

CENTRED_ON: Final = 0x2FFF0000
"""As a window's coordinate, with a display's number added: in the middle of that display (SDL_video.h)."""

CARDS: Final = Path("/dev/dri")
"""Where Linux has its graphics cards."""

LOOK_S: Final = 0.1
"""Between two looks for one."""

GONE_NS: Final = 1_000_000_000
"""Between two looks whether it is still there, while nothing is drawn."""

UNSEEN: Final = ("offscreen", "dummy", "evdev")
"""SDL's video drivers that show nothing to anybody."""


@dataclass(frozen=True)
class Reading:
    """What one reading of the queue found besides keys of the panels."""

    quits: bool = False
    exposed: bool = False


class Window:
    """The program's windows: one, or one for each of several screens. Opened once; never opened again, because not
    every video driver survives that."""

    def __init__(
        self,
        size: tuple[int, int],
        *,
        fullscreen: bool,
        keyboard: KeyboardSource | None,
        displays: Sequence[int | None] = (None,),
        escapes: bool = True,
        patience_s: float = 0,
    ) -> None:
        """`displays` says on which display each screen is shown, None for wherever there is room. `escapes`: the key
        Esc asks the program to end. `patience_s`: how long to wait for a display that comes later than the program.

        Raises NoDisplay where nobody could see it, TooFewScreens where there are not as many displays as that takes.
        `size` counts for windows only, and as far as the desktop has room for it.
        """
        if len(displays) > 1:  # a player who looks at the other screen takes the focus along
            os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
        self._cards = {card: inode_of(card) for card in open_video(patience_s)}
        self._look_at = 0
        self._has_gone = False
        if pygame.display.get_driver() not in UNSEEN:
            size = fitting(size, pygame.display.get_desktop_sizes()[0])
        if pygame.display.get_driver() == PLAIN:
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        whole = fullscreen or pygame.display.get_driver().casefold() == ALWAYS_WHOLE
        chosen = choose_displays(displays, pygame.display.get_num_displays(), whole=whole)
        pygame.display.set_caption(word("title.window"))
        try:
            first = pygame.display.set_mode(
                (0, 0) if fullscreen else size, pygame.FULLSCREEN if fullscreen else 0, display=chosen[0]
            )
        except pygame.error as problem:
            raise NoDisplay(str(problem)) from problem
        self._further = [further_window(size, display, whole=whole) for display in chosen[1:]]
        self.screens = (first, *(window.get_surface() for window in self._further))
        """What is drawn on, a screen each; the first is the one of those that have none of their own."""
        if len(set(chosen)) < len(chosen):
            side_by_side(self._further, size)
        for screen in self.screens:
            check_size(screen.get_size())
        pygame.mouse.set_visible(False)
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(WANTED)
        self._keyboard = keyboard
        self._escapes = escapes
        self._names = us_key_names()
        self._kept: list[pygame.event.Event] = []

    def wait(self, milliseconds: int) -> None:
        """Sleep until an event comes or the time is over."""
        event = pygame.event.wait(milliseconds)
        if event.type != pygame.NOEVENT:
            self._kept.append(event)

    def read(self, now: int) -> Reading:
        """Empty the queue; `now` (CLOCK_MONOTONIC, ns) is the moment of reading, and the stamp of its keys.

        Raises ScreenGone when the graphics card has gone: SDL says nothing of it, and counts pictures on.
        """
        if now >= self._look_at:
            self._look_at = now + GONE_NS
            self._look_for_cards()
        events, self._kept = self._kept + pygame.event.get(), []
        quits = exposed = False
        for event in events:
            quits = quits or event.type in (pygame.QUIT, pygame.WINDOWCLOSE)
            quits = quits or (self._escapes and is_escape(event))
            exposed = exposed or event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED)
            self._feed(event, now)
        if self._keyboard is not None:
            self._keyboard.mark_read(now)
        return Reading(quits, exposed)

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Put what changed on a screen before people's eyes.

        Raises ScreenGone when the graphics card has gone: where Mesa draws by itself, it would fall.
        """
        self._look_for_cards()
        if place == 0:
            pygame.display.update(changed)
        else:
            self._further[place - 1].flip()

    def close(self) -> None:
        """Close every window. Without its card none can be closed in order, and who tries may not live to say why."""
        if self._has_gone:
            return
        for window in self._further:
            window.destroy()
        pygame.display.quit()

    def _look_for_cards(self) -> None:
        """Raise ScreenGone when a card has gone, also where another has its name by now."""
        if any(not inode or inode_of(card) != inode for card, inode in self._cards.items()):
            self._has_gone = True
            raise ScreenGone(word("window.gone"))

    def _feed(self, event: pygame.event.Event, now: int) -> None:
        if self._keyboard is None:
            return
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.scancode in self._names:
            self._keyboard.feed(self._names[event.scancode], event.type == pygame.KEYDOWN, now)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._keyboard.release_all(now)


def open_video(patience_s: float = 0) -> frozenset[str]:
    """Open the video of this machine; returns the graphics cards that it cannot do without, none on a desktop.

    Raises NoDisplay if there is none that anybody could see, also after so long.

    SDL takes a driver that shows nothing where it finds no other; that counts only for those who asked for it.
    """
    gives_up = time.monotonic() + patience_s
    on_a_card = os.environ.get("SDL_VIDEODRIVER") == "kmsdrm"  # the others need none
    while True:
        cards = wait_for_cards(frozenset(), gives_up if on_a_card else 0)
        try:
            with quiet_libraries():
                pygame.display.init()
            break
        except pygame.error as problem:
            if not on_a_card or wait_for_cards(cards, gives_up) == cards:
                raise NoDisplay(str(problem)) from problem
    driver = pygame.display.get_driver()
    if driver in UNSEEN and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise NoDisplay(word("window.none"))
    return cards if on_a_card else frozenset()


def inode_of(path: str) -> int:
    """What tells a file from a later one of the same name; 0 where there is none."""
    try:
        return Path(path).stat().st_ino
    except OSError:
        return 0


def fitting(size: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """The size of a window, in px, as far as a desktop has room for it: what hangs over its edge nobody sees."""
    return min(size[0], desktop[0]), min(size[1], desktop[1])


def wait_for_cards(known: frozenset[str], until: float) -> frozenset[str]:
    """The graphics cards that may be used, once they are others than those known, or time is up (`time.monotonic`).

    SDL itself is not asked meanwhile: that costs more than a machine has to spare while it boots.
    """
    while True:
        cards = frozenset(str(path) for path in CARDS.glob("card*") if os.access(path, os.R_OK | os.W_OK))
        if cards != known or time.monotonic() >= until:
            return cards
        time.sleep(LOOK_S)


def choose_displays(wanted: Sequence[int | None], found: int, *, whole: bool) -> list[int]:
    """The display of each screen, 0 being the first of the `found` there are.

    `whole`: a screen fills its display. Raises TooFewScreens where there is none of that number, or not one for each.
    """
    free = [number for number in range(found) if number not in wanted]
    chosen = [number if number is not None else free.pop(0) if free else found - 1 for number in wanted]
    for number in chosen:
        if number >= found:
            raise TooFewScreens(word("screens.no_such", number=number, found=found))
    if whole and len(set(chosen)) < len(chosen):
        raise TooFewScreens(word("screens.too_few", needed=len(chosen), found=found))
    return chosen


def further_window(size: tuple[int, int], display: int, *, whole: bool) -> pygame.Window:
    """One more window, of that size or as large as its display. Raises TooFewScreens where it cannot be had."""
    place = (CENTRED_ON + display, CENTRED_ON + display)
    if whole:
        size = pygame.display.get_desktop_sizes()[display]
    try:
        return pygame.Window(word("title.window"), size, place, fullscreen_desktop=whole)
    except pygame.error as problem:
        raise TooFewScreens(word("screens.refused", number=display, reason=problem)) from problem


def side_by_side(further: Sequence[pygame.Window], size: tuple[int, int]) -> None:
    """Lay the windows of one display beside each other, as far as it is wide."""
    width = pygame.display.get_desktop_sizes()[0][0]
    step = min(size[0], (width - size[0]) // len(further))
    top = pygame.display.get_window_position()[1]
    try:
        pygame.display.set_window_position((0, top))
        for place, window in enumerate(further, start=1):
            window.position = (place * step, top)
    except pygame.error:  # some desktops let no program say where its windows are
        return


def check_size(size: tuple[int, int]) -> None:
    """Raise ScreenTooSmall for a screen on which cards could not be read."""
    if size[0] < SMALLEST_SCREEN[0] or size[1] < SMALLEST_SCREEN[1]:
        given, least = ("x".join(map(str, each)) for each in (size, SMALLEST_SCREEN))
        raise ScreenTooSmall(word("window.too_small", given=given, least=least))


def is_escape(event: pygame.event.Event) -> bool:
    """Whether somebody at a desk wants to go."""
    return event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE


def us_key_names() -> Mapping[int, str]:
    """Scancode -> the name of the key in that place on a US keyboard, as `pygame.key.name` has it."""
    suffixes = [name.removeprefix("KSCAN_") for name in dir(pygame) if name.startswith("KSCAN_")]
    codes = {suffix: key_code(suffix) for suffix in suffixes}
    return {getattr(pygame, f"KSCAN_{suffix}"): pygame.key.name(code) for suffix, code in codes.items() if code}


def key_code(suffix: str) -> int:
    """pygame's key code for the suffix of a scancode's name, 0 if there is none: ``A`` is ``K_a``."""
    return int(getattr(pygame, f"K_{suffix}", 0) or getattr(pygame, f"K_{suffix.lower()}", 0))
