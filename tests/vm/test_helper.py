"""Root's helper on the real system: what it may, whom it answers, and that each verb comes to what it says; a USB
stick's life by it, with real block devices and the kernel's own FAT and exFAT; and an update from one.

Power cuts in the middle of an update: `python -m tools.vm.update_soak`.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from cabinet.machine.bundle import FELL_BACK, OWNER_KEY, RELEASES
from cabinet.scenes.operator import TOPICS
from tests.vm.test_cabinet import UNIT, ready, state
from tests.vm.test_cabinet_faults import SETTINGS, STATE, is_lit
from tools.vm.image import booted_build
from tools.vm.machine import SHARED, Done, Image, Machine, UsbStick
from tools.vm.party import ACTION, READ_S, wait_until
from tools.vm.update_soak import BUNDLE, CURRENT, NEWER, TRIAL, UNITS, make_bundle, make_keys

HELPER_UNIT = "photofinish-helper@1.service"
SOCKET = "photofinish-helper.socket"


@pytest.fixture(scope="module")
def machine(cabinet: Machine) -> Machine:
    ready(cabinet)
    return cabinet


def asking(machine: Machine, lines: str, user: str = "photofinish") -> str:
    """The command that runs a Python program with the cabinet's client as a user; `helper` is the client."""
    program = f"from cabinet.machine.client import Helper\nhelper = Helper()\n{lines}\n"
    machine.run(f"cat > /tmp/asks.py <<'END'\n{program}END\nchmod a+r /tmp/asks.py")
    run = f"setpriv --reuid {user} --regid $(id --group {user}) --init-groups"
    python = "/opt/photofinish/current/venv/bin/python -IB"
    return f"cd / && {run} {python} /tmp/asks.py"


def asked(machine: Machine, lines: str, user: str = "photofinish") -> Done:
    """What such a program comes to."""
    return machine.run(asking(machine, lines, user), check=False, seconds=200)


def answered(machine: Machine, lines: str) -> str:
    told = asked(machine, lines)
    assert told.code == 0, told
    return told.out.strip()


# Who may, and what


def test_it_has_two_rights_and_little_else(machine: Machine) -> None:
    told = machine.out(f"systemd-analyze security --no-pager {HELPER_UNIT} | tail -1")
    level = re.search(r": ([\d.]+)", told)
    assert level is not None
    assert float(level[1]) <= 2.0
    rights = {"CapabilityBoundingSet": "cap_fowner cap_sys_admin"}
    assert state(machine, *rights, unit=HELPER_UNIT) == rights


def test_nobody_but_the_cabinets_user_is_answered(machine: Machine) -> None:
    assert "Permission denied" in asked(machine, "helper.ask('restart')", "nobody").err
    refused = asked(machine, "helper.ask('restart')", "root").err
    assert re.search(r"uid 0 asked, and only photofinish \(uid \d+\) is answered", refused)
    assert machine.out("systemctl list-units --plain --no-legend 'photofinish-helper@*'") == ""


def test_the_game_in_its_sandbox_reaches_it(machine: Machine) -> None:
    pid = state(machine, "MainPID")["MainPID"]
    run = "setpriv --reuid photofinish --regid photofinish --init-groups --no-new-privs"
    inside = f"nsenter --target {pid} --mount {run}"
    told = machine.run(f"{inside} test -w /run/{SOCKET}", check=False)
    assert told.code == 0, told


# The verbs


def test_the_clock_goes_forth_and_back(machine: Machine) -> None:
    now = int(machine.out("date +%s"))
    try:
        for at in (now + 86_400, now - 86_400):
            answered(machine, f"helper.ask('clock', at={at})")
            assert abs(int(machine.out("date +%s")) - at) < 30
    finally:
        answered(machine, f"helper.ask('clock', at={now})")


