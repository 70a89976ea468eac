"""What becomes of the program, its screen and its records when something goes wrong: fault after fault.

On the machine of `test_cabinet`, or one of its own; the test before the last switches it off, and who comes next has a
new one. The last cuts the power while people play, with QEMU's strictest cache: once here, thirty times in
`make soak-vm`.
"""

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from random import Random

import pytest

from cabinet.app import NOT_SAVED
from cabinet.error_screen import picture
from cabinet.screens.shutdown import page_of
from cabinet.strings.catalogue import word
from tests.vm.conftest import Rack
from tests.vm.pictures import colours, difference, seen
from tests.vm.test_cabinet import ERROR_BEGAN, ERROR_UNIT, state
from tools.vm.image import SIZE, STARTS
from tools.vm.machine import Image, Machine
from tools.vm.party import ACTION, CONFIG, DATA, Party, wait_until
from tools.vm.soak import STRICTEST, Toll, cut_once, killed_once, offered_party, report

MAIN_PID = "systemctl show --property=MainPID --value photofinish.service"
CGROUP = "/sys/fs/cgroup/photofinish.slice/photofinish.service"
KILLS = 2
ALIKE = 0.004
"""Another reason on the error screen is a difference of more than twice as many pixels."""
AWAY = 5
"""A killed program is away for less than this part of what its start then takes, on any host."""
DISK = "vdb"
DEAL_S = 75
"""Two fast bots play a deal in 32 to 55 s."""
READ_ONLY = "its file system is read-only, as after an error of its disk: dmesg says why"
STATE, SETTINGS = (40, 36), (490, 36)
"""On the tabs of the operator's page."""


@pytest.fixture(scope="module")
def party(cabinet: Machine) -> Party:
    """A match that was cut off, offered on a cabinet that has just started."""
    one = Party(cabinet, hammers=False)
    one.prepare()
    one.wait_until_offered()
    return one


def journal(machine: Machine) -> str:
    return machine.out("journalctl --boot --unit=photofinish.service --output=cat --no-pager | tail -40")


def shows_reason(machine: Machine, reason: str, name: str) -> bool:
    return difference(seen(machine.screenshot(name)), picture(SIZE, reason)) < ALIKE


def wait_for_error_screen(machine: Machine, reason: str, name: str) -> None:
    wait_until(
        lambda: shows_reason(machine, reason, name),
        lambda: f"the error screen does not say {reason!r}; the journal says\n{journal(machine)}",
        seconds=120,
    )


def start_again(party: Party) -> None:
    """The error screen's minute is over: the cabinet is tried again, by the error screen's own end."""
    party.machine.run("systemctl stop photofinish-error.service")
    party.came_back()


