"""The chip behind the buttons goes in the middle of play, and comes back; and it is not there at the start."""

import pytest

from tools.vm.gpio import Buttons
from tools.vm.machine import Machine

pytestmark = pytest.mark.slow

SPEED = {"best_of": 1, "turn_ms": 100, "countdown": 1}
TAPS = 8
"""Of the plan: the deal has begun, and some cards are played."""
LINE = "4"
"""A button of the first seat."""


def journal(machine: Machine, since: str) -> str:
    return machine.out(f"journalctl --unit photofinish --no-pager --output cat --since '{since}'")


def clock(machine: Machine) -> str:
    return machine.out("date '+%Y-%m-%d %H:%M:%S'")


def test_a_chip_that_goes_in_mid_match_stops_it_and_play_goes_on_when_it_is_back(buttons: Buttons) -> None:
    machine = buttons.machine
    buttons.configure("speed", "speed", SPEED)
    deal = buttons.play("speed", "speed", SPEED, TAPS)
    program, begin = machine.out("systemctl show --property MainPID photofinish"), clock(machine)
    buttons.chip("away")
    grep = f"journalctl --unit photofinish --no-pager --output cat --since '{begin}' | grep 'does not answer'"
    assert "gpio" in machine.wait_for(grep)
    buttons.chip("back")
    machine.wait_for(f"grep -q '\"resume\":true' {deal.path}")
    presses = sum("press" in line for line in buttons.lines_of(deal.path))
    buttons.chip("tap", LINE)
    machine.wait_for(f"test $(grep -c '\"press\":' {deal.path}) -ge {presses + 2}")
    lines = buttons.lines_of(deal.path)
    assert [key for line in lines for key in ("void", "resume") if key in line] == ["void", "resume"]
    assert machine.out("systemctl show --property MainPID photofinish") == program


def test_without_its_chip_the_program_says_so_and_ends_with_2(buttons: Buttons) -> None:
    machine = buttons.machine
    machine.run("systemctl stop photofinish")
    buttons.chip("away")
    begin = clock(machine)
    machine.run("systemctl start photofinish", check=False, seconds=200)
    assert machine.out("systemctl show --property ExecMainStatus photofinish") == "ExecMainStatus=2"
    assert "There is no GPIO chip cabinet-buttons" in journal(machine, begin)
    buttons.chip("back")
    machine.run("systemctl stop --no-block photofinish-error")  # its end begins the cabinet
    machine.wait_for("systemctl is-active photofinish", seconds=200)
