"""A virtual machine: a QEMU process without KVM, its disk, screen, keys and sound, and a folder shared with the guest.

    with Machine(installed(), tmp_path) as machine:
        machine.boot()
        print(machine.run("systemctl is-active photofinish").out)
        print(machine.screenshot())
        machine.keys("ctrl", "alt", "f2")
        machine.cut_power()
        machine.boot()

Whatever is written to the disk goes to an overlay in the machine's own folder, and lives as long as that. A guest that
reboots or switches itself off ends its QEMU; `boot` starts the next. The guest finds `share` at `/mnt/host`.

`suspend` keeps a running guest's memory in a file. An image with that file does not boot the first time: it goes on.
A `UsbStick` is plugged in by QEMU and pulled at any moment. The host speaks to the guest's agent, to QEMU's own control
(QMP) and to its screen by sockets.
"""

import ctypes
import json
import mmap
import platform
import shlex
import signal
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Any, Final, Self

SHARED = "/mnt/host"
FAST = "mitigations=off nokaslr tsc=reliable no_timer_check"
# As on a Raspberry Pi: messages go to the serial line and to the first terminal, which the game then takes.
CONSOLE = "console=ttyS0,115200 console=tty1 quiet loglevel=3"
# What a PC has and a Raspberry Pi has not, tests of the kernel's own ciphers, and a search for snapshots of LVM: some
# twelve seconds of an emulated boot.
LEAN = (
    "modprobe.blacklist=floppy,ata_piix,ata_generic,kvm,kvm_amd,kvm_intel,powernow_k8,psmouse,pcspkr,i2c_piix4 "
    "cryptomgr.notests systemd.mask=e2scrub_reap.service"
)
HUNG = ("BUG: soft lockup", "systemd[1]: Freezing execution.")
"""What a kernel says whose processors stand still: QEMU's emulation of several at once does that to one boot in some
fifty, on a busy host at least. And what a systemd says that was starved: it gives its generators 90 s, and stops."""
SILENT_S = 150
"""Seconds without a word, not even a login, after which a machine hangs before its kernel can say so: twice what a busy
host takes."""
ATTEMPTS = 3
CONNECTOR = "/sys/class/drm/card0-Virtual-1"
"""The connector of the guest's screen."""
SCREEN = "screen"
TWO_SCREENS = ("-global", "virtio-gpu-device.max_outputs=2")
"""QEMU's arguments for a second connector."""
SECOND = "video=Virtual-2:{}x{}e"
"""A word for the kernel's line: a screen of that size is on the second connector."""
AWAY_S = 4.0
"""So long is a screen away that is exchanged: the program looks once a second, an emulated one less often."""
HARDWARE = (
    *("-machine", "pc"),
    *("-cpu", "max,-avx,-avx2,-f16c,-fma"),  # with AVX, Mesa draws black under TCG
    *("-display", "none", "-device", "virtio-keyboard-pci", "-device", "virtio-rng-pci"),
    *("-audiodev", "none,id=sound", "-device", "intel-hda", "-device", "hda-output,audiodev=sound"),
    *("-device", "virtio-serial"),
)


@dataclass(frozen=True)
class Image:
    """A disk to start from, which is never written to, and what boots it. `words`: more for the kernel's line.

    `memory`: that of a guest which was suspended with this disk. A machine with another `Build` than that one's cannot
    go on from it; where writes are cached and what is in the shared folder may differ.
    """

    disk: Path
    kernel: Path
    initrd: Path
    words: str = ""
    memory: Path | None = None