@pytest.mark.slow
def test_the_time_zone_is_the_machines(machine: Machine) -> None:
    zones = int(machine.out("ls /usr/share/zoneinfo 2>/dev/null | wc -l"))
    if not zones:
        pytest.skip("this guest has no time zones")
    answered(machine, "helper.ask('zone', name='Asia/Tokyo')")
    assert machine.out("date +%Z") == "JST"
    answered(machine, "helper.ask('zone', name='Etc/UTC')")


@pytest.mark.slow
def test_a_radio_is_blocked_and_unblocked(machine: Machine) -> None:
    if machine.run("modprobe mac80211_hwsim radios=1", check=False).code:
        pytest.skip("this guest has no simulated radio")
    try:
        soft = "cat /sys/class/rfkill/rfkill*/soft"
        answered(machine, "helper.ask('wifi', on=False)")
        assert machine.out(soft) == "1"
        answered(machine, "helper.ask('wifi', on=True)")
        assert machine.out(soft) == "0"
    finally:
        machine.run("modprobe --remove mac80211_hwsim", check=False)


BASE_STATION = """network={
ssid=48c3a475736572
mode=2
frequency=2412
key_mgmt=WPA-PSK
psk="two pints please"
}
"""
"""wpa_supplicant's words for a base station, "Häuser" (wpa_supplicant.conf(5))."""
ADDRESSES = "[Match]\nName=wlan1\n[Network]\nAddress=10.99.0.1/24\nDHCPServer=yes\nLinkLocalAddressing=no\n"
"""Who joins it gets an address, by systemd-networkd (systemd.network(5)): NetworkManager waits for one."""
LEFT_ALONE = "[keyfile]\nunmanaged-devices=interface-name:wlan1\n"
"""NetworkManager leaves the base station's radio alone (NetworkManager.conf(5))."""
JOIN = "ssid = 'Häuser'.encode()\nhelper.join(ssid, '{phrase}')\nprint(helper.networks()[0])"
RIGHT, WRONG = (JOIN.format(phrase=f"{count} pints please") for count in ("two", "three"))
JOINED = re.compile(r"Network\(ssid=b'H\\xc3\\xa4user', signal=\d+, kind='phrase', is_joined=True\)")


@pytest.fixture
def base_station(machine: Machine) -> Iterator[Machine]:
    """Two radios of the kernel's simulation: the second one is a network, the first nobody's yet."""
    machine.run("modprobe mac80211_hwsim radios=2")
    try:
        install = "apt-get install --yes --no-download --no-install-recommends"
        machine.run(f"{install} wpasupplicant", seconds=600)
        machine.run("cat > /tmp/base.conf", stdin=BASE_STATION)
        machine.run("wpa_supplicant -B -P /run/base.pid -i wlan1 -c /tmp/base.conf")
        yield machine
    finally:
        machine.run("pkill wpa_supplicant; modprobe --remove mac80211_hwsim", check=False)


def no_phrase_is_told_by(machine: Machine, kept: str) -> None:
    """The file that keeps the network is root's alone, and neither it nor the journal has the phrase."""
    assert machine.out(f"stat --format '%a %U' {kept}") == "600 root"
    for said in ("journalctl --boot --no-pager", f"cat {kept}"):
        assert "pints please" not in machine.out(said)


@pytest.mark.slow
def test_a_network_is_found_and_joined_by_the_real_wpa_supplicant(base_station: Machine) -> None:
    """The helper in its sandbox; `tests/cabinet/machine/test_wireless.py` has the same at a fake one."""
    machine = base_station
    try:
        machine.run("touch /etc/photofinish-image && mkdir -p -m 700 /data/network")
        machine.run("echo ctrl_interface=/run/wpa_supplicant > /tmp/own.conf")
        machine.run("wpa_supplicant -B -i wlan0 -c /tmp/own.conf")
        assert "wifi.phrase" in asked(machine, WRONG).err
        assert machine.run("ls -A /data/network").out == ""
        assert JOINED.fullmatch(answered(machine, RIGHT))
        no_phrase_is_told_by(machine, "/data/network/panel.conf")
    finally:
        machine.run("rm -rf /etc/photofinish-image /data/network")


