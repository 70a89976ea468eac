"""SDL's mapping database: which of a gamepad's numbered buttons is which, asked in the SDL that pygame has loaded."""

import ctypes
from typing import Final

from cabinet.process.sdl_library import sdl_library
from hardware.evdev.kernel import Identity

GAME_CONTROLLER: Final = 0x2000
"""SDL_INIT_GAMECONTROLLER: SDL reads its database then."""


class Guid(ctypes.Structure):
    """SDL_JoystickGUID."""

    _fields_ = (("data", ctypes.c_uint8 * 16),)


def sdl_mapping(identity: Identity) -> str:
    """Return SDL's line about a device, as `hardware.evdev.layouts.mapped_of` reads it; empty if it has none."""
    library = sdl_library()
    if library is None or library.SDL_InitSubSystem(GAME_CONTROLLER):
        return ""
    try:
        ask = library.SDL_GameControllerMappingForGUID
        ask.argtypes, ask.restype = [Guid], ctypes.c_void_p
        if (found := ask(guid_of(identity))) is None:
            return ""
        text = ctypes.string_at(found).decode(errors="replace")
        library.SDL_free(ctypes.c_void_p(found))
        return text
    finally:
        library.SDL_QuitSubSystem(GAME_CONTROLLER)


def guid_of(identity: Identity) -> Guid:
    """Return SDL's number for a device of Linux: bus, vendor, product and version, each followed by two bytes of 0."""
    parts = (identity.bus, identity.vendor, identity.product, identity.version)
    return Guid((ctypes.c_uint8 * 16)(*b"".join(part.to_bytes(4, "little") for part in parts)))
