"""A card's image as it is flashed, on a PC's processor: sealed, grown, upgraded, gone back, and cut off meanwhile.

The first test has a card of its own: from the kernel's start to its first frame, beside its own way to multi-user
without the cabinet.
"""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.screens.shutdown import saving_page
from tests.vm.pictures import colours, difference, seen
from tests.vm.test_slow_processor import MOST, ratio_to_login, seconds_until
from tools.image.disk import LINUX, SECTOR, Partition, table
from tools.image.make import new_build
from tools.image.packages import wheels
from tools.image.recipe import ARCHES, MIB
from tools.vm.card import CardMachine
from tools.vm.image import lay_out
from tools.vm.machine import SHARED, Build
from tools.vm.party import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200), pytest.mark.needs("mcopy", "arch-test")]

SCRIPT = f"{SHARED}/checkout/systemd/install.sh"
INSTALL = f"PIP_NO_INDEX=1 PIP_FIND_LINKS={SHARED}/wheels {SCRIPT}"
ACTIVE = "systemctl is-active photofinish.service"
DEVICE = "dev-photofinish-3.device"
UNIT = "systemd/root/etc/systemd/system/photofinish.service"
BOOT_S = 1800
SIZE = (800, 480)
LIKE = 0.01
"""So much of a picture may be otherwise than rendered here."""
ENDS = (
    "python3 -c \"import sqlite3; print(sqlite3.connect('file:/var/lib/photofinish/photofinish.db?mode=ro', uri=True)"
    ".execute('SELECT total(count) FROM audits WHERE name = \\'ends\\'').fetchone()[0])\" | cut -d . -f 1"
)
"""Prints how often the program has ended by itself."""
CUT_AT = (
    r"-m pip install",
    r"touch /opt/photofinish/releases/.*/complete",
    r"mv -T /opt/photofinish/current\.new",
    r"systemctl restart photofinish\.service",
)
"""Steps of an upgrade by the shell's trace: the power goes as each begins. The release is there from the third on."""


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


@pytest.fixture(scope="module")
def machine(alone: None, card_disk: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardMachine]:
    """A card that has booted for the first time."""
    build = Build(size=SIZE, cache="directsync")
    with CardMachine(card_disk, tmp_path_factory.mktemp("card"), build=build) as one:
        one.boot(seconds=BOOT_S)
        one.wait_for(ACTIVE, seconds=BOOT_S)
        yield one


def reboot(machine: CardMachine) -> None:
    """Pull the plug, boot, and wait for the first frame."""
    machine.cut_power()
    machine.boot(seconds=BOOT_S)
    machine.wait_for(ACTIVE, seconds=BOOT_S)


def test_the_first_boot_shows_the_cabinet_on_a_card_that_has_grown(machine: CardMachine) -> None:
    assert machine.out("findmnt --noheadings --output FSTYPE /") == "overlay"
    assert machine.out("findmnt --noheadings --output FSTYPE,SOURCE /run/sealed/root").split() == ["ext4", "/dev/vda2"]
    assert "ro" in machine.out("findmnt --noheadings --output OPTIONS /run/sealed/root").split(",")
    assert int(machine.out("cat /sys/class/block/vda3/size")) * 512 > 2.5 * 2**30
    assert int(machine.out("stat --file-system --format '%b' /data")) * 4096 > 2.3 * 2**30
    wait_until(lambda: colours(seen(machine.screenshot())) > 20, lambda: "the screen is empty", seconds=300)


def test_the_data_partition_grows_without_going_away_meanwhile(machine: CardMachine) -> None:
    """With its device systemd would end the check of its file system, and the boot go on without it."""
    plugged = machine.out(f"systemctl show --value -p ActiveEnterTimestampMonotonic '{DEVICE}'")
    began = machine.out("systemctl show --value -p ExecMainStartTimestampMonotonic photofinish-grow.service")
    assert 0 < int(plugged) < int(began)
    assert "reaches to the end" in machine.out("journalctl --boot --output=cat --unit=photofinish-grow.service")


def test_a_sound_card_is_heard_although_no_boot_keeps_its_state(machine: CardMachine) -> None:
    machine.wait_for("amixer -c 0 sget Master | grep --fixed-strings '[-6.00dB] [on]'")