@pytest.mark.slow
def test_the_same_by_the_real_network_manager(base_station: Machine) -> None:
    """As Raspberry Pi OS has it. What was joined is there again after an attempt with a wrong phrase."""
    machine = base_station
    profile = "/etc/NetworkManager/system-connections/photofinish.nmconnection"
    is_joined = "nmcli --terse --fields GENERAL.CONNECTION device show wlan0 | grep --fixed-strings photofinish"
    try:
        machine.run("mkdir -p /run/systemd/network && cat > /run/systemd/network/base.network", stdin=ADDRESSES)
        machine.run("systemctl restart systemd-networkd")
        machine.run(
            "mkdir -p /etc/NetworkManager/conf.d && cat > /etc/NetworkManager/conf.d/base.conf", stdin=LEFT_ALONE
        )
        install = "apt-get install --yes --no-download --no-install-recommends network-manager"
        machine.run(f"{install} && systemctl start NetworkManager", seconds=600)
        machine.wait_for("nmcli --terse --fields STATE,DEVICE device | grep '^disconnected:wlan0'")
        assert "wifi.phrase" in asked(machine, WRONG).err
        assert machine.run(f"ls {profile}", check=False).code != 0
        assert JOINED.fullmatch(answered(machine, RIGHT))
        no_phrase_is_told_by(machine, profile)
        kept = machine.out(f"cat {profile}")
        assert "wifi.phrase" in asked(machine, WRONG).err
        assert machine.out(f"cat {profile}") == kept
        machine.wait_for(is_joined)
    finally:
        machine.run("systemctl stop NetworkManager systemd-networkd.socket systemd-networkd", check=False)
        machine.run(f"rm -rf {profile} /run/systemd/network /etc/NetworkManager/conf.d/base.conf", check=False)


def test_the_journal_has_the_cabinets_own_lines_and_no_others(machine: Machine) -> None:
    told = answered(machine, "print(helper.journal().decode())")
    assert "photofinish" in told
    assert "systemd-journald" not in told


# The stick


USES_IT = """
import os
with helper.stick() as stick:
    print(stick.name, stick.size >> 20, stick.is_read_only)
    print(sorted(os.listdir(stick.folder)))
    above = os.open('..', os.O_RDONLY, dir_fd=stick.folder)
    print(os.listdir(above) == os.listdir(stick.folder))
    os.close(above)
    try:
        os.close(os.open('new', os.O_WRONLY | os.O_CREAT, dir_fd=stick.folder))
    except OSError as problem:
        print(problem.strerror)
"""


def refusal(machine: Machine) -> str:
    """The key of the reason why there is no stick."""
    lines = "from cabinet.machine.stick import NotDone\ntry:\n  with helper.stick():\n    pass\n"
    return answered(machine, f"{lines}except NotDone as problem:\n  print(problem.key)")


@pytest.mark.needs("mkfs.vfat", "mkfs.exfat")
@pytest.mark.parametrize("kind", ["vfat", pytest.param("exfat", marks=pytest.mark.slow)])
def test_a_stick_is_lent_written_to_and_released(machine: Machine, tmp_path: Path, kind: str) -> None:
    with UsbStick(machine, tmp_path / "stick", kind=kind) as stick:
        assert answered(machine, USES_IT).splitlines() == ["QEMU HARDDISK 64 False", "[]", "True"]
        assert machine.out(f"mount | grep --count {stick.device}; true") == "0"
        machine.run(f"mount {stick.device} /mnt")
        try:
            assert machine.out("ls /mnt") == "new"
            assert refusal(machine) == "stick.none"  # in use: it could be the cabinet's own
        finally:
            machine.run("umount /mnt")
    assert refusal(machine) == "stick.none"


