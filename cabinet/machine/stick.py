"""The one USB stick that is plugged in, mounted under no name: its folder is a descriptor that root's helper passes on.

`fsopen`, `fsconfig` and `fsmount` (Linux 5.2) make a mount to which no path leads. Whoever has the descriptor opens the
files below it; ``..`` ends at its root, so that nothing else of the helper's view can be reached. The mount ends with
the last descriptor, also where a program was killed. FAT and exFAT are taken and nothing else: they have no owners, no
devices, no links and no programs with rights, and the mount refuses those besides.

Of several partitions it is the one with our folder, else the largest: a stick that a Mac has made begins with an EFI
system partition of 200 MB, FAT too, which no computer shows its owner.
"""

import ctypes
import errno
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, Self

FSOPEN, FSCONFIG, FSMOUNT = 430, 431, 432
"""Numbers of the system calls, the same on every processor (asm-generic/unistd.h)."""
CLOEXEC: Final = 1
SET_FLAG, SET_STRING, CREATE = 0, 1, 6
NOSUID_NODEV_NOEXEC: Final = 0x2 | 0x4 | 0x8
NOATIME_NOSYMFOLLOW: Final = 0x10 | 0x200000
KINDS: Final = {"vfat": ("utf8",), "exfat": ()}
"""The file systems that are taken, in the order in which they are tried, and their further flags: names are UTF-8."""
NOT_FOR_FILES: Final = frozenset(
    {
        *("c12a7328-f81f-11d2-ba4b-00a0c93ec93b", "bc13c2ff-59e6-4262-a352-b275fd6f7172", "0xef"),
        *("0x11", "0x14", "0x16", "0x1b", "0x1c", "0x1e"),
    }
)
"""Types of partitions with FAT in them that are hidden from people: EFI's and boot loaders' (UEFI specification 5.3.3;
Discoverable Partitions Specification), and DOS's hidden ones; as udev writes them."""
OURS: Final = "photofinish"
"""The folder on the stick."""
USB: Final = re.compile(r"/usb\d+/")
SECTOR: Final = 512
"""The unit of /sys/block/*/size, in bytes, whatever the device's own sectors are."""
RELEASED_S: Final = 60.0
"""How long a stick may take to write what the kernel still holds."""


