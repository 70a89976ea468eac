"""Which devices are known to send by radio: what they were asked for may have happened long before, and no USB interval
says so.

A receiver on USB answers as often as its descriptor says, with what its radio has brought it by then. The numbers are
those of Linux's drivers (hid-ids.h, xpad.c, and the drivers of Xbox's adapter and Valve's receiver).
"""

import re
from typing import Final

BUS_BLUETOOTH: Final = 0x05
"""The bus of an input device (linux/input.h)."""

LOGITECH, MICROSOFT, EIGHT_BIT_DO = 0x046D, 0x045E, 0x2DC8

RECEIVERS: Final = frozenset(
    {
        *((LOGITECH, product) for product in (0xC50C, 0xC512, 0xC513, 0xC517, 0xC51B)),  # 27 MHz
        *((LOGITECH, product) for product in (0xC52B, 0xC52F, 0xC531, 0xC532, 0xC534)),  # Unifying, Nano
        *((LOGITECH, product) for product in (0xC539, 0xC53A, 0xC53F, 0xC543, 0xC545, 0xC547, 0xC54D)),  # Lightspeed
        (LOGITECH, 0xC548),  # Bolt
        *((LOGITECH, product) for product in (0xC219, 0xC21F)),  # gamepad F710 in either mode
        *((MICROSOFT, product) for product in (0x0291, 0x02A9, 0x0719)),  # Xbox 360's receiver
        *((MICROSOFT, product) for product in (0x02E6, 0x02F9, 0x02FE, 0x091E)),  # Xbox's adapter
        *((MICROSOFT, product) for product in (0x0745, 0x07A5, 0x07B2, 0x0800)),  # keyboards' transceivers
        *((EIGHT_BIT_DO, product) for product in (0x3105, 0x3106, 0x3107, 0x3109, 0x310A, 0x310B)),  # Ultimate
        (0x03F0, 0x048D),  # HyperX Clutch
        (0x044F, 0xD007),  # Thrustmaster's wireless pad
        (0x054C, 0x0BA0),  # DualShock 4's adapter
        (0x1038, 0x1430),  # SteelSeries Stratus Duo
        (0x28DE, 0x1142),  # Steam controller's receiver
    }
)
"""USB's vendor and product of receivers, and of pads that have the same by cable: they count as radio there too."""

NAMES: Final = re.compile(r"receiver|transceiver|dongle|2\.4 ?g|bluetooth|unifying|wireless device pid", re.IGNORECASE)
"""What a device calls itself that is one, or that a receiver's driver has made."""


def is_by_radio(bus: int, vendor: int, product: int, name: str) -> bool:
    """Return whether a device with this identity sends by radio, as far as is known."""
    return bus == BUS_BLUETOOTH or (vendor, product) in RECEIVERS or NAMES.search(name) is not None
