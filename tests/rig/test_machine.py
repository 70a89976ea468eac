"""When a machine under test is given up and begun again."""

from pathlib import Path

import pytest

from tools.vm import machine as machines
from tools.vm.machine import SILENT_S, Image, Machine


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
