"""A USB stick's life on the installed cabinet: real block devices, the kernel's own FAT and exFAT, root's helper."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from cabinet.scenes.operator import TOPICS
from tests.vm.test_cabinet import UNIT, ready, state
from tests.vm.test_cabinet_faults import SETTINGS, STATE, is_lit
from tests.vm.test_helper import answered, asking
from tools.vm.machine import Machine, UsbStick
from tools.vm.party import ACTION, READ_S, wait_until

DATA = "/var/lib/photofinish"
CONFIG = "/etc/photofinish/config.toml"
HELPERS = "systemctl list-units --plain --no-legend 'photofinish-helper@*'"
WORK = f"""
import time
from pathlib import Path
from cabinet.config.schema import Config
from cabinet.errors import CabinetError
from cabinet.service.stick import Reports, backups_on, export, save_backup, take_backup
data, now = Path('{DATA}'), time.localtime()
def nothing(_share): pass
def paused(_share):
    if not Path('/tmp/pulled').exists():
        Path('/tmp/pulled').touch()
        Path('/tmp/go').read_text()
def run(act):
    try:
        with helper.stick() as stick:
            print(act(stick.folder))
    except CabinetError as problem:
        print(problem)
"""
SAVES = f"{WORK}run(lambda stick: save_backup(stick, data, now, nothing).name)"
EXPORTS = f"{WORK}run(lambda stick: export(stick, data, Reports(helper.journal(), [], Config()), now, nothing).name)"
TAKES = f"{WORK}run(lambda stick: take_backup(stick, backups_on(stick)[0], data, {{}}, nothing))"

pytestmark = pytest.mark.needs("mkfs.vfat", "mkfs.exfat")


@pytest.fixture(scope="module")
def machine(cabinet: Machine) -> Machine:
    ready(cabinet)
    return cabinet


@pytest.fixture
def large(machine: Machine) -> Iterator[None]:
    """A log of 40 MB."""
    log = f"{DATA}/matches/2026-01-01T00-00-00-speed-1.jsonl"
    as_user = "setpriv --reuid photofinish --regid photofinish --init-groups"
    machine.run(f"{as_user} mkdir --parents {DATA}/matches && {as_user} dd if=/dev/urandom of={log} bs=1M count=40")
    yield
    machine.run(f"rm {log}")


def files(machine: Machine, stick: UsbStick) -> list[str]:
    """The files of our folder on a stick, by the kernel's own mount."""
    machine.run(f"mount -o ro {stick.device} /mnt")
    try:
        return machine.out("cd /mnt && find photofinish -type f 2>/dev/null | sort; true").splitlines()
    finally:
        machine.run("umount /mnt")


@pytest.mark.parametrize("kind", ["vfat", pytest.param("exfat", marks=pytest.mark.slow)])
def test_records_go_out_and_come_back_at_the_next_start(machine: Machine, tmp_path: Path, kind: str) -> None:
    with UsbStick(machine, tmp_path / "stick", kind=kind) as stick:
        name = answered(machine, SAVES)
        assert re.fullmatch(r"backup-[\d-]+", name)
        assert files(machine, stick) == [f"photofinish/{name}/SHA256SUMS", f"photofinish/{name}/records.db"]
        assert answered(machine, TAKES).isdecimal()
        assert machine.out(HELPERS) == ""
    machine.run(f"systemctl restart {UNIT}", seconds=200)
    ready(machine)
    assert machine.out(f"ls {DATA} | grep --count before") != "0"
    assert machine.run(f"test -e {DATA}/photofinish.db.to-restore", check=False).code == 1
    assert "The records of the backup are in place" in machine.out(f"journalctl --boot --no-pager --unit {UNIT}")


@pytest.mark.slow
def test_an_export_is_checked_by_its_sums(machine: Machine, tmp_path: Path, large: None) -> None:
    with UsbStick(machine, tmp_path / "stick") as stick:
        name = answered(machine, EXPORTS)
        machine.run(f"mount -o ro {stick.device} /mnt")
        try:
            machine.run(f"cd /mnt/photofinish/{name} && sha256sum --check --strict --quiet SHA256SUMS", seconds=200)
            assert "photofinish" in machine.out(f"head -c 100000 /mnt/photofinish/{name}/journal.txt")
        finally:
            machine.run("umount /mnt")


@pytest.mark.slow
def test_a_full_stick_is_named_and_left_as_it_was(machine: Machine, tmp_path: Path, large: None) -> None:
    with UsbStick(machine, tmp_path / "stick", mb=40) as stick:
        told = answered(machine, EXPORTS)
        assert re.fullmatch(r"The stick has \d+ MB free, and \d+ MB are needed. Nothing was written.", told)
        assert files(machine, stick) == []


@pytest.mark.slow
def test_a_stick_pulled_in_the_middle_is_named_and_the_next_one_works(
    machine: Machine, tmp_path: Path, large: None
) -> None:
    with UsbStick(machine, tmp_path / "stick") as stick:
        machine.run("rm --force /tmp/pulled /tmp/go && mkfifo --mode=666 /tmp/go")
        job = machine.start(asking(machine, EXPORTS.replace("now, nothing)", "now, paused)")), seconds=200)
        machine.wait_for("test -e /tmp/pulled", seconds=200)
        stick.pull()
        machine.run("echo >/tmp/go")
        told = job.wait(200)
        assert "The stick was pulled out, or does not answer" in told.out, told
    with UsbStick(machine, tmp_path / "stick") as stick:
        name = answered(machine, SAVES)
        assert f"photofinish/{name}/records.db" in files(machine, stick)
    assert state(machine, "NRestarts")["NRestarts"] == "0"


# From the panel


@pytest.fixture
def with_code(machine: Machine) -> Iterator[None]:
    """The operator's code in the configuration: six times CARD4."""
    machine.run(f"cp {CONFIG} /tmp/config.before && printf '[operator]\\ncode = \"4 4 4 4 4 4\"\\n' >> {CONFIG}")
    machine.run(f"systemctl restart {UNIT}", seconds=200)
    ready(machine)
    yield
    machine.run(f"cp /tmp/config.before {CONFIG} && systemctl restart {UNIT}", seconds=200)
    ready(machine)


@pytest.mark.slow
def test_the_game_in_its_sandbox_writes_a_backup_by_the_panel_alone(
    machine: Machine, tmp_path: Path, with_code: None
) -> None:
    with UsbStick(machine, tmp_path / "stick") as stick:
        for place, keys in ((STATE, (ACTION, "i")), (SETTINGS, ("f",))):
            machine.keys(*keys, hold_ms=9_000 if len(keys) > 1 else 100)
            wait_until(partial(is_lit, machine, place), lambda: "the page does not come")
        since = machine.out("date +%s")
        # to the topic, the second line, the code, and once more; "tonight" has no line without an evening
        topics = [topic for topic in TOPICS if topic != "tonight"]
        for key in (*"f" * topics.index("stick"), "v", ACTION, *"ffffff", ACTION):
            machine.keys(key)
            machine.go_on(READ_S)
        lent = f"journalctl --boot --no-pager --since=@{since} --unit 'photofinish-helper@*' | grep --quiet Started"
        machine.wait_for(lent, seconds=60)
        machine.wait_for(f'test -z "$({HELPERS})"', seconds=120)
        machine.screenshot("stick")
        names = files(machine, stick)
    assert [name.rpartition("/")[2] for name in names] == ["SHA256SUMS", "records.db"]
