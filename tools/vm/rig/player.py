"""Plays a whole match on the panels of the program that runs in this machine, from its title to the outcome.

    python -m tools.vm.rig.player pins GAME PRESET SEED OPTIONS MATCHES [TAPS]
    python -m tools.vm.rig.player panels GAME PRESET SEED OPTIONS MATCHES [PULLED]

`OPTIONS` is JSON, `MATCHES` the folder of the program's logs. The program's configuration must want that very match.
Answer: `{"log": path, "written": [[line, pressed, before, after], ...]}`, of the presses and releases that were made
since the log began, with the clock around each write.

- `pins`: on the simulated chip's lines; with `TAPS` only so many taps are made.
- `panels`: on two gamepads, an encoder and a keyboard together; each tap of a seat is another device's than the last.
  At the tap of number `PULLED` the pad of seat 0 is pulled out with a button held, and plugged in again once the match
  stands still.

The match is planned before, in virtual time, as a list of taps: the seed determines the cards, and so the legal plays.
The plan alternates between the first legal plays of the two seats, or takes another legal command, and records after
which of the game's own moves (a deal, an opening, a turn) each tap is due. The tests that play through every kind of
source and a window take the plan alone.
"""

import errno
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol

from engine.log_lines import DealLine, Entry, OwnLine
from engine.match import Match
from engine.panel import ACTION, Press
from engine.setup import Setup, seats_of
from engine.units import MS
from hardware.clock import monotonic_ns
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
from hardware.pins import DEFAULT_PINS
from tools.vm.rig.chip import SimulatedChip
from tools.vm.rig.devices import UinputDevice, path_of

GAP_NS: Final = 120 * MS
"""The time from tap to tap, ns."""
WANTED: Final = ("play", "turn", "slap", "claim", "spit", "move")
"""The commands of the plan by priority: as long as any seat can play a card, it does."""
HOLD_NS: Final = 60 * MS
"""The time from press to release, ns."""


@dataclass(frozen=True)
class Tap:
    """A button pressed for `HOLD_NS` at `t` (ns), after the game has made `after` moves of its own."""

    seat: int
    button: str
    t: int
    after: int


@dataclass
class Plan:
    """The taps of a match, and the entries of the match that results."""

    setup: Setup
    taps: list[Tap] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def batches(self, *, are_ready: bool = False) -> Iterator[tuple[int, Sequence[Tap]]]:
        """Yield the taps in groups that wait for the same number of the game's own moves.

        `are_ready`: both were ready before the match, so their two taps for the first deal are left out.
        """
        taps = self.taps[2:] if are_ready else self.taps
        for after in sorted({tap.after for tap in taps}):
            yield after, [tap for tap in taps if tap.after == after]

    def presses(self) -> list[tuple[int, int, str, bool]]:
        """Return all presses and releases as (t, seat, button, pressed), in the order of time."""
        edges = [(tap.t, tap.seat, tap.button, True) for tap in self.taps]
        return sorted(edges + [(t + HOLD_NS, seat, button, False) for t, seat, button, _ in edges])


def own_moves(entries: Sequence[Entry]) -> int:
    """Count the game's own moves of cards: deals, openings, turns."""
    return sum(
        isinstance(entry, DealLine) or (isinstance(entry, OwnLine) and any(e[0] == "move" for e in entry.effects))
        for entry in entries
    )


def own_moves_in(lines: Sequence[Mapping[str, Any]]) -> int:
    """Count the game's own moves of cards in the parsed lines of a log."""
    own = [line for line in lines if "deal" in line or (line.keys() == {"t", "effects"})]
    return sum("deal" in line or any(effect[0] == "move" for effect in line["effects"]) for line in own)


def plan_of(setup: Setup) -> Plan:
    """Return the plan of a match between people. The game must let any seat play a legal card at any time."""
    return _Planner(setup).whole()


