"""What the image is made of: suites, packages, labels and sizes."""

import uuid
from dataclasses import dataclass
from typing import Final

SUITE: Final = "trixie"
PYTHON: Final = "3.13"
LIBC: Final = 41
"""The minor number of the suite's C library 2.x, which says which wheels may be taken."""
MIRROR: Final = "http://deb.debian.org/debian"
SECURITY: Final = "http://deb.debian.org/debian-security"
COMPONENTS: Final = "main non-free-firmware"
KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"

MIB: Final = 1 << 20
FIRMWARE_MIB: Final = 256
ROOT_MIB: Final = 1152
DATA_MIB: Final = 384
FIRST_MIB: Final = 4
"""Where the first partition begins: whole erase blocks of a memory card."""

FIRMWARE_LABEL: Final = "BOOT"
ROOT_LABEL: Final = "PF-ROOT"
DATA_LABEL: Final = "photofinish"
DISK_SIGNATURE: Final = 0x50484F54
ROOT: Final = f"PARTUUID={DISK_SIGNATURE:08x}-02"
"""The root on the kernel's line: a label is on whatever somebody has formatted so."""
FIRMWARE_VOLUME: Final = "50484601"
_NAMES: Final = uuid.UUID("6f0f7b1c-6f5c-4a55-9d3a-0b1f3a3b7a21")


def file_system_uuid(label: str) -> str:
    """The UUID of a file system or of its hash seed: the same in every build."""
    return str(uuid.uuid5(_NAMES, label))


SYSTEM: Final = (
    "systemd systemd-sysv systemd-timesyncd systemd-resolved udev dbus libpam-systemd kmod procps iproute2 sudo "
    "e2fsprogs dosfstools fdisk initramfs-tools busybox zstd ca-certificates tzdata netbase "
    "openssh-server avahi-daemon wpasupplicant wireless-regdb less nano-tiny"
)
"""Beside Debian's essential packages and apt."""
CABINET: Final = "python3-venv libgbm1 libdrm2 libegl1 libgles2 libgl1-mesa-dri alsa-utils polkitd"
"""What systemd/install.sh would ask apt for."""
WORKSHOP: Final = "e2fsprogs libarchive13t64 dosfstools mtools xz-utils"


@dataclass(frozen=True)
class Arch:
    """A processor family: Debian's name for it, pip's, the interpreter that binfmt_misc needs, its own packages."""

    name: str
    wheels: str
    emulator: str
    packages: str
    minutes: int
    """What configuring its packages takes on a desk computer, roughly."""


ARCHES: Final = {
    arch.name: arch
    for arch in (
        Arch("arm64", "aarch64", "qemu-aarch64", "linux-image-arm64 raspi-firmware firmware-brcm80211", 15),
        Arch("amd64", "x86_64", "", "linux-image-amd64", 3),
    )
}


def packages_of(arch: Arch) -> tuple[str, ...]:
    """The packages that are asked for by name, sorted."""
    return tuple(sorted({*SYSTEM.split(), *CABINET.split(), *arch.packages.split()}))
