"""The helper with root's rights: whom it answers, what it asks the kernel for, and why not, in words."""

import errno
import json
import mmap
import os
import pwd
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from hardware.errors import NoInterruptTrace
from hardware.gpio.kernel import CONSUMER
from hardware.gpio.trace.helper import EVENT, answer, attributes, call_number, listed, opened, pages
from hardware.gpio.trace.interrupts import PATIENCE_S, SOCKET, HardInterrupt, ask, connect
from hardware.peer import Refused
from tests.hardware.gpio.perf_ring import FORMAT, KernelRing

ME = "photofinish"
USERS = {ME: os.geteuid(), "somebody": os.geteuid() + 1}


class FakeKernel:
    """The files that the helper reads, and perf_event_open; descriptors are rings in files."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.irqs = folder / "irq"
        (self.irqs / "54").mkdir(parents=True)
        (self.irqs / "54" / "actions").write_text("photofinish\n")
        (self.irqs / "54" / "hwirq").write_text("4\n")
        event = folder / "event"
        event.mkdir()
        (event / "format").write_text(FORMAT)
        (event / "id").write_text("225\n")
        (folder / "online").write_text("0,2-3\n")
        (folder / "mlock").write_text("516\n")
        self.files: dict[str, Any] = {
            "event": event, "online": folder / "online", "mlock_kb": folder / "mlock", "open_event": self.open_event
        }  # fmt: skip
        self.asked: list[tuple[bytes, int]] = []
        self.rings: list[KernelRing] = []
        self.commands: list[tuple[int, bytes | int]] = []
        self.fails: dict[int, int] = {}
        monkeypatch.setattr("hardware.gpio.trace.helper.ioctl", self.ioctl)
        # whoever runs the tests need not stand in this machine's list of users
        monkeypatch.setattr("hardware.peer.PWD.getpwnam", self.user)

    def open_event(self, wanted: bytes, processor: int) -> int:
        if error := self.fails.get(processor):
            raise OSError(error, os.strerror(error))
        self.asked.append((wanted, processor))
        self.rings.append(KernelRing(self.folder / f"ring{processor}", 512 * 1024 // mmap.PAGESIZE))
        return self.rings[-1].open()

    def user(self, name: str) -> pwd.struct_passwd:
        return pwd.struct_passwd((name, "x", USERS[name], 0, "", "/", "/bin/false"))

    def ioctl(self, descriptor: int, command: int, argument: bytes | int) -> None:
        if error := self.fails.get(command):
            raise OSError(error, os.strerror(error))
        self.commands.append((command, argument))


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeKernel:
    return FakeKernel(tmp_path, monkeypatch)


def open_descriptors(kernel: FakeKernel) -> int:
    """How many descriptors of its rings this process has open, but for the kernel's own end of each."""
    targets = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # that of the folder itself has gone by now
            targets.append(descriptor.readlink())
    return sum(kernel.folder in target.parents for target in targets) - len(kernel.rings)


class Helper:
    """systemd and the helper behind a socket: answers whoever connects, with what a test gives it to say."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listening.bind(str(path))
        self._listening.listen()
        self.kernel: FakeKernel | None = None
        self.says: bytes | None = None
        self.user = ME

    def serve(self) -> None:
        """One connection, which waits in the socket's queue already."""
        connection, _ = self._listening.accept()
        with connection:
            if self.kernel is not None:
                answer(connection, self.user, CONSUMER, **self.kernel.files)
            elif self.says is not None:
                connection.send(self.says)

    def close(self) -> None:
        self._listening.close()


@pytest.fixture
def helper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Helper]:
    """A helper that answers as soon as a client has connected."""
    made = Helper(tmp_path / "socket")
    real = socket.socket.connect

    def connected(self: socket.socket, address: Any) -> None:
        real(self, address)
        made.serve()

    monkeypatch.setattr(socket.socket, "connect", connected)
    yield made
    made.close()


# What it asks for


