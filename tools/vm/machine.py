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
"""

import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from tools.vm.kernel import tsc_khz
from tools.vm.link import AgentLink, Done, Gone, Job, Qmp, resize_screen

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

    def screenshot(self, name: str = "screen") -> Path:
        """A picture of what the screen shows, as a PNG file in the machine's folder."""
        path = self.folder / f"{name}.png"
        self.qmp.do("screendump", filename=str(path), format="png")
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
            *("-device", f"virtio-vga,xres={width},yres={height}"),
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
