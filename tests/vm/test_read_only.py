"""`install.sh --read-only`: a system that is not written to, and records on a disk of their own that survive."""

import subprocess
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.vm.test_cabinet import ready
from tools.vm.base import unpacked_initrd
from tools.vm.image import INSTALL, fill_share
from tools.vm.machine import SHARED, Build, Image, Machine

pytestmark = pytest.mark.slow

RECORDS = "/var/lib/photofinish"


@pytest.fixture(scope="module")
def sealed(alone: None, cabinet_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A cabinet with a second disk, after the installer has sealed it and it has booted anew."""
    folder = tmp_path_factory.mktemp("read-only")
    stick = folder / "stick.raw"
    subprocess.run(["mkfs.ext4", "-q", "-F", "-L", "photofinish", str(stick), "64M"], check=True)
    second = ("-drive", f"file={stick},format=raw,if=virtio,cache=directsync")
    with Machine(cabinet_image, folder, build=Build(more=second)) as machine:
        fill_share(machine.share)
        machine.boot()
        ready(machine)
        machine.run(f"{INSTALL} --read-only 2>&1", seconds=900)
        machine.run(f"cp /boot/initrd.img-* {SHARED}/initrd")
        machine.shut_down()
        initrd = machine.folder / "initrd"
        initrd.write_bytes(unpacked_initrd((machine.share / "initrd").read_bytes()))
        # the last word counts; a Raspberry Pi's line has neither, which means the same
        machine.image = replace(machine.image, initrd=initrd, words="ro")
        machine.boot()
        ready(machine)
        yield machine


def test_what_is_written_to_the_system_is_gone_and_records_stay(sealed: Machine) -> None:
    assert sealed.out("findmnt --noheadings --output FSTYPE /") == "overlay"
    assert sealed.out(f"findmnt --noheadings --output SOURCE,OPTIONS {RECORDS}").startswith("/dev/vdb rw")
    sealed.run(f"echo '# gone' >> /etc/photofinish/config.toml; echo kept > {RECORDS}/kept; sync {RECORDS}/kept")
    sealed.cut_power()
    sealed.boot()
    ready(sealed)
    assert sealed.out(f"cat {RECORDS}/kept") == "kept"
    assert "# gone" not in sealed.out("cat /etc/photofinish/config.toml")
    assert sealed.out(f"ls {RECORDS}").count("photofinish.db.damaged") == 0


def test_the_time_that_was_seen_last_is_kept_beside_the_records(sealed: Machine) -> None:
    assert sealed.out("findmnt --noheadings --output SOURCE /var/lib/systemd/timesync") == "/dev/vdb[/clock]"
    assert sealed.out("systemctl is-active photofinish-clock.service") == "active"


def test_the_system_below_was_not_written_to(sealed: Machine) -> None:
    """Its file system was mounted read-only: no journal had to be played back after the plug."""
    assert "recovery" not in sealed.out("journalctl --boot --dmesg --grep vda || true")
    assert "ro" in sealed.out("findmnt --noheadings --output OPTIONS /media/root-ro").split(",")


def test_the_installer_says_how_to_change_what_is_sealed(sealed: Machine) -> None:
    done = sealed.run(f"{INSTALL} 2>&1", check=False)
    assert done.code == 2
    assert "overlayroot-chroot" in done.out


def test_what_is_changed_below_stays(sealed: Machine) -> None:
    change = "sed -i 's/fullscreen = true/fullscreen = true  # mine/' /etc/photofinish/config.toml"
    sealed.run(f'overlayroot-chroot sh -c "{change}"')
    sealed.shut_down()
    sealed.boot()
    assert "# mine" in sealed.out("cat /etc/photofinish/config.toml")
    ready(sealed)