def stick_of_a_mac(file: Path) -> None:
    """A GUID table whose first part is a hidden FAT, and the larger one; the owner's is MUSIC."""
    table = (
        "label: gpt\nsize=40M, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B\n"
        "size=16M, type=EBD0A0A2-B9E5-4433-87C0-68B6B72699C7\n"
    )
    with file.open("wb") as new:
        new.truncate(64 << 20)
    subprocess.run(["sfdisk", "--quiet", file], input=table, text=True, check=True)
    shown = json.loads(subprocess.run(["sfdisk", "--json", file], capture_output=True, check=True).stdout)
    for part, label in zip(shown["partitiontable"]["partitions"], ("EFI", "MUSIC"), strict=True):
        piece = file.with_name(label)
        with piece.open("wb") as new:
            new.truncate(part["size"] << 9)
        subprocess.run(["mkfs.vfat", "-n", label, piece], check=True, capture_output=True)
        with file.open("r+b") as whole:
            whole.seek(part["start"] << 9)
            whole.write(piece.read_bytes())


@pytest.mark.needs("sfdisk", "mkfs.vfat")
def test_on_a_stick_that_a_mac_has_made_the_owners_part_is_taken(machine: Machine, tmp_path: Path) -> None:
    stick_of_a_mac(file := tmp_path / "stick")
    lines = "from cabinet.service.stick import newest_bundle\nwith helper.stick() as stick:\n"
    with UsbStick(machine, file):
        machine.run("udevadm settle && mount /dev/sda2 /mnt && mkdir /mnt/photofinish")
        machine.run("touch /mnt/photofinish/photofinish-0.2.bundle && umount /mnt")
        told = answered(machine, f"{lines}    print(stick.name, stick.size >> 20, newest_bundle(stick.folder))")
        assert told == "QEMU HARDDISK, MUSIC 16 photofinish-0.2.bundle"


@pytest.mark.slow
@pytest.mark.needs("mkfs.vfat")
def test_a_protected_stick_is_read_and_not_written_to(machine: Machine, tmp_path: Path) -> None:
    with UsbStick(machine, tmp_path / "stick", is_protected=True):
        told = answered(machine, USES_IT).splitlines()
        assert told == ["QEMU HARDDISK 64 True", "[]", "True", "Read-only file system"]


@pytest.mark.slow
def test_what_is_neither_fat_nor_exfat_is_named_and_left_alone(machine: Machine, tmp_path: Path) -> None:
    with UsbStick(machine, tmp_path / "stick", kind="ext4") as stick:
        before = machine.out(f"sha256sum {stick.device}")
        assert refusal(machine) == "stick.unknown"
        assert machine.out(f"sha256sum {stick.device}") == before


@pytest.mark.slow
@pytest.mark.needs("mkfs.vfat")
def test_a_stick_of_which_somebody_keeps_a_file_open_is_not_said_to_be_released(
    machine: Machine, tmp_path: Path
) -> None:
    with UsbStick(machine, tmp_path / "stick"):
        lines = "with helper.stick() as stick:\n  kept = os.open('..', os.O_RDONLY, dir_fd=stick.folder)"
        assert "stick.busy: QEMU HARDDISK" in asked(machine, f"import os\n{lines}").err


# The machine


@pytest.mark.slow
def test_the_machine_starts_anew(machine: Machine) -> None:
    """QEMU ends where the guest reboots, perhaps before the answer has come."""
    machine.start(asking(machine, "helper.ask('restart')"))
    machine.wait_until_off()
    machine.boot()
    ready(machine)


# What the cabinet does with a stick

