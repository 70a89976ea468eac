"""Root's helper on the real system: what it may, whom it answers, and that each verb comes to what it says."""

import re
from pathlib import Path

import pytest

from tests.vm.test_cabinet import ready, state
from tools.vm.machine import Done, Machine, UsbStick

UNIT = "photofinish-helper@1.service"
SOCKET = "photofinish-helper.socket"


@pytest.fixture(scope="module")
def machine(cabinet: Machine) -> Machine:
    ready(cabinet)
    return cabinet


def asking(machine: Machine, lines: str, user: str = "photofinish") -> str:
    """The command that runs a Python program with the cabinet's client as a user; `helper` is the client."""
    program = f"from cabinet.machine.client import Helper\nhelper = Helper()\n{lines}\n"
    machine.run(f"cat > /tmp/asks.py <<'END'\n{program}END\nchmod a+r /tmp/asks.py")
    run = f"setpriv --reuid {user} --regid $(id --group {user}) --init-groups"
    python = "/opt/photofinish/current/venv/bin/python -IB"
    return f"cd / && {run} {python} /tmp/asks.py"


def asked(machine: Machine, lines: str, user: str = "photofinish") -> Done:
    """What such a program comes to."""
    return machine.run(asking(machine, lines, user), check=False, seconds=200)


def answered(machine: Machine, lines: str) -> str:
    told = asked(machine, lines)
    assert told.code == 0, told
    return told.out.strip()


# Who may, and what


def test_it_has_two_rights_and_little_else(machine: Machine) -> None:
    told = machine.out(f"systemd-analyze security --no-pager {UNIT} | tail -1")
    level = re.search(r": ([\d.]+)", told)
    assert level is not None
    assert float(level[1]) <= 2.0
    assert state(machine, "CapabilityBoundingSet", unit=UNIT) == {"CapabilityBoundingSet": "cap_fowner cap_sys_admin"}


def test_nobody_but_the_cabinets_user_is_answered(machine: Machine) -> None:
    assert "Permission denied" in asked(machine, "helper.ask('restart')", "nobody").err
    refused = asked(machine, "helper.ask('restart')", "root").err
    assert re.search(r"uid 0 asked, and only photofinish \(uid \d+\) is answered", refused)
    assert machine.out("systemctl list-units --plain --no-legend 'photofinish-helper@*'") == ""


def test_the_game_in_its_sandbox_reaches_it(machine: Machine) -> None:
    pid = state(machine, "MainPID")["MainPID"]
    run = "setpriv --reuid photofinish --regid photofinish --init-groups --no-new-privs"
    inside = f"nsenter --target {pid} --mount {run}"
    told = machine.run(f"{inside} test -w /run/{SOCKET}", check=False)
    assert told.code == 0, told


# The verbs


def test_the_clock_goes_forth_and_back(machine: Machine) -> None:
    now = int(machine.out("date +%s"))
    try:
        for at in (now + 86_400, now - 86_400):
            answered(machine, f"helper.ask('clock', at={at})")
            assert abs(int(machine.out("date +%s")) - at) < 30
    finally:
        answered(machine, f"helper.ask('clock', at={now})")


@pytest.mark.slow
def test_the_time_zone_is_the_machines(machine: Machine) -> None:
    zones = int(machine.out("ls /usr/share/zoneinfo 2>/dev/null | wc -l"))
    if not zones:
        pytest.skip("this guest has no time zones")
    answered(machine, "helper.ask('zone', name='Asia/Tokyo')")
    assert machine.out("date +%Z") == "JST"
    answered(machine, "helper.ask('zone', name='Etc/UTC')")


