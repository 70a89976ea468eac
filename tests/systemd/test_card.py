"""The installer on a card's sealed system, in a folder that plays it: what stays, what a reboot takes, and power cuts.

A reboot leaves the folders of the data partition as they are and everything else as the image had it; then the units of
the current release are attached, as at each boot.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cabinet.card.report import AWAITED, REPORT
from tests.systemd.fake_machine import FakeMachine
from tools.image.recipe import ROOT

KEPT = ("opt/photofinish", "etc/photofinish", "var/lib/photofinish")
"""The folders of the data partition, where systemd/image/etc/fstab mounts them."""
ATTACH = "etc/systemd/system/photofinish-attach.service.d/own.conf"
UNIT = "systemd/root/etc/systemd/system/photofinish.service"


class Card(FakeMachine):
    """A card whose image was made with the first release."""

    def __init__(self, folder: Path, repository: Path) -> None:
        super().__init__(folder, repository)
        self.has_packages()
        self.install("--image")
        (self.root / "etc/photofinish-image").write_text("photofinish 0 amd64\n")
        self.told()
        self._sealed = folder / "sealed"
        self._copy(self.root, self._sealed)

    def boot(self) -> None:
        """Take the power away, if it was on, and boot."""
        left = self.root.with_name("left")
        self.root.rename(left)
        self._copy(self._sealed, self.root)
        for name in KEPT:
            shutil.rmtree(self.root / name, ignore_errors=True)
            if (left / name).exists():
                (left / name).rename(self.root / name)
        shutil.rmtree(left)
        if not self.attaches:
            return
        attach = self.root / "opt/photofinish/current/systemd/install.sh"
        environ = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        subprocess.run(["bash", str(attach), "--root", str(self.root), "--attach"], env=environ, check=True)

    def change_unit(self, text: str) -> None:
        """The next release has another unit."""
        (self.checkout / UNIT).write_text(text)
        self.change(text)

    @property
    def attaches(self) -> bool:
        """Whether systemd runs photofinish-attach.service at a boot: its condition, as the image has it."""
        condition = (self.root / ATTACH).read_text().splitlines()[1]
        return not (self.root / condition.removeprefix("ConditionPathExists=!/")).exists()

    @property
    def unit(self) -> str:
        """The unit that systemd has."""
        return (self.root / UNIT.removeprefix("systemd/root/")).read_text()

    def _copy(self, source: Path, target: Path) -> None:
        shutil.copytree(source, target, symlinks=True)


@pytest.fixture(scope="module")
def from_the_factory(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Card:
    """One card for all tests, which each has as it was made: the installer takes half a second."""
    return Card(tmp_path_factory.mktemp("cards") / "card", repository).put_by()


@pytest.fixture
def card(from_the_factory: Card) -> Card:
    return from_the_factory.as_put_by()


def test_an_image_has_the_files_of_a_card_and_notes_those_of_its_release(card: Card, repository: Path) -> None:
    fstab = card.tree()["etc/fstab"]
    for name in KEPT:
        assert f" /{name} " in fstab
    assert "photofinish-seal" in "".join(card.tree())
    listed = (card.root / "usr/local/lib/photofinish/files").read_text().splitlines()
    assert "etc/systemd/system/photofinish.service" in listed
    assert all((repository / "systemd/root" / name).is_symlink() or (card.root / name).exists() for name in listed)


def test_an_image_has_every_unit_and_every_other_file_of_systemd_as_it_is(card: Card, repository: Path) -> None:
    """The image's own folder goes last: what is in both is the image's."""
    parts = [repository / "systemd" / part for part in ("root", "image")]
    files = {
        path.relative_to(part): path
        for part in parts
        for path in part.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }
    assert {path.name for path in files} >= {
        "photofinish.service",
        "photofinish-attach.service",
        "photofinish-grow.service",
    }
    for name, path in files.items():
        put = card.root / name
        if path.is_symlink():
            assert put.readlink() == path.readlink(), name
        else:
            assert put.read_bytes() == path.read_bytes(), name


# Which disk it is


SCRIPTS = "systemd/image/etc/initramfs-tools/scripts"


def initrd(script: Path, folder: Path, *, blkid: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the initrd with the kernel's folders below `folder`; `blkid` is a shell's answer of that name."""
    text = re.sub(r"(?<![\w}/])/(proc|run|sys|conf|scripts)/", rf"{folder}/\1/", script.read_text())
    for name in ("conf", "scripts", "bin", "run"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "scripts/functions").write_text('log_warning_msg() { echo "$@"; }\n')
    for name, answer in {"blkid": blkid, "sleep": f"echo >>{folder}/slept"}.items():
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{answer}\n")
        (folder / "bin" / name).chmod(0o755)
    path = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    return subprocess.run(
        ["sh", "-c", text, "script"], env={**path, **environ}, capture_output=True, text=True, check=True
    )


