"""Gamepads, an encoder and a keyboard on the installed cabinet: a match from title to result, and a pad pulled out."""

from collections.abc import Sequence
from typing import Any

import pytest

from cabinet.scenes.match import CABINET
from tests.vm.conftest import Rack
from tools.vm.gpio import PYTHON, Buttons, Deal
from tools.vm.image import booted_build
from tools.vm.machine import Image, Machine
from tools.vm.party import be_patient

pytestmark = pytest.mark.slow

SPEED = {"best_of": 1, "turn_ms": 100, "countdown": 1, "stall_s": 60}
SETTINGS = "[display]\nfps = 10\nattract_s = 0\nreduced_motion = true\n"
PULLED = "9"
"""The tap at which a pad is pulled out: the deal has begun, and some cards are played."""


@pytest.fixture(scope="module")
def panels(rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Buttons:
    """A cabinet of its own, whose program waits for devices to be plugged in."""

    def make() -> Machine:
        folder = tmp_path_factory.mktemp("panels")
        return Machine(booted_image, folder, build=booted_build(folder))

    made = Buttons(rack.machine("panels", make))
    made.bring_rig()
    made.machine.run("modprobe uinput")
    be_patient(made.machine)
    return made


def play(panels: Buttons, *more: str) -> Deal:
    panels.begin_with(SETTINGS, "speed", "speed", SPEED)
    deal = panels.played("panels", "speed", "speed", SPEED, *more)
    assert {line["source"] for line in deal.lines if "press" in line} - {CABINET} == {"evdev"}
    assert deal.lines[-1]["outcome"]["reason"] == "deals", "\n".join(map(str, deal.lines[-20:]))
    as_user = "setpriv --reuid photofinish --regid photofinish --clear-groups"
    panels.machine.run(f"{as_user} {PYTHON} -m cabinet verify {deal.path}")
    return deal


def kinds(lines: Sequence[dict[str, Any]]) -> list[str]:
    return [kind for line in lines for kind in ("pause", "void", "resume") if kind in line]


def test_two_pads_an_encoder_and_a_keyboard_play_a_match_together(panels: Buttons) -> None:
    deal = play(panels)
    assert deal.faults() == []
    assert kinds(deal.lines) == []


def test_a_pad_that_is_pulled_out_stops_the_match_which_goes_on_when_it_is_back(panels: Buttons) -> None:
    deal = play(panels, PULLED)
    assert kinds(deal.lines) == ["pause", "void", "resume"]
