"""How long a cabinet takes from the kernel's start to its first frame, beside the same machine's way to its login."""

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
    """The first frame beside the login, in turn until it comes hardly later, three times at most; `off` switches off.

    Return the ratio of the best times: others tell what else the host did.
    """
    logins, frames = list[float](), list[float]()
    while not frames or (len(frames) < 3 and min(frames) > MOST * min(logins)):
        machine.boot("systemd.mask=photofinish.service", seconds=BOOT_S)
        logins.append(seconds_until(machine, "multi-user.target"))
        off()
        machine.boot(seconds=BOOT_S)
        frames.append(seconds_until(machine, "photofinish.service"))
        off()
    ratio = min(frames) / min(logins)
    times = [" and ".join(f"{seconds:.1f}" for seconds in each) for each in (frames, logins)]
    tell(f"{name}: first frame {times[0]} s, multi-user {times[1]} s: {ratio:.2f}")
    return ratio


@pytest.mark.slow
def test_the_first_frame_comes_hardly_later_than_a_login_would(
    alone: None, cabinet_image: Image, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    with Machine(cabinet_image, tmp_path, build=Build(lean=False)) as machine:

        def begin_again() -> None:
            machine.cut_power()
            machine.disk.unlink()  # the next one is as at first: nothing is to be put right at its boot

        assert ratio_to_login(machine, begin_again, tell, "installed") <= MOST