@dataclass(frozen=True)
class Build:
    """What the machine is made of. `cache` is QEMU's word for how writes reach the disk; `more` further arguments.

    `lean`: without what makes a boot long and is not looked at. `counted`: one processor whose clock goes on by its
    instructions, 2 ns each, so that what a guest does takes it as long on any host, however busy. A host's clock counts
    the translation of code for the emulation as well: of what runs once, as at a boot, that is the most.
    `skips`: a counted machine that waits goes to its next timer at once, so that waiting costs nothing; what its disk
    and its host do takes it no time then.
    """

    memory_mb: int = 1024
    size: tuple[int, int] = (1280, 720)
    cache: str = "unsafe"
    more: tuple[str, ...] = ()
    lean: bool = True
    counted: bool = False
    skips: bool = False

    @property
    def processors(self) -> tuple[str, ...]:
        """QEMU's arguments for the processors."""
        if self.counted:
            return ("-smp", "1", "-accel", "tcg", "-icount", f"shift=1{',sleep=off' if self.skips else ''}")
        return ("-smp", "2", "-accel", "tcg,thread=multi")

    @property
    def tsc_khz(self) -> int:
        """How fast the time stamp counter of a PC's processor runs: a counted one has ns."""
        return 1_000_000 if self.counted else tsc_khz()


# The host's end of its sockets


CONNECTS_S = 20.0
"""So long QEMU may take to make its sockets."""


class Gone(Exception):
    """The machine ended while something was expected of it."""


@dataclass(frozen=True)
class Done:
    """How a command in the guest ended. `code` is None if it did not end in time."""

    code: int | None
    out: str
    err: str


def connected(path: Path) -> socket.socket:
    """A connection to a socket that QEMU is about to make. Raises Gone when it does not come."""
    end = time.monotonic() + CONNECTS_S
    while True:
        link = socket.socket(socket.AF_UNIX)
        try:
            link.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError) as error:
            link.close()
            if time.monotonic() > end:
                raise Gone(f"QEMU did not make {path.name}") from error
            time.sleep(0.05)
        else:
            return link


def _messages(link: socket.socket) -> Iterator[dict[str, Any]]:
    with link.makefile("rb") as lines:
        try:
            for line in lines:
                if line.startswith(b"{"):
                    yield json.loads(line)
        except ConnectionResetError:
            return


class Job:
    """A command that runs in the guest."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.answer: Queue[Done | None] = Queue()

    def wait(self, seconds: float) -> Done:
        """How it ended. Raises Gone when the machine ends before, or nothing is heard for so long."""
        try:
            done = self.answer.get(timeout=seconds)
        except Empty:
            raise Gone(f"nothing was heard for {seconds:.0f} s of: {self.command}") from None
        if done is None:
            raise Gone(f"the machine ended during: {self.command}")
        return done


class AgentLink:
    """Gives jobs to the agent; answers come in any order."""

    def __init__(self, path: Path) -> None:
        self._link = connected(path)
        self._jobs: dict[int, Job] = {}
        self._count = 0
        self._ready: Queue[bool] = Queue()
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def wait_until_ready(self, seconds: float, gives_up: Callable[[], bool] = lambda: False) -> None:
        """Wait for the agent's first word. Raises Gone when the machine ends, is late, or is given up."""
        end = time.monotonic() + seconds
        while True:
            try:
                ready = self._ready.get(timeout=1)
            except Empty:
                if gives_up() or time.monotonic() > end:
                    raise Gone(f"the guest did not come up within {seconds:.0f} s, or hangs") from None
            else:
                if not ready:
                    raise Gone("the machine ended before it was up")
                return

    def start(self, command: str, *, stdin: str = "", seconds: float = 60) -> Job:
        """Begin a command; after so many seconds the guest ends it."""
        job = Job(command)
        with self._lock:
            self._count += 1
            self._jobs[self._count] = job
            line = {"id": self._count, "command": command, "input": stdin, "timeout": seconds}
            self._link.sendall(json.dumps(line).encode() + b"\n")
        return job

    def close(self) -> None:
        """Hang up."""
        self._link.close()

    def _listen(self) -> None:
        for message in _messages(self._link):
            if "ready" in message:
                self._ready.put(True)
            else:
                job = self._jobs.pop(message["id"])
                job.answer.put(Done(message["code"], message["out"], message["err"]))
        self._ready.put(False)
        for job in list(self._jobs.values()):
            job.answer.put(None)


