"""The kernel's graphics cards and the screens at their connectors: wait for them, and notice an exchanged screen, or
another program in front of it.

Needed on a bare console only: SDL's driver there looks for screens once, when its video is initialised. The kernel
shows each connector as a folder in sysfs, with the files `status` and `edid`; reading `status` makes no device do
anything, so a loop may do it often.
"""

import errno
import os
import re
import struct
import time
from array import array
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from cabinet.process.notify import Wait
from cabinet.strings.catalogue import word
from hardware.posix import ioctl, terminal_of

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
LOOKS_TO_TAKE: Final = 12
"""After so many looks an unused terminal in front gives way: a login that somebody asked for uses its own only once it
has started."""

GET_RESOURCES: Final = 0xC04064A0
GET_CONNECTOR: Final = 0xC05064A7
"""Requests of ioctl(2) to a graphics card (DRM_IOCTL_MODE_GETRESOURCES, DRM_IOCTL_MODE_GETCONNECTOR in drm.h)."""
RESOURCES: Final = struct.Struct("=4Q8I")
"""struct drm_mode_card_res: addresses for the ids of frame buffers, CRTCs, connectors and encoders, the number of each
in the same order, and limits of a picture's size."""
CONNECTOR: Final = struct.Struct("=4Q12I")
"""struct drm_mode_get_connector: addresses, numbers of modes, properties and encoders, the encoder, the connector's id,
and seven fields of the answer. Asked for no modes, the kernel first looks at the connector."""
AUTH_MAGIC: Final = 0x40046411
"""DRM_IOCTL_AUTH_MAGIC with the number 0, which nobody has: EACCES where another program may draw on the card, EINVAL
where this one may (libdrm's drmIsMaster)."""
VT_GETSTATE: Final = 0x5603
VT_ACTIVATE: Final = 0x5606
"""Requests of ioctl(2) to a terminal of the console (vt.h; ioctl_vt(2))."""
VT_STATE: Final = struct.Struct("=3H")
"""struct vt_stat: the number of the terminal in front, a signal, and a bit for each terminal that is in use."""
TERMINAL: Final = re.compile(r"/dev/tty([0-9]{1,2})")
"""The name of a terminal of the console."""
KEYBOARD: Final = 0
"""The standard input: on a cabinet the console's first terminal (TTYPath of the unit)."""


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
                ioctl(device, GET_CONNECTOR, CONNECTOR.pack(*[0] * 8, connector, *[0] * 7))
        finally:
            os.close(device)


def connector_ids(device: int) -> "array[int]":
    """Return the ids of a card's connectors. Raises OSError if `device` is no graphics card."""
    number = RESOURCES.unpack(ioctl(device, GET_RESOURCES, bytes(RESOURCES.size)))[6]
    ids = array("I", [0] * number)
    address, _ = ids.buffer_info()
    ioctl(device, GET_RESOURCES, RESOURCES.pack(0, 0, address, 0, 0, 0, number, *[0] * 5))
    return ids


def await_screen(
    cards: Iterable[str],
    wait: Wait,
    folder: Path = CONNECTORS,
    *,
    probe: Callable[[str], None] = probe_card,
    sleep: Callable[[float], None] = time.sleep,
    taken: Callable[[Iterable[str]], str] | None = None,
    take: Callable[[int], None] | None = None,
) -> None:
    """Wait until a screen is connected and nobody else has it, for as long as it takes. `taken` returns who has it in
    words, or an empty text; by default `taken_by`. Without a connector no screen is waited for.

    Every `LOOKS_TO_TAKE` looks at somebody else's screen `take` may take it; by default `take_unused_terminal`.
    SDL is not asked meanwhile: its first attempt would catch SIGTERM, and nobody would read that it came.
    """
    taken, take, looks_at_others = taken or taken_by, take or take_unused_terminal, 0
    for look in count():
        reason = ""
        if is_unplugged(folder):
            if look % LOOKS_A_PROBE == 0:
                for card in cards:
                    probe(card)
            if is_unplugged(folder):
                reason = word("window.waits", connectors=", ".join(statuses(folder)))
        if not reason and (reason := taken(cards_with_connectors(cards, folder))):
            looks_at_others += 1
            if looks_at_others % LOOKS_TO_TAKE == 0:
                take(own_terminal())
        if not reason:
            break
        wait.extend(reason)
        sleep(SCREEN_LOOK_S)
    wait.ends(word("window.came", connectors=", ".join(sorted(connected(folder)))))


