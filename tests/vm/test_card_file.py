"""The card's file, written by another computer onto the image: taken at the next boot, or its mistakes on the screen.

Two boots: one with a file of mistakes, in which further ones take its place, and one with a file that is right.

What the pages have to look like is drawn here from the same text; their words are those of `tests/cabinet/card`.
"""

import base64
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from cabinet.card.outputs import planned
from cabinet.card.report import CardFault, CardReport, faults_in
from cabinet.card.take import NAME
from cabinet.config.faults import ConfigError
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.card_faults import CardFaults
from cabinet.service.card_news import fault_lines
from cabinet.strings.catalogue import word
from tests.cabinet.pictures.scenes import picture
from tests.vm.pictures import difference, seen
from tools.image.recipe import FIRMWARE_MIB, FIRST_MIB, MIB
from tools.vm.card import CardMachine, put_on
from tools.vm.image import SIZE
from tools.vm.machine import Build
from tools.vm.party import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200), pytest.mark.needs("mcopy", "arch-test")]

BOOT_S = 1800
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


def pages(report: CardReport) -> list[pygame.Surface]:
    """The pages of the mistakes in a report."""
    toolkit = Toolkit(Theme(), Fonts(), SIZE)
    scene = CardFaults(toolkit, fault_lines(report))
    shown = []
    for page in range(len(scene._pages)):
        scene._show(page, 0)
        shown.append(picture(scene, toolkit))
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
    told = machine.out("photofinish config --show", seconds=600)
    return next(line for line in told.splitlines() if key in line)


def test_a_file_put_onto_a_card_changes_nothing_else(tmp_path: Path) -> None:
    raw, disk = tmp_path / "card.img", tmp_path / "disk.qcow2"
    first, end = FIRST_MIB * MIB, (FIRST_MIB + FIRMWARE_MIB) * MIB
    with raw.open("wb") as file:
        file.truncate(end + MIB)
    subprocess.run(["mformat", "-F", "-T", str(FIRMWARE_MIB * MIB // 512), "-i", f"{raw}@@{first}", "::"], check=True)
    with raw.open("r+b") as file:
        for at in (0, end - MIB, end):
            file.seek(at)
            file.write(bytes([1 + at % 251]) * MIB)
    subprocess.run(["qemu-img", "convert", "-O", "qcow2", str(raw), str(disk)], check=True)
    put_on(disk, NAME, RIGHT.encode())
    seen_now = tmp_path / "now.img"
    subprocess.run(["qemu-img", "convert", "-O", "raw", str(disk), str(seen_now)], check=True)
    read = ["mtype", "-i", f"{seen_now}@@{first}", f"::/{NAME}"]
    assert subprocess.run(read, check=True, capture_output=True, text=True).stdout == RIGHT
    with raw.open("rb") as before, seen_now.open("rb") as after:
        for at in (0, end - MIB, end):
            before.seek(at)
            after.seek(at)
            assert before.read(MIB) == after.read(MIB)


def test_every_mistake_is_on_the_screen_at_the_first_boot_and_nothing_is_taken(machine: CardMachine) -> None:
    wanted = pages(report_of(FILES["no TOML"]))  # drawn before: the machine shows each for twenty seconds
    machine.put(NAME, FILES["no TOML"])
    machine.boot(seconds=BOOT_S)
    wait_for_pages(machine, wanted, seconds=BOOT_S)
    assert machine.run("test -e /data/card/current", check=False).code == 1


@pytest.mark.parametrize("kind", [kind for kind in FILES if kind != "no TOML"])
def test_so_are_mistakes_of_every_other_kind(machine: CardMachine, kind: str) -> None:
    file, wanted = f"/boot/firmware/{NAME}", pages(report_of(FILES[kind]))
    write = f"mount -o remount,rw /boot/firmware; base64 -d >{file}; sync; mount -o remount,ro /boot/firmware"
    machine.run(write, stdin=base64.b64encode(FILES[kind]).decode())
    machine.run("systemctl restart photofinish-card.service", seconds=600)
    machine.run("systemctl restart --no-block photofinish.service")
    wait_for_pages(machine, wanted, seconds=BOOT_S)
    assert machine.run("test -e /data/card/current", check=False).code == 1


def test_a_first_partition_that_did_not_open_is_on_the_screen(machine: CardMachine) -> None:
    wanted = pages(CardReport((CardFault(None, "", word("card.no_partition")),)))
    machine.run("systemctl mask --runtime --now boot-firmware.mount")
    machine.run("systemctl restart photofinish-card.service", seconds=600)
    machine.run("systemctl restart --no-block photofinish.service")
    wait_for_pages(machine, wanted, seconds=BOOT_S)


def test_a_file_that_is_right_is_taken_at_the_boot_at_which_it_is_new(machine: CardMachine) -> None:
    machine.cut_power()
    machine.put(NAME, RIGHT.encode())
    machine.boot(seconds=BOOT_S)
    machine.wait_for("systemctl is-active photofinish-card.service", seconds=BOOT_S)
    assert machine.out("readlink /etc/localtime") == "/usr/share/zoneinfo/Europe/Berlin"
    assert f"volume = 7      # [/boot/firmware/{NAME}:4]" in origin(machine, "volume")