@pytest.mark.slow
def test_a_radio_is_blocked_and_unblocked(machine: Machine) -> None:
    if machine.run("modprobe mac80211_hwsim radios=1", check=False).code:
        pytest.skip("this guest has no simulated radio")
    try:
        soft = "cat /sys/class/rfkill/rfkill*/soft"
        answered(machine, "helper.ask('wifi', on=False)")
        assert machine.out(soft) == "1"
        answered(machine, "helper.ask('wifi', on=True)")
        assert machine.out(soft) == "0"
    finally:
        machine.run("modprobe --remove mac80211_hwsim", check=False)


def test_the_journal_has_the_cabinets_own_lines_and_no_others(machine: Machine) -> None:
    told = answered(machine, "print(helper.journal().decode())")
    assert "photofinish" in told
    assert "systemd-journald" not in told


# The stick


USES_IT = """
import os
with helper.stick() as stick:
    print(stick.name, stick.size >> 20, stick.is_read_only)
    print(sorted(os.listdir(stick.folder)))
    above = os.open('..', os.O_RDONLY, dir_fd=stick.folder)
    print(os.listdir(above) == os.listdir(stick.folder))
    os.close(above)
    try:
        os.close(os.open('new', os.O_WRONLY | os.O_CREAT, dir_fd=stick.folder))
    except OSError as problem:
        print(problem.strerror)
"""


def refusal(machine: Machine) -> str:
    """The key of the reason why there is no stick."""
    lines = "from cabinet.machine.stick import NotDone\ntry:\n  with helper.stick():\n    pass\n"
    return answered(machine, f"{lines}except NotDone as problem:\n  print(problem.key)")


@pytest.mark.needs("mkfs.vfat", "mkfs.exfat")
@pytest.mark.parametrize("kind", ["vfat", pytest.param("exfat", marks=pytest.mark.slow)])
def test_a_stick_is_lent_written_to_and_released(machine: Machine, tmp_path: Path, kind: str) -> None:
    with UsbStick(machine, tmp_path / "stick", kind=kind) as stick:
        assert answered(machine, USES_IT).splitlines() == ["QEMU HARDDISK 64 False", "[]", "True"]
        assert machine.out(f"mount | grep --count {stick.device}; true") == "0"
        machine.run(f"mount {stick.device} /mnt")
        try:
            assert machine.out("ls /mnt") == "new"
            assert refusal(machine) == "stick.none"  # in use: it could be the cabinet's own
        finally:
            machine.run("umount /mnt")
    assert refusal(machine) == "stick.none"


@pytest.mark.slow
@pytest.mark.needs("mkfs.vfat")
def test_a_protected_stick_is_read_and_not_written_to(machine: Machine, tmp_path: Path) -> None:
    with UsbStick(machine, tmp_path / "stick", is_protected=True):
        told = answered(machine, USES_IT).splitlines()
        assert told == ["QEMU HARDDISK 64 True", "[]", "True", "Read-only file system"]


@pytest.mark.slow
def test_what_is_neither_fat_nor_exfat_is_named_and_left_alone(machine: Machine, tmp_path: Path) -> None:
    with UsbStick(machine, tmp_path / "stick", kind="ext4") as stick:
        before = machine.out(f"sha256sum {stick.device}")
        assert refusal(machine) == "stick.unknown"
        assert machine.out(f"sha256sum {stick.device}") == before


@pytest.mark.slow
@pytest.mark.needs("mkfs.vfat")
def test_a_stick_of_which_somebody_keeps_a_file_open_is_not_said_to_be_released(
    machine: Machine, tmp_path: Path
) -> None:
    with UsbStick(machine, tmp_path / "stick"):
        lines = "with helper.stick() as stick:\n  kept = os.open('..', os.O_RDONLY, dir_fd=stick.folder)"
        assert "stick.busy: QEMU HARDDISK" in asked(machine, f"import os\n{lines}").err


# At last


@pytest.mark.slow
def test_the_machine_starts_anew(machine: Machine) -> None:
    """QEMU ends where the guest reboots, perhaps before the answer has come."""
    machine.start(asking(machine, "helper.ask('restart')"))
    machine.wait_until_off()
    machine.boot()
    ready(machine)
