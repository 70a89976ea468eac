"""The window, and the one reader of pygame's event queue.

`Window.read` empties the queue: key events go to the keyboard source with the moment of the reading, which is all
that is known of them; what remains is what the loop must know. Positions count, not letters: a key is known by the
name it has on a US keyboard, so that the panels keep their shape under every layout.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from cabinet.display.layout import SMALLEST_SCREEN
from cabinet.errors import NoDisplay, ScreenTooSmall
from cabinet.quiet import quiet_libraries
from cabinet.words import word
from hardware.keyboard import KeyboardSource

WANTED: Final = (
    pygame.QUIT,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWSIZECHANGED,
)
"""The events that may wake the program; a mouse that is moved is none of them."""

UNSEEN: Final = ("offscreen", "dummy", "evdev")
"""SDL's video drivers that show nothing to anybody."""


@dataclass(frozen=True)
class Reading:
    """What one reading of the queue found besides keys of the panels."""

    quits: bool = False
    exposed: bool = False


class Window:
    """The program's window. Opened once; never opened again, because not every video driver survives that."""

    def __init__(self, size: tuple[int, int], *, fullscreen: bool, keyboard: KeyboardSource | None) -> None:
        """Raises NoDisplay where nobody could see it. `size` counts for a window only."""
        open_video()
        pygame.display.set_caption(word("title.window"))
        flags = pygame.FULLSCREEN if fullscreen else 0
        try:
            self.screen = pygame.display.set_mode((0, 0) if fullscreen else size, flags)
        except pygame.error as problem:
            raise NoDisplay(str(problem)) from problem
        check_size(self.screen.get_size())
        pygame.mouse.set_visible(False)
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(WANTED)
        self._keyboard = keyboard
        self._names = us_key_names()
        self._kept: list[pygame.event.Event] = []

    def wait(self, milliseconds: int) -> None:
        """Sleep until an event comes or the time is over."""
        event = pygame.event.wait(milliseconds)
        if event.type != pygame.NOEVENT:
            self._kept.append(event)

    def read(self, now: int) -> Reading:
        """Empty the queue; `now` (CLOCK_MONOTONIC, ns) is the moment of reading, and the stamp of its keys."""
        events, self._kept = self._kept + pygame.event.get(), []
        quits = exposed = False
        for event in events:
            quits = quits or event.type == pygame.QUIT or is_escape(event)
            exposed = exposed or event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED)
            self._feed(event, now)
        if self._keyboard is not None:
            self._keyboard.mark_read(now)
        return Reading(quits, exposed)

    def show(self, changed: Sequence[pygame.Rect]) -> None:
        """Put what changed on the screen before people's eyes."""
        pygame.display.update(changed)

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()

    def _feed(self, event: pygame.event.Event, now: int) -> None:
        if self._keyboard is None:
            return
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.scancode in self._names:
            self._keyboard.feed(self._names[event.scancode], event.type == pygame.KEYDOWN, now)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._keyboard.release_all(now)


def open_video() -> None:
    """Open the video of this machine. Raises NoDisplay if there is none that anybody could see.

    SDL takes a driver that shows nothing where it finds no other; that counts only for those who asked for it.
    """
    try:
        with quiet_libraries():
            pygame.display.init()
    except pygame.error as problem:
        raise NoDisplay(str(problem)) from problem
    driver = pygame.display.get_driver()
    if driver in UNSEEN and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise NoDisplay(word("window.none"))


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