class _Planner:
    """Makes a plan by playing the match."""

    def __init__(self, setup: Setup) -> None:
        self.plan = Plan(setup)
        self._match = Match(setup)
        self._now = 0
        self.plan.entries += self._match.opening()

    def whole(self) -> Plan:
        """Play the match from its opening to the result."""
        while self._match.outcome is None:
            if not self._tap_what_is_due():
                deadline = self._match.next_deadline()
                assert deadline is not None, "no dead end"
                self._advance(max(deadline, self._now))
        return self.plan

    def _tap_what_is_due(self) -> bool:
        if self._match.table.phase == "ready":
            for seat in (0, 1):
                self._tap(seat, ACTION)
            return True
        first = len(self.plan.taps) % 2
        legal = {seat: self._match.legal(seat) for seat in (first, 1 - first)}
        for do in WANTED:
            for seat, commands in legal.items():
                command = next((command for command in commands if command.do == do), None)
                if command is not None:
                    for button in self._match.game.presses_for(self._match.table, seat, command):
                        self._tap(seat, button)
                    return True
        return False

    def _tap(self, seat: int, button: str) -> None:
        self.plan.taps.append(Tap(seat, button, self._now, own_moves(self.plan.entries)))
        for pressed, delay in ((True, 0), (False, HOLD_NS)):
            update = self._match.handle(Press(seat, button, pressed, self._now + delay, "plan"))
            self.plan.entries += update.entries
        self._advance(self._now + GAP_NS)

    def _advance(self, now: int) -> None:
        self._now = now
        self.plan.entries += self._match.advance(now).entries


# Hands on the panels

PLACES: Final = {line: (seat, name) for seat, panel in enumerate(DEFAULT_PINS) for name, line in panel.items()}
"""line -> (seat, button)."""
HOLD_S: Final = 0.1
GAP_S: Final = 0.18
"""From tap to tap at the least: who presses while the slap is guarded, say, presses in vain."""
ANSWER_S: Final = 5.0
"""The log is there a moment after the press that begins the match; a press too many would be one in the match."""
PATIENCE_S: Final = 90.0


class Hands(Protocol):
    """What has the panels' buttons, each called by its pin."""

    def press(self, line: int) -> None:
        """Press a button."""

    def release(self, line: int) -> None:
        """Let go of it."""


class Player:
    """Both players' hands, and their eyes: the log."""

    def __init__(self, chip: Hands, matches: Path) -> None:
        self._chip = chip
        self._matches = matches
        self.written: list[tuple[int, bool, int, int]] = []

    def play(self, plan: Plan, taps: int | None = None) -> Path:
        """Play the plan's match, or its first taps. Raises AssertionError when the game does not move on."""
        log = self._begin(self._logs())
        wanted = {tap: place for place, tap in enumerate(plan.taps)}
        for after, batch in plan.batches(are_ready=True):
            self._wait(lambda: own_moves_in(lines_of(log)) >= after, f"move {after} of the game")  # noqa: B023 - now
            for tap in batch:
                if taps is not None and wanted[tap] >= taps:
                    return log
                self._tap(tap.seat, tap.button)
        self._wait(lambda: "outcome" in lines_of(log)[-1], "the outcome")
        return log

    def _begin(self, known: set[Path]) -> Path:
        """From the title to the match by ACTION of both players, by the rules that the configuration wants."""

        def begun() -> bool:
            if self._logs() - known:
                return True
            self._tap(0, ACTION)
            self._tap(1, ACTION)
            end = time.monotonic() + ANSWER_S
            while not self._logs() - known and time.monotonic() < end:
                time.sleep(0.05)
            return False

        self._wait(begun, "a match")
        (log,) = self._logs() - known
        return log

    def _tap(self, seat: int, button: str) -> None:
        line = DEFAULT_PINS[seat][button]
        self._act(line, True)
        time.sleep(HOLD_S)
        self._act(line, False)
        time.sleep(GAP_S - HOLD_S)

    def _act(self, line: int, pressed: bool) -> None:
        before = monotonic_ns()
        (self._chip.press if pressed else self._chip.release)(line)
        self.written.append((line, pressed, before, monotonic_ns()))

    def _logs(self) -> set[Path]:
        return set(self._matches.glob("*.jsonl"))

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"waited {PATIENCE_S:.0f} s for {what}")
            time.sleep(0.05)


def lines_of(log: Path) -> Sequence[dict[str, Any]]:
    """The complete lines of a log behind its header; one that says nothing where there is none yet."""
    text = log.read_text(encoding="utf-8")
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()[1:]] or [{"t": -1}]


# Gamepads, an encoder and a keyboard

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


def main(kind: str, game: str, preset: str, seed: str, options: str, matches: str, some: str = "") -> None:
    """See the module."""
    plan = plan_of(Setup(game, json.loads(options), seats_of("human", "human"), int(seed), preset))
    number = int(some) if some else None
    if kind == "pins":
        player = Player(SimulatedChip(), Path(matches))
        path = player.play(plan, number)
    else:
        devices = Devices()
        devices.wait_until_used()
        player = PanelPlayer(devices, Path(matches), number)
        path = player.play(plan)
    print(json.dumps({"log": str(path), "written": player.written}))


if __name__ == "__main__":
    main(*sys.argv[1:])
