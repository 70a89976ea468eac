"""Root's helper and the game's side of it, over a real socket: what each verb does and refuses; how a stick is lent."""

import errno
import os
import pwd
import re
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import pytest

from cabinet.machine.bundle import this_target, write
from cabinet.machine.client import SOCKET, Helper
from cabinet.machine.folder import StickFault
from cabinet.machine.helper import FIRST_TIME, VERBS, System, alone, answer
from cabinet.machine.stick import NotDone, Stick, found_stick
from cabinet.machine.wireless import Network, Spot
from cabinet.strings.catalogue import has_word

ME = "photofinish"
UNIT = "systemd/root/etc/systemd/system/photofinish-helper"


@dataclass
class Radio:
    """Networks in reach, and what was joined."""

    found: Sequence[Network] = (Network("Häuschen".encode(), 80, "phrase", is_joined=True), Network(b"\xff", 2, "open"))
    joined: list[tuple[bytes, str]] = field(default_factory=list)
    refuses: str = ""
    own: str = ""

    def networks(self) -> Sequence[Network]:
        return self.found

    def join(self, ssid: bytes, phrase: str) -> None:
        if self.refuses:
            raise NotDone(self.refuses)
        self.joined.append((ssid, phrase))

    def spot(self) -> Spot | None:
        return Spot(self.own, "ABCD") if self.own else None

    def set_spot(self, name: str) -> None:
        self.own = name


@dataclass
class Machine:
    """The machine's files in a folder, its commands in a list, and the helper behind a socket."""

    folder: Path
    ran: list[list[str]] = field(default_factory=list)
    fails: dict[str, str] = field(default_factory=dict)
    """a word of a command -> what the command complains of"""
    user: int = field(default_factory=os.geteuid)
    incoming: list[str] = field(default_factory=list)
    """what the unit found that makes a release"""
    radio: Radio = field(default_factory=Radio)

    def __post_init__(self) -> None:
        for name in ("zones/Europe", "backlights/panel", "stick", "opt/releases/0.1.0-0123456789ab"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "zones/Europe/Berlin").touch()
        (self.folder / "backlights/panel/max_brightness").write_text("255\n")
        (self.folder / "backlights/panel/brightness").write_text("255\n")
        (self.folder / "rfkill").touch()
        (self.folder / "clock").touch()
        self.system = System(
            run=self.run, find_stick=self.stick, zones=self.folder / "zones", backlights=self.folder / "backlights",
            journal=("/bin/echo", "it began"), rfkill=self.folder / "rfkill", kept_time=self.folder / "clock",
            releases=self.folder / "opt", owner_key=self.folder / "owner.pem", wireless=lambda: self.radio,
        )  # fmt: skip
        (self.folder / "opt/current").symlink_to("releases/0.1.0-0123456789ab")
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listening.bind(str(self.folder / "socket"))
        self._listening.listen()
        self.helper = Helper(self.folder / "socket")
        Thread(target=self._serve, daemon=True).start()

    def run(self, command: Sequence[str], _seconds: float = 0) -> None:
        self.ran.append(list(command))
        if command[-1] == "photofinish-update.service":
            self.incoming = sorted(path.name for path in (self.folder / "opt/incoming").rglob("*") if path.is_file())
        for word in command:
            if word in self.fails:
                raise NotDone("failed", self.fails[word])

    def stick(self, _user: int) -> Stick:
        folder = os.open(self.folder / "stick", os.O_PATH)
        return Stick(folder, self.folder / "device", "FLASH", 1 << 30, "vfat", is_read_only=False)

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with connection:
                answer(connection, ME, self.system)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    made = Machine(tmp_path)

    def account(name: str) -> pwd.struct_passwd:  # on a bare machine nobody's number has a name
        return pwd.struct_passwd((name, "x", made.user, 0, "", "/", "/bin/false"))

    monkeypatch.setattr("hardware.peer.PWD.getpwnam", account)
    yield made
    made.close()


# The verbs


def test_each_verb_runs_its_own_command_and_no_other(machine: Machine) -> None:
    machine.helper.ask("restart")
    machine.helper.ask("zone", name="Europe/Berlin")
    assert machine.ran == [
        ["/usr/bin/systemctl", "--no-block", "reboot"], ["/usr/bin/timedatectl", "set-timezone", "Europe/Berlin"]
    ]  # fmt: skip


