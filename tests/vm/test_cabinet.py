"""The installed cabinet after its first boot: what its screen shows, what it may do, what guests may not, and the units
that load kernel modules for it.

One machine for this file and the next.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from tests.vm.page_commands import check_commands
from tests.vm.pictures import difference, seen, title
from tools.vm.image import FIRST_FRAME, PORTS, SIZE
from tools.vm.machine import Image, Machine

UNIT = "photofinish.service"
ERROR_UNIT, ERROR_BEGAN = "photofinish-error.service", "InactiveExitTimestampMonotonic"
"""The error screen, and since when it was there last."""
PID = f"$(systemctl show --property MainPID --value {UNIT})"
CGROUP = f"/sys/fs/cgroup/photofinish.slice/{UNIT}"
LIKE = 0.01
"""So much of a picture may be otherwise than rendered here."""
GUESTS = (
    ("ctrl", "c"), ("ctrl", "d"), ("ctrl", "alt", "f2"), ("alt", "f3"), ("alt", "right"), ("ctrl", "alt", "delete"),
    ("ctrl", "alt", "backspace"), ("alt", "sysrq", "b"), ("alt", "sysrq", "e"), ("alt", "sysrq", "k"),
    ("alt", "sysrq", "r"), ("ctrl", "z"), ("ctrl", "backslash"), ("alt", "f4"), ("esc",), ("meta_l",), ("sleep",),
)  # fmt: skip
"""What people try to get out of a game. First those that the keyboard's panels have too: a program that is started anew
is not there yet for them, and its title stays as it is."""


@pytest.fixture(scope="module")
def playing(cabinet: Machine) -> Machine:
    """The cabinet from its first frame on: its service says then that it is ready."""
    ready(cabinet)
    return cabinet


def ready(machine: Machine) -> None:
    machine.wait_for(f"systemctl is-active {UNIT}", seconds=240)


def state(machine: Machine, *names: str, unit: str = UNIT) -> dict[str, str]:
    asked = " ".join(f"--property {name}" for name in names)
    return dict(line.split("=", 1) for line in machine.out(f"systemctl show {unit} {asked}").splitlines())


def pixels_are(machine: Machine, expected: pygame.Surface, name: str, seconds: float = 60) -> None:
    """Look until the screen shows what is expected."""
    end = time.monotonic() + seconds
    while (share := difference(seen(machine.screenshot(name)), expected)) > LIKE:
        assert time.monotonic() < end, f"{share:.1%} of {name}.png is not as rendered"
        machine.go_on(1)


# What is seen


def test_a_black_or_another_screen_is_not_taken_for_the_title() -> None:
    expected = title(SIZE)
    assert difference(expected, expected) == 0
    assert difference(pygame.Surface(SIZE), expected) > 10 * LIKE
    assert difference(title((1280, 720)), expected) == 1


def test_the_first_frame_is_on_the_real_display(booted_image: Image) -> None:
    assert difference(seen(booted_image.disk.with_name(f"{FIRST_FRAME}.png")), title(SIZE)) <= LIKE


# The unit


def test_it_is_ready_since_its_first_frame_and_was_started_once(playing: Machine) -> None:
    wanted = {"Type": "notify", "SubState": "running", "NRestarts": "0"}
    assert state(playing, *wanted) == wanted
    assert playing.run("systemctl is-active getty@tty1", check=False).out.strip() == "inactive"
    assert playing.out("systemctl list-units --failed --quiet --plain") == ""


def test_it_has_no_right_that_it_does_not_need(playing: Machine) -> None:
    """Polkit allows its user to switch off, and nothing else."""
    asked = "setpriv --reuid photofinish --regid photofinish --init-groups systemctl"
    assert playing.run(f"{asked} --no-ask-password stop ssh", check=False).code != 0
    told = playing.out(f"systemd-analyze security --no-pager {UNIT} | tail -1")
    level = re.search(r": ([\d.]+)", told)
    assert level is not None
    assert float(level[1]) <= 2.0
    rights = playing.out(f"grep --extended-regexp '^(Uid|Cap|NoNewPrivs|Seccomp:)' /proc/{PID}/status")
    assert re.search(r"^Uid:\t(?!0)\d+", rights, re.MULTILINE)
    assert re.findall(r"^Cap\w+:\t(\d+)", rights, re.MULTILINE) == ["0" * 16] * 5
    assert "NoNewPrivs:\t1" in rights
    assert "Seccomp:\t2" in rights


def test_its_memory_is_limited_to_shares_of_the_machines(playing: Machine) -> None:
    whole = 1024 * int(playing.out("awk '/^MemTotal/ {print $2}' /proc/meminfo"))
    for limit, share in (("high", 0.65), ("max", 0.75)):
        assert int(playing.out(f"cat {CGROUP}/memory.{limit}")) == pytest.approx(share * whole, rel=0.02)
    assert "oom_kill 0" in playing.out(f"cat {CGROUP}/memory.events").splitlines()


def test_the_system_is_read_only_to_it_but_for_its_records(playing: Machine) -> None:
    inside = f"nsenter --target {PID} --mount setpriv --reuid photofinish --regid photofinish --init-groups"
    for folder, may in (("/etc/photofinish", False), ("/opt/photofinish", False), ("/var/lib/photofinish", True)):
        done = playing.run(f"{inside} touch {folder}/here && rm {folder}/here", check=False)
        assert (done.code == 0) is may, folder


def test_its_sound_plays(playing: Machine) -> None:
    assert "No sound" not in playing.out(f"journalctl --boot --unit {UNIT}")
    running = playing.wait_for("grep --files-with-matches RUNNING /proc/asound/card*/pcm*p/sub*/status")
    owner = playing.out(f"sed -n 's/owner_pid *: //p' {running}")
    assert owner in playing.out(f"ls /proc/{PID}/task").split()


def test_a_sound_card_that_goes_is_let_go_of_and_heard_again_when_it_is_back(playing: Machine) -> None:
    driver, held = "/sys/bus/pci/drivers/snd_hda_intel", f"ls -l /proc/{PID}/fd | grep -c /dev/snd/pcm"
    before = state(playing, "MainPID")
    card = playing.out(f"basename $(ls -d {driver}/0000:*)")
    # the kernel takes a card away when nobody holds on to it any more
    playing.run(f"echo {card} > {driver}/unbind", seconds=120)
    playing.wait_for(f"journalctl --boot --unit {UNIT} | grep 'A sound card has gone'")
    playing.wait_for(f"journalctl --boot --unit {UNIT} | grep 'No sound'")
    playing.run(f"echo {card} > {driver}/bind")
    playing.wait_for(held)
    playing.wait_for("grep --files-with-matches RUNNING /proc/asound/card*/pcm*p/sub*/status")
    assert state(playing, "MainPID") == before


@pytest.mark.parametrize("home", ["/root", "/run/somebody"])
def test_the_doctor_finds_it_well_from_any_login(playing: Machine, home: str) -> None:
    """As the page says it, from a home that the user who plays may not look into."""
    playing.run(f"mkdir --parents {home} && chmod 700 {home}")
    told = playing.run(f"cd {home} && HOME={home} sudo -u photofinish photofinish doctor", check=False)
    assert told.code == 0, told.out
    assert "card0" in told.out


@pytest.mark.parametrize("login", ["root", pytest.param("somebody", marks=pytest.mark.slow)])
def test_every_command_of_the_pages_is_about_this_cabinet(playing: Machine, repository: Path, login: str) -> None:
    check_commands(playing, repository, login, at_length=login != "root")


def test_it_opens_no_port_and_has_no_network(playing: Machine, cabinet_image: Image) -> None:
    before = cabinet_image.disk.with_name("ports").read_text()
    assert playing.out(PORTS) == before  # what Debian itself listens to
    assert playing.out("ss --all --tcp --udp --raw --packet --processes | grep photofinish || true") == ""
    families = state(playing, "RestrictAddressFamilies")["RestrictAddressFamilies"]
    assert set(families.split()) == {"AF_UNIX", "AF_NETLINK"}


def test_with_phones_switched_off_their_service_waits_for_nothing_and_nothing_is_written_for_it(
    playing: Machine,
) -> None:
    """No code to scan either: its address is what the service writes, and the title is as rendered without one."""
    assert playing.out("systemctl is-active photofinish-live.path") == "active"
    assert state(playing, "ActiveState", "ExecMainPID", unit="photofinish-live.service") == {
        "ActiveState": "inactive",
        "ExecMainPID": "0",
    }
    assert playing.run("ls -d /run/photofinish/live /run/photofinish-live", check=False).out == ""
    assert playing.out("ss --no-header --listening --tcp 'sport = 8080'") == ""


# The screen


def test_a_screen_that_is_switched_on_later_is_waited_for(playing: Machine, tell: Callable[[str], None]) -> None:
    playing.run(f"systemctl stop {UNIT}")
    playing.plug_screen("off")
    playing.run(f"systemctl start {UNIT}", seconds=240)  # it is ready while it waits
    assert "Waiting for a screen" in state(playing, "StatusText")["StatusText"]
    assert "the cabinet waits for one" in playing.run("cd / && photofinish doctor", check=False).out
    playing.run(f"systemctl stop {UNIT}")
    ended = state(playing, "Result", "ExecMainStatus")
    assert ended == {"Result": "success", "ExecMainStatus": "15"}  # by SIGTERM, at once
    playing.run(f"systemctl start {UNIT}", seconds=240)
    waiting = state(playing, "MainPID", "NRestarts")
    begin = time.monotonic()
    playing.plug_screen("detect")
    pixels_are(playing, title(SIZE), "switched-on", seconds=120)
    tell(f"a screen that is switched on later: the title after {time.monotonic() - begin:.1f} s")
    assert state(playing, "MainPID", "NRestarts", "StatusText") == {**waiting, "StatusText": ""}


@pytest.mark.slow
def test_a_desktop_that_has_the_screen_is_named_and_waited_for(playing: Machine) -> None:
    """A program on a terminal of its own that opens the graphics card first, as a desktop does."""
    card = "import os, signal; os.open('/dev/dri/card0', os.O_RDWR); signal.pause()"
    on_its_own = "--property=StandardInput=tty-force --property=TTYPath=/dev/tty7"
    waits = f"systemctl show --property=StatusText --value {UNIT} | grep"
    playing.run(f'systemctl stop {UNIT}; systemd-run --unit=desk {on_its_own} python3 -c "{card}"')
    bring_to_front(playing, 7)
    playing.run(f"systemctl start {UNIT}", seconds=240)  # it is ready while it waits
    playing.wait_for(f"{waits} 'Terminal 7 is in front'")
    found = playing.run("cd / && sudo -u photofinish photofinish doctor", check=False)
    assert found.code == 2
    assert "somebody else has the screen: Terminal 7 is in front" in found.out
    bring_to_front(playing, 1)
    playing.wait_for(f"{waits} 'Another program has the screen'")
    playing.run("systemctl stop desk")
    pixels_are(playing, title(SIZE), "given-back", seconds=120)
    playing.run(f'systemd-run --unit=desk {on_its_own} python3 -c "{card}"')
    bring_to_front(playing, 7)
    playing.wait_for(f"journalctl --boot --unit {UNIT} | grep 'Others have had the screen for 30 s'", seconds=120)
    playing.wait_for(f"{waits} 'Terminal 7 is in front'", seconds=120)
    playing.run("systemctl stop desk")  # what it leaves in front nobody uses: it gives way
    pixels_are(playing, title(SIZE), "given-way", seconds=120)


def bring_to_front(machine: Machine, terminal: int) -> None:
    """As `chvt` does, which Debian's kbd would bring (ioctl_vt(2), VT_ACTIVATE)."""
    machine.run(f"python3 -c \"import fcntl; fcntl.ioctl(open('/dev/tty0'), 0x5606, {terminal})\"")
    machine.wait_for(f"grep --line-regexp tty{terminal} /sys/class/tty/tty0/active")


