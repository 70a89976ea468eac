"""Somebody follows `docs/build-a-cabinet.md` in an emulated ARM machine, from the packed image to a played match.

The board is the emulated one, plugged into the machine's USB; its program is the file that the page says to copy.
"""

import os
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.card.take import NAME
from engine.panel import ACTION, CARDS
from tests.cabinet.test_first_boot import edited
from tests.vm.panels import Panels, plugged, try_the_buttons
from tools.image.make import image, new_build
from tools.image.recipe import ARCHES
from tools.vm.card import CardMachine
from tools.vm.machine import Build

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(7200),
    pytest.mark.needs("qemu-system-aarch64", "mcopy", "arch-test", "node", "npm"),
]

BOOT_S = 1800
MATCH_S = 1800
ACTIVE = "systemctl is-active photofinish.service"
RESULTS = (
    "python3 -c \"import sqlite3; print(sqlite3.connect('file:/var/lib/photofinish/photofinish.db?mode=ro', uri=True)"
    ".execute('SELECT count(*) FROM matches WHERE reason IS NOT NULL').fetchone()[0])\""
)
LOGS = "/var/lib/photofinish/matches"


@pytest.fixture
def panels(repository: Path) -> Iterator[Panels]:
    """Two panels on a board that has the program which the page says to copy."""
    with plugged(repository) as panels:
        yield panels


@pytest.fixture(scope="module")
def flashed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The packed image, whose check sum is right, written out."""
    if os.geteuid() != 0:
        pytest.exit("the card's image is made by root: sudo make soak-arm", returncode=2)
    packed, summed, _ = image(ARCHES["arm64"], new_build())
    subprocess.run(["sha256sum", "--check", "--quiet", summed.name], cwd=packed.parent, check=True)
    card = tmp_path_factory.mktemp("flashed") / "card.img"
    with card.open("wb") as raw:
        subprocess.run(["xzcat", str(packed)], stdout=raw, check=True)
    yield card
    card.unlink()


def test_from_the_image_file_to_a_played_match(
    alone: None, flashed: Path, repository: Path, panels: Panels, tmp_path: Path
) -> None:
    page = (repository / "docs" / "build-a-cabinet.md").read_text(encoding="utf-8")
    build = Build(size=(800, 480), memory_mb=1024, more=tuple(panels.devices))
    with CardMachine(flashed, tmp_path, "arm64", build=build) as machine:
        machine.put(NAME, edited(page).encode())
        machine.boot(seconds=BOOT_S)
        machine.wait_for(ACTIVE, seconds=BOOT_S)
        told = machine.out("photofinish config --show", seconds=600)
        assert 'name = "THE RED LION"' in told
        assert machine.out("readlink /etc/localtime") == "/usr/share/zoneinfo/Europe/Berlin"
        try_the_buttons(machine, panels)
        play(machine, panels)
        machine.screenshot("7-result")
        checked = machine.run(f"photofinish verify {LOGS}", seconds=600, check=False)
        assert checked.code == 0, checked
        machine.cut_power()
        machine.boot(seconds=BOOT_S)
        machine.wait_for(ACTIVE, seconds=BOOT_S)
        assert machine.out(RESULTS) == "1"


def play(machine: CardMachine, panels: Panels) -> None:
    """Both get ready, and press cards as guests do until the match has a result."""
    chance = random.Random(1)
    panels.tap((0, ACTION), (1, ACTION))
    end = time.monotonic() + MATCH_S
    while machine.out(RESULTS) == "0":
        assert time.monotonic() < end, "the match has no end"
        for _ in range(20):
            panels.tap((chance.randrange(2), chance.choice([*CARDS, ACTION])), hold_s=0.06)
            machine.go_on(0.25)
        machine.screenshot("6-play")
