"""What the image holds beside a bare Debian: `guest/`, file by file as it lies there, the agent, and what PARTS add."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Each is called with the image's root folder and its kernel's version (`6.1.0-…-amd64`) once Debian is in it, and
# may put files there (a kernel module, say: `lib/modules/<version>/extra`). depmod runs afterwards. The files that a
# part is made of belong into INGREDIENTS, so that the image is made anew when they change.
PARTS: Sequence[Callable[[Path, str], None]] = ()
INGREDIENTS: Sequence[Path] = (HERE / "extras.py", HERE / "agent.py", HERE / "guest")


def put_extras(root: Path, kernel_version: str) -> None:
    """Put everything into the image's root folder."""
    shutil.copytree(HERE / "guest", root, symlinks=True, dirs_exist_ok=True)
    shutil.copy(HERE / "agent.py", root / "usr/local/sbin/vm-agent.py")
    (root / "mnt/host").mkdir(exist_ok=True)
    for part in PARTS:
        part(root, kernel_version)
