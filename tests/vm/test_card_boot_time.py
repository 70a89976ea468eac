"""A card from the kernel's start to its first frame, beside its own way to multi-user without the cabinet."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vm.test_boot_time import BOOT_S, MOST, ratio_to_login, seconds_until
from tools.vm.card import CardMachine
from tools.vm.machine import Build

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200), pytest.mark.needs("mcopy", "arch-test")]


def test_the_first_frame_comes_hardly_later_than_a_login_would(
    alone: None, card_disk: Path, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    """After the first boot, which has the partition to grow."""
    with CardMachine(card_disk, tmp_path, build=Build(size=(800, 480), counted=True)) as machine:

        def off() -> None:
            machine.shut_down(BOOT_S)

        machine.boot(seconds=BOOT_S)
        seconds_until(machine, "photofinish.service")
        off()
        assert ratio_to_login(machine, off, tell, "card") <= MOST