DATA = "/var/lib/photofinish"
CONFIG = "/etc/photofinish/config.toml"
HELPERS = "systemctl list-units --plain --no-legend 'photofinish-helper@*'"
WORK = f"""
import time
from pathlib import Path
from cabinet.config.schema import Config
from cabinet.errors import CabinetError
from cabinet.service.stick import Reports, backups_on, export, save_backup, take_backup
data, now = Path('{DATA}'), time.localtime()
def nothing(_share): pass
def paused(_share):
    if not Path('/tmp/pulled').exists():
        Path('/tmp/pulled').touch()
        Path('/tmp/go').read_text()
def run(act):
    try:
        with helper.stick() as stick:
            print(act(stick.folder))
    except CabinetError as problem:
        print(problem)
"""
SAVES = f"{WORK}run(lambda stick: save_backup(stick, data, now, nothing).name)"
EXPORTS = f"{WORK}run(lambda stick: export(stick, data, Reports(helper.journal(), [], Config()), now, nothing).name)"
TAKES = f"{WORK}run(lambda stick: take_backup(stick, backups_on(stick)[0], data, {{}}, nothing))"


@pytest.fixture
def large(machine: Machine) -> Iterator[None]:
    """A log of 40 MB."""
    log = f"{DATA}/matches/2026-01-01T00-00-00-speed-1.jsonl"
    as_user = "setpriv --reuid photofinish --regid photofinish --init-groups"
    machine.run(f"{as_user} mkdir --parents {DATA}/matches && {as_user} dd if=/dev/urandom of={log} bs=1M count=40")
    yield
    machine.run(f"rm {log}")


def files(machine: Machine, stick: UsbStick) -> list[str]:
    """The files of our folder on a stick, by the kernel's own mount."""
    machine.run(f"mount -o ro {stick.device} /mnt")
    try:
        return machine.out("cd /mnt && find photofinish -type f 2>/dev/null | sort; true").splitlines()
    finally:
        machine.run("umount /mnt")


@pytest.mark.needs("mkfs.vfat", "mkfs.exfat")
@pytest.mark.parametrize("kind", ["vfat", pytest.param("exfat", marks=pytest.mark.slow)])
def test_records_go_out_and_come_back_at_the_next_start(machine: Machine, tmp_path: Path, kind: str) -> None:
    with UsbStick(machine, tmp_path / "stick", kind=kind) as stick:
        name = answered(machine, SAVES)
        assert re.fullmatch(r"backup-[\d-]+", name)
        kept = ("SHA256SUMS", "about.json", "records.db")
        assert files(machine, stick) == [f"photofinish/{name}/{file}" for file in kept]
        assert answered(machine, TAKES).isdecimal()
        assert machine.out(HELPERS) == ""
    machine.run(f"systemctl restart {UNIT}", seconds=200)
    ready(machine)
    assert machine.out(f"ls {DATA} | grep --count before") != "0"
    assert machine.run(f"test -e {DATA}/photofinish.db.to-restore", check=False).code == 1
    assert "The records of the backup are in place" in machine.out(f"journalctl --boot --no-pager --unit {UNIT}")


@pytest.mark.needs("mkfs.vfat", "mkfs.exfat")
@pytest.mark.slow
def test_an_export_is_checked_by_its_sums(machine: Machine, tmp_path: Path, large: None) -> None:
    with UsbStick(machine, tmp_path / "stick") as stick:
        name = answered(machine, EXPORTS)
        machine.run(f"mount -o ro {stick.device} /mnt")
        try:
            machine.run(f"cd /mnt/photofinish/{name} && sha256sum --check --strict --quiet SHA256SUMS", seconds=200)
            assert "photofinish" in machine.out(f"head -c 100000 /mnt/photofinish/{name}/journal.txt")
        finally:
            machine.run("umount /mnt")


@pytest.mark.needs("mkfs.vfat", "mkfs.exfat")
@pytest.mark.slow
def test_a_full_stick_is_named_and_left_as_it_was(machine: Machine, tmp_path: Path, large: None) -> None:
    with UsbStick(machine, tmp_path / "stick", mb=40) as stick:
        told = answered(machine, EXPORTS)
        assert re.fullmatch(r"The stick has \d+ MB free, and \d+ MB are needed. Nothing was written.", told)
        assert files(machine, stick) == []


