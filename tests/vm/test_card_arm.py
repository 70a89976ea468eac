"""The card's image for a Raspberry Pi: in QEMU's Raspberry Pi 3, whose card slot and pin controller are those of a Pi,
and in emulated ARM machines: kernel, seal, growth, program and display.

The network that a card names: ssh lets a key's owner in and nobody else, and a radio joins the Wi-Fi. And somebody
follows `docs/build-a-cabinet.md` from the packed image to a played match; the board is the emulated one, plugged into
the machine's USB, and its program is the file that the page says to copy.
"""

import json
import os
import random
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.card.take import NAME
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS
from tests.cabinet.test_first_boot import edited
from tests.vm.panels import Panels, plugged, try_the_buttons
from tests.vm.pictures import difference, seen, title
from tools.image.make import image, new_build
from tools.image.recipe import ARCHES
from tools.vm.card import PINS, CardMachine, boot_a_pi
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


# A Raspberry Pi 3


@pytest.mark.timeout(5400)
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


# The network that a card names

UP_S = 600
"""From the boot's end till ssh answers: a first one makes the machine's key."""

RADIOS = "modprobe mac80211_hwsim radios=2"
"""Two radios that hear each other and nothing else: wlan0 and wlan1 (the kernel's own, for tests)."""
BASE = """country=DE
network={
ssid="THE RED LION"
mode=2
frequency=2412
key_mgmt=WPA-PSK
psk="two pints please"
proto=RSN
pairwise=CCMP
}
"""
"""wpa_supplicant's words for a base station (wpa_supplicant.conf(5))."""
ADDRESSES = "[Match]\nName=wlan1\n[Network]\nAddress=192.168.77.1/24\nDHCPServer=yes\n"
"""systemd.network(5): the base gives out addresses."""
UNITS = "/run/systemd/network"


class Visitor:
    """Somebody at another computer with a key of their own; `known` is the file of machines that they have met."""

    def __init__(self, folder: Path, name: str, port: int) -> None:
        self._key, self._known, self._port = folder / name, folder / f"{name}.known", port
        make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"{name}@desk", "-f", str(self._key)]
        subprocess.run(make, check=True)
        self.public = self._key.with_suffix(".pub").read_text(encoding="utf-8").strip()

    def ssh(self, command: str, *, first: bool = False, by: str = "publickey") -> subprocess.CompletedProcess[str]:
        """Run a command as root; only at the `first` visit the machine may be unknown."""
        options = {
            "StrictHostKeyChecking": "accept-new" if first else "yes",
            "UserKnownHostsFile": self._known,
            "PreferredAuthentications": by,
            "IdentitiesOnly": "yes",
            "BatchMode": "yes",
            "ConnectTimeout": "60",
        }
        words = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        line = ["ssh", "-F", "none", "-i", str(self._key), "-p", str(self._port), *words, "root@127.0.0.1", command]
        return subprocess.run(line, check=False, capture_output=True, text=True, timeout=300)


def free_port() -> int:
    """Return a TCP port of this computer that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.mark.needs("ssh", "ssh-keygen")
def test_a_key_on_the_card_lets_its_owner_in_and_nobody_else(alone: None, arm_card_disk: Path, tmp_path: Path) -> None:
    port = free_port()
    owner, stranger = Visitor(tmp_path, "owner", port), Visitor(tmp_path, "stranger", port)
    network = ("-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{port}-:22", "-device", "virtio-net-pci,netdev=net")
    build = Build(size=(800, 480), memory_mb=1024, more=network)
    with CardMachine(arm_card_disk, tmp_path / "machine", "arm64", build=build) as machine:
        machine.put(NAME, f'[ssh]\nauthorized_keys = ["{owner.public}"]\n'.encode())
        machine.boot(seconds=BOOT_S)
        wait_until(
            lambda: owner.ssh("true", first=True).returncode == 0,
            lambda: f"ssh does not answer: {owner.ssh('true', first=True).stderr}",
            seconds=UP_S,
        )
        checked = owner.ssh("runuser -u photofinish -- photofinish doctor")
        assert "database" in checked.stdout, checked
        for refused in (stranger.ssh("true", first=True), owner.ssh("true", by="password,keyboard-interactive")):
            assert (refused.returncode, "Permission denied (publickey)" in refused.stderr) == (255, True), refused
        machine.cut_power()
        machine.boot(seconds=BOOT_S)
        wait_until(
            lambda: owner.ssh("true").returncode == 0,
            lambda: f"ssh does not answer: {owner.ssh('true').stderr}",
            seconds=UP_S,
        )


@pytest.mark.needs("ssh", "ssh-keygen")
def test_a_radio_joins_the_wifi_that_the_card_names(alone: None, arm_card_disk: Path, tmp_path: Path) -> None:
    build = Build(size=(800, 480), memory_mb=1024)
    with CardMachine(arm_card_disk, tmp_path / "machine", "arm64", build=build) as machine:
        text = '[wlan]\ncountry = "DE"\nssid = "THE RED LION"\npassword = "two pints please"\n'
        machine.put(NAME, text.encode())
        machine.boot(seconds=BOOT_S)
        machine.run(f"mkdir -p {UNITS} && cat > {UNITS}/10-base.network && networkctl reload", stdin=ADDRESSES)
        machine.run(RADIOS, seconds=300)
        machine.wait_for("test -e /sys/class/net/wlan1", seconds=100)
        machine.run("cat > /run/base.conf && wpa_supplicant -B -i wlan1 -c /run/base.conf", stdin=BASE, seconds=100)
        machine.wait_for("ip -brief address show wlan0 | grep '192.168.77.'", seconds=UP_S)
        assert "two pints" not in machine.out("cat /data/network/wpa_supplicant-wlan0.conf")


# As the page says it

MATCH_S = 1800
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


@pytest.mark.timeout(7200)
@pytest.mark.needs("node", "npm")
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


# The image in an ARM machine


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
    wait_until(lambda: difference(seen(machine.screenshot()), expected) <= LIKE, lambda: "another picture", seconds=300)


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
    assert {"root=PARTUUID=50484f54-02", "consoleblank=0"} <= set(line)
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
