"""A release that came by a stick: made beside the current one, on trial until its first picture, and taken back.

With the power cut before each step. In a folder that plays a machine whose units stay, and on a card.
"""

import fcntl
import os
import shutil
import signal
import struct
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import PIPE, STDOUT
from typing import Final

import pytest

from tests.systemd.fake_machine import FakeMachine
from tests.systemd.test_card import UNIT, Card

OLD, NEW = "# cabinet\n", "# newer\n"


class Updated(FakeMachine):
    """A machine on which a release plays, and whose stick brought another one with another unit."""

    def __init__(self, folder: Path, repository: Path) -> None:
        super().__init__(folder, repository)
        self.has_packages()
        self.install()
        self.told()
        self.old_unit = self.unit
        (self.checkout / UNIT).write_text(NEW)
        self.change(NEW)
        self._kept = folder / "kept"

    @property
    def unit(self) -> str:
        return (self.root / UNIT.removeprefix("systemd/root/")).read_text()

    @property
    def trial(self) -> Path:
        return self.root / "opt/photofinish/trial"

    @property
    def judge(self) -> Path:
        return self.root / "opt/photofinish/previous/systemd/install.sh"

    def start(self, *, shows_picture: bool) -> None:
        """What systemd does at a start: photofinish-trial.service by its condition, the program, its first frame."""
        if self.trial.exists():
            self.run(self.judge, "--trial")
        if shows_picture:
            self.trial.unlink(missing_ok=True)

    def keep(self) -> None:
        """Remember the machine as it is."""
        shutil.rmtree(self._kept, ignore_errors=True)
        shutil.copytree(self.root, self._kept, symlinks=True)

    def restore(self) -> None:
        """Have it as it was."""
        shutil.rmtree(self.root)
        shutil.copytree(self._kept, self.root, symlinks=True)

    def is_whole(self) -> bool:
        """Whether program and unit are of one release."""
        return (self.program, self.unit) in ((OLD, self.old_unit), (NEW, NEW))


@pytest.fixture
def machine(tmp_path: Path, repository: Path) -> Updated:
    return Updated(tmp_path, repository)


def test_an_update_touches_nothing_but_the_releases_and_comes_whole_at_the_next_start(machine: Updated) -> None:
    def elsewhere() -> dict[str, str]:
        return {name: text for name, text in machine.tree().items() if not name.startswith("opt/")}

    before = elsewhere()
    machine.install("--update")
    assert elsewhere() == before
    assert machine.told() == []
    machine.start(shows_picture=True)
    assert (machine.program, machine.unit) == (NEW, NEW)
    assert "systemctl daemon-reload" in machine.told()
    assert not machine.trial.exists()
    machine.install("--rollback")
    assert machine.program == OLD


def test_a_release_that_shows_no_picture_in_two_starts_is_taken_back_whole(machine: Updated) -> None:
    machine.install("--update")
    failed = (machine.root / "opt/photofinish/current").readlink().name
    for _ in range(2):
        machine.start(shows_picture=False)
        assert (machine.program, machine.unit) == (NEW, NEW)
    machine.start(shows_picture=False)
    assert (machine.program, machine.unit) == (OLD, machine.old_unit)
    assert (machine.root / "opt/photofinish/fell-back").read_text() == f"{failed}\n"
    assert not machine.trial.exists()


def test_a_picture_at_the_second_start_is_enough(machine: Updated) -> None:
    machine.install("--update")
    for picture in (False, True, False, False):
        machine.start(shows_picture=picture)
    assert machine.program == NEW


def test_a_mended_release_is_taken_after_one_that_failed(machine: Updated) -> None:
    machine.install("--update")
    for _ in range(3):
        machine.start(shows_picture=False)
    machine.change("# mended\n")
    machine.install("--update")
    assert not (machine.root / "opt/photofinish/fell-back").exists()
    machine.start(shows_picture=True)
    assert machine.program == "# mended\n"
    assert len(list((machine.root / "opt/photofinish/releases").iterdir())) == 2


def test_a_console_that_was_left_open_stays_open(tmp_path: Path, repository: Path) -> None:
    machine = Updated(tmp_path, repository)
    machine.install("--open-console")
    machine.change("# again\n")
    machine.install("--update")
    machine.start(shows_picture=True)
    assert not (machine.root / "etc/sysctl.d/90-photofinish.conf").exists()


def test_what_a_stick_cannot_bring_is_refused_before_anything_is_done(machine: Updated) -> None:
    (machine.root / "var/lib/dpkg/info/alsa-utils.list").unlink()
    before = machine.tree()
    assert "this system lacks: alsa-utils" in machine.install("--update", fails=2)
    assert machine.tree() == before


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("cut", ["update", "start", "taken back"])
def test_a_power_cut_at_any_step_leaves_the_old_or_the_new_release_whole(machine: Updated, cut: str) -> None:
    if cut != "update":
        machine.install("--update")
        for _ in range(0 if cut == "start" else 2):
            machine.start(shows_picture=False)
    machine.keep()
    act: Callable[[int], bool] = (
        (lambda step: machine.cut_after(step, "--update"))
        if cut == "update"
        else (lambda step: machine.cut_after(step, "--trial", script=machine.judge))
    )
    step, seen = 0, set()
    while act(step := step + 1):
        machine.start(shows_picture=True)
        assert machine.is_whole(), step
        seen.add(machine.program)
        assert not machine.trial.exists()
        machine.restore()
    assert step > 4
    assert seen == {"update": {OLD, NEW}, "start": {NEW}, "taken back": {OLD}}[cut]


