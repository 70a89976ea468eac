"""An evening of all games within 256 MB, on this machine: in a control group, which root alone can make."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.bench.stretches import MOST_MB as BOUND_MB

GROUPS = Path("/sys/fs/cgroup")
MB = 1024 * 1024
MOST_MB = 256


class Group:
    """A control group whose memory is limited, without any swap, of version 2 or 1 as the machine has it."""

    def __init__(self) -> None:
        self._is_new = "memory" in _words(GROUPS / "cgroup.controllers")
        self.folder = (GROUPS if self._is_new else GROUPS / "memory") / f"photofinish-{os.getpid()}"
        if self._is_new:
            (GROUPS / "cgroup.subtree_control").write_text("+memory")
        self.folder.mkdir()

    def limit(self, size: int) -> None:
        """Limit its memory to so many bytes."""
        limits = ("memory.max",) if self._is_new else ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
        for name in limits:
            (self.folder / name).write_text(str(size))
        if self._is_new and (self.folder / "memory.swap.max").exists():
            (self.folder / "memory.swap.max").write_text("0")

    @property
    def kills(self) -> int:
        """How many processes were ended in it because there was no memory."""
        words = _words(self.folder / ("memory.events" if self._is_new else "memory.oom_control"))
        return int(words[words.index("oom_kill") + 1])

    @property
    def peak_mb(self) -> float:
        """The most memory that it ever had, with the pages of files that it read."""
        peak = self.folder / ("memory.peak" if self._is_new else "memory.max_usage_in_bytes")
        return int(peak.read_text()) / MB if peak.exists() else float("nan")  # memory.peak: Linux 5.19


def _words(path: Path) -> list[str]:
    return path.read_text().split() if path.exists() else []


@contextmanager
def group(most_mb: int) -> Iterator[Group]:
    """Make a group with so much memory, and take it away when nobody is in it any more."""
    made = Group()
    try:
        made.limit(most_mb * MB)
        yield made
    finally:
        made.folder.rmdir()


def evening(within: Group, size: str) -> "subprocess.CompletedProcess[str]":
    """Play an evening in a group."""
    enter = 'echo $$ > "$0"/cgroup.procs && exec "$@"'
    play = [sys.executable, "-m", "tools.bench.stretches", size, "facing", "--evening"]
    return subprocess.run(
        ["sh", "-c", enter, str(within.folder), *play], capture_output=True, text=True, check=False, timeout=1200
    )


@pytest.mark.slow
def test_an_evening_of_all_games_is_played_in_256_mb(tell: Callable[[str], None]) -> None:
    with group(MOST_MB) as one:
        done = evening(one, "800x480")
        assert (done.returncode, one.kills) == (0, 0), done.stderr[-2000:]
        peak_mb = one.peak_mb
    said = next(line for line in done.stdout.splitlines() if line.startswith("Resident memory"))
    (most,) = re.findall(r"(\d+) in all", said)
    assert 50 < int(most) <= BOUND_MB["800x480"]
    tell(f"{said}; in a group of {MOST_MB} MB, {peak_mb:.0f} with the pages of files")


def test_a_group_that_is_too_small_ends_the_evening() -> None:
    with group(64) as one:
        assert evening(one, "800x480").returncode != 0
        assert one.kills == 1