@pytest.mark.slow
def test_a_stop_in_the_first_seconds_of_a_starved_start_is_no_fall(playing: Machine) -> None:
    """It is stopped once it has the screen, with an hour's work to its first frame."""
    before = state(playing, ERROR_BEGAN, unit=ERROR_UNIT)
    has_screen = f"grep --quiet _dri.so /proc/{PID}/maps"
    starve = f"systemctl set-property --runtime {UNIT} CPUQuota=1%"
    playing.run(f"systemctl stop {UNIT} && systemctl start --no-block {UNIT}")
    playing.run(f"until {has_screen}; do sleep 0.05; done 2>/dev/null; {starve}", seconds=240)
    assert state(playing, "ActiveState") == {"ActiveState": "activating"}
    playing.run(f"systemctl stop {UNIT}")
    ended = {"ActiveState": "inactive", "Result": "success", "ExecMainStatus": "15"}
    assert state(playing, *ended) == ended
    assert state(playing, ERROR_BEGAN, unit=ERROR_UNIT) == before
    playing.run(f"systemctl set-property --runtime {UNIT} CPUQuota= && systemctl start {UNIT}", seconds=240)


# Devices


def test_it_may_use_what_is_plugged_in_later_and_nothing_else(playing: Machine) -> None:
    """A device that is not there answers otherwise than one that is forbidden."""
    classes = {"drm": True, "alsa": True, "input": True, "gpiochip": True, "ttyACM": True, "ttyUSB": True,
               "mem": False, "vcs": False}  # fmt: skip
    for name, may in classes.items():
        playing.run(
            f"rm -f /dev/try; mknod /dev/try c $(awk -v name={name} '$2 == name {{print $1; exit}}' /proc/devices) 77"
        )
        told = playing.run(f"sh -c 'echo $$ > {CGROUP}/cgroup.procs; : < /dev/try' 2>&1", check=False).out
        assert ("not permitted" not in told) is may, f"{name}: {told}"
        assert "cannot open" in told


