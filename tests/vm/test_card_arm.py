"""The card's image for a Raspberry Pi, in an emulated ARM machine: kernel, seal, growth, program and display."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.card.take import NAME
from cabinet.strings.catalogue import word
from tests.vm.pictures import difference, seen, title
from tools.vm.card import CardMachine
from tools.vm.machine import Build
from tools.vm.party import wait_until

NEEDS = ("qemu-system-aarch64", "mcopy", "arch-test")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600), pytest.mark.needs(*NEEDS)]

BOOT_S = 1800
SIZE = (800, 480)
LIKE = 0.01
"""So much of a picture may be otherwise than rendered here."""
STILL = b"[display]\nreduced_motion = true\nattract_s = 0\n"
ACTIVE = "systemctl is-active photofinish.service"


@pytest.fixture(scope="module")
def machine(alone: None, arm_card_disk: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardMachine]:
    """A card that has booted for the first time, with a title that stands still."""
    build = Build(size=SIZE, memory_mb=1024)
    with CardMachine(arm_card_disk, tmp_path_factory.mktemp("arm"), "arm64", build=build) as one:
        one.put(NAME, STILL)
        one.boot(seconds=BOOT_S)
        one.wait_for(ACTIVE, seconds=BOOT_S)
        yield one


def test_the_program_shows_itself_on_the_kernels_display(machine: CardMachine) -> None:
    assert machine.out("uname -m") == "aarch64"
    assert machine.out("findmnt --noheadings --output FSTYPE /") == "overlay"
    assert int(machine.out("stat --file-system --format '%b' /data")) * 4096 > 2.3 * 2**30
    expected = title(SIZE, word("card.taken", count=2))
    wait_until(
        lambda: difference(seen(machine.screenshot()), expected) <= LIKE, lambda: "another picture", seconds=300
    )


def test_it_finds_nothing_wrong_with_its_records(machine: CardMachine) -> None:
    doctor = "setpriv --reuid=photofinish --regid=photofinish --init-groups photofinish doctor --json"
    checks = json.loads(machine.run(doctor, seconds=300, check=False).out)
    levels = {check["check"]: check["level"] for check in checks}
    assert (levels["disk"], levels["database"]) == ("ok", "ok")


def test_the_first_partition_is_one_that_a_raspberry_pi_boots(machine: CardMachine) -> None:
    names: list[str] = machine.out("ls /boot/firmware").split()
    wanted = ["bootcode.bin", "start.elf", "start4.elf", "fixup4.dat", "cmdline.txt", "config.txt"]
    wanted += ["bcm2837-rpi-zero-2-w.dtb", "bcm2837-rpi-3-b.dtb", "bcm2711-rpi-4-b.dtb", "bcm2711-rpi-400.dtb"]
    assert not set(wanted) - set(names)
    line = machine.out("cat /boot/firmware/cmdline.txt").split()
    assert line.index("ro") > line.index("rw")
    assert {"root=LABEL=PF-ROOT", "consoleblank=0"} <= set(line)
    assert [word for word in line if word.startswith(("console=", "cma="))] == ["console=tty1"]
    settings = machine.out("cat /boot/firmware/config.txt").splitlines()
    kernel = next(word.partition("=")[2] for word in settings if word.startswith("kernel="))
    initrd = next(word.split()[1] for word in settings if word.startswith("initramfs "))
    assert {kernel, initrd} <= set(names)


def test_modules_that_a_card_needs_to_boot_are_in_the_initrd(machine: CardMachine) -> None:
    listed = machine.out("lsinitramfs /boot/firmware/initrd.img-*", seconds=300)
    built_in = machine.out("cat /lib/modules/$(uname -r)/modules.builtin")
    for name in ("bcm2835", "sdhci-iproc", "mmc_block", "ext4", "overlay", "regulator/gpio-regulator", "raspberrypi"):
        assert name in listed or name in built_in
    assert "scripts/init-bottom/photofinish-seal" in listed