@pytest.mark.needs("mkfs.vfat", "mkfs.exfat")
@pytest.mark.slow
def test_a_stick_pulled_in_the_middle_is_named_and_the_next_one_works(
    machine: Machine, tmp_path: Path, large: None
) -> None:
    with UsbStick(machine, tmp_path / "stick") as stick:
        machine.run("rm --force /tmp/pulled /tmp/go && mkfifo --mode=666 /tmp/go")
        job = machine.start(asking(machine, EXPORTS.replace("now, nothing)", "now, paused)")), seconds=200)
        machine.wait_for("test -e /tmp/pulled", seconds=200)
        stick.pull()
        machine.run("echo >/tmp/go")
        told = job.wait(200)
        assert "The stick was pulled out, or does not answer" in told.out, told
    with UsbStick(machine, tmp_path / "stick") as stick:
        name = answered(machine, SAVES)
        assert f"photofinish/{name}/records.db" in files(machine, stick)
    assert state(machine, "NRestarts")["NRestarts"] == "0"


# From the panel


@pytest.fixture
def with_code(machine: Machine) -> Iterator[None]:
    """The operator's code in the configuration: six times CARD4."""
    machine.run(f"cp {CONFIG} /tmp/config.before && printf '[operator]\\ncode = \"4 4 4 4 4 4\"\\n' >> {CONFIG}")
    machine.run(f"systemctl restart {UNIT}", seconds=200)
    ready(machine)
    yield
    machine.run(f"cp /tmp/config.before {CONFIG} && systemctl restart {UNIT}", seconds=200)
    ready(machine)


@pytest.mark.needs("mkfs.vfat", "mkfs.exfat")
@pytest.mark.slow
def test_the_game_in_its_sandbox_writes_a_backup_by_the_panel_alone(
    machine: Machine, tmp_path: Path, with_code: None
) -> None:
    with UsbStick(machine, tmp_path / "stick") as stick:
        for place, keys in ((STATE, (ACTION, "i")), (SETTINGS, ("f",))):
            machine.keys(*keys, hold_ms=9_000 if len(keys) > 1 else 100)
            wait_until(partial(is_lit, machine, place), lambda: "the page does not come")
        since = machine.out("date +%s")
        # to the topic, the second line, the code, and once more; "tonight" has no line without an evening
        topics = [topic for topic in TOPICS if topic != "tonight"]
        for key in (*"f" * topics.index("stick"), "v", ACTION, *"ffffff", ACTION):
            machine.keys(key)
            machine.go_on(READ_S)
        lent = f"journalctl --boot --no-pager --since=@{since} --unit 'photofinish-helper@*' | grep --quiet Started"
        machine.wait_for(lent, seconds=60)
        machine.wait_for(f'test -z "$({HELPERS})"', seconds=120)
        machine.screenshot("stick")
        names = files(machine, stick)
    assert [name.rpartition("/")[2] for name in names] == ["SHA256SUMS", "about.json", "records.db"]


# An update

BROKEN = f"{NEWER}-broken"
UPDATES = """
from cabinet.service.stick import bundle_content, newest_bundle
with helper.stick() as stick:
    print(helper.update(bundle_content(stick.folder, newest_bundle(stick.folder), lambda _share: None)))
"""


@pytest.fixture
def keys(machine: Machine, tmp_path: Path) -> Iterator[Path]:
    """Two pairs of keys, of which the machine has the first one's public half."""
    for name in ("ours", "other"):
        make_keys(tmp_path / name)
    machine.run(f"cat > {OWNER_KEY}", stdin=(tmp_path / "ours/public.pem").read_text())
    yield tmp_path
    machine.run(f"rm --force {OWNER_KEY}")


def update_refusal(machine: Machine, file: str) -> str:
    """Why the helper does not take a bundle of the shared folder."""
    ask = f"print(helper.update([open('{SHARED}/{file}', 'rb').read()]))"
    lines = f"try:\n  {ask}\nexcept NotDone as problem:\n  print(problem.key)"
    return answered(machine, f"from cabinet.machine.stick import NotDone\n{lines}")


