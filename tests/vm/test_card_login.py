"""The network that a card names: ssh lets a key's owner in and nobody else, and a radio joins the Wi-Fi."""

import socket
import subprocess
from pathlib import Path

import pytest

from cabinet.card.take import NAME
from tools.vm.card import CardMachine
from tools.vm.machine import Build
from tools.vm.party import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.needs("qemu-system-aarch64", "mcopy", "arch-test", "ssh", "ssh-keygen"),
]

BOOT_S = 1800
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