class Qmp:
    """QEMU's control: a command, an answer. Events in between are left aside."""

    def __init__(self, path: Path) -> None:
        self._link = connected(path)
        self._messages = _messages(self._link)
        next(self._messages)  # its greeting
        self.do("qmp_capabilities")

    def do(self, command: str, **arguments: object) -> Mapping[str, Any]:
        """Let QEMU do something and give its answer. Raises Gone when it has ended, ValueError when it refuses."""
        try:
            self._link.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        except OSError as error:
            raise Gone(f"QEMU had ended before {command}") from error
        for message in self._messages:
            if "error" in message:
                raise ValueError(f"{command}: {message['error']['desc']}")
            if "return" in message:
                answer: Mapping[str, Any] = {"return": message["return"]}
                return answer
        raise Gone(f"QEMU ended during {command}")

    def wait_for(self, query: str, name: str, *wanted: str, seconds: float = 120) -> None:
        """Ask until a field of a query's answer has one of the values. Raises ValueError when it fails or is late."""
        end = time.monotonic() + seconds
        while (found := self.do(query)["return"].get(name)) not in wanted:
            if found == "failed" or time.monotonic() > end:
                raise ValueError(f"{query}: {name} is {found}, and not {' or '.join(wanted)}")
            time.sleep(0.1)

    def close(self) -> None:
        """Hang up."""
        self._link.close()


def resize_screen(path: Path, width: int, height: int) -> None:
    """Give QEMU's screen another size, as a viewer may (RFB 3.8, SetDesktopSize): the guest sees another monitor."""
    with connected(path) as link, link.makefile("rb") as answers:
        link.settimeout(20)
        answers.read(12)  # the server's version
        link.sendall(b"RFB 003.008\n")
        answers.read(answers.read(1)[0])  # the ways to log in
        link.sendall(b"\1")  # without a password
        answers.read(4)
        link.sendall(b"\1")  # beside other viewers
        *_, name = struct.unpack(">HH16sI", answers.read(24))
        answers.read(name)
        extended_desktop_size = -308
        link.sendall(struct.pack(">BxHi", 2, 1, extended_desktop_size))
        link.sendall(struct.pack(">BxHHBx", 251, width, height, 1))
        link.sendall(struct.pack(">IHHHHI", 0, 0, 0, width, height, 0))  # its only screen
        answers.read(1)  # QEMU has read it


# The machine


