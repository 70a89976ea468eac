"""The files that are kept of a card's file, and the steps of writing them. Tests cut the power between any two."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

CARD, ZONE = "card.toml", "zone"
WLAN, KEYS, FINGERPRINT = "wpa_supplicant.conf", "authorized_keys", "fingerprint"

OPEN: Final = 0o644
PRIVATE: Final = 0o600


class Output(msgspec.Struct, frozen=True):
    """One file: its bytes and its mode."""

    data: bytes
    mode: int = OPEN


def digest(files: Mapping[str, bytes]) -> str:
    """Return the hash of files, by their names."""
    lines = (f"{name} {hashlib.sha256(data).hexdigest()}\n" for name, data in sorted(files.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


class Disk:
    """A real disk. Each method is one step or a few; all of them may raise OSError."""

    def clear(self, folder: Path) -> None:
        """Make an empty folder that everybody may look into, in place of whatever has its name."""
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        folder.chmod(0o755)

    def write(self, path: Path, output: Output) -> None:
        """Write a new file with its mode from the first byte on; return when its bytes are on the disk."""
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(file, "wb") as opened:
            os.fchmod(file, output.mode)
            opened.write(output.data)
            opened.flush()
            os.fsync(file)

    def link(self, path: Path, target: str) -> None:
        """Let `path` be a symbolic link to `target`, by one rename: before or after, never none."""
        if path.is_symlink() and path.readlink() == Path(target):
            return
        beside = path.with_name(f".{path.name}.new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(target)
        beside.replace(path)
        self.sync(path.parent)

    def put(self, path: Path, output: Output) -> None:
        """Let `path` be a file with these bytes, by one rename."""
        beside = path.with_name(f".{path.name}.new")
        beside.unlink(missing_ok=True)
        self.write(beside, output)
        beside.replace(path)

    def sync(self, folder: Path) -> None:
        """Return when the names in a folder are on the disk."""
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