def test_one_event_a_processor_filtered_before_it_begins(kernel: FakeKernel) -> None:
    told, descriptors = opened(CONSUMER, **kernel.files)
    assert [processor for _, processor in kernel.asked] == [0, 2, 3]
    assert kernel.commands == [(0x40082406, b'name=="photofinish"\0'), (0x2400, 0)] * 3
    assert told == {"format": FORMAT, "pages": 512 * 1024 // mmap.PAGESIZE, "online": "0,2-3\n"}
    for descriptor in descriptors:
        os.close(descriptor)


def test_the_attributes_are_those_of_linux_perf_event_h() -> None:
    words = attributes(225)
    assert len(words) == 112  # PERF_ATTR_SIZE_VER5
    kind, size, config, period, sampled, _, flags = struct.unpack_from("=IIQQQQQ", words)
    assert (kind, size, config, period) == (2, 112, 225, 1)
    assert sampled == 1 << 2 | 1 << 10  # TIME, RAW
    assert flags == 1 << 0 | 1 << 25  # disabled, use_clockid
    assert struct.unpack_from("=i", words, 92) == (1,)  # CLOCK_MONOTONIC


@pytest.mark.parametrize(("text", "found"), [("0\n", [0]), ("0-3\n", [0, 1, 2, 3]), ("0,2-3,7\n", [0, 2, 3, 7])])
def test_processors_are_listed_as_the_kernel_writes_them(text: str, found: list[int]) -> None:
    assert listed(text) == found


@pytest.mark.parametrize(
    ("page", "kib", "most"), [(4096, 516, 128), (16384, 516, 16), (4096, 8, 1), (4096, 99999, 128)]
)
def test_a_ring_is_as_large_as_anybody_may_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: int, kib: int, most: int
) -> None:
    (tmp_path / "mlock").write_text(f"{kib}\n")
    monkeypatch.setattr("hardware.gpio.trace.helper.mmap.PAGESIZE", page)
    assert pages(tmp_path / "mlock") == most


# From one end to the other


def test_who_may_gets_descriptors_that_outlive_the_helper(kernel: FakeKernel, helper: Helper) -> None:
    helper.kernel = kernel
    trace = connect(helper.path, consumer=CONSUMER, irqs=kernel.irqs, online=kernel.folder / "online")
    trace.watch([4])
    kernel.rings[1].interrupt(1, 54)
    assert HardInterrupt(4, 1) in trace.read()
    assert open_descriptors(kernel) == 2 * len(kernel.rings)  # the one handed over, and that of its mapping
    trace.close()
    assert open_descriptors(kernel) == 0


def test_whoever_else_asks_is_refused_in_words(
    kernel: FakeKernel, helper: Helper, capfd: pytest.CaptureFixture[str]
) -> None:
    helper.kernel = kernel
    helper.user = "somebody"
    with pytest.raises(NoInterruptTrace, match=f"uid {os.geteuid()} asked, and only {helper.user}"):
        ask(helper.path)
    assert kernel.asked == []
    assert capfd.readouterr().err.count("\n") == 1


def test_a_user_that_is_not_there_is_refused(kernel: FakeKernel, helper: Helper) -> None:
    helper.kernel, helper.user = kernel, "no-such-user"
    with pytest.raises(NoInterruptTrace, match="there is no user no-such-user"):
        ask(helper.path)


@pytest.mark.parametrize(
    ("fails", "told"),
    [
        ({2: errno.ENOSYS}, "built without perf events"),
        ({2: errno.EACCES}, "allows no perf events here .*CAP_PERFMON"),
        ({0x40082406: errno.EINVAL}, "does not open the perf event"),
    ],
)
def test_what_the_kernel_refuses_is_said_and_nothing_is_left_open(
    kernel: FakeKernel, helper: Helper, capfd: pytest.CaptureFixture[str], fails: dict[int, int], told: str
) -> None:
    helper.kernel, kernel.fails = kernel, fails
    with pytest.raises(NoInterruptTrace, match=told):
        ask(helper.path)
    assert open_descriptors(kernel) == 0
    assert re.fullmatch(f".*{told}.*\n", capfd.readouterr().err)


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("event/format", None, "tracepoint irq:irq_handler_entry cannot be read .*No such file"),
        ("event/id", "", "the tracepoint's number is no number"),
        ("online", "all", "'all' is no list of processors"),
        ("mlock", "-1", "is no number"),
        ("mlock", "4", "no page of samples may be mapped"),
    ],
)
def test_what_cannot_be_read_is_said(kernel: FakeKernel, file: str, text: str | None, told: str) -> None:
    if text is None:
        (kernel.folder / file).unlink()
    else:
        (kernel.folder / file).write_text(text)
    with pytest.raises(Refused, match=told):
        opened(CONSUMER, **kernel.files)