def stranger(file: Path) -> None:
    """A disk with the card's labels, and a number of its own."""
    start, size = 4 * MIB, 16 * MIB
    labels = ("PF-ROOT", "photofinish")
    parts = [Partition(LINUX, (start + number * size) // SECTOR, size // SECTOR) for number in range(len(labels))]
    with file.open("wb") as disk:
        disk.write(table(0x5712A16E, parts))
        for part, label in zip(parts, labels, strict=True):
            piece = file.with_name(label)
            with piece.open("wb") as new:
                new.truncate(size)
            subprocess.run(["mkfs.ext4", "-q", "-L", label, piece], check=True)
            disk.seek(part.start * SECTOR)
            disk.write(piece.read_bytes())


@pytest.mark.needs("mkfs.ext4")
def test_a_disk_with_the_cards_labels_is_neither_run_nor_mounted(machine: CardMachine, tmp_path: Path) -> None:
    stranger(file := tmp_path / "stick.img")
    kept = machine.build
    at_usb = ("-device", "qemu-xhci", "-device", "usb-storage,drive=stick")
    machine.build = replace(kept, more=("-drive", f"file={file},format=raw,if=none,id=stick", *at_usb))
    try:
        reboot(machine)
        assert machine.out("lsblk --noheadings --output LABEL").split().count("PF-ROOT") == 2
        assert machine.out("findmnt --noheadings --output SOURCE /run/sealed/root") == "/dev/vda2"
        assert machine.out("findmnt --noheadings --output SOURCE /data") == "/dev/vda3"
        assert machine.out("findmnt --noheadings --output SOURCE /boot/firmware") == "/dev/vda1"
    finally:
        machine.build = kept
        reboot(machine)


def test_nobody_can_log_in(machine: CardMachine) -> None:
    assert machine.out("ss --no-header --listening --tcp --numeric not src 127.0.0.0/8") == ""
    assert machine.out("pgrep --list-full agetty || true") == ""
    assert machine.out("grep --invert-match '^[^:]*:[!*]' /etc/shadow || true") == ""


def test_what_is_written_to_the_system_is_gone_and_what_lies_on_the_data_partition_stays(machine: CardMachine) -> None:
    name = machine.out("cat /etc/machine-id")
    machine.run("echo gone >/etc/gone; echo '# kept' >>/etc/photofinish/config.toml; echo >/var/lib/photofinish/kept")
    machine.run("date --set '2031-05-06 07:08'; /usr/local/lib/photofinish/clock keep; sync")
    reboot(machine)
    assert machine.out("cat /etc/machine-id") == name
    assert machine.run("test -e /etc/gone", check=False).code == 1
    assert machine.out("tail -n 1 /etc/photofinish/config.toml") == "# kept"
    assert machine.out("ls /var/lib/photofinish/kept")
    assert int(machine.out("journalctl --list-boots --no-pager --quiet | wc -l")) > 1


def test_a_program_that_ends_waits_for_a_card_that_stands_still(machine: CardMachine) -> None:
    """The unit's TimeoutStopSec is 12 s: systemd waits longer because the program asks it to."""
    ends = int(machine.out(ENDS))
    machine.run("fsfreeze --freeze /data")
    machine.run("systemctl stop --no-block photofinish.service")
    expected = saving_page(SIZE)
    wait_until(
        lambda: difference(seen(machine.screenshot("saving")), expected) <= LIKE, lambda: "another picture", seconds=50
    )
    machine.go_on(8)
    assert machine.out("systemctl show -P ActiveState photofinish.service") == "deactivating"
    machine.run("fsfreeze --unfreeze /data")
    machine.wait_for("! systemctl is-active photofinish.service")
    assert machine.out("systemctl show -P Result photofinish.service") == "success"
    assert int(machine.out(ENDS)) == ends + 1
    machine.run("systemctl start photofinish.service", seconds=BOOT_S)


def newer(machine: CardMachine, repository: Path) -> None:
    """Put a checkout with another unit into the share, so another release, and the wheels that it needs."""
    checkout = machine.share / "checkout"
    lay_out(repository, checkout)
    unit = checkout / UNIT
    unit.write_text(unit.read_text().replace("Description=Photo Finish", "Description=Photo Finish, newer"))
    shutil.copytree(wheels(new_build(), ARCHES["amd64"]), machine.share / "wheels")


def release(machine: CardMachine) -> tuple[str, str]:
    """The current release, and the description of the unit that systemd has."""
    return machine.out("readlink /opt/photofinish/current"), machine.out("systemctl show -P Description photofinish")


def cut_at(machine: CardMachine, command: str, step: str) -> tuple[str, str]:
    """Begin the installer, pull the plug as a step begins, boot, and return the release, which must be whole."""
    trace = machine.share / "trace"
    trace.unlink(missing_ok=True)
    machine.start(f"{command.replace(SCRIPT, f'bash -x {SCRIPT}')} >{SHARED}/told 2>{SHARED}/trace", seconds=3000)
    begins = re.compile(step)
    wait_until(
        lambda: trace.exists() and begins.search(trace.read_text(errors="replace")) is not None,
        lambda: f"no {step} in the installer's trace, which ends with:\n{trace.read_text(errors='replace')[-2000:]}",
        seconds=3000,
    )
    reboot(machine)
    name, description = release(machine)
    assert machine.run(f"test -e /opt/photofinish/{name}/complete", check=False).code == 0
    assert description == ("Photo Finish, newer" if newer_is(machine, name) else "Photo Finish")
    return name, description


def newer_is(machine: CardMachine, name: str) -> bool:
    """Whether a release has the newer unit."""
    return machine.run(f"grep -q newer /opt/photofinish/{name}/{UNIT}", check=False).code == 0


def test_an_upgrade_that_is_cut_off_at_any_step_leaves_a_whole_release_and_is_then_done(
    machine: CardMachine, repository: Path
) -> None:
    newer(machine, repository)
    old = release(machine)
    for number, step in enumerate(CUT_AT):
        found = cut_at(machine, INSTALL, step)
        assert found == old or number >= 2
    machine.run(f"{INSTALL} 2>&1", seconds=3000)
    new = release(machine)
    assert new[0] != old[0]
    assert new[1] == "Photo Finish, newer"
    reboot(machine)
    assert release(machine) == new


def test_a_rollback_that_is_cut_off_leaves_a_whole_release_and_is_then_done(machine: CardMachine) -> None:
    assert release(machine)[1] == "Photo Finish, newer", "the test before this one upgrades"
    found = cut_at(machine, f"{SCRIPT} --rollback", r"mv -T /opt/photofinish/previous\.new")
    if found[1] != "Photo Finish":
        machine.run(f"{SCRIPT} --rollback", seconds=300)
    old = release(machine)
    assert old[1] == "Photo Finish"
    reboot(machine)
    assert release(machine) == old
