"""The kernel's graphics cards and the screens at their connectors: wait for them, and notice an exchanged screen.

Needed on a bare console only: SDL's driver there looks for screens once, when its video is initialised. The kernel
shows each connector as a folder in sysfs, with the files `status` and `edid`; reading `status` makes no device do
anything, so a loop may do it often.
"""

import fcntl
import os
import struct
import time
from array import array
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from cabinet.process.notify import Wait
from cabinet.strings.catalogue import word

DRM_DEVICES: Final = Path("/dev/dri")
"""The folder of Linux's graphics devices."""
CONNECTORS: Final = Path("/sys/class/drm")
"""The folder of their connectors: card1-HDMI-A-1 is one of card1."""
CONNECTED: Final = "connected"
CONSOLE: Final = Path("/sys/class/graphics/fb0/virtual_size")
"""The size of the kernel's own console, as ``800,480``."""
WRITEBACK: Final = "Writeback"
"""Part of the name of a connector that is no socket: what would be displayed is written to memory there."""

CARD_LOOK_S: Final = 0.1
"""The interval between two searches for a graphics card, s."""
SCREEN_LOOK_S: Final = 0.25
"""The interval between two looks at the connectors while no screen is connected, s."""
LOOKS_A_PROBE: Final = 4
"""A card is probed at one of so many looks."""

GET_RESOURCES: Final = 0xC04064A0
GET_CONNECTOR: Final = 0xC05064A7
"""Requests of ioctl(2) to a graphics card (DRM_IOCTL_MODE_GETRESOURCES, DRM_IOCTL_MODE_GETCONNECTOR in drm.h)."""
RESOURCES: Final = struct.Struct("=4Q8I")
"""struct drm_mode_card_res: addresses for the ids of frame buffers, CRTCs, connectors and encoders, the number of each
in the same order, and limits of a picture's size."""
CONNECTOR: Final = struct.Struct("=4Q12I")
"""struct drm_mode_get_connector: addresses, numbers of modes, properties and encoders, the encoder, the connector's id,
and seven fields of the answer. Asked for no modes, the kernel first looks at the connector."""


def wait_for_cards(known: frozenset[str], until: float) -> frozenset[str]:
    """Wait until the usable graphics cards differ from `known` or `until` (`time.monotonic`) has passed; return them.

    It does not poll through SDL, which would cost too much time while the machine boots.
    """
    while True:
        cards = frozenset(str(path) for path in DRM_DEVICES.glob("card*") if os.access(path, os.R_OK | os.W_OK))
        if cards != known or time.monotonic() >= until:
            return cards
        time.sleep(CARD_LOOK_S)


def statuses(folder: Path = CONNECTORS) -> Mapping[str, str]:
    """Return the status of each connector for a screen: ``connected``, ``disconnected``, or ``unknown`` if the kernel
    has not looked yet or cannot."""
    found = {}
    for path in sorted(folder.glob("card*-*/status")):
        if WRITEBACK not in path.parent.name:
            with suppress(OSError):  # the card has just gone
                found[path.parent.name] = path.read_text(encoding="utf-8").strip()
    return found


def connected(folder: Path = CONNECTORS) -> frozenset[str]:
    """Return the connectors with a screen."""
    return frozenset(name for name, status in statuses(folder).items() if status == CONNECTED)


def is_unplugged(folder: Path = CONNECTORS) -> bool:
    """Return whether there are connectors, and no screen at any of them."""
    return bool(statuses(folder)) and not connected(folder)


def probe_card(card: str) -> None:
    """Make the kernel look at each connector of a card. Does nothing if the card has gone or another program draws on
    it.

    A Pi 4's hardware reports a plug; on a Pi 3 or a Zero 2 W the kernel looks every 10 s by itself.
    """
    with suppress(OSError):
        device = os.open(card, os.O_RDWR | os.O_CLOEXEC)
        try:
            for connector in connector_ids(device):
                fcntl.ioctl(device, GET_CONNECTOR, CONNECTOR.pack(*[0] * 8, connector, *[0] * 7))
        finally:
            os.close(device)