def test_a_keyboard_that_is_plugged_in_later_plays(playing: Machine) -> None:
    opened = f"ls -l /proc/{PID}/fd | grep -o '/dev/input/event.*' | sort"
    before = playing.out(opened)
    playing.qmp.do("device_add", driver="virtio-keyboard-pci", id="another")
    playing.wait_for(f'[ "$({opened})" != "{before}" ]')


# Guests


def test_no_key_leads_out_of_the_game(playing: Machine) -> None:
    before = state(playing, "MainPID", "NRestarts", "ActiveState")
    playing.type(*GUESTS)
    playing.go_on(5)
    assert playing.is_on
    assert playing.out("cat /sys/class/tty/tty0/active") == "tty1"
    assert state(playing, "MainPID", "NRestarts", "ActiveState") == before
    assert playing.out("systemctl list-jobs --quiet") in ("", "No jobs running.")


def test_no_key_keeps_the_game_from_coming_back(playing: Machine) -> None:
    """While it starts anew the terminal is nobody's for a moment."""
    playing.run(f"systemctl reset-failed {UNIT}")  # the tests before this one have started it as often as it may
    playing.run(f"systemctl kill --signal KILL {UNIT}")
    playing.type(*GUESTS, pause_s=0.2)
    ready(playing)
    assert state(playing, "NRestarts") == {"NRestarts": "1"}
    assert set(playing.out("ps -t tty1,tty2,tty3 -o comm=").split()) == {"photofinish"}
    pixels_are(playing, title(SIZE), "back")


