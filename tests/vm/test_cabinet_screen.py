"""The mode of the kernel's own display, and the picture in it: turned, with a margin, and on a screen that offers 4K;
and a screen for each of two players.

On machines of its own.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from cabinet.screens.canvas import Canvas
from cabinet.screens.modes import Mounting
from hardware.evdev.controls import CODES
from tests.hardware.test_console_letters import letter
from tests.vm.conftest import Rack
from tests.vm.pictures import colours, difference, seen, title
from tests.vm.test_cabinet import PID, pixels_are, ready
from tests.vm.test_slow_processor import HELD
from tools.vm.image import SIZE, booted_build
from tools.vm.machine import SECOND, TWO_SCREENS, Build, Image, Machine
from tools.vm.party import wait_until

CONFIG = "/etc/photofinish/config.toml"
DOCTOR = "setpriv --reuid photofinish --regid photofinish --init-groups /opt/photofinish/current/venv/bin/photofinish"
PYTHON = "/opt/photofinish/current/venv/bin/python"
GERMAN = {"y": "z", "z": "y", "-": "ß"}
TELEVISION = (3840, 2160)
BEARABLE = (1360, 768)
"""The mode of 16:9 that QEMU's television offers to a machine with 1 GB of memory; it has no 1280×720."""
MOST_MB = 260
"""The resident memory of the title there, MB; 3840×2160 takes more than a gigabyte."""


def mounted(size: tuple[int, int], mounting: Mounting) -> pygame.Surface:
    """The title as a screen of that size shows it."""
    screen = pygame.Surface(size)
    canvas = Canvas(screen, mounting)
    canvas.picture.blit(title(canvas.picture.get_size()), (0, 0))
    canvas.carry([canvas.picture.get_rect()])
    return screen


def kernels_mode(machine: Machine) -> str:
    """The mode that the kernel has set: its name and its refresh rate."""
    told = machine.out("grep --max-count 1 mode: /sys/kernel/debug/dri/0/state")
    found = re.search(r'"(\w+)": (\d+)', told)
    assert found is not None, told
    return f"{found[1]}@{found[2]}"


def told_display(machine: Machine) -> str:
    """What the doctor says of the display."""
    told = machine.wait_for(
        f"{DOCTOR} doctor | grep --extended-regexp '^ok +display.* at '", seconds=120
    )  # within two seconds of the first frame the program has described itself
    return told.partition("display")[2].strip()