def connector_ids(device: int) -> "array[int]":
    """Return the ids of a card's connectors. Raises OSError if `device` is no graphics card."""
    number = RESOURCES.unpack(fcntl.ioctl(device, GET_RESOURCES, bytes(RESOURCES.size)))[6]
    ids = array("I", [0] * number)
    address, _ = ids.buffer_info()
    fcntl.ioctl(device, GET_RESOURCES, RESOURCES.pack(0, 0, address, 0, 0, 0, number, *[0] * 5))
    return ids


def await_screen(
    cards: Iterable[str],
    wait: Wait,
    folder: Path = CONNECTORS,
    *,
    probe: Callable[[str], None] = probe_card,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Wait until a screen is connected, for as long as it takes; return at once if there is no connector at all.

    SDL is not asked meanwhile: its first attempt would catch SIGTERM, and nobody would read that it came.
    """
    for look in count():
        if not is_unplugged(folder):
            break
        if look % LOOKS_A_PROBE == 0:
            for card in cards:
                probe(card)
            if not is_unplugged(folder):
                break
        wait.goes_on(word("window.waits", connectors=", ".join(statuses(folder))))
        sleep(SCREEN_LOOK_S)
    wait.ends(word("window.came", connectors=", ".join(sorted(connected(folder)))))


def wait_for_plug(cards: frozenset[str], until: float, folder: Path = CONNECTORS) -> None:
    """Wait until the usable cards differ from `cards`, a screen is connected where none was, or `until`
    (`time.monotonic`) has passed."""
    was_unplugged = is_unplugged(folder)
    while time.monotonic() < until and wait_for_cards(cards, 0) == cards:
        if was_unplugged and not is_unplugged(folder):
            return
        time.sleep(SCREEN_LOOK_S)


def own_size(present: tuple[int, int], folder: Path = CONNECTORS, console: Path = CONSOLE) -> tuple[int, int]:
    """Return the size, in px, of the mode that the screen prefers, if the kernel's console could not use it; else
    `present`, the size of the mode that the screen is in.

    The console keeps the size of the first screen since the boot. It drives a larger one in a mode that fits into that
    size, and a program finds the screen so. Where there are several screens, each keeps the mode that it is in.
    """
    names = connected(folder)
    preferred = size_in(folder / min(names) / "modes", "x") if len(names) == 1 else None
    limit = size_in(console, ",")
    if preferred is None or limit is None or (preferred[0] <= limit[0] and preferred[1] <= limit[1]):
        return present
    return preferred


def size_in(path: Path, separator: str) -> tuple[int, int] | None:
    """Return the size in a file's first line, None if there is none; of a connector's modes that is the preferred
    one."""
    with suppress(OSError, ValueError):
        width, height = map(int, path.read_text(encoding="utf-8").partition("\n")[0].split(separator))
        return width, height
    return None


class Screens:
    """The screens that were connected when the window was opened; notices another one in their place.

    The same screen, gone and back, is no other one: the kernel shows the same picture on it again.
    """

    def __init__(self, folder: Path = CONNECTORS) -> None:
        self._folder = folder
        self._edids = {name: self._edid(name) for name in connected(folder)}
        self._away: set[str] = set()
        """Connectors that were seen without their screen, and not with it again."""

    def are_others(self) -> bool:
        """Return whether another screen is connected: at the same connector, or at another one than a screen that is
        away. To be called about once a second."""
        now = connected(self._folder)
        self._away |= self._edids.keys() - now
        for name in self._away & now:
            edid = self._edid(name)
            if edid == self._edids[name]:
                self._away.remove(name)
            elif edid:  # one that could not be read yet is looked at again
                return True
        return bool(self._away - now) and bool(now - self._edids.keys())

    def _edid(self, name: str) -> bytes:
        """Return a screen's description of itself, which holds its maker and modes; empty if there is none."""
        with suppress(OSError):
            return (self._folder / name / "edid").read_bytes()
        return b""