def test_a_client_that_has_gone_is_a_line_in_the_journal(kernel: FakeKernel, capfd: pytest.CaptureFixture[str]) -> None:
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        here.close()
        assert answer(there, ME, CONSUMER, **kernel.files) == 1
    assert "has gone" in capfd.readouterr().err


# The client


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (None, "ended without an answer"),
        (b"hello", "not understood"),
        (b"[]", "not understood"),
        (b"[" * 4000, "not understood"),
        (b"{}", "not understood"),
        (json.dumps({"version": 2}).encode(), "speaks version 2, this program 1"),
        (json.dumps({"version": 1, "error": "the kernel is tired"}).encode(), "the kernel is tired"),
        (json.dumps({"version": 1}).encode(), "of no use"),
    ],
)
def test_an_answer_that_is_none_is_told_in_words(helper: Helper, says: bytes | None, told: str) -> None:
    helper.says = says
    with pytest.raises(NoInterruptTrace, match=told):
        connect(helper.path, consumer=CONSUMER)


def test_a_header_that_makes_no_sense_leaves_nothing_open(kernel: FakeKernel, helper: Helper) -> None:
    helper.kernel = kernel
    (kernel.folder / "event/format").write_text("ID: 225\n")
    with pytest.raises(NoInterruptTrace, match="no usable field"):
        connect(helper.path, consumer=CONSUMER)
    assert open_descriptors(kernel) == 0


def test_where_there_is_no_helper_the_socket_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoInterruptTrace, match=f"there is no {tmp_path}/socket"):
        connect(tmp_path / "socket", consumer=CONSUMER)


def test_a_helper_that_is_silent_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as silent:
        silent.bind(str(tmp_path / "socket"))
        silent.listen()
        with pytest.raises(NoInterruptTrace, match="does not answer within 0 s"):
            connect(tmp_path / "socket", consumer=CONSUMER, patience_s=0.01)


# The units


def units(repository: Path) -> tuple[str, str, str]:
    folder = repository / "systemd/root/etc/systemd/system"
    names = ("photofinish-trace.socket", "photofinish-trace@.service", "photofinish.service")
    first, second, third = ((folder / name).read_text() for name in names)
    return first, second, third


def test_the_units_and_the_program_agree(repository: Path) -> None:
    listening, service, game = units(repository)
    assert f"ListenSequentialPacket={SOCKET}\n" in listening
    assert "SocketUser=photofinish\n" in listening
    assert "SocketMode=0600\n" in listening
    assert f"-m hardware.gpio.trace.helper photofinish {CONSUMER}\n" in service
    assert "User=photofinish\n" in game
    assert str(EVENT).startswith("/sys/kernel/tracing/")


def test_waiting_for_the_helper_does_not_wake_the_watchdog(repository: Path) -> None:
    watchdog = re.search(r"^WatchdogSec=(\d+)$", units(repository)[2], re.MULTILINE)
    assert watchdog is not None
    assert int(watchdog[1]) > PATIENCE_S


def test_the_game_starts_without_the_helper_and_gains_no_right(repository: Path) -> None:
    _, service, game = units(repository)
    assert "Requires=" not in game
    wanted = re.findall(r"^Wants=(.*)", game, re.MULTILINE)
    assert any("photofinish-trace.socket" in line.split() for line in wanted)
    assert "\nCapabilityBoundingSet=\nAmbientCapabilities=\n" in game
    assert "\nCapabilityBoundingSet=CAP_PERFMON CAP_SYS_ADMIN\n" in service


@pytest.mark.parametrize("machine", ["aarch64", "x86_64"])
def test_a_32_bit_program_under_a_64_bit_kernel_is_refused_for_its_calls_have_other_numbers(machine: str) -> None:
    assert call_number(machine, 64) > 0
    with pytest.raises(Refused, match=f"32-bit program on {machine}"):
        call_number(machine, 32)


def test_it_needs_nothing_but_the_standard_library(repository: Path) -> None:
    """And what the helpers share, which is held to the same."""
    shared: tuple[tuple[str, set[str]], ...] = (
        ("hardware/gpio/trace/helper.py", {"hardware.peer", "hardware.posix"}),
        ("hardware/peer.py", {"hardware.posix"}),
        ("hardware/posix.py", set()),
    )
    for module, allowed in shared:
        text = (repository / module).read_text()
        ours = r"^\s*(?:import|from) ((?:hardware|cabinet|engine|gpiod|gpiozero)\S*)"
        assert set(re.findall(ours, text, re.MULTILINE)) == allowed
