"""How much memory this process may take: the machine's, or less where systemd or a container limits it.

The limits are those of control groups, version 2 (the kernel's Documentation/admin-guide/cgroup-v2.rst): `memory.high`,
above which the kernel slows the process down, and `memory.max`, above which it kills it. A group is also bound by those
around it.
"""

import os
from pathlib import Path
from typing import Final

LIMITS: Final = ("memory.high", "memory.max")
UNIFIED: Final = "0::"
"""The line of version 2 in /proc/self/cgroup."""


def memory_bytes(proc: Path = Path("/proc"), groups: Path = Path("/sys/fs/cgroup")) -> int:
    """Return the bytes that this process may take. `proc` and `groups`: the kernel's folders."""
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min([whole, *_limits(proc, groups)])


def _limits(proc: Path, groups: Path) -> list[int]:
    """Return the limits of the process's group and of all around it; none where there is no such thing."""
    lines = _read(proc / "self" / "cgroup").splitlines()
    names = [line.removeprefix(UNIFIED) for line in lines if line.startswith(UNIFIED)]
    own = [groups / name.lstrip("/") for name in names]
    around = [group for each in own for group in (each, *each.parents) if group.is_relative_to(groups)]
    said = [_read(group / limit).strip() for group in around for limit in LIMITS]
    return [int(text) for text in said if text.isdecimal()]  # "max" is no limit


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # no such group, no version 2, or another system
        return ""