def test_a_card_is_updated_and_goes_back_too(tmp_path: Path, repository: Path) -> None:
    card = Card(tmp_path, repository)
    old = card.unit
    card.change_unit(NEW)
    card.install("--update")
    judge, trial = (card.root / "opt/photofinish" / name for name in ("previous/systemd/install.sh", "trial"))
    for program, unit in ((NEW, NEW), (NEW, NEW), (OLD, old)):
        card.boot()
        card.run(judge, "--trial")
        assert (card.program, card.unit) == (program, unit)
    assert not trial.exists()
    card.boot()
    assert (card.program, card.unit) == (OLD, old)


def test_an_owners_key_is_put_in_its_place_and_nothing_else_is(tmp_path: Path, repository: Path) -> None:
    machine, key = FakeMachine(tmp_path, repository), tmp_path / "public.pem"
    for text in ("", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIE\n", "ssh-ed25519 AAAA"):
        key.write_text(text)
        assert "--key takes a file with a public Ed25519 key" in machine.install("--key", str(key), fails=2)
    assert machine.tree() == machine.fresh
    key.write_text("-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA" + "A" * 43 + "=\n-----END PUBLIC KEY-----\n")
    machine.install("--key", str(key))
    placed = machine.root / "etc/photofinish/owner.pem"
    assert placed.read_text() == key.read_text()
    machine.install()
    assert placed.exists()
    assert placed.stat().st_mode & 0o777 == 0o644


# With a real file system, which is cut off without what it has not written yet

GOING_DOWN: Final = 0x8004587D
"""FS_IOC_SHUTDOWN (linux/fs.h): an ext4 takes no more, from this moment on."""
WITHOUT_ITS_JOURNAL: Final = 2


class Disk:
    """An ext4 in a file, mounted where a machine's root is."""

    def __init__(self, folder: Path) -> None:
        self.file, self.place = folder / "disk", folder / "root"
        self.place.mkdir()
        with self.file.open("wb") as file:
            file.truncate(1 << 30)
        subprocess.run(["mkfs.ext4", "-q", self.file], check=True)
        self.mount()

    def mount(self) -> None:
        subprocess.run(["mount", "-o", "loop", self.file, self.place], check=True)

    def unmount(self) -> None:
        subprocess.run(["umount", self.place], check=True)

    def keep(self) -> Path:
        """Return a copy of the disk as it is."""
        self.unmount()
        kept = self.file.with_suffix(".kept")
        subprocess.run(["cp", "--sparse=always", self.file, kept], check=True)
        self.mount()
        return kept

    def cut(self) -> None:
        """Cut the power."""
        descriptor = os.open(self.place, os.O_RDONLY)
        fcntl.ioctl(descriptor, GOING_DOWN, struct.pack("I", WITHOUT_ITS_JOURNAL))
        os.close(descriptor)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path)
    yield made
    made.unmount()


def cut_within(disk: Disk, command: Sequence[str | Path], environ: Mapping[str, str], chance: Random) -> None:
    """Run something once to its end, and once from the same disk with the power cut at a random moment of that time."""
    kept, begin = disk.keep(), time.monotonic()
    subprocess.run(command, env=environ, capture_output=True, check=True)
    took_s = time.monotonic() - begin
    disk.unmount()
    kept.replace(disk.file)
    disk.mount()
    with subprocess.Popen(command, env=environ, stdout=PIPE, stderr=STDOUT, start_new_session=True) as running:
        with suppress(subprocess.TimeoutExpired):
            running.wait(chance.uniform(0, took_s * 1.05))
        disk.cut()
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        assert running.stdout is not None
        running.stdout.read()  # until the last of them has gone
    disk.unmount()
    disk.mount()


@pytest.mark.long
@pytest.mark.once
@pytest.mark.needs("root", "mkfs.ext4")
@pytest.mark.parametrize("stretch", ["update", "start", "taken back"])
def test_a_power_cut_on_a_real_file_system_leaves_one_of_the_two_whole(
    disk: Disk, tmp_path: Path, repository: Path, stretch: str
) -> None:
    machine, environ = Updated(tmp_path, repository), {**os.environ}
    environ["PATH"] = f"{machine.programs}:{environ['PATH']}"
    script, what = machine.checkout / "systemd/install.sh", "--update"
    if stretch != "update":
        machine.install(what)
        script, what = machine.judge, "--trial"
    for _ in range(2 if stretch == "taken back" else 0):
        machine.start(shows_picture=False)
    cut_within(disk, ["bash", script, "--root", machine.root, what], environ, Random())
    machine.start(shows_picture=True)
    assert machine.is_whole()
    assert (machine.program, stretch) not in ((OLD, "start"), (NEW, "taken back"))
    release = (machine.root / "opt/photofinish/current").resolve()
    assert (release / "complete").exists()
    for file in (machine.checkout / "systemd/root").rglob("*"):
        if machine.program == NEW and file.is_file() and not file.is_symlink():
            name = file.relative_to(machine.checkout / "systemd/root")
            assert (machine.root / name).read_bytes() == file.read_bytes(), name