class Machine:
    """A machine that is switched off, until `boot`."""

    def __init__(self, image: Image, folder: Path, build: Build | None = None) -> None:
        self.image = image
        self.folder = folder
        self.share = folder / "share"
        self.build = build or Build()
        self.disk = folder / "disk.qcow2"
        self._process: subprocess.Popen[bytes] | None = None
        self._agent: AgentLink | None = None
        self._qmp: Qmp | None = None
        self._on_since = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut_power()

    # Power

    def boot(self, words: str = "", seconds: float = 240) -> None:
        """Switch on, and wait until the guest takes commands. `words` are added to the kernel's line.

        With a new disk, a guest that was suspended goes on instead of booting, unless there are `words`.
        A kernel that hangs in the emulation before that is switched off and on again. Raises Gone, with the end of the
        console's log, when the guest does not come up.
        """
        if self.image.memory is not None and not words and not self.disk.exists():
            self._go_on_from(self.image.memory)
            return
        for left in reversed(range(ATTEMPTS)):
            self.switch_on(words)
            assert self._agent is not None
            try:
                self._agent.wait_until_ready(seconds, gives_up=self.hangs)
            except Gone as gone:
                if not (left and self.hangs()):
                    raise Gone(f"{gone}; its console ends with:\n{self.console()[-2000:]}") from gone
                self.cut_power()
            else:
                return

    def hangs(self) -> bool:
        """Whether the kernel has said that its processors stand still, or nothing at all for far too long.

        A counted machine has only one processor, which waits for no other, and may be silent for as long as it likes.
        """
        told = self.console()
        is_silent = not self.build.counted and not told.strip()
        return says_it_hangs(told) or (is_silent and time.monotonic() > self._on_since + SILENT_S)

    def _go_on_from(self, memory: Path) -> None:
        self._start([*self._command(""), "-S", "-incoming", f"exec:cat {shlex.quote(str(memory))}"])
        self.qmp.wait_for("query-status", "status", "paused", "prelaunch")
        self.qmp.do("cont")
        self.run(f"mount {SHARED}")

    def suspend(self, memory: Path) -> None:
        """Keep the guest's memory in a file and end its QEMU. The disk is as the guest left it at that moment.

        The shared folder is taken away before: QEMU does not let a guest go that has it mounted. Raises ValueError
        when QEMU refuses, or does not come to an end.
        """
        self.run(f"sync; umount {SHARED}")
        self.qmp.do("stop")
        self.qmp.do("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        self.qmp.do("migrate", uri=f"exec:cat > {shlex.quote(str(memory))}")
        self.qmp.wait_for("query-migrate", "status", "completed")
        self.qmp.do("quit")
        self.wait_until_off()

    def switch_on(self, words: str = "") -> None:
        """Switch on and wait for nothing."""
        self._start(self._command(words))

    def _start(self, command: Sequence[str]) -> None:
        assert self._process is None, "it is on"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.share.mkdir(exist_ok=True)
        if not self.disk.exists():
            make_overlay(self.image.disk, self.disk)
        with (self.folder / "qemu.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._on_since = time.monotonic()
        self._qmp = Qmp(self.folder / "qmp")
        self._agent = AgentLink(self.folder / "agent")

    def cut_power(self) -> None:
        """Pull the plug: QEMU is killed, and the guest has no say in it. Nothing happens when it is off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
        self._put_away()

    def wait_until_off(self, seconds: float = 120) -> None:
        """Wait for the guest to switch itself off, or to reboot. Raises Gone when it does not."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Gone(f"the guest is still on after {seconds:.0f} s:\n{self.console()[-2000:]}") from None
        self._put_away()

    def shut_down(self, seconds: float = 120) -> None:
        """Let the guest switch itself off in order, and wait for it."""
        self.start("systemctl poweroff")
        self.wait_until_off(seconds)

    @property
    def is_on(self) -> bool:
        """Whether QEMU runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def qmp(self) -> Qmp:
        """QEMU's control, while the machine is on."""
        assert self._qmp is not None, "it is off"
        return self._qmp

    # The guest

    def run(self, command: str, *, seconds: float = 60, check: bool = True, stdin: str = "") -> Done:
        """Run a shell command as root in the guest. Raises AssertionError when it fails, unless told not to check."""
        done = self.start(command, stdin=stdin, seconds=seconds).wait(seconds + 30)
        if check:
            assert done.code == 0, f"{command}: {done.code}\n{done.out}\n{done.err}"
        return done

    def out(self, command: str, *, seconds: float = 60) -> str:
        """What a command prints, stripped. Raises AssertionError when it fails."""
        return self.run(command, seconds=seconds).out.strip()

    def start(self, command: str, *, stdin: str = "", seconds: float = 60) -> Job:
        """Begin a command in the guest, which runs beside others; `Job.wait` waits for it."""
        assert self._agent is not None, "it is off"
        return self._agent.start(command, stdin=stdin, seconds=seconds)

    def wait_for(self, command: str, *, seconds: float = 60) -> str:
        """Ask until a command succeeds, and give what it prints. Raises AssertionError when it does not in time."""
        end = time.monotonic() + seconds
        while True:
            done = self.run(command, check=False)
            if done.code == 0:
                return done.out.strip()
            assert time.monotonic() < end, f"{command}: {done.code} after {seconds:.0f} s\n{done.out}\n{done.err}"
            time.sleep(0.5)

    # Screen and keys

    def screenshot(self, name: str = "screen", head: int = 0) -> Path:
        """A picture of what the screen shows (`head`: of `TWO_SCREENS`), as a PNG file in the machine's folder."""
        path = self.folder / f"{name}.png"
        self.qmp.do("screendump", filename=str(path), format="png", device=SCREEN, head=head)
        return path

    def plug_screen(self, status: str) -> None:
        """Pull the screen's cable out (``off``) or put it back (``detect``), for the guest."""
        self.run(f"echo {status} > {CONNECTOR}/status")

    def exchange_screen(self, width: int, height: int) -> None:
        """Pull the screen's cable out, and put it into a screen of another size a few seconds later."""
        self.plug_screen("off")
        resize_screen(self.folder / "vnc", width, height)
        self.go_on(AWAY_S)
        self.plug_screen("detect")

    def keys(self, *names: str, hold_ms: int = 100) -> None:
        """Press keys together by QEMU's names for them (`ctrl`, `alt`, `f2`, `sysrq`, `a`), and let go of them."""
        keys = [{"type": "qcode", "data": name} for name in names]
        self.qmp.do("send-key", keys=keys, **{"hold-time": hold_ms})

    def type(self, *presses: Sequence[str], pause_s: float = 0.5) -> None:
        """Press one group of keys after the other."""
        for together in presses:
            self.keys(*together)
            self.go_on(pause_s)

    def go_on(self, seconds: float) -> None:
        """Let the guest go on for a while: what happens in it takes real time."""
        time.sleep(seconds)

    def console(self) -> str:
        """All that the guest has written to its serial line since it was switched on last."""
        path = self.folder / "console.log"
        return path.read_text(errors="replace") if path.exists() else ""

    # Within

    def _put_away(self) -> None:
        for link in (self._agent, self._qmp):
            if link is not None:
                link.close()
        if self._process is not None:
            self._process.wait()
        self._process = self._agent = self._qmp = None
        for name in ("qmp", "agent", "vnc"):
            (self.folder / name).unlink(missing_ok=True)

    def _command(self, words: str) -> Sequence[str]:
        width, height = self.build.size
        more = f"{LEAN if self.build.lean else ''} {self.image.words} {words}"
        line = f"root=/dev/vda rw {FAST} tsc_early_khz={self.build.tsc_khz} {CONSOLE} {more}"
        return [
            *("setpriv", "--pdeathsig", "KILL"),  # nobody is left who would end it
            *("qemu-system-x86_64", "-nodefaults", "-no-reboot", *HARDWARE, *self.build.processors),
            *("-m", str(self.build.memory_mb)),
            *("-kernel", str(self.image.kernel), "-initrd", str(self.image.initrd), "-append", line),
            *("-drive", f"file={self.disk},format=qcow2,if=virtio,cache={self.build.cache}"),
            *("-device", f"virtio-vga,id={SCREEN},xres={width},yres={height}"),
            *("-serial", f"file:{self.folder}/console.log"),
            *("-qmp", f"unix:{self.folder}/qmp,server=on,wait=off", "-vnc", f"unix:{self.folder}/vnc"),
            *("-chardev", f"socket,id=agent,path={self.folder}/agent,server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=agent"),
            *("-virtfs", f"local,path={self.share},mount_tag=host,security_model=none,multidevs=remap"),
            *self.build.more,
        ]


def says_it_hangs(console: str) -> bool:
    """Whether a console's log has one of the words of HUNG."""
    return any(words in console for words in HUNG)


def make_overlay(backing: Path, disk: Path) -> None:
    """Make a disk that begins as another one and keeps only what is written to it."""
    form = "qcow2" if backing.suffix == ".qcow2" else "raw"
    command = ["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(backing.resolve()), "-F", form, str(disk)]
    subprocess.run(command, check=True)


# The guest's clock


# rdtsc; shl rdx, 32; or rax, rdx; ret
READ_TSC = bytes.fromhex("0f31 48c1e220 4809d0 c3")
READINGS = 16


def tsc_khz() -> int:
    """How fast this machine's time stamp counter runs, which is the guest's as well; 0 where there is none.

    Left to itself the guest measures it at boot against an emulated timer. On a busy machine that has come out at a
    twenty-fifth: every time-out of the guest then runs out twenty-five times too early.
    """
    if platform.machine() not in ("x86_64", "AMD64"):
        return 0
    with mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC) as page:
        page.write(READ_TSC)
        place = ctypes.c_char.from_buffer(page)
        counter = ctypes.CFUNCTYPE(ctypes.c_uint64)(ctypes.addressof(place))
        begin, first = simultaneous(time.monotonic_ns, counter)
        time.sleep(0.05)
        end, last = simultaneous(time.monotonic_ns, counter)
        del place, counter
    return round((last - first) * 1_000_000 / (end - begin))


def simultaneous(clock: Callable[[], int], counter: Callable[[], int]) -> tuple[int, int]:
    """Return what a clock and a counter show at the same moment.

    Whatever runs in between, a busy machine's other process for milliseconds, parts the two: of some attempts the one
    counts whose reading of the counter took least by the clock, and its middle is the moment.
    """
    attempts = [(clock(), counter(), clock()) for _ in range(READINGS)]
    before, count, after = min(attempts, key=lambda attempt: attempt[2] - attempt[0])
    return (before + after) // 2, count


# A USB stick


MAKERS: Final = {"vfat": ("mkfs.vfat", "-F", "32"), "exfat": ("mkfs.exfat",), "ext4": ("mkfs.ext4", "-q")}
PORT: Final = "stickport"
GONE_S: Final = 30.0


class UsbStick:
    """A stick that is plugged in until the block ends, and stays a file; the first machine's USB disk is `device`."""

    device: Final = "/dev/sda"

    def __init__(
        self, machine: Machine, file: Path, *, kind: str = "vfat", mb: int = 64, is_protected: bool = False
    ) -> None:
        """A `file` that is there is a stick already, and is not formatted."""
        self._machine = machine
        self.file = file
        self._is_protected = is_protected
        self._is_in = False
        if not file.exists():
            with file.open("wb") as new:
                new.truncate(mb << 20)
            subprocess.run([*MAKERS[kind], file], check=True, capture_output=True)

    def __enter__(self) -> Self:
        do = self._machine.qmp.do
        backing = {"driver": "file", "filename": str(self.file)}
        self._patiently("device_add", driver="qemu-xhci", id=PORT)
        node = {"node-name": "stick", "read-only": self._is_protected, "file": backing}
        do("blockdev-add", driver="raw", **node)
        do("device_add", driver="usb-storage", id="stick", bus=f"{PORT}.0", drive="stick", removable=True)
        self._is_in = True
        self._machine.wait_for(f"test -b {self.device} && grep --quiet [1-9] /sys/block/sda/size")
        return self

    def _patiently(self, command: str, **arguments: object) -> None:
        """Let QEMU do what it refuses until the guest, and it itself, have let go of a device that was taken away."""
        end = time.monotonic() + GONE_S
        while True:
            try:
                self._machine.qmp.do(command, **arguments)
            except ValueError:
                if time.monotonic() > end:
                    raise
                self._machine.go_on(0.2)
            else:
                return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pull()

    def pull(self) -> None:
        """Pull it out, whatever is written to it."""
        if not self._is_in:
            return
        self._is_in = False
        do = self._machine.qmp.do
        do("device_del", id="stick")
        self._machine.wait_for(f"! test -b {self.device}")
        do("device_del", id=PORT)
        self._patiently("blockdev-del", **{"node-name": "stick"})