def cards_with_connectors(cards: Iterable[str], folder: Path = CONNECTORS) -> list[str]:
    """Return those of the cards that drive a screen: a Pi 4 has another one for drawing alone."""
    names = {name.partition("-")[0] for name in statuses(folder)}
    return sorted(card for card in cards if Path(card).name in names)


# -- Who has the screen ------------------------------------------------------------------------------


def own_terminal() -> int:
    """Return the number of the console's terminal that this program was started on; 0 if it was started elsewhere."""
    found = TERMINAL.fullmatch(terminal_of(KEYBOARD))
    return int(found[1]) if found else 0


def terminal_in_front(own: int, ioctl: Callable[..., Any] = ioctl) -> int:
    """Return the number of the terminal that is in front of our `own`; 0 if ours is."""
    front, _ = front_and_used(own, ioctl)
    return 0 if front == own else front


def take_unused_terminal(own: int, ioctl: Callable[..., Any] = ioctl) -> None:
    """Bring our `own` terminal to the front if nobody uses the one that is there, as a desktop leaves it behind."""
    front, used = front_and_used(own, ioctl)
    if front not in (0, own) and front < VT_STATE.size * 8 // 3 and not used >> front & 1:
        with suppress(OSError):
            ioctl(KEYBOARD, VT_ACTIVATE, own)


def front_and_used(own: int, ioctl: Callable[..., Any]) -> tuple[int, int]:
    """Return the number of the terminal in front, and a bit for each one that is in use; zeros where there is none."""
    if not own:
        return 0, 0
    try:
        front, _, used = VT_STATE.unpack(ioctl(KEYBOARD, VT_GETSTATE, bytes(VT_STATE.size)))
    except OSError:  # no terminal of a console any more
        return 0, 0
    return front, used


def may_draw(device: int, ioctl: Callable[..., Any] = ioctl) -> bool:
    """Return whether the opened card is this program's to draw on: it is the card's DRM master."""
    try:
        ioctl(device, AUTH_MAGIC, bytes(4))
    except OSError as problem:
        return problem.errno != errno.EACCES
    return True


def is_free(card: str) -> bool:
    """Return whether a program that opens the card now may draw on it; True for a card that has gone."""
    try:
        device = os.open(card, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return True
    try:
        return may_draw(device)
    finally:
        os.close(device)


def opened_cards(files: Path = Path("/proc/self/fd")) -> list[int]:
    """Return the file descriptors of graphics cards that this program has open."""
    opened = []
    with suppress(OSError):
        for file in files.iterdir():
            with suppress(OSError):  # closed meanwhile
                if file.readlink().parent == DRM_DEVICES and file.readlink().name.startswith("card"):
                    opened.append(int(file.name))
    return opened


def taken_by(cards: Iterable[str]) -> str:
    """Return what keeps a program that starts now from the screen, in words with the remedy; empty for nothing."""
    own = own_terminal()
    if front := terminal_in_front(own):
        return word("window.front", front=front, own=own)
    return "" if all(map(is_free, cards)) else word("window.master")


def taken_in_play() -> str:
    """Return what has taken the screen from this program, whose window is open, as `taken_by`."""
    own = own_terminal()
    if front := terminal_in_front(own):
        return word("window.front", front=front, own=own)
    devices = opened_cards()
    return "" if not devices or any(map(may_draw, devices)) else word("window.master")


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
