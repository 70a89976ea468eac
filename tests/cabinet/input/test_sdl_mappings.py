"""What SDL's own database says of gamepads, and how it is asked."""

import pygame

from cabinet.input.sdl_mappings import guid_of, sdl_mapping
from hardware.evdev.kernel import Identity


def test_sdl_knows_a_common_pad_and_no_strange_one() -> None:
    assert pygame.version.SDL[0] == 2
    known = Identity(0x045E, 0x028E, "", "", "", 3, 0x114)
    assert "dpup:h0.1" in sdl_mapping(known)
    assert sdl_mapping(known._replace(vendor=0x1209, product=0x0001)) == ""


def test_sdl_is_asked_by_bus_vendor_product_and_version() -> None:
    guid = guid_of(Identity(0x054C, 0x0268, "", "", "", 3, 0x0111))
    assert bytes(guid.data).hex() == "030000004c0500006802000011010000"
