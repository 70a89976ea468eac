"""How long a cabinet takes from the kernel's start to its first frame, beside the same machine's way to its login."""

from collections.abc import Callable
from pathlib import Path

from tests.vm.test_cabinet import ready
from tools.vm.machine import Image, Machine

MOST = 1.15


def seconds_until(machine: Machine, unit: str) -> float:
    """When a unit became active, in seconds since the kernel began."""
    machine.wait_for(f"systemctl is-active {unit}", seconds=240)
    return int(machine.out(f"systemctl show {unit} --property ActiveEnterTimestampMonotonic --value")) / 1e6


def test_the_first_frame_comes_hardly_later_than_a_login_would(
    cabinet_image: Image, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    with Machine(cabinet_image, tmp_path) as machine:
        machine.boot("systemd.mask=photofinish.service")
        to_login = seconds_until(machine, "multi-user.target")
        machine.shut_down()
        machine.boot()
        ready(machine)
        to_first_frame = seconds_until(machine, "photofinish.service")
    tell(f"first frame {to_first_frame:.1f} s, multi-user {to_login:.1f} s: {to_first_frame / to_login:.2f}")
    assert to_first_frame <= MOST * to_login