@pytest.mark.parametrize(
    ("found", "root"),
    [
        ("/dev/mmcblk0p2", "/dev/mmcblk0p2"),
        ("/dev/sda2", "/dev/sda2"),  # a card that is a stick, or a disk at USB
        ("/dev/sda2\n/dev/mmcblk0p2", "/dev/mmcblk0p2"),  # an old card in a reader, in whatever order they come
        ("/dev/mmcblk0p2\n/dev/sda2", "/dev/mmcblk0p2"),
        ("", None),  # not there yet: the initrd waits for it by itself
    ],
)
def test_of_two_cards_with_the_same_numbers_the_one_in_the_slot_is_the_root(
    repository: Path, tmp_path: Path, found: str, root: str | None
) -> None:
    script = repository / SCRIPTS / "local-top/photofinish-root"
    told = initrd(script, tmp_path, blkid=f'[ "$*" = "-t {ROOT} -o device" ] && printf "{found}"', ROOT=ROOT)
    conf = tmp_path / "conf/param.conf"
    assert (conf.read_text() if conf.exists() else None) == (root and f"ROOT={root}\n")
    assert told.stdout == ""


def test_where_nothing_says_which_is_the_card_it_waits_until_one_is_taken_out(repository: Path, tmp_path: Path) -> None:
    two_times_two = f'[ "$(grep -c "" {tmp_path}/slept)" -ge 2 ] || echo /dev/sdb2; echo /dev/sda2'
    (tmp_path / "slept").touch()
    told = initrd(repository / SCRIPTS / "local-top/photofinish-root", tmp_path, blkid=two_times_two, ROOT=ROOT)
    assert "several cards of Photo Finish here (/dev/sdb2 /dev/sda2): take out" in told.stdout
    assert told.stdout.count("\n") == 1
    assert (tmp_path / "conf/param.conf").read_text() == "ROOT=/dev/sda2\n"


def test_another_root_on_the_kernels_line_is_left_alone(repository: Path, tmp_path: Path) -> None:
    initrd(repository / SCRIPTS / "local-top/photofinish-root", tmp_path, blkid="exit 9", ROOT="/dev/nfs")
    assert not (tmp_path / "conf/param.conf").exists()


@pytest.mark.parametrize(("device", "disk"), [("mmcblk0p2", "mmcblk0"), ("sda2", "sda")])
def test_udev_learns_on_which_disk_the_root_is(repository: Path, tmp_path: Path, device: str, disk: str) -> None:
    mounted = tmp_path / "mounted"
    for folder in ("mounted/etc", "proc", f"sys/devices/{disk}/{device}", "sys/class/block"):
        (tmp_path / folder).mkdir(parents=True)
    (mounted / "etc/photofinish-image").touch()
    (tmp_path / f"sys/class/block/{device}").symlink_to(tmp_path / f"sys/devices/{disk}/{device}")
    (tmp_path / "proc/mounts").write_text(f"proc /proc proc rw 0 0\n/dev/{device} {mounted} ext4 ro 0 0\n")
    (tmp_path / "proc/cmdline").write_text("quiet photofinish.unsealed\n")
    initrd(repository / SCRIPTS / "init-bottom/photofinish-seal", tmp_path, rootmnt=str(mounted))
    assert [path.name for path in (tmp_path / "run/photofinish-root").iterdir()] == [disk]
    rule = (repository / "systemd/image/etc/udev/rules.d/61-photofinish-card.rules").read_text()
    assert 'TEST=="/run/photofinish-root/%P", SYMLINK+="photofinish/%n"' in rule


def test_nothing_of_a_card_is_found_by_a_label(repository: Path) -> None:
    texts = {path: path.read_text() for path in (repository / "systemd/image").rglob("*") if path.is_file()}
    assert [str(path) for path, text in texts.items() if re.search(r"LABEL=|by-label|by.x2dlabel", text)] == []


def test_a_boot_of_the_images_own_release_tells_systemd_nothing(card: Card) -> None:
    card.boot()
    assert not card.attaches
    assert card.told() == []


def test_an_upgrade_brings_its_units_at_once_and_after_each_boot(card: Card) -> None:
    card.change_unit("# newer\n")
    card.install()
    assert (card.unit, card.program) == ("# newer\n", "# newer\n")
    card.boot()
    assert card.attaches
    assert (card.unit, card.program) == ("# newer\n", "# newer\n")
    told = card.told()
    assert told.index("systemctl daemon-reload") < told.index("systemctl start --no-block photofinish.service")


def test_a_rollback_brings_the_units_of_before(card: Card) -> None:
    first = card.unit
    card.change_unit("# newer\n")
    card.install()
    card.install("--rollback")
    assert (card.unit, card.program) == (first, "# cabinet\n")
    card.boot()
    assert not card.attaches
    assert (card.unit, card.program) == (first, "# cabinet\n")


