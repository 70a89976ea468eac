"""Plays a whole match on two gamepads, an encoder and a keyboard together, from the title to the outcome.

    python -m tools.vm.rig.panel_player GAME PRESET SEED OPTIONS MATCHES [PULLED]

As `player` does on the pins; each tap of a seat is another device's than the last. At the tap of number `PULLED` the
pad of seat 0 is pulled out with a button held, and plugged in again once the match stands still. Answer as `player`'s.
"""

import errno
import json
import sys
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Final

from engine.panel import ACTION
from engine.setup import Setup, seats_of
from hardware.clock import MS, monotonic_ns
from hardware.evdev.controls import (
    ABS_HAT0X,
    ABS_HAT0Y,
    ABS_RX,
    ABS_RY,
    ABS_RZ,
    ABS_X,
    ABS_Y,
    ABS_Z,
    BTN_EAST,
    BTN_NORTH,
    BTN_SELECT,
    BTN_SOUTH,
    BTN_START,
    BTN_TL,
    BTN_TR,
    BTN_WEST,
    CODES,
)
from hardware.evdev.kernel import AxisInfo, Identity, KernelDevice
from hardware.evdev.layouts import IPAC
from hardware.keyboard import DEFAULT_KEYS
from tools.vm.rig.player import PLACES, Player, lines_of
from tools.vm.rig.scripted import plan_of
from tools.vm.rig.uinput import UinputDevice, path_of

PADS: Final = tuple(
    Identity(0x045E, 0x028E, "", f"usb-test-{port}/input0", "Microsoft X-Box 360 pad", version=0x114) for port in (1, 2)
)
ENCODER: Final = Identity(0xD209, 0x0420, "", "usb-test-3/input0", "Ultimarc I-PAC 2")
KEYBOARD: Final = Identity(0x046D, 0xC31C, "", "usb-test-4/input0", "Logitech USB Keyboard")
STICK, TRIGGER, HAT = AxisInfo(0, -32768, 32767, 16), AxisInfo(0, 0, 255), AxisInfo(0, -1, 1)
PAD_KEYS: Final = (BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_SELECT, BTN_START, 316, 317, 318)
PAD_AXES: Final = {
    **dict.fromkeys((ABS_X, ABS_Y, ABS_RX, ABS_RY), STICK),
    **dict.fromkeys((ABS_Z, ABS_RZ), TRIGGER),
    **dict.fromkeys((ABS_HAT0X, ABS_HAT0Y), HAT),
}
"""Those of Linux's driver xpad."""

SETTLE_S: Final = 1.0
"""The program has noticed by then what was pressed."""
COUNTDOWN_S: Final = 3.0
"""More than the countdown after a pause, in which presses are ignored."""
PATIENCE_NS: Final = 60_000 * MS

Hand = Callable[[bool], None]


class Devices:
    """The four devices; `press` and `release` take a panel's button by its pin, as a chip's lines are."""

    def __init__(self) -> None:
        self.pads = [UinputDevice(pad, PAD_KEYS, PAD_AXES) for pad in PADS]
        self.encoder = UinputDevice(ENCODER, [CODES[key] for key in IPAC])
        self.keyboard = UinputDevice(KEYBOARD, range(1, 115), repeats=True)
        self._turn = count()
        self._held: dict[int, Hand] = {}

    def wait_until_used(self) -> None:
        """Wait until the cabinet has them all: it grabs them. Raises AssertionError when it does not in time."""
        end = monotonic_ns() + PATIENCE_NS
        for identity in (*PADS, ENCODER, KEYBOARD):
            while not is_grabbed(identity):
                if monotonic_ns() > end:
                    raise AssertionError(f"nobody grabs {identity.name}")
                time.sleep(0.2)

    def press(self, line: int) -> None:
        """Press a button, each time on another device."""
        hands = self.hands(*PLACES[line])
        self._held[line] = hands[next(self._turn) % len(hands)]
        self._held[line](True)

    def release(self, line: int) -> None:
        """Let go of it."""
        self._held.pop(line)(False)

    def hands(self, seat: int, button: str) -> list[Hand]:
        """Return the ways to press a button: by the seat's pad, the encoder, and the keyboard."""
        pad = self.pads[seat]

        def pushed(stick: int, hat: int, way: int) -> list[Hand]:
            return [lambda down: pad.move(hat, way * down), lambda down: pad.move(stick, 30_000 * way * down)]

        ways: Mapping[str, list[Hand]] = {
            "CARD1": pushed(ABS_X, ABS_HAT0X, -1),
            "CARD2": pushed(ABS_Y, ABS_HAT0Y, -1),
            "CARD3": pushed(ABS_X, ABS_HAT0X, 1),
            "CARD4": [lambda pressed: pad.key(BTN_SOUTH, pressed), lambda pressed: pad.key(BTN_WEST, pressed)],
            "CARD5": [lambda pressed: pad.key(BTN_EAST, pressed), lambda pressed: pad.key(BTN_NORTH, pressed)],
            "LEFT": [lambda pressed: pad.key(BTN_TL, pressed), lambda pressed: pad.move(ABS_Z, 255 * pressed)],
            "RIGHT": [lambda pressed: pad.key(BTN_TR, pressed), lambda pressed: pad.move(ABS_RZ, 255 * pressed)],
            ACTION: [lambda pressed: pad.key(BTN_START, pressed)],
        }
        codes = {place: CODES[key] for key, place in IPAC.items()}
        key = CODES[DEFAULT_KEYS[seat][button]]
        return [
            *ways[button],
            lambda pressed: self.encoder.key(codes[seat, button], pressed),
            lambda pressed: self.keyboard.key(key, pressed),
        ]

    def pull(self, seat: int) -> None:
        """Pull a seat's pad out while its ACTION is held."""
        self.pads[seat].key(BTN_START, True)
        time.sleep(SETTLE_S)
        self.pads[seat].unplug()

    def plug(self, seat: int) -> None:
        """Plug it in again."""
        self.pads[seat] = UinputDevice(PADS[seat], PAD_KEYS, PAD_AXES)


def is_grabbed(identity: Identity) -> bool:
    """Return whether another program keeps a device to itself."""
    device = KernelDevice(path_of(identity))
    try:
        device.grab(is_ours=True)
    except OSError as error:
        return error.errno == errno.EBUSY
    finally:
        device.close()
    return False


class PanelPlayer(Player):
    """A player who loses a pad on the way."""

    def __init__(self, devices: Devices, matches: Path, pulled: int | None) -> None:
        super().__init__(devices, matches)
        self._devices = devices
        self._pulled = pulled

    def _tap(self, seat: int, button: str) -> None:
        if self._pulled is not None and len(self.written) >= 2 * self._pulled:
            self._pulled = None
            self._lose_a_pad()
        super()._tap(seat, button)

    def _lose_a_pad(self) -> None:
        (log,) = self._logs()
        time.sleep(SETTLE_S)
        self._devices.pull(0)
        self._wait(lambda: any("void" in line for line in lines_of(log)), "the match to stand still")
        self._devices.plug(0)
        self._wait(lambda: any("resume" in line for line in lines_of(log)), "the match to go on")
        time.sleep(COUNTDOWN_S)


if __name__ == "__main__":
    game, preset, seed, options, folder, *some = sys.argv[1:]
    devices = Devices()
    devices.wait_until_used()
    player = PanelPlayer(devices, Path(folder), int(some[0]) if some else None)
    wanted = Setup(game, json.loads(options), seats_of("human", "human"), int(seed), preset)
    path = player.play(plan_of(wanted))
    print(json.dumps({"log": str(path), "written": player.written}))