def test_the_clock_is_set_while_timesyncd_rests_and_its_note_of_the_latest_time_goes_back(machine: Machine) -> None:
    machine.helper.ask("clock", at=FIRST_TIME + 60)
    names = [" ".join(command[1:]) for command in machine.ran]
    service = "systemd-timesyncd.service"
    assert names == [
        f"--quiet is-active {service}", f"stop {service}", f"set-time @{FIRST_TIME + 60}", f"start {service}"
    ]  # fmt: skip
    assert machine.system.kept_time.stat().st_mtime == FIRST_TIME + 60


def test_a_clock_that_cannot_be_set_is_said_and_timesyncd_goes_on(machine: Machine) -> None:
    machine.fails["set-time"] = "Failed to set time: no"
    before = machine.system.kept_time.stat().st_mtime
    with pytest.raises(NotDone, match="Failed to set time: no"):
        machine.helper.ask("clock", at=FIRST_TIME)
    assert machine.ran[-1][1] == "start"
    assert machine.system.kept_time.stat().st_mtime == before


def test_a_machine_without_timesyncd_has_its_clock_set(machine: Machine) -> None:
    machine.fails["is-active"] = "inactive"
    machine.helper.ask("clock", at=FIRST_TIME)
    assert [command[1] for command in machine.ran] == ["--quiet", "set-time"]


def test_the_radio_of_every_wireless_network_is_blocked_and_unblocked(machine: Machine) -> None:
    blocked = struct.Struct("=IBBBB")
    for on in (False, True):
        machine.helper.ask("wifi", on=on)
        assert blocked.unpack((machine.folder / "rfkill").read_bytes()) == (0, 1, 3, not on, 0)


@pytest.mark.parametrize(("percent", "raw"), [(100, 255), (50, 127), (1, 2)])
def test_a_screen_gets_a_share_of_its_brightness_and_never_none(machine: Machine, percent: int, raw: int) -> None:
    machine.helper.ask("brightness", percent=percent)
    assert (machine.folder / "backlights/panel/brightness").read_text() == f"{raw}\n"


def test_what_a_machine_has_not_is_said(machine: Machine) -> None:
    (machine.folder / "rfkill").unlink()
    (machine.folder / "backlights/panel/brightness").unlink()
    for verb, argument in (("wifi", {"on": False}), ("brightness", {"percent": 50})):
        with pytest.raises(NotDone) as refused:
            machine.helper.ask(verb, **argument)
        assert (refused.value.key, refused.value.detail) == ("none", verb)


def test_networks_are_told_and_one_is_joined(machine: Machine) -> None:
    assert machine.helper.networks() == list(machine.radio.found)
    machine.helper.join("Häuschen".encode(), "a long secret")
    assert machine.radio.joined == [("Häuschen".encode(), "a long secret")]
    assert machine.ran == []


def test_the_machine_is_a_network_itself_and_none_again(machine: Machine) -> None:
    assert machine.helper.spot() is None
    assert machine.helper.spot("BAR 7") == Spot("BAR 7", "ABCD") == machine.helper.spot()
    assert machine.helper.spot("") is None


def test_a_phrase_is_in_no_answer_and_in_no_line_of_the_journal(
    machine: Machine, capfd: pytest.CaptureFixture[str]
) -> None:
    for ssid, phrase in ((b"Home", "hunter2hunter2"), (b"", "hunter2hunter2"), (b"Home", "hunter2\n" * 1000)):
        machine.radio.refuses = "wifi.phrase"
        with pytest.raises(NotDone) as refused:
            machine.helper.join(ssid, phrase)
        assert "hunter2" not in str(refused.value)
    told = "".join(capfd.readouterr())
    assert "wifi.phrase" in told and "hunter2" not in told


def test_the_journal_comes_through_a_pipe(machine: Machine) -> None:
    assert machine.helper.journal() == b"it began\n"


# What is refused