def test_a_file_that_a_release_no_longer_has_is_gone_while_that_is_current(card: Card) -> None:
    rule = "etc/udev/rules.d/60-photofinish.rules"
    (card.checkout / "systemd/root" / rule).unlink()
    card.install()
    card.boot()
    assert not (card.root / rule).exists()
    card.install("--rollback")
    assert (card.root / rule).exists()


def test_an_upgrade_leaves_configuration_and_records_alone(card: Card) -> None:
    config = card.root / "etc/photofinish/config.toml"
    config.write_text("[sound]\nvolume = 5\n")
    card.change_unit("# newer\n")
    card.install()
    card.boot()
    assert config.read_text() == "[sound]\nvolume = 5\n"


@pytest.mark.long
@pytest.mark.once
def test_a_power_cut_at_any_step_of_an_upgrade_leaves_the_old_or_the_new(card: Card) -> None:
    old = card.unit
    card.change_unit("# newer\n")
    seen, step = set(), 0
    while card.cut_after(step := step + 1):
        card.boot()
        release = card.root / "opt/photofinish/current"
        assert (release / "complete").exists()
        assert (card.unit, card.program) in ((old, "# cabinet\n"), ("# newer\n", "# newer\n"))
        seen.add(card.program)
        shutil.rmtree(card.root / "opt/photofinish")
        card._copy(card._sealed / "opt/photofinish", card.root / "opt/photofinish")
    assert step > 15, step
    assert seen == {"# cabinet\n", "# newer\n"}


def test_an_upgrade_that_was_cut_off_is_done_again(card: Card) -> None:
    card.change_unit("# newer\n")
    for step in (3, 7, 11):
        assert card.cut_after(step)
        card.boot()
    card.install()
    assert card.program == "# newer\n"


@pytest.mark.long
def test_a_power_cut_at_any_step_of_a_rollback_leaves_one_of_the_two(card: Card) -> None:
    old = card.unit
    card.change_unit("# newer\n")
    card.install()
    step = 0
    while card.cut_after(step := step + 1, "--rollback"):
        card.boot()
        assert (card.unit, card.program) in ((old, "# cabinet\n"), ("# newer\n", "# newer\n"))
        if card.program == "# cabinet\n":
            card.install()
    assert step > 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--read-only"], "sealed already"), (["--uninstall"], "but the cabinet"), (["--open-console"], "as it is")],
)
def test_a_card_refuses_in_words_what_would_not_stay(arguments: list[str], words: str, card: Card) -> None:
    before = card.tree()
    assert words in card.install(*arguments, fails=2)
    assert card.tree() == before


def test_a_release_that_needs_a_package_which_the_card_lacks_is_refused_before_anything_is_done(card: Card) -> None:
    script = card.checkout / "systemd/install.sh"
    script.write_text(script.read_text().replace("alsa-utils polkitd)", "alsa-utils polkitd libnew7)"))
    before = card.tree()
    told = card.install(fails=2)
    assert "libnew7" in told
    assert "python3-venv" not in told
    assert card.tree() == before


def test_a_first_partition_that_cannot_be_mounted_keeps_nothing_taken_before_from_its_place(repository: Path) -> None:
    unit = (repository / "systemd/root/etc/systemd/system/photofinish-card.service").read_text().splitlines()
    assert {"Wants=boot-firmware.mount", "After=boot-firmware.mount"} <= set(unit)
    assert not [line for line in unit if "Requires" in line and "/boot" in line]


def test_the_program_begins_beside_the_look_at_the_cards_file_and_waits_for_its_report(repository: Path) -> None:
    drop_in = repository / "systemd/image/etc/systemd/system/photofinish.service.d/card.conf"
    lines = drop_in.read_text().splitlines()
    [wants] = [line for line in lines if line.startswith("Wants=")]
    [after] = [line for line in lines if line.startswith("After=")]
    assert "photofinish-card.service" in wants
    assert "photofinish-card.service" not in after
    [seconds] = [line.removeprefix(f"Environment={AWAITED}=") for line in lines if AWAITED in line]
    card = (repository / "systemd/root/etc/systemd/system/photofinish-card.service").read_text()
    assert f"test -e {REPORT} || : >{REPORT}" in card  # whatever became of it
    program = (repository / "systemd/root/etc/systemd/system/photofinish.service").read_text()
    [own, both] = re.findall(r"^TimeoutStartSec=(\d+)$", program + drop_in.read_text(), re.MULTILINE)
    assert int(own) + int(seconds) <= int(both)


def test_a_card_starts_the_network_that_its_file_names(repository: Path) -> None:
    """Debian installs networkd without enabling it."""
    units = repository / "systemd" / "image" / "etc" / "systemd" / "system"
    started = {"multi-user": "systemd-networkd.service", "sockets": "systemd-networkd.socket"}
    for target, unit in started.items():
        assert (units / f"{target}.target.wants" / unit).readlink() == Path("/usr/lib/systemd/system", unit)
