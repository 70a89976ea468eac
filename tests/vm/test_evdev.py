"""Keyboards, gamepads and USB encoders of the real kernel: the source's contract, the fake's truth, and races.

The first tests are in `tests/guest`, and run in a bare Debian without the cabinet.
"""

from collections.abc import Callable

import pytest

from tests.vm.conftest import Rack
from tests.vm.guest_tests import put_in_tests, run_tests
from tools.bench.encoders import PAIRS_MS
from tools.vm.base import base
from tools.vm.encoders import RACING, put_in, raced
from tools.vm.machine import Machine

RACES = 300
"""At each of seven leads, so that each pair has 2,100."""


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
    assert abs(races.seat_0[0] - 0.5) < 0.5 * 3 / (RACES * len(races.wins)) ** 0.5
    for lead_us, count in races.wins.items():
        if lead_us > 1000 * (sum(pair) + 1):
            assert count.earlier == count.races
