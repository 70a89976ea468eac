"""The card's image in QEMU's Raspberry Pi 3, whose card slot and pin controller are those of a Pi."""

import re
from pathlib import Path

import pytest

from tools.vm.card import PINS, boot_a_pi

NEEDS = ("qemu-system-aarch64", "mcopy", "arch-test")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(5400), pytest.mark.needs(*NEEDS)]


def test_the_pis_own_pin_controller_hands_out_every_buttons_line_and_the_card_has_grown(
    alone: None, arm_card_disk: Path, tmp_path: Path
) -> None:
    told = boot_a_pi(arm_card_disk, tmp_path)
    assert f"PI-LINES {len(PINS)} pinctrl-bcm2835" in told
    assert "PI-MODEL Raspberry Pi 3 Model B" in told
    assert "PI-ROOT overlay" in told
    sizes = re.search(r"PI-DATA (\d+) (\d+)", told)
    assert sizes is not None
    partition, file_system = int(sizes[1]) * 512, int(sizes[2]) * 4096
    assert partition > 2.5 * 2**30
    assert file_system > 0.9 * partition