@pytest.mark.parametrize(
    ("verb", "arguments", "key"),
    [
        ("shell", {}, "verb"),
        ("clock", {"at": 0}, "range"),
        ("clock", {"at": True}, "range"),
        ("clock", {}, "range"),
        ("zone", {"name": "../../etc/shadow"}, "range"),
        ("zone", {"name": "-h"}, "range"),
        ("zone", {"name": "Europe/Atlantis"}, "range"),
        ("zone", {"name": "Europe"}, "range"),
        ("wifi", {"on": 1}, "range"),
        ("join", {"ssid": "", "phrase": ""}, "range"),
        ("join", {"ssid": "ab" * 33, "phrase": ""}, "range"),
        ("join", {"ssid": "48 6f", "phrase": ""}, "range"),
        ("join", {"ssid": "ab", "phrase": True}, "range"),
        ("spot", {"name": "bar"}, "range"),
        ("spot", {"name": 'X"\n'}, "range"),
        ("spot", {"name": 7}, "range"),
        ("brightness", {"percent": 0}, "range"),
        ("brightness", {"percent": 1 << 70}, "range"),
        ("restart", {"x": "x" * 5000}, "verb"),
    ],
)
def test_other_verbs_and_arguments_are_refused_and_nothing_is_run(
    machine: Machine, verb: str, arguments: dict[str, bool | int | str], key: str
) -> None:
    with pytest.raises(NotDone) as refused:
        machine.helper.ask(verb, **arguments)
    assert refused.value.key == key
    assert machine.ran == []


@pytest.mark.parametrize("message", [b"", b"restart", b"[]", b'{"verb": ["restart"]}', b"\xff{", b"[" * 4000])
def test_what_is_no_question_is_refused(machine: Machine, message: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as peer:
        peer.connect(str(machine.folder / "socket"))
        peer.send(message or b" ")
        assert b'"error": "verb"' in peer.recv(4096)
    assert machine.ran == []


def test_nobody_else_is_answered(machine: Machine) -> None:
    machine.user += 1
    with pytest.raises(NotDone, match=f"uid {os.geteuid()} asked, and only {ME}"):
        machine.helper.ask("restart")
    assert machine.ran == []


def test_every_reason_has_its_sentence() -> None:
    keys = {"verb", "range", "none", "failed", "refused", "answer"}
    keys |= {f"helper.{name}" for name in ("none", "silent", "failed", "ended")}
    keys |= {f"stick.{name}" for name in ("none", "several", "unknown", "kernel", "busy")}
    keys |= {f"wifi.{name}" for name in ("none", "manager", "length", "phrase", "silent")}
    keys |= {f"update.{name}" for name in ("key", "foreign", "damaged", "older", "target", "room", "busy", "failed")}
    assert [key for key in keys if not has_word(f"machine.error.{key}")] == []


def test_a_machine_without_a_helper_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotDone) as refused:
        Helper(tmp_path / "socket").ask("restart")
    assert refused.value.key == "helper.none"


# The stick


def test_a_stick_is_lent_for_a_block_and_released_at_its_end(machine: Machine) -> None:
    with machine.helper.stick() as stick:
        file = os.open("here", os.O_WRONLY | os.O_CREAT, dir_fd=stick.folder)
        os.close(file)
        assert (stick.name, stick.size, stick.is_read_only) == ("FLASH", 1 << 30, False)
    assert (machine.folder / "stick/here").exists()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(stick.folder)


def test_a_stick_that_is_not_released_is_not_said_to_be(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabinet.machine.stick.is_used", lambda _device: True)
    monkeypatch.setattr("cabinet.machine.stick.RELEASED_S", 0.0)
    with pytest.raises(NotDone) as refused, machine.helper.stick():
        pass
    assert (refused.value.key, refused.value.detail) == ("stick.busy", "FLASH")


def test_a_helper_that_ends_before_it_has_released_the_stick_is_not_believed(machine: Machine) -> None:
    def ends(_self: Stick) -> bool:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Stick, "is_released", ends)
        with pytest.raises(NotDone) as refused, machine.helper.stick():
            pass
    assert refused.value.key == "helper.ended"


# The update


@pytest.fixture
def bundle(machine: Machine) -> Path:
    """A bundle that the machine's owner has signed."""
    private, file = machine.folder / "private.pem", machine.folder / "checkout.tar"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True)
    subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", machine.system.owner_key], check=True)
    file.write_bytes(b"x" * 1_000_000)
    write(machine.folder / "it.bundle", private, "0.2", [this_target()], [file])
    return machine.folder / "it.bundle"


