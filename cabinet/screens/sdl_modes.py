"""The modes of a display as SDL knows them, and a change of mode with a refresh rate: pygame passes on sizes only.

SDL selects the rate of a mode by itself, and by the rate that the display had before: on a television whose 3840×2160
has 30 Hz it takes 1920×1080 at 30 Hz, too. So these few functions are called in the SDL library that pygame has
loaded (SDL_video.h of SDL 2).
"""

import ctypes
from typing import Final

import pygame

from cabinet.process.sdl_library import sdl_library
from cabinet.screens.modes import Mode

FULLSCREEN: Final = 1
"""SDL_WINDOW_FULLSCREEN."""


class DisplayMode(ctypes.Structure):
    """SDL_DisplayMode."""

    _fields_ = (
        ("format", ctypes.c_uint32),
        ("w", ctypes.c_int),
        ("h", ctypes.c_int),
        ("refresh_rate", ctypes.c_int),
        ("driverdata", ctypes.c_void_p),
    )

    @property
    def mode(self) -> Mode:
        """Size and rate."""
        return Mode(self.w, self.h, self.refresh_rate)


class SdlModes:
    """The modes of the displays of a program that has opened SDL's video. Without SDL 2 there is only their own."""

    def __init__(self) -> None:
        self._library = sdl_library()

    def offered(self, display: int) -> list[Mode]:
        """Return the modes that a display can change to, the largest first."""
        if self._library is None:
            return []
        return [found.mode for found in self._all(display)]

    def current(self, display: int) -> Mode | None:
        """Return the mode that a display is in; None if SDL does not say."""
        found = DisplayMode()
        if self._library is None or self._library.SDL_GetCurrentDisplayMode(display, ctypes.byref(found)):
            return None
        return found.mode

    def change(self, window: int, display: int, mode: Mode) -> bool:
        """Change a display to one of its modes for the window that fills it, by SDL's id of that window.

        Return False if the display is in that mode already. Raises pygame.error if it refuses.
        """
        if self._library is None or self.current(display) == mode:
            return False
        get_window = self._library.SDL_GetWindowFromID
        get_window.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(get_window(ctypes.c_uint32(window)))
        found = next(each for each in self._all(display) if each.mode == mode)
        if self._library.SDL_SetWindowDisplayMode(handle, ctypes.byref(found)) or (
            self._library.SDL_SetWindowFullscreen(handle, ctypes.c_uint32(FULLSCREEN))
        ):
            raise pygame.error(pygame.get_error())
        return True

    def _all(self, display: int) -> list[DisplayMode]:
        assert self._library is not None
        found = [DisplayMode() for _ in range(self._library.SDL_GetNumDisplayModes(display))]
        for place, each in enumerate(found):
            self._library.SDL_GetDisplayMode(display, place, ctypes.byref(each))
        return found
