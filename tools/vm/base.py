"""The base: a bare Debian on a disk, as near to a fresh Raspberry Pi OS Lite as a PC's Debian is.

`PHOTOFINISH_VM_SUITE` names the Debian, bookworm otherwise: Raspberry Pi OS has the same two, and the installer must
serve both. The kernel is taken out of what Debian packs it in: without KVM one that unpacks itself costs 14 s, and QEMU
can start the plain ELF image instead, by its PVH entry.
"""

import gzip
import lzma
import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

from tools.vm.cached import hash_of, made
from tools.vm.machine import Image


class Suite(NamedTuple):
    """A Debian release: its Python, the minor number of its C library 2.x, and whether lgpio has a wheel for it."""

    name: str
    python: str
    libc: int
    lgpio: bool


SUITES: Final = {
    suite.name: suite for suite in (Suite("bookworm", "3.11", 36, lgpio=True), Suite("trixie", "3.13", 41, lgpio=False))
}


def suite() -> Suite:
    """The one that is wanted. Raises SystemExit for a name that is none of them."""
    name = os.environ.get("PHOTOFINISH_VM_SUITE") or "bookworm"
    if name not in SUITES:
        raise SystemExit(f"PHOTOFINISH_VM_SUITE={name}: there are {' and '.join(SUITES)}")
    return SUITES[name]


# What a fresh Raspberry Pi OS Lite has of what matters here.
STOCK = (
    "systemd systemd-sysv systemd-timesyncd udev dbus libpam-systemd kmod procps iproute2 sudo login e2fsprogs "
    "initramfs-tools linux-image-amd64 python3 python3-venv ca-certificates openssh-server polkitd "
    "libgbm1 libdrm2 libegl1 libgl1-mesa-dri alsa-utils"
)
# What it may not have, so that the installer asks apt for it; fetched beforehand, for the guest has no network. By
# wpasupplicant two radios of the kernel's simulation are a network and who joins it (tests/vm/test_helper.py).
LATER = "libgles2 overlayroot busybox wpasupplicant iw network-manager avahi-daemon avahi-utils"
LEAVE_OUT = ("doc", "man", "locale", "info")
DISK = "4G"
HERE = Path(__file__).resolve().parent
AGENT, GUEST = HERE / "agent.py", HERE / "guest"
"""What is in the image beside Debian: the agent, and files as they lie in a folder."""


def base() -> Image:
    """A bare Debian with the agent in it. Raises CalledProcessError when it cannot be made; needs root."""
    made_of = hash_of([AGENT, GUEST, Path(__file__)], suite().name)
    folder = made("base", made_of, _make)
    return Image(folder / "disk.raw", folder / "kernel", folder / "initrd")


def kernel_release() -> tuple[str, str]:
    """What `uname -r` says in the base, and the version of that kernel's Debian package."""
    release, version = base().kernel.with_name("release").read_text().split()
    return release, version


def _make(folder: Path) -> None:
    root = folder / "root"
    leave_out = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in LEAVE_OUT]
    fetch = f'chroot "$1" apt-get install --yes --no-install-recommends --download-only {LATER}'
    packages = "--include=" + ",".join(STOCK.split())
    _run("mmdebstrap", "--quiet", "--variant=minbase", "--skip=cleanup/apt", *leave_out, packages,
         f"--customize-hook={fetch}", suite().name, str(root))  # fmt: skip
    version = next((root / "lib/modules").iterdir()).name
    of_package = ["dpkg-query", f"--root={root}", "--show", "--showformat=${Version}", f"linux-image-{version}"]
    package = subprocess.run(of_package, check=True, capture_output=True, text=True).stdout
    (folder / "release").write_text(f"{version} {package}\n")
    shutil.copytree(GUEST, root, symlinks=True, dirs_exist_ok=True)
    shutil.copy(AGENT, root / "usr/local/sbin/vm-agent.py")
    (root / "mnt/host").mkdir(exist_ok=True)
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    # without one, systemd takes it for a first boot and enables everything that it has
    _run("chroot", str(root), "systemd-machine-id-setup")
    _run("chroot", str(root), "depmod", version)
    _run("chroot", str(root), "update-initramfs", "-c", "-k", version)
    (folder / "kernel").write_bytes(unpacked_kernel((root / f"boot/vmlinuz-{version}").read_bytes()))
    (folder / "initrd").write_bytes(unpacked_initrd((root / f"boot/initrd.img-{version}").read_bytes()))
    _run("mkfs.ext4", "-q", "-F", "-d", str(root), str(folder / "disk.raw"), DISK)
    shutil.rmtree(root)


def _run(*command: str) -> None:
    quiet = {"DEBIAN_FRONTEND": "noninteractive", "INITRD": "No"}  # the one initrd is made at the end
    subprocess.run(command, check=True, env={**os.environ, **quiet}, stdout=subprocess.DEVNULL)


# The kernel and its first file system

SETUP_SECTORS = 0x1F1
PAYLOAD_OFFSET = 0x248
ZSTD = b"\x28\xb5\x2f\xfd"


def unpacked_kernel(vmlinuz: bytes) -> bytes:
    """The ELF image inside a bzImage, packed by xz or zstd as Debian's are. Raises ValueError for anything else."""
    (setup_sectors,) = struct.unpack_from("<B", vmlinuz, SETUP_SECTORS)
    offset, length = struct.unpack_from("<II", vmlinuz, PAYLOAD_OFFSET)
    begin = (setup_sectors + 1) * 512 + offset
    image = _unpacked(vmlinuz[begin : begin + length])
    if not image.startswith(b"\x7fELF"):
        raise ValueError("there is no ELF image in the kernel")
    return image


def _unpacked(packed: bytes) -> bytes:
    if packed.startswith(ZSTD):  # which Python learns to read with 3.14; four bytes with its length lie behind it
        return subprocess.run(("zstd", "-dcq"), input=packed[:-4], check=True, stdout=subprocess.PIPE).stdout
    try:
        return lzma.LZMADecompressor().decompress(packed)
    except lzma.LZMAError as error:
        raise ValueError("the kernel is packed neither with xz nor with zstd") from error


def unpacked_initrd(initrd: bytes) -> bytes:
    """The plain cpio archive of an initrd that was packed with gzip, or not at all."""
    return gzip.decompress(initrd) if initrd.startswith(b"\x1f\x8b") else initrd