def test_a_party_is_played_in_256_mb_without_a_fall(party: Party, tell: Callable[[str], None]) -> None:
    party.play(5.0)
    told = dict(line.split() for line in party.out(f"cat {CGROUP}/memory.events").splitlines())
    most, peak = (int(party.out(f"cat {CGROUP}/memory.{name}")) // 2**20 for name in ("max", "peak"))
    tell(f"A match in the virtual machine, in a group of {most} MB: {peak} MB at most with the pages of files")
    assert (most, told["oom_kill"], party.out(STARTS)) == (256, "0", "0")


def test_killed_at_random_moments_of_play_it_is_back_and_nothing_is_lost(
    party: Party, tell: Callable[[str], None]
) -> None:
    toll, chance = Toll("kill -9"), Random()
    for _ in range(KILLS):
        killed_once(party, toll, chance, plays_s=(1.5, 5.0))
    tell(report([toll], 0))
    assert toll.faults == []
    assert all(restart.delay_ns < restart.first_frame_ns / AWAY for restart in toll.restarts)
    assert sum(verdict.checked for verdict in toll.verdicts) > 0


@pytest.mark.slow
def test_a_main_loop_that_stands_still_is_ended_and_started_anew(party: Party) -> None:
    party.play(1.0)
    life = party.kill("STOP")
    party.begin_life()
    party.wait_until_offered()
    assert "Watchdog timeout" in journal(party.machine)
    assert party.verdict(life).faults == ()


@pytest.mark.slow
def test_after_five_falls_the_error_screen_says_why_and_then_the_cabinet_is_tried_again(party: Party) -> None:
    machine = party.machine
    machine.run(f"systemctl reset-failed photofinish.service; {fall_until_it_stays_down()}", seconds=120)
    wait_for_error_screen(machine, word("error.result.signal", status="KILL"), "five-falls")
    start_again(party)
    assert colours(seen(machine.screenshot("tried-again"))) > 20


def fall_until_it_stays_down() -> str:
    """A shell command that kills the program whenever it is there, until systemd does not start it any more."""
    state = "systemctl is-active photofinish.service"
    kill = f'pid=$({MAIN_PID}); [ "$pid" = 0 ] || kill -9 "$pid"'
    return f'until [ "$({state})" = failed ]; do {kill}; sleep 0.3; done; true'


@pytest.mark.slow
def test_a_mistake_in_the_configuration_is_on_the_screen_at_once_with_its_line(party: Party) -> None:
    machine = party.machine
    machine.run(f"cp {CONFIG} {CONFIG}.whole; echo 'volume = loud' >> {CONFIG}; "
                "systemctl restart --no-block photofinish.service")  # fmt: skip
    machine.wait_for("systemctl show --property=ExecMainStatus --value photofinish.service | grep -x 2", seconds=120)
    reason = machine.wait_for("cat /run/photofinish/problem.txt")
    assert CONFIG in reason
    wait_for_error_screen(machine, reason, "bad-config")
    assert int(machine.out("systemctl show --property=NRestarts --value photofinish.service")) == 0
    # as an operator does who has mended it, while the error screen is there
    machine.run(f"cp {CONFIG}.whole {CONFIG}; systemctl restart photofinish.service", seconds=240)
    party.came_back()
    assert "protocol" not in journal(machine)


@pytest.mark.slow
def test_without_its_python_the_console_says_that_the_installer_is_to_run_again(party: Party) -> None:
    """An upgrade of Debian leaves the environment without packages, or its Python a link to nothing."""
    machine, venv = party.machine, "/opt/photofinish/current/venv"
    (packages,) = machine.out(f"ls -d {venv}/lib/python3.*").split()
    for there, away in ((packages, f"{venv}/lib/before"), (f"{venv}/bin/python", f"{venv}/bin/before")):
        machine.run(f"mv {there} {away}; systemctl restart photofinish.service", check=False)
        machine.wait_for("grep --quiet 'Run the installer again' /dev/vcs1", seconds=240)
        machine.run(f"mv {away} {there}; systemctl stop {ERROR_UNIT}")
        machine.wait_for("systemctl is-active photofinish.service", seconds=240)


@pytest.mark.slow
def test_a_full_disk_stops_the_log_and_not_the_game_and_what_waits_is_saved_when_there_is_room(party: Party) -> None:
    machine = party.machine
    restart_with(party, "true")
    party.play(1.0)
    room = f"$(df --output=avail -B1 {DATA} | tail -1)"
    machine.run(f"fallocate -l {room} {DATA}/fill; cat /dev/zero >> {DATA}/fill 2>/dev/null; true", seconds=300)
    machine.wait_for(journal_says("The log of this match stops (No space left on device)"), seconds=120)
    before = seen(machine.screenshot("full-1"))
    wait_until(lambda: difference(before, seen(machine.screenshot("full-2"))) > 0, lambda: "the game stands still")
    party.kill()
    assert party.came_back() == ""
    machine.wait_for(journal_says("Nothing can be saved now"))
    party.tap(ACTION)  # the title: after the wait a bot sits down, and nobody plays against it
    machine.run(f"rm {DATA}/fill")
    machine.wait_for(journal_says("Saved: the result of"), seconds=120)
    assert "damaged" not in machine.out(f"ls {DATA}")


@pytest.mark.slow
def test_a_disk_that_becomes_read_only_in_play_is_named_so_and_the_stop_after_it_is_no_fall(party: Party) -> None:
    """The kernel mounts it so after an error; ext4 has a switch that makes one."""
    machine = party.machine
    move_records_to_a_disk(party)
    party.play(1.0)
    before = state(machine, ERROR_BEGAN, unit=ERROR_UNIT)
    machine.run(f"echo 'of a test' > /sys/fs/ext4/{DISK}/trigger_fs_error")
    assert READ_ONLY in machine.wait_for(journal_says("The log of this match stops"), seconds=120)
    found = machine.run("cd / && sudo -u photofinish photofinish doctor", check=False)
    assert found.code == 2
    assert re.search(rf"FAIL +disk +{DATA} cannot be written: its file system is read-only", found.out)
    machine.go_on(DEAL_S)  # a result, which cannot be saved
    begin = machine.out("date '+%Y-%m-%d %H:%M:%S'")
    stop = machine.start("systemctl stop photofinish.service", seconds=120)
    wait_until(lambda: shows_unsaved(machine, begin), lambda: f"no NOT SAVED; the journal says\n{journal(machine)}")
    assert stop.wait(150).code == 0
    ended = {"ActiveState": "inactive", "Result": "success", "ExecMainStatus": str(NOT_SAVED)}
    assert state(machine, *ended) == ended
    assert state(machine, ERROR_BEGAN, unit=ERROR_UNIT) == before
    machine.run(f"umount {DATA} && systemctl start --no-block photofinish.service")
    party.came_back()


def move_records_to_a_disk(party: Party) -> None:
    """Put the records onto a disk of their own, which the kernel mounts read-only after an error."""
    machine = party.machine
    file = machine.folder / "records.raw"
    subprocess.run(["mkfs.ext4", "-q", str(file), "64M"], check=True)
    machine.qmp.do("blockdev-add", driver="file", filename=str(file), **{"node-name": "records"})
    machine.qmp.do("device_add", driver="virtio-blk-pci", drive="records", id="records-disk")
    machine.wait_for(f"test -b /dev/{DISK}")
    mount = f"mount -o errors=remount-ro /dev/{DISK}"
    filled = f"{mount} /mnt && cp -a {DATA}/. /mnt && chown photofinish: /mnt && umount /mnt"
    restart_with(party, f"{filled} && {mount} {DATA}")


def shows_unsaved(machine: Machine, since: str) -> bool:
    """Whether the screen names what the journal says was not saved."""
    told = f"journalctl --since '{since}' --identifier=photofinish --output=cat --no-pager"
    lines = [line for line in machine.out(told).splitlines() if "saved" in line]
    screen = seen(machine.screenshot("unsaved"))
    pages = (page_of(SIZE, word("unsaved.title"), lines[first:]) for first in range(len(lines)))
    return any(difference(screen, page) < ALIKE for page in pages)


def test_garbage_in_place_of_the_records_is_put_aside_and_the_last_match_goes_on(party: Party) -> None:
    machine = party.machine
    restart_with(party, f"head -c 20000 /dev/urandom > {DATA}/photofinish.db; rm -f {DATA}/photofinish.db-*")
    machine.wait_for(journal_says("The records were damaged. They are kept as photofinish.db.damaged-"))
    assert re.search(r"photofinish\.db\.damaged-\S+", machine.out(f"ls {DATA}"))


def test_a_screen_that_is_pulled_out_and_put_back_shows_the_match_that_went_on(
    party: Party, tell: Callable[[str], None]
) -> None:
    """The test before it leaves a match that is offered."""
    machine = party.machine
    party.play(1.0)
    machine.plug_screen("off")
    lines = len(party.life().seen)
    machine.go_on(3)
    program = machine.out(MAIN_PID)
    begin = time.monotonic()
    machine.plug_screen("detect")
    before = seen(machine.screenshot("plugged-in"))
    wait_until(lambda: difference(before, seen(machine.screenshot("goes-on"))) > 0, lambda: "the game stands still")
    tell(f"A screen put back in play: the picture goes on after {time.monotonic() - begin:.1f} s")
    assert len(party.life().seen) > lines
    assert "Another screen" not in journal(machine)
    assert machine.out(MAIN_PID) == program


def restart_with(party: Party, command: str) -> None:
    """Leave a match to go on with, do something while the program is down, and start it."""
    party.machine.run("systemctl stop photofinish.service")
    party.plant()
    party.machine.run(command)
    # a start by hand counts like one after a fall, and five in five minutes are one too many
    party.machine.run("systemctl reset-failed photofinish.service; systemctl start --no-block photofinish.service")
    party.begin_life()
    party.wait_until_offered()


def journal_says(text: str) -> str:
    """A command that succeeds once the running program has said so."""
    return f"journalctl --boot --output=cat --no-pager _PID=$({MAIN_PID}) | grep -F '{text}'"


@pytest.mark.slow
def test_a_screen_that_goes_ends_the_program_and_the_cabinet_is_back_with_it(party: Party) -> None:
    """Its graphics card is taken from the kernel and given back. Who was drawing just then may fall, or wait in vain,
    and the next program says what the matter is."""
    restart_with(party, "true")
    machine, driver = party.machine, "/sys/bus/virtio/drivers/virtio_gpu"
    card = machine.out(f"basename $(ls -d {driver}/virtio*)")
    begin = machine.out("date '+%Y-%m-%d %H:%M:%S'")
    machine.run(f"echo {card} > {driver}/unbind", seconds=120)
    told = f"journalctl --since '{begin}' --unit=photofinish.service --no-pager"
    machine.wait_for(f"{told} | grep -E 'The screen has gone|There is no screen to play on'", seconds=120)
    machine.wait_for(f"{told} | grep 'status=2/'", seconds=120)
    machine.run(f"echo {card} > {driver}/bind")
    assert party.came_back()
    assert colours(seen(machine.screenshot("screen-back"))) > 20


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 600), SIZE])
def test_a_screen_of_another_size_has_a_picture_of_that_size_and_the_match(
    party: Party, size: tuple[int, int], tell: Callable[[str], None]
) -> None:
    restart_with(party, "true")
    party.play(1.0)
    party.machine.exchange_screen(*size)
    begin = time.monotonic()
    party.machine.wait_for("journalctl --boot --no-pager --unit=photofinish | grep 'Another screen is connected'")
    party.wait_until_offered()
    picture = seen(party.machine.screenshot(f"exchanged-{size[0]}"))
    seconds = time.monotonic() - begin
    tell(f"A screen of {size[0]}x{size[1]} in place of another: the match is offered {seconds:.1f} s after the plug")
    assert picture.get_size() == size
    assert colours(picture) > 20