# Kernel modules

UNITS = ("photofinish-modules.service", "photofinish-graphics.service")
UNUSED = ("cdc_acm", "usbserial")
"""Modules of the first unit that no device of this machine holds."""

FORBIDDEN = (
    "/bin/touch /etc/here",
    "/bin/touch /var/here",
    "/bin/sh -c ': > /proc/sys/kernel/printk'",
    "/bin/mount -t tmpfs none /mnt",
    "/sbin/rmmod cdc_acm",
    "/bin/dd if=/dev/vda of=/dev/null count=1",
    "/usr/bin/python3 -c 'import socket; socket.socket()'",
)
"""What each of them may not, root though it is."""
PATIENCE_S = 240
"""An emulated processor on a busy host takes its time to read all units anew."""


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@contextmanager
def trying(machine: Machine, commands: Sequence[str]) -> Iterator[None]:
    """Have both units run these commands in their order, and their own again afterwards."""
    lines = "\n".join(["[Service]", "ExecStart=", *(f"ExecStart=-{command}" for command in commands), ""])
    folders = [f"/run/systemd/system/{unit}.d" for unit in UNITS]
    files = " ".join(f"{folder}/try.conf" for folder in folders)
    write = f"mkdir -p {' '.join(folders)} && tee {files} && systemctl daemon-reload"
    machine.run(write, stdin=lines, seconds=PATIENCE_S)
    try:
        yield
    finally:
        own = f"rm -rf {' '.join(folders)} && systemctl daemon-reload && systemctl restart {' '.join(UNITS)}"
        machine.run(own, seconds=PATIENCE_S)