class NotDone(Exception):
    """The machine has not done what was asked for; `key` is one of the catalogue's ``machine.error``, `detail` its name
    or the system's reason."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(f"{key}: {detail}" if detail else key)
        self.key = key
        self.detail = detail


class Mounts(Protocol):
    """Mounts a device and returns the descriptor of its folder. Raises OSError."""

    def __call__(self, device: Path, kind: str, user: int, *, read_only: bool) -> int:
        """`user`: who owns every file of it."""
        ...


@dataclass
class Stick:
    """A stick that is mounted until the block ends; `size` in bytes."""

    folder: int
    device: Path
    name: str
    size: int
    kind: str
    is_read_only: bool

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.folder)

    def has(self, folder: str) -> bool:
        """Return whether a folder of that name is on it."""
        try:
            return stat.S_ISDIR(os.stat(folder, dir_fd=self.folder, follow_symlinks=False).st_mode)
        except OSError:
            return False

    def is_released(self) -> bool:
        """Wait until nobody uses the device any more, or has not let go of it for `RELEASED_S`; after the block."""
        until = time.monotonic() + RELEASED_S
        while is_used(self.device):
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return True


def found_stick(
    user: int,
    sys_block: Path = Path("/sys/block"),
    dev: Path = Path("/dev"),
    mount: "Mounts | None" = None,
    used: "Callable[[Path], bool] | None" = None,
    udev: Path = Path("/run/udev/data"),
) -> Stick:
    """Return the stick that is plugged in, mounted for a user. Raises NotDone.

    A disk of which a part is in use is the cabinet's own, and no stick. `udev` is the folder of udev's database.
    """
    mount, used = mount or mounted, used or is_used
    disks = [disk for disk in usb_disks(sys_block) if not used(dev / disk.name)]
    if not disks:
        raise NotDone("stick.none")
    if len(disks) > 1:
        raise NotDone("stick.several", ", ".join(name_of(disk) for disk in disks))
    (disk,) = disks
    known = {part: known_of(part, udev) for part in parts_of(disk)}
    for_files = [part for part in known if known[part].get("ID_PART_ENTRY_TYPE") not in NOT_FOR_FILES]
    found, fault = list[Stick](), NotDone("stick.unknown", name_of(disk))
    for part in sorted(for_files, key=bytes_of, reverse=True):
        which = f", {known[part].get('ID_FS_LABEL') or part.name}" if len(known) > 1 else ""
        try:
            found.append(opened(mount, dev / part.name, user, name_of(disk) + which, bytes_of(part)))
        except NotDone as problem:
            fault = problem if fault.key != "stick.kernel" else fault
    if not found:
        try:
            return opened(mount, dev / disk.name, user, name_of(disk), bytes_of(disk))
        except NotDone as problem:
            raise fault if known else problem from problem
    chosen = next((each for each in found if each.has(OURS)), found[0])
    for other in found:
        if other is not chosen:
            os.close(other.folder)
    return chosen


def opened(mount: Mounts, device: Path, user: int, name: str, size: int) -> Stick:
    """Return a stick with one of our file systems. Raises NotDone."""
    reason = ""
    for kind in KINDS:
        try:
            return opened_as(kind, mount, device, user, name, size)
        except OSError as problem:
            if problem.errno == errno.ENODEV:
                raise NotDone("stick.kernel", kind) from problem
            reason = problem.strerror or str(problem)
    raise NotDone("stick.unknown", f"{name}: {reason}")


def opened_as(kind: str, mount: Mounts, device: Path, user: int, name: str, size: int) -> Stick:
    """Return a stick to write to, or to read where its own switch protects it. Raises OSError."""
    try:
        return Stick(mount(device, kind, user, read_only=False), device, name, size, kind, is_read_only=False)
    except OSError as problem:
        if problem.errno not in (errno.EACCES, errno.EROFS):
            raise
    return Stick(mount(device, kind, user, read_only=True), device, name, size, kind, is_read_only=True)


def usb_disks(sys_block: Path) -> Iterator[Path]:
    """Yield the disks at USB that have a medium."""
    for disk in sorted(sys_block.iterdir()):
        if USB.search(f"{disk.resolve()}/") and bytes_of(disk):
            yield disk


def parts_of(disk: Path) -> list[Path]:
    """Return the partitions of a disk in their order."""
    return sorted((file.parent for file in disk.glob("*/partition")), key=lambda part: (len(part.name), part.name))


def known_of(part: Path, udev: Path) -> dict[str, str]:
    """Return what udev knows of a partition: of its type ``ID_PART_ENTRY_TYPE``, of its label ``ID_FS_LABEL``."""
    try:
        number = (part / "dev").read_text(encoding="ascii").strip()
        lines = (udev / f"b{number}").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # it has not looked at it yet
        return {}
    pairs = (line.removeprefix("E:").partition("=") for line in lines if line.startswith("E:"))
    return {key: "".join(filter(str.isprintable, value)) for key, _, value in pairs}


def bytes_of(device: Path) -> int:
    """Return the size of a disk or partition."""
    return SECTOR * int((device / "size").read_text(encoding="ascii"))


def name_of(disk: Path) -> str:
    """Return what stands on a disk: its maker's name for it, else the kernel's."""
    try:
        model = (disk / "device/model").read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        model = ""
    return "".join(letter for letter in model if letter.isprintable()) or disk.name


def is_used(device: Path) -> bool:
    """Return whether the kernel has a file system or something else on a device, or on a part of it."""
    try:
        os.close(os.open(device, os.O_RDONLY | os.O_EXCL | os.O_CLOEXEC))
    except OSError as problem:
        return problem.errno == errno.EBUSY
    return False


def mounted(device: Path, kind: str, user: int, *, read_only: bool) -> int:
    """Mount a device under no name; see `Mounts`."""
    context = call(FSOPEN, kind.encode(), CLOEXEC)
    try:
        strings = {"source": str(device), "uid": str(user), "umask": "0077"}
        for key, value in strings.items():
            call(FSCONFIG, context, SET_STRING, key.encode(), value.encode(), 0)
        for flag in (*KINDS[kind], *(("ro",) if read_only else ())):
            call(FSCONFIG, context, SET_FLAG, flag.encode(), None, 0)
        call(FSCONFIG, context, CREATE, None, None, 0)
        return call(FSMOUNT, context, CLOEXEC, NOSUID_NODEV_NOEXEC | NOATIME_NOSYMFOLLOW)
    finally:
        os.close(context)


def call(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call that no library offers. Raises OSError."""
    words = [ctypes.c_long(each) if isinstance(each, int) else ctypes.c_char_p(each) for each in arguments]
    result = int(ctypes.CDLL(None, use_errno=True).syscall(ctypes.c_long(number), *words))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
