"""The units that load kernel modules, on a real kernel: they load them, and may do nothing else."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from tools.vm.machine import Machine

UNITS = ("photofinish-modules.service", "photofinish-graphics.service")
UNUSED = ("cdc_acm", "usbserial")
"""Modules of the first unit that no device of this machine holds."""

FORBIDDEN = (
    "/bin/touch /etc/here",
    "/bin/touch /var/here",
    "/bin/sh -c ': > /proc/sys/kernel/printk'",
    "/bin/mount -t tmpfs none /mnt",
    "/sbin/rmmod cdc_acm",
    "/bin/dd if=/dev/vda of=/dev/null count=1",
    "/usr/bin/python3 -c 'import socket; socket.socket()'",
)
"""What each of them may not, root though it is."""
PATIENCE_S = 240
"""An emulated processor on a busy host takes its time to read all units anew."""


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@contextmanager
def trying(machine: Machine, commands: Sequence[str]) -> Iterator[None]:
    """Have both units run these commands in their order, and their own again afterwards."""
    lines = "\n".join(["[Service]", "ExecStart=", *(f"ExecStart=-{command}" for command in commands), ""])
    folders = [f"/run/systemd/system/{unit}.d" for unit in UNITS]
    files = " ".join(f"{folder}/try.conf" for folder in folders)
    write = f"mkdir -p {' '.join(folders)} && tee {files} && systemctl daemon-reload"
    machine.run(write, stdin=lines, seconds=PATIENCE_S)
    try:
        yield
    finally:
        own = f"rm -rf {' '.join(folders)} && systemctl daemon-reload && systemctl restart {' '.join(UNITS)}"
        machine.run(own, seconds=PATIENCE_S)


def succeeding(commands: Sequence[str]) -> str:
    """Return a command that runs these, eight at most, and whose status has a bit for each that succeeds."""
    counted = [f"{command} && n=$(($n + {2**bit}))" for bit, command in enumerate(commands)]
    return f'/bin/sh -c "n=0; {"; ".join(counted)}; exit $n"'.replace("$", "$$")  # systemd reads $ as well


def statuses(machine: Machine, unit: str) -> list[int]:
    """Run a unit, and return the exit status of each of its commands."""
    machine.run(f"systemctl restart {unit}", seconds=PATIENCE_S)
    told = machine.out(f"systemctl show --property ExecStart {unit}")
    return [int(status) for status in re.findall(r"; code=exited ; status=(\d+) }$", told, re.MULTILINE)]


def loaded(machine: Machine, module: str) -> bool:
    return machine.run(f"test -d /sys/module/{module}", check=False).code == 0


def test_they_have_run_by_the_first_frame_and_had_nothing_to_complain_of(cabinet: Machine, unit: str) -> None:
    cabinet.wait_for("systemctl is-active photofinish.service", seconds=240)
    assert cabinet.out(f"systemctl is-active {unit}") == "active"
    told = cabinet.out(f"journalctl --boot --output cat --no-pager --unit {unit} _COMM=modprobe")
    assert told == ""


def test_the_screens_driver_and_the_device_classes_are_there(cabinet: Machine) -> None:
    for module in ("virtio_gpu", "drm", "snd", *UNUSED):
        assert loaded(cabinet, module), module


def test_they_have_one_right_and_little_else(cabinet: Machine, unit: str) -> None:
    told = cabinet.out(f"systemd-analyze security --no-pager {unit} | tail -1")
    level = re.search(r": ([\d.]+)", told)
    assert level is not None
    assert float(level[1]) <= 2.0
    assert cabinet.out(f"systemctl show --property CapabilityBoundingSet --value {unit}") == "cap_sys_module"


def test_what_was_unloaded_is_loaded_again_from_the_sandbox(cabinet: Machine) -> None:
    cabinet.run(f"modprobe --remove {' '.join(UNUSED)}")
    assert not any(loaded(cabinet, module) for module in UNUSED)
    cabinet.run(f"systemctl restart {UNITS[0]}")
    assert all(loaded(cabinet, module) for module in UNUSED)


def test_each_sandbox_lets_a_module_through_and_nothing_else(cabinet: Machine) -> None:
    """The graphics' own cannot be unloaded while a screen shows something."""
    load, allowed = f"/sbin/modprobe --all {' '.join(UNUSED)}", "/bin/true"
    with trying(cabinet, (load, succeeding((*FORBIDDEN, allowed)))):
        for unit in UNITS:
            cabinet.run(f"modprobe --remove {' '.join(UNUSED)}")
            assert statuses(cabinet, unit) == [0, 2 ** len(FORBIDDEN)]
            assert all(loaded(cabinet, module) for module in UNUSED)
