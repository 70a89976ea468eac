"""How long a cabinet takes from the kernel's start to its first frame, beside the same machine's way to its login.

By instructions (`Build.counted`): by the host's clock a card came to 1.20, and a later one that does less to 1.32.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.vm.machine import Build, Image, Machine

MOST = 1.15
BOOT_S = 900


def seconds_until(machine: Machine, unit: str) -> float:
    """When a unit became active, in seconds since the kernel began."""
    machine.wait_for(f"systemctl is-active {unit}", seconds=BOOT_S)
    return int(machine.out(f"systemctl show {unit} --property ActiveEnterTimestampMonotonic --value")) / 1e6


def ratio_to_login(machine: Machine, off: Callable[[], None], tell: Callable[[str], None], name: str) -> float:
    """The time to the first frame beside that to the login, in two boots; `off` switches off."""
    machine.boot("systemd.mask=photofinish.service", seconds=BOOT_S)
    login = seconds_until(machine, "multi-user.target")
    off()
    machine.boot(seconds=BOOT_S)
    frame = seconds_until(machine, "photofinish.service")
    off()
    tell(f"{name}: first frame {frame:.1f} s, multi-user {login:.1f} s: {frame / login:.2f}")
    return frame / login


@pytest.mark.slow
def test_the_first_frame_comes_hardly_later_than_a_login_would(
    alone: None, cabinet_image: Image, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    with Machine(cabinet_image, tmp_path, build=Build(lean=False, counted=True)) as machine:

        def begin_again() -> None:
            machine.cut_power()
            machine.disk.unlink()  # the next one is as at first: nothing is to be put right at its boot

        assert ratio_to_login(machine, begin_again, tell, "installed") <= MOST
