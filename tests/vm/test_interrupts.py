"""The helper and the reader of hard interrupts on the real kernel: who may, what is seen, lost and exposed."""

import re

import pytest

from tools.vm.gpio import Buttons
from tools.vm.machine import Machine

UNIT = "photofinish-trace@1.service"


@pytest.fixture(scope="module")
def still(buttons: Buttons) -> Buttons:
    """Buttons whose program does not run: its lines are the rig's."""
    buttons.machine.run("systemctl stop photofinish photofinish-error; systemctl start photofinish-trace.socket")
    return buttons


@pytest.fixture
def machine(still: Buttons) -> Machine:
    return still.machine


def journal(machine: Machine) -> list[str]:
    """What the helper has said in this boot."""
    return machine.out("journalctl --boot --output cat --no-pager SYSLOG_IDENTIFIER=photofinish-trace").splitlines()


# Who may


def test_the_helper_has_one_right_and_little_else(machine: Machine) -> None:
    told = machine.out(f"systemd-analyze security --no-pager {UNIT} | tail -1")
    level = re.search(r": ([\d.]+)", told)
    assert level is not None
    assert float(level[1]) <= 2.0
    assert machine.out(f"systemctl show --property CapabilityBoundingSet --value {UNIT}") == "cap_sys_admin cap_perfmon"


def test_the_games_user_is_answered_and_the_helper_ends(still: Buttons) -> None:
    told = still.rig("holder", "ask", "photofinish")
    assert told["descriptors"] == 2
    assert told["header"]["pages"] == 128
    assert "irq_handler_entry" in told["header"]["format"]
    assert still.machine.out("systemctl list-units --plain --no-legend 'photofinish-trace@*'") == ""


def test_nobody_else_is_answered(still: Buttons) -> None:
    assert "Permission denied" in still.rig("holder", "ask", "nobody")["reason"]
    refused = still.rig("holder", "ask", "root")["reason"]
    assert re.fullmatch(r"uid 0 asked, and only photofinish \(uid \d+\) is answered", refused)
    assert refused in journal(still.machine)


def test_without_tracefs_the_reason_is_said_in_the_answer_and_in_the_journal(still: Buttons) -> None:
    machine = still.machine
    machine.run("systemctl mask --runtime sys-kernel-tracing.mount && umount /sys/kernel/tracing")
    try:
        reason = still.rig("holder", "ask")["reason"]
    finally:
        machine.run("systemctl unmask --runtime sys-kernel-tracing.mount && systemctl start sys-kernel-tracing.mount")
    assert re.match(r"the kernel's tracepoint irq:irq_handler_entry cannot be read \(/sys/kernel/tracing", reason)
    assert journal(machine).count(reason) == 1
    assert "header" in still.rig("holder", "ask")


def test_the_game_starts_without_it(still: Buttons) -> None:
    machine = still.machine
    machine.run("systemctl mask --runtime --now photofinish-trace.socket")
    try:
        machine.run("systemctl start photofinish", seconds=200)
        assert machine.out("systemctl is-active photofinish") == "active"
    finally:
        machine.run("systemctl stop photofinish; systemctl unmask --runtime photofinish-trace.socket")
        machine.run("systemctl start photofinish-trace.socket")


def test_the_installed_cabinet_maps_every_processors_record(still: Buttons) -> None:
    """Within its sandbox, and though its unit has no right to open one."""
    machine = still.machine
    still.configure("speed", "speed", {})
    maps = "/proc/$(systemctl show --property MainPID --value photofinish)/maps"
    try:
        machine.run(f"for i in $(seq 60); do grep -q perf_event {maps} && break; sleep 1; done", seconds=200)
        assert machine.out(f"grep -c perf_event {maps}") == machine.out("nproc")
    finally:
        machine.run("systemctl stop photofinish photofinish-error")


# What is seen


def test_descriptors_outlive_the_helper_and_its_socket(still: Buttons) -> None:
    told = still.rig("holder", "survive")
    assert told["left"] == ""
    assert told["is_connected"]
    assert len(told["interrupts"]) == len(told["edges"]) == 320
    assert told["lost"] == []


def test_a_ring_that_nobody_reads_says_from_when_on_samples_are_missing(still: Buttons) -> None:
    told = still.rig("holder", "flood")
    first, then = told["first"], told["then"]
    seen = len(first["interrupts"])
    assert 10_900 <= first["count"] <= 10_922
    assert len(first["edges"]) == 14_400
    ((since, until),) = first["lost"]
    assert first["interrupts"][-1] <= since
    assert all(since < after <= until for _, after in first["edges"][seen:])
    assert all(
        before <= stamp <= after for (before, after), stamp in zip(first["edges"], first["interrupts"], strict=False)
    )
    assert len(then["interrupts"]) == len(then["edges"]) == 32
    assert [since for since, _ in then["lost"]] == [until]  # the kernel says only now what it refused


def test_a_holder_cannot_replace_the_filter(still: Buttons) -> None:
    """An event keeps the filter that it was given first: decision 0058."""
    told = still.rig("holder", "filter")
    assert set(told["answers"]) == {"EEXIST"}
    assert len(told["interrupts"]) == len(told["edges"]) == 32
