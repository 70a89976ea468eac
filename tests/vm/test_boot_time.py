"""How long a cabinet takes from the kernel's start to its first frame, beside the same machine's way to its login."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.vm.machine import Build, Image, Machine

MOST = 1.15


def seconds_until(machine: Machine, unit: str) -> float:
    """When a unit became active, in seconds since the kernel began."""
    machine.wait_for(f"systemctl is-active {unit}", seconds=240)
    return int(machine.out(f"systemctl show {unit} --property ActiveEnterTimestampMonotonic --value")) / 1e6


def begin_again(machine: Machine) -> None:
    """Switched off, with the disk that it had at first: nothing is to be put right at the next boot."""
    machine.cut_power()
    machine.disk.unlink()


@pytest.mark.slow
def test_the_first_frame_comes_hardly_later_than_a_login_would(
    alone: None, cabinet_image: Image, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    """In turn until it is so, three times at most. The best time of each counts: others tell what else the host did."""
    logins, frames = list[float](), list[float]()
    with Machine(cabinet_image, tmp_path, build=Build(lean=False)) as machine:
        while not frames or (len(frames) < 3 and min(frames) > MOST * min(logins)):
            machine.boot("systemd.mask=photofinish.service")
            logins.append(seconds_until(machine, "multi-user.target"))
            begin_again(machine)
            machine.boot()
            frames.append(seconds_until(machine, "photofinish.service"))
            begin_again(machine)
    ratio = min(frames) / min(logins)
    times = [" and ".join(f"{seconds:.1f}" for seconds in each) for each in (frames, logins)]
    tell(f"first frame {times[0]} s, multi-user {times[1]} s: {ratio:.2f}")
    assert ratio <= MOST