def test_the_hardware_starts_the_machine_anew_when_even_systemd_hangs(party: Party) -> None:
    """A Raspberry Pi's watchdog cannot count further than 15 s; QEMU's takes its place."""
    machine = party.machine
    machine.run("modprobe i6300esb && systemctl daemon-reexec")
    assert machine.out("systemctl show --property=RuntimeWatchdogUSec --value") == "15s"
    assert "Using hardware watchdog" in machine.out("journalctl --boot --no-pager --output=cat _PID=1")


@pytest.mark.slow
def test_the_operators_page_switches_the_machine_off(party: Party, rack: Rack) -> None:
    machine = party.machine
    restart_with(party, "true")
    machine.keys("c")  # LEFT: the match that is offered is given up
    machine.wait_for(journal_says("Saved: the result of"), seconds=60)
    machine.keys(ACTION, "i", hold_ms=9_000)
    wait_until(lambda: is_lit(machine, STATE), lambda: "the page does not come")
    machine.keys("f")  # CARD4
    wait_until(lambda: is_lit(machine, SETTINGS), lambda: "the settings do not come")
    party.tap("c", ACTION, ACTION, "v")  # LEFT: the last line; do it, yes, and RIGHT
    machine.wait_until_off()
    rack.clear()


def is_lit(machine: Machine, place: tuple[int, int]) -> bool:
    return min(seen(machine.screenshot("page")).get_at(place)[:3]) > 200


# The power


@pytest.fixture(scope="module")
def strict_party(alone: None, booted_image: Image) -> Iterator[Party]:
    """A match that was cut off, offered."""
    with offered_party(booted_image, STRICTEST) as one:
        yield one


def test_after_a_power_cut_in_play_it_boots_and_nothing_that_was_saved_is_lost(
    strict_party: Party, tell: Callable[[str], None]
) -> None:
    toll, chance = Toll("power cut"), Random()
    cut_once(strict_party, toll, chance, plays_s=(6.0, 9.0))
    tell(report([toll], 0))
    assert toll.faults == []
    assert toll.verdicts[-1].hammered > 0
    assert sum(verdict.checked for verdict in toll.verdicts) > 0