def chunks(path: Path, cut: int = 0) -> Iterator[bytes]:
    data = path.read_bytes()
    for start in range(0, len(data) - cut, 10_000):
        yield data[start : min(start + 10_000, len(data) - cut)]


@pytest.mark.needs("openssl")
def test_an_update_is_taken_and_a_unit_makes_a_release_of_it(machine: Machine, bundle: Path) -> None:
    assert machine.helper.update(chunks(bundle)) == "0.2"
    assert machine.ran == [["/usr/bin/systemctl", "start", "photofinish-update.service"]]
    assert machine.incoming == ["checkout.tar"]
    assert not (machine.folder / "opt/incoming").exists()


@pytest.mark.needs("openssl")
def test_an_update_that_is_refused_runs_nothing_and_leaves_nothing(machine: Machine, bundle: Path) -> None:
    (machine.folder / "opt/current").unlink()
    (machine.folder / "opt/current").symlink_to("releases/0.2.0-0123456789ab-compiled")
    with pytest.raises(NotDone) as older:
        machine.helper.update(chunks(bundle))  # whose end the helper does not wait for
    assert (older.value.key, older.value.detail) == ("update.older", "0.2, 0.2.0")
    (machine.folder / "opt/current").unlink()
    (machine.folder / "opt/current").symlink_to("releases/0.1.0-0123456789ab")
    with pytest.raises(NotDone, match=r"update\.damaged: checkout\.tar"):
        machine.helper.update(chunks(bundle, cut=1))
    machine.system.owner_key.unlink()
    with pytest.raises(NotDone, match=r"update\.key"):
        machine.helper.update(chunks(bundle))
    assert machine.ran == []
    assert not (machine.folder / "opt/incoming").exists()


@pytest.mark.needs("openssl")
def test_a_stick_that_is_pulled_in_the_middle_of_an_update_changes_nothing(machine: Machine, bundle: Path) -> None:
    def pulled() -> Iterator[bytes]:
        yield bundle.read_bytes()[:500_000]
        raise StickFault("gone")

    with pytest.raises(StickFault):
        machine.helper.update(pulled())
    assert machine.helper.journal()  # the helper has gone on
    assert machine.ran == []


@pytest.mark.needs("openssl")
@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("Making …\ninstall.sh: there is no room:\n90 MB are free.\n", "there is no room: 90 MB are free."),
        ("Making …\nERROR: no matching wheel\n", "ERROR: no matching wheel"),
        (None, "exit-code"),
    ],
)
def test_a_release_that_cannot_be_made_is_said_in_the_installers_words(
    machine: Machine, bundle: Path, log: str | None, reason: str
) -> None:
    machine.fails["start"] = "exit-code"
    if log is not None:
        (machine.folder / "opt/update.log").write_text(log)
    with pytest.raises(NotDone) as failed:
        machine.helper.update(chunks(bundle))
    assert (failed.value.key, failed.value.detail) == ("update.failed", reason)
    assert not (machine.folder / "opt/incoming").exists()


@pytest.mark.needs("openssl")
def test_one_update_at_a_time(machine: Machine, bundle: Path) -> None:
    with alone(machine.system.releases), pytest.raises(NotDone, match=r"update\.busy"):
        machine.helper.update(chunks(bundle))
    assert machine.helper.update(chunks(bundle)) == "0.2"


def disk(folder: Path, name: str, *, at_usb: bool = True, sectors: int = 2048, parts: Sequence[str] = ("1",)) -> None:
    """Make what the kernel shows of a disk."""
    real = folder / "devices" / ("pci0/usb1/1-1" if at_usb else "pci0/ata1") / name
    for part in ("", *(f"{name}{number}" for number in parts)):
        (real / part).mkdir(parents=True, exist_ok=True)
        (real / part / "size").write_text(f"{sectors}\n")
        if part:
            (real / part / "partition").write_text("1\n")
    (real / "device").mkdir()
    (real / "device/model").write_text("Flash Disk  \n")
    (folder / "block").mkdir(exist_ok=True)
    (folder / "block" / name).symlink_to(real)


