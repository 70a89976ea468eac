"""The card's file, written by another computer onto the image: taken at the next boot, or its mistakes on the screen.

What the pages have to look like is drawn here from the same text; their words are those of `tests/cabinet/card`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from cabinet.card.plan import faults_in, planned
from cabinet.card.report import CardFault, CardReport
from cabinet.card.take import NAME
from cabinet.config.check import ConfigError
from cabinet.display.fonts import Fonts
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Kit
from cabinet.scenes.card_faults import CardFaults
from cabinet.service.card_news import fault_lines
from tests.vm.conftest import SIZE
from tests.vm.test_card import ACTIVE
from tools.pictures.scenes import picture
from tools.vm.card import CardMachine
from tools.vm.machine import Build
from tools.vm.party import wait_until
from tools.vm.pixels import difference, seen

pytestmark = [pytest.mark.slow, pytest.mark.needs("mcopy", "qemu-io", "arch-test")]

ALIKE = 0.002
"""A line more or less on a page is a difference of more than twice as many pixels."""
RIGHT = '[locale]\ntimezone = "Europe/Berlin"\n[sound]\nvolume = 7\n'
NO_TOML = """\
[operator]
name: "THE LION"
code = THE LION
house = “THE LION”
place = "THE LION
page = yes
folder = "C:\\games"
key =
the name of the house
[sound]
volume = 300
"""
"""A line for each of the usual mistakes of a line, but for a heading's, and one behind them."""
HEADING = "[locale]\ntimezone = 3\n[sound\nvolume = 300\n"
VALUES = """\
[sound]
volume = 300
tenson = true
[locale]
timezone = "Berlin"
keymap = "english"
[wlan]
country = "UK"
password = "short"
[ssh]
authorized_keys = ["-----BEGIN OPENSSH PRIVATE KEY-----", "me@desk"]
[input.pins.seat0]
CARD1 = 5
[options.speed]
jokers = 3
"""
"""An unknown key, values out of their range, values that name nothing, secrets, and keys that clash."""
NO_TEXT = b"[sound]\nvolume = 40 # \xff\xfe\xff\n"
FILES = {"no TOML": NO_TOML.encode(), "heading": HEADING.encode(), "values": VALUES.encode(), "no text": NO_TEXT}


@pytest.fixture(scope="module")
def machine(alone: None, card_disk: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardMachine]:
    """A card that has never booted."""
    with CardMachine(card_disk, tmp_path_factory.mktemp("file"), build=Build(size=SIZE)) as one:
        yield one


def report_of(data: bytes) -> CardReport:
    """The faults that a file has here."""
    try:
        planned(data, Path(NAME), {}, "")
    except ConfigError as problem:
        return CardReport(faults_in(problem))
    except UnicodeDecodeError as problem:
        return CardReport((CardFault(None, "", problem.reason),))
    raise AssertionError("this file has no mistake")


def pages(data: bytes) -> list[pygame.Surface]:
    """The pages of a file's mistakes."""
    kit = Kit(Theme(), Fonts(), SIZE)
    scene = CardFaults(kit, fault_lines(report_of(data)), lambda: None, lambda: None)
    shown = []
    for page in range(len(scene._pages)):
        scene._show(page, 0)
        shown.append(picture(scene, kit))
    return shown


def wait_for_pages(machine: CardMachine, wanted: Sequence[pygame.Surface], seconds: float) -> None:
    """Look at the screen until each of the pages was there, in whatever order."""
    missing = list(enumerate(wanted, start=1))

    def looks() -> bool:
        now = seen(machine.screenshot("mistakes"))
        missing[:] = [(number, page) for number, page in missing if difference(now, page) >= ALIKE]
        return not missing

    wait_until(looks, lambda: f"of {len(wanted)} pages not seen: {[number for number, _ in missing]}", seconds)


def origin(machine: CardMachine, key: str) -> str:
    """The line that tells where the program has a setting from."""
    told = machine.out("photofinish config --show", seconds=300)
    return next(line for line in told.splitlines() if key in line)


def test_a_right_file_is_taken_at_the_first_boot(machine: CardMachine) -> None:
    machine.put(NAME, RIGHT.encode())
    machine.boot(seconds=900)
    machine.wait_for(ACTIVE, seconds=600)
    assert machine.out("readlink /etc/localtime") == "/usr/share/zoneinfo/Europe/Berlin"
    assert "7" in origin(machine, "volume")
    assert "card" in origin(machine, "volume")


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_every_mistake_is_on_the_screen_and_nothing_of_its_file_is_taken(machine: CardMachine, data: bytes) -> None:
    machine.cut_power()
    machine.put(NAME, data)
    machine.boot(seconds=900)
    wait_for_pages(machine, pages(data), seconds=900)
    assert machine.out("readlink /etc/localtime") == "/usr/share/zoneinfo/Europe/Berlin"
    assert "7" in origin(machine, "volume")
