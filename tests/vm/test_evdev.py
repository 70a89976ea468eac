"""Keyboards, gamepads and USB encoders of the real kernel: the source's contract, the fake's truth, and races.

The first tests are in `tests/guest`, and run in a bare Debian without the cabinet.
"""

import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.vm.conftest import Rack
from tools.vm.base import base
from tools.vm.cached import REPOSITORY
from tools.vm.encoders import FOLDER, PAIRS_MS, RACING, put_in, raced, unpack
from tools.vm.machine import Machine

RACES = 300
"""At each of seven leads, so that each pair has 2,100."""
FAIR_SD: Final = 3.46
"""How far a seat's share may be from a half, in standard deviations: of fair runs of all pairs one in 370 goes beyond.
A pair that does is raced again with other seeds (`python -m tools.vm.encoders 10 10 --seed 41`)."""
OURS: Final = ("tests/hardware/test_source_contract.py", "tests/hardware/test_console_letters.py", "tests/guest")
THEIRS: Final = (
    "py.py",
    "pytest",
    "_pytest",
    "pluggy",
    "iniconfig",
    "packaging",
    "pygments",
    "gpiozero",
    "colorzero",
    "cobs",
)
"""What the tests want of this Python's packages, all of it without compiled parts."""
SETTINGS: Final = """[pytest]
addopts = --import-mode=importlib -p no:cacheprovider -q
filterwarnings = error
markers = needs: has no meaning here
"""


def put_in_tests(machine: Machine) -> None:
    """Bring the sources, the kernel's modules, and the tests into a machine, unless they are there."""
    if machine.run(f"test -d {FOLDER}/tests", check=False).code != 0:
        put_in(machine)
        packages = Path(sysconfig.get_path("purelib"))
        ours, theirs = ((REPOSITORY / name, name) for name in OURS), ((packages / name, name) for name in THEIRS)
        unpack(machine, "tests", [*ours, *theirs])
        machine.run(f"cat > {FOLDER}/pytest.ini", stdin=SETTINGS)


def run_tests(machine: Machine, *arguments: str, seconds: float = 600) -> None:
    """Run pytest in the guest. Raises AssertionError with what it says when a test fails."""
    command = f"cd {FOLDER} && PYTHONPATH={FOLDER} python3 -m pytest -c pytest.ini {' '.join(arguments)} 2>&1"
    done = machine.run(command, seconds=seconds, check=False)
    assert done.code == 0, done.out


@pytest.fixture(scope="module")
def racing(rack: Rack, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A bare Debian for races."""
    machine = rack.machine("racing", lambda: Machine(base(), tmp_path_factory.mktemp("racing"), build=RACING))
    put_in(machine)
    return machine


@pytest.fixture(scope="module")
def bare(rack: Rack, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A bare Debian with the tests in it."""
    machine = rack.machine("bare", lambda: Machine(base(), tmp_path_factory.mktemp("bare")))
    put_in_tests(machine)
    return machine


def test_the_source_keeps_its_contract_on_the_kernels_devices(bare: Machine) -> None:
    run_tests(bare, "tests/guest/test_evdev_contract.py")


def test_a_usb_device_is_asked_as_often_as_the_source_says(bare: Machine) -> None:
    run_tests(bare, "tests/guest/test_usb_encoder.py")


def test_the_consoles_table_says_what_is_printed_on_its_keys(bare: Machine) -> None:
    run_tests(bare, "tests/guest/test_console_keys.py")


@pytest.mark.slow
def test_the_kernel_does_what_the_fake_does(bare: Machine) -> None:
    run_tests(bare, "tests/guest/test_evdev_kernel.py")


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS_MS)
def test_the_earlier_press_wins_where_it_is_certain_and_neither_seat_gains(
    racing: Machine, pair: tuple[int, int], tell: Callable[[str], None]
) -> None:
    races = raced(racing, pair, RACES)
    tell(f"encoders of {pair[0]} and {pair[1]} ms: {races}")
    assert sum(count.wrong for count in races.wins.values()) == 0
    assert abs(races.seat_0[0] - 0.5) < 0.5 * FAIR_SD / (RACES * len(races.wins)) ** 0.5
    for lead_us, count in races.wins.items():
        if lead_us > 1000 * (sum(pair) + 1):
            assert count.earlier == count.races