class Mount:
    """Takes the devices that have one of its file systems."""

    def __init__(self, **kinds: str) -> None:
        self.kinds = kinds
        self.protected = False
        self.folders: dict[str, Path] = {}
        self.tried: list[tuple[str, str, bool]] = []

    def __call__(self, device: Path, kind: str, user: int, *, read_only: bool) -> int:
        self.tried.append((device.name, kind, read_only))
        if self.kinds.get(device.name) != kind:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        if self.protected and not read_only:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return os.open(self.folders.get(device.name, "/"), os.O_PATH)


def find(folder: Path, mount: Mount, used: Sequence[str] = ()) -> Stick:
    return found_stick(0, folder / "block", Path("/dev"), mount, lambda device: device.name in used, folder / "udev")


EFI = "c12a7328-f81f-11d2-ba4b-00a0c93ec93b"
DATA = "ebd0a0a2-b9e5-4433-87c0-68b6b72699c7"


def part(folder: Path, name: str, number: int, *, sectors: int, kind: str = "", label: str = "") -> None:
    """Give a partition its size, and what udev knows of it."""
    (place,) = (folder / "devices").rglob(name)
    (place / "size").write_text(f"{sectors}\n")
    (place / "dev").write_text(f"8:{number}\n")
    (folder / "udev").mkdir(exist_ok=True)
    told = {"ID_PART_ENTRY_TYPE": kind, "ID_FS_LABEL": label, "ID_FS_USAGE": "filesystem"}
    lines = [f"S:disk/by-partlabel/{name}", *(f"E:{key}={value}" for key, value in told.items() if value)]
    (folder / "udev" / f"b8:{number}").write_text("\n".join([*lines, ""]))


def test_the_first_partition_that_can_be_read_is_the_stick(tmp_path: Path) -> None:
    disk(tmp_path, "sda", at_usb=False)
    disk(tmp_path, "sdb", parts=("1", "2", "10"))
    with find(tmp_path, mount := Mount(sdb10="exfat")) as stick:
        assert (stick.device, stick.kind, stick.name) == (Path("/dev/sdb10"), "exfat", "Flash Disk, sdb10")
    assert [name for name, kind, _ in mount.tried if kind == "vfat"] == ["sdb1", "sdb2", "sdb10"]


@pytest.mark.parametrize("kind", [EFI, "bc13c2ff-59e6-4262-a352-b275fd6f7172", "0xef", "0x1c"])
def test_of_a_stick_from_a_mac_the_part_that_its_owner_sees_is_taken(tmp_path: Path, kind: str) -> None:
    disk(tmp_path, "sdb", parts=("1", "2"))
    part(tmp_path, "sdb1", 17, sectors=409_600, kind=kind, label="EFI")
    part(tmp_path, "sdb2", 18, sectors=8_192, kind=DATA, label="MUSIC")
    with find(tmp_path, mount := Mount(sdb1="vfat", sdb2="exfat")) as stick:
        assert (stick.device, stick.name, stick.size) == (Path("/dev/sdb2"), "Flash Disk, MUSIC", 8_192 << 9)
    assert "sdb1" not in [name for name, _, _ in mount.tried]


def test_before_udev_has_looked_at_a_stick_its_largest_part_is_taken(tmp_path: Path) -> None:
    disk(tmp_path, "sdb", parts=("1", "2", "3"))
    for name, sectors in (("sdb1", 409_600), ("sdb2", 60_000_000), ("sdb3", 2_048)):
        part(tmp_path, name, 17, sectors=sectors)
    (tmp_path / "udev/b8:17").unlink()
    with find(tmp_path, Mount(sdb1="vfat", sdb2="vfat", sdb3="vfat")) as stick:
        assert (stick.device, stick.name) == (Path("/dev/sdb2"), "Flash Disk, sdb2")


def test_a_part_with_our_folder_goes_before_a_larger_one(tmp_path: Path) -> None:
    disk(tmp_path, "sdb", parts=("1", "2"))
    (tmp_path / "small/photofinish").mkdir(parents=True)
    mount = Mount(sdb1="exfat", sdb2="vfat")
    mount.folders["sdb2"] = tmp_path / "small"
    part(tmp_path, "sdb1", 17, sectors=9_000, kind=DATA)
    part(tmp_path, "sdb2", 18, sectors=4_000, kind=DATA)
    before = len(list(Path("/proc/self/fd").iterdir()))
    with find(tmp_path, mount) as stick:
        assert stick.device == Path("/dev/sdb2")
        assert len(list(Path("/proc/self/fd").iterdir())) == before + 1, "the other part was let go"


