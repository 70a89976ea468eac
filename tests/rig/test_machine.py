"""The machine under test, without one: when it is given up and begun again, which Debian it has, its kernel taken out
of what Debian packs it in, and what is changed in the kernel's sources before a module is built.
"""

import lzma
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.vm import machine as machines
from tools.vm.base import PAYLOAD_OFFSET, suite, unpacked_kernel
from tools.vm.machine import READINGS, SILENT_S, Image, Machine, simultaneous
from tools.vm.modules import DUMMY_HCD, GPIO_SIM, MODULES, BuildFailed, Module, changed


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    nowhere = tmp_path / "image"
    return Machine(Image(nowhere, nowhere, nowhere), tmp_path)


@pytest.mark.parametrize(
    ("told", "seconds_on", "hangs"),
    [
        ("", SILENT_S - 1, False),
        ("", SILENT_S + 1, True),
        ("photofinish-vm login:", SILENT_S + 1, False),
        ("watchdog: BUG: soft lockup - CPU#1 stuck for 22s!", 30, True),
        ("[  121.329315] systemd[1]: Freezing execution.", 130, True),
    ],
)
def test_it_hangs_when_its_kernel_says_so_or_says_nothing_for_far_too_long(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, told: str, seconds_on: float, hangs: bool
) -> None:
    (machine.folder / "console.log").write_text(told)
    monkeypatch.setattr(machines, "time", Clock(machine._on_since + seconds_on))
    assert machine.hangs() is hangs


class Clock:
    """Stands where `time` did."""

    def __init__(self, now: float) -> None:
        self._now = now

    def monotonic(self) -> float:
        return self._now


def test_it_is_bookworm_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PHOTOFINISH_VM_SUITE", raising=False)
    assert suite().name == "bookworm"
    monkeypatch.setenv("PHOTOFINISH_VM_SUITE", "trixie")
    assert (suite().name, suite().python) == ("trixie", "3.13")


def test_one_that_is_not_known_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHOTOFINISH_VM_SUITE", "buster")
    with pytest.raises(SystemExit, match="PHOTOFINISH_VM_SUITE=buster: there are bookworm and trixie"):
        suite()


# Its kernel

ELF = b"\x7fELF and so on"
PLACE = 256


def packed(payload: bytes) -> bytes:
    """A bzImage with nothing in it but this payload."""
    image = bytearray(512 + PLACE)
    struct.pack_into("<II", image, PAYLOAD_OFFSET, PLACE, len(payload))
    return bytes(image) + payload


def test_it_comes_out_of_xz() -> None:
    assert unpacked_kernel(packed(lzma.compress(ELF))) == ELF


@pytest.mark.parametrize(
    ("payload", "why"), [(b"garbage" * 9, "neither with xz nor with zstd"), (lzma.compress(b"other"), "no ELF image")]
)
def test_what_is_no_kernel_is_refused(payload: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        unpacked_kernel(packed(payload))


STEPS = 3 * READINGS
INTERRUPTED = st.lists(st.integers(0, 5_000_000), min_size=STEPS, max_size=STEPS)


@given(INTERRUPTED, st.integers(0, READINGS - 1))
def test_the_time_stamp_counter_is_read_with_the_clock_whatever_runs_in_between(waits: list[int], quiet: int) -> None:
    """One attempt of all is not interrupted; before each other reading something else runs for so many nanoseconds."""
    waits[3 * quiet + 1 : 3 * quiet + 3] = [0, 0]
    now, steps = 0, iter(waits)

    def clock() -> int:
        nonlocal now
        now += 50 + next(steps)
        return now

    def counter() -> int:
        return 2 * clock()

    time_ns, count = simultaneous(clock, counter)
    assert count == 2 * time_ns


def test_every_change_is_made_where_the_text_is_as_expected() -> None:
    text = "\n".join(old for old, _ in GPIO_SIM.changes["irq_sim.c"])
    assert "irq_data_to_desc(irq_get_irq_data(irqnum))" in changed(GPIO_SIM, "irq_sim.c", text)
    assert "irq_to_desc(irqnum)" not in changed(GPIO_SIM, "irq_sim.c", text)


def test_a_source_that_is_not_what_we_know_is_refused() -> None:
    with pytest.raises(BuildFailed, match=r"irq_sim\.c: expected exactly once, but found 0 times"):
        changed(GPIO_SIM, "irq_sim.c", "something else")


def test_a_file_without_changes_is_taken_as_it_is() -> None:
    assert changed(GPIO_SIM, "gpiolib.h", "text") == changed(DUMMY_HCD, "gpiolib.h", "text") == "text"


@pytest.mark.parametrize(
    ("module", "path"), [pytest.param(module, path, id=path.name) for module in MODULES for path in module.ours]
)
def test_our_own_parts_say_under_which_licence_they_are_and_are_included(module: Module, path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("/* SPDX-License-Identifier: GPL-2.0")
    assert any(f'#include "{path.name}"' in new for pairs in module.changes.values() for _, new in pairs)
