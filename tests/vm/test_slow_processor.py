"""A slow processor: one that does half a billion instructions a second on any host (`Build.counted`).

From the kernel's start to the first frame, beside the same machine's way to its login: by the host's clock a card came
to 1.20, and a later one that does less to 1.32.

From the title to the result: a Zero 2 W has four such processors, each perhaps half as fast again. The unit keeps its
own limits here (60 s for the start, 8 s for the watchdog), and everything else is as installed: each picture is drawn
and shown, and sounds are mixed. Presses are real edges on the default wiring, and each match begins with a program just
started.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tools.vm.gpio import CONFIG, MATCHES, Buttons
from tools.vm.machine import CONNECTOR, Build, Image, Machine
from tools.vm.party import DATA
from tools.vm.rig.chip import LABEL

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


# From the title to the result

UNIT = "photofinish.service"
HELD = "systemd.unit=basic.target systemd.wants=vm-agent.service"
"""Words for the kernel's line: the boot goes on to the program when the buttons are there, as a header's are."""
GO_ON = "systemctl start --no-block multi-user.target"
WATCHDOG = f"systemctl show --property WatchdogUSec --value {UNIT}"
# the watchdog waits a minute for the first frame after a wait, and 8 s from then on
SWITCHED_ON = f"""
read before rest < /proc/uptime
echo detect > {CONNECTOR}/status
until [ "$({WATCHDOG})" = 1min ]; do sleep 0.1; done
until [ "$({WATCHDOG})" = 8s ]; do sleep 0.1; done
read after rest < /proc/uptime
echo "$before $after"
"""
TITLE_S = 5.0
PATIENCE_S = 5400
"""A host that others use takes a minute for some seconds of the guest."""
Tell: TypeAlias = Callable[[str], None]
MEMORY_MB = 3072
"""So much that no picture is made smaller than the screen."""
SEED = 18
OPTIONS = {"length": 1, "layout": "11111", "turn_ms": 100, "countdown": 1, "stall_s": 60}
"""One deal of five piles with a card each: with this seed eight taps end it."""
RULES = "".join(f"{name} = {json.dumps(value)}\n" for name, value in OPTIONS.items())
SETTINGS = f"""
[input]
source = "gpio"
gpio_chip = "{LABEL}"
resolution_us = 100  # as the header has
[match]
game = "spit"
preset = "classic_spit"
opponent = "person"
seed = {SEED}
[options.spit]
{RULES}"""
RESULT_S = 5
"""The result's page has come by then, and its longest stretch is in the program's state."""
# a start by hand counts like one after a fall, and the fifth within five minutes is refused
ANEW = f"systemctl stop {UNIT}; rm -rf {MATCHES}; systemctl reset-failed {UNIT}; systemctl start --no-block {UNIT}"
FALLS = f"journalctl --boot --unit {UNIT} --output cat --no-pager | grep -B 20 'Failed with result' || true"


def play(machine: Machine, buttons: Buttons) -> int:
    """Play from the title of a program just started to the result, and return its longest stretch of work (ms).

    Raises AssertionError when the program ended meanwhile.
    """
    machine.wait_for(f"systemctl is-active {UNIT}", seconds=PATIENCE_S)
    deal = buttons.play("spit", "classic_spit", OPTIONS, seed=SEED, seconds=PATIENCE_S)
    assert deal.lines[-1]["outcome"]["reason"] == "deals", "\n".join(map(str, deal.lines[-20:]))
    machine.run(f"sleep {RESULT_S}", seconds=PATIENCE_S)
    state = json.loads(machine.out(f"cat {DATA}/photofinish.lock"))
    assert state["screen"].casefold() == "kmsdrm"
    assert machine.out(f"systemctl show --property NRestarts --value {UNIT}") == "0"
    assert machine.out(FALLS) == ""
    stretch: int = state["stretch_ms"]
    return stretch


@pytest.mark.timeout(4 * PATIENCE_S)
@pytest.mark.parametrize(
    ("size", "times"),
    [
        ((800, 480), 1),
        pytest.param((800, 480), 5, marks=pytest.mark.slow),
        pytest.param((1280, 720), 5, marks=pytest.mark.slow),
        pytest.param((1920, 1080), 5, marks=pytest.mark.slow),
    ],
    ids=["800x480 once", "800x480", "1280x720", "1920x1080"],
)
def test_title_to_result_on_a_slow_processor(
    alone: None, cabinet_image: Image, size: tuple[int, int], times: int, tmp_path: Path, tell: Tell
) -> None:
    build = Build(size=size, memory_mb=MEMORY_MB, counted=True)
    with Machine(cabinet_image, tmp_path, build=build) as machine:
        machine.boot(HELD, seconds=PATIENCE_S)
        buttons = Buttons(machine)
        buttons.make_chip()
        machine.run(f"cat > {CONFIG}", stdin=SETTINGS)
        machine.run(GO_ON)
        for number in range(times):
            if number:
                machine.run(ANEW, seconds=PATIENCE_S)
            stretch = play(machine, buttons)
            machine.screenshot(f"result-{number}")
            tell(f"Counted, {size[0]}x{size[1]}: from title to result without a fall, longest stretch {stretch} ms")


@pytest.mark.slow
@pytest.mark.timeout(PATIENCE_S)
def test_a_screen_that_is_switched_on_later_has_the_title_within_five_seconds(
    alone: None, cabinet_image: Image, tmp_path: Path, tell: Tell
) -> None:
    build = Build(memory_mb=MEMORY_MB, counted=True)
    with Machine(cabinet_image, tmp_path, build=build) as machine:
        machine.boot(seconds=PATIENCE_S)
        machine.wait_for(f"systemctl is-active {UNIT}", seconds=PATIENCE_S)
        machine.plug_screen("off")
        machine.run(f"systemctl restart {UNIT}", seconds=PATIENCE_S)
        waits = f"systemctl show --property StatusText --value {UNIT} | grep 'Waiting for a screen'"
        machine.wait_for(waits, seconds=PATIENCE_S)
        before, after = map(float, machine.out(SWITCHED_ON, seconds=PATIENCE_S).split())
        machine.screenshot("switched-on")
    tell(f"Counted, 1280x720: the title {after - before:.1f} s after the plug")
    assert after - before <= TITLE_S