def test_a_stick_whose_parts_hold_no_files_is_named(tmp_path: Path) -> None:
    disk(tmp_path, "sdb")
    part(tmp_path, "sdb1", 17, sectors=409_600, kind=EFI)
    with pytest.raises(NotDone, match=r"stick\.unknown: Flash Disk$"):
        find(tmp_path, Mount(sdb1="vfat"))


def test_a_stick_without_partitions_is_one(tmp_path: Path) -> None:
    disk(tmp_path, "sdb", parts=())
    with find(tmp_path, Mount(sdb="vfat")) as stick:
        assert stick.device == Path("/dev/sdb")


def test_a_protected_stick_is_mounted_for_reading(tmp_path: Path) -> None:
    disk(tmp_path, "sdb")
    mount = Mount(sdb1="vfat")
    mount.protected = True
    with find(tmp_path, mount) as stick:
        assert stick.is_read_only
    assert mount.tried == [("sdb1", "vfat", False), ("sdb1", "vfat", True)]


@pytest.mark.parametrize(
    ("disks", "used", "key"),
    [
        ([], [], "stick.none"),
        (["sdb"], ["sdb"], "stick.none"),  # the cabinet's own, from which it has booted
        (["sdb", "sdc"], [], "stick.several"),
        (["sdb"], [], "stick.unknown"),
    ],
)
def test_what_is_no_stick_is_named(tmp_path: Path, disks: list[str], used: list[str], key: str) -> None:
    disk(tmp_path, "sda", at_usb=False)
    disk(tmp_path, "sdz", sectors=0)  # a reader without a card in it
    for name in disks:
        disk(tmp_path, name)
    with pytest.raises(NotDone) as refused:
        find(tmp_path, Mount(), used)
    assert refused.value.key == key


# The units


def test_the_units_and_the_program_agree(repository: Path) -> None:
    listening = (repository / f"{UNIT}.socket").read_text()
    assert f"ListenSequentialPacket={SOCKET}\n" in listening
    assert "SocketUser=photofinish\nSocketMode=0600\n" in listening
    service = (repository / f"{UNIT}@.service").read_text()
    assert "-m cabinet.machine.helper photofinish\n" in service
    update = (repository / f"{UNIT.replace('helper', 'update')}.service").read_text()
    assert "\nStandardOutput=truncate:/opt/photofinish/update.log\n" in update
    assert "ExecStopPost" not in update, "it would empty the log that the helper reads"
    assert "\nCapabilityBoundingSet=CAP_SYS_ADMIN CAP_FOWNER\n" in service
    game = (repository / "systemd/root/etc/systemd/system/photofinish.service").read_text()
    assert re.search(r"^Wants=.*photofinish-helper\.socket$", game, re.MULTILINE)
    assert "\nCapabilityBoundingSet=\nAmbientCapabilities=\n" in game


def test_root_loads_nothing_but_the_standard_library_and_these(repository: Path) -> None:
    """The program that plays, and what pip has installed, never run as root by it."""
    ours = "sorted(n for n in sys.modules if n.partition('.')[0] not in sys.stdlib_module_names)"
    shown = f"print(*(n for n in {ours} if n not in before))"
    program = f"import sys; before = {ours}; import cabinet.machine.helper; {shown}"
    done = subprocess.run([sys.executable, "-c", program], cwd=repository, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [
        "cabinet", "cabinet.machine", "cabinet.machine.bundle", "cabinet.machine.helper", "cabinet.machine.stick",
        "cabinet.machine.wireless", "cabinet.process", "cabinet.process.streams", "hardware", "hardware.peer",
        "hardware.posix",
    ]  # fmt: skip


def test_the_page_that_lists_them_names_every_verb(repository: Path) -> None:
    record = next((repository / "docs/decisions").glob("0158-*.md")).read_text()
    assert [verb for verb in VERBS if f"`{verb}`" not in record] == []
