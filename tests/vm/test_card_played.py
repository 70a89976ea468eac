"""Somebody follows `docs/build-a-cabinet.md` in an emulated ARM machine, from the packed image to a played match.

The machine has a keyboard in place of the board: `source` says so, and nothing else is done otherwise.
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
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.test_first_boot import edited
from tools.image.make import image, new_build
from tools.image.recipe import ARCHES
from tools.vm.card import CardMachine
from tools.vm.machine import Build
from tools.vm.party import wait_until
from tools.vm.pixels import difference, seen

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(7200),
    pytest.mark.needs("qemu-system-aarch64", "mcopy", "arch-test"),
]

BOOT_S = 1800
MATCH_S = 1800
ACTIVE = "systemctl is-active photofinish.service"
RESULTS = (
    "python3 -c \"import sqlite3; print(sqlite3.connect('file:/var/lib/photofinish/photofinish.db?mode=ro', uri=True)"
    ".execute('SELECT count(*) FROM matches WHERE reason IS NOT NULL').fetchone()[0])\""
)
NEAR, FAR = DEFAULT_KEYS
SERVICE_S = 8.0
"""The page asks for 5; an emulated machine looks at its keys late."""
OTHER_PAGE = 0.4
"""So much of the screen is otherwise on another page."""


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
    alone: None, flashed: Path, repository: Path, tmp_path: Path
) -> None:
    page = (repository / "docs" / "build-a-cabinet.md").read_text(encoding="utf-8")
    text = edited(page).replace('source = "board"', 'source = "keyboard"')
    with CardMachine(flashed, tmp_path, "arm64", build=Build(size=(800, 480), memory_mb=1024)) as machine:
        machine.put(NAME, text.encode())
        machine.boot(seconds=BOOT_S)
        machine.wait_for(ACTIVE, seconds=BOOT_S)
        title = seen(machine.screenshot("1-title"))
        told = machine.out("photofinish config --show", seconds=600)
        assert 'name = "THE RED LION"' in told
        assert machine.out("readlink /etc/localtime") == "/usr/share/zoneinfo/Europe/Berlin"
        machine.keys(NEAR[ACTION], FAR[ACTION], hold_ms=int(SERVICE_S * 1000))
        wait_until(
            lambda: difference(seen(machine.screenshot("2-operator")), title) > OTHER_PAGE,
            lambda: "the operator's page does not come",
            seconds=60,
        )
        machine.type((NEAR[CARDS[4]],), pause_s=3)
        play(machine)
        machine.screenshot("4-result")
        machine.cut_power()
        machine.boot(seconds=BOOT_S)
        machine.wait_for(ACTIVE, seconds=BOOT_S)
        assert machine.out(RESULTS) == "1"


def play(machine: CardMachine) -> None:
    """Sit down alone, so that a bot does too, and press cards as guests do until the match has a result."""
    chance = random.Random(1)
    machine.keys(NEAR[ACTION])
    end = time.monotonic() + MATCH_S
    while machine.out(RESULTS) == "0":
        assert time.monotonic() < end, "the match has no end"
        for _ in range(20):
            machine.keys(NEAR[chance.choice([*CARDS[:4], ACTION])], hold_ms=60)
            machine.go_on(0.4)
        machine.screenshot("3-play")