def succeeding(commands: Sequence[str]) -> str:
    """Return a command that runs these, eight at most, and whose status has a bit for each that succeeds."""
    counted = [f"{command} && n=$(($n + {2**bit}))" for bit, command in enumerate(commands)]
    return f'/bin/sh -c "n=0; {"; ".join(counted)}; exit $n"'.replace("$", "$$")  # systemd reads $ as well


def statuses(machine: Machine, unit: str) -> list[int]:
    """Run a unit, and return the exit status of each of its commands."""
    machine.run(f"systemctl restart {unit}", seconds=PATIENCE_S)
    told = machine.out(f"systemctl show --property ExecStart {unit}")
    return [int(status) for status in re.findall(r"; code=exited ; status=(\d+) }$", told, re.MULTILINE)]


def loaded(machine: Machine, module: str) -> bool:
    return machine.run(f"test -d /sys/module/{module}", check=False).code == 0


def test_they_have_run_by_the_first_frame_and_had_nothing_to_complain_of(cabinet: Machine, unit: str) -> None:
    cabinet.wait_for("systemctl is-active photofinish.service", seconds=240)
    assert cabinet.out(f"systemctl is-active {unit}") == "active"
    told = cabinet.out(f"journalctl --boot --output cat --no-pager --unit {unit} _COMM=modprobe")
    assert told == ""


def test_the_screens_driver_and_the_device_classes_are_there(cabinet: Machine) -> None:
    for module in ("virtio_gpu", "drm", "snd", *UNUSED):
        assert loaded(cabinet, module), module


def test_they_have_one_right_and_little_else(cabinet: Machine, unit: str) -> None:
    told = cabinet.out(f"systemd-analyze security --no-pager {unit} | tail -1")
    level = re.search(r": ([\d.]+)", told)
    assert level is not None
    assert float(level[1]) <= 2.0
    assert cabinet.out(f"systemctl show --property CapabilityBoundingSet --value {unit}") == "cap_sys_module"


def test_what_was_unloaded_is_loaded_again_from_the_sandbox(cabinet: Machine) -> None:
    cabinet.run(f"modprobe --remove {' '.join(UNUSED)}")
    assert not any(loaded(cabinet, module) for module in UNUSED)
    cabinet.run(f"systemctl restart {UNITS[0]}")
    assert all(loaded(cabinet, module) for module in UNUSED)


def test_each_sandbox_lets_a_module_through_and_nothing_else(cabinet: Machine) -> None:
    """The graphics' own cannot be unloaded while a screen shows something."""
    load, allowed = f"/sbin/modprobe --all {' '.join(UNUSED)}", "/bin/true"
    with trying(cabinet, (load, succeeding((*FORBIDDEN, allowed)))):
        for unit in UNITS:
            cabinet.run(f"modprobe --remove {' '.join(UNUSED)}")
            assert statuses(cabinet, unit) == [0, 2 ** len(FORBIDDEN)]
            assert all(loaded(cabinet, module) for module in UNUSED)
