"""A fresh card's first start by the panel alone, in less than a minute: real edges on the header's pins, and a script
that knows only the pixels of the real screen.

The machine stands still while its picture is read: its clock counts what the cabinet and the owner's hands take.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import PIL.Image
import pygame
import pytest

from hardware.pins import DEFAULT_PINS
from tests.cabinet.test_in_a_window import KEYS
from tests.cabinet.test_owner_walks import Owner, first_start
from tests.cabinet.walk import Picture
from tests.vm.test_cabinet import UNIT, ready, state
from tools.vm.gpio import CONFIG, Buttons
from tools.vm.image import booted_build
from tools.vm.machine import Image, Machine
from tools.vm.party import DATA, be_patient
from tools.vm.rig.chip import LABEL

MOST_S = 60.0
SETTINGS = f'[input]\nsource = "gpio"\ngpio_chip = "{LABEL}"\nresolution_us = 100\n[display]\nattract_s = 0\n'
PULLS = "/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio{line}/pull"
TAP = f"sleep {{after}}; for line in {PULLS}; do echo pull-down > $line; sleep 0.06; echo pull-up > $line; done"
LOOK_S, FIRST_S, NEXT_S = 0.1, 0.6, 0.1
"""How long the machine goes on for a look, and before a press: the first after a look, since presses just after a page
has come are none, and one after another."""


@dataclass
class OwnerAtThePins(Owner):
    """Looks at a machine's screen, and presses its simulated buttons."""

    machine: Machine | None = None
    has_looked: bool = True

    def look(self) -> Picture:
        """Let the machine go on for a moment, and see what it shows then; it stands still from there on."""
        assert self.machine is not None, "an owner of a machine"
        self.machine.qmp.do("cont")
        self.machine.go_on(LOOK_S)
        self.machine.qmp.do("stop")
        self.has_looked = True
        seen = PIL.Image.open(self.machine.screenshot("first-start")).convert("RGB")
        return Picture(pygame.image.frombytes(seen.tobytes(), seen.size, "RGB"), self.reader)


def owner_of(machine: Machine) -> OwnerAtThePins:
    def tap(place: tuple[int, str]) -> None:
        seat, button = place
        machine.qmp.do("cont")
        after = FIRST_S if owner.has_looked else NEXT_S
        machine.run(TAP.format(line=DEFAULT_PINS[seat][button], after=after), seconds=300)
        owner.has_looked = False

    def kept(what: str, picture: pygame.Surface) -> None:
        name = "".join(letter if letter.isalnum() else "-" for letter in what)
        pygame.image.save(picture, machine.folder / f"page-{name}.png")

    owner = OwnerAtThePins("", KEYS, tap, lambda *_keys: None, kept, patience_s=1200, machine=machine)
    return owner


@pytest.mark.slow
def test_a_fresh_card_comes_to_its_title_by_the_panel_alone(
    alone: None, booted_image: Image, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    with Machine(booted_image, tmp_path, build=booted_build(tmp_path)) as machine:
        machine.boot()
        Buttons(machine).make_chip()
        be_patient(machine)
        machine.run(f"systemctl stop {UNIT} photofinish-error", seconds=240)
        machine.run(f"rm -rf {DATA}/* && touch /etc/photofinish-image && cat > {CONFIG}", stdin=SETTINGS)
        machine.run(f"systemctl start {UNIT}", seconds=300)
        ready(machine)
        began_s = int(state(machine, "ActiveEnterTimestampMonotonic")["ActiveEnterTimestampMonotonic"]) / 1e6
        owner = owner_of(machine)
        first_start(owner)
        owner.sees("TONIGHT")
        machine.qmp.do("cont")
        took_s = float(machine.out("cut -d ' ' -f 1 /proc/uptime")) - began_s
        tell(f"A fresh card's first start by the panel alone: {took_s:.0f} s from the first frame to the title")
        assert took_s < MOST_S
        machine.run(f"systemctl restart {UNIT}", seconds=300)  # once: the next start shows the title at once
        ready(machine)
        owner.sees("TONIGHT")