def test_what_root_refuses_changes_nothing(machine: Machine, keys: Path) -> None:
    before = machine.out(f"{CURRENT}; ls {RELEASES}")
    for name, owner in (("foreign", "other"), ("damaged", "ours")):
        make_bundle(keys / owner, machine.share / name, with_program=False)
    (machine.share / "damaged").write_bytes((machine.share / "damaged").read_bytes()[:-1])
    machine.run(f"chmod a+r {SHARED}/foreign {SHARED}/damaged")
    assert update_refusal(machine, "foreign") == "update.foreign"
    assert update_refusal(machine, "damaged") == "update.damaged"
    machine.run(f"rm {OWNER_KEY}")
    assert update_refusal(machine, "damaged") == "update.key"
    assert machine.out(f"{CURRENT}; ls {RELEASES}") == before


def test_a_release_without_a_picture_is_taken_back_at_the_third_start(machine: Machine) -> None:
    """With a copy of the release that plays, of which the program ends at once."""
    current = machine.out(CURRENT)
    new = RELEASES / "releases" / BROKEN
    program = f"{new}/venv/bin/photofinish"
    machine.run(f"cp --archive --link {RELEASES}/{current} {new} && rm {program}")
    machine.run(f"printf '#!/bin/sh\\nexit 1\\n' > {program}; chmod +x {program}")
    machine.run(f"echo 'releases/{BROKEN} 0' > {TRIAL}; ln -sfn {current} {RELEASES}/previous")
    machine.run(f"ln -sfn releases/{BROKEN} {RELEASES}/current; systemctl reset-failed photofinish.service")
    since = machine.out("date '+%Y-%m-%d %H:%M:%S'")
    try:
        machine.run("systemctl restart photofinish.service", check=False, seconds=200)
        machine.wait_for(f"test -e {RELEASES}/{FELL_BACK} && test ! -e {TRIAL}", seconds=300)
        assert machine.out(CURRENT) == current
        assert machine.out(f"cat {RELEASES}/{FELL_BACK}") == BROKEN
        told = machine.out(f"journalctl --since '{since}' --no-pager --unit photofinish-trial.service")
        assert told.count("Finished") == 3, told
        assert re.search("denied|not permitted|Read-only", told) is None, told
    finally:
        machine.run(f"ln -sfn {current} {RELEASES}/current")
        machine.run(f"cd {RELEASES} && rm --force --recursive {new} {TRIAL} {FELL_BACK} previous")
        machine.run("systemctl reset-failed photofinish.service")


@pytest.mark.slow
@pytest.mark.needs("mkfs.vfat")
def test_a_bundle_on_a_stick_plays_after_the_next_start(alone: None, booted_image: Image, tmp_path: Path) -> None:
    with Machine(booted_image, tmp_path, build=booted_build(tmp_path)) as living:
        living.boot()
        ready(living)
        make_keys(tmp_path / "ours")
        living.run(f"cat > {OWNER_KEY}", stdin=(tmp_path / "ours/public.pem").read_text())
        make_bundle(tmp_path / "ours", living.share / BUNDLE)
        old = living.out(CURRENT)
        with UsbStick(living, tmp_path / "stick") as stick:
            living.run(f"mount {stick.device} /media && mkdir /media/photofinish")
            living.run(f"cp {SHARED}/{BUNDLE} /media/photofinish && umount /media")
            told = living.run(asking(living, UPDATES), seconds=1800, check=False)
            assert told.out.strip() == NEWER, (told, living.out(f"cat {RELEASES}/update.log; true"))
        assert living.out(f"ls -d {RELEASES}/incoming; true") == ""
        living.start("systemctl reboot")
        living.wait_until_off()
        living.boot()
        living.wait_for(f"systemctl is-active photofinish && test ! -e {TRIAL}", seconds=600)
        assert NEWER in living.out(f"{CURRENT}; photofinish --version")
        assert living.out(f"readlink {RELEASES}/previous") == old
        assert living.out(UNITS, seconds=200) == ""