def test_the_display_takes_the_mode_the_turn_and_the_margin_that_are_written(
    rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("turned")
    machine = rack.machine("turned", lambda: Machine(booted_image, folder, build=booted_build(folder)))
    settings = r'mode = "1024x768"\nrotate = 90\nmargin = 3'
    machine.run(f"sed --in-place '/^.display.$/a {settings}' {CONFIG}")
    machine.run("systemctl stop photofinish.service")  # on a busy host a stop may time out, and the error screen come
    machine.run("systemctl stop photofinish-error.service; systemctl start photofinish.service", seconds=240)
    ready(machine)
    pixels_are(machine, mounted((1024, 768), Mounting(rotate=90, margin=3)), "turned")
    assert kernels_mode(machine) == "1024x768@60"
    assert told_display(machine) == "card0-Virtual-1: 1024x768 at 60 Hz (by display.mode)"


TRIES_MODES = """
import json, re
from cabinet.screens.window import Window

window, seen = Window((800, 480), fullscreen=True, keyboard=None), []
own = window.choices[0].mode
for mode in (*window.offered, None):
    done = window.set_mode(mode)
    window.screens[0].fill("red")
    for _ in range(3):  # the kernel's mode comes with a picture
        window.show(0, [window.screens[0].get_rect()])
    window.read(0)
    state = open("/sys/kernel/debug/dri/0/state").read()
    kernel = re.search(r'mode: "(\\w+)"', state)[1]
    seen.append([(mode or own)._replace(hz=0), done, kernel, window.screens[0].get_size()])
window.close()
print("MODES", json.dumps(seen))
"""
"""Changes the mode of the kernel's screen by the program's window to each that it offers, and back."""


@pytest.mark.slow
def test_the_mode_is_changed_while_the_window_is_open_to_each_that_is_offered_and_back(
    rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("modes")
    machine = rack.machine("modes", lambda: Machine(booted_image, folder, build=booted_build(folder)))
    machine.run("systemctl stop photofinish.service photofinish-error.service", seconds=240)
    listed = set(machine.out("cat /sys/class/drm/card0-Virtual-1/modes").split())
    machine.run("cat > /tmp/modes.py", stdin=TRIES_MODES)
    told = machine.out(f"cd /tmp && SDL_VIDEODRIVER=kmsdrm {PYTHON} /tmp/modes.py 2>&1 | grep MODES", seconds=300)
    seen = json.loads(told.partition("MODES ")[2])
    assert {kernel for _, _, kernel, _ in seen} == {"800x480", "640x480"} <= listed, "no larger ones"
    for (wide, high, _), done, kernel, size in seen:
        assert (done, kernel, size) == (True, f"{wide}x{high}", [wide, high])


@pytest.fixture
def television(alone: None, cabinet_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A cabinet with 1 GB of memory that boots with a screen whose own mode is 3840×2160."""
    with Machine(cabinet_image, tmp_path_factory.mktemp("television"), build=Build(size=TELEVISION)) as machine:
        machine.boot(seconds=600)
        ready(machine)
        yield machine


@pytest.mark.slow
def test_on_a_4k_television_the_picture_is_what_the_memory_bears(
    television: Machine, tell: Callable[[str], None]
) -> None:
    offered = television.out("cat /sys/class/drm/card0-Virtual-1/modes").split()
    assert {"3840x2160", "1920x1080"} <= set(offered)
    pixels_are(television, title(BEARABLE), "television")
    assert kernels_mode(television) == "1360x768@60"
    assert told_display(television) == "card0-Virtual-1: 1360x768 at 60 Hz (what this machine's memory bears)"
    status = television.out(f"cat /proc/{PID}/status")
    peak, resident = (int(kb) / 1024 for kb in re.findall(r"^Vm(?:HWM|RSS):\s+(\d+) kB", status, re.MULTILINE))
    tell(f"On a 4K television with 1 GB: 1360x768, {resident:.0f} MB resident at the title (peak {peak:.0f})")
    assert peak < MOST_MB


def test_the_title_names_the_keys_of_the_consoles_keyboard(
    rack: Rack, booted_image: Image, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As on a system whose keyboard is German: the kernel's table is otherwise before the program starts."""
    folder = tmp_path_factory.mktemp("german")
    machine = rack.machine("german", lambda: Machine(booted_image, folder, build=booted_build(folder)))
    machine.run("systemctl stop photofinish")
    entries = [(CODES[key], letter(sign)) for key, sign in GERMAN.items()]
    write = "fcntl.ioctl(open('/dev/tty1'), 0x4B47, struct.pack('=BBH', 0, *entry))"  # KDSKBENT
    machine.run(f'python3 -c "import fcntl, struct; [{write} for entry in {entries}]"')
    machine.run("systemctl start photofinish", seconds=240)
    ready(machine)
    pixels_are(machine, title(SIZE, letters=GERMAN), "german", seconds=120)


# A screen for each player

TWO_WINDOWS = """
import sys
import time
from cabinet.config.schema import Display
from cabinet.screens.view_factory import displays_of
from cabinet.screens.window import Window

display = Display(seat_displays=tuple(map(int, sys.argv[1:])))
window = Window((800, 480), fullscreen=True, keyboard=None, displays=displays_of(display, 2))
for number, colour in enumerate(("red", "blue")):
    window.screens[number].fill(colour)
    window.show(number, [window.screens[number].get_rect()])
while True:
    window.read(time.monotonic_ns())
    window.wait(200)
"""
"""Shows AMBER's screen red and BLUE's blue, each once."""
SHOW_TWO = f"systemd-run --quiet --collect --unit=two --setenv=SDL_VIDEODRIVER=kmsdrm {PYTHON} /tmp/two.py"
OWN_SCREENS = r'[options.speed]\ncards_seen = "own_screen"'


@pytest.mark.slow
def test_two_players_have_two_displays_of_the_kernel_and_the_setting_exchanges_them(
    alone: None, cabinet_image: Image, tmp_path: Path
) -> None:
    build = Build(size=SIZE, more=TWO_SCREENS)
    with Machine(cabinet_image, tmp_path, build=build) as machine:
        machine.boot(f"{SECOND.format(*SIZE)} {HELD}", seconds=600)
        machine.run("cat > /tmp/two.py", stdin=TWO_WINDOWS)
        for named, shown in (("", ("red", "blue")), ("0 1", ("red", "blue")), ("1 0", ("blue", "red"))):
            machine.run(f"{SHOW_TWO} {named}")
            for head, colour in enumerate(shown):
                wait_until(partial(is_filled, machine, head, colour), lambda: "see head-0.png, head-1.png", seconds=240)
            machine.run("systemctl kill --signal KILL two")
            machine.wait_for("! systemctl --quiet is-active two")
        machine.run(f"printf '{OWN_SCREENS}' >> {CONFIG} && systemctl start photofinish.service", seconds=240)
        ready(machine)
        wait_until(partial(both_have_the_title, machine), lambda: "see title-0.png, title-1.png", seconds=240)


def both_have_the_title(machine: Machine) -> bool:
    """Whether both screens show the same, and more than darkness: the title is shown once, and stands still."""
    amber, blue = (seen(machine.screenshot(f"title-{head}", head)) for head in (0, 1))
    return colours(amber) > 20 and difference(amber, blue) == 0


def is_filled(machine: Machine, head: int, colour: str) -> bool:
    """Whether a screen of the machine shows one colour."""
    picture = seen(machine.screenshot(f"head-{head}", head))
    wanted = pygame.Surface(picture.get_size())
    wanted.fill(colour)
    return difference(picture, wanted) == 0
